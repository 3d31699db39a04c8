//! A match: pairs of games between two players, on several threads, recorded so that it can be resumed.
//!
//! What a game brings depends on its header alone: every game has players of its own, whose seeds derive from the seed of the
//! match, the pair, the leg and the side. Games are handed out in order and recorded in order, so the records do not
//! depend on the number of threads. How a single game is played is in `game_loop.rs`; what the results mean, in
//! `stats.rs`.

use crate::{
    clock::TimeSource,
    config::{AfterCrash, MatchConfig},
    contestant::Contestant,
    error::ArenaError,
    game_loop::{GameLimits, play_refereed},
    record::{GameHeader, GameRecord, TurnRecord, reason},
    record_file::RecordFile,
    referee::Referee,
    stage::{Stage, Task},
    stats::Tally,
};
use game::Side;
use players::derive_seed;
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::Duration,
};

/// Sets the seeds of players apart from those of openings.
const PURPOSE: u64 = 2;

/// How often a running match looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(20);

/// Why a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games are played.
    Complete,
    /// The stop flag was raised.
    Stopped,
    /// The observer had seen enough.
    Enough,
    /// A player failed, and the configuration says to end then.
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

/// Plays a match. `done` are the games of earlier runs, which are not played again. `observer` sees every game as it is
/// recorded and may end the match; games that are then still running are dropped. When `stop` is raised, the games that
/// are finished are kept and those still running are dropped.
pub fn run_match(
    config: &MatchConfig,
    time: &dyn TimeSource,
    file: Option<&mut RecordFile>,
    done: &[GameRecord],
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<MatchSummary, ArenaError> {
    run_watched_match(config, time, file, done, stop, observer, &|_| ())
}

/// A running game of a match, as it is after a turn.
#[derive(Clone, Copy, Debug)]
pub struct RunningGame<'a> {
    /// What was known before it began.
    pub header: &'a GameHeader,
    /// The turns that its players have chosen so far.
    pub turns: &'a [TurnRecord],
    /// The time that the first and the second side have left, or have for each turn.
    pub remaining: [Duration; 2],
}

