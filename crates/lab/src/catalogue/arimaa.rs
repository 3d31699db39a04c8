//! Arimaa: figures 6.1 to 6.3, the table of cores, the swap of evaluations and the profiles (Jakl 2011).

use super::{Listing, game};
use crate::{
    Conditions, Design, Findings, LabError, Scale,
    kinds::{
        matches::{Matches, OWN_LIMITS, Pairing, Show},
        profile::{self, CENTRES, Profiled, Shares},
        searches::{mean_with_error, player_probe},
    },
    positions::near_the_end,
    show::{Mark, Plot, Series, Table, Value},
};
use arena::{OpeningSource, TimeControl};
use players::{Limits, Milliseconds, derive_seed};
use std::sync::atomic::AtomicBool;

const GAME: &str = "arimaa";
const AB: &str = "level:rabbocop-ab";
const MCTS: &str = "level:rabbocop-mcts";
const LOST: &str = "The figure's percentages are lost with its picture; the claim is that of the text.";
/// After the classic setup, so that games differ.
const OPENINGS: OpeningSource = OpeningSource::Random(2);

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("arimaa-figure-6.1", |conditions| {
        let series = [("full", "", ""), ("noHH", ",-history", ""), ("noHeavyPlayout", ",best-of=1", "")];
        by_limit(conditions, "MCTS optimisations", &series, &[LOST])
    }),
    ("arimaa-figure-6.2", |conditions| {
        let series = [
            ("full", "", ""),
            ("noTT", ",graph=tree,stats=edge", ",-tt,-tt-move,-tt-deeper"),
            ("EVAL=plain (for Fairy's)", ",eval=plain", ",eval=plain"),
            ("goal check", ",eval=rabbocop+goal", ",eval=rabbocop+goal"),
        ];
        let note = "Fairy's evaluation is not ours to use; our evaluation `plain`, which is weaker than Rabbocop's, stands in for it.";
        by_limit(conditions, "General capabilities", &series, &[note, LOST])
    }),
    ("arimaa-figure-6.3-cores", |conditions| {
        let budget = conditions.scale.pick(800, 15_000);
        let points = [1, 2, 4, 8].map(|cores| (cores as f64, budget * cores, ""));
        let note = "Cores are **simulated**: k cores are one thread with k times the budget, which is more than k threads would reach.";
        let x = "cores (simulated by scaled budgets)";
        by_point(conditions, "Cores (simulated)", x, &points, note)
    }),
    ("arimaa-figure-6.3-memory", |conditions| {
        let quick = [(0.25, 3_000, "256K"), (0.5, 3_000, "512K"), (1.0, 3_000, "1M")];
        let full = [(100.0, 15_000, "100M"), (200.0, 15_000, "200M"), (400.0, 15_000, "400M")];
        let note = "Quick searches fill no 100 MB, so the quick version has memories in proportion.";
        by_point(conditions, "Memory", "memory in MB", &conditions.scale.pick(quick, full), note)
    }),
    ("arimaa-cores-table", cores_table),
    ("arimaa-evaluation-swap", evaluation_swap),
    ("arimaa-goal-and-trap-mcts", |conditions| {
        let rows = [
            ("goals in new nodes", ",lookahead=recognise"),
            ("captures in new nodes", ",lookahead=quiescence"),
            ("goals in playouts too", ",lookahead=recognise,playout-wins"),
        ];
        let neither = "mcts:memory=16M,-lookahead,-playout-wins";
        tests(conditions, "Goal and trap tests in MCTS", &rows, neither)
    }),
    ("arimaa-goal-and-trap-alphabeta", |conditions| {
        let rows = [
            ("goals", ",recognise"),
            ("captures", ",quiescence=4"),
            ("captures by an exact test", ",quiescence=4,quiescence-by=tactics"),
            ("both", ",quiescence=4,recognise"),
        ];
        let neither = "alphabeta:tt=16M,-quiescence,-recognise";
        tests(conditions, "Goal and trap tests in alpha-beta", &rows, neither)
    }),
    ("arimaa-profile-alphabeta", |conditions| {
        let settings = "plain,id,tt=64M,tt-deeper,tt-move,killers=2,no-pass";
        let printed = "24.7 24.0 8.7 1.5 9.1 14.8 – – 6.9";
        profiles(conditions, "Alpha-beta", Profiled::AlphaBeta(settings), printed)
    }),
    ("arimaa-profile-mcts", |conditions| {
        let settings = "plain,c=0.01,fpu=value,virtual-visits=4,maturity=5,maturity-depth,graph=depth,stats=node,bias=1,bias-by=step,\
                            history=1.1,cache=6,cache-every=50,playouts=10,length=4,best-of=3,sigmoid-scale=0.0003,no-pass,memory=64M";
        let printed = "23.2 15.0 34.8 3.3 – 1.0 7.8 – –";
        profiles(conditions, "MCTS", Profiled::Mcts(settings), printed)
    }),
];

