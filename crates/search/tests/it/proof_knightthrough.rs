//! Small boards of KnightThrough, solved and re-walked. Results as published by an independent program: the first player
//! wins 4x5, 4x6, 5x6, 6x6 and 3x5, the second 3x6.

use crate::proof_support;
use crate::proof_support::rewalk::{ProofTree, rewalk, wins};

use game::{Game, HeuristicSet, History, Notation, Proofs, Score, Setup, Side, Verdict};
use knightthrough::{
    Jump, KnightThrough,
    heuristics::{Ordering, Report, Threats, threats},
};
use proof_support::{legal_turn, unlimited};
use search::{
    Root, TurnSearch,
    proof::{Dfpn, DfpnConfig, Pns, PnsConfig},
};
use std::{ops::ControlFlow, sync::atomic::AtomicBool};

/// Wins in one and losses in two.
#[derive(Clone, Debug)]
struct WinsAndLosses;

impl Proofs<KnightThrough> for WinsAndLosses {
    fn proven_score(&self, position: &KnightThrough) -> Option<Score> {
        threats::proven(position)
    }
    fn relevant_actions(
        &self,
        position: &KnightThrough,
        visit: impl FnMut(Jump) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Threats::Three.relevant_actions(position, visit)
    }
}

/// The report's evaluation, with losses proven as well as wins.
type ReportWithLosses = HeuristicSet<Report, Ordering, WinsAndLosses>;

fn report_with_losses() -> ReportWithLosses {
    HeuristicSet { evaluation: Report, ordering: Ordering::Report, proofs: WinsAndLosses }
}

/// What solves KnightThrough fastest: a knight (100) counts as a good evaluation.
const TUNED: &str = "tt=64M,weak=plain,epsilon=1/8,init=eval,init-t=100,init-a=3,init-b=3";

fn dfpn(spec: &str) -> Dfpn<KnightThrough, ReportWithLosses> {
    let config = DfpnConfig::parse(spec, &DfpnConfig::BEST).expect(spec);
    Dfpn::new(&config, report_with_losses()).expect("a small search")
}

/// Solves a position, walks the proof again and checks the turn.
fn solve<S>(root: &KnightThrough, winner: Side, searcher: &mut S, name: &str) -> (u64, ProofTree)
where
    S: TurnSearch<KnightThrough>,
{
    let stop = AtomicBool::new(false);
    let control = unlimited(&stop);
    let history = History::starting_at(root);
    let report = searcher.search(Root { position: root, history: &history, lines: 1 }, &control);
    let expected = if root.to_move() == winner { Verdict::Win } else { Verdict::Loss };
    assert_eq!(report.verdict, expected, "{name}");
    legal_turn(root, &report, name);
    let tree = rewalk(root, wins(winner), &history, searcher, &control)
        .unwrap_or_else(|gap| panic!("{name}: {gap}"));
    let bound = report.lines[0].score.and_then(Score::distance).expect("a decided score");
    assert!(tree.depth <= bound, "{name}: {} > {bound}", tree.depth);
    assert!(report.lines[0].actions.len() <= bound as usize, "{name}");
    (report.nodes, tree)
}

fn board(variant: &str) -> KnightThrough {
    KnightThrough::start(variant).expect(variant)
}

#[test]
fn dfpn_solves_small_boards() {
    let boards = [
        ("3x5", Side::First),
        ("4x5", Side::First),
        ("8x5", Side::First),
        ("3x6", Side::Second),
        ("4x6", Side::First),
        ("5x6", Side::First),
    ];
    for (variant, winner) in boards {
        solve(&board(variant), winner, &mut dfpn(TUNED), variant);
        solve(&board(variant), winner, &mut dfpn(&format!("{TUNED},threads=2")), variant);
    }
    for spec in ["plain,recognise,tt=16M", "plain,tt=64K,recognise,relevant,weak=plain,epsilon=1/4"] {
        for (variant, winner) in [("3x5", Side::First), ("3x6", Side::Second), ("4x6", Side::First)] {
            solve(&board(variant), winner, &mut dfpn(spec), variant);
        }
    }
}

#[test]
fn pns_solves_small_boards() {
    for (variant, winner) in [("3x5", Side::First), ("4x5", Side::First), ("3x6", Side::Second)] {
        for spec in ["plain", "best", "weak=plain"] {
            let config = PnsConfig::parse(spec, &PnsConfig::BEST).expect(spec);
            solve(
                &board(variant),
                winner,
                &mut Pns::new(&config, report_with_losses()).expect("a search"),
                variant,
            );
        }
    }
}

#[test]
fn six_by_six_is_solved_within_a_million_nodes() {
    let (nodes, tree) = solve(&board("6x6"), Side::First, &mut dfpn(TUNED), "6x6");
    assert!(nodes < 1_000_000, "{nodes}");
    assert!(tree.positions > 10_000, "{tree:?}");
}

#[test]
fn a_middle_game_of_the_full_board_is_a_win_for_black() {
    let text = ".B.BBB.BB.B.BB.B.B..B....B..WB.WB........W...W.WW.W...WWWW.WW.WW B";
    let root = KnightThrough::parse_position(text).expect(text);
    let (nodes, _) = solve(&root, Side::Second, &mut dfpn(TUNED), "M3");
    assert!(nodes < 100_000, "{nodes}");
}
