//! Texts: what is written reads back, dialects are understood, and nonsense is refused in one clear sentence.

use crate::common;

use amazons::Amazons;
use common::{read, start, starts, strewn};
use game::{Draw, Game, Notation, Setup, Side, TextStyle};
use testkit::{Plays, fuzz, laws};

#[test]
fn texts_keep_the_laws() {
    let positions: Vec<_> = starts().into_iter().chain(strewn(6, 5, 40)).chain(strewn(11, 2, 20)).collect();
    laws::notation(&positions, Plays::new(1, 1));
    laws::setup::<Amazons>();
    assert_eq!(start("").position_text(), Amazons::POSITION_EXAMPLE);
}

#[test]
fn variants_are_files_by_rows() {
    assert_eq!(start(""), start("10x10"));
    assert_eq!(start("5X6").size().rows(), 6);
    for bad in
        ["2x6", "12x8", "6x2", "6", "x", "6x", "x6", "6x6x6", "06x6", "+6x6", " 6x6", "6×6", "0x0", "100x6"]
    {
        let error = Amazons::start(bad).unwrap_err().to_string();
        let expected = "is not a board size; it should be FILESxROWS from 3x3 to 11x11, such as 6x6";
        assert_eq!(error, format!("'{bad}' {expected}"));
    }
}

#[test]
fn grids_are_read() {
    let fen = read("1#1/#1q/Q1# w");
    assert_eq!(read(".#.|#.x|o.#"), fen);
    assert_eq!(read(".#.|#.x|o.# w"), fen);
    assert_eq!(read(".#.|#.X|O.# o"), fen);
    assert_eq!(read(".#.|#.x|o.# b").to_move(), Side::Second);
    assert_eq!(read(".#.|#.x|o.# x").to_move(), Side::Second);
    assert_eq!(fen.grid_text(), ".#.|#.x|o.#");
    assert_eq!(read("x..o"), read("q2Q w"));
    assert_eq!(read("11/11 b").empty().count_ones(), 22);
    for position in strewn(7, 5, 50) {
        let side = if position.to_move() == Side::First { "w" } else { "b" };
        assert_eq!(read(&format!("{} {side}", position.grid_text())), position);
    }
}

#[test]
fn impossible_positions_are_refused_in_one_sentence() {
    let cases = [
        ("", "'' is no position; it should be rows and a side such as 3q2q3/"),
        ("3/3", "'3/3' lacks the side to move; 'w' or 'b' should follow the board after a blank"),
        ("3/3 z", "'z' is not a side to move; it should be 'w' or 'b'"),
        ("3/Q2 w a1 b", "'b' comes after the end of the position"),
        ("Q2/3 w z9", "'z9' is not a square of the board from which an amazon could shoot"),
        ("Q2/3 w d1", "'d1' is not a square of the board from which an amazon could shoot"),
        ("Q2/3 w b1", "'b1' has no amazon of the side to move on b1, from where it should shoot"),
        ("q2/3 w a2", "'a2' has no amazon of the side to move on a2"),
        ("Q#/## w a2", "'a2' lets the amazon on a2 shoot, but it has not moved"),
        ("3/4 w", "'4' is a row of 4 squares; the rows above it have 3"),
        ("..#|.x", "'.x' is a row of 2 squares; the rows above it have 3"),
        ("3//3 w", "'' is an empty row; it should have 1 to 11 squares"),
        ("..||..", "'' is an empty row"),
        ("3/K2 w", "'K' is not part of a row; it should be Q, q, # or a number of empty squares"),
        ("..|.3", "'3' is not part of a row; it should be x, o, # or '.'"),
        ("..|q.", "'q' is not part of a row; it should be x, o, # or '.'"),
        ("12/12 w", "'12' is a row of more than 11 squares"),
        ("6Q5/12 w", "'6Q5' is a row of more than 11 squares"),
        ("99999999999 w", "'99999999999' is a row of more than 11 squares"),
        ("01/2 w", "'01' has a number of empty squares that begins with 0"),
        ("1/1/1/1/1/1/1/1/1/1/1/1 w", "is a board of more than 11 rows"),
        ("♛2/3 w", "'♛' is not part of a row"),
    ];
    for (text, expected) in cases {
        match Amazons::parse_position(text) {
            Ok(position) => panic!("{text:?} should be refused, but gave {position:?}"),
            Err(error) => assert!(error.to_string().contains(expected), "{text:?}: {error}"),
        }
    }
}

#[test]
fn turns_are_read_in_all_spellings() {
    let start = start("");
    let spellings = [
        "d1-d7/g7",
        "D1-D7/G7",
        "d1-d7(g7)",
        "d1-d7xg7",
        "D1-D7XG7",
        "d1d7,d7g7",
        "d1-d7 g7",
        "d1-d7,/g7",
        "d1-d7 d7-g7",
        "d1d7g7",
        "d1-d7/d7g7",
        "d1-d7 (g7)",
    ];
    for spelling in spellings {
        let turn = start.parse_turn(spelling).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(start.turn_text(&turn), "d1-d7/g7", "{spelling}");
        assert_eq!(start.turn_word(&turn), "d1-d7/g7", "{spelling}");
    }
    // Back to where it came from, and squares of two digits.
    assert_eq!(start.parse_turn("d1-d9/d1").unwrap().len(), 2);
    let black = read("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b");
    let turn = black.parse_turn("d10-a10xj10").unwrap_err();
    assert_eq!(turn.to_string(), "'xj10' is blocked between a10 and j10");
    assert_eq!(black.turn_text(&black.parse_turn("g10-j10/h10").unwrap()), "g10-j10/h10");
}