/// A limit as settings: nodes when quick, milliseconds when full.
fn limit(scale: Scale, amount: u64) -> String {
    match scale {
        Scale::Quick | Scale::Standard => format!(",time=0,nodes={amount}"),
        Scale::Full => format!(",time={amount}ms"),
    }
}

fn spec(level: &str, limit: &str, more: &str) -> String {
    let small = match (limit.contains("nodes="), level) {
        (true, AB) => ",tt=4M",
        (true, _) => ",memory=16M",
        _ => "",
    };
    format!("{level}{small}{limit}{more}")
}

/// MCTS against alpha-beta with the same limit: label and settings on top of each.
fn pairing(limit: &str, pairs: u64, players: [(&str, &str); 2]) -> Result<Pairing, LabError> {
    let [(first, mcts), (second, ab)] = players;
    let players = [(first, spec(MCTS, limit, mcts)), (second, spec(AB, limit, ab))];
    Ok(Pairing::new(game(GAME)?, "classic", players, OWN_LIMITS, pairs).from(OPENINGS))
}

fn matches(
    conditions: &Conditions,
    title: &str,
    x: &'static str,
    pairings: Vec<Pairing>,
    notes: &[&str],
) -> Result<Design, LabError> {
    let mut method = vec![
        "The thesis's MCTS against its alpha-beta, both with the defaults of its appendix, known bugs fixed; scores are those of MCTS.".to_string(),
        "The classic setup and two random turns, so that games differ.".into(),
    ];
    if conditions.scale.is_reduced() {
        method.push("Both sides have the same budget of nodes, which is not the same time: a node of MCTS is one action played.".into());
    }
    let notes = notes.iter().map(|note| note.to_string()).collect();
    let matches = Matches::new(title, conditions.seed, pairings, method);
    Matches { show: Show::Score, x, log_x: true, notes, ..matches }.design()
}

/// Figures over time limits: series with what MCTS and alpha-beta have on top.
fn by_limit(
    conditions: &Conditions,
    title: &str,
    series: &[(&str, &str, &str)],
    notes: &[&str],
) -> Result<Design, LabError> {
    let amounts = conditions.scale.pick([400_u64, 1_300, 4_000], [3_000, 10_000, 30_000]);
    let pairs = conditions.scale.pick(4, 200);
    let mut pairings = Vec::new();
    for (name, mcts, ab) in series {
        for amount in amounts {
            let label = format!("MCTS {name}, {amount}");
            let players = [(label.as_str(), *mcts), ("alpha-beta", *ab)];
            let pairing = pairing(&limit(conditions.scale, amount), pairs, players)?;
            pairings.push(pairing.at(name, amount as f64));
        }
    }
    let x = conditions.scale.pick("nodes a turn (the thesis: 3, 10, 30 s)", "milliseconds a turn");
    matches(conditions, title, x, pairings, notes)
}

