//! Searches on Arimaa, whose turns have one to four steps: exact techniques give minimax's value, from the middle of a turn
//! too; without passes a search looks at full turns only and claims no proofs; two threads think no worse than one.

use crate::exact_support;

use arimaa::{
    Act, Arimaa,
    heuristics::{GoalCheck, Main, Plain, Rabbocop, heuristics},
};
use exact_support::{all_exact, check, search, to_depth};
use game::{Game, Heuristics, History, Notation, Score, Setup, Turn, Verdict};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use search::{
    Limits, Report, Root, SearchControl, TurnSearch,
    alphabeta::{AlphaBeta, Config},
    mcts::{self, Mcts},
};
use std::sync::atomic::AtomicBool;
use testkit::Generator;

/// Fights with few pieces: captures, goals, pushes and the end of the game are all a few steps away.
const FIGHTS: [&str; 8] = [
    "g [            R    e r           r                   R            ]",
    "g [       r                         r       H              R       ]",
    "s [                   dR                h  Rr         E            ]",
    "g [ r      R h                           e       r          R C    ]",
    "s [                 c         ER     r      re       C             ]",
    "g [                          rE      M        r    R               ]",
    "s [                                        m      e      Cr      dR]",
    "g [       r H       d        E c        r   C             R        ]",
];

/// Each fight at the start of the turn and in its middle.
fn positions() -> Vec<Arimaa> {
    let mut random = Generator::seed_from_u64(6);
    let mut found = Vec::new();
    for text in FIGHTS {
        let start = Arimaa::parse_position(text).unwrap_or_else(|e| panic!("{e}"));
        assert!(start.outcome().is_none(), "{text}");
        found.push(start);
        let mut position = start;
        for _ in 0..random.random_range(1..4) {
            let actions = position.action_list();
            let steps: Vec<Act> = actions.into_iter().filter(|&a| a != Act::Pass).collect();
            let Some(&step) = steps.choose(&mut random) else { break };
            let child = position.child(step);
            if child.starts_turn() {
                break;
            }
            position = child;
        }
        found.push(position);
    }
    found
}

#[test]
fn exact_techniques_give_minimax_values() {
    let (positions, mut decided) = (positions(), 0);
    for depth in [1, 2, 3] {
        decided += check(&positions, &heuristics(Main::DEFAULT, GoalCheck::On), depth);
        decided += check(&positions, &heuristics(Rabbocop::PLAIN, GoalCheck::Off), depth);
    }
    decided += check(&positions, &heuristics(Plain, GoalCheck::On), 4)
        + check(&positions, &heuristics(Rabbocop::PLAIN, GoalCheck::On), 3);
    assert!(decided > 20, "{decided} values were decided");
}

/// Minimax that passes only where nothing else can be done.
fn without_passes(position: &Arimaa, heuristics: &impl Heuristics<Arimaa>, depth: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::finished(outcome, position.to_move());
    }
    if depth == 0 {
        return heuristics.static_score_from_scratch(position);
    }
    let mut actions = position.action_list();
    if actions.len() > 1 {
        actions.retain(|&action| action != Act::Pass);
    }
    let worth = |&action: &Act| {
        let child = position.child(action);
        let turn = Turn::between(position.to_move(), child.to_move());
        turn.score(without_passes(&child, heuristics, depth - 1)).later_by(1)
    };
    let best = actions.iter().map(worth).max().unwrap_or(Score::MINUS_INFINITE);
    if best == Score::MINUS_INFINITE && position.starts_turn() { Score::loss_in(0) } else { best }
}

