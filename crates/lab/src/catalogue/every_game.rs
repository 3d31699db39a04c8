//! Every game: ablations of every technique, alpha-beta against MCTS, scaling with time and with threads.
//!
//! All lists come from the registries of games, algorithms and settings, so that new ones appear by themselves.

use super::words;
use crate::{
    Conditions, Design, Experiment, LabError, Scale,
    hypothesis::{Bound, Claim},
    kinds::{
        ablation::{self, has_techniques},
        cores::{self, Cores},
        matches::{Matches, OWN_LIMITS, Pair, Pairing, Show},
        worth,
    },
};
use arena::TimeControl;
use players::{ALGORITHMS, AnyGame, Games};

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

/// A set of matches from openings of four random turns, on a smaller board where [`board`] says so.
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
        let variant = board(self.entry, self.conditions);
        let pairing = Pairing::new(self.entry, variant, players, control, self.pairs);
        self.pairings.push(pairing.at(line, x as f64));
    }

    /// How claims call the pairings.
    fn labels(&self) -> Vec<String> {
        self.pairings.iter().map(Pairing::label).collect()
    }

    fn design(
        self,
        title: &str,
        show: Show,
        x: &'static str,
        mut method: Vec<String>,
        claim: Claim<Pair>,
    ) -> Result<Design, LabError> {
        match board(self.entry, self.conditions) {
            "" => {}
            board => method.push(format!("On a board of {board}.")),
        }
        let matches = Matches::new(title, self.conditions.seed, self.pairings, method);
        Matches { show, x, log_x: true, claim: Some(claim), ..matches }.design()
    }
}

/// A smaller board for runs that are smaller than the work's. Quick runs showed that Amazons of 6x6 is decided by its openings,
/// so only they use it; KnightThrough of 6x6 is solved, and its games are short enough on the full board.
fn board(entry: &dyn AnyGame, conditions: &Conditions) -> &'static str {
    match entry.name() {
        "amazons" => conditions.scale.sizes("6x6", "8x8", ""),
        _ => "",
    }
}

/// How many nodes MCTS searches in the time that alpha-beta takes for one: from the milliseconds a turn of both with equal nodes
/// (2026-11-16, quick runs of `alphabeta-mcts-GAME` at 4,500 nodes).
fn nodes_in_equal_time(game: &str) -> f64 {
    match game {
        "tzaar" => 1.8,
        "amazons" => 1.3,
        _ => 1.0,
    }
}

/// Alpha-beta against MCTS at several limits.
fn two_searches(entry: &'static dyn AnyGame, conditions: &Conditions) -> Result<Design, LabError> {
    let mut series = MatchSeries::new(entry, conditions, conditions.scale.sizes(5, 60, 200));
    let limits = conditions.scale.sizes([500_u64, 1_500, 4_500], [500, 2_000, 8_000], [100, 400, 1_600]);
    let factor = nodes_in_equal_time(entry.name());
    for limit in limits {
        let [first, second] = match conditions.scale {
            Scale::Quick | Scale::Standard => {
                [limit, (limit as f64 * factor) as u64].map(|n| format!("nodes={n}"))
            }
            Scale::Full => [limit, limit].map(|ms| format!("time={ms}ms")),
        };
        let label = format!("alpha-beta at {first}");
        let players = [
            (label.as_str(), format!("alphabeta:tt=16M,{first}")),
            ("MCTS", format!("mcts:memory=64M,{second}")),
        ];
        series.add(players, OWN_LIMITS, "alpha-beta against MCTS", limit);
    }
    let mut method =
        vec![format!("Best settings of both in {}, openings of four random turns.", entry.name())];
    if conditions.scale.is_reduced() {
        method.push(format!("Nodes stand for time: MCTS has {factor} times the nodes of alpha-beta, which takes about as long (see the columns of milliseconds). A node of MCTS is one action played in tree, playout or look-ahead."));
    }
    let labels = series.labels();
    let all: Vec<&str> = labels.iter().map(String::as_str).collect();
    // Not "scores more at the longest limit": where alpha-beta wins every game, that can be neither true nor false.
    let claim = Claim::new("Alpha-beta beats MCTS, and MCTS does not catch up when both think longer.")
        .wins_together("Alpha-beta wins over all limits.", "in Arimaa, at 10 s: more than 58.49 %", &all, [0.0, 50.0])
        .gains(
            "Alpha-beta's score at the longest limit is at most 10 percentage points below that at the shortest.",
            "",
            [all[2], all[0]],
            Bound::AtLeast(-10.0),
        )
        .why("The thesis compares two engines that share a weak evaluation, in Arimaa. Here each search has its best settings, and in other games nothing says that its result must hold.");
    let x = conditions.scale.pick("nodes a turn of alpha-beta", "milliseconds a turn");
    series.design("Alpha-beta against MCTS", Show::Score, x, method, claim)
}

