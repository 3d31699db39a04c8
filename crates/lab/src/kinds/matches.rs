//! Matches between players: pairs of games with colours swapped, with Elo and error bars from crate `arena`.
//!
//! A cell is one pair of games of one pairing. Openings and seeds depend on the seed of the run and the number of the pair
//! alone, so all pairings of an experiment begin from the same positions.

use super::searches::{self, mean_with_error};
use crate::{
    Design, Findings, LabError,
    experiment::{Rounds, TypedWork},
    hypothesis::Claim,
    show::{Mark, Plot, Series, Table, Value},
};
use arena::{
    EloInterval, GameLimits, OpeningSource, Openings, Pentanomial, Played, TimeControl, WallClock, play_game,
    reason,
};
use game::Side;
use players::{AnyGame, Limits, derive_seed};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError, atomic::AtomicBool};

/// Keeps the seeds of players apart from those of openings.
const PURPOSE: u64 = 201;

/// The result of a pair of games for the first player.
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
    /// Games forfeited by a crash or an illegal turn.
    pub(crate) failures: u32,
    /// Were turns limited by time, or by threads that share their work by chance? Then they cannot be repeated exactly.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) timed: bool,
}

/// Two players and the source's result.
#[derive(Clone)]
pub(crate) struct Pairing {
    pub(crate) entry: &'static dyn AnyGame,
    pub(crate) variant: &'static str,
    /// Label and spec of the first and the second player.
    pub(crate) players: [(String, String); 2],
    pub(crate) control: TimeControl,
    pub(crate) openings: OpeningSource,
    pub(crate) pairs: u64,
    /// The first player's score in the source, in per cent.
    pub(crate) printed: Option<f64>,
    /// The same in the words of the source.
    pub(crate) printed_words: Option<&'static str>,
    /// Its series and x value, in line plots.
    pub(crate) point: Option<(String, f64)>,
}

impl Pairing {
    /// A pairing of two labelled specs, from openings of four random turns, without a result of the source.
    pub(crate) fn new(
        entry: &'static dyn AnyGame,
        variant: &'static str,
        players: [(&str, String); 2],
        control: TimeControl,
        pairs: u64,
    ) -> Pairing {
        Pairing {
            entry,
            variant,
            players: players.map(|(label, spec)| (label.into(), spec)),
            control,
            openings: OpeningSource::Random(4),
            pairs,
            printed: None,
            printed_words: None,
            point: None,
        }
    }

    /// Sets the openings.
    pub(crate) fn from(self, openings: OpeningSource) -> Pairing {
        Pairing { openings, ..self }
    }

    /// Sets the games won and lost in the source.
    pub(crate) fn printed(self, [won, lost]: [f64; 2], words: &'static str) -> Pairing {
        Pairing { printed: Some(100.0 * won / (won + lost)), printed_words: Some(words), ..self }
    }

    /// Its cells, one for each pair of games, which is added to their name.
    pub(crate) fn cells(&self, seed: u64, name: &str) -> Result<Vec<(String, TypedWork<Pair>)>, LabError> {
        for (_, spec) in &self.players {
            self.entry.spec(spec).map_err(LabError::cell)?;
        }
        let openings = Openings::new(self.entry, self.variant, self.openings.clone(), seed);
        let openings = Arc::new(Mutex::new(openings.map_err(LabError::cell)?));
        let cell = |pair: u64| {
            let (pairing, openings) = (self.clone(), openings.clone());
            let work: TypedWork<Pair> =
                Box::new(move |stop| play_pair(&pairing, &openings, pair, seed, stop));
            (format!("{name}, pair {}", pair + 1), work)
        };
        Ok((0..self.pairs).map(cell).collect())
    }

    /// The threads that a game keeps busy: one player thinks at a time.
    fn threads(&self) -> usize {
        let threads = |spec: &str| self.entry.spec(spec).map_or(1, |spec| spec.threads() as usize);
        self.players.iter().map(|(_, spec)| threads(spec)).max().unwrap_or(1)
    }

