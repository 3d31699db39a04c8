//! Stored results are found to hold, or not: the cells that are repeated are the only judges.

use crate::framework::folder;
use lab::{
    Cell, Conditions, Design, Experiment, Findings, LabError, Plot, RunConfig, Scale, Table, Verification,
    VerifyConfig, run, verify,
};
use serde_json::json;
use std::{fs, num::NonZeroUsize, path::Path, sync::atomic::AtomicBool};

/// An experiment whose cells are cheap and count nodes.
const CHEAP: &str = "tzaar-table-1.1";

/// Runs an experiment with a seed of its own into a folder.
fn stored(name: &str, out: &Path) {
    let experiment = lab::find(players::GAMES, name).unwrap();
    run(&experiment, &run_config(out), &AtomicBool::new(false), &mut |_| ()).unwrap();
}

fn run_config(out: &Path) -> RunConfig<'_> {
    RunConfig {
        conditions: Conditions { scale: Scale::Quick, seed: 5, positions: None },
        concurrency: NonZeroUsize::MIN,
        out,
        command: "quadrille lab run".into(),
    }
}

fn check(name: &str, dir: &Path, share: f64) -> Result<Verification, LabError> {
    let experiment = lab::find(players::GAMES, name).unwrap();
    let config = VerifyConfig { dir, share, seed: 1, concurrency: NonZeroUsize::MIN };
    verify(&experiment, &config, &AtomicBool::new(false))
}

fn checked(entry: &str) -> String {
    format!("[\"{:08x}\",{entry}]\n", crc32fast::hash(entry.as_bytes()))
}

/// Rewrites the entries of a journal, with right checksums.
fn rewrite(name: &str, out: &Path, change: impl Fn(usize, &str) -> String) {
    let path = out.join(format!("{name}/{name}.journal.jsonl"));
    let text = fs::read_to_string(&path).unwrap();
    let entry = |line: &str| line[r#"["01234567","#.len()..line.len() - 1].to_string();
    let lines = text.lines().enumerate().map(|(nth, line)| checked(&change(nth, &entry(line))));
    fs::write(&path, lines.collect::<String>()).unwrap();
}

#[test]
fn a_good_result_holds_and_is_left_as_it_is() {
    let out = folder("verify-good");
    stored(CHEAP, &out);
    let path = out.join(format!("{CHEAP}/{CHEAP}.journal.jsonl"));
    let before = fs::read(&path).unwrap();
    assert_eq!(check(CHEAP, &out, 0.02).unwrap(), Verification::Same { repeated: 1, of: 16 });
    assert_eq!(check(CHEAP, &out, 0.25).unwrap(), Verification::Same { repeated: 4, of: 16 });
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// Searches with measured times in their results, and games.
#[test]
fn measured_times_do_not_matter() {
    let out = folder("verify-times");
    for name in ["knightthrough-small-boards", "arimaa-profile-mcts"] {
        stored(name, &out);
        let outcome = check(name, &out, 0.2).unwrap();
        assert!(
            matches!(outcome, Verification::Same { repeated, .. } if repeated > 0),
            "{name}: {outcome:?}"
        );
    }
}

#[test]
fn a_changed_cell_is_found_and_named() {
    let out = folder("verify-changed");
    stored(CHEAP, &out);
    let mut original = String::new();
    let path = out.join(format!("{CHEAP}/{CHEAP}.journal.jsonl"));
    original += &fs::read_to_string(&path).unwrap();
    // The first pair of numbers in a result is the number of stacks and of turns at the start.
    rewrite(CHEAP, &out, |_, entry| match entry.contains("\"game 7\"") {
        true => entry.replace("\"result\":[[60,", "\"result\":[[61,"),
        false => entry.into(),
    });
    assert_ne!(fs::read_to_string(&path).unwrap(), original);
    let outcome = check(CHEAP, &out, 1.0).unwrap();
    let Verification::Differs(difference) = outcome else { panic!("{outcome:?}") };
    assert_eq!((difference.cell.as_str(), difference.field.as_str()), ("game 7", "1.1"));
    assert_eq!((difference.stored.as_str(), difference.found.as_str()), ("61", "60"));
    assert_eq!(
        difference.to_string(),
        "cell 'game 7' has 1.1 61 in the journal, but gave 60 when it was repeated"
    );
    // A changed line with the old checksum is damage.
    fs::write(&path, original.replacen("\"game 7\",\"result\":[[60,", "\"game 7\",\"result\":[[61,", 1))
        .unwrap();
    let error = check(CHEAP, &out, 0.02).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("checksum is wrong"), "{error}");
    fs::write(&path, &original[..original.len() - 5]).unwrap();
    let error = check(CHEAP, &out, 0.02).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("line 17: is torn"), "{error}");
    let error = check("tzaar-table-4.9", &out, 0.02).unwrap_err();
    assert!(
        error.is_bad_input() && error.to_string().contains("'tzaar-table-4.9' has no journal"),
        "{error}"
    );
}

