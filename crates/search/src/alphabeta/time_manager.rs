//! When to stop deepening: whether another iteration is worth beginning with what is left of the budget.
//!
//! The search has no clock; it asks the control which part of the budget is used. `estimate` is WALTZ's rule (Veselý 2013,
//! 3.4): the last iteration's cost times an expected growth must still fit. `fraction` is what engines with a clock for the
//! whole game do today: begin nothing in the second half of the budget, unless the score has just fallen, for then a
//! better turn may be found. It changes when a search stops, never what an iteration finds.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough −35 ± 66 Elo; Tzaar −147 ± 198 Elo; Amazons at most −183 Elo;
//! Arimaa −191 ± 257 Elo.

use super::config::Pace;
use game::Score;

/// Decides between iterations whether to begin another.
pub(super) struct TimeManager {
    pace: Pace,
    used: f64,
    last_cost: f64,
    growth: f64,
    last_score: Option<Score>,
    falling: bool,
}

impl TimeManager {
    /// From this part of the budget on, `fraction` begins nothing new.
    const ENOUGH: f64 = 0.5;
    /// A score that falls by so many units of evaluation is worth another look.
    const FALL: i32 = 30;
    /// Growth is not taken for less than this, however cheap an iteration was.
    const LEAST_GROWTH: f64 = 2.0;

    pub(super) fn new(pace: Pace) -> TimeManager {
        TimeManager {
            pace,
            used: 0.0,
            last_cost: 0.0,
            growth: Self::LEAST_GROWTH,
            last_score: None,
            falling: false,
        }
    }

    /// Notes a finished iteration: how much of the budget is used by now, what it found, and the factor that the game
    /// expects the next one to grow by, if it says.
    pub(super) fn note(&mut self, used: f64, score: Score, expected_growth: Option<f64>) {
        let cost = used - self.used;
        let seen = if self.last_cost > 0.0 { cost / self.last_cost } else { Self::LEAST_GROWTH };
        self.growth = expected_growth.unwrap_or(seen.max(Self::LEAST_GROWTH));
        self.falling = self.last_score.is_some_and(|last| score < last.plus(-Self::FALL));
        (self.used, self.last_cost, self.last_score) = (used, cost, Some(score));
    }

    /// Is another iteration worth beginning?
    pub(super) fn should_deepen(&self) -> bool {
        if self.growth.is_infinite() {
            return false;
        }
        match self.pace {
            Pace::Full => true,
            Pace::Estimate => self.used + self.last_cost * self.growth < 1.0,
            Pace::Fraction => self.used < Self::ENOUGH || self.falling,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(pace: Pace, iterations: &[(f64, i32)]) -> bool {
        let mut manager = TimeManager::new(pace);
        for &(used, score) in iterations {
            manager.note(used, Score::estimate(score), None);
        }
        manager.should_deepen()
    }

    #[test]
    fn an_estimate_stops_when_the_next_iteration_would_not_fit() {
        assert!(after(Pace::Estimate, &[(0.01, 0), (0.05, 0)]), "four times 0.04 fits");
        assert!(!after(Pace::Estimate, &[(0.05, 0), (0.35, 0)]), "six times 0.3 does not");
        assert!(after(Pace::Full, &[(0.05, 0), (0.95, 0)]));
    }

    #[test]
    fn a_fraction_should_deepen_only_for_a_falling_score() {
        assert!(after(Pace::Fraction, &[(0.1, 0), (0.4, 0)]));
        assert!(!after(Pace::Fraction, &[(0.1, 0), (0.6, -10)]));
        assert!(after(Pace::Fraction, &[(0.1, 0), (0.6, -100)]));
    }

    #[test]
    fn what_the_game_expects_counts_more_than_what_was_seen() {
        let mut manager = TimeManager::new(Pace::Estimate);
        manager.note(0.1, Score::DRAW, Some(100.0));
        assert!(!manager.should_deepen());
        manager.note(0.1, Score::DRAW, Some(1.0));
        assert!(manager.should_deepen());
    }

    #[test]
    fn no_pace_should_deepen_where_deeper_looks_say_nothing() {
        for pace in [Pace::Full, Pace::Estimate, Pace::Fraction] {
            let mut manager = TimeManager::new(pace);
            manager.note(0.0, Score::DRAW, None);
            assert!(manager.should_deepen());
            manager.note(0.0, Score::DRAW, Some(f64::INFINITY));
            assert!(!manager.should_deepen());
        }
    }
}
