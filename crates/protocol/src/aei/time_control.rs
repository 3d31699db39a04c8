//! A time control with a reserve, as the options that describe it. Runs no clock.

use super::{Setting, Time};
use std::time::Duration;

/// A time control. Zero means no limit, except for the time per move and the reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// For each move.
    pub per_move: Duration,
    /// Reserve at the start.
    pub reserve: Duration,
    /// Per cent of the unused time of a move that are added to the reserve.
    pub percent: u32,
    /// Upper limit of the reserve.
    pub most_reserve: Duration,
    /// For the whole game.
    pub total: Duration,
    /// Most turns of a game; it cannot be given together with `total`.
    pub turns: u32,
    /// For one turn, with all reserve.
    pub per_turn: Duration,
}

impl TimeControl {
    /// The time control before any option is set: no limits.
    pub const UNLIMITED: TimeControl = TimeControl {
        per_move: Duration::ZERO,
        reserve: Duration::ZERO,
        percent: 100,
        most_reserve: Duration::ZERO,
        total: Duration::ZERO,
        turns: 0,
        per_turn: Duration::ZERO,
    };

    /// The options that describe it to an engine.
    pub fn settings(&self) -> [Setting; 7] {
        [
            Setting::Time(Time::Move, self.per_move),
            Setting::Time(Time::Reserve, self.reserve),
            Setting::Percent(self.percent),
            Setting::Time(Time::MostReserve, self.most_reserve),
            Setting::Time(Time::Total, self.total),
            Setting::Turns(self.turns),
            Setting::Time(Time::Turn, self.per_turn),
        ]
    }

    /// Applies an option that is part of a time control; false if it is not.
    pub fn apply(&mut self, setting: &Setting) -> bool {
        match *setting {
            Setting::Time(Time::Move, time) => self.per_move = time,
            Setting::Time(Time::Reserve, time) => self.reserve = time,
            Setting::Time(Time::MostReserve, time) => self.most_reserve = time,
            Setting::Time(Time::Total, time) => self.total = time,
            Setting::Time(Time::Turn, time) => self.per_turn = time,
            Setting::Percent(percent) => self.percent = percent,
            Setting::Turns(turns) => self.turns = turns,
            _ => return false,
        }
        true
    }
}