    /// How claims call it: `FIRST vs SECOND`, and in line plots `FIRST vs SECOND at X`.
    pub(crate) fn label(&self) -> String {
        let [(first, _), (second, _)] = &self.players;
        match &self.point {
            Some((_, x)) => format!("{first} vs {second} at {x}"),
            None => format!("{first} vs {second}"),
        }
    }

    /// Do its games depend on the machine?
    fn is_timed(&self) -> Result<bool, LabError> {
        let mut is_timed = matches!(self.control, TimeControl::PerTurn(_) | TimeControl::PerGame { .. });
        for (_, spec) in &self.players {
            is_timed |=
                searches::is_timed(&self.entry.spec(spec).map_err(LabError::cell)?, Limits::default());
        }
        Ok(is_timed)
    }

    /// Makes it a point of a series.
    pub(crate) fn at(self, series: &str, x: f64) -> Pairing {
        Pairing { point: Some((series.into(), x)), ..self }
    }
}

/// The time control of players with their own limits.
pub(crate) const OWN_LIMITS: TimeControl = TimeControl::Nodes(u64::MAX);

/// What the plot shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Show {
    /// Differences in Elo as bars.
    #[default]
    Elo,
    /// Per cent of points.
    Score,
}

/// A set of matches.
pub(crate) struct Matches {
    pub(crate) title: String,
    pub(crate) show: Show,
    /// Label of the x axis in line plots.
    pub(crate) x: &'static str,
    pub(crate) log_x: bool,
    pub(crate) pairings: Vec<Pairing>,
    pub(crate) method: Vec<String>,
    pub(crate) notes: Vec<String>,
    /// Results of the source that have no counterpart here: players, games won and lost by the first.
    pub(crate) cited: &'static [([&'static str; 2], u32, u32)],
    pub(crate) seed: u64,
    /// What the source claims about pairings, by [`Pairing::label`].
    pub(crate) claim: Option<Claim<Pair>>,
}

/// Pairs of games of each pairing in a round.
const EACH_ROUND: usize = 4;

/// A game is drawn after this many turns.
const MOST_TURNS: u32 = 400;

impl Matches {
    /// Matches whose plot shows Elo as bars, without notes.
    pub(crate) fn new(title: &str, seed: u64, pairings: Vec<Pairing>, method: Vec<String>) -> Matches {
        let (title, notes) = (title.into(), Vec::new());
        Matches {
            title,
            show: Show::Elo,
            x: "",
            log_x: false,
            pairings,
            method,
            notes,
            cited: &[],
            seed,
            claim: None,
        }
    }

    /// The cells, and how their results are presented.
    pub(crate) fn design(mut self) -> Result<Design, LabError> {
        let mut groups = Vec::new();
        for (place, pairing) in self.pairings.iter().enumerate() {
            let [first, second] = [0, 1].map(|player: usize| &pairing.players[player].0);
            let cells = pairing.cells(self.seed, &format!("{} {first} vs {second}", place + 1))?;
            groups.push((pairing.label(), cells));
        }
        let mut method = self.method.clone();
        let controls: Vec<String> = self.pairings.iter().map(|p| p.control.to_string()).collect();
        if let Some(first) = controls.first().filter(|f| controls.iter().all(|c| c == *f))
            && self.pairings[0].control != OWN_LIMITS
        {
            method.push(format!("Limit per turn: {first}."));
        }
        method.push("Each opening is played twice, with colours swapped; errors come from pairs.".into());
        let (rounds, claim) = (Rounds::Each(EACH_ROUND), self.claim.take());
        let threads: Vec<(usize, usize)> =
            self.pairings.iter().map(|p| (p.pairs as usize, p.threads())).collect();
        let design =
            Design::grouped(groups, rounds, claim, method, move |all: &[Vec<Pair>]| self.findings(all))?;
        Ok(design.on_threads(threads))
    }

