//! Tzaar, alpha-beta and the game itself: tables 1.1 and 4.1 to 4.6, figure 1.5, and the size of the game (Veselý 2013).

use super::{experiment, game};
use crate::{
    Conditions, Design, Experiment, Findings, LabError,
    kinds::searches::{Figure, Measured, Probe, Searches, Variant, limits, mean_with_error, player_probe},
    positions::{MIDSET, TzaarSet, text_of, tzaar_set},
    show::{Entry, Mark, Plot, Series, Table},
};
use ::game::{History, Notation, Verdict};
use ::tzaar::{
    Tzaar,
    heuristics::{Ordering, Waltz, WaltzWeights},
    properties::{COLUMNS, PRINTED, counted, quick_game},
};
use search::{Limits, Root, Session, TurnSearch, alphabeta};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

const PRINTED_SECONDS: &str = "Veselý: seconds";

/// What is counted and sampled without a search.
pub(super) fn of_the_game() -> Vec<Experiment> {
    vec![
        experiment(
            "tzaar-table-1.1",
            "Tzaar: turns by number of stacks",
            "Veselý 2013, table 1.1",
            "The number of different turns falls from about 7,500 on average with 59 stacks to one or two in the last turns.",
            |conditions| branching(conditions, false),
        ),
        experiment(
            "tzaar-figure-1.5",
            "Tzaar: fewest, average and most turns by number of stacks",
            "Veselý 2013, figure 1.5",
            "Three falling curves: the most, the average and the fewest turns for each number of stacks.",
            |conditions| branching(conditions, true),
        ),
        experiment(
            "tzaar-size",
            "Tzaar: how large the game is",
            "Veselý 2013, section 1.4",
            "7.13e40 starts, at most 9.17e57 positions, endings with six stacks 1.13e16.",
            |_| Ok(Design::known(vec!["Counted exactly, not sampled.".into()], size)),
        ),
    ]
}

/// Tables on middle games.
pub(super) fn of_alpha_beta() -> Vec<Experiment> {
    vec![
        experiment(
            "tzaar-table-4.1",
            "Tzaar: what the enhancements of alpha-beta are worth",
            "Veselý 2013, table 4.1",
            "All enhancements together take a tenth of the time of none; the table's move and history matter most.",
            enhancements,
        ),
        ordering_experiment(
            "tzaar-table-4.2",
            "StackBonus",
            "Veselý 2013, table 4.2",
            "Hardly matters: 3,812 to 3,892 s, with the best values between 15 and 30; the default is 6.",
            &[
                (0, 3892),
                (3, 3865),
                (6, 3875),
                (9, 3847),
                (12, 3843),
                (15, 3812),
                (21, 3814),
                (30, 3817),
                (39, 3846),
                (51, 3860),
            ],
            6,
            |value| Ordering { stack_bonus: value, ..Ordering::WALTZ },
        ),
        ordering_experiment(
            "tzaar-table-4.3",
            "StackCountMult",
            "Veselý 2013, table 4.3",
            "Best at 8 (3,741 s), slowest at 1 (3,924 s); the default is 3.",
            &[
                (1, 3924),
                (2, 3862),
                (3, 3852),
                (4, 3825),
                (5, 3774),
                (6, 3765),
                (7, 3749),
                (8, 3741),
                (10, 3796),
            ],
            3,
            |value| Ordering { stack_count: value, ..Ordering::WALTZ },
        ),
        ordering_experiment(
            "tzaar-table-4.4",
            "CaptureCountMult",
            "Veselý 2013, table 4.4",
            "Best between 10 and 15 (3,749 s); a value of 1 costs 41 per cent more; the default is 20.",
            &[
                (1, 5285),
                (2, 4682),
                (4, 4190),
                (6, 3892),
                (8, 3809),
                (10, 3749),
                (15, 3759),
                (18, 3806),
                (20, 3852),
                (25, 3874),
                (30, 3913),
            ],
            20,
            |value| Ordering { capture_count: value, ..Ordering::WALTZ },
        ),
        experiment(
            "tzaar-table-4.5",
            "Tzaar: the weight of history in the order of moves",
            "Veselý 2013, table 4.5",
            "Best at 5 (3,821 s) and slowly worse above; the default is 20.",
            |conditions| {
                let values =
                    [(3, 3827), (5, 3821), (10, 3845), (15, 3876), (20, 3886), (25, 3899), (30, 3919)];
                let specs = values.map(|(value, seconds)| {
                    (f64::from(value), f64::from(seconds), format!("level:waltz-9,history-weight={value}"))
                });
                constants(conditions, "HistoryPruneMult", specs.to_vec(), 4, false)
            },
        ),
        experiment(
            "tzaar-table-4.6",
            "Tzaar: the size of alpha-beta's table",
            "Veselý 2013, table 4.6",
            "2^18 places are enough for depth 6; from 2^12 to there the time falls by 11 per cent, beyond it hardly at all.",
            |conditions| {
                let seconds =
                    [4360, 4176, 4064, 4003, 3977, 3911, 3883, 3844, 3841, 3833, 3838, 3847, 3845, 3906];
                // A place of WALTZ's table holds two entries.
                let specs = (12..).zip(seconds).map(|(bits, seconds)| {
                    (f64::from(bits), f64::from(seconds), format!("level:waltz-9,tt=2^{}e", bits + 1))
                });
                let keep = conditions.scale.pick(10, 14);
                constants(
                    conditions,
                    "binary logarithm of the table's places",
                    specs.take(keep).collect(),
                    7,
                    false,
                )
            },
        ),
    ]
}

