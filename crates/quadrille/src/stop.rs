//! Ctrl-C: raises a flag that searches and matches look at, so that they end with what they have.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C raises. The second Ctrl-C ends the program at once.
pub(crate) fn on_ctrl_c() -> &'static AtomicBool {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C simply ends the program, which is no reason to refuse to work.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                // Nothing is dropped on this exit, and external engines must not keep running.
                arena::kill_all_engines();
                std::process::exit(130);
            }
        });
    });
    &STOP
}
