//! The rules that implementers get wrong, one test each: setup, steps, freezing, pushes, pulls and captures.
//!
//! How games end is in `endings.rs`.

use crate::common;

use arimaa::{Act, Arimaa, Kind, Square, movelist_text, squares::TRAPS};
use common::{after, on, set, starts};
use game::{Game, History, Notation, Setup, Side, play_turn};

const GOLD: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
const SILVER: &str = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";

fn refused(position: &Arimaa, actions: &str, because: &str) {
    match after(position, actions) {
        Ok(reached) => panic!("{actions} should be refused, but led to {}", reached.position_text()),
        Err(error) => assert!(error.contains(because), "{actions}: {error}"),
    }
}

fn allowed(position: &Arimaa, actions: &str) -> Arimaa {
    after(position, actions).unwrap_or_else(|error| panic!("{error} in {}", position.position_text()))
}

#[test]
fn gold_sets_up_first_then_silver_then_gold_moves() {
    let empty = Arimaa::start("").unwrap();
    assert_eq!((empty.to_move(), empty.starts_turn()), (Side::First, true));
    let gold = empty.parse_turn(GOLD).unwrap();
    assert_eq!(gold.len(), 16);
    let after_gold = play_turn(&empty, &gold);
    assert_eq!((after_gold.to_move(), after_gold.starts_turn()), (Side::Second, true));
    let silver = after_gold.parse_turn(SILVER).unwrap();
    let both = play_turn(&after_gold, &silver);
    assert_eq!((both.to_move(), both.starts_turn(), both.is_setup()), (Side::First, true, false));
    assert_eq!(both, Arimaa::start("classic").unwrap());
    // The setups are move 1, so the first real turn is gold's move 2.
    let step = both.parse_turn("Ee2n").unwrap();
    let list = movelist_text(&empty, &[gold, silver, step]);
    assert!(list.starts_with("1g Ra1 Rb1") && list.contains("\n1s ha7 db7") && list.ends_with("\n2g Ee2n\n"));
}

#[test]
fn a_setup_is_all_sixteen_pieces_on_the_own_rows() {
    let empty = Arimaa::empty();
    let complaint = |words: &str| empty.parse_turn(words).unwrap_err().to_string();
    assert!(complaint(&GOLD.replace("Ra1", "ra1")).contains("'ra1' is not a piece of Gold"));
    assert!(complaint(&GOLD.replace("Ra1", "Ra3")).contains("'Ra3' is not on one of the two rows of Gold"));
    assert!(complaint(&GOLD.replace("Ra1", "Ea1")).contains("places more elephants than Gold has"));
    assert!(complaint(&GOLD.replace("Ra1 ", "")).contains("places nothing on a1"));
    assert!(complaint(&GOLD.replace("Ra1", "Rb1")).contains("'Rb1' uses b1, which is taken"));
    assert!(complaint(&GOLD.replace("Ra1", "Ra1n")).contains("'Ra1n' is not a piece and its square"));
    // In any order, also backwards.
    let backwards: Vec<&str> = GOLD.split(' ').rev().collect();
    assert_eq!(empty.parse_turn(&backwards.join(" ")).unwrap(), empty.parse_turn(GOLD).unwrap());
    // One piece an action, squares in a fixed order; never more of a kind than there are.
    let mut position = empty;
    for _ in 0..8 {
        position.play(Act::Place(Kind::Rabbit));
    }
    assert!(!position.is_legal(Act::Place(Kind::Rabbit)) && position.is_legal(Act::Place(Kind::Cat)));
    assert_eq!(position.next_square(), Square::named("a2"));
    assert_eq!(empty.action_list().len(), 6);
}

