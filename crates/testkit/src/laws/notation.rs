//! Laws of [`Notation`] and [`Setup`]: what is written can be read back.

use crate::{Generator, Plays, random_games};
use game::{Game, LONGEST_RECORD, Notation, Setup, play_turn};
use rand::{SeedableRng, seq::IndexedRandom};

/// The laws of notation: positions, actions and whole turns round-trip through their texts; a position read from text has
/// the key that play arrived at; a game has an ending exactly when it has an outcome; the example can be read. Finished
/// positions may be refused, but if they are read, then faithfully.
pub fn notation<G: Notation>(starts: &[G], plays: Plays) {
    if let Err(error) = G::parse_position(G::POSITION_EXAMPLE) {
        panic!("the example position must be readable: {error}");
    }
    random_games(starts, plays, |position, generator| {
        positions_round_trip(position);
        actions_round_trip(position);
        turn_round_trips(position, generator);
        let (ending, outcome) = (position.ending(), position.outcome());
        assert_eq!(ending.is_some(), outcome.is_some(), "an ending must go with an outcome: {position:?}");
    });
}

/// The law of limits: a position and a turn that would be read are refused, with the number of bytes that is too much, when
/// enough blanks follow them.
pub fn limits<G: Notation>(position: &G) {
    let turn = some_turn(position, &mut Generator::seed_from_u64(1)).unwrap_or_default();
    let texts =
        [position.position_text(), position.turn_word(&turn)].map(|text| text + &" ".repeat(LONGEST_RECORD));
    let errors = [G::parse_position(&texts[0]).err(), position.parse_turn(&texts[1]).err()];
    for (text, error) in texts.iter().zip(errors) {
        let refused =
            error.is_some_and(|error| error.to_string().contains(&format!("has {} bytes", text.len())));
        assert!(refused, "a text of {} bytes must be refused because of its length", text.len());
    }
}

/// The laws of setup: the name is one lower-case word, the usual game starts, and nonsense is refused with a quotation.
pub fn setup<G: Setup>() {
    let name_is_plain = G::NAME.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    assert!(!G::NAME.is_empty() && name_is_plain, "the name '{}' must be one lower-case word", G::NAME);
    let start = G::start("").unwrap_or_else(|error| panic!("the usual game must start: {error}"));
    assert!(start.outcome().is_none() && start.starts_turn(), "a game must start unfinished, with a turn");
    for nonsense in ["nonsense", "☃", "-1", "99999999999999999999x99999999999999999999"] {
        match G::start(nonsense) {
            Ok(position) => panic!("the variant '{nonsense}' must be refused, but gave {position:?}"),
            Err(error) => assert!(!error.token().is_empty(), "'{error}' must quote what was wrong"),
        }
    }
}

fn positions_round_trip<G: Notation>(position: &G) {
    let text = position.position_text();
    match G::parse_position(&text) {
        Ok(read) => {
            assert_eq!(read, *position, "the position must come back from its text '{text}'");
            assert_eq!(
                read.key(),
                position.key(),
                "a position from text must have the key of play: '{text}'"
            );
            assert_eq!(read.position_text(), text, "a position must have one canonical text");
        }
        Err(error) => {
            assert!(position.outcome().is_some(), "an unfinished position must be readable: {error}");
        }
    }
}

fn actions_round_trip<G: Notation>(position: &G) {
    for action in position.action_list() {
        let text = position.action_text(action);
        match position.parse_action(&text) {
            Ok(read) => assert_eq!(read, action, "an action must come back from '{text}' in {position:?}"),
            Err(error) => panic!("a legal action must be readable: {error} in {position:?}"),
        }
    }
}

fn turn_round_trips<G: Notation>(position: &G, generator: &mut Generator) {
    let Some(turn) = some_turn(position, generator) else { return };
    let word = position.turn_word(&turn);
    assert!(!word.contains(char::is_whitespace), "a turn word must have no blanks: '{word}'");
    for text in [word, position.turn_text(&turn)] {
        match position.parse_turn(&text) {
            // Two texts may name one turn, so the place it leads to decides.
            Ok(read) => assert_eq!(
                play_turn(position, &read),
                play_turn(position, &turn),
                "a turn must come back from '{text}' in {position:?}"
            ),
            Err(error) => panic!("a legal turn must be readable from '{text}': {error}"),
        }
    }
}

/// A random complete turn; `None` if the game is over or chance runs into a dead end.
fn some_turn<G: Game>(position: &G, generator: &mut Generator) -> Option<Vec<G::Action>> {
    let mut turn = Vec::new();
    let mut reached = position.clone();
    while turn.is_empty() || (reached.outcome().is_none() && !reached.starts_turn()) {
        let action = *reached.action_list().choose(generator)?;
        reached.play(action);
        turn.push(action);
    }
    Some(turn)
}
