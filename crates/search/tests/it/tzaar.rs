//! Searches on Tzaar, whose turns have one or two actions: exact techniques give minimax's value, and proofs agree with
//! alpha-beta and hold when they are walked again by the plain rules.

use crate::exact_support;
use crate::proof_support::rewalk::{ProofClaim, rewalk};

use exact_support::{all_exact, check, search};
use game::{Game, HeuristicSet, Heuristics, History, Notation, Proofs, Score, Setup, Verdict};
use search::{
    Limits, Root, SearchControl, TurnSearch,
    proof::{Dfpn, DfpnConfig, Pns, PnsConfig},
    settings::TableSize,
};
use std::sync::atomic::AtomicBool;
use tzaar::{
    Phase, Tzaar,
    heuristics::{Beginner, Ordering, Waltz, WinCheck},
};

// ─────────────────────────────────── positions ───────────────────────────────────

/// Positions of random games that go on for as long as they can, one a game: the first with at most this many stacks in
/// this phase.
fn from_play(count: usize, most_stacks: u32, phase: Phase) -> Vec<Tzaar> {
    let found = (0..).filter_map(|seed| {
        let mut position = Tzaar::random_start(seed);
        for step in 0.. {
            if position.stack_count() <= most_stacks && position.phase() == phase {
                return Some(position);
            }
            let lasting: Vec<_> = position
                .action_list()
                .into_iter()
                .filter(|&a| position.child(a).outcome().is_none())
                .collect();
            let choice = testkit::mix(&[seed, step]) as usize;
            position.play(*lasting.get(choice.checked_rem(lasting.len())?)?);
        }
        None
    });
    found.take(count).collect()
}

/// The start positions, in which White has a single move.
fn openings() -> Vec<Tzaar> {
    ["", "random=3", "random=4"].map(|variant| Tzaar::start(variant).unwrap()).to_vec()
}

// ─────────────────────────────── alpha-beta and minimax ───────────────────────────────

#[test]
fn exact_techniques_give_minimax_values_in_the_opening_turn() {
    let openings = openings();
    check(&openings, &Waltz::AUGUST_2012.heuristics(), 2);
    check(&openings, &Waltz::MARCH_2013.heuristics(), 2);
    check(&openings, &Waltz::THESIS.heuristics_without_proofs(), 2);
    check(&openings, &Beginner::default().heuristics(), 2);
}

#[test]
fn exact_techniques_give_minimax_values_in_the_middle_of_the_game() {
    for phase in [Phase::First, Phase::Second] {
        let positions = from_play(4, 40, phase);
        check(&positions, &Waltz::AUGUST_2012.heuristics(), 2);
        check(&positions, &Waltz::MARCH_2013.heuristics(), 2);
        check(&positions, &Beginner::default().heuristics(), 2);
        check(&positions[..2], &Waltz::MARCH_2013.heuristics(), 3);
    }
}

#[test]
fn exact_techniques_give_minimax_values_in_endgames() {
    let mut decided = 0;
    for phase in [Phase::First, Phase::Second] {
        let positions = from_play(12, 15, phase);
        decided += check(&positions, &Waltz::AUGUST_2012.heuristics(), 4);
        decided += check(&positions, &Waltz::MARCH_2013.heuristics(), 3);
        decided += check(&positions, &Beginner::default().heuristics(), 4);
    }
    assert!(
        (5..67).contains(&decided),
        "both proofs and estimates were compared: {decided} of 72 were proofs"
    );
}

// ─────────────────────────────── proofs ───────────────────────────────

/// The threshold from which a leaf counts as good: between one and a hundred million lies the threat of a win in this turn.
#[test]
fn the_threshold_of_leaves_tells_threats_from_advantages() {
    let nodes = |position: &Tzaar, key: &str, threshold: &str| {
        let spec =
            format!("plain,order,epsilon=1/8,weak=heuristic,init=eval,init-b=10,{key}={threshold},tt=4M");
        let config = DfpnConfig::parse(&spec, &DfpnConfig::BEST).expect(&spec);
        let heuristics = Waltz::THESIS.heuristics_without_proofs();
        let mut search = Dfpn::new(&config, heuristics).expect("a small table");
        let (stop, history) = (AtomicBool::new(false), History::starting_at(position));
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        search
            .search(Root { position, history: &history, lines: 1 }, &SearchControl::new(limits, &stop))
            .nodes
    };
    let positions = from_play(24, 22, Phase::First);
    // A node where the side to move wins at once needs no number, so that the other threshold works below the threat.
    for (key, low) in [("init-t", "1e6"), ("weak-t", "1e5")] {
        let differs = |position: &&Tzaar| nodes(position, key, low) != nodes(position, key, "1e8");
        let changed = positions.iter().filter(differs).count();
        assert!(changed > 2, "{key} changed the nodes of {changed} of {} positions", positions.len());
    }
}

/// Each setting of df-pn alone, WALTZ's mixture, and a table that is far too small.
const DFPN_SPECS: &[&str] = &[
    "plain",
    "best",
    "plain,tt=64K",
    "plain,replace=two-big",
    "plain,recognise",
    "plain,relevant",
    "plain,order",
    "plain,init=mobility",
    "plain,init=eval,init-a=10,init-b=10,init-t=1e5",
    "plain,weak=plain",
    "plain,weak=heuristic,weak-h=1,weak-t=1e5",
    "plain,widen=5",
    "plain,epsilon=1/8",
    "plain,turns",
    "plain,turns,widen=5,init=mobility",
    "plain,turns,tt=64K",
    "plain,replace=two-big,order,epsilon=1/8,weak=heuristic,weak-h=1,weak-t=1e6,init=eval,init-a=10,init-b=10,init-t=5e7",
];

