//! Tzaar itself: table 1.1, figure 1.5 and the size of the game (Veselý 2013), counted and sampled without a search.

use super::Listing;
use crate::{
    Conditions, Design, Findings, LabError,
    kinds::searches::mean_with_error,
    properties::{COLUMNS, PRINTED, counted, quick_game},
    show::{Mark, Plot, Series, Table, Value},
};
use std::sync::atomic::AtomicBool;

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("tzaar-table-1.1", |conditions| branching(conditions, false)),
    ("tzaar-figure-1.5", |conditions| branching(conditions, true)),
    ("tzaar-size", |_| Ok(Design::known(vec!["Counted exactly, not sampled.".into()], size))),
];

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
    let mut table = Table::new(
        "stacks | positions | fewest | average | most | Veselý: positions | Veselý: fewest | Veselý: average | Veselý: most",
    );
    let mut curves = [("fewest", Vec::new()), ("average", Vec::new()), ("most", Vec::new())];
    let mut theirs = [("fewest", Vec::new()), ("average", Vec::new()), ("most", Vec::new())];
    for stacks in listed {
        let turns = at(stacks);
        let average = mean_with_error(&turns);
        let mut row = vec![Value::count(u64::from(stacks)), Value::count(turns.len() as u64)];
        row.push(Value::maybe(average.map(|_| least(&turns)), 0));
        row.push(Value::estimate(average, 0));
        row.push(Value::maybe(average.map(|_| most(&turns)), 0));
        let columns = printed(stacks).map(|[positions, fewest, most, mean]| [positions, fewest, mean, most]);
        for nth in 0..4 {
            row.push(columns.map_or(Value::Nothing, |c| Value::count(u64::from(c[nth]))));
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
    let mut table = Table::new("property | ours | all digits | Veselý");
    let (mut labels, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for property in counted() {
        let words = |text: Option<&str>| text.map_or(Value::Nothing, Value::text);
        table.push(vec![
            Value::text(property.name),
            Value::text(property.rounded.clone()),
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
