//! Texts: what is written reads back, dialects are understood, and nonsense is refused in one clear sentence.

use crate::common;

use arimaa::{Arimaa, Definition, MoveList, lineups, movelist_text};
use common::{after, at, middle, set, starts};
use game::{Game, GameDefinition, Notation, Setup, Side};
use testkit::{Plays, fuzz, laws};

const CLASSIC: &str = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

#[test]
fn texts_keep_the_laws() {
    let positions: Vec<Arimaa> = starts().into_iter().chain(middle()).collect();
    laws::notation(&positions, Plays::new(1, 1));
    laws::setup::<Arimaa>();
}

#[test]
fn a_position_is_a_side_and_64_squares() {
    let classic = Arimaa::start("classic").unwrap();
    assert_eq!(classic.position_text(), CLASSIC);
    for spelling in [
        CLASSIC.into(),
        format!("setposition {CLASSIC}"),
        format!("  setposition   {CLASSIC}  "),
        CLASSIC.replace("g [", "g["),
        CLASSIC.replacen('g', "w", 1),
        CLASSIC.replacen('g', "2g", 1),
        CLASSIC.replace("   ", "..."),
    ] {
        assert_eq!(Arimaa::parse_position(&spelling).unwrap(), classic, "{spelling}");
    }
    assert_eq!(at(&CLASSIC.replacen('g', "b", 1)).to_move(), Side::Second);
    assert_eq!(at(&CLASSIC.replacen('g', "s", 1)).position_text(), CLASSIC.replacen('g', "s", 1));
    // A trap may be marked, as one program does.
    let marked = "g [rrrrrrrrhdcemcdh  x  x                    x  x  HDCMECDHRRRRRRRR]";
    assert_eq!(at(marked), classic);
}

#[test]
fn the_setup_has_texts_of_its_own() {
    let empty = Arimaa::empty();
    let blank = format!("g [{}]", " ".repeat(64));
    assert_eq!(empty.position_text(), format!("{blank} setup"));
    assert_eq!(at(&blank), empty);
    let gold = after(&empty, "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2").unwrap();
    assert!(gold.is_setup() && gold.to_move() == Side::Second);
    let text = format!("s [{}HDCMECDHRRRRRRRR]", " ".repeat(48));
    assert_eq!(gold.position_text(), format!("{text} setup"));
    assert_eq!(at(&text), gold, "gold is complete and silver has nothing: silver sets up");
    let one = after(&empty, "Ea1").unwrap();
    assert_eq!(at(&one.position_text()), one);
    let misplaced = format!("g [{}E  ] setup", " ".repeat(61));
    let error = Arimaa::parse_position(&misplaced).unwrap_err().to_string();
    assert!(error.contains("is not a board on which pieces are still being placed"), "{error}");
}

#[test]
fn a_running_turn_is_marked_behind_the_board() {
    let position = set("g", "Ed4 dd5 Ra1 rh8");
    let marks = |actions: &str| {
        let reached = after(&position, actions).unwrap();
        let text = reached.position_text();
        assert_eq!(at(&text), reached);
        text[text.find(']').unwrap() + 1..].trim().to_owned()
    };
    assert_eq!(marks(""), "");
    assert_eq!(marks("Ra1e"), "left=3 was=Ra1,.b1");
    assert_eq!(marks("Ra1n"), "left=3");
    assert_eq!(marks("Ed4s"), "left=3 pull=Ed4 was=.d3,Ed4");
    assert_eq!(marks("dd5n"), "left=3 push=dd5 was=dd5,.d6");
    assert_eq!(marks("Ra1e Rb1w"), "left=2 was=same");
    assert_eq!(marks("Ed4s dd5s"), "left=2 was=.d3,Ed4,dd5");
    assert_eq!(marks("Ed4s dd5s dd4e"), "left=1 push=dd4");
    assert_eq!(marks("Ra1e Rb1w Ra1e"), "left=1 was=Ra1,.b1");
    assert_eq!(marks("Ra1e Rb1e Rc1e"), "left=1");
}

