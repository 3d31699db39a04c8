//! Tzaar itself: table 1.1, figure 1.5 and the size of the game (Veselý 2013), counted and sampled without a search.

use super::Listing;
use crate::{
    Bound, Conditions, Design, Evidence, Findings, LabError, Part, Test,
    hypothesis::Claim,
    properties::{Branching, COLUMNS, PRINTED, Sample, counted, quick_game},
    show::{Mark, Plot, Series, Table, Value},
};
use std::sync::atomic::AtomicBool;

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("tzaar-table-1.1", |conditions| branching(conditions, false)),
    ("tzaar-figure-1.5", |conditions| branching(conditions, true)),
    ("tzaar-size", |_| {
        let design = Design::known(vec!["Counted exactly, not sampled.".into()], size);
        Ok(design.claiming(size_claim()))
    }),
];

/// Turns by number of stacks, sampled from quick games: a cell is a game.
fn branching(conditions: &Conditions, is_figure: bool) -> Result<Design, LabError> {
    let games = conditions.scale.sizes(16_u32, 120, 470);
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
    let design =
        Design::new(cells.collect(), method, move |all: &[Vec<(u32, u32)>]| show_branching(all, is_figure));
    Ok(design.claiming(if is_figure { falling_claim() } else { average_claim() }))
}

/// What a game is sampled for: numbers of stacks and of turns.
type Game = Vec<(u32, u32)>;

/// The number of turns at the first position of a game with so many stacks.
fn turns_with(game: &Game, stacks: u32) -> Option<f64> {
    game.iter().find(|seen| seen.0 == stacks).map(|seen| f64::from(seen.1))
}

/// Table 1.1: the averages.
fn average_claim() -> Claim<Game> {
    let mut claim = Claim::new("The average number of turns falls with the stacks as the table says.").why(
        "The thesis sampled games of people, ours are games between players that look one turn ahead, all from random starts.",
    );
    for (&stacks, &[.., printed]) in
        COLUMNS.iter().zip(&PRINTED).filter(|(stacks, _)| [59, 49, 37, 25].contains(*stacks))
    {
        let average = f64::from(printed);
        let statement = format!("With {stacks} stacks the average is within a fifth of the thesis's.");
        let test = Test::Mean(Bound::Within((0.8 * average).round(), (1.2 * average).round()));
        claim = claim.part(
            Part::new(statement, printed.to_string(), test),
            &[],
            move |groups: &[&[Game]]| {
                let games = groups.iter().copied().flatten();
                Evidence::Numbers(games.filter_map(|game| turns_with(game, stacks)).collect())
            },
        );
    }
    claim
}

/// Figure 1.5: how fast the number of turns falls within a game.
fn falling_claim() -> Claim<Game> {
    let mut claim = Claim::new(
        "The number of turns falls by more than half for every sixteen stacks, and faster towards the end.",
    );
    for (stacks, most, printed) in [
        (43, 0.5, "2,971 of 7,497, or 0.40"),
        (25, 0.12, "562 of 7,497, or 0.075"),
        (13, 0.02, "37 of 7,497, or 0.005"),
    ] {
        let statement = format!("With {stacks} stacks there are at most {most} times the turns with 59.");
        let test = Test::Ratio(Bound::AtMost(most));
        claim = claim.part(Part::new(statement, printed, test), &[], move |groups: &[&[Game]]| {
            let games = groups.iter().copied().flatten();
            let ratio = |game: &Game| Some((turns_with(game, stacks)? / turns_with(game, 59)?).ln());
            Evidence::Numbers(games.filter_map(ratio).collect())
        });
    }
    claim
}

fn show_branching(all: &[Vec<(u32, u32)>], is_figure: bool) -> Findings {
    let mut branching = Branching::default();
    all.iter().flatten().for_each(|&(stacks, turns)| branching.add(stacks, turns));
    let listed: Vec<u32> = if is_figure { branching.stacks().collect() } else { COLUMNS.into() };
    let mut table = Table::new(
        "stacks | positions | fewest | average | most | Veselý: positions | Veselý: fewest | Veselý: average | Veselý: most",
    );
    let mut curves = ["fewest", "average", "most"].map(|name| Series::ours(name, Vec::new()));
    let mut theirs = ["fewest", "average", "most"].map(|name| Series::source(name, Vec::new()));
    for stacks in listed {
        let sample = branching.with_stacks(stacks);
        let whole = |number: u32| Value::count(u64::from(number));
        let mut row = vec![whole(stacks), whole(sample.map_or(0, |s| s.positions))];
        row.push(Value::maybe(sample.map(|s| f64::from(s.fewest)), 0));
        row.push(Value::estimate(sample.map(|s| s.average), 0));
        row.push(Value::maybe(sample.map(|s| f64::from(s.most)), 0));
        let printed = COLUMNS.iter().position(|c| *c == stacks).map(|nth| PRINTED[nth]);
        let printed = printed.map(|[positions, fewest, most, mean]| [positions, fewest, mean, most]);
        row.extend(printed.map_or([const { Value::Nothing }; 4], |figures| figures.map(whole)));
        table.push(row);
        let x = f64::from(stacks);
        if let Some(Sample { fewest, most, average: (mean, error), .. }) = sample {
            let (fewest, most) = (Mark::at(x, f64::from(fewest)), Mark::at(x, f64::from(most)));
            for (curve, mark) in curves.iter_mut().zip([fewest, Mark::with_error(x, mean, error), most]) {
                curve.marks.push(mark);
            }
        }
        for (curve, &figure) in theirs.iter_mut().zip(printed.iter().flat_map(|figures| &figures[1..])) {
            curve.marks.push(Mark::at(x, f64::from(figure)));
        }
    }
    let series = curves.into_iter().chain(theirs).collect();
    let plot = Plot::lines("Turns by number of stacks", "stacks on the board", "different turns", series);
    let plot = plot.log(false, true).not_below(0.0);
    Findings { table, plot, notes: Vec::new(), games: all.len() as u64 }
}

/// Every printed property, counted again.
fn size_claim() -> Claim<()> {
    let mut claim = Claim::new("Tzaar is as large as the thesis says.").why(
        "The thesis's own formula, evaluated with whole numbers, gives 9.19e57 where 9.17e57 is printed, and the same twelfth part \
         of it; all other figures are the same. The printed sum must contain a rounding error or a slip.",
    );
    for property in counted() {
        let Some(printed) = property.printed else { continue };
        // The number of orders is printed as a formula.
        let expected = if printed == "60!" { "8.32e81" } else { printed }.to_string();
        let part = Part::new(property.name, printed, Test::Exact { expected });
        claim = claim.part(part, &[], move |_| Evidence::Found(property.rounded.clone()));
    }
    claim
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
    let plot =
        Plot::bars("How large Tzaar is", "property", "decimal logarithm of the number", labels, series);
    let notes = vec![
        "Our count of the sum for positions differs from the printed one in the third digit; the formula is the same.".into(),
    ];
    Findings { table, plot, notes, games: 0 }
}
