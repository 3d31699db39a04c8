//! Heuristics: the laws, the exactness of proven wins, and the evaluation against a slow and obvious one.

use crate::naive;

use game::{Game, GameDefinition, Heuristics, MoveOrdering, Notation, Outcome, Proofs, Score, Setup, Side};
use naive::{Naive, other};
use testkit::{Plays, laws, random_games};
use tzaar::{
    Definition, Field, Phase, Tzaar,
    heuristics::{Beginner, Main, Material, Ordering, Waltz, WaltzWeights},
};

fn start(variant: &str) -> Tzaar {
    Tzaar::start(variant).unwrap_or_else(|error| panic!("{error}"))
}

fn position(text: &str) -> Tzaar {
    Tzaar::parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Late positions of random games, where kinds run out.
fn endgames(count: usize, most_stacks: u32) -> Vec<Tzaar> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut position = Tzaar::random_start(seed);
        for step in 0.. {
            let actions = position.action_list();
            if actions.is_empty() || found.len() == count {
                break;
            }
            if position.stack_count() <= most_stacks {
                found.push(position);
                break;
            }
            // Prefer actions that do not end the game.
            let lasting: Vec<_> =
                actions.iter().filter(|&&a| position.child(a).outcome().is_none()).collect();
            let choice = testkit::mix(&[seed, step]) as usize;
            let action = match lasting.len() {
                0 => actions[choice % actions.len()],
                n => *lasting[choice % n],
            };
            position.play(action);
        }
        if found.len() == count {
            return found;
        }
    }
    found
}

#[test]
fn the_laws_of_heuristics_hold() {
    let mut starts = vec![start(""), start("random=1"), start("tournament")];
    starts.extend(endgames(10, 20));
    let plays = Plays::new(3, 1);
    for name in Definition::EVALUATIONS {
        laws::heuristics(&starts, plays, &Definition::heuristics(name).unwrap());
    }
}

/// Through the choice of all evaluations, which must forward the question.
#[test]
fn second_moves_that_are_left_out_are_not_above_alpha() {
    let mut starts: Vec<Tzaar> = (0..6).map(|seed| start(&format!("random={seed}"))).collect();
    starts.extend(endgames(60, 30));
    starts.extend(endgames(60, 16));
    let waltz = Definition::heuristics("waltz-2012").unwrap();
    let left_out = laws::actions_above_are_complete(&starts, Plays::new(4, 5), &waltz);
    assert!(left_out > 50_000, "{left_out}");
}

#[test]
fn proven_wins_are_exact_and_suicides_do_not_matter() {
    let confirmed =
        laws::proofs_are_exact(&endgames(60, 18), Plays::new(2, 2), &Waltz::AUGUST_2012.heuristics(), 2);
    assert!(confirmed > 100, "{confirmed}");
}

/// Nothing that the proofs promise to see is overlooked: wins by capturing the last stacks of a kind, and by passing.
#[test]
fn no_win_by_elimination_is_overlooked() {
    let (mut ones, mut twos, mut passes) = (0, 0, 0);
    random_games(&endgames(120, 22), Plays::new(2, 3), |position, _| {
        if position.outcome().is_some() || position.phase() == Phase::Placement {
            return;
        }
        let own = position.to_move();
        let wins = |p: &Tzaar| p.outcome() == Some(Outcome::Win(own)) && p.lacks_a_kind(own.other());
        let children: Vec<Tzaar> = position.action_list().iter().map(|&a| position.child(a)).collect();
        let passing = position.phase() == Phase::Second && {
            let passed = position.child(tzaar::TzaarAction::PASS);
            passed.outcome() == Some(Outcome::Win(own))
        };
        let in_two = |p: &Tzaar| p.to_move() == own && p.action_list().iter().any(|&a| wins(&p.child(a)));
        let expected = if children.iter().any(wins) {
            ones += 1;
            Some(Score::win_in(1))
        } else if passing {
            passes += 1;
            Some(Score::win_in(1))
        } else if children.iter().any(in_two) {
            twos += 1;
            Some(Score::win_in(2))
        } else {
            None
        };
        assert_eq!(Waltz::AUGUST_2012.heuristics().proofs().proven_score(position), expected, "{position:?}");
    });
    assert!(ones > 100 && twos > 30 && passes > 5, "{ones} wins in one, {twos} in two, {passes} by passing");
}

// ─────────────────────────────── the evaluation, slowly ───────────────────────────────