    fn findings(&self, all: &[Vec<Pair>]) -> Findings {
        let results: Vec<MatchResult> = all.iter().map(|pairs| MatchResult::new(pairs)).collect();
        let mut notes = self.notes.clone();
        let failures: u32 = all.iter().flatten().map(|pair| pair.failures).sum();
        if failures > 0 {
            notes.push(format!("**{failures} games were forfeited by a crash or an illegal turn.**"));
        }
        if results.iter().any(MatchResult::is_one_sided) {
            notes.push(
                "Where all pairs ended alike, only a bound is given, which the plot shows as an arrow."
                    .into(),
            );
        }
        Findings {
            table: self.table(&results),
            plot: self.plot(&results),
            notes,
            games: 2 * all.iter().flatten().count() as u64,
        }
    }

    fn table(&self, results: &[MatchResult]) -> Table {
        let is_printed = !self.cited.is_empty()
            || self.pairings.iter().any(|p| p.printed_words.is_some() || p.printed.is_some());
        let mut headings = String::from(
            "first | second | games | won | drawn | lost | score % | Elo | superior % | turns a game | depth first | \
             depth second | ~ms a turn first | ~ms a turn second",
        );
        if is_printed {
            headings += " | source | source score %";
        }
        let mut table = Table::new(&headings);
        for (pairing, result) in self.pairings.iter().zip(results) {
            let mut row = vec![
                Value::text(pairing.players[0].0.clone()),
                Value::text(pairing.players[1].0.clone()),
                Value::count(result.games()),
                Value::count(result.games[2]),
                Value::count(result.games[1]),
                Value::count(result.games[0]),
                result.score_value(),
                result.elo_value(),
                Value::Number(100.0 * result.pairs.likelihood_of_superiority(), 1),
                Value::Number(result.turns, 1),
                Value::Number(result.depths[0], 1),
                Value::Number(result.depths[1], 1),
                Value::Number(result.ms[0], 1),
                Value::Number(result.ms[1], 1),
            ];
            if is_printed {
                row.push(pairing.printed_words.map_or(Value::Nothing, Value::text));
                row.push(Value::maybe(pairing.printed, 1));
            }
            table.push(row);
        }
        for &([first, second], won, lost) in self.cited {
            let mut row = vec![Value::text(first), Value::text(second)];
            row.resize(table.columns.len() - 2, Value::Nothing);
            row.push(Value::text(format!("{won} to {lost}")));
            row.push(Value::Number(cited_score(won, lost), 1));
            table.push(row);
        }
        table
    }

    fn plot(&self, results: &[MatchResult]) -> Plot {
        let (y, base) = match self.show {
            Show::Elo => ("Elo of the first over the second", 0.0),
            Show::Score => ("score of the first in per cent", 50.0),
        };
        let printed = |pairing: &Pairing| match self.show {
            Show::Score => pairing.printed,
            Show::Elo => pairing.printed.map(|score| elo_of(score / 100.0)),
        };
        let mark = |x: f64, result: &MatchResult| result.mark(x, self.show);
        let limited = |plot: Plot| if self.show == Show::Score { plot.percent() } else { plot };
        let mut series: Vec<Series> = Vec::new();
        let mut of_source: Vec<Series> = Vec::new();
        if self.pairings.iter().all(|p| p.point.is_some()) {
            for (pairing, result) in self.pairings.iter().zip(results) {
                let Some((name, x)) = pairing.point.clone() else { continue };
                if let Some(mark) = mark(x, result) {
                    Series::add(&mut series, Series::ours(name.clone(), vec![mark]));
                }
                if let Some(y) = printed(pairing) {
                    Series::add(&mut of_source, Series::source(name, vec![Mark::at(x, y)]));
                }
            }
            series.extend(of_source);
            let plot = Plot::lines(self.title.clone(), self.x, y, series).log(self.log_x, false);
            return limited(plot.with_base(base));
        }
        let numbered = || self.pairings.iter().zip(results).enumerate();
        let marks = numbered().filter_map(|(nth, (_, result))| mark(nth as f64, result)).collect();
        series.push(Series::ours("ours", marks));
        let mut marks: Vec<Mark> =
            numbered().filter_map(|(nth, (p, _))| Some(Mark::at(nth as f64, printed(p)?))).collect();
        for (nth, &(_, won, lost)) in self.cited.iter().enumerate() {
            let score = cited_score(won, lost);
            let value = if self.show == Show::Score { score } else { elo_of(score / 100.0) };
            marks.push(Mark::at((self.pairings.len() + nth) as f64, value));
        }
        if !marks.is_empty() {
            series.push(Series::source("source", marks));
        }
        let labels = self.pairings.iter().map(|p| format!("{} vs {}", p.players[0].0, p.players[1].0));
        let labels =
            labels.chain(self.cited.iter().map(|([first, second], ..)| format!("{first} vs {second}")));
        limited(Plot::bars(self.title.clone(), "first vs second", y, labels, series).with_base(base))
    }
}

