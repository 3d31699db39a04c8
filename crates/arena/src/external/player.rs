//! A program that speaks a protocol, as a player: starts it, asks it, and says why it did not answer.
//!
//! Every question has a deadline. A program that misses one, breaks down or prints without end is killed and not asked
//! again in this game. Whether an answer came in time and is legal, the match decides.

use super::{
    EngineSettings, EngineSpec,
    language::{Bounds, GameSoFar, Language, Meaning},
    process::{Heard, Process},
};
use crate::record::reason;
use game::Verdict;
use players::{Board, Failure, PlayedTurn, Player, Request, SearchInfo, Variation};
use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// Lines between a question and its answer; more of them are a flood like a line without end.
const MOST_LINES: u64 = 1_000_000;
/// After `stop` an answer is waited for this long.
const AFTER_STOP: Duration = Duration::from_millis(500);

pub(super) struct EnginePlayer<L> {
    command: String,
    language: L,
    /// The position text of the usual start.
    usual_start: Option<String>,
    settings: EngineSettings,
    process: Option<Process>,
    game: Option<GameSoFar>,
    clocks: Option<([Duration; 2], Duration)>,
    /// Why it is not asked any more.
    broken: Option<Failure>,
}

/// What was waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Introduction,
    Readiness,
    Turn,
}

/// How waiting ended well.
enum Got {
    Done,
    Turn(String),
}

impl<L: Language> EnginePlayer<L> {
    pub(super) fn new(spec: &EngineSpec, language: L) -> EnginePlayer<L> {
        let (command, settings) = (spec.command.clone(), spec.settings.clone());
        let usual_start = spec.game.start("").ok().map(|board| board.position_text());
        let (process, game, clocks, broken) = (None, None, None, None);
        EnginePlayer { command, language, usual_start, settings, process, game, clocks, broken }
    }

    /// Starts the program, if it is not running, and a game in it.
    fn prepare(&mut self, board: &dyn Board) -> Result<(), Failure> {
        let never = AtomicBool::new(false);
        if self.process.is_none() {
            let crashed = |error: std::io::Error| Failure {
                reason: reason::CRASHED,
                detail: format!("the program could not be started: {error}"),
            };
            let process =
                Process::start(&self.command, &[], self.settings.log.as_deref()).map_err(crashed)?;
            process.say(self.language.hello());
            self.process = Some(process);
            let deadline = Instant::now() + self.settings.start;
            self.wait(Awaited::Introduction, deadline, &never, &mut |_| ())?;
        }
        let start = board.position_text();
        let usual = self.usual_start.as_ref() == Some(&start);
        let game = GameSoFar { start, usual, turns: Vec::new(), board: board.copy() };
        let messages = self.language.new_game(&game).map_err(|problem| Failure {
            reason: reason::CRASHED,
            detail: format!("the protocol cannot begin here: {problem}"),
        })?;
        self.game = Some(game);
        self.say(&messages);
        self.say(&["isready".into()]);
        let deadline = Instant::now() + self.settings.start;
        self.wait(Awaited::Readiness, deadline, &never, &mut |_| ()).map(drop)
    }

    fn say(&self, messages: &[String]) {
        if let Some(process) = &self.process {
            messages.iter().for_each(|message| process.say(message));
        }
    }

    fn ask(&mut self, board: &dyn Board, request: Request<'_>, info: &mut SearchInfo) -> Result<(), Failure> {
        let knows = |game: &GameSoFar| game.board.position_text() == board.position_text();
        if self.process.is_none() || !self.game.as_ref().is_some_and(knows) {
            self.prepare(board)?;
        }
        let bounds = Bounds { limits: request.limits, clocks: self.clocks, side: board.to_move() };
        let asked = Instant::now();
        let longest = match (bounds.clocks, request.limits.time) {
            (Some((remaining, _)), _) => remaining[bounds.side.index()] + self.settings.overtime,
            (None, Some(time)) => time.hard + self.settings.overtime,
            (None, None) => self.settings.timeout,
        };
        let deadline = asked + longest;
        let Some(game) = &self.game else { return Ok(()) };
        let messages = self.language.before_turn(game, bounds);
        self.say(&messages);
        // Leftovers of an earlier question come before this answer.
        self.say(&["isready".into()]);
        self.wait(Awaited::Readiness, deadline, request.stop, &mut |_| ())?;
        self.say(&[self.language.go(bounds)]);
        let mut score = None;
        let got = self.wait(Awaited::Turn, deadline, request.stop, &mut |said| {
            info.depth = said.depth.unwrap_or(info.depth);
            info.nodes = said.nodes.unwrap_or(info.nodes);
            score = said.score.or(score);
        })?;
        info.time = asked.elapsed();
        if let Got::Turn(turn) = got {
            info.lines = vec![Variation { score, actions: Vec::new(), turns: vec![turn] }];
        }
        Ok(())
    }

