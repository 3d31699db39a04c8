//! Exact dyadic rationals. Every operation that could leave the range returns an error; nothing is rounded.

use game::TextError;
use std::{cmp::Ordering, fmt, ops::Neg};
use thiserror::Error;

/// A dyadic rational `numerator / 2^exponent` in lowest terms.
///
/// ```
/// use cgt::Dyadic;
///
/// let x = Dyadic::parse("3/4").unwrap();
/// assert_eq!(x.plus(Dyadic::ONE).unwrap().to_string(), "7/4");
/// // The simplest number strictly between 3/4 and 2.
/// let two = Dyadic::integer(2);
/// assert_eq!(Dyadic::simplest(Some((x, false)), Some((two, false))).unwrap(), Some(Dyadic::ONE));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

/// A number outside the range of [`Dyadic`]: numerators of 63 bits over powers of two up to 2^60.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a number left the exact range: numerators go up to 2^63, denominators up to 2^60")]
pub struct OutOfRange;

impl Dyadic {
    /// The largest exponent of a denominator.
    pub const FINEST: u8 = 60;
    /// Zero.
    pub const ZERO: Dyadic = Dyadic::integer(0);
    /// One.
    pub const ONE: Dyadic = Dyadic::integer(1);
    /// Minus one, the temperature of integers.
    pub const MINUS_ONE: Dyadic = Dyadic::integer(-1);

    /// An integer other than `i64::MIN`, which has no negative.
    pub const fn integer(number: i64) -> Dyadic {
        debug_assert!(number != i64::MIN);
        Dyadic { numerator: number, exponent: 0 }
    }

    /// `numerator / 2^exponent`.
    pub fn new(numerator: i64, exponent: u8) -> Result<Dyadic, OutOfRange> {
        Dyadic::reduced(i128::from(numerator), u32::from(exponent))
    }

    fn reduced(numerator: i128, exponent: u32) -> Result<Dyadic, OutOfRange> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let shift = numerator.trailing_zeros().min(exponent);
        let exponent = exponent - shift;
        if exponent > u32::from(Dyadic::FINEST) {
            return Err(OutOfRange);
        }
        let numerator = i64::try_from(numerator >> shift).map_err(|_| OutOfRange)?;
        // `i64::MIN` has no negative.
        if numerator == i64::MIN {
            Err(OutOfRange)
        } else {
            Ok(Dyadic { numerator, exponent: exponent as u8 })
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The power of two in the denominator, in lowest terms.
    pub fn exponent(self) -> u8 {
        self.exponent
    }

    /// Is it an integer?
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The absolute value.
    pub fn abs(self) -> Dyadic {
        Dyadic { numerator: self.numerator.abs(), exponent: self.exponent }
    }

    /// Sum.
    pub fn plus(self, other: Dyadic) -> Result<Dyadic, OutOfRange> {
        let exponent = self.exponent.max(other.exponent);
        let lift = |d: Dyadic| i128::from(d.numerator) << (exponent - d.exponent);
        Dyadic::reduced(lift(self) + lift(other), u32::from(exponent))
    }

    /// Difference.
    pub fn minus(self, other: Dyadic) -> Result<Dyadic, OutOfRange> {
        self.plus(-other)
    }

    /// Half the number.
    pub fn half(self) -> Result<Dyadic, OutOfRange> {
        Dyadic::reduced(i128::from(self.numerator), u32::from(self.exponent) + 1)
    }

    /// An integer multiple.
    pub fn times(self, factor: i64) -> Result<Dyadic, OutOfRange> {
        Dyadic::reduced(i128::from(self.numerator) * i128::from(factor), u32::from(self.exponent))
    }

    /// The largest integer that is not larger.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The smallest integer that is not smaller.
    pub fn ceil(self) -> i64 {
        -((-self.numerator) >> self.exponent)
    }

    /// The nearest floating-point number, for drawing and tables only.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / (1_u64 << self.exponent) as f64
    }

    /// The number in units of `2^-bits`, if it is a multiple of them.
    pub fn in_units(self, bits: u32) -> Option<i128> {
        let lift = bits.checked_sub(u32::from(self.exponent))?;
        Some(i128::from(self.numerator) << lift)
    }

    /// The number that is so many units of `2^-bits`.
    pub fn from_units(units: i128, bits: u32) -> Result<Dyadic, OutOfRange> {
        Dyadic::reduced(units, bits)
    }

    /// Reads `3`, `-1/2`, `25/16`.
    pub fn parse(text: &str) -> Result<Dyadic, TextError> {
        let bad = || TextError::new(text, "is not a dyadic number; write one such as 3, -1/2 or 25/16");
        let (above, below) = match text.split_once('/') {
            Some((above, below)) => (above, Some(below)),
            None => (text, None),
        };
        let digits = above.strip_prefix('-').unwrap_or(above);
        let plain = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        if !plain(digits) || below.is_some_and(|b| !plain(b)) {
            return Err(bad());
        }
        let numerator: i64 = above.parse().map_err(|_| bad())?;
        let denominator: u64 = below.map_or(Ok(1), str::parse).map_err(|_| bad())?;
        if !denominator.is_power_of_two() || denominator > 1 << Dyadic::FINEST {
            return Err(bad());
        }
        Dyadic::new(numerator, denominator.trailing_zeros() as u8).map_err(|_| bad())
    }

