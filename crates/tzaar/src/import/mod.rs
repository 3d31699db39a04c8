//! Records of other servers, turned into ours. Coordinates are converted here and nowhere else: those servers count the hole
//! of column E, so that what they call E6 is E5 here.
//!
//! Takes the properties of a record (name and value, as in `W[npmq]`) and refuses what it cannot
//! be sure of.

pub mod boardspace;
pub mod littlegolem;
pub(crate) mod sgf;

use crate::{action::TzaarAction, geometry::Field, position::Tzaar};
use game::TextError;

/// A game as a record tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedGame {
    /// The position before the first turn.
    pub start: Tzaar,
    /// All turns, each complete and legal; a game may have been given up before its end.
    pub turns: Vec<Vec<TzaarAction>>,
}

/// Number of the hole within column E, where it is counted.
const HOLE: usize = 5;

/// The field with this place in a column where the hole is counted, so that column E has nine places; `None` off the board
/// and for the hole.
pub fn field_counting_the_hole(column: usize, number: usize) -> Option<Field> {
    match (column, number) {
        (4, HOLE) => None,
        (4, number) if number > HOLE => Field::in_column(column, number - 1),
        _ => Field::in_column(column, number),
    }
}

fn no_field(token: &str) -> TextError {
    TextError::new(token, "is not a field of the board")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of a field within its column where the hole is counted.
    pub(super) fn number_counting_the_hole(field: Field) -> usize {
        let number = field.number_in_column();
        if field.column() == 4 && number >= HOLE { number + 1 } else { number }
    }

    /// Whole SGF records with these properties, and mutations of them, cause no panic.
    pub(super) fn fuzz_records(
        properties: &[(&str, String)],
        game: impl Fn(Vec<(&str, &str)>) -> Result<ImportedGame, TextError>,
    ) {
        let inside: String = properties.iter().map(|(name, value)| format!("{name}[{value}]")).collect();
        let record = format!("(;{inside})");
        let read = |text: &str| {
            let found = sgf::properties(text).ok()?;
            game(found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()).ok().map(|_| ())
        };
        let cases = testkit::fuzz::Cases { count: 2000, seed: 5 };
        testkit::fuzz::texts(&[&record], cases, read, |()| record.clone());
    }

    #[test]
    fn the_hole_shifts_the_upper_half_of_column_e_only() {
        for field in Field::all() {
            let number = number_counting_the_hole(field);
            assert_eq!(field_counting_the_hole(field.column(), number), Some(field));
            let shifted = field.column() == 4 && field.row() > 4;
            assert_eq!(number - field.number_in_column(), usize::from(shifted));
        }
        assert_eq!(field_counting_the_hole(4, 6), Field::from_name("E5"));
        assert_eq!(field_counting_the_hole(4, 9), Field::from_name("E8"));
        assert_eq!(field_counting_the_hole(4, 5), None);
        assert_eq!(field_counting_the_hole(4, 10), None);
        assert_eq!(field_counting_the_hole(0, 6), None);
    }
}
