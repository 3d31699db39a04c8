//! The table and the sentences about the worth of techniques.

use super::{Extent, Measurement, Outcome, Technique};
use crate::{
    Findings,
    kinds::{
        matches::{MatchResult, Pair, Show},
        searches::{Measured, Row},
    },
    run::provenance,
    show::{Mark, Plot, Series, Table, Value, text},
};

/// Searches with a technique against those without it.
struct Search {
    row: Row,
    solved_without: u64,
    /// Did a search run out of nodes, so that the ratio is only a bound?
    is_cut: bool,
}

/// What a technique is worth in a game.
struct Worth<'a> {
    technique: &'a Technique,
    values: &'a [String; 2],
    search: Option<Search>,
    games: Option<MatchResult>,
}

impl<'a> Worth<'a> {
    fn new(extent: &Extent, measurement: &'a Measurement, outcomes: &[Outcome]) -> Worth<'a> {
        let technique = &measurement.technique;
        let searches = |first: usize, many: usize| -> Vec<Measured> {
            let these = outcomes.iter().skip(first).take(many);
            these.filter_map(|o| if let Outcome::Search(m) = o { Some(*m) } else { None }).collect()
        };
        let both = measurement.searches.map(|(firsts, many)| {
            let [with, without] = firsts.map(|first| searches(first, many));
            let pairs = with.into_iter().zip(without);
            // A position that neither solves says nothing about the cost of a proof.
            pairs.filter(|(a, b)| !extent.proves || a.is_solved() || b.is_solved()).unzip()
        });
        let search = both.map(|(with, without): (Vec<Measured>, Vec<Measured>)| {
            let is_cut = with.iter().chain(&without).any(|m| m.nodes >= extent.nodes);
            let solved_without = without.iter().filter(|m| m.is_solved()).count() as u64;
            Search { row: Row::new(&with, &without), solved_without, is_cut }
        });
        let games = measurement.games.map(|(first, many)| {
            let these = outcomes.iter().skip(first).take(many);
            let pairs: Vec<Pair> =
                these.filter_map(|o| if let Outcome::Games(p) = o { Some(*p) } else { None }).collect();
            MatchResult::new(&pairs)
        });
        Worth { technique, values: &measurement.values, search, games }
    }

    /// By how many per cent the technique changes the nodes, with the error.
    fn nodes(&self) -> Option<(f64, f64)> {
        let (mean, error) = self.search.as_ref()?.row.ratio?;
        Some((100.0 * (mean - 1.0), 100.0 * error))
    }

    fn seconds(&self) -> Option<f64> {
        Some(100.0 * (self.search.as_ref()?.row.time_share? - 1.0))
    }

    fn is_cut(&self) -> bool {
        self.search.as_ref().is_some_and(|s| s.is_cut)
    }

    fn row(&self) -> Vec<Value> {
        let count = |number: Option<u64>| number.map_or(Value::Nothing, Value::count);
        vec![
            Value::text(self.technique.key()),
            Value::text(self.technique.entry.name()),
            Value::text(self.values[0].as_str()),
            Value::text(self.values[1].as_str()),
            Value::text(if self.technique.is_in_best { "with" } else { "without" }),
            count(self.search.as_ref().map(|s| s.row.positions)),
            Value::estimate(self.nodes(), 1),
            Value::text(if self.is_cut() { "yes" } else { "" }),
            count(self.search.as_ref().map(|s| s.row.solved)),
            count(self.search.as_ref().map(|s| s.solved_without)),
            Value::maybe(self.seconds(), 1),
            count(self.games.as_ref().map(MatchResult::games)),
            self.games.as_ref().map_or(Value::Nothing, MatchResult::score_value),
            self.games.as_ref().map_or(Value::Nothing, MatchResult::elo_value),
        ]
    }

    /// The sentence for the technique's file.
    fn sentence(&self, extent: &Extent) -> String {
        let mut parts = Vec::new();
        if let (Some((change, error)), Some(seconds)) = (self.nodes(), self.seconds()) {
            let goal = match extent.depth(self.technique.entry) {
                0 => "a proof".to_string(),
                depth => format!("depth {depth}"),
            };
            let bound = if self.is_cut() { " (cut by the node limit)" } else { "" };
            parts.push(format!(
                "{} ± {} % nodes, {} % time to {goal}{bound}",
                signed(change),
                text(error, 0),
                signed(seconds)
            ));
        }
        if let Some(games) = &self.games {
            let elo = match games.elo_value() {
                Value::Estimate(value, error, _) => format!("{} ± {}", signed(value), text(error, 0)),
                Value::Text(words) => words,
                _ => "unknown".into(),
            };
            parts.push(format!("{elo} Elo in {} games", games.games()));
        }
        let [with, without] = self.values;
        format!("{} ({with} against {without}) {}", self.technique.entry.name(), parts.join(", "))
    }

    /// The bar of the plot.
    fn mark(&self, extent: &Extent, x: f64) -> Option<Mark> {
        if !extent.proves {
            return self.games.as_ref()?.mark(x, Show::Elo);
        }
        let search = self.search.as_ref()?;
        let change = |ratio: f64| 100.0 * (ratio - 1.0);
        Some(Mark::within(x, change(search.row.ratio?.0), search.row.ratio_ends()?.map(change)))
    }
}

/// A whole number with its sign.
fn signed(value: f64) -> String {
    let digits = text(value, 0);
    match digits.strip_prefix('-') {
        Some(size) => format!("−{size}"),
        None => format!("+{digits}"),
    }
}

pub(super) fn findings(
    extent: &Extent,
    measurements: &[Measurement],
    outcomes: &[Outcome],
    refused: &[String],
    command: &str,
) -> Findings {
    let all: Vec<Worth<'_>> =
        measurements.iter().map(|measurement| Worth::new(extent, measurement, outcomes)).collect();
    let mut table = Table::new(
        "technique | game | with | without | best | positions | nodes % | cut | solved with | solved without | \
         ~seconds % | games | score % | Elo",
    );
    let mut notes = vec![
        "All figures say what having the technique changes: fewer nodes and more Elo speak for it. Where a search was cut by the node limit, the change of nodes is only a bound.".to_string(),
    ];
    for group in all.chunk_by(|a, b| a.technique.key() == b.technique.key()) {
        table.rows.extend(group.iter().map(Worth::row));
        let games: Vec<String> = group.iter().map(|worth| worth.sentence(extent)).collect();
        let key = group[0].technique.key();
        notes.push(format!("`{key}`: {}; {}, `{command}`.", games.join("; "), provenance::today()));
    }
    notes.extend_from_slice(refused);
    let marks = all.iter().enumerate().filter_map(|(nth, worth)| worth.mark(extent, nth as f64)).collect();
    let labels =
        all.iter().map(|worth| format!("{}, {}", worth.technique.key(), worth.technique.entry.name()));
    let y = if extent.proves { "change of nodes in per cent" } else { "Elo of having the technique" };
    let plot =
        Plot::bars("Worth of techniques", "technique, game", y, labels, vec![Series::ours("ours", marks)]);
    let plot = if extent.proves { plot.not_below(-100.0) } else { plot };
    let games = all.iter().filter_map(|worth| worth.games.as_ref()).map(MatchResult::games).sum();
    Findings { table, plot: plot.with_base(0.0), notes, games }
}
