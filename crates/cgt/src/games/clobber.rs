//! Clobber: a piece captures an adjacent enemy piece by moving onto it. `x` is Left, `o` is Right.

use super::field::{Field, STRIDE, beside, indices, square};
use crate::{Partizan, Player};
use game::TextError;

/// A Clobber position; empty squares are out of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clobber(Field);

impl Partizan for Clobber {
    const NAME: &'static str = "clobber";
    const EXAMPLE: &'static str = "xo|ox";

    fn parse(text: &str) -> Result<Self, TextError> {
        let field = Field::parse(text, "xo.#")?;
        Ok(Clobber(Field { empty: 0, ..field }))
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn options(&self, player: Player, mut visit: impl FnMut(Self)) {
        let (own, enemy) = match player {
            Player::Left => (self.0.left, self.0.right),
            Player::Right => (self.0.right, self.0.left),
        };
        for index in indices(own) {
            for to in [index + 1, index.wrapping_sub(1), index + STRIDE, index.wrapping_sub(STRIDE)] {
                if to >= 128 || enemy & square(to) == 0 {
                    continue;
                }
                let (own, enemy) = (own & !square(index) | square(to), enemy & !square(to));
                let (left, right) = match player {
                    Player::Left => (own, enemy),
                    Player::Right => (enemy, own),
                };
                visit(Clobber(Field { empty: 0, left, right }));
            }
        }
    }

    fn longest(&self) -> u32 {
        self.0.live().count_ones().saturating_sub(1)
    }

    fn parts(&self, mut visit: impl FnMut(Self)) {
        self.0.connected(beside, |part| {
            if part.left != 0 && part.right != 0 {
                visit(Clobber(part));
            }
        });
    }

    fn one_sided(&self) -> Option<Player> {
        // A piece that can capture can be captured.
        None
    }

    fn normal(&self) -> Self {
        Clobber(self.0.least_image(false))
    }

    fn swapped(&self) -> Option<Self> {
        Some(Clobber(Field { left: self.0.right, right: self.0.left, ..self.0 }))
    }
}
