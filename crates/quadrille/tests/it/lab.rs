//! `quadrille lab` on the real program: the list, one small run from beginning to end, the report, and bad input.

use crate::common;

use common::{command, finish, good, quadrille, refused};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

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
    refused(&["lab", "run", "amazons-e5", "--quick", "--out", text], "seed 2");
    refused(&["lab", "run", "amazons-e5", "--quick", "--full", "--out", text], "--full");
    let list = good(&["lab", "list", "--out", text]);
    assert!(list.lines().any(|l| l.starts_with("amazons-e5 ") && l.contains("; quick: ")), "{list}");
    assert!(!good(&["lab", "list"]).contains("; quick: "));
    good(&["lab", "run", "amazons-e5", "--quick", "--seed", "3", "--replace", "--out", text]);
    assert!(
        file("amazons-e5.md").contains("--seed 3") && file("amazons-e5.journal.jsonl").contains("\"seed\":3")
    );
    good(&[run.as_slice(), &["--replace"]].concat());
    fs::write(out.join("amazons-e5/amazons-e5.journal.jsonl"), "what is this\n").unwrap();
    refused(&run, "'what is this'");
}

/// The arguments of a small experiment, and its files.
fn small(out: &str) -> [&str; 10] {
    ["lab", "run", "amazons-e5", "--quick", "--seed", "2", "--concurrency", "2", "--out", out]
}

/// Killed again and again, whenever the journal has grown by some bytes, the run ends with the same table.
#[test]
#[cfg(unix)]
fn an_experiment_killed_at_any_moment_ends_with_the_same_table() {
    let (whole, killed) = (folder("lab-not-killed"), folder("lab-killed"));
    good(&small(whole.to_str().unwrap()));
    let journal = killed.join("amazons-e5/amazons-e5.journal.jsonl");
    let written = || fs::metadata(&journal).map_or(0, |data| data.len());
    let mut kills = 0;
    loop {
        let until = written() + players::derive_seed(5, &[kills]) % 700;
        let args = small(killed.to_str().unwrap());
        let mut child = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if written() > until {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        };
        if let Some(status) = status {
            assert!(status.success());
            break;
        }
        kills += 1;
    }
    assert!(kills >= 5, "{kills}");
    let table = |out: &PathBuf| fs::read(out.join("amazons-e5/amazons-e5.csv")).unwrap();
    assert_eq!(table(&killed), table(&whole), "after {kills} kills");
}

/// A file that may not grow stands for a full disk: the run fails, and the next one goes on from what was written.
#[test]
#[cfg(unix)]
fn an_experiment_on_a_full_disk_fails_and_can_be_resumed() {
    let (whole, full) = (folder("lab-enough-room"), folder("lab-full-disk"));
    good(&small(whole.to_str().unwrap()));
    let args = small(full.to_str().unwrap());
    // Without the signal, a write beyond the limit fails like one on a full disk.
    let limited = "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"";
    let output =
        Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_quadrille")]).args(args).output();
    let run = finish(output.unwrap());
    assert_eq!(run.code, 1, "{}", run.err);
    let error = run.err.lines().last().unwrap();
    assert!(error.starts_with("error: ") && error.contains("amazons-e5.journal.jsonl'"), "{}", run.err);
    let again = quadrille(&args);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.err.contains("cells were already done"), "{}", again.err);
    let table = |out: &PathBuf| fs::read(out.join("amazons-e5/amazons-e5.csv")).unwrap();
    assert_eq!(table(&full), table(&whole));
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
