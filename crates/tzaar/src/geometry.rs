//! The board of 60 fields as pure geometry: names, lines, look-ups along a line, and the twelve symmetries.
//!
//! Knows no stacks and no rules. Fields are numbered column by column, A1, A2 … I5, so that along every line the numbers
//! only rise in one direction and only fall in the other: the nearest occupied field of a line is then the lowest or the
//! highest bit of a masked 64-bit set, with no loop.
//!
//! In sets and tables the fields have the slots 1 to 60. Slots 0 and 63 lie beyond the margin, below and above all fields:
//! a look-up along an empty line ends there, where nothing ever stands, and needs no branch.

use std::fmt;

/// How many fields the board has.
pub const FIELDS: usize = 60;

/// How many directions a stack can move in.
pub const DIRECTIONS: usize = 6;

/// How many rotations and reflections carry the board onto itself.
pub const SYMMETRIES: usize = 12;

/// The six directions as steps of (column, row) in the sloped array of 9 × 9. Direction `d` and `5 - d` are opposite; the
/// first three lead to larger field numbers.
const STEPS: [(i8, i8); DIRECTIONS] = [(0, 1), (1, 0), (1, 1), (-1, -1), (-1, 0), (0, -1)];

/// One of the 60 fields, by its slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field(u8);

/// Slots that tables have, so that a number cut to six bits needs no bounds check.
pub(crate) const SLOTS: usize = 64;

impl Field {
    /// Every field, column by column: A1, A2 … I5.
    pub fn all() -> impl ExactSizeIterator<Item = Field> {
        (1..FIELDS as u8 + 1).map(Field)
    }

    /// The field with this number, if there is one.
    #[inline]
    pub fn from_index(index: usize) -> Option<Field> {
        (index < FIELDS).then_some(Field(index as u8 + 1))
    }

    /// The field of a slot that is known to have one: bits of sets of fields and parts of checked actions.
    #[inline(always)]
    pub(crate) fn at_slot(slot: usize) -> Field {
        debug_assert!((1..=FIELDS).contains(&slot));
        Field(slot as u8)
    }

    /// The slot of this field in sets and tables, 1 to 60.
    #[inline(always)]
    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }

    /// The number of this field, 0 to 59.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The column, 0 for A to 8 for I.
    pub fn column(self) -> usize {
        PLACES[self.index()].0 as usize
    }

    /// The row of the sloped array in which every column of the board is a column and every direction is a step of at most
    /// one: 0 to 8.
    pub fn row(self) -> usize {
        PLACES[self.index()].1 as usize
    }

    /// The field at a column and row of the sloped array; `None` outside the board and in the hole.
    pub fn at(column: usize, row: usize) -> Option<Field> {
        let slot = *SLOT_OF.get(column)?.get(row)?;
        (slot > 0).then_some(Field(slot))
    }

    /// The field number within its column, from 1. The hole in column E is not counted.
    pub fn number_in_column(self) -> usize {
        self.index() - COLUMN_START[self.column()] + 1
    }

    /// The field with this place in a column, both as in a name: column 0 and number 1 are A1.
    pub fn in_column(column: usize, number: usize) -> Option<Field> {
        let length = *COLUMN_LENGTH.get(column)?;
        ((1..=length).contains(&number)).then(|| Field((COLUMN_START[column] + number) as u8))
    }

    /// The slot of the field with this letter and digit, for tables that are made at compile time.
    pub(crate) const fn slot_of_name(column: u8, digit: u8) -> usize {
        COLUMN_START[(column - b'A') as usize] + (digit - b'0') as usize
    }

    /// Reads a name such as `E4`, in upper or lower case. The hole is not counted, so column E ends with E8.
    pub fn from_name(name: &str) -> Option<Field> {
        let mut letters = name.chars();
        let column = letters.next()?.to_ascii_uppercase();
        let digit = letters.next()?.to_digit(10)?;
        if letters.next().is_some() || !column.is_ascii_uppercase() {
            return None;
        }
        Field::in_column(column as usize - 'A' as usize, digit as usize)
    }

    /// Where one of the twelve symmetries carries this field. Symmetry 0 moves nothing, 0 to 5 are the rotations by 60°,
    /// and 6 to 11 are a reflection followed by them.
    pub fn under_symmetry(self, symmetry: usize) -> Field {
        debug_assert!(symmetry < SYMMETRIES);
        // Coordinates around the hole. A rotation by 60° turns the step (1, 0) into (1, 1) and (0, 1) into (-1, 0).
        let (mut column, mut row) = (self.column() as i8 - 4, self.row() as i8 - 4);
        if symmetry >= 6 {
            (column, row) = (row, column);
        }
        for _ in 0..symmetry % 6 {
            (column, row) = (column - row, column);
        }
        Field(SLOT_OF[(column + 4) as usize][(row + 4) as usize])
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.column() as u8) as char, self.number_in_column())
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How many fields each column has.
pub const COLUMN_LENGTH: [usize; 9] = [5, 6, 7, 8, 8, 8, 7, 6, 5];

const COLUMN_START: [usize; 9] = [0, 5, 11, 18, 26, 34, 42, 49, 55];

/// Column and row of each field, by its index.
const PLACES: [(i8, i8); FIELDS] = {
    let mut places = [(0, 0); FIELDS];
    let (mut place, mut field) = (0, 0);
    while place < 81 {
        let (column, row) = (place / 9, place % 9);
        if is_on_board(column, row) {
            places[field] = (column, row);
            field += 1;
        }
        place += 1;
    }
    places
};

