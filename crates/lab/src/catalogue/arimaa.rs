//! Arimaa: figures 6.1 to 6.3, the table of cores, the swap of evaluations and the profiles (Jakl 2011).

use super::{OWN_LIMITS, experiment, game, pairing};
use crate::{
    Conditions, Design, Experiment, Findings, LabError, Scale,
    kinds::{
        matches::{Matches, Pairing, Show},
        profile::{self, CENTRES, Profiled, Shares},
        searches::mean_with_error,
    },
    show::{Entry, Mark, Plot, Series, Table},
};
use players::{Limits, Request, derive_seed};
use std::sync::atomic::AtomicBool;

const GAME: &str = "arimaa";
const AB: &str = "level:rabbocop-ab";
const MCTS: &str = "level:rabbocop-mcts";
const LOST: &str = "The figure's percentages are lost with its picture; the claim is that of the text.";

pub(super) fn experiments() -> Vec<Experiment> {
    vec![
        experiment(
            "arimaa-figure-6.1",
            "Arimaa: MCTS against alpha-beta without history and without heavy playouts",
            "Jakl 2011, figure 6.1",
            "History helps MCTS at all time limits alike; heavy playouts matter more the longer the limit.",
            |conditions| {
                let series = [
                    ("full", String::new(), String::new()),
                    ("noHH", ",-history".into(), String::new()),
                    ("noHeavyPlayout", ",best-of=1".into(), String::new()),
                ];
                by_limit(conditions, "MCTS optimisations", series.into(), vec![])
            },
        ),
        experiment(
            "arimaa-figure-6.2",
            "Arimaa: MCTS against alpha-beta without tables, with another evaluation, with the goal check",
            "Jakl 2011, figure 6.2",
            "Without tables MCTS does better at longer limits; with a worse evaluation MCTS does better; the goal check helps alpha-beta a lot.",
            |conditions| {
                let both = |text: &str| (text.to_string(), text.to_string());
                let (mcts_eval, ab_eval) = both(",eval=plain");
                let (mcts_goal, ab_goal) = both(",eval=rabbocop+goal");
                let series = [
                    ("full", String::new(), String::new()),
                    ("noTT", ",graph=tree,stats=edge".to_string(), ",-tt,-tt-move,-tt-deeper".to_string()),
                    ("EVAL=plain (for Fairy's)", mcts_eval, ab_eval),
                    ("goal check", mcts_goal, ab_goal),
                ];
                let note = "Fairy's evaluation is not ours to use; our evaluation `plain`, which is weaker than Rabbocop's, stands in for it.";
                by_limit(conditions, "General capabilities", series.into(), vec![note.into()])
            },
        ),
        experiment(
            "arimaa-figure-6.3-cores",
            "Arimaa: MCTS against alpha-beta by number of cores (simulated)",
            "Jakl 2011, figure 6.3, first part",
            "MCTS gains on alpha-beta with each doubling of the cores.",
            |conditions| {
                let points = [1_u64, 2, 4, 8].map(|cores| {
                    let budget = conditions.scale.pick(800, 15_000);
                    (cores as f64, limit(conditions.scale, budget * cores), "")
                });
                let note = "Cores are **simulated**: k cores are one thread with k times the budget, which is more than k threads would reach.";
                by_point(
                    conditions,
                    "Cores (simulated)",
                    "cores (simulated by scaled budgets)",
                    points.into(),
                    note,
                )
            },
        ),
        experiment(
            "arimaa-figure-6.3-memory",
            "Arimaa: MCTS against alpha-beta by memory",
            "Jakl 2011, figure 6.3, second part",
            "More than 200 MB hardly help alpha-beta at 15 s a turn.",
            |conditions| {
                let quick: [(f64, &str); 3] = [(0.25, "256K"), (0.5, "512K"), (1.0, "1M")];
                let full = [(100.0, "100M"), (200.0, "200M"), (400.0, "400M")];
                let budget = limit(conditions.scale, conditions.scale.pick(3_000, 15_000));
                let points =
                    conditions.scale.pick(quick, full).map(|(at, memory)| (at, budget.clone(), memory));
                let note = "Quick searches fill no 100 MB, so the quick version has memories in proportion.";
                by_point(conditions, "Memory", "memory in MB", points.into(), note)
            },
        ),
        experiment(
            "arimaa-cores-table",
            "Arimaa: what cores bring to both searches (simulated)",
            "Jakl 2011, chapter 6, table of cores",
            "On 1, 2, 4 and 8 cores: 4566, 8370, 16161 and 22083 iterations of MCTS, and depths of 6.9, 8.3, 8.8 and 8.8 steps of alpha-beta.",
            cores_table,
        ),
        experiment(
            "arimaa-evaluation-swap",
            "Arimaa: one side with the worse evaluation",
            "Jakl 2011, chapter 6",
            "At 10 s MCTS scores 41.51 % when alpha-beta has Fairy's evaluation, and 20.12 % when MCTS has it.",
            |conditions| {
                let budget = limit(conditions.scale, conditions.scale.pick(3_000, 10_000));
                let pairs = conditions.scale.pick(6, 200);
                let rows = [
                    ("MCTS", "", "alpha-beta with plain", ",eval=plain", Some(41.51)),
                    ("MCTS with plain", ",eval=plain", "alpha-beta", "", Some(20.12)),
                    ("MCTS", "", "alpha-beta", "", None),
                ];
                let entry = game(GAME)?;
                let pairings = rows.map(|(first, more, second, less, printed)| {
                    let players = [(first, spec(MCTS, &budget, more)), (second, spec(AB, &budget, less))];
                    let mut one = pairing(entry, "classic", players, OWN_LIMITS, pairs);
                    (one.printed, one.openings) = (printed, arena::OpeningSource::Random(2));
                    one
                });
                let notes = vec![
                    "Our evaluation `plain` stands in for Fairy's, which is not ours to use.".to_string(),
                ];
                matches(conditions, "Evaluations swapped", "", pairings.into(), notes)
            },
        ),
        experiment(
            "arimaa-goal-and-trap-mcts",
            "Arimaa: goal and trap tests in MCTS",
            "Jakl 2011, chapters 4 and 7",
            "Goal check and a short tactical search after expansion are named as what MCTS lacks; untested there.",
            |conditions| {
                let base = "mcts:memory=16M";
                let rows = [
                    ("goals in new nodes", ",lookahead=recognise"),
                    ("captures in new nodes", ",lookahead=quiescence"),
                    ("both, one action deep", ",lookahead=alphabeta"),
                    ("goals in playouts too", ",lookahead=recognise,playout-wins"),
                ];
                let rows =
                    rows.map(|(label, more)| (label, format!("{base},-lookahead,-playout-wins{more}")));
                tests(
                    conditions,
                    "Goal and trap tests in MCTS",
                    rows.into(),
                    format!("{base},-lookahead,-playout-wins"),
                )
            },
        ),
        experiment(
            "arimaa-goal-and-trap-alphabeta",
            "Arimaa: goal and trap tests in alpha-beta",
            "Jakl 2011, chapter 4",
            "Quiescence with trap control and the goal check are named as what alpha-beta lacks; the goal check helped a lot when it came.",
            |conditions| {
                let base = "alphabeta:tt=16M";
                let none = format!("{base},-quiescence,-recognise");
                let rows = [
                    ("goals", format!("{base},-quiescence,recognise")),
                    ("captures", format!("{base},quiescence=4,-recognise")),
                    (
                        "captures by an exact test",
                        format!("{base},quiescence=4,quiescence-by=tactics,-recognise"),
                    ),
                    ("both", format!("{base},quiescence=4,recognise")),
                ];
                tests(conditions, "Goal and trap tests in alpha-beta", rows.into(), none)
            },
        ),
        experiment(
            "arimaa-profile-alphabeta",
            "Arimaa: where alpha-beta's time goes",
            "Jakl 2011, appendix A",
            "makeStep 24.0 %, alphaBeta 15.6 %, eval 14.8 %, getHash 9.1 %, addHash 7.2 %, isForbidden 6.9 %, generatePiecesSteps 5.7 %.",
            |conditions| {
                let settings = "plain,id,tt=64M,tt-deeper,tt-move,killers=2,no-pass";
                let printed = [
                    Some(24.7),
                    Some(24.0),
                    Some(8.7),
                    Some(1.5),
                    Some(9.1),
                    Some(14.8),
                    None,
                    None,
                    Some(6.9),
                ];
                profiles(conditions, "Alpha-beta", Profiled::AlphaBeta(settings), printed)
            },
        ),
        experiment(
            "arimaa-profile-mcts",
            "Arimaa: where MCTS's time goes",
            "Jakl 2011, appendix A",
            "getValueByMC 23.2 %, generatePiecesSteps 21.5 %, makeStep 15.0 %, generateMoveable 13.3 %, evalStep 7.8 %, eval 1.0 %.",
            |conditions| {
                let settings = "plain,c=0.01,fpu=value,virtual-visits=4,maturity=5,maturity-depth,graph=depth,stats=node,bias=1,bias-by=step,\
                                history=1.1,cache=6,cache-every=50,playouts=10,length=4,best-of=3,squash=0.0003,no-pass,memory=64M";
                let printed =
                    [Some(23.2), Some(15.0), Some(34.8), Some(3.3), None, Some(1.0), Some(7.8), None, None];
                profiles(conditions, "MCTS", Profiled::Mcts(settings), printed)
            },
        ),
    ]
}

