//! KnightThrough in the registry: its evaluations, best settings, levels and presets.

use crate::{Level, choice::choice, spec::Registration};
use game::{Side, Weights};
use knightthrough::{
    KnightThrough,
    heuristics::{Controlled, Report, Strong},
};

choice! {
    /// What can be believed of the game.
    Beliefs for KnightThrough { Strong, Report, Controlled }
}

/// See the [module](self).
pub(crate) struct Registered;

impl Registration for Registered {
    type Game = KnightThrough;
    type Beliefs = Beliefs;

    const EVALUATIONS: &'static [&'static str] = &["strong", "report", "controlled"];

    const BEST_ALPHABETA: &'static str = "quiescence=4,null=2,lmr=80";

    const BEST_DFPNS: &'static str = "weak=plain,epsilon=1/8,init=eval,init-t=100,init-a=3,init-b=3";

    const BEST: &'static str = "alphabeta";

    const LEVELS: &'static [Level] = &[
        Level {
            name: "beginner",
            help: "sees one turn ahead and is easily distracted",
            spec: "alphabeta:eval=report,depth=1,random=70,tt=1M",
        },
        Level {
            name: "intermediate",
            help: "sees simple threats, plays with some variety",
            spec: "alphabeta:depth=3,random=20,tt=4M",
        },
        Level {
            name: "expert",
            help: "searches 50,000 positions for a turn",
            spec: "alphabeta:nodes=50000,tt=16M",
        },
        Level {
            name: "unbeatable",
            help: "searches five million positions for a turn, about a second",
            spec: "alphabeta:nodes=5e6,tt=256M",
        },
    ];

    const PRESETS: &'static [Level] = &[Level {
        name: "ser-prunes-a-lot",
        help: "the engine of the 2014 report, faults mended, 30 s a turn",
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

    fn beliefs(name: &str) -> Option<Beliefs> {
        match name {
            "strong" => Some(Strong::DEFAULT.into()),
            "report" => Some(Report.into()),
            "controlled" => Some(Controlled.into()),
            _ => None,
        }
    }

    fn weights(beliefs: &Beliefs) -> Vec<(String, i32)> {
        match beliefs {
            Beliefs::Strong(b) => b.weights.list(),
            _ => Vec::new(),
        }
    }

    fn weighed(beliefs: Beliefs, numbers: &[i32]) -> Beliefs {
        match beliefs {
            Beliefs::Strong(b) => Beliefs::Strong(Strong { weights: b.weights.with(numbers) }),
            other => other,
        }
    }
}
