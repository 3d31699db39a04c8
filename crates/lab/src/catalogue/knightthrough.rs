//! KnightThrough: aspiration, the enhanced evaluation, future work and small boards (Soemers 2014).

use super::{ELO, experiment, game, pairing};
use crate::{
    Conditions, Design, Experiment, Findings, LabError,
    kinds::{
        matches::{Matches, Show},
        searches::{Figure, Searches, Variant, limits, player_probe},
    },
    positions,
    show::{Entry, Mark, Plot, Series, Table},
};
use ::game::{Score, Verdict};
use arena::TimeControl;
use players::{Request, derive_seed};
use std::sync::atomic::AtomicBool;

const GAME: &str = "knightthrough";
/// What the report's engine had when aspiration was tried: a table, no killers.
const DEEPENING: &str = "alphabeta:plain,eval=report,id,tt=2^20e,tt-scheme=twodeep,tt-deeper,tt-move";
/// The three set-ups: half width and offset.
const SETUPS: [(i32, i32, &str); 3] = [
    (136, 0, "lost, with many re-searches at depths 4 to 7"),
    (171, 0, "won, with fewer re-searches"),
    (100, 141, "won, with few re-searches"),
];

pub(super) fn experiments() -> Vec<Experiment> {
    vec![
        experiment(
            "knightthrough-aspiration",
            "KnightThrough: re-searches of three aspiration windows by depth",
            "Soemers 2014, section 7.1",
            "±136 around the last value needs many re-searches at depths 4 to 7, ±171 fewer; ±100 around the last value ±141 few, mostly at depth 1 and at the end of the game.",
            re_searches,
        ),
        experiment(
            "knightthrough-aspiration-nodes",
            "KnightThrough: nodes of three aspiration windows",
            "Soemers 2014, section 7.1",
            "A narrow window prunes more, a re-search costs more.",
            |conditions| {
                let specs = SETUPS
                    .map(|(delta, offset, _)| (setup_label(delta, offset), setup_spec(delta, offset), None));
                let mut rows = vec![("plain iterative deepening".to_string(), DEEPENING.to_string(), None)];
                rows.extend(specs);
                nodes_to_depth(conditions, "Nodes with aspiration windows", "set-up", rows, (6, 9))
            },
        ),
        experiment(
            "knightthrough-aspiration-games",
            "KnightThrough: three aspiration windows against plain iterative deepening",
            "Soemers 2014, section 7.1",
            "With ±136 plain iterative deepening won; with ±171 and with ±100 and an offset of 141 aspiration won.",
            |conditions| {
                let entry = game(GAME)?;
                let (pairs, control) =
                    conditions.scale.pick((10, TimeControl::Nodes(4_000)), (200, seconds(30)));
                let pairings = SETUPS.map(|(delta, offset, words)| {
                    let players = [
                        (setup_label(delta, offset), setup_spec(delta, offset)),
                        ("iterative deepening".to_string(), DEEPENING.to_string()),
                    ];
                    let [(a, x), (b, y)] = players;
                    let mut one = pairing(entry, "", [(&a, x), (&b, y)], control, pairs);
                    one.printed_words = Some(words);
                    one
                });
                simple(conditions, "Aspiration against iterative deepening", pairings.into())
            },
        ),
        experiment(
            "knightthrough-controlled-depth",
            "KnightThrough: controlledProgression at equal depth",
            "Soemers 2014, section 7.2",
            "At equal depth the evaluation with controlledProgression beats the simpler one.",
            |conditions| {
                let (pairs, depths) = conditions.scale.pick((10, vec![2, 3, 4]), (200, vec![3, 4, 5, 6, 7]));
                controlled(
                    conditions,
                    pairs,
                    depths.into_iter().map(|d| (f64::from(d), TimeControl::Depth(d))).collect(),
                    "depth",
                    "won",
                )
            },
        ),
        experiment(
            "knightthrough-controlled-time",
            "KnightThrough: controlledProgression at equal time",
            "Soemers 2014, section 7.2",
            "At 30 s a turn it was too expensive and no longer won. The report expects bitboards, which we have, to change that.",
            |conditions| {
                let (pairs, times) =
                    conditions.scale.pick((10, vec![5, 10, 20]), (200, vec![100, 1000, 30_000]));
                let controls = times
                    .into_iter()
                    .map(|ms| (ms as f64, TimeControl::PerTurn(players::Milliseconds(ms))))
                    .collect();
                controlled(conditions, pairs, controls, "milliseconds a turn", "did not win")
            },
        ),
        experiment(
            "knightthrough-future-work",
            "KnightThrough: principal variation search and multi-cut",
            "Soemers 2014, section 8",
            "Proposed as future work in place of aspiration, and untested there.",
            |conditions| {
                let entry = game(GAME)?;
                let (pairs, control) =
                    conditions.scale.pick((10, TimeControl::Nodes(4_000)), (200, seconds(1)));
                let engine =
                    format!("{DEEPENING},killers=2,aspiration=100,aspiration-offset=141,lost=previous");
                let rows = [
                    ("PVS in place of aspiration", format!("{DEEPENING},killers=2,pvs,lost=previous")),
                    ("multi-cut added", format!("{engine},multicut=3")),
                    ("PVS and multi-cut", format!("{DEEPENING},killers=2,pvs,multicut=3,lost=previous")),
                    ("our best", "best:tt=16M".to_string()),
                ];
                let pairings = rows.map(|(label, spec)| {
                    pairing(entry, "", [(label, spec), ("Ser Prunes-a-Lot", engine.clone())], control, pairs)
                });
                simple(conditions, "Future work of the report", pairings.into())
            },
        ),
        experiment(
            "knightthrough-enhancements",
            "KnightThrough: each enhancement's worth",
            "Soemers 2014, sections 4 to 6 and 8",
            "The report asks to what extent its enhancements help; it has no figures.",
            |conditions| {
                let engine = format!("{DEEPENING},killers=2,aspiration=100,aspiration-offset=141");
                let rows = [
                    ("the report's engine", engine.clone()),
                    ("without table", format!("{engine},-tt,-tt-move,-tt-deeper")),
                    ("without the table's move first", format!("{engine},-tt-move")),
                    ("without killers", format!("{engine},-killers")),
                    ("without aspiration", format!("{engine},-aspiration,-aspiration-offset")),
                    ("without deepening", format!("{engine},-id")),
                    ("with PVS", format!("{engine},pvs")),
                    ("with history", format!("{engine},history")),
                    ("with ordering hints", format!("{engine},hints")),
                    ("with multi-cut", format!("{engine},multicut=3")),
                    ("our best", "alphabeta".to_string()),
                ];
                let rows = rows.map(|(label, spec)| (label.to_string(), spec, None));
                nodes_to_depth(conditions, "Enhancements of KnightThrough", "engine", rows.to_vec(), (6, 9))
            },
        ),
        experiment(
            "knightthrough-small-boards",
            "KnightThrough: small boards solved",
            "an independent program, 2026",
            "The first player wins on every board with 4 rows, on 4 to 8 files by 5 rows, on 4x6, 5x6 and 6x6, on 3x5 and 3x8; the second on 3x6.",
            small_boards,
        ),
    ]
}

