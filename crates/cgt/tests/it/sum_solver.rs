//! Who wins a sum: the solver against trying everything, on sums that it must search and on sums that it need not.

use cgt::{
    Partizan, Player,
    games::Amazons,
    sums::{SumSolver, local_board},
};
use search::random::generator;
use search::{NodeBudget, NodeSource, Unlimited};
use std::{cell::Cell, collections::HashMap};

/// Does the player to move win? By trying everything; `free` are moves that Left, or Right if negative, may make any time.
fn wins(
    sum: &[Amazons],
    free: i32,
    player: Player,
    known: &mut HashMap<(Vec<Amazons>, i32, Player), bool>,
) -> bool {
    let key = (sum.to_vec(), free, player);
    if let Some(&answer) = known.get(&key) {
        return answer;
    }
    let mut children = Vec::new();
    for (nth, position) in sum.iter().enumerate() {
        position.options(player, |after| {
            let mut child = sum.to_vec();
            child[nth] = after;
            children.push((child, free));
        });
    }
    match player {
        Player::Left if free > 0 => children.push((sum.to_vec(), free - 1)),
        Player::Right if free < 0 => children.push((sum.to_vec(), free + 1)),
        _ => {}
    }
    let answer = children.into_iter().any(|(child, free)| !wins(&child, free, player.other(), known));
    known.insert(key, answer);
    answer
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut solver = SumSolver::default();
    let (mut searched, mut won) = (0, 0);
    for seed in 0..60 {
        let mut random = generator(seed, &[5]);
        let (files, rows, burnt) = [(3, 2, 1), (2, 2, 0), (4, 2, 3), (3, 3, 4)][seed as usize % 4];
        let boards: Vec<Amazons> = (0..2).map(|_| local_board(files, rows, burnt, &mut random)).collect();
        let mut known = HashMap::new();
        for free in -2..=2 {
            for player in Player::BOTH {
                let mut budget: NodeBudget = NodeBudget::new(&Unlimited);
                let standing = solver.place(&boards, &mut budget).unwrap().plus(free);
                let placed = budget.used();
                let found = solver.wins(&standing, player, &mut budget).unwrap();
                assert_eq!(
                    found,
                    wins(&boards, free, player, &mut known),
                    "{boards:?} with {free}, {player:?} to move"
                );
                searched += usize::from(budget.used() > placed);
                won += usize::from(found);
            }
        }
    }
    assert!(searched > 20 && (100..500).contains(&won), "{searched} searched, {won} won");
}

#[test]
fn a_game_and_its_negative_cancel() {
    let mut solver = SumSolver::default();
    let mut random = generator(1, &[]);
    for _ in 0..20 {
        let board = local_board(4, 3, 2, &mut random);
        let mut budget: NodeBudget = NodeBudget::new(&Unlimited);
        let both = [board, board.swapped().unwrap()];
        let standing = solver.place(&both, &mut budget).unwrap();
        assert!(standing.is_number());
        for player in Player::BOTH {
            assert!(!solver.wins(&standing, player, &mut budget).unwrap(), "the first player loses");
        }
    }
}

/// Hands out so many nodes and no more.
struct Few(Cell<u64>);

impl NodeSource for Few {
    fn grant(&self) -> u64 {
        self.0.take()
    }
}

#[test]
fn a_budget_that_is_too_small_is_an_error_and_never_an_answer() {
    let board = Amazons::parse("x...|....|...o").unwrap();
    let permit = Few(Cell::new(10));
    assert!(SumSolver::default().place(&[board], &mut NodeBudget::new(&permit)).is_err());
}
