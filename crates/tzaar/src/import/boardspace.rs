//! Records of Boardspace: `GM[Tzaar]`, `SU[tzaar-standard]`, then `P0[2 Capture E 4 D 4]`, `P0[3 Move D 4 C 3]`, `P0[4 Done]`.
//!
//! A move can also be recorded in two halves (`Pickb`, then `Dropb` or `Dropcap`), and a placement as `OnBoard` or as `Pick`
//! from a rack and `Dropb`. A random start is not in the record and must be given.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{ImportedGame, field_counting_the_hole, no_field};
use crate::{action::TzaarAction, geometry::Field, phase::Phase, piece::Kind, position::Tzaar};
use game::{Game, Notation, Setup, TextError};

/// The field of a column letter and a number that counts the hole: `E` and `6` are our E5.
pub fn field(column: &str, number: &str) -> Result<Field, TextError> {
    let wrong = || no_field(&format!("{column} {number}"));
    let mut letters = column.chars().map(|c| c.to_ascii_uppercase());
    let (Some(letter @ 'A'..='I'), None) = (letters.next(), letters.next()) else { return Err(wrong()) };
    let number: usize = number.parse().map_err(|_| wrong())?;
    field_counting_the_hole(letter as usize - 'A' as usize, number).ok_or_else(wrong)
}

/// What one entry of a record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entry {
    Play(TzaarAction),
    Pick(Source),
    Drop(Field),
    Done,
    Over,
    Nothing,
}

/// Where a piece in the air came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Board(Field),
    Rack(Kind),
}

/// Reads one value of a `P0` or `P1` property. Entries that are not numbered and not known are about the player, not the play.
fn entry(value: &str) -> Result<Entry, TextError> {
    let mut words: Vec<&str> = value.split_whitespace().collect();
    let numbered = words.first().is_some_and(|word| word.parse::<u64>().is_ok());
    if numbered {
        words.remove(0);
    }
    let Some((word, rest)) = words.split_first() else { return Ok(Entry::Nothing) };
    let kind = |rack: &str, number: &str| {
        let known = matches!(rack.to_ascii_lowercase().as_str(), "wr" | "br");
        let kind = number.parse().ok().and_then(Kind::from_index).filter(|_| known);
        kind.ok_or_else(|| TextError::new(value, "names no piece of a rack: wr or br and 0, 1 or 2"))
    };
    Ok(match (word.to_ascii_lowercase().as_str(), rest) {
        ("capture" | "move", &[column, number, to_column, to_number]) => {
            Entry::Play(TzaarAction::step(field(column, number)?, field(to_column, to_number)?))
        }
        ("onboard", &[rack, number, to_column, to_number]) => {
            Entry::Play(TzaarAction::place(kind(rack, number)?, field(to_column, to_number)?))
        }
        ("pickb", &[column, number]) => Entry::Pick(Source::Board(field(column, number)?)),
        ("pick", &[rack, number]) => Entry::Pick(Source::Rack(kind(rack, number)?)),
        ("dropb" | "dropcap", &[column, number]) => Entry::Drop(field(column, number)?),
        ("pass", []) => Entry::Play(TzaarAction::PASS),
        ("done", []) => Entry::Done,
        ("resign", []) => Entry::Over,
        ("start", _) => Entry::Nothing,
        _ if numbered => return Err(TextError::new(value, "is not an entry of a Tzaar record")),
        _ => Entry::Nothing,
    })
}

/// A whole record, from its properties in order. `start` is the start position of records that do not contain theirs.
pub fn game<'a>(
    properties: impl IntoIterator<Item = (&'a str, &'a str)>,
    start: Option<Tzaar>,
) -> Result<ImportedGame, TextError> {
    let mut replay = start.map(Replay::new);
    for (name, value) in properties {
        match name {
            "GM" if !value.eq_ignore_ascii_case("tzaar") => {
                return Err(TextError::new(value, "is another game"));
            }
            "SU" if start.is_none() => replay = Some(Replay::new(setup(value)?)),
            "P0" | "P1" => {
                let entry = entry(value)?;
                if entry == Entry::Nothing {
                    continue;
                }
                let before = || TextError::new(value, "comes before the setup SU");
                if !replay.as_mut().ok_or_else(before)?.take(entry, value)? {
                    break;
                }
            }
            _ => (),
        }
    }
    // A turn that was begun and never ended is left out: the game was given up there.
    let replay = replay.ok_or_else(|| TextError::new("SU", "is missing: it says how the game starts"))?;
    Ok(replay.game)
}