    /// Listens until what is waited for is there.
    fn wait(
        &mut self,
        awaited: Awaited,
        deadline: Instant,
        stop: &AtomicBool,
        thinking: &mut dyn FnMut(super::language::EngineInfo),
    ) -> Result<Got, Failure> {
        let never = AtomicBool::new(false);
        let (mut deadline, mut stop) = (deadline, stop);
        let mut nonsense = None;
        let what = match awaited {
            Awaited::Introduction => "introduction",
            Awaited::Readiness => "'readyok'",
            Awaited::Turn => "turn",
        };
        for _ in 0..MOST_LINES {
            let Some(process) = &mut self.process else {
                return Err(Failure { reason: reason::CRASHED, detail: "the program is not running".into() });
            };
            match process.hear(deadline, stop) {
                Heard::Line(line) => match (self.language.meaning(&line), awaited) {
                    (Meaning::Introduced, Awaited::Introduction) | (Meaning::Ready, Awaited::Readiness) => {
                        return Ok(Got::Done);
                    }
                    (Meaning::Turn(turn), Awaited::Turn) => return Ok(Got::Turn(turn)),
                    (Meaning::Resigned, Awaited::Turn) => {
                        return Err(Failure { reason: reason::RESIGNED, detail: "it gave up".into() });
                    }
                    (Meaning::Thinking(said), Awaited::Turn) => thinking(said),
                    (Meaning::Nonsense(problem), _) => nonsense = Some(problem),
                    _ => {}
                },
                Heard::Stopped => {
                    // The best turn so far is wanted at once.
                    process.say("stop");
                    stop = &never;
                    deadline = deadline.min(Instant::now() + AFTER_STOP);
                }
                Heard::Nothing => {
                    let mut detail = format!("no {what} came in time");
                    if let Some(problem) = nonsense {
                        detail.push_str(&format!("; of what came, {problem}"));
                    }
                    return Err(Failure { reason: reason::STALLED, detail });
                }
                Heard::Flood => {
                    let detail = format!("a line without end came instead of the {what}");
                    return Err(Failure { reason: reason::FLOODED, detail });
                }
                Heard::Closed => {
                    let detail = format!("its output ended before the {what}; {}", process.end());
                    return Err(Failure { reason: reason::CRASHED, detail });
                }
            }
        }
        Err(Failure {
            reason: reason::FLOODED,
            detail: format!("{MOST_LINES} lines came instead of the {what}"),
        })
    }

    /// Remembers why the program is not asked any more, and ends it.
    fn give_up(&mut self, failure: Failure) {
        self.process = None;
        self.broken = Some(failure);
    }
}

impl<L: Language> Player for EnginePlayer<L> {
    fn choose_turn(
        &mut self,
        board: &dyn Board,
        request: Request<'_>,
        observer: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> SearchInfo {
        let mut info = nothing();
        if self.broken.is_none() {
            match self.ask(board, request, &mut info) {
                Ok(()) => observer(&info),
                Err(failure) => self.give_up(failure),
            }
        }
        info
    }

    fn new_game(&mut self) {
        (self.game, self.clocks, self.broken) = (None, None, None);
    }

    fn begin(&mut self, board: &dyn Board) {
        self.new_game();
        if let Err(failure) = self.prepare(board) {
            self.give_up(failure);
        }
    }

    fn see_turn(&mut self, turn: &PlayedTurn) {
        // A turn that does not fit is noticed at the next question.
        if let Some(game) = &mut self.game
            && game.board.play(&turn.word).is_ok()
        {
            game.turns.push(turn.clone());
        }
    }

    fn see_clocks(&mut self, remaining: [Duration; 2], increment: Duration) {
        self.clocks = Some((remaining, increment));
    }

    fn failure(&mut self) -> Option<Failure> {
        self.broken.clone()
    }
}

/// A thought without a turn.
pub(super) fn nothing() -> SearchInfo {
    let (time, verdict) = (Duration::ZERO, Verdict::Unknown);
    SearchInfo { depth: 0, nodes: 0, time, verdict, length: None, lines: Vec::new() }
}