/// A limit as settings: nodes when quick, milliseconds when full.
fn limit(scale: Scale, amount: u64) -> String {
    match scale {
        Scale::Quick => format!(",time=0,nodes={amount}"),
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

fn matches(
    conditions: &Conditions,
    title: &str,
    x: &'static str,
    pairings: Vec<Pairing>,
    notes: Vec<String>,
) -> Result<Design, LabError> {
    let mut method = vec![
        "The thesis's MCTS against its alpha-beta, both with the defaults of its appendix, faults mended; scores are those of MCTS.".to_string(),
        "The classic setup and two random turns, so that games differ.".into(),
    ];
    if conditions.scale == Scale::Quick {
        method.push("Both sides have the same budget of nodes, which is not the same time: a node of MCTS is one action played.".into());
    }
    Matches {
        title: title.into(),
        show: Show::Score,
        x,
        log_x: true,
        pairings,
        method,
        notes,
        seed: conditions.seed,
    }
    .design()
}

/// Figures over time limits: series with what MCTS and alpha-beta have on top.
fn by_limit(
    conditions: &Conditions,
    title: &str,
    series: Vec<(&'static str, String, String)>,
    mut notes: Vec<String>,
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let amounts = conditions.scale.pick([400_u64, 1_300, 4_000], [3_000, 10_000, 30_000]);
    let pairs = conditions.scale.pick(4, 200);
    let mut pairings = Vec::new();
    for (name, mcts, ab) in series {
        for amount in amounts {
            let budget = limit(conditions.scale, amount);
            let label = format!("MCTS {name}, {amount}");
            let players =
                [(label.as_str(), spec(MCTS, &budget, &mcts)), ("alpha-beta", spec(AB, &budget, &ab))];
            let mut one = pairing(entry, "classic", players, OWN_LIMITS, pairs);
            one.openings = arena::OpeningSource::Random(2);
            one.point = Some((name.into(), amount as f64));
            pairings.push(one);
        }
    }
    notes.push(LOST.into());
    let x = conditions.scale.pick("nodes a turn (the thesis: 3, 10, 30 s)", "milliseconds a turn");
    matches(conditions, title, x, pairings, notes)
}

/// Figures over one quantity: place, limit, memory.
fn by_point(
    conditions: &Conditions,
    title: &str,
    x: &'static str,
    points: Vec<(f64, String, &'static str)>,
    note: &str,
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let pairs = conditions.scale.pick(4, 200);
    let pairings = points.into_iter().map(|(at, budget, memory)| {
        let with = |key: &str| if memory.is_empty() { String::new() } else { format!(",{key}={memory}") };
        let label = format!("MCTS at {at}");
        let players = [
            (label.as_str(), spec(MCTS, &budget, &with("memory"))),
            ("alpha-beta", spec(AB, &budget, &with("tt"))),
        ];
        let mut one = pairing(entry, "classic", players, OWN_LIMITS, pairs);
        one.openings = arena::OpeningSource::Random(2);
        one.point = Some(("MCTS against alpha-beta".into(), at));
        one
    });
    matches(conditions, title, x, pairings.collect(), vec![note.into(), LOST.into()])
}

/// Players with a test against the same without.
fn tests(
    conditions: &Conditions,
    title: &str,
    rows: Vec<(&'static str, String)>,
    none: String,
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let (pairs, control) = conditions.scale.pick(
        (5, arena::TimeControl::Nodes(2_500)),
        (200, arena::TimeControl::PerTurn(players::Milliseconds(1000))),
    );
    let pairings = rows.into_iter().map(|(label, spec)| {
        let mut one = pairing(entry, "classic", [(label, spec), ("neither", none.clone())], control, pairs);
        one.openings = arena::OpeningSource::Random(2);
        one
    });
    Matches {
        title: title.into(),
        show: Show::Elo,
        x: "",
        log_x: false,
        pairings: pairings.collect(),
        method: vec!["Our own players with one test or the other against the same player with neither, from the classic setup and two random turns.".into()],
        notes: Vec::new(),
        seed: conditions.seed,
    }
    .design()
}

/// A cell is a position and a number of cores: what both searches reach.
fn cores_table(conditions: &Conditions) -> Result<Design, LabError> {
    const CORES: [(u64, u64, f64); 4] = [(1, 4566, 6.9), (2, 8370, 8.3), (4, 16161, 8.8), (8, 22083, 8.8)];
    let entry = game(GAME)?;
    let many = conditions.scale.pick(4, 100);
    let texts = crate::positions::near_the_end(entry, "classic", conditions.seed, many, 12)?;
    let (scale, seed) = (conditions.scale, conditions.seed);
    let mut cells = Vec::new();
    for (cores, ..) in CORES {
        for (nth, text) in texts.iter().enumerate() {
            let text = text.clone();
            let work = move |stop: &AtomicBool| {
                let board = entry.at_position(&text).map_err(LabError::because)?;
                let budget = limit(scale, scale.pick(20_000, 15_000) * cores);
                let ask = |spec: String| {
                    let seed = derive_seed(seed, &[nth as u64]);
                    let mut player = entry.player(&spec, seed).map_err(LabError::because)?;
                    let request = Request { limits: Limits::default(), lines: 1, stop };
                    Ok::<_, LabError>(player.choose(board.as_ref(), request, &mut |_| ()))
                };
                let (tree, depth) = (ask(spec(MCTS, &budget, ""))?, ask(spec(AB, &budget, ""))?);
                Ok((tree.nodes, depth.depth))
            };
            cells.push((format!("{cores} cores, position {}", nth + 1), work));
        }
    }
    let positions = texts.len();
    let method = vec![
        format!("{positions} positions 12 turns before the end of weak games."),
        "Cores are **simulated**: k cores are one thread with k times the budget of one, which is more than k threads would reach.".into(),
        "MCTS is counted in actions played, of which an iteration of the thesis takes some hundreds.".into(),
    ];
    Ok(Design::new(cells, method, move |all: &[(u64, u32)]| {
        let mut table = Table::new(&[
            "cores (simulated)",
            "MCTS: actions played",
            "alpha-beta: depth",
            "Jakl: MCTS iterations",
            "Jakl: depth",
        ]);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for ((cores, iterations, printed), these) in CORES.iter().zip(all.chunks(positions.max(1))) {
            let depths: Vec<f64> = these.iter().map(|(_, depth)| f64::from(*depth)).collect();
            let nodes = these.iter().map(|(nodes, _)| nodes).sum::<u64>() / these.len().max(1) as u64;
            let depth = mean_with_error(&depths);
            table.push(vec![
                Entry::count(*cores),
                Entry::count(nodes),
                depth.map_or(Entry::Nothing, |(mean, error)| Entry::Estimate(mean, error, 1)),
                Entry::count(*iterations),
                Entry::Number(*printed, 1),
            ]);
            ours.extend(depth.map(|(mean, error)| Mark::with_error(*cores as f64, mean, error)));
            theirs.push(Mark::at(*cores as f64, *printed));
        }
        let series =
            vec![Series::ours("alpha-beta's depth", ours), Series::source("alpha-beta's depth", theirs)];
        let plot =
            Plot::lines("Depth by cores", "cores (simulated by scaled budgets)", "depth in steps", series);
        Findings { table, plot: plot.log(true, false), notes: Vec::new(), games: 0 }
    }))
}

/// A cell is a position: the time of each cost centre.
fn profiles(
    conditions: &Conditions,
    title: &'static str,
    profiled: Profiled,
    printed: [Option<f64>; CENTRES.len()],
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let nodes = conditions.scale.pick(60_000_u64, 3_000_000);
    let seed = conditions.seed;
    let texts: Vec<&'static str> = entry.bench_positions().iter().map(|(text, _)| *text).collect();
    let cells = texts.into_iter().enumerate().map(|(nth, text)| {
        let work = move |stop: &AtomicBool| {
            profile::shares(profiled, text, nodes, derive_seed(seed, &[nth as u64]), stop)
        };
        (format!("position {}", nth + 1), work)
    });
    let method = vec![
        format!("The positions of the bench, {nodes} nodes each, one thread, evaluation `rabbocop`."),
        "The game and the beliefs are wrapped in stopwatches of which one runs at a time; what switching costs is measured and taken off.".into(),
    ];
    Ok(Design::new(cells.collect(), method, move |all: &[Shares]| show_profile(all, title, printed)))
}

fn show_profile(all: &[Shares], title: &str, printed: [Option<f64>; CENTRES.len()]) -> Findings {
    let mut table = Table::new(&["cost centre", "~time %", "calls", "Jakl: time %"]);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (nth, centre) in CENTRES.iter().enumerate() {
        let shares: Vec<f64> = all
            .iter()
            .map(|s| 100.0 * s.nanos[nth] as f64 / s.nanos.iter().sum::<u64>().max(1) as f64)
            .collect();
        let share = mean_with_error(&shares);
        table.push(vec![
            Entry::words(*centre),
            share.map_or(Entry::Nothing, |(mean, error)| Entry::Estimate(mean, error, 1)),
            Entry::count(all.iter().map(|s| s.switches[nth]).sum()),
            Entry::maybe(printed[nth], 1),
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
    );
    let notes = vec![
        "The thesis's centres are those of its Haskell program; its alphaBeta, addHash and newHTables are counted to the search, its isForbidden to goals and relevant actions.".into(),
    ];
    Findings { table, plot, notes, games: 0 }
}
