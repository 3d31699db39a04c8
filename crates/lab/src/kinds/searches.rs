//! Searches over a set of positions: nodes and time to a depth or to a solution, for a list of variants.
//!
//! A cell is one variant on one position, with a new player. Variants are compared position by position with one of them,
//! so that errors come from pairs.

use crate::{
    Design, Findings, LabError,
    experiment::{Rounds, TypedWork},
    hypothesis::Claim,
    show::{Mark, Plot, Series, Table, Value},
};
use game::Verdict;
use players::{AnyGame, Limits, Request, Spec, TimeLimit, derive_seed};
use serde::{Deserialize, Serialize};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) nodes: u64,
    pub(crate) micros: u64,
    pub(crate) depth: u32,
    /// 1 won, -1 lost, 0 not decided, for the side to move.
    pub(crate) result: i8,
    /// Was it limited by time, or by threads that share their work by chance? Then it cannot be repeated exactly.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) timed: bool,
}

/// Does the result of a player with these limits depend on the machine?
pub(crate) fn is_timed(spec: &Spec, limits: Limits) -> bool {
    limits.time.is_some() || spec.limits().time.is_some() || spec.threads() > 1
}

/// 1 for a win of the side to move, -1 for a loss, 0 for anything else.
pub(crate) fn sign(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Win => 1,
        Verdict::Loss => -1,
        Verdict::Draw | Verdict::Unknown => 0,
    }
}

impl Measured {
    pub(crate) fn is_solved(&self) -> bool {
        self.result != 0
    }
}

/// Searches a position, given as text, with a seed.
pub(crate) type Probe = Arc<dyn Fn(&str, u64, &AtomicBool) -> Result<Measured, LabError> + Send + Sync>;

/// A variant to measure.
#[derive(Clone)]
pub(crate) struct Variant {
    pub(crate) label: String,
    /// Its series in line plots, if it is not one of the source's variants.
    pub(crate) series: &'static str,
    /// Its place on the x axis, where the variants are values of a constant.
    pub(crate) at: Option<f64>,
    /// What the source prints.
    pub(crate) printed: Option<f64>,
    pub(crate) probe: Probe,
}

impl Variant {
    /// A player of the registry, without a figure of the source.
    pub(crate) fn player(
        entry: &'static dyn AnyGame,
        label: impl Into<String>,
        spec: &str,
        limits: Limits,
    ) -> Result<Variant, LabError> {
        Ok(Variant {
            label: label.into(),
            series: "",
            at: None,
            printed: None,
            probe: player_probe(entry, spec, limits)?,
        })
    }
}

/// The figure that is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Figure {
    /// Nodes, relative to the base; the source prints seconds.
    Cost,
    /// Positions solved; the source prints a count.
    Solved {
        /// The number of positions in the source.
        of: usize,
    },
}

/// A set of searches.
pub(crate) struct Searches {
    pub(crate) title: String,
    /// What the variants are: `constant`, `enhancements` …
    pub(crate) what: &'static str,
    /// Heading of the source's column.
    pub(crate) printed: &'static str,
    pub(crate) figure: Figure,
    pub(crate) positions: Vec<String>,
    pub(crate) variants: Vec<Variant>,
    /// The variant that the others are compared with.
    pub(crate) base: usize,
    /// Is the x axis of constants logarithmic?
    pub(crate) log_x: bool,
    pub(crate) method: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) seed: u64,
    /// What the source claims about variants, by their labels.
    pub(crate) claim: Option<Claim<Measured>>,
    /// How positions are spread over rounds.
    pub(crate) rounds: Rounds,
}

/// Positions of a round, unless something else is said.
const EACH_ROUND: usize = 5;

