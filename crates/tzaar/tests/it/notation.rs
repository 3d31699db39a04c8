//! Texts of positions and turns: what is written can be read, dialects too, and mistakes are explained in one sentence.

use game::{Game, GameDefinition, Notation, Setup};
use testkit::{Plays, fuzz, laws};
use tzaar::{Definition, Tzaar, TzaarAction, waltz_file};

fn start(variant: &str) -> Tzaar {
    Tzaar::start(variant).unwrap_or_else(|error| panic!("{error}"))
}

fn position(text: &str) -> Tzaar {
    Tzaar::parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

const MIDDLE: &str = "a.Z.T2/..TA../t2A2..T3.T/...T3tt.z/..t2..A.z2/..Tz.t.a2/..a2...t2/T2...../tAt.. w 1";

#[test]
fn the_laws_of_texts_hold() {
    laws::notation(&[start(""), start("random=4"), start("tournament")], Plays::new(4, 1));
    laws::setup::<Tzaar>();
}

/// The law lets finished positions go unread; ours are read too, because analysis and WALTZ's files meet them.
#[test]
fn finished_positions_are_read_too() {
    let mut finished = 0;
    testkit::random_games(&[start("random=5")], Plays::new(40, 2), |position, _| {
        if position.outcome().is_some() {
            let read = Tzaar::parse_position(&position.position_text());
            assert_eq!(read.as_ref(), Ok(position));
            assert_eq!(read.map(|p| (p.outcome(), p.ending())), Ok((position.outcome(), position.ending())));
            finished += 1;
        }
    });
    assert_eq!(finished, 40);
}

#[test]
fn dialects_of_turns_are_read() {
    let middle = position(MIDDLE);
    let turn = middle.parse_turn("C2xC1 C1+E3").or_else(|_| middle.parse_turn("C2xC1 C1xE3"));
    let turn = turn.unwrap_or_else(|error| panic!("{error}"));
    let canonical = middle.turn_text(&turn);
    let word = middle.turn_word(&turn);
    assert_eq!(word, canonical.replace(' ', ","));
    for dialect in [
        canonical.to_lowercase(),
        canonical.replace(' ', ", "),
        word.to_lowercase(),
        canonical.replace(['x', '+'], ""),
        canonical.replace(['x', '+'], "-"),
        canonical.replace('x', "X"),
        canonical.replace('x', ":"),
    ] {
        assert_eq!(middle.parse_turn(&dialect).as_ref(), Ok(&turn), "{dialect}");
    }
    let passed = middle.parse_turn("c2xc1 pass").expect("a pass in words");
    assert_eq!(passed[1], TzaarAction::PASS);
    assert_eq!(middle.turn_text(&passed), "C2xC1 -");
    assert_eq!(middle.parse_turn("C2xC1 -"), Ok(passed));
}

#[test]
fn placements_are_read() {
    let empty = start("tournament");
    let action = empty.parse_action("Z@E4").expect("a placement");
    assert_eq!(empty.action_text(action), "Z@E4");
    assert_eq!(empty.parse_action("z@e4"), Ok(action));
    let next = empty.child(action);
    assert_eq!(
        next.position_text(),
        "...../....../......./......../...Z..../......../......./....../..... b p"
    );
    assert_eq!(next.turn_word(&[next.parse_action("a@a1").expect("a placement")]), "A@A1");
}

#[test]
fn wrong_actions_are_explained() {
    let middle = position(MIDDLE);
    let over = position("Z2A3.../....../T3....../......../......../......../......z/....ta/..... b 1");
    let empty = start("tournament");
    let cases = [
        (&middle, "C2xC9", "'C9' is not a field"),
        (&middle, "E9xE8", "E has 8"),
        (&middle, "hello", "is not a move"),
        (&middle, "", "is not a move"),
        (&middle, "-", "a turn begins with a capture"),
        (&middle, "A2xA1", "A2 is empty"),
        (&middle, "A1xA3", "is not White's"),
        (&middle, "C2xA2", "A2 is empty"),
        (&middle, "A3xC1", "not the next stack"),
        (&middle, "D7xE3", "D7 is empty"),
        (&middle, "A3xI1", "is not the next stack on a line"),
        (&middle, "C2+C5", "a turn begins with a capture"),
        (&middle, "C2+C1", "is a capture here"),
        (&middle, "Z@E4", "placing is over"),
        (&over, "A1xA2", "after the end of the game"),
        (&empty, "A1xA2", "is not a placement"),
    ];
    for (position, text, part) in cases {
        let message = position.parse_action(text).expect_err(text).to_string();
        assert!(message.contains(part), "'{message}' should contain '{part}'");
    }
    let higher = position("Tz3..Z/.....A/......./......../......../......../......./....../..Tta w 1");
    let message = higher.parse_action("A1xA2").expect_err("too high").to_string();
    assert!(message.contains("1 cannot capture the higher 3"), "{message}");
}

#[test]
fn wrong_positions_are_explained() {
    let fixed = Tzaar::POSITION_EXAMPLE;
    let bare = "Z..../T...../A....../......../......../......../......z/.....t/....a w 1";
    assert!(Tzaar::parse_position(bare).is_ok());
    let cases = [
        ("", "is not a position"),
        ("ttttT w o", "'ttttT' has 1 columns"),
        (&fixed.replace(" w o", ""), "is not a position"),
        (&fixed.replace(" w o", " x o"), "'x' is not a side"),
        (&fixed.replace(" w o", " w 3"), "'3' is not a phase"),
        (&fixed.replace(" w o", " b o"), "'b' cannot open"),
        (&fixed.replace(" w o", " w 1"), "'60' stacks are on the board only in White's opening turn"),
        (&fixed.replace(" w o", " w p"), "'p' is not the phase"),
        (&fixed.replace("ttttT/", "ttttTT/"), "'ttttTT' has 6 fields; this column has 5"),
        (&fixed.replace("ttttT/", "tttqT/"), "'q' is not a field"),
        (&fixed.replace("ttttT/", "ttttA/"), "'A' stands on 10 fields, but there are only 9"),
        (&bare.replace(" w 1", " w o"), "'6' stacks are too few"),
        (&bare.replace("Z....", "Z0...."), "'Z0' has no height"),
        (&bare.replace("Z....", "Z15...."), "'Z15' is too high"),
        (&bare.replace("Z....", "Z99999999999...."), "has no height"),
        (&bare.replace("Z....", "Z14T14T3.."), "'33' pieces in the stacks of one side"),
        (&bare.replace("Z....", ".....").replace(".....t", "......"), "lack one of the three kinds"),
        (&bare.replace(" w 1", " w p").replace('Z', "Z2"), "placing ends with"),
        (
            "Z..../....../......./......../......../......../......./....../..... w p",
            "do not fit the side to move",
        ),
        (
            "ZZ.../....../......./......../......../......../......./....../..... b p",
            "do not fit the side to move",
        ),
    ];
    for (text, part) in cases {
        let message = Tzaar::parse_position(text).expect_err(part).to_string();
        assert!(message.contains(part), "'{message}' should contain '{part}'");
        assert!(!message.contains('\n') && message.len() < 250, "one sentence: {message}");
    }
}

#[test]
fn readers_survive_anything() {
    let cases = fuzz::Cases { count: 6000, seed: 7 };
    let placing = "t.ttt/ZTTTtZ/AATt.zt/AatTt.aA/zTTAAtAz/zTTzaAtZ/zZZTtTa/..Z.ta/aaTtA w p";
    let corpus = [Tzaar::POSITION_EXAMPLE, MIDDLE, placing];
    let tally = fuzz::positions::<Tzaar>(&corpus, cases);
    assert!(tally.read > 50, "{tally:?}");
    fuzz::turns(&position(MIDDLE), &["C2xC1 -", "c2c1,pass", "C2-C1 -"], cases);
    fuzz::turns(&position(placing), &["T@A2", "t@h1"], cases);
}

#[test]
fn texts_that_are_too_long_are_refused() {
    laws::limits(&start(""));
    let blanks = " ".repeat(game::LONGEST_RECORD);
    let waltz = waltz_file::write_position(&Tzaar::random_start(1)).unwrap();
    for record in ["(;GM[Tzaar]SU[tzaar-standard])", "(;POS[a])", &waltz] {
        let refused = Definition::read_record(&format!("{record}{blanks}")).expect("a record").unwrap_err();
        assert!(refused.to_string().contains("bytes"), "{refused}");
    }
    let answer = format!("E4 D4\n-1\n0.1 5\n{blanks}");
    assert!(waltz_file::BestMove::read(&answer).unwrap_err().to_string().contains("bytes"));
}
