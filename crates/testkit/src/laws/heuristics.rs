//! Laws of [`Heuristics`]: an engine may estimate what it likes, but must not contradict itself or the rules.

use crate::{Plays, brute, random_games};
use game::{Evaluation, Game, Heuristics, MoveOrdering, Proofs, Score, Turn};
use std::{collections::HashSet, ops::ControlFlow};

/// The laws of heuristics: answers are stable, and the incremental state gives the same evaluation as one from scratch; the
/// noisy actions are legal, unique and those of `is_noisy`; the tactical ones are legal and unique; the relevant actions are
/// some of the legal ones, and never none; a null move passes the turn.
pub fn heuristics<G: Game, H: Heuristics<G>>(starts: &[G], plays: Plays, heuristics: &H) {
    let (evaluation, ordering, proofs) =
        (heuristics.evaluation(), heuristics.ordering(), heuristics.proofs());
    random_games(starts, plays, |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let state = evaluation.root_state(position);
        let score = evaluation.evaluate(position, &state);
        assert_eq!(score, evaluation.evaluate(position, &state), "evaluation must be stable: {position:?}");
        let proven = proofs.proven_score(position);
        assert_eq!(proven, proofs.proven_score(position), "proofs must be stable: {position:?}");
        for action in position.action_list() {
            let child = position.child(action);
            if child.outcome().is_none() {
                let carried = evaluation.child_state(&state, position, action, &child);
                let score = evaluation.evaluate(&child, &carried);
                let expected = evaluation.evaluate_from_scratch(&child);
                assert_eq!(score, expected, "the state after {action:?} must be that of {child:?}");
            }
        }

        let legal = position.action_list();
        let noisy = collect(|visit| ordering.noisy_actions(position, visit));
        let relevant = collect(|visit| proofs.relevant_actions(position, visit));
        let tactical = collect(|visit| ordering.tactical_actions(position, visit));
        for (name, chosen) in [("noisy", &noisy), ("tactical", &tactical), ("relevant", &relevant)] {
            let unique: HashSet<G::Action> = chosen.iter().copied().collect();
            assert_eq!(unique.len(), chosen.len(), "{name} actions must be unique: {position:?}");
            let stranger = chosen.iter().find(|a| !legal.contains(a));
            assert_eq!(stranger, None, "{name} actions must be legal: {position:?}");
        }
        assert!(!relevant.is_empty() || legal.is_empty(), "some action must be relevant: {position:?}");
        for &action in &legal {
            let says = ordering.is_noisy(position, action);
            let listed = noisy.contains(&action);
            assert_eq!(says, listed, "is_noisy must agree with the list about {action:?} in {position:?}");
            let hint = ordering.order_hint(position, action);
            assert_eq!(hint, ordering.order_hint(position, action), "order hints must be stable");
        }
        if position.starts_turn()
            && let Some(skipped) = ordering.null_move(position)
        {
            let passes = skipped.to_move() != position.to_move() && skipped.starts_turn();
            assert!(passes, "a null move must pass the turn: {position:?} became {skipped:?}");
        }
    });
}

/// The laws of proofs, by exhaustive search to `depth` actions: `proven_score` is exact, `proven_winner` comes in time, and
/// leaving out the irrelevant actions changes no value. Returns how many proven scores were confirmed.
pub fn proofs_are_exact<G: Game, H: Heuristics<G>>(
    starts: &[G],
    plays: Plays,
    heuristics: &H,
    depth: u32,
) -> usize {
    let proofs = heuristics.proofs();
    let mut confirmed = 0;
    let nothing_known = |_: &G| Score::DRAW;
    let within = |score: &Score| score.distance().is_some_and(|distance| distance <= depth);
    random_games(starts, plays, |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let Some(value) = brute::value(position, depth, &nothing_known) else { return };
        if let Some(proven) = proofs.proven_score(position).filter(within) {
            assert_eq!(proven, value, "proven scores must be exact: {position:?}");
            confirmed += 1;
        }
        if let Some(proven) = proofs.proven_winner(position).filter(within) {
            let agrees = proven.is_win() == value.is_win() && value.distance() <= proven.distance();
            assert!(agrees && value.distance().is_some(), "a proven winner must win in time: {position:?}");
        }
        let relevant = collect(|visit| proofs.relevant_actions(position, visit));
        let best = brute::best_of(position, &relevant, depth, &nothing_known);
        assert_eq!(best, Some(value), "irrelevant actions must not matter at depth {depth}: {position:?}");
    });
    confirmed
}

/// The law of `actions_above`: an action that is left out leads to no static score above alpha, be that low or high among
/// all scores. Returns how many actions were left out.
pub fn actions_above_are_complete<G: Game, H: Heuristics<G>>(
    starts: &[G],
    plays: Plays,
    heuristics: &H,
) -> usize {
    let mut left_out = 0;
    random_games(starts, plays, |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let score_of = |action: &G::Action| {
            let child = position.child(*action);
            let score = match child.outcome() {
                Some(outcome) => Score::finished(outcome, child.to_move()),
                None => heuristics.static_score_from_scratch(&child),
            };
            Turn::between(position.to_move(), child.to_move()).score(score)
        };
        let relevant = collect(|visit| heuristics.proofs().relevant_actions(position, visit));
        let scores: Vec<Score> = relevant.iter().map(score_of).collect();
        let mut sorted = scores.clone();
        sorted.sort_unstable();
        for quarter in 0..=4 {
            let Some(&alpha) = sorted.get((sorted.len().saturating_sub(1)) * quarter / 4) else { return };
            let mut answered = false;
            let above = collect(|visit| {
                answered = heuristics.evaluation().actions_above(position, alpha, visit).is_some();
                ControlFlow::Continue(())
            });
            if !answered {
                assert!(above.is_empty(), "nothing may be visited without an answer: {position:?}");
                continue;
            }
            let unique: HashSet<G::Action> = above.iter().copied().collect();
            assert_eq!(unique.len(), above.len(), "actions above must be unique: {position:?}");
            assert!(unique.iter().all(|a| relevant.contains(a)), "actions above are relevant: {position:?}");
            for (action, &score) in relevant.iter().zip(&scores).filter(|(a, _)| !unique.contains(a)) {
                assert!(score <= alpha, "{action:?} scores {score:?}, above {alpha:?}: {position:?}");
                left_out += 1;
            }
        }
    });
    left_out
}

fn collect<A>(list: impl FnOnce(&mut dyn FnMut(A) -> ControlFlow<()>) -> ControlFlow<()>) -> Vec<A> {
    let mut found = Vec::new();
    let _ = list(&mut |action| {
        found.push(action);
        ControlFlow::Continue(())
    });
    found
}
