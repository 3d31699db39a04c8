//! The games that are being played in running matches, for those who watch. Nothing here is stored.

use arena::{GameRecord, RunningGame};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The topic of updates about the running games of a match.
pub fn topic(id: &str) -> String {
    format!("{id}/live")
}

/// Finished games of a match that stay, so that a page that shows turns more slowly than they are made can show the end.
const FINISHED: usize = 4;

/// A game of a match.
struct LiveBoard {
    /// Addresses the game.
    header: String,
    /// What does not change.
    frame: Value,
    /// All turns as words, those of the opening first.
    turns: Vec<String>,
    remaining: [u64; 2],
    /// Result and reason, once it is over.
    end: Option<[String; 2]>,
}

/// The games of running matches, by the id of the match.
#[derive(Default)]
pub struct LiveBoards(Mutex<HashMap<String, Vec<LiveBoard>>>);

impl LiveBoards {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<LiveBoard>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of a game between two players of a plan.
    pub fn see(&self, id: &str, players: [usize; 2], game: &RunningGame<'_>) {
        let header = game.header;
        let mut matches = self.lock();
        let boards = matches.entry(id.into()).or_default();
        let nth = boards.iter().position(|board| board.header == header.id).unwrap_or_else(|| {
            let [one, other] = players;
            let frame = json!({
                "id": header.id, "game": header.game, "start": header.start, "control": header.time_control,
                "sides": if header.leg == 1 { [one, other] } else { [other, one] },
                "opening": header.opening_turns.len(),
            });
            let (header, turns) = (header.id.clone(), header.opening_turns.clone());
            boards.push(LiveBoard { header, frame, turns, remaining: [0; 2], end: None });
            boards.len() - 1
        });
        if let Some(board) = boards.get_mut(nth) {
            let known = board.turns.len() - header.opening_turns.len().min(board.turns.len());
            board.turns.extend(game.turns.iter().skip(known).map(|turn| turn.turn.clone()));
            board.remaining = game.remaining.map(|left| left.as_millis() as u64);
        }
    }

    /// Takes note of how a game has ended.
    pub fn end(&self, id: &str, record: &GameRecord) {
        let mut matches = self.lock();
        let Some(boards) = matches.get_mut(id) else { return };
        if let Some(board) = boards.iter_mut().find(|board| board.header == record.header.id) {
            board.end = Some([record.played.result.text().into(), record.played.reason.clone()]);
        }
        let finished = boards.iter().filter(|board| board.end.is_some()).count();
        let mut surplus = finished.saturating_sub(FINISHED);
        boards.retain(|board| {
            let old = board.end.is_some() && surplus > 0;
            surplus -= usize::from(old);
            !old
        });
    }

    /// Forgets a match that has ended.
    pub fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    /// The games of a match, the oldest first.
    pub fn view(&self, id: &str) -> Value {
        let matches = self.lock();
        let board = |board: &LiveBoard| {
            let mut view = board.frame.clone();
            let more = json!({ "turns": board.turns, "remaining_ms": board.remaining, "end": board.end });
            crate::wire::merge(&mut view, more);
            view
        };
        let boards = matches.get(id).map(|boards| boards.iter().map(board).collect::<Value>());
        json!({ "games": boards.unwrap_or_else(|| json!([])) })
    }
}