/// The same for the search with a tree.
const PNS_SPECS: &[&str] = &["best", "plain", "plain,weak=plain,order", "plain,init=eval,init-t=1e5"];

/// Nodes that a search of a small endgame may take; those that need more are not small.
const MOST_NODES: u64 = 100_000;

fn dfpn(spec: &str) -> Dfpn<Tzaar, HeuristicSet<Waltz, Ordering, WinCheck>> {
    let mut config = DfpnConfig::parse(spec, &DfpnConfig::BEST).expect(spec);
    if !spec.contains("tt=") {
        config.table = TableSize::Bytes(4 << 20);
    }
    Dfpn::new(&config, Waltz::AUGUST_2012.heuristics()).expect("a small table")
}

fn pns(spec: &str) -> Pns<Tzaar, HeuristicSet<Waltz, Ordering, WinCheck>> {
    let config = PnsConfig::parse(&format!("{spec},tree=32M"), &PnsConfig::BEST).expect(spec);
    Pns::new(&config, Waltz::AUGUST_2012.heuristics()).expect("a small tree")
}

/// The same board with the other side to begin, where that is a position to be played.
fn other_to_move(position: &Tzaar) -> Option<Tzaar> {
    position.with_turn_skipped().filter(|p| p.outcome().is_none())
}

/// Small endgames at the start of a turn, for both sides to move, with what exact alpha-beta proves about them. Wins that can
/// be read off the board are left out.
fn solved_endgames() -> Vec<(Tzaar, Score)> {
    let all = all_exact();
    let mut solved = Vec::new();
    let boards = from_play(80, 17, Phase::First).into_iter();
    let both_to_move = boards.flat_map(|position| [Some(position), other_to_move(&position)]).flatten();
    for position in both_to_move
        .filter(|position| Waltz::AUGUST_2012.heuristics().proofs().proven_score(position).is_none())
    {
        let limits = Limits { depth: Some(30), nodes: Some(MOST_NODES), ..Limits::default() };
        let report = search(&position, &Waltz::AUGUST_2012.heuristics(), &all, limits);
        let score = report.lines[0].score.filter(|_| report.verdict != Verdict::Unknown);
        solved.extend(score.map(|score| (position, score)));
    }
    solved
}

/// Searches, compares the verdict and walks the proof again. False if the search has not solved it within its budget.
fn agrees<S: TurnSearch<Tzaar>>(solver: &mut S, position: &Tzaar, expected: Verdict, spec: &str) -> bool {
    let stop = AtomicBool::new(false);
    let history = History::starting_at(position);
    let budget = |nodes| SearchControl::new(Limits { nodes: Some(nodes), ..Limits::default() }, &stop);
    solver.new_game();
    let report = solver.search(Root { position, history: &history, lines: 1 }, &budget(MOST_NODES));
    position.parse_turn(&position.turn_word(report.turn(position))).expect("a complete legal turn");
    if report.verdict == Verdict::Unknown {
        return false;
    }
    assert_eq!(report.verdict, expected, "{spec} on {}", position.position_text());
    let claim = ProofClaim { attacker: position.to_move(), wins: expected == Verdict::Win };
    let proof = rewalk(position, claim, &history, solver, &budget(20 * MOST_NODES));
    if let Err(gap) = proof {
        panic!(
            "{spec} on {}: {:?} at {}",
            position.position_text(),
            gap.reason,
            gap.position.position_text()
        );
    }
    true
}

#[test]
fn proofs_agree_with_alpha_beta_for_both_sides_to_move() {
    let endgames = solved_endgames();
    let wins = endgames.iter().filter(|(_, score)| score.is_win()).count();
    let losses = endgames.len() - wins;
    assert!(wins > 25 && losses > 12, "{wins} wins and {losses} losses");
    let mut solvers: Vec<_> = DFPN_SPECS.iter().map(|spec| (spec, dfpn(spec), 0)).collect();
    for (position, score) in &endgames {
        for (spec, solver, solved) in &mut solvers {
            *solved += u32::from(agrees(solver, position, score.verdict(), spec));
        }
    }
    let most = endgames.len() as u32;
    for (spec, _, solved) in solvers {
        assert!(10 * solved >= 9 * most, "{spec} solved {solved} of {most} endgames");
    }
}

#[test]
fn best_first_proofs_agree_with_alpha_beta() {
    let endgames = solved_endgames();
    let mut solvers: Vec<_> = PNS_SPECS.iter().map(|spec| (spec, pns(spec), 0)).collect();
    for (position, score) in endgames.iter().step_by(2) {
        for (spec, solver, solved) in &mut solvers {
            *solved += u32::from(agrees(solver, position, score.verdict(), spec));
        }
    }
    let most = endgames.len().div_ceil(2) as u32;
    for (spec, _, solved) in solvers {
        assert!(10 * solved >= 8 * most, "{spec} solved {solved} of {most} endgames");
    }
}
