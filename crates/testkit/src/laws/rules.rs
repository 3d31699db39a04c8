//! Laws of [`Game`]: actions, turns, outcomes and keys.

use crate::{Generator, Plays, random_games, walk::the_same_games};
use game::{Action, Game, Key, Notation, Outcome, Turn};
use rand::{
    RngExt,
    seq::{IndexedRandom, SliceRandom},
};
use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    ops::ControlFlow,
};

/// Random codes tried at each position, beside those that differ in one bit from a legal one.
const RANDOM_CODES: usize = 50;
/// Children looked at from each position of a game, beside the one that is played.
const CHILDREN: usize = 4;
/// Positions remembered to compare keys; enough to notice a key that forgets something.
const REMEMBERED: usize = 40_000;

/// The laws of the rules: actions are unique, stable, ordered and agree with `is_legal`; a finished game has none and the
/// start of a turn has some; codes are faithful; playing on a copy leaves the original alone; the side changes exactly
/// when a turn ends; equal positions have equal keys and different ones different keys; random play ends.
pub fn check<G: Game>(starts: &[G], plays: Plays) {
    assert!(!starts.is_empty(), "the laws need a start position");
    assert!(G::HISTORY_SIZE > 0, "history tables need at least one entry");
    let mut keys = KeyBook::default();
    random_games(starts, plays, |position, generator| {
        actions_are_lawful(position, generator);
        turns_are_lawful(position, generator, &mut keys);
        keys.note(position);
    });
}

/// The law of incremental keys: the key kept up to date by `play` equals the key that `from_scratch` computes.
pub fn key_from_scratch<G: Game>(starts: &[G], plays: Plays, from_scratch: impl Fn(&G) -> Key) {
    random_games(starts, plays, |position, _| {
        let scratch = from_scratch(position);
        assert_eq!(
            position.key(),
            scratch,
            "the incremental key must equal the one from scratch: {position:?}"
        );
    });
}

/// What a release is measured by: 100,000 random games in a long run, a few hundred in CI, spread evenly over the starts. At
/// every position the key is the one from scratch, an action played on a copy leaves it as it was, the text comes back as the
/// same position, and `is_legal` agrees with the list about 50 random actions.
///
/// Prints how many games it played, and from which seed.
pub fn playouts<G: Notation>(starts: &[G], seed: u64, from_scratch: impl Fn(&G) -> Key) {
    let count = crate::playouts();
    #[allow(clippy::print_stdout, reason = "a test shows it when it fails, or when it is asked to")]
    {
        println!("{count} random games from seed {seed}");
    }
    let games = count.div_ceil(starts.len().max(1) as u32);
    the_same_games(starts, Plays::new(games, seed), |position, generator| {
        assert_eq!(position.key(), from_scratch(position), "the key from scratch differs: {position:?}");
        if let Some(&action) = position.action_list().choose(generator) {
            let (before, mut copy) = (position.clone(), position.clone());
            copy.play(action);
            let untouched = *position == before && position.key() == before.key();
            assert!(untouched, "playing {action:?} on a copy must leave the original alone: {before:?}");
        }
        text_comes_back(position);
        random_actions_are_judged(position, generator);
    });
}

/// An unfinished position comes back from its text; a finished one may be refused.
fn text_comes_back<G: Notation>(position: &G) {
    let text = position.position_text();
    match G::parse_position(&text) {
        Ok(read) => assert_eq!(read, *position, "the position must come back from its text '{text}'"),
        Err(error) => assert!(position.outcome().is_some(), "'{text}' must be readable: {error}"),
    }
}

fn random_actions_are_judged<G: Game>(position: &G, generator: &mut Generator) {
    let list = position.action_list();
    // Most codes are no action at all, so half of them are one bit away from a legal one.
    let code = || match list.choose(generator) {
        Some(action) if generator.random() => action.code() ^ (1 << generator.random_range(0..16)),
        _ => generator.random(),
    };
    for action in std::iter::repeat_with(code).filter_map(G::Action::from_code).take(RANDOM_CODES) {
        let (legal, listed) = (position.is_legal(action), list.contains(&action));
        assert_eq!(legal, listed, "is_legal must agree with the list about {action:?}: {position:?}");
    }
}