/// Figures over one quantity: place, limit, memory.
fn by_point(
    conditions: &Conditions,
    title: &str,
    x: &'static str,
    points: &[(f64, u64, &str)],
    note: &str,
) -> Result<Design, LabError> {
    let pairs = conditions.scale.pick(4, 200);
    let pairings = points.iter().map(|(at, amount, memory)| {
        let with = |key: &str| if memory.is_empty() { String::new() } else { format!(",{key}={memory}") };
        let (label, mcts, ab) = (format!("MCTS at {at}"), with("memory"), with("tt"));
        let players = [(label.as_str(), mcts.as_str()), ("alpha-beta", &ab)];
        Ok(pairing(&limit(conditions.scale, *amount), pairs, players)?.at("MCTS against alpha-beta", *at))
    });
    matches(conditions, title, x, pairings.collect::<Result<_, LabError>>()?, &[note, LOST])
}

fn evaluation_swap(conditions: &Conditions) -> Result<Design, LabError> {
    let (amount, pairs) = conditions.scale.pick((3_000, 6), (10_000, 200));
    let rows = [
        ([("MCTS", ""), ("alpha-beta with plain", ",eval=plain")], Some(41.51)),
        ([("MCTS with plain", ",eval=plain"), ("alpha-beta", "")], Some(20.12)),
        ([("MCTS", ""), ("alpha-beta", "")], None),
    ];
    let pairings = rows.into_iter().map(|(players, printed)| {
        Ok(Pairing { printed, ..pairing(&limit(conditions.scale, amount), pairs, players)? })
    });
    let note = "Our evaluation `plain` stands in for Fairy's, which is not ours to use.";
    let pairings = pairings.collect::<Result<_, LabError>>()?;
    matches(conditions, "Evaluations swapped", "", pairings, &[note])
}

/// Players with a test against the same with neither: label, settings on top.
fn tests(
    conditions: &Conditions,
    title: &str,
    rows: &[(&str, &str)],
    neither: &str,
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let second = TimeControl::PerTurn(Milliseconds(1000));
    let (pairs, control) = conditions.scale.pick((5, TimeControl::Nodes(2_500)), (200, second));
    let pairings = rows.iter().map(|(label, more)| {
        let players = [(*label, format!("{neither}{more}")), ("neither", neither.to_string())];
        Pairing::new(entry, "classic", players, control, pairs).from(OPENINGS)
    });
    let method = "Our own players with one test or the other against the same player with neither, from the classic setup and two random turns.";
    Matches::new(title, conditions.seed, pairings.collect(), vec![method.into()]).design()
}

/// Cores, and what the thesis prints for them: iterations of MCTS, depth of alpha-beta.
const CORES: [(u64, u64, f64); 4] = [(1, 4566, 6.9), (2, 8370, 8.3), (4, 16161, 8.8), (8, 22083, 8.8)];

/// A cell is a position and a number of cores: what both searches reach.
fn cores_table(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let many = conditions.scale.pick(4, 100);
    let texts = near_the_end(entry, "classic", conditions.seed, many, 12)?;
    let mut cells = Vec::new();
    for (cores, ..) in CORES {
        let budget = limit(conditions.scale, conditions.scale.pick(20_000, 15_000) * cores);
        let probe = |level: &str| player_probe(entry, &spec(level, &budget, ""), Limits::default());
        let (mcts, ab) = (probe(MCTS)?, probe(AB)?);
        for (nth, text) in texts.iter().enumerate() {
            let seed = derive_seed(conditions.seed, &[nth as u64]);
            let (mcts, ab, text) = (mcts.clone(), ab.clone(), text.clone());
            let work =
                move |stop: &AtomicBool| Ok((mcts(&text, seed, stop)?.nodes, ab(&text, seed, stop)?.depth));
            cells.push((format!("{cores} cores, position {}", nth + 1), work));
        }
    }
    let positions = texts.len();
    let method = vec![
        format!("{positions} positions 12 turns before the end of games between weak players."),
        "Cores are **simulated**: k cores are one thread with k times the budget of one, which is more than k threads would reach.".into(),
        "MCTS is counted in actions played, of which an iteration of the thesis takes some hundreds.".into(),
    ];
    Ok(Design::new(cells, method, move |all: &[(u64, u32)]| show_cores(all, positions)))
}

