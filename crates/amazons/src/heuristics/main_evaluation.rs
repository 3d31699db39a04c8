//! The workbench's own evaluation: features of Lieberum 2005, weighted by the phase of the game.

use super::distances::{FREEDOMS, Features, SQUARE};
use crate::Amazons;
use game::{Evaluation, Game, Score};

/// What each feature is worth, in 1/256 of its size, at one phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The phase, in 256ths of the board that are still undecided.
    pub phase: i32,
    /// Squares nearer by queen's moves.
    pub queens: i32,
    /// Squares nearer by king's moves.
    pub kings: i32,
    /// How much nearer, by queen's moves.
    pub queens_near: i32,
    /// How much nearer, by king's moves.
    pub kings_near: i32,
    /// Squares nearer by two queen's moves or more.
    pub clear: i32,
    /// Squares that the enemy does not reach at all.
    pub alone: i32,
    /// Mobility of single amazons.
    pub mobility: i32,
    /// An amazon of each class of freedom, on top of its mobility.
    pub freedom: [i32; FREEDOMS],
    /// The share of the squares equally near to both that goes to who moves next.
    pub next: i32,
}

/// Territory, nearness and mobility with weights that change with the phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Main {
    /// By falling phase, the last at 0; in between, weights change evenly.
    pub weights: [Weights; 3],
    /// What an arrow that is still to be shot is worth, in 64ths of a square.
    pub arrow: i32,
}

game::weights!(Weights {
    phase,
    queens,
    kings,
    queens_near,
    kings_near,
    clear,
    alone,
    mobility,
    freedom,
    next
});
game::weights!(Main { weights, arrow });

impl Default for Main {
    /// Fitted to 1,530 games of our own at 500 nodes a turn (`results/tuning/fit-amazons`, 2026-11-16), from weights that were
    /// chosen by hand after a first regression and did not use `clear`, `alone` and `freedom`. Against those, from
    /// openings that nothing was fitted to, a sequential test of 0 against 50 Elo passed after 90 pairs at 1,000 nodes, 105 to
    /// 75 (`results/tuning/confirm-amazons`). The new features cost 3 % of the time. A fit of the old features alone gained
    /// nothing, 58 to 60.
    fn default() -> Main {
        Main {
            weights: [
                Weights {
                    phase: 160,
                    queens: 11,
                    kings: 3,
                    queens_near: 1,
                    kings_near: 6,
                    clear: 15,
                    alone: -8,
                    mobility: 25,
                    freedom: [-14, -66, 41, 4, 26, 2],
                    next: 4,
                },
                Weights {
                    phase: 80,
                    queens: 41,
                    kings: 43,
                    queens_near: -9,
                    kings_near: 48,
                    clear: 13,
                    alone: -8,
                    mobility: 5,
                    freedom: [-215, 19, 51, 89, 76, 51],
                    next: 6,
                },
                Weights {
                    phase: 0,
                    queens: 217,
                    kings: 59,
                    queens_near: 22,
                    kings_near: 19,
                    clear: 13,
                    alone: -1,
                    mobility: -1,
                    freedom: [-38, 104, 92, 99, 28, 17],
                    next: 9,
                },
            ],
            arrow: 2 * SQUARE,
        }
    }
}

impl Main {
    /// The weighted sum for the side to move, in hundredths of a square.
    #[inline]
    pub fn estimate(&self, position: &Amazons) -> i32 {
        self.weigh(&Features::new(position), position.starts_turn())
    }

    /// The same for features that were found elsewhere, of several boards together for example.
    #[inline]
    pub fn weigh(&self, f: &Features, starts_turn: bool) -> i32 {
        let [opening, middle, end] = &self.weights;
        let (upper, lower) = if f.phase >= middle.phase { (opening, middle) } else { (middle, end) };
        let span = (upper.phase - lower.phase).max(1);
        let share = (f.phase - lower.phase).min(span);
        // In 64 bits, so that no weight that can be asked for overflows.
        let between = |lower: i32, upper: i32, feature: i32| {
            i64::from(lower) * i64::from((span - share) * feature)
                + i64::from(upper) * i64::from(share * feature)
        };
        let term = |of: fn(&Weights) -> i32, feature: i32| between(of(lower), of(upper), feature);
        let mut sum = term(|w| w.queens, f.queens)
            + term(|w| w.kings, f.kings)
            + term(|w| w.queens_near, f.queens_near)
            + term(|w| w.kings_near, f.kings_near)
            + term(|w| w.clear, f.clear)
            + term(|w| w.alone, f.alone)
            + term(|w| w.mobility, f.mobility);
        for (class, &amazons) in f.freedom.iter().enumerate() {
            sum += between(lower.freedom[class], upper.freedom[class], amazons);
        }
        let next = term(|w| w.next, f.open);
        let mut arrow = 0;
        if starts_turn {
            sum += next;
        } else {
            sum -= next;
            arrow = self.arrow;
        }
        ((sum / i64::from(256 * span)) as i32 + arrow) * 100 / SQUARE
    }
}

impl Evaluation<Amazons> for Main {
    type State = ();

    fn root_state(&self, _: &Amazons) {}

    #[inline]
    fn evaluate(&self, position: &Amazons, (): &()) -> Score {
        Score::estimate(self.estimate(position))
    }
}
