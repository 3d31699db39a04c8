//! Every law against a game that breaks just that law: a law that cannot fail is worth nothing.

use game::{Action, Evaluation, Game, Key, MoveOrdering, Notation, Outcome, Proofs, Score, Side, TextError};
use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU32, Ordering},
};
use testkit::{
    Plays, laws,
    toys::{Heap, Play, Take},
};

const PLAYS: Plays = Plays { games: 20, seed: 5, longest: 100 };

/// The faults a game can have.
mod fault {
    pub const NONE: u8 = 0;
    pub const TWICE_THE_SAME_ACTION: u8 = 1;
    pub const UNSTABLE_ORDER: u8 = 2;
    pub const ACTIONS_AFTER_THE_END: u8 = 3;
    pub const STUCK_BEFORE_THE_END: u8 = 4;
    pub const LEGAL_IS_TOO_LAX: u8 = 5;
    pub const LEGAL_IS_TOO_STRICT: u8 = 6;
    pub const DOES_NOT_STOP: u8 = 7;
    pub const KEY_FORGETS_THE_PHASE: u8 = 8;
    pub const KEY_DEPENDS_ON_THE_PATH: u8 = 9;
    pub const SIDE_CHANGES_IN_MID_TURN: u8 = 10;
    pub const SIDE_DOES_NOT_CHANGE: u8 = 11;
    pub const INDEX_TOO_LARGE: u8 = 12;
    pub const ENDLESS: u8 = 13;
    pub const TEXT_LOSES_THE_PHASE: u8 = 14;
    pub const ACTION_TEXT_LOSES_THE_COUNT: u8 = 15;
    pub const NO_ENDING: u8 = 16;
    pub const BLANK_IN_THE_TURN_WORD: u8 = 17;
    pub const UNFAITHFUL_CODE: u8 = 18;
}

/// A game of heaps with a fault.
#[derive(Clone, Debug)]
struct Broken<const FAULT: u8> {
    heap: Heap,
    /// Not part of the position: what a forgetful programmer might mix into the key.
    played: u64,
}

impl<const FAULT: u8> PartialEq for Broken<FAULT> {
    fn eq(&self, other: &Self) -> bool {
        self.heap == other.heap
    }
}

impl<const FAULT: u8> Eq for Broken<FAULT> {}

impl<const FAULT: u8> std::hash::Hash for Broken<FAULT> {
    fn hash<S: std::hash::Hasher>(&self, state: &mut S) {
        self.heap.hash(state);
    }
}

/// A take whose code may be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct BrokenTake<const FAULT: u8>(Take);

impl<const FAULT: u8> Action for BrokenTake<FAULT> {
    fn code(self) -> u16 {
        match FAULT {
            fault::UNFAITHFUL_CODE => self.0.code() ^ 0x0100,
            _ => self.0.code(),
        }
    }

    fn from_code(code: u16) -> Option<Self> {
        Take::from_code(code).map(BrokenTake)
    }
}

static ASKED: AtomicU32 = AtomicU32::new(0);
static EVALUATED: AtomicU32 = AtomicU32::new(0);

