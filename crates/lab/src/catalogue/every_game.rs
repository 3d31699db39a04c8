//! Every game: ablations of every technique, alpha-beta against MCTS, scaling with time and with threads.
//!
//! All lists come from the registries of games, algorithms and settings, so that new ones appear by themselves.

use super::{OWN_LIMITS, experiment, pairing};
use crate::{
    Conditions, Design, Experiment, LabError,
    kinds::{
        ablation::{self, has_techniques, small},
        matches::{Matches, Show},
    },
};
use arena::TimeControl;
use players::{ALGORITHMS, GAMES, GameEntry, Milliseconds};

pub(super) fn experiments() -> Vec<Experiment> {
    let mut all = Vec::new();
    for entry in GAMES.iter().copied() {
        for algorithm in ALGORITHMS.iter().filter(|a| has_techniques(a)) {
            all.push(experiment(
                &format!("ablation-{}-{}", algorithm.name, entry.name()),
                &format!("Every technique of {} in {}", algorithm.name, entry.name()),
                "our own; Veselý 2013, Soemers 2014 and Jakl 2011 measure some of them",
                "What is each technique worth? Quick: nodes to a depth or a proof. Full: matches against the best settings.",
                move |conditions| ablation::design(entry, algorithm, conditions),
            ));
        }
    }
    for entry in GAMES.iter().copied() {
        let name = entry.name();
        all.push(experiment(
            &format!("alphabeta-mcts-{name}"),
            &format!("Alpha-beta against MCTS in {name}"),
            "Jakl 2011, which compares the two in Arimaa; our own for the other games",
            "In Arimaa alpha-beta wins at all limits, and MCTS does better with more time. How is it elsewhere?",
            move |conditions| two_searches(entry, conditions),
        ));
        all.push(experiment(
            &format!("scaling-time-{name}"),
            &format!("What twice the budget brings in {name}"),
            "our own; Veselý 2013, 4.2.3 finds that ten times the time wins 65 of 99 games",
            "How many Elo is a doubling of the budget worth, and does that fall as the budget grows?",
            move |conditions| doublings(entry, conditions),
        ));
        all.push(experiment(
            &format!("scaling-threads-{name}"),
            &format!("What threads bring in {name}"),
            "our own; Jakl 2011, figure 6.3 for Arimaa",
            "What are two threads worth at equal time? More than the machine has are simulated by scaled budgets.",
            move |conditions| threads(entry, conditions),
        ));
    }
    all
}

/// Alpha-beta against MCTS at several limits.
fn two_searches(entry: &'static dyn GameEntry, conditions: &Conditions) -> Result<Design, LabError> {
    let pairs = conditions.scale.pick(5, 200);
    let controls: [(f64, TimeControl); 3] = conditions.scale.pick(
        [500_u64, 1_500, 4_500].map(|n| (n as f64, TimeControl::Nodes(n))),
        [100_u64, 400, 1_600].map(|ms| (ms as f64, TimeControl::PerTurn(Milliseconds(ms)))),
    );
    let pairings = controls.map(|(at, control)| {
        let label = format!("alpha-beta at {control}");
        let players =
            [(label.as_str(), "alphabeta:tt=16M".to_string()), ("MCTS", "mcts:memory=64M".to_string())];
        let mut one = pairing(entry, conditions.scale.pick(small(entry.name()), ""), players, control, pairs);
        one.point = Some(("alpha-beta against MCTS".into(), at));
        one
    });
    let x = conditions.scale.pick("nodes a turn", "milliseconds a turn");
    let mut method =
        vec![format!("Best settings of both in {}, openings of four random turns.", entry.name())];
    method.extend(conditions.scale.pick(
        Some("Equal nodes, not equal time: a node of MCTS is one action played in tree, playout or look-ahead.".to_string()),
        None,
    ));
    finish(conditions, "Alpha-beta against MCTS", Show::Score, x, pairings.into(), method)
}

/// Each budget against half of it.
fn doublings(entry: &'static dyn GameEntry, conditions: &Conditions) -> Result<Design, LabError> {
    let (pairs, first, steps) = conditions.scale.pick((8, 500_u64, 4), (200, 20, 8));
    let limit = |amount: u64| match conditions.scale {
        crate::Scale::Quick => format!("alphabeta:tt=16M,nodes={amount}"),
        crate::Scale::Full => format!("alphabeta:time={amount}ms"),
    };
    let pairings = (0..steps).map(|step| {
        let (less, more) = (first << step, first << (step + 1));
        let (a, b) = (more.to_string(), less.to_string());
        let players = [(a.as_str(), limit(more)), (b.as_str(), limit(less))];
        let mut one =
            pairing(entry, conditions.scale.pick(small(entry.name()), ""), players, OWN_LIMITS, pairs);
        one.point = Some(("Elo of a doubling".into(), more as f64));
        one
    });
    let x = conditions
        .scale
        .pick("nodes a turn of the larger budget", "milliseconds a turn of the larger budget");
    let method = vec![format!(
        "Best alpha-beta in {} against itself with half the budget, openings of four random turns.",
        entry.name()
    )];
    finish(conditions, "Elo per doubling", Show::Elo, x, pairings.collect(), method)
}

/// More threads against one: real as far as the machine goes, simulated beyond.
fn threads(entry: &'static dyn GameEntry, conditions: &Conditions) -> Result<Design, LabError> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let (pairs, ms, nodes) = conditions.scale.pick((5, 15, 800_u64), (200, 1_000, 200_000));
    let variant = conditions.scale.pick(small(entry.name()), "");
    let mut pairings = Vec::new();
    for many in [2_u64, 4, 8] {
        if many <= cores {
            let label = format!("{many} threads");
            let players = [
                (label.as_str(), format!("alphabeta:tt=16M,threads={many}")),
                ("1 thread", "alphabeta:tt=16M".to_string()),
            ];
            let mut one = pairing(entry, variant, players, TimeControl::PerTurn(Milliseconds(ms)), pairs);
            one.point = Some(("threads, equal time".into(), many as f64));
            pairings.push(one);
        }
        let label = format!("{many} threads (simulated)");
        let players = [
            (label.as_str(), format!("alphabeta:tt=16M,nodes={}", nodes * many)),
            ("1 thread (simulated)", format!("alphabeta:tt=16M,nodes={nodes}")),
        ];
        let mut one = pairing(entry, variant, players, OWN_LIMITS, pairs);
        one.point = Some(("simulated by scaled budgets".into(), many as f64));
        pairings.push(one);
    }
    let method = vec![
        format!("Best alpha-beta in {}; real threads think for {ms} ms a turn.", entry.name()),
        format!(
            "**Simulated** threads are one thread with k times {nodes} nodes: no search with threads can do better."
        ),
        "Run real threads with `--concurrency 1`, or they take the time from each other.".into(),
    ];
    finish(conditions, "Threads", Show::Elo, "threads", pairings, method)
}

fn finish(
    conditions: &Conditions,
    title: &str,
    show: Show,
    x: &'static str,
    pairings: Vec<crate::kinds::matches::Pairing>,
    method: Vec<String>,
) -> Result<Design, LabError> {
    let seed = conditions.seed;
    Matches { title: title.into(), show, x, log_x: true, pairings, method, notes: Vec::new(), seed }.design()
}
