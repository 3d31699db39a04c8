//! Goal and capture within the turn against exhaustive search, on thousands of random and tactical positions.

use crate::common;

use arimaa::{
    Act, Arimaa, Square,
    heuristics::{GoalCheck, Rabbocop, heuristics},
    squares::{TRAPS, each},
    tactics::{can_capture, capture_in, captures, goal_in, goal_within, win_in},
};
use common::{
    after,
    fights::{Reach, advanced, exhaustive, tactical, walled},
    middle, mirrored,
    naive::Naive,
    set, strewn, turned,
};
use game::{EitherSideCanMove, Game, Heuristics, MoveOrdering, Notation, Score, Side};
use rand::{RngExt, SeedableRng};
use std::{collections::HashMap, ops::ControlFlow};
use testkit::{Generator, Plays, brute};

/// Positions of random games, scattered pieces and fights before goal, in all phases of a turn.
fn positions() -> Vec<Arimaa> {
    let mut random = Generator::seed_from_u64(3);
    let mut found: Vec<Arimaa> = Vec::new();
    let scattered = strewn(9000).into_iter().filter(|p| p.outcome().is_none());
    for position in scattered.chain(tactical(6200)).chain(middle()) {
        found.push(advanced(&position, &mut random));
    }
    // Most rabbits before a wall are stopped; more of those that get through with a push or pull only.
    let walls = std::iter::from_fn(|| Some(walled(random.random_range(0..8), &mut random)));
    let open = walls.flatten().filter(|p| p.outcome().is_none() && goal_in(p).is_some_and(|steps| steps > 2));
    let needy = open.filter(|p| exhaustive(p, false, &mut HashMap::new()).goal.is_none());
    found.extend(needy.take(450));
    let starts: Vec<Arimaa> = (0..6).map(|n| game::Setup::start(&format!("random={n}")).unwrap()).collect();
    testkit::random_games(&starts, Plays::new(1, 6), |position, random| {
        if position.outcome().is_none() && random.random_range(0..4) == 0 {
            found.push(*position);
        }
    });
    found
}

#[test]
fn goal_and_captures_agree_with_exhaustive_search() {
    let positions = positions();
    assert!(positions.len() >= 10_000, "{} positions", positions.len());
    let (mut goals, mut displaced, mut by_steps) = (0, 0, [0; 5]);
    let (mut trapped, mut free) = (0, 0);
    for position in &positions {
        let truth = exhaustive(position, true, &mut HashMap::new());
        assert_eq!(goal_in(position), truth.goal, "goal in {}", position.position_text());
        assert_eq!(captures(position), truth.captures, "captures in {}", position.position_text());
        if let Some(steps) = truth.goal {
            goals += 1;
            by_steps[steps as usize] += 1;
            let alone = exhaustive(position, false, &mut HashMap::new());
            displaced += usize::from(alone.goal.is_none());
        }
        trapped += truth.captures.count_ones();
        free += (TRAPS & !truth.captures).count_ones();
    }
    assert!(goals >= 2000, "{goals} goals");
    assert!(displaced >= 500, "{displaced} goals that need a push or pull");
    assert!(by_steps[1..].iter().all(|&count| count > 150), "{by_steps:?}");
    assert!(trapped > 3000 && free > 10_000, "{trapped} captures, {free} none");
}

fn tactical_actions(position: &Arimaa) -> Vec<Act> {
    let mut found = Vec::new();
    let _ = heuristics(Rabbocop::PLAIN, GoalCheck::Off).ordering().tactical_actions(position, |action| {
        found.push(action);
        ControlFlow::Continue(())
    });
    found
}

/// Does every way of tactical actions capture something, or reach goal, before the turn is over?
fn always_gains(position: &Arimaa) -> bool {
    let actions = tactical_actions(position);
    let side = position.to_move();
    let foes = |p: &Arimaa| p.board().of_side(side.other()).count_ones();
    !actions.is_empty()
        && actions.iter().all(|&action| {
            let child = position.child(action);
            let gained = foes(&child) < foes(position) || child.outcome().is_some();
            gained || (child.to_move() == side && always_gains(&child))
        })
}

/// There are tactical actions exactly where exhaustive search finds goal or a capture, and they lead there.
#[test]
fn tactical_actions_gain_what_exhaustive_search_sees() {
    let mut random = Generator::seed_from_u64(14);
    let (mut gains, mut quiet) = (0, 0);
    for position in strewn(2500).into_iter().filter(|p| p.outcome().is_none()).chain(tactical(1500)) {
        let position = advanced(&position, &mut random);
        let truth = exhaustive(&position, true, &mut HashMap::new());
        for trap in each(TRAPS) {
            assert_eq!(capture_in(&position, trap).is_some(), truth.captures & trap.alone() != 0);
        }
        if truth == Reach::default() {
            let forced = position.pending_push().is_some();
            assert_eq!(tactical_actions(&position).is_empty(), !forced, "{}", position.position_text());
            quiet += 1;
        } else {
            assert!(always_gains(&position), "{}", position.position_text());
            gains += 1;
        }
    }
    assert!(gains > 1000 && quiet > 500, "{gains} gains, {quiet} quiet");
}

/// The slow rules share nothing with the crate, so they check the exhaustive search itself.
#[test]
fn goal_agrees_with_the_slow_rules() {
    let mut goals = 0;
    for position in tactical(2000).into_iter().filter(|p| p.board().occupied().count_ones() <= 7).take(60) {
        let slow = Naive::new(&position.position_text()).goal_in();
        assert_eq!(goal_in(&position).map(|steps| steps as usize), slow, "{}", position.position_text());
        goals += usize::from(slow.is_some());
    }
    assert!(goals > 20, "{goals}");
}

