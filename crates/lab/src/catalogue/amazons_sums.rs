//! The Amazons, games on sums: tables 4.5 to 4.7 (Zhang 2015).

use super::Listing;
use crate::{
    Bound, Conditions, Design, Evidence, Findings, LabError, Part, Test,
    experiment::Rounds,
    hypothesis::Claim,
    kinds::{
        searches::{mean_with_error, share_mark},
        sums::{Boards, Opponent, Scores, Temperatures, play},
    },
    show::{Mark, Plot, Series, Table, Value},
};
use cgt::temperature::TemperatureConfig;
use std::sync::atomic::AtomicBool;

/// Boards, their side, and what the thesis prints: mean score, its deviation, per cent of wins.
type Printed = (usize, u32, [f64; 3]);

const AGAINST_ARROW: [Printed; 9] = [
    (2, 4, [-2.20, 6.06, 44.0]),
    (2, 5, [-1.62, 8.95, 52.3]),
    (2, 6, [0.58, 11.8, 57.3]),
    (4, 4, [-2.60, 8.49, 49.3]),
    (4, 5, [2.54, 12.3, 58.6]),
    (4, 6, [25.4, 19.7, 77.5]),
    (6, 4, [-1.58, 10.1, 50.1]),
    (6, 5, [16.4, 16.9, 72.8]),
    (6, 6, [53.9, 25.4, 86.8]),
];
const AGAINST_TDS: [Printed; 9] = [
    (2, 4, [9.77, 5.53, 82.5]),
    (2, 5, [22.2, 9.26, 88.2]),
    (2, 6, [43.2, 13.5, 91.4]),
    (4, 4, [19.7, 7.59, 90.0]),
    (4, 5, [39.7, 12.2, 94.7]),
    (4, 6, [61.1, 16.2, 97.7]),
    (6, 4, [29.9, 9.85, 93.3]),
    (6, 5, [50.7, 15.5, 96.7]),
    (6, 6, [76.6, 21.6, 98.8]),
];
/// By seconds, for two, four and six boards.
const AGAINST_DATABASE: [(u64, [[f64; 3]; 3]); 5] = [
    (1, [[-2.86, 4.99, 35.64], [-8.17, 7.75, 27.04], [-15.95, 8.61, 15.46]]),
    (3, [[-1.51, 5.81, 42.93], [-7.01, 7.84, 30.89], [-12.30, 9.29, 23.33]]),
    (10, [[-1.19, 6.02, 44.63], [-6.43, 7.51, 29.22], [-7.82, 9.77, 29.46]]),
    (30, [[-1.16, 5.59, 46.09], [-3.58, 7.79, 40.27], [-5.62, 9.18, 35.43]]),
    (100, [[-1.13, 6.01, 46.29], [-3.76, 7.42, 38.14], [-5.69, 9.37, 33.87]]),
];

pub(super) const EXPERIMENTS: &[Listing] = &[
    ("amazons-table-4.5", against_arrow),
    ("amazons-table-4.6", against_tds),
    ("amazons-table-4.7", against_database),
];

/// Temperature search with these settings.
fn searching(settings: &str, boards: Boards, nodes: u64) -> Result<Temperatures, LabError> {
    // Exact steps are for games of at most 20 moves; larger boards get the finest step that a budget could reach.
    let step = if boards.side > 5 { ",finest=8" } else { "" };
    let config = TemperatureConfig::read(&format!("{settings},tt=1M{step}")).map_err(LabError::cell)?;
    Ok(Temperatures::Searched(config, nodes))
}

/// A match on sums.
#[derive(Clone)]
struct Row {
    label: String,
    series: String,
    /// Our place on the x axis, and the thesis's.
    at: [f64; 2],
    boards: Boards,
    first: Temperatures,
    second: Opponent,
    /// What the thesis prints, unless the row is only ours.
    printed: Option<[f64; 3]>,
}

impl Row {
    /// A row named after its boards, whose number is the x axis.
    fn new(boards: Boards, first: Temperatures, second: Opponent, printed: [f64; 3]) -> Row {
        let Boards { many, side } = boards;
        let (label, series) = (format!("{many} boards of {side}x{side}"), format!("{side}x{side}"));
        Row { label, series, at: [many as f64; 2], boards, first, second, printed: Some(printed) }
    }
}

/// Adds: the mean score of a match is there.
fn scoring(claim: Claim<Scores>, row: &Row, statement: String, bound: Bound) -> Claim<Scores> {
    let printed = row.printed.map_or(String::new(), |[mean, deviation, won]| {
        format!("{mean} with a deviation of {deviation}, {won} % won")
    });
    claim.part(Part::new(statement, printed, Test::Mean(bound)), &[&row.label], |groups| {
        Evidence::Numbers(groups[0].iter().map(mean_score).collect())
    })
}