/// 16! / (8! 2! 2! 2!) orders of the pieces of a side.
#[test]
fn there_are_64_864_800_setups_of_a_side() {
    fn count(position: &Arimaa, known: &mut std::collections::HashMap<[u32; 6], u64>) -> u64 {
        let placed = Kind::ALL.map(|kind| position.board().pieces(Side::First, kind).count_ones());
        if position.to_move() == Side::Second {
            return 1;
        }
        if let Some(&count) = known.get(&placed) {
            return count;
        }
        let sum = position.action_list().iter().map(|&a| count(&position.child(a), known)).sum();
        known.insert(placed, sum);
        sum
    }
    assert_eq!(count(&Arimaa::empty(), &mut std::collections::HashMap::new()), 64_864_800);
}

#[test]
fn the_traps_are_c3_f3_c6_f6_and_never_spring_in_the_setup() {
    let traps = ["c3", "f3", "c6", "f6"].map(|name| Square::named(name).unwrap().alone());
    assert_eq!(TRAPS, traps.iter().fold(0, |all, trap| all | trap));
    testkit::random_games(&[Arimaa::empty()], testkit::Plays::new(5, 3), |position, _| {
        if position.is_setup() {
            assert_eq!(position.board().occupied() & TRAPS, 0);
        }
    });
    for start in starts().iter().filter(|p| !p.is_setup()) {
        assert_eq!(start.board().occupied().count_ones(), 32);
    }
}

#[test]
fn steps_are_orthogonal_to_an_empty_square_and_rabbits_never_step_back() {
    let gold = set("g", "Rd4 Ce4 Ra1 rh8 eh7");
    for step in ["Rd4n", "Rd4w", "Ce4n", "Ce4s", "Ce4e"] {
        allowed(&gold, step);
    }
    refused(&gold, "Rd4s", "steps back with a rabbit");
    refused(&gold, "Rd4e", "leads to e4, which is taken");
    refused(&gold, "Ra1w", "leads off the board");
    let silver = set("s", "rd4 Ra1 rh8");
    for step in ["rd4s", "rd4w", "rd4e"] {
        allowed(&silver, step);
    }
    refused(&silver, "rd4n", "steps back with a rabbit");
}

#[test]
fn a_turn_has_one_to_four_steps_and_passing_needs_one() {
    let position = set("g", "Ed4 Ra1 rh8 eh1");
    refused(&position, "pass", "is not possible before the first step");
    for steps in ["Ed4n", "Ed4n Ed5n", "Ed4n Ed5n Ed6n"] {
        let reached = allowed(&position, steps);
        assert_eq!(reached.to_move(), Side::First);
        assert_eq!(allowed(&reached, "pass").to_move(), Side::Second);
    }
    let four = allowed(&position, "Ed4n Ed5n Ed6n Ed7n");
    assert_eq!((four.to_move(), four.starts_turn()), (Side::Second, true));
    assert!(position.parse_turn("Ed4n Ed5n Ed6n Ed7n Ra1n").is_err());
}

#[test]
fn a_pass_is_refused_where_the_board_has_not_changed() {
    let position = set("g", "Ed4 Ra1 rh8 eh1");
    refused(&position, "Ed4n Ed5s pass", "would leave the board as it was at the start of the turn");
    // Out and back is allowed as long as the end differs.
    allowed(&position, "Ed4n Ed5s Ra1n pass");
    allowed(&position, "Ed4n Ed5s Ed4n pass");
    assert!(position.parse_turn("Ed4n Ed5s").is_err());
}

#[test]
fn a_fourth_step_may_not_restore_the_board() {
    let position = set("g", "Ed4 Ra1 rh8 eh1");
    refused(&position, "Ed4n Ed5e Ee5s Ee4w", "would leave the board as it was");
    refused(&position, "Ed4n Ed5s Ed4n Ed5s", "would leave the board as it was");
    allowed(&position, "Ed4n Ed5e Ee5s Ee4e");
}

