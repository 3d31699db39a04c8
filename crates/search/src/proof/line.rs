//! From numbers to play: the verdict for the side to move, a whole turn to play, and the line behind it.
//!
//! Owns the two questions (does the side to move win? if not, and if that may be a draw: does the other side?) and the walk
//! along what a [`Solver`] remembers. It refuses to search; where memory has a gap it asks the solver to settle it.

use super::{
    numbers::{Bound, ProofNumber, View},
    question::{Findings, turn_can_end},
};
use crate::{Control, Line, NodeBudget, Report, Root, proof::Budget};
use game::{Game, History, Key, Outcome, Score, Side, Verdict, distinct_turns, first_turn};
use std::{cmp::Reverse, collections::HashSet};

/// How a question was answered: `Some` if it is decided, and within how many actions the game then ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    pub attacker_wins: Option<bool>,
    pub bound: Bound,
}

/// An action, where it leads, and what is known there.
pub(super) struct Choice<G: Game, P> {
    pub action: G::Action,
    pub child: G,
    /// As the side to move before the action sees it.
    pub view: View,
    pub bound: Bound,
    /// Has the search visited it?
    pub known: bool,
    pub place: P,
}

/// What reading an answer needs of a proof-number search. All but `ask` refers to the last question.
pub(super) trait Solver<G: Game> {
    /// Where in the search's memory a position is.
    type Place: Copy;

