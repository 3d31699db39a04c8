//! Alpha-beta against plain minimax: every exact technique alone and left out, on games where sides do not alternate.

use game::{Game, Heuristics, History, Score, Turn, Verdict, distinct_turns};
use search::{
    Depth, Limits, Report, Root, SearchControl, TurnSearch,
    alphabeta::{AlphaBeta, Config},
    minimax,
    settings::Kind,
};
use std::sync::atomic::AtomicBool;
use testkit::toys::{
    Cycle, CycleHeuristics, Heap, HeapHeuristics, Play, RandomTree, Shape, TreeHeuristics, TurnLength,
};

const TURNS: [TurnLength; 4] =
    [TurnLength::Always(1), TurnLength::Always(2), TurnLength::Always(4), TurnLength::Irregular];

/// A position with the history that led to it.
struct Case<G: Game, H> {
    position: G,
    history: History,
    heuristics: H,
}

fn search<G: Game, H: Heuristics<G>>(
    case: &Case<G, H>,
    config: &Config,
    limits: Limits,
    lines: usize,
) -> Report<G> {
    let mut player = AlphaBeta::new(config.clone(), case.heuristics.clone(), 7).unwrap();
    let stop = AtomicBool::new(false);
    let control = SearchControl::new(limits, &stop);
    player.search(Root { position: &case.position, history: &case.history, lines }, &control)
}

fn at_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn trees(seeds: std::ops::Range<u64>) -> Vec<Case<RandomTree, TreeHeuristics>> {
    let mut cases = Vec::new();
    for seed in seeds {
        for turn in TURNS {
            for heuristics in [TreeHeuristics::EVALUATION, TreeHeuristics::FULL] {
                let position = RandomTree::new(Shape::small(seed, turn));
                cases.push(Case { history: History::starting_at(&position), position, heuristics });
            }
        }
    }
    cases
}

fn heaps() -> Vec<Case<Heap, HeapHeuristics>> {
    let mut cases = Vec::new();
    for turn in [1, 2, 4] {
        for play in [Play::Normal, Play::Misere] {
            for heaps in [[3, 2, 0, 0], [4, 3, 1, 0], [5, 2, 2, 1]] {
                let position = Heap::new(heaps, turn, play);
                cases.push(Case {
                    history: History::starting_at(&position),
                    position,
                    heuristics: HeapHeuristics,
                });
            }
        }
    }
    cases
}

/// Tokens that have already walked around, so that some turn ends are forbidden.
fn cycles() -> Vec<Case<Cycle<2>, CycleHeuristics>> {
    let mut cases = Vec::new();
    for seed in 0..30 {
        let mut position = Cycle::<2>::new(seed, 5);
        let mut history = History::starting_at(&position);
        for _ in 0..3 {
            let turns = distinct_turns(&position);
            let next = turns.iter().find(|t| t.result.outcome().is_none() && !history.forbids(&t.result));
            let Some(next) = next else { break };
            position = next.result;
            history.turn_ended(&position);
        }
        cases.push(Case { position, history, heuristics: CycleHeuristics });
    }
    cases
}

/// Every exact technique alone, and all of them but one.
fn exact_configs() -> Vec<(String, Config)> {
    let exact = || Config::LIST.iter().filter(|s| s.kind == Kind::Exact && s.key != "unpruned");
    let all = exact().fold(Config::PLAIN, |config, s| config.switched(s.key).unwrap());
    assert!(all.is_exact() && all != Config::PLAIN);
    let mut configs = vec![("plain".into(), Config::PLAIN), ("all exact".into(), all.clone())];
    configs.push(("unpruned".into(), Config::PLAIN.switched("unpruned").unwrap()));
    for setting in exact() {
        configs.push((setting.key.into(), Config::PLAIN.switched(setting.key).unwrap()));
        let left_out = all.switched(&format!("-{}", setting.key)).unwrap();
        configs.push((format!("all but {}", setting.key), left_out));
    }
    for text in [
        "tt=1K,tt-scheme=always",
        "tt=1K,tt-scheme=twodeep,id",
        "tt=1K,tt-scheme=twobig,id",
        "tt=1K,tt-scheme=depth-age,id",
        "tt=1M,id,pvs,aspiration=3",
        "tt=1M,id,pvs,aspiration=2,aspiration-offset=5,killers=1",
        "tt=1M,id,history=count,history-children,history-age=1",
        "tt=1M,id,history=2^d,killers=8",
        "tt=1M,id,history=count,history-first",
        "tt=1M,id,pvs,killers=2,history=d^2,hints,recognise,relevant,threads=3",
        "tt=1M,id,pvs,killers=2,history=d^2,hints,recognise,relevant,threads=3,parallel=root",
        "id,threads=2,parallel=root",
        "tt=1M,id,lost=previous",
    ] {
        configs.push((text.into(), Config::parse(&format!("plain,{text}"), &Config::BEST).unwrap()));
    }
    configs
}

