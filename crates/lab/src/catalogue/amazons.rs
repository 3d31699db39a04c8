//! The Amazons, temperature search: figures 4.1 to 4.7 (Zhang 2015), what E5 saves, and the exact method.

use super::experiment;
use crate::{
    Conditions, Design, Experiment, Findings, LabError,
    kinds::{
        local::{Looked, Tried, Try, coverage, enhanced, look, number, test_set},
        searches::mean_with_error,
    },
    positions,
    show::{Entry, Mark, Plot, Series, Table},
};
use std::sync::atomic::AtomicBool;

pub(super) const SECONDS: &str =
    "The thesis limits seconds on a 2.4 GHz Xeon; ours are nodes, which are the same on every machine.";

pub(super) fn experiments() -> Vec<Experiment> {
    vec![
        covering(
            "amazons-figure-4.1",
            "TDS: each enhancement alone",
            "Zhang 2015, figure 4.1",
            "E1 alone and E3 alone solve many more positions than TDS, E2 alone helps little.",
            &["", "1", "2", "3", "35"],
        ),
        covering(
            "amazons-figure-4.2",
            "TDS: E1, E3 and E4 together",
            "Zhang 2015, figure 4.2",
            "E1 and E3 combine very well; E4 is a strong improvement over E3 alone, and a small one over both.",
            &["1", "3", "13", "134"],
        ),
        covering(
            "amazons-figure-4.3",
            "TDS+: each enhancement left out",
            "Zhang 2015, figure 4.3",
            "Leaving out E1 or E3 costs most; E2 matters for hard positions; without E4 the coverage is similar; E5 is modest.",
            &["12345", "235", "1345", "12", "1235", "1234"],
        ),
        experiment(
            "amazons-figure-4.4",
            "TDS+: with and without E4, position by position",
            "Zhang 2015, figure 4.4",
            "On positions of temperature 2 and more, TDS_12345 is always faster than TDS_1235.",
            |conditions| {
                pairs(
                    conditions,
                    "E4 position by position",
                    &[("TDS_1235", "1235", 0), ("TDS_12345", "12345", 0)],
                    |looked| {
                        if number(looked.temperature) >= 2.0 {
                            "temperature 2 or more"
                        } else {
                            "temperature below 2"
                        }
                    },
                )
            },
        ),
        experiment(
            "amazons-figure-4.5",
            "TDS: further coupons on top",
            "Zhang 2015, figure 4.5",
            "Further coupons on top cost time: of 144 positions that TDS_135 solves, 3, 5, 8 and 8 are lost with one to four of them.",
            |conditions| {
                let tries = [
                    ("TDS_135", "135", 0),
                    ("TDS_135+1", "135", 1),
                    ("TDS_135+2", "135", 2),
                    ("TDS_135+3", "135", 3),
                    ("TDS_135+4", "135", 4),
                ];
                pairs(conditions, "Further coupons", &tries, |_| "")
            },
        ),
        experiment(
            "amazons-figure-4.6",
            "TDS+: a position with temperature 3 and mean 0 where E4 gains most",
            "Zhang 2015, figure 4.6",
            "In one such position TDS_1235 expands 800,751 nodes and TDS_12345 31,041.",
            best_for_e4,
        ),
        experiment(
            "amazons-figure-4.7",
            "TDS: one step above the estimate or two",
            "Zhang 2015, figure 4.7",
            "Beginning one step above the coarser estimate is a little faster than two, although some searches fail then.",
            |conditions| {
                let (limits, set) = sizes(conditions);
                let tries = [("two steps", "rule=two"), ("one step", "rule=one")].map(|(name, rule)| {
                    Try::new(name, &format!("{},{rule}", enhanced("1235")), *limits.last().unwrap_or(&1))
                });
                let tries = tries.into_iter().collect::<Result<Vec<_>, _>>()?;
                looking(conditions, set, tries, move |looked, tries| {
                    cover(looked, tries, &limits, "One step or two")
                })
            },
        ),
        experiment(
            "amazons-e5",
            "TDS+: the share of nodes that E5 saves",
            "Zhang 2015, section 4.1",
            "Over all 50 positions with 5 empty squares TDS_12345 expands 0.5 % fewer nodes than TDS_1234.",
            |conditions| {
                let set = positions::local_amazons(conditions.seed, 5, conditions.scale.pick(20, 50));
                let tries = [
                    Try::new("TDS_1234", &enhanced("1234"), 3_000_000)?,
                    Try::new("TDS_12345", &enhanced("12345"), 3_000_000)?,
                ];
                looking(conditions, set, tries.into(), |looked, _| e5(looked))
            },
        ),
        experiment(
            "amazons-exact",
            "The exact method beside TDS+",
            "our own",
            "Memoised thermographs against TDS+ on the same positions: what does an exact answer cost?",
            |conditions| {
                let set = test_set(conditions, 2..=conditions.scale.pick(10, 14), 5);
                let tries = vec![Try::new("TDS+", "best", conditions.scale.pick(100_000, 30_000_000))?];
                looking(conditions, set, tries, |looked, _| beside(looked))
            },
        ),
    ]
}