#[test]
fn results_of_an_earlier_search_or_version_are_not_compared() {
    let out = folder("verify-earlier");
    stored(CHEAP, &out);
    let is_head = |entry: &str| entry.contains("\"bench\"");
    let now = {
        let path = out.join(format!("{CHEAP}/{CHEAP}.json"));
        let page: lab::Page = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        page.provenance.bench["tzaar"]
    };
    rewrite(CHEAP, &out, |_, entry| match is_head(entry) {
        true => entry.replace(&format!("\"tzaar\":{now}"), "\"tzaar\":12345"),
        false => entry.replace("[[60,", "[[61,"),
    });
    let expected = vec![("tzaar".to_string(), 12345, now)];
    assert_eq!(check(CHEAP, &out, 1.0).unwrap(), Verification::EarlierSearch(expected));
    // Resumed by another search: which cells are whose is unknown.
    rewrite(CHEAP, &out, |nth, entry| match nth {
        0 => entry.replace("\"tzaar\":12345", &format!("\"tzaar\":{now}")),
        3 => r#"{"commit":"another","bench":{"tzaar":12345}}"#.into(),
        _ => entry.into(),
    });
    assert!(matches!(check(CHEAP, &out, 1.0).unwrap(), Verification::EarlierVersion(_)));
    // Without totals, as in version 0.1.
    rewrite(CHEAP, &out, |nth, entry| match nth {
        0 => entry.replace(&format!(",\"bench\":{{\"tzaar\":{now}}}"), ""),
        _ => entry.into(),
    });
    let outcome = check(CHEAP, &out, 1.0).unwrap();
    assert!(
        matches!(&outcome, Verification::EarlierVersion(why) if why.contains("which search")),
        "{outcome:?}"
    );
}

/// Cells say in their results that they were limited by time.
#[test]
fn cells_limited_by_time_are_left_out() {
    let out = folder("verify-timed");
    let clocked = |timed: &'static [u64]| Experiment {
        name: "clocked".into(),
        title: "Clocked".into(),
        source: "a test",
        claim: "None.",
        takes_positions: false,
        design: Box::new(move |_| {
            let cells = (0..4).map(|n| {
                let work =
                    move |_: &AtomicBool| Ok(json!({"turns": [{"nodes": n, "timed": timed.contains(&n)}]}));
                Cell {
                    id: format!("cell {n}"),
                    work: Box::new(work),
                    round: 0,
                    parts: Vec::new(),
                    threads: 1,
                }
            });
            let findings =
                || Findings { table: Table::new("a"), plot: Plot::default(), notes: Vec::new(), games: 0 };
            Ok(Design {
                cells: cells.collect(),
                method: Vec::new(),
                hypothesis: None,
                present: Box::new(move |_| Ok(findings())),
            })
        }),
    };
    let stop = AtomicBool::new(false);
    let config = VerifyConfig { dir: &out, share: 1.0, seed: 1, concurrency: NonZeroUsize::MIN };
    for (timed, expected) in [
        (&[0, 2][..], Verification::Same { repeated: 2, of: 2 }),
        (&[0, 1, 2, 3][..], Verification::NothingToRepeat("its cells are limited by time".into())),
    ] {
        let _ = fs::remove_dir_all(out.join("clocked"));
        run(&clocked(timed), &run_config(&out), &stop, &mut |_| ()).unwrap();
        assert_eq!(verify(&clocked(timed), &config, &stop).unwrap(), expected);
    }
    stored("tzaar-table-4.16", &out);
    let outcome = check("tzaar-table-4.16", &out, 1.0).unwrap();
    assert_eq!(outcome, Verification::NothingToRepeat("it has no cells".into()));
}

/// A run that is presented again by another search keeps the totals of the search that did the cells.
#[test]
fn totals_are_those_of_the_search_that_did_the_cells() {
    let out = folder("verify-again");
    stored(CHEAP, &out);
    rewrite(CHEAP, &out, |nth, entry| match nth {
        0 => {
            let start = entry.find("\"tzaar\":").unwrap();
            entry[..start].to_string() + "\"tzaar\":777}}"
        }
        _ => entry.into(),
    });
    stored(CHEAP, &out);
    let page = lab::read_page(&out, CHEAP).unwrap().unwrap();
    assert_eq!(page.provenance.bench.into_iter().collect::<Vec<_>>(), [("tzaar".to_string(), 777)]);
    assert!(matches!(check(CHEAP, &out, 1.0).unwrap(), Verification::EarlierSearch(_)));
}
