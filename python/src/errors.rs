//! Errors and interrupts: Quadrille's sentences as Python exceptions, and Ctrl-C while Rust is at work.

use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
};
use std::{
    fmt::Display,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

/// How often a long computation looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(20);

/// Bad input: a ValueError with the sentence.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A failure that is not the caller's: a RuntimeError with the sentence.
pub fn runtime_error(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Waits for a message with the interpreter released. Ctrl-C raises the flag `stop`, but the answer is still awaited: a
/// stopped search has one. `None` if the sender is gone.
pub fn receive<T: Send>(
    py: Python<'_>,
    receiver: &Mutex<Receiver<T>>,
    stop: &AtomicBool,
    interrupted: &AtomicBool,
) -> Option<T> {
    loop {
        let wait = || receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(GLANCE);
        match py.detach(wait) {
            Ok(message) => return Some(message),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {
                if py.check_signals().is_err() {
                    interrupted.store(true, Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

/// Runs a computation on a thread of its own, so that Ctrl-C can stop it. Says whether it was interrupted.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<(T, bool)> {
    let (stop, interrupted) = (AtomicBool::new(false), AtomicBool::new(false));
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    let answer = thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            if let Ok(answer) = catch_unwind(AssertUnwindSafe(|| work(stop))) {
                let _ = sender.send(answer);
            }
        });
        receive(py, &receiver, stop, &interrupted)
    });
    let answer = answer.ok_or_else(|| runtime_error("the computation failed; please report this"))?;
    Ok((answer, interrupted.into_inner()))
}