/// Limits in nodes and positions of the figures on coverage.
fn sizes(conditions: &Conditions) -> (Vec<u64>, Vec<cgt::games::Amazons>) {
    let limits = conditions.scale.pick(
        vec![300, 1_000, 3_000, 10_000, 30_000, 100_000],
        vec![1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000],
    );
    (limits, test_set(conditions, 2..=conditions.scale.pick(8, 14), 5))
}

/// A design with a cell for each position.
pub(super) fn looking(
    conditions: &Conditions,
    set: Vec<cgt::games::Amazons>,
    tries: Vec<Try>,
    present: impl Fn(&[Looked], &[Try]) -> Findings + Send + Sync + 'static,
) -> Result<Design, LabError> {
    let method = vec![
        format!(
            "{} connected positions on a board of 4x4 with one amazon each, drawn with seed {}, different up to symmetry; the thesis has 600.",
            set.len(),
            conditions.seed
        ),
        SECONDS.into(),
    ];
    let cells = set.into_iter().enumerate().map(|(nth, position)| {
        let tries = tries.clone();
        (format!("position {}", nth + 1), move |stop: &AtomicBool| look(&position, &tries, stop))
    });
    let tries = tries.clone();
    Ok(Design::new(cells.collect(), method, move |looked: &[Looked]| present(looked, &tries)))
}

fn covering(
    name: &'static str,
    title: &'static str,
    source: &'static str,
    claim: &'static str,
    digits: &'static [&'static str],
) -> Experiment {
    experiment(name, title, source, claim, move |conditions| {
        let (limits, set) = sizes(conditions);
        let most = *limits.last().unwrap_or(&1);
        let mut tries = Vec::new();
        for digits in digits {
            let name = if digits.is_empty() { "TDS".to_string() } else { format!("TDS_{digits}") };
            tries.push(Try::new(&name, &enhanced(digits), most)?);
        }
        tries.push(Try::new("our settings", "best", most)?);
        looking(conditions, set, tries, move |looked, tries| cover(looked, tries, &limits, title))
    })
}

/// How many positions are solved within how many nodes.
fn cover(looked: &[Looked], tries: &[Try], limits: &[u64], title: &str) -> Findings {
    let mut headings: Vec<String> = vec!["search".into()];
    headings.extend(limits.iter().map(|n| format!("{n} nodes")));
    headings.extend(["positions".into(), "repeated searches".into(), "~seconds".into()]);
    let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    let mut series = Vec::new();
    for asked in tries {
        let solved: Vec<u64> = limits.iter().map(|&n| coverage(looked, &asked.name, n)).collect();
        let of =
            |f: fn(&Tried) -> u64| looked.iter().filter_map(|l| l.tried.get(&asked.name)).map(f).sum::<u64>();
        let mut row = vec![Entry::words(asked.name.clone())];
        row.extend(solved.iter().map(|&n| Entry::count(n)));
        row.push(Entry::count(looked.len() as u64));
        row.push(Entry::count(of(|t| u64::from(t.failures))));
        row.push(Entry::Number(of(|t| t.micros) as f64 / 1e6, 2));
        table.push(row);
        let many = looked.len().max(1) as f64;
        let mark = |(limit, solved): (&u64, &u64)| {
            let share = *solved as f64 / many;
            Mark::with_error(*limit as f64, *solved as f64, 1.96 * (many * share * (1.0 - share)).sqrt())
        };
        series.push(Series::ours(asked.name.clone(), limits.iter().zip(&solved).map(mark).collect()));
    }
    let plot = Plot::lines(title, "most nodes", "positions solved", series).log(true, false);
    let wrong = wrong_answers(looked);
    Findings {
        table,
        plot,
        notes: vec![
            wrong,
            "The figure is a picture in the thesis; its curves are not printed as numbers.".into(),
        ],
        games: 0,
    }
}

