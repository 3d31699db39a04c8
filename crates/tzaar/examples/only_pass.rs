//! Looks for positions in which passing is the only second move that does not lose, as in figure 1.4 of the thesis:
//! `cargo run --release -p tzaar --example only_pass -- SEED GAMES`. Proves each by looking at everything, prints it with the
//! number of second moves that lose, and asserts nothing; `tests/only_pass.rs` proves the chosen one again.
#![allow(clippy::print_stdout)]

use game::{Game, Key, Notation, Outcome};
use std::collections::HashMap;
use tzaar::{Phase, Tzaar, TzaarAction, properties::quick_game};

/// Positions with more stacks than this would take long to exhaust.
const MOST_STACKS: u32 = 13;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u32>().ok());
    let (seed, games) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(200));
    for game in 0..games {
        let mut known = HashMap::new();
        quick_game(u64::from(seed), game, |position, _| {
            if position.stack_count() <= MOST_STACKS {
                for action in position.action_list() {
                    report(position, action, &mut known);
                }
            }
        });
    }
}

/// Prints the position after a first move if only the pass wins there and some other move does not lose on the spot.
fn report(before: &Tzaar, first: TzaarAction, known: &mut HashMap<Key, bool>) {
    let position = before.child(first);
    if position.phase() != Phase::Second || position.outcome().is_some() {
        return;
    }
    let side = position.to_move();
    let mut wins = |child: &Tzaar| mover_wins(child, known) == (child.to_move() == side);
    let others = || position.action_list().into_iter().filter(|&a| a != TzaarAction::PASS);
    if others().count() < 3 || !wins(&position.child(TzaarAction::PASS)) {
        return;
    }
    if others().any(|action| wins(&position.child(action))) {
        return;
    }
    let slow = others().filter(|&action| position.child(action).outcome().is_none()).count();
    let total = others().count();
    let elsewhere = before.action_list().into_iter().filter(|&action| action != first).any(|action| {
        let child = before.child(action);
        mover_wins(&child, known) == (child.to_move() == side)
    });
    if slow > 0 {
        let only = if elsewhere { "" } else { ", and no other first move wins" };
        let (start, capture) = (before.position_text(), before.action_text(first));
        println!("{slow} of {total} others lose slowly{only}: {start} ; {capture} -");
    }
}

/// Does the side to move win? Every line of play ends, and no game is drawn.
fn mover_wins(position: &Tzaar, known: &mut HashMap<Key, bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(position.to_move());
    }
    if let Some(&wins) = known.get(&position.key()) {
        return wins;
    }
    let wins = position.action_list().into_iter().any(|action| {
        let child = position.child(action);
        mover_wins(&child, known) == (child.to_move() == position.to_move())
    });
    known.insert(position.key(), wins);
    wins
}
