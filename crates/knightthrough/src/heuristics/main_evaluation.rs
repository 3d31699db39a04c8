//! The workbench's own evaluation: who guards which squares, who is ahead safely, and wins seen three jumps early.

use super::{AttackCounts, Ordering, Threats, threats};
use crate::{KnightThrough, Squares};
use game::{Evaluation, Game, HeuristicSet, Score, Side};

/// Material, safe advancement, guards at home and holes between them; wins in 3 are read off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Main {
    /// What the features are worth.
    pub weights: Weights,
}

impl Default for Main {
    fn default() -> Main {
        Main::DEFAULT
    }
}

/// What each feature is worth, in about hundredths of a knight that has come two rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A knight.
    pub knight: i32,
    /// Each row that a knight has come.
    pub advance: i32,
    /// A knight on a square that its side controls, at least three rows out.
    pub safe_three: i32,
    /// The same at least four rows out, on top of that.
    pub safe_four: i32,
    /// The same at least five rows out, on top of that.
    pub safe_five: i32,
    /// A knight that can be captured for nothing, if the enemy is to move.
    pub hanging: i32,
    /// The same if its own side is to move.
    pub hanging_but_to_move: i32,
    /// A knight on its first row, where it guards both rows from which the enemy could jump home.
    pub guard: i32,
    /// A square next to home that no knight guards.
    pub hole: i32,
    /// The enemy can jump into such a hole.
    pub hole_attacked: i32,
    /// To be on the move.
    pub tempo: i32,
}

game::weights!(Weights {
    knight,
    advance,
    safe_three,
    safe_four,
    safe_five,
    hanging,
    hanging_but_to_move,
    guard,
    hole,
    hole_attacked,
    tempo,
});

impl Weights {
    /// The weights that play: fitted to 2,000 games at 1,000 nodes a turn, but for `hanging` and `hanging_but_to_move`, which
    /// quiet positions say too little about (`results/tuning/fit-knightthrough`, 2026-11-16). Against those chosen by hand
    /// before, from openings that nothing was fitted to, a sequential test of 0 against 50 Elo passed after 44 pairs of games
    /// at 5,000 nodes (`results/tuning/confirm-knightthrough`).
    pub const DEFAULT: Weights = Weights {
        knight: 66,
        advance: 18,
        safe_three: -16,
        safe_four: 15,
        safe_five: 20,
        hanging: 60,
        hanging_but_to_move: 15,
        guard: 24,
        hole: 5,
        hole_attacked: 111,
        tempo: 14,
    };
}

/// One side of the board, with its rows counted from its own first row.
struct Camp<'a> {
    position: &'a KnightThrough,
    side: Side,
    own: Squares,
    attacks: Squares,
    enemy_attacks: Squares,
    /// Squares that at least as many own knights as enemy knights can jump to.
    controlled: Squares,
}

impl Camp<'_> {
    fn new<'a>(position: &'a KnightThrough, side: Side, counts: &[AttackCounts; 2]) -> Camp<'a> {
        let (own_counts, enemy_counts) = (&counts[side.index()], &counts[side.other().index()]);
        Camp {
            position,
            side,
            own: position.knights(side),
            attacks: own_counts.any(),
            enemy_attacks: enemy_counts.any(),
            controlled: own_counts.at_least(enemy_counts),
        }
    }

    /// Squares at least this many rows out.
    fn beyond(&self, rows: u8) -> Squares {
        match self.side {
            Side::First => u64::MAX << (8 * rows),
            Side::Second => (1 << (8 * (self.position.size().rows() - rows))) - 1,
        }
    }

    /// Rows that all knights together have come: the binary digits of the row numbers, counted for all at once.
    fn rows_out(&self) -> i32 {
        const ODD_ROWS: Squares = 0xFF00_FF00_FF00_FF00;
        const SECOND_DIGIT: Squares = 0xFFFF_0000_FFFF_0000;
        const UPPER_HALF: Squares = 0xFFFF_FFFF_0000_0000;
        let digit = |rows: Squares| (self.own & rows).count_ones() as i32;
        let from_the_bottom = digit(ODD_ROWS) + 2 * digit(SECOND_DIGIT) + 4 * digit(UPPER_HALF);
        match self.side {
            Side::First => from_the_bottom,
            Side::Second => {
                let rows = i32::from(self.position.size().rows());
                (rows - 1) * self.own.count_ones() as i32 - from_the_bottom
            }
        }
    }

    fn estimate(&self, weights: &Weights) -> i32 {
        let count = |squares: Squares| squares.count_ones() as i32;
        let rows = self.position.size().rows();
        let mut value = weights.knight * count(self.own);
        value += weights.advance * self.rows_out();
        let safe = self.own & self.controlled;
        // The nearer the far row the more a safe knight is worth; on smaller boards the rows lie closer.
        value += weights.safe_three * count(safe & self.beyond(rows.saturating_sub(5)));
        value += weights.safe_four * count(safe & self.beyond(rows - 4));
        value += weights.safe_five * count(safe & self.beyond(rows - 3));
        let hanging = count(self.own & self.enemy_attacks & !self.attacks).min(2);
        let to_move = self.position.to_move() == self.side;
        value -= hanging * if to_move { weights.hanging_but_to_move } else { weights.hanging };
        value += weights.guard * count(self.own & !self.beyond(1));
        let holes = threats::doorstep(self.position, self.side.other()) & !self.attacks;
        value -= weights.hole * count(holes & !self.own);
        if holes & self.enemy_attacks & !self.position.knights(self.side.other()) != 0 {
            value -= weights.hole_attacked;
        }
        value
    }
}

impl Main {
    /// The evaluation with the usual weights.
    pub const DEFAULT: Main = Main { weights: Weights::DEFAULT };

    /// The evaluation with its move ordering and proofs.
    pub fn heuristics(self) -> HeuristicSet<Main, Ordering, Threats> {
        HeuristicSet { evaluation: self, ordering: Ordering::Main, proofs: Threats::Three }
    }

    /// The sum of all features, for the side to move.
    #[inline]
    pub fn estimate(&self, position: &KnightThrough) -> i32 {
        let counts = Side::BOTH.map(|side| AttackCounts::new(position, side));
        let camp = |side| Camp::new(position, side, &counts).estimate(&self.weights);
        let side = position.to_move();
        camp(side) - camp(side.other()) + self.weights.tempo
    }
}

impl Evaluation<KnightThrough> for Main {
    type State = ();

    fn root_state(&self, _: &KnightThrough) {}

    #[inline]
    fn evaluate(&self, position: &KnightThrough, (): &()) -> Score {
        Score::estimate(self.estimate(position))
    }
}