#[test]
fn changes_are_judged_by_kinds_and_not_by_pieces() {
    // The two horses change places: the board is the same.
    let horses = set("g", "Ha2 Hb2 Rh1 rh8 eh7");
    refused(&horses, "Ha2n Hb2w Ha3e Hb3s", "would leave the board as it was");
    // A horse and a dog do not.
    let horse_and_dog = set("g", "Ha2 Db2 Rh1 rh8 eh7");
    allowed(&horse_and_dog, "Ha2n Db2w Ha3e Hb3s");
}

/// Pulling a piece and pushing it back restores the board; unless another piece can finish the push.
#[test]
fn a_push_that_could_only_restore_the_board_does_not_begin() {
    let alone = set("g", "Ed5 rd6 Ra1 rh8 eh1");
    let pulled = allowed(&alone, "Ed5s rd6s");
    refused(&pulled, "rd5n", "would leave the board as it was");
    allowed(&pulled, "rd5e Ed4n");
    let two = set("g", "Ed5 rd6 Mc4 Ra1 rh8 eh1");
    let pulled = allowed(&two, "Ed5s rd6s");
    allowed(&allowed(&pulled, "Mc4n"), "pass");
    // Now the camel stands beside the rabbit on d5 and may complete the push, but the elephant may not.
    let with_camel = set("g", "Ed5 rd6 Mc5 Ra1 rh8 eh1");
    let pulled = allowed(&with_camel, "Ed5s rd6s rd5n");
    refused(&pulled, "Ed4n", "would leave the board as it was");
    allowed(&pulled, "Mc5e");
}

#[test]
fn the_third_repetition_of_board_and_side_is_forbidden() {
    let start = set("g", "Ed4 Ra1 rh8 ed7");
    let mut history = History::starting_at(&start);
    let mut position = start;
    let shuffle = ["Ed4n", "ed7n", "Ed5s", "ed8s"];
    for turn in shuffle.iter().chain(&shuffle[..3]) {
        position = play_turn(&position, &position.parse_turn(turn).unwrap());
        assert!(!history.forbids(&position), "{turn}");
        history.turn_ended(&position);
    }
    // The start has come up twice at the end of a turn; the last turn would bring it about once more.
    let third = play_turn(&position, &position.parse_turn("ed8s").unwrap());
    assert_eq!(third, start);
    assert!(history.forbids(&third));
    // The same board with the other side to move is another position.
    assert!(!history.forbids(&game::EitherSideCanMove::with_to_move(&third, Side::Second)));
    // Any other turn is fine.
    assert!(!history.forbids(&play_turn(&position, &position.parse_turn("ed8e").unwrap())));
}

#[test]
fn boards_in_the_middle_of_a_turn_do_not_count_as_repetitions() {
    let start = set("g", "Ed4 Ra1 rh8 ed7");
    let mut history = History::starting_at(&start);
    let mut position = start;
    // Each turn of gold passes through the start board, but none ends there.
    for turn in ["Ed4n Ed5s Ra1n", "ed7n", "Ed4n Ed5s Ra2n", "ed8s", "Ed4n Ed5s Ra3n"] {
        position = play_turn(&position, &position.parse_turn(turn).unwrap());
        assert!(!history.forbids(&position), "{turn}");
        history.turn_ended(&position);
    }
}

#[test]
fn the_position_after_the_setup_counts_once() {
    let start = Arimaa::start("classic").unwrap();
    let mut history = History::starting_at(&start);
    let mut position = start;
    let shuffle = ["Ee2n", "ed7s", "Ee3s", "ed6n"];
    let mut forbidden = Vec::new();
    for (nth, turn) in shuffle.iter().cycle().take(8).enumerate() {
        position = play_turn(&position, &position.parse_turn(turn).unwrap());
        if history.forbids(&position) {
            forbidden.push(nth);
        }
        history.turn_ended(&position);
    }
    assert_eq!(forbidden, [7], "the second return to the start is the third time it is there");
}

