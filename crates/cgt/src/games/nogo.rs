//! NoGo: stones are placed as in Go, but no group of either colour may lose its last liberty. `x` is Left, `o` is Right.

use super::field::{Field, Squares, beside, flooded, indices, square};
use crate::{Partizan, Player};
use game::TextError;

/// A NoGo position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NoGo(Field);

/// Does every group of these stones have a liberty?
fn have_liberties(stones: Squares, empty: Squares) -> bool {
    flooded(stones & beside(empty), stones, beside) == stones
}

impl NoGo {
    fn after(&self, player: Player, index: u32) -> Option<NoGo> {
        let stone = square(index);
        let mut field = Field { empty: self.0.empty & !stone, ..self.0 };
        match player {
            Player::Left => field.left |= stone,
            Player::Right => field.right |= stone,
        }
        (have_liberties(field.left, field.empty) && have_liberties(field.right, field.empty))
            .then_some(NoGo(field))
    }
}

impl Partizan for NoGo {
    const NAME: &'static str = "nogo";
    const EXAMPLE: &'static str = "x..|..o";

    fn parse(text: &str) -> Result<Self, TextError> {
        let field = Field::parse(text, "xo.#")?;
        if !(have_liberties(field.left, field.empty) && have_liberties(field.right, field.empty)) {
            return Err(TextError::new(text, "has a group of stones without a liberty, which NoGo forbids"));
        }
        Ok(NoGo(field))
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn options(&self, player: Player, mut visit: impl FnMut(Self)) {
        for index in indices(self.0.empty) {
            if let Some(after) = self.after(player, index) {
                visit(after);
            }
        }
    }

    fn longest(&self) -> u32 {
        self.0.empty.count_ones()
    }

    fn parts(&self, mut visit: impl FnMut(Self)) {
        self.0.connected(beside, |part| {
            if part.empty != 0 {
                visit(NoGo(part));
            }
        });
    }

    fn one_sided(&self) -> Option<Player> {
        // A square that is closed to a player now stays closed: groups only lose liberties.
        let can = |player| indices(self.0.empty).any(|index| self.after(player, index).is_some());
        match (can(Player::Left), can(Player::Right)) {
            (_, false) => Some(Player::Left),
            (false, _) => Some(Player::Right),
            _ => None,
        }
    }

    fn normal(&self) -> Self {
        NoGo(self.0.least_image(false))
    }

    fn swapped(&self) -> Option<Self> {
        Some(NoGo(Field { left: self.0.right, right: self.0.left, ..self.0 }))
    }
}
