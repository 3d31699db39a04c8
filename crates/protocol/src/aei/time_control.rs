//! Time controls as text: `move/reserve/percent/most reserve/game/turn`, e.g. `15s/90s/100/2m/2h/5m`. Runs no clock.

use super::{Setting, Time};
use game::TextError;
use std::{fmt, time::Duration};

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

    /// Reads a time control. A number without a unit is minutes, for the game hours; with colons each further number is in
    /// the next smaller unit. All but the first two parts may be missing.
    pub fn parse(text: &str) -> Result<TimeControl, TextError> {
        let parts: Vec<&str> = text.trim().split('/').collect();
        let problem = "is not a time control; expected move/reserve/percent/most reserve/game/turn such as \
                       15s/90s/100/2m/2h/5m";
        if parts.len() < 2 || parts.len() > 6 || parts[1].is_empty() {
            return Err(TextError::new(text, problem));
        }
        let part = |nth: usize| parts.get(nth).copied().unwrap_or("");
        let percent = match part(2) {
            "" => 100,
            digits => small(digits)
                .ok_or_else(|| TextError::new(digits, "is not a percentage; expected as in 15s/90s/100"))?,
        };
        let (total, turns) = match part(4).strip_suffix('t') {
            None => (field(part(4), 'h')?, 0),
            Some(digits) => {
                let turns = small(digits);
                let problem = "is not a number of turns; expected as in 40t";
                (Duration::ZERO, turns.ok_or_else(|| TextError::new(part(4), problem))?)
            }
        };
        Ok(TimeControl {
            per_move: field(part(0), 'm')?,
            reserve: field(part(1), 'm')?,
            percent,
            most_reserve: field(part(3), 'm')?,
            total,
            turns,
            per_turn: field(part(5), 'm')?,
        })
    }

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

/// The units and their seconds, from the largest to the smallest.
const UNITS: [(char, u64); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];
/// More than a year is a mistake.
const MOST: u64 = 366 * 86_400;

/// Reads a part such as `90s`, `1m30s`, `1:30` or `2`; an empty part is zero. `unit` is the unit of a bare number.
fn field(text: &str, unit: char) -> Result<Duration, TextError> {
    let wrong = || TextError::new(text, "is not a time; expected as in 90s, 1m30s, 2h or 1:30");
    let mut unit = UNITS.iter().position(|&(u, _)| u == unit);
    let mut seconds: u64 = 0;
    let mut rest = text;
    if rest.starts_with(':') {
        // Nothing of the largest unit.
        unit = unit.map(|nth| nth + 1);
        rest = &rest[1..];
        if rest.is_empty() {
            return Err(wrong());
        }
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: u64 = rest[..end].parse().map_err(|_| wrong())?;
        let sign = rest[end..].chars().next();
        let length = match sign {
            None | Some(':') => {
                let nth = unit.filter(|&nth| nth < UNITS.len()).ok_or_else(wrong)?;
                unit = Some(nth + 1);
                UNITS[nth].1
            }
            Some(sign) => UNITS.iter().find(|&&(u, _)| u == sign).ok_or_else(wrong)?.1,
        };
        seconds = number.checked_mul(length).and_then(|part| seconds.checked_add(part)).ok_or_else(wrong)?;
        rest = &rest[end + sign.map_or(0, char::len_utf8)..];
    }
    if seconds > MOST { Err(wrong()) } else { Ok(Duration::from_secs(seconds)) }
}

fn small(digits: &str) -> Option<u32> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

/// A part in the largest units that fit; fractions of seconds as they are.
fn field_text(time: Duration) -> String {
    let mut text = String::new();
    let mut left = time.as_secs();
    for (unit, length) in UNITS {
        if left >= length {
            text += &format!("{}{unit}", left / length);
            left %= length;
        }
    }
    if text.is_empty() { "0".into() } else { text }
}

impl fmt::Display for TimeControl {
    /// Omits trailing parts that are unlimited. Times are truncated to whole seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = if self.turns > 0 { format!("{}t", self.turns) } else { field_text(self.total) };
        let mut parts = vec![field_text(self.per_move), field_text(self.reserve), self.percent.to_string()];
        parts.extend([field_text(self.most_reserve), game, field_text(self.per_turn)]);
        let silent = ["", "", "100", "0", "0", "0"];
        while parts.len() > 2 && parts[parts.len() - 1] == silent[parts.len() - 1] {
            parts.pop();
        }
        write!(f, "{}", parts.join("/"))
    }
}
