//! The promises of the framework: a run can be killed at any moment, threads do not matter, bad files are refused.

use lab::{
    AxisScale, Cell, Conditions, Design, Experiment, Findings, LabError, Mark, Plot, RunConfig, Scale,
    Series, Table, Value, run,
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

/// A folder of its own for each test, emptied at the beginning.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lab-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// An experiment with twenty cells that counts how often a cell is done.
fn squares(done: Arc<AtomicUsize>) -> Experiment {
    let design = move |conditions: &Conditions| {
        let seed = conditions.seed;
        let cells = (0..20_u64).map(|n| {
            let done = done.clone();
            let work = move |_: &AtomicBool| {
                done.fetch_add(1, Ordering::Relaxed);
                Ok(json!({ "square": n * n + seed, "third": (n as f64) / 3.0 }))
            };
            Cell { id: format!("cell {n}"), work: Box::new(work), round: 0, parts: vec![] }
        });
        let present = |values: &[Option<serde_json::Value>]| {
            let mut table = Table::new("cell | square | third | ~time");
            let mut marks = Vec::new();
            for (nth, value) in values.iter().flatten().enumerate() {
                let square = value["square"].as_u64().unwrap();
                let third = value["third"].as_f64().unwrap();
                table.push(vec![
                    Value::count(nth as u64),
                    Value::count(square),
                    Value::Estimate(third, third / 7.0, 9),
                    Value::Number(1.0, 1),
                ]);
                marks.push(Mark::with_error(nth as f64, square as f64, third));
            }
            let plot = Plot::lines("Squares <&>", "n", "n²", vec![Series::ours("squares", marks)]);
            Ok(Findings { table, plot, notes: vec!["A note.".into()], games: 0 })
        };
        Ok(Design {
            cells: cells.collect(),
            method: vec!["Counted.".into()],
            hypothesis: None,
            present: Box::new(present),
        })
    };
    Experiment {
        name: "squares".into(),
        title: "Squares".into(),
        source: "a test",
        claim: "They grow.",
        takes_positions: false,
        design: Box::new(design),
    }
}

fn config(out: &Path, seed: u64, concurrency: usize) -> RunConfig<'_> {
    RunConfig {
        conditions: Conditions { scale: Scale::Quick, seed, positions: None },
        concurrency: NonZeroUsize::new(concurrency).unwrap(),
        out,
        command: "quadrille lab run squares".into(),
    }
}

fn go(out: &Path, seed: u64, concurrency: usize, done: &Arc<AtomicUsize>) -> Result<usize, LabError> {
    let stop = AtomicBool::new(false);
    run(&squares(done.clone()), &config(out, seed, concurrency), &stop, &mut |_| ()).map(|f| f.resumed)
}

fn csv(out: &Path) -> String {
    fs::read_to_string(out.join("squares/squares.csv")).unwrap()
}

fn journal(out: &Path) -> PathBuf {
    out.join("squares/squares.journal.jsonl")
}

