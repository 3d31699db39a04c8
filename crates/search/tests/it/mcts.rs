//! Monte-Carlo tree search against plain minimax: proofs, choices, signs, budgets, on games where sides do not alternate.

use crate::proof_support;

use game::{Game, Heuristics, History, Score, Side, Verdict, distinct_turns, play_turn};
use proof_support::{
    dead_ends::{DeadEndHeuristics, DeadEnds},
    full_truth, has_turn, legal_turn, wins_without_repetition,
};
use search::{
    Depth, Limits, Report, Root, SearchControl, TurnSearch,
    mcts::{Config, Mcts},
    minimax,
};
use std::sync::atomic::AtomicBool;
use testkit::toys::{
    Cycle, CycleHeuristics, Heap, HeapHeuristics, Play, RandomTree, Shape, TreeHeuristics, TurnLength,
};

const TURNS: [TurnLength; 4] =
    [TurnLength::Always(1), TurnLength::Always(2), TurnLength::Always(4), TurnLength::Irregular];

fn config(text: &str) -> Config {
    Config::parse(text, &Config::BEST).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search_with<G: Game, H: Heuristics<G>>(
    player: &mut Mcts<G, H>,
    position: &G,
    history: &History,
    limits: Limits,
    lines: usize,
) -> Report<G> {
    let stop = AtomicBool::new(false);
    player.search(Root { position, history, lines }, &SearchControl::new(limits, &stop))
}

fn search<G: Game, H: Heuristics<G>>(
    position: &G,
    heuristics: &H,
    config: &Config,
    limits: Limits,
) -> Report<G> {
    let mut player = Mcts::new(config.clone(), heuristics.clone(), 7).unwrap();
    search_with(&mut player, position, &History::starting_at(position), limits, 1)
}

fn trees(seeds: std::ops::Range<u64>) -> Vec<RandomTree> {
    let shapes = seeds.flat_map(|seed| TURNS.map(|turn| Shape::small(seed, turn)));
    shapes.map(RandomTree::new).collect()
}

fn heaps() -> Vec<Heap> {
    let mut heaps = Vec::new();
    for turn in [1, 2, 4] {
        for play in [Play::Normal, Play::Misere] {
            heaps.extend([[3, 2, 0, 0], [4, 3, 1, 0], [5, 2, 2, 1]].map(|h| Heap::new(h, turn, play)));
        }
    }
    heaps
}

/// Configurations in which everything is proven sooner or later.
const SOLVERS: [&str; 12] = [
    "best",
    "plain,solver",
    "plain,solver,graph=depth,stats=node",
    "plain,solver,graph=full,stats=node",
    "plain,solver,graph=full,stats=edge,maturity=5,maturity-depth",
    "plain,solver,playouts=0,implicit=0.4,lookahead=quiescence,relevant",
    "plain,solver,lookahead=recognise,playout-wins,relevant,graph=full",
    "plain,solver,lookahead=quiescence,select=puct,bias-by=eval,fpu=parent",
    "plain,solver,cache=2,cache-every=3",
    "plain,solver,history,bias,best-of=2,length=3",
    "best,threads=2",
    "plain,solver,graph=full,stats=node,implicit=0.2,threads=3,virtual-loss=3",
];

fn check_proofs<G: Game, H: Heuristics<G>>(positions: &[G], heuristics: &H) {
    for text in SOLVERS {
        let config = config(text);
        for position in positions {
            let truth = full_truth(position).for_side(position.to_move());
            let report = search(position, heuristics, &config, nodes(1_000_000));
            assert_eq!(report.verdict, truth.verdict(), "{text} on {position:?}");
            let after = legal_turn(position, &report, text);
            assert_eq!(full_truth(&after).for_side(position.to_move()), truth, "{text}: the turn keeps it");
            let expected = match report.verdict {
                Verdict::Win => report.lines[0].score.is_some_and(Score::is_win),
                Verdict::Loss => report.lines[0].score.is_some_and(Score::is_loss),
                _ => report.lines[0].score == Some(Score::DRAW),
            };
            assert!(expected, "{text}: {:?} for {:?}", report.lines[0].score, report.verdict);
        }
    }
}

#[test]
fn proofs_are_those_of_minimax_on_random_trees() {
    check_proofs(&trees(0..4), &TreeHeuristics::EVALUATION);
    check_proofs(&trees(8..11), &TreeHeuristics::FULL);
}

#[test]
fn proofs_are_those_of_minimax_on_heaps() {
    check_proofs(&heaps(), &HeapHeuristics);
}

#[test]
fn dead_ends_are_dropped() {
    let all = trees(0..12).into_iter().map(DeadEnds);
    let positions: Vec<DeadEnds> = all.filter(has_turn).collect();
    assert!(positions.len() > 24);
    check_proofs(&positions, &DeadEndHeuristics);
}

/// Tokens that have already walked around, so that some turn ends are forbidden.
#[test]
fn proofs_hold_where_positions_repeat() {
    let (mut proven, mut wins) = (0, 0);
    for seed in 0..40 {
        let mut position = Cycle::<2>::new(seed, 6);
        let mut history = History::starting_at(&position);
        for _ in 0..2 {
            let turns = distinct_turns(&position);
            let next = turns.iter().find(|t| t.result.outcome().is_none() && !history.forbids(&t.result));
            let Some(next) = next else { break };
            position = next.result;
            history.turn_ended(&position);
        }
        let mover = position.to_move();
        for text in
            ["best", "plain,solver", "plain,solver,graph=full,stats=node,threads=2", "best,graph=depth"]
        {
            let mut player = Mcts::new(config(text), CycleHeuristics, 3).unwrap();
            let report = search_with(&mut player, &position, &history, nodes(20_000), 1);
            let after = legal_turn(&position, &report, text);
            assert!(after.outcome().is_some() || !history.forbids(&after), "{text} ends a turn it must not");
            let wins_of = |side| wins_without_repetition(&position, &history, side);
            match report.verdict {
                Verdict::Win => assert!(wins_of(mover), "{text} on {position:?}"),
                Verdict::Loss => assert!(wins_of(mover.other()), "{text} on {position:?}"),
                Verdict::Draw => {
                    assert!(!wins_of(mover) && !wins_of(mover.other()), "{text} on {position:?}")
                }
                Verdict::Unknown => continue,
            }
            proven += 1;
            wins += usize::from(report.verdict == Verdict::Win);
        }
    }
    assert!(proven > 60 && wins > 20, "{proven} proven, {wins} of them wins");
}

/// Positions in which the side to move wins within two actions, but not with every turn.
fn short_wins() -> Vec<RandomTree> {
    let is_short = |p: &RandomTree| {
        let score = minimax(p, &TreeHeuristics::EVALUATION, &History::starting_at(p), Depth(2));
        score.is_win()
    };
    let is_choice = |p: &RandomTree| {
        let loses = |t: &game::TurnChoice<RandomTree>| {
            full_truth(&t.result).for_side(p.to_move()).verdict() != Verdict::Win
        };
        distinct_turns(p).iter().any(loses)
    };
    trees(100..300).into_iter().filter(is_short).filter(is_choice).take(12).collect()
}

#[test]
fn every_setting_alone_and_left_out_finds_short_wins() {
    let positions = short_wins();
    assert_eq!(positions.len(), 12);
    // The hints of these toys are noise, so priors made of them must not be trusted as in a real game.
    let best = config("best,sharpness=1,c=2");
    let mut configs = vec![("plain".into(), Config::PLAIN), ("best".into(), best.clone())];
    for setting in Config::LIST {
        configs.push((setting.key.to_owned(), Config::PLAIN.switched(setting.key).unwrap()));
        let left_out = format!("-{}", setting.key);
        configs.push((format!("best {left_out}"), best.switched(&left_out).unwrap()));
    }
    for (name, config) in configs {
        for position in &positions {
            let report = search(position, &TreeHeuristics::FULL, &config, nodes(10_000));
            let after = legal_turn(position, &report, &name);
            let truth = full_truth(&after).for_side(position.to_move()).verdict();
            assert_eq!(truth, Verdict::Win, "{name} on {position:?}: {report:?}");
        }
    }
}

/// Without the solver there are only means, so a sign that went by parity would show here.
#[test]
fn means_have_the_sign_of_the_truth_where_a_side_acts_several_times() {
    let (mut wins, mut losses) = (0, 0);
    for text in [
        "plain,c=1.5",
        "plain,c=1.5,graph=full,stats=node",
        "plain,c=1.5,playouts=0,implicit=0.4,bias-by=eval",
    ] {
        for position in trees(200..215) {
            // From the middle of the first turn too.
            let mut deeper = position;
            deeper.play(position.action_list()[0]);
            for position in [position, deeper].into_iter().filter(|p| p.outcome().is_none()) {
                let report = search(&position, &TreeHeuristics::EVALUATION, &config(text), nodes(80_000));
                let score = report.lines[0].score.unwrap().raw();
                assert_eq!(report.verdict, Verdict::Unknown, "without the solver nothing is proven");
                match full_truth(&position).for_side(position.to_move()).verdict() {
                    Verdict::Win => {
                        assert!(score > 0, "{text}: {score} on {position:?}");
                        wins += 1;
                    }
                    Verdict::Loss => {
                        assert!(score < 0, "{text}: {score} on {position:?}");
                        losses += 1;
                    }
                    _ => (),
                }
            }
        }
    }
    assert!(wins > 50 && losses > 50, "{wins} wins, {losses} losses");
}

#[test]
fn one_thread_gives_the_same_answer_twice_and_keeps_the_budget() {
    let texts = ["best", "plain", "plain,history,best-of=3,cache=3", "plain,playouts=10,length=2,best-of=3"];
    for text in texts {
        for position in trees(3..5) {
            for budget in [1, 2, 10, 100, 1500, 5000] {
                let run = || search(&position, &TreeHeuristics::EVALUATION, &config(text), nodes(budget));
                let (first, second) = (run(), run());
                assert_eq!(first, second, "{text}");
                assert!(first.nodes <= budget, "{} of {budget} nodes", first.nodes);
                legal_turn(&position, &first, text);
            }
        }
    }
}

#[test]
fn a_new_game_forgets_everything_and_another_seed_plays_other_games() {
    let position = Heap::new([9, 8, 7, 6], 2, Play::Normal);
    let history = History::starting_at(&position);
    let texts = ["plain,reuse,memory=1M", "plain,reuse,history,graph=full,memory=1M"];
    for text in texts {
        let mut player = Mcts::new(config(text), HeapHeuristics, 7).unwrap();
        let first = search_with(&mut player, &position, &history, nodes(3000), 1);
        let warm = search_with(&mut player, &position, &history, nodes(3000), 1);
        player.new_game();
        assert_eq!(search_with(&mut player, &position, &history, nodes(3000), 1), first, "{text}");
        assert_ne!(first.lines, warm.lines, "{text}: the tree was used again");
        let mut other = Mcts::new(config(text), HeapHeuristics, 8).unwrap();
        assert_ne!(search_with(&mut other, &position, &history, nodes(3000), 1), first, "{text}");
    }
}

#[test]
fn a_raised_stop_flag_still_gets_a_whole_legal_turn() {
    let stop = AtomicBool::new(true);
    for position in trees(0..10).into_iter().map(DeadEnds).filter(has_turn) {
        let mut player = Mcts::new(Config::BEST, DeadEndHeuristics, 7).unwrap();
        let history = History::starting_at(&position);
        let root = Root { position: &position, history: &history, lines: 1 };
        let report = player.search(root, &SearchControl::new(Limits::default(), &stop));
        assert_eq!((report.nodes, report.verdict), (0, Verdict::Unknown));
        legal_turn(&position, &report, "stopped at once");
    }
}

/// The arena's own tests count bytes; here the tree is driven far beyond what fits.
#[test]
fn a_full_memory_ends_growth_and_not_the_search() {
    for text in
        ["plain,memory=16K", "best,memory=16K", "plain,solver,graph=full,stats=node,memory=16K,threads=2"]
    {
        let position = Heap::new([20, 20, 20, 20], 2, Play::Normal);
        let mut player = Mcts::new(config(text), HeapHeuristics, 7).unwrap();
        let history = History::starting_at(&position);
        let report = search_with(&mut player, &position, &history, nodes(200_000), 1);
        legal_turn(&position, &report, text);
        let size = u64::from(player.tree_size());
        assert!(size > 5 && size * 64 <= 16 << 10, "{text}: {size} nodes");
        assert!(report.nodes > 190_000 || report.verdict != Verdict::Unknown, "{text}: {}", report.nodes);
    }
}

#[test]
fn a_limit_of_depth_ends_the_search_even_when_the_tree_is_full() {
    let position = Heap::new([20, 20, 20, 20], 2, Play::Normal);
    for (text, depth) in [("plain,memory=1M", 3), ("plain,memory=16K", 60)] {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let report = search(&position, &HeapHeuristics, &config(text), limits);
        legal_turn(&position, &report, text);
    }
}

/// Plays on with the same player: the tree is kept, memory is given back, and what was proven stays known.
#[test]
fn the_tree_is_used_again_after_a_turn_and_its_answer() {
    for text in
        ["best,memory=256K", "plain,solver,reuse,memory=256K", "plain,solver,reuse,graph=depth,memory=256K"]
    {
        let mut position = Heap::new([5, 5, 4, 3], 2, Play::Normal);
        let mut history = History::starting_at(&position);
        let mut player = Mcts::new(config(text), HeapHeuristics, 7).unwrap();
        let mut last = None;
        while position.outcome().is_none() {
            let report = search_with(&mut player, &position, &history, nodes(30_000), 1);
            let truth = full_truth(&position).for_side(position.to_move()).verdict();
            if report.verdict != Verdict::Unknown {
                assert_eq!(report.verdict, truth, "{text}");
            }
            if last.is_some_and(|verdict| verdict != Verdict::Unknown) {
                assert!(
                    report.nodes < 30_000 && report.verdict != Verdict::Unknown,
                    "{text}: proofs are kept"
                );
            }
            last = Some(report.verdict);
            position = legal_turn(&position, &report, text);
            history.turn_ended(&position);
        }
        assert_ne!(last, Some(Verdict::Unknown), "{text}");
    }
}

#[test]
fn several_lines_are_distinct_turns_and_the_first_is_played() {
    for text in ["best,-solver", "plain,graph=full"] {
        let position = Heap::new([6, 5, 4, 3], 2, Play::Normal);
        let history = History::starting_at(&position);
        let run = |lines| {
            let mut player = Mcts::new(config(text), HeapHeuristics, 7).unwrap();
            search_with(&mut player, &position, &history, nodes(20_000), lines)
        };
        let (one, many) = (run(1), run(6));
        assert_eq!(one.lines[0], many.lines[0], "{text}");
        let result =
            |line: &search::Line<Heap>| play_turn(&position, &line.actions[..2.min(line.actions.len())]);
        let results: std::collections::HashSet<Heap> = many.lines.iter().map(result).collect();
        assert_eq!((many.lines.len(), results.len()), (6, 6), "{text}");
        assert!(results.iter().all(|p| p.to_move() == Side::Second && p.starts_turn()));
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    for (text, message) in [
        ("sigmoid-scale=0", "'sigmoid-scale' must be above 0"),
        ("memory=1K", "'memory' must be at least 16K"),
    ] {
        let error = Mcts::<Heap, _>::new(config(text), HeapHeuristics, 0).err().map(|e| e.to_string());
        assert!(error.as_ref().is_some_and(|e| e.contains(message)), "{text}: {error:?}");
    }
}

/// Visits that other threads have begun are no experience: they must not make nodes mature, or a tree of several threads
/// would expand every node it visits.
#[test]
fn threads_do_not_expand_nodes_before_their_time() {
    let position = Heap::new([20, 20, 20, 20], 2, Play::Normal);
    for counted_as in ["loss", "even", "mean"] {
        let size = |threads: u32, statistics: &str| {
            let text = format!(
                "plain,graph=depth,stats={statistics},maturity=40,length=4,virtual-loss=60,virtual-loss-as={counted_as},\
                 threads={threads},memory=8M"
            );
            let mut player = Mcts::new(config(&text), HeapHeuristics, 7).unwrap();
            search_with(&mut player, &position, &History::starting_at(&position), nodes(60_000), 1);
            player.tree_size()
        };
        for statistics in ["node", "edge"] {
            let (alone, together) = (size(1, statistics), size(2, statistics));
            assert!(together < 2 * alone, "{counted_as}, {statistics}: {together} nodes instead of {alone}");
        }
    }
}