#[test]
fn impossible_turns_are_refused_in_one_sentence() {
    let start = start("6x6");
    let cases = [
        ("b1-b4", "'b1-b4' lacks the arrow; it should be a move and an arrow such as d1-d7/g7"),
        ("b1-b4/", "'/' is not an arrow; it should be a square such as /g7"),
        ("b1-b4(b3", "'(b3' is not an arrow"),
        ("b1-b4/b3/b2", "'/b2' comes after the end of the turn"),
        ("b1-b4/b3 b6-b5/c5", "'b6-b5/c5' comes after the end of the turn"),
        ("c1-c3/c1", "'c1-c3' starts on c1, where White, who is to move, has no amazon"),
        ("b6-b5/b6", "'b6-b5' starts on b6, where White, who is to move, has no amazon"),
        ("b1-b1/b2", "'b1-b1' stays on b1; it must go to another square"),
        ("b1-b6/b2", "'b1-b6' ends on b6, which is not empty"),
        ("b1-f1/b2", "'b1-f1' is blocked between b1 and f1"),
        ("b1-c3/b2", "'b1-c3' is not straight: a queen on b1 cannot go to c3"),
        ("b1-b7/b2", "'b1-b7' uses b7, which is not on the board of 6 files and 6 rows"),
        ("b1-b4/c6", "'/c6' is not straight: a queen on b4 cannot go to c6"),
        ("b1-b4/b4", "'/b4' stays on b4"),
        ("b1", "'b1' is not a move; it should be two squares such as d1-d7"),
        ("pass", "'pass' is not a move"),
        ("♛1-b3", "'♛1-b3' is not a move"),
        ("", "'' holds no action"),
    ];
    for (text, expected) in cases {
        let error = start.parse_turn(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let over = read("Q#/#q w").parse_turn("a2-a1/b1").unwrap_err().to_string();
    assert_eq!(over, "'a2-a1' comes after the end of the game");
    let late = start.parse_action("b1-b4/b3").unwrap_err().to_string();
    assert_eq!(late, "'/b3' comes after the end of a move");
}

#[test]
fn no_text_makes_the_readers_panic() {
    let cases = fuzz::Cases { count: 20_000, seed: 9 };
    let corpus =
        [Amazons::POSITION_EXAMPLE, "1#1/#1q/Q1# b", ".#.|#.x|o.# x", "Q2/3 w a2", "11/11 w", "x..o"];
    let tally = fuzz::positions::<Amazons>(&corpus, cases);
    assert!(tally.read > 500 && tally.refused > 500, "{tally:?}");
    let position = start("5x5");
    let corpus = ["b1-b3/d3", "B1-B3(D3)", "b1b3,b3d3", "a2-a3xb4", "e2-c4 /c5"];
    let tally = fuzz::turns(&position, &corpus, cases);
    assert!(tally.read > 300 && tally.refused > 500, "{tally:?}");
    fuzz::texts(
        &["10x10", "4x6", "11x3"],
        cases,
        |text| Amazons::start(text).ok(),
        |start| format!("{}x{}", start.size().files(), start.size().rows()),
    );
}

#[test]
fn boards_are_drawn() {
    let position = read("q1#/3/1Q1 w b1");
    let marked = ["b1".to_owned(), "C3".to_owned()];
    let text = position.text_board(TextStyle::Plain, &marked);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let expected = [" 3  q  . [#]", " 2  .  .  .", " 1  . [Q] .", "    a  b  c", "White to shoot from b1"];
    assert_eq!(lines, expected);
    let colours = position.text_board(TextStyle::Colour, &marked);
    assert!(colours.contains('♛') && colours.contains("\x1b[0m"));
    let svg = position.svg_board(&["b1".to_owned(), "C3".to_owned(), "\"/><script>".to_owned()]);
    laws::picture(&svg);
    assert_eq!(svg.matches("href=\"#am-crown\"").count(), 2);
    assert_eq!(svg.matches("href=\"#am-fire\"").count(), 1);
    assert!(
        svg.contains("Marked: b1 c3.") && svg.contains("White amazons: b1. Black amazons: a3. Burnt: c3.")
    );
    let fact = |name| position.facts().into_iter().find(|(n, _)| *n == name).unwrap().1;
    assert_eq!([fact("empty"), fact("burnt"), fact("actions"), fact("turns")], [6, 1, 6, 6]);
    let position = start("");
    let facts = position.facts();
    assert!(facts.contains(&("turns", 2176)) && facts.contains(&("regions", 1)));
    let over = read("Q#/#q w").text_board(TextStyle::Plain, &[]);
    assert!(over.ends_with("Black has won\n"));
    let act = position.action_list()[0];
    assert_eq!(position.squares_of(act), ["d1", "a1"]);
    assert_eq!(position.child(act).squares_of(position.child(act).action_list()[0]).len(), 1);
}

/// Any change of a drawing is one of intent: then the number is changed with it.
#[test]
fn drawings_stay_the_same_byte_for_byte() {
    assert_eq!(laws::drawn(&starts(), Plays::new(1, 3)), 18_210_088_954_531_829_087);
}

#[test]
fn texts_that_are_too_long_are_refused() {
    laws::limits(&start(""));
}
