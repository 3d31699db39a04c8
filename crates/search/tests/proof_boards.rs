//! KnightThrough boards that are known to be won or lost: df-pn proves them, and every proof is walked again by the plain
//! rules, for every reply of the loser.

use game::{Game, History, Notation, Setup, Side, Verdict};
use knightthrough::{KnightThrough, heuristics::Strong};
use search::{
    Limits, Root, Session, TurnSearch,
    proof::{Claim, Dfpn, DfpnConfig, rewalk},
};
use std::sync::atomic::AtomicBool;

/// Proves that the side to move wins or loses, and walks the proof again. Answers with the nodes of the search.
fn prove(position: &KnightThrough, expected: Verdict, most_nodes: u64) -> u64 {
    let config = DfpnConfig::parse("tt=256M", &DfpnConfig::BEST).unwrap();
    let mut solver = Dfpn::new(&config, Strong).unwrap();
    let stop = AtomicBool::new(false);
    let history = History::starting_at(position);
    let limits = Limits { nodes: Some(most_nodes), ..Limits::default() };
    let root = Root { position, history: &history, lines: 1 };
    let report = solver.search(root, &Session::new(limits, &stop));
    assert_eq!(report.verdict, expected, "{}", position.position_text());

    let claim = Claim { attacker: position.to_move(), wins: expected == Verdict::Win };
    let control = Session::new(Limits { nodes: Some(10 * most_nodes), ..Limits::default() }, &stop);
    let proof = rewalk(position, claim, &history, &mut solver, &control);
    let proof = proof.unwrap_or_else(|gap| panic!("{:?} at {}", gap.reason, gap.position.position_text()));
    assert!(proof.positions > 1 && proof.depth > 0);
    report.nodes
}

fn start(size: &str) -> KnightThrough {
    KnightThrough::start(size).unwrap()
}

#[test]
fn four_by_six_is_won_by_the_first_player() {
    prove(&start("4x6"), Verdict::Win, 200_000);
}

#[test]
fn five_by_six_is_won_by_the_first_player() {
    prove(&start("5x6"), Verdict::Win, 2_000_000);
}

#[test]
fn six_by_six_is_won_by_the_first_player() {
    prove(&start("6x6"), Verdict::Win, 8_000_000);
}

#[test]
fn three_by_six_is_won_by_the_second_player() {
    prove(&start("3x6"), Verdict::Loss, 200_000);
    prove(&start("3x5"), Verdict::Win, 200_000);
}

#[test]
fn boards_of_four_and_five_rows_are_won_by_the_first_player() {
    for size in ["3x4", "4x4", "6x4", "8x4", "4x5", "5x5", "8x5"] {
        prove(&start(size), Verdict::Win, 500_000);
    }
}

#[test]
fn a_middle_game_that_the_original_does_not_see_is_won() {
    let text = ".B.BBB.BB.B.BB.B.B..B....B..WB.WB........W...W.WW.W...WWWW.WW.WW B";
    let position = KnightThrough::parse_position(text).unwrap();
    assert_eq!(position.to_move(), Side::Second);
    prove(&position, Verdict::Win, 200_000);
}
