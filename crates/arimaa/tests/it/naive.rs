//! The generator against the slow rules: actions, their results, and how games end, on thousands of positions.

use crate::common;

use arimaa::Arimaa;
use common::{middle, naive::Naive, starts, strewn};
use game::{Game, Notation, Side};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use std::collections::BTreeMap;
use testkit::Generator;

/// Both know the same actions, and each leads to the same board.
fn agree(position: &Arimaa, naive: &Naive) {
    let result = position.result().map(|(side, ending)| (side == Side::First, ending.word()));
    assert_eq!(result, naive.result(), "{}", position.position_text());
    let fast: BTreeMap<String, String> = position
        .action_list()
        .into_iter()
        .map(|action| (position.action_text(action), board(&position.child(action))))
        .collect();
    let slow: BTreeMap<String, String> =
        naive.actions().into_iter().map(|(text, next)| (text, next.board_text())).collect();
    assert_eq!(fast, slow, "{}", position.position_text());
    let codes = (0..=u16::MAX).filter_map(game::Action::from_code);
    let legal = codes.filter(|&action| position.is_legal(action)).count();
    assert_eq!(legal, fast.len(), "{}", position.position_text());
}

fn board(position: &Arimaa) -> String {
    let text = position.position_text();
    text[text.find('[').unwrap() + 1..text.find(']').unwrap()].into()
}

/// What came up on the way.
#[derive(Default)]
struct Seen {
    positions: usize,
    pushes: usize,
    pulls: usize,
    unchanged: usize,
    forgotten: usize,
    endings: BTreeMap<&'static str, usize>,
}

/// Plays some random turns and compares both at every action.
fn walk(start: &Arimaa, turns: usize, random: &mut Generator, seen: &mut Seen) {
    let mut position = *start;
    let mut naive = Naive::new(&start.position_text());
    let mut left = turns;
    loop {
        agree(&position, &naive);
        seen.positions += 1;
        seen.pushes += usize::from(position.pending_push().is_some());
        seen.pulls += usize::from(position.pending_pull().is_some());
        let text = position.position_text();
        seen.unchanged += usize::from(text.ends_with("was=same"));
        seen.forgotten += usize::from(!position.starts_turn() && !text.contains("was="));
        if let Some((_, ending)) = position.result() {
            *seen.endings.entry(ending.word()).or_default() += 1;
        }
        if position.starts_turn() {
            if left == 0 || position.outcome().is_some() {
                return;
            }
            left -= 1;
        }
        // Steps that undo others are what the memory of a turn is for, so they are sought.
        let actions = naive.actions();
        let back = actions.iter().find(|(_, next)| {
            next.steps > 0
                && next.board_text() == Naive { grid: naive.turn_start, ..naive.clone() }.board_text()
        });
        let chosen = match back {
            Some(back) if random.random_bool(0.5) => back,
            _ => actions.choose(random).unwrap(),
        };
        let action = position.parse_action(&chosen.0).unwrap_or_else(|error| panic!("{error}"));
        position.play(action);
        naive = chosen.1.clone();
    }
}

#[test]
fn the_generator_agrees_with_the_slow_rules() {
    let mut random = Generator::seed_from_u64(20);
    let mut seen = Seen::default();
    let mut played: Vec<Arimaa> = starts();
    played.retain(|p| !p.is_setup());
    for start in played.iter().chain(&middle()) {
        for _ in 0..4 {
            walk(start, 25, &mut random, &mut seen);
        }
    }
    for position in strewn(2500) {
        walk(&position, 2, &mut random, &mut seen);
    }
    assert!(seen.positions > 8000, "{} positions", seen.positions);
    assert!(seen.pushes > 300 && seen.pulls > 300, "{} pushes, {} pulls", seen.pushes, seen.pulls);
    assert!(seen.unchanged > 300 && seen.forgotten > 300, "{} {}", seen.unchanged, seen.forgotten);
    assert!(seen.endings.len() == 3, "{:?}", seen.endings);
    assert!(seen.endings.values().all(|&count| count > 20), "{:?}", seen.endings);
}

/// The distinct turns of the file, where the slow rules get through them in time.
#[test]
fn the_slow_rules_agree_with_the_file() {
    let lines = include_str!("../../perft.txt").lines().filter(|line| line.starts_with(['g', 's']));
    let mut checked = 0;
    for line in lines {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let sequences: Vec<u64> = parts[1].split(' ').map(|n| n.parse().unwrap()).collect();
        if sequences[3] < 25_000 {
            let ends = Naive::new(parts[0]).turn_ends().len();
            assert_eq!(ends, parts[4].parse::<usize>().unwrap(), "{line}");
            checked += 1;
        }
    }
    assert_eq!(checked, 6);
}

/// Every turn of many small positions, by the boards they lead to.
#[test]
fn whole_turns_agree_with_the_slow_rules() {
    let mut turns = 0;
    let few_pieces = strewn(3000).into_iter().filter(|p| p.board().occupied().count_ones() <= 6);
    for position in few_pieces.filter(|p| p.outcome().is_none()).take(40) {
        let slow = Naive::new(&position.position_text()).turn_ends();
        let fast = game::distinct_turns(&position).iter().map(|turn| board(&turn.result)).collect();
        assert_eq!(slow, fast, "{}", position.position_text());
        turns += slow.len();
    }
    assert!(turns > 5000, "{turns}");
}
