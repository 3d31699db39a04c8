//! A small pool of worker threads: hands out cells in order and passes their results to the journal.

use super::{Progress, journal::Journal};
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

/// Runs every cell that is missing in the journal. The first failure ends the run; finished cells stay.
pub(super) fn work(
    cells: &[Cell],
    journal: &mut Journal,
    concurrency: NonZeroUsize,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress),
) -> Result<(), LabError> {
    let total = cells.len();
    observer(Progress { done: journal.done(), total });
    let missing: Vec<usize> = (0..total).filter(|&nth| !journal.has(nth)).collect();
    let queue = Mutex::new(missing.into_iter());
    let halt = AtomicBool::new(stop.load(Ordering::Relaxed));
    let outcome = thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(concurrency.get());
        for _ in 0..concurrency.get() {
            let (sender, queue, halt) = (sender.clone(), &queue, &halt);
            scope.spawn(move || {
                while !halt.load(Ordering::Relaxed) {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(nth) = next else { return };
                    let result = run_cell(&cells[nth], halt);
                    // The result of a cell that was interrupted is worthless.
                    if halt.load(Ordering::Relaxed) || sender.send((nth, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok((nth, result)) if outcome.is_ok() => {
                    outcome = result.and_then(|value| journal.append(nth, value));
                    observer(Progress { done: journal.done(), total });
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if outcome.is_err() || stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
        }
        outcome
    });
    outcome?;
    if journal.done() == total { Ok(()) } else { Err(LabError::Stopped) }
}

/// Runs one cell; a panic in it is an error like any other.
fn run_cell(cell: &Cell, halt: &AtomicBool) -> Result<Value, LabError> {
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