/// The same board after the same number of steps may be left where it is or not, depending on how the turn began.
#[test]
fn positions_in_mid_turn_know_the_start_of_the_turn() {
    let here = set("g", "Ed4 Ra1 rh8 eh1");
    let out_and_back = allowed(&here, "Ed4n Ed5s");
    let there = set("g", "Ed3 Rb1 rh8 eh1");
    let arrived = allowed(&there, "Ed3n Rb1w");
    assert_eq!(out_and_back.board(), arrived.board());
    assert_ne!(out_and_back.key(), arrived.key());
    assert_ne!(out_and_back, arrived);
    refused(&out_and_back, "pass", "as it was");
    allowed(&arrived, "pass");
    // Once nothing leads back the start is forgotten, and ways from different starts meet: a rabbit never steps back.
    let below = allowed(&here, "Ra1n Ed4n");
    let above = allowed(&set("g", "Ed6 Ra1 rh8 eh1"), "Ra1n Ed6s");
    assert_eq!(below, above);
    assert_eq!(below.key(), above.key());
    // After a capture nothing leads back either.
    let one = allowed(&set("g", "Cc2 Ed4 Ra1 rh8 eh1"), "Cc2n Ed4n");
    let other = allowed(&set("g", "Cc2 Ed6 Ra1 rh8 eh1"), "Cc2n Ed6s");
    assert_eq!(one, other);
    // Before the last step only the one step that would lead back is remembered.
    let three = allowed(&here, "Ed4n Ed5n Ed6e");
    assert_eq!(three, allowed(&set("g", "Ee3 Ra1 rh8 eh1"), "Ee3n Ee4n Ee5n"));
    // Orders of independent steps lead to one position.
    assert_eq!(allowed(&here, "Ed4n Ra1e"), allowed(&here, "Ra1e Ed4n"));
}

#[test]
fn a_piece_is_frozen_by_a_stronger_enemy_unless_a_friend_is_beside_it() {
    let frozen = set("g", "Hd4 md5 Ra1 rh8");
    refused(&frozen, "Hd4s", "moves a frozen horse");
    allowed(&set("g", "Hd4 md5 Re4 Ra1 rh8"), "Hd4s");
    // An equal does not freeze, nor does a weaker one.
    allowed(&set("g", "Hd4 hd5 Ra1 rh8"), "Hd4s");
    allowed(&set("g", "Hd4 dd5 Ra1 rh8"), "Hd4s");
}

#[test]
fn a_frozen_piece_can_neither_push_nor_pull() {
    let frozen = set("g", "Hd4 md5 rc4 Ra1 rh8");
    refused(&frozen, "rc4w", "only a frozen piece could complete");
    refused(&frozen, "Hd4s", "moves a frozen horse");
}

#[test]
fn a_frozen_piece_still_freezes_guards_unfreezes_and_can_be_moved() {
    // The horse is frozen by the camel, but freezes the dog.
    let freezes = set("s", "Hd4 md5 dd3 Ra1 rh8");
    refused(&freezes, "dd3s", "moves a frozen dog");
    // It frees the rabbit beside it.
    let frees = set("g", "Hd4 md5 Rc4 cc5 Ra1 rh8");
    allowed(&frees, "Rc4w");
    // The frozen cat keeps the rabbit on the trap alive.
    let guards = set("g", "Rc3 Cb3 ha3 Ra1 rh8");
    let passed = allowed(&guards, "Ra1n pass");
    assert_eq!(on(&passed, "c3"), 'R');
    // And a frozen piece is pushed and pulled like any other.
    let moved = set("s", "Hd4 md5 Ra1 rh8");
    allowed(&moved, "Hd4s md5s");
    allowed(&moved, "md5n Hd4n");
}

