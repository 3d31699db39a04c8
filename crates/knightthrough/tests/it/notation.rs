//! Texts: what is written reads back, dialects are understood, and nonsense is refused in one clear sentence.

use crate::common;

use common::{MIDDLE, middle, start, starts};
use game::{Game, Notation, Setup};
use knightthrough::KnightThrough;
use testkit::{Plays, fuzz, laws};

type K = KnightThrough;

#[test]
fn texts_keep_the_laws() {
    let positions: Vec<_> = starts().into_iter().chain(middle()).collect();
    laws::notation(&positions, Plays::new(10, 1));
    laws::setup::<K>();
}

#[test]
fn variants_are_files_by_rows() {
    assert_eq!(K::start("").unwrap(), start(8, 8));
    assert_eq!(K::start("8x8").unwrap(), start(8, 8));
    assert_eq!(K::start("4x6").unwrap(), start(4, 6));
    assert_eq!(K::start("3X4").unwrap(), start(3, 4));
    for bad in
        ["2x6", "9x8", "6x3", "6x9", "6", "x", "6x", "x6", "6x6x6", "06x6", "+6x6", " 6x6", "6×6", "0x0"]
    {
        let error = K::start(bad).unwrap_err().to_string();
        let expected = "is not a board size; it should be FILESxROWS from 3x4 to 8x8, such as 6x6";
        assert_eq!(error, format!("'{bad}' {expected}"));
    }
}

#[test]
fn the_start_has_the_text_of_the_example() {
    assert_eq!(start(8, 8).position_text(), K::POSITION_EXAMPLE);
    assert_eq!(start(3, 5).position_text(), "nnn/nnn/3/NNN/NNN w");
}

#[test]
fn the_long_form_is_read() {
    let text = "BBBBBBBBBBBBBBBB................................WWWWWWWWWWWWWWWW W";
    assert_eq!(K::parse_position(text).unwrap(), start(8, 8));
    assert_eq!(middle()[0].position_text(), "nn1nnnnn/nn4nn/1n1n4/1n2n3/7N/3NN1NN/NNNNN2N/NNN2N2 b");
    assert_eq!(K::parse_position(&MIDDLE[2].to_lowercase()).unwrap(), middle()[2]);
    assert_eq!(K::parse_position(&format!("  {} ", MIDDLE[1].replace(' ', "\t"))).unwrap(), middle()[1]);
}

/// Each text with the sentence that it gets.
#[test]
fn impossible_positions_are_refused_in_one_sentence() {
    let start = "nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN";
    let long = "BBBBBBBBBBBBBBBB................................WWWWWWWWWWWWWWWW";
    let cases = [
        (start.into(), "lacks the side to move; 'w' or 'b' should follow the board after a blank"),
        (format!("{start} x"), "'x' is not a side to move; it should be 'w' or 'b'"),
        (format!("{start} w 1"), "'1' comes after the end of the position"),
        (String::new(), "'' is no position; it should be rows and a side such as nnnnnnnn/"),
        ("  ".into(), "is no position; it should be"),
        (format!("{} w", &long[1..]), "has 63 characters; it should have 64, one for each square"),
        (format!("{long}. w"), "has more than 64 characters; it should have one for each square"),
        (format!("{long}{long} w"), "has more than 64 characters; it should have one for each square"),
        (long.replace(".W", "qW") + " w", "'q' in a board without '/' is not W, B or '.'; it should be"),
        ("8 w".into(), "'8' in a board without '/' is not W, B or '.'; it should be"),
        (
            start.replace("/8/8/8/8/", "/8/8/8/N7/") + " w",
            "has 17 white knights; on a board of 8 files there are at most 16",
        ),
        ("nnnn/nnnn/n3/NNNN/NNNN b".into(), "has 9 black knights; on a board of 4 files there are at most 8"),
        ("nnnn/nnnn/4/NNN/NNNN w".into(), "'NNN' is a row of 3 squares; the rows above it have 4"),
        ("nnnn/nnnn/5/NNNN/NNNN w".into(), "'5' is a row of 5 squares; the rows above it have 4"),
        ("nnnn/nnnn/Q3/NNNN w".into(), "'Q' is not part of a row; it should be N, n, or a digit"),
        ("nnnn/nnnn/♞3/NNNN w".into(), "'♞' is not part of a row"),
        ("nnnn/nnnn/0/NNNN w".into(), "'0' is not part of a row"),
        ("nnnn/nnnn//NNNN w".into(), "'' is an empty row; it should have 3 to 8 squares"),
        ("9/9/9/9 w".into(), "'9' is not part of a row"),
        ("81/8/8/8 w".into(), "'81' is a row of more than 8 squares"),
        (
            "nn/nn/2/NN/NN w".into(),
            "is a board of the wrong size; it should have 3 to 8 files and 4 to 8 rows",
        ),
        ("nnn/3/NNN w".into(), "is a board of the wrong size"),
        ("nnn/3/3/3/3/3/3/3/NNN w".into(), "is a board of the wrong size"),
        ("nnn/3/3/3/3/3/3/3/3/3/3/NNN w".into(), "is a board of the wrong size"),
        ("4/4/4/4 w".into(), "has no knights; at least one side must have some"),
        (
            "N3/4/4/n3 w".into(),
            "has knights of both sides on their far rows; the game ends with the first one there",
        ),
    ];
    for (text, expected) in cases {
        match K::parse_position(&text) {
            Ok(position) => panic!("{text:?} should be refused, but gave {position:?}"),
            Err(error) => assert!(error.to_string().contains(expected), "{text:?}: {error}"),
        }
    }
}

