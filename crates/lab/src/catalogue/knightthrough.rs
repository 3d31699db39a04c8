//! KnightThrough: aspiration, the enhanced evaluation, future work and small boards (Soemers 2014).

use super::{Listing, game};
use crate::{
    Conditions, Design, Findings, LabError,
    experiment::Rounds,
    hypothesis::{Bound, Claim, Evidence, Part, Test},
    kinds::{
        matches::{Matches, Pair, Pairing, Show},
        searches::{Measured, Searches, Variant, limits, mean_with_error, player_probe, share_mark},
    },
    positions,
    show::{Mark, Plot, Series, Table, Value},
};
use ::game::Score;
use arena::TimeControl;
use players::{Milliseconds, Request, derive_seed};
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

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("knightthrough-aspiration", re_searches),
    ("knightthrough-aspiration-nodes", aspiration_nodes),
    ("knightthrough-aspiration-games", aspiration_games),
    ("knightthrough-controlled-depth", |conditions| {
        let depths: &[u32] = conditions.scale.sizes(&[2, 3, 4], &[3, 4, 5], &[3, 4, 5, 6, 7]);
        let controls = depths.iter().map(|&d| (f64::from(d), TimeControl::Depth(d))).collect();
        controlled(conditions, controls, "depth", "won", |pairings| {
            let claim = "At equal depth the evaluation with controlledProgression beats the simpler one.";
            Claim::new(claim).wins_together(
                "It wins at all depths taken together.",
                "won",
                pairings,
                [0.0, 30.0],
            )
        })
    }),
    ("knightthrough-controlled-time", |conditions| {
        let times = conditions.scale.pick([5, 10, 20], [100, 1000, 30_000]);
        let controls = times.map(|ms| (ms as f64, TimeControl::PerTurn(Milliseconds(ms))));
        controlled(conditions, controls.into(), "milliseconds a turn", "did not win", |pairings| {
            Claim::new("At equal time the evaluation with controlledProgression does not beat the simpler one.")
                .loses("The simpler evaluation is at least as strong at all times taken together.", "did not win", pairings, [-30.0, 0.0])
                .why("The report's own explanation was the cost of the feature, which it expected bitboards to remove. They do: in the table both sides reach the same depth in the same time, so that what wins at equal depth (knightthrough-controlled-depth) wins at equal time too.")
        })
    }),
    ("knightthrough-future-work", future_work),
    ("knightthrough-enhancements", enhancements),
    ("knightthrough-small-boards", small_boards),
];

fn setup_label(delta: i32, offset: i32) -> String {
    if offset == 0 { format!("±{delta}") } else { format!("±{delta} around ±{offset}") }
}

fn setup_spec(delta: i32, offset: i32) -> String {
    format!("{DEEPENING},aspiration={delta},aspiration-offset={offset}")
}

fn aspiration_nodes(conditions: &Conditions) -> Result<Design, LabError> {
    let mut rows = vec![("plain iterative deepening".to_string(), DEEPENING.to_string())];
    rows.extend(SETUPS.map(|(delta, offset, _)| (setup_label(delta, offset), setup_spec(delta, offset))));
    let bare = ",-tt,-tt-move,-tt-deeper";
    rows.push(("plain, no table".into(), format!("{DEEPENING}{bare}")));
    rows.push(("±136, no table".into(), format!("{}{bare}", setup_spec(136, 0))));
    let base = "plain iterative deepening";
    let claim = Claim::new("To a depth, ±136 takes more nodes than plain iterative deepening; ±171, and ±100 around ±141, take fewer.")
        .ratio("±136 takes more nodes than no window.", "searched less deep, and lost", ["±136", base], Bound::AtLeast(1.0))
        .ratio("±171 takes fewer nodes than no window.", "won", ["±171", base], Bound::AtMost(1.0))
        .ratio("±100 around ±141 takes fewer nodes than no window.", "won", ["±100 around ±141", base], Bound::AtMost(1.0))
        .why("The table makes the difference. Without one, ±136 takes 1.15 times the nodes of no window (the last two rows: 98.9 against 85.7 million on 60 positions), as the report says. With one, which answers most of a re-search, it takes 0.97 times.");
    nodes_to_depth(conditions, "Nodes with aspiration windows", "set-up", rows, claim)
}

