//! Every game: ablations of every technique, alpha-beta against MCTS, scaling with time and with threads.
//!
//! All lists come from the registries of games, algorithms and settings, so that new ones appear by themselves.

use super::words;
use crate::{
    Conditions, Design, Experiment, LabError, Scale,
    hypothesis::Claim,
    kinds::{
        ablation::{self, has_techniques, small},
        matches::{Matches, OWN_LIMITS, Pair, Pairing, Show},
        worth,
    },
};
use arena::TimeControl;
use players::{ALGORITHMS, AnyGame, Games, Milliseconds};

pub(super) fn experiments(games: Games) -> Vec<Experiment> {
    type OfGame = fn(&'static dyn AnyGame, &Conditions) -> Result<Design, LabError>;
    let of_game: [(&str, OfGame); 3] = [
        ("alphabeta-mcts-GAME", two_searches),
        ("scaling-time-GAME", doublings),
        ("scaling-threads-GAME", threads),
    ];
    let algorithms = || ALGORITHMS.iter().filter(|a| has_techniques(a));
    let mut all = Vec::new();
    for entry in games.iter() {
        all.extend(algorithms().map(|algorithm| {
            let design = move |conditions: &_| ablation::design(entry, algorithm, conditions);
            experiment("ablation-ALGORITHM-GAME", algorithm.name, entry.name(), design)
        }));
    }
    all.extend(algorithms().map(|algorithm| {
        let design = move |conditions: &_| worth::design(games, algorithm, conditions);
        experiment("worth-ALGORITHM", algorithm.name, "", design)
    }));
    for entry in games.iter() {
        all.extend(of_game.map(|(name, design)| {
            experiment(name, "", entry.name(), move |conditions: &_| design(entry, conditions))
        }));
    }
    all
}

/// An experiment whose name and title have `ALGORITHM` and `GAME` in place of an algorithm and a game.
fn experiment(
    name: &str,
    algorithm: &str,
    game: &str,
    design: impl Fn(&Conditions) -> Result<Design, LabError> + Send + Sync + 'static,
) -> Experiment {
    let filled = |text: &str| text.replace("ALGORITHM", algorithm).replace("GAME", game);
    let [title, source, claim] = words(name);
    let (name, title, design) = (filled(name), filled(title), Box::new(design));
    Experiment { name, title, source, claim, takes_positions: false, design }
}

/// A set of matches from openings of four random turns, on a small board if quick.
struct MatchSeries<'a> {
    entry: &'static dyn AnyGame,
    conditions: &'a Conditions,
    pairs: u64,
    pairings: Vec<Pairing>,
}

impl<'a> MatchSeries<'a> {
    fn new(entry: &'static dyn AnyGame, conditions: &'a Conditions, pairs: u64) -> MatchSeries<'a> {
        MatchSeries { entry, conditions, pairs, pairings: Vec::new() }
    }

    fn add(&mut self, players: [(&str, String); 2], control: TimeControl, line: &str, x: u64) {
        let variant = self.conditions.scale.pick(small(self.entry.name()), "");
        let pairing = Pairing::new(self.entry, variant, players, control, self.pairs);
        self.pairings.push(pairing.at(line, x as f64));
    }

    fn design(
        self,
        title: &str,
        show: Show,
        x: &'static str,
        method: Vec<String>,
        claim: Option<Claim<Pair>>,
    ) -> Result<Design, LabError> {
        let matches = Matches::new(title, self.conditions.seed, self.pairings, method);
        Matches { show, x, log_x: true, claim, ..matches }.design()
    }
}

