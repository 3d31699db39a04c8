//! `quadrille show`: a position as text, SVG or JSON.

use crate::{
    cli::{Format, ShowArgs},
    failure::Failure,
    output,
    setup::{self, Start},
};
use game::Outcome;
use players::{Board, Games};
use serde_json::{Map, Value, json};

pub(crate) fn run(games: Games, args: &ShowArgs) -> Result<(), Failure> {
    let Start { board, marked, .. } = setup::board(games, &args.game, &args.start)?;
    match args.format {
        Format::Text => {
            output::board(board.as_ref(), &marked);
            output::line(board.position_text());
        }
        Format::Svg => output::line(board.svg_board(&marked).trim_end()),
        Format::Json => output::json(&describe(board.as_ref())),
    }
    Ok(())
}

/// Who is to move, or how the game ended.
pub(crate) fn state(board: &dyn Board) -> String {
    let ending = board.ending().unwrap_or("end");
    match board.outcome() {
        None => format!("{} to move", board.sides()[board.to_move().index()]),
        Some(Outcome::Draw) => format!("draw ({ending})"),
        Some(Outcome::Win(side)) => format!("{} wins ({ending})", board.sides()[side.index()]),
    }
}

fn describe(board: &dyn Board) -> Value {
    let sides = board.sides();
    let facts: Map<String, Value> =
        board.facts().into_iter().map(|(name, number)| (name.to_owned(), json!(number))).collect();
    let winner = match board.outcome() {
        Some(Outcome::Win(side)) => json!(sides[side.index()]),
        _ => Value::Null,
    };
    json!({
        "game": board.game(),
        "position": board.position_text(),
        "to_move": sides[board.to_move().index()],
        "finished": board.outcome().is_some(),
        "winner": winner,
        "ending": board.ending(),
        "actions": board.actions(),
        "facts": facts,
        "key": format!("{:016x}", board.key().0),
    })
}
