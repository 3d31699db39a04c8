//! The Amazons in the registry: evaluations, best settings, levels, bench positions, and what is known of regions.

mod endgame;
mod local;
mod regions;

use crate::{Level, choice::choice, door::BoardRegions, endgame::Endgame, spec::Registration};
use amazons::{
    Amazons,
    heuristics::{Balanced, Mobility, Territory},
};
use game::Weights;
use search::Limits;
use std::sync::atomic::AtomicBool;

pub(crate) use local::game as local_game;

choice! {
    /// What can be believed of the game.
    Beliefs for Amazons { Balanced, Territory, Mobility }
}

/// See the [module](self).
pub(crate) struct Registered;

impl Registration for Registered {
    type Game = Amazons;
    type Beliefs = Beliefs;

    const EVALUATIONS: &'static [&'static str] = &["balanced", "territory", "mobility"];

    const BEST_ALPHABETA: &'static str = "";

    const BEST_DFPNS: &'static str = "init=mobility,order";

    const BEST_COMBINED: &'static str = "proof=0,endgame=12";

    const BEST_MCTS: &'static str = "bias-by=eval,squash=0.003";

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
            spec: "combined:nodes=1e5,tt=16M,pn.tt=64K,variety=20",
        },
        Level {
            name: "unbeatable",
            help: "thinks about three million positions and plays endgames that fall apart by exact values",
            spec: "combined:nodes=3e6,tt=256M,pn.tt=64K,variety=20",
        },
    ];

    const PRESETS: &'static [Level] = &[];

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

    fn regions(position: &Amazons, limits: Limits, stop: &AtomicBool) -> Option<BoardRegions> {
        regions::of(position, limits, stop)
    }

    fn endgame() -> Option<Box<dyn Endgame<Amazons>>> {
        Some(Box::new(endgame::ByValues::default()))
    }

    fn beliefs(name: &str) -> Option<Beliefs> {
        match name {
            "balanced" => Some(Balanced::default().into()),
            "territory" => Some(Territory.into()),
            "mobility" => Some(Mobility.into()),
            _ => None,
        }
    }

    fn weights(beliefs: &Beliefs) -> Vec<(String, i32)> {
        match beliefs {
            Beliefs::Balanced(b) => b.list(),
            _ => Vec::new(),
        }
    }

    fn weighed(beliefs: Beliefs, numbers: &[i32]) -> Beliefs {
        match beliefs {
            Beliefs::Balanced(b) => Beliefs::Balanced(b.with(numbers)),
            other => other,
        }
    }
}
