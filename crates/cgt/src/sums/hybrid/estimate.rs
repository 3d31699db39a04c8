//! Static estimates of the mean and temperature of an Amazons region, from distances and mobility.
//!
//! The features are those of Lieberum 2005. The weights are least squares on 2,354 positions of 5x5 boards with 7 to 12
//! empty squares, from noisy games of a rough evaluation, whose exact values are known (2026-11-16). Means have a standard
//! deviation of 3.70 there and an error of 0.93; counting nearer squares, at its best weight, has an error of 1.44.
//! Temperatures have a standard deviation of 1.92 and an error of 1.30.

use super::local::ONE;
use crate::{
    Point,
    exact::amazons::bits::{Bits, Region, grown, queen},
};

/// Distances beyond this count as this.
const FAR: usize = 7;

/// The empty squares within 0, 1, 2 … moves.
type Reach = [Bits; FAR + 1];

#[inline]
fn reach(from: Bits, empty: Bits, step: impl Fn(Bits) -> Bits) -> Reach {
    let mut within = [0; FAR + 1];
    let mut latest = from;
    for distance in 1..=FAR {
        within[distance] = within[distance - 1] | (step(latest) & empty);
        latest = within[distance] & !within[distance - 1];
        if latest == 0 {
            let all = within[distance];
            within[distance..].fill(all);
            break;
        }
    }
    within
}

/// The squares at exactly this distance.
#[inline]
fn at(reach: &Reach, distance: usize) -> Bits {
    reach[distance] & !reach[distance - 1]
}

#[inline]
fn count(set: Bits) -> i32 {
    set.count_ones() as i32
}

/// Features of a region, Left's minus Right's where both have one.
struct Features {
    /// Squares nearer by queen moves, and by king moves.
    queens: i32,
    kings: i32,
    /// Closeness of all squares: by queen moves in 32nds, halved with every move, and by king moves.
    queens_near: i32,
    kings_near: i32,
    /// Squares that only one side can reach.
    own: i32,
    /// Squares that a queen, and a king, reaches in one move, of each side.
    slides: [i32; 2],
    steps: [i32; 2],
    /// Squares equally near to both, within reach of both, and of either.
    equal: i32,
    shared: i32,
    live: i32,
    /// Undecided squares: in quarters, fewer the more the distances differ; and in 256ths of all squares.
    undecided: i32,
    phase: i32,
}

impl Features {
    fn new(region: &Region) -> Features {
        let empty = region.empty;
        let sides = [region.left, region.right];
        let [left, right] = &sides.map(|from| reach(from, empty, |set| queen(set, empty)));
        let [left_kings, right_kings] = &sides.map(|from| reach(from, empty, grown));
        let live = count(left[FAR] | right[FAR]);
        let mut found = Features {
            queens: 0,
            kings: 0,
            queens_near: 0,
            kings_near: 0,
            own: count(left[FAR]) - count(right[FAR]),
            slides: [count(left[1]), count(right[1])],
            steps: [count(left_kings[1]), count(right_kings[1])],
            equal: 0,
            shared: count(left[FAR] & right[FAR]),
            live,
            undecided: 0,
            phase: 0,
        };
        for d in 1..=FAR {
            let (one, other) = (at(left, d), at(right, d));
            found.queens += count(one & !right[d]) - count(other & !left[d]);
            found.queens_near += (count(one) - count(other)) * (32 >> d);
            found.equal += count(one & other);
            if d < FAR {
                found.undecided += 2 * (count(one & at(right, d + 1)) + count(other & at(left, d + 1)));
            }
            if d + 1 < FAR {
                found.undecided += count(one & at(right, d + 2)) + count(other & at(left, d + 2));
            }
            found.kings +=
                count(at(left_kings, d) & !right_kings[d]) - count(at(right_kings, d) & !left_kings[d]);
            found.kings_near += count(left_kings[d]) - count(right_kings[d]);
        }
        found.undecided += 4 * found.equal;
        found.phase = (found.undecided * 64 / live.max(1)).min(256);
        found
    }