#[test]
fn impossible_positions_are_refused_in_one_sentence() {
    let board = &CLASSIC[2..];
    let sparse = "[       r                   d       E                    R       ]";
    let long = CLASSIC.replace("   ", "");
    let cases: Vec<(String, &str)> = vec![
        ("".into(), "'' is no position; it should be a side and 64 squares from a8 to h1 such as g [rrrr"),
        ("nonsense".into(), "'nonsense' is no position"),
        (board.into(), "'' is not a side to move; it should be 'g' or 's' before the board"),
        (format!("x {board}"), "'x' is not a side to move; it should be 'g' or 's'"),
        (long, "characters; between the brackets there should be 64 squares"),
        (CLASSIC.replace(']', ""), "lacks the ']' behind the 64 squares"),
        (CLASSIC.replacen("   ", " Z ", 1), "'Z' on b6 is not a piece; it should be one of RCDHME, rcdhme"),
        (CLASSIC.replacen("   ", " x ", 1), "'x' on b6 is not a piece"),
        (CLASSIC.replacen("   ", " ♞ ", 1), "'♞' on b6 is not a piece"),
        (CLASSIC.replacen("   ", " E ", 1), "has 2 gold elephants; a side has at most 1"),
        (CLASSIC.replacen("   ", "   r", 1).replacen("] ", "]", 1), "there should be 64 squares"),
        (CLASSIC.replacen("h   ", "h  r", 1), "has 9 silver rabbits; a side has at most 8"),
        (
            format!("s [{}]", " ".repeat(64)),
            "has no pieces; on the empty board gold is to move, to set up its pieces",
        ),
        (
            format!("g [{}C{}R       ]", " ".repeat(42), " ".repeat(13)),
            "has a piece on the trap c3 without a friend beside it; it would be lost",
        ),
        (format!("g {sparse} left=4"), "'left=4' is not a number of steps left in the middle of a turn"),
        (format!("g {sparse} left=0"), "it should be 1, 2 or 3"),
        (format!("g {sparse} left=03"), "it should be 1, 2 or 3"),
        (format!("g {sparse} left=3 left=2"), "'left=2' comes on top of another such mark"),
        (format!("g {sparse} pull=Ed4"), "'pull=Ed4' needs the number of steps left"),
        (
            format!("g {sparse} left=3 push=Ed4"),
            "'push=Ed4' is not a push; it should be the enemy that was pushed",
        ),
        (
            format!("g {sparse} left=3 pull=dd4"),
            "'pull=dd4' is not a pull; it should be the piece that may pull",
        ),
        (
            format!("g {sparse} left=3 push=da1"),
            "names a square that should have been left, but holds a piece",
        ),
        (format!("g {sparse} left=3 push=dh4"), "names a push that nothing can complete"),
        (format!("g {sparse} left=3 pull=Eh1"), "names a pull, but there is nothing to pull"),
        (format!("g {sparse} left=3 was=z9"), "'was=z9' is not a list of squares with what stood there"),
        (format!("g {sparse} left=3 was=.b1,Ra1"), "lists changed squares that are not in the order a1, b1"),
        (
            format!("g {sparse} left=3 was=Ra1,.b1"),
            "lists a square as changed that holds what it held before",
        ),
        (format!("g {sparse} left=3 was=.a1,Cb1"), "lists changes that steps without a capture cannot make"),
        (format!("g {sparse} left=3 was=.a1,Rc1"), "lists changes that so many steps cannot make"),
        (format!("g {sparse} left=1 was=same"), "lists changes that so many steps cannot make"),
        (format!("g {sparse} left=3 loud=1"), "'loud=1' is not a mark of a running turn"),
        (format!("g {sparse} setup"), "is not a board on which pieces are still being placed"),
        (format!("{CLASSIC} Ee2n Ee3n Ee4n Ee5n Ee6n"), "'Ee6n' comes after the end of the turn"),
        (
            format!("{CLASSIC} hello"),
            "'hello' is not a step; it should be a piece, its square and n, s, e or w",
        ),
        (format!("g [{}] setup more", " ".repeat(64)), "'more' comes after 'setup'"),
    ];
    for (text, expected) in cases {
        match Arimaa::parse_position(&text) {
            Ok(position) => panic!("{text:?} should be refused, but gave {}", position.position_text()),
            Err(error) => assert!(error.to_string().contains(expected), "{text:?}: {error}"),
        }
    }
}

const DIAGRAM: &str = "\
3g
 +-----------------+
