//! The workbench's own evaluation: features of Lieberum 2005, weighed by the phase of the game.

use super::distances::{Features, SQUARE};
use crate::Amazons;
use game::{Game, Heuristics};

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
    /// Mobility of single amazons.
    pub mobility: i32,
    /// The share of the squares equally near to both that goes to who moves next.
    pub next: i32,
}

/// Territory, nearness and mobility with weights that change with the phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balanced {
    /// By falling phase, the last at 0; in between, weights change evenly.
    pub weights: [Weights; 3],
    /// What an arrow that is still to be shot is worth, in 64ths of a square.
    pub arrow: i32,
}

impl Default for Balanced {
    fn default() -> Balanced {
        Balanced {
            weights: [
                Weights {
                    phase: 128,
                    queens: 36,
                    kings: 95,
                    queens_near: 33,
                    kings_near: 33,
                    mobility: 51,
                    next: 20,
                },
                Weights {
                    phase: 64,
                    queens: 77,
                    kings: 64,
                    queens_near: 51,
                    kings_near: 51,
                    mobility: 20,
                    next: 20,
                },
                Weights {
                    phase: 0,
                    queens: 205,
                    kings: 26,
                    queens_near: 13,
                    kings_near: 13,
                    mobility: 0,
                    next: 30,
                },
            ],
            arrow: 2 * SQUARE,
        }
    }
}

impl Balanced {
    /// The weighed sum for the side to move, in hundredths of a square.
    #[inline]
    pub fn opinion(&self, position: &Amazons) -> i32 {
        let f = Features::of(position);
        let [opening, middle, end] = &self.weights;
        let (upper, lower) = if f.phase >= middle.phase { (opening, middle) } else { (middle, end) };
        let span = (upper.phase - lower.phase).max(1);
        let share = (f.phase - lower.phase).min(span);
        let blend = |of: fn(&Weights) -> i32| of(lower) * (span - share) + of(upper) * share;
        let mut sum = blend(|w| w.queens) * f.queens
            + blend(|w| w.kings) * f.kings
            + blend(|w| w.queens_near) * f.queens_near
            + blend(|w| w.kings_near) * f.kings_near
            + blend(|w| w.mobility) * f.mobility;
        let next = blend(|w| w.next) * f.open;
        let mut arrow = 0;
        if position.starts_turn() {
            sum += next;
        } else {
            sum -= next;
            arrow = self.arrow;
        }
        (sum / (256 * span) + arrow) * 100 / SQUARE
    }
}

impl Heuristics<Amazons> for Balanced {
    shared_beliefs!();
}