fn aspiration_games(conditions: &Conditions) -> Result<Design, LabError> {
    let rows = SETUPS
        .map(|(delta, offset, words)| (setup_label(delta, offset), setup_spec(delta, offset), Some(words)));
    let second = ("iterative deepening", DEEPENING.to_string());
    let claim = Claim::new("With ±136 plain iterative deepening wins; with ±171, and with ±100 around ±141, aspiration wins.")
        .loses("Iterative deepening beats ±136.", "it won", &["±136 vs iterative deepening"], [0.0, 40.0])
        .wins("±171 beats iterative deepening.", "it won", "±171 vs iterative deepening", [0.0, 40.0])
        .wins("±100 around ±141 beats iterative deepening.", "it won", "±100 around ±141 vs iterative deepening", [0.0, 40.0])
        .why("The cause is not known. It is not the table: without one, ±136 scores 54.3 % of 400 games against no window, with one 55.5 % (`quadrille match knightthrough alphabeta:plain,eval=report,id,aspiration=136 alphabeta:plain,eval=report,id --games 400 --nodes 15000 --seed 2`, and the same with the table of this experiment). The report does not say how many games it played, nor how deep it searched in 30 s.");
    against_one(conditions, "Aspiration against iterative deepening", rows.into(), second, 30_000, claim)
}

fn future_work(conditions: &Conditions) -> Result<Design, LabError> {
    let engine = format!("{DEEPENING},killers=2,aspiration=100,aspiration-offset=141,lost=previous");
    let rows = [
        ("PVS in place of aspiration", format!("{DEEPENING},killers=2,pvs,lost=previous")),
        ("multi-cut added", format!("{engine},multicut=3")),
        ("PVS and multi-cut", format!("{DEEPENING},killers=2,pvs,multicut=3,lost=previous")),
        ("our best", "best:tt=16M".to_string()),
    ];
    let rows = rows.map(|(label, spec)| (label.to_string(), spec, None));
    let claim = Claim::new("Principal variation search in place of aspiration, and multi-cut, make the report's engine stronger.")
        .wins("With PVS in place of aspiration it is stronger.", "expected, untested", "PVS in place of aspiration vs Ser Prunes-a-Lot", [0.0, 30.0])
        .wins("With multi-cut it is stronger.", "expected, untested", "multi-cut added vs Ser Prunes-a-Lot", [0.0, 30.0])
        .why("The report only proposes both. PVS saves an eighth of the nodes to depth 7 (knightthrough-enhancements: 0.88), too little for the 30 Elo tested here. Multi-cut saves half of them (0.51) and yet gains nothing at equal nodes, so what it overlooks costs as much as it saves.");
    against_one(
        conditions,
        "Future work of the report",
        rows.into(),
        ("Ser Prunes-a-Lot", engine),
        1000,
        claim,
    )
}

