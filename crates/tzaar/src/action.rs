//! The smallest choices of the game, packed into two bytes. Whether one is legal is a question for the rules.

use crate::{
    geometry::{FIELDS, Field},
    piece::Kind,
};
use game::Action;
use std::fmt;

/// A move of a stack, a pass, or the placement of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TzaarAction(u16);

/// What an action is, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A stack moves onto another: a capture if that is the opponent's, else a stacking.
    Move {
        /// Where the stack stands.
        from: Field,
        /// The stack it moves onto.
        to: Field,
    },
    /// No second move in this turn.
    Pass,
    /// A piece is put on an empty field before the game proper.
    Place {
        /// What is placed.
        kind: Kind,
        /// Where it is placed.
        field: Field,
    },
}

impl TzaarAction {
    /// The second move of a turn not made.
    pub const PASS: TzaarAction = TzaarAction(2 << Self::TAG);

    const TAG: u16 = 12;
    const FROM: u16 = 6;
    const PLACE: u16 = 1;

    /// A stack moves onto another.
    #[inline(always)]
    pub fn step(from: Field, to: Field) -> TzaarAction {
        TzaarAction((from.slot() << Self::FROM | to.slot()) as u16)
    }

    /// A piece is placed.
    #[inline(always)]
    pub fn place(kind: Kind, field: Field) -> TzaarAction {
        TzaarAction(Self::PLACE << Self::TAG | (kind.index() << Self::FROM | field.slot()) as u16)
    }

    /// What the action is.
    #[inline(always)]
    pub fn choice(self) -> Choice {
        let (high, low) = (usize::from(self.0 >> Self::FROM & 63), usize::from(self.0 & 63));
        match self.0 >> Self::TAG {
            0 => Choice::Move { from: Field::at_slot(high), to: Field::at_slot(low) },
            Self::PLACE => Choice::Place {
                kind: Kind::from_index(high).unwrap_or(Kind::Tott),
                field: Field::at_slot(low),
            },
            _ => Choice::Pass,
        }
    }
}

impl Action for TzaarAction {
    #[inline(always)]
    fn code(self) -> u16 {
        self.0
    }

    fn from_code(code: u16) -> Option<Self> {
        let (high, low) = (usize::from(code >> Self::FROM & 63), usize::from(code & 63));
        let is_field = |slot| (1..=FIELDS).contains(&slot);
        let sound = match code >> Self::TAG {
            0 => is_field(high) && is_field(low) && high != low,
            Self::PLACE => high < Kind::ALL.len() && is_field(low),
            _ => code == Self::PASS.0,
        };
        sound.then_some(TzaarAction(code))
    }
}

impl fmt::Debug for TzaarAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.choice() {
            Choice::Move { from, to } => write!(f, "{from}{to}"),
            Choice::Pass => write!(f, "-"),
            Choice::Place { kind, field } => write!(f, "{}@{field}", kind.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_codes_of_actions_are_accepted() {
        let accepted: Vec<TzaarAction> = (0..=u16::MAX).filter_map(TzaarAction::from_code).collect();
        assert_eq!(accepted.len(), 60 * 59 + 1 + 3 * 60);
        for action in accepted {
            let again = match action.choice() {
                Choice::Move { from, to } => TzaarAction::step(from, to),
                Choice::Pass => TzaarAction::PASS,
                Choice::Place { kind, field } => TzaarAction::place(kind, field),
            };
            assert_eq!(again, action);
        }
    }
}