/// Plays the two games of a pair.
pub(crate) fn play_pair(
    pairing: &Pairing,
    openings: &Mutex<Openings>,
    number: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Pair, LabError> {
    let opening = openings.lock().unwrap_or_else(PoisonError::into_inner).of_pair(number);
    let opening = opening.map_err(LabError::cell)?;
    let mut pair = Pair { timed: pairing.is_timed()?, ..Pair::default() };
    for leg in 0..2_usize {
        // In the second game the first player plays the second side.
        let seat = |side: usize| (side + leg) % 2;
        let make = |side: usize| {
            let seed = derive_seed(seed, &[PURPOSE, number, leg as u64, side as u64]);
            pairing.entry.player(&pairing.players[seat(side)].1, seed).map_err(LabError::cell)
        };
        let mut players = [make(0)?, make(1)?];
        let time = WallClock::start();
        let limits = GameLimits { control: pairing.control, max_turns: Some(MOST_TURNS), time: &time, stop };
        let first_to_move = opening.board.to_move();
        let played = play_game(opening.board.copy(), &mut players, limits).ok_or(LabError::Stopped)?;
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
        // Whole turns alternate between the sides.
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

/// The results of a pairing.
pub(crate) struct MatchResult {
    /// Games lost, drawn and won by the first player.
    games: [u64; 3],
    pairs: Pentanomial,
    turns: f64,
    depths: [f64; 2],
    ms: [f64; 2],
}

impl MatchResult {
    pub(crate) fn new(pairs: &[Pair]) -> MatchResult {
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
        MatchResult {
            games,
            pairs: Pentanomial(counts),
            turns,
            depths: mean(|p| p.depths),
            ms: mean(|p| p.ms),
        }
    }

    pub(crate) fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The score in per cent, with the error estimated from pairs.
    pub(crate) fn score(&self) -> Option<(f64, f64)> {
        let halves = self.pairs.0.iter().enumerate();
        let points: Vec<f64> = halves.flat_map(|(half, &n)| vec![25.0 * half as f64; n as usize]).collect();
        mean_with_error(&points)
    }

    /// The score for a table. Where all pairs ended alike there is no spread to estimate an error from; the column of Elo has
    /// the bound.
    pub(crate) fn score_value(&self) -> Value {
        match self.score() {
            Some((score, 0.0)) => Value::Number(score, 1),
            score => Value::estimate(score, 1),
        }
    }

    /// The mark of the result in a plot: with its interval, or as a bound if one player won all pairs. Intervals of scores are
    /// those of Elo, so that they never reach beyond 0 and 100 %.
    pub(crate) fn mark(&self, x: f64, show: Show) -> Option<Mark> {
        let shown = |elo: f64| match show {
            Show::Elo => elo,
            Show::Score => 100.0 / (1.0 + 10_f64.powf(-elo / 400.0)),
        };
        let score = || self.score().map(|(score, _)| score);
        match (self.pairs.elo_interval(), show) {
            (EloInterval::Unknown, _) | (EloInterval::TooFew, Show::Elo) => None,
            (EloInterval::TooFew, Show::Score) => Some(Mark::within(x, score()?, [0.0, 100.0])),
            // A score has ends, so that a bound of it is an interval.
            (EloInterval::AtLeast(bound), Show::Score) => {
                Some(Mark::within(x, score()?, [shown(bound), 100.0]))
            }
            (EloInterval::AtMost(bound), Show::Score) => Some(Mark::within(x, score()?, [0.0, shown(bound)])),
            (EloInterval::AtLeast(bound), Show::Elo) => Some(Mark::at_least(x, bound)),
            (EloInterval::AtMost(bound), Show::Elo) => Some(Mark::at_most(x, bound)),
            (EloInterval::About(estimate, ends), _) => {
                Some(Mark::within(x, shown(estimate.value), ends.map(shown)))
            }
        }
    }

    pub(crate) fn elo_value(&self) -> Value {
        match self.pairs.elo_interval() {
            EloInterval::Unknown => Value::Nothing,
            EloInterval::TooFew => Value::text("too few games"),
            EloInterval::AtLeast(bound) => Value::text(format!("at least {bound:.0}")),
            EloInterval::AtMost(bound) => Value::text(format!("at most {bound:.0}")),
            EloInterval::About(estimate, _) => Value::Estimate(estimate.value, estimate.error, 0),
        }
    }

    fn is_one_sided(&self) -> bool {
        matches!(self.pairs.elo_interval(), EloInterval::AtLeast(_) | EloInterval::AtMost(_))
    }
}

/// The score of a cited result, in per cent.
fn cited_score(won: u32, lost: u32) -> f64 {
    100.0 * f64::from(won) / f64::from((won + lost).max(1))
}

/// The Elo difference of a score between 0 and 1, clamped to stay finite.
pub(crate) fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::Uncertainty;
    use players::Milliseconds;

    #[test]
    fn games_depend_on_the_machine_if_time_or_threads_limit_them() {
        let entry = players::GAMES.find("tzaar").unwrap();
        let is_timed = |spec: &str, control| {
            let players = [("first", spec.to_string()), ("second", "random".to_string())];
            Pairing::new(entry, "", players, control, 1).is_timed().unwrap()
        };
        assert!(
            !is_timed("alphabeta", TimeControl::Nodes(10)) && !is_timed("alphabeta", TimeControl::Depth(2))
        );
        assert!(is_timed("alphabeta", TimeControl::PerTurn(Milliseconds(5))));
        // A level has its own limits.
        assert!(is_timed("level:waltz-expert", OWN_LIMITS));
        assert!(!is_timed("level:waltz-expert,time=0,nodes=500", OWN_LIMITS));
        assert!(is_timed("alphabeta:threads=2", TimeControl::Nodes(10)));
    }

    #[test]
    fn scores_stay_within_0_and_100_and_one_sided_ones_are_bounds_of_elo() {
        let pair = |halves: [u8; 2]| Pair { half_points: halves, ..Pair::default() };
        let won = MatchResult::new(&[pair([2, 2]); 8]);
        assert!(matches!(won.mark(0.0, Show::Elo).unwrap().uncertainty, Uncertainty::AtLeast));
        let score = won.mark(0.0, Show::Score).unwrap();
        assert!(
            score.y == 100.0 && matches!(score.uncertainty, Uncertainty::Within([low, 100.0]) if low > 50.0)
        );
        let lost = MatchResult::new(&[pair([0, 0]); 8]);
        assert!(matches!(lost.mark(0.0, Show::Elo).unwrap().uncertainty, Uncertainty::AtMost));
        let mixed = MatchResult::new(&[pair([2, 2]), pair([2, 2]), pair([2, 0])]);
        let Uncertainty::Within([low, high]) = mixed.mark(0.0, Show::Score).unwrap().uncertainty else {
            panic!()
        };
        assert!((0.0..100.0).contains(&low) && high <= 100.0, "{low} {high}");
        assert_eq!(won.score_value(), Value::Number(100.0, 1));
        assert!(matches!(mixed.score_value(), Value::Estimate(..)));
    }
}