/// Each budget against half of it.
fn doublings(entry: &'static dyn AnyGame, conditions: &Conditions) -> Result<Design, LabError> {
    let (pairs, first, steps) = conditions.scale.sizes((8, 500_u64, 4), (50, 500, 5), (200, 20, 8));
    let mut series = MatchSeries::new(entry, conditions, pairs);
    let limit = |amount: u64| match conditions.scale {
        Scale::Quick | Scale::Standard => format!("alphabeta:tt=16M,nodes={amount}"),
        Scale::Full => format!("alphabeta:time={amount}ms"),
    };
    for step in 0..steps {
        let (less, more) = (first << step, first << (step + 1));
        let players = [(&*more.to_string(), limit(more)), (&*less.to_string(), limit(less))];
        series.add(players, OWN_LIMITS, "Elo of a doubling", more);
    }
    let method = vec![format!(
        "Best alpha-beta in {} against itself with half the budget, openings of four random turns.",
        entry.name()
    )];
    let labels = series.labels();
    let all: Vec<&str> = labels.iter().map(String::as_str).collect();
    let claim =
        Claim::new("Twice the budget makes alpha-beta stronger, and not more so the larger the budget is.")
            .wins_together(
                "A doubling gains over all budgets.",
                "in Tzaar, ten times the time: 65 of 99 games",
                &all,
                [0.0, 40.0],
            )
            .gains_together(
                "The first two doublings gain at most 10 percentage points less than the last two.",
                "",
                [&all[..2], &all[all.len() - 2..]],
                Bound::AtLeast(-10.0),
            );
    let x = conditions
        .scale
        .pick("nodes a turn of the larger budget", "milliseconds a turn of the larger budget");
    series.design("Elo per doubling", Show::Elo, x, method, claim)
}

/// More cores against one: threads as far as the machine goes, simulated beyond. Both with the same time on each core.
fn threads(entry: &'static dyn AnyGame, conditions: &Conditions) -> Result<Design, LabError> {
    // Simulated cores only show what threads could gain at most, which few games do.
    let (pairs, simulated, milliseconds) = conditions.scale.sizes((5, 5, 5), (80, 12, 15), (200, 200, 1_000));
    let mut series = MatchSeries::new(entry, conditions, pairs);
    let [one, more @ ..] = Cores::doublings();
    for cores in more {
        series.pairs = if cores.is_simulated() { simulated } else { pairs };
        let players = [cores, one].map(|cores| (cores.label(), cores.settings(milliseconds)));
        let [first, second] =
            players.each_ref().map(|(label, settings)| (&**label, format!("alphabeta:tt=16M{settings}")));
        series.add([first, second], OWN_LIMITS, cores.series(), cores.many);
    }
    let method = vec![
        format!("Best alpha-beta in {}, {milliseconds} ms a turn on each core.", entry.name()),
        cores::METHOD.into(),
    ];
    let labels = series.labels();
    let claim = Claim::new("At equal time alpha-beta is stronger on two cores than on one.")
        .wins("Two cores beat one.", "in Arimaa, 1.4 steps deeper", &labels[0], [0.0, 40.0])
        .why("At a few milliseconds a turn the second thread has hardly begun when the time is over; longer times are for `--full`.");
    series.design("Cores", Show::Elo, "cores", method, claim)
}
