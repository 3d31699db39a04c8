//! Counting with natural numbers of any size.

use num_bigint::BigUint;

/// 1·2·3 … `last`.
pub(super) fn factorial(last: u64) -> BigUint {
    (1..=last).map(BigUint::from).product()
}

/// How many ways there are to choose `chosen` of `all`; none if that is more than there are.
pub(super) fn binomial(all: u64, chosen: u64) -> BigUint {
    if chosen > all {
        return BigUint::ZERO;
    }
    // After each step the product is itself a binomial coefficient, so that every division is exact.
    (1..=chosen).fold(BigUint::from(1_u32), |product, nth| product * (all - chosen + nth) / nth)
}

/// The number of arrangements of things in a row, of which `counts[i]` are alike.
pub(super) fn multinomial(counts: &[u64]) -> BigUint {
    let mut so_far = 0;
    let one = |&count: &u64| {
        so_far += count;
        binomial(so_far, count)
    };
    counts.iter().map(one).product()
}

/// The nearest machine number, for estimates.
pub(super) fn approximate(number: &BigUint) -> f64 {
    number.to_string().parse().unwrap_or(f64::INFINITY)
}

/// Three leading digits and the power of ten, as in `7.13e40`; small numbers as they are.
pub(super) fn rounded(number: &BigUint) -> String {
    let text = number.to_string();
    if text.len() <= 3 { text } else { format!("{:.2e}", approximate(number)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_large_numbers_come_out() {
        let digits = "8320987112741390144276341183223364380754172606361245952449277696409600000000000000";
        assert_eq!(factorial(60).to_string(), digits);
        assert_eq!(rounded(&factorial(60)), "8.32e81");
        assert_eq!(binomial(60, 30).to_string(), "118264581564861424");
        assert_eq!(binomial(5, 6).to_string(), "0");
        assert_eq!(multinomial(&[2, 1, 1]).to_string(), "12");
        assert!((approximate(&factorial(60)) / 8.320_987_112_741_39e81 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn rounding_carries_into_the_power_of_ten() {
        for (number, text) in
            [(0_u32, "0"), (999, "999"), (1_000, "1.00e3"), (1_235, "1.24e3"), (99_960, "1.00e5")]
        {
            assert_eq!(rounded(&number.into()), text);
        }
    }
}
