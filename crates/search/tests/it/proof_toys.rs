//! Proof-number searches against plain full minimax on toy games with 1, 2, 4 and irregularly many actions a turn.

use crate::proof_support;
use crate::proof_support::rewalk::{does_not_win, rewalk, wins};

use game::{Game, Heuristics, History, Outcome, Score, Verdict, play_turn};
use proof_support::{
    Truth,
    dead_ends::{DeadEndHeuristics, DeadEnds},
    full_truth, has_turn, legal_turn, truth_under_rule, unlimited, wins_without_repetition,
};
use search::{
    Control, Report, Root, TurnSearch,
    proof::{Dfpn, DfpnConfig, Pns, PnsConfig},
    settings::TableSize,
};
use std::sync::atomic::AtomicBool;
use testkit::toys::{
    Cycle, CycleHeuristics, Heap, HeapHeuristics, Play, RandomTree, Shape, TreeHeuristics, TurnLength,
};

/// Every technique alone, some together, and tables that are far too small.
const DFPN_SPECS: &[&str] = &[
    "plain",
    "best",
    "plain,tt=1K",
    "plain,tt=1K,replace=two-big",
    "plain,tt=off",
    "plain,recognise",
    "plain,relevant",
    "plain,order",
    "plain,init=mobility",
    "plain,init=eval,init-t=10",
    "plain,weak=plain",
    "plain,weak=heuristic,weak-t=10",
    "plain,widen=1",
    "plain,turns",
    "plain,turns,init=mobility,widen=2,order",
    "plain,widen=3,epsilon=1/8",
    "plain,weak,widen=2",
    "plain,weak=heuristic,widen=3,init=eval",
    "plain,epsilon=4",
    "plain,threads=3",
    "weak=plain,threads=2,tt=1K",
    "plain,tt=1K,weak=heuristic,weak-h=3,weak-t=5,epsilon=4,init=eval,init-a=3,init-b=7,init-t=5,recognise,relevant,order",
];

/// The same for the search with a tree.
const PNS_SPECS: &[&str] = &[
    "plain",
    "best",
    "plain,recognise",
    "plain,relevant,order",
    "plain,init=mobility",
    "plain,init=eval,init-t=10,init-a=2,init-b=3",
    "plain,weak=plain",
    "plain,weak=heuristic,weak-t=10",
    "plain,widen=2",
];

const TURNS: [TurnLength; 4] =
    [TurnLength::Always(1), TurnLength::Always(2), TurnLength::Always(4), TurnLength::Irregular];

fn dfpn<G: Game, H: Heuristics<G>>(spec: &str, heuristics: H) -> Dfpn<G, H> {
    let mut config = DfpnConfig::parse(spec, &DfpnConfig::BEST).expect(spec);
    if !spec.contains("tt=") {
        // Toys need no large table, and making one takes longer than searching them.
        config.table = TableSize::Bytes(64 << 10);
    }
    Dfpn::new(&config, heuristics).expect("a small search")
}

fn pns<G: Game, H: Heuristics<G>>(spec: &str, heuristics: H) -> Pns<G, H> {
    let config = PnsConfig::parse(spec, &PnsConfig::BEST).expect(spec);
    Pns::new(&config, heuristics).expect("a small search")
}

fn search<G: Game>(searcher: &mut impl TurnSearch<G>, root: &G, control: &dyn Control<G>) -> Report<G> {
    let history = History::starting_at(root);
    searcher.search(Root { position: root, history: &history, lines: 1 }, control)
}

/// Searches, compares with the truth, walks the proof again, and checks the turn.
fn check<G: Game, S: TurnSearch<G>>(root: &G, truth: Truth, searcher: &mut S, name: &str) {
    let before = root.clone();
    let stop = AtomicBool::new(false);
    let control = unlimited(&stop);
    let report = search(searcher, root, &control);
    assert_eq!(*root, before);
    assert_eq!(report.verdict, truth.verdict(), "{name} on {root:?}");
    let mover = root.to_move();
    let claim = match report.verdict {
        Verdict::Win => wins(mover),
        Verdict::Loss => wins(mover.other()),
        _ => does_not_win(mover.other()),
    };
    let history = History::starting_at(root);
    let tree = rewalk(root, claim, &history, searcher, &control)
        .unwrap_or_else(|gap| panic!("{name}: the proof of {root:?} fails: {gap}"));
    let after = legal_turn(root, &report, name);
    assert_eq!(full_truth(&after).for_side(mover), truth, "{name} plays {:?} in {root:?}", report.lines);
    // A line ends with the game, unless the loser is left without a turn; a draw is followed for one turn.
    let line = &report.lines[0].actions;
    let end = play_turn(root, line);
    match (report.verdict, end.outcome()) {
        (Verdict::Draw, None) => assert_eq!(line, report.turn(root), "{name} in {root:?}"),
        (_, None) => assert!(!has_turn(&end), "{name}: the line stops at {end:?}"),
        (Verdict::Win, Some(outcome)) => assert_eq!(outcome, Outcome::Win(mover), "{name} in {root:?}"),
        (Verdict::Loss, Some(outcome)) => {
            assert_eq!(outcome, Outcome::Win(mover.other()), "{name} in {root:?}")
        }
        (_, Some(outcome)) => assert_eq!(outcome, Outcome::Draw, "{name} in {root:?}"),
    }
    let forgets = name.contains("tt=");
    if let Some(distance) = report.lines[0].score.and_then(Score::distance).filter(|_| !forgets) {
        assert!(tree.depth <= distance, "{name}: {} > {distance} in {root:?}", tree.depth);
    }
}