/// The two games of a sum are not independent, so a sum counts once.
fn mean_score(scores: &Scores) -> f64 {
    f64::from(scores.0[0] + scores.0[1]) / 2.0
}

fn against_arrow(conditions: &Conditions) -> Result<Design, LabError> {
    let (sums, local, whole) =
        conditions.scale.sizes((2, 40, 400), (12, 200, 2_000), (200, 100_000, 3_000_000));
    let mut rows = Vec::new();
    for (many, side, printed) in AGAINST_ARROW {
        let boards = Boards { many, side };
        let second = Opponent::WholeBoard("alphabeta:tt=16M", whole);
        rows.push(Row::new(boards, searching("best", boards, local)?, second, printed));
    }
    // One sum of the table again, with one suspected cause of a difference switched each.
    let boards = Boards { many: 6, side: 5 };
    let causes = [
        ("hotstrat with 20 times the nodes", 20 * local, "alphabeta:tt=16M", whole),
        ("the search with a tenth of the nodes", local, "alphabeta:tt=16M", whole / 10),
        ("the search with a hundredth of the nodes", local, "alphabeta:tt=16M", whole / 100),
        ("a plain search that counts moves", local, "alphabeta:plain,id,tt=16M,eval=mobility", whole),
    ];
    let printed_rows = rows.len();
    for (words, local, spec, whole) in causes.into_iter().filter(|_| conditions.scale.is_reduced()) {
        let second = Opponent::WholeBoard(spec, whole);
        let row = Row::new(boards, searching("best", boards, local)?, second, [0.0; 3]);
        let (label, series) = (format!("{}, {words}", row.label), format!("{}, {words}", row.series));
        rows.push(Row { label, series, printed: None, ..row });
    }
    let method = vec![
        format!(
            "Hotstrat searches each component with {local} nodes; our best alpha-beta, in place of Arrow, searches all boards together as one game and has {whole} nodes a turn (the thesis: 10 s each)."
        ),
        "Rows with a remark are not the thesis's: they repeat one sum with more nodes for hotstrat, or with a weaker search.".into(),
    ];
    let mut claim = Claim::new(
        "Hotstrat with TDS+ gains on a search of the whole board with the number and the size of the boards: it wins large sums and is no better in small ones.",
    );
    for row in &rows[..printed_rows] {
        claim = match (row.boards.many, row.boards.side) {
            // The thesis' scores here are within a tenth of their deviation of zero.
            (2, 5 | 6) => continue,
            (_, 4) => {
                scoring(claim, row, format!("Hotstrat does not win on {}.", row.label), Bound::AtMost(0.0))
            }
            _ => scoring(claim, row, format!("Hotstrat wins on {}.", row.label), Bound::AtLeast(0.0)),
        };
    }
    games(conditions, "Hotstrat against the whole board", "boards", rows, claim, sums, method)
}

fn against_tds(conditions: &Conditions) -> Result<Design, LabError> {
    let (sums, most_boards, most_side) = conditions.scale.sizes((6, 4, 5), (30, 6, 5), (200, 6, 6));
    let nodes = conditions.scale.sizes(400, 1_000, 100_000);
    let mut rows = Vec::new();
    for (many, side, printed) in AGAINST_TDS {
        if many <= most_boards && side <= most_side {
            let boards = Boards { many, side };
            let (first, second) =
                (searching("best", boards, nodes)?, searching("plain,deepen=plies", boards, nodes)?);
            rows.push(Row::new(boards, first, Opponent::Hotstrat(second), printed));
        }
    }
    let method = format!("Both search each component with {nodes} nodes (the thesis: 10 s a move).");
    let mut claim = Claim::new("Hotstrat plays much better with TDS+ than with TDS, in sums of every size.");
    for row in &rows {
        let statement = format!("TDS+ has a positive mean score on {}.", row.label);
        claim = scoring(claim, row, statement, Bound::AtLeast(0.0));
    }
    games(conditions, "TDS+ against TDS in sums", "boards", rows, claim, sums, vec![method])
}