    /// The simplest number between two bounds, each with whether it is itself allowed; `None` if there is none.
    ///
    /// Simplest means born first: the integer nearest to zero, or else the fraction with the smallest denominator.
    pub fn simplest(
        low: Option<(Dyadic, bool)>,
        high: Option<(Dyadic, bool)>,
    ) -> Result<Option<Dyadic>, OutOfRange> {
        let fits = |x: Dyadic| {
            low.is_none_or(|(l, closed)| l < x || (closed && l == x))
                && high.is_none_or(|(h, closed)| x < h || (closed && x == h))
        };
        if let (Some((l, lc)), Some((h, hc))) = (low, high)
            && (l > h || (l == h && !(lc && hc)))
        {
            return Ok(None);
        }
        // The candidates at each fineness are the multiples next to the bounds; zero comes first of all.
        if fits(Dyadic::ZERO) {
            return Ok(Some(Dyadic::ZERO));
        }
        for bits in 0..=Dyadic::FINEST {
            // A candidate out of range does not fit, but its neighbour may.
            let near = |bound: Dyadic| {
                let numerator = i128::from(bound.numerator);
                let scaled = if bound.exponent > bits {
                    numerator >> (bound.exponent - bits)
                } else {
                    numerator << (bits - bound.exponent)
                };
                [0, 1, -1]
                    .into_iter()
                    .filter_map(move |by| Dyadic::from_units(scaled + by, u32::from(bits)).ok())
            };
            let candidates = [low, high].into_iter().flatten().flat_map(|(bound, _)| near(bound));
            let best = candidates.filter(|&x| fits(x)).min_by_key(|x| x.abs());
            if best.is_some() {
                return Ok(best);
            }
        }
        Err(OutOfRange)
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        let lift = |d: &Dyadic| i128::from(d.numerator) << (exponent - d.exponent);
        lift(self).cmp(&lift(other))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            e => write!(f, "{}/{}", self.numerator, 1_u64 << e),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Dyadic {
        Dyadic::parse(text).unwrap()
    }

    #[test]
    fn arithmetic_is_exact_and_in_lowest_terms() {
        assert_eq!(d("1/2").plus(d("1/2")).unwrap(), Dyadic::ONE);
        assert_eq!(d("-3/4").minus(d("1/8")).unwrap().to_string(), "-7/8");
        assert_eq!(d("6/16").to_string(), "3/8");
        assert_eq!(d("5").half().unwrap().half().unwrap().to_string(), "5/4");
        assert_eq!((d("-7/2").floor(), d("-7/2").ceil(), d("7/2").floor(), d("3").ceil()), (-4, -3, 3, 3));
        assert!(d("-1/2") < d("-1/4") && d("5/4") > Dyadic::ONE);
    }

    #[test]
    fn leaving_the_range_is_an_error() {
        let large = Dyadic::integer(i64::MAX);
        assert_eq!(large.plus(Dyadic::ONE), Err(OutOfRange));
        assert_eq!(large.plus(d("1/2")), Err(OutOfRange));
        assert_eq!(Dyadic::new(1, 60).unwrap().half(), Err(OutOfRange));
        assert_eq!(large.times(2), Err(OutOfRange));
        assert_eq!(Dyadic::new(i64::MIN, 0), Err(OutOfRange));
    }

    #[test]
    fn texts_that_are_no_numbers_are_quoted() {
        for bad in ["", "-", "1/3", "1/0", "x", "1/-2", "+1", "1.5", "99999999999999999999", "1//2", "--1"] {
            let message = Dyadic::parse(bad).unwrap_err().to_string();
            assert!(message.starts_with(&format!("'{bad}' is not a dyadic number")), "{message}");
        }
    }

    #[test]
    fn the_simplest_number_of_an_interval() {
        let between =
            |l: &str, h: &str, closed| Dyadic::simplest(Some((d(l), closed)), Some((d(h), closed))).unwrap();
        assert_eq!(between("0", "1", false), Some(d("1/2")));
        assert_eq!(between("1/4", "1", false), Some(d("1/2")));
        assert_eq!(between("5/4", "2", false), Some(d("3/2")));
        assert_eq!(between("-5", "7", false), Some(d("0")));
        assert_eq!(between("2", "7", false), Some(d("3")));
        assert_eq!(between("-7", "-2", true), Some(d("-2")));
        assert_eq!(between("3/8", "1/2", false), Some(d("7/16")));
        assert_eq!(between("-1/2", "-3/8", false), Some(d("-7/16")));
        assert_eq!(between("1", "1", false), None);
        assert_eq!(between("1", "1", true), Some(d("1")));
        assert_eq!(between("2", "1", true), None);
        assert_eq!(Dyadic::simplest(Some((d("7/2"), false)), None).unwrap(), Some(d("4")));
        assert_eq!(Dyadic::simplest(None, Some((d("-1/2"), false))).unwrap(), Some(d("-1")));
    }

    /// Numbers at the end of the range are found, and what lies beyond it is an error.
    #[test]
    fn the_simplest_number_at_the_end_of_the_range() {
        let [last, one_less, two_less] = [0, 1, 2].map(|less| Dyadic::integer(i64::MAX - less));
        for sign in [1, -1] {
            let open = |x: Dyadic| Some((x.times(sign).unwrap(), false));
            let between = |near: Dyadic, far: Option<(Dyadic, bool)>| {
                if sign > 0 { Dyadic::simplest(open(near), far) } else { Dyadic::simplest(far, open(near)) }
            };
            assert_eq!(between(two_less, open(last)), Ok(one_less.times(sign).ok()));
            assert_eq!(between(one_less, None), Ok(last.times(sign).ok()));
            assert_eq!(between(last, None), Err(OutOfRange));
            assert_eq!(between(one_less, open(last)), Err(OutOfRange), "a half does not fit beside so much");
        }
        let [finest, finer] = [Dyadic::new(1, 60), Dyadic::new(1, 59)].map(|x| Some((x.unwrap(), false)));
        assert_eq!(Dyadic::simplest(finest, finer), Err(OutOfRange));
    }
}
