//! Pictures: every knight, coordinate and mark is there, and the SVG is a well-formed document of its own.

use crate::common;

use common::{middle, start};
use game::{Draw, Game, Notation, TextStyle};
use knightthrough::KnightThrough;
use testkit::{Plays, laws};

fn marks(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn a_plain_board_is_letters_with_coordinates() {
    let position = KnightThrough::parse_position("nnn1/nn2/2n1/1N2/N1NN/NNN1 w").unwrap();
    let expected = " 6  n  n  n  . \n 5  n  n  .  . \n 4  .  . [n] . \n 3  .  N  .  . \n 2  N  .  N  N \n 1  N [N] N  . \n    \
                    a  b  c  d\nWhite to move\n";
    assert_eq!(position.text_board(TextStyle::Plain, &marks(&["c4", "B1", "z9", ""])), expected);
}

#[test]
fn a_coloured_board_has_a_knight_for_each_and_ends_every_colour() {
    let position = middle()[0];
    let board = position.text_board(TextStyle::Colour, &marks(&["e5"]));
    let knights = position.knights(position.to_move()) | position.knights(position.to_move().other());
    assert_eq!(board.matches('♞').count(), knights.count_ones() as usize);
    assert_eq!(board.matches("\x1b[48;5;").count(), 64);
    assert_eq!(board.matches("\x1b[0m").count(), 64);
    assert_eq!(board.matches("48;5;179").count(), 1, "one square is marked");
    assert!(board.ends_with("Black to move\n"));
}

#[test]
fn a_won_board_says_so() {
    let won = KnightThrough::parse_position("N3/4/4/NN2 b").unwrap();
    assert!(won.text_board(TextStyle::Plain, &[]).ends_with("White has won\n"));
    assert!(won.svg_board(&[]).contains("White has won"));
    assert_eq!(won.facts().iter().find(|fact| fact.0 == "moves"), Some(&("moves", 0)));
}

#[test]
fn the_svg_is_well_formed_and_has_everything() {
    for position in [start(8, 8), start(3, 4), middle()[2]] {
        let svg = position.svg_board(&marks(&["c3", "h8", "\"/><script>"]));
        laws::picture(&svg);
        let knights = position.knights(position.to_move()) | position.knights(position.to_move().other());
        assert_eq!(svg.matches("<use").count(), knights.count_ones() as usize);
        let squares = usize::from(position.size().files()) * usize::from(position.size().rows());
        assert_eq!(svg.matches("width=\"60\"").count(), squares);
        let marked = svg.matches("#e8b84a").count();
        assert_eq!(marked, if squares == 64 { 2 } else { 1 });
    }
    let words = start(3, 4).svg_board(&marks(&["B1"]));
    assert!(
        words.contains("White knights: a1 b1 c1 a2 b2 c2. Black knights: a3 b3 c3 a4 b4 c4. Marked: b1.")
    );
}

#[test]
fn facts_count_what_is_on_the_board() {
    let expected = [
        ("files", 8),
        ("rows", 8),
        ("white_knights", 15),
        ("black_knights", 15),
        ("white_furthest_row", 5),
        ("black_furthest_row", 4),
        ("moves", 38),
    ];
    let facts = middle()[2].facts();
    assert_eq!(facts[..7], expected);
    let captures = middle()[2].action_list().iter().filter(|&&jump| middle()[2].is_capture(jump)).count();
    assert_eq!(facts[7], ("captures", captures as i64));
    let lone = KnightThrough::parse_position("4/n3/4/4 w").unwrap().facts();
    assert_eq!(lone[4], ("white_furthest_row", 0));
}

#[test]
fn an_action_touches_two_squares() {
    let position = start(8, 8);
    let jump = position.parse_action("b1-c3").unwrap();
    assert_eq!(position.squares_of(jump), ["b1", "c3"]);
}

/// Any change of a drawing is one of intent: then the number is changed with it.
#[test]
fn drawings_stay_the_same_byte_for_byte() {
    assert_eq!(laws::drawn(&common::starts(), Plays::new(1, 3)), 4_693_102_038_353_987_476);
}
