//! Further claims about pairings: losses, several pairings together, and how a gain changes between two conditions.

use super::{Bound, Claim, Evidence, Part, Test, claim::pentanomial};
use crate::kinds::matches::Pair;
use arena::Pentanomial;

/// The first player's score in a pair, in per cent.
fn score(pair: &Pair) -> f64 {
    25.0 * f64::from(pair.half_points[0] + pair.half_points[1])
}

impl Claim<Pair> {
    /// Adds: the first player is stronger in several pairings taken together.
    pub(crate) fn wins_together(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        pairings: &[&str],
        [elo0, elo1]: [f64; 2],
    ) -> Claim<Pair> {
        self.part(Part::new(statement, printed, Test::Match { elo0, elo1 }), pairings, |groups| {
            Evidence::Pairs(together(groups))
        })
    }

    /// Adds: the **second** player is stronger by `elo1` rather than by `elo0` in several pairings taken together.
    pub(crate) fn loses(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        pairings: &[&str],
        [elo0, elo1]: [f64; 2],
    ) -> Claim<Pair> {
        self.part(Part::new(statement, printed, Test::Match { elo0, elo1 }), pairings, |groups| {
            let mut counts = together(groups).0;
            counts.reverse();
            Evidence::Pairs(Pentanomial(counts))
        })
    }

    /// Adds: by how many percentage points the first player's score in the pairings of one list is above that in the other
    /// list, place by place, all places taken together.
    pub(crate) fn gains_together(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        [ones, others]: [&[&str]; 2],
        bound: Bound,
    ) -> Claim<Pair> {
        let (pairings, half) = ([ones, others].concat(), ones.len());
        self.part(Part::new(statement, printed, Test::Mean(bound)), &pairings, move |groups| {
            let (ones, others) = groups.split_at(half);
            let pairs = ones.iter().zip(others).flat_map(|(one, other)| one.iter().zip(*other));
            Evidence::Numbers(pairs.map(|(one, other)| score(one) - score(other)).collect())
        })
    }

    /// Adds: by how many percentage points one gain is above another. A gain is the score in one pairing less that in a
    /// second one.
    pub(crate) fn gain_grows(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        [later, earlier]: [[&str; 2]; 2],
        bound: Bound,
    ) -> Claim<Pair> {
        let pairings = [later, earlier].concat();
        self.part(Part::new(statement, printed, Test::Mean(bound)), &pairings, |groups| {
            let many = groups.iter().map(|group| group.len()).min().unwrap_or(0);
            let at = |group: usize, nth: usize| score(&groups[group][nth]);
            let gain = |nth: usize| (at(0, nth) - at(1, nth)) - (at(2, nth) - at(3, nth));
            Evidence::Numbers((0..many).map(gain).collect())
        })
    }
}

fn together(groups: &[&[Pair]]) -> Pentanomial {
    let mut counts = [0; 5];
    for group in groups {
        counts.iter_mut().zip(pentanomial(group).0).for_each(|(all, here)| *all += here);
    }
    Pentanomial(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(half_points: &[[u8; 2]]) -> Vec<Pair> {
        half_points.iter().map(|&half_points| Pair { half_points, ..Pair::default() }).collect()
    }

    fn evidence(claim: Claim<Pair>, groups: &[&[Pair]]) -> Evidence {
        (claim.parts[0].evidence)(groups)
    }

    #[test]
    fn losses_are_wins_of_the_second_player() {
        let (one, other) = (pairs(&[[0, 0], [0, 2], [0, 1]]), pairs(&[[0, 0]]));
        let claim = |second: bool| {
            let claim = Claim::new("");
            if second {
                claim.loses("", "", &["a", "b"], [0.0, 40.0])
            } else {
                claim.wins_together("", "", &["a", "b"], [0.0, 40.0])
            }
        };
        assert_eq!(evidence(claim(false), &[&one, &other]), Evidence::Pairs(Pentanomial([2, 1, 1, 0, 0])));
        assert_eq!(evidence(claim(true), &[&one, &other]), Evidence::Pairs(Pentanomial([0, 0, 1, 1, 2])));
    }

    #[test]
    fn gains_are_paired_and_may_grow() {
        let (high, low) = (pairs(&[[2, 2], [2, 0]]), pairs(&[[0, 0], [2, 0]]));
        let claim = Claim::new("").gains_together("", "", [&["a", "b"], &["c", "d"]], Bound::AtLeast(0.0));
        let found = evidence(claim, &[&high, &low, &low, &low]);
        assert_eq!(found, Evidence::Numbers(vec![100.0, 0.0, 0.0, 0.0]));
        let claim = Claim::new("").gain_grows("", "", [["a", "b"], ["c", "d"]], Bound::AtLeast(0.0));
        let found = evidence(claim, &[&high, &low, &low, &high[..1]]);
        assert_eq!(found, Evidence::Numbers(vec![200.0]), "as far as all four go");
    }
}