8| r r r r r r r r |
7| h   c   e c h d |
6| d   x   m x     |
5|                 |
4|         E       |
3|     x   R x     |
2| H D C M   C D H |
1| R R R R   R R R |
 +-----------------+
   a b c d e f g h
";

/// A position drawn as in position files.
fn diagram(position: &Arimaa, number: u32) -> String {
    let text = position.position_text();
    let squares = &text[text.find('[').unwrap() + 1..text.find(']').unwrap()];
    let mut rows = String::new();
    for (nth, row) in squares.as_bytes().chunks(8).enumerate() {
        rows += &format!("{}|", 8 - nth);
        for (file, &sign) in row.iter().enumerate() {
            let trap = [2, 5].contains(&nth) && [2, 5].contains(&file);
            rows += &format!(" {}", if sign == b' ' && trap { 'x' } else { char::from(sign) });
        }
        rows += " |\n";
    }
    let border = " +-----------------+";
    format!("{number}{}\n{border}\n{rows}{border}\n   a b c d e f g h\n", &text[..1])
}

#[test]
fn drawn_boards_are_read() {
    let expected = at("g [rrrrrrrrh c echdd   m               E       R   HDCM CDHRRRR RRR]");
    assert_eq!(at(DIAGRAM), expected);
    assert_eq!(diagram(&expected, 3), DIAGRAM);
    for dialect in [
        DIAGRAM.replace('\n', "\r\n"),
        DIAGRAM.replace("3g", "3w"),
        DIAGRAM.replace('x', "X"),
        DIAGRAM.replace('x', " "),
        DIAGRAM.replace(" |\n", "\n"),
        DIAGRAM.replace("5|                 |", "5| . . . . . . . . |"),
        DIAGRAM.replace("5|                 |", "5|"),
        DIAGRAM.lines().filter(|l| !l.contains('+')).collect::<Vec<_>>().join("\n"),
    ] {
        assert_eq!(at(&dialect), expected, "{dialect}");
    }
    assert_eq!(at(&DIAGRAM.replace("3g", "3b")).to_move(), Side::Second);
    // Moves behind the board are played.
    let played = at(&format!("{DIAGRAM}\n3g Ee4n\n3s dh7s\n4g\n"));
    assert_eq!(played, at(&format!("{} Ee4n 3s dh7s", expected.position_text())));
    for position in middle() {
        assert_eq!(at(&diagram(&position, 7)), position);
    }
}

#[test]
fn bad_drawings_are_refused() {
    let cases = [
        (DIAGRAM.replace("3g\n", ""), "lacks the side to move; a line such as 2g should stand above it"),
        (DIAGRAM.replace("5|                 |\n", ""), "'4' is not the number of this row; it should be 5"),
        (DIAGRAM.lines().take(6).collect::<Vec<_>>().join("\n"), "has 4 rows of squares; there should be 8"),
        (
            DIAGRAM.replace("8| r", "8|rr"),
            "is not a row; there should be eight squares with a blank before each",
        ),
        (DIAGRAM.replace("1| R R R R   R R R |", "1| R R R R   R R R R R |"), "is not a row"),
        (DIAGRAM.replace("3g", "3x"), "'3x' is not a side to move"),
        (DIAGRAM.replace("5|   ", "5| ? "), "'?' on a5 is not a piece"),
        (DIAGRAM.replace("5|  ", "hello\n5|  "), "'hello' is not a row of the board such as 8| r"),
    ];
    for (text, expected) in cases {
        let error = Arimaa::parse_position(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}\n{error}");
    }
}

const GAME: &str = "\
1g Ra1 Db1 Rc1 Cd1 Ce1 Rf1 Dg1 Rh1 Ra2 Hb2 Rc2 Md2 Ee2 Rf2 Hg2 Rh2
1s ra7 hb7 rc7 ed7 me7 rf7 hg7 rh7 ra8 db8 rc8 cd8 ce8 rf8 dg8 rh8
2g Ee2n Ee3n Ee4n Ee5n
2s ed7s ed6s ed5s ed4s
3g Ee6w me7s Ed6w
";

