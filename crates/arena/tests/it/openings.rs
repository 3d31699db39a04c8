//! Openings: random ones are seeded, distinct and unfinished; files are read line by line with errors that name the line.

use crate::common;

use arena::{Opening, OpeningSource, Openings};
use common::{Nim, Scratch};
use std::{collections::HashSet, fs};

fn random(turns: u32, seed: u64, variant: &str, number: u64) -> Vec<Opening> {
    let nim = Nim::new();
    let mut openings = Openings::new(nim, variant, OpeningSource::Random(turns), seed).unwrap();
    (0..number).map(|pair| openings.of_pair(pair).unwrap()).collect()
}

fn turns(openings: &[Opening]) -> Vec<Vec<String>> {
    openings.iter().map(|o| o.turns.clone()).collect()
}

#[test]
fn sources_read_back_what_they_print() {
    for text in ["start", "starts", "random:4", "books/nim.txt"] {
        assert_eq!(text.parse::<OpeningSource>().unwrap().to_string(), text);
    }
    let message = |text: &str| text.parse::<OpeningSource>().unwrap_err().to_string();
    for bad in ["0", "-1", "x", "", "501"] {
        let expected = format!("'{bad}' is not a number of random turns; write 1 to 500");
        assert_eq!(message(&format!("random:{bad}")), expected);
    }
    assert_eq!(message(""), "'' is not an opening; write start, starts, random:4 or the name of a file");
}

#[test]
fn random_openings_are_distinct_legal_and_unfinished() {
    let openings = random(3, 1, "", 100);
    let keys: HashSet<_> = openings.iter().map(|o| o.board.key()).collect();
    assert_eq!(keys.len(), 100);
    for (number, opening) in openings.iter().enumerate() {
        assert_eq!((opening.turns.len(), &opening.start[..]), (3, "5/6/7/8 first"));
        assert_eq!(opening.id, format!("random:3#{}", number + 1));
        assert_eq!(opening.board.outcome(), None);
        // No side can take everything at once: at least two heaps are left.
        let position = opening.board.position_text();
        let left = position.split(['/', ' ']).filter(|t| t.parse::<u64>().is_ok_and(|n| n > 0)).count();
        assert!(left >= 2, "{position}");
    }
}

#[test]
fn random_openings_depend_on_the_seed_and_the_pair_only() {
    let many = turns(&random(3, 1, "", 50));
    assert_eq!(turns(&random(3, 1, "", 20)), many[..20]);
    assert_ne!(turns(&random(3, 2, "", 50)), many);
    let nim = Nim::new();
    let mut openings = Openings::new(nim, "", OpeningSource::Random(3), 1).unwrap();
    assert_eq!(openings.of_pair(30).unwrap().turns, many[30]);
    assert_eq!(openings.of_pair(4).unwrap().turns, many[4]);
}

#[test]
fn where_distinct_openings_run_out_they_repeat() {
    // After one turn on heaps of 1 and 2 there are three positions, and each leaves a win at once or is the only quiet one.
    let openings = random(1, 1, "1/2", 6);
    assert_eq!(openings.len(), 6);
    assert!(openings.iter().all(|o| o.board.outcome().is_none()));
    assert_eq!(
        openings[0].board.position_text(),
        "1/1 second",
        "the only opening that is not lost at once comes first"
    );
}

#[test]
fn an_opening_longer_than_any_game_is_an_error() {
    let nim = Nim::new();
    let mut openings = Openings::new(nim, "1/1", OpeningSource::Random(2), 1).unwrap();
    let error = openings.of_pair(0).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "no unfinished game was found after 2 random turns of nim; ask for fewer");
}

#[test]
fn a_bad_variant_is_quoted() {
    let nim = Nim::new();
    let error = Openings::new(nim, "3/x", OpeningSource::Start, 1).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "'x' is not a heap; write 3/5/7");
}

