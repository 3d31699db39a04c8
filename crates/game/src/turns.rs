//! Whole turns: playing one, and listing the distinct results of all.

use crate::{Game, Key};
use std::collections::HashSet;

/// A whole turn and where it leads.
#[derive(Clone, Debug)]
pub struct TurnChoice<G: Game> {
    /// The actions of the turn, in order.
    pub actions: Vec<G::Action>,
    /// The position after the turn.
    pub result: G,
}

/// Plays the actions of a turn in order.
pub fn play_turn<G: Game>(position: &G, actions: &[G::Action]) -> G {
    actions.iter().fold(position.clone(), |p, &a| p.child(a))
}

/// The actions of a line that belong to its first turn, and the position after them.
pub fn first_turn<'a, G: Game>(root: &G, line: &'a [G::Action]) -> (&'a [G::Action], G) {
    let mut position = root.clone();
    for (nth, &action) in line.iter().enumerate() {
        position.play(action);
        if position.outcome().is_some() || position.starts_turn() {
            return (&line[..=nth], position);
        }
    }
    (line, position)
}

/// Every distinct position that the side to move can bring about by completing its turn, each with one way to get there.
/// Works from the middle of a turn too. Lines that cannot be completed are left out. Nothing is listed where the game says
/// that there are too many ([`Game::lists_turns`]).
pub fn distinct_turns<G: Game>(position: &G) -> Vec<TurnChoice<G>> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    if position.outcome().is_none() && position.lists_turns() {
        extend(position, &mut Vec::new(), &mut seen, &mut found);
    }
    found
}

fn extend<G: Game>(
    position: &G,
    so_far: &mut Vec<G::Action>,
    seen: &mut HashSet<Key>,
    found: &mut Vec<TurnChoice<G>>,
) {
    for action in position.action_list() {
        let child = position.child(action);
        if !seen.insert(child.key()) {
            continue;
        }
        so_far.push(action);
        if child.outcome().is_some() || child.starts_turn() {
            found.push(TurnChoice { actions: so_far.clone(), result: child });
        } else {
            extend(&child, so_far, seen, found);
        }
        so_far.pop();
    }
}