/// Players against one and the same: label, spec and what the report says of the result.
fn against_one(
    conditions: &Conditions,
    title: &str,
    rows: Vec<(String, String, Option<&'static str>)>,
    second: (&str, String),
    milliseconds: u64,
    claim: Claim<Pair>,
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let time = TimeControl::PerTurn(Milliseconds(milliseconds));
    let (pairs, control) = conditions.scale.sizes(
        (10, TimeControl::Nodes(4_000)),
        (300, TimeControl::Nodes(15_000)),
        (200, time),
    );
    let pairings = rows.into_iter().map(|(label, spec, printed_words)| {
        let players = [(label.as_str(), spec), second.clone()];
        Pairing { printed_words, ..Pairing::new(entry, "", players, control, pairs) }
    });
    let mut method = vec!["Openings of four random turns.".into()];
    if conditions.scale.is_reduced() {
        method.push("Equal nodes stand for equal time: nodes of both sides cost the same, see the columns of milliseconds.".into());
    }
    let matches = Matches::new(title, conditions.seed, pairings.collect(), method);
    Matches { claim: Some(claim), ..matches }.design()
}

fn controlled(
    conditions: &Conditions,
    controls: Vec<(f64, TimeControl)>,
    x: &'static str,
    words: &'static str,
    claim: impl Fn(&[&str]) -> Claim<Pair>,
) -> Result<Design, LabError> {
    let (entry, pairs) = (game(GAME)?, conditions.scale.sizes(10, 200, 200));
    let with = |evaluation: &str| format!("{DEEPENING},killers=2,eval={evaluation}");
    let pairings = controls.into_iter().map(|(at, control)| {
        let label = format!("controlled at {control}");
        let players = [(label.as_str(), with("controlled")), ("report", with("report"))];
        let pairing = Pairing::new(entry, "", players, control, pairs).at("controlled against report", at);
        Pairing { printed_words: Some(words), ..pairing }
    });
    let pairings: Vec<Pairing> = pairings.collect();
    let labels: Vec<String> = pairings.iter().map(Pairing::label).collect();
    let claim = Some(claim(&labels.iter().map(String::as_str).collect::<Vec<_>>()));
    let method = "Openings of four random turns; the report's engine with killers on both sides.";
    let title = "controlledProgression against the simpler evaluation";
    let matches = Matches::new(title, conditions.seed, pairings, vec![method.into()]);
    Matches { show: Show::Score, x, log_x: true, claim, ..matches }.design()
}

fn enhancements(conditions: &Conditions) -> Result<Design, LabError> {
    let engine = format!("{DEEPENING},killers=2,aspiration=100,aspiration-offset=141");
    let rows = [
        ("the report's engine", ""),
        ("without table", ",-tt,-tt-move,-tt-deeper"),
        ("without the table's move first", ",-tt-move"),
        ("without killers", ",-killers"),
        ("without aspiration", ",-aspiration,-aspiration-offset"),
        ("without deepening", ",-id"),
        ("with one killer", ",killers=1"),
        ("without table and killers", ",-tt,-tt-move,-tt-deeper,-killers"),
        ("with hints, without killers", ",hints,-killers"),
        ("with PVS", ",pvs"),
        ("with history", ",history"),
        ("with ordering hints", ",hints"),
        ("with multi-cut", ",multicut=3"),
    ];
    let mut rows = rows.map(|(label, more)| (label.to_string(), format!("{engine}{more}"))).to_vec();
    rows.push(("our best".into(), "alphabeta".into()));
    let all = "the report's engine";
    let claim = Claim::new("Every enhancement of the report reduces the search: table, table move, killers and aspiration.")
        .ratio("Without the table it takes more nodes.", "expected, no figure", ["without table", all], Bound::AtLeast(1.0))
        .ratio("Without the table's move first it takes more nodes.", "expected, no figure", ["without the table's move first", all], Bound::AtLeast(1.0))
        .ratio("Without killers it takes more nodes.", "expected, no figure", ["without killers", all], Bound::AtLeast(1.0))
        .ratio("Without aspiration it takes more nodes.", "expected, no figure", ["without aspiration", all], Bound::AtLeast(1.0))
        .why("The report measured none of them alone. Killers are tried before the captures and the moves nearest to the goal that its generator puts first; in this game that order is the better one, and our best settings leave killers out.");
    nodes_to_depth(conditions, "Enhancements of KnightThrough", "engine", rows, claim)
}

/// Positions: the bench's and some from the middle of games between weak players.
fn some_positions(conditions: &Conditions, many: usize) -> Result<Vec<String>, LabError> {
    let entry = game(GAME)?;
    let mut texts: Vec<String> = entry.info().bench.iter().map(|(text, _)| text.to_string()).collect();
    texts.extend(positions::near_the_end(entry, "", conditions.seed, many, 14)?);
    Ok(texts)
}

fn nodes_to_depth(
    conditions: &Conditions,
    title: &str,
    what: &'static str,
    rows: Vec<(String, String)>,
    claim: Claim<Measured>,
) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let (depth, most) = conditions.scale.sizes((6, 1_000_000), (7, 10_000_000), (9, 0));
    let positions = some_positions(conditions, conditions.scale.sizes(6, 116, 60))?;
    let method = vec![format!(
        "{} positions, four of the bench and others 14 turns before the end of games between weak players, to depth {depth}.",
        positions.len()
    )];
    let variants =
        rows.into_iter().map(|(label, spec)| Variant::player(entry, label, &spec, limits(depth, most, 0)));
    let variants = variants.collect::<Result<_, _>>()?;
    let searches = Searches::new(title, what, conditions.seed, positions, variants, method);
    Searches { claim: Some(claim), ..searches }.design()
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

/// The values of all iterations of a search, with their depths.
type Values = Vec<(u32, i32)>;

/// How often a window misses at these depths, in per cent. Iterations that find the end of the game are left out.
fn missed(values: &Values, depths: std::ops::RangeInclusive<u32>, [delta, offset]: [i32; 2]) -> Option<f64> {
    let at = |depth: u32| values.iter().find(|(d, _)| *d == depth).map(|(_, value)| *value);
    let steps = depths.filter_map(|depth| Some((depth, at(depth)?)));
    let misses: Vec<bool> = steps
        .filter(|(_, value)| !Score::from_raw(*value).is_decided())
        .map(|(depth, value)| misses(at(depth - 1), depth - 1, value, delta, offset))
        .collect();
    let many = misses.iter().filter(|missed| **missed).count() as f64;
    (!misses.is_empty()).then(|| 100.0 * many / misses.len() as f64)
}

fn re_search_claim() -> Claim<Values> {
    let [first, second, third] = SETUPS.map(|(delta, offset, _)| [delta, offset]);
    let numbers = |groups: &[&[Values]], of: &dyn Fn(&Values) -> Option<f64>| {
        Evidence::Numbers(groups[0].iter().filter_map(of).collect())
    };
    let often = "±136 needs a re-search in at least a fifth of the iterations at depths 4 to 7, in per cent.";
    let fewer = "There ±171 needs fewer, by at least 5 percentage points.";
    let few =
        "±100 around ±141 needs one in at most a fifth of the iterations at depths 2 to 7, in per cent.";
    Claim::new("±136 often needs a re-search at depths 4 to 7, ±171 noticeably less often; ±100 around ±141 seldom needs one after depth 1.")
        .part(Part::new(often, "often", Test::Mean(Bound::AtLeast(20.0))), &[], move |groups| {
            numbers(groups, &|values| missed(values, 4..=7, first))
        })
        .part(Part::new(fewer, "noticeably", Test::Mean(Bound::AtLeast(5.0))), &[], move |groups| {
            numbers(groups, &|values| Some(missed(values, 4..=7, first)? - missed(values, 4..=7, second)?))
        })
        .part(Part::new(few, "low", Test::Mean(Bound::AtMost(20.0))), &[], move |groups| {
            numbers(groups, &|values| missed(values, 2..=7, third))
        })
}

/// A cell is a position: the values of all iterations, from which each window's misses follow.
fn re_searches(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let depth = conditions.scale.sizes(7_u32, 8, 10);
    let texts = some_positions(conditions, conditions.scale.sizes(16, 96, 200))?;
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
            let board = entry.at_position(&text).map_err(LabError::cell)?;
            let mut player = entry.player(&spec, derive_seed(seed, &[nth as u64])).map_err(LabError::cell)?;
            let mut values: Values = Vec::new();
            let request = Request::new(limits(depth, 3_000_000, 0), stop);
            player.choose_turn(board.as_ref(), request, &mut |info| {
                if let Some(score) = info.lines.first().and_then(|line| line.score) {
                    values.retain(|(d, _)| *d != info.depth);
                    values.push((info.depth, score.raw()));
                }
            });
            Ok(values)
        };
        (format!("position {}", nth + 1), work)
    });
    let groups = vec![("positions".to_string(), cells.collect())];
    Design::grouped(groups, Rounds::Each(10), Some(re_search_claim()), method, |all: &[Vec<Values>]| {
        show_re_searches(&all[0])
    })
}

