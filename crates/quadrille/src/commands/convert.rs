//! `quadrille convert`: records of games, each replayed by the rules, as text for people or as canonical records.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    cli::{ConvertArgs, RecordFormat},
    failure::Failure,
    input::{self, Limit},
    output, setup,
};
use arena::{GameRecord, people_text, replay};
use game::TextError;
use players::{AnyGame, Games};

pub(crate) fn run(games: Games, args: &ConvertArgs) -> Result<(), Failure> {
    let (entry, _) = setup::game(games, &args.game)?;
    let records = input::read_text(&args.file, Limit::Large)?;
    // Everything is checked before anything is written.
    let mut texts = Vec::new();
    for (nth, line) in records.lines().enumerate() {
        match converted(line, entry, args.to) {
            Ok(Some(text)) => texts.push(text),
            Ok(None) => refuse!("'moves' is not a record format of {}; try 'text'", entry.name()),
            Err(Failure { sentence, .. }) => {
                refuse!("'{}', line {}: {sentence}", args.file.display(), nth + 1)
            }
        }
    }
    let print =
        if args.to == RecordFormat::Jsonl { output::json_line } else { |text: &str| output::line(text) };
    texts.iter().for_each(|text| print(text));
    remark!("{} games replayed", texts.len());
    Ok(())
}

/// A record in another format; `None` if the game does not have this format.
fn converted(line: &str, entry: &'static dyn AnyGame, to: RecordFormat) -> Result<Option<String>, Failure> {
    let record = GameRecord::from_line(line).map_err(|problem| TextError::new(line, problem))?;
    if to == RecordFormat::Text {
        return people_text(&record, entry).map(Some).map_err(Failure::bad);
    }
    let played = replay(&record, entry).map_err(Failure::bad)?.turns;
    if to == RecordFormat::Jsonl {
        return Ok(Some(record.to_line().map_err(Failure::bad)?.trim_end().to_owned()));
    }
    let turns: Vec<&str> = played.iter().map(|(_, turn)| turn.word.as_str()).collect();
    Ok(entry.at_position(&record.header.start)?.move_list(&turns)?)
}