fn seconds(n: u64) -> TimeControl {
    TimeControl::PerTurn(players::Milliseconds(n * 1000))
}

fn setup_label(delta: i32, offset: i32) -> String {
    if offset == 0 { format!("±{delta}") } else { format!("±{delta} around ±{offset}") }
}

fn setup_spec(delta: i32, offset: i32) -> String {
    format!("{DEEPENING},aspiration={delta},aspiration-offset={offset}")
}

fn simple(
    conditions: &Conditions,
    title: &str,
    pairings: Vec<crate::kinds::matches::Pairing>,
) -> Result<Design, LabError> {
    Matches {
        title: title.into(),
        show: ELO,
        x: "",
        log_x: false,
        pairings,
        method: vec!["Openings of four random turns.".into()],
        notes: Vec::new(),
        seed: conditions.seed,
    }
    .design()
}

fn controlled(
    conditions: &Conditions,
    pairs: u64,
    controls: Vec<(f64, TimeControl)>,
    x: &'static str,
    words: &'static str,
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let with = |evaluation: &str| format!("{DEEPENING},killers=2,eval={evaluation}");
    let pairings = controls.into_iter().map(|(at, control)| {
        let label = format!("controlled at {control}");
        let players = [(label.as_str(), with("controlled")), ("report", with("report"))];
        let mut one = pairing(entry, "", players, control, pairs);
        (one.printed_words, one.point) = (Some(words), Some(("controlled against report".into(), at)));
        one
    });
    Matches {
        title: "controlledProgression against the simpler evaluation".into(),
        show: Show::Score,
        x,
        log_x: true,
        pairings: pairings.collect(),
        method: vec!["Openings of four random turns; the report's engine with killers on both sides.".into()],
        notes: Vec::new(),
        seed: conditions.seed,
    }
    .design()
}

