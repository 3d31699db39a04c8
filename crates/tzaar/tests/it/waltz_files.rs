//! WALTZ's files: the examples of its documentation come back field by field, and wrong files get one sentence.

use game::{Game, Notation, Outcome, Setup, Side};
use testkit::{Plays, fuzz, random_games};
use tzaar::{
    Field, Kind, Phase, Stack, Tzaar,
    waltz_file::{BestMove, SecondMove, WIN, read_position, write_executed, write_position},
};

/// The fixed start as the documentation prints it, with the side to move before it.
const FIXED: &str = "1
-1  1  1  1  1 100 100 100 100
-1 -2  2  2  2 -1 100 100 100
-1 -2 -3  3  3 -2 -1 100 100
-1 -2 -3 -1  1 -3 -2 -1 100
  1  2  3  1 100 -1 -3 -2 -1
100  1  2  3 -1  1  3  2  1
100 100  1  2 -3 -3  3  2  1
100 100 100  1 -2 -2 -2  2  1
100 100 100 100 -1 -1 -1 -1  1
1 1 1 1 1 0 0 0 0
1 1 1 1 1 1 0 0 0
1 1 1 1 1 1 1 0 0
1 1 1 1 1 1 1 1 0
1 1 1 1 0 1 1 1 1
0 1 1 1 1 1 1 1 1
0 0 1 1 1 1 1 1 1
0 0 0 1 1 1 1 1 1
0 0 0 0 1 1 1 1 1
";

/// The example of an input file, with its comments.
const EXAMPLE: &str = "1 % our robot is white player

% pieces on the board
1 -1 -1 -1 -1 100 100 100 100
1 2 -2 -2 2 3 100 100 100
1 0 -3 0 -3 0 1 100 100
0 0 0 0 0 0 2 1 100
0 -3 0 0 100 0 3 0 1
100 -1 0 -3 0 -1 -3 2 -1
100 100 -2 0 0 1 -3 -2 -1
100 100 100 0 2 2 2 -2 -1
100 100 100 100 1 1 1 1 -1

% stack heights
1 1 1 1 1 0 0 0 0
1 1 1 1 1 3 0 0 0
1 0 1 0 1 0 1 0 0
0 0 0 0 0 0 1 1 0
0 3 0 0 0 0 1 0 1
0 1 0 1 0 1 1 1 1
0 0 3 0 0 2 1 1 1
0 0 0 0 1 1 1 1 1
0 0 0 0 1 1 1 1 1
";

fn numbers(text: &str) -> Vec<i64> {
    let words = text.lines().flat_map(|line| line.split('%').next().unwrap_or("").split_whitespace());
    words.map(|word| word.parse().expect("a number")).collect()
}

