//! Time controls and the clocks of one game: how long a player may think, and when it has thought too long.
//!
//! Everything here is arithmetic on durations that others have measured. The only thing that looks at a real clock is
//! [`WallClock`], so that tests can put another one in its place.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use game::{Side, TextError};
use players::{Limits, Milliseconds, Number, SettingValue, TimeLimit};
use std::{
    fmt,
    str::FromStr,
    time::{Duration, Instant},
};

/// What bounds the thinking of both players in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// This much time for every turn: `1s`.
    PerTurn(Milliseconds),
    /// A clock for the whole game, with something added after every turn: `60s+0.5s`.
    PerGame {
        /// What the clock shows at the beginning.
        base: Milliseconds,
        /// What a finished turn adds.
        increment: Milliseconds,
    },
    /// This many nodes for every turn: `nodes=10000`.
    Nodes(u64),
    /// Searches of this depth, in actions: `depth=4`.
    Depth(u32),
}

impl TimeControl {
    const FORMS: &str = "is not a time control; write 1s (per turn), 60s+0.5s (per game with increment), nodes=10000 or depth=4";
}

impl FromStr for TimeControl {
    type Err = TextError;

    fn from_str(text: &str) -> Result<TimeControl, TextError> {
        let bad = || TextError::new(text, Self::FORMS);
        let time = |t: &str| Milliseconds::parse(t);
        if let Some(number) = text.strip_prefix("nodes=") {
            let nodes = Number::<1, { i64::MAX }>::parse(number).ok_or_else(bad)?;
            return Ok(TimeControl::Nodes(nodes.0.unsigned_abs()));
        }
        if let Some(number) = text.strip_prefix("depth=") {
            let depth = number.parse().ok().filter(|&d| d > 0).ok_or_else(bad)?;
            return Ok(TimeControl::Depth(depth));
        }
        if let Some((base, increment)) = text.split_once('+') {
            let base = time(base).filter(|t| t.0 > 0).ok_or_else(bad)?;
            return Ok(TimeControl::PerGame { base, increment: time(increment).ok_or_else(bad)? });
        }
        Ok(TimeControl::PerTurn(time(text).filter(|t| t.0 > 0).ok_or_else(bad)?))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::PerTurn(time) => write!(f, "{}", time.text()),
            TimeControl::PerGame { base, increment } => write!(f, "{}+{}", base.text(), increment.text()),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

/// How a clock judges the time that a turn took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// Within the limit, or over it by no more than a player is allowed.
    InTime,
    /// Longer than allowed, yet so little that the machine may be to blame: counted, not punished.
    Late,
    /// The side loses by time forfeit.
    Forfeit,
}

/// The clocks of both sides in one game.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    remaining: [Duration; 2],
}

impl Clocks {
    /// A game clock is shared out as if this many turns were still to come.
    const TURNS_TO_COME: u32 = 30;
    /// A turn may take this many times its share when the search is in the middle of something.
    const STRETCH: u32 = 4;
    /// How much of the increment is spent at once, in quarters.
    const INCREMENT_QUARTERS: u32 = 3;
    /// Kept on a game clock against the moments when the machine is busy with something else: this, or half of the time at
    /// the beginning if that is less. In a trial on an overloaded machine (two cores, load 5, 1000 games at 200ms+2ms) a
    /// reserve that shrank with the clock lost 41 games on time, this one 2.
    const RESERVE: Duration = Duration::from_millis(100);
    /// Even a side that has only its reserve left may use this part of it for a turn.
    const LEAST_SHARE: u32 = 100;
    /// What every player keeps to: a limit per turn is passed by at most this or 2 %, whichever is more.
    pub const TOLERANCE: Duration = Duration::from_millis(20);
    /// Players in this process share its cores with others; a limit per turn is forfeited when it is passed by more than
    /// this or 10 %, whichever is more.
    pub const GRACE: Duration = Duration::from_millis(100);

