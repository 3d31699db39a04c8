//! Turns that are still being made, by hand or by typing: what the board looks like now and what can come next.
//!
//! Decides nothing itself: what is legal comes from the rules, what a text means from the notation.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::dynamic::{NextAction, PartialTurn, Typed};
use game::{History, Playable, TextError};

/// How many continuations are suggested while a turn is typed.
const SUGGESTIONS: usize = 8;

/// The turn after some of its actions.
pub(crate) fn turn<G: Playable>(
    start: &G,
    history: &History,
    texts: &[String],
) -> Result<PartialTurn, TextError> {
    let mut position = start.clone();
    let mut actions = Vec::new();
    let (mut squares, mut lost) = (Vec::new(), Vec::new());
    for text in texts {
        if is_over(&position, actions.len()) {
            return Err(TextError::new(text, "comes after the end of the turn"));
        }
        let action = position.parse_action(text)?;
        squares.extend(position.squares_of(action));
        lost.extend(position.lost_by(action));
        position.play(action);
        actions.push(action);
    }
    let complete = is_over(&position, actions.len());
    Ok(PartialTurn {
        text: start.turn_text(&actions),
        word: start.turn_word(&actions),
        squares,
        lost,
        scene: position.scene(),
        next: if complete { Vec::new() } else { next_actions(&position, history) },
        complete,
    })
}

fn is_over<G: Playable>(position: &G, done: usize) -> bool {
    position.outcome().is_some() || done > 0 && position.starts_turn()
}

fn next_actions<G: Playable>(position: &G, history: &History) -> Vec<NextAction> {
    let mut next = Vec::new();
    for action in position.action_list() {
        let child = position.child(action);
        let completes = is_over(&child, 1);
        if completes && history.forbids(&child) {
            continue;
        }
        let (text, gesture) = (position.action_text(action), position.gesture(action));
        next.push(NextAction { text, gesture, lost: position.lost_by(action), completes });
    }
    next
}

/// What a text amounts to while it is typed. Every word but the last must be an action; the last may be half of one.
pub(crate) fn typed<G: Playable>(start: &G, history: &History, text: &str) -> Typed {
    let parsed = start.parse_turn(text);
    if let Ok(actions) = &parsed {
        let end = game::play_turn(start, actions);
        if history.forbids(&end) {
            return Typed::Wrong(TextError::new(text, "would repeat a position too often"));
        }
        return Typed::Complete(start.turn_word(actions));
    }
    let ends_with_gap = text.ends_with([',', ' ']);
    let mut words: Vec<&str> = text.split([',', ' ']).filter(|w| !w.is_empty()).collect();
    let unfinished = if ends_with_gap { "" } else { words.pop().unwrap_or("") };
    let mut position = start.clone();
    let mut done = 0;
    for word in words {
        if is_over(&position, done) {
            return Typed::Wrong(TextError::new(word, "comes after the end of the turn"));
        }
        match position.parse_action(word) {
            Ok(action) => position.play(action),
            Err(error) => return Typed::Wrong(error),
        }
        done += 1;
    }
    if is_over(&position, done) {
        return Typed::Wrong(TextError::new(unfinished, "comes after the end of the turn"));
    }
    // The last word may be a whole action of a turn that goes on, too.
    if let Ok(action) = position.parse_action(unfinished) {
        let child = position.child(action);
        if !is_over(&child, 1) {
            return Typed::Incomplete(suggestions(&child, history, ""));
        }
    }
    let found = suggestions(&position, history, unfinished);
    match (found.is_empty(), parsed) {
        (true, Err(error)) => Typed::Wrong(error),
        _ => Typed::Incomplete(found),
    }
}

fn suggestions<G: Playable>(position: &G, history: &History, beginning: &str) -> Vec<String> {
    let plain =
        |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let wanted = plain(beginning);
    let fitting = next_actions(position, history).into_iter().map(|next| next.text);
    fitting.filter(|text| plain(text).starts_with(&wanted)).take(SUGGESTIONS).collect()
}