#[test]
fn games_are_read_replayed_and_written() {
    let list = MoveList::parse(&Arimaa::empty(), GAME).unwrap();
    assert_eq!((list.turns.len(), list.resigned), (5, None));
    let text = movelist_text(&list.start, &list.turns);
    assert!(text.starts_with("1g Ra1 Db1 Rc1"), "{text}");
    assert_eq!(MoveList::parse(&Arimaa::empty(), &text).unwrap(), list);
    assert_eq!(at(GAME), list.end());
    let older = ["1", "2", "3"].iter().fold(GAME.to_owned(), |text, number| {
        text.replace(&format!("{number}g "), &format!("{number}w "))
            .replace(&format!("\n{number}s "), &format!("\n{number}b "))
    });
    assert!(older.contains("\n2b ed7s"), "{older}");
    assert_eq!(at(&older), list.end());
    assert_eq!(at(&format!("{GAME}3s")), list.end(), "a mark at the end says whose turn it is");
    let taken_back = MoveList::parse(&Arimaa::empty(), &format!("{GAME}3s takeback\n3g Ra2n\n")).unwrap();
    assert_eq!(taken_back.turns.len(), 5);
    assert_eq!(taken_back.turns[..4], list.turns[..4]);
    let resigned = MoveList::parse(&Arimaa::empty(), &format!("{GAME}3s resigns")).unwrap();
    assert_eq!((resigned.resigned, resigned.turns.len()), (Some(Side::Second), 5));
    let from_board = movelist_text(&at(CLASSIC), &[at(CLASSIC).parse_turn("Ee2n").unwrap()]);
    assert_eq!(from_board, "2g Ee2n\n");
}

#[test]
fn bad_games_are_refused() {
    let cases = [
        (GAME.replace("2s ", "2g "), "'2g' is not the side to move, which is Silver"),
        (GAME.replace("Ee5n", "Ee5e"), "names a gold elephant, but e6 is empty"),
        ("1g takeback".into(), "'takeback' has no move before it that could be taken back"),
        (format!("{GAME}3s resigns 4g"), "'4g' comes after the end of the list"),
        (GAME.replace("Ra2 ", ""), "places nothing on a2"),
    ];
    for (text, expected) in cases {
        let error = MoveList::parse(&Arimaa::empty(), &text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}\n{error}");
    }
    let shuffle = "2g Ee2n 2s ed7s 3g Ee3s 3s ed6n ".repeat(2);
    let error = MoveList::parse(&at(CLASSIC), &shuffle).unwrap_err().to_string();
    assert_eq!(error, "'ed6n' brings the same position about for the third time");
}

