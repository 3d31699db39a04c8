//! `quadrille lab tune` on the real program: one small run of each kind, and bad input.

use crate::common;

use common::{good, refused};
use std::{fs, path::PathBuf};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

const SPEC: &str = "alphabeta:tt=64K";

#[test]
fn weights_are_named_and_every_kind_of_run_is_written() {
    let weights = good(&["lab", "tune", "weights", "knightthrough"]);
    assert!(weights.lines().any(|line| line.starts_with("w.knight=")), "{weights}");
    let out = folder("tune-end-to-end");
    let text = out.to_str().unwrap();
    let games = ["--nodes", "60", "--seed", "4", "--out", text];
    let run = |words: &[&str]| good(&[&["lab", "tune"], words, &games[..]].concat());
    let fitted = run(&["fit", "knightthrough:5x6", SPEC, "--games", "40", "--prior", "5"]);
    assert!(fitted.contains("| held-out error |") && fitted.contains("found: alphabeta:tt=64K"), "{fitted}");
    let page = fs::read_to_string(out.join("fit-knightthrough/fit-knightthrough.md")).unwrap();
    assert!(page.contains("quadrille lab tune fit knightthrough:5x6 alphabeta:tt=64K --games 40"), "{page}");
    assert!(!page.contains(text), "the page does not name the folder of results");
    let climbed = run(&["spsa", "knightthrough:5x6", SPEC, "--param", "w.hole=4:0:20:2", "--steps", "3"]);
    assert!(climbed.contains("found: alphabeta:tt=64K,w.hole="), "{climbed}");
    let tried = run(&["grid", "knightthrough:5x6", SPEC, "--param", "w.hole=0,9", "--games", "2"]);
    assert!(tried.contains("w.hole=9"), "{tried}");
    let tested = run(&["confirm", "knightthrough:5x6", SPEC, "alphabeta:tt=64K,w.hole=9", "--games", "2"]);
    assert!(tested.contains("SPRT: undecided"), "{tested}");
    let report = good(&["lab", "report", "--out", text]);
    assert!(report.starts_with("4 experiments"), "{report}");
}

#[test]
fn bad_input_is_quoted() {
    let out = folder("tune-bad-input");
    let text = out.to_str().unwrap();
    let no = |words: &[&str], token: &str| {
        refused(&[&["lab", "tune"], words, &["--out", text][..]].concat(), token);
    };
    no(&["fit", "chess"], "'chess'");
    no(&["fit", "knightthrough", "alphabeta:w.nothing=1"], "'w.nothing'");
    no(&["fit", "knightthrough", "--games", "3"], "'3'");
    no(&["fit", "knightthrough", "--blend", "2"], "'2'");
    no(&["fit", "knightthrough", "--only", "queen"], "'queen'");
    no(&["fit", "knightthrough", "random"], "'random'");
    no(&["fit", "knightthrough", "--name", "../x"], "'../x'");
    no(&["spsa", "knightthrough", SPEC, "--param", "w.hole=4"], "'w.hole=4'");
    no(&["spsa", "knightthrough", SPEC, "--param", "hole=4:0:9:1"], "'hole'");
    no(&["grid", "knightthrough", SPEC, "--param", "w.hole=,"], "'w.hole=,'");
    no(&["grid", "knightthrough:9x9", SPEC, "--param", "w.hole=1"], "'9x9'");
    no(&["confirm", "knightthrough", SPEC, SPEC, "--sprt", "elo0=9,elo1=1"], "'1'");
    assert!(!out.exists(), "nothing is written for a command that was refused");
}
