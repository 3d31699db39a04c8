//! Which search of the combined player thinks on which board.

use players::{Limits, Request, Thought, find_game};
use std::sync::atomic::AtomicBool;

/// 26 stacks; too many for a proof within the budget here.
const MIDDLE: &str = "a.Z.T2/..TA../t2A2..T3.T/...T3tt.z/..t2..A.z2/..Tz.t.a2/..a2...t2/T2...../tAt.. w 1";

fn thought(spec: &str, position: &str) -> Thought {
    thought_within(spec, position, Limits { nodes: Some(20_000), ..Limits::default() })
}

fn thought_within(spec: &str, position: &str, limits: Limits) -> Thought {
    let game = find_game("tzaar").unwrap();
    let board = game.at_position(position).unwrap_or_else(|error| panic!("{error}"));
    let mut player = game.player(spec, 3).unwrap_or_else(|error| panic!("{error}"));
    let stop = AtomicBool::new(false);
    player.choose(board.as_ref(), Request { limits, lines: 1, stop: &stop }, &mut |_| ())
}

#[test]
fn the_size_of_the_board_decides_between_tree_and_alpha_beta() {
    let same = |a: &Thought, b: &Thought| a.turn() == b.turn() && a.nodes == b.nodes && a.depth == b.depth;
    let tree = thought("mcts:memory=4M", MIDDLE);
    let alphabeta = thought("alphabeta:tt=4M", MIDDLE);
    assert!(!same(&tree, &alphabeta));
    let combined = |own: &str| thought(&format!("combined:tt=4M,proof=0,mc.memory=4M,{own}"), MIDDLE);
    for own in ["mcts=1", "mcts=26"] {
        assert!(same(&combined(own), &tree), "{own}");
    }
    for own in ["mcts=0", "mcts=27"] {
        assert!(same(&combined(own), &alphabeta), "{own}");
    }
}

/// A tree knows no depth that could be asked for.
#[test]
fn a_depth_is_searched_by_alpha_beta() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let combined = thought_within("combined:tt=4M,proof=0,mcts=1,mc.memory=4M", MIDDLE, limits);
    let alphabeta = thought_within("alphabeta:tt=4M", MIDDLE, limits);
    assert_eq!((combined.nodes, combined.depth), (alphabeta.nodes, 3));
}

#[test]
fn settings_of_the_tree_are_checked_even_where_it_is_not_used() {
    let game = find_game("tzaar").unwrap();
    let error = game.player("combined:mc.sharpnes=3", 1).err().unwrap().to_string();
    assert!(error.contains("'sharpnes'"), "{error}");
    let threads = game.player("combined:mcts=1,threads=2", 1).unwrap();
    assert!(threads.spec().contains(",mc.threads=2"), "{}", threads.spec());
}
