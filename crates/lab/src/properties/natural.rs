//! Natural numbers of any size, with the few operations that counting positions needs.

use std::fmt;

/// A natural number in base 10⁹, the lowest digit first and no zero on top, so that its decimal text needs no division.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Natural(Vec<u32>);

impl Natural {
    const BASE: u128 = 1_000_000_000;

    /// 1·2·3 … `last`.
    pub(super) fn factorial(last: u64) -> Natural {
        (2..=last).fold(Natural::from(1), |product, factor| product.times(&factor.into()))
    }

    /// How many ways there are to choose `chosen` of `all`; none if that is more than there are.
    pub(super) fn binomial(all: u64, chosen: u64) -> Natural {
        if chosen > all {
            return Natural::from(0);
        }
        // After each step the product is itself a binomial coefficient, so that every division is exact.
        (1..=chosen).fold(Natural::from(1), |product, nth| {
            product.times(&(all - chosen + nth).into()).divided_exactly(nth)
        })
    }

    /// The number of arrangements of things in a row, of which `counts[i]` are alike.
    pub(super) fn multinomial(counts: &[u64]) -> Natural {
        let mut so_far = 0;
        counts.iter().fold(Natural::from(1), |product, &count| {
            so_far += count;
            product.times(&Natural::binomial(so_far, count))
        })
    }

    pub(super) fn plus(&self, other: &Natural) -> Natural {
        let digit = |number: &Natural, nth: usize| u128::from(number.0.get(nth).copied().unwrap_or(0));
        let mut sums = Vec::new();
        for nth in 0..self.0.len().max(other.0.len()) {
            sums.push(digit(self, nth) + digit(other, nth));
        }
        Natural::carried(sums)
    }

    pub(super) fn times(&self, other: &Natural) -> Natural {
        let mut sums = vec![0; self.0.len() + other.0.len()];
        for (low, &first) in self.0.iter().enumerate() {
            for (high, &second) in other.0.iter().enumerate() {
                sums[low + high] += u128::from(first) * u128::from(second);
            }
        }
        Natural::carried(sums)
    }

    pub(super) fn squared(&self) -> Natural {
        self.times(self)
    }

    /// The quotient of a division that is known to leave no remainder.
    pub(super) fn divided_exactly(&self, divisor: u64) -> Natural {
        let (quotient, rest) = self.divided(divisor);
        debug_assert_eq!(rest, 0, "{self} is not a multiple of {divisor}");
        quotient
    }

    /// The quotient and the remainder.
    pub(super) fn divided(&self, divisor: u64) -> (Natural, u64) {
        let mut rest = 0;
        let mut quotient = vec![0; self.0.len()];
        for (nth, &digit) in self.0.iter().enumerate().rev() {
            let part = rest * Natural::BASE + u128::from(digit);
            quotient[nth] = part / u128::from(divisor);
            rest = part % u128::from(divisor);
        }
        (Natural::carried(quotient), rest as u64)
    }

    /// Three leading digits and the power of ten, as in `7.13e40`; small numbers as they are.
    pub(super) fn rounded(&self) -> String {
        let text = self.to_string();
        if text.len() <= 3 {
            return text;
        }
        let rounds_up = text.as_bytes()[3] >= b'5';
        let leading = text[..3].parse::<u32>().unwrap_or(0) + u32::from(rounds_up);
        let (leading, exponent) = match leading {
            1000 => (100, text.len()),
            _ => (leading, text.len() - 1),
        };
        format!("{}.{:02}e{exponent}", leading / 100, leading % 100)
    }

    /// The nearest machine number, for estimates.
    pub(super) fn approximate(&self) -> f64 {
        self.0.iter().rev().fold(0.0, |value, &digit| value * Natural::BASE as f64 + f64::from(digit))
    }

    /// Brings sums that are larger than a digit into form.
    fn carried(sums: Vec<u128>) -> Natural {
        let mut digits = Vec::with_capacity(sums.len() + 1);
        let mut carry = 0;
        for sum in sums {
            carry += sum;
            digits.push((carry % Natural::BASE) as u32);
            carry /= Natural::BASE;
        }
        while carry > 0 {
            digits.push((carry % Natural::BASE) as u32);
            carry /= Natural::BASE;
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Natural(digits)
    }
}

impl From<u64> for Natural {
    fn from(number: u64) -> Natural {
        Natural::carried(vec![u128::from(number)])
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.split_last() {
            None => write!(f, "0"),
            Some((top, rest)) => {
                write!(f, "{top}")?;
                rest.iter().rev().try_for_each(|digit| write!(f, "{digit:09}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_agree_with_the_machine() {
        let samples = [0, 1, 9, 999_999_999, 1_000_000_000, 123_456_789_012_345, u64::MAX];
        for first in samples {
            let one = Natural::from(first);
            assert_eq!(one.to_string(), first.to_string());
            for second in samples {
                let two = Natural::from(second);
                let (a, b) = (u128::from(first), u128::from(second));
                assert_eq!(one.plus(&two).to_string(), (a + b).to_string());
                assert_eq!(one.times(&two).to_string(), (a * b).to_string());
                if second > 0 {
                    let (quotient, rest) = one.divided(second);
                    assert_eq!(quotient.to_string(), (first / second).to_string());
                    assert_eq!(rest, first % second);
                }
            }
        }
    }

    #[test]
    fn known_large_numbers_come_out() {
        let factorial = "8320987112741390144276341183223364380754172606361245952449277696409600000000000000";
        assert_eq!(Natural::factorial(60).to_string(), factorial);
        assert_eq!(Natural::factorial(60).rounded(), "8.32e81");
        assert_eq!(Natural::binomial(60, 30).to_string(), "118264581564861424");
        assert_eq!(Natural::binomial(5, 6).to_string(), "0");
        assert_eq!(Natural::multinomial(&[2, 1, 1]).to_string(), "12");
        assert!((Natural::factorial(60).approximate() / 8.320_987_112_741_39e81 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn rounding_carries_into_the_power_of_ten() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1.00e3"), (1_235, "1.24e3"), (99_960, "1.00e5")]
        {
            assert_eq!(Natural::from(number).rounded(), text);
        }
    }
}