fn against_database(conditions: &Conditions) -> Result<Design, LabError> {
    let few = [60, 200, 600, 2_000, 6_000];
    let (sums, nodes) =
        conditions.scale.sizes((6, few), (40, few), (200, [10_000, 30_000, 100_000, 300_000, 1_000_000]));
    let mut rows = Vec::new();
    let smallest = nodes[0];
    for ((seconds, printed), nodes) in AGAINST_DATABASE.into_iter().zip(nodes) {
        for (many, printed) in [2, 4, 6].into_iter().zip(printed) {
            let boards = Boards { many, side: 4 };
            let first = searching("best", boards, nodes)?;
            rows.push(Row {
                label: format!("{many} boards, {nodes} nodes (thesis: {seconds} s)"),
                series: format!("{many} boards of 4x4"),
                at: [nodes as f64 / smallest as f64, seconds as f64],
                ..Row::new(boards, first, Opponent::Hotstrat(Temperatures::Exact), printed)
            });
        }
    }
    let method = "Exact temperatures are computed, as the thesis takes them from a database.";
    let title = "TDS+ against exact temperatures";
    // One unit for both: the budget in multiples of the smallest.
    let x = "budget relative to the smallest (nodes here, seconds in the thesis)";
    let mut claim = Claim::new(
        "Hotstrat is weaker with TDS+ than with exact temperatures, and the difference shrinks as TDS+ gets more time.",
    );
    let (first, last) = (&rows[..3], &rows[rows.len() - 3..]);
    for row in first {
        let statement = format!("TDS+ has a negative mean score on {}.", row.label);
        claim = scoring(claim, row, statement, Bound::AtMost(0.0));
    }
    for (short, long) in first.iter().zip(last) {
        let mean = |row: &Row| row.printed.map_or(0.0, |printed| printed[0]);
        let printed = format!("{} in 1 s, {} in 100 s", mean(short), mean(long));
        let statement = format!(
            "On {} boards its mean score is higher with the most nodes than with the fewest.",
            short.boards.many
        );
        let part = Part::new(statement, printed, Test::Mean(Bound::AtLeast(0.0)));
        claim = claim.part(part, &[&long.label, &short.label], |groups| {
            let pairs = groups[0].iter().zip(groups[1]);
            Evidence::Numbers(pairs.map(|(long, short)| mean_score(long) - mean_score(short)).collect())
        });
    }
    games(conditions, title, x, rows, claim, sums, vec![method.into()])
}

/// A cell is a sum, played twice.
fn games(
    conditions: &Conditions,
    title: &'static str,
    x: &'static str,
    rows: Vec<Row>,
    claim: Claim<Scores>,
    sums: u64,
    mut method: Vec<String>,
) -> Result<Design, LabError> {
    let seed = conditions.seed;
    let mut groups = Vec::new();
    for row in &rows {
        let mut cells = Vec::new();
        for nth in 0..sums {
            let row = row.clone();
            let id = format!("{}, sum {}", row.label, nth + 1);
            let work = move |stop: &AtomicBool| play(row.boards, seed, nth, &row.first, &row.second, stop);
            cells.push((id, work));
        }
        groups.push((row.label.clone(), cells));
    }
    method.push("Each board has one amazon each and three burnt squares at random places; each sum is played twice, colours changed.".into());
    method.push("Wins are counted among games whose score is not zero, as in the thesis.".into());
    Design::grouped(groups, Rounds::Each(6), Some(claim), method, move |all: &[Vec<Scores>]| {
        show(all, &rows, title, x)
    })
}

fn show(all: &[Vec<Scores>], rows: &[Row], title: &str, x: &str) -> Findings {
    let mut table = Table::new(
        "sum | games | mean score | deviation | won % | Zhang: mean score | Zhang: deviation | Zhang: won %",
    );
    let (mut series, mut theirs): (Vec<Series>, Vec<Series>) = (Vec::new(), Vec::new());
    for (row, these) in rows.iter().zip(all) {
        let scores: Vec<f64> = these.iter().flat_map(|s| s.0).map(f64::from).collect();
        let by_sum: Vec<f64> = these.iter().map(mean_score).collect();
        let mean = mean_with_error(&by_sum);
        let (average, many) = (mean.map_or(0.0, |m| m.0), scores.len().max(1) as f64);
        let deviation = (scores.iter().map(|s| (s - average).powi(2)).sum::<f64>() / many).sqrt();
        let decided: Vec<f64> =
            scores.iter().filter(|s| **s != 0.0).map(|s| if *s > 0.0 { 100.0 } else { 0.0 }).collect();
        let won = mean_with_error(&decided);
        table.push(vec![
            Value::text(row.label.clone()),
            Value::count(scores.len() as u64),
            Value::estimate(mean, 2),
            Value::Number(deviation, 2),
            Value::estimate(won, 1),
            Value::maybe(row.printed.map(|printed| printed[0]), 2),
            Value::maybe(row.printed.map(|printed| printed[1]), 2),
            Value::maybe(row.printed.map(|printed| printed[2]), 1),
        ]);
        let wins = decided.iter().filter(|won| **won > 0.0).count() as u64;
        if let Some(mark) = share_mark(row.at[0], wins, decided.len() as u64) {
            Series::add(&mut series, Series::ours(row.series.clone(), vec![mark]));
        }
        if let Some([.., won]) = row.printed {
            Series::add(&mut theirs, Series::source(row.series.clone(), vec![Mark::at(row.at[1], won)]));
        }
    }
    series.extend(theirs);
    let plot = Plot::lines(title, x, "won in per cent", series).with_base(50.0).log(x != "boards", false);
    let plot = plot.percent();
    Findings { table, plot, notes: Vec::new(), games: 2 * all.iter().map(Vec::len).sum::<usize>() as u64 }
}
