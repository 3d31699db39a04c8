//! How games end: judged after a whole turn only, in the official order, with the side that has just moved asked first.

use crate::common;

use arimaa::heuristics::{GoalCheck, Material, heuristics};
use arimaa::{Act, Arimaa, Ending};
use common::{after, set};
use game::{Game, History, Notation, Outcome, Score, Side, play_turn};
use search::{Depth, minimax};

const GOLD: Side = Side::First;
const SILVER: Side = Side::Second;

/// The result after a turn of the side to move.
fn result(side: &str, pieces: &str, turn: &str) -> Option<(Side, Ending)> {
    let position = set(side, pieces);
    assert_eq!(position.result(), None, "{pieces} should not be over yet");
    let actions = position.parse_turn(turn).unwrap_or_else(|error| panic!("{error}"));
    play_turn(&position, &actions).result()
}

#[test]
fn first_a_goal_of_the_mover() {
    assert_eq!(result("g", "Rd7 Ra1 rh7 eh6", "Rd7n"), Some((GOLD, Ending::Goal)));
    assert_eq!(result("s", "Rd7 rh2 ra7", "rh2s"), Some((SILVER, Ending::Goal)));
    // Gold pushes a silver rabbit onto its goal row and reaches its own in the same turn: the mover wins.
    assert_eq!(result("g", "Rd7 Ee3 re2 rh7", "re2s Ee3s Rd7n"), Some((GOLD, Ending::Goal)));
    // Before elimination: the last silver rabbit dies, too, but it is called a goal.
    assert_eq!(result("g", "Rd7 Hb2 rb3", "rb3e Hb2n Rd7n"), Some((GOLD, Ending::Goal)));
}

#[test]
fn second_a_goal_of_the_other_side() {
    assert_eq!(result("g", "Ra1 Ee3 re2 rh7", "re2s Ee3s"), Some((SILVER, Ending::Goal)));
    assert_eq!(result("s", "Rd7 ed6 ra7", "Rd7n ed6n"), Some((GOLD, Ending::Goal)));
    // Before elimination: the mover also loses its last rabbit.
    assert_eq!(result("g", "Ra1 Rc3 Cc2 Ee3 re2 rh7", "re2s Ee3s Cc2w"), Some((SILVER, Ending::Goal)));
}

#[test]
fn third_the_other_side_has_no_rabbits() {
    assert_eq!(result("g", "Ra1 Hb2 rb3 eh8", "rb3e Hb2n"), Some((GOLD, Ending::Elimination)));
    // Both lose their last rabbit in one turn: the mover wins.
    let both = "Rf3 Ce3 Hb2 rb3 eh8 Ma8";
    assert_eq!(result("g", both, "rb3e Hb2n Ce3n"), Some((GOLD, Ending::Elimination)));
}

#[test]
fn fourth_the_mover_has_no_rabbits() {
    assert_eq!(result("g", "Rc3 Cc2 rh8", "Cc2e"), Some((SILVER, Ending::Elimination)));
    assert_eq!(result("s", "rf6 cf7 Ra1", "cf7n"), Some((GOLD, Ending::Elimination)));
    // Before immobilisation: silver could not move either, but gold has no rabbit left.
    assert_eq!(result("g", "Rc3 Cc2 rh8 Eh7 Mg8", "Cc2e"), Some((SILVER, Ending::Elimination)));
}

#[test]
fn fifth_the_side_to_move_cannot_move() {
    // Silver's only piece is frozen by the elephant that has just come.
    assert_eq!(result("g", "Ra1 Eg7 rh8", "Eg7e"), Some((GOLD, Ending::Immobilisation)));
    // One friend beside it and the rabbit could step down, so the elephant must block it as well.
    assert_eq!(result("g", "Ra1 Eg7 rh8 ch7", "Eg7n"), None);
}

#[test]
fn being_blocked_counts_like_being_frozen() {
    // The silver rabbit on a2 can neither step down nor sideways, and nothing is stronger than it: it is just blocked.
    let blocked = set("s", "ra2 Ra1 Rb2 Rh1");
    assert_eq!(blocked.result(), Some((GOLD, Ending::Immobilisation)));
    // A push would be possible, so a cat in its place is not immobilised.
    let cat = set("s", "ca2 Ra1 Rb2 Rh1 rh8 Rh7 Rg8 Eg7");
    assert_eq!(cat.result(), Some((GOLD, Ending::Goal)), "the gold rabbit on g8");
    let cat = set("s", "ca2 Ra1 Rb2 rh7 Rh1 Rh6 Cg7 Eg6");
    assert_eq!(cat.result(), None);
    // Both sides stuck: the one to move loses.
    let both = ["g", "s"].map(|side| set(side, "ra2 Ra1 Rb2 rb3 cc2 eb1").result());
    assert_eq!(both[0], Some((SILVER, Ending::Immobilisation)));
}

