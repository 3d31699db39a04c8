//! A search on a thread of its own: how it is started, stopped and heard. Prints nothing.

use super::Event;
use players::{Board, Limits, Player, Request, SearchInfo};
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
    pub(super) player: Option<Box<dyn Player>>,
    /// The turn to play, as one word.
    pub(super) turn: Option<String>,
}

impl Thinking {
    /// Lets the player think about the board until its limits are reached or it is stopped.
    pub(super) fn start(
        number: u64,
        purpose: Purpose,
        mut player: Box<dyn Player>,
        board: Box<dyn Board>,
        limits: Limits,
        sender: Sender<Event>,
    ) -> Thinking {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&flag);
        std::thread::spawn(move || {
            let progress = sender.clone();
            // A player that panicked is not used again, so the state it was left in does not matter.
            let answer = catch_unwind(AssertUnwindSafe(|| {
                let request = Request::new(limits, &stop);
                let info = player.choose_turn(board.as_ref(), request, &mut |info: &SearchInfo| {
                    // If the receiver is gone, the program is about to end.
                    let _ = progress.send(Event::Progress(number, info.clone()));
                });
                let turn = info.turn().map(str::to_owned);
                let _ = progress.send(Event::Progress(number, info));
                (player, turn)
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