fn show_re_searches(all: &[Values]) -> Findings {
    let deepest = all.iter().flatten().map(|(d, _)| *d).max().unwrap_or(0);
    let headings = SETUPS.map(|(delta, offset, _)| format!("{}: re-searches %", setup_label(delta, offset)));
    let mut table = Table::new(&format!("depth | iterations | {}", headings.join(" | ")));
    let mut curves = SETUPS.map(|(delta, offset, _)| Series::ours(setup_label(delta, offset), Vec::new()));
    for depth in 1..=deepest {
        let steps: Vec<(Option<i32>, i32)> = all
            .iter()
            .filter_map(|values| {
                let value = values.iter().find(|(d, _)| *d == depth)?.1;
                Some((values.iter().find(|(d, _)| *d + 1 == depth).map(|(_, v)| *v), value))
            })
            .collect();
        let mut row = vec![Value::count(u64::from(depth)), Value::count(steps.len() as u64)];
        for (curve, (delta, offset, _)) in curves.iter_mut().zip(SETUPS) {
            let missed: Vec<f64> = steps
                .iter()
                .map(|&(last, value)| if misses(last, depth - 1, value, delta, offset) { 100.0 } else { 0.0 })
                .collect();
            let Some((mean, error)) = mean_with_error(&missed) else {
                row.push(Value::Nothing);
                continue;
            };
            row.push(Value::Estimate(mean, error, 1));
            let again = missed.iter().filter(|share| **share > 0.0).count() as u64;
            curve.marks.extend(share_mark(f64::from(depth), again, missed.len() as u64));
        }
        table.push(row);
    }
    let plot = Plot::lines(
        "Re-searches of aspiration windows",
        "depth",
        "iterations searched again, per cent",
        curves.into(),
    );
    Findings { table, plot: plot.percent(), notes: Vec::new(), games: 0 }
}

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