#[test]
fn freezing_is_judged_anew_before_each_step() {
    // Pushing the freezer away, pulling it away, or bringing a friend frees the horse within the turn.
    let position = set("g", "Hd4 md3 Ee3 Ra1 rh8");
    refused(&position, "Hd4n", "frozen");
    allowed(&position, "md3s Ee3w Hd4n");
    allowed(&position, "Ee3n md3e Hd4n");
    allowed(&set("g", "Hd4 md3 Rb4 Ra1 rh8"), "Rb4e Hd4n");
    // And leaving a piece alone freezes it.
    let friends = set("g", "Hd4 Ce4 md3 Ra1 rh8");
    refused(&friends, "Ce4e Hd4n", "frozen");
}

#[test]
fn only_an_unfrozen_stronger_piece_completes_a_push() {
    let position = set("g", "Hd4 md3 rd5 Me6 Ra1 rh8");
    refused(&position, "rd5w", "only a frozen piece could complete");
    let with_friend = set("g", "Hd4 md3 rd5 Ce4 Ra1 rh8");
    allowed(&with_friend, "rd5w Hd4n");
}

#[test]
fn only_strictly_weaker_pieces_are_pushed_and_pulled() {
    let equal = set("g", "Hd4 hd5 Ra1 rh8");
    refused(&equal, "hd5n", "no stronger piece of Gold can push or pull it there");
    refused(&equal, "Hd4s hd5s", "no stronger piece of Gold can push or pull it there");
    let rabbits = set("g", "Rd4 rd5 Ra1 rh8");
    refused(&rabbits, "rd5n", "no stronger piece");
    refused(&rabbits, "Rd4w rd5s", "no stronger piece");
    allowed(&set("g", "Hd4 dd5 Ra1 rh8"), "dd5n Hd4n");
    allowed(&set("g", "Cd4 rd5 Ra1 rh8"), "Cd4s rd5s");
}

#[test]
fn a_push_or_pull_is_two_steps_of_one_turn() {
    let position = set("g", "Ed4 dd5 Ra1 rh8");
    let three = allowed(&position, "Ra1n Ra2n Ra3n");
    refused(&three, "dd5n", "begins a push with the last step of a turn");
    // A step as the third and the pull as the fourth is fine.
    let pulled = allowed(&position, "Ra1n Ra2n Ed4s dd5s");
    assert_eq!((on(&pulled, "d4"), pulled.to_move()), ('d', Side::Second));
    let pushed = allowed(&position, "Ra1n Ra2n dd5n Ed4n");
    assert_eq!((on(&pushed, "d6"), on(&pushed, "d5"), pushed.to_move()), ('d', 'E', Side::Second));
}

#[test]
fn a_pushed_piece_goes_to_any_empty_square_and_the_push_is_finished_at_once() {
    let position = set("g", "Ed4 dd5 Cc5 Ra1 rh8");
    for direction in ["n", "e"] {
        allowed(&position, &format!("dd5{direction} Ed4n"));
    }
    refused(&position, "dd5w", "leads to c5, which is taken");
    let half = allowed(&position, "dd5n");
    assert_eq!(half.pending_push(), Some((Square::named("d5").unwrap(), Kind::Dog)));
    refused(&half, "Ra1n", "does not complete the push; a piece stronger than a dog must enter d5");
    refused(&half, "Ed4s", "does not complete the push");
    refused(&half, "dd6n", "does not complete the push");
    refused(&half, "Cc5e", "does not complete the push");
    refused(&half, "pass", "leaves a push unfinished");
    assert_eq!(half.action_list().len(), 1);
    // Back to the side it came from: the dog was pulled from e5 to d5 and is pushed there again.
    let pulled = allowed(&set("g", "Ed5 de5 Hd4 Ra1 rh8"), "Ed5w de5w");
    allowed(&pulled, "dd5e Hd4n");
}

#[test]
fn a_pull_follows_at_once_into_the_square_just_left() {
    let position = set("g", "Ed4 dd5 ce4 Ra1 rh8");
    allowed(&position, "Ed4s dd5s");
    allowed(&position, "Ed4s ce4w");
    refused(&position, "Ed4s Ra1n dd5s", "no stronger piece of Gold can push or pull it there");
    refused(&position, "Ed4s dd5w", "no stronger piece of Gold");
    assert_eq!(
        allowed(&position, "Ed4s").pending_pull(),
        Some((Square::named("d4").unwrap(), Kind::Elephant))
    );
    assert_eq!(allowed(&position, "Ra1n").pending_pull(), None);
}

