//! A match: pairs of games between two players, on several threads, recorded so that it can be gone on with.
//!
//! What a game brings depends on its frame alone: every game has players of its own, whose seeds derive from the seed of the
//! match, the pair, the leg and the side. Games are handed out in order and recorded in order, so the records do not
//! depend on the number of threads. How a single game is played is in `game_loop.rs`; what the results mean, in
//! `stats.rs`.

use crate::{
    clock::{TimeControl, TimeSource},
    game_loop::{Conditions, play_refereed},
    opening::{Opening, OpeningError, OpeningSource, Openings},
    record::{Frame, GameRecord, RECORD_VERSION, reason},
    record_file::{RecordFile, RecordFileError},
    referee::Referee,
    stats::Tally,
    terms::{Colours, MatchTerms},
};
use game::Side;
use players::{GameEntry, SpecError, derive_seed};
use std::{
    collections::{BTreeMap, HashMap},
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::Duration,
};
use thiserror::Error;

/// Sets the seeds of players apart from those of openings.
const PURPOSE: u64 = 2;

/// How often a running match looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(20);

/// What is to be played.
#[derive(Clone)]
pub struct MatchPlan<'a> {
    /// The game.
    pub entry: &'a dyn GameEntry,
    /// Its variant; empty for the usual one.
    pub variant: String,
    /// Specs of the first and the second player of the match.
    pub specs: [String; 2],
    /// How many pairs of games.
    pub pairs: u64,
    /// What bounds the thinking.
    pub control: TimeControl,
    /// Where the games begin.
    pub openings: OpeningSource,
    /// Everything random derives from this.
    pub seed: u64,
    /// How many games are played at the same time.
    pub concurrency: NonZeroUsize,
    /// After this many chosen turns a game is a draw.
    pub max_turns: Option<u32>,
    /// What to do when a player breaks down.
    pub after_crash: AfterCrash,
}

/// What a match does when a player has failed: crashed, stalled, broken a rule or a limit. The game is lost either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AfterCrash {
    /// The next game has new players.
    #[default]
    GoOn,
    /// The match ends with the games finished so far.
    EndMatch,
}

/// A match that could not be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A player could not be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// An opening could not be had.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The records could not be written.
    #[error(transparent)]
    File(#[from] RecordFileError),
    /// The games to go on with are those of another match.
    #[error("{}, line {line} is of another match: its {field} is {theirs}, here it is {ours}", file.display())]
    OtherMatch {
        /// The file of records.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The field that differs.
        field: String,
        /// Its value in the record.
        theirs: String,
        /// Its value in this match.
        ours: String,
    },
    /// A game stands twice in the records.
    #[error("{}, line {line} repeats the game of line {before}", file.display())]
    Repeated {
        /// The file of records.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The line with the same game.
        before: usize,
    },
    /// The records hold a pair that is not part of this match.
    #[error("{}, line {line} is of pair {pair}; this match has {pairs}, counted from 0", file.display())]
    TooMany {
        /// The file of records.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The pair there.
        pair: u64,
        /// How many this match has.
        pairs: u64,
    },
}

/// Why a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games are played.
    Complete,
    /// The stop flag was raised.
    Stopped,
    /// The observer had seen enough.
    Enough,
    /// A player failed, and the plan says to end then.
    Crashed,
}

/// A match that is over.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// All results, those of earlier runs included.
    pub tally: Tally,
    /// Games played now.
    pub played: u64,
    /// Games that were there already.
    pub resumed: u64,
    /// Why it is over.
    pub end: MatchEnd,
}

/// What an observer sees after every recorded game, in the order of the records.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game just recorded.
    pub record: &'a GameRecord,
    /// All results so far.
    pub tally: &'a Tally,
    /// Finished games, those of earlier runs included.
    pub finished: u64,
    /// Games of the whole match.
    pub total: u64,
}