/// A probe that asks a player of the registry.
pub(crate) fn player_probe(
    entry: &'static dyn AnyGame,
    spec: &str,
    limits: Limits,
) -> Result<Probe, LabError> {
    let spec = match limits.depth {
        Some(depth) => Spec::parse_for_depth(entry, spec, depth),
        None => entry.spec(spec),
    };
    let spec = spec.map_err(LabError::cell)?;
    let timed = is_timed(&spec, limits);
    Ok(Arc::new(move |position, seed, stop| {
        let board = entry.at_position(position).map_err(LabError::cell)?;
        let mut player = spec.build(seed).map_err(LabError::cell)?;
        let info = player.choose_turn(board.as_ref(), Request::new(limits, stop), &mut |_| ());
        let micros = u64::try_from(info.time.as_micros()).unwrap_or(u64::MAX);
        Ok(Measured { nodes: info.nodes, micros, depth: info.depth, result: sign(info.verdict), timed })
    }))
}

/// The spec with one more setting.
pub(crate) fn with_setting(spec: &str, setting: &str) -> String {
    let separator = if spec.contains(':') { ',' } else { ':' };
    format!("{spec}{separator}{setting}")
}

/// Limits of depth, nodes and seconds; zero means none.
pub(crate) fn limits(depth: u32, nodes: u64, seconds: u64) -> Limits {
    Limits {
        depth: (depth > 0).then_some(depth),
        nodes: (nodes > 0).then_some(nodes),
        time: (seconds > 0).then(|| TimeLimit::exactly(Duration::from_secs(seconds))),
    }
}

/// The cells of a probe, one for each position, which is added to their name.
pub(crate) fn search_cells(
    name: &str,
    probe: &Probe,
    positions: &[String],
    seed: u64,
) -> Vec<(String, TypedWork<Measured>)> {
    let cell = |(nth, position): (usize, &String)| {
        let (probe, position, seed) = (probe.clone(), position.clone(), derive_seed(seed, &[nth as u64]));
        let work: TypedWork<Measured> = Box::new(move |stop| probe(&position, seed, stop));
        (format!("{name} on position {}", nth + 1), work)
    };
    positions.iter().enumerate().map(cell).collect()
}

impl Searches {
    /// Searches whose cost is compared with that of the first variant, without figures of a source and notes.
    pub(crate) fn new(
        title: &str,
        what: &'static str,
        seed: u64,
        positions: Vec<String>,
        variants: Vec<Variant>,
        method: Vec<String>,
    ) -> Searches {
        let (title, figure, printed, notes) = (title.into(), Figure::Cost, "", Vec::new());
        Searches {
            title,
            what,
            printed,
            figure,
            positions,
            variants,
            base: 0,
            log_x: false,
            method,
            notes,
            seed,
            claim: None,
            rounds: Rounds::Each(EACH_ROUND),
        }
    }

    /// The cells, and how their results are presented.
    pub(crate) fn design(mut self) -> Result<Design, LabError> {
        let of_variant =
            |v: &Variant| (v.label.clone(), search_cells(&v.label, &v.probe, &self.positions, self.seed));
        let groups = self.variants.iter().map(of_variant).collect();
        let (method, claim) = (self.method.clone(), self.claim.take());
        Design::grouped(groups, self.rounds, claim, method, move |all: &[Vec<Measured>]| self.findings(all))
    }

    fn findings(&self, all: &[Vec<Measured>]) -> Findings {
        let of_variant = |nth: usize| all.get(nth).map_or(&[][..], Vec::as_slice);
        let base = of_variant(self.base);
        let rows: Vec<Row> = (0..self.variants.len()).map(|nth| Row::new(of_variant(nth), base)).collect();
        Findings { table: self.table(&rows), plot: self.plot(&rows), notes: self.remarks(all), games: 0 }
    }

    /// The notes, and remarks on all results together.
    fn remarks(&self, all: &[Vec<Measured>]) -> Vec<String> {
        let mut notes = self.notes.clone();
        if let Some(base) = self.variants.get(self.base) {
            notes.push(format!("Shares and ratios are those of nodes against `{}`; the ratio by position is a geometric mean.", base.label));
        }
        let (Figure::Solved { .. }, [first, second, ..]) = (self.figure, &self.variants[..]) else {
            return notes;
        };
        if let [of_first, of_second, ..] = all {
            let only = |here: &[Measured], there: &[Measured]| {
                here.iter().zip(there).filter(|(a, b)| a.is_solved() && !b.is_solved()).count()
            };
            notes.push(format!(
                "Solved by `{}` and not by `{}`: {}; the other way round: {}.",
                first.label,
                second.label,
                only(of_first, of_second),
                only(of_second, of_first)
            ));
        }
        notes
    }