/// Positions: the bench's and some from the middle of weak games.
fn some_positions(conditions: &Conditions, many: usize) -> Result<Vec<String>, LabError> {
    let entry = game(GAME)?;
    let mut texts: Vec<String> = entry.bench_positions().iter().map(|(text, _)| text.to_string()).collect();
    texts.extend(positions::near_the_end(entry, "", conditions.seed, many, 14)?);
    Ok(texts)
}

fn nodes_to_depth(
    conditions: &Conditions,
    title: &str,
    what: &'static str,
    rows: Vec<(String, String, Option<f64>)>,
    (quick, full): (u32, u32),
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let depth = conditions.scale.pick(quick, full);
    let most = conditions.scale.pick(1_000_000, 0);
    let texts = some_positions(conditions, conditions.scale.pick(6, 60))?;
    let method = vec![format!(
        "{} positions, four of the bench and others 14 turns before the end of weak games, to depth {depth}.",
        texts.len()
    )];
    let variants = rows.into_iter().map(|(label, spec, printed)| {
        Ok(Variant { label, at: None, printed, probe: player_probe(entry, &spec, limits(depth, most, 0))? })
    });
    let searches = Searches {
        title: title.into(),
        what,
        printed: "",
        figure: Figure::Cost,
        positions: texts,
        variants: variants.collect::<Result<_, LabError>>()?,
        base: 0,
        log_x: false,
        method,
        notes: Vec::new(),
        seed: conditions.seed,
    };
    Ok(searches.design())
}

/// Does a window around the last value miss the next one? As the search's own aspiration decides it.
fn misses(last: Option<i32>, last_depth: u32, value: i32, delta: i32, offset: i32) -> bool {
    let guess = last.map_or(Score::DRAW, Score::from_raw);
    if guess.is_decided() {
        return false;
    }
    let expected = guess.plus(if last_depth.is_multiple_of(2) { offset } else { -offset });
    let value = Score::from_raw(value);
    value <= expected.plus(-delta) || value >= expected.plus(delta)
}

/// A cell is a position: the values of all iterations, from which each window's misses follow.
fn re_searches(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let depth = conditions.scale.pick(7_u32, 10);
    let texts = some_positions(conditions, conditions.scale.pick(16, 200))?;
    let seed = conditions.seed;
    let method = vec![
        format!(
            "{} positions, to depth {depth}; the values of plain iterative deepening, against which each window is held.",
            texts.len()
        ),
        "Both sides of a window count: a value on its edge is a re-search.".into(),
    ];
    let spec = format!("{DEEPENING},-tt-deeper");
    let cells = texts.into_iter().enumerate().map(|(nth, text)| {
        let spec = spec.clone();
        let work = move |stop: &AtomicBool| {
            let board = entry.at_position(&text).map_err(LabError::because)?;
            let mut player =
                entry.player(&spec, derive_seed(seed, &[nth as u64])).map_err(LabError::because)?;
            let mut values: Vec<(u32, i32)> = Vec::new();
            let request = Request { limits: limits(depth, 3_000_000, 0), lines: 1, stop };
            player.choose(board.as_ref(), request, &mut |thought| {
                if let Some(score) = thought.lines.first().and_then(|line| line.score) {
                    values.retain(|(d, _)| *d != thought.depth);
                    values.push((thought.depth, score.raw()));
                }
            });
            Ok(values)
        };
        (format!("position {}", nth + 1), work)
    });
    Ok(Design::new(cells.collect(), method, |all: &[Vec<(u32, i32)>]| show_re_searches(all)))
}

