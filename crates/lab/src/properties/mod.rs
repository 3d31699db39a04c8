//! The size of Tzaar, as in section 1.4 of the WALTZ thesis (Veselý 2013): counted exactly where the thesis counts, sampled
//! from our own games where it samples, with its figures beside ours.

mod branching;
mod counts;
mod natural;

pub use branching::{Branching, COLUMNS, PRINTED, Sample, quick_game};
use natural::{approximate, rounded};
use num_bigint::BigUint;

/// A property of the game, with the thesis's figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// What is counted.
    pub name: &'static str,
    /// All digits; `None` for an estimate.
    pub exact: Option<String>,
    /// Three digits and a power of ten, as in `7.13e40`.
    pub rounded: String,
    /// The figure of the thesis; `None` where it has none.
    pub printed: Option<&'static str>,
}

/// Everything that can be counted exactly.
pub fn counted() -> Vec<Property> {
    let twelfth = |number: &BigUint| number / tzaar::SYMMETRIES;
    let (starts, bound, endings) = (counts::starts(), counts::positions_bound(), counts::endings());
    let rows = [
        ("start positions", starts.clone(), Some("7.13e40")),
        ("start positions, divided by the 12 symmetries", twelfth(&starts), Some("5.94e39")),
        ("start positions up to symmetry (Burnside)", counts::different_starts(), None),
        ("greatest height of a stack", counts::greatest_height().into(), Some("14")),
        ("most turns of a game without a pass", counts::turns_without_pass().into(), Some("28")),
        ("most turns of a game of passes", counts::turns_with_passes().into(), None),
        ("positions, upper bound (the thesis's sum)", bound.clone(), Some("9.17e57")),
        ("positions, upper bound, divided by 12", twelfth(&bound), Some("7.64e56")),
        ("endings with six different stacks", endings.clone(), Some("1.13e16")),
        ("endings with six different stacks, divided by 12", twelfth(&endings), Some("9.42e14")),
        ("endings with six different stacks up to symmetry (Burnside)", counts::different_endings(), None),
        ("orders of filling the board in the placement phase", counts::placements(), Some("60!")),
        ("courses of the placement phase, kinds chosen too", counts::placements_with_kinds(), None),
    ];
    let property = |(name, number, printed): (_, BigUint, _)| {
        let (exact, rounded) = (Some(number.to_string()), rounded(&number));
        Property { name, exact, rounded, printed }
    };
    rows.map(property).into()
}

/// Estimates of the size of the game tree, from the sampled number of turns.
pub fn estimated(branching: &Branching) -> Vec<Property> {
    let tree = branching.tree_size();
    let with_kinds = tree * approximate(&counts::placements_with_kinds());
    let rows = [
        ("game tree, averages of 28 turns multiplied", tree, Some("1e79")),
        (
            "game tree of the tournament version, times 60!",
            tree * approximate(&counts::placements()),
            Some("1e161"),
        ),
        ("game tree of the tournament version, kinds chosen too", with_kinds, None),
    ];
    let property =
        |(name, number, printed)| Property { name, exact: None, rounded: format!("{number:.2e}"), printed };
    rows.map(property).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_figures_are_the_printed_ones_but_for_the_sum() {
        let differing: Vec<(String, &str)> = counted()
            .into_iter()
            .filter_map(|property| Some((property.rounded, property.printed?)))
            .filter(|(ours, printed)| ours != printed)
            .collect();
        let expected = [("9.19e57", "9.17e57"), ("7.66e56", "7.64e56"), ("8.32e81", "60!")];
        assert_eq!(differing, expected.map(|(ours, printed)| (ours.to_owned(), printed)));
    }
}