fn check_exact<G: Game, H: Heuristics<G>>(cases: &[Case<G, H>], depths: &[u32]) {
    for (name, config) in exact_configs() {
        for case in cases {
            for &depth in depths {
                let expected = minimax(&case.position, &case.heuristics, &case.history, Depth(depth as i32));
                // Without deepening, the depth must be a setting.
                let mut config = config.clone();
                config.depth.0 = i64::from(depth);
                let report = search(case, &config, at_depth(depth), 1);
                let found = report.lines[0].score;
                assert_eq!(found, Some(expected), "{name} at depth {depth} of {:?}", case.position);
                check_line(case, &report, 0);
                if expected.is_decided() {
                    assert_eq!(report.length, expected.distance());
                }
            }
        }
    }
}

/// The line replays, reaches the depth or the end of the game, and its end has the value that it promises.
fn check_line<G: Game, H: Heuristics<G>>(case: &Case<G, H>, report: &Report<G>, nth: usize) {
    let line = &report.lines[nth];
    let mut position = case.position.clone();
    for (place, &action) in line.actions.iter().enumerate() {
        assert!(position.outcome().is_none() && position.is_legal(action), "{line:?}");
        position.play(action);
        let ended = position.starts_turn() || position.outcome().is_some();
        assert!(!(ended && case.history.forbids(&position)), "action {place} of {line:?} is forbidden");
    }
    let turn = report.turn(&case.position);
    let after = game::play_turn(&case.position, turn);
    assert!(nth > 0 || after.starts_turn() || after.outcome().is_some(), "the turn is whole");
}

#[test]
fn exact_techniques_give_minimax_values_on_random_trees() {
    check_exact(&trees(0..12), &[1, 2, 3, 5, 7, 9]);
}

#[test]
fn exact_techniques_give_minimax_values_on_heaps() {
    check_exact(&heaps(), &[1, 3, 6]);
}

#[test]
fn exact_techniques_give_minimax_values_where_repetition_is_forbidden() {
    check_exact(&cycles(), &[1, 2, 3, 4, 6]);
}

#[test]
fn without_deepening_a_depth_must_be_given() {
    let config = Config::PLAIN;
    let refused = AlphaBeta::<Heap, _>::new(config, HeapHeuristics, 0).err().unwrap();
    assert_eq!(refused.to_string(), "'id' can only be off together with a depth, as in '-id,depth=6'");
}

#[test]
fn the_line_of_a_full_width_search_ends_with_the_value_it_promises() {
    for case in trees(20..60) {
        for depth in [2, 4, 6] {
            let config = Config::parse("plain,id,tt=1M,pvs,killers,history", &Config::BEST).unwrap();
            let report = search(&case, &config, at_depth(depth), 1);
            let line = &report.lines[0];
            let score = line.score.unwrap();
            // The turn is made whole even where the depth ends within it; the value belongs to the depth.
            let valued = line.actions.len().min(score.distance().unwrap_or(depth) as usize);
            let end = game::play_turn(&case.position, &line.actions[..valued]);
            let turn = Turn::between(case.position.to_move(), end.to_move());
            let length = valued as u32;
            let value = match end.outcome() {
                Some(outcome) => Score::finished(outcome, end.to_move()),
                None if score.is_decided() => minimax(&end, &case.heuristics, &case.history, Depth(20)),
                None => case.heuristics.static_score_from_scratch(&end),
            };
            assert_eq!(turn.score(value.later_by(length)), score, "depth {depth} of {:?}", case.position);
            let wanted = score.distance().unwrap_or(depth);
            assert!(length >= wanted.min(depth) || end.outcome().is_some(), "{length} of {wanted}");
        }
    }
}

