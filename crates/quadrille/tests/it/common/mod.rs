//! Runs the real program and looks at what it prints.
#![allow(dead_code)] // Each test file uses its own part of this.

use serde_json::Value;
use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

/// What a run of the program gave.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn quadrille(args: &[&str]) -> Run {
    finish(command(args).output().unwrap())
}

/// Runs the program with these lines as its input.
pub fn typing(args: &[&str], input: &str) -> Run {
    let mut child =
        command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may leave before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    finish(child.wait_with_output().unwrap())
}

/// The program with these arguments, not yet started.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.args(args).stdin(Stdio::null());
    command
}

/// What a run that is over gave.
pub fn finish(output: Output) -> Run {
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs that must succeed.
pub fn good(args: &[&str]) -> String {
    let run = quadrille(args);
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run.out
}

/// Runs that must be refused: exit code 2, nothing printed but one sentence that quotes the token.
pub fn refused(args: &[&str], token: &str) -> String {
    let run = quadrille(args);
    assert_eq!(run.code, 2, "{args:?} printed {:?} and {:?}", run.out, run.err);
    assert_eq!(run.out, "", "{args:?}");
    assert!(run.err.starts_with("error: "), "{args:?}: {:?}", run.err);
    assert!(run.err.contains(token), "{args:?} must quote {token:?}: {:?}", run.err);
    assert!(!run.err.contains("panicked"), "{args:?}: {}", run.err);
    run.err
}

/// The games of a file of records, without the milliseconds, which differ from run to run.
pub fn games_without_times(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The checksum covers the times.
    for record in &mut records {
        record.as_object_mut().unwrap().remove("crc32").expect("every record has a checksum");
    }
    for turn in records.iter_mut().flat_map(|record| record["turns"].as_array_mut().unwrap()) {
        turn["ms"] = 0.into();
    }
    records
}

/// Our own engine as a command of the shell, speaking UGI about this game.
pub fn own_engine(game: &str, player: &str) -> String {
    let program = env!("CARGO_BIN_EXE_quadrille");
    format!("exec '{program}' engine --protocol ugi --game {game} --player {player} --seed 1")
}

/// An empty folder of its own, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("quadrille-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub fn is_empty(&self) -> bool {
        std::fs::read_dir(&self.0).unwrap().next().is_none()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
