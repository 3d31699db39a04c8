//! Laws of [`Heuristics`]: an engine may believe what it likes, but not contradict itself or the rules.

use crate::{Plays, brute, random_games};
use game::{Game, Heuristics, Score, Turn};
use std::{collections::HashSet, ops::ControlFlow};

/// The laws of beliefs: answers are stable; `evaluate` agrees with `recognise`; the noisy actions are legal, unique and
/// those of `is_noisy`; the tactical ones are legal and unique; the relevant actions are some of the legal ones, and never none; a null move passes the turn.
pub fn beliefs<G: Game, H: Heuristics<G>>(starts: &[G], plays: Plays, heuristics: &H) {
    random_games(starts, plays, |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let score = heuristics.evaluate(position);
        assert_eq!(score, heuristics.evaluate(position), "evaluation must be stable: {position:?}");
        if let Some(proven) = heuristics.recognise(position) {
            assert_eq!(proven, score, "evaluate must agree with recognise: {position:?}");
        }

        let legal = position.action_list();
        let noisy = collect(|visit| heuristics.noisy_actions(position, visit));
        let relevant = collect(|visit| heuristics.relevant_actions(position, visit));
        let tactical = collect(|visit| heuristics.tactical_actions(position, visit));
        for (name, chosen) in [("noisy", &noisy), ("tactical", &tactical), ("relevant", &relevant)] {
            let unique: HashSet<G::Action> = chosen.iter().copied().collect();
            assert_eq!(unique.len(), chosen.len(), "{name} actions must be unique: {position:?}");
            let stranger = chosen.iter().find(|a| !legal.contains(a));
            assert_eq!(stranger, None, "{name} actions must be legal: {position:?}");
        }
        assert!(!relevant.is_empty() || legal.is_empty(), "some action must be relevant: {position:?}");
        for &action in &legal {
            let says = heuristics.is_noisy(position, action);
            let listed = noisy.contains(&action);
            assert_eq!(says, listed, "is_noisy must agree with the list about {action:?} in {position:?}");
            let hint = heuristics.order_hint(position, action);
            assert_eq!(hint, heuristics.order_hint(position, action), "order hints must be stable");
        }
        if position.starts_turn()
            && let Some(skipped) = heuristics.null_move(position)
        {
            let passes = skipped.to_move() != position.to_move() && skipped.starts_turn();
            assert!(passes, "a null move must pass the turn: {position:?} became {skipped:?}");
        }
    });
}

/// The laws of certainty, by exhaustive search to `depth` actions: what `recognise` proves is exactly so, distance
/// included, what `decided` says comes in time, and leaving out the irrelevant actions changes no value. Returns how many proven scores were confirmed.
pub fn beliefs_are_exact<G: Game, H: Heuristics<G>>(
    starts: &[G],
    plays: Plays,
    heuristics: &H,
    depth: u32,
) -> usize {
    let mut confirmed = 0;
    let nothing_known = |_: &G| Score::DRAW;
    random_games(starts, plays, |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let Some(value) = brute::value(position, depth, &nothing_known) else { return };
        let proven = heuristics.recognise(position).filter(|s| s.distance().is_some_and(|d| d <= depth));
        if let Some(proven) = proven {
            assert_eq!(proven, value, "what is recognised must be so: {position:?}");
            confirmed += 1;
        }
        let decided = heuristics.decided(position).filter(|s| s.distance().is_some_and(|d| d <= depth));
        if let Some(decided) = decided {
            let agrees = decided.is_win() == value.is_win() && value.distance() <= decided.distance();
            assert!(agrees && value.distance().is_some(), "what is decided must be so: {position:?}");
        }
        let relevant = collect(|visit| heuristics.relevant_actions(position, visit));
        let best = brute::best_of(position, &relevant, depth, &nothing_known);
        assert_eq!(best, Some(value), "irrelevant actions must not matter at depth {depth}: {position:?}");
    });
    confirmed
}

/// The law of hopeful actions: whatever is left out leads to no evaluation above the one that was asked for, whether that is
/// low or high among all evaluations. Returns how many actions were left out.
pub fn left_out_actions_are_hopeless<G: Game, H: Heuristics<G>>(
    starts: &[G],
    plays: Plays,
    heuristics: &H,
) -> usize {
    let mut left_out = 0;
    random_games(starts, plays, |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let worth = |action: &G::Action| {
            let child = position.child(*action);
            let score = match child.outcome() {
                Some(outcome) => Score::finished(outcome, child.to_move()),
                None => heuristics.evaluate(&child),
            };
            Turn::between(position.to_move(), child.to_move()).score(score)
        };
        let relevant = collect(|visit| heuristics.relevant_actions(position, visit));
        let scores: Vec<Score> = relevant.iter().map(worth).collect();
        let mut sorted = scores.clone();
        sorted.sort_unstable();
        for quarter in 0..=4 {
            let Some(&least) = sorted.get((sorted.len().saturating_sub(1)) * quarter / 4) else { return };
            let mut answered = false;
            let hopeful = collect(|visit| {
                let flow = heuristics.hopeful_actions(position, least, visit);
                answered = flow.is_some();
                ControlFlow::Continue(())
            });
            if !answered {
                assert!(hopeful.is_empty(), "nothing may be visited without an answer: {position:?}");
                continue;
            }
            let unique: HashSet<G::Action> = hopeful.iter().copied().collect();
            assert_eq!(unique.len(), hopeful.len(), "hopeful actions must be unique: {position:?}");
            assert!(
                unique.iter().all(|a| relevant.contains(a)),
                "hopeful actions are relevant: {position:?}"
            );
            for (action, &score) in relevant.iter().zip(&scores).filter(|(a, _)| !unique.contains(a)) {
                assert!(
                    score <= least,
                    "{action:?} is worth {score:?} and not at most {least:?}: {position:?}"
                );
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