#[test]
fn a_run_that_was_killed_anywhere_goes_on_without_a_lost_or_doubled_cell() {
    let out = folder("killed");
    let done = Arc::new(AtomicUsize::new(0));
    go(&out, 1, 2, &done).unwrap();
    assert_eq!(done.load(Ordering::Relaxed), 20);
    let (whole, expected) = (fs::read(journal(&out)).unwrap(), csv(&out));
    assert!(expected.starts_with("cell,square,third,third error\n"), "{expected}");
    for cut in [0, 1, 40, whole.len() / 3, whole.len() / 2, whole.len() - 20, whole.len() - 1, whole.len()] {
        fs::write(journal(&out), &whole[..cut]).unwrap();
        let cells = whole[..cut].iter().filter(|b| **b == b'\n').count().saturating_sub(1);
        done.store(0, Ordering::Relaxed);
        assert_eq!(go(&out, 1, 1, &done).unwrap(), cells, "cut at {cut}");
        assert_eq!(done.load(Ordering::Relaxed), 20 - cells, "cut at {cut}");
        assert_eq!(csv(&out), expected, "cut at {cut}");
        let lines = fs::read_to_string(journal(&out)).unwrap();
        assert_eq!(lines.lines().filter(|l| l.contains("\"cell\"")).count(), 20, "cut at {cut}");
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let done = Arc::new(AtomicUsize::new(0));
    let (one, two) = (folder("one"), folder("two"));
    go(&one, 5, 1, &done).unwrap();
    go(&two, 5, 4, &done).unwrap();
    assert_eq!(csv(&one), csv(&two));
    let (third, other) = (folder("third"), csv(&one));
    go(&third, 6, 1, &done).unwrap();
    assert_ne!(csv(&third), other);
}

/// The same for searches with a limit of nodes, whose cells are real.
#[test]
fn searches_within_nodes_do_not_depend_on_threads() {
    let experiment = lab::find(players::GAMES, "amazons-e5").unwrap();
    let stop = AtomicBool::new(false);
    let tables = [1, 2].map(|threads| {
        let out = folder(&format!("real-{threads}"));
        run(&experiment, &config(&out, 3, threads), &stop, &mut |_| ()).unwrap();
        fs::read_to_string(out.join("amazons-e5/amazons-e5.csv")).unwrap()
    });
    assert_eq!(tables[0], tables[1]);
    assert!(tables[0].lines().count() == 2, "{}", tables[0]);
}

#[test]
fn a_raised_flag_ends_the_run_and_keeps_what_is_done() {
    let out = folder("stopped");
    let done = Arc::new(AtomicUsize::new(0));
    let stop = AtomicBool::new(false);
    let outcome = run(&squares(done.clone()), &config(&out, 1, 1), &stop, &mut |progress| {
        if progress.done == 3 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(matches!(outcome, Err(LabError::Stopped)), "{outcome:?}");
    assert!(!out.join("squares/squares.csv").exists());
    let resumed = go(&out, 1, 1, &done).unwrap();
    assert!((3..20).contains(&resumed), "{resumed}");
}

#[test]
fn a_cell_that_breaks_down_is_named() {
    let mut broken = squares(Arc::default());
    broken.design = Box::new(|_| {
        let work = |_: &AtomicBool| -> Result<serde_json::Value, LabError> { panic!("out of ideas") };
        let cells = vec![Cell { id: "the bad one".into(), work: Box::new(work), round: 0, parts: vec![] }];
        let present = |_: &[Option<serde_json::Value>]| Err(LabError::Stopped);
        Ok(Design { cells, method: vec![], hypothesis: None, present: Box::new(present) })
    });
    let out = folder("broken");
    let error = run(&broken, &config(&out, 1, 2), &AtomicBool::new(false), &mut |_| ()).unwrap_err();
    assert!(
        error.to_string().contains("the bad one") && error.to_string().contains("out of ideas"),
        "{error}"
    );
    assert!(!error.is_bad_input());
}

/// A line of a journal: the entry with its checksum.
fn checked(entry: &str) -> String {
    format!("[\"{:08x}\",{entry}]", crc32fast::hash(entry.as_bytes()))
}

/// The entry of a line.
fn entry(line: &str) -> &str {
    &line[r#"["01234567","#.len()..line.len() - 1]
}

#[test]
fn journals_that_do_not_fit_are_refused() {
    let out = folder("refused");
    let done = Arc::new(AtomicUsize::new(0));
    go(&out, 1, 1, &done).unwrap();
    let whole = fs::read_to_string(journal(&out)).unwrap();
    let refused = |text: &str, seed: u64, words: &str| {
        fs::write(journal(&out), text).unwrap();
        let error = go(&out, seed, 1, &done).unwrap_err();
        assert!(error.is_bad_input() && error.to_string().contains(words), "{error}");
        assert_eq!(fs::read_to_string(journal(&out)).unwrap(), text, "a refused journal stays as it was");
    };
    refused(&whole, 2, "seed 1, but this run has 2");
    refused("rubbish\n", 1, "line 1: 'rubbish' is not the first line of a journal");
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!(checked(entry(lines[1])), lines[1]);
    refused(&format!("{}\nnonsense\n{}\n", lines[0], lines[1]), 1, "line 2: 'nonsense' is damaged");
    refused(&format!("{}\n{}\n", lines[0], checked("{}")), 1, "line 2: '{}' is not a cell");
    refused(&format!("{}\n{}\n{}\n", lines[0], lines[1], lines[1]), 1, "line 3: 'cell ");
    let other = checked(&entry(lines[1]).replace("cell ", "cello "));
    refused(&format!("{}\n{other}\n", lines[0]), 1, "is not a cell of this run");
    let old = entry(lines[0]);
    refused(&format!("{old}\n"), 1, "version 2, but this run has 1");
}

/// A flipped bit is refused with its line, or it tears the last line, whose cell is then computed again.
#[test]
fn no_flipped_bit_of_a_journal_changes_a_table() {
    let out = folder("flipped");
    let done = Arc::new(AtomicUsize::new(0));
    go(&out, 1, 1, &done).unwrap();
    let (lines, expected) = (fs::read_to_string(journal(&out)).unwrap(), csv(&out));
    // The first line and five cells.
    let whole: Vec<u8> = lines.split_inclusive('\n').take(6).flat_map(str::bytes).collect();
    let mut accepted = 0;
    for place in 0..8 * whole.len() {
        let mut flipped = whole.clone();
        flipped[place / 8] ^= 1 << (place % 8);
        fs::write(journal(&out), &flipped).unwrap();
        fs::write(out.join("squares/squares.csv"), "").unwrap();
        match go(&out, 1, 1, &done) {
            Ok(resumed) => {
                assert_eq!((resumed, csv(&out)), (4, expected.clone()), "bit {place}");
                accepted += 1;
            }
            Err(error) => {
                let line = 1 + whole[..place / 8].iter().filter(|b| **b == b'\n').count();
                let words = format!("squares.journal.jsonl', line {line}: ");
                assert!(error.is_bad_input() && error.to_string().contains(&words), "bit {place}: {error}");
                assert_eq!(fs::read(journal(&out)).unwrap(), flipped, "a refused journal stays as it was");
            }
        }
    }
    assert_eq!(accepted, 8, "only the bits of the last line's end can be accepted");
}

/// Journals of version 1 have no checksums. They are read and continued as they are.
#[test]
fn journals_without_checksums_are_continued() {
    let out = folder("old");
    let done = Arc::new(AtomicUsize::new(0));
    go(&out, 1, 1, &done).unwrap();
    let (whole, expected) = (fs::read_to_string(journal(&out)).unwrap(), csv(&out));
    let mut old: String = whole.lines().take(11).map(|line| entry(line).to_string() + "\n").collect();
    old = old.replace("{\"version\":2,", "{\"version\":1,");
    fs::write(journal(&out), &old).unwrap();
    assert_eq!(go(&out, 1, 1, &done).unwrap(), 10);
    assert_eq!(csv(&out), expected);
    let continued = fs::read_to_string(journal(&out)).unwrap();
    assert!(continued.starts_with(&old) && continued.lines().count() == 21, "{continued}");
    assert!(continued.lines().all(|line| line.starts_with('{')), "{continued}");
}

/// A reader of XML that knows just enough to find what is not closed or not escaped.
fn assert_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(tag) = rest.strip_prefix('<') {
            let end = tag.find('>').expect("a tag that does not end");
            let (inside, after) = (&tag[..end], &tag[end + 1..]);
            assert_eq!(inside.matches('"').count() % 2, 0, "{inside}");
            let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap();
            if inside.starts_with('/') {
                assert_eq!(open.pop(), Some(name), "{inside}");
            } else if !inside.ends_with('/') {
                open.push(name);
            }
            rest = after;
        } else {
            let end = rest.find('<').expect("text outside of everything");
            let words = &rest[..end];
            let escaped =
                words.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").replace("&quot;", "");
            assert!(
                !escaped.contains('&') && !escaped.contains('>') || open.last() == Some(&"style"),
                "{words}"
            );
            rest = &rest[end..];
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn every_style_of_plot_is_well_formed_and_labelled() {
    let out = folder("plots");
    let done = Arc::new(AtomicUsize::new(0));
    go(&out, 1, 1, &done).unwrap();
    let svg = fs::read_to_string(out.join("squares/squares.svg")).unwrap();
    assert_well_formed(&svg);
    assert!(
        svg.contains("Squares &lt;&amp;&gt;")
            && svg.contains(">n²</text>")
            && svg.contains(">squares</text>")
    );
    let mut page =
        run(&squares(done), &config(&out, 1, 1), &AtomicBool::new(false), &mut |_| ()).unwrap().page;
    let marks =
        |list: &[(f64, f64)]| list.iter().map(|&(x, y)| Mark::with_error(x, y, y / 2.0)).collect::<Vec<_>>();
    let normal = marks(&[(0.0, 1.0), (1.0, 30.0), (2.0, -4.0)]);
    let odd = marks(&[(0.0, f64::NAN), (1.0, f64::INFINITY), (2.0, 0.0)]);
    for series in [vec![normal, odd], vec![vec![]], vec![]] {
        let series: Vec<Series> = series.into_iter().map(|m| Series::ours("a \"b\" <c>", m)).collect();
        let lines = Plot::lines("lines", "x", "y", series.clone());
        let labels = [
            "one",
            "two & three",
            "a label that is far too long to be shown as a whole beside its bar, really",
        ];
        let bars = Plot::bars("bars", "x", "y", labels.map(String::from), series);
        for plot in [
            lines.clone(),
            lines.clone().log(true, true),
            lines.unjoined(),
            bars.clone(),
            bars.log(false, true),
        ] {
            page.plot = Plot { y_scale: plot.y_scale, ..plot };
            lab::write_page(&out, &page).unwrap();
            assert_well_formed(&fs::read_to_string(out.join("squares/squares.svg")).unwrap());
        }
    }
    assert_eq!(AxisScale::default(), AxisScale::Linear);
}

#[test]
fn the_report_joins_what_is_there() {
    let out = folder("report");
    assert!(lab::report(&out).unwrap_err().to_string().contains("contains no results"));
    go(&out, 1, 1, &Arc::default()).unwrap();
    let stop = AtomicBool::new(false);
    let cited = lab::find(players::GAMES, "tzaar-table-4.16").unwrap();
    run(&cited, &config(&out, 1, 1), &stop, &mut |_| ()).unwrap();
    let (names, files) = lab::report(&out).unwrap();
    // Those of the catalogue come first.
    assert_eq!(names, ["tzaar-table-4.16", "squares"]);
    let [markdown, html] = files.map(|file| fs::read_to_string(file).unwrap());
    assert!(
        markdown.contains("(squares/squares.svg)") && markdown.contains("| cell | square |"),
        "{markdown}"
    );
    assert!(html.contains("<svg") && html.contains("not rebuildable") && !html.contains("src="), "{html}");
    assert!(html.contains("They grow.") && html.contains("<code>quadrille lab run squares</code>"));
    fs::write(out.join("squares/squares.json"), "{").unwrap();
    let error = lab::report(&out).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().contains("squares.json"), "{error}");
}

#[test]
fn the_page_says_how_it_came_about() {
    let out = folder("page");
    go(&out, 7, 2, &Arc::default()).unwrap();
    let page = fs::read_to_string(out.join("squares/squares.md")).unwrap();
    for words in [
        "**quick**",
        "| seed | 7 |",
        "| commit | ",
        "| machine | ",
        "| date | 20",
        "quadrille lab run squares",
        "They grow.",
        "A note.",
        "Counted.",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let times = fs::read_to_string(out.join("squares/squares.times.csv")).unwrap();
    assert!(times.starts_with("cell,time\n0,1.0\n"), "{times}");
}
