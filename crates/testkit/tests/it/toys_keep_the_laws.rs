//! The toy games against the laws, and what makes each toy worth having.

use game::{Game, History, Notation, perft, perft_turns};
use std::collections::{HashMap, HashSet};
use testkit::{
    Plays, brute, fuzz, laws, random_games,
    toys::{
        Cycle, CycleHeuristics, Heap, HeapHeuristics, Play, RandomTree, Shape, TreeHeuristics, TurnLength,
    },
};

const PLAYS: Plays = Plays::new(20, 7);
const CASES: fuzz::Cases = fuzz::Cases { count: 3000, seed: 3 };

fn trees() -> Vec<RandomTree> {
    let turns = [TurnLength::Always(1), TurnLength::Always(2), TurnLength::Always(4), TurnLength::Irregular];
    let all = turns.into_iter().flat_map(|turn| (0..8).map(move |seed| Shape::small(seed, turn)));
    all.map(RandomTree::new).collect()
}

fn heaps() -> Vec<Heap> {
    let sizes = [[3, 4, 5, 0], [1, 1, 1, 1], [7, 0, 2, 6]];
    let turns = [1, 2, 4];
    let plays = [Play::Normal, Play::Misere];
    let all =
        sizes.into_iter().flat_map(|size| turns.map(|turn| plays.map(|play| Heap::new(size, turn, play))));
    all.flatten().collect()
}

fn cycles<const LIMIT: u8>() -> Vec<Cycle<LIMIT>> {
    (0..10).map(|seed| Cycle::new(seed, 3 + (seed % 5) as u8)).collect()
}

#[test]
fn random_trees_keep_the_laws() {
    laws::check(&trees(), PLAYS);
    laws::heuristics(&trees(), PLAYS, &TreeHeuristics::EVALUATION);
    laws::heuristics(&trees(), PLAYS, &TreeHeuristics::FULL);
    let confirmed = laws::proofs_are_exact(&trees(), Plays::new(3, 1), &TreeHeuristics::FULL, 3);
    assert!(confirmed > 50, "only {confirmed} wins recognised");
}

#[test]
fn heaps_keep_the_laws() {
    laws::check(&heaps(), PLAYS);
    laws::notation(&heaps(), PLAYS);
    laws::heuristics(&heaps(), PLAYS, &HeapHeuristics);
    fuzz::positions::<Heap>(&[Heap::POSITION_EXAMPLE], CASES);
    fuzz::turns(&Heap::new([3, 4, 5, 0], 2, Play::Normal), &["1:3,2:1", "3:2 3:3"], CASES);
}

#[test]
fn cycles_keep_the_laws() {
    laws::check(&cycles::<2>(), PLAYS);
    laws::check(&cycles::<3>(), PLAYS);
    laws::heuristics(&cycles::<3>(), PLAYS, &CycleHeuristics);
}

#[test]
fn different_paths_of_a_random_tree_meet() {
    for tree in trees() {
        let mut level = vec![tree];
        let mut distinct = HashSet::from([tree.key()]);
        let mut paths = 1;
        while !level.is_empty() {
            level = level.iter().flat_map(|p| p.action_list().into_iter().map(|a| p.child(a))).collect();
            paths += level.len();
            distinct.extend(level.iter().map(Game::key));
        }
        assert!(paths > 40, "{tree:?} is hardly a tree");
        assert!(distinct.len() < paths, "no two of {paths} paths of {tree:?} meet");
    }
}

#[test]
fn random_trees_have_wins_losses_and_draws_early_and_late() {
    let mut ends: HashMap<_, u32> = HashMap::new();
    random_games(&trees(), PLAYS, |position, _| {
        if let Some(outcome) = position.outcome() {
            *ends.entry((outcome, position.starts_turn())).or_default() += 1;
        }
    });
    assert_eq!(ends.len(), 6, "both wins and the draw, in mid-turn and at its end: {ends:?}");
}

#[test]
fn irregular_turns_have_every_length() {
    let starts: Vec<RandomTree> =
        (0..20).map(|seed| RandomTree::new(Shape::small(seed, TurnLength::Irregular))).collect();
    let mut lengths = HashSet::new();
    let mut running = 0;
    random_games(&starts, PLAYS, |position, _| {
        if position.starts_turn() {
            lengths.insert(running);
            running = 0;
        }
        running = if position.outcome().is_some() { 0 } else { running + 1 };
    });
    assert!((1..=4).all(|length| lengths.contains(&length)), "{lengths:?}");
}

/// Nim with one to three from a heap: the mover wins normal play exactly when the heaps do not balance modulo four.
#[test]
fn heaps_with_one_action_a_turn_are_nim() {
    for sizes in [[3, 1, 0, 0], [2, 2, 0, 0], [1, 2, 3, 0], [4, 0, 0, 0], [5, 1, 0, 0], [1, 1, 1, 2]] {
        let heap = Heap::new(sizes, 1, Play::Normal);
        let balance = sizes.iter().fold(0, |sum, size| sum ^ (size % 4));
        let score = brute::value(&heap, 20, &|_| panic!("the game is over by then")).unwrap();
        assert_eq!(score.is_win(), balance != 0, "{heap:?} is worth {score:?}");
    }
}

#[test]
fn perft_of_heaps_is_what_one_counts_by_hand() {
    let heap = Heap::new([2, 1, 0, 0], 2, Play::Normal);
    // Takes are 1:1, 1:2 and 2:1, followed by two, one and two others; of these five sequences two leave nothing, and
    // three leave exactly one to take.
    assert_eq!([1, 2, 3].map(|depth| perft(&heap, depth)), [3, 5, 3]);
    // Turns of two end at (0,1), (1,0) or with nothing left.
    assert_eq!([1, 2].map(|depth| perft_turns(&heap, depth)), [3, 2]);
}

/// Without these, a search could ignore repetition and never be found out.
#[test]
fn cycles_have_forbidden_turn_ends_and_dead_ends_but_a_way_out() {
    let mut forbidden = 0;
    let mut dead_ends = 0;
    for start in cycles::<2>() {
        let mut history = History::starting_at(&start);
        let mut position = start;
        for _ in 0..50 {
            let firsts = position.action_list();
            assert!(firsts.len() > 1 && position.outcome().is_none());
            let mut next = None;
            for first in firsts {
                let middle = position.child(first);
                let ends: Vec<_> = middle.action_list().into_iter().map(|a| middle.child(a)).collect();
                let allowed: Vec<_> = ends.iter().filter(|end| !history.forbids(*end)).collect();
                forbidden += ends.len() - allowed.len();
                dead_ends += usize::from(!ends.is_empty() && allowed.is_empty());
                next = next.or(allowed.first().map(|end| **end));
            }
            let Some(end) = next else { break };
            history.turn_ended(&end);
            position = end;
        }
    }
    assert!(forbidden > 10 && dead_ends > 3, "{forbidden} forbidden ends, {dead_ends} dead ends");
}
