//! Searches on the Amazons, whose turns are a move and an arrow: exact techniques give minimax's value, also in mid-turn,
//! proofs agree with alpha-beta, and small boards come out as published.

use crate::exact_support;
use crate::proof_support::rewalk::{ProofClaim, rewalk};

use amazons::{
    Amazons,
    heuristics::{Main, Mobility, Territory, heuristics},
};
use exact_support::{all_exact, configs, search, to_depth};
use game::{Game, Heuristics, History, Notation, Proofs, Score, Setup, Turn, Verdict};
use search::{
    Limits, Root, SearchControl, TurnSearch,
    alphabeta::{AlphaBeta, Config},
    proof::{Dfpn, DfpnConfig},
    settings::TableSize,
};
use std::sync::atomic::AtomicBool;
use testkit::{Plays, random_games};

/// Positions of random games with so many empty squares, in every phase of a turn.
fn from_play(variants: &[&str], empty: std::ops::RangeInclusive<u32>) -> Vec<Amazons> {
    let starts: Vec<_> = variants.iter().map(|variant| Amazons::start(variant).unwrap()).collect();
    let mut positions = Vec::new();
    random_games(&starts, Plays::new(3, 11), |position, _| {
        if position.outcome().is_none() && empty.contains(&position.empty().count_ones()) {
            positions.push(*position);
        }
    });
    positions
}

/// Minimax in which proven values that can be read off the board are taken at inner nodes, if `recognise` says so. They
/// need not lie within the depth: a game that is only a matter of counting is proven long before its end.
fn oracle(
    position: &Amazons,
    heuristics: &impl Heuristics<Amazons>,
    depth: u32,
    recognise: bool,
    root: bool,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::finished(outcome, position.to_move());
    }
    if depth == 0 {
        return heuristics.static_score_from_scratch(position);
    }
    if recognise
        && !root
        && let Some(proven) = heuristics.proofs().proven_score(position)
    {
        return proven;
    }
    let children = position.action_list().into_iter().map(|act| position.child(act));
    let worth = |child: Amazons| {
        let turn = Turn::between(position.to_move(), child.to_move());
        turn.score(oracle(&child, heuristics, depth - 1, recognise, false)).later_by(1)
    };
    children.map(worth).max().unwrap()
}

/// The true value of a small position, with its distance.
fn to_the_end(position: &Amazons) -> Score {
    oracle(position, &heuristics(Mobility), 2 * position.empty().count_ones() + 1, true, true)
}

/// Every configuration gives minimax's value. The one exception: iterative deepening ends with a proof, which a lesser depth
/// may read off the board where a greater one, a step further on, cannot count any more and has an estimate. Such a proof
/// must be true. Answers with how many of the values were proven.
fn check(positions: &[Amazons], heuristics: &impl Heuristics<Amazons>, depth: u32) -> usize {
    let configs = configs();
    let mut decided = 0;
    for position in positions {
        let values = [false, true].map(|recognise| oracle(position, heuristics, depth, recognise, true));
        decided += usize::from(values[1].is_decided());
        for (name, config) in &configs {
            let found = search(position, heuristics, config, to_depth(depth)).lines[0].score;
            let expected = values[usize::from(config.recognise)];
            let better = |found: Score| !expected.is_decided() && found == to_the_end(position);
            assert!(
                found == Some(expected) || found.is_some_and(better),
                "{name} at depth {depth} of {}: {found:?}, not {expected:?}",
                position.position_text()
            );
        }
    }
    decided
}

#[test]
fn exact_techniques_give_minimax_values_in_open_games() {
    let positions: Vec<_> = from_play(&["4x4", "5x4"], 6..=10).into_iter().step_by(5).collect();
    let in_middle = positions.iter().filter(|p| !p.starts_turn()).count();
    assert!(positions.len() > 6 && in_middle > 1 && in_middle < positions.len());
    for depth in [1, 2, 3] {
        check(&positions, &heuristics(Main::default()), depth);
    }
    check(&positions, &heuristics(Territory), 3);
    check(&positions, &heuristics(Mobility), 2);
}