/// Plays a match on the usual terms. `done` are the games of earlier runs, which are not played again. `observer` sees every game as it is
/// recorded and may end the match; games that are then still running are dropped. When `stop` is raised, the games that
/// are finished are kept and those still running are dropped.
pub fn run_match(
    plan: &MatchPlan<'_>,
    time: &dyn TimeSource,
    file: Option<&mut RecordFile>,
    done: &[GameRecord],
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<MatchSummary, MatchError> {
    run_match_on(&MatchTerms::default(), plan, time, file, done, stop, observer)
}

/// The same as [`run_match`], on other terms.
pub fn run_match_on(
    terms: &MatchTerms,
    plan: &MatchPlan<'_>,
    time: &dyn TimeSource,
    file: Option<&mut RecordFile>,
    done: &[GameRecord],
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<MatchSummary, MatchError> {
    let mut stage = Stage::prepare(plan, terms)?;
    let name = file.as_ref().map_or(Path::new("records"), |file| file.path());
    let present = stage.check_earlier_games(name, done)?;
    let games = (0..plan.pairs.saturating_mul(2)).map(|number| terms.colours.seat(plan.seed, number));
    let tasks = games.filter(|task| !present.contains_key(task));
    let queue = Mutex::new(Queue { stage, tasks: tasks.enumerate() });
    let mut ledger = Ledger::new(plan, file, done, observer);
    let halt = AtomicBool::new(stop.load(Ordering::Relaxed));
    thread::scope(|scope| {
        // Workers do not run far ahead of a slow disk or a slow observer.
        let (sender, receiver) = mpsc::sync_channel(plan.concurrency.get());
        for _ in 0..plan.concurrency.get() {
            let sender = sender.clone();
            let (queue, halt) = (&queue, &halt);
            scope.spawn(move || work(plan, terms, queue, time, halt, &sender));
        }
        // The channel is to close when the last worker has gone.
        drop(sender);
        let collected = ledger.collect(&receiver, stop, &halt);
        halt.store(true, Ordering::Relaxed);
        collected
    })?;
    Ok(ledger.summary)
}

/// Receives finished games in any order and records them in the order in which they were handed out.
struct Ledger<'a> {
    file: Option<&'a mut RecordFile>,
    observer: &'a mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    after_crash: AfterCrash,
    total: u64,
    /// Games that were finished before an earlier one.
    waiting: BTreeMap<usize, GameRecord>,
    next: usize,
    summary: MatchSummary,
}

impl<'a> Ledger<'a> {
    fn new(
        plan: &MatchPlan<'_>,
        file: Option<&'a mut RecordFile>,
        done: &[GameRecord],
        observer: &'a mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    ) -> Ledger<'a> {
        let resumed = done.len() as u64;
        let summary = MatchSummary { tally: Tally::of(done), played: 0, resumed, end: MatchEnd::Complete };
        let (after_crash, total) = (plan.after_crash, plan.pairs.saturating_mul(2));
        Ledger { file, observer, after_crash, total, waiting: BTreeMap::new(), next: 0, summary }
    }

    /// Receives until all workers have gone; raises `halt` when the match should end early.
    fn collect(
        &mut self,
        results: &Receiver<TaskResult>,
        stop: &AtomicBool,
        halt: &AtomicBool,
    ) -> Result<(), MatchError> {
        let mut early = halt.load(Ordering::Relaxed).then_some(MatchEnd::Stopped);
        loop {
            match results.recv_timeout(GLANCE) {
                Ok((index, record)) => {
                    let record = record?;
                    if ends_match(self.after_crash, &record) {
                        early = early.or(Some(MatchEnd::Crashed));
                    }
                    self.waiting.insert(index, record);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if early.is_none() && stop.load(Ordering::Relaxed) {
                early = Some(MatchEnd::Stopped);
            }
            if early.is_none() && self.record_in_order()?.is_break() {
                early = Some(MatchEnd::Enough);
            }
            if early.is_some() {
                halt.store(true, Ordering::Relaxed);
            }
        }
        // After a stop or a crash there may be gaps before games that are finished; they are kept all the same.
        if early != Some(MatchEnd::Enough) {
            for record in std::mem::take(&mut self.waiting).into_values() {
                let _ = self.record(&record)?;
            }
        }
        let complete = self.summary.resumed + self.summary.played == self.total;
        self.summary.end = match early {
            Some(MatchEnd::Stopped) if complete => MatchEnd::Complete,
            early => early.unwrap_or(MatchEnd::Complete),
        };
        Ok(())
    }

    /// Records the games that wait for no other.
    fn record_in_order(&mut self) -> Result<ControlFlow<()>, MatchError> {
        while let Some(record) = self.waiting.remove(&self.next) {
            self.next += 1;
            if self.record(&record)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Writes a game down; answers whether the observer wants to see more.
    fn record(&mut self, record: &GameRecord) -> Result<ControlFlow<()>, MatchError> {
        if let Some(file) = self.file.as_mut() {
            file.append(record)?;
        }
        self.summary.tally.add(record);
        self.summary.played += 1;
        let finished = self.summary.resumed + self.summary.played;
        let progress = Progress { record, tally: &self.summary.tally, finished, total: self.total };
        Ok((self.observer)(progress))
    }
}

/// Is this the game after which the match ends?
fn ends_match(after_crash: AfterCrash, record: &GameRecord) -> bool {
    after_crash == AfterCrash::EndMatch && reason::FAILURES.contains(&record.played.reason.as_str())
}

/// A game to be played: where it begins and everything that is settled about it.
type Task = (Opening, Frame);

/// The number of a task and the game that came of it.
type TaskResult = (usize, Result<GameRecord, MatchError>);

/// Plays games until none is left or the match is halted.
fn work<T: Iterator<Item = (usize, (u64, u8))>>(
    plan: &MatchPlan<'_>,
    terms: &MatchTerms,
    queue: &Mutex<Queue<'_, T>>,
    time: &dyn TimeSource,
    halt: &AtomicBool,
    results: &SyncSender<TaskResult>,
) {
    while !halt.load(Ordering::Relaxed) {
        // The lock is held only while a task is taken out.
        let task = queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((index, task)) = task else { return };
        let conditions = Conditions { control: plan.control, max_turns: plan.max_turns, time, stop: halt };
        let result = task.and_then(|task| play_one(plan, terms, task, conditions)).transpose();
        // Nothing comes of an abandoned game, and a match that has failed listens no more.
        let Some(result) = result else { return };
        // No game is begun after the one that ends the match.
        if result.as_ref().is_ok_and(|record| ends_match(plan.after_crash, record)) {
            halt.store(true, Ordering::Relaxed);
        }
        if results.send((index, result)).is_err() {
            return;
        }
    }
}

/// Plays one game with new players; `None` if it was abandoned.
fn play_one(
    plan: &MatchPlan<'_>,
    terms: &MatchTerms,
    (opening, frame): Task,
    conditions: Conditions<'_>,
) -> Result<Option<GameRecord>, MatchError> {
    let [first, second] = seats(plan, frame.leg);
    let make = |spec: &str, side: Side| {
        let purpose = [PURPOSE, frame.pair, u64::from(frame.leg), side.index() as u64];
        plan.entry.player(spec, derive_seed(plan.seed, &purpose))
    };
    let mut players = [make(first, Side::First)?, make(second, Side::Second)?];
    let mut referee = match &terms.adjudication {
        None => None,
        Some(adjudication) => Some(Referee::new(plan.entry, adjudication)?),
    };
    if let Some(referee) = referee.as_mut() {
        opening
            .positions(plan.entry)
            .map_err(OpeningError::from)?
            .iter()
            .for_each(|p| referee.see(p.as_ref()));
    }
    let played = play_refereed(opening.board, &mut players, conditions, referee);
    Ok(played.map(|played| GameRecord { frame, played }))
}

/// The texts for the first and the second side: those of the match in the first leg, swapped in the second.
fn seats<'a>(plan: &'a MatchPlan<'_>, leg: u8) -> [&'a str; 2] {
    let [first, second] = &plan.specs;
    if leg == 1 { [first, second] } else { [second, first] }
}

/// The games that nobody has begun.
struct Queue<'a, T> {
    stage: Stage<'a>,
    tasks: T,
}

impl<T: Iterator<Item = (usize, (u64, u8))>> Queue<'_, T> {
    /// The next game, with its number among those to be played.
    fn take(&mut self) -> Option<(usize, Result<Task, MatchError>)> {
        let (index, (pair, leg)) = self.tasks.next()?;
        Some((index, self.stage.set(pair, leg)))
    }
}

/// Sets up the games of a match.
struct Stage<'a> {
    plan: &'a MatchPlan<'a>,
    terms: &'a MatchTerms,
    openings: Openings<'a>,
    /// Canonical specs of both players of the match.
    canonical: [String; 2],
}

impl<'a> Stage<'a> {
    fn prepare(plan: &'a MatchPlan<'a>, terms: &'a MatchTerms) -> Result<Stage<'a>, MatchError> {
        // A game without such a referee is refused before anything is played.
        if let Some(adjudication) = &terms.adjudication {
            Referee::new(plan.entry, adjudication)?;
        }
        let canonical =
            |spec: &str| plan.entry.player(spec, plan.seed).map(|player| player.spec().to_string());
        let [first, second] = &plan.specs;
        let canonical = [canonical(first)?, canonical(second)?];
        let openings = Openings::new(plan.entry, &plan.variant, plan.openings.clone(), plan.seed)?;
        Ok(Stage { plan, terms, openings, canonical })
    }

    /// The opening and the frame of a game.
    fn set(&mut self, pair: u64, leg: u8) -> Result<Task, MatchError> {
        let opening = self.openings.of_pair(pair)?;
        let [first, second] = self.canonical.clone();
        let frame = Frame {
            version: RECORD_VERSION,
            id: String::new(),
            program: concat!("quadrille ", env!("CARGO_PKG_VERSION")).into(),
            game: self.plan.entry.name().into(),
            variant: self.plan.variant.clone(),
            start: opening.start.clone(),
            opening: opening.id.clone(),
            opening_turns: opening.turns.clone(),
            round: pair + 1,
            pair,
            leg,
            players: if leg == 1 { [first, second] } else { [second, first] },
            seed: self.plan.seed,
            time_control: self.plan.control.to_string(),
            max_turns: self.plan.max_turns,
            colours: (self.terms.colours != Colours::Swapped).then(|| self.terms.colours.to_string()),
            adjudication: self.terms.adjudication.as_ref().map(ToString::to_string),
        };
        Ok((opening, frame.with_id()))
    }

    /// Makes sure that the games of earlier runs are games of this match, each once; answers with their lines.
    fn check_earlier_games(
        &mut self,
        name: &Path,
        done: &[GameRecord],
    ) -> Result<HashMap<(u64, u8), usize>, MatchError> {
        let mut lines = HashMap::new();
        for (index, record) in done.iter().enumerate() {
            let (file, line) = (PathBuf::from(name), index + 1);
            let (pair, leg) = (record.frame.pair, record.frame.leg);
            let pairs = self.terms.colours.openings(self.plan.pairs);
            if pair >= pairs {
                return Err(MatchError::TooMany { file, line, pair, pairs });
            }
            let (_, ours) = self.set(pair, leg)?;
            if let Some((field, theirs, ours)) = record.frame.difference(&ours) {
                return Err(MatchError::OtherMatch { file, line, field, theirs, ours });
            }
            if self.terms.colours == Colours::Random {
                let (_, drawn) = self.terms.colours.seat(self.plan.seed, pair);
                if leg != drawn {
                    let (field, theirs, ours) = ("leg".into(), leg.to_string(), drawn.to_string());
                    return Err(MatchError::OtherMatch { file, line, field, theirs, ours });
                }
            }
            if let Some(before) = lines.insert((pair, leg), line) {
                return Err(MatchError::Repeated { file, line, before });
            }
        }
        Ok(lines)
    }
}