fn from_file(name: &str, contents: &[u8]) -> Result<Vec<Opening>, String> {
    let scratch = Scratch::new(name);
    fs::write(&scratch.0, contents).unwrap();
    let nim = Nim::new();
    let source = OpeningSource::File(scratch.0.clone());
    let mut openings = Openings::new(nim, "3/3", source, 1).map_err(|e| e.to_string())?;
    Ok((0..4).map(|pair| openings.of_pair(pair).unwrap()).collect())
}

#[test]
fn a_file_holds_positions_and_moves() {
    let text = b"# openings of nim\n\n3/5/7 second\n  moves a1 B2  \r\n9/9 first moves a9\n";
    let openings = from_file("good.txt", text).unwrap();
    let read: Vec<_> =
        openings.iter().map(|o| (o.start.as_str(), o.turns.join(" "), o.board.position_text())).collect();
    let expected = [
        ("3/5/7 second", String::new(), "3/5/7 second".to_string()),
        ("3/3 first", "a1 b2".into(), "2/1 first".into()),
        ("9/9 first", "a9".into(), "0/9 second".into()),
    ];
    assert_eq!(read[..3], expected);
    assert_eq!(read[3], expected[0], "a file that is used up begins again");
    assert!(openings[1].id.ends_with("good.txt:4"), "{}", openings[1].id);
    assert!(!openings[1].id.contains('/'), "{}", openings[1].id);
}

#[test]
fn bad_lines_of_a_file_are_named() {
    for (number, (text, expected)) in [
        (&b"3/3 first\n3/3 third\n"[..], ", line 2: 'third' is not a side; write first or second"),
        (b"moves a1 a9\n", ", line 1: 'a9' is not legal here; write a heap and a number, such as a1"),
        (
            b"\n\n0/0 first\n",
            ", line 3: '0/0 first' is a finished game; an opening must leave something to play",
        ),
        (b"1/0 first moves a1 b1\n", ", line 1: 'b1' comes after the end of the game"),
        (b"3/3 first\n\xff\n", ", line 2: '\u{fffd}' is not UTF-8"),
        (b"# nothing\n\n", "bad-5.txt holds no opening; write one per line"),
    ]
    .into_iter()
    .enumerate()
    {
        let message = from_file(&format!("bad-{number}.txt"), text).map(|_| ()).unwrap_err();
        assert!(message.ends_with(expected), "{message}");
        assert!(message.contains(&format!("bad-{number}.txt")), "{message}");
    }
    let nim = Nim::new();
    let endless = OpeningSource::File("/dev/zero".into());
    let message = Openings::new(nim, "", endless, 1).map(|_| ()).unwrap_err().to_string();
    assert_eq!(message, "/dev/zero has more than 67108864 bytes, which no file of openings needs");
    let missing = OpeningSource::File(Scratch::new("missing.txt").0.clone());
    let message = Openings::new(nim, "", missing, 1).map(|_| ()).unwrap_err().to_string();
    assert!(message.contains("missing.txt: No such file"), "{message}");
}

#[test]
fn random_starts_differ_from_pair_to_pair_and_need_a_game_that_has_them() {
    let tzaar = players::GAMES.find("tzaar").unwrap();
    let starts = |seed: u64| -> Vec<String> {
        let mut openings = Openings::new(tzaar, "", OpeningSource::Starts, seed).unwrap();
        (0..20).map(|pair| openings.of_pair(pair).unwrap().start).collect()
    };
    assert_eq!(starts(1).into_iter().collect::<HashSet<_>>().len(), 20);
    assert_eq!(starts(1), starts(1));
    assert_ne!(starts(1), starts(2));
    let nim = Nim::new();
    let refused = Openings::new(nim, "", OpeningSource::Starts, 1).err().map(|e| e.to_string());
    assert_eq!(refused.as_deref(), Some("'starts' needs a game with random starts, and nim has none"));
    assert!(Openings::new(tzaar, "tournament", OpeningSource::Starts, 1).is_err());
}
