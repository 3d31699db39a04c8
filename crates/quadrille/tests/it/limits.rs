//! Endless and enormous input: refused with the limit, within 512 MB of memory.

use crate::common;

use common::{Folder, Run, command, finish, typing};
use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

/// Runs the program with at most 512 MB of address space, and shell words before it.
fn within_memory(before: &str, args: &[&str]) -> Run {
    let program = env!("CARGO_BIN_EXE_quadrille");
    let quoted: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
    let shell = format!("ulimit -v 524288; {before} '{program}' {}", quoted.join(" "));
    finish(Command::new("bash").args(["-c", &shell]).stdin(Stdio::null()).output().unwrap())
}

#[track_caller]
fn assert_refused(run: &Run, tokens: &[&str]) {
    assert_eq!(run.code, 2, "{} {}", run.out, run.err);
    assert_eq!((run.out.as_str(), run.err.lines().count()), ("", 1), "{}", run.err);
    for token in tokens {
        assert!(run.err.contains(token), "{token}: {}", run.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_endless_file_is_refused_with_its_limit() {
    let zero = "/dev/zero";
    for args in [
        &["show", "knightthrough", "--file", zero][..],
        &["analyze", "knightthrough", "--file", zero],
        &["play", "--resume", zero],
        &["tournament", zero],
        &["tzaar", "-b", zero],
    ] {
        assert_refused(&within_memory("", args), &["'/dev/zero'", "1 MiB"]);
    }
    for args in [
        &["convert", "knightthrough", zero][..],
        &["cgt", "temperature", "amazons", "--file", zero],
        &["cgt", "hunt", "amazons", "--file", zero],
    ] {
        assert_refused(&within_memory("", args), &["'/dev/zero'", "64 MiB"]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_endless_line_is_refused_with_its_limit() {
    let run = within_memory("yes | tr -d '\\n' |", &["convert", "knightthrough", "/dev/stdin"]);
    assert_refused(&run, &["'/dev/stdin'", "64 MiB"]);
    let folder = Folder::new();
    let file = folder.file("long.jsonl");
    let mut text = b"short\n".to_vec();
    text.resize(text.len() + (1 << 20) + 1, b'x');
    fs::write(&file, &text).unwrap();
    assert_refused(
        &within_memory("", &["convert", "knightthrough", &file]),
        &["long.jsonl', line 2", "1 MiB"],
    );
    // Just below the limit it is read, and wrong for another reason.
    text.pop();
    fs::write(&file, &text).unwrap();
    assert_refused(
        &within_memory("", &["convert", "knightthrough", &file]),
        &["long.jsonl', line 1", "'short'"],
    );
}

#[test]
fn a_person_may_type_anything() {
    let run = within_memory("head -c 300000000 /dev/zero |", &["play", "knightthrough", "--side", "both"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = typing(&["play", "knightthrough", "--side", "both"], "\0\n\u{feff}\nb1-c3\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Black"), "the game goes on: {}", run.out);
}

/// Sends these bytes to an engine and returns what it answered.
fn engine(args: &[&str], input: &[u8]) -> String {
    let mut command = command(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The engine answers while it is written to.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let run = finish(child.wait_with_output().unwrap());
    writer.join().unwrap().unwrap();
    assert_eq!(run.code, 0);
    run.out
}

#[test]
fn engines_survive_every_input() {
    let mut input = vec![b'x'; 3 << 20];
    input.extend(
        b"\ngo\0 \xff\xfe nodes \x1b[2J\n\0\0\0\nsetoption name \xc3\x28 value 1e999\nposition \xf0\n",
    );
    for _ in 0..20_000 {
        input.extend(b"nonsense\n");
    }
    input.extend(b"isready\nquit\n");
    for (protocol, player) in [("aei", "random"), ("ugi", "random")] {
        let out = engine(&["engine", "--protocol", protocol, "--player", player], &input);
        assert!(
            out.lines().any(|line| line == "readyok"),
            "{protocol} answered {} lines",
            out.lines().count()
        );
        assert!(!out.contains(|c: char| c.is_control() && c != '\n'), "{protocol}");
    }
}