    /// Does this side win?
    fn ask(&mut self, root: &G, history: &History, attacker: Side, budget: &mut Budget<'_, G>) -> Decision;

    /// What happened in all searches whose results are still remembered.
    fn findings(&self) -> Findings;

    /// The place of the root.
    fn root_place(&self) -> Self::Place;

    /// All actions at a position that the history allows.
    fn choices(&self, position: &G, place: Self::Place, history: &History) -> Vec<Choice<G, Self::Place>>;

    /// Searches a position again in which the side to move is known to get its way, for an action that gets it.
    fn settle(
        &mut self,
        position: &G,
        history: &History,
        budget: &mut Budget<'_, G>,
    ) -> Option<Choice<G, Self::Place>>;
}

/// Asks the one or two questions and turns the answers into a report.
pub(super) fn answer<G: Game, S: Solver<G>>(
    solver: &mut S,
    root: Root<'_, G>,
    control: &dyn Control<G>,
    most_nodes: Option<u64>,
) -> Report<G> {
    let mut budget = NodeBudget::new(control).at_most(most_nodes.unwrap_or(u64::MAX));
    let mover = root.position.to_move();
    let mut decision = solver.ask(root.position, root.history, mover, &mut budget);
    let (verdict, hero) = match decision.attacker_wins {
        Some(true) => (Verdict::Win, Some(mover)),
        None => (Verdict::Unknown, None),
        Some(false) if solver.findings().refuted_means_lost() => (Verdict::Loss, Some(mover.other())),
        Some(false) => {
            decision = solver.ask(root.position, root.history, mover.other(), &mut budget);
            match decision.attacker_wins {
                Some(true) => (Verdict::Loss, Some(mover.other())),
                // Neither side wins without the help of the repetition rule; what the rule itself forces is not known.
                Some(false) if solver.findings().repetition => (Verdict::Unknown, Some(mover)),
                Some(false) => (Verdict::Draw, Some(mover)),
                None => (Verdict::Unknown, None),
            }
        }
    };
    let mut actions = line(solver, &root, hero, &mut budget);
    if hero == Some(mover) && verdict != Verdict::Win {
        let (turn, _) = first_turn(root.position, &actions);
        actions.truncate(turn.len());
    }
    let score = score_of(verdict, decision.bound);
    let mut lines = vec![Line { actions, score }];
    if root.lines > 1 {
        add_other_turns(solver, &root, hero, &mut lines);
    }
    let length = exact_length(root.position, verdict, decision.bound);
    Report { depth: 0, nodes: budget.used(), verdict, length, lines }
}

/// The score of a verdict: a forced win or loss within the bound.
fn score_of(verdict: Verdict, bound: Bound) -> Option<Score> {
    match verdict {
        Verdict::Win => bound.actions().map(Score::win_in),
        Verdict::Loss => bound.actions().map(Score::loss_in),
        Verdict::Draw => Some(Score::DRAW),
        Verdict::Unknown => None,
    }
}

/// The length of a proven game where a bound is trivially exact: a win with the next action; or two actions, if the game
/// cannot end with the first.
fn exact_length<G: Game>(root: &G, verdict: Verdict, bound: Bound) -> Option<u32> {
    let decided = matches!(verdict, Verdict::Win | Verdict::Loss);
    let actions = bound.actions().filter(|&actions| decided && actions <= 2)?;
    let mover_wins_at_once = || {
        let wins = |action| root.child(action).outcome() == Some(Outcome::Win(root.to_move()));
        root.action_list().into_iter().any(wins)
    };
    (actions < 2 || verdict == Verdict::Loss || !mover_wins_at_once()).then_some(actions)
}

/// Lines are cut here; only cycles get that far.
const LONGEST_LINE: usize = 2000;

/// The line to the end of the game as far as it is known: the hero (the side that is proven to get its way) takes the
/// quickest way, the other side resists as long as it can. Without a hero both follow the best numbers. The turn of the
/// side to move is always completed. A hero that only holds a draw is followed for that turn: what the other side should
/// answer has not been asked.
fn line<G: Game, S: Solver<G>>(
    solver: &mut S,
    root: &Root<'_, G>,
    hero: Option<Side>,
    budget: &mut Budget<'_, G>,
) -> Vec<G::Action> {
    let mut position = root.position.clone();
    let mut place = solver.root_place();
    let mut actions = Vec::new();
    let mut seen: HashSet<Key> = HashSet::from([position.key()]);
    let mut first_turn = true;
    while position.outcome().is_none() && actions.len() < LONGEST_LINE {
        let mut choices = solver.choices(&position, place, root.history);
        choices.retain(|choice| turn_can_end(&choice.child, root.history));
        let is_hero = hero == Some(position.to_move());
        let mut pick = match hero {
            Some(_) if is_hero => quickest(&choices),
            Some(_) => longest(&choices),
            None => most_promising(&choices).filter(|&nth| first_turn || choices[nth].known),
        };
        if pick.is_none()
            && is_hero
            && let Some(found) = solver.settle(&position, root.history, budget)
        {
            choices.push(found);
            pick = Some(choices.len() - 1);
        }
        if pick.is_none() && (first_turn || hero.is_some_and(|_| !is_hero)) {
            pick = most_promising(&choices);
        }
        let Some(nth) = pick else { break };
        let choice = choices.swap_remove(nth);
        actions.push(choice.action);
        (position, place) = (choice.child, choice.place);
        first_turn &= !position.starts_turn();
        if !first_turn && !seen.insert(position.key()) {
            break;
        }
    }
    actions
}

/// The choice that gets the hero its way soonest.
fn quickest<G: Game, P>(choices: &[Choice<G, P>]) -> Option<usize> {
    let winning = |&nth: &usize| choices[nth].view.phi == ProofNumber::ZERO;
    (0..choices.len()).filter(winning).min_by_key(|&nth| choices[nth].bound)
}

/// The choice that is known to last longest.
fn longest<G: Game, P>(choices: &[Choice<G, P>]) -> Option<usize> {
    let decided =
        |&nth: &usize| choices[nth].view.delta == ProofNumber::ZERO && choices[nth].bound.actions().is_some();
    (0..choices.len()).filter(decided).max_by_key(|&nth| (choices[nth].bound, Reverse(nth)))
}

/// The choice with the best numbers.
fn most_promising<G: Game, P>(choices: &[Choice<G, P>]) -> Option<usize> {
    (0..choices.len()).min_by_key(|&nth| (choices[nth].view.phi, Reverse(choices[nth].view.delta)))
}

/// Further turns with other results, best first, until there are as many lines as were asked for.
fn add_other_turns<G: Game, S: Solver<G>>(
    solver: &S,
    root: &Root<'_, G>,
    hero: Option<Side>,
    lines: &mut Vec<Line<G>>,
) {
    let mover = root.position.to_move();
    let mut taken: HashSet<Key> = HashSet::new();
    let (_, main) = first_turn(root.position, &lines[0].actions);
    taken.insert(main.key());
    let mut others: Vec<_> = distinct_turns(root.position)
        .into_iter()
        .filter(|turn| turn.result.outcome().is_some() || !root.history.forbids(&turn.result))
        .filter(|turn| taken.insert(turn.result.key()))
        .filter_map(|turn| {
            let (view, bound) = standing_of(solver, root, &turn.actions)?;
            Some((view, bound, turn.actions))
        })
        .collect();
    let loses = hero == Some(mover.other());
    others.sort_by_key(|(view, bound, _)| {
        let lasting = if loses { Reverse(Some(*bound)) } else { Reverse(None) };
        (view.phi, lasting, *bound, Reverse(view.delta))
    });
    for (view, bound, actions) in others.into_iter().take(root.lines - 1) {
        let verdict = match (view.phi, view.delta, hero) {
            (ProofNumber::ZERO, _, Some(winner)) if winner == mover => Verdict::Win,
            (_, ProofNumber::ZERO, Some(winner)) if winner != mover => Verdict::Loss,
            _ => Verdict::Unknown,
        };
        let bound = actions.iter().fold(bound, |bound, _| bound.later());
        lines.push(Line { actions, score: score_of(verdict, bound) });
    }
}

/// What is known about the position after a turn, as the side that plays it sees it.
fn standing_of<G: Game, S: Solver<G>>(
    solver: &S,
    root: &Root<'_, G>,
    turn: &[G::Action],
) -> Option<(View, Bound)> {
    let mut position = root.position.clone();
    let mut place = solver.root_place();
    let mut standing = None;
    for &action in turn {
        let choices = solver.choices(&position, place, root.history);
        let choice = choices.into_iter().find(|choice| choice.action == action)?;
        standing = Some((choice.view, choice.bound));
        (position, place) = (choice.child, choice.place);
    }
    standing
}
