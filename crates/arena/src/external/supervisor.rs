//! Keeps an external engine and all that it starts together, so that nothing of it outlives the match.
//!
//! On Linux another process of this same program, the supervisor, runs between the match and the engine. It is the subreaper
//! of everything that the engine starts, so that a child which has left its process group and its session still belongs to
//! it, and it holds the reading end of a pipe, the leash, whose writing end only the match has. When the engine ends, or
//! the leash does because the match is done with the engine or was killed itself, the supervisor kills every process
//! beneath it and ends. The engine has the match's own pipes as its standard streams; nothing is copied.
//!
//! Other systems, and programs that do not call [`supervise_engine`], have process groups only. An engine that kills its
//! own supervisor gets away.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use rustix::{
    process::{
        Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, kill_process, set_child_subreaper,
        setrlimit, wait,
    },
    stdio::{dup2_stderr, dup2_stdin, dup2_stdout},
};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, File},
    io::{self, PipeReader, PipeWriter, Write},
    os::{fd::AsRawFd, unix::process::CommandExt},
    path::Path,
    process::{Command, ExitCode},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The first argument of a process that is to supervise an engine.
const MODE: &str = "--supervise-engine";
/// This program, also when its file has been replaced since it was started.
const THIS_PROGRAM: &str = "/proc/self/exe";
/// Processes that cannot be killed, because they hang in the system, are waited for this long.
const LONGEST_KILL: Duration = Duration::from_secs(5);

/// Can this program be started as a supervisor?
static AVAILABLE: AtomicBool = AtomicBool::new(false);

/// Supervises an external engine, if that is what this process was started for: the caller has to end with the exit code.
/// Otherwise remembers that this program can be started as a supervisor, which makes sure that engines of later matches
/// leave no process behind. To be called first in `main`; `quadrille::run` does that.
pub fn supervise_engine() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != MODE) {
        AVAILABLE.store(Path::new(THIS_PROGRAM).exists(), Ordering::Relaxed);
        return None;
    }
    Some(supervise(arguments).unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "the engine cannot be supervised: {error}");
        ExitCode::FAILURE
    }))
}

/// When this is dropped, or its process ends, the supervisor kills everything beneath it.
pub(super) struct Leash {
    _held_by_supervisor: PipeReader,
    _held_by_match: PipeWriter,
}

/// The command of a supervisor, to which program and arguments of the engine are to be added; `None` where there is none.
pub(super) fn supervisor() -> io::Result<Option<(Command, Leash)>> {
    if !AVAILABLE.load(Ordering::Relaxed) {
        return Ok(None);
    }
    // No process inherits the pipe; the supervisor opens it by its name.
    let (reader, writer) = io::pipe()?;
    let mut command = Command::new(THIS_PROGRAM);
    let leash = format!("/proc/{}/fd/{}", std::process::id(), reader.as_raw_fd());
    command.arg0("engine-supervisor").args([MODE, &leash]);
    Ok(Some((command, Leash { _held_by_supervisor: reader, _held_by_match: writer })))
}

/// Runs the engine and ends as it does, after everything beneath this process is gone.
fn supervise(mut arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    set_child_subreaper(Some(getpid()))?;
    let mut leash = File::open(arguments.next().unwrap_or_default())?;
    let program = arguments.next().unwrap_or_default();
    let engine = Command::new(program).args(arguments).process_group(0).spawn()?;
    let engine = Pid::from_child(&engine);
    // The other ends must see when the engine closes its own.
    let nowhere = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nowhere)?;
    dup2_stdout(&nowhere)?;
    dup2_stderr(&nowhere)?;
    thread::spawn(move || {
        // The match sends nothing; only the end counts.
        let _ = io::copy(&mut leash, &mut io::sink());
        kill_descendants();
        std::process::exit(1);
    });
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((process, status))) if process == engine => {
                kill_descendants();
                return Ok(end_like(status));
            }
            // An orphan that has ended, or a signal in between.
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Kills everything beneath this process, again and again until nothing is left: what was started in the meantime is
/// beneath it as well.
fn kill_descendants() {
    let deadline = Instant::now() + LONGEST_KILL;
    while Instant::now() < deadline {
        for process in descendants() {
            // One that has just ended needs no killing.
            let _ = kill_process(process, Signal::KILL);
        }
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                // There is no child, and so no descendant either: orphans become children.
                Err(_) => return,
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// All processes beneath this one, in no particular order.
fn descendants() -> Vec<Pid> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        if let Some(parent) = parent(process) {
            children.entry(parent).or_default().push(process);
        }
    }
    let mut found = Vec::new();
    let mut waiting = vec![getpid().as_raw_nonzero().get()];
    while let Some(process) = waiting.pop() {
        let beneath = children.remove(&process).unwrap_or_default();
        found.extend(beneath.iter().filter_map(|&process| Pid::from_raw(process)));
        waiting.extend(beneath);
    }
    found
}

/// The parent of a process, if it is still there.
fn parent(process: i32) -> Option<i32> {
    let status = fs::read(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may contain anything; the state and the parent follow.
    let status = String::from_utf8_lossy(&status);
    let (_, rest) = status.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// Ends as the engine did, so that the match can say how that was.
fn end_like(status: WaitStatus) -> ExitCode {
    let Some(signal) = status.terminating_signal() else {
        return ExitCode::from(status.exit_status().and_then(|code| u8::try_from(code).ok()).unwrap_or(1));
    };
    // The engine may leave a core file, this process need not.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    // A handler of the runtime may take the first one.
    for _ in 0..2 {
        let _ = Signal::from_named_raw(signal).map(|signal| kill_process(getpid(), signal));
    }
    ExitCode::from(128_u8.saturating_add(u8::try_from(signal).unwrap_or(127)))
}
