//! Pictures: every piece, coordinate and mark is there, and the SVG is a well-formed document of its own.

use crate::common;

use arimaa::Arimaa;
use common::{after, at, middle, set, starts};
use game::{Draw, Game, TextStyle};
use testkit::{Plays, laws};

fn marks(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn a_plain_board_is_letters_with_coordinates_and_traps() {
    let position = set("g", "Ed4 dd5 Rc3 Rc2 rh8");
    let expected = concat!(
        " 8  .  .  .  .  .  .  .  r \n",
        " 7  .  .  .  .  .  .  .  . \n",
        " 6  .  .  x  .  .  x  .  . \n",
        " 5  .  .  .  d  .  .  .  . \n",
        " 4  .  .  . [E] .  .  .  . \n",
        " 3  .  .  R  .  .  x  .  . \n",
        " 2  .  .  R  .  .  .  .  . \n",
        " 1 [.] .  .  .  .  .  .  . \n",
        "    a  b  c  d  e  f  g  h\n",
        "Gold to move\n"
    );
    assert_eq!(position.text_board(TextStyle::Plain, &marks(&["D4", "a1", "z9", ""])), expected);
}

#[test]
fn a_coloured_board_ends_every_colour() {
    let board = middle()[1].text_board(TextStyle::Colour, &marks(&["e5"]));
    assert_eq!(board.matches("48;5;").count(), 64);
    assert_eq!(board.matches("\x1b[0m").count(), 64);
    assert_eq!(board.matches("48;5;66;").count(), 1, "one square is marked");
    assert_eq!(board.matches("48;5;52;").count(), 4, "four traps");
    let gold = middle()[1].board().of_side(game::Side::First).count_ones() as usize;
    assert_eq!(board.matches("38;5;220m").count(), gold);
}

#[test]
fn the_state_is_said_in_words() {
    let state =
        |position: &Arimaa| position.text_board(TextStyle::Plain, &[]).lines().last().unwrap().to_owned();
    assert_eq!(state(&Arimaa::empty()), "Gold sets up");
    let position = set("g", "Ed4 dd5 Ra1 rh8");
    assert_eq!(state(&after(&position, "Ra1n").unwrap()), "Gold to move, 3 steps left");
    assert_eq!(state(&after(&position, "Ra1n Ra2n Ra3n").unwrap()), "Gold to move, 1 step left");
    let half = after(&position, "dd5n").unwrap();
    assert_eq!(state(&half), "Gold to move, 3 steps left, must complete the push to d5");
    assert_eq!(state(&set("s", "Rd8 rh7")), "Gold has won");
}

#[test]
fn the_svg_is_well_formed_and_has_everything() {
    for position in starts().into_iter().chain(middle()) {
        let svg = position.svg_board(&marks(&["c3", "h8", "\"/><script>"]));
        laws::picture(&svg);
        let pieces = position.board().occupied().count_ones() as usize;
        assert_eq!(svg.matches("<use").count(), pieces);
        assert_eq!(
            svg.matches("<circle cx=").count()
                - svg[..svg.find("</defs>").unwrap()].matches("<circle cx=").count(),
            position.board().of_side(game::Side::First).count_ones() as usize,
            "gold is round"
        );
        assert_eq!(svg.matches("width=\"60\"").count(), 64);
        assert_eq!(svg.matches("#1d5f8c").count(), 2, "two squares are marked");
        assert_eq!(svg.matches("l24 24m0 -24l-24 24").count(), 4, "four traps");
    }
}

#[test]
fn the_svg_says_in_words_what_it_shows() {
    let svg = set("g", "Ed4 dd5 Ra1 Rb1 rh8").svg_board(&marks(&["D4"]));
    assert!(
        svg.contains("Gold: elephant d4, rabbit a1, rabbit b1. Silver: dog d5, rabbit h8. Marked: d4."),
        "{svg}"
    );
    assert!(svg.contains("<title>Arimaa: Gold to move</title>"));
    // Capital letters for gold, small ones for silver.
    for letter in ["E", "R", "d", "r"] {
        assert!(svg.contains(&format!(">{letter}</text>")), "{letter}");
    }
    assert!(Arimaa::empty().svg_board(&[]).contains("Gold: nothing. Silver: nothing."));
}

#[test]
fn facts_count_what_is_on_the_board() {
    let position = set("g", "Ed4 dd5 Hb2 rb3 Ra1 Rh7 rg6 rh8");
    assert_eq!(
        position.facts(),
        [
            ("setup", 0),
            ("steps_left", 4),
            ("gold_pieces", 4),
            ("silver_pieces", 4),
            ("gold_rabbits", 2),
            ("silver_rabbits", 3),
            ("gold_frozen", 0),
            ("silver_frozen", 2),
            ("goal_in", 2),
            ("traps_to_capture_at", 2),
            ("actions", position.action_list().len() as i64),
        ]
    );
    let empty = Arimaa::empty().facts();
    assert_eq!((empty[0], empty[1], empty[8]), (("setup", 1), ("steps_left", 0), ("goal_in", -1)));
}

#[test]
fn an_action_touches_its_squares_and_the_trap_where_something_is_lost() {
    let squares = |position: &Arimaa, text: &str| {
        position.squares_of(game::Notation::parse_action(position, text).unwrap())
    };
    let position = set("g", "Rc3 Cc2 Ed4 Ra1 rh8");
    assert_eq!(squares(&position, "Ed4n"), ["d4", "d5"]);
    assert_eq!(squares(&position, "Cc2e"), ["c2", "d2", "c3"], "the rabbit on the trap is lost");
    assert_eq!(squares(&after(&position, "Ed4n").unwrap(), "pass"), Vec::<String>::new());
    assert_eq!(squares(&Arimaa::empty(), "Ra1"), ["a1"]);
    assert_eq!(squares(&set("g", "Cc2 Ra1 rh8"), "Cc2n"), ["c2", "c3"]);
    assert_eq!(at("g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]").steps_left(), 4);
}

#[test]
fn a_gesture_names_the_pieces_of_a_push_and_a_pull() {
    let gesture = |position: &Arimaa, text: &str| {
        let action = game::Notation::parse_action(position, text).unwrap();
        position.gesture(action)
    };
    let position = set("g", "Ed4 Ce6 hd5 ce4 Ra1 rh8");
    let push = gesture(&position, "hd5w");
    assert_eq!((push.effect, push.partners), ("push", vec!["d4".to_string()]), "the cat is too weak");
    let away = gesture(&position, "Ed4w");
    assert_eq!((away.effect, away.partners), ("", vec!["d5".to_string(), "e4".to_string()]));
    assert_eq!(gesture(&position, "Ra1n").partners, Vec::<String>::new());
    let pull = gesture(&after(&position, "Ed4w").unwrap(), "ce4w");
    assert_eq!((pull.effect, pull.partners), ("pull", Vec::new()));
    // On the last step of a turn nothing can be pulled any more, and no push can be begun.
    let last = after(&position, "Ra1n Ra2n Ra3n").unwrap();
    assert_eq!(gesture(&last, "Ed4w").partners, Vec::<String>::new());
    let trap = set("g", "Rc3 Cc2 Ed4 Ra1 rh8");
    let lost = trap.lost_by(game::Notation::parse_action(&trap, "Cc2e").unwrap()).unwrap();
    assert_eq!((lost.point.as_str(), lost.piece.words.as_str()), ("c3", "gold rabbit"));
    assert_eq!(gesture(&Arimaa::empty(), "Ra1").left, Some(8));
    assert_eq!((position.phase_word(), last.phase_word()), ("left=4", "left=1"));
}

/// Any change of a drawing is one of intent: then the number is changed with it.
#[test]
fn drawings_stay_the_same_byte_for_byte() {
    let positions: Vec<Arimaa> = middle().into_iter().take(2).chain([Arimaa::empty()]).collect();
    assert_eq!(laws::drawn(&positions, Plays::new(1, 3)), 10_305_005_421_059_963_431);
}