/// Minimax values of all distinct turns, best first.
fn turn_values<G: Game, H: Heuristics<G>>(case: &Case<G, H>, depth: i32) -> Vec<Score> {
    let allowed = |t: &game::TurnChoice<G>| !case.history.forbids(&t.result);
    let mut values: Vec<Score> = distinct_turns(&case.position)
        .iter()
        .filter(|t| allowed(t))
        .map(|t| {
            let length = t.actions.len() as i32;
            let turn = Turn::between(case.position.to_move(), t.result.to_move());
            let left = Depth((depth - length).max(0));
            turn.score(minimax(&t.result, &case.heuristics, &case.history, left).later_by(length as u32))
        })
        .collect();
    values.sort_by_key(|&s| std::cmp::Reverse(s));
    values
}

#[test]
fn several_lines_are_the_best_distinct_turns_with_their_values() {
    let config = Config::parse("plain,id,tt=1M,pvs,killers,history,hints", &Config::BEST).unwrap();
    for case in trees(0..20) {
        for lines in [2, 3, 50] {
            let report = search(&case, &config, at_depth(5), lines);
            // Iterations end early when all wanted lines are decided; the values are then those of any depth.
            let values = turn_values(&case, report.depth as i32);
            let found: Vec<Score> = report.lines.iter().filter_map(|l| l.score).collect();
            assert_eq!(found, values[..lines.min(values.len())], "{lines} lines of {:?}", case.position);
            (0..found.len()).for_each(|nth| check_line(&case, &report, nth));
        }
    }
}

#[test]
fn a_randomised_root_plays_every_good_enough_turn_and_no_other() {
    let margin = 6;
    let config = Config::parse(&format!("plain,id,tt=1M,pvs,random={margin}"), &Config::BEST).unwrap();
    let mut choices_seen = 0;
    for case in trees(0..10) {
        let values = turn_values(&case, 4);
        if values[0].is_decided() {
            continue;
        }
        let good = values.iter().filter(|&&v| v >= values[0].plus(-margin)).count();
        let mut played = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let mut player = AlphaBeta::new(config.clone(), case.heuristics, seed).unwrap();
            let stop = AtomicBool::new(false);
            let root = Root { position: &case.position, history: &case.history, lines: 1 };
            let report = player.search(root, &SearchControl::new(at_depth(4), &stop));
            let score = report.lines[0].score.unwrap();
            assert!(score >= values[0].plus(-margin), "{score:?} against {:?}", values[0]);
            let result = game::play_turn(&case.position, report.turn(&case.position));
            played.insert(result.key());
        }
        assert!(played.len() <= good);
        assert!(good > 4 || played.len() == good, "{} of {good} good turns were ever played", played.len());
        choices_seen += played.len() - 1;
    }
    assert!(choices_seen > 5, "the test must see real choices");
}

#[test]
fn a_verdict_is_a_proof_even_with_selective_techniques() {
    let texts = [
        "best",
        "best,null=1,multicut=2,lmr=200,futility=3,quiescence=4,tt=64K",
        "best,lmr=300,threads=2",
        "plain,id,multicut=1",
        "plain,id,pvs,multicut=2,tt=64K",
    ];
    let mut proofs = 0;
    for case in trees(100..140) {
        let truth = minimax(&case.position, &case.heuristics, &case.history, Depth(30)).verdict();
        for text in texts {
            let config = Config::parse(text, &Config::BEST).unwrap();
            let report = search(&case, &config, at_depth(12), 1);
            if report.verdict != Verdict::Unknown {
                assert_eq!(report.verdict, truth, "{text} on {:?}", case.position);
                assert_eq!(report.length, None, "selective searches do not know shortest lengths");
                proofs += 1;
            }
        }
    }
    assert!(proofs > 100, "only {proofs} positions were decided");
}