/// The same as [`run_match`]; `watcher` also sees every running game, when it begins and after every turn. The threads that
/// play the games call it, so it should return at once.
pub fn run_watched_match(
    config: &MatchConfig,
    time: &dyn TimeSource,
    file: Option<&mut RecordFile>,
    done: &[GameRecord],
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    watcher: &Watcher<'_>,
) -> Result<MatchSummary, ArenaError> {
    let mut stage = Stage::prepare(config)?;
    let name = file.as_ref().map_or(Path::new("records"), |file| file.path());
    let present = stage.check_earlier_games(name, done)?;
    let games = (0..config.games()).map(|number| config.colours.seat(config.seed, number));
    let mut missing = games.filter(|task| !present.contains_key(task)).enumerate();
    let next_task = Mutex::new(|| missing.next().map(|(index, (pair, leg))| (index, stage.set(pair, leg))));
    let mut ledger = Ledger::new(config, file, done, observer);
    let halt = AtomicBool::new(stop.load(Ordering::Relaxed));
    thread::scope(|scope| {
        // Workers do not run far ahead of a slow disk or a slow observer.
        let (sender, receiver) = mpsc::sync_channel(config.concurrency.get());
        for _ in 0..config.concurrency.get() {
            let sender = sender.clone();
            let (next_task, halt) = (&next_task, &halt);
            scope.spawn(move || work(config, next_task, time, halt, (&sender, watcher)));
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
    config: &'a MatchConfig,
    file: Option<&'a mut RecordFile>,
    observer: &'a mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    /// Games that were finished before an earlier one.
    waiting: BTreeMap<usize, GameRecord>,
    next: usize,
    summary: MatchSummary,
}

impl<'a> Ledger<'a> {
    fn new(
        config: &'a MatchConfig,
        file: Option<&'a mut RecordFile>,
        done: &[GameRecord],
        observer: &'a mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    ) -> Ledger<'a> {
        let resumed = done.len() as u64;
        let summary =
            MatchSummary { tally: Tally::from_records(done), played: 0, resumed, end: MatchEnd::Complete };
        Ledger { config, file, observer, waiting: BTreeMap::new(), next: 0, summary }
    }

    /// Receives until all workers have gone; raises `halt` when the match should end early.
    fn collect(
        &mut self,
        results: &Receiver<TaskResult>,
        stop: &AtomicBool,
        halt: &AtomicBool,
    ) -> Result<(), ArenaError> {
        let mut early = stop.load(Ordering::Relaxed).then_some(MatchEnd::Stopped);
        loop {
            match results.recv_timeout(GLANCE) {
                Ok((index, record)) => {
                    let record = record?;
                    if ends_match(self.config, &record) {
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
            // Only games that wait for no other are recorded.
            while early.is_none()
                && let Some(record) = self.waiting.remove(&self.next)
            {
                self.next += 1;
                early = self.record(&record)?.is_break().then_some(MatchEnd::Enough);
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
        let complete = self.summary.resumed + self.summary.played == self.config.games();
        self.summary.end = match early {
            Some(MatchEnd::Stopped) if complete => MatchEnd::Complete,
            early => early.unwrap_or(MatchEnd::Complete),
        };
        Ok(())
    }

    /// Writes a game down; answers whether the observer wants to see more.
    fn record(&mut self, record: &GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        if let Some(file) = self.file.as_mut() {
            file.append(record)?;
        }
        self.summary.tally.add(record);
        self.summary.played += 1;
        let finished = self.summary.resumed + self.summary.played;
        let progress = Progress { record, tally: &self.summary.tally, finished, total: self.config.games() };
        Ok((self.observer)(progress))
    }
}

/// Is this the game after which the match ends?
fn ends_match(config: &MatchConfig, record: &GameRecord) -> bool {
    config.after_crash == AfterCrash::EndMatch && reason::FAILURES.contains(&record.played.reason.as_str())
}

/// Is told of every turn of a running game.
type Watcher<'a> = dyn Fn(RunningGame<'_>) + Sync + 'a;

/// The number of a task and the game that came of it.
type TaskResult = (usize, Result<GameRecord, ArenaError>);

/// Plays games until none is left or the match is halted.
fn work(
    config: &MatchConfig,
    next_task: &Mutex<impl FnMut() -> Option<(usize, Result<Task, ArenaError>)>>,
    time: &dyn TimeSource,
    halt: &AtomicBool,
    (results, watcher): (&SyncSender<TaskResult>, &Watcher<'_>),
) {
    while !halt.load(Ordering::Relaxed) {
        // The lock is held only while a task is taken out.
        let task = next_task.lock().unwrap_or_else(PoisonError::into_inner)();
        let Some((index, task)) = task else { return };
        let limits = GameLimits { control: config.control, max_turns: config.max_turns, time, stop: halt };
        let result = task.and_then(|task| play_one(config, task, limits, watcher)).transpose();
        // Nothing comes of an abandoned game, and a match that has failed listens no more.
        let Some(result) = result else { return };
        // No game is begun after the one that ends the match.
        if result.as_ref().is_ok_and(|record| ends_match(config, record)) {
            halt.store(true, Ordering::Relaxed);
        }
        if results.send((index, result)).is_err() {
            return;
        }
    }
}

/// Plays one game with new players; `None` if it was abandoned.
fn play_one(
    config: &MatchConfig,
    (opening, header): Task,
    limits: GameLimits<'_>,
    watcher: &Watcher<'_>,
) -> Result<Option<GameRecord>, ArenaError> {
    let [first, second] = &config.players;
    let [first, second] = if header.leg == 1 { [first, second] } else { [second, first] };
    let make = |player: &Contestant, side: Side| {
        let purpose = [PURPOSE, header.pair, u64::from(header.leg), side.index() as u64];
        player.build(derive_seed(config.seed, &purpose))
    };
    let mut players = [make(first, Side::First)?, make(second, Side::Second)?];
    let mut referee = config.adjudication.as_ref().map(Referee::new).transpose()?;
    if let Some(referee) = referee.as_mut() {
        let positions = opening.positions(config.game)?;
        positions.iter().for_each(|p| referee.see(p.as_ref()));
    }
    let watch =
        &mut |turns: &[TurnRecord], remaining| watcher(RunningGame { header: &header, turns, remaining });
    let played = play_refereed(opening.board, &mut players, limits, referee, watch);
    Ok(played.map(|played| GameRecord { header, played }))
}
