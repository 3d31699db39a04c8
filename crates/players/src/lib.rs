//! From a text to a player: where games and searches meet.
//!
//! A [`Spec`] names a player of one game; [`Spec::build`] makes the player, which chooses turns on a [`Board`].
//!
//! ```
//! use players::{GAMES, Limits, Request};
//! use std::sync::atomic::AtomicBool;
//!
//! let game = GAMES.find("knightthrough")?;
//! let mut board = game.start("4x6")?;
//! let mut player = game.spec("alphabeta:tt=1M")?.build(1)?;
//! let stop = AtomicBool::new(false);
//! let limits = Limits { nodes: Some(1000), ..Limits::default() };
//! while board.outcome().is_none() {
//!     let info = player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ());
//!     board.play(info.turn().expect("an unfinished game has a turn"))?;
//! }
//! assert_eq!(board.ending(), Some("goal"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amazons;
mod board;
mod book;
mod combined;
mod dynamic;
mod endgame;
mod evaluation;
mod noise;
mod partial;
mod player;
mod random;
mod registry;
mod spec;
pub mod sums;
mod typed;

pub use amazons::blockers;
pub use board::GameBoard;
pub use combined::{CombinedConfig, CombinedParts};
pub use dynamic::{
    ActiveInputs, AnyGame, Board, BoardRegion, BoardRegions, Failure, GameInfo, LearnedInputs, NextAction,
    Palette, PartialTurn, PlayedTurn, Player, Request, SearchInfo, TunableEvaluation, Typed, Variation,
};
pub use evaluation::{EvaluationSpec, NETWORK_FILE};
pub use game::{Counted, GameDefinition, Level, Playable};
pub use noise::EVALUATION_SETTINGS;
pub use registry::{GAMES, Games, UnknownGame};
pub use search::{
    Limits, TimeLimit,
    random::{Generator, derive_seed, generator},
    settings::{Kind, Milliseconds, Number, SettingError, SettingInfo, SettingValue},
};
pub use spec::{ALGORITHMS, Algorithm, AlgorithmConfig, Spec};
pub use typed::game;

use thiserror::Error;

/// A player spec that could not be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// The text is far longer than any player needs.
    #[error("'{beginning}' is {length} bytes long; a player spec has at most {most}")]
    TooLong {
        /// How it begins.
        beginning: String,
        /// Its bytes.
        length: usize,
        /// The longest that is read.
        most: usize,
    },
    /// No player, level or evaluation has this name.
    #[error("'{name}' is not {what} of {game}; known: {known}")]
    Unknown {
        /// The name as given.
        name: String,
        /// What was looked for: `a player`, `a level` or `an evaluation`.
        what: &'static str,
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
        "'w.{text}' is not a weight setting; it takes a whole number from -{most} to {most}, as in w.NAME=12"
    )]
    BadWeight {
        /// Name and value as given.
        text: String,
        /// The largest number.
        most: i32,
    },
    /// The file of a network is not one that the game can use.
    #[error("'{path}' {problem}")]
    BadNetwork {
        /// The path as given.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The player has no evaluation inside this program.
    #[error("'{spec}' has no weights that could be changed here")]
    NoWeights {
        /// The spec as given.
        spec: String,
    },
    /// The player takes no settings.
    #[error("'{settings}' is not a setting: {name} takes no settings")]
    NoSettings {
        /// The player.
        name: String,
        /// The settings as given.
        settings: String,
    },
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] search::settings::SettingError),
    /// An unknown source of temperatures for strategies of sums.
    #[error("'{0}' is not a source of temperatures or a setting of this strategy; sources: {known}", known = sums::SOURCES)]
    Source(String),
    /// A database that cannot be opened.
    #[error("{0}")]
    Database(String),
    /// A proof-number search cannot have these settings.
    #[error(transparent)]
    Proof(#[from] search::proof::MemoryError),
}