    fn table(&self, rows: &[Row]) -> Table {
        let mut headings = format!(
            "{} | positions | nodes | nodes, share of base | ratio by position | solved | depth | ~seconds | ~seconds, share of base",
            self.what
        );
        let is_printed = self.variants.iter().any(|v| v.printed.is_some());
        if is_printed {
            headings += &format!(" | {}", self.printed);
            if self.figure == Figure::Cost {
                headings += &format!(" | {}, share of base", self.printed);
            }
        }
        let mut table = Table::new(&headings);
        let first_printed = self.variants.get(self.base).and_then(|v| v.printed);
        for (variant, row) in self.variants.iter().zip(rows) {
            let mut entries = vec![
                Value::text(variant.label.clone()),
                Value::count(row.positions),
                Value::count(row.nodes),
                Value::maybe(row.share, 3),
                Value::estimate(row.ratio, 3),
                Value::count(row.solved),
                Value::Number(row.depth, 1),
                Value::Number(row.seconds, 2),
                Value::maybe(row.time_share, 3),
            ];
            if is_printed {
                entries.push(Value::maybe(variant.printed, 0));
                if self.figure == Figure::Cost {
                    let share = variant.printed.zip(first_printed).map(|(here, first)| here / first);
                    entries.push(Value::maybe(share, 3));
                }
            }
            table.push(entries);
        }
        table
    }

    fn plot(&self, rows: &[Row]) -> Plot {
        let first_printed = self.variants.get(self.base).and_then(|v| v.printed);
        // What the source counts may be another unit, such as seconds; relative to the base, both have none.
        let (name, label, base) = match self.figure {
            Figure::Cost => ("ours: nodes", "relative to the base, which is 1", Some(1.0)),
            Figure::Solved { .. } => ("ours", "per cent solved", None),
        };
        let ours = |(nth, row): (usize, &Row)| match self.figure {
            Figure::Cost => Some(Mark::within(self.place(nth), row.ratio?.0, row.ratio_ends()?)),
            Figure::Solved { .. } => share_mark(self.place(nth), row.solved, row.positions),
        };
        let is_line = self.variants.iter().all(|v| v.at.is_some());
        let mut series = Vec::new();
        for (nth, (row, variant)) in rows.iter().zip(&self.variants).enumerate() {
            let name = match variant.series {
                other if is_line && !other.is_empty() => format!("{name}, {other}"),
                _ => name.to_string(),
            };
            Series::add(&mut series, Series::ours(name, ours((nth, row)).into_iter().collect()));
        }
        let printed = |(nth, variant): (usize, &Variant)| {
            let value = match self.figure {
                Figure::Cost => variant.printed? / first_printed?,
                Figure::Solved { of } => 100.0 * variant.printed? / of as f64,
            };
            Some(Mark::at(self.place(nth), value))
        };
        let printed: Vec<Mark> = self.variants.iter().enumerate().filter_map(printed).collect();
        if !printed.is_empty() {
            series.push(Series::source(self.printed, printed));
        }
        let plot = if is_line {
            Plot::lines(self.title.clone(), self.what, label, series).log(self.log_x, false)
        } else {
            let labels = self.variants.iter().map(|v| v.label.clone());
            let ends = rows.iter().filter_map(Row::ratio_ends).flatten();
            let spread = ends.filter(|end| end.is_finite()).any(|end| !(0.1..10.0).contains(&end));
            let log = self.figure == Figure::Cost && spread;
            Plot::bars(self.title.clone(), self.what, label, labels, series).log(false, log)
        };
        let plot = if base.is_some() { plot.not_below(0.0) } else { plot.percent() };
        Plot { base, ..plot }
    }

    fn place(&self, nth: usize) -> f64 {
        match self.variants.iter().all(|v| v.at.is_some()) {
            true => self.variants[nth].at.unwrap_or(nth as f64),
            false => nth as f64,
        }
    }
}

