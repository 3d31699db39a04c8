//! Matches between players: pairs of games with colours swapped, with Elo and error bars from crate `arena`.
//!
//! A cell is one pair of games of one pairing. Openings and seeds depend on the seed of the run and the number of the pair
//! alone, so all pairings of an experiment begin from the same positions.

use crate::{
    Design, Findings, LabError,
    show::{Entry, Mark, Plot, Series, Table},
};
use arena::{
    Claim, Conditions, OpeningSource, Openings, Pentanomial, Played, TimeControl, WallClock, play_game,
    reason,
};
use game::Side;
use players::{GameEntry, derive_seed};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError, atomic::AtomicBool};

/// Sets the seeds of players apart from those of openings.
const PURPOSE: u64 = 201;

/// What a pair of games brought, seen from the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pair {
    /// Half points of the first player in both games.
    pub(crate) half_points: [u8; 2],
    /// Turns of both games.
    pub(crate) turns: u32,
    /// Nodes of the first and the second player.
    pub(crate) nodes: [u64; 2],
    /// Milliseconds of the first and the second player.
    pub(crate) ms: [u64; 2],
    /// Sums of completed depths of the first and the second player, and how many turns they are of.
    pub(crate) depths: [u64; 2],
    /// Turns of the first and the second player.
    pub(crate) chosen: [u64; 2],
    /// Games that were lost by breaking down or breaking a rule, not by play.
    pub(crate) failures: u32,
}

/// Two players and what the source says of them.
#[derive(Clone)]
pub(crate) struct Pairing {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) variant: &'static str,
    /// Label and spec of the first and the second player.
    pub(crate) players: [(String, String); 2],
    pub(crate) control: TimeControl,
    pub(crate) openings: OpeningSource,
    pub(crate) pairs: u64,
    /// The share of points, in per cent, that the source prints for the first player.
    pub(crate) printed: Option<f64>,
    /// The same in the words of the source.
    pub(crate) printed_words: Option<&'static str>,
    /// The series that it belongs to and its place there, where the plot has lines.
    pub(crate) point: Option<(String, f64)>,
}

/// What the plot shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Show {
    /// Differences in Elo as bars.
    Elo,
    /// Per cent of points.
    Score,
}

/// A set of matches.
pub(crate) struct Matches {
    pub(crate) title: String,
    pub(crate) show: Show,
    /// Label of the x axis where the plot has lines.
    pub(crate) x: &'static str,
    pub(crate) log_x: bool,
    pub(crate) pairings: Vec<Pairing>,
    pub(crate) method: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) seed: u64,
}

/// After so many turns a game is a draw, which never happens in a game that ends by itself.
const MOST_TURNS: u32 = 400;

impl Matches {
    /// The cells and what is made of them.
    pub(crate) fn design(self) -> Result<Design, LabError> {
        let mut cells = Vec::new();
        for (place, pairing) in self.pairings.iter().enumerate() {
            for (_, spec) in &pairing.players {
                pairing.entry.player(spec, 0).map_err(LabError::because)?;
            }
            let openings = Openings::new(pairing.entry, pairing.variant, pairing.openings.clone(), self.seed);
            let openings = Arc::new(Mutex::new(openings.map_err(LabError::because)?));
            for pair in 0..pairing.pairs {
                let (pairing, openings, seed) = (pairing.clone(), openings.clone(), self.seed);
                let id = format!(
                    "{} {} vs {}, pair {}",
                    place + 1,
                    pairing.players[0].0,
                    pairing.players[1].0,
                    pair + 1
                );
                let work = move |stop: &AtomicBool| play_pair(&pairing, &openings, pair, seed, stop);
                cells.push((id, work));
            }
        }
        let mut method = self.method.clone();
        let controls: Vec<String> = self.pairings.iter().map(|p| p.control.to_string()).collect();
        if let Some(first) = controls.first().filter(|f| controls.iter().all(|c| c == *f)) {
            // A control without end means that the players bring limits of their own.
            if !matches!(self.pairings[0].control, TimeControl::Nodes(u64::MAX)) {
                method.push(format!("Limit per turn: {first}."));
            }
        }
        method.push("Each opening is played twice, with colours swapped; errors come from pairs.".into());
        Ok(Design::new(cells, method, move |all: &[Pair]| self.findings(all)))
    }

