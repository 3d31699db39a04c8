//! The record of a game: what is kept of it, and its form as one line of JSON.
//!
//! A record is a [`GameHeader`], which is known before the game and is the same whenever and wherever the game is played, and
//! what happened. Files of records are in `record_file.rs`, checking them against the rules in `replay.rs`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use game::{Outcome, Side};
use players::derive_seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the record format that is written and read.
pub const RECORD_VERSION: u32 = 1;

/// Reasons for the end of a game that do not come from its rules.
pub mod reason {
    /// The side to move answered with no turn, or with one that is not legal.
    pub const ILLEGAL_TURN: &str = "illegal turn";
    /// The side to move thought too long.
    pub const TIME_FORFEIT: &str = "time forfeit";
    /// The player of the side to move broke down.
    pub const CRASHED: &str = "crashed";
    /// The player of the side to move did not answer at all, or not even to be ready.
    pub const STALLED: &str = "stalled";
    /// The player of the side to move printed more than anybody could want to read.
    pub const FLOODED: &str = "flooded";
    /// The player of the side to move gave up.
    pub const RESIGNED: &str = "resigned";
    /// The referee of the match has proved who wins.
    pub const PROOF: &str = "proof";
    /// The match allows no more turns: a draw.
    pub const TURN_LIMIT: &str = "turn limit";

    /// Reasons for which the side to move loses.
    pub const FORFEITS: [&str; 6] = [ILLEGAL_TURN, TIME_FORFEIT, CRASHED, STALLED, FLOODED, RESIGNED];

    /// Reasons that say that a player has failed, after which a match may be told to end. Giving up is no failure.
    pub const FAILURES: [&str; 5] = [ILLEGAL_TURN, TIME_FORFEIT, CRASHED, STALLED, FLOODED];
}

/// Everything about a game that is known before it begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameHeader {
    /// [`RECORD_VERSION`].
    pub version: u32,
    /// Addresses the game by the content of its header: equal frames, equal ids.
    pub id: String,
    /// The program that played.
    pub program: String,
    /// Name of the game in the registry.
    pub game: String,
    /// What followed the name and a colon; empty for the usual game.
    pub variant: String,
    /// Canonical specs of the players of the first and of the second side.
    pub players: [String; 2],
    /// The seed of the match; openings and players derive theirs from it.
    pub seed: u64,
    /// Time control in canonical text.
    pub time_control: String,
    /// After this many chosen turns the game is a draw.
    pub max_turns: Option<u32>,
    /// The round of the match, from 1; in a match between two players every pair is a round.
    pub round: u64,
    /// The pair of games with the same opening, from 0; where colours are drawn, the game.
    pub pair: u64,
    /// 1: the first player of the match has the first side. 2: colours swapped.
    pub leg: u8,
    /// Canonical text of the position before the opening.
    pub start: String,
    /// Where the opening comes from: `start`, `random:K#N`, or file and line.
    pub opening: String,
    /// Turns of the opening as words; no player has chosen them.
    pub opening_turns: Vec<String>,
    /// How colours were dealt, unless they were swapped in pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<String>,
    /// The referee that ends games by proof, with its budget, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<String>,
}

impl GameHeader {
    /// The same header with the id that its content asks for.
    pub fn with_id(self) -> GameHeader {
        let plain = GameHeader { id: String::new(), ..self };
        let content = serde_json::to_value(&plain).unwrap_or_default().to_string();
        let letters: Vec<u64> = content.bytes().map(u64::from).collect();
        GameHeader { id: format!("{:016x}", derive_seed(0, &letters)), ..plain }
    }

    /// The first field in which two frames differ, with its value here and there as JSON.
    pub fn difference(&self, other: &GameHeader) -> Option<(String, String, String)> {
        let fields = |header: &GameHeader| match serde_json::to_value(header) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (ours, theirs) = (fields(self), fields(other));
        // The id differs whenever anything else does, and says nothing to a person.
        let names = ours.keys().chain(theirs.keys()).map(String::as_str).filter(|name| *name != "id");
        names.chain(["id"]).find_map(|name| {
            let [here, there] = [&ours, &theirs].map(|fields| fields.get(name).cloned().unwrap_or_default());
            (here != there).then(|| (name.to_owned(), here.to_string(), there.to_string()))
        })
    }
}

