//! Static scores inside the searches: incremental states are carried to every node, and no node is evaluated twice.

use game::{Evaluation, Game, HeuristicSet, History, Notation, Score, Side};
use knightthrough::{
    Jump, KnightThrough,
    heuristics::{Ordering, Threats},
};
use search::{
    Limits, Report, Root, SearchControl, TurnSearch,
    alphabeta::{self, AlphaBeta},
    mcts::{self, Mcts},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::AtomicBool},
};
use testkit::{
    Plays, laws,
    toys::{RandomTree, Shape, TreeHeuristics, TurnLength},
};

const POSITIONS: [&str; 2] = [
    "BB.BBBBBBB....BB.B.B.....B..B..........W...WW.WWWWWWW..WWWW..W.. B",
    "BB.B.B.BBB..BBB......B...B.B......W.......W...W..WW..WW.W.WWWWWW W",
];

/// Settings that send alpha-beta through every way to reach a node.
const ALPHABETA: [&str; 4] = [
    "tt=1M,quiescence=4,null=2,lmr=80,futility=60,multicut=3",
    "tt=1M,quiescence=4,random=30",
    "tt=1M,threads=2,parallel=root",
    "plain,id,null=2",
];

/// Settings that send Monte-Carlo tree search through every use of the evaluation.
const MCTS: [&str; 3] = [
    "memory=1M,lookahead=quiescence,bias-by=eval",
    "memory=16K,bias=1,bias-by=eval",
    "plain,memory=1M,playouts=1,length=2,best-of=2",
];

/// Knights of both sides.
type Counts = [i32; 2];

fn count(position: &KnightThrough) -> Counts {
    Side::BOTH.map(|side| position.knights(side).count_ones() as i32)
}

fn balance(position: &KnightThrough, counts: Counts) -> Score {
    let own = position.to_move();
    Score::estimate(100 * (counts[own.index()] - counts[own.other().index()]))
}

/// Material counted anew in every position.
#[derive(Clone)]
struct Recounted;

impl Evaluation<KnightThrough> for Recounted {
    type State = ();
    fn root_state(&self, _: &KnightThrough) {}
    fn evaluate(&self, position: &KnightThrough, (): &()) -> Score {
        balance(position, count(position))
    }
}

/// Material counted at the root and then updated by each action. Panics where the state is not that of the position.
#[derive(Clone)]
struct Updated;

impl Evaluation<KnightThrough> for Updated {
    type State = Counts;
    fn root_state(&self, position: &KnightThrough) -> Counts {
        count(position)
    }
    fn child_state(&self, state: &Counts, parent: &KnightThrough, jump: Jump, _: &KnightThrough) -> Counts {
        let mut counts = *state;
        counts[parent.to_move().other().index()] -= i32::from(parent.is_capture(jump));
        counts
    }
    fn evaluate(&self, position: &KnightThrough, state: &Counts) -> Score {
        assert_eq!(*state, count(position), "the state of {position:?}");
        balance(position, *state)
    }
}

fn with<E>(evaluation: E) -> HeuristicSet<E, Ordering, Threats> {
    HeuristicSet { evaluation, ordering: Ordering::Report, proofs: Threats::One }
}

fn run<G: Game>(mut player: impl TurnSearch<G>, position: &G, limits: Limits, lines: usize) -> Report<G> {
    let stop = AtomicBool::new(false);
    let root = Root { position, history: &History::starting_at(position), lines };
    player.search(root, &SearchControl::new(limits, &stop))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn an_incremental_state_changes_no_search() {
    for text in POSITIONS {
        let position = KnightThrough::parse_position(text).unwrap();
        laws::heuristics(&[position], Plays::new(5, 1), &with(Updated));
        for settings in ALPHABETA {
            let config = alphabeta::Config::parse(settings, &alphabeta::Config::BEST).unwrap();
            let depth = Limits { depth: Some(5), ..Limits::default() };
            let one = run(AlphaBeta::new(config.clone(), with(Recounted), 3).unwrap(), &position, depth, 2);
            let two = run(AlphaBeta::new(config.clone(), with(Updated), 3).unwrap(), &position, depth, 2);
            // Threads share a table, so only their score is certain.
            assert_eq!(one.lines[0].score, two.lines[0].score, "{settings}");
            assert!(one == two || config.threads.0 > 1, "{settings}: {one:?} and {two:?}");
        }
        for settings in MCTS {
            let config = mcts::Config::parse(settings, &mcts::Config::BEST).unwrap();
            let one = run(Mcts::new(config.clone(), with(Recounted), 3).unwrap(), &position, nodes(5_000), 2);
            let two = run(Mcts::new(config, with(Updated), 3).unwrap(), &position, nodes(5_000), 2);
            assert_eq!(one, two, "{settings}");
        }
    }
}

/// Counts how often each position is evaluated.
#[derive(Clone)]
struct Counting(Arc<Mutex<HashMap<RandomTree, u32>>>);

impl Evaluation<RandomTree> for Counting {
    type State = ();
    fn root_state(&self, _: &RandomTree) {}
    fn evaluate(&self, position: &RandomTree, (): &()) -> Score {
        *self.0.lock().unwrap().entry(*position).or_default() += 1;
        TreeHeuristics::EVALUATION.evaluate(position, &())
    }
}

/// In a small tree without transpositions, searched without re-searches, every position is one node.
#[test]
fn a_node_is_evaluated_at_most_once() {
    let mut evaluated = 0;
    for (seed, turn) in [(1, TurnLength::Always(1)), (2, TurnLength::Always(2)), (3, TurnLength::Irregular)] {
        let shape = Shape { seed, turn, branching: 4, length: 20, buckets: u16::MAX, ends_one_in: 0 };
        let position = RandomTree::new(shape);
        for settings in ["null=1,futility=1,quiescence=3", "null=1,futility=40", "recognise,futility=10"] {
            let counts = Counting(Arc::default());
            let heuristics = HeuristicSet {
                evaluation: counts.clone(),
                ordering: TreeHeuristics::FULL,
                proofs: TreeHeuristics::FULL,
            };
            let config =
                alphabeta::Config::parse(&format!("plain,depth=4,{settings}"), &alphabeta::Config::PLAIN);
            let player = AlphaBeta::new(config.unwrap(), heuristics, 0).unwrap();
            let report = run(player, &position, Limits { depth: Some(4), ..Limits::default() }, 1);
            let counts = counts.0.lock().unwrap();
            evaluated += counts.len();
            let total: u32 = counts.values().sum();
            assert!(u64::from(total) <= report.nodes, "{total} evaluations of {} nodes", report.nodes);
            for (position, &times) in counts.iter() {
                assert_eq!(times, 1, "{settings}: {position:?}");
            }
        }
    }
    assert!(evaluated > 200, "{evaluated}");
}