#[test]
fn exact_techniques_give_minimax_values_in_endgames() {
    let positions: Vec<_> = from_play(&["3x4", "4x4", "5x4"], 3..=6).into_iter().step_by(4).collect();
    let decided =
        check(&positions, &heuristics(Main::default()), 4) + check(&positions, &heuristics(Mobility), 3);
    assert!((5..2 * positions.len()).contains(&decided), "{decided} of {} were proofs", 2 * positions.len());
}

/// What exact alpha-beta says about a small board, searched to the end.
fn solved(position: &Amazons) -> Verdict {
    let config = all_exact();
    let longest = 2 * position.empty().count_ones() + 1;
    let mut player = AlphaBeta::new(
        Config { table: TableSize::Bytes(16 << 20), ..config },
        heuristics(Main::default()),
        0,
    )
    .unwrap();
    let stop = AtomicBool::new(false);
    let root = Root { position, history: &History::starting_at(position), lines: 1 };
    player
        .search(root, &SearchControl::new(Limits { depth: Some(longest), ..Limits::default() }, &stop))
        .verdict
}

/// Müller 2001: the start on 4 by 4 is a win for the second player.
#[test]
fn four_by_four_is_lost_for_who_begins() {
    assert_eq!(solved(&Amazons::start("4x4").unwrap()), Verdict::Loss);
}

#[test]
fn proofs_agree_with_alpha_beta() {
    let positions = from_play(&["3x4", "4x4"], 3..=7);
    let stop = AtomicBool::new(false);
    let (mut wins, mut losses) = (0, 0);
    for spec in ["plain", "best", "plain,recognise", "best,init=mobility"] {
        for position in positions.iter().step_by(3) {
            let config = DfpnConfig::parse(&format!("{spec},tt=4M"), &DfpnConfig::BEST).unwrap();
            let mut solver = Dfpn::new(&config, heuristics(Main::default())).unwrap();
            let history = History::starting_at(position);
            let session = SearchControl::new(Limits { nodes: Some(300_000), ..Limits::default() }, &stop);
            let report = solver.search(Root { position, history: &history, lines: 1 }, &session);
            let expected = solved(position);
            assert_eq!(report.verdict, expected, "{spec} on {}", position.position_text());
            wins += usize::from(expected == Verdict::Win);
            losses += usize::from(expected == Verdict::Loss);
            let claim = ProofClaim { attacker: position.to_move(), wins: expected == Verdict::Win };
            let budget = SearchControl::new(Limits { nodes: Some(5_000_000), ..Limits::default() }, &stop);
            if let Err(gap) = rewalk(position, claim, &history, &mut solver, &budget) {
                panic!("{spec} on {}: {:?}", position.position_text(), gap.reason);
            }
        }
    }
    assert!(wins > 10 && losses > 5, "{wins} wins and {losses} losses");
}

/// The start on 10 by 10 has 2,176 turns: several lines and a randomised root must still be found at once.
#[test]
fn two_thousand_turns_are_ranked() {
    let position = Amazons::start("").unwrap();
    let stop = AtomicBool::new(false);
    let config = Config::parse("depth=2,random=50,tt=1M", &Config::BEST).unwrap();
    let mut player = AlphaBeta::new(config, heuristics(Main::default()), 3).unwrap();
    let root = Root { position: &position, history: &History::starting_at(&position), lines: 3 };
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let report = player.search(root, &SearchControl::new(limits, &stop));
    assert_eq!(report.lines.len(), 3);
    let turn = position.turn_word(report.turn(&position));
    assert_eq!(position.parse_turn(&turn).unwrap().len(), 2);
    assert!(report.nodes < 20_000, "{}", report.nodes);
}