#[test]
fn images_have_the_same_tactics() {
    let mut random = Generator::seed_from_u64(8);
    for position in tactical(1500) {
        let position = advanced(&position, &mut random);
        for image in [mirrored(&position), turned(&position)] {
            assert_eq!(goal_in(&image), goal_in(&position), "{}", position.position_text());
            assert_eq!(captures(&image).count_ones(), captures(&position).count_ones());
        }
    }
}

#[test]
fn a_rabbit_runs_where_nothing_freezes_or_stops_it() {
    let goal = |pieces: &str| goal_in(&set("g", pieces));
    assert_eq!(goal("Ra4 rh7"), Some(4));
    assert_eq!(goal("Ra3 rh7"), None);
    assert_eq!(goal("Ra7 ra8 rh7"), Some(2), "sideways, then up");
    assert_eq!(goal("Ra7 ra8 rb8 rh7"), Some(3));
    assert_eq!(goal("Ra7 ra8 rb8 rc8 rd8 rh7"), None);
    assert_eq!(goal("Ra7 cb7 rh8"), None, "frozen");
    assert_eq!(goal("Ra7 cb7 Rd7 rh8"), Some(1), "the other rabbit is not");
    assert_eq!(goal("Ra6 Cb6 cb7 rh8"), Some(3), "the cat follows to a6 and frees the rabbit on a7");
    // Over the trap it dies unless a friend stands by.
    assert_eq!(goal("Rc5 rb5 rd5 rb6 rd6 rh8"), None);
    assert_eq!(goal("Rc5 rb5 rd5 rb6 Dd6 rh8"), Some(3));
}

#[test]
fn pushes_and_pulls_clear_the_way() {
    // The elephant pulls the rabbit off a8 and the own rabbit walks in: three steps.
    let pulled = set("g", "Ra7 ra8 rb7 Eb8 rh8");
    assert_eq!(goal_in(&pulled), Some(3));
    // Pushing the freezer away frees the rabbit, whose own square ahead is empty.
    let freed = set("g", "Ra7 db7 Eb6 ra6 rh8");
    assert!(goal_in(&freed).is_some());
    // In the middle of a push the push comes first, and a pull that may be made counts.
    let half = after(&set("g", "Ra7 ra8 rb7 Eb8 rh8"), "rb7s").unwrap();
    assert_eq!(goal_in(&half), None);
    let stepped = after(&pulled, "Eb8e").unwrap();
    assert_eq!(goal_in(&stepped), Some(2));
}

#[test]
fn nothing_is_claimed_in_the_setup_or_after_the_end() {
    let over = set("s", "Rd8 Ra1 rh2");
    assert_eq!((goal_in(&over), captures(&over), win_in(&over)), (None, 0, None));
    assert_eq!((goal_in(&Arimaa::empty()), captures(&Arimaa::empty())), (None, 0));
    assert_eq!(goal_within(over.board(), Side::Second, 1), Some(1));
    assert_eq!(goal_within(over.board(), Side::First, 4), Some(0));
}

#[test]
fn captures_need_a_push_or_pull_at_the_trap() {
    let trap = |name: &str| Square::named(name).unwrap();
    let c3 = |pieces: &str| can_capture(&set("g", pieces), trap("c3"));
    assert!(c3("Hb2 rb3 Ra1 rh8"), "pushed onto the trap");
    assert!(c3("Hc3 Cc2 rb3 Ra1 rh8"), "pulled onto the trap");
    assert!(c3("Eb4 dc4 rc3 Ra1 rh8"), "the guard is taken away");
    assert!(!c3("Hb2 rb3 Ra1 rd3 rh8"), "another guard that is out of reach");
    assert!(c3("Hb2 rb3 Ed4 rd3 Ra1 rh8"), "both guards, with all four steps");
    assert!(c3("Hb1 rb3 Ra1 rh8"), "a step first");
    assert!(!c3("Hf1 rb3 Ra1 rh8"), "too far away");
    let half = after(&set("g", "Hb2 rb3 Ra1 rh8"), "Ra1n Ra2n").unwrap();
    assert!(can_capture(&half, trap("c3")));
    assert!(!can_capture(&after(&half, "Ra3n").unwrap(), trap("c3")));
    assert_eq!(captures(&set("g", "Hb2 rb3 Ra1 rh8")), trap("c3").alone());
}

/// Wins that goal makes possible have their exact distance, also where another win is faster.
#[test]
fn the_distance_of_a_win_is_exact() {
    let (mut confirmed, mut sooner) = (0, 0);
    let mut random = Generator::seed_from_u64(5);
    let few = tactical(3000).into_iter().filter(|p| p.board().occupied().count_ones() <= 9);
    let cornered = strewn(4000).into_iter().filter(|p| p.board().occupied().count_ones() <= 7);
    for position in few.chain(cornered).filter(|p| p.outcome().is_none()) {
        let position = advanced(&position, &mut random);
        let Some(actions) = win_in(&position) else { continue };
        if position.action_list().len() > 16 && actions > 3 {
            continue;
        }
        let value = brute::value(&position, actions, &|_| Score::DRAW);
        assert_eq!(value, Some(Score::win_in(actions)), "{}", position.position_text());
        let steps = goal_in(&position).unwrap();
        sooner += usize::from(actions < steps + u32::from(steps < u32::from(position.steps_left())));
        confirmed += 1;
    }
    assert!(confirmed > 400, "{confirmed}");
    assert!(sooner > 5, "{sooner} wins faster than goal");
}

#[test]
fn the_other_side_is_asked_without_turning_the_position() {
    for position in tactical(400) {
        for side in Side::BOTH {
            let asked = position.with_to_move(side);
            if asked.outcome().is_none() {
                assert_eq!(goal_within(position.board(), side, 4), goal_in(&asked));
            }
        }
    }
}
