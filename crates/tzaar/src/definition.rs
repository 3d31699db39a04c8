//! Tzaar's definition: its evaluations, best settings, levels and presets.

use crate::{
    Phase, Tzaar, TzaarAction,
    heuristics::{AnyEvaluation, AnyHeuristics, Beginner, Main, Waltz},
    import::{self, sgf},
    waltz_file,
};
use game::{GameDefinition, Level, ReadRecord, TextError, Weights};

/// Tzaar, as the registry knows it.
pub struct Definition;

impl GameDefinition for Definition {
    type Position = Tzaar;
    type Heuristics = AnyHeuristics;

    const EVALUATIONS: &'static [&'static str] =
        &["main", "waltz-2013", "waltz-2012", "waltz-thesis", "beginner"];

    const FORMER_NAMES: &'static [(&'static str, &'static str)] = &[("own", "main")];

    /// There are thousands of turns, so that alpha-beta sees little more than the answer to one; a tree grows where it pays.
    /// It has room for some fifteen seconds on one core; 64 MB were full after three.
    const BEST: &'static str = "combined:mcts=1,mc.memory=256M";

    /// Alpha-beta of the strong levels places in the tournament version, or thinks where a depth is asked for; else the tree.
    const LEVELS: &'static [Level] = &[
        Level {
            name: "beginner",
            help: "for first games: looks no further than its own turn, counts pieces only and often plays a lesser turn",
            spec: "alphabeta:depth=2,eval=beginner,random=1000,tt=1M",
        },
        Level {
            name: "intermediate",
            help: "looks two turns ahead, sees threats to rare kinds and high stacks, varies among turns that seem equal",
            spec: "alphabeta:depth=4,random=20,tt=4M",
        },
        Level {
            name: "expert",
            help: "thinks about 200,000 positions a turn, a fraction of a second, and proves wins in the endgame",
            spec: "combined:mcts=1,nodes=2e5,tt=4M,mc.memory=32M,eval-noise=5",
        },
        Level {
            name: "unbeatable",
            help: "thinks about five million positions a turn, two to three seconds, and proves wins far ahead",
            spec: "combined:mcts=1,nodes=5e6,tt=16M,mc.memory=256M,eval-noise=5",
        },
    ];

    const PRESETS: &'static [Level] = PRESETS;

    /// The fixed start, two middle games and an endgame of games between our own players.
    const BENCH: &'static [(&'static str, u32)] = &[
        ("ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w o", 5),
        ("ttttT/TaaaAT/TAz.ZAT/TZ3...ZAT/TA..tzat/t..z3T.at/ta...../tTAAat/t.TTT w 1", 5),
        ("ttttT/TaaaAT/TA...AT/T.....ta/TAZ2.a3z4.t/t.TZ2..../......t/....At/t..TT w 1", 6),
        ("T.a3tT/.a..Z3./.....a./.......T2/..z4...../.......a2/......./TA3..../t..T2t2 b 1", 8),
    ];

    /// Stacks on the board.
    fn size(position: &Tzaar) -> u32 {
        position.stack_count()
    }

    /// How good a placement is shows at once, and looking ahead to further ones shows nothing more.
    fn is_for_trees(position: &Tzaar) -> bool {
        position.phase() != Phase::Placement
    }

    /// SGF of Boardspace and of Little Golem, which tell themselves apart by the property of the start; and WALTZ's position
    /// files, which hold nothing but numbers.
    fn read_record(text: &str) -> Option<ReadRecord<Tzaar>> {
        let text = text.trim_start();
        if text.starts_with('(') {
            let read = sgf::properties(text).and_then(|found| {
                let pairs = || found.iter().map(|(name, value)| (name.as_str(), value.as_str()));
                match pairs().any(|(name, _)| name == "POS") {
                    true => import::littlegolem::game(pairs()),
                    false => import::boardspace::game(pairs(), None),
                }
            });
            return Some(read.map(|game| (game.start, game.turns)));
        }
        let numbers = text.split_whitespace().take(5).filter(|word| word.parse::<i64>().is_ok()).count();
        (numbers == 5).then(|| Ok((waltz_file::read_position(text)?, Vec::new())))
    }

    fn best_settings(algorithm: &str) -> &'static str {
        match algorithm {
            "alphabeta" => "lmp=4,null=2",
            "mcts" => "bias-by=eval,c=1,sigmoid-scale=0.005,sharpness=10",
            _ => "",
        }
    }

    fn heuristics(evaluation: &str) -> Option<AnyHeuristics> {
        Some(match evaluation {
            "main" => Main::default().heuristics().map_evaluation(Into::into),
            "waltz-2013" => Waltz::MARCH_2013.heuristics().map_evaluation(Into::into),
            "waltz-2012" => Waltz::AUGUST_2012.heuristics().map_evaluation(Into::into),
            "waltz-thesis" => Waltz::THESIS.heuristics_without_proofs().map_evaluation(Into::into),
            "beginner" => Beginner::default().heuristics().map_evaluation(Into::into),
            _ => return None,
        })
    }

    fn engine_file(position: &Tzaar) -> Option<Result<String, TextError>> {
        Some(waltz_file::write_position(position))
    }

    fn engine_answer(position: &Tzaar, file: &str) -> Result<Vec<TzaarAction>, TextError> {
        waltz_file::BestMove::read(file)?.turn(position)
    }

    fn weights(heuristics: &AnyHeuristics) -> Vec<(String, i32)> {
        match &heuristics.evaluation {
            AnyEvaluation::Main(main) => main.weights.list(),
            _ => Vec::new(),
        }
    }

    fn with_weights(heuristics: AnyHeuristics, weights: &[i32]) -> AnyHeuristics {
        heuristics.map_evaluation(|evaluation| match evaluation {
            AnyEvaluation::Main(main) => {
                AnyEvaluation::Main(Main { weights: main.weights.with(weights), ..main })
            }
            other => other,
        })
    }
}

