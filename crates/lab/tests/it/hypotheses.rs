//! Hypotheses: runs in rounds that stop when a claim is decided, the same on every machine and after every interruption.

use lab::{
    Bound, Cell, Conditions, Design, Evidence, Experiment, Findings, Hypothesis, LabError, Page, Part, Plot,
    RunConfig, Scale, Table, Test, Value, Verdict, run,
};
use serde_json::json;
use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// Cells of each of two series, and how many of them make a round.
const SERIES: usize = 40;
const EACH_ROUND: usize = 5;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lab-hypotheses-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A number that looks random, between 0 and 1.
fn noise(nth: usize) -> f64 {
    let mixed = (nth as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9) as f64 / u64::MAX as f64
}

/// Two series of numbers: the first is about 2 and claimed to be at least 1, the second about 0 and claimed to be within
/// ±0.02, which its noise never allows.
fn two_series(done: Arc<AtomicUsize>, why: &'static str) -> Experiment {
    let design = move |_: &Conditions| {
        let cell = |nth: usize| {
            let done = done.clone();
            let work = move |_: &AtomicBool| {
                done.fetch_add(1, Ordering::Relaxed);
                let level = if nth < SERIES { 2.0 } else { 0.0 };
                Ok(json!(level + noise(nth) - 0.5))
            };
            let (round, parts) = ((nth % SERIES) / EACH_ROUND, vec![nth / SERIES]);
            Cell { id: format!("cell {nth}"), work: Box::new(work), round, parts, threads: 1 }
        };
        let gather = |values: &[Option<serde_json::Value>]| {
            let series = |from: usize| {
                let these = values[from..from + SERIES].iter().flatten();
                Evidence::Numbers(these.map(|value| value.as_f64().unwrap()).collect())
            };
            Ok(vec![series(0), series(SERIES)])
        };
        let hypothesis = Hypothesis {
            statement: "One is large, the other hardly matters.".into(),
            parts: vec![
                Part::new("The first is at least 1.", "2", Test::Mean(Bound::AtLeast(1.0))),
                Part::new("The second hardly matters.", "", Test::Mean(Bound::Within(-0.02, 0.02))),
            ],
            why: Some(why.into()),
            gather: Box::new(gather),
        };
        let present = |values: &[Option<serde_json::Value>]| {
            let mut table = Table::new("cell | number");
            for (nth, value) in values.iter().enumerate() {
                if let Some(value) = value {
                    table.push(vec![Value::count(nth as u64), Value::Number(value.as_f64().unwrap(), 9)]);
                }
            }
            Ok(Findings {
                table,
                plot: Plot::lines("Series", "n", "number", vec![]),
                notes: vec![],
                games: 0,
            })
        };
        Ok(Design {
            cells: (0..2 * SERIES).map(cell).collect(),
            method: vec!["Counted.".into()],
            hypothesis: Some(hypothesis),
            present: Box::new(present),
        })
    };
    Experiment {
        name: "series".into(),
        title: "Series".into(),
        source: "a test",
        claim: "One is large.",
        takes_positions: false,
        design: Box::new(design),
    }
}

fn config(out: &Path, concurrency: usize) -> RunConfig<'_> {
    RunConfig {
        conditions: Conditions { scale: Scale::Standard, seed: 1, positions: None },
        concurrency: NonZeroUsize::new(concurrency).unwrap(),
        out,
        command: "quadrille lab run series".into(),
    }
}

fn go(out: &Path, concurrency: usize, done: &Arc<AtomicUsize>) -> Result<Page, LabError> {
    let stop = AtomicBool::new(false);
    run(&two_series(done.clone(), "why"), &config(out, concurrency), &stop, &mut |_| ()).map(|f| f.page)
}

fn csv(out: &Path) -> String {
    fs::read_to_string(out.join("series/series.csv")).unwrap()
}

#[test]
fn a_decided_part_gets_no_further_cells_and_the_others_do() {
    let (out, done) = (folder("decided"), Arc::new(AtomicUsize::new(0)));
    let page = go(&out, 1, &done).unwrap();
    let answer = page.answer.as_ref().unwrap();
    assert_eq!(answer.parts[0].verdict, Verdict::Agrees);
    assert_eq!(answer.parts[1].verdict, Verdict::Undecided);
    assert_eq!(answer.verdict, Verdict::Undecided);
    let rows = |series: usize| {
        let of = |line: &&str| line.split(',').next().unwrap().parse::<usize>().unwrap() / SERIES == series;
        csv(&out).lines().skip(1).filter(of).count()
    };
    assert!(rows(0) < SERIES && rows(0) % EACH_ROUND == 0, "{}", rows(0));
    assert_eq!(rows(1), SERIES);
    assert_eq!(done.load(Ordering::Relaxed), rows(0) + rows(1));
    let provenance = &page.provenance;
    assert_eq!((provenance.cells, provenance.planned), (rows(0) + rows(1), 2 * SERIES));
    assert!(provenance.cpu_seconds.is_some_and(|seconds| seconds < 60.0) || cfg!(not(target_os = "linux")));
    assert_eq!(answer.why, None, "a reason is given only where ours differs");
    let markdown = fs::read_to_string(out.join("series/series.md")).unwrap();
    for words in
        ["**Hypothesis.** One is large", "**Verdict: undecided.** ", "between -0.02 and 0.02", "at most 5 %"]
    {
        assert!(markdown.contains(words), "{words}: {markdown}");
    }
}