/// The thesis' program never leaves steps unused unless it is compiled with `canPass`.
#[test]
fn without_passes_only_full_turns_are_searched() {
    let (mut differ, mut decided) = (0, 0);
    for position in positions().into_iter().filter(Game::starts_turn) {
        for depth in [2, 3, 5] {
            if depth == 5 && position.board().occupied().count_ones() > 5 {
                continue;
            }
            let expected = without_passes(&position, &heuristics(Rabbocop::PLAIN, GoalCheck::Off), depth);
            for config in [Config::PLAIN, all_exact()] {
                let report = search(
                    &position,
                    &heuristics(Rabbocop::PLAIN, GoalCheck::Off),
                    &config.switched("no-pass").unwrap(),
                    to_depth(depth),
                );
                assert_eq!(report.lines[0].score, Some(expected), "{}", position.position_text());
                assert_eq!(report.verdict, Verdict::Unknown, "what leaves out turns proves nothing");
                decided += usize::from(expected.is_decided());
            }
            let all = search(
                &position,
                &heuristics(Rabbocop::PLAIN, GoalCheck::Off),
                &Config::PLAIN,
                to_depth(depth),
            )
            .lines[0]
                .score;
            differ += usize::from(all != Some(expected));
        }
    }
    assert!(differ > 2 && decided > 2, "{differ} values need passes, {decided} are decided");
}

fn tree_search(text: &str, position: &Arimaa, nodes: u64) -> Report<Arimaa> {
    let config = mcts::Config::parse(text, &mcts::Config::BEST).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut player = Mcts::new(config, heuristics(Rabbocop::PLAIN, GoalCheck::Off), 1).unwrap();
    let stop = AtomicBool::new(false);
    let root = Root { position, history: &History::starting_at(position), lines: 1 };
    player.search(root, &SearchControl::new(Limits { nodes: Some(nodes), ..Limits::default() }, &stop))
}

#[test]
fn a_tree_without_passes_plays_full_turns() {
    let start = Arimaa::start("classic").unwrap();
    for text in
        ["best,-solver,no-pass", "plain,no-pass,playouts=2,length=2", "plain,no-pass,threads=2,length=1"]
    {
        for nodes in [2000, 20_000] {
            let report = tree_search(&format!("{text},memory=4M"), &start, nodes);
            let turn = report.turn(&start);
            assert!(turn.len() == 4 && !turn.contains(&Act::Pass), "{text}: {turn:?}");
        }
    }
    let config = mcts::Config::parse("no-pass", &mcts::Config::BEST).unwrap();
    let error =
        Mcts::<Arimaa, _>::new(config, heuristics(Plain, GoalCheck::On), 0).err().map(|e| e.to_string());
    assert!(error.as_ref().is_some_and(|e| e.contains("'no-pass' leaves out turns")), "{error:?}");
}

/// Middle games have about 20,000 distinct turns (Cox 2006, quoted by Jakl 2011, 1.4); here they are 19,137 in 30 positions.
#[test]
fn middle_games_have_about_twenty_thousand_turns() {
    let (mut turns, mut positions) = (0, 0);
    for seed in 0..3 {
        let mut position = Arimaa::start(&format!("random={seed}")).unwrap();
        let mut history = History::starting_at(&position);
        let config = Config::parse("quiescence=4,tt=256K,depth=8", &Config::BEST).unwrap();
        let mut player = AlphaBeta::new(config, heuristics(Main::DEFAULT, GoalCheck::On), seed).unwrap();
        let stop = AtomicBool::new(false);
        for turn in 0..40 {
            let root = Root { position: &position, history: &history, lines: 1 };
            let limits = Limits { nodes: Some(1500), ..Limits::default() };
            let report = player.search(root, &SearchControl::new(limits, &stop));
            position = game::play_turn(&position, report.turn(&position));
            if position.outcome().is_some() {
                break;
            }
            history.turn_ended(&position);
            if turn >= 12 && turn % 3 == 0 {
                turns += arimaa::rules::perft::turns(&position, 1);
                positions += 1;
            }
        }
    }
    let average = turns / positions;
    assert!(positions >= 15 && (12_000..32_000).contains(&average), "{average} in {positions} positions");
}