#[test]
fn both_agree_with_minimax_on_random_trees() {
    for turn in TURNS {
        for seed in 0..60 {
            let root = RandomTree::new(Shape::small(seed, turn));
            for spec in PNS_SPECS {
                check(
                    &root,
                    full_truth(&root).for_side(root.to_move()),
                    &mut pns(spec, TreeHeuristics::FULL),
                    spec,
                );
            }
            for spec in DFPN_SPECS {
                check(
                    &root,
                    full_truth(&root).for_side(root.to_move()),
                    &mut dfpn(spec, TreeHeuristics::FULL),
                    spec,
                );
            }
        }
    }
}

#[test]
fn both_agree_with_minimax_on_heaps() {
    for turn in 1..=3 {
        for play in [Play::Normal, Play::Misere] {
            for heaps in [[1, 2, 0, 0], [3, 4, 5, 0], [2, 3, 3, 1], [7, 0, 0, 0], [5, 5, 1, 0]] {
                let root = Heap::new(heaps, turn, play);
                for spec in PNS_SPECS {
                    check(
                        &root,
                        full_truth(&root).for_side(root.to_move()),
                        &mut pns(spec, HeapHeuristics),
                        spec,
                    );
                }
                for spec in DFPN_SPECS.iter().filter(|spec| !spec.contains("tt=off")) {
                    check(
                        &root,
                        full_truth(&root).for_side(root.to_move()),
                        &mut dfpn(spec, HeapHeuristics),
                        spec,
                    );
                }
            }
        }
    }
}

#[test]
fn both_agree_with_minimax_where_turns_cannot_always_be_completed() {
    let mut stuck = 0;
    for turn in &TURNS[1..] {
        for seed in 0..60 {
            let root = DeadEnds(RandomTree::new(Shape::small(seed, *turn)));
            if !has_turn(&root) {
                stuck += 1;
                continue;
            }
            let truth = full_truth(&root).for_side(root.to_move());
            for spec in PNS_SPECS {
                check(&root, truth, &mut pns(spec, DeadEndHeuristics), spec);
            }
            for spec in DFPN_SPECS {
                check(&root, truth, &mut dfpn(spec, DeadEndHeuristics), spec);
            }
        }
    }
    assert!(stuck < 20, "{stuck} of 180 positions have no turn at all");
}

/// What must come out for a game that can go in circles: wins and losses exactly where they can be forced without the help of
/// the repetition rule, and then they must hold under the rule. `None` where neither side can force a win.
fn truth_of_circles<const LIMIT: u8>(root: &Cycle<LIMIT>) -> Option<Truth> {
    let history = History::starting_at(root);
    let mover = root.to_move();
    let forced = |side| wins_without_repetition(root, &history, side);
    let truth = match (forced(mover), forced(mover.other())) {
        (true, _) => Truth::Win,
        (_, true) => Truth::Loss,
        _ => return None,
    };
    assert_eq!(truth_under_rule(root, &history).for_side(mover), truth, "{root:?}");
    Some(truth)
}

fn check_circles<const LIMIT: u8, S>(root: &Cycle<LIMIT>, truth: Option<Truth>, searcher: &mut S, name: &str)
where
    S: TurnSearch<Cycle<LIMIT>>,
{
    let stop = AtomicBool::new(false);
    let control = unlimited(&stop);
    let report = search(searcher, root, &control);
    legal_turn(root, &report, name);
    let Some(truth) = truth else {
        assert!(matches!(report.verdict, Verdict::Unknown | Verdict::Draw), "{name} on {root:?}");
        return;
    };
    assert_eq!(report.verdict, truth.verdict(), "{name} on {root:?}");
    let winner = if truth == Truth::Win { root.to_move() } else { root.to_move().other() };
    let history = History::starting_at(root);
    let walked = rewalk(root, wins(winner), &history, searcher, &control);
    assert!(walked.is_ok(), "{name}: the proof of {root:?} fails: {:?}", walked.err());
}

/// Runs a check on graphs of several sizes under two repetition rules.
fn for_circles(mut check: impl Circles) {
    let mut seen = Vec::new();
    for seed in 0..120 {
        for nodes in 2..=4 {
            let root = Cycle::<2>::new(seed, nodes);
            seen.push(truth_of_circles(&root));
            check.check(&root, seen[seen.len() - 1]);
        }
        let root = Cycle::<3>::new(seed, 3);
        seen.push(truth_of_circles(&root));
        check.check(&root, seen[seen.len() - 1]);
    }
    for truth in [Some(Truth::Win), Some(Truth::Loss), None] {
        assert!(seen.contains(&truth), "{truth:?} never came up");
    }
}

/// A check for both rules.
trait Circles {
    fn check<const LIMIT: u8>(&mut self, root: &Cycle<LIMIT>, truth: Option<Truth>);
}

struct PnsInCircles;

impl Circles for PnsInCircles {
    fn check<const LIMIT: u8>(&mut self, root: &Cycle<LIMIT>, truth: Option<Truth>) {
        for spec in PNS_SPECS {
            check_circles(root, truth, &mut pns(spec, CycleHeuristics), spec);
        }
    }
}

#[test]
fn pns_proves_only_what_holds_under_the_repetition_rule() {
    for_circles(PnsInCircles);
}

struct DfpnInCircles;

impl Circles for DfpnInCircles {
    fn check<const LIMIT: u8>(&mut self, root: &Cycle<LIMIT>, truth: Option<Truth>) {
        for spec in DFPN_SPECS.iter().filter(|spec| !spec.contains("tt=off")) {
            check_circles(root, truth, &mut dfpn(spec, CycleHeuristics), spec);
        }
    }
}

#[test]
fn dfpn_proves_only_what_holds_under_the_repetition_rule() {
    for_circles(DfpnInCircles);
}
