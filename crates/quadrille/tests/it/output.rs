//! Output that cannot be written, and text that would command a terminal.

use crate::common;

use common::{Folder, Run, command, finish, good, quadrille, refused, typing};
use serde_json::Value;
use std::{fs, process::Command};

/// Title of the window, clear the screen, a C1 control, a bidi override, an isolate and a carriage return.
const NASTY: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}evil\u{2066}\rx";

/// Two games of random players, as a file of records.
fn records(folder: &Folder) -> String {
    let out = folder.file("games.jsonl");
    good(&["match", "knightthrough:4x6", "random", "random", "--nodes", "10", "--games", "2", "--out", &out]);
    out
}

/// Nothing that a terminal obeys is in the text.
fn assert_harmless(text: &str) {
    let commands = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!text.contains(commands), "{text:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure_of_every_command_that_prints() {
    let folder = Folder::new();
    let (records, data) = (records(&folder), folder.file("data"));
    let description = folder.file("t.toml");
    let text =
        "game = 'knightthrough:4x6'\nplayers = ['random', 'random:seed=2']\nlimit = 'nodes=10'\ngames = 2\n";
    fs::write(&description, text.replace("random:seed=2", "alphabeta")).unwrap();
    let commands: &[&[&str]] = &[
        &["--help"],
        &["--version"],
        &["match", "--help"],
        &["analyze", "knightthrough", "--depth", "1"],
        &["analyze", "knightthrough", "--depth", "1", "--json"],
        &["bench", "knightthrough"],
        &["cgt", "value", "--game", "{1|-1}"],
        &["cgt", "value", "--game", "{1|-1}", "--json"],
        &["cgt", "thermograph", "--game", "{1|-1}", "--svg"],
        &["cgt", "born", "1"],
        &["convert", "knightthrough", &records],
        &["convert", "knightthrough", &records, "--to", "jsonl"],
        &["engine", "--protocol", "ugi", "--player", "random"],
        &["lab", "list"],
        &["lab", "tune", "weights", "knightthrough"],
        &["match", "knightthrough:4x6", "random", "random", "--nodes", "10", "--games", "2"],
        &["perft", "knightthrough", "--depth", "1"],
        &["play", "knightthrough", "--side", "both"],
        &["players"],
        &["properties", "tzaar", "--games", "1"],
        &["serve", "--addr", "127.0.0.1:0", "--data", &data],
        &["show", "knightthrough"],
        &["show", "knightthrough", "--format", "svg"],
        &["show", "knightthrough", "--format", "json"],
        &["solve", "knightthrough:4x5"],
        &["tournament", &description],
    ];
    let input = folder.file("input.txt");
    fs::write(&input, "ugi\n").unwrap();
    for args in commands {
        let mut command = command(args);
        command.stdout(fs::File::options().write(true).open("/dev/full").unwrap());
        let run = finish(command.stdin(fs::File::open(&input).unwrap()).output().unwrap());
        assert_eq!(run.code, 1, "{args:?}: {}", run.err);
        let sentence = "error: standard output cannot be written: No space left on device";
        assert!(run.err.contains(sentence), "{args:?}: {}", run.err);
    }
}

/// A disk that fills up in the middle: what fits is written, and the rest is reported.
#[test]
fn a_disk_that_fills_up_is_a_failure() {
    let folder = Folder::new();
    let (records, out) = (records(&folder), folder.file("out.txt"));
    let program = env!("CARGO_BIN_EXE_quadrille");
    let shell = format!("trap '' XFSZ; ulimit -f 1; exec '{program}' players > '{out}'");
    let run = finish(Command::new("bash").args(["-c", &shell]).output().unwrap());
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("standard output cannot be written: File too large"), "{}", run.err);
    assert_eq!(fs::metadata(&out).unwrap().len(), 1024);
    // Files are replaced as a whole or not at all.
    let saved = folder.file("game.json");
    let play = |seed: &str, shell: &str| {
        let start = format!("exec '{program}' play knightthrough --side both --seed {seed}");
        let mut command = Command::new("bash");
        let mut child = command.args(["-c", &format!("{shell}{start}")]).stdin(std::process::Stdio::piped());
        child = child.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = child.spawn().unwrap();
        use std::io::Write;
        write!(child.stdin.take().unwrap(), "b1-c3\nsave {saved}\nquit\n").unwrap();
        finish(child.wait_with_output().unwrap())
    };
    assert!(play("1", "").out.contains("saved to"));
    let before = fs::read_to_string(&saved).unwrap();
    let run = play("2", "trap '' XFSZ; ulimit -f 0; ");
    assert!(run.out.contains("cannot be written: File too large"), "{}", run.out);
    assert_eq!(fs::read_to_string(&saved).unwrap(), before);
    assert!(!fs::exists(format!("{saved}.part")).unwrap());
    drop(records);
}