    /// Both clocks at the start of a game.
    pub fn new(control: TimeControl) -> Clocks {
        let remaining = match control {
            TimeControl::PerGame { base, .. } => Duration::from_millis(base.0),
            _ => Duration::ZERO,
        };
        Clocks { control, remaining: [remaining; 2] }
    }

    /// What the side may use for its next turn.
    pub fn limits(&self, side: Side) -> Limits {
        let mut limits = Limits::default();
        match self.control {
            TimeControl::PerTurn(time) => {
                limits.time = Some(TimeLimit::exactly(Duration::from_millis(time.0)));
            }
            TimeControl::PerGame { base, increment } => {
                let [base, increment] = [base, increment].map(|time| Duration::from_millis(time.0));
                limits.time = Some(Self::share(self.remaining(side), base, increment));
            }
            TimeControl::Nodes(nodes) => limits.nodes = Some(nodes),
            TimeControl::Depth(depth) => limits.depth = Some(depth),
        }
        limits
    }

    /// Takes the time of a turn off the side's clock and adds the increment if the turn was in time.
    pub fn spend(&mut self, side: Side, spent: Duration) -> Timing {
        match self.control {
            TimeControl::Nodes(_) | TimeControl::Depth(_) => Timing::InTime,
            TimeControl::PerTurn(limit) => {
                let limit = Duration::from_millis(limit.0);
                match spent.saturating_sub(limit) {
                    over if over <= Self::TOLERANCE.max(limit / 50) => Timing::InTime,
                    over if over <= Self::GRACE.max(limit / 10) => Timing::Late,
                    _ => Timing::Forfeit,
                }
            }
            TimeControl::PerGame { increment, .. } => {
                let [first, second] = &mut self.remaining;
                let clock = if side == Side::First { first } else { second };
                let Some(left) = clock.checked_sub(spent) else {
                    *clock = Duration::ZERO;
                    return Timing::Forfeit;
                };
                *clock = left + Duration::from_millis(increment.0);
                Timing::InTime
            }
        }
    }

    /// What a game clock still shows; zero under the other controls, which have none.
    pub fn remaining(&self, side: Side) -> Duration {
        let [first, second] = self.remaining;
        if side == Side::First { first } else { second }
    }

    /// What a finished turn adds to a game clock; `None` under the other controls, which have no clock.
    pub fn increment(&self) -> Option<Duration> {
        match self.control {
            TimeControl::PerGame { increment, .. } => Some(Duration::from_millis(increment.0)),
            _ => None,
        }
    }

    /// The share of a game clock that one turn gets. The hard limit leaves the reserve alone while there is one, and half of
    /// the clock in any case.
    fn share(remaining: Duration, base: Duration, increment: Duration) -> TimeLimit {
        let reserve = Self::RESERVE.min(base / 2);
        let most = remaining - reserve.min(remaining / 2);
        let share = remaining.saturating_sub(reserve) / Self::TURNS_TO_COME
            + increment * Self::INCREMENT_QUARTERS / 4;
        let share = share.max(remaining / Self::LEAST_SHARE);
        TimeLimit { soft: share.min(most), hard: (share * Self::STRETCH).min(most) }
    }
}

/// Something that tells the time since a moment of its own choice.
pub trait TimeSource: Sync {
    /// The time now; never less than before.
    fn now(&self) -> Duration;
}

