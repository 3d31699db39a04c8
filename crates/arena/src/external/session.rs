//! A running engine that speaks a protocol: starts it, asks it, and says why it did not answer.
//!
//! Every question has a deadline, and an answer that does not come is a failure with a reason. Whether a turn came in time
//! and is legal, others decide.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    EngineSpec, failure,
    language::{Bounds, EngineInfo, GameSoFar, Language, Meaning},
    process::{Heard, Process},
};
use crate::record::reason;
use players::{Board, Failure};
use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// Lines between a question and its answer; more of them are a flood like a line without end.
const MOST_LINES: u64 = 1_000_000;
/// After `stop` an answer is waited for this long.
const AFTER_STOP: Duration = Duration::from_millis(500);
/// The stop flag of questions that nothing interrupts.
pub(super) static NEVER: AtomicBool = AtomicBool::new(false);

pub(super) struct Session {
    pub(super) process: Process,
    language: Box<dyn Language>,
    /// From the start of the program, and of every game, until it says that it is ready.
    start: Duration,
}

/// What is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Introduction,
    Readiness,
    Turn,
}

impl Session {
    /// Starts the program and has it introduce itself.
    pub(super) fn open(spec: &EngineSpec, language: Box<dyn Language>) -> Result<Session, Failure> {
        let process = Process::start(&spec.command, &[], spec.settings.log.as_deref())?;
        let mut session = Session { process, language, start: spec.settings.start };
        session.process.say(session.language.hello());
        let deadline = Instant::now() + session.start;
        session.wait(Awaited::Introduction, deadline, &NEVER, &mut |_| ())?;
        Ok(session)
    }

    /// Begins a game at this board; `usual_start` is the position text of the usual one.
    pub(super) fn begin(
        &mut self,
        board: &dyn Board,
        usual_start: Option<&String>,
    ) -> Result<GameSoFar, Failure> {
        let start = board.position_text();
        let usual = usual_start == Some(&start);
        let game = GameSoFar { start, usual, turns: Vec::new(), board: board.copy() };
        let messages = self.language.new_game(&game).map_err(|problem| {
            failure(reason::CRASHED, format!("the protocol cannot begin here: {problem}"))
        })?;
        messages.iter().for_each(|message| self.process.say(message));
        self.ready(Instant::now() + self.start, &NEVER)?;
        Ok(game)
    }

    /// Waits until everything that was said is dealt with.
    pub(super) fn ready(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<(), Failure> {
        self.process.say("isready");
        self.wait(Awaited::Readiness, deadline, stop, &mut |_| ()).map(drop)
    }

    /// Has the engine think about its turn.
    pub(super) fn go(
        &mut self,
        game: &GameSoFar,
        bounds: Bounds,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        let messages = self.language.before_turn(game, bounds);
        messages.iter().for_each(|message| self.process.say(message));
        // Leftovers of an earlier question come before this answer.
        self.ready(deadline, stop)?;
        self.process.say(&self.language.go(bounds));
        Ok(())
    }

    /// The turn that the engine has chosen; `thinking` hears what it says of its search.
    pub(super) fn turn(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
        thinking: &mut dyn FnMut(EngineInfo),
    ) -> Result<String, Failure> {
        self.wait(Awaited::Turn, deadline, stop, thinking)
    }

    /// Listens until what is waited for is there: a turn, or nothing but the word that was wanted.
    fn wait(
        &mut self,
        awaited: Awaited,
        deadline: Instant,
        stop: &AtomicBool,
        thinking: &mut dyn FnMut(EngineInfo),
    ) -> Result<String, Failure> {
        let (mut deadline, mut stop) = (deadline, stop);
        let mut nonsense = String::new();
        let what = match awaited {
            Awaited::Introduction => "introduction",
            Awaited::Readiness => "'readyok'",
            Awaited::Turn => "turn",
        };
        for _ in 0..MOST_LINES {
            match self.process.hear(deadline, stop) {
                Heard::Line(line) => match (self.language.meaning(&line), awaited) {
                    (Meaning::Introduced, Awaited::Introduction) | (Meaning::Ready, Awaited::Readiness) => {
                        return Ok(String::new());
                    }
                    (Meaning::Turn(turn), Awaited::Turn) if turn.is_empty() => {
                        return Err(failure(reason::ILLEGAL_TURN, "the move after 'bestmove' is empty"));
                    }
                    (Meaning::Turn(turn), Awaited::Turn) => return Ok(turn),
                    (Meaning::Resigned, Awaited::Turn) => {
                        return Err(failure(reason::RESIGNED, "it gave up"));
                    }
                    (Meaning::Thinking(said), Awaited::Turn) => thinking(said),
                    (Meaning::Nonsense(problem), _) => nonsense = format!("; of what came, {problem}"),
                    _ => {}
                },
                Heard::Stopped => {
                    // The best turn so far is wanted at once.
                    self.process.say("stop");
                    stop = &NEVER;
                    deadline = deadline.min(Instant::now() + AFTER_STOP);
                }
                Heard::Nothing => {
                    return Err(failure(reason::STALLED, format!("no {what} came in time{nonsense}")));
                }
                Heard::Flood => {
                    let detail = format!("a line without end came instead of the {what}");
                    return Err(failure(reason::FLOODED, detail));
                }
                Heard::Closed => {
                    let detail = format!("its output ended before the {what}; {}", self.process.end());
                    return Err(failure(reason::CRASHED, detail));
                }
            }
        }
        Err(failure(reason::FLOODED, format!("{MOST_LINES} lines came instead of the {what}")))
    }
}
