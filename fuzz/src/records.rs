//! Records of games: our own lines of JSON, and the forms of other programs.

use arena::{GameRecord, replay};
use players::GAMES;

/// A line of a record file.
pub(crate) fn record(line: &str) -> bool {
    let Ok(record) = GameRecord::from_line(line) else { return false };
    let written = printed(&record);
    let back = GameRecord::from_line(written.trim_end());
    assert_eq!(back.as_ref(), Ok(&record), "{line:?} was written as {written:?}");
    assert_eq!(printed(&record), written);
    let Ok(game) = GAMES.find(&record.header.game) else { return true };
    if let Ok(replayed) = replay(&record, game) {
        let turns = record.header.opening_turns.len() + record.played.turns.len();
        assert_eq!(replayed.turns.len(), turns, "a replay of {written:?}");
    }
    true
}

fn printed(record: &GameRecord) -> String {
    record.to_line().unwrap_or_else(|error| panic!("{record:?} cannot be written: {error}"))
}

/// A record of a game server or a list of moves; every game tries to read it.
pub(crate) fn import(text: &str) -> bool {
    let mut read = false;
    for game in GAMES.iter() {
        let Some(Ok((start, turns))) = game.read_record(text) else { continue };
        let board = game.at_position(&start);
        let mut board = board.unwrap_or_else(|error| panic!("the start of a record is refused: {error}"));
        assert_eq!(board.position_text(), start);
        for turn in turns {
            let played = board.play(&turn);
            let played = played.unwrap_or_else(|error| panic!("a turn of a record is refused: {error}"));
            assert_eq!(played.word, turn);
        }
        read = true;
    }
    read
}