    fn findings(&self, all: &[Pair]) -> Findings {
        let mut results = Vec::new();
        let mut rest = all;
        for pairing in &self.pairings {
            let (these, others) = rest.split_at((pairing.pairs as usize).min(rest.len()));
            results.push(Brought::of(these));
            rest = others;
        }
        let mut notes = self.notes.clone();
        let failures: u32 = all.iter().map(|pair| pair.failures).sum();
        if failures > 0 {
            notes.push(format!("**{failures} games were lost by a failure of a player and not by play.**"));
        }
        if results.iter().any(Brought::is_one_sided) {
            notes.push("Where all pairs ended alike, only the bound that their number supports is given, and the plot shows it without an error bar.".into());
        }
        Findings {
            table: self.table(&results),
            plot: self.plot(&results),
            notes,
            games: 2 * all.len() as u64,
        }
    }

    fn table(&self, results: &[Brought]) -> Table {
        let is_printed = self.pairings.iter().any(|p| p.printed_words.is_some() || p.printed.is_some());
        let mut headings =
            vec!["first", "second", "games", "won", "drawn", "lost", "score %", "Elo", "superior %"];
        headings.extend([
            "turns a game",
            "depth first",
            "depth second",
            "~ms a turn first",
            "~ms a turn second",
        ]);
        if is_printed {
            headings.extend(["source", "source score %"]);
        }
        let mut table = Table::new(&headings);
        for (pairing, result) in self.pairings.iter().zip(results) {
            let mut row = vec![
                Entry::words(pairing.players[0].0.clone()),
                Entry::words(pairing.players[1].0.clone()),
                Entry::count(result.games()),
                Entry::count(result.games[2]),
                Entry::count(result.games[1]),
                Entry::count(result.games[0]),
                result.score().map_or(Entry::Nothing, |(s, e)| Entry::Estimate(s, e, 1)),
                result.elo_entry(),
                Entry::Number(100.0 * result.pairs.likelihood_of_superiority(), 1),
                Entry::Number(result.turns, 1),
                Entry::Number(result.depths[0], 1),
                Entry::Number(result.depths[1], 1),
                Entry::Number(result.ms[0], 1),
                Entry::Number(result.ms[1], 1),
            ];
            if is_printed {
                row.push(pairing.printed_words.map_or(Entry::Nothing, Entry::words));
                row.push(Entry::maybe(pairing.printed, 1));
            }
            table.push(row);
        }
        table
    }

    fn plot(&self, results: &[Brought]) -> Plot {
        let value = |result: &Brought| match self.show {
            Show::Elo => result.elo(),
            Show::Score => result.score(),
        };
        let (y, base) = match self.show {
            Show::Elo => ("Elo of the first over the second", 0.0),
            Show::Score => ("score of the first in per cent", 50.0),
        };
        let printed = |pairing: &Pairing| match self.show {
            Show::Score => pairing.printed,
            Show::Elo => pairing.printed.map(|score| elo_of(score / 100.0)),
        };
        let mark = |x: f64, result: &Brought| value(result).map(|(v, e)| Mark::with_error(x, v, e));
        let mut series: Vec<Series> = Vec::new();
        let mut of_source: Vec<Series> = Vec::new();
        if self.pairings.iter().all(|p| p.point.is_some()) {
            let add = |list: &mut Vec<Series>, new: Series| match list.iter_mut().find(|s| s.name == new.name)
            {
                Some(old) => old.marks.extend(new.marks),
                None => list.push(new),
            };
            for (pairing, result) in self.pairings.iter().zip(results) {
                let Some((name, x)) = pairing.point.clone() else { continue };
                if let Some(mark) = mark(x, result) {
                    add(&mut series, Series::ours(name.clone(), vec![mark]));
                }
                if let Some(y) = printed(pairing) {
                    add(&mut of_source, Series::source(name, vec![Mark::at(x, y)]));
                }
            }
            series.extend(of_source);
            return Plot::lines(self.title.clone(), self.x, y, series).log(self.log_x, false).with_base(base);
        }
        let numbered = || self.pairings.iter().zip(results).enumerate();
        let marks = numbered().filter_map(|(nth, (_, result))| mark(nth as f64, result)).collect();
        series.push(Series::ours("ours", marks));
        let marks: Vec<Mark> =
            numbered().filter_map(|(nth, (p, _))| Some(Mark::at(nth as f64, printed(p)?))).collect();
        if !marks.is_empty() {
            series.push(Series::source("source", marks));
        }
        let labels = self.pairings.iter().map(|p| format!("{} vs {}", p.players[0].0, p.players[1].0));
        Plot::bars(self.title.clone(), "first vs second", y, labels, series).with_base(base)
    }
}

