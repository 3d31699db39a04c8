//! The words that every game and every search share, and nothing else.
//!
//! This crate owns the traits a game implements ([`Game`], [`Setup`], [`Notation`], [`Draw`], [`Heuristics`] and small
//! capabilities) and the types they speak in. It refuses to search, to keep a clock, to print, or to know any game.

mod capability;
mod definition;
mod draw;
mod heuristics;
mod history;
mod network;
mod notation;
pub mod perft;
mod rules;
mod scene;
mod score;
mod side;
mod splitmix;
mod square;
mod turns;
mod weights;

pub use capability::{Decomposes, EitherSideCanMove, Holder, Region, Span};
pub use definition::{DEFAULT_LEVELS, GameDefinition, Level, Playable, ReadRecord};
pub use draw::{Draw, TextStyle};
pub use heuristics::{Evaluation, EvaluationState, HeuristicSet, Heuristics, MoveOrdering, Proofs};
pub use history::History;
pub use network::NetworkInputs;
pub use notation::{LONGEST_RECORD, LONGEST_TEXT, Notation, Setup, TextError, quoted};
pub use perft::{Counted, perft, perft_turns};
pub use rules::{Action, Game, Key};
pub use scene::{
    Cells, Gesture, LostPiece, Scene, SceneCount, SceneLabel, ScenePiece, ScenePoint, chequered,
};
pub use score::{Score, Turn, Verdict};
pub use side::{Outcome, Side};
pub use splitmix::{mix, splitmix};
pub use square::{
    Square, SquarePicture, SquareShapes, SquareText, fen_row, is_marked, marked_in_words, text_of_squares,
};
pub use turns::{TurnChoice, distinct_turns, first_turn, play_turn};
pub use weights::{Weights, weight_name};
