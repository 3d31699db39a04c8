//! What the engines of both protocols share: the loop, the player, and one search at a time on a thread of its own.
//!
//! Knows nothing of messages and prints nothing.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{input, setup::fresh_seed};
use players::{AnyGame, Board, Limits, Player, Request, SearchInfo, Spec, SpecError};
use std::{
    collections::VecDeque,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

/// Events that may wait. Input that comes faster than it is obeyed waits outside the program.
const QUEUE: usize = 1024;

/// An engine as its protocol sees it. [`run`] calls it from one thread only.
pub(super) trait Protocol {
    fn session(&mut self) -> &mut Session;
    /// Obeys a line of input; breaks off if it asks to leave.
    fn obey(&mut self, line: &str) -> ControlFlow<()>;
    /// Tells what the running search has found so far.
    fn report(&self, info: &SearchInfo);
    /// Answers: a search has ended by itself or by `stop`.
    fn answer(&mut self, ended: Ended);
}

/// Serves standard input until it ends or asks to leave.
pub(super) fn run(engine: &mut impl Protocol) {
    let sender = engine.session().sender.clone();
    std::thread::spawn(move || {
        let mut stream = std::io::stdin().lock();
        // If the receiver is gone, the program is about to end.
        while input::next_line(&mut stream).is_some_and(|line| sender.send(Event::Line(line)).is_ok()) {}
        let _ = sender.send(Event::EndOfInput);
    });
    let mut leaving = false;
    loop {
        match engine.session().next() {
            Event::Line(line) => {
                if engine.obey(&line).is_break() {
                    return engine.session().drop_search();
                }
            }
            Event::EndOfInput if engine.session().closes() => leaving = true,
            Event::EndOfInput => return,
            Event::Progress(info) => engine.report(&info),
            Event::Finished(finished) => {
                let ended = engine.session().take_back(finished);
                engine.answer(ended);
                if leaving {
                    return;
                }
            }
        }
    }
}

/// Something that the loop must know of.
pub(super) enum Event {
    /// A line has been read.
    Line(String),
    /// There is nothing more to read.
    EndOfInput,
    /// The running search has found something.
    Progress(SearchInfo),
    /// The search has ended.
    Finished(Finished),
}

/// What a search leaves behind: its player, lost if the search panicked, and the turn to play, as one word.
type Finished = (Option<Box<dyn Player>>, Option<String>);

/// A search that has ended.
pub(super) struct Ended {
    pub(super) purpose: Purpose,
    /// The turn to play, as one word.
    pub(super) turn: Option<String>,
    /// The search panicked, and found nothing.
    pub(super) broke_down: bool,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The controller waits for the answer.
    Answer,
    /// The opponent is to move; what is learned stays in the player's tables.
    Ponder,
}

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
    /// What was asked for: memory in MB, and threads.
    asked: (Option<u32>, Option<u32>),
    /// `None` while it thinks.
    player: Option<Box<dyn Player>>,
    /// Thinks from the next search on, since options have changed.
    successor: Option<Box<dyn Player>>,
    /// What the running search is for, and the flag that stops it.
    thinking: Option<(Purpose, Arc<AtomicBool>)>,
    sender: SyncSender<Event>,
    receiver: Receiver<Event>,
    /// Events that came while something else was waited for.
    waiting: VecDeque<Event>,
}

impl Session {
    pub(super) fn new(board: Box<dyn Board>, spec: Spec, fixed: Option<u64>) -> Result<Session, SpecError> {
        let player = Some(spec.build(fixed.unwrap_or_else(fresh_seed))?);
        let (sender, receiver) = sync_channel(QUEUE);
        let (asked, successor, thinking, waiting) = ((None, None), None, None, VecDeque::new());
        Ok(Session { board, spec, fixed, asked, player, successor, thinking, sender, receiver, waiting })
    }

    /// The game that is played.
    pub(super) fn game(&self) -> &'static dyn AnyGame {
        self.spec.game()
    }

    /// Waits for what happens next.
    fn next(&mut self) -> Event {
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
        let (mut hash, mut threads) = self.asked;
        match resource {
            Resource::Hash => hash = Some(amount),
            Resource::Threads => threads = Some(amount),
        }
        let mut spec = self.spec.clone();
        if let Some(megabytes) = hash {
            spec = spec.with_megabytes(megabytes)?;
        }
        if let Some(threads) = threads {
            spec = spec.with("threads", threads)?;
        }
        self.successor = Some(spec.build(self.fixed.unwrap_or_else(fresh_seed))?);
        self.asked = (hash, threads);
        Ok(())
    }

    /// What the running search is for.
    pub(super) fn purpose(&self) -> Option<Purpose> {
        self.thinking.as_ref().map(|(purpose, _)| *purpose)
    }

    /// Starts a search about the board; there must be none.
    pub(super) fn think(&mut self, purpose: Purpose, limits: Limits) {
        let player = self.successor.take().or_else(|| self.player.take());
        // A player that broke down is replaced.
        let player = player.or_else(|| self.spec.build(self.fixed.unwrap_or_else(fresh_seed)).ok());
        let Some(mut player) = player else { return };
        self.player = None;
        let stop = Arc::new(AtomicBool::new(false));
        self.thinking = Some((purpose, Arc::clone(&stop)));
        let (board, sender) = (self.board.copy(), self.sender.clone());
        std::thread::spawn(move || {
            // If the receiver is gone, the program is about to end.
            let send = |event| drop(sender.send(event));
            // A player that panicked is not used again, so the state it was left in does not matter.
            let finished = catch_unwind(AssertUnwindSafe(|| {
                let request = Request::new(limits, &stop);
                let progress = &mut |info: &SearchInfo| send(Event::Progress(info.clone()));
                let info = player.choose_turn(board.as_ref(), request, progress);
                let turn = info.turn().map(str::to_owned);
                send(Event::Progress(info));
                (Some(player), turn)
            }));
            send(Event::Finished(finished.unwrap_or((None, None))));
        });
    }

    /// Asks the running search for its answer; `false` if there is none.
    pub(super) fn stop(&self) -> bool {
        self.thinking.as_ref().map(|(_, stop)| stop.store(true, Ordering::Relaxed)).is_some()
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
    fn closes(&mut self) -> bool {
        if self.purpose() == Some(Purpose::Answer) {
            return self.stop();
        }
        self.drop_search();
        false
    }

    /// The search has ended: its player is free again.
    fn take_back(&mut self, (player, turn): Finished) -> Ended {
        let purpose = self.thinking.take().map_or(Purpose::Ponder, |(purpose, _)| purpose);
        self.player = player;
        Ended { purpose, turn, broke_down: self.player.is_none() }
    }

    /// Some legal turn as one word; `None` if there is none.
    pub(super) fn any_turn(&self) -> Option<String> {
        let mut player = self.game().player("random", self.fixed.unwrap_or_else(fresh_seed)).ok()?;
        let stop = AtomicBool::new(false);
        let request = Request::new(Limits::default(), &stop);
        player.choose_turn(self.board.as_ref(), request, &mut |_| ()).turn().map(str::to_owned)
    }
}
