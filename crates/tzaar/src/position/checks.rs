//! What a position from outside must keep to: the material of both sides, and what the phase allows.

use super::Tzaar;
use crate::{
    geometry::FIELDS,
    phase::Phase,
    piece::{GREATEST_HEIGHT, Kind, PIECES_OF_A_SIDE, Stack},
};
use game::{Side, TextError};

impl Tzaar {
    /// Each side has only so many pieces, and stacks are only so high.
    pub(super) fn check_material(&self, stacks: &[Option<Stack>; FIELDS]) -> Result<(), TextError> {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let count = self.count(side, kind);
                if count > kind.initial_count() {
                    let most = kind.initial_count();
                    let letter = Stack::new(side, kind, 1);
                    let problem =
                        format!("stands on {count} fields, but there are only {most} of that piece");
                    return Err(TextError::new(&letter.to_string(), problem));
                }
            }
            let lacks = self.lacks_a_kind(side);
            let own = || stacks.iter().flatten().filter(|s| s.side() == side);
            if let Some(stack) = own().find(|s| s.height() > GREATEST_HEIGHT + u8::from(lacks)) {
                let problem = format!("is too high: no stack can be higher than {GREATEST_HEIGHT}");
                return Err(TextError::new(&stack.to_string(), problem));
            }
            let pieces: u32 = own().map(|s| u32::from(s.height())).sum();
            if pieces > u32::from(PIECES_OF_A_SIDE) {
                let problem =
                    format!("pieces in the stacks of one side are more than its {PIECES_OF_A_SIDE}");
                return Err(TextError::new(&pieces.to_string(), problem));
            }
        }
        Ok(())
    }

    pub(super) fn check_phase(&self) -> Result<(), TextError> {
        let stacks = self.occupied().count_ones() as usize;
        let count = stacks.to_string();
        let full = stacks == FIELDS;
        match self.phase {
            Phase::Placement => {
                let first = self.sides[0].count_ones();
                let second = self.sides[1].count_ones();
                let due = if first == second { Side::First } else { Side::Second };
                if full || self.tall != 0 {
                    Err(TextError::new("p", "is not the phase here: placing ends with 60 single pieces"))
                } else if !(second..=second + 1).contains(&first) || self.to_move != due {
                    let problem =
                        "placed pieces do not fit the side to move: White begins and they alternate";
                    Err(TextError::new(&format!("{first} white and {second} black"), problem))
                } else {
                    Ok(())
                }
            }
            Phase::Opening if !full => {
                Err(TextError::new(&count, "stacks are too few for the opening turn, which has all 60"))
            }
            Phase::Opening if self.to_move == Side::Second => Err(TextError::new(
                "b",
                "cannot open: White has the opening turn, with 60 stacks on the board",
            )),
            Phase::First | Phase::Second if full => {
                Err(TextError::new(&count, "stacks are on the board only in White's opening turn"))
            }
            _ => Ok(()),
        }
    }
}
