//! What the club's API says, as far as a robot needs it. Fields that are not listed are ignored, so that the API may grow.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use game::Side;
use serde::Deserialize;

/// A member with its rating.
#[derive(Clone, Debug, Deserialize)]
pub struct Person {
    pub name: String,
    pub robot: bool,
    pub rating: f64,
    pub provisional: bool,
}

/// The robot itself.
#[derive(Clone, Debug, Deserialize)]
pub struct Account {
    pub name: String,
    pub robot: bool,
    #[serde(default)]
    pub scopes: Vec<String>,
}

/// Seconds of a live game, or days of a turn-based one.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Clock {
    pub initial: Option<u64>,
    pub increment: Option<u64>,
    pub days: Option<u64>,
}

impl Clock {
    /// Does a clock run?
    pub fn is_live(&self) -> bool {
        self.days.is_none()
    }
}

/// A challenge.
#[derive(Clone, Debug, Deserialize)]
pub struct Challenge {
    pub id: String,
    pub from: Person,
    pub game: String,
    pub variant: String,
    pub rated: bool,
    pub clock: Clock,
}

/// All open challenges to the robot.
#[derive(Debug, Deserialize)]
pub struct Challenges {
    pub incoming: Vec<Challenge>,
}

/// The game that an accepted challenge has become.
#[derive(Debug, Deserialize)]
pub struct Accepted {
    pub game_id: String,
}

/// A game as its player sees it, in lists and in events.
#[derive(Clone, Debug, Deserialize)]
pub struct Playing {
    pub id: String,
    pub game: String,
    pub side: Seat,
    pub rated: bool,
    pub clock: Clock,
    pub opponent: Person,
    pub version: u64,
    pub is_my_turn: bool,
    pub status: String,
    pub winner: Option<Seat>,
    pub reason: Option<String>,
}

/// A side in the API's words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    First,
    Second,
}

impl Seat {
    pub fn side(self) -> Side {
        match self {
            Seat::First => Side::First,
            Seat::Second => Side::Second,
        }
    }
}

/// All running games.
#[derive(Debug, Deserialize)]
pub struct Games {
    pub games: Vec<Playing>,
}

/// A whole game.
#[derive(Clone, Debug, Deserialize)]
pub struct Full {
    pub start: String,
    pub state: State,
}

/// What changes in a game.
#[derive(Clone, Debug, Deserialize)]
pub struct State {
    pub version: u64,
    pub turns: String,
    pub to_move: Seat,
    pub status: String,
    pub reason: Option<String>,
    pub first_ms: Option<u64>,
    pub second_ms: Option<u64>,
    #[serde(default)]
    pub elapsed_ms: u64,
}

impl State {
    /// What the clocks of both sides showed when the turn began, in milliseconds.
    pub fn clocks(&self) -> Option<[u64; 2]> {
        Some([self.first_ms?, self.second_ms?])
    }
}

/// Stored events.
#[derive(Debug, Deserialize)]
pub struct Events {
    pub events: Vec<Event>,
    pub last: i64,
}

/// An event; those of other types are not read.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Event {
    GameFinish {
        game: Playing,
    },
    ChallengeCanceled {
        challenge: Challenge,
    },
    #[serde(other)]
    Other,
}