/// Positions, depth and a sentence about them, for all tables on middle games.
fn middle_games(conditions: &Conditions) -> Result<(Vec<String>, Limits, Vec<String>), LabError> {
    let (many, depth) = conditions.scale.pick((5, 4), (MIDSET, 6));
    let (positions, sentence) = tzaar_set(conditions, TzaarSet::Middle, many)?;
    let most = conditions.scale.pick(1_500_000, 0);
    let mut method =
        vec![sentence, format!("Each is searched to depth {depth} (in single moves; the thesis: 6).")];
    if most > 0 {
        method.push(format!("A search ends after {most} nodes at the latest."));
    }
    Ok((positions.iter().map(text_of).collect(), limits(depth, most, 0), method))
}

fn enhancements(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game("tzaar")?;
    let (positions, limits, method) = middle_games(conditions)?;
    let rows = [
        ("all (ID, PVM, MO, HH, NS)", "level:waltz-9", 3_800),
        ("without NegaScout", "level:waltz-8", 4_134),
        ("without history", "level:waltz-7", 8_906),
        ("without NegaScout and history", "level:waltz-4", 9_282),
        ("randomised, with ID, PVM and MO", "level:waltz-6", 9_803),
        ("only the table's move and ID", "level:waltz-3", 22_712),
        ("no enhancement, not even ID", "level:waltz-1,depth=0", 36_764),
        ("only ID", "level:waltz-2", 37_586),
        ("only move ordering and ID", "level:waltz-5", 38_189),
        ("our best alpha-beta", "alphabeta", 0),
    ];
    let variants = rows.map(|(label, spec, seconds)| {
        Ok(Variant {
            label: label.into(),
            at: None,
            printed: (seconds > 0).then_some(f64::from(seconds)),
            probe: player_probe(entry, spec, limits)?,
        })
    });
    let searches = Searches {
        title: "Alpha-beta with various enhancements".into(),
        what: "enhancements",
        printed: PRINTED_SECONDS,
        figure: Figure::Cost,
        positions,
        variants: variants.into_iter().collect::<Result<_, LabError>>()?,
        base: 0,
        log_x: false,
        method,
        notes: vec![
            "The thesis counts seconds on an Opteron 2216 of 2006, so its shares are comparable and its seconds are not."
                .into(),
        ],
        seed: conditions.seed,
    };
    Ok(searches.design())
}