/// The results of a variant over all positions.
pub(crate) struct Row {
    pub(crate) positions: u64,
    nodes: u64,
    seconds: f64,
    depth: f64,
    pub(crate) solved: u64,
    share: Option<f64>,
    pub(crate) time_share: Option<f64>,
    /// The geometric mean of the ratios of nodes, position by position, and its error.
    pub(crate) ratio: Option<(f64, f64)>,
    /// The mean of the logarithms of these ratios, and its error.
    log_ratio: Option<(f64, f64)>,
}

impl Row {
    pub(crate) fn new(all: &[Measured], base: &[Measured]) -> Row {
        // A variant whose claims were decided early is compared on the positions that both were searched on.
        let both = all.len().min(base.len());
        let (compared, base) = (&all[..both], &base[..both]);
        let sum = |all: &[Measured]| all.iter().map(|m| m.nodes).sum::<u64>();
        let seconds = |all: &[Measured]| all.iter().map(|m| m.micros).sum::<u64>() as f64 / 1e6;
        let many = all.len().max(1) as f64;
        let logs: Vec<f64> = compared
            .iter()
            .zip(base)
            .map(|(here, there)| (here.nodes.max(1) as f64 / there.nodes.max(1) as f64).ln())
            .collect();
        let log_ratio = mean_with_error(&logs);
        Row {
            log_ratio,
            positions: all.len() as u64,
            nodes: sum(all),
            seconds: seconds(all),
            depth: all.iter().map(|m| f64::from(m.depth)).sum::<f64>() / many,
            solved: all.iter().filter(|m| m.is_solved()).count() as u64,
            share: (sum(base) > 0).then(|| sum(compared) as f64 / sum(base) as f64),
            time_share: (seconds(base) > 0.0).then(|| seconds(compared) / seconds(base)),
            ratio: log_ratio
                .map(|(mean, error)| (mean.exp(), mean.exp() * ((error.exp() - (-error).exp()) / 2.0))),
        }
    }
}

impl Row {
    /// The ends of the interval of the ratio, which is one of logarithms and so never reaches zero.
    pub(crate) fn ratio_ends(&self) -> Option<[f64; 2]> {
        self.log_ratio.map(|(mean, error)| [(mean - error).exp(), (mean + error).exp()])
    }
}

/// The mark of the share, in per cent, that some things have among all; `None` without things.
pub(crate) fn share_mark(x: f64, some: u64, all: u64) -> Option<Mark> {
    let ends = share_interval(some, all).map(|end| 100.0 * end);
    (all > 0).then(|| Mark::within(x, 100.0 * some as f64 / all as f64, ends))
}

/// The 95 % interval of the share that some things have among all (Wilson 1927). It stays between 0 and 1, and has a width even
/// if all things are alike.
pub(crate) fn share_interval(some: u64, all: u64) -> [f64; 2] {
    const Z: f64 = 1.96;
    let many = all.max(1) as f64;
    let share = some as f64 / many;
    let middle = (share + Z * Z / (2.0 * many)) / (1.0 + Z * Z / many);
    let reach =
        Z / (1.0 + Z * Z / many) * (share * (1.0 - share) / many + Z * Z / (4.0 * many * many)).sqrt();
    [(middle - reach).max(0.0), (middle + reach).min(1.0)]
}

/// The mean of some numbers and half the width of its 95 % interval; `None` without numbers.
pub(crate) fn mean_with_error(numbers: &[f64]) -> Option<(f64, f64)> {
    let many = numbers.len() as f64;
    if numbers.is_empty() {
        return None;
    }
    let mean = numbers.iter().sum::<f64>() / many;
    let spread = numbers.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / (many - 1.0).max(1.0);
    Some((mean, 1.96 * (spread / many).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of Wilson's interval that textbooks print.
    #[test]
    fn intervals_of_shares_have_a_width_even_at_their_ends() {
        let rounded = |some, all| share_interval(some, all).map(|end| (1000.0 * end).round() / 1000.0);
        assert_eq!(rounded(0, 10), [0.0, 0.278]);
        assert_eq!(rounded(10, 10), [0.722, 1.0]);
        assert_eq!(rounded(5, 10), [0.237, 0.763]);
        assert_eq!(share_mark(1.0, 0, 0), None);
    }
}