/// The evaluation of one side on the slow board, term by term as the facts list them. The side has so many moves left in the
/// running turn.
fn slow_side(naive: &Naive, side: char, w: &WaltzWeights, moves_left: i32) -> i32 {
    let enemy = other(side);
    let heights = |s: char, k: char| {
        let mut found: Vec<usize> =
            naive.board.values().filter(|p| p.0 == s && p.1 == k).map(|p| p.2 as usize).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        found
    };
    let kinds = [('T', 15), ('A', 9), ('Z', 6)];
    let mut value = 0;
    for (kind, _) in kinds {
        let stacks = heights(side, kind);
        for (nth, &height) in stacks.iter().enumerate() {
            let place = match w.material {
                Material::ByRank => nth + 1,
                Material::ByCount => stacks.len(),
            };
            value += w.height[height] * w.count[place];
        }
    }
    for (&place, stack) in naive.board.iter().filter(|(_, p)| p.0 == side && p.2 >= 2) {
        let name = naive::name(place);
        let on = |names: &str| names.split(' ').any(|n| n == name);
        let of_field = if on("A1 E1 A5 I1 E8 I5") {
            if stack.2 == 2 { w.corner_of_two } else { -30 }
        } else if on("B1 C1 D1 A2 F1 A3 G1 A4 H1 B6 I2 C7 I3 D8 I4 F8 G7 H6") {
            0
        } else if on("B2 E2 B5 H2 E7 H5") {
            10
        } else if on("C2 D2 B3 F2 B4 G2 C6 H3 D7 H4 F7 G6") {
            15
        } else if on("D4 E4 D5 F4 E5 F5") {
            16
        } else if on("C3 E3 C5 G3 E6 G5") {
            18
        } else {
            assert!(on("D3 C4 F3 D6 G4 F6"), "{name}");
            25
        };
        value += w.field * of_field;
    }
    let top = |s, k| heights(s, k).first().copied().unwrap_or(0);
    let enemy_top = kinds.iter().map(|&(k, _)| top(enemy, k)).max().unwrap_or(0);
    let secure = kinds.iter().filter(|&&(k, _)| top(side, k) > enemy_top).count() as i32;
    value += secure * w.secure_kind + if secure == 3 { w.all_secure } else { 0 };
    if kinds.iter().all(|&(k, _)| top(side, k) >= 2) {
        value += w.all_of_two;
    }
    let targets = |s: char| {
        let mut places: Vec<(i32, i32)> = naive.captures(s).into_iter().map(|(_, to)| to).collect();
        places.dedup();
        places.sort_unstable();
        places.dedup();
        places
    };
    let own_hanging = targets(enemy).len();
    if own_hanging <= 4 {
        value += w.few_captures[own_hanging];
    }
    let hanging = targets(side);
    for (kind, initial) in kinds {
        let count = heights(enemy, kind).len() as i32;
        let zone = hanging.iter().filter(|place| naive.board[place].1 == kind).count() as i32;
        if count <= 2 && zone == count {
            let bonus = if count <= moves_left { w.immediate_threat } else { w.threat };
            value += bonus[count as usize];
        }
        let points = f64::from(zone) * f64::from(initial - count) / f64::from(initial);
        value += if w.zone_is_cut { points.floor() } else { (points + 0.5).floor() } as i32;
    }
    if w.valuable_capturable > 0 {
        let high = |p: &naive::Piece| p.0 == enemy && p.2 >= u32::from(w.valuable_height);
        if hanging.iter().any(|place| high(&naive.board[place])) {
            value += w.valuable_capturable;
        }
        for (&place, stack) in naive.board.iter().filter(|(_, p)| high(p)) {
            let moves = naive.captures(enemy).into_iter().chain(naive.stackings(enemy));
            if moves.into_iter().all(|(from, _)| from != place) {
                value += w.immobile[(stack.2 as usize).min(7)];
            }
        }
    }
    value
}

#[test]
fn the_evaluation_is_the_slow_one() {
    let all = [WaltzWeights::AUGUST_2012, WaltzWeights::MARCH_2013, WaltzWeights::THESIS];
    let mut starts = vec![start(""), start("random=9")];
    starts.extend(endgames(20, 30));
    let (mut estimates, mut wins) = (0, 0);
    random_games(&starts, Plays::new(2, 4), |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let naive = Naive::read(&position.position_text());
        for weights in all {
            let waltz = Waltz::new(weights);
            let moves_left = if position.phase() == Phase::First { 2 } else { 1 };
            let slow = slow_side(&naive, naive.side, &weights, moves_left)
                - slow_side(&naive, other(naive.side), &weights, 0);
            assert_eq!(waltz.estimate(position), slow, "{position:?}");
            match waltz.heuristics().proofs().proven_score(position) {
                Some(score) => {
                    wins += 1;
                    assert_eq!(waltz.heuristics().static_score_from_scratch(position), score);
                }
                None => {
                    estimates += 1;
                    assert_eq!(waltz.heuristics().static_score_from_scratch(position), Score::estimate(slow));
                }
            }
        }
    });
    assert!(estimates > 1000 && wins > 100, "{estimates} estimates, {wins} wins");
}