#[test]
fn turns_are_read_with_and_without_captures_and_passes() {
    let position = set("g", "Hb2 rb3 Ra1 rh8");
    let turn = position.parse_turn("rb3e rc3x Hb2n").unwrap();
    for spelling in [
        "rb3e Hb2n",
        "rb3e Hb2n pass",
        "rb3e,Hb2n,pass",
        "rb3e rc3x Hb2n pass",
        "g rb3e rc3x Hb2n",
        "2g rb3e Hb2n",
        "rb3E Hb2N",
        " rb3e ,, Hb2n\t",
    ] {
        assert_eq!(position.parse_turn(spelling).as_ref(), Ok(&turn), "{spelling}");
    }
    assert_eq!(position.turn_text(&turn), "rb3e rc3x Hb2n");
    assert_eq!(position.turn_word(&turn), "rb3e,Hb2n,pass");
    let cases = [
        ("rb3e Rc3x Hb2n", "'Rc3x' says that a gold rabbit is lost on c3, which the step before does not do"),
        ("rb3e rc3x rc3x Hb2n", "'rc3x' says that a silver rabbit is lost on c3"),
        ("rc3x", "'rc3x' says that a silver rabbit is lost on c3"),
        ("rb3e", "'rb3e' leaves a push unfinished"),
        ("", "'' holds no step"),
        ("2g", "'2g' holds no step"),
        ("2s rb3e Hb2n", "'2s' is not the side to move, Gold"),
        ("Hb2", "'Hb2' places a piece, but the setup is over; a step has a direction"),
        (
            "Hb2q",
            "'Hb2q' is not a step; it should be a piece, its square and n, s, e or w, such as Ee2n, or 'pass'",
        ),
        ("Hb9n", "'Hb9n' is not a step"),
        ("Hb2nn", "'Hb2nn' is not a step"),
        ("♞b2n", "'♞b2n' is not a step"),
        ("hb2n", "'hb2n' names a silver horse, but b2 holds a gold horse"),
        ("Ha5n", "'Ha5n' names a gold horse, but a5 is empty"),
    ];
    for (text, expected) in cases {
        let error = position.parse_turn(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn actions_after_the_end_and_in_the_setup_get_sentences() {
    let over = set("s", "Rd8 Ra1 rh7");
    assert_eq!(over.parse_action("rh7s").unwrap_err().to_string(), "'rh7s' comes after the end of the game");
    let empty = Arimaa::empty();
    for (text, expected) in [
        ("Rb1", "'Rb1' should be a piece of Gold on a1, which is next"),
        ("ra1", "'ra1' should be a piece of Gold on a1, which is next"),
        ("pass", "'pass' comes too early; the pieces are still being placed"),
        ("Ra1n", "'Ra1n' names a gold rabbit, but a1 is empty"),
    ] {
        assert_eq!(empty.parse_action(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn variants_are_names_seeds_and_letters() {
    for (name, letters) in lineups::NAMED {
        let position = Arimaa::start(name).unwrap();
        assert!(!position.is_setup());
        let both = letters.join("/");
        assert_eq!(Arimaa::start(&format!("setup={both}")).unwrap(), position);
        let gold_only = Arimaa::start(&format!("setup={}", letters[0])).unwrap();
        assert!(gold_only.is_setup() && gold_only.to_move() == Side::Second);
    }
    assert_eq!(Arimaa::start("random=7").unwrap(), Arimaa::start("random=7").unwrap());
    assert_ne!(Arimaa::start("random=7").unwrap(), Arimaa::start("random=8").unwrap());
    assert_eq!(Arimaa::start("setup=rrrrrrrrhdcmecdh").unwrap().board().of_side(Side::First), 0xFFFF);
    for (variant, expected) in [
        (
            "chess",
            "'chess' is not a setup; it should be classic, cats-front, dogs-front, rabbocop, random=SEED, or",
        ),
        ("random=", "'random=' is not a seed; it should be a whole number below 2^64"),
        ("random=-1", "is not a seed"),
        ("random=+1", "is not a seed"),
        ("random=99999999999999999999", "is not a seed"),
        ("setup=RRRR", "'RRRR' has fewer than 16 letters; it should be 8 R, 2 C, 2 D, 2 H, 1 M and 1 E"),
        ("setup=RRRRRRRRRRRRRRRRR", "has more than 16 letters"),
        ("setup=RRRRRRRRRRRRRRRR", "has the wrong pieces"),
        ("setup=RRRRRRRRHDCMECD?", "'?' is not the letter of a piece; it should be one of R C D H M E"),
        ("setup=RRRRRRRRHDCMECDH/", "'' has fewer than 16 letters"),
        ("other=1", "'other=1' is not a setup"),
    ] {
        let error = Arimaa::start(variant).unwrap_err().to_string();
        assert!(error.contains(expected), "{variant}: {error}");
    }
}

#[test]
fn known_setups_are_whole_turns_for_either_side() {
    let mut seen = std::collections::HashSet::new();
    for seed in 0..200 {
        let gold = lineups::known_turn(&Arimaa::empty(), seed).unwrap();
        let after_gold = game::play_turn(&Arimaa::empty(), &gold);
        assert!(after_gold.starts_turn() && after_gold.to_move() == Side::Second);
        let silver = lineups::known_turn(&after_gold, seed / 3).unwrap();
        let ready = game::play_turn(&after_gold, &silver);
        assert!(!ready.is_setup());
        assert_eq!(lineups::known_turn(&ready, seed), None);
        seen.insert(gold);
    }
    assert_eq!(seen.len(), 2 * lineups::NAMED.len(), "each as it is and with left and right exchanged");
}

/// A setup that was begun, however oddly, is completed with what is left.
#[test]
fn a_setup_that_was_begun_is_completed() {
    for begun in ["Ra1", "Ea1 Mb1 Hc1", "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ea2"] {
        let mut position = Arimaa::empty();
        for word in begun.split(' ') {
            position.play(position.parse_action(word).unwrap());
        }
        for seed in 0..20 {
            let rest = lineups::known_turn(&position, seed).unwrap();
            let done = game::play_turn(&position, &rest);
            assert!(done.starts_turn() && done.to_move() == Side::Second, "{begun}");
        }
    }
}

/// Silver's elephant has gold's camel before it, wherever that is.
#[test]
fn silver_answers_the_camel() {
    for seed in 0..40 {
        let gold = game::play_turn(&Arimaa::empty(), &lineups::known_turn(&Arimaa::empty(), seed).unwrap());
        let both = game::play_turn(&gold, &lineups::known_turn(&gold, seed / 2).unwrap());
        let file = |side, kind| arimaa::squares::each(both.board().pieces(side, kind)).next().unwrap().file();
        assert_eq!(file(Side::First, arimaa::Kind::Camel), file(Side::Second, arimaa::Kind::Elephant));
    }
}

/// Random setups are fair: every kind comes to every square.
#[test]
fn random_setups_put_every_kind_everywhere() {
    let mut seen = [[0_u32; 6]; 64];
    for seed in 0..2000 {
        let position = Arimaa::start(&format!("random={seed}")).unwrap();
        for bit in (0..16).chain(48..64) {
            let piece = position.board().at(arimaa::Square::of_bit(bit)).unwrap();
            seen[bit as usize][piece.kind.index()] += 1;
        }
    }
    for bit in (0..16).chain(48..64) {
        for kind in arimaa::Kind::ALL {
            let expected = 125 * kind.count_at_start();
            let count = seen[bit][kind.index()];
            assert!(count > expected * 6 / 10 && count < expected * 14 / 10, "{count} of {kind:?} on {bit}");
        }
    }
}

#[test]
fn no_text_makes_the_readers_panic() {
    let cases = fuzz::Cases { count: 15_000, seed: 9 };
    let mut corpus: Vec<String> = middle().iter().map(Notation::position_text).collect();
    corpus.extend([CLASSIC.into(), format!("setposition {CLASSIC}"), DIAGRAM.into(), GAME.into()]);
    corpus.push(Arimaa::empty().position_text());
    let position = set("g", "Ed4 dd5 Ra1 rh8");
    for actions in ["Ra1e", "Ed4s", "dd5n", "Ra1e Rb1w", "Ed4s dd5s", "Ra1e Rb1w Ra1e"] {
        corpus.push(after(&position, actions).unwrap().position_text());
    }
    let texts: Vec<&str> = corpus.iter().map(String::as_str).collect();
    let tally = fuzz::positions::<Arimaa>(&texts, cases);
    assert!(tally.read > 200 && tally.refused > 500, "{tally:?}");
    let position = &middle()[3];
    let turns: Vec<String> = game::distinct_turns(position)
        .iter()
        .step_by(300)
        .flat_map(|turn| [position.turn_word(&turn.actions), position.turn_text(&turn.actions)])
        .collect();
    let texts: Vec<&str> = turns.iter().map(String::as_str).collect();
    let tally = fuzz::turns(position, &texts, cases);
    assert!(tally.read > 500 && tally.refused > 500, "{tally:?}");
    let setup = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
    fuzz::turns(&Arimaa::empty(), &[setup], cases);
    let variants =
        ["", "classic", "random=7", "setup=RRRRRRRRHDCMECDH", "setup=RRRRRRRRHDCMECDH/HDCEMCDHRRRRRRRR"];
    for text in variants {
        assert!(Arimaa::start(text).is_ok());
    }
    fuzz::texts(
        &variants,
        cases,
        |text| Arimaa::start(text).ok().map(|p| p.position_text()),
        |position| {
            let at = at(position);
            let letters = |side| {
                let squares = (0..64).map(arimaa::Square::of_bit);
                let mine = squares.filter_map(|s| at.board().at(s)).filter(move |p| p.side == side);
                mine.map(|p| p.kind.letter()).collect::<String>()
            };
            match (letters(Side::First), letters(Side::Second)) {
                (gold, _) if gold.is_empty() => String::new(),
                (gold, silver) if silver.is_empty() => format!("setup={gold}"),
                (gold, silver) => format!("setup={gold}/{silver}"),
            }
        },
    );
}

#[test]
fn texts_that_are_too_long_are_refused() {
    laws::limits(&at(CLASSIC));
    laws::limits(&Arimaa::empty());
    let record = format!("{GAME}{}", " ".repeat(game::LONGEST_RECORD));
    let refused = Definition::read_record(&record).expect("a record").unwrap_err();
    assert!(refused.to_string().contains("bytes"), "{refused}");
}
