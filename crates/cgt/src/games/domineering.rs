//! Domineering: Left places vertical dominoes, Right horizontal ones. `.` is free, `#` is covered.

use super::field::{Field, STRIDE, beside, indices, square};
use crate::{Partizan, Player};
use game::TextError;

/// A Domineering position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Domineering(Field);

impl Domineering {
    /// Squares on which a domino of this player can start.
    fn places(&self, player: Player) -> u128 {
        self.0.empty & (self.0.empty >> step(player))
    }
}

fn step(player: Player) -> u32 {
    match player {
        Player::Left => STRIDE,
        Player::Right => 1,
    }
}

impl Partizan for Domineering {
    const NAME: &'static str = "domineering";
    const EXAMPLE: &'static str = "..|.#";

    fn parse(text: &str) -> Result<Self, TextError> {
        Field::parse(text, ".#").map(Domineering)
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn options(&self, player: Player, mut visit: impl FnMut(Self)) {
        for index in indices(self.places(player)) {
            let domino = square(index) | square(index + step(player));
            visit(Domineering(Field { empty: self.0.empty & !domino, ..self.0 }));
        }
    }

    fn longest(&self) -> u32 {
        self.0.empty.count_ones() / 2
    }

    fn parts(&self, mut visit: impl FnMut(Self)) {
        self.0.connected(beside, |part| {
            if part.empty.count_ones() > 1 {
                visit(Domineering(part));
            }
        });
    }

    fn one_sided(&self) -> Option<Player> {
        match (self.places(Player::Left), self.places(Player::Right)) {
            (_, 0) => Some(Player::Left),
            (0, _) => Some(Player::Right),
            _ => None,
        }
    }

    fn normal(&self) -> Self {
        Domineering(self.0.least_image(true))
    }

    fn swapped(&self) -> Option<Self> {
        // Transposing the board exchanges vertical and horizontal.
        self.0.transposed().map(Domineering)
    }
}
