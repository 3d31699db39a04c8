//! Budgets, stop flags, memory, repeatability and reports of the proof-number searches.

use crate::proof_support;

use game::{Game, HeuristicSet, History, Setup, Verdict, play_turn};
use knightthrough::{
    KnightThrough,
    heuristics::{self, Threats},
};
use proof_support::{legal_turn, unlimited};
use search::{
    Limits, Report, Root, SearchControl, TurnSearch,
    proof::{Dfpn, DfpnConfig, MemoryError, Pns, PnsConfig},
    settings::TableSize,
};
use std::{
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering},
};
use testkit::toys::{RandomTree, Shape, TreeHeuristics, TurnLength};

type Searcher<G> = Box<dyn TurnSearch<G>>;

fn dfpn(
    spec: &str,
) -> Result<Dfpn<KnightThrough, HeuristicSet<heuristics::Report, heuristics::Ordering, Threats>>, MemoryError>
{
    let config = DfpnConfig::parse(spec, &DfpnConfig::BEST).expect(spec);
    Dfpn::new(&config, heuristics::Report.heuristics())
}

fn pns(
    spec: &str,
) -> Result<Pns<KnightThrough, HeuristicSet<heuristics::Report, heuristics::Ordering, Threats>>, MemoryError>
{
    let config = PnsConfig::parse(spec, &PnsConfig::BEST).expect(spec);
    Pns::new(&config, heuristics::Report.heuristics())
}

