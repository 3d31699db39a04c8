//! Positions, turns, player specs, time controls and the files of WALTZ: what is read prints to a text that reads back.

use amazons::Amazons;
use arena::TimeControl;
use arimaa::Arimaa;
use game::{Game, Notation, Setup};
use knightthrough::KnightThrough;
use players::GAMES;
use std::fmt::Display;
use tzaar::{
    Tzaar,
    waltz_file::{BestMove, read_position, write_position},
};

/// Reads what was written, which must succeed.
fn again<T, E: Display>(written: &str, read: impl FnOnce(&str) -> Result<T, E>) -> T {
    read(written).unwrap_or_else(|error| panic!("{written:?} was written and is refused: {error}"))
}

/// Every game tries to read the text.
pub(crate) fn position(text: &str) -> bool {
    let read = [
        position_of::<KnightThrough>(text),
        position_of::<Tzaar>(text),
        position_of::<Amazons>(text),
        position_of::<Arimaa>(text),
    ];
    read.contains(&true)
}

fn position_of<G: Notation>(text: &str) -> bool {
    let Ok(position) = G::parse_position(text) else { return false };
    let written = position.position_text();
    let back = again(&written, G::parse_position);
    assert_eq!(back, position, "{text:?} was written as {written:?}");
    assert_eq!(back.key(), position.key(), "the key of {written:?}");
    assert_eq!(back.position_text(), written);
    true
}

/// `GAME[:VARIANT] [POSITION]`, then one turn a line.
pub(crate) fn turns(text: &str) -> bool {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (game, position) = first.split_once(' ').unwrap_or((first, ""));
    let (name, variant) = game.split_once(':').unwrap_or((game, ""));
    let play = match name {
        KnightThrough::NAME => turns_of::<KnightThrough>,
        Tzaar::NAME => turns_of::<Tzaar>,
        Amazons::NAME => turns_of::<Amazons>,
        Arimaa::NAME => turns_of::<Arimaa>,
        _ => return false,
    };
    play(variant, position, rest)
}

fn turns_of<G: Notation + Setup>(variant: &str, position: &str, turns: &str) -> bool {
    let start = if position.is_empty() { G::start(variant) } else { G::parse_position(position) };
    let Ok(mut position) = start else { return false };
    for line in turns.lines() {
        if position.outcome().is_some() {
            return false;
        }
        let Ok(turn) = position.parse_turn(line) else { return false };
        let mut after = position.clone();
        for (nth, &action) in turn.iter().enumerate() {
            let goes_on = nth == 0 || !after.starts_turn();
            assert!(goes_on && after.outcome().is_none(), "{line:?} goes on after the end of the turn");
            assert!(after.is_legal(action), "{line:?} has an illegal action");
            after.play(action);
        }
        assert!(after.starts_turn() || after.outcome().is_some(), "{line:?} does not complete the turn");
        for written in [position.turn_word(&turn), position.turn_text(&turn)] {
            assert_eq!(again(&written, |text| position.parse_turn(text)), turn, "{line:?} and {written:?}");
        }
        position = after;
    }
    true
}

/// `GAME SPEC`.
pub(crate) fn spec(text: &str) -> bool {
    let (name, text) = text.split_once(' ').unwrap_or((text, ""));
    let Ok(game) = GAMES.find(name) else { return false };
    let Ok(spec) = game.spec(text) else { return false };
    let written = spec.to_string();
    let back = again(&written, |text| game.spec(text));
    assert_eq!(back, spec, "{text:?} was written as {written:?}");
    assert_eq!(back.to_string(), written);
    assert_eq!((back.memory(), back.threads()), (spec.memory(), spec.threads()), "{written:?}");
    true
}

/// A time control of matches.
pub(crate) fn time_control(text: &str) -> bool {
    let Ok(control) = text.parse::<TimeControl>() else { return false };
    let written = control.to_string();
    assert_eq!(again(&written, str::parse::<TimeControl>), control, "{text:?} was written as {written:?}");
    true
}

/// A position file or a best-move file.
pub(crate) fn waltz(text: &str) -> bool {
    if let Ok(position) = read_position(text) {
        let written = again(text, |_| write_position(&position));
        let back = again(&written, read_position);
        assert_eq!((&back, back.key()), (&position, position.key()), "{written}");
        return true;
    }
    let Ok(answer) = BestMove::read(text) else { return false };
    let written = answer.text();
    assert_eq!(again(&written, BestMove::read), answer, "{text:?} was written as {written:?}");
    true
}
