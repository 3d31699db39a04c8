//! Scores, verdicts and large numbers in words for people.

use game::{Score, Side, Verdict};
use players::{Board, SearchInfo};

/// The name of a side, such as White.
pub(crate) fn side(board: &dyn Board, side: Side) -> &'static str {
    let [first, second] = board.sides();
    match side {
        Side::First => first,
        Side::Second => second,
    }
}

/// `win`, `loss`, `draw` or `unknown`, as in the JSON output.
pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
        Verdict::Unknown => "unknown",
    }
}

/// A score for people: `+35`, `win in 5`, or `win in at most 9` where the length is not known to be the shortest.
pub(crate) fn score(score: Option<Score>, length: Option<u32>) -> String {
    let Some(score) = score else { return "–".into() };
    match score.distance() {
        None => format!("{:+}", score.raw()),
        Some(actions) => {
            let what = if score.is_win() { "win" } else { "loss" };
            match length {
                Some(length) => format!("{what} in {length}"),
                None => format!("{what} in at most {actions}"),
            }
        }
    }
}

/// A number with a unit that keeps it short: `15.9M`.
pub(crate) fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.1}G", number as f64 / 1e9),
    }
}

/// Nodes per second; 0 when no time has passed.
pub(crate) fn per_second(info: &SearchInfo) -> u64 {
    let seconds = info.time.as_secs_f64();
    if seconds > 0.0 { (info.nodes as f64 / seconds) as u64 } else { 0 }
}
