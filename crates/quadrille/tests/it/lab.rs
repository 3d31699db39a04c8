//! `quadrille lab` on the real program: the list, one small run from beginning to end, the report, and bad input.

use crate::common;

use common::{good, quadrille, refused};
use std::{fs, path::PathBuf};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn the_list_names_every_experiment() {
    let list = good(&["lab", "list"]);
    assert!(list.lines().count() >= 42, "{list}");
    for name in [
        "tzaar-table-4.1 ",
        "amazons-figure-4.6 ",
        "knightthrough-aspiration ",
        "arimaa-cores-table ",
        "ablation-mcts-arimaa ",
    ] {
        assert!(list.lines().any(|line| line.starts_with(name)), "{name}");
    }
}

#[test]
fn a_small_experiment_runs_resumes_and_is_reported() {
    let out = folder("lab-end-to-end");
    let text = out.to_str().unwrap();
    let run = ["lab", "run", "amazons-e5", "--quick", "--seed", "2", "--concurrency", "2", "--out", text];
    let first = good(&run);
    assert!(first.contains("| positions |") && first.contains("Zhang: saved %"), "{first}");
    let file = |name: &str| fs::read_to_string(out.join("amazons-e5").join(name)).unwrap();
    let (csv, journal) = (file("amazons-e5.csv"), file("amazons-e5.journal.jsonl"));
    assert!(file("amazons-e5.svg").starts_with("<svg"));
    assert!(
        file("amazons-e5.md").contains("`quadrille lab run amazons-e5 --quick --seed 2 --concurrency 2`")
    );
    // Killed in the middle of a line: the rest is done, and the table is the same to the byte.
    fs::write(out.join("amazons-e5/amazons-e5.journal.jsonl"), &journal[..journal.len() / 2]).unwrap();
    let again = quadrille(&run);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(
        again.err.contains("cells were already done") && again.err.contains("torn line"),
        "{}",
        again.err
    );
    assert_eq!(file("amazons-e5.csv"), csv);
    let report = good(&["lab", "report", "--out", text]);
    assert!(report.starts_with("1 experiment in ") && out.join("report.html").exists(), "{report}");
    refused(&["lab", "run", "amazons-e5", "--quick", "--seed", "3", "--out", text], "seed 2");
    fs::write(out.join("amazons-e5/amazons-e5.journal.jsonl"), "what is this\n").unwrap();
    refused(&run, "'what is this'");
}

#[test]
fn bad_input_is_quoted() {
    let out = folder("lab-bad-input");
    let text = out.to_str().unwrap();
    refused(&["lab", "run", "no-such-thing", "--out", text], "'no-such-thing'");
    refused(
        &["lab", "run", "tzaar-table-4.1", "--positions", "no/folder", "--quick", "--out", text],
        "'no/folder'",
    );
    refused(&["lab", "run", "amazons-e5", "--positions", "some/folder", "--out", text], "'some/folder'");
    refused(&["lab", "run", "amazons-e5", "--concurrency", "0", "--out", text], "'0'");
    refused(&["lab", "report", "--out", text], text);
}