fn joined(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

fn field(name: &str) -> Field {
    Field::from_name(name).unwrap_or_else(|| panic!("{name} is a field"))
}

#[test]
fn the_fixed_start_loads() {
    let read = read_position(FIXED).expect("the fixed start");
    assert_eq!(read, Tzaar::start("").expect("the fixed start"));
    assert_eq!(read.phase(), Phase::Opening);
}

#[test]
fn the_examples_round_trip_field_by_field() {
    for text in [FIXED, EXAMPLE] {
        let read = read_position(text).unwrap_or_else(|error| panic!("{error}"));
        let written = write_position(&read).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(numbers(&written), numbers(text));
        assert_eq!(read_position(&written), Ok(read));
        assert_eq!(read_position(&joined(&numbers(text))), Ok(read), "one line with single spaces");
    }
    let example = read_position(EXAMPLE).expect("the example");
    assert_eq!((example.to_move(), example.phase()), (Side::First, Phase::First));
    let stands = |name: &str, side, kind, height| {
        assert_eq!(example.stack_at(field(name)), Some(Stack::new(side, kind, height)), "{name}");
    };
    stands("F1", Side::First, Kind::Tzaar, 3);
    stands("B5", Side::Second, Kind::Tzaar, 3);
    stands("C7", Side::Second, Kind::Tzarra, 3);
    stands("F6", Side::First, Kind::Tott, 2);
    stands("I5", Side::Second, Kind::Tott, 1);
    assert_eq!(example.stack_at(field("D4")), None);
    let heights: u32 = example.stacks().map(|(_, s)| u32::from(s.height())).sum();
    assert_eq!((example.stack_count(), heights), (41, 48));
}

#[test]
fn both_printed_answers_round_trip() {
    let stacking = "G4 C6\n0 F2 F1\n33.303 33319\n";
    let read = BestMove::read(stacking).expect("the first example");
    assert_eq!(read.first, (field("G4"), field("C6")));
    assert_eq!(read.second, SecondMove::Stacking(field("F2"), field("F1")));
    assert_eq!((read.milliseconds, read.value), (33_303, 33319));
    assert_eq!(read.text(), stacking);

    let pass = "H2 D1\n-1\n2.742 2000000000\n";
    let read = BestMove::read(pass).expect("the second example");
    assert_eq!((read.second, read.value), (SecondMove::Pass, WIN));
    assert_eq!(read.text(), pass);
}

#[test]
fn positions_and_turns_of_random_games_round_trip() {
    let starts = [Tzaar::start("").expect("a start"), Tzaar::random_start(5)];
    let (mut files, mut overtaken) = (0, 0);
    random_games(&starts, Plays::new(8, 1), |position, generator| {
        if position.phase() == Phase::Second {
            let message = write_position(position).expect_err("no phase in the file").to_string();
            assert!(message.contains("middle of a turn"), "{message}");
            return;
        }
        let written = write_position(position).expect("a file");
        assert_eq!(read_position(&written), Ok(*position));
        for choice in game::distinct_turns(position) {
            use rand::RngExt;
            if generator.random_range(0..50) > 0 {
                continue;
            }
            let best = BestMove::of_turn(position, &choice.actions, 500, 7).expect("a legal turn");
            let read = BestMove::read(&best.text()).expect("what was written");
            assert_eq!(read, best);
            assert_eq!(read.turn(position).as_ref(), Ok(&choice.actions));
            files += 1;
            // The case that the original got wrong: the second move has to do with the field of the first.
            overtaken += usize::from(match best.second {
                SecondMove::Capture(from, _) | SecondMove::Stacking(from, _) => from == best.first.1,
                SecondMove::None | SecondMove::Pass => false,
            });
        }
    });
    assert!(files > 1000 && overtaken > 20, "{files} turns, {overtaken} with the same stack");
}

#[test]
fn the_kind_of_the_second_move_is_told_after_the_first() {
    // D4 is Black's before the first move and White's after it: C3+D4 is a stacking.
    let text = "....z/....../..T...a/...t..../...Z..../..A...../......./....../z..t. w 1";
    let before = Tzaar::parse_position(text).unwrap_or_else(|error| panic!("{error}"));
    let turn = before.parse_turn("E4xD4 C3+D4").expect("a legal turn");
    let best = BestMove::of_turn(&before, &turn, 0, 0).expect("a file");
    assert_eq!(best.text(), "E4 D4\n0 C3 D4\n0.000 0\n");
    // The original would have written 1 for a capture; that is read as what it must be.
    let wrong = BestMove::read("E4 D4\n1 C3 D4\n0.000 0\n").expect("a file");
    assert_eq!(wrong.turn(&before), Ok(turn));
}

#[test]
fn the_first_turn_of_white_and_early_wins_have_no_second_move() {
    let start = Tzaar::start("").expect("a start");
    let turn = [start.action_list()[0]];
    let best = BestMove::of_turn(&start, &turn, 1000, 3).expect("a file");
    assert_eq!(best.second, SecondMove::None);
    assert!(best.text().contains("\n-2\n"));
}

#[test]
fn a_finished_game_is_announced_before_the_numbers() {
    let text = "Z2z.../T....t/A....../......../......../......../......a/....../..... w 1";
    let mut position = Tzaar::parse_position(text).unwrap_or_else(|error| panic!("{error}"));
    assert!(!write_executed(&position).expect("a file").contains("END"));
    position.play(position.parse_action("A1xA2").expect("a capture"));
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
    let file = write_executed(&position).expect("a file");
    assert!(file.starts_with("END, SOMEONE HAS WON, value: 2000000000\n-1\n"), "{file}");
    assert!(read_position(&file).is_err(), "such a file cannot be loaded");
    // But the bare position can: it is one that is already decided.
    let bare = read_position(&write_position(&position).expect("a file")).expect("a finished position");
    assert_eq!(bare.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn wrong_files_get_one_sentence() {
    let example = numbers(EXAMPLE);
    let with = |place: usize, number: i64| {
        let mut changed = example.clone();
        changed[place] = number;
        joined(&changed)
    };
    let without = |kinds: [i64; 2]| {
        let mut changed = example.clone();
        for place in 1..82 {
            if kinds.contains(&changed[place]) {
                changed[place] = 0;
                changed[place + 81] = 0;
            }
        }
        joined(&changed)
    };
    let cases = [
        (joined(&example[..82]), "'82' numbers were read"),
        (joined(&example[..162]), "'162' numbers were read"),
        (String::new(), "'0' numbers were read"),
        (joined(&example) + " 0", "'164' numbers were read"),
        (with(0, 0), "'0' is not a side to move"),
        // D4 is empty in the example: row 3, column 3.
        (with(1 + 81 + 30, 1), "is the height on D4, but no stack stands there"),
        (with(1 + 81, 15), "'15' is not the height of a stack: A1"),
        (with(1 + 81, 0), "'0' is not the height of a stack: A1"),
        (with(1, 4), "'4' is not a piece: A1"),
        (with(1 + 5, 0), "'0' is place 6 of the board, which is no field"),
        (with(1 + 81 + 40, 1), "'1' is the height at place 41"),
        (without([3, -2]), "lack one of the three kinds"),
        (joined(&example).replacen("100", "x", 1), "'x' is not a whole number"),
        (joined(&example).replacen("100", "99999999999999999999", 1), "is not a whole number"),
        (joined(&example).replacen("100", "1.5", 1), "'1.5' is not a whole number"),
        (FIXED.replacen('1', "-1", 1), "cannot open"),
    ];
    for (text, part) in cases {
        let message = read_position(&text).expect_err(part).to_string();
        assert!(message.contains(part), "'{message}' should contain '{part}'");
        assert!(!message.contains('\n') && message.len() < 250, "one sentence: {message}");
    }
    // One side may lack a kind: then the game is over.
    let decided = read_position(&without([3, 3])).expect("a decided position");
    assert_eq!(decided.outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn wrong_answers_get_one_sentence() {
    let cases = [
        "",
        "G4",
        "G4 C6",
        "G4 C6 5 1 1",
        "G4 C6 0 F2 1 1",
        "G4 E9 -1 1 1",
        "G4 C6 -1 x 1",
        "G4 C6 -1 1 1.5",
        "G4 C6 -1 -1 1",
    ];
    for text in cases {
        let message = BestMove::read(text).expect_err(text).to_string();
        assert!(message.len() < 250 && !message.contains('\n'), "{message}");
    }
    let example = read_position(EXAMPLE).expect("the example");
    let elsewhere = BestMove::read("G4 C6\n0 F2 F1\n33.303 33319\n").expect("a file");
    assert!(elsewhere.turn(&example).is_err(), "that turn belongs to another position");
}

#[test]
fn readers_survive_anything() {
    let cases = fuzz::Cases { count: 4000, seed: 1 };
    fuzz::texts(
        &[FIXED, EXAMPLE],
        cases,
        |text| read_position(text).ok(),
        |position| write_position(position).expect("a position file is at the start of a turn"),
    );
    let answers = ["G4 C6\n0 F2 F1\n33.303 33319\n", "H2 D1\n-1\n2.742 2000000000\n", "A1 A2 -2 0.5 -3"];
    fuzz::texts(&answers, cases, |text| BestMove::read(text).ok(), BestMove::text);
}
