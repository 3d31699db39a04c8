//! The definition of the Amazons: evaluations, best settings, levels and bench positions.

use crate::{
    Amazons,
    heuristics::{AnyEvaluation, AnyHeuristics, Counting, Main, Mobility, Territory, heuristics},
};
use game::{GameDefinition, Level, Weights};

/// Amazons, as the registry knows it.
pub struct Definition;

impl GameDefinition for Definition {
    type Position = Amazons;
    type Heuristics = AnyHeuristics;

    const EVALUATIONS: &'static [&'static str] = &["main", "territory", "mobility", "blockers"];

    const FORMER_NAMES: &'static [(&'static str, &'static str)] = &[("balanced", "main")];

    /// The search for proofs is never asked here, so it gets next to no memory.
    const BEST: &'static str = "combined:pn.tt=64K";

    /// From two random turns on 10 by 10 (2026-11-16): intermediate against beginner 32-0, expert's alpha-beta against
    /// intermediate 4-0. Too few games for the latter, and none for unbeatable against expert.
    const LEVELS: &'static [Level] = &[
        Level {
            name: "beginner",
            help: "looks at its own turn only and counts moves",
            spec: "alphabeta:eval=mobility,depth=1,random=300,tt=1M",
        },
        Level {
            name: "intermediate",
            help: "looks at its own whole turn, weighs territory and mobility, and varies among turns that seem nearly equal",
            spec: "alphabeta:depth=2,random=60,tt=4M",
        },
        Level {
            name: "expert",
            help: "thinks about 100,000 positions",
            spec: "combined:nodes=1e5,tt=16M,pn.tt=64K,eval-noise=20",
        },
        Level {
            name: "unbeatable",
            help: "thinks about three million positions and plays decomposed endgames by exact values",
            spec: "combined:nodes=3e6,tt=256M,pn.tt=64K,eval-noise=20",
        },
    ];

    /// The start, and an opening, a middle game and an endgame of a game between our own players.
    const BENCH: &'static [(&'static str, u32)] = &[
        ("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", 4),
        ("10/1#1q6/5Q2#1/7#1q/1##q3#2/2#Q#2Q#1/#1#2q4/5#4/5Q4/10 w", 4),
        ("3#6/1#3#3#/3q1Q###1/4#q1#1q/1##4#1#/2####Q1#1/#1#4#2/5#3Q/2#3#q2/4Q3#1 b", 5),
        ("3#3#2/1##Q1#3#/2##1####q/4#q1#2/q##4#1#/2####Q1#1/#1#1#1##2/1Q2##2#Q/2##1##q1#/6#1#1 w", 6),
    ];

    /// Empty squares.
    fn size(position: &Amazons) -> u32 {
        position.empty().count_ones()
    }

    fn best_settings(algorithm: &str) -> &'static str {
        match algorithm {
            "dfpns" => "init=mobility,order",
            "combined" => "proof=0,endgame=12",
            "mcts" => "bias-by=eval,sigmoid-scale=0.003",
            _ => "",
        }
    }

    fn heuristics(evaluation: &str) -> Option<AnyHeuristics> {
        if evaluation == "blockers" {
            let main = heuristics(AnyEvaluation::from(Main::default()));
            return Some(AnyHeuristics { proofs: Counting::PROBING, ..main });
        }
        Some(heuristics(match evaluation {
            "main" => Main::default().into(),
            "territory" => Territory.into(),
            "mobility" => Mobility.into(),
            _ => return None,
        }))
    }

    fn weights(heuristics: &AnyHeuristics) -> Vec<(String, i32)> {
        match &heuristics.evaluation {
            AnyEvaluation::Main(main) => main.list(),
            _ => Vec::new(),
        }
    }

    fn with_weights(heuristics: AnyHeuristics, weights: &[i32]) -> AnyHeuristics {
        heuristics.map_evaluation(|evaluation| match evaluation {
            AnyEvaluation::Main(main) => AnyEvaluation::Main(main.with(weights)),
            other => other,
        })
    }
}