/// A table of a constant that is a setting of a spec: value, printed seconds, spec.
fn constants(
    conditions: &Conditions,
    what: &'static str,
    specs: Vec<(f64, f64, String)>,
    base: usize,
    log_x: bool,
) -> Result<Design, LabError> {
    let entry = game("tzaar")?;
    let (positions, limits, method) = middle_games(conditions)?;
    let variants = specs.into_iter().map(|(at, seconds, spec)| {
        let probe = player_probe(entry, &spec, limits)?;
        Ok(Variant { label: crate::show::text(at, 0), at: Some(at), printed: Some(seconds), probe })
    });
    let searches = Searches {
        title: format!("Alpha-beta: {what}"),
        what,
        printed: PRINTED_SECONDS,
        figure: Figure::Cost,
        positions,
        variants: variants.collect::<Result<_, LabError>>()?,
        base,
        log_x,
        method,
        notes: Vec::new(),
        seed: conditions.seed,
    };
    Ok(searches.design())
}

/// A table of a constant of the move ordering, which no spec can name: the search is made here.
fn ordering_experiment(
    name: &'static str,
    constant: &'static str,
    source: &'static str,
    claim: &'static str,
    printed: &'static [(i32, u32)],
    default: i32,
    ordering: fn(i32) -> Ordering,
) -> Experiment {
    experiment(name, &format!("Tzaar: {constant} in the order of moves"), source, claim, move |conditions| {
        let (positions, limits, method) = middle_games(conditions)?;
        let variants = printed.iter().map(|&(value, seconds)| Variant {
            label: value.to_string(),
            at: Some(f64::from(value)),
            printed: Some(f64::from(seconds)),
            probe: ordering_probe(ordering(value), limits),
        });
        let searches = Searches {
            title: format!("Alpha-beta: {constant}"),
            what: constant,
            printed: PRINTED_SECONDS,
            figure: Figure::Cost,
            positions,
            variants: variants.collect(),
            base: printed.iter().position(|(value, _)| *value == default).unwrap_or(0),
            log_x: false,
            method,
            notes: Vec::new(),
            seed: conditions.seed,
        };
        Ok(searches.design())
    })
}

/// What `level:waltz-9` has, for searches that are made here.
const WALTZ_9: &str = "plain,id,tt=2^20e,tt-scheme=twobig,tt-deeper,tt-move,hints,history=2^d,history-weight=20,pvs,lost=previous";

fn ordering_probe(ordering: Ordering, limits: Limits) -> Probe {
    Arc::new(move |position: &str, seed: u64, stop: &AtomicBool| {
        let position = Tzaar::parse_position(position).map_err(LabError::because)?;
        let config =
            alphabeta::Config::parse(WALTZ_9, &alphabeta::Config::BEST).map_err(LabError::because)?;
        let beliefs = Waltz::new(WaltzWeights::AUGUST_2012, ordering);
        let mut search = alphabeta::AlphaBeta::new(config, beliefs, seed).map_err(LabError::because)?;
        let history = History::starting_at(&position);
        let started = Instant::now();
        let session = Session::new(limits, stop);
        let report = search.search(Root { position: &position, history: &history, lines: 1 }, &session);
        let result = match report.verdict {
            Verdict::Win => 1,
            Verdict::Loss => -1,
            Verdict::Draw | Verdict::Unknown => 0,
        };
        Ok(Measured {
            nodes: report.nodes,
            micros: crate::kinds::local::micros(started),
            depth: report.depth,
            result,
        })
    })
}

/// Turns by number of stacks, sampled from quick games: a cell is a game.
fn branching(conditions: &Conditions, is_figure: bool) -> Result<Design, LabError> {
    let games = conditions.scale.pick(16_u32, 470);
    let seed = conditions.seed;
    let cells = (0..games).map(|nth| {
        let work = move |_: &AtomicBool| {
            let mut seen: Vec<(u32, u32)> = Vec::new();
            quick_game(seed, nth, |position, turns| seen.push((position.stack_count(), turns.len() as u32)));
            Ok(seen)
        };
        (format!("game {}", nth + 1), work)
    });
    let method = vec![
        format!(
            "{games} quick games from random starts between players that look one turn ahead; the thesis sampled games of people."
        ),
        "Turns that lead to the same position count once.".into(),
    ];
    Ok(Design::new(cells.collect(), method, move |all: &[Vec<(u32, u32)>]| show_branching(all, is_figure)))
}