/// Plays the two games of a pair.
pub(crate) fn play_pair(
    pairing: &Pairing,
    openings: &Mutex<Openings<'static>>,
    number: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Pair, LabError> {
    let opening = openings.lock().unwrap_or_else(PoisonError::into_inner).of_pair(number);
    let opening = opening.map_err(LabError::because)?;
    let mut pair = Pair::default();
    for leg in 0..2_usize {
        // In the second game the first player has the second side.
        let seat = |side: usize| (side + leg) % 2;
        let make = |side: usize| {
            let seed = derive_seed(seed, &[PURPOSE, number, leg as u64, side as u64]);
            pairing.entry.player(&pairing.players[seat(side)].1, seed).map_err(LabError::because)
        };
        let mut players = [make(0)?, make(1)?];
        let time = WallClock::start();
        let conditions =
            Conditions { control: pairing.control, max_turns: Some(MOST_TURNS), time: &time, stop };
        let first_to_move = opening.board.to_move();
        let played = play_game(opening.board.copy(), &mut players, conditions).ok_or(LabError::Stopped)?;
        pair.add(&played, leg, first_to_move);
    }
    Ok(pair)
}

impl Pair {
    fn add(&mut self, played: &Played, leg: usize, first_to_move: Side) {
        let side = if leg == 0 { Side::First } else { Side::Second };
        self.half_points[leg] = played.result.half_points(side);
        self.turns += played.turns.len() as u32;
        self.failures += u32::from(reason::FAILURES.contains(&played.reason.as_str()));
        // Turns alternate between the sides, whatever they are made of.
        for (nth, turn) in played.turns.iter().enumerate() {
            let mover = if nth % 2 == 0 { first_to_move } else { first_to_move.other() };
            let player = usize::from(mover != side);
            self.nodes[player] += turn.nodes;
            self.ms[player] += turn.ms;
            self.depths[player] += u64::from(turn.depth);
            self.chosen[player] += 1;
        }
    }
}

/// What a pairing brought.
struct Brought {
    /// Games lost, drawn and won by the first player.
    games: [u64; 3],
    pairs: Pentanomial,
    turns: f64,
    depths: [f64; 2],
    ms: [f64; 2],
}

impl Brought {
    fn of(pairs: &[Pair]) -> Brought {
        let mut games = [0; 3];
        let mut counts = [0; 5];
        for pair in pairs {
            let [first, second] = pair.half_points.map(|h| usize::from(h.min(2)));
            games[first] += 1;
            games[second] += 1;
            counts[first + second] += 1;
        }
        let turns = pairs.iter().map(|p| f64::from(p.turns)).sum::<f64>() / (2 * pairs.len()).max(1) as f64;
        let mean = |of: fn(&Pair) -> [u64; 2]| {
            [0, 1].map(|player| {
                let chosen: u64 = pairs.iter().map(|p| p.chosen[player]).sum();
                pairs.iter().map(|p| of(p)[player]).sum::<u64>() as f64 / chosen.max(1) as f64
            })
        };
        Brought { games, pairs: Pentanomial(counts), turns, depths: mean(|p| p.depths), ms: mean(|p| p.ms) }
    }

    fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The share of points in per cent, and its error from the spread of the pairs.
    fn score(&self) -> Option<(f64, f64)> {
        let points: Vec<f64> = self
            .pairs
            .0
            .iter()
            .enumerate()
            .flat_map(|(half, &n)| vec![25.0 * half as f64; n as usize])
            .collect();
        super::searches::mean_with_error(&points)
    }

    /// The difference in Elo and its error; a bound, without an error, where all pairs ended alike.
    fn elo(&self) -> Option<(f64, f64)> {
        match self.pairs.elo_claim() {
            Claim::Unknown => None,
            Claim::AtLeast(bound) | Claim::AtMost(bound) => Some((bound, 0.0)),
            Claim::About(estimate, _) => Some((estimate.value, estimate.error)),
        }
    }

    fn elo_entry(&self) -> Entry {
        match self.pairs.elo_claim() {
            Claim::Unknown => Entry::Nothing,
            Claim::AtLeast(bound) => Entry::words(format!("at least {bound:.0}")),
            Claim::AtMost(bound) => Entry::words(format!("at most {bound:.0}")),
            Claim::About(estimate, _) => Entry::Estimate(estimate.value, estimate.error, 0),
        }
    }

    fn is_one_sided(&self) -> bool {
        matches!(self.pairs.elo_claim(), Claim::AtLeast(_) | Claim::AtMost(_))
    }
}

/// The difference in Elo that makes a score between 0 and 1 likely, cut where it would become infinite.
pub(crate) fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}