/// Both searches with room for the positions of these tests.
fn both() -> [(&'static str, Searcher<KnightThrough>); 2] {
    [
        ("dfpns", Box::new(dfpn("tt=1M").expect("a small search"))),
        ("pns", Box::new(pns("tree=16M").expect("a small search"))),
    ]
}

fn board(variant: &str) -> KnightThrough {
    KnightThrough::start(variant).expect(variant)
}

fn search<G: Game>(searcher: &mut dyn TurnSearch<G>, root: &G, limits: Limits, lines: usize) -> Report<G> {
    let stop = AtomicBool::new(false);
    let history = History::starting_at(root);
    searcher.search(Root { position: root, history: &history, lines }, &SearchControl::new(limits, &stop))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn a_node_budget_is_kept_to_the_node_and_repeats_exactly() {
    let root = board("6x6");
    for budget in [0, 1, 2, 3, 17, 1000, 1024, 1025, 20_000] {
        for ((name, mut first), (_, mut second)) in both().into_iter().zip(both()) {
            let report = search(&mut *first, &root, nodes(budget), 1);
            assert_eq!(report.nodes, budget, "{name}");
            assert_eq!(report.verdict, Verdict::Unknown, "{name}");
            legal_turn(&root, &report, name);
            assert_eq!(search(&mut *second, &root, nodes(budget), 1), report, "{name} in another instance");
            first.new_game();
            assert_eq!(search(&mut *first, &root, nodes(budget), 1), report, "{name} after a new game");
        }
    }
}

/// No round begins in the last fifth of the budget, and rounds do not change what is found.
#[test]
fn an_estimate_leaves_the_last_fifth_to_others() {
    let root = board("8x8");
    let used = |spec: &str, budget| {
        let report = search(&mut dfpn(spec).expect("a small search"), &root, nodes(budget), 1);
        assert_eq!(report.verdict, Verdict::Unknown);
        report.nodes
    };
    for (budget, rounds) in [(80_000, 80_000), (120_000, 100_000), (150_000, 150_000)] {
        assert_eq!(used("tt=1M,pace=estimate", budget), rounds);
        assert_eq!(used("tt=1M", budget), budget);
    }
}

/// Where a turn is one action, children are turns anyway; where it has two, a node stands for both and there are fewer.
#[test]
fn children_can_be_whole_turns() {
    let total = |spec: &str, turn| {
        let one = |seed| {
            let root = RandomTree::new(Shape::small(seed, turn));
            let config = DfpnConfig::parse(spec, &DfpnConfig::BEST).expect(spec);
            let mut searcher = Dfpn::new(&config, TreeHeuristics::EVALUATION).expect("a small search");
            search(&mut searcher, &root, Limits::default(), 1).nodes
        };
        (0..20).map(one).sum::<u64>()
    };
    for settings in ["plain,tt=1M", "plain,tt=1M,widen=2", "plain,tt=1M,init=mobility"] {
        let turns = format!("{settings},turns");
        assert_eq!(total(settings, TurnLength::Always(1)), total(&turns, TurnLength::Always(1)));
        let [actions, turns] = [settings, &turns].map(|spec| total(spec, TurnLength::Always(2)));
        assert!(turns < actions, "{turns} and {actions} nodes with {settings}");
    }
}

#[test]
fn the_own_node_limit_holds_without_any_other() {
    let root = board("8x8");
    let mut searchers: [Searcher<KnightThrough>; 3] = [
        Box::new(dfpn("tt=1M,nodes=5000").expect("a small search")),
        Box::new(pns("tree=16M,nodes=5000").expect("a small search")),
        Box::new(dfpn("tt=1M,nodes=5000,threads=3").expect("a small search")),
    ];
    for searcher in &mut searchers {
        let report = search(&mut **searcher, &root, Limits::default(), 1);
        assert!((4990..=5000).contains(&report.nodes), "{}", report.nodes);
        legal_turn(&root, &report, "limited");
    }
    let config = DfpnConfig::parse("nodes=1e3,time=2s", &DfpnConfig::BEST).expect("known settings");
    assert_eq!(config.limits().nodes, Some(1000));
    assert_eq!(config.limits().time.map(|time| time.hard.as_secs()), Some(2));
    assert!(DfpnConfig::BEST.limits().is_unlimited() && PnsConfig::BEST.limits().is_unlimited());
}

#[test]
fn a_raised_flag_stops_the_search_with_a_whole_turn() {
    let root = RandomTree::new(Shape {
        seed: 5,
        turn: TurnLength::Always(4),
        branching: 12,
        length: 40,
        buckets: u16::MAX,
        ends_one_in: 0,
    });
    let history = History::starting_at(&root);
    let config = DfpnConfig { table: TableSize::Bytes(1 << 20), ..DfpnConfig::BEST };
    for threads in [1, 2] {
        let config = config.switched(&format!("threads={threads}")).expect("a known setting");
        let mut searcher = Dfpn::new(&config, TreeHeuristics::EVALUATION).expect("a small search");
        let stop = AtomicBool::new(false);
        let session =
            SearchControl::new(Limits::default(), &stop).observed_by(|report: &Report<RandomTree>| {
                if report.nodes > 10_000 {
                    stop.store(true, Ordering::Relaxed);
                }
            });
        let report = searcher.search(Root { position: &root, history: &history, lines: 1 }, &session);
        assert_eq!(report.verdict, Verdict::Unknown);
        assert!(report.nodes > 10_000);
        legal_turn(&root, &report, "stopped");
        let report = searcher.search(Root { position: &root, history: &history, lines: 1 }, &session);
        assert_eq!(report.nodes, 0);
        legal_turn(&root, &report, "stopped before it began");
    }
}

#[test]
fn reports_come_now_and_then_with_legal_lines() {
    let root = board("6x6");
    let history = History::starting_at(&root);
    for (name, mut searcher) in both() {
        let stop = AtomicBool::new(false);
        let mut seen: Vec<u64> = Vec::new();
        let session =
            SearchControl::new(nodes(40_000), &stop).observed_by(|report: &Report<KnightThrough>| {
                seen.push(report.nodes);
                let _ = play_turn(&root, &report.lines[0].actions);
            });
        searcher.search(Root { position: &root, history: &history, lines: 1 }, &session);
        drop(session);
        assert_eq!(seen.len(), 4, "{name}: {seen:?}");
        assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "{name}: {seen:?}");
    }
}

#[test]
fn a_full_tree_ends_the_search_and_a_large_one_does_not() {
    let root = board("3x6");
    for tree in ["1K", "10K", "50K"] {
        let mut searcher = pns(&format!("plain,tree={tree}")).expect("a small search");
        let report = search(&mut searcher, &root, Limits::default(), 1);
        assert_eq!(report.verdict, Verdict::Unknown, "{tree}");
        legal_turn(&root, &report, tree);
    }
    let mut searcher = pns("plain,tree=64M").expect("a small search");
    assert_eq!(search(&mut searcher, &root, Limits::default(), 1).verdict, Verdict::Loss);
    let absurd = PnsConfig { tree: TableSize::Entries(1 << 60), ..PnsConfig::BEST };
    assert!(matches!(Pns::new(&absurd, heuristics::Report.heuristics()), Err(MemoryError { .. })));
    let absurd = DfpnConfig { table: TableSize::Entries(1 << 60), ..DfpnConfig::BEST };
    assert!(matches!(Dfpn::new(&absurd, heuristics::Report.heuristics()), Err(MemoryError { .. })));
}

#[test]
fn a_warm_table_answers_at_once() {
    let root = board("4x6");
    let mut searcher = dfpn("tt=16M").expect("a small search");
    let cold = search(&mut searcher, &root, Limits::default(), 1);
    let warm = search(&mut searcher, &root, Limits::default(), 1);
    assert_eq!((cold.verdict, warm.verdict), (Verdict::Win, Verdict::Win));
    assert!(cold.nodes > 1000 && warm.nodes < 100, "{} then {}", cold.nodes, warm.nodes);
    searcher.new_game();
    assert_eq!(search(&mut searcher, &root, Limits::default(), 1), cold);
}

#[test]
fn several_lines_are_different_whole_turns() {
    let root = RandomTree::new(Shape::small(3, TurnLength::Always(2)));
    let stop = AtomicBool::new(false);
    let history = History::starting_at(&root);
    let config = DfpnConfig { table: TableSize::Bytes(1 << 16), ..DfpnConfig::BEST };
    let mut searcher = Dfpn::new(&config, TreeHeuristics::FULL).expect("a small search");
    let one = searcher.search(Root { position: &root, history: &history, lines: 1 }, &unlimited(&stop));
    let five = searcher.search(Root { position: &root, history: &history, lines: 5 }, &unlimited(&stop));
    assert_eq!(five.lines[0].score, one.lines[0].score);
    assert_eq!(five.lines.len(), 5);
    let results: HashSet<_> = five
        .lines
        .iter()
        .map(|line| {
            let report = Report { lines: vec![line.clone()], ..five.clone() };
            legal_turn(&root, &report, "one of several").key()
        })
        .collect();
    assert_eq!(results.len(), 5);
}

#[test]
fn lengths_are_given_only_where_they_are_exact() {
    for (name, mut searcher) in both() {
        let at_once = search(&mut *searcher, &board("5x4"), Limits::default(), 1);
        assert_eq!((at_once.verdict, at_once.length), (Verdict::Win, Some(1)), "{name}");
        let later = search(&mut *searcher, &board("4x5"), Limits::default(), 1);
        assert_eq!((later.verdict, later.length), (Verdict::Win, None), "{name}");
    }
}
