//! Tzaar in the registry: its evaluations, best settings, levels and presets.

use crate::{
    Level,
    spec::{BeliefsVisitor, Registration},
};
use tzaar::{
    Tzaar,
    heuristics::{Beginner, Waltz},
};

/// See the [module](self).
pub(crate) struct Registered;

impl Registration for Registered {
    type Game = Tzaar;

    const EVALUATIONS: &'static [&'static str] = &["waltz-2013", "waltz-2012", "beginner"];

    const BEST_ALPHABETA: &'static str = "";

    const BEST_DFPNS: &'static str = "";

    const BEST: &'static str = "combined";

    const LEVELS: &'static [Level] = &[
        Level {
            name: "beginner",
            help: "looks two turns ahead at material only",
            spec: "alphabeta:depth=2,eval=beginner,random=5000,tt=1M",
        },
        Level {
            name: "intermediate",
            help: "sees threats, plays with variety",
            spec: "alphabeta:depth=4,random=20,tt=4M",
        },
        Level {
            name: "expert",
            help: "thinks about 100,000 positions",
            spec: "combined:nodes=1e5,opening=50,tt=16M",
        },
        Level {
            name: "unbeatable",
            help: "thinks about five million positions",
            spec: "combined:nodes=5e6,opening=50,tt=256M",
        },
    ];

    const PRESETS: &'static [Level] = &[];

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

    fn with_beliefs<V: BeliefsVisitor<Tzaar>>(name: &str, visitor: V) -> Option<V::Output> {
        match name {
            "waltz-2013" => Some(visitor.visit(Waltz::MARCH_2013)),
            "waltz-2012" => Some(visitor.visit(Waltz::AUGUST_2012)),
            "beginner" => Some(visitor.visit(Beginner::default())),
            _ => None,
        }
    }
}
