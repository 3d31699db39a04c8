//! Arimaa's definition: its evaluations, best settings, levels and presets.

use crate::{
    Act, Arimaa, MoveList,
    heuristics::{AnyEvaluation, AnyHeuristics, GoalCheck, Main, Material, Plain, Rabbocop, heuristics},
    lineups,
};
use game::{GameDefinition, Level, ReadRecord, Setup, Weights};

/// Arimaa, as the registry knows it.
pub struct Definition;

impl GameDefinition for Definition {
    type Position = Arimaa;
    type Heuristics = AnyHeuristics;

    /// `rabbocop` is the one that most of the thesis is about; the goal check was added at its end.
    const EVALUATIONS: &'static [&'static str] = &["main", "rabbocop", "rabbocop+goal", "plain", "material"];

    const FORMER_NAMES: &'static [(&'static str, &'static str)] = &[("own", "main")];

    const BEST: &'static str = "alphabeta";

    const LEVELS: &'static [Level] = &[
        Level {
            name: "beginner",
            help: "looks at its own turn only, at material, traps and rabbits",
            spec: "alphabeta:eval=plain,nodes=2000,tt=1M",
        },
        Level {
            name: "intermediate",
            help: "searches 20,000 positions for a turn",
            spec: "alphabeta:nodes=20000,tt=4M",
        },
        Level {
            name: "expert",
            help: "searches 300,000 positions for a turn",
            spec: "alphabeta:nodes=300000,tt=64M",
        },
        Level {
            name: "unbeatable",
            help: "searches five million positions for a turn, some seconds",
            spec: "alphabeta:nodes=5e6,tt=256M",
        },
    ];

    const PRESETS: &'static [Level] = &[
        Level {
            name: "rabbocop-ab",
            help: "the thesis' alpha-beta with the defaults of its appendix B.1, known bugs fixed, 15 s a turn",
            spec: "alphabeta:plain,eval=rabbocop,id,tt=200M,tt-scheme=always,tt-deeper,tt-move,killers=2,no-pass,parallel=root,time=15s",
        },
        Level {
            name: "rabbocop-mcts",
            help: "the thesis' MCTS with the defaults of its appendix B.1, known bugs fixed, 15 s a turn",
            spec: "mcts:plain,eval=rabbocop,c=0.01,fpu=value,virtual-visits=4,maturity=5,maturity-depth,graph=depth,stats=node,\
                   bias=1,bias-by=step,history=1.1,cache=6,cache-every=50,playouts=10,length=4,best-of=3,sigmoid-scale=0.0003,\
                   virtual-loss=15,virtual-loss-as=even,no-pass,memory=200M,time=15s",
        },
    ];

    const NOTES: &'static str = "\
Options of the thesis' program (appendix B.1) behind the name of a preset, as in level:rabbocop-ab,null=3
  EVAL=fairy        eval=material is as weak (Fairy's evaluation is not here)
  noGoalCheck       is the default; the goal check is eval=rabbocop+goal
  NULL_MOVE=1       null=3            rabbocop-ab
  canPass=1         -no-pass          both
  CORES=k           threads=k         both
  WINDOW=x          aspiration=x      rabbocop-ab
  abHH=1            history=d^2       rabbocop-ab
  noHH=1            -history          rabbocop-mcts
  noHeavyPlayout=1  -best-of          rabbocop-mcts
  hash=MB           tt=200M, -tt      rabbocop-ab (its transposition table)
                    memory=200M       rabbocop-mcts (its tree)
  no table in MCTS  graph=tree        rabbocop-mcts";

    const BENCH: &'static [(&'static str, u32)] = &[
        ("g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]", 8),
        ("g [rrrddrrrr c mc r h    h    eE                 H RMCH C RRRRDDRRR]", 8),
        ("g [r  rr  r rh  dr  cDEM c   mrH    eHdR h    R  r DR C CR R R  R R]", 7),
        ("g [  e   rr  rm rc  h r    r c       ERH RrdD R    R R H  hR   R   ]", 7),
    ];

    /// Pieces on the board.
    fn size(position: &Arimaa) -> u32 {
        position.board().occupied().count_ones()
    }

    /// Setups are known, not searched for.
    fn book_turn(position: &Arimaa, seed: u64) -> Option<Vec<Act>> {
        lineups::known_turn(position, seed)
    }

    /// Lists of moves from the empty board, as the game's server and its programs write them: `1g Ra1 …`.
    fn read_record(text: &str) -> Option<ReadRecord<Arimaa>> {
        let first = text.split_whitespace().next()?;
        ["1g", "1w"].contains(&first).then(|| {
            let start = Arimaa::start("")?;
            MoveList::parse(&start, text).map(|list| (list.start, list.turns))
        })
    }

    /// Against the general best at 15,000 nodes a turn (seed 3, 60 games each): quiescence 40-20, futility on top 44-16.
    /// Null move gains nothing: 16-24 at 80,000 nodes (seed 5). At 8,000 nodes a turn (2026-11-16, random setups, 40 games
    /// each): quiescence by exact tests against noisy steps 30-10, for 1 % more time; one order of commuting steps 29-11.
    fn best_settings(algorithm: &str) -> &'static str {
        match algorithm {
            "alphabeta" => "quiescence=4,quiescence-by=tactics,futility=60",
            "mcts" => "bias-by=eval,sigmoid-scale=0.003",
            _ => "",
        }
    }

    fn heuristics(evaluation: &str) -> Option<AnyHeuristics> {
        Some(match evaluation {
            "main" => heuristics(Main::DEFAULT.into(), GoalCheck::On),
            "rabbocop" => heuristics(Rabbocop::PLAIN.into(), GoalCheck::Off),
            "rabbocop+goal" => heuristics(Rabbocop::PLAIN.into(), GoalCheck::On),
            "plain" => heuristics(Plain.into(), GoalCheck::On),
            "material" => heuristics(Material.into(), GoalCheck::Off),
            _ => return None,
        })
    }

    fn weights(heuristics: &AnyHeuristics) -> Vec<(String, i32)> {
        match &heuristics.evaluation {
            AnyEvaluation::Main(main) => main.weights.list(),
            _ => Vec::new(),
        }
    }

    /// A rabbit at the start of the game, when all are there.
    fn pawn_value(heuristics: &AnyHeuristics) -> Option<i32> {
        Some(match &heuristics.evaluation {
            AnyEvaluation::Main(main) => main.weights.rabbit(),
            AnyEvaluation::Rabbocop(rabbocop) => Material::rabbit(rabbocop.values[0], 8),
            AnyEvaluation::Plain(_) => Plain::VALUES[0],
            AnyEvaluation::Material(_) => Material::rabbit(Rabbocop::VALUES[0], 8),
        })
    }

    fn with_weights(heuristics: AnyHeuristics, weights: &[i32]) -> AnyHeuristics {
        heuristics.map_evaluation(|evaluation| match evaluation {
            AnyEvaluation::Main(main) => AnyEvaluation::Main(Main { weights: main.weights.with(weights) }),
            other => other,
        })
    }
}