#[test]
fn interruptions_and_threads_change_nothing() {
    let (one, two, done) = (folder("one"), folder("two"), Arc::new(AtomicUsize::new(0)));
    let whole = go(&one, 1, &done).unwrap();
    let pages = go(&two, 2, &done).unwrap();
    assert_eq!((csv(&one), &whole.answer), (csv(&two), &pages.answer));
    let journal = one.join("series/series.journal.jsonl");
    let lines = fs::read_to_string(&journal).unwrap();
    let cells = lines.lines().count() - 1;
    for kept in [0, 1, 7, EACH_ROUND, 2 * EACH_ROUND, 23, cells - 1, cells] {
        let text: String = lines.split_inclusive('\n').take(1 + kept).collect();
        fs::write(&journal, text).unwrap();
        done.store(0, Ordering::Relaxed);
        let page = go(&one, 2, &done).unwrap();
        assert_eq!(done.load(Ordering::Relaxed), cells - kept, "{kept} cells kept");
        assert_eq!((csv(&one), &page.answer), (csv(&two), &whole.answer), "{kept} cells kept");
    }
}

/// The catalogue's examples: a claim that is decided, one that ours contradicts, and one that cannot be tested.
#[test]
fn known_claims_have_their_verdicts() {
    let out = folder("known");
    for (name, verdict, words) in [
        ("amazons-table-a.1", Verdict::Agrees, "All 3 parts hold"),
        ("tzaar-size", Verdict::Differs, "9.19e57"),
        ("tzaar-table-4.16", Verdict::CannotBeCompared, "people cannot be rebuilt"),
    ] {
        let experiment = lab::find(players::GAMES, name).unwrap();
        let page = run(&experiment, &config(&out, 1), &AtomicBool::new(false), &mut |_| ()).unwrap().page;
        let answer = page.answer.unwrap();
        assert_eq!(answer.verdict, verdict, "{name}: {}", answer.sentence);
        assert!(answer.sentence.contains(words), "{name}: {}", answer.sentence);
        assert_eq!(answer.why.is_some(), verdict == Verdict::Differs, "{name}");
    }
    let (_, files) = lab::report(&out).unwrap();
    let [markdown, html] = files.map(|file| fs::read_to_string(file).unwrap());
    assert!(markdown.contains("**Verdict: differs.**"), "{markdown}");
    let (opening, _) = markdown.split_once("## All pages").unwrap();
    for words in [
        "Tables and figures of the four works: 2, of which 1 agrees, 0 differs, 0 undecided, 1 cannot be compared.",
        "Claims in their text: 1, of which 0 agrees, 1 differs",
        "| [`amazons-table-a.1`](#temperatures-and-means-of-the-games-born-by-day-4) |",
        "| 19 of 19 | 19 of 19 (3 of 3 parts) | **agrees** |",
        "## Where ours differs",
        "whole numbers, gives 9.19e57",
        "without a result here: `tzaar-table-1.1`",
    ] {
        assert!(opening.contains(words), "{words}: {opening}");
    }
    for words in
        ["<strong>Verdict: differs.</strong>", "<strong>agrees</strong>", "<h2>Where ours differs</h2>"]
    {
        assert!(html.contains(words), "{words}");
    }
}

/// Pages of version 1 have no hypothesis, processor time and bench totals. They are read and reported as not judged.
#[test]
fn pages_of_an_earlier_version_are_reported_as_not_judged() {
    let out = folder("earlier");
    let experiment = lab::find(players::GAMES, "tzaar-table-4.16").unwrap();
    run(&experiment, &config(&out, 1), &AtomicBool::new(false), &mut |_| ()).unwrap();
    let path = out.join("tzaar-table-4.16/tzaar-table-4.16.json");
    let mut page: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    page["version"] = json!(1);
    page.as_object_mut().unwrap().remove("answer");
    let provenance = page["provenance"].as_object_mut().unwrap();
    for key in ["planned", "cpu_seconds", "bench"] {
        assert!(provenance.remove(key).is_some(), "{key}");
    }
    provenance.insert("scale".into(), json!("quick"));
    fs::write(&path, page.to_string()).unwrap();
    let (_, [markdown, _]) = lab::report(&out).unwrap();
    let markdown = fs::read_to_string(markdown).unwrap();
    assert!(markdown.contains("| not judged: an earlier version's quick result |"), "{markdown}");
    page["version"] = json!(3);
    fs::write(&path, page.to_string()).unwrap();
    let error = lab::report(&out).unwrap_err().to_string();
    assert!(error.contains("'3' is not a known version of results"), "{error}");
}