/// Alpha-beta against MCTS at several limits.
fn two_searches(entry: &'static dyn AnyGame, conditions: &Conditions) -> Result<Design, LabError> {
    let mut series = MatchSeries::new(entry, conditions, conditions.scale.sizes(5, 60, 200));
    let limits = conditions.scale.sizes([500, 1_500, 4_500], [1_000, 4_000, 16_000], [100, 400, 1_600]);
    let mut claim = Claim::new("Alpha-beta beats MCTS at every limit.");
    for limit in limits {
        let control =
            conditions.scale.pick(TimeControl::Nodes(limit), TimeControl::PerTurn(Milliseconds(limit)));
        let label = format!("alpha-beta at {control}");
        let players = [(label.as_str(), "alphabeta:tt=16M".into()), ("MCTS", "mcts:memory=64M".into())];
        series.add(players, control, "alpha-beta against MCTS", limit);
        let pairing = format!("{label} vs MCTS at {limit}");
        claim = claim.wins(format!("Alpha-beta beats MCTS at {control}."), "", &pairing, [0.0, 50.0]);
    }
    let mut method =
        vec![format!("Best settings of both in {}, openings of four random turns.", entry.name())];
    if conditions.scale.is_reduced() {
        method.push("Equal nodes, not equal time: a node of MCTS is one action played in tree, playout or look-ahead.".into());
    }
    let x = conditions.scale.pick("nodes a turn", "milliseconds a turn");
    series.design(
        &format!("Alpha-beta against MCTS in {}", entry.name()),
        Show::Score,
        x,
        method,
        Some(claim),
    )
}

/// Each budget against half of it.
fn doublings(entry: &'static dyn AnyGame, conditions: &Conditions) -> Result<Design, LabError> {
    let (pairs, first, steps) = conditions.scale.sizes((8, 500_u64, 4), (60, 500, 5), (200, 20, 8));
    let mut series = MatchSeries::new(entry, conditions, pairs);
    let limit = |amount: u64| match conditions.scale {
        Scale::Quick | Scale::Standard => format!("alphabeta:tt=16M,nodes={amount}"),
        Scale::Full => format!("alphabeta:time={amount}ms"),
    };
    let mut claim = Claim::new("Twice the budget wins at every budget.");
    for step in 0..steps {
        let (less, more) = (first << step, first << (step + 1));
        let (statement, pairing) = (format!("{more} beats {less}."), format!("{more} vs {less} at {more}"));
        claim = claim.wins(statement, "", &pairing, [0.0, 50.0]);
        let players = [(&*more.to_string(), limit(more)), (&*less.to_string(), limit(less))];
        series.add(players, OWN_LIMITS, "Elo of a doubling", more);
    }
    let method = vec![format!(
        "Best alpha-beta in {} against itself with half the budget, openings of four random turns.",
        entry.name()
    )];
    let x = conditions
        .scale
        .pick("nodes a turn of the larger budget", "milliseconds a turn of the larger budget");
    series.design(&format!("Elo per doubling in {}", entry.name()), Show::Elo, x, method, Some(claim))
}

/// More threads against one: real as far as the machine goes, simulated beyond.
fn threads(entry: &'static dyn AnyGame, conditions: &Conditions) -> Result<Design, LabError> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let (pairs, ms, nodes) = conditions.scale.sizes((5, 15, 800_u64), (20, 15, 800), (200, 1_000, 200_000));
    let mut series = MatchSeries::new(entry, conditions, pairs);
    for many in [2_u64, 4, 8] {
        let label = format!("{many} threads");
        if many <= cores {
            let players = [
                (label.as_str(), format!("alphabeta:tt=16M,threads={many}")),
                ("1 thread", "alphabeta:tt=16M".to_string()),
            ];
            let control = TimeControl::PerTurn(Milliseconds(ms));
            series.add(players, control, "threads, equal time", many);
        }
        let label = format!("{label} (simulated)");
        let players = [
            (label.as_str(), format!("alphabeta:tt=16M,nodes={}", nodes * many)),
            ("1 thread (simulated)", format!("alphabeta:tt=16M,nodes={nodes}")),
        ];
        series.add(players, OWN_LIMITS, "simulated by scaled budgets", many);
    }
    let method = vec![
        format!("Best alpha-beta in {}; real threads think for {ms} ms a turn.", entry.name()),
        format!(
            "**Simulated** threads are one thread with k times {nodes} nodes: no search with threads can do better."
        ),
        "Run real threads with `--concurrency 1`, or they take the time from each other.".into(),
    ];
    series.design(&format!("Threads in {}", entry.name()), Show::Elo, "threads", method, None)
}
