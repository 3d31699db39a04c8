//! Heuristics: laws, the evaluations against slow obvious versions, and what is called certain against plain minimax.

use crate::common;

use common::{Naive, middle, mirrored, reversed, starts, unfinished};
use game::{Game, GameDefinition, Heuristics, MoveOrdering, Notation, Proofs, Score, Side};
use knightthrough::{
    Definition, Jump, KnightThrough, Square,
    heuristics::{AttackCounts, Controlled, Main, Net, Report, threats},
};
use std::ops::ControlFlow;
use testkit::{Plays, brute, laws};

#[test]
fn heuristics_keep_the_laws() {
    let positions: Vec<_> = starts().into_iter().chain(middle()).collect();
    laws::heuristics(&positions, Plays::new(20, 1), &Report.heuristics());
    laws::heuristics(&positions, Plays::new(20, 2), &Controlled.heuristics());
    let strewn = unfinished(100, 0);
    laws::heuristics(&strewn, Plays::new(1, 3), &Report.heuristics());
    laws::heuristics(&positions, Plays::new(20, 5), &Main::DEFAULT.heuristics());
    laws::heuristics(&strewn, Plays::new(1, 6), &Main::DEFAULT.heuristics());
    laws::heuristics(&positions, Plays::new(20, 7), &Net::built_in().heuristics());
    laws::heuristics(&strewn, Plays::new(1, 8), &Net::built_in().heuristics());
}

/// Inputs are defined from one side's view; the other view and the mirror must be those of the turned and mirrored board.
#[test]
fn inputs_of_networks_follow_the_symmetries() {
    let inputs = Definition::network_inputs().unwrap();
    let list = |position: &KnightThrough, side: Side| {
        let mut list = Vec::new();
        (inputs.visit)(position, side, &mut |input| list.push(input));
        list.sort_unstable();
        assert!(list.len() <= inputs.most_active && list.iter().all(|&input| input < inputs.count));
        list
    };
    let mapped = |list: Vec<usize>, map: fn(usize) -> usize| {
        let mut list: Vec<usize> = list.into_iter().map(map).collect();
        list.sort_unstable();
        list
    };
    for position in middle().iter().filter(|p| (inputs.applies)(p)) {
        let own = list(position, Side::First);
        assert_eq!(list(position, Side::Second), mapped(own.clone(), inputs.seen_by_other));
        assert_eq!(list(&reversed(position), Side::Second), own);
        assert_eq!(list(&mirrored(position), Side::First), mapped(own, inputs.mirrored));
        assert!((inputs.bucket)(position) < inputs.buckets);
    }
}

#[test]
fn a_network_judges_both_sides_alike() {
    laws::symmetric_evaluation(&starts(), Plays::new(4, 4), &Net::built_in().heuristics(), reversed);
}

#[test]
fn symmetric_positions_are_worth_as_much() {
    for image in [mirrored, reversed] {
        laws::symmetric_evaluation(&starts(), Plays::new(4, 4), &Report.heuristics(), image);
        laws::symmetric_evaluation(&starts(), Plays::new(4, 4), &Controlled.heuristics(), image);
        laws::symmetric_evaluation(&starts(), Plays::new(4, 4), &Main::DEFAULT.heuristics(), image);
    }
}

const LETTERS: [char; 2] = ['N', 'n'];

/// How many knights of this letter could land on a place.
fn attackers(naive: &Naive, letter: char, place: (usize, usize)) -> usize {
    let places = naive.places(letter);
    places.into_iter().filter(|&from| naive.landings(letter, from).contains(&place)).count()
}

fn progression(naive: &Naive, letter: char, places: &[(usize, usize)]) -> i32 {
    let last = naive.rows.len() - 1;
    let rows = places.iter().map(|&(_, row)| if letter == 'N' { row } else { last - row });
    rows.max().unwrap_or(0) as i32
}

/// Material, progression and controlled progression of the side to move minus those of the other.
fn features(naive: &Naive) -> [i32; 3] {
    let of = |letter: char, other: char| {
        let knights = naive.places(letter);
        let controlled: Vec<_> = knights
            .iter()
            .copied()
            .filter(|&place| attackers(naive, letter, place) >= attackers(naive, other, place))
            .collect();
        let progressions = [progression(naive, letter, &knights), progression(naive, letter, &controlled)];
        [knights.len() as i32, progressions[0], progressions[1]]
    };
    let (own, enemy) = if naive.white_to_move { (LETTERS[0], LETTERS[1]) } else { (LETTERS[1], LETTERS[0]) };
    let (mine, theirs) = (of(own, enemy), of(enemy, own));
    [0, 1, 2].map(|nth| mine[nth] - theirs[nth])
}

/// Is there a jump to the far row, or one that leaves the enemy without knights?
fn wins_in_one(naive: &Naive) -> bool {
    naive.jumps().into_iter().any(|jump| {
        let result = naive.after(jump).result();
        result.is_some_and(|(_, reason)| reason != "no move")
    })
}

