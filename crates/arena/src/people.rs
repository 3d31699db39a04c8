//! Games as text for people, in the manner of PGN: tags, then numbered turns with what the players thought.
//!
//! This text is for reading and pasting; programs read the records themselves.

use crate::{
    error::ArenaError,
    record::{GameRecord, TurnRecord},
    replay::replay,
};
use game::{Score, Side};
use players::AnyGame;
use std::fmt::Write;

/// The longest line of turns; a single turn may be longer.
const WIDTH: usize = 100;

/// The record as text for people. Replays the game, because people write turns with their sides and not as words.
pub fn people_text(record: &GameRecord, entry: &dyn AnyGame) -> Result<String, ArenaError> {
    let replayed = replay(record, entry)?;
    let header = &record.header;
    let [first, second] = entry.info().sides;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "[{name} \"{}\"]",
            value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
        );
    };
    tag("Game", &header.game);
    if !header.variant.is_empty() {
        tag("Variant", &header.variant);
    }
    tag("Id", &header.id);
    tag("Round", &format!("{}.{}", header.round, header.leg));
    tag(first, &header.players[0]);
    tag(second, &header.players[1]);
    tag("TimeControl", &header.time_control);
    tag("Opening", &header.opening);
    tag("Start", &header.start);
    tag("Result", record.played.result.text());
    tag("Reason", &record.played.reason);
    if let Some(detail) = &record.played.detail {
        tag("Detail", &detail.escape_debug().to_string());
    }
    text.push('\n');

    let chosen_from = header.opening_turns.len();
    let mut number = 0;
    let mut before = None;
    let mut line = String::new();
    for (index, (side, played)) in replayed.turns.iter().enumerate() {
        let mut piece = String::new();
        // A new number whenever the first side moves; the second side repeats it only at the beginning.
        if *side == Side::First || before.is_none() {
            number += 1;
        }
        if *side == Side::First {
            let _ = write!(piece, "{number}. ");
        } else if before != Some(Side::First) {
            let _ = write!(piece, "{number}... ");
        }
        piece.push_str(&played.text);
        match index.checked_sub(chosen_from).and_then(|chosen| record.played.turns.get(chosen)) {
            Some(turn) => piece.push_str(&thought_text(turn)),
            None => piece.push_str(" {opening}"),
        }
        push_piece(&mut text, &mut line, &piece);
        before = Some(*side);
    }
    push_piece(&mut text, &mut line, record.played.result.text());
    text.push_str(&line);
    text.push('\n');
    Ok(text)
}

fn push_piece(text: &mut String, line: &mut String, piece: &str) {
    if !line.is_empty() {
        if line.chars().count() + 1 + piece.chars().count() > WIDTH {
            text.push_str(line);
            text.push('\n');
            line.clear();
        } else {
            line.push(' ');
        }
    }
    line.push_str(piece);
}

/// What a player thought: score, depth and time.
fn thought_text(turn: &TurnRecord) -> String {
    let score = match turn.score.map(Score::from_raw) {
        None => String::new(),
        Some(score) => match score.distance() {
            Some(actions) if score.is_win() => format!("win in {actions}, "),
            Some(actions) => format!("loss in {actions}, "),
            None => format!("{:+}, ", score.raw()),
        },
    };
    format!(" {{{score}depth {}, {:.3} s}}", turn.depth, turn.ms as f64 / 1000.0)
}