/// What WALTZ's alpha-beta has with everything on but its ordering: a table of 2^19 indices with two places each.
macro_rules! waltz {
    ($more:literal) => {
        concat!("alphabeta:plain,eval=waltz-2012,tt=2^20e,tt-scheme=twobig,tt-deeper,lost=previous", $more)
    };
}

/// The same with iterative deepening, begun as far as WALTZ's time estimation expects to get.
macro_rules! waltz_timed {
    ($more:literal) => {
        concat!(
            "alphabeta:plain,eval=waltz-2012,tt=2^20e,tt-scheme=twobig,tt-deeper,lost=previous,id,pace=estimate",
            $more
        )
    };
}

/// WALTZ's df-pn over whole turns, with a table of 2^20 indices with two places each.
macro_rules! waltz_proof {
    ($more:literal) => {
        concat!("dfpns:plain,eval=waltz-2012,tt=2^21e,replace=two-big,order,turns,pace=estimate", $more)
    };
}

/// WALTZ's expert and unbeatable versions: the thesis, 3.7, with the constants of the program of August 2012.
macro_rules! waltz_level {
    ($time:literal) => {
        concat!(
            "combined:plain,eval=waltz-2012,id,pace=estimate,tt=2^20e,tt-scheme=twobig,tt-deeper,tt-move,hints,history=2^d,",
            "history-weight=20,history-first,pvs,lost=previous,time=",
            $time,
            ",opening=50,op.-history,op.-pvs,op.random=20,proof=23,pn.plain,pn.tt=2^21e,pn.replace=two-big,pn.order,pn.turns,",
            "pn.pace=estimate,pn.weak=heuristic,pn.weak-h=1,pn.weak-t=1e6,pn.epsilon=1/8,pn.init=eval,pn.init-a=10,",
            "pn.init-b=10,pn.init-t=5e7"
        )
    };
}

/// WALTZ's versions for people and its numbered algorithms, known bugs fixed. Each of them takes `eval=waltz-2013` and
/// `eval=waltz-thesis` as well.
const PRESETS: &[Level] = &[
    Level {
        name: "waltz-beginner",
        help: "WALTZ's beginner: two turns deep, material only, any turn within a wide margin",
        spec: "alphabeta:plain,eval=beginner,id,tt=2^20e,tt-scheme=twobig,tt-deeper,tt-move,hints,random=5000,depth=4",
    },
    Level {
        name: "waltz-intermediate",
        help: "WALTZ's intermediate: two and a half turns deep, any turn within a narrow margin",
        spec: waltz!(",id,tt-move,hints,random=20,depth=5"),
    },
    Level {
        name: "waltz-expert",
        help: "WALTZ's expert: a random choice in the first three turns, df-pn below 24 stacks, 30 s a turn",
        spec: waltz_level!("30s"),
    },
    Level { name: "waltz-unbeatable", help: "WALTZ's expert with 300 s a turn", spec: waltz_level!("300s") },
    Level { name: "waltz-1", help: "alpha-beta with a table, 5 moves deep", spec: waltz!(",depth=5") },
    Level { name: "waltz-2", help: "1 with iterative deepening", spec: waltz_timed!("") },
    Level { name: "waltz-3", help: "2 with the table's move first", spec: waltz_timed!(",tt-move") },
    Level { name: "waltz-4", help: "3 with move ordering", spec: waltz_timed!(",tt-move,hints") },
    Level { name: "waltz-5", help: "4 without a table", spec: waltz_timed!(",hints,-tt") },
    Level {
        name: "waltz-6",
        help: "4 with a randomised root",
        spec: waltz_timed!(",tt-move,hints,random=20"),
    },
    Level { name: "waltz-7", help: "4 with NegaScout", spec: waltz_timed!(",tt-move,hints,pvs") },
    Level {
        name: "waltz-8",
        help: "4 with history",
        spec: waltz_timed!(",tt-move,hints,history=2^d,history-weight=20,history-first"),
    },
    Level {
        name: "waltz-9",
        help: "4 with history and NegaScout: WALTZ's best alpha-beta",
        spec: waltz_timed!(",tt-move,hints,history=2^d,history-weight=20,history-first,pvs"),
    },
    Level { name: "waltz-20", help: "plain df-pn", spec: waltz_proof!("") },
    Level { name: "waltz-21", help: "df-pn with the 1+ε trick", spec: waltz_proof!(",epsilon=1/8") },
    Level {
        name: "waltz-22",
        help: "heuristic weak df-pn",
        spec: waltz_proof!(",weak=heuristic,weak-h=1,weak-t=1e6"),
    },
    Level {
        name: "waltz-23",
        help: "df-pn with leaves set by the evaluation",
        spec: waltz_proof!(",init=eval,init-a=10,init-b=10,init-t=5e7"),
    },
    Level {
        name: "waltz-24",
        help: "21, 22 and 23 together: WALTZ's best df-pn",
        spec: waltz_proof!(
            ",epsilon=1/8,weak=heuristic,weak-h=1,weak-t=1e6,init=eval,init-a=10,init-b=10,init-t=5e7"
        ),
    },
    Level {
        name: "waltz-25",
        help: "21 and 23 with dynamic widening",
        spec: waltz_proof!(",epsilon=1/8,widen=5,init=eval,init-a=10,init-b=10,init-t=5e7"),
    },
];
