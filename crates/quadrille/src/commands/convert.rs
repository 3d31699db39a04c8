//! `quadrille convert`: records of games, each replayed by the rules, as text for people or as canonical records.

use crate::{
    cli::{ConvertArgs, RecordFormat},
    failure::Failure,
    output, setup,
};
use arena::{people_text, read_records, replay};
use players::Games;

pub(crate) fn run(games: Games, args: &ConvertArgs) -> Result<(), Failure> {
    let (entry, _) = setup::game(games, &args.game)?;
    let records = read_records(&args.file)?;
    // Everything is checked before anything is written.
    let mut texts = Vec::new();
    for (nth, record) in records.iter().enumerate() {
        let at_line =
            |problem: String| Failure::bad(format!("'{}', line {}: {problem}", args.file.display(), nth + 1));
        let text = match args.to {
            RecordFormat::Text => people_text(record, entry).map_err(|e| at_line(e.to_string()))?,
            RecordFormat::Jsonl => {
                replay(record, entry).map_err(|e| at_line(e.to_string()))?;
                record.to_line().map_err(|e| at_line(e.to_string()))?.trim_end().to_owned()
            }
            RecordFormat::Moves => {
                let played = replay(record, entry).map_err(|e| at_line(e.to_string()))?.turns;
                let start = entry.at_position(&record.header.start).map_err(|e| at_line(e.to_string()))?;
                let turns: Vec<&str> = played.iter().map(|(_, turn)| turn.word.as_str()).collect();
                let list = start.move_list(&turns).map_err(|e| at_line(e.to_string()))?;
                list.ok_or_else(|| {
                    Failure::bad(format!("'moves' is not a record format of {}; try 'text'", entry.name()))
                })?
            }
        };
        texts.push(text);
    }
    texts.iter().for_each(|text| output::line(text));
    output::remark(&format!("{} games replayed", records.len()));
    Ok(())
}
