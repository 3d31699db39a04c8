//! An external engine as a child process: lines in, lines out, within bounds, and gone for certain afterwards.
//!
//! A supervisor kills the program and everything that it has started when this is dropped or the match is killed; where
//! there is none, the process group of the program is killed when this is dropped. Nothing it does can
//! block the caller or fill the memory: it is written to and read from on threads of their own, lines have a greatest
//! length, and of its standard error only the end is kept. What the lines mean is not known here.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    failure,
    supervisor::{Leash, supervisor},
};
use crate::record::reason;
use players::Failure;
use rustix::process::{Pid, Signal, kill_process_group};
use std::{
    collections::{BTreeSet, VecDeque},
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

/// No message is longer than this.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that wait to be read; a program that prints faster has to wait itself.
const LINES_WAITING: usize = 256;
/// How much of standard error is kept in memory.
const TAIL: usize = 4 << 10;
/// How much of standard error is written to a log.
const LONGEST_LOG: usize = 1 << 20;
/// How often waiting for a line checks the stop flag.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a program that was asked to leave, or that has closed its output, may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long the last words of a program that has ended may take to arrive on a busy machine.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Groups without a supervisor that are alive, for a program that must leave at once.
static ALIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Kills every external program without a supervisor that was started and is not yet gone; for a program that ends without
/// dropping them.
pub fn kill_all_engines() {
    for group in ALIVE.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        if let Some(group) = Pid::from_raw(*group) {
            // One that has just ended needs no killing.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// What was heard from a program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line longer than any message; nothing is read any more.
    Flood,
    /// It has closed its output.
    Closed,
    /// Nothing in time.
    Nothing,
    /// The flag was raised.
    Stopped,
}

/// A running program.
pub(crate) struct Process {
    /// The supervisor of the program, or the program.
    child: Child,
    /// The number of the child; `None` once it is told to end.
    leader: Option<Pid>,
    /// Holds the supervisor; `None` where there is only a process group.
    leash: Option<Leash>,
    /// `None` once its input is closed.
    input: Option<Sender<String>>,
    output: Receiver<Heard>,
    over: bool,
    /// How often it was listened to since a deadline.
    overdue: usize,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Closed when its standard error has ended.
    errors_over: Receiver<()>,
}

impl Process {
    /// Starts a command of the shell; its standard error goes to a file in `log`, if that is given.
    pub(crate) fn start(command: &str, arguments: &[&str], log: Option<&Path>) -> Result<Process, Failure> {
        let (mut child, leash) = spawn(command, arguments).map_err(|error| {
            failure(reason::CRASHED, format!("the program could not be started: {error}"))
        })?;
        let leader = Pid::from_child(&child);
        if leash.is_none() {
            ALIVE.lock().unwrap_or_else(PoisonError::into_inner).insert(leader.as_raw_nonzero().get());
        }
        let (input, lines_in) = mpsc::channel::<String>();
        let (lines_out, output) = mpsc::sync_channel(LINES_WAITING);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        // The threads end when the pipes do, at the latest when the group is killed.
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in lines_in {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(stdout), &lines_out));
        }
        let (over, errors_over) = mpsc::channel();
        if let Some(stderr) = child.stderr.take() {
            let file = log.and_then(|folder| open_log(folder, command, child.id()).ok());
            let tail = Arc::clone(&errors);
            thread::spawn(move || {
                keep_errors(stderr, &tail, file);
                drop(over);
            });
        }
        let (leader, input) = (Some(leader), Some(input));
        Ok(Process { child, leader, leash, input, output, over: false, overdue: 0, errors, errors_over })
    }

    /// Says a line. A program that does not listen shows that by not answering.
    pub(crate) fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Closes its standard input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the next line until the deadline or until the flag is raised, also where there is always another line.
    pub(crate) fn hear(&mut self, deadline: Instant, stop: &AtomicBool) -> Heard {
        loop {
            if self.over {
                return Heard::Closed;
            }
            if stop.load(Ordering::Relaxed) {
                return Heard::Stopped;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            // What was printed in time may have had to wait, but no more than there is room for.
            self.overdue = if left.is_zero() { self.overdue + 1 } else { 0 };
            if self.overdue > LINES_WAITING {
                return Heard::Nothing;
            }
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(Heard::Line(line)) => return Heard::Line(line),
                Ok(other) => {
                    self.over = true;
                    return other;
                }
                Err(RecvTimeoutError::Disconnected) => self.over = true,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends everything; says how the program ended if it did so by itself, and its last words.
    pub(crate) fn end(&mut self) -> String {
        let by_itself = self.leave_alone();
        let mut words = match (by_itself, self.child.wait()) {
            (true, Ok(status)) => format!("it ended with {status}"),
            _ => String::from("it was killed"),
        };
        // The last lines of its standard error may still be on their way.
        let _ = self.errors_over.recv_timeout(LAST_WORDS);
        let tail = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let tail = String::from_utf8_lossy(&tail.iter().copied().collect::<Vec<u8>>()).into_owned();
        if let Some(last) = tail.lines().rev().find(|line| !line.trim().is_empty()) {
            words.push_str(&format!(", its last words: {}", last.trim()));
        }
        words
    }

    /// Gives the program a moment to end by itself, then kills it with all that it has started in any case: its children may
    /// live on. True if it had ended.
    fn leave_alone(&mut self) -> bool {
        let Some(leader) = self.leader.take() else { return true };
        self.input = None;
        let until = Instant::now() + FAREWELL;
        let ended = loop {
            if has_ended(leader) {
                break true;
            }
            if Instant::now() >= until {
                break false;
            }
            // A program that is blocked on unread output cannot end.
            if let Err(RecvTimeoutError::Disconnected) = self.output.recv_timeout(Duration::from_millis(5)) {
                thread::sleep(Duration::from_millis(5));
            }
        };
        // Without its leash a supervisor kills and then ends.
        if self.leash.take().is_none() {
            let _ = kill_process_group(leader, Signal::KILL);
            ALIVE.lock().unwrap_or_else(PoisonError::into_inner).remove(&leader.as_raw_nonzero().get());
        }
        ended
    }

    /// Waits until the program has ended by itself, or until the deadline; for programs that answer by ending.
    pub(crate) fn wait_for_end(&mut self, deadline: Instant, stop: &AtomicBool) -> Heard {
        while let Some(leader) = self.leader {
            if has_ended(leader) {
                return Heard::Closed;
            }
            // What it prints is read, so that it is not blocked, and is not wanted.
            let glance = Instant::now() + GLANCE / 4;
            match self.hear(glance.min(deadline), stop) {
                Heard::Flood => return Heard::Flood,
                Heard::Stopped => return Heard::Stopped,
                Heard::Closed => thread::sleep(GLANCE / 4),
                Heard::Line(_) | Heard::Nothing => {}
            }
            if stop.load(Ordering::Relaxed) {
                return Heard::Stopped;
            }
            if Instant::now() >= deadline {
                return Heard::Nothing;
            }
        }
        Heard::Closed
    }
}

/// Has this child ended? It is not reaped by this, so that its number cannot be given to another process
/// before the group is killed.
fn has_ended(leader: Pid) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(leader), options), Ok(Some(_)) | Err(_))
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.leave_alone();
        let _ = self.child.wait();
        // The log is complete afterwards, unless another process still holds the other end.
        let _ = self.errors_over.recv_timeout(FAREWELL);
    }
}

