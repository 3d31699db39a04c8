//! Which search of the combined player thinks on which board.

use players::{GAMES, Limits, Request, SearchInfo};
use std::sync::atomic::AtomicBool;

/// 26 stacks; too many for a proof within the budget here.
const MIDDLE: &str = "a.Z.T2/..TA../t2A2..T3.T/...T3tt.z/..t2..A.z2/..Tz.t.a2/..a2...t2/T2...../tAt.. w 1";

fn info(spec: &str, position: &str) -> SearchInfo {
    thought_within(spec, position, Limits { nodes: Some(20_000), ..Limits::default() })
}

fn thought_within(spec: &str, position: &str, limits: Limits) -> SearchInfo {
    let game = GAMES.find("tzaar").unwrap();
    let board = game.at_position(position).unwrap_or_else(|error| panic!("{error}"));
    let mut player = game.player(spec, 3).unwrap_or_else(|error| panic!("{error}"));
    let stop = AtomicBool::new(false);
    player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ())
}

#[test]
fn the_size_of_the_board_decides_between_tree_and_alpha_beta() {
    let same =
        |a: &SearchInfo, b: &SearchInfo| a.turn() == b.turn() && a.nodes == b.nodes && a.depth == b.depth;
    let tree = info("mcts:memory=4M", MIDDLE);
    let alphabeta = info("alphabeta:tt=4M", MIDDLE);
    assert!(!same(&tree, &alphabeta));
    let combined = |own: &str| info(&format!("combined:tt=4M,proof=0,mc.memory=4M,{own}"), MIDDLE);
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
    let game = GAMES.find("tzaar").unwrap();
    let error = game.player("combined:mc.sharpnes=3", 1).err().unwrap().to_string();
    assert!(error.contains("'sharpnes'"), "{error}");
    let threads = game.spec("combined:mcts=1,threads=2").unwrap().to_string();
    assert!(threads.contains(",mc.threads=2"), "{threads}");
}

#[test]
fn removed_settings_of_every_part_are_refused_unless_they_change_nothing() {
    let game = GAMES.find("tzaar").unwrap();
    for (word, key) in [
        ("etc", "etc"),
        ("op.eval-order=2", "eval-order"),
        ("pn.init-steps=2", "init-steps"),
        ("mc.rave", "rave"),
        ("mc.lookahead=alphabeta", "lookahead=alphabeta"),
        ("proof-share=40", "proof-share"),
    ] {
        let error = game.spec(&format!("combined:{word}")).err().unwrap().to_string();
        assert_eq!(error, format!("'{key}' was removed in 0.2.0"));
    }
    let text = |spec: &str| game.spec(spec).unwrap().to_string();
    let fixed = "combined:proof-share=50,endgame-share=50,multicut-actions=10,pn.weak-steps=1";
    assert_eq!(text(fixed), text("combined"));
}
