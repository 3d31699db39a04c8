//! From a text to a player: the one registry where games and searches meet.

mod board;
mod choice;
mod combined;
mod door;
mod endgame;
mod entry;
mod evaluation;
mod games;
mod partial;
mod player;
mod random;
mod ready;
mod sgf;
mod spec;
pub mod sums;
mod variety;

pub use board::{GameBoard, Playable};
pub use door::{
    AnyPlayer, Board, BoardRegion, BoardRegions, Failure, GameEntry, Level, NextAction, Palette, PartialTurn,
    PlayedTurn, Request, Thought, ThoughtLine, Typed, Weighing,
};

pub use game::Counted;
pub use games::GAMES;
pub use search::{
    Limits, TimeLimit,
    random::{Generator, derive_seed, generator},
    settings::{Kind, Milliseconds, Number, SettingError, SettingInfo, SettingValue},
};
pub use spec::{ALGORITHMS, Algorithm};
pub use variety::EVALUATION_SETTINGS;

use thiserror::Error;

/// A game that is not in the registry.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{name}' is not a game; known: {known}")]
pub struct UnknownGame {
    /// The name as given.
    pub name: String,
    /// All known names.
    pub known: String,
}

/// A source of temperatures for strategies of sums that nobody knows.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no source of temperatures and no setting of this strategy; sources: {known}", known = sums::SOURCES)]
pub struct UnknownSource(pub String);

/// A player spec that could not be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// No player has this name.
    #[error("'{name}' is not a player of {game}; known: {known}")]
    UnknownPlayer {
        /// The name as given.
        name: String,
        /// The game it was asked for.
        game: &'static str,
        /// All known names.
        known: String,
    },
    /// No level or preset has this name.
    #[error("'{name}' is not a level of {game}; known: {known}")]
    UnknownLevel {
        /// The name as given.
        name: String,
        /// The game it was asked for.
        game: &'static str,
        /// All known names.
        known: String,
    },
    /// No evaluation has this name.
    #[error("'{name}' is not an evaluation of {game}; known: {known}")]
    UnknownEvaluation {
        /// The name as given.
        name: String,
        /// The game it was asked for.
        game: &'static str,
        /// All known names.
        known: String,
    },
    /// No weight of the evaluation has this name.
    #[error("'w.{name}' is not a weight of the evaluation {evaluation}; known, N being a number: {known}")]
    UnknownWeight {
        /// The name as given.
        name: String,
        /// The evaluation.
        evaluation: &'static str,
        /// All known names, with N for numbers.
        known: String,
    },
    /// A weight does not take this value.
    #[error(
        "'w.{text}' does not give a weight; it takes a whole number from -{most} to {most}, as in w.NAME=12"
    )]
    BadWeight {
        /// Name and value as given.
        text: String,
        /// The largest number.
        most: i32,
    },
    /// The player has no evaluation inside this program.
    #[error("'{spec}' has no weights that could be changed here")]
    NoWeights {
        /// The spec as given.
        spec: String,
    },
    /// A program outside cannot play here, or is not named properly.
    #[error(transparent)]
    External(game::TextError),
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] search::settings::SettingError),
    /// A source of temperatures that nobody knows.
    #[error(transparent)]
    Source(#[from] UnknownSource),
    /// A database that cannot be opened.
    #[error("{0}")]
    Database(String),
    /// A proof-number search cannot have these settings.
    #[error(transparent)]
    Proof(#[from] search::proof::ProofError),
}

/// The game with this name.
pub fn find_game(name: &str) -> Result<&'static dyn GameEntry, UnknownGame> {
    let known = GAMES.iter().map(|g| g.name()).collect::<Vec<_>>().join(", ");
    GAMES.iter().copied().find(|g| g.name() == name).ok_or(UnknownGame { name: name.into(), known })
}