/// Wall-clock time.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that begins at zero now.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl TimeSource for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clocks(control: &str) -> Clocks {
        Clocks::new(control.parse().unwrap())
    }

    #[test]
    fn controls_read_back_what_they_print() {
        for (text, canonical) in [
            ("1s", "1s"),
            ("0.25s", "250ms"),
            ("2m", "120s"),
            ("60s+0.5s", "60s+500ms"),
            ("10+0", "10s+0s"),
            ("nodes=1e4", "nodes=10000"),
            ("depth=6", "depth=6"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(control));
        }
    }

    #[test]
    fn bad_controls_are_quoted() {
        for bad in [
            "", "0s", "0s+1s", "-1s", "1s+", "+1s", "1s+1s+1s", "nodes=0", "nodes=x", "depth=0", "depth=-1",
            "1h",
        ] {
            let message = bad.parse::<TimeControl>().unwrap_err().to_string();
            assert!(message.starts_with(&format!("'{bad}' is not a time control; write 1s")), "{message}");
        }
    }

    #[test]
    fn a_turn_limit_has_a_tolerance_and_a_grace() {
        let mut short = clocks("100ms");
        assert_eq!(short.limits(Side::First).time, Some(TimeLimit::exactly(ms(100))));
        assert_eq!(short.spend(Side::First, ms(120)), Timing::InTime);
        assert_eq!(short.spend(Side::First, ms(121)), Timing::Late);
        assert_eq!(short.spend(Side::First, ms(200)), Timing::Late);
        assert_eq!(short.spend(Side::First, ms(201)), Timing::Forfeit);
        let mut long = clocks("10s");
        assert_eq!(long.spend(Side::Second, ms(10_200)), Timing::InTime);
        assert_eq!(long.spend(Side::Second, ms(11_000)), Timing::Late);
        assert_eq!(long.spend(Side::Second, ms(11_001)), Timing::Forfeit);
    }

    #[test]
    fn a_game_clock_runs_for_one_side_at_a_time() {
        let mut clocks = clocks("1s+100ms");
        assert_eq!(clocks.spend(Side::First, ms(300)), Timing::InTime);
        assert_eq!(clocks.remaining(Side::First), ms(800));
        assert_eq!(clocks.remaining(Side::Second), ms(1000));
        assert_eq!(clocks.spend(Side::First, ms(800)), Timing::InTime);
        assert_eq!(clocks.spend(Side::First, ms(101)), Timing::Forfeit);
        assert_eq!(clocks.remaining(Side::First), ms(0));
    }

    #[test]
    fn a_player_within_the_hard_limit_never_runs_out() {
        for control in ["60s+0.5s", "200ms+2ms", "1ms+0s", "30ms+0s", "100ms+10s"] {
            let mut clocks = clocks(control);
            for turn in 0..2000 {
                let before = clocks.remaining(Side::First);
                let limit = clocks.limits(Side::First).time.unwrap();
                assert!(limit.soft <= limit.hard, "{control}, turn {turn}");
                assert!(limit.hard <= before - before.min(Clocks::RESERVE) / 2, "{control}, turn {turn}");
                assert_eq!(clocks.spend(Side::First, limit.hard), Timing::InTime, "{control}, turn {turn}");
            }
        }
    }

    #[test]
    fn a_side_that_keeps_to_the_soft_limit_keeps_a_reserve() {
        for (control, reserve) in [("60s+0s", 100), ("200ms+2ms", 100), ("100ms+0s", 50)] {
            let mut clocks = clocks(control);
            for _ in 0..60 {
                let limit = clocks.limits(Side::First).time.unwrap();
                assert!(limit.soft > Duration::ZERO);
                clocks.spend(Side::First, limit.soft);
            }
            assert!(
                clocks.remaining(Side::First) >= ms(reserve),
                "{control}: {:?}",
                clocks.remaining(Side::First)
            );
        }
    }

    #[test]
    fn a_longer_clock_gives_longer_turns() {
        let short = clocks("10s+0s").limits(Side::First).time.unwrap();
        let long = clocks("60s+0s").limits(Side::First).time.unwrap();
        let bonus = clocks("60s+2s").limits(Side::First).time.unwrap();
        assert_eq!(long.soft, (Duration::from_secs(60) - Clocks::RESERVE) / 30);
        assert!(short.soft < long.soft && long.soft < bonus.soft);
    }

    #[test]
    fn budgets_of_nodes_and_depth_know_no_time() {
        let mut nodes = clocks("nodes=500");
        assert_eq!(nodes.limits(Side::First), Limits { nodes: Some(500), ..Limits::default() });
        assert_eq!(nodes.spend(Side::First, Duration::from_secs(999)), Timing::InTime);
        assert_eq!(clocks("depth=3").limits(Side::Second), Limits { depth: Some(3), ..Limits::default() });
    }
}