#[test]
fn a_reader_that_is_gone_ends_the_program_quietly() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let run = finish(command(&["players"]).stdout(writer).output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn a_saved_game_replaces_nothing_but_a_saved_game() {
    let folder = Folder::new();
    let thesis = folder.file("thesis.txt");
    fs::write(&thesis, "chapter 1").unwrap();
    for target in [&thesis, "/dev/null", &folder.0.display().to_string()] {
        let run = typing(&["play", "knightthrough", "--side", "both"], &format!("save {target}\nquit\n"));
        assert!(!run.out.contains("saved to") && run.out.contains(target), "{}", run.out);
    }
    assert_eq!(fs::read_to_string(&thesis).unwrap(), "chapter 1");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// A record whose texts are all nasty, and the records as they were.
fn nasty_record(folder: &Folder) -> (String, Value) {
    let out = records(folder);
    let line = fs::read_to_string(&out).unwrap().lines().next().unwrap().to_owned();
    let mut record: Value = serde_json::from_str(&line).unwrap();
    for field in ["players", "id", "opening", "time_control", "detail"] {
        if let Some(value) = record.get_mut(field) {
            *value = if value.is_array() { serde_json::json!([NASTY, NASTY]) } else { NASTY.into() };
        }
    }
    // Records of older programs have no checksum.
    record.as_object_mut().unwrap().shift_remove("crc32").unwrap();
    fs::write(&out, format!("{record}\n")).unwrap();
    (out, record)
}

#[test]
fn text_from_records_cannot_command_the_terminal() {
    let folder = Folder::new();
    let (out, record) = nasty_record(&folder);
    let text = good(&["convert", "knightthrough", &out]);
    assert_harmless(&text);
    assert!(text.contains(r"\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}evil\u{2066}\u{d}x"), "{text}");
    let line = good(&["convert", "knightthrough", &out, "--to", "jsonl"]);
    assert_harmless(&line);
    let again: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(again["players"], record["players"], "JSON says the same with its own escapes");
    assert_eq!(again["players"][0], NASTY);
}

#[test]
fn text_from_other_files_cannot_command_the_terminal() {
    let folder = Folder::new();
    let harmless = |run: Run| {
        assert_harmless(&run.out);
        assert_harmless(&run.err);
        assert!(run.err.contains("1b"), "the text is quoted: {}", run.err);
    };
    let saved = folder.file("game.json");
    typing(&["play", "knightthrough", "--side", "both"], &format!("save {saved}\nquit\n"));
    let mut game: Value = serde_json::from_str(&fs::read_to_string(&saved).unwrap()).unwrap();
    game["opponent"] = NASTY.into();
    fs::write(&saved, game.to_string()).unwrap();
    harmless(quadrille(&["play", "--resume", &saved]));
    let tournament = folder.file("t.toml");
    let name: String = NASTY.chars().map(|c| format!("\\u{:04x}", c as u32)).collect();
    let text =
        format!("game = \"knightthrough\"\nplayers = [\"{name}\", \"random\"]\nlimit = \"nodes=10\"\n");
    fs::write(&tournament, text).unwrap();
    harmless(quadrille(&["tournament", &tournament]));
    fs::write(&tournament, format!("game = \"knightthrough\"\n{NASTY} = 1\n")).unwrap();
    assert_harmless(&refused(&["tournament", &tournament], "t.toml"));
    let table = folder.file("boards.csv");
    fs::write(&table, format!("{NASTY}\n")).unwrap();
    harmless(quadrille(&["cgt", "hunt", "amazons", "--file", &table]));
    let named = folder.file(&format!("{NASTY}.txt"));
    harmless(quadrille(&["show", "knightthrough", "--file", &named]));
}

#[test]
fn engines_cannot_command_the_terminal() {
    let folder = Folder::new();
    let script = folder.file("engine.sh");
    fs::write(
        &script,
        format!(
            "read a\nprintf '%s\\n' 'id name {NASTY}' 'ugiok'\nread b\necho '{NASTY}'\ncat > /dev/null\n"
        ),
    )
    .unwrap();
    let engine = format!("bash {script}");
    let run = quadrille(&["compliance", &engine, "--game", "knightthrough", "--engine-start", "1s"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert_harmless(&run.out);
    assert_harmless(&run.err);
    let player = format!("ugi:{engine}");
    let out = folder.file("games.jsonl");
    let run = quadrille(&[
        "match",
        "knightthrough",
        "random",
        &player,
        "--games",
        "2",
        "--nodes",
        "10",
        "--engine-start",
        "1s",
        "--out",
        &out,
    ]);
    assert_harmless(&run.out);
    assert_harmless(&run.err);
    assert_harmless(&good(&["convert", "knightthrough", &out]));
}
