//! What the protocols of engines have in common: what is said when, and what a line means. No process and no clock.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use game::Side;
use players::{Board, Limits, PlayedTurn};
use std::time::Duration;

/// A game as an engine has to be told of it.
pub(super) struct GameSoFar {
    /// The position in which the engine came to the game.
    pub(super) start: String,
    /// Is that the usual start of the game?
    pub(super) usual: bool,
    /// Turns since then.
    pub(super) turns: Vec<PlayedTurn>,
    /// The board now.
    pub(super) board: Box<dyn Board>,
}

/// What bounds the thinking about a turn.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) limits: Limits,
    /// Clocks of the game and increment, if it has clocks.
    pub(super) clocks: Option<([Duration; 2], Duration)>,
    pub(super) side: Side,
}

/// What a line from an engine means.
pub(super) enum Meaning {
    /// The introduction is over.
    Introduced,
    /// Ready.
    Ready,
    /// The turn to play, in the game's notation.
    Turn(String),
    /// The engine gives up.
    Resigned,
    /// Something about its thinking.
    Thinking(EngineInfo),
    /// Nothing that matters here.
    Chatter,
    /// Not a message, for this reason.
    Nonsense(String),
}

/// What an engine says of its thinking.
#[derive(Default)]
pub(super) struct EngineInfo {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) score: Option<game::Score>,
}

/// A protocol, from the controller's end.
pub(super) trait Language: Send {
    /// The first thing said.
    fn hello(&self) -> &'static str;
    /// What begins a game; an error says why this protocol cannot begin there.
    fn new_game(&mut self, game: &GameSoFar) -> Result<Vec<String>, String>;
    /// What must be said before the engine can think about its turn.
    fn before_turn(&mut self, game: &GameSoFar, bounds: Bounds) -> Vec<String>;
    /// What makes it think.
    fn go(&self, bounds: Bounds) -> String;
    /// What a line means.
    fn meaning(&self, line: &str) -> Meaning;
}