/// A cell is a board.
fn small_boards(conditions: &Conditions) -> Result<Design, LabError> {
    let entry = game(GAME)?;
    let nodes = conditions.scale.sizes(4_000_000_u64, 20_000_000, 2_000_000_000);
    let seed = conditions.seed;
    let probe = player_probe(entry, "dfpns", limits(0, nodes, 0))?;
    let cells = BOARDS.map(|(board, ..)| {
        let probe = probe.clone();
        let work = move |stop: &AtomicBool| {
            let start = entry.start(board).map_err(LabError::cell)?.position_text();
            probe(&start, seed, stop)
        };
        (board.to_string(), work)
    });
    let method =
        vec![format!("df-pn with our best settings from the start of each board, at most {nodes} nodes.")];
    let known = BOARDS.iter().filter(|(_, known, _)| *known != 0).count();
    let test = Test::Exact { expected: format!("{known} of {known} boards") };
    let part = Part::new(
        "Both have the same winner on every board that was solved there.",
        format!("{known} boards"),
        test,
    );
    let claim = Claim::new("The winners of the small boards are those that an independent program found.")
        .part(part, &[], |groups: &[&[Measured]]| {
            let both = || BOARDS.iter().zip(groups[0]).filter(|((_, known, _), _)| *known != 0);
            let alike = both().filter(|((_, known, _), ours)| *known == ours.result).count();
            // A board that ours does not decide says nothing.
            match both().any(|(_, ours)| ours.result == 0) {
                true => Evidence::Nothing,
                false => Evidence::Found(format!("{alike} of {} boards", both().count())),
            }
        });
    let design = Design::new(cells.into(), method, |all: &[Measured]| {
        let words = |result: i8| match result {
            1 => "first wins",
            -1 => "second wins",
            _ => "not decided",
        };
        let mut table = Table::new("board | ours | nodes | ~ms | independent program | plies there");
        let mut marks = Vec::new();
        for (nth, ((board, known, plies), found)) in BOARDS.iter().zip(all).enumerate() {
            let Measured { result, nodes, micros, .. } = found;
            table.push(vec![
                Value::text(*board),
                Value::text(words(*result)),
                Value::count(*nodes),
                Value::count(*micros / 1000),
                Value::text(words(*known)),
                if *plies > 0 { Value::count(u64::from(*plies)) } else { Value::Nothing },
            ]);
            // A board that was not decided needs more nodes than it was given.
            let (x, y) = (nth as f64, (*nodes).max(1) as f64);
            marks.push(if *result == 0 { Mark::at_least(x, y) } else { Mark::at(x, y) });
        }
        let wrong = BOARDS.iter().zip(all).filter(|((_, known, _), ours)| *known * ours.result < 0).count();
        let labels = BOARDS.iter().map(|(board, ..)| board.to_string());
        let series = vec![Series::ours("df-pn", marks)];
        let plot =
            Plot::bars("Small boards of KnightThrough", "board", "nodes", labels, series).log(false, true);
        let notes = vec![format!("Boards on which we differ from the independent program: {wrong}.")];
        Findings { table, plot, notes, games: 0 }
    });
    Ok(design.claiming(claim))
}
