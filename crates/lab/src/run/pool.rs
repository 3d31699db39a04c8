//! A small pool of worker threads: hands out cells in order and passes their results to the journal.

use super::journal::Journal;
use crate::{Cell, LabError};
use serde_json::Value;
use std::{
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

/// How often a run checks whether it should stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs those of the wanted cells that are missing in the journal. The first failure ends the run; finished cells stay.
pub(super) fn work(
    cells: &[Cell],
    wanted: &[usize],
    journal: &mut Journal,
    concurrency: NonZeroUsize,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(usize),
) -> Result<(), LabError> {
    let missing: Vec<usize> = wanted.iter().copied().filter(|&nth| !journal.has(nth)).collect();
    let halt = AtomicBool::new(stop.load(Ordering::Relaxed));
    let mut outcome = Ok(());
    let run = |nth: usize| run_cell(&cells[nth], &halt);
    in_threads(concurrency, &missing, &halt, run, |finished| {
        if let Some((nth, result)) = finished
            && outcome.is_ok()
        {
            outcome = result.and_then(|(value, cpu_us)| journal.append(nth, value, cpu_us));
            observer(journal.done());
        }
        if outcome.is_err() || stop.load(Ordering::Relaxed) {
            halt.store(true, Ordering::Relaxed);
        }
    });
    outcome?;
    if wanted.iter().all(|&nth| journal.has(nth)) { Ok(()) } else { Err(LabError::Stopped) }
}

/// Does jobs, handed out in order, on several threads until `halt` is set. `take` gets each result with its job as it comes,
/// and `None` now and then.
pub(crate) fn in_threads<T: Send>(
    threads: NonZeroUsize,
    jobs: &[usize],
    halt: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(Option<(usize, T)>),
) {
    let queue = Mutex::new(jobs.iter().copied());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(threads.get());
        for _ in 0..threads.get().min(jobs.len()) {
            let (sender, queue, work) = (sender.clone(), &queue, &work);
            scope.spawn(move || {
                while !halt.load(Ordering::Relaxed) {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(nth) = next else { return };
                    let result = work(nth);
                    // The result of a job that was interrupted is worthless.
                    if halt.load(Ordering::Relaxed) || sender.send((nth, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok(finished) => take(Some(finished)),
                Err(RecvTimeoutError::Timeout) => take(None),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
}

/// Microseconds of processor time of this thread so far, where the system tells: on Linux, to a few milliseconds. Threads
/// that a cell starts itself are not counted.
fn cpu_us() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<u64>().ok()? / 1000)
}

/// Runs one cell and measures its processor time; a panic in it is an error like any other.
fn run_cell(cell: &Cell, halt: &AtomicBool) -> Result<(Value, Option<u64>), LabError> {
    let before = cpu_us();
    let value = guarded(cell, halt)?;
    Ok((value, cpu_us().zip(before).map(|(after, before)| after.saturating_sub(before))))
}

/// Runs one cell; a panic in it is an error like any other.
pub(super) fn guarded(cell: &Cell, halt: &AtomicBool) -> Result<Value, LabError> {
    let named = |problem: String| LabError::Cell { cell: cell.id.clone(), problem };
    match catch_unwind(AssertUnwindSafe(|| (cell.work)(halt))) {
        Ok(Err(LabError::Cell { problem, .. })) => Err(named(problem)),
        Ok(result) => result,
        Err(panic) => {
            let words = panic.downcast_ref::<String>().cloned();
            let words = words.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
            Err(named(format!("panicked: {}", words.unwrap_or_else(|| "without a message".into()))))
        }
    }
}