fn setup(value: &str) -> Result<Tzaar, TextError> {
    match value.split_whitespace().next().map(str::to_ascii_lowercase).as_deref() {
        Some("tzaar-standard" | "tzaar") => Tzaar::start(""),
        Some("tzaar-custom") => Ok(Tzaar::empty()),
        Some("tzaar-random") => Err(TextError::new(
            value,
            "is a random start, which the record does not contain: give the position",
        )),
        _ => Err(TextError::new(value, "is not a setup of Tzaar")),
    }
}

struct Replay {
    game: ImportedGame,
    position: Tzaar,
    turn: Vec<TzaarAction>,
    in_the_air: Option<Source>,
}

impl Replay {
    fn new(start: Tzaar) -> Replay {
        let game = ImportedGame { start, turns: Vec::new() };
        Replay { game, position: start, turn: Vec::new(), in_the_air: None }
    }

    /// Takes one entry; `false` if the game ends with it.
    fn take(&mut self, entry: Entry, value: &str) -> Result<bool, TextError> {
        match (entry, self.in_the_air) {
            (Entry::Over, _) => return Ok(false),
            (Entry::Nothing, _) => (),
            (Entry::Play(action), None) => self.play(action, value)?,
            (Entry::Pick(source), None) => self.in_the_air = Some(source),
            (Entry::Drop(to), Some(source)) => {
                self.in_the_air = None;
                match source {
                    Source::Board(from) if from == to => (),
                    Source::Board(from) => self.play(TzaarAction::step(from, to), value)?,
                    Source::Rack(kind) => self.play(TzaarAction::place(kind, to), value)?,
                }
            }
            // A turn that is declared done after its capture has been passed.
            (Entry::Done, None) if self.position.phase() == Phase::Second => {
                self.play(TzaarAction::PASS, value)?
            }
            (Entry::Done, None) => (),
            (_, Some(_)) => return Err(TextError::new(value, "comes while a piece is in the air")),
            (Entry::Drop(_), None) => {
                return Err(TextError::new(value, "drops a piece that was not picked up"));
            }
        }
        Ok(true)
    }

