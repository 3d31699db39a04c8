//! Programs that play by files, as WALTZ does: a position is written, the program is run on it, and its answer is read.
//!
//! What the files look like is known to the game (`engine_file`, `engine_answer`). The program gets `-b FILE -t SECONDS` behind its
//! command and writes its answer over the file.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    EngineSpec, failure, nothing,
    process::{Heard, Process},
};
use crate::{error::read_at_most, record::reason};
use players::{Board, Failure, Player, Request, SearchInfo, TimeLimit, Variation};
use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// A larger answer is none.
const LARGEST_ANSWER: u64 = 1 << 16;

pub(super) struct FilePlayer {
    spec: EngineSpec,
    failure: Option<Failure>,
}

/// A file that is removed when it is no longer needed.
struct Temporary(PathBuf);

impl Temporary {
    fn new(text: &str) -> std::io::Result<Temporary> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("quadrille-turn-{}-{number}.txt", std::process::id());
        let file = Temporary(std::env::temp_dir().join(name));
        let _ = fs::remove_file(&file.0);
        // A new file only, so that no link can be in its place.
        let mut made = fs::OpenOptions::new().write(true).create_new(true).open(&file.0)?;
        std::io::Write::write_all(&mut made, text.as_bytes())?;
        Ok(file)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

impl FilePlayer {
    pub(super) fn new(spec: &EngineSpec) -> FilePlayer {
        FilePlayer { spec: spec.clone(), failure: None }
    }

    fn ask(&self, board: &dyn Board, request: Request<'_>, info: &mut SearchInfo) -> Result<(), Failure> {
        let EngineSpec { game, command, settings, .. } = &self.spec;
        let crashed = |detail: String| failure(reason::CRASHED, detail);
        let none = || crashed(format!("{} has no form for files", game.name()));
        let question = game.engine_file(board).ok_or_else(none)?;
        let question = question.map_err(|e| crashed(format!("no file can say that: {e}")))?;
        let file =
            Temporary::new(&question).map_err(|e| crashed(format!("no file could be written: {e}")))?;
        // Whole seconds only, and at least one: a clock that has less left is the match's to enforce.
        let seconds = |time: TimeLimit| time.soft.saturating_sub(AROUND).as_secs().max(1);
        let seconds = request.limits.time.map_or(1, seconds).to_string();
        let path = file.0.to_string_lossy().into_owned();
        let asked = Instant::now();
        let longest = request.limits.time.map_or(settings.timeout, |time| time.hard + settings.overtime);
        let mut process = Process::start(command, &["-b", &path, "-t", &seconds], settings.log.as_deref())?;
        process.close_input();
        match process.wait_for_end(asked + longest, request.stop) {
            Heard::Nothing | Heard::Stopped => {
                return Err(failure(reason::STALLED, "the program did not end in time"));
            }
            Heard::Flood => return Err(failure(reason::FLOODED, "the program printed a line without end")),
            Heard::Closed | Heard::Line(_) => {}
        }
        info.time = asked.elapsed();
        let ended = process.end();
        if !ended.contains("exit status: 0") {
            return Err(crashed(ended));
        }
        let illegal = |detail: String| failure(reason::ILLEGAL_TURN, detail);
        let answer = read_at_most(&file.0, LARGEST_ANSWER)
            .map_err(|e| crashed(format!("the answer cannot be read: {e}")))?
            .ok_or_else(|| illegal(format!("the answer has more than {LARGEST_ANSWER} bytes")))?;
        let answer = String::from_utf8_lossy(&answer);
        let turn = game.engine_answer(board, &answer).map_err(|error| illegal(error.to_string()))?;
        info.lines = vec![Variation { score: None, actions: Vec::new(), turns: vec![turn] }];
        Ok(())
    }
}

impl Player for FilePlayer {
    fn choose_turn(
        &mut self,
        board: &dyn Board,
        request: Request<'_>,
        observer: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> SearchInfo {
        let mut info = nothing();
        match self.ask(board, request, &mut info) {
            Ok(()) => observer(&info),
            Err(failure) => self.failure = Some(failure),
        }
        info
    }

    fn new_game(&mut self) {
        self.failure = None;
    }

    fn failure(&mut self) -> Option<Failure> {
        self.failure.clone()
    }
}

/// Kept for starting the program and for its files: it uses all the seconds that it is given.
const AROUND: Duration = Duration::from_millis(500);
/// The shortest time for a turn that leaves such a program a second to think.
pub(super) const LEAST_TIME: Duration = Duration::from_millis(1500);