/// Slot by column and row of the sloped array; 0 off the board and in the hole.
const SLOT_OF: [[u8; 9]; 9] = {
    let mut slots = [[0; 9]; 9];
    let mut field = 0;
    while field < FIELDS {
        let (column, row) = PLACES[field];
        slots[column as usize][row as usize] = field as u8 + 1;
        field += 1;
    }
    slots
};

const fn is_on_board(column: i8, row: i8) -> bool {
    let in_array = column >= 0 && column < 9 && row >= 0 && row < 9;
    let hole = column == 4 && row == 4;
    in_array && !hole && column - row <= 4 && row - column <= 4
}

/// For each direction and slot the fields that lie that way, up to the margin or the hole.
static RAYS: [[u64; SLOTS]; DIRECTIONS] = {
    let mut rays = [[0; SLOTS]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let (right, up) = STEPS[direction];
        let mut field = 0;
        while field < FIELDS {
            let (mut column, mut row) = (PLACES[field].0 + right, PLACES[field].1 + up);
            while is_on_board(column, row) {
                rays[direction][field + 1] |= 1 << SLOT_OF[column as usize][row as usize];
                column += right;
                row += up;
            }
            field += 1;
        }
        direction += 1;
    }
    rays
};

/// The opposite direction.
#[inline(always)]
pub(crate) fn opposite(direction: usize) -> usize {
    DIRECTIONS - 1 - direction
}

/// Column and row of the sloped array of the field with this index, for tables that are made at compile time.
pub(crate) const fn place_of_index(index: usize) -> (i8, i8) {
    PLACES[index]
}

/// The fields that lie in one direction, up to the margin or the hole.
#[inline(always)]
pub(crate) const fn ray(direction: usize, slot: usize) -> u64 {
    RAYS[direction][slot & 63]
}

/// The lowest slot of a set; 63 if it is empty.
#[inline(always)]
pub(crate) fn lowest(set: u64) -> usize {
    (set | 1 << 63).trailing_zeros() as usize
}

/// The highest slot of a set; 0 if it is empty.
#[inline(always)]
pub(crate) fn highest(set: u64) -> usize {
    63 - (set | 1).leading_zeros() as usize
}

/// The slot of the nearest field of `occupied` in one direction; one beyond the margin if there is none.
#[inline(always)]
pub(crate) fn nearest(occupied: u64, slot: usize, direction: usize) -> usize {
    let met = occupied & ray(direction, slot);
    if direction < 3 { lowest(met) } else { highest(met) }
}

/// Calls `visit` with every slot of a set, lowest first.
#[inline(always)]
pub(crate) fn each_slot(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(lowest(set));
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_there_and_back_and_leave_the_hole_out() {
        for field in Field::all() {
            assert_eq!(Field::from_name(&field.to_string()), Some(field));
            assert_eq!(Field::from_name(&field.to_string().to_lowercase()), Some(field));
        }
        assert_eq!(Field::all().map(|f| f.to_string()).last().as_deref(), Some("I5"));
        for wrong in ["E9", "A6", "A0", "J1", "", "E", "E44", "4E", "é1"] {
            assert_eq!(Field::from_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lines_stop_at_the_margin_and_at_the_hole() {
        let names = |direction: usize, name: &str| {
            let mut found = Vec::new();
            let from = Field::from_name(name).unwrap();
            each_slot(ray(direction, from.slot()), |slot| found.push(Field::at_slot(slot).to_string()));
            found
        };
        assert_eq!(names(0, "E3"), ["E4"], "up column E the hole is in the way");
        assert_eq!(names(5, "E5"), [""; 0], "and down it from above");
        assert_eq!(names(1, "A5"), ["B5", "C5", "D5"], "and along the row");
        assert_eq!(names(1, "A4"), ["B4", "C4", "D4", "E4", "F3", "G2", "H1"]);
        assert_eq!(names(2, "E1"), ["F1", "G1", "H1", "I1"]);
        assert_eq!(names(3, "D4"), ["A1", "B2", "C3"]);
        assert_eq!(nearest(0, Field::from_name("D4").unwrap().slot(), 0), 63);
        assert_eq!(nearest(0, Field::from_name("D4").unwrap().slot(), 5), 0);
    }

    #[test]
    fn every_ray_is_the_reverse_of_its_opposite() {
        for direction in 0..DIRECTIONS {
            for from in Field::all().map(Field::slot) {
                assert_eq!(ray(direction, from) & (1 | !0 << (FIELDS + 1)), 0, "a ray stays on the board");
                each_slot(ray(direction, from), |to| {
                    assert_ne!(ray(opposite(direction), to) & (1 << from), 0);
                    assert_eq!(to > from, direction < 3);
                });
            }
        }
    }

    #[test]
    fn symmetries_are_twelve_different_maps_that_keep_lines() {
        let mut maps = std::collections::HashSet::new();
        for symmetry in 0..SYMMETRIES {
            let map: Vec<Field> = Field::all().map(|f| f.under_symmetry(symmetry)).collect();
            for from in Field::all() {
                let lines = (0..DIRECTIONS).map(|d| ray(d, map[from.index()].slot()));
                let moved = (0..DIRECTIONS).map(|d| {
                    let mut image = 0;
                    each_slot(ray(d, from.slot()), |slot| image |= 1 << map[slot - 1].slot());
                    image
                });
                let sorted = |sets: &mut dyn Iterator<Item = u64>| {
                    let mut sets: Vec<u64> = sets.collect();
                    sets.sort_unstable();
                    sets
                };
                assert_eq!(sorted(&mut lines.into_iter()), sorted(&mut moved.into_iter()));
            }
            maps.insert(map);
        }
        assert_eq!(maps.len(), SYMMETRIES);
    }
}
