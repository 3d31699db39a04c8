//! Plays recorded games again by the rules: does every record tell a game that could have happened?
//!
//! Players are not asked again; what they thought is taken as it stands.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    error::ArenaError,
    record::{GameRecord, GameResult, reason},
};
use game::{Outcome, Side};
use players::{AnyGame, Board, PlayedTurn};

/// A game that was played again.
pub struct Replayed {
    /// The game at its end.
    pub board: Box<dyn Board>,
    /// All turns, those of the opening first, with the side that played them.
    pub turns: Vec<(Side, PlayedTurn)>,
}

/// Plays a recorded game again and checks that its turns are legal and canonical and that its result and reason follow.
pub fn replay(record: &GameRecord, entry: &dyn AnyGame) -> Result<Replayed, ArenaError> {
    replay_game(record, entry)
        .map_err(|problem| ArenaError::Input(format!("game {}: {problem}", record.header.id)))
}

fn replay_game(record: &GameRecord, entry: &dyn AnyGame) -> Result<Replayed, String> {
    let header = &record.header;
    if header.game != entry.name() {
        return Err(format!("it is a game of '{}', not of {}", header.game, entry.name()));
    }
    let mut board = entry.at_position(&header.start).map_err(|e| format!("the start {e}"))?;
    let canonical = board.position_text();
    if canonical != header.start {
        return Err(format!("the start '{}' is written '{canonical}'", header.start));
    }
    let chosen = record.played.turns.iter().map(|t| &t.turn);
    let mut turns = Vec::new();
    for (index, turn) in header.opening_turns.iter().chain(chosen).enumerate() {
        let number = index + 1;
        if board.outcome().is_some() {
            return Err(format!("turn {number}, '{turn}', comes after the end of the game"));
        }
        let side = board.to_move();
        let played = board.play(turn).map_err(|e| format!("turn {number}: {e}"))?;
        if played.word != *turn {
            return Err(format!("turn {number}, '{turn}', is written '{}'", played.word));
        }
        turns.push((side, played));
    }
    check_end(record, board.as_ref())?;
    Ok(Replayed { board, turns })
}

/// Does the recorded end follow from the last position?
fn check_end(record: &GameRecord, board: &dyn Board) -> Result<(), String> {
    let (result, why) = (record.played.result, record.played.reason.as_str());
    let (expected_result, expected_reason) = match board.outcome() {
        Some(outcome) => (GameResult::from(outcome), board.ending().unwrap_or_default()),
        // Who wins is taken as it stands: it was proved then, and is not proved again.
        None if why == reason::PROOF && result != GameResult::Draw => (result, why),
        None if why == reason::TURN_LIMIT => (GameResult::Draw, why),
        None if reason::FORFEITS.contains(&why) => (Outcome::Win(board.to_move().other()).into(), why),
        None => return Err(format!("the reason is '{why}', but the game is not finished")),
    };
    if result != expected_result {
        return Err(format!("the result is {}, but it should be {}", result.text(), expected_result.text()));
    }
    if why != expected_reason {
        return Err(format!("the reason is '{why}', but it should be '{expected_reason}'"));
    }
    Ok(())
}