/// Starts a command of the shell in a process group of its own, beneath a supervisor if there is one.
fn spawn(command: &str, arguments: &[&str]) -> io::Result<(Child, Option<Leash>)> {
    const SHELL: &str = "/bin/sh";
    let (mut program, leash) = match supervisor()? {
        Some((mut program, leash)) => {
            program.arg(SHELL);
            (program, Some(leash))
        }
        None => (Command::new(SHELL), None),
    };
    // Our arguments are passed separately, so that no file name is parsed as a command.
    match arguments {
        [] => program.args(["-c", command]),
        _ => program.args(["-c", &format!("{command} \"$@\""), "sh"]).args(arguments),
    };
    // Ctrl-C of a terminal reaches the match only, which then ends its engines.
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    Ok((program.spawn()?, leash))
}

fn open_log(folder: &Path, command: &str, process: u32) -> io::Result<File> {
    let word = command.split_whitespace().next().unwrap_or("engine");
    let name: String =
        word.rsplit('/').next().unwrap_or(word).chars().filter(char::is_ascii_alphanumeric).collect();
    File::create(PathBuf::from(folder).join(format!("{name}-{process}.log")))
}

/// Sends the lines of a stream until it ends, a line is too long, or the receiver is gone.
fn read_lines(mut stream: impl BufRead, lines: &SyncSender<Heard>) {
    loop {
        let mut bytes = Vec::new();
        match (&mut stream).take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => {
                let _ = lines.send(Heard::Closed);
                return;
            }
            Ok(_) => {}
        }
        if bytes.len() == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            let _ = lines.send(Heard::Flood);
            return;
        }
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
        if lines.send(Heard::Line(line)).is_err() {
            return;
        }
    }
}

/// Reads standard error to its end, keeping its last part and writing its first part to a file.
fn keep_errors(mut stream: impl Read, tail: &Mutex<VecDeque<u8>>, mut file: Option<File>) {
    let mut buffer = [0; 1024];
    let mut written = 0;
    while let Ok(count) = stream.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let bytes = buffer.get(..count).unwrap_or_default();
        if written + count <= LONGEST_LOG
            && let Some(file) = &mut file
            && file.write_all(bytes).is_ok()
        {
            written += count;
        }
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(bytes);
        let surplus = tail.len().saturating_sub(TAIL);
        tail.drain(..surplus);
    }
}