#[test]
fn an_enemy_rabbit_may_pass_over_its_goal_row_within_a_turn() {
    let position = set("g", "Ra1 Ed3 rd2 rh7");
    let there = after(&position, "rd2s Ed3s").unwrap();
    assert_eq!(there.outcome(), None, "the turn is not over");
    // It is pulled away again: from d1 up to d2 as the elephant leaves. Straight back would restore the board.
    assert!(after(&there, "Ed2n rd1n").unwrap_err().contains("would leave the board as it was"));
    let back = after(&there, "Ed2w rd1n").unwrap();
    assert_eq!((back.to_move(), back.outcome()), (SILVER, None));
    let stayed = after(&there, "pass").unwrap();
    assert_eq!(stayed.outcome(), Some(Outcome::Win(SILVER)));
}

#[test]
fn a_rabbit_on_its_goal_row_wins_at_the_end_of_the_turn_and_cannot_leave() {
    let position = set("g", "Rd7 Ra1 rh7");
    let there = after(&position, "Rd7n").unwrap();
    assert_eq!((there.outcome(), there.to_move()), (None, GOLD));
    assert!(after(&there, "Rd8s").is_err());
    for rest in ["pass", "Rd8e pass", "Ra1n pass", "Rd8w Rc8w Rb8w"] {
        assert_eq!(after(&there, rest).unwrap().result(), Some((GOLD, Ending::Goal)), "{rest}");
    }
}

#[test]
fn losing_the_last_rabbit_does_not_end_the_turn() {
    let position = set("g", "Rc3 Cc2 Hb6 rb7 rh7");
    let lost = after(&position, "Cc2e").unwrap();
    assert_eq!(lost.board().rabbits(GOLD), 0);
    assert_eq!(lost.outcome(), None);
    assert!(lost.action_list().len() > 3);
}

/// A player who is stuck in the middle of a turn just ends it; immobilisation looks at the start of a turn only.
#[test]
fn being_stuck_in_mid_turn_ends_nothing() {
    // Gold's rabbit steps beside the elephant and is frozen; nothing else can move.
    let position = set("g", "Rd4 ed6 rh8");
    let stuck = after(&position, "Rd4n").unwrap();
    assert_eq!(stuck.action_list(), [Act::Pass]);
    assert_eq!((stuck.outcome(), stuck.to_move()), (None, GOLD));
    let next = after(&stuck, "pass").unwrap();
    assert_eq!(next.outcome(), None);
}

/// The official rule that neither of the two programs tests: all turns would be third repetitions.
#[test]
fn a_side_whose_every_turn_is_forbidden_has_no_turn() {
    let start = set("g", "Ca3 Rh3 ra6 mh4 rd8");
    let turns: Vec<Arimaa> = game::distinct_turns(&start).into_iter().map(|t| t.result).collect();
    let mut history = History::default();
    for end in &turns {
        assert!(!history.forbids(end));
        history.turn_ended(end);
        history.turn_ended(end);
    }
    assert!(!turns.is_empty() && turns.iter().all(|end| history.forbids(end)));
    // Searches take a side without any allowed turn to have lost.
    let lost = minimax(&start, &heuristics(Material, GoalCheck::Off), &history, Depth(4));
    assert_eq!(lost, Score::loss_in(0));
    assert_ne!(
        minimax(&start, &heuristics(Material, GoalCheck::Off), &History::starting_at(&start), Depth(4)),
        Score::loss_in(0)
    );
}

#[test]
fn endings_have_words() {
    let words = [Ending::Goal, Ending::Elimination, Ending::Immobilisation].map(Ending::word);
    assert_eq!(words, ["goal", "elimination", "immobilisation"]);
    assert_eq!(set("s", "Rd8 Ra1 rh7").ending(), Some("goal"));
    assert_eq!(set("s", "Rd7 Ra1 rh7").ending(), None);
}