/// The side to move can capture all stacks of a kind within the turn: 20 million, and nothing is called proven.
#[test]
fn the_thesis_counts_immediate_threats() {
    let heuristics = Definition::heuristics("waltz-thesis").unwrap();
    let (mut immediate, mut others) = (0, 0);
    random_games(&endgames(60, 22), Plays::new(2, 6), |position, _| {
        if position.outcome().is_some() || position.phase() == Phase::Placement {
            return;
        }
        let score = heuristics.static_score_from_scratch(position);
        assert!(!score.is_decided(), "{position:?}");
        let wins_at_once = |p: &Tzaar| {
            let own = position.to_move();
            p.outcome() == Some(Outcome::Win(own)) && p.lacks_a_kind(own.other())
        };
        if position.action_list().iter().any(|&action| wins_at_once(&position.child(action))) {
            immediate += 1;
            assert!(score.raw() > 15_000_000, "{score:?} in {position:?}");
        } else if position.phase() == Phase::Second {
            others += 1;
            assert!(score.raw() < 5_000_000, "{score:?} in {position:?}");
        }
    });
    assert!(immediate > 50 && others > 200, "{immediate} threats, {others} positions without");
}

/// The position with the colours exchanged, where that is a position of the game.
fn exchanged(position: &Tzaar) -> Option<Tzaar> {
    if !matches!(position.phase(), Phase::First | Phase::Second) {
        return None;
    }
    let stacks = std::array::from_fn(|index| {
        let stack = position.stack_at(Field::from_index(index)?)?;
        Some(tzaar::Stack::new(stack.side().other(), stack.kind(), stack.height()))
    });
    Tzaar::from_stacks(&stacks, position.to_move().other(), position.phase()).ok()
}

#[test]
fn colours_and_symmetries_do_not_matter() {
    let mut starts = vec![start("random=11"), start("tournament")];
    starts.extend(endgames(10, 25));
    let mut compared = 0;
    random_games(&starts, Plays::new(2, 5), |position, generator| {
        use rand::RngExt;
        if position.outcome().is_some() {
            return;
        }
        let symmetry = generator.random_range(0..tzaar::SYMMETRIES);
        let images = [Some(position.under_symmetry(symmetry)), exchanged(position)];
        for image in images.into_iter().flatten() {
            assert_eq!(
                Waltz::MARCH_2013.heuristics().static_score_from_scratch(&image),
                Waltz::MARCH_2013.heuristics().static_score_from_scratch(position)
            );
            assert_eq!(
                Waltz::THESIS.heuristics_without_proofs().static_score_from_scratch(&image),
                Waltz::THESIS.heuristics_without_proofs().static_score_from_scratch(position)
            );
            assert_eq!(
                Beginner::default().heuristics().static_score_from_scratch(&image),
                Beginner::default().heuristics().static_score_from_scratch(position)
            );
            assert_eq!(
                Main::default().heuristics().static_score_from_scratch(&image),
                Main::default().heuristics().static_score_from_scratch(position)
            );
            compared += 1;
        }
    });
    assert!(compared > 500, "{compared}");
}

#[test]
fn the_order_is_that_of_the_thesis() {
    let text = "a.Z.T2/..TA../t2A2..T3.T/...T3tt.z/..t2..A.z2/..Tz.t.a2/..a2...t2/T2...../tAt.. w 1";
    let ordering = Ordering::WALTZ;
    let mut first = position(text);
    for action in first.action_list() {
        let tzaar::Choice::Move { to, .. } = action.choice() else { panic!("a capture") };
        let met = first.stack_at(to).expect("a stack");
        let expected =
            [0, 0, 15, 50][usize::from(met.height())] - 20 * i32::from(first.count(Side::Second, met.kind()));
        assert_eq!(ordering.order_hint(&first, action), expected);
    }
    first.play(first.parse_action("C2xC1").expect("a capture"));
    let mut hints: Vec<(i32, String)> =
        first.action_list().iter().map(|&a| (ordering.order_hint(&first, a), first.action_text(a))).collect();
    hints.sort();
    assert!(hints.iter().any(|(_, text)| text.contains('+')));
    let suicides = hints.iter().filter(|(hint, _)| *hint < -1_500_000).count();
    assert_eq!(hints[suicides].1, "-", "a pass comes last, but for suicides");
}

/// The multipliers of WALTZ's time estimation: two moves of a turn grow differently, and the first turns are always searched.
#[test]
fn the_expected_growth_follows_the_original_tables() {
    let start = <Tzaar as game::Setup>::start("").unwrap();
    let growth = |depth| Waltz::AUGUST_2012.heuristics().ordering().expected_growth(&start, depth);
    assert_eq!(growth(4), Some(0.0), "depth 5 is always searched");
    assert_eq!(growth(5), Some(110.0), "to depth 6");
    assert_eq!(growth(6), Some(50.0), "to depth 7");
    assert_eq!(growth(199), Some(1.0), "far beyond the tables");
}