#[test]
fn one_step_serves_one_purpose() {
    // The step that ends a push begins no pull, and one step pulls one piece.
    let position = set("g", "Ed4 dd5 cc4 Ra1 rh8");
    refused(&position, "dd5n Ed4n cc4e", "no stronger piece");
    let two = set("g", "Ed4 dd5 cc4 Ra1 rh8");
    refused(&two, "Ed4s dd5s cc4e", "leads to d4, which is taken");
    let other_order = allowed(&two, "Ed4s dd5s");
    assert_eq!(other_order.pending_pull(), None);
}

#[test]
fn a_displaced_piece_may_be_displaced_again_with_two_more_steps() {
    let position = set("g", "Ed4 dd5 Ra1 rh8");
    allowed(&position, "Ed4s dd5s Ed3s dd4s");
    allowed(&position, "dd5n Ed4n dd6n Ed5n");
    allowed(&position, "Ed4s dd5s dd4e Ed3n");
}

#[test]
fn an_enemy_step_into_the_square_just_left_is_the_pull_and_comes_up_once() {
    // Elephant and camel both touch the rabbit; the elephant leaves e5 and the rabbit follows.
    let position = set("g", "Me4 re5 Ee6 Ra1 rh8");
    let left = allowed(&position, "Ee6n");
    let into = left.action_list().into_iter().filter(|&a| left.action_text(a) == "re5n").count();
    assert_eq!(into, 1);
    let pulled = allowed(&left, "re5n");
    assert_eq!(pulled.pending_push(), None, "it need not be completed");
    allowed(&pulled, "Ra1n");
    allowed(&pulled, "Me4n");
    // If the piece that left is not stronger, the same step begins a push.
    let push = allowed(&set("g", "Ee4 ce5 Ce6 Ra1 rh8"), "Ce6n ce5n");
    assert!(push.pending_push().is_some());
}

#[test]
fn a_puller_may_die_by_its_own_step_and_still_pull() {
    let position = set("g", "Hb3 rb4 Ra1 rh8");
    let dead = allowed(&position, "Hb3e");
    assert_eq!(on(&dead, "c3"), '.');
    let pulled = allowed(&dead, "rb4s");
    assert_eq!(on(&pulled, "b3"), 'r');
    let turn = position.parse_turn("Hb3e Hc3x rb4s").unwrap();
    assert_eq!(position.turn_text(&turn), "Hb3e Hc3x rb4s");
}

#[test]
fn a_pusher_may_die_on_the_trap_it_clears() {
    let position = set("g", "Hb6 rc6 rc7 Ra1 rh8");
    let done = allowed(&position, "rc6e Hb6e");
    assert_eq!((on(&done, "c6"), on(&done, "d6")), ('.', 'r'));
    assert_eq!(position.turn_text(&position.parse_turn("rc6e Hb6e Hc6x").unwrap()), "rc6e Hb6e Hc6x");
}

#[test]
fn a_push_is_completed_even_if_the_pushed_piece_dies() {
    let position = set("g", "Hb2 rb3 Ra1 rh8");
    let half = allowed(&position, "rb3e");
    assert_eq!(on(&half, "c3"), '.');
    refused(&half, "Ra1n", "does not complete the push");
    refused(&half, "pass", "leaves a push unfinished");
    allowed(&half, "Hb2n pass");
    let turn = position.parse_turn("rb3e rc3x Hb2n").unwrap();
    assert_eq!(position.turn_text(&turn), "rb3e rc3x Hb2n");
}

