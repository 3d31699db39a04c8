//! The Amazons, temperature search: figures 4.1 to 4.8, tables 4.1, 4.2, 4.4 and A.1 (Zhang 2015), and the exact method.

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
use cgt::{
    born,
    meter::{Meter, Unlimited},
    temperature::{TemperatureConfig, conjecture::hunt},
};
use std::sync::atomic::AtomicBool;

const SECONDS: &str =
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
            "amazons-conjecture",
            "TDS: is the 2δ-conjecture ever broken?",
            "Zhang 2015, section 4.2",
            "The 2δ-conjecture never failed; one δ fails at times.",
            conjecture,
        ),
        experiment(
            "amazons-figure-4.8",
            "TDS and TDS+: errors of mean and temperature by budget",
            "Zhang 2015, figure 4.8",
            "Both mean and temperature are approximated better by TDS+ than by TDS.",
            |conditions| errors(conditions, false),
        ),
        experiment(
            "amazons-table-4.2",
            "TDS and TDS+: eight estimates of the temperature when the budget ends",
            "Zhang 2015, table 4.2",
            "Half the smallest coupon is a good estimate; -1, as in the first TDS, a poor one.",
            |conditions| errors(conditions, true),
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
            "amazons-table-4.1",
            "TDS and TDS+: positions solved with coarse steps",
            "Zhang 2015, table 4.1",
            "TDS+ finishes substantially more of 600 positions than TDS with every step and every limit.",
            coarse,
        ),
        experiment(
            "amazons-table-4.4",
            "TDS+: is the temperature above a threshold?",
            "Zhang 2015, table 4.4",
            "Errors of the mean are small and fall with the limit; so do the positions wrongly thought cold.",
            thresholds,
        ),
        experiment(
            "amazons-table-a.1",
            "Temperatures and means of the games born by day 4",
            "Zhang 2015, table A.1",
            "19 temperatures above zero occur, from 1/8 to 3, each with few means.",
            |_| Ok(day_four()),
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
fn looking(
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

/// A cell is a number of empty squares and a step.
fn conjecture(conditions: &Conditions) -> Result<Design, LabError> {
    let (most, each) = conditions.scale.pick((7, 50), (10, 400));
    let seed = conditions.seed;
    let mut cells = Vec::new();
    let mut rows = Vec::new();
    for bits in 1..=4_u8 {
        for empties in 3..=most {
            rows.push((bits, empties));
            let work = move |_: &AtomicBool| {
                let set = positions::local_amazons(seed, empties, each);
                let config = TemperatureConfig::read("best,tt=2M").map_err(LabError::because)?;
                let mut found = [0_u64; 2];
                for (place, steps) in [(0, 2), (1, 1)] {
                    let hunted = hunt(set.iter().copied(), &config, bits, steps, &mut Meter::new(&Unlimited));
                    found[place] = hunted.map_err(LabError::because)?.found.len() as u64;
                }
                Ok((set.len() as u64, found))
            };
            cells.push((format!("step 2^-{bits}, {empties} empty squares"), work));
        }
    }
    let method = vec![format!(
        "Up to {each} positions on 4x4 with each of 3 to {most} empty squares; a position breaks the rule if its temperature is more than two (one) steps above the coarse answer."
    )];
    Ok(Design::new(cells, method, move |all: &[(u64, [u64; 2])]| {
        let mut table =
            Table::new(&["step", "empty squares", "positions", "more than 2δ above", "more than δ above"]);
        let mut marks = [Vec::new(), Vec::new()];
        for bits in 1..=4_u8 {
            let mut sums = [0_u64; 3];
            for ((_, empties), (many, found)) in rows.iter().zip(all).filter(|((b, _), _)| *b == bits) {
                table.push(vec![
                    Entry::words(format!("1/{}", 1 << bits)),
                    Entry::count(u64::from(*empties)),
                    Entry::count(*many),
                    Entry::count(found[0]),
                    Entry::count(found[1]),
                ]);
                sums = [sums[0] + many, sums[1] + found[0], sums[2] + found[1]];
            }
            for rule in 0..2 {
                let share = sums[rule + 1] as f64 / sums[0].max(1) as f64;
                let error = 1.96 * (share * (1.0 - share) / sums[0].max(1) as f64).sqrt();
                marks[rule].push(Mark::with_error(f64::from(bits - 1), 100.0 * share, 100.0 * error));
            }
        }
        let [two, one] = marks;
        let series = vec![Series::ours("more than 2δ above", two), Series::ours("more than δ above", one)];
        let labels = (1..=4).map(|bits| format!("δ = 1/{}", 1 << bits));
        let plot = Plot::bars("The 2δ-conjecture", "step", "per cent of positions", labels, series);
        Findings {
            table,
            plot,
            notes: vec!["A step of 1 cannot be asked for: the finest step 0 means exact.".into()],
            games: 0,
        }
    }))
}

const ESTIMATES: [(&str, [[f64; 4]; 2]); 8] = [
    ("min", [[3.278, 2.889, 2.556, 2.267], [1.232, 1.115, 1.051, 0.908]]),
    ("min-delta", [[2.697, 2.407, 2.127, 1.908], [1.223, 1.109, 1.047, 0.906]]),
    ("zero", [[2.060, 2.021, 1.977, 1.876], [1.153, 1.091, 1.070, 0.940]]),
    ("minus-one", [[2.647, 2.517, 2.415, 2.241], [1.301, 1.194, 1.149, 0.992]]),
    ("half-min", [[1.178, 1.273, 1.298, 1.306], [1.015, 0.992, 0.992, 0.895]]),
    ("half-min-delta", [[1.364, 1.400, 1.396, 1.373], [1.049, 1.003, 0.990, 0.887]]),
    ("half-min-plus-one", [[1.070, 1.206, 1.243, 1.282], [1.015, 0.992, 0.993, 0.896]]),
    ("half-min-delta-plus-one", [[1.178, 1.273, 1.298, 1.306], [1.046, 1.001, 0.989, 0.887]]),
];
/// The two searches that are compared, with the settings they have.
const TWO: [(&str, &str); 2] = [("TDS", ""), ("TDS+", "12345")];

fn errors(conditions: &Conditions, all_estimates: bool) -> Result<Design, LabError> {
    let limits: [u64; 4] =
        conditions.scale.pick([250, 500, 1_000, 2_000], [200_000, 400_000, 800_000, 1_600_000]);
    let estimates: &'static [(&str, [[f64; 4]; 2])] =
        if all_estimates { &ESTIMATES } else { &ESTIMATES[4..5] };
    let mut tries = Vec::new();
    for (estimate, _) in estimates {
        for (name, digits) in TWO {
            for limit in limits {
                let settings = format!("{},estimate={estimate}", enhanced(digits));
                tries.push(Try::new(&format!("{name} {estimate} {limit}"), &settings, limit)?);
            }
        }
    }
    let set = test_set(conditions, 2..=conditions.scale.pick(10, 14), 6);
    looking(conditions, set, tries, move |looked, _| {
        let mean_error = |name: &str, of: fn(&Looked, &Tried) -> i64| {
            let errors: Vec<f64> =
                looked.iter().filter_map(|l| l.tried.get(name).map(|t| number(of(l, t)).abs())).collect();
            mean_with_error(&errors)
        };
        let mut table = Table::new(&[
            "estimate",
            "search",
            "most nodes",
            "error of t",
            "error of m",
            "finished",
            "Zhang: limit in s",
            "Zhang: error of t",
        ]);
        let mut series: Vec<Series> = Vec::new();
        for (estimate, printed) in estimates {
            for (which, (name, _)) in TWO.iter().enumerate() {
                let mut curves = [Vec::new(), Vec::new()];
                for (nth, limit) in limits.iter().enumerate() {
                    let key = format!("{name} {estimate} {limit}");
                    let of_t = mean_error(&key, |l, t| t.temperature - l.temperature);
                    let of_m = mean_error(&key, |l, t| t.mean - l.mean);
                    let entry =
                        |e: Option<(f64, f64)>| e.map_or(Entry::Nothing, |(m, e)| Entry::Estimate(m, e, 3));
                    table.push(vec![
                        Entry::words(*estimate),
                        Entry::words(*name),
                        Entry::count(*limit),
                        entry(of_t),
                        entry(of_m),
                        Entry::count(coverage(looked, &key, *limit)),
                        Entry::count(2 << nth),
                        Entry::Number(printed[which][nth], 3),
                    ]);
                    curves[0].extend(of_t.map(|(m, e)| Mark::with_error(*limit as f64, m, e)));
                    curves[1].extend(of_m.map(|(m, e)| Mark::with_error(*limit as f64, m, e)));
                }
                let [of_t, of_m] = curves;
                if !all_estimates {
                    series.push(Series::ours(format!("{name}: temperature"), of_t));
                    series.push(Series::ours(format!("{name}: mean"), of_m));
                } else if *name == "TDS+" {
                    series.push(Series::ours(*estimate, of_t));
                }
            }
        }
        let title = if all_estimates { "TDS+: estimates of the temperature" } else { "Errors by budget" };
        let plot = Plot::lines(title, "most nodes", "average error", series).log(true, false);
        Findings { table, plot, notes: vec![SECONDS.into()], games: 0 }
    })
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

/// Steps, with what the thesis solved by TDS and TDS+ in 1, 3, 10, 30 and 100 s.
const COARSE: [(u32, [[u32; 5]; 2]); 3] = [
    (1, [[84, 143, 165, 180, 197], [156, 171, 190, 232, 257]]),
    (2, [[79, 95, 131, 156, 170], [116, 155, 175, 195, 239]]),
    (3, [[45, 78, 85, 102, 130], [102, 146, 164, 180, 194]]),
];

fn coarse(conditions: &Conditions) -> Result<Design, LabError> {
    let limits: [u64; 5] = conditions
        .scale
        .pick([300, 1_000, 3_000, 10_000, 30_000], [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000]);
    let mut tries = Vec::new();
    for (bits, _) in COARSE {
        for (name, digits) in TWO {
            tries.push(Try::new(
                &format!("{name} {bits}"),
                &format!("{},finest={bits}", enhanced(digits)),
                limits[4],
            )?);
        }
    }
    let set = test_set(conditions, 2..=conditions.scale.pick(10, 14), 5);
    looking(conditions, set, tries, move |looked, _| {
        let mut headings: Vec<String> = vec!["step".into(), "search".into(), "positions".into()];
        headings.extend(limits.iter().map(|n| format!("{n} nodes")));
        headings.extend([1, 3, 10, 30, 100].map(|s| format!("Zhang: {s} s, of 600")));
        let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
        let mut series = Vec::new();
        for (bits, printed) in COARSE {
            for (which, (name, _)) in TWO.iter().enumerate() {
                let solved = limits.map(|n| coverage(looked, &format!("{name} {bits}"), n));
                let mut row = vec![
                    Entry::words(format!("1/{}", 1 << bits)),
                    Entry::words(*name),
                    Entry::count(looked.len() as u64),
                ];
                row.extend(solved.map(Entry::count));
                row.extend(printed[which].map(|n| Entry::count(u64::from(n))));
                table.push(row);
                let many = looked.len().max(1) as f64;
                let marks = limits.iter().zip(solved).map(|(limit, solved)| {
                    let share = solved as f64 / many;
                    Mark::with_error(
                        *limit as f64,
                        100.0 * share,
                        196.0 * (share * (1.0 - share) / many).sqrt(),
                    )
                });
                series.push(Series::ours(format!("{name}, step 1/{}", 1 << bits), marks.collect()));
            }
        }
        let plot = Plot::lines("Coverage with coarse steps", "most nodes", "per cent finished", series)
            .log(true, false);
        let notes = vec!["The thesis also has a step of 1 (TDS 85 to 246, TDS+ 178 to 305); here the finest step 0 means exact, so 1 cannot be asked for.".into()];
        Findings { table, plot, notes, games: 0 }
    })
}

/// Thresholds, with the thesis's average and largest errors of the mean and the positions wrongly thought cold.
const THRESHOLDS: [(i64, [f64; 5], [f64; 5], [u32; 5]); 3] = [
    (0, [0.052, 0.0, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 0.0, 0.0], [5, 0, 0, 0, 0]),
    (1, [0.073, 0.034, 0.034, 0.03, 0.03], [0.5, 0.25, 0.25, 0.25, 0.25], [25, 19, 18, 12, 12]),
    (2, [0.108, 0.093, 0.093, 0.045, 0.044], [0.875, 0.875, 0.875, 0.453, 0.375], [10, 10, 10, 10, 7]),
];

fn thresholds(conditions: &Conditions) -> Result<Design, LabError> {
    let limits: [u64; 5] = conditions
        .scale
        .pick([250, 500, 1_000, 3_000, 10_000], [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000]);
    let tries: Result<Vec<Try>, LabError> = limits
        .iter()
        .map(|limit| {
            Try::new(&limit.to_string(), &format!("{},estimate=half-min", enhanced("12345")), *limit)
        })
        .collect();
    let set = test_set(conditions, 2..=conditions.scale.pick(9, 14), 8);
    looking(conditions, set, tries?, move |looked, _| {
        let mut table = Table::new(&[
            "threshold",
            "most nodes",
            "thought cold",
            "average error of m",
            "largest error of m",
            "wrongly thought cold",
            "Zhang: limit in s",
            "Zhang: average error",
            "Zhang: largest error",
            "Zhang: wrongly cold",
        ]);
        let mut series = Vec::new();
        for (threshold, average, largest, wrongly) in THRESHOLDS {
            let mut marks = Vec::new();
            for (nth, limit) in limits.iter().enumerate() {
                let name = limit.to_string();
                let cold: Vec<(&Looked, &Tried)> = looked
                    .iter()
                    .filter_map(|l| Some((l, l.tried.get(&name)?)))
                    .filter(|(_, t)| number(t.temperature) <= threshold as f64)
                    .collect();
                let errors: Vec<f64> = cold.iter().map(|(l, t)| number(t.mean - l.mean).abs()).collect();
                let wrong =
                    cold.iter().filter(|(l, _)| number(l.temperature) > threshold as f64).count() as u64;
                let mean = mean_with_error(&errors);
                table.push(vec![
                    Entry::Whole(threshold),
                    Entry::count(*limit),
                    Entry::count(cold.len() as u64),
                    mean.map_or(Entry::Nothing, |(m, e)| Entry::Estimate(m, e, 3)),
                    Entry::Number(errors.iter().copied().fold(0.0, f64::max), 3),
                    Entry::count(wrong),
                    Entry::count([1, 3, 10, 30, 100][nth]),
                    Entry::Number(average[nth], 3),
                    Entry::Number(largest[nth], 3),
                    Entry::count(u64::from(wrongly[nth])),
                ]);
                marks.extend(mean.map(|(m, e)| Mark::with_error(*limit as f64, m, e)));
            }
            series.push(Series::ours(format!("t > {threshold}"), marks));
        }
        let plot =
            Plot::lines("Means of positions thought cold", "most nodes", "average error of the mean", series)
                .log(true, false);
        Findings { table, plot, notes: vec![SECONDS.into()], games: 0 }
    })
}

/// One cell: the pairs of temperature and mean.
fn day_four() -> Design {
    type Pairs = Vec<(String, f64, Vec<String>)>;
    let work = |_: &AtomicBool| {
        let pairs = born::hot_pairs(4).map_err(LabError::because)?;
        let rows: Pairs = pairs
            .iter()
            .map(|(t, means)| (t.to_string(), t.approximate(), means.iter().map(|m| m.to_string()).collect()))
            .collect();
        Ok(rows)
    };
    let method = vec!["Computed from the walls of thermographs, day by day; no game is listed.".to_string()];
    Design::new(vec![("day 4".to_string(), work)], method, |all: &[Pairs]| {
        let mut table = Table::new(&["temperature", "means (absolute)", "how many"]);
        let mut marks = Vec::new();
        for (t, at, means) in all.iter().flatten() {
            table.push(vec![
                Entry::words(t.clone()),
                Entry::words(means.join(" ")),
                Entry::count(means.len() as u64),
            ]);
            marks.push(Mark::at(*at, means.len() as f64));
        }
        let many = table.rows.len();
        let series = vec![Series::ours("means of that temperature", marks)];
        let plot = Plot::lines("Games born by day 4", "temperature", "different absolute means", series);
        let notes = vec![format!(
            "{many} temperatures above zero; the thesis's table has 19 rows. Its columns are damaged in the text we have, so the check marks are not set beside ours one by one."
        )];
        Findings { table, plot, notes, games: 0 }
    })
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
