//! Breakthrough (Dan Troyka, 2000) as a game for the Quadrille workbench.
//!
//! Each side has two rows of pieces. A piece moves one square straight or diagonally forward; it captures diagonally only.
//! The side that reaches the far row or captures every enemy piece wins. Start with `rules`, then see what [`Definition`]
//! adds: everything else has a default.

mod heuristics;
mod notation;
mod rules;

pub use heuristics::Advance;
pub use rules::{Breakthrough, Step};

use quadrille::{
    game::{GameDefinition, Notation},
    players::{self, AnyGame},
};

/// Breakthrough for the workbench.
pub struct Definition;

impl GameDefinition for Definition {
    type Position = Breakthrough;
    type Heuristics = Advance;

    const EVALUATIONS: &'static [&'static str] = &["advance", "material"];
    const BENCH: &'static [(&'static str, u32)] = &[(Breakthrough::POSITION_EXAMPLE, 7)];

    fn heuristics(evaluation: &str) -> Option<Advance> {
        match evaluation {
            "advance" => Some(Advance { piece: 100, row: 12 }),
            "material" => Some(Advance { piece: 100, row: 0 }),
            _ => None,
        }
    }
}

/// The game, ready for [`quadrille::run`].
pub fn game() -> &'static dyn AnyGame {
    players::game::<Definition>()
}