    /// In 256ths of a move; each weight is interpolated between a decided and an undecided position.
    fn mean(&self) -> i32 {
        let with_weights = [
            (self.queens, [200, -293]),
            (self.kings, [39, -17]),
            (self.queens_near, [19, -23]),
            (self.kings_near, [-21, 95]),
            (self.own, [36, -369]),
            (self.slides[0] - self.slides[1], [-223, 336]),
            (self.steps[0] - self.steps[1], [46, -48]),
        ];
        with_weights
            .iter()
            .map(|(feature, [settled, open])| feature * (256 * settled + open * self.phase))
            .sum::<i32>()
            / 256
    }

    /// In 256ths of a move.
    fn temperature(&self) -> i32 {
        let apart = |pair: [i32; 2]| (pair[0] - pair[1]).abs();
        let with_weights = [
            (1, -267),
            (self.equal, -154),
            (self.live, 26),
            (self.slides[0].min(self.slides[1]), 44),
            (self.slides[0].max(self.slides[1]), 51),
            (self.steps[0].min(self.steps[1]), -261),
            (self.queens.abs(), 20),
            (self.shared, -24),
            (self.kings.abs(), -3),
            (apart(self.slides), 7),
            (apart(self.steps), -85),
            (self.own.abs(), -42),
        ];
        with_weights.iter().map(|(feature, weight)| feature * weight).sum::<i32>()
            + 445 * self.undecided / 4
            + (918 - 238 * self.shared) * self.phase / 256
    }
}

/// Estimated mean and temperature of a region. Where both sides can still meet, the temperature is above zero.
pub(super) fn estimate(region: &Region) -> Point<i32> {
    let features = Features::new(region);
    if features.shared == 0 {
        // The sides are apart; each square is a move if none is wasted.
        return Point { t: -ONE, v: features.own * ONE };
    }
    // No move is worth more than all squares.
    let most = features.live * 256;
    let units = ONE / 256;
    let least_hot = 64;
    Point {
        t: features.temperature().clamp(least_hot, most.max(least_hot)) * units,
        v: features.mean().clamp(-most, most) * units,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exact::AmazonsThermographs, sums::local_board};
    use search::{NodeBudget, Unlimited, random::generator};

    #[test]
    fn colours_change_the_sign_of_the_mean_and_nothing_else() {
        let mut random = generator(4, &[1]);
        for _ in 0..200 {
            let region = AmazonsThermographs::region(&local_board(6, 5, 9, &mut random)).unwrap();
            let (one, other) =
                (estimate(&region), estimate(&Region { left: region.right, right: region.left, ..region }));
            assert_eq!((one.t, one.v), (other.t, -other.v), "{region:?}");
        }
    }

    /// The promise of the weights, on boards of another size than they come from.
    #[test]
    fn guesses_are_near_the_truth() {
        let mut random = generator(4, &[2]);
        let (mut means, mut temperatures) = ([0.0; 2], [0.0; 2]);
        let mut values = AmazonsThermographs::default();
        for _ in 0..300 {
            let region = AmazonsThermographs::region(&local_board(4, 3, 3, &mut random)).unwrap();
            let exact = values.mast_of(region, &mut NodeBudget::new(&Unlimited)).unwrap();
            let guess = estimate(&region);
            let square = |units: i32| (f64::from(units) / f64::from(ONE)).powi(2);
            means = [means[0] + square(exact.v), means[1] + square(exact.v - guess.v)];
            temperatures = [temperatures[0] + square(exact.t), temperatures[1] + square(exact.t - guess.t)];
        }
        assert!(means[1] < 0.25 * means[0], "{means:?}");
        assert!(temperatures[1] < 0.5 * temperatures[0], "{temperatures:?}");
    }
}
