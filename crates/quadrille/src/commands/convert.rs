//! `quadrille convert`: records of games, each replayed by the rules, as text for people or as canonical records.

use crate::{
    cli::{ConvertArgs, RecordFormat},
    failure::Failure,
    output, setup,
};
use arena::{GameRecord, people_text, read_records, replay};
use players::{AnyGame, Games};

pub(crate) fn run(games: Games, args: &ConvertArgs) -> Result<(), Failure> {
    let (entry, _) = setup::game(games, &args.game)?;
    let records = read_records(&args.file)?;
    // Everything is checked before anything is written.
    let mut texts = Vec::new();
    for (nth, record) in records.iter().enumerate() {
        match converted(record, entry, args.to) {
            Ok(Some(text)) => texts.push(text),
            Ok(None) => refuse!("'moves' is not a record format of {}; try 'text'", entry.name()),
            Err(Failure { sentence, .. }) => {
                refuse!("'{}', line {}: {sentence}", args.file.display(), nth + 1)
            }
        }
    }
    texts.iter().for_each(output::line);
    remark!("{} games replayed", records.len());
    Ok(())
}

/// The record in another format; `None` if the game does not have this format.
fn converted(
    record: &GameRecord,
    entry: &'static dyn AnyGame,
    to: RecordFormat,
) -> Result<Option<String>, Failure> {
    if to == RecordFormat::Text {
        return people_text(record, entry).map(Some).map_err(Failure::bad);
    }
    let played = replay(record, entry).map_err(Failure::bad)?.turns;
    if to == RecordFormat::Jsonl {
        return Ok(Some(record.to_line().map_err(Failure::bad)?.trim_end().to_owned()));
    }
    let turns: Vec<&str> = played.iter().map(|(_, turn)| turn.word.as_str()).collect();
    Ok(entry.at_position(&record.header.start)?.move_list(&turns)?)
}