#[test]
fn evaluations_agree_with_slow_obvious_ones() {
    let positions = unfinished(600, 20);
    let (mut wins, mut controlled_matters) = (0, 0);
    for position in &positions {
        let naive = Naive::new(position);
        let [material, progression, controlled] = features(&naive);
        let report = 100 * material + 35 * progression;
        let expected = match wins_in_one(&naive) {
            true => [Score::win_in(1); 2],
            false => [report, report + controlled].map(Score::estimate),
        };
        assert_eq!(
            [
                Report.heuristics().static_score_from_scratch(position),
                Controlled.heuristics().static_score_from_scratch(position)
            ],
            expected,
            "{naive:?}"
        );
        wins += usize::from(expected[0].is_win());
        controlled_matters += usize::from(!expected[0].is_win() && controlled != progression);
    }
    assert!(wins > 300 && wins + 1000 < positions.len(), "{wins} wins of {}", positions.len());
    assert!(controlled_matters > 300, "{controlled_matters}");
}

#[test]
fn attackers_are_counted_on_every_square() {
    for position in unfinished(60, 1) {
        let naive = Naive::new(&position);
        let counts = Side::BOTH.map(|side| AttackCounts::new(&position, side));
        let at_least = counts[0].at_least(&counts[1]);
        for row in 0..position.size().rows() {
            for file in 0..position.size().files() {
                let square = Square::at(file, row);
                let slow = LETTERS.map(|letter| attackers(&naive, letter, (file.into(), row.into())));
                assert_eq!(counts.map(|count| count.on(square) as usize), slow, "{square} in {naive:?}");
                assert_eq!(at_least & square.alone() != 0, slow[0] >= slow[1], "{square} in {naive:?}");
            }
        }
    }
}

#[test]
fn progression_counts_rows_as_the_report_does() {
    // White's furthest knight stands three rows up, Black's two rows down; as many knights each.
    let position =
        KnightThrough::parse_position("nnnnnnnn/1nnnnnnn/2n5/8/4N3/8/NNNN1NNN/NNNNNNNN w").unwrap();
    assert_eq!(Report.heuristics().static_score_from_scratch(&position), Score::estimate(35));
}

/// Losses in 2 and wins in 1, seen without search, are what plain minimax finds; and how often each is seen.
#[test]
fn proven_scores_are_what_minimax_finds() {
    let (mut wins, mut losses, mut unseen) = (0, 0, 0);
    for position in unfinished(900, 20) {
        let value = brute::value(&position, 2, &|_| Score::DRAW).unwrap();
        match threats::proven(&position) {
            Some(score) => {
                assert_eq!(score, value, "{}", position.position_text());
                wins += usize::from(score.is_win());
                losses += usize::from(score.is_loss());
            }
            None => unseen += usize::from(value.is_decided()),
        }
    }
    assert!(wins > 500 && losses > 300, "{wins} wins, {losses} losses");
    // A last knight hunted down and a win by leaving no move are rare; nothing else may be overlooked.
    assert!(unseen * 10 < wins + losses, "{unseen} wins and losses overlooked");
}

/// On 4 files or more a win in one is never overlooked.
#[test]
fn every_win_in_one_is_seen_on_four_files_or_more() {
    for position in unfinished(900, 20).into_iter().filter(|p| p.size().files() > 3) {
        let wins = brute::value(&position, 1, &|_| Score::DRAW) == Some(Score::win_in(1));
        assert_eq!(threats::wins_in_one(&position), wins, "{}", position.position_text());
    }
}

#[test]
fn leaving_out_jumps_changes_no_value() {
    let positions: Vec<_> =
        unfinished(3000, 20).into_iter().filter(|p| relevant(p).len() < p.action_list().len()).collect();
    assert!(positions.len() > 200, "jumps are left out in {} positions only", positions.len());
    for position in positions {
        for depth in [1, 2, 3] {
            let all =
                brute::value(&position, depth, &|p| Controlled.heuristics().static_score_from_scratch(p));
            let few = brute::best_of(&position, &relevant(&position), depth, &|p| {
                Controlled.heuristics().static_score_from_scratch(p)
            });
            assert_eq!(few, all, "at depth {depth}: {}", position.position_text());
        }
    }
    let confirmed = laws::proofs_are_exact(&starts(), Plays::new(5, 6), &Report.heuristics(), 2);
    assert!(confirmed > 30, "{confirmed} wins confirmed");
}

