//! A position in which passing is the only second move that does not lose, as in figure 1.4 of the thesis. Found
//! in quick games from random starts, proved here by plain minimax to the end of every line.

use game::{Game, Notation, Score, Turn, Verdict};
use testkit::brute;
use tzaar::{Phase, Tzaar, TzaarAction};

/// Black begins a turn; the one that saves it is [`CAPTURE`] and a pass.
const POSITION: &str = ".A9.a./....../T2...t2../......../.......a/.....T2z8./......./Z2T..../..AA. b 1";
const CAPTURE: &str = "C5xC1";

/// Every turn has at most two actions, takes a stack from the board and begins with six or more: from eleven stacks no line
/// is longer than six turns.
const LONGEST: u32 = 12;

/// Who wins, for the side to move in `position`, if it plays this action.
fn verdict_after(position: &Tzaar, action: TzaarAction) -> Verdict {
    let child = position.child(action);
    let unfinished = |leaf: &Tzaar| -> Score { panic!("{} has not ended", leaf.position_text()) };
    let score = brute::value(&child, LONGEST, &unfinished);
    let turn = Turn::between(position.to_move(), child.to_move());
    score.map_or(Verdict::Unknown, |score| turn.score(score).verdict())
}

#[test]
fn passing_is_the_only_second_move_that_does_not_lose() {
    let before = Tzaar::parse_position(POSITION).unwrap_or_else(|error| panic!("{error}"));
    let capture = before.parse_action(CAPTURE).unwrap_or_else(|error| panic!("{error}"));
    let position = before.child(capture);
    assert_eq!((position.phase(), position.to_move()), (Phase::Second, before.to_move()));
    let actions = position.action_list();
    assert_eq!(actions.len(), 4, "{actions:?}");
    for &action in &actions {
        let expected = if action == TzaarAction::PASS { Verdict::Win } else { Verdict::Loss };
        let text = position.action_text(action);
        assert_eq!(verdict_after(&position, action), expected, "after {CAPTURE} {text}");
    }
    // None of the others ends the game on the spot: they have to be refuted.
    let refuted = actions.iter().filter(|&&action| position.child(action).outcome().is_none()).count();
    assert_eq!(refuted, 4, "the pass and all three others");
}

#[test]
fn no_other_turn_saves_the_same_position() {
    let before = Tzaar::parse_position(POSITION).unwrap_or_else(|error| panic!("{error}"));
    let actions = before.action_list();
    assert!(actions.len() > 1, "{actions:?} leaves no choice");
    for action in actions {
        let text = before.action_text(action);
        let expected = if text == CAPTURE { Verdict::Win } else { Verdict::Loss };
        assert_eq!(verdict_after(&before, action), expected, "after {text}");
    }
}
