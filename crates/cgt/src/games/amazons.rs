//! Amazons in a region: a move is a queen move of an amazon and an arrow. `x` is Left, `o` is Right, `#` is burnt.
//!
//! Whole turns only: the game with its two actions a turn lives in crate `amazons`.

use super::field::{Field, STEPS, Squares, around, flooded, indices, square, stepped};
use crate::{ExactError, Partizan, Player, Result, Walls, exact::AmazonsThermographs};
use game::TextError;
use search::NodeBudget;

/// A position of Amazons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Amazons(pub(crate) Field);

/// Squares that queens on these squares reach over empty squares.
#[inline]
pub(crate) fn queen_moves(from: Squares, empty: Squares) -> Squares {
    let mut reached = 0;
    for step in STEPS {
        let mut next = stepped(from, step) & empty;
        while next != 0 {
            reached |= next;
            next = stepped(next, step) & empty;
        }
    }
    reached
}

impl Amazons {
    /// The position after a move: where it starts, ends and shoots.
    #[inline]
    pub(crate) fn after(&self, player: Player, [from, to, arrow]: [Squares; 3]) -> Amazons {
        let mut field = Field { empty: (self.0.empty & !to | from) & !arrow, ..self.0 };
        let own = if player == Player::Left { &mut field.left } else { &mut field.right };
        *own = *own & !from | to;
        Amazons(field)
    }
}

impl Partizan for Amazons {
    const NAME: &'static str = "amazons";
    const EXAMPLE: &'static str = "#.#|.#x|o.#";

    fn parse(text: &str) -> Result<Self, TextError> {
        Field::parse(text, "xo.#").map(Amazons)
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn options(&self, player: Player, mut visit: impl FnMut(Self)) {
        let own = match player {
            Player::Left => self.0.left,
            Player::Right => self.0.right,
        };
        for from in indices(own) {
            let from = square(from);
            for to in indices(queen_moves(from, self.0.empty)) {
                let to = square(to);
                let vacated = self.0.empty & !to | from;
                for arrow in indices(queen_moves(to, vacated)) {
                    visit(self.after(player, [from, to, square(arrow)]));
                }
            }
        }
    }

    fn longest(&self) -> u32 {
        self.0.empty.count_ones()
    }

    fn parts(&self, mut visit: impl FnMut(Self)) {
        // An amazon joins the areas around it, since it may leave its square open.
        let mut rest = self.0.left | self.0.right;
        let live = self.0.live();
        while rest != 0 {
            let part = flooded(rest & rest.wrapping_neg(), live, around);
            rest &= !part;
            if part & self.0.empty != 0 {
                visit(Amazons(self.0.within(part)));
            }
        }
    }

    fn one_sided(&self) -> Option<Player> {
        match (self.0.left, self.0.right) {
            (_, 0) => Some(Player::Left),
            (0, _) => Some(Player::Right),
            _ => None,
        }
    }

    fn normal(&self) -> Self {
        Amazons(self.0.least_image(false))
    }

    /// Squares nearer to Left's amazons minus those nearer to Right's.
    fn estimate(&self) -> i32 {
        let field = &self.0;
        let (mut left, mut right) = (field.left, field.right);
        let mut open = field.empty;
        let mut lead = 0;
        while open != 0 {
            let (next_left, next_right) =
                (queen_moves(left, field.empty) & open, queen_moves(right, field.empty) & open);
            if next_left | next_right == 0 {
                break;
            }
            lead += (next_left & !next_right).count_ones() as i32;
            lead -= (next_right & !next_left).count_ones() as i32;
            open &= !(next_left | next_right);
            (left, right) = (next_left, next_right);
        }
        lead
    }

    fn swapped(&self) -> Option<Self> {
        Some(Amazons(Field { left: self.0.right, right: self.0.left, ..self.0 }))
    }

    fn special_walls(&self, budget: &mut NodeBudget) -> Result<Option<Walls<i32>>> {
        match AmazonsThermographs::default().walls(self, budget) {
            Err(ExactError::TooWide) => Ok(None),
            answer => answer.map(Some),
        }
    }
}