fn actions_are_lawful<G: Game>(position: &G, generator: &mut Generator) {
    let list = position.action_list();
    assert_eq!(
        list,
        position.action_list(),
        "actions must come in the same order when asked twice: {position:?}"
    );
    let unique: HashSet<G::Action> = list.iter().copied().collect();
    assert_eq!(unique.len(), list.len(), "actions must be unique: {list:?} in {position:?}");
    let codes: HashSet<u16> = list.iter().map(|a| a.code()).collect();
    assert_eq!(codes.len(), list.len(), "the codes of legal actions must differ: {list:?} in {position:?}");
    match position.outcome() {
        Some(_) => assert!(list.is_empty(), "a finished game must have no actions: {list:?} in {position:?}"),
        None => assert!(
            !list.is_empty() || !position.starts_turn(),
            "an unfinished game must have an action at the start of a turn: {position:?}"
        ),
    }
    for &action in &list {
        assert!(position.is_legal(action), "is_legal must accept the listed {action:?} in {position:?}");
        assert_eq!(
            G::Action::from_code(action.code()),
            Some(action),
            "an action must come back from its code: {position:?}"
        );
        let index = position.history_index(action);
        assert!(index < G::HISTORY_SIZE, "the history index {index} of {action:?} must be below the size");
    }
    stops_when_told(position, list.len());

    let neighbours = list.iter().map(|a| a.code() ^ (1 << generator.random_range(0..16)));
    let mut strangers: Vec<u16> = neighbours.collect();
    strangers.extend((0..RANDOM_CODES).map(|_| generator.random::<u16>()));
    for code in strangers {
        if let Some(action) = G::Action::from_code(code) {
            assert_eq!(G::Action::from_code(action.code()), Some(action), "code {code} must be faithful");
            assert_eq!(
                position.is_legal(action),
                unique.contains(&action),
                "is_legal must agree with the list about {action:?} (code {code}) in {position:?}"
            );
        }
    }
}

/// A visitor that breaks is not called again, and the break is passed on; one that never breaks sees everything.
fn stops_when_told<G: Game>(position: &G, count: usize) {
    let mut seen = 0;
    let flow = position.actions(|_| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert_eq!(seen, count.min(1), "actions must stop when told to: {position:?}");
    assert_eq!(flow.is_break(), count > 0, "actions must pass a break on: {position:?}");
    assert!(
        position.actions(|_| ControlFlow::Continue(())).is_continue(),
        "actions must not break unasked: {position:?}"
    );
}

fn turns_are_lawful<G: Game>(position: &G, generator: &mut Generator, keys: &mut KeyBook<G>) {
    let before = position.clone();
    let mut chosen = position.action_list();
    chosen.shuffle(generator);
    for &action in chosen.iter().take(CHILDREN) {
        let child = position.child(action);
        assert!(
            *position == before && position.key() == before.key(),
            "playing on a copy must leave the original alone: {action:?} in {before:?}"
        );
        assert_eq!(child, position.child(action), "playing must be deterministic: {action:?} in {before:?}");
        let turn = Turn::between(position.to_move(), child.to_move());
        let lawful = match (turn, child.starts_turn()) {
            (Turn::Passes, starts) => starts,
            // A game may end in the middle of a turn or at its end; no action follows.
            (Turn::Continues, starts) => !starts || child.outcome().is_some(),
        };
        assert!(lawful, "the side must change exactly when a turn ends: {action:?} in {position:?}");
        if !child.starts_turn() {
            commuting_actions_are_lawful(position, action, &child);
        }
        keys.note(&child);
    }
}

/// What is said to commute with an action leads to the same position in the other order, or wins by itself.
fn commuting_actions_are_lawful<G: Game>(position: &G, first: G::Action, middle: &G) {
    for second in middle.action_list() {
        if position.commute(first, second) {
            assert!(position.is_legal(second), "{second:?} must be legal before {first:?} in {position:?}");
            let other = position.child(second);
            let wins = other.outcome() == Some(Outcome::Win(position.to_move()));
            assert!(
                wins || other.is_legal(first) && other.child(first) == middle.child(second),
                "{first:?} and {second:?} must lead to the same position in either order: {position:?}"
            );
        }
    }
}

/// Positions by key and keys by position.
struct KeyBook<G> {
    positions: HashMap<Key, G>,
    keys: HashMap<G, Key>,
}

impl<G> Default for KeyBook<G> {
    fn default() -> Self {
        KeyBook { positions: HashMap::new(), keys: HashMap::new() }
    }
}

impl<G: Game> KeyBook<G> {
    fn note(&mut self, position: &G) {
        let key = position.key();
        if let Some(&known) = self.keys.get(position) {
            assert_eq!(key, known, "equal positions must have equal keys: {position:?}");
            return;
        }
        let room = self.positions.len() < REMEMBERED;
        match self.positions.entry(key) {
            Entry::Occupied(other) => {
                assert_eq!(other.get(), position, "different positions must have different keys")
            }
            Entry::Vacant(place) if room => {
                place.insert(position.clone());
                self.keys.insert(position.clone(), key);
            }
            Entry::Vacant(_) => (),
        }
    }
}
