//! Records as lines of JSON, and the files that hold them.

use crate::common::Scratch;
use arena::{
    GameHeader, GameRecord, GameResult, Played, RECORD_VERSION, RecordFile, TurnRecord, read_records,
};
use game::{Outcome, Side};
use std::{fs, path::Path};

fn example(pair: u64, leg: u8) -> GameRecord {
    let header = GameHeader {
        version: RECORD_VERSION,
        id: String::new(),
        program: "quadrille 0.1.0".into(),
        game: "nim".into(),
        variant: "3/5".into(),
        start: "3/5 first".into(),
        opening: "start".into(),
        opening_turns: vec!["a1".into()],
        round: pair + 1,
        pair,
        leg,
        players: ["perfect".into(), "random".into()],
        seed: u64::MAX,
        time_control: "nodes=10".into(),
        max_turns: None,
        colours: None,
        adjudication: None,
    };
    let turn = TurnRecord { turn: "b5".into(), score: Some(-7), depth: 2, nodes: 10, ms: 0 };
    let played = Played {
        turns: vec![turn],
        result: GameResult::SecondWins,
        reason: "nothing left".into(),
        detail: Some("é\n".into()),
        late: [0, 1],
    };
    GameRecord { header: header.with_id(), played }
}

#[test]
fn a_record_is_one_line_that_reads_back() {
    let record = example(3, 2);
    let line = record.to_line().unwrap();
    assert_eq!(line.matches('\n').count(), 1);
    assert!(line.starts_with("{\"version\":1,\"id\":\""), "{line}");
    assert_eq!(GameRecord::from_line(line.trim_end()), Ok(record));
}

#[test]
fn every_cut_of_a_line_is_an_error() {
    let line = example(0, 1).to_line().unwrap();
    for (cut, _) in line.trim_end().char_indices() {
        let problem = GameRecord::from_line(&line[..cut]).unwrap_err();
        // A number cut off after its minus sign is the one case that the parser calls wrong instead of short.
        let known = problem.starts_with("is cut off: ") || problem.contains("invalid number");
        assert!(known, "{cut}: {problem}");
    }
}

#[test]
fn wrong_records_are_told_apart() {
    let line = without_checksum(&example(0, 1).to_line().unwrap());
    let problem = |from: &str, to: &str| GameRecord::from_line(&line.replace(from, to)).unwrap_err();
    assert_eq!(problem("\"version\":1", "\"version\":9"), "has version 9; this program reads version 1");
    assert_eq!(problem("\"leg\":1", "\"leg\":3"), "has leg 3; a pair has the legs 1 and 2");
    assert!(problem("0-1", "2-1").contains("unknown variant `2-1`, expected one of `1-0`, `0-1`"));
    assert!(problem("\"reason\"", "\"season\"").contains("missing field `reason`"));
    assert!(problem("{", "[").starts_with("is not a game record: "));
}

#[test]
fn every_changed_byte_is_noticed() {
    let record = example(0, 1);
    let line = record.to_line().unwrap();
    let line = line.trim_end();
    for at in (0..line.len()).filter(|&at| line.is_char_boundary(at) && line.is_char_boundary(at + 1)) {
        for other in ['0', '1', 'x', ' '].into_iter().filter(|other| !line[at..].starts_with(*other)) {
            let changed = format!("{}{other}{}", &line[..at], &line[at + 1..]);
            // Without the name of its checksum, a line is one of an older program.
            let renamed = !changed.contains("\"crc32\":\"");
            let read = GameRecord::from_line(&changed);
            assert!(read.is_err() || renamed && read.as_ref() == Ok(&record), "{changed}: {read:?}");
        }
    }
    let problem = GameRecord::from_line(&line.replace("0-1", "1-0")).unwrap_err();
    assert!(problem.starts_with("is damaged: its checksum is "), "{problem}");
}

#[test]
fn spaces_and_a_missing_checksum_are_no_damage() {
    let record = example(0, 1);
    let line = record.to_line().unwrap();
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    let spaced = serde_json::to_string_pretty(&value).unwrap();
    assert_eq!(GameRecord::from_line(&spaced), Ok(record.clone()));
    assert_eq!(GameRecord::from_line(&without_checksum(&line)), Ok(record));
}

/// The line as programs before the checksum wrote it.
fn without_checksum(line: &str) -> String {
    format!("{}}}", line.rsplit_once(",\"crc32\":").unwrap().0)
}

#[test]
fn ids_depend_on_the_frame_and_on_nothing_else() {
    let (one, other) = (example(0, 1).header, example(0, 2).header);
    assert_eq!(one.id, one.clone().with_id().id);
    assert_ne!(one.id, other.id);
}

#[test]
fn differences_are_named() {
    let header = example(0, 1).header;
    let other = GameHeader { seed: 8, ..header.clone() }.with_id();
    assert_eq!(header.difference(&header), None);
    assert_eq!(header.difference(&other), Some(("seed".into(), u64::MAX.to_string(), "8".into())));
    let drawn = GameHeader { colours: Some("random".into()), ..header.clone() }.with_id();
    assert_eq!(header.difference(&drawn), Some(("colours".into(), "null".into(), "\"random\"".into())));
    assert_eq!(drawn.difference(&header), Some(("colours".into(), "\"random\"".into(), "null".into())));
    let renamed = GameHeader { id: "x".into(), ..header.clone() };
    assert_eq!(header.difference(&renamed).unwrap().0, "id");
}

