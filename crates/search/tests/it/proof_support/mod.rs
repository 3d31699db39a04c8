//! The yardsticks of the proof tests: plain minimax with a memory, and retrograde analysis for games that go in circles.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod dead_ends;
pub mod rewalk;

use game::{Game, History, Key, Outcome, Side, Verdict, distinct_turns, play_turn};
use search::{Limits, Report, SearchControl};
use std::{
    collections::{HashMap, HashSet},
    sync::atomic::AtomicBool,
};

/// Who wins with best play, for the side to move; ordered from bad to good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Truth {
    Loss,
    Draw,
    Win,
}

impl Truth {
    pub fn verdict(self) -> Verdict {
        match self {
            Truth::Loss => Verdict::Loss,
            Truth::Draw => Verdict::Draw,
            Truth::Win => Verdict::Win,
        }
    }

    fn for_side(outcome: Outcome, side: Side) -> Truth {
        match outcome {
            Outcome::Draw => Truth::Draw,
            Outcome::Win(winner) if winner == side => Truth::Win,
            Outcome::Win(_) => Truth::Loss,
        }
    }

    fn turned(self) -> Truth {
        match self {
            Truth::Loss => Truth::Win,
            Truth::Draw => Truth::Draw,
            Truth::Win => Truth::Loss,
        }
    }
}

/// A value that does not depend on who is to move: for the first side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absolute(Truth);

impl Absolute {
    pub fn for_side(self, side: Side) -> Truth {
        if side == Side::First { self.0 } else { self.0.turned() }
    }
}

/// Plain minimax to the end of every game, each position once. For games without repetition.
pub fn full_truth<G: Game>(position: &G) -> Absolute {
    fn visit<G: Game>(position: &G, known: &mut HashMap<Key, Option<Truth>>) -> Option<Truth> {
        if let Some(outcome) = position.outcome() {
            return Some(Truth::for_side(outcome, Side::First));
        }
        if let Some(&value) = known.get(&position.key()) {
            return value;
        }
        let values = position.action_list().into_iter().filter_map(|a| visit(&position.child(a), known));
        let values: Vec<Truth> = values.collect();
        let best = match position.to_move() {
            Side::First => values.into_iter().max(),
            Side::Second => values.into_iter().min(),
        };
        let stuck = Truth::for_side(Outcome::Win(position.to_move().other()), Side::First);
        let value = best.or(position.starts_turn().then_some(stuck));
        known.insert(position.key(), value);
        value
    }
    let stuck = Truth::for_side(Outcome::Win(position.to_move().other()), Side::First);
    Absolute(visit(position, &mut HashMap::new()).unwrap_or(stuck))
}

/// Can this side force a win if endless play is no win, and the turn ends that the history forbids are not there?
/// Retrograde analysis of everything that can be reached.
pub fn wins_without_repetition<G: Game>(root: &G, history: &History, side: Side) -> bool {
    let children = |position: &G| -> Vec<G> {
        let allowed =
            |child: &G| child.outcome().is_some() || !child.starts_turn() || !history.forbids(child);
        position.action_list().into_iter().map(|a| position.child(a)).filter(allowed).collect()
    };
    let mut all = HashMap::from([(root.key(), root.clone())]);
    let mut open = vec![root.clone()];
    while let Some(position) = open.pop() {
        for child in children(&position) {
            if all.insert(child.key(), child.clone()).is_none() {
                open.push(child);
            }
        }
    }
    let mut won: HashSet<Key> = HashSet::new();
    loop {
        let before = won.len();
        for position in all.values() {
            let mut children = children(position).into_iter().map(|child| child.key());
            let is_won = match position.outcome() {
                Some(outcome) => outcome == Outcome::Win(side),
                None if position.to_move() == side => children.any(|key| won.contains(&key)),
                None => children.all(|key| won.contains(&key)),
            };
            if is_won {
                won.insert(position.key());
            }
        }
        if won.len() == before {
            return won.contains(&root.key());
        }
    }
}

/// Plain minimax over whole histories: slow, and exactly what the repetition rule says.
pub fn truth_under_rule<G: Game>(position: &G, history: &History) -> Absolute {
    fn visit<G: Game>(position: &G, history: &History) -> Option<Truth> {
        if let Some(outcome) = position.outcome() {
            return Some(Truth::for_side(outcome, Side::First));
        }
        let wanted = Truth::for_side(Outcome::Win(position.to_move()), Side::First);
        let mut best = None;
        for child in position.action_list().into_iter().map(|action| position.child(action)) {
            let ends_turn = child.outcome().is_none() && child.starts_turn();
            if ends_turn && history.forbids(&child) {
                continue;
            }
            let mut longer = history.clone();
            if ends_turn {
                longer.turn_ended(&child);
            }
            let value = visit(&child, &longer);
            best = match position.to_move() {
                Side::First => best.max(value),
                Side::Second => best.into_iter().chain(value).min(),
            };
            if best == Some(wanted) {
                break;
            }
        }
        let stuck = Truth::for_side(Outcome::Win(position.to_move().other()), Side::First);
        best.or(position.starts_turn().then_some(stuck))
    }
    Absolute(visit(position, history).expect("the turn can be completed"))
}

/// A control that never says stop, unless the flag is raised.
pub fn unlimited<G: Game>(stop: &AtomicBool) -> SearchControl<'_, G> {
    SearchControl::new(Limits::default(), stop)
}

/// A position in which the side to move can complete a turn.
pub fn has_turn<G: Game>(position: &G) -> bool {
    !distinct_turns(position).is_empty()
}

/// How the game ends at the end of a line.
pub fn end_of_line<G: Game>(root: &G, actions: &[G::Action]) -> Option<Outcome> {
    play_turn(root, actions).outcome()
}

/// The position after the turn of a report, which must be legal and complete.
pub fn legal_turn<G: Game>(root: &G, report: &Report<G>, name: &str) -> G {
    let mut position = root.clone();
    for &action in report.turn(root) {
        assert!(position.is_legal(action), "{name}: {action:?} in {position:?}");
        position.play(action);
    }
    let complete = position.outcome().is_some() || position.starts_turn();
    assert!(complete && position != *root, "{name}: {:?} is not a whole turn of {root:?}", report.lines);
    for line in &report.lines {
        let mut end = root.clone();
        for &action in &line.actions {
            assert!(end.is_legal(action), "{name}: the line has {action:?} in {end:?}");
            end.play(action);
        }
    }
    position
}