    fn play(&mut self, action: TzaarAction, value: &str) -> Result<(), TextError> {
        if !self.position.is_legal(action) {
            return Err(TextError::new(value, format!("is not legal in {}", self.position.position_text())));
        }
        self.position.play(action);
        self.turn.push(action);
        if self.position.starts_turn() {
            self.game.turns.push(std::mem::take(&mut self.turn));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

    use super::*;
    use crate::{Choice, import::tests::number_counting_the_hole};

    fn shown(field: Field) -> String {
        let column = (b'A' + field.column() as u8) as char;
        format!("{column} {}", number_counting_the_hole(field))
    }

    #[test]
    fn fields_count_the_hole() {
        assert_eq!(field("E", "6").ok(), Field::from_name("E5"));
        assert_eq!(field("e", "9").ok(), Field::from_name("E8"));
        assert_eq!(field("D", "4").ok(), Field::from_name("D4"));
        for (column, number) in
            [("E", "5"), ("E", "10"), ("J", "1"), ("A", "0"), ("AA", "1"), ("A", "x"), ("", "")]
        {
            assert!(field(column, number).is_err(), "{column} {number}");
        }
    }

    /// A record of our own random play; `halves` records picking and dropping.
    fn record(start: &Tzaar, seed: u64, halves: bool) -> (Vec<String>, Vec<Vec<TzaarAction>>) {
        let (mut entries, mut turns, mut turn) =
            (vec!["id \"somebody\"".to_string()], Vec::new(), Vec::new());
        let mut position = *start;
        while position.outcome().is_none() {
            let actions = position.action_list();
            let action = actions[testkit::mix(&[seed, entries.len() as u64]) as usize % actions.len()];
            let capture = position.is_capture(action);
            let texts = match action.choice() {
                Choice::Move { from, to } if halves => {
                    let drop = if capture { "Dropcap" } else { "Dropb" };
                    vec![format!("Pickb {}", shown(from)), format!("{drop} {}", shown(to))]
                }
                Choice::Move { from, to } => {
                    let word = if capture { "Capture" } else { "Move" };
                    vec![format!("{word} {} {}", shown(from), shown(to))]
                }
                Choice::Place { kind, field } if halves => {
                    vec![format!("Pick wr {}", kind.index()), format!("Dropb {}", shown(field))]
                }
                Choice::Place { kind, field } => {
                    vec![format!("OnBoard br {} {}", kind.index(), shown(field))]
                }
                // A turn that is done early has been passed.
                Choice::Pass if halves => vec![],
                Choice::Pass => vec!["Pass".to_string()],
            };
            for text in texts {
                entries.push(format!("{} {text}", entries.len()));
            }
            position.play(action);
            turn.push(action);
            if position.starts_turn() {
                entries.push(format!("{} Done", entries.len()));
                turns.push(std::mem::take(&mut turn));
            }
        }
        (entries, turns)
    }

    #[test]
    fn whole_records_come_back() {
        let starts =
            [("tzaar-standard", Tzaar::start("").expect("a start")), ("tzaar-custom", Tzaar::empty())];
        for (setup, start) in starts {
            for seed in 0..6 {
                let (entries, turns) = record(&start, seed, seed % 2 == 0);
                let head = [("GM", "Tzaar"), ("SU", setup)];
                let moves = entries.iter().map(|entry| ("P0", entry.as_str()));
                let read = game(head.into_iter().chain(moves), None);
                assert_eq!(read, Ok(ImportedGame { start, turns }));
            }
        }
    }

    #[test]
    fn a_random_start_must_be_given() {
        let start = Tzaar::random_start(3);
        let (entries, turns) = record(&start, 1, false);
        let properties = || {
            let moves = entries.iter().map(|entry| ("P1", entry.as_str()));
            [("SU", "tzaar-random 12345")].into_iter().chain(moves)
        };
        assert!(game(properties(), None).expect_err("unknown start").to_string().contains("random start"));
        assert_eq!(game(properties(), Some(start)), Ok(ImportedGame { start, turns }));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let head = [("GM", "Tzaar"), ("SU", "tzaar-standard")];
        for wrong in [
            "1 Capture E 4",
            "1 Capture A 1 A 1",
            "1 Dropb A 1",
            "1 Somersault",
            "1 Capture E 5 D 4",
            "1 Pick wr 9",
        ] {
            assert!(game(head.into_iter().chain([("P0", wrong)]), None).is_err(), "{wrong}");
        }
        assert!(game([("GM", "Hive")], None).is_err());
        assert!(game([("P0", "1 Done")], None).is_err());
        let picked = [("P0", "1 Pickb A 5"), ("P0", "2 Capture A 5 A 4")];
        assert!(game(head.into_iter().chain(picked), None).is_err());
    }

    #[test]
    fn no_record_makes_the_reader_panic() {
        for (setup, start) in
            [("tzaar-standard", Tzaar::start("").expect("a start")), ("tzaar-custom", Tzaar::empty())]
        {
            let (entries, _) = record(&start, 3, true);
            let head = [("GM", "Tzaar".to_string()), ("SU", setup.to_string())];
            let properties: Vec<_> =
                head.into_iter().chain(entries.into_iter().map(|entry| ("P0", entry))).collect();
            crate::import::tests::fuzz_records(&properties, |found| game(found, None));
        }
    }
}
