//! The JSON that clients see of boards, scenes, turns and search results.

use crate::error::{ApiError, ApiResult};
use game::{Cells, Gesture, LostPiece, Outcome, Scene, ScenePiece, Score, Side, Turn, Verdict};
use players::{Board, NextAction, PartialTurn, SearchInfo, Variation};
use serde_json::{Value, json};

fn piece(piece: &ScenePiece) -> Value {
    json!({
        "side": piece.side.map(Side::index),
        "kind": piece.kind,
        "height": piece.height,
        "words": piece.words,
    })
}

/// Pieces that left the board, and where.
pub fn lost<'a>(list: impl IntoIterator<Item = &'a LostPiece>) -> Value {
    list.into_iter().map(|lost| json!({ "point": lost.point, "piece": piece(&lost.piece) })).collect()
}

/// The pieces that each side has lost, in order.
pub fn captured(list: &[LostPiece]) -> Value {
    let of_side = |side| list.iter().map(|lost| &lost.piece).filter(move |piece| piece.side == Some(side));
    Side::BOTH.into_iter().map(|side| of_side(side).map(piece).collect::<Value>()).collect()
}

/// Reads the number of a side.
pub fn side(number: u8) -> ApiResult<Side> {
    Side::BOTH.get(usize::from(number)).copied().ok_or_else(|| {
        ApiError::bad(format!("'{number}' is not a side; use 0 for the first, 1 for the second"))
    })
}

/// Adds the fields of one object to another.
pub fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

/// The pieces of a position editor.
pub fn pieces(list: &[ScenePiece]) -> Value {
    list.iter().map(piece).collect()
}

/// Rounds a coordinate to four decimals.
fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// A board as data.
pub fn scene(scene: &Scene) -> Value {
    let points = scene.points.iter().map(|point| {
        json!({
            "name": point.name,
            "x": round(point.x),
            "y": round(point.y),
            "ground": point.ground,
            "piece": point.piece.as_ref().map(piece),
        })
    });
    json!({
        "cells": match scene.cells { Cells::Squares => "squares", Cells::Lines => "lines" },
        "state": scene.state,
        "points": points.collect::<Value>(),
        "lines": scene.lines.iter().map(|[a, b]| json!([round(a.0), round(a.1), round(b.0), round(b.1)])).collect::<Value>(),
        "counts": scene.counts.iter().map(|c| json!({ "piece": piece(&c.piece), "count": c.count, "last": c.last })).collect::<Value>(),
        "labels": scene.labels.iter().map(|l| json!({ "text": l.text, "x": round(l.x), "y": round(l.y) })).collect::<Value>(),
    })
}

/// An action that can come next.
fn next(next: &NextAction) -> Value {
    let Gesture { from, to, piece: put, effect, partners, left } = &next.gesture;
    json!({
        "text": next.text,
        "from": from,
        "to": to,
        "piece": put.as_ref().map(piece),
        "effect": if effect.is_empty() { "move" } else { effect },
        "partners": partners,
        "left": left,
        "lost": lost(&next.lost).get(0),
        "completes": next.completes,
    })
}

/// A turn that is being entered.
pub fn partial(partial: &PartialTurn) -> Value {
    json!({
        "text": partial.text,
        "word": partial.word,
        "squares": partial.squares,
        "lost": lost(&partial.lost),
        "complete": partial.complete,
        "scene": scene(&partial.scene),
        "next": partial.next.iter().map(next).collect::<Value>(),
    })
}

/// How a game ended.
pub fn outcome(board: &dyn Board) -> Value {
    let winner = match board.outcome() {
        None => return Value::Null,
        Some(Outcome::Draw) => None,
        Some(Outcome::Win(side)) => Some(side),
    };
    let (by, words) = board.ending_words().unzip();
    json!({ "winner": winner.map(Side::index), "reason": board.ending(), "by": by.map(Side::index), "words": words })
}

/// How a game ended otherwise than by its rules.
pub fn outcome_by(winner: Option<usize>, reason: &str) -> Value {
    let words = match reason {
        "resigned" => "resigned",
        "time forfeit" => "ran out of time",
        "abandoned" => "left the game",
        _ => return json!({ "winner": winner, "reason": reason, "by": null, "words": null }),
    };
    json!({ "winner": winner, "reason": reason, "by": winner.map(|side| 1 - side), "words": words })
}

/// A position without its scene.
pub fn position(board: &dyn Board) -> Value {
    json!({
        "game": board.game(),
        "position": board.position_text(),
        "to_move": board.to_move().index(),
        "sides": board.sides(),
        "outcome": outcome(board),
    })
}

/// A score from the first side's view, with its meaning in words; `null` where a search gives none.
pub fn score(score: Option<Score>, to_move: Side, length: Option<u32>, sides: [&str; 2]) -> Value {
    let Some(score) = score else { return Value::Null };
    match score.distance() {
        None => {
            let first = i64::from(Turn::between(to_move, Side::First).score(score).raw());
            let words = match first {
                0 => "even".to_string(),
                good if good > 0 => format!("{} is ahead by {good} points", sides[0]),
                bad => format!("{} is ahead by {} points", sides[1], -bad),
            };
            json!({ "kind": "opinion", "first": first, "words": words })
        }
        Some(actions) => {
            let winner = if score.is_win() { to_move } else { to_move.other() };
            let most = if length.is_some() { "" } else { "at most " };
            let actions = length.unwrap_or(actions);
            let noun = if actions == 1 { "action" } else { "actions" };
            let words = format!("{} wins in {most}{actions} {noun}", sides[winner.index()]);
            json!({ "kind": "proof", "winner": winner.index(), "actions": actions, "words": words })
        }
    }
}

/// What a search reports about `board`.
pub fn info(board: &dyn Board, info: &SearchInfo) -> Value {
    let (to_move, sides) = (board.to_move(), board.sides());
    let seconds = info.time.as_secs_f64();
    let line = |line: &Variation| {
        json!({
            "score": score(line.score, to_move, info.length, sides),
            "turns": complete_turns(board, &line.turns),
            "actions": line.actions,
        })
    };
    let proven = match info.verdict {
        Verdict::Win => json!(to_move.index()),
        Verdict::Loss => json!(to_move.other().index()),
        _ => Value::Null,
    };
    json!({
        "depth": info.depth,
        "nodes": info.nodes,
        "ms": info.time.as_millis() as u64,
        "nps": if seconds > 0.0 { (info.nodes as f64 / seconds) as u64 } else { 0 },
        "proven": proven,
        "length": info.length,
        "lines": info.lines.iter().map(line).collect::<Value>(),
    })
}

/// The turns of a line that can be played: a search that ends in mid-turn leaves the last one incomplete.
fn complete_turns<'a>(board: &dyn Board, turns: &'a [String]) -> &'a [String] {
    let Some((last, before)) = turns.split_last() else { return turns };
    let mut board = board.copy();
    let plays = before.iter().all(|turn| board.play(turn).is_ok());
    // What cannot be replayed here is for the client to judge.
    if !plays || board.play(last).is_ok() { turns } else { before }
}