/// How many finished searches differ from the exact values.
fn wrong_answers(looked: &[Looked]) -> String {
    let is_wrong = |l: &Looked, t: &Tried| t.finished && (t.temperature, t.mean) != (l.temperature, l.mean);
    let wrong: usize = looked.iter().map(|l| l.tried.values().filter(|t| is_wrong(l, t)).count()).sum();
    format!("Finished searches that differ from the exact mean and temperature: {wrong}.")
}

/// Searches compared position by position with the first one: name, enhancements, further coupons.
fn pairs(
    conditions: &Conditions,
    title: &'static str,
    rows: &[(&'static str, &str, u32)],
    group: fn(&Looked) -> &'static str,
) -> Result<Design, LabError> {
    let nodes = conditions.scale.pick(100_000, 10_000_000);
    let tries: Result<Vec<Try>, LabError> = rows
        .iter()
        .map(|(name, digits, extra)| Try::new(name, &format!("{},extra={extra}", enhanced(digits)), nodes))
        .collect();
    let set = test_set(conditions, 2..=conditions.scale.pick(7, 14), 8);
    looking(conditions, set, tries?, move |looked, tries| {
        let base = &tries[0].name;
        let mut table = Table::new(&[
            "search",
            "solved",
            "lost against the first",
            "nodes where all finished",
            "ratio by position",
            "fewer nodes than the first",
            "more",
            "~seconds",
        ]);
        let all_done = |l: &&Looked| tries.iter().all(|t| l.tried.get(&t.name).is_some_and(|t| t.finished));
        let done: Vec<&Looked> = looked.iter().filter(all_done).collect();
        let mut series: Vec<Series> = Vec::new();
        for asked in tries {
            let here = |l: &Looked| l.tried.get(&asked.name).copied();
            let solved = looked.iter().filter(|l| here(l).is_some_and(|t| t.finished)).count() as u64;
            let of_base =
                looked.iter().filter(|l| l.tried.get(base).is_some_and(|t| t.finished)).count() as u64;
            let nodes = |l: &Looked, name: &str| l.tried.get(name).map_or(1.0, |t| t.nodes.max(1) as f64);
            let logs: Vec<f64> = done.iter().map(|l| (nodes(l, &asked.name) / nodes(l, base)).ln()).collect();
            let ratio = mean_with_error(&logs).map(|(m, e)| Entry::Estimate(m.exp(), m.exp() * e, 3));
            table.push(vec![
                Entry::words(asked.name.clone()),
                Entry::count(solved),
                Entry::Whole(of_base as i64 - solved as i64),
                Entry::count(done.iter().filter_map(|l| here(l)).map(|t| t.nodes).sum()),
                ratio.unwrap_or(Entry::Nothing),
                Entry::count(logs.iter().filter(|r| **r < 0.0).count() as u64),
                Entry::count(logs.iter().filter(|r| **r > 0.0).count() as u64),
                Entry::Number(looked.iter().filter_map(here).map(|t| t.micros).sum::<u64>() as f64 / 1e6, 2),
            ]);
            if asked.name == *base {
                continue;
            }
            for l in &done {
                let name = [asked.name.as_str(), group(l)].join(" ").trim().to_string();
                let mark = Mark::at(nodes(l, base), nodes(l, &asked.name));
                match series.iter_mut().find(|s| s.name == name) {
                    Some(old) => old.marks.push(mark),
                    None => series.push(Series::ours(name, vec![mark])),
                }
            }
        }
        let (low, high) = done.iter().fold((f64::INFINITY, 1.0_f64), |(low, high), l| {
            let nodes = l.tried.get(base).map_or(1.0, |t| t.nodes.max(1) as f64);
            (low.min(nodes), high.max(nodes))
        });
        if low < high {
            series.push(Series::source("equal", vec![Mark::at(low, low), Mark::at(high, high)]));
            if let Some(line) = series.last_mut() {
                line.place = crate::show::Place::Ours;
                line.name = "as many nodes".into();
            }
        }
        let x = format!("nodes of {base}");
        let plot = Plot::lines(title, &x, "nodes", series).log(true, true).unjoined();
        Findings { table, plot, notes: vec![wrong_answers(looked)], games: 0 }
    })
}

/// A cell draws boards and looks at those with temperature 3 and mean 0.
fn best_for_e4(conditions: &Conditions) -> Result<Design, LabError> {
    const THREE: f64 = 3.0;
    let (cells, each, nodes) = conditions.scale.pick((12_u64, 60, 300_000), (100, 400, 5_000_000));
    let seed = conditions.seed;
    let work = move |cell: u64, stop: &AtomicBool| {
        let tries = [
            Try::new("TDS_1235", &enhanced("1235"), nodes)?,
            Try::new("TDS_12345", &enhanced("12345"), nodes)?,
        ];
        let mut found = Vec::new();
        for empties in [5, 6, 7] {
            for position in positions::local_amazons(players::derive_seed(seed, &[cell]), empties, each) {
                let known = look(&position, &[], stop)?;
                if number(known.temperature) == THREE && known.mean == 0 {
                    found.push(look(&position, &tries, stop)?);
                }
            }
        }
        Ok(found)
    };
    let cells = (0..cells).map(|n| (format!("draw {}", n + 1), move |stop: &AtomicBool| work(n, stop)));
    let method = vec![
        format!(
            "Positions on 4x4 with 5 to 7 empty squares are drawn, up to {each} of each in a draw; those with temperature 3 and mean 0 are searched with at most {nodes} nodes."
        ),
        "The board of the figure is lost with its picture.".into(),
    ];
    Ok(Design::new(cells.collect(), method, |all: &[Vec<Looked>]| {
        let nodes = |l: &Looked, name: &str| l.tried.get(name).map_or(1, |t| t.nodes.max(1));
        let gain = |l: &Looked| nodes(l, "TDS_1235") as f64 / nodes(l, "TDS_12345") as f64;
        let mut list: Vec<&Looked> = all.iter().flatten().collect();
        list.sort_by(|a, b| gain(b).total_cmp(&gain(a)).then_with(|| a.text.cmp(&b.text)));
        list.dedup_by(|a, b| a.text == b.text);
        let mut table = Table::new(&[
            "position",
            "empty squares",
            "TDS_1235: nodes",
            "TDS_12345: nodes",
            "gain of E4",
            "Zhang: TDS_1235",
            "Zhang: TDS_12345",
            "Zhang: gain",
        ]);
        let mut marks = Vec::new();
        for (nth, l) in list.iter().take(12).enumerate() {
            let printed = |n: u64| if nth == 0 { Entry::count(n) } else { Entry::Nothing };
            table.push(vec![
                Entry::words(l.text.clone()),
                Entry::count(u64::from(l.empties)),
                Entry::count(nodes(l, "TDS_1235")),
                Entry::count(nodes(l, "TDS_12345")),
                Entry::Number(gain(l), 2),
                printed(800_751),
                printed(31_041),
                if nth == 0 { Entry::Number(800_751.0 / 31_041.0, 1) } else { Entry::Nothing },
            ]);
            marks.push(Mark::at(nth as f64, gain(l)));
        }
        let labels = list.iter().take(12).map(|l| l.text.clone());
        let series = vec![Series::ours("gain of E4", marks)];
        let plot = Plot::bars(
            "Where E4 gains most (t = 3, m = 0)",
            "position",
            "nodes of TDS_1235 for one of TDS_12345",
            labels,
            series,
        );
        let notes = vec![format!("Positions with temperature 3 and mean 0: {}.", list.len())];
        Findings { table, plot: plot.with_base(1.0), notes, games: 0 }
    }))
}

fn e5(looked: &[Looked]) -> Findings {
    let done: Vec<&Looked> = looked.iter().filter(|l| l.tried.values().all(|t| t.finished)).collect();
    let nodes = |name: &str| done.iter().filter_map(|l| l.tried.get(name)).map(|t| t.nodes).sum::<u64>();
    let (without, with) = (nodes("TDS_1234"), nodes("TDS_12345"));
    let saved = 100.0 * (1.0 - with as f64 / without.max(1) as f64);
    let ratios: Vec<f64> = done
        .iter()
        .map(|l| 100.0 * (1.0 - l.tried["TDS_12345"].nodes as f64 / l.tried["TDS_1234"].nodes.max(1) as f64))
        .collect();
    let by_position = mean_with_error(&ratios);
    let mut table = Table::new(&[
        "positions",
        "TDS_1234: nodes",
        "TDS_12345: nodes",
        "saved %",
        "saved % by position",
        "Zhang: saved %",
    ]);
    table.push(vec![
        Entry::count(done.len() as u64),
        Entry::count(without),
        Entry::count(with),
        Entry::Number(saved, 2),
        by_position.map_or(Entry::Nothing, |(m, e)| Entry::Estimate(m, e, 2)),
        Entry::Number(0.5, 1),
    ]);
    let ours = by_position.map(|(m, e)| Mark::with_error(0.0, m, e)).into_iter().collect();
    let series = vec![Series::ours("ours", ours), Series::source("Zhang", vec![Mark::at(0.0, 0.5)])];
    let plot = Plot::bars(
        "What E5 saves",
        "positions",
        "nodes saved in per cent",
        ["5 empty squares".to_string()],
        series,
    );
    Findings { table, plot, notes: vec![wrong_answers(looked)], games: 0 }
}

fn beside(looked: &[Looked]) -> Findings {
    let mut table = Table::new(&[
        "empty squares",
        "positions",
        "exact: positions computed",
        "TDS+: solved",
        "TDS+: nodes",
        "~exact: ms each",
        "~TDS+: ms each",
    ]);
    let (mut exact, mut tds, mut solved) = (Vec::new(), Vec::new(), 0);
    for empties in 2..=14 {
        let here: Vec<&Looked> = looked.iter().filter(|l| l.empties == empties).collect();
        if here.is_empty() {
            continue;
        }
        let many = here.len() as f64;
        let of = |f: &dyn Fn(&Looked) -> u64| here.iter().map(|l| f(l)).sum::<u64>();
        let tried = |l: &Looked| l.tried.get("TDS+").copied();
        let finished = of(&|l| u64::from(tried(l).is_some_and(|t| t.finished)));
        let nodes = of(&|l| tried(l).map_or(0, |t| t.nodes));
        solved += finished;
        table.push(vec![
            Entry::count(u64::from(empties)),
            Entry::count(here.len() as u64),
            Entry::count(of(&|l| l.exact_nodes)),
            Entry::count(finished),
            Entry::count(nodes),
            Entry::Number(of(&|l| l.exact_micros) as f64 / many / 1e3, 3),
            Entry::Number(of(&|l| tried(l).map_or(0, |t| t.micros)) as f64 / many / 1e3, 3),
        ]);
        let spread = |f: &dyn Fn(&Looked) -> f64| {
            let all: Vec<f64> = here.iter().map(|l| f(l)).collect();
            mean_with_error(&all).map(|(m, e)| Mark::with_error(f64::from(empties), m, e))
        };
        exact.extend(spread(&|l| l.exact_nodes as f64));
        tds.extend(spread(&|l| tried(l).map_or(0.0, |t| t.nodes as f64)));
    }
    let series = vec![
        Series::ours("exact: positions computed", exact),
        Series::ours("TDS+: nodes (cut at its limit)", tds),
    ];
    let plot =
        Plot::lines("Exact values beside TDS+", "empty squares", "average work for a position", series)
            .log(false, true);
    let notes = vec![
        format!("The exact method solved all {} positions, TDS+ {solved}.", looked.len()),
        wrong_answers(looked),
    ];
    Findings { table, plot, notes, games: 0 }
}
