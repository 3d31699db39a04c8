//! Formats numbers for tables and axes.

/// Formats a number with this many decimals; never minus zero.
pub(crate) fn text(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    let text = format!("{value:.digits$}");
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) {
        return text.trim_start_matches('-').into();
    }
    text
}

/// Formats a whole number with commas between thousands.
pub(crate) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number for an axis: short, with k, M and G for thousands, millions and billions.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    let (scaled, unit) = match size {
        s if s >= 1e9 => (value / 1e9, "G"),
        s if s >= 1e6 => (value / 1e6, "M"),
        s if s >= 1e4 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    if size != 0.0 && size < 1e-3 {
        return format!("{value:.0e}");
    }
    let digits = text(scaled, 3);
    let digits =
        if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    format!("{digits}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_zero() {
        assert_eq!(text(-0.004, 2), "0.00");
        assert_eq!(text(-0.5, 1), "-0.5");
        assert_eq!(text(f64::NAN, 1), "–");
        let whole = [0, 999, 1000, 260_370, -1_234_567, i64::MIN].map(grouped);
        let shown = ["0", "999", "1,000", "260,370", "-1,234,567", "-9,223,372,036,854,775,808"];
        assert_eq!(whole, shown);
        assert_eq!(
            [0.0, 0.25, 1.0, 1500.0, 20_000.0, 1.5e6, 2e9, 1e-4].map(short),
            ["0", "0.25", "1", "1500", "20k", "1.5M", "2G", "1e-4"]
        );
    }
}