fn relevant(position: &KnightThrough) -> Vec<Jump> {
    let mut found = Vec::new();
    let _ = Report.heuristics().proofs().relevant_actions(position, |jump| {
        found.push(jump);
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn only_the_capture_of_a_single_threat_is_relevant() {
    let relevant = |text: &str| {
        let position = KnightThrough::parse_position(text).unwrap();
        let texts: Vec<String> =
            relevant(&position).into_iter().map(|jump| position.action_text(jump)).collect();
        (texts, position.action_list().len())
    };
    // The black knight on c3 threatens b1, d1, a2 or e2 next; b1 and d1 are its far row.
    let (jumps, all) = relevant("nnnnn/nnnn1/5/2n2/5/NN1NN w");
    assert_eq!(jumps, ["d1xc3", "b1xc3"]);
    assert!(all > 2);
    // Two threats cannot both be met, nor can an unattacked one.
    let (jumps, all) = relevant("nnnnn/nnn2/5/2nn1/5/NN1NN w");
    assert_eq!(jumps.len(), all);
    let (jumps, all) = relevant("nnnnn/nnnn1/5/n4/5/2NNN w");
    assert_eq!(jumps.len(), all);
    assert_eq!(
        threats::proven(&KnightThrough::parse_position("nnnnn/nnnn1/5/n4/5/2NNN w").unwrap()),
        Some(Score::loss_in(2))
    );
}

/// On 3 files a knight on the middle file one row from the goal threatens nothing.
#[test]
fn a_knight_without_a_jump_threatens_nothing() {
    let stuck = KnightThrough::parse_position("n1n/1N1/3/N1N w").unwrap();
    assert!(!threats::wins_in_one(&stuck));
    let wins = KnightThrough::parse_position("n1n/N2/3/N1N w").unwrap();
    assert_eq!(Report.heuristics().static_score_from_scratch(&wins), Score::win_in(1));
}

#[test]
fn a_null_move_passes_unless_the_enemy_has_no_move() {
    let position = middle()[0];
    let skipped = Report.heuristics().ordering().null_move(&position).unwrap();
    assert_eq!(skipped.to_move(), position.to_move().other());
    assert_eq!(skipped.key(), skipped.key_from_scratch());
    let enemy_is_stuck = KnightThrough::parse_position("nnn/1N1/3/3 b").unwrap();
    assert_eq!(Report.heuristics().ordering().null_move(&enemy_is_stuck), None);
}

/// What the own evaluation recognises is exactly so, and a search of any depth that ends in that evaluation agrees.
#[test]
fn wins_in_three_are_what_minimax_finds() {
    let mut seen = 0;
    for position in unfinished(900, 20) {
        let Some(score) = Main::DEFAULT.heuristics().proofs().proven_score(&position) else { continue };
        assert_eq!(Main::DEFAULT.heuristics().static_score_from_scratch(&position), score);
        let value = brute::value(&position, 3, &|_| Score::DRAW);
        assert_eq!(Some(score), value, "{}", position.position_text());
        for depth in [1, 2, 3] {
            let searched =
                brute::value(&position, depth, &|p| Main::DEFAULT.heuristics().static_score_from_scratch(p));
            assert_eq!(Some(score), searched, "at depth {depth}: {}", position.position_text());
        }
        seen += usize::from(score == Score::win_in(3));
    }
    assert!(seen > 100, "{seen} wins in three");
}

/// The evaluation once more, square by square.
#[test]
fn the_own_evaluation_counts_what_it_says() {
    let weights = Main::DEFAULT.weights;
    for position in unfinished(300, 20) {
        let rows = i32::from(position.size().rows());
        let squares: Vec<Square> =
            (0..64).map(Square::of_bit).filter(|s| position.board_mask() & s.alone() != 0).collect();
        let reach = |side, square| position.can_reach(side, square).count_ones() as i32;
        let camp = |side: Side| {
            let enemy = side.other();
            let holds = |side, square: Square| position.knights(side) & square.alone() != 0;
            let out = |square: Square| match side {
                Side::First => i32::from(square.row()),
                Side::Second => rows - 1 - i32::from(square.row()),
            };
            let (mut value, mut hanging, mut hole_attacked) = (0, 0, false);
            for &square in &squares {
                let (own_reach, enemy_reach) = (reach(side, square), reach(enemy, square));
                if holds(side, square) {
                    value += weights.knight + weights.advance * out(square);
                    value += if out(square) == 0 { weights.guard } else { 0 };
                    if own_reach >= enemy_reach {
                        let near = [
                            (rows - 5, weights.safe_three),
                            (rows - 4, weights.safe_four),
                            (rows - 3, weights.safe_five),
                        ];
                        value +=
                            near.iter().filter(|(row, _)| out(square) >= *row).map(|(_, w)| w).sum::<i32>();
                    }
                    hanging += i32::from(own_reach == 0 && enemy_reach > 0);
                }
                let home = position.size().goal(enemy);
                let on_doorstep = (0..64).map(Square::of_bit).any(|to| {
                    home & to.alone() != 0 && {
                        let (files, rows) =
                            (to.file().abs_diff(square.file()), to.row().abs_diff(square.row()));
                        files * rows == 2
                    }
                });
                if on_doorstep && own_reach == 0 {
                    value -= if holds(side, square) { 0 } else { weights.hole };
                    hole_attacked |= enemy_reach > 0 && !holds(enemy, square);
                }
            }
            let hanging_costs =
                if position.to_move() == side { weights.hanging_but_to_move } else { weights.hanging };
            value - hanging.min(2) * hanging_costs - if hole_attacked { weights.hole_attacked } else { 0 }
        };
        let side = position.to_move();
        let expected = camp(side) - camp(side.other()) + weights.tempo;
        assert_eq!(Main::DEFAULT.estimate(&position), expected, "{}", position.position_text());
    }
}
