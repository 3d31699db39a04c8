//! A search on a thread of its own: how it is started, stopped and heard. Prints nothing.

use super::Event;
use game::Score;
use players::{AnyPlayer, Board, Limits, Request, Thought};
use protocol::aei::Info;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The controller waits for the answer.
    Answer,
    /// The opponent is to move; what is learned stays in the player's tables.
    Ponder,
}

/// A running search.
pub(super) struct Thinking {
    pub(super) number: u64,
    pub(super) purpose: Purpose,
    flag: Arc<AtomicBool>,
}

/// What a search leaves behind.
pub(super) struct Finished {
    /// Lost if the search broke down.
    pub(super) player: Option<Box<dyn AnyPlayer>>,
    /// The turn to play, as one word.
    pub(super) turn: Option<String>,
}

impl Thinking {
    /// Lets the player think about the board until its limits are reached or it is stopped.
    pub(super) fn start(
        number: u64,
        purpose: Purpose,
        mut player: Box<dyn AnyPlayer>,
        board: Box<dyn Board>,
        limits: Limits,
        sender: Sender<Event>,
    ) -> Thinking {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&flag);
        std::thread::spawn(move || {
            let progress = sender.clone();
            // A player that panicked is not used again, so nobody sees the state it was left in.
            let answer = catch_unwind(AssertUnwindSafe(|| {
                let request = Request { limits, lines: 1, stop: &stop };
                let thought = player.choose(board.as_ref(), request, &mut |thought: &Thought| {
                    // If nobody listens any more the program is about to end.
                    let _ = progress.send(Event::Progress(number, infos(board.as_ref(), thought)));
                });
                let _ = progress.send(Event::Progress(number, infos(board.as_ref(), &thought)));
                (player, thought.turn().map(str::to_owned))
            }));
            let finished = match answer {
                Ok((player, turn)) => Finished { player: Some(player), turn },
                Err(_) => Finished { player: None, turn: None },
            };
            let _ = sender.send(Event::Finished(finished));
        });
        Thinking { number, purpose, flag }
    }

    /// Asks for the best turn so far.
    pub(super) fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }
}

/// What a controller may want to know of a thought.
fn infos(board: &dyn Board, thought: &Thought) -> Vec<Info> {
    let mut infos = vec![
        Info::Depth { steps: thought.depth, begun: false },
        Info::Time(thought.time),
        Info::Nodes(thought.nodes),
    ];
    if let Some(line) = thought.lines.first() {
        infos.extend(line.score.map(|score| Info::Score(hundredths(score))));
        infos.push(Info::Pv(variation(board, &line.turns)));
    }
    infos
}

/// A score in hundredths of a rabbit; wins and losses are far beyond what pieces are worth, the nearer the further.
fn hundredths(score: Score) -> i64 {
    const DECIDED: i64 = 100_000;
    match score.distance() {
        None => score.raw().into(),
        Some(actions) if score.is_win() => DECIDED - i64::from(actions),
        Some(actions) => i64::from(actions) - DECIDED,
    }
}

/// Turns in official notation, each after the first preceded by the letter of its side. The last one may be unfinished.
fn variation(board: &dyn Board, turns: &[String]) -> String {
    let letters = board.sides().map(|name| name.chars().next().unwrap_or(' ').to_ascii_lowercase());
    let mut board = board.copy();
    let mut words = Vec::new();
    for (nth, turn) in turns.iter().enumerate() {
        if nth > 0 {
            words.push(letters[board.to_move().index()].to_string());
        }
        match board.play(turn) {
            Ok(played) => words.push(played.text),
            Err(_) => {
                words.push(turn.replace(',', " "));
                break;
            }
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_scores_are_beyond_all_pieces() {
        assert_eq!(hundredths(Score::opinion(-120)), -120);
        assert_eq!(hundredths(Score::win_in(3)), 99_997);
        assert_eq!(hundredths(Score::loss_in(8)), -99_992);
    }

    #[test]
    fn a_variation_names_the_sides() {
        let board = players::find_game("arimaa").unwrap().start("classic").unwrap();
        let turns = ["Ee2n,Ee3n,pass", "ed7s,ed6s,ed5s,ed4s", "Md2e"].map(String::from);
        assert_eq!(variation(board.as_ref(), &turns), "Ee2n Ee3n s ed7s ed6s ed5s ed4s g Md2e");
        let cut = ["Ee2n,Ee3n,pass", "ed7s", "Rd1s"].map(String::from);
        assert_eq!(variation(board.as_ref(), &cut), "Ee2n Ee3n s ed7s g Rd1s");
    }
}