/// How a game ended, as people write it; the first side's points come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// The first side has won.
    #[serde(rename = "1-0")]
    FirstWins,
    /// The second side has won.
    #[serde(rename = "0-1")]
    SecondWins,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The text in records.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// Points of a side, in halves: 0, 1 or 2.
    pub fn half_points(self, side: Side) -> u8 {
        match (self, side) {
            (GameResult::Draw, _) => 1,
            (GameResult::FirstWins, Side::First) | (GameResult::SecondWins, Side::Second) => 2,
            _ => 0,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Side::First) => GameResult::FirstWins,
            Outcome::Win(Side::Second) => GameResult::SecondWins,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

/// A turn that a player chose, and what it thought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnRecord {
    /// The turn as one word.
    pub turn: String,
    /// How good the player found it, for itself, in its own units ([`game::Score::raw`]); `null` if it gave none.
    pub score: Option<i32>,
    /// Completed depth in actions.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Milliseconds from the question to the answer, by the clock of the match.
    pub ms: u64,
}

/// What happened in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The turns after the opening.
    pub turns: Vec<TurnRecord>,
    /// Who won.
    pub result: GameResult,
    /// Why the game ended: a word of the game (`goal`, `no move` …) or one of [`reason`].
    pub reason: String,
    /// More about a forfeit, for people: the offending turn, the time it took, the message of a crash.
    pub detail: Option<String>,
    /// Turns of each side that passed the tolerance of a limit per turn without forfeiting it.
    pub late: [u32; 2],
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// What was known before.
    #[serde(flatten)]
    pub header: GameHeader,
    /// What happened.
    #[serde(flatten)]
    pub played: Played,
}

impl GameRecord {
    /// The side that the first player of the match had.
    pub fn side_of_first_player(&self) -> Side {
        if self.header.leg == 1 { Side::First } else { Side::Second }
    }

    /// Points of the first player of the match, in halves.
    pub fn half_points_of_first_player(&self) -> u8 {
        self.played.result.half_points(self.side_of_first_player())
    }

    /// The number of the two games that count as a pair: those of one opening, or any two where colours are drawn, because
    /// then games are independent.
    pub fn pair_of_results(&self) -> u64 {
        if self.header.colours.is_some() { self.header.pair / 2 } else { self.header.pair }
    }

    /// The record as one line of JSON, with its line end. Its last field is a checksum of the others.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        let content = serde_json::to_string(self)?;
        let fields = content.strip_suffix('}').unwrap_or(&content);
        Ok(format!("{fields},\"{CHECKSUM}\":\"{}\"}}\n", checksum(&content)))
    }

    /// Reads a line of JSON, with or without a checksum; the error continues a sentence that names the line.
    pub fn from_line(line: &str) -> Result<GameRecord, String> {
        #[derive(Deserialize)]
        struct Envelope {
            version: u32,
            crc32: Option<String>,
        }
        let problem = |error: serde_json::Error| {
            if error.is_eof() {
                format!("is cut off: {error}")
            } else {
                format!("is not a game record: {error}")
            }
        };
        let Envelope { version, crc32 } = serde_json::from_str(line).map_err(problem)?;
        if version != RECORD_VERSION {
            return Err(format!("has version {version}; this program reads version {RECORD_VERSION}"));
        }
        if let Some(stated) = crc32 {
            check_sum(line, &stated)?;
        }
        let record: GameRecord = serde_json::from_str(line).map_err(problem)?;
        match record.header.leg {
            1 | 2 => Ok(record),
            leg => Err(format!("has leg {leg}; a pair has the legs 1 and 2")),
        }
    }
}

/// The name of the field with the checksum.
const CHECKSUM: &str = "crc32";

/// The CRC-32 of a text, as eight hexadecimal digits.
fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Compares the checksum that a line states with that of its other fields, however they are spaced.
fn check_sum(line: &str, stated: &str) -> Result<(), String> {
    let mut fields: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap_or_default();
    fields.shift_remove(CHECKSUM);
    let found = checksum(&Value::Object(fields).to_string());
    if found != stated {
        return Err(format!("is damaged: its checksum is {stated}, that of its content is {found}"));
    }
    Ok(())
}
