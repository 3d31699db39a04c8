//! KnightThrough's definition: its evaluations, best settings, levels and presets.

use crate::{
    KnightThrough,
    heuristics::{AnyEvaluation, AnyHeuristics, Controlled, Main, Net, Report, net},
};
use game::{GameDefinition, Level, NetworkInputs, Side, Weights};

/// KnightThrough, as the registry knows it.
pub struct Definition;

impl GameDefinition for Definition {
    type Position = KnightThrough;
    type Heuristics = AnyHeuristics;

    const EVALUATIONS: &'static [&'static str] = &["main", "net", "report", "controlled"];

    const FORMER_NAMES: &'static [(&'static str, &'static str)] = &[("strong", "main")];

    /// The network against the hand-made evaluation, from openings that nothing was trained on: 74-26 at 40 ms a turn,
    /// 156-44 at 2,000 nodes (2026-11-18).
    const BEST: &'static str = "alphabeta:eval=net";

    const LEVELS: &'static [Level] = &[
        Level {
            name: "beginner",
            help: "sees one turn ahead and is easily distracted",
            spec: "alphabeta:eval=report,depth=1,random=70,tt=1M",
        },
        Level {
            name: "intermediate",
            help: "sees simple threats, varies its play",
            spec: "alphabeta:depth=3,random=20,tt=4M",
        },
        Level {
            name: "expert",
            help: "searches 50,000 positions for a turn",
            spec: "alphabeta:eval=net,nodes=50000,tt=16M",
        },
        Level {
            name: "unbeatable",
            help: "searches five million positions for a turn, about a second",
            spec: "alphabeta:eval=net,nodes=5e6,tt=256M",
        },
    ];

    const PRESETS: &'static [Level] = &[Level {
        name: "ser-prunes-a-lot",
        help: "the engine of the 2014 report, known bugs fixed, 30 s a turn",
        spec: "alphabeta:plain,eval=report,id,tt=2^23e,tt-scheme=twodeep,tt-deeper,tt-move,killers=2,\
               aspiration=100,aspiration-offset=141,lost=previous,time=30s",
    }];

    const BENCH: &'static [(&'static str, u32)] = &[
        ("nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN w", 9),
        ("BB.BBBBBBB....BB.B.B.....B..B..........W...WW.WWWWWWW..WWWW..W.. B", 8),
        ("BB.B.B.BBB..BBB......B...B.B......W.......W...W..WW..WW.W.WWWWWW W", 8),
        (".B.BBB.BB.B.BB.B.B..B....B..WB.WB........W...W.WW.W...WWWW.WW.WW B", 8),
    ];

    /// Knights on the board.
    fn size(position: &KnightThrough) -> u32 {
        Side::BOTH.iter().map(|&side| position.knights(side).count_ones()).sum()
    }

    fn best_settings(algorithm: &str) -> &'static str {
        match algorithm {
            // Killers cost nodes here: see search/src/alphabeta/killers.rs.
            "alphabeta" => "quiescence=4,null=2,lmr=80,-killers",
            "dfpns" => "weak=plain,epsilon=1/8,init=eval,init-t=100,init-a=3,init-b=3",
            _ => "",
        }
    }

    fn heuristics(evaluation: &str) -> Option<AnyHeuristics> {
        Some(match evaluation {
            "main" => Main::DEFAULT.heuristics().map_evaluation(Into::into),
            "net" => Net::built_in().heuristics().map_evaluation(Into::into),
            "report" => Report.heuristics().map_evaluation(Into::into),
            "controlled" => Controlled.heuristics().map_evaluation(Into::into),
            _ => return None,
        })
    }

    fn network_inputs() -> Option<NetworkInputs<KnightThrough>> {
        Some(net::INPUTS)
    }

    fn with_network(file: &[u8]) -> Result<AnyHeuristics, String> {
        Ok(Net::read(file)?.heuristics().map_evaluation(Into::into))
    }

    fn weights(heuristics: &AnyHeuristics) -> Vec<(String, i32)> {
        match &heuristics.evaluation {
            AnyEvaluation::Main(main) => main.weights.list(),
            _ => Vec::new(),
        }
    }

    fn with_weights(heuristics: AnyHeuristics, weights: &[i32]) -> AnyHeuristics {
        heuristics.map_evaluation(|evaluation| match evaluation {
            AnyEvaluation::Main(main) => AnyEvaluation::Main(Main { weights: main.weights.with(weights) }),
            other => other,
        })
    }
}