fn show_cores(all: &[(u64, u32)], positions: usize) -> Findings {
    let mut table = Table::new(
        "cores (simulated) | MCTS: actions played | alpha-beta: depth | Jakl: MCTS iterations | Jakl: depth",
    );
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for ((cores, iterations, printed), these) in CORES.iter().zip(all.chunks(positions.max(1))) {
        let depths: Vec<f64> = these.iter().map(|(_, depth)| f64::from(*depth)).collect();
        let nodes = these.iter().map(|(nodes, _)| nodes).sum::<u64>() / these.len().max(1) as u64;
        let depth = mean_with_error(&depths);
        table.push(vec![
            Value::count(*cores),
            Value::count(nodes),
            Value::estimate(depth, 1),
            Value::count(*iterations),
            Value::Number(*printed, 1),
        ]);
        ours.extend(depth.map(|(mean, error)| Mark::with_error(*cores as f64, mean, error)));
        theirs.push(Mark::at(*cores as f64, *printed));
    }
    let series = vec![Series::ours("alpha-beta's depth", ours), Series::source("alpha-beta's depth", theirs)];
    let plot = Plot::lines("Depth by cores", "cores (simulated by scaled budgets)", "depth in steps", series);
    Findings { table, plot: plot.log(true, false).not_below(0.0), notes: Vec::new(), games: 0 }
}

/// The time of each cost centre, beside what the thesis prints. A cell is a position.
fn profiles(
    conditions: &Conditions,
    title: &'static str,
    profiled: Profiled,
    printed: &'static str,
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let nodes = conditions.scale.pick(60_000_u64, 3_000_000);
    let seed = conditions.seed;
    let texts: Vec<&'static str> = entry.info().bench.iter().map(|(text, _)| *text).collect();
    let cells = texts.into_iter().enumerate().map(|(nth, text)| {
        let work = move |stop: &AtomicBool| {
            profile::shares(profiled, text, nodes, derive_seed(seed, &[nth as u64]), stop)
        };
        (format!("position {}", nth + 1), work)
    });
    let method = vec![
        format!("The positions of the bench, {nodes} nodes each, one thread, evaluation `rabbocop`."),
        "The game and its heuristics are wrapped in stopwatches, of which one runs at a time; the cost of switching is measured and subtracted.".into(),
    ];
    Ok(Design::new(cells.collect(), method, move |all: &[Shares]| show_profile(all, title, printed)))
}

fn show_profile(all: &[Shares], title: &str, printed: &str) -> Findings {
    let printed: Vec<Option<f64>> = printed.split(' ').map(|word| word.parse().ok()).collect();
    let mut table = Table::new("cost centre | ~time % | calls | Jakl: time %");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (nth, centre) in CENTRES.iter().enumerate() {
        let shares: Vec<f64> = all
            .iter()
            .map(|s| 100.0 * s.nanos[nth] as f64 / s.nanos.iter().sum::<u64>().max(1) as f64)
            .collect();
        let share = mean_with_error(&shares);
        table.push(vec![
            Value::text(*centre),
            Value::estimate(share, 1),
            Value::count(all.iter().map(|s| s.switches[nth]).sum()),
            Value::maybe(printed[nth], 1),
        ]);
        ours.extend(share.map(|(mean, error)| Mark::with_error(nth as f64, mean, error)));
        theirs.extend(printed[nth].map(|value| Mark::at(nth as f64, value)));
    }
    let series = vec![Series::ours("ours", ours), Series::source("Jakl", theirs)];
    let labels = CENTRES.iter().map(|c| c.to_string());
    let plot = Plot::bars(
        format!("{title}: time by cost centre"),
        "cost centre",
        "per cent of the time",
        labels,
        series,
    )
    .percent();
    let notes = vec![
        "The thesis's centres are those of its Haskell program; its alphaBeta, addHash and newHTables are counted to the search, its isForbidden to goals and relevant actions.".into(),
    ];
    Findings { table, plot, notes, games: 0 }
}