/// Where a turn is one action, every action is the first one.
#[test]
fn history_can_be_kept_for_first_actions_only() {
    let [all, first] = ["plain,id,history=count", "plain,id,history=count,history-first"].map(|text| {
        let config = Config::parse(text, &Config::BEST).unwrap();
        TURNS.map(|turn| {
            let nodes = |seed| {
                let position = RandomTree::new(Shape::small(seed, turn));
                let history = History::starting_at(&position);
                let case = Case { position, history, heuristics: TreeHeuristics::EVALUATION };
                search(&case, &config, at_depth(7), 1).nodes
            };
            (0..10).map(nodes).collect::<Vec<u64>>()
        })
    });
    assert_eq!(all[0], first[0]);
    assert!((1..TURNS.len()).all(|turn| all[turn] != first[turn]));
}

#[test]
fn multi_cut_does_not_need_null_windows() {
    let [plain, cutting] = ["plain,id", "plain,id,multicut=2"].map(|text| {
        let config = Config::parse(text, &Config::BEST).unwrap();
        let nodes = |case: &Case<_, _>| search(case, &config, at_depth(7), 1).nodes;
        trees(0..10).iter().map(nodes).collect::<Vec<_>>()
    });
    let changed = plain.iter().zip(&cutting).filter(|(before, after)| before != after).count();
    assert!(changed > 40, "the nodes of only {changed} of {} searches changed", plain.len());
}

#[test]
fn a_lost_position_is_defended_as_long_as_possible() {
    let config = Config::parse("plain,id,tt=1M", &Config::BEST).unwrap();
    let mut losses = 0;
    for case in trees(0..40) {
        let value = minimax(&case.position, &case.heuristics, &case.history, Depth(20));
        if value.is_loss() {
            let report = search(&case, &config, at_depth(20), 1);
            assert_eq!(report.verdict, Verdict::Loss);
            assert_eq!(report.lines[0].score, Some(value));
            assert_eq!(report.lines[0].actions.len() as u32, value.distance().unwrap());
            losses += 1;
        }
    }
    assert!(losses > 5);
}

#[test]
fn node_budgets_are_kept_exactly_and_give_the_same_answer_twice() {
    let case = &trees(3..4)[2];
    for budget in [1, 2, 10, 100, 700, 1500, 3000] {
        let limits = Limits { nodes: Some(budget), depth: Some(9), ..Limits::default() };
        let first = search(case, &Config::BEST, limits, 1);
        let second = search(case, &Config::BEST, limits, 1);
        assert!(first.nodes <= budget);
        assert_eq!(first, second);
        check_line(case, &first, 0);
    }
}

#[test]
fn a_new_game_forgets_everything() {
    let case = &trees(5..6)[2];
    let mut player = AlphaBeta::new(Config::BEST, case.heuristics, 7).unwrap();
    let stop = AtomicBool::new(false);
    let root = Root { position: &case.position, history: &case.history, lines: 1 };
    let run = |player: &mut AlphaBeta<_, _>| player.search(root, &SearchControl::new(at_depth(8), &stop));
    let first = run(&mut player);
    let warm = run(&mut player);
    player.new_game();
    assert_eq!(run(&mut player), first);
    assert!(warm.nodes < first.nodes, "the table helps the second time");
}

#[test]
fn a_raised_stop_flag_still_gets_a_whole_legal_turn() {
    for case in trees(0..5) {
        let mut player = AlphaBeta::new(Config::BEST, case.heuristics, 7).unwrap();
        let stop = AtomicBool::new(true);
        let root = Root { position: &case.position, history: &case.history, lines: 1 };
        let report = player.search(root, &SearchControl::new(Limits::default(), &stop));
        assert_eq!(report.depth, 0);
        check_line(&case, &report, 0);
    }
}