fn show_branching(all: &[Vec<(u32, u32)>], is_figure: bool) -> Findings {
    let at = |stacks: u32| -> Vec<f64> {
        all.iter().flatten().filter(|(s, _)| *s == stacks).map(|(_, turns)| f64::from(*turns)).collect()
    };
    let least = |turns: &[f64]| turns.iter().copied().fold(f64::INFINITY, f64::min);
    let most = |turns: &[f64]| turns.iter().copied().fold(0.0, f64::max);
    let printed = |stacks: u32| COLUMNS.iter().position(|c| *c as u32 == stacks).map(|nth| PRINTED[nth]);
    let listed: Vec<u32> = if is_figure {
        (5..=60).rev().filter(|&s| !at(s).is_empty()).collect()
    } else {
        COLUMNS.iter().map(|c| *c as u32).collect()
    };
    let mut table = Table::new(&[
        "stacks",
        "positions",
        "fewest",
        "average",
        "most",
        "Veselý: positions",
        "Veselý: fewest",
        "Veselý: average",
        "Veselý: most",
    ]);
    let mut curves = [("fewest", Vec::new()), ("average", Vec::new()), ("most", Vec::new())];
    let mut theirs = [("fewest", Vec::new()), ("average", Vec::new()), ("most", Vec::new())];
    for stacks in listed {
        let turns = at(stacks);
        let average = mean_with_error(&turns);
        let mut row = vec![Entry::count(u64::from(stacks)), Entry::count(turns.len() as u64)];
        row.push(Entry::maybe(average.map(|_| least(&turns)), 0));
        row.push(average.map_or(Entry::Nothing, |(mean, error)| Entry::Estimate(mean, error, 0)));
        row.push(Entry::maybe(average.map(|_| most(&turns)), 0));
        let columns = printed(stacks).map(|[positions, fewest, most, mean]| [positions, fewest, mean, most]);
        for nth in 0..4 {
            row.push(columns.map_or(Entry::Nothing, |c| Entry::count(u64::from(c[nth]))));
        }
        table.push(row);
        let x = f64::from(stacks);
        if let Some((mean, error)) = average {
            curves[0].1.push(Mark::at(x, least(&turns)));
            curves[1].1.push(Mark::with_error(x, mean, error));
            curves[2].1.push(Mark::at(x, most(&turns)));
        }
        if let Some([_, fewest, mean, most]) = columns {
            theirs[0].1.push(Mark::at(x, f64::from(fewest)));
            theirs[1].1.push(Mark::at(x, f64::from(mean)));
            theirs[2].1.push(Mark::at(x, f64::from(most)));
        }
    }
    let mut series: Vec<Series> = curves.map(|(name, marks)| Series::ours(name, marks)).into();
    series.extend(theirs.map(|(name, marks)| Series::source(name, marks)));
    let plot = Plot::lines("Turns by number of stacks", "stacks on the board", "different turns", series);
    Findings { table, plot: plot.log(false, true), notes: Vec::new(), games: all.len() as u64 }
}

fn size() -> Findings {
    let mut table = Table::new(&["property", "ours", "all digits", "Veselý"]);
    let (mut labels, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for property in counted() {
        let words = |text: Option<&str>| text.map_or(Entry::Nothing, Entry::words);
        table.push(vec![
            Entry::words(property.name),
            Entry::words(property.rounded.clone()),
            words(property.exact.as_deref()),
            words(property.printed),
        ]);
        let x = labels.len() as f64;
        if let Ok(value) = property.rounded.parse::<f64>() {
            ours.push(Mark::at(x, value.log10()));
        }
        if let Some(value) = property.printed.and_then(|text| text.parse::<f64>().ok()) {
            theirs.push(Mark::at(x, value.log10()));
        }
        labels.push(property.name.to_string());
    }
    let series = vec![Series::ours("ours", ours), Series::source("Veselý", theirs)];
    let plot = Plot::bars("How large Tzaar is", "property", "decimal logarithm", labels, series);
    let notes = vec![
        "Our count of the sum for positions differs from the printed one in the third digit; the formula is the same.".into(),
    ];
    Findings { table, plot, notes, games: 0 }
}
