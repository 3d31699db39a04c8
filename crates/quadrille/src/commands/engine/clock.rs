//! How long to think for a turn under a time control with a reserve. Reads no clock: it only divides what it is told of.

use game::Side;
use protocol::aei::{Setting, Time, TimeControl};
use std::time::Duration;

/// What the controller has said about time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    /// What each side has in reserve, if that was said; before, it is what the control begins with.
    reserves: [Option<Duration>; 2],
    /// Already used in the running turn.
    used: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { control: TimeControl::UNLIMITED, reserves: [None; 2], used: Duration::ZERO }
    }
}

impl Clock {
    /// Time for when nothing is limited.
    const WITHOUT_LIMITS: Duration = Duration::from_secs(10);
    /// The longest time for a turn, also where only a depth is set.
    const LONGEST: Duration = Duration::from_secs(24 * 3600);
    /// This part of the reserve may be spent on one turn.
    const PART_OF_RESERVE: u32 = 30;
    /// This part of a limit for the whole game.
    const PART_OF_GAME: u32 = 60;
    /// Kept back for the way of the answer: a tenth of what is left before the turn is lost, within these bounds.
    const KEPT_PART: u32 = 10;
    const LEAST_KEPT: Duration = Duration::from_millis(100);
    const MOST_KEPT: Duration = Duration::from_secs(2);

    /// Takes over an option that is about time; false if it is none.
    pub(super) fn apply(&mut self, setting: &Setting) -> bool {
        match *setting {
            Setting::Time(Time::GoldReserve, reserve) => self.reserves[0] = Some(reserve),
            Setting::Time(Time::SilverReserve, reserve) => self.reserves[1] = Some(reserve),
            Setting::Time(Time::Used, used) => self.used = used,
            // What earlier turns have used is in the reserves already.
            Setting::Time(Time::GoldUsed | Time::SilverUsed | Time::LastUsed, _) => (),
            _ => return self.control.apply(setting),
        }
        true
    }

    /// The reserves are back to what the control begins with.
    pub(super) fn new_game(&mut self) {
        self.reserves = [None; 2];
        self.used = Duration::ZERO;
    }

    /// A turn was played.
    pub(super) fn turn_ended(&mut self) {
        self.used = Duration::ZERO;
    }

    /// How long `side` should think about its turn.
    pub(super) fn allowance(&self, side: Side, depth: Option<u32>) -> Duration {
        let control = &self.control;
        let reserve = self.reserves[side.index()].unwrap_or(control.reserve);
        let mut wanted = Self::LONGEST;
        let mut lost_after = Self::LONGEST;
        // A reserve that is used up, or too small for whole seconds, is not the same as none at all.
        let is_limited = !(control.per_move + control.reserve + reserve).is_zero();
        if is_limited {
            wanted = (control.per_move + reserve / Self::PART_OF_RESERVE).saturating_sub(self.used);
            lost_after = (control.per_move + reserve).saturating_sub(self.used);
        }
        for (limit, part) in [(control.per_turn, 1), (control.total, Self::PART_OF_GAME)] {
            if !limit.is_zero() {
                wanted = wanted.min(limit / part);
                lost_after = lost_after.min(limit.saturating_sub(self.used));
            }
        }
        if wanted == Self::LONGEST {
            return if depth.is_none() { Self::WITHOUT_LIMITS } else { Self::LONGEST };
        }
        let kept = (lost_after / Self::KEPT_PART).clamp(Self::LEAST_KEPT, Self::MOST_KEPT);
        // With almost no time left, use half of it: the answer takes time too.
        wanted.min(lost_after.saturating_sub(kept).max(lost_after / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(options: &[(&str, &str)]) -> Clock {
        let mut clock = Clock::default();
        for (name, value) in options {
            assert!(clock.apply(&Setting::named(name, Some(value)).unwrap()), "{name}");
        }
        clock
    }

    fn millis(clock: Clock, side: Side) -> u128 {
        clock.allowance(side, None).as_millis()
    }

    #[test]
    fn a_move_and_a_part_of_the_reserve() {
        let blitz = clock(&[("tcmove", "15"), ("tcreserve", "90"), ("tcpercent", "100")]);
        assert_eq!(millis(blitz, Side::First), 18_000);
        let mut spent = blitz;
        assert!(spent.apply(&Setting::named("sreserve", Some("0")).unwrap()));
        assert_eq!(millis(spent, Side::Second), 13_500, "without a reserve something is kept back");
        assert_eq!(millis(spent, Side::First), 18_000);
        spent.new_game();
        assert_eq!(millis(spent, Side::Second), 18_000);
    }

    #[test]
    fn time_already_used_counts_until_the_turn_ends() {
        let mut clock = clock(&[("tcmove", "10"), ("moveused", "7")]);
        assert_eq!(millis(clock, Side::First), 2_700);
        clock.turn_ended();
        assert_eq!(millis(clock, Side::First), 9_000);
    }

    #[test]
    fn limits_for_a_turn_and_the_game_are_kept() {
        assert_eq!(millis(clock(&[("tcmove", "60"), ("tcturntime", "20")]), Side::First), 18_000);
        assert_eq!(millis(clock(&[("tcturntime", "3")]), Side::First), 2_700);
        assert_eq!(millis(clock(&[("tcmove", "60"), ("tctotal", "600")]), Side::First), 10_000);
    }

    #[test]
    fn a_moment_is_not_all_used() {
        assert_eq!(millis(clock(&[("tcmove", "0.1")]), Side::First), 50);
        assert_eq!(millis(clock(&[("tcmove", "1"), ("moveused", "5")]), Side::First), 0);
        assert_eq!(millis(clock(&[("tcmove", "1")]), Side::First), 900);
        let used_up = clock(&[("tcmove", "0"), ("tcreserve", "60"), ("greserve", "0")]);
        assert_eq!(millis(used_up, Side::First), 0, "nothing left is not unlimited");
    }

    #[test]
    fn without_limits_there_is_an_answer_all_the_same() {
        assert_eq!(millis(Clock::default(), Side::First), 10_000);
        assert_eq!(Clock::default().allowance(Side::First, Some(8)), Clock::LONGEST);
    }
}