#[test]
fn won_positions_are_read_with_their_ending() {
    let ending = |text| K::parse_position(text).unwrap().ending();
    assert_eq!(ending("N3/4/4/NN2 b"), Some("goal"));
    assert_eq!(ending("4/4/NN2/n3 w"), Some("goal"));
    assert_eq!(ending("4/n3/4/4 w"), Some("elimination"));
    assert_eq!(ending("4/4/N3/4 w"), Some("elimination"));
    // The knight on b3 has one row left, but its jumps over two files lead off the board.
    assert_eq!(ending("nnn/1N1/3/3 w"), Some("no move"));
    assert_eq!(ending("nnn/1N1/3/3 b"), None);
    assert_eq!(ending(K::POSITION_EXAMPLE), None);
}

#[test]
fn jumps_are_read_in_all_spellings() {
    let position = K::parse_position("4/4/1n2/4/N3/NN2 w").unwrap();
    let texts = |jump: &str| position.parse_action(jump).map(|jump| position.action_text(jump));
    for spelling in ["a2-b4", "a2xb4", "a2b4", "A2-B4", "A2XB4", "A2b4"] {
        assert_eq!(texts(spelling).as_deref(), Ok("a2xb4"), "{spelling}");
    }
    for spelling in ["b1-c3", "B1-C3", "b1c3"] {
        assert_eq!(texts(spelling).as_deref(), Ok("b1-c3"), "{spelling}");
    }
}

#[test]
fn impossible_jumps_are_refused_in_one_sentence() {
    let position = K::parse_position("4/4/1n2/4/N3/NN2 w").unwrap();
    let expected = [
        ("b1xc3", "'b1xc3' captures nothing; b1-c3 would be right"),
        ("c1-d3", "'c1-d3' starts on c1, where White, who is to move, has no knight"),
        ("b4-a2", "'b4-a2' starts on b4, where White, who is to move, has no knight"),
        ("a1-b2", "'a1-b2' is not a knight's jump up, forward as White sees it"),
        ("a2-c1", "'a2-c1' is not a knight's jump up, forward as White sees it"),
        ("b1-a2", "'b1-a2' ends on a2, where White already has a knight"),
        ("b1-e2", "'b1-e2' uses e2, which is not on the board of 4 files and 6 rows"),
        ("b1-c9", "'b1-c9' is not a jump; it should be two squares such as b1-c3, or b1xc3 for a capture"),
        ("b1--c3", "'b1--c3' is not a jump; it should be"),
        ("b1-c3 ", "'b1-c3 ' is not a jump; it should be"),
        ("pass", "'pass' is not a jump; it should be"),
        ("♞1-c3", "'♞1-c3' is not a jump; it should be"),
        ("", "'' is not a jump; it should be"),
    ];
    for (text, sentence) in expected {
        let error = position.parse_action(text).unwrap_err().to_string();
        assert!(error.starts_with(sentence), "{error}");
    }
    let black = K::parse_position("4/4/1n2/4/N3/NN2 b").unwrap();
    let upwards = black.parse_action("b4-c6").unwrap_err().to_string();
    assert_eq!(upwards, "'b4-c6' is not a knight's jump down, forward as Black sees it");
    let over = K::parse_position("N3/4/1n2/4 b").unwrap();
    let late = over.parse_action("b2-d1").unwrap_err().to_string();
    assert_eq!(late, "'b2-d1' comes after the end of the game");
}

#[test]
fn a_turn_is_one_jump() {
    let position = start(8, 8);
    assert_eq!(position.parse_turn("b1-c3").unwrap().len(), 1);
    let error = position.parse_turn("b1-c3,b7-c5").unwrap_err().to_string();
    assert_eq!(error, "'b7-c5' comes after the end of the turn");
    assert!(position.parse_turn(" ").is_err());
}

#[test]
fn no_text_makes_the_readers_panic() {
    let cases = fuzz::Cases { count: 30_000, seed: 9 };
    let mut corpus = vec![K::POSITION_EXAMPLE, "nnn/nnn/3/NNN/NNN w", "4/4/N3/4 w", "N3/4/4/NN2 b"];
    corpus.extend(MIDDLE);
    let tally = fuzz::positions::<K>(&corpus, cases);
    assert!(tally.read > 500 && tally.refused > 500, "{tally:?}");
    let position = &middle()[2];
    let jumps: Vec<String> = position.action_list().iter().map(|&jump| position.action_text(jump)).collect();
    let corpus: Vec<&str> = jumps.iter().map(String::as_str).collect();
    let tally = fuzz::turns(position, &corpus, cases);
    assert!(tally.read > 500 && tally.refused > 500, "{tally:?}");
    fuzz::texts(
        &["8x8", "4x6", "3x4"],
        cases,
        |text| K::start(text).ok(),
        |start| format!("{}x{}", start.size().files(), start.size().rows()),
    );
}

#[test]
fn texts_that_are_too_long_are_refused() {
    laws::limits(&start(8, 8));
}
