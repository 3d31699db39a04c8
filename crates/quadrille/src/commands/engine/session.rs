//! What the loops of both protocols share: the queue of events, the player, and one search at a time.
//!
//! Knows nothing of messages and prints nothing.

use super::{
    Event,
    thinking::{Finished, Purpose, Thinking},
};
use crate::setup::fresh_seed;
use players::{AnyGame, Board, Limits, Player, Request, Spec, SpecError};
use std::{
    collections::VecDeque,
    sync::{
        atomic::AtomicBool,
        mpsc::{Receiver, Sender},
    },
};

/// An option of the protocols that belongs to the player's spec.
#[derive(Clone, Copy)]
pub(super) enum Resource {
    /// Memory of tables or trees, in MB.
    Hash,
    Threads,
}

pub(super) struct Session {
    pub(super) board: Box<dyn Board>,
    spec: Spec,
    /// The one seed to use, or a new one for every player.
    fixed: Option<u64>,
    /// What was asked for each [`Resource`].
    asked: [Option<u32>; 2],
    /// `None` while it thinks.
    player: Option<Box<dyn Player>>,
    /// Thinks from the next search on, since options have changed.
    successor: Option<Box<dyn Player>>,
    thinking: Option<Thinking>,
    searches: u64,
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Events that came while something else was waited for.
    waiting: VecDeque<Event>,
}

impl Session {
    pub(super) fn new(
        board: Box<dyn Board>,
        spec: Spec,
        fixed: Option<u64>,
        (sender, receiver): (Sender<Event>, Receiver<Event>),
    ) -> Result<Session, SpecError> {
        let player = spec.build(fixed.unwrap_or_else(fresh_seed))?;
        Ok(Session {
            board,
            spec,
            fixed,
            asked: [None; 2],
            player: Some(player),
            successor: None,
            thinking: None,
            searches: 0,
            sender,
            receiver,
            waiting: VecDeque::new(),
        })
    }

    /// The game that is played.
    pub(super) fn game(&self) -> &'static dyn AnyGame {
        self.spec.game()
    }

    /// Waits for what happens next.
    pub(super) fn next(&mut self) -> Event {
        let queued = self.waiting.pop_front();
        // The session keeps a sender itself, so the channel cannot be closed.
        queued.unwrap_or_else(|| self.receiver.recv().unwrap_or(Event::EndOfInput))
    }

    /// Forgets what belongs to the game before.
    pub(super) fn new_game(&mut self) {
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    /// Gives the player so much of something from the next search on; if that cannot be, all stays as it was.
    pub(super) fn grant(&mut self, resource: Resource, amount: u32) -> Result<(), SpecError> {
        let mut asked = self.asked;
        asked[resource as usize] = Some(amount);
        let mut spec = self.spec.clone();
        if let Some(megabytes) = asked[Resource::Hash as usize] {
            spec = spec.with_megabytes(megabytes)?;
        }
        if let Some(threads) = asked[Resource::Threads as usize] {
            spec = spec.with("threads", threads)?;
        }
        self.successor = Some(spec.build(self.fixed.unwrap_or_else(fresh_seed))?);
        self.asked = asked;
        Ok(())
    }

    /// What the running search is for.
    pub(super) fn purpose(&self) -> Option<Purpose> {
        self.thinking.as_ref().map(|thinking| thinking.purpose)
    }

    /// Is it the running search that has this number?
    pub(super) fn is_current(&self, number: u64) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.number == number)
    }

    /// Starts a search about the board; there must be none.
    pub(super) fn think(&mut self, purpose: Purpose, limits: Limits) {
        let player = self.successor.take().or_else(|| self.player.take());
        // A player that broke down is replaced.
        let player = player.or_else(|| self.spec.build(self.fixed.unwrap_or_else(fresh_seed)).ok());
        let Some(player) = player else { return };
        self.player = None;
        self.searches += 1;
        let (board, sender) = (self.board.copy(), self.sender.clone());
        self.thinking = Some(Thinking::start(self.searches, purpose, player, board, limits, sender));
    }

    /// Asks the running search for its answer; `false` if there is none.
    pub(super) fn stop(&self) -> bool {
        self.thinking.as_ref().map(Thinking::stop).is_some()
    }

    /// Ends a running search without an answer and takes the player back.
    pub(super) fn drop_search(&mut self) {
        if !self.stop() {
            return;
        }
        while let Ok(event) = self.receiver.recv() {
            match event {
                Event::Finished(finished) => {
                    self.take_back(finished);
                    return;
                }
                Event::Progress(..) => (),
                other => self.waiting.push_back(other),
            }
        }
    }

    /// The input has ended. An answer that is owed is asked for at once and `true` says that it will come; anything else is
    /// dropped.
    pub(super) fn closes(&mut self) -> bool {
        if self.purpose() == Some(Purpose::Answer) {
            return self.stop();
        }
        self.drop_search();
        false
    }

    /// The search has ended: its player is free again. Says what the search was for and what it found, or `None` if it had
    /// been dropped.
    pub(super) fn take_back(&mut self, finished: Finished) -> Option<Ended> {
        let purpose = self.thinking.take()?.purpose;
        self.player = finished.player;
        Some(Ended { purpose, turn: finished.turn, broke_down: self.player.is_none() })
    }

    /// Some legal turn as one word; `None` if there is none.
    pub(super) fn any_turn(&self) -> Option<String> {
        let mut player = self.game().player("random", self.fixed.unwrap_or_else(fresh_seed)).ok()?;
        let stop = AtomicBool::new(false);
        let request = Request::new(Limits::default(), &stop);
        player.choose_turn(self.board.as_ref(), request, &mut |_| ()).turn().map(str::to_owned)
    }
}

/// A search that has ended.
pub(super) struct Ended {
    pub(super) purpose: Purpose,
    /// The turn to play, as one word.
    pub(super) turn: Option<String>,
    /// The search panicked, and found nothing.
    pub(super) broke_down: bool,
}
