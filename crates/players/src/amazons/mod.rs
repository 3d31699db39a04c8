//! What exact values of `cgt` add to the Amazons: regions with thermographs, and endgames played by values.

pub mod blockers;
mod endgame;
mod local;
mod regions;

pub(crate) use local::game as local_game;

use crate::typed::{Extension, TypedGame};

/// The Amazons with both.
pub(crate) static AMAZONS: TypedGame<amazons::Definition> = TypedGame::extended(Extension {
    regions: regions::board_regions,
    endgame: || Box::new(endgame::ByValues::default()),
});