impl<const FAULT: u8> Game for Broken<FAULT> {
    type Action = BrokenTake<FAULT>;
    const SIDES: [&'static str; 2] = Heap::SIDES;
    const HISTORY_SIZE: usize = Heap::HISTORY_SIZE;

    fn to_move(&self) -> Side {
        let side = self.heap.to_move();
        match FAULT {
            fault::SIDE_CHANGES_IN_MID_TURN if !self.heap.starts_turn() => side.other(),
            fault::SIDE_DOES_NOT_CHANGE => Side::First,
            _ => side,
        }
    }

    fn starts_turn(&self) -> bool {
        self.heap.starts_turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.heap.outcome()
    }

    fn actions(&self, mut visit: impl FnMut(Self::Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut list: Vec<_> = self.heap.action_list().into_iter().map(BrokenTake).collect();
        match FAULT {
            fault::TWICE_THE_SAME_ACTION => list.extend(list.first().copied()),
            fault::UNSTABLE_ORDER if ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => {
                list.reverse()
            }
            fault::ACTIONS_AFTER_THE_END if list.is_empty() => list.extend(Self::Action::from_code(1)),
            fault::STUCK_BEFORE_THE_END if list.len() < 3 && self.heap.starts_turn() => list.clear(),
            fault::DOES_NOT_STOP => {
                list.into_iter().for_each(|action| {
                    let _ = visit(action);
                });
                return ControlFlow::Continue(());
            }
            _ => (),
        }
        list.into_iter().try_for_each(visit)
    }

    fn is_legal(&self, action: Self::Action) -> bool {
        match FAULT {
            fault::TWICE_THE_SAME_ACTION | fault::ACTIONS_AFTER_THE_END | fault::STUCK_BEFORE_THE_END => {
                self.action_list().contains(&action)
            }
            fault::LEGAL_IS_TOO_LAX => true,
            fault::LEGAL_IS_TOO_STRICT => self.heap.is_legal(action.0) && action.code() & 3 != 3,
            _ => self.heap.is_legal(action.0),
        }
    }

    fn play(&mut self, action: Self::Action) {
        self.played = self.played.wrapping_mul(3).wrapping_add(action.code().into());
        if FAULT == fault::ENDLESS && self.heap.child(action.0).outcome().is_some() {
            let text = self.heap.position_text().split_off("1 0 0 0".len());
            self.heap = Heap::parse_position(&format!("3 4 0 3{text}")).unwrap();
        }
        self.heap.play(action.0);
    }

    fn key(&self) -> Key {
        match FAULT {
            fault::KEY_FORGETS_THE_PHASE => {
                let mut words = self.heap.position_text();
                words.truncate(words.rfind(' ').unwrap_or(0));
                Key(words.bytes().fold(1, |key, byte| testkit::mix(&[key, byte.into()])))
            }
            fault::KEY_DEPENDS_ON_THE_PATH => Key(self.heap.key().0 ^ self.played),
            _ => self.heap.key(),
        }
    }

    fn history_index(&self, action: Self::Action) -> usize {
        let extra = usize::from(FAULT == fault::INDEX_TOO_LARGE);
        self.heap.history_index(action.0) + extra
    }
}

impl<const FAULT: u8> Notation for Broken<FAULT> {
    const POSITION_EXAMPLE: &'static str = Heap::POSITION_EXAMPLE;

    fn position_text(&self) -> String {
        let text = self.heap.position_text();
        if FAULT == fault::TEXT_LOSES_THE_PHASE { text[..text.len() - 1].to_string() + "0" } else { text }
    }

    fn parse_position(text: &str) -> Result<Self, TextError> {
        Ok(Broken { heap: Heap::parse_position(text)?, played: 0 })
    }

    fn action_text(&self, action: Self::Action) -> String {
        let text = self.heap.action_text(action.0);
        if FAULT == fault::ACTION_TEXT_LOSES_THE_COUNT { text[..2].to_string() + "1" } else { text }
    }

    fn parse_action(&self, text: &str) -> Result<Self::Action, TextError> {
        self.heap.parse_action(text).map(BrokenTake)
    }

    fn turn_word(&self, actions: &[Self::Action]) -> String {
        let word = self.heap.turn_word(&actions.iter().map(|a| a.0).collect::<Vec<_>>());
        if FAULT == fault::BLANK_IN_THE_TURN_WORD { word.replace(',', " ") } else { word }
    }

    fn ending(&self) -> Option<&'static str> {
        self.heap.ending().filter(|_| FAULT != fault::NO_ENDING)
    }
}

fn start<const FAULT: u8>() -> Broken<FAULT> {
    Broken { heap: Heap::new([3, 4, 0, 3], 2, Play::Normal), played: 0 }
}

fn check<const FAULT: u8>() {
    laws::check(&[start::<FAULT>()], PLAYS);
    laws::notation(&[start::<FAULT>()], PLAYS);
}

#[test]
fn without_a_fault_the_wrapper_keeps_the_laws() {
    check::<{ fault::NONE }>();
    laws::key_from_scratch(&[start::<{ fault::NONE }>()], PLAYS, |p| p.heap.key());
}

macro_rules! caught {
    ($($test:ident: $fault:ident, $law:literal;)+) => {$(
        #[test]
        #[should_panic(expected = $law)]
        fn $test() {
            check::<{ fault::$fault }>();
        }
    )+};
}

caught! {
    repeated_actions: TWICE_THE_SAME_ACTION, "actions must be unique";
    an_unstable_order: UNSTABLE_ORDER, "actions must come in the same order";
    actions_after_the_end: ACTIONS_AFTER_THE_END, "a finished game must have no actions";
    nothing_to_do_before_the_end: STUCK_BEFORE_THE_END, "an unfinished game must have an action";
    a_lax_legality_test: LEGAL_IS_TOO_LAX, "is_legal must agree with the list";
    a_strict_legality_test: LEGAL_IS_TOO_STRICT, "is_legal must accept the listed";
    a_visitor_that_is_not_heard: DOES_NOT_STOP, "actions must stop when told to";
    a_key_without_the_phase: KEY_FORGETS_THE_PHASE, "different positions must have different keys";
    a_key_with_the_path: KEY_DEPENDS_ON_THE_PATH, "equal positions must have equal keys";
    a_side_that_changes_in_mid_turn: SIDE_CHANGES_IN_MID_TURN, "the side must change exactly when a turn ends";
    a_side_that_never_changes: SIDE_DOES_NOT_CHANGE, "the side must change exactly when a turn ends";
    an_index_outside_the_table: INDEX_TOO_LARGE, "must be below the size";
    an_endless_game: ENDLESS, "random play must end";
    a_position_text_that_loses_something: TEXT_LOSES_THE_PHASE, "the position must come back from its text";
    an_action_text_that_loses_something: ACTION_TEXT_LOSES_THE_COUNT, "an action must come back from";
    an_end_without_an_ending: NO_ENDING, "an ending must go with an outcome";
    a_blank_in_a_turn_word: BLANK_IN_THE_TURN_WORD, "a turn word must have no blanks";
    a_code_that_names_another_action: UNFAITHFUL_CODE, "an action must come back from its code";
}

#[test]
#[should_panic(expected = "the incremental key must equal the one from scratch")]
fn a_stale_key() {
    let start = start::<{ fault::KEY_DEPENDS_ON_THE_PATH }>();
    laws::key_from_scratch(&[start], PLAYS, |p| p.heap.key());
}

/// What is caught by the laws of playouts.
#[test]
#[should_panic(expected = "the key from scratch differs")]
fn a_stale_key_in_playouts() {
    laws::playouts(&[start::<{ fault::KEY_DEPENDS_ON_THE_PATH }>()], 1, |p| p.heap.key());
}

#[test]
#[should_panic(expected = "is_legal must agree with the list")]
fn a_lax_legality_test_in_playouts() {
    laws::playouts(&[start::<{ fault::LEGAL_IS_TOO_LAX }>()], 1, Game::key);
}

#[test]
#[should_panic(expected = "the position must come back from its text")]
fn a_forgetful_text_in_playouts() {
    laws::playouts(&[start::<{ fault::TEXT_LOSES_THE_PHASE }>()], 1, Game::key);
}

#[test]
#[should_panic(expected = "an image must have as many sequences")]
fn a_symmetry_that_is_none() {
    // Swapping the heaps' last and third digit of the text is a symmetry; bumping an even heap to an odd one is not.
    laws::symmetry(&[start::<{ fault::NONE }>().heap], PLAYS, 2, |heap| {
        let text = heap.position_text();
        let first: u8 = text[..1].parse().unwrap();
        Heap::parse_position(&format!("{}{}", first ^ 1, &text[1..])).unwrap()
    });
}

#[test]
#[should_panic(expected = "perft (left: found, right: expected)")]
fn a_wrong_line_of_a_perft_file() {
    testkit::perft::check_file::<Heap>(
        "2 1 0 0 normal 2 first 0 ; 1 ; 3\n2 1 0 0 normal 2 first 0 ; 2 ; 6",
        100,
    );
}

#[test]
fn a_right_perft_file() {
    let file = "# by hand\n2 1 0 0 normal 2 first 0 ; 2 ; 5\n\n2 1 0 0 normal 2 first 0 ; 1 turns ; 3\n\
                9 9 9 9 normal 2 first 0 ; 9 ; 1_000_000";
    assert_eq!(testkit::perft::check_file::<Heap>(file, 100), 2);
}

/// Heuristics with a fault.
#[derive(Clone)]
struct Wrong(&'static str);

game::heuristics_in_one!(Wrong => Heap);

impl Evaluation<Heap> for Wrong {
    type State = u32;

    fn root_state(&self, position: &Heap) -> u32 {
        position.action_list().len() as u32
    }

    fn child_state(&self, state: &u32, _: &Heap, _: Take, child: &Heap) -> u32 {
        if self.0 == "stale" { *state } else { self.root_state(child) }
    }

    fn evaluate(&self, _: &Heap, state: &u32) -> Score {
        match self.0 {
            "unstable" => Score::estimate(EVALUATED.fetch_add(1, Ordering::Relaxed) as i32),
            _ => Score::estimate(*state as i32),
        }
    }
}

impl Proofs<Heap> for Wrong {
    fn proven_score(&self, _: &Heap) -> Option<Score> {
        match self.0 {
            "hasty" => Some(Score::win_in(1)),
            _ => None,
        }
    }

    fn relevant_actions(
        &self,
        position: &Heap,
        mut visit: impl FnMut(Take) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.0 {
            "careless" => position.action_list().last().map_or(ControlFlow::Continue(()), |&a| visit(a)),
            "hopeless" => ControlFlow::Continue(()),
            "illegal" => Take::from_code(0x0203).map_or(ControlFlow::Continue(()), visit),
            _ => position.actions(visit),
        }
    }
}

impl MoveOrdering<Heap> for Wrong {
    fn noisy_actions(&self, position: &Heap, visit: impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.0 == "noisy" { position.actions(visit) } else { ControlFlow::Continue(()) }
    }

    fn null_move(&self, position: &Heap) -> Option<Heap> {
        (self.0 == "passive").then_some(*position)
    }
}

fn check_heuristics(fault: &'static str) {
    let start = Heap::new([3, 4, 0, 3], 2, Play::Normal);
    laws::heuristics(&[start], PLAYS, &Wrong(fault));
    laws::proofs_are_exact(&[start], PLAYS, &Wrong(fault), 3);
}

#[test]
fn faultless_heuristics_keep_the_laws() {
    check_heuristics("");
}

macro_rules! heuristics_caught {
    ($($test:ident: $fault:literal, $law:literal;)+) => {$(
        #[test]
        #[should_panic(expected = $law)]
        fn $test() {
            check_heuristics($fault);
        }
    )+};
}

heuristics_caught! {
    an_unstable_evaluation: "unstable", "evaluation must be stable";
    a_state_that_is_not_updated: "stale", "the state after";
    a_wrong_proof: "hasty", "proven scores must be exact";
    a_good_action_left_out: "careless", "irrelevant actions must not matter";
    every_action_left_out: "hopeless", "some action must be relevant";
    an_illegal_relevant_action: "illegal", "relevant actions must be legal";
    noise_that_is_not_listed: "noisy", "is_noisy must agree with the list";
    a_null_move_that_keeps_the_turn: "passive", "a null move must pass the turn";
}

/// A picture that keeps the law, with this between its words and its end.
fn check_picture(between: &str) {
    laws::picture(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\">\n<title>A heap</title>\n<desc>Three &lt; four.</desc>\n\
         <g fill=\"#fff\"><rect width=\"3\"/></g>{between}</svg>\n"
    ));
}

#[test]
fn a_faultless_picture_keeps_the_law() {
    check_picture("");
}

macro_rules! pictures_caught {
    ($($test:ident: $fault:literal, $law:literal;)+) => {$(
        #[test]
        #[should_panic(expected = $law)]
        fn $test() {
            check_picture($fault);
        }
    )+};
}

pictures_caught! {
    a_tag_without_an_end: "<g>", "tags close in order";
    tags_that_cross: "<g><a></g></a>", "tags close in order";
    an_attribute_that_is_not_closed: "<rect width=\"3/>", "attributes are quoted";
    a_sign_that_is_not_escaped: "<text>4 > 3</text>", "signs that mean something are escaped";
    an_address: "<image href=\"http://elsewhere/\"/>", "only the name space is an address";
    a_mark_that_is_no_name: "<script></script>", "marks that are no names stay out";
    something_after_the_end: "</svg>\n<svg>", "nothing follows the end";
}
