//! Where to place pieces in the tournament version. Judges the placement only; what the placed board is worth once play
//! begins is for the other evaluations.
//!
//! The weights come from the results of 11,550 games between players of equal strength, from boards that were placed with
//! random preferences for rings and neighbours: a logistic regression of who won. Tzaars belong into the middle, next to
//! enemies that they can capture, and not into corners; Totts belong to the margin. Whether a piece can be captured at once
//! hardly matters, since at height 1 a piece that can be captured can capture as well.
//!
//! Worth (2026-11-16): the side placed by these weights wins at least 112 of 200 games against a side placed by chance, both
//! played by `best` with 3,000 nodes a turn; the test `tzaar_placing` of `players` repeats it with 40 shorter games.

use crate::{
    action::{Choice, TzaarAction},
    geometry::{DIRECTIONS, FIELDS, SLOTS, each_slot, place_of_index, ray},
    piece::Kind,
    position::Tzaar,
};
use game::Side;

/// What a placed piece is worth. Units are thousandths of the logarithm of the odds to win, as the regression gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placing {
    /// By kind and ring: the corners, the rest of the margin, and the three rings inside, from outside to inside.
    pub rings: [[i32; RINGS]; 3],
    /// By kind, for each neighbouring piece of the opponent, and less so much for each own one.
    pub contact: [i32; 3],
}

/// Sorts of fields that are told apart.
const RINGS: usize = 5;

/// The fields of each ring.
static RING_FIELDS: [u64; RINGS] = {
    let mut rings = [0; RINGS];
    let mut index = 0;
    while index < FIELDS {
        rings[ring_of(index)] |= 1 << (index + 1);
        index += 1;
    }
    rings
};

/// The ring of the field with this index.
const fn ring_of(index: usize) -> usize {
    const HOLE: i8 = 4;
    let (column, row) = place_of_index(index);
    let (right, up) = (column - HOLE, row - HOLE);
    // In the sloped array, two fields are as far apart as the largest of these three differences.
    let differences = [right.unsigned_abs(), up.unsigned_abs(), (right - up).unsigned_abs()];
    let (mut farthest, mut far, mut nth) = (0, 0, 0);
    while nth < differences.len() {
        if differences[nth] > farthest {
            farthest = differences[nth];
        }
        far += (differences[nth] == HOLE as u8) as usize;
        nth += 1;
    }
    // A corner is as far from the hole as a field can be along two of the axes.
    if far == 2 { 0 } else { RINGS - farthest as usize }
}

/// The fields next to each slot; the hole has no neighbours.
static NEIGHBOURS: [u64; SLOTS] = {
    let mut neighbours = [0; SLOTS];
    let mut slot = 1;
    while slot <= FIELDS {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let way = ray(direction, slot);
            if way != 0 {
                let next =
                    if direction < DIRECTIONS / 2 { way.trailing_zeros() } else { 63 - way.leading_zeros() };
                neighbours[slot] |= 1 << next;
            }
            direction += 1;
        }
        slot += 1;
    }
    neighbours
};

impl Placing {
    /// The regression's weights.
    pub const FITTED: Placing = Placing {
        rings: [[8, 0, -3, -15, -38], [-8, 0, -19, -27, -33], [-53, 0, 22, 42, 58]],
        contact: [0, 0, 30],
    };

    /// How deep a look at a placement is of use: one placement of each side. Nothing that is judged here takes longer.
    pub(super) const DEPTH: u32 = 2;

    /// What [`game::MoveOrdering::expected_growth`] should answer while pieces are placed: past the useful depth nothing is
    /// worth its time.
    pub(super) fn expected_growth(depth: u32) -> Option<f64> {
        (depth >= Self::DEPTH).then_some(f64::INFINITY)
    }

    /// The evaluation for the side to move while pieces are placed.
    pub fn estimate(&self, position: &Tzaar) -> i32 {
        let own = position.side_to_move();
        self.side(position, own) - self.side(position, own.other())
    }

    fn side(&self, position: &Tzaar, side: Side) -> i32 {
        let mut value = 0;
        for kind in Kind::ALL {
            let placed = position.stacks_of(side, kind);
            for (fields, worth) in RING_FIELDS.iter().zip(self.rings[kind.index()]) {
                value += worth * (fields & placed).count_ones() as i32;
            }
            let contact = self.contact[kind.index()];
            if contact != 0 {
                each_slot(placed, |slot| value += contact * balance(position, side, slot));
            }
        }
        value
    }

    /// What a placement by the side to move gains by itself. Larger is searched earlier.
    pub fn hint(&self, position: &Tzaar, action: TzaarAction) -> i32 {
        let Choice::Place { kind, field } = action.choice() else { return 0 };
        self.rings[kind.index()][ring_of(field.index())]
            + self.contact[kind.index()] * balance(position, position.side_to_move(), field.slot())
    }
}

/// How many more neighbours of a slot are the opponent's than the side's own.
fn balance(position: &Tzaar, side: Side, slot: usize) -> i32 {
    let next_to = |side: Side| (NEIGHBOURS[slot & 63] & position.of_side(side)).count_ones() as i32;
    next_to(side.other()) - next_to(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Field;
    use game::Game;

    #[test]
    fn rings_have_their_fields() {
        assert_eq!(RING_FIELDS.map(u64::count_ones), [6, 18, 18, 12, 6]);
        let name = |name: &str| ring_of(Field::from_name(name).map_or(FIELDS, Field::index));
        assert_eq!(["A1", "I5", "B1", "C2", "D3", "D4", "E5"].map(name), [0, 0, 1, 2, 3, 4, 4]);
    }

    #[test]
    fn neighbours_do_not_reach_over_the_hole_or_an_empty_field() {
        let mut position = Tzaar::empty();
        let place = |position: &mut Tzaar, kind, name: &str| {
            let field = Field::from_name(name).unwrap_or_else(|| panic!("{name}"));
            position.play(TzaarAction::place(kind, field));
        };
        let slot = Field::from_name("E4").map_or(0, Field::slot);
        place(&mut position, Kind::Tzaar, "E4");
        place(&mut position, Kind::Tott, "E5");
        assert_eq!(balance(&position, Side::First, slot), 0, "the hole lies between");
        place(&mut position, Kind::Tott, "E2");
        assert_eq!(balance(&position, Side::First, slot), 0, "E3 is empty");
        place(&mut position, Kind::Tott, "E3");
        assert_eq!(balance(&position, Side::First, slot), 1);
        place(&mut position, Kind::Tott, "D4");
        place(&mut position, Kind::Tott, "F4");
        assert_eq!(balance(&position, Side::First, slot), 1, "one more of each side");
    }

    #[test]
    fn the_hint_is_what_the_evaluation_gains_where_no_tzaar_stands() {
        let mut position = Tzaar::empty();
        position.play(TzaarAction::place(Kind::Tott, Field::from_name("A1").unwrap()));
        let before = Placing::FITTED.estimate(&position);
        for action in position.action_list() {
            // The evaluation is for the side to move, which the placement changes.
            let after = -Placing::FITTED.estimate(&position.child(action));
            assert_eq!(after - before, Placing::FITTED.hint(&position, action), "{action:?}");
        }
    }
}