#[test]
fn drawn_colours_pair_any_two_games() {
    let mut record = example(5, 2);
    assert_eq!(record.pair_of_results(), 5);
    record.header.colours = Some("random".into());
    assert_eq!(record.pair_of_results(), 2);
    assert!(record.to_line().unwrap().contains("\"colours\":\"random\""));
}

#[test]
fn points_follow_the_first_player_of_the_match() {
    assert_eq!(example(0, 1).half_points_of_first_player(), 0);
    assert_eq!(example(0, 2).half_points_of_first_player(), 2);
    assert_eq!(GameResult::Draw.half_points(Side::First), 1);
    assert_eq!(GameResult::from(Outcome::Win(Side::First)).half_points(Side::First), 2);
}

fn write_three(path: &Path) -> Vec<GameRecord> {
    let records = vec![example(0, 1), example(0, 2), example(1, 1)];
    let mut file = RecordFile::create(path).unwrap();
    records.iter().for_each(|r| file.append(r).unwrap());
    records
}

#[test]
fn what_is_written_is_read() {
    let scratch = Scratch::new("read.jsonl");
    let records = write_three(&scratch.0);
    assert_eq!(read_records(&scratch.0).unwrap(), records);
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let scratch = Scratch::new("exists.jsonl");
    write_three(&scratch.0);
    let before = fs::read(&scratch.0).unwrap();
    let error = RecordFile::create(&scratch.0).unwrap_err().to_string();
    assert!(error.ends_with("exists already; resume that match or name another file"), "{error}");
    assert_eq!(fs::read(&scratch.0).unwrap(), before);
}

#[test]
fn a_file_has_one_writer() {
    let scratch = Scratch::new("locked.jsonl");
    let _writer = RecordFile::create(&scratch.0).unwrap();
    let error = RecordFile::resume(&scratch.0).unwrap_err().to_string();
    assert!(error.ends_with("is being written by another match"), "{error}");
}

#[test]
fn a_cut_last_line_is_an_error_for_readers_and_repaired_on_resume() {
    let scratch = Scratch::new("cut.jsonl");
    let records = write_three(&scratch.0);
    let whole = fs::read(&scratch.0).unwrap();
    let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
    // Every byte near the end of a line, and some of the others: each cut costs a few system calls.
    let matters = |cut: &usize| cut.is_multiple_of(7) || ends.iter().any(|end| end.abs_diff(*cut) < 4);
    for cut in (0..=whole.len()).filter(matters) {
        fs::write(&scratch.0, &whole[..cut]).unwrap();
        // A record is complete when nothing but its line end is missing.
        let complete = ends.iter().filter(|&&end| end <= cut + 1).count();
        let is_torn = cut != 0 && !ends.iter().any(|&end| end == cut || end == cut + 1);
        match read_records(&scratch.0) {
            Ok(read) => assert!(!is_torn && read == records[..complete], "cut at {cut}"),
            Err(error) => {
                let place = format!(".jsonl, line {}: '", complete + 1);
                assert!(is_torn && error.to_string().contains(&place), "cut at {cut}: {error}");
            }
        }
        let mut resumed = RecordFile::resume(&scratch.0).unwrap();
        assert_eq!(resumed.records, records[..complete], "cut at {cut}");
        assert_eq!(resumed.warning.is_some(), is_torn, "cut at {cut}");
        records[complete..].iter().for_each(|r| resumed.file.append(r).unwrap());
        drop(resumed);
        assert_eq!(fs::read(&scratch.0).unwrap(), whole, "cut at {cut}");
    }
}

#[test]
fn a_bad_line_in_the_middle_is_never_forgiven() {
    let scratch = Scratch::new("middle.jsonl");
    write_three(&scratch.0);
    let text = fs::read_to_string(&scratch.0).unwrap();
    let broken = text.replacen("\"leg\":2", "\"leg\":", 1);
    fs::write(&scratch.0, &broken).unwrap();
    for error in [read_records(&scratch.0).unwrap_err(), RecordFile::resume(&scratch.0).unwrap_err()] {
        let message = error.to_string();
        assert!(message.contains(".jsonl, line 2: '{"), "{message}");
        assert!(message.contains("is not a game record"), "{message}");
    }
    assert_eq!(fs::read_to_string(&scratch.0).unwrap(), broken);
}

/// A file without end, which must not fill the memory.
#[test]
fn a_line_without_end_is_refused() {
    let endless = Path::new("/dev/zero");
    if endless.exists() {
        let message = read_records(endless).unwrap_err().to_string();
        assert_eq!(message, "/dev/zero, line 1: it has more than 16777216 bytes, which no record has");
    }
}

#[test]
fn a_missing_file_is_named() {
    let scratch = Scratch::new("missing.jsonl");
    let error = read_records(&scratch.0).unwrap_err().to_string();
    assert!(error.contains("missing.jsonl: "), "{error}");
    assert!(RecordFile::resume(&scratch.0).unwrap().records.is_empty());
}