fn show_re_searches(all: &[Vec<(u32, i32)>]) -> Findings {
    let deepest = all.iter().flatten().map(|(d, _)| *d).max().unwrap_or(0);
    let mut headings = vec!["depth".to_string(), "iterations".to_string()];
    headings
        .extend(SETUPS.map(|(delta, offset, _)| format!("{}: re-searches %", setup_label(delta, offset))));
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = Table::new(&headings);
    let mut curves = SETUPS.map(|(delta, offset, _)| Series::ours(setup_label(delta, offset), Vec::new()));
    for depth in 1..=deepest {
        let steps: Vec<(Option<i32>, i32)> = all
            .iter()
            .filter_map(|values| {
                let value = values.iter().find(|(d, _)| *d == depth)?.1;
                Some((values.iter().find(|(d, _)| *d + 1 == depth).map(|(_, v)| *v), value))
            })
            .collect();
        let mut row = vec![Entry::count(u64::from(depth)), Entry::count(steps.len() as u64)];
        for (curve, (delta, offset, _)) in curves.iter_mut().zip(SETUPS) {
            let missed: Vec<f64> = steps
                .iter()
                .map(|&(last, value)| if misses(last, depth - 1, value, delta, offset) { 100.0 } else { 0.0 })
                .collect();
            let Some((mean, error)) = crate::kinds::searches::mean_with_error(&missed) else {
                row.push(Entry::Nothing);
                continue;
            };
            row.push(Entry::Estimate(mean, error, 1));
            curve.marks.push(Mark::with_error(f64::from(depth), mean, error));
        }
        table.push(row);
    }
    let plot = Plot::lines(
        "Re-searches of aspiration windows",
        "depth",
        "iterations searched again, per cent",
        curves.into(),
    );
    Findings { table, plot, notes: Vec::new(), games: 0 }
}

/// A cell is a board.
fn small_boards(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    /// Board, winner where the independent program solved it (1 first, -1 second), and its plies.
    const BOARDS: [(&str, i8, u32); 14] = [
        ("4x4", 1, 1),
        ("8x4", 1, 1),
        ("3x5", 1, 7),
        ("4x5", 1, 5),
        ("5x5", 1, 5),
        ("6x5", 1, 5),
        ("7x5", 1, 5),
        ("8x5", 1, 5),
        ("3x6", -1, 14),
        ("4x6", 1, 13),
        ("3x7", 0, 0),
        ("3x8", 1, 0),
        ("5x6", 1, 0),
        ("6x6", 1, 0),
    ];
    let nodes = conditions.scale.pick(4_000_000_u64, 2_000_000_000);
    let seed = conditions.seed;
    let cells = BOARDS.map(|(board, ..)| {
        let work = move |stop: &AtomicBool| {
            let start = entry.start(board).map_err(LabError::because)?;
            let mut player = entry.player("dfpns", seed).map_err(LabError::because)?;
            let request = Request { limits: limits(0, nodes, 0), lines: 1, stop };
            let thought = player.choose(start.as_ref(), request, &mut |_| ());
            let result: i8 = match thought.verdict {
                Verdict::Win => 1,
                Verdict::Loss => -1,
                Verdict::Draw | Verdict::Unknown => 0,
            };
            Ok((result, thought.nodes, thought.time.as_millis() as u64))
        };
        (board.to_string(), work)
    });
    let method =
        vec![format!("df-pn with our best settings from the start of each board, at most {nodes} nodes.")];
    Ok(Design::new(cells.into(), method, |all: &[(i8, u64, u64)]| {
        let words = |result: i8| match result {
            1 => "first wins",
            -1 => "second wins",
            _ => "not decided",
        };
        let mut table = Table::new(&["board", "ours", "nodes", "~ms", "independent program", "plies there"]);
        let mut marks = Vec::new();
        for (nth, ((board, known, plies), (result, nodes, ms))) in BOARDS.iter().zip(all).enumerate() {
            table.push(vec![
                Entry::words(*board),
                Entry::words(words(*result)),
                Entry::count(*nodes),
                Entry::count(*ms),
                Entry::words(words(*known)),
                if *plies > 0 { Entry::count(u64::from(*plies)) } else { Entry::Nothing },
            ]);
            marks.push(Mark::at(nth as f64, (*nodes).max(1) as f64));
        }
        let wrong = BOARDS.iter().zip(all).filter(|((_, known, _), (ours, ..))| *known * *ours < 0).count();
        let labels = BOARDS.iter().map(|(board, ..)| board.to_string());
        let series = vec![Series::ours("df-pn", marks)];
        let plot =
            Plot::bars("Small boards of KnightThrough", "board", "nodes", labels, series).log(false, true);
        let notes = vec![format!("Boards on which we differ from the independent program: {wrong}.")];
        Findings { table, plot, notes, games: 0 }
    }))
}