#[test]
fn enemy_rabbits_go_every_way() {
    let position = set("g", "Ed4 rd5 Ra1 rh8");
    for direction in ["n", "e", "w"] {
        allowed(&position, &format!("rd5{direction} Ed4n"));
    }
    allowed(&position, "Ed4s rd5s");
    // Onto their own goal row, too.
    let near = set("g", "Ed3 rd2 Ra1 rh8");
    let moved = allowed(&near, "rd2s Ed3s");
    assert_eq!(on(&moved, "d1"), 'r');
}

#[test]
fn a_turn_cannot_end_inside_a_push() {
    let position = set("g", "Ed4 dd5 Ra1 rh8");
    let error = position.parse_turn("dd5n").unwrap_err().to_string();
    assert_eq!(error, "'dd5n' leaves a push unfinished");
    assert!(position.parse_turn("Ra1n Ra2n Ra3n dd5n").is_err());
    assert!(!allowed(&position, "dd5n").is_legal(Act::Pass));
}

#[test]
fn traps_are_looked_at_after_every_step() {
    // The guard steps away and comes back: the piece on the trap is gone.
    let position = set("g", "Hc3 Cc2 Ra1 rh8");
    let gone = allowed(&position, "Cc2s");
    assert_eq!(on(&gone, "c3"), '.');
    let back = allowed(&gone, "Cc1n");
    assert_eq!(on(&back, "c3"), '.');
    // Between the two halves of a push: the guard is pushed away and the piece it guarded is gone before it ends.
    let guard = set("g", "Ec5 hc4 rc3 Ra1 rh8");
    let half = allowed(&guard, "hc4e");
    assert_eq!(on(&half, "c3"), '.');
    let silver = allowed(&set("g", "Eb4 dc4 rc3 Ra1 rh8"), "Eb4n");
    assert_eq!(on(&silver, "c3"), 'r', "the pulled guard has not moved yet");
}

#[test]
fn pieces_die_by_stepping_on_a_trap_or_by_losing_the_last_guard() {
    for (pieces, step, trap) in [
        ("Cc2 Ra1 rh8", "Cc2n", "c3"),
        ("Rf3 Cf2 Ra1 rh8", "Cf2e", "f3"),
        ("Ec5 cc4 rc3 Ra1 rh8", "cc4e", "c3"),
    ] {
        assert_eq!(on(&allowed(&set("g", pieces), step), trap), '.', "{step}");
    }
    // A second guard saves it, and so does one that stands on the other side.
    assert_eq!(on(&allowed(&set("g", "Rf3 Cf2 De3 Ra1 rh8"), "Cf2e"), "f3"), 'R');
    assert_eq!(on(&allowed(&set("g", "Cc2 Rb3 Ra1 rh8"), "Cc2n"), "c3"), 'C');
    // Enemies are no guards.
    assert_eq!(on(&allowed(&set("g", "Cc2 rb3 Ra1 rh8"), "Cc2n"), "c3"), '.');
    // The piece that guarded a trap steps onto it: one piece is lost, itself, since the trap was empty.
    let lost = allowed(&set("g", "Cc2 Rf1 Ra1 rh8"), "Cc2n");
    assert_eq!(lost.board().of_side(Side::First).count_ones(), 2);
}

/// At most one piece dies by a step, of the colour that moved.
#[test]
fn a_step_costs_at_most_one_piece_and_only_the_side_that_moved() {
    let mut deaths = 0;
    testkit::random_games(&starts(), testkit::Plays::new(3, 5), |position, _| {
        for action in position.action_list() {
            let Act::Step(step) = action else { continue };
            let child = position.child(action);
            let side = position.board().side_at(step.from()).unwrap();
            let lost =
                |side| position.board().of_side(side).count_ones() - child.board().of_side(side).count_ones();
            assert!(lost(side) <= 1 && lost(side.other()) == 0);
            deaths += lost(side);
        }
    });
    assert!(deaths > 100, "{deaths}");
}
