//! Values of settings: switches, numbers, times and sizes of tables, with their texts.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::SettingValue;

impl SettingValue for bool {
    fn parse(text: &str) -> Option<bool> {
        match text {
            "on" | "true" | "1" => Some(true),
            "off" | "false" | "0" => Some(false),
            _ => None,
        }
    }
    fn text(&self) -> String {
        if *self { "on".into() } else { "off".into() }
    }
}

/// A whole number within bounds that its setting states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Number<const LEAST: i64, const MOST: i64>(pub i64);

impl<const LEAST: i64, const MOST: i64> Number<LEAST, MOST> {
    /// Is it anything but zero, the neutral value?
    #[inline]
    pub fn is_on(self) -> bool {
        self.0 != 0
    }
}

impl<const LEAST: i64, const MOST: i64> SettingValue for Number<LEAST, MOST> {
    fn parse(text: &str) -> Option<Self> {
        let number = match text.split_once(['e', 'E']) {
            // 1e6 is how the papers and people write large budgets.
            Some((digits, exponent)) => {
                let power = 10_i64.checked_pow(exponent.parse().ok()?)?;
                digits.parse::<i64>().ok()?.checked_mul(power)?
            }
            None => text.parse().ok()?,
        };
        (LEAST..=MOST).contains(&number).then_some(Number(number))
    }
    fn text(&self) -> String {
        self.0.to_string()
    }
}

/// A number with up to six digits behind the point, within bounds that its setting states; held in millionths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Decimal<const LEAST: i64, const MOST: i64>(pub i64);

impl<const LEAST: i64, const MOST: i64> Decimal<LEAST, MOST> {
    const DIGITS: usize = 6;
    const ONE: i64 = 1_000_000;

    /// The number.
    #[inline]
    pub fn get(self) -> f64 {
        self.0 as f64 / Self::ONE as f64
    }

    /// Is it anything but zero, the neutral value?
    #[inline]
    pub fn is_on(self) -> bool {
        self.0 != 0
    }
}

impl<const LEAST: i64, const MOST: i64> SettingValue for Decimal<LEAST, MOST> {
    fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(part) || part.len() > Self::DIGITS {
            return None;
        }
        let millionths = format!("{part:0<width$}", width = Self::DIGITS).parse::<i64>().ok()?;
        let size = whole.parse::<i64>().ok()?.checked_mul(Self::ONE)?.checked_add(millionths)?;
        let number = if negative { -size } else { size };
        let range = LEAST.checked_mul(Self::ONE)?..=MOST.checked_mul(Self::ONE)?;
        range.contains(&number).then_some(Decimal(number))
    }
    fn text(&self) -> String {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let one = Self::ONE.unsigned_abs();
        match size % one {
            0 => format!("{sign}{}", size / one),
            part => format!("{sign}{}.{}", size / one, format!("{part:06}").trim_end_matches('0')),
        }
    }
}

/// A length of time, written `500ms`, `2s`, `1.5s` or `3m`; zero means no limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Milliseconds(pub u64);

impl Milliseconds {
    /// Longest accepted time: a week.
    const MOST: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;
}

impl SettingValue for Milliseconds {
    fn parse(text: &str) -> Option<Self> {
        let units = [("ms", 1.0), ("s", 1000.0), ("m", 60_000.0), ("", 1000.0)];
        let split = |(unit, size)| Some((text.strip_suffix(unit)?, size));
        let (digits, unit) = units.into_iter().find_map(split)?;
        if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return None;
        }
        let time = digits.parse::<f64>().ok()? * unit;
        (time.is_finite() && (0.0..=Self::MOST).contains(&time)).then(|| Milliseconds(time.round() as u64))
    }
    fn text(&self) -> String {
        if self.0.is_multiple_of(1000) { format!("{}s", self.0 / 1000) } else { format!("{}ms", self.0) }
    }
}

/// The size of a table: bytes (`64M`), entries (`2^19e`, `500000e`), or none (`off`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableSize {
    /// No table.
    Off,
    /// At most this many bytes.
    Bytes(u64),
    /// This many entries.
    Entries(u64),
}

impl TableSize {
    /// The smallest table that is worth the name.
    pub const LEAST_BYTES: u64 = 1 << 10;
    /// Tables beyond this are refused as absurd.
    pub const MOST_BYTES: u64 = 64 << 30;
    /// Values as shown in help.
    pub const VALUES: &'static str = "off, bytes from 1K to 64G such as 64M, or entries such as 2^19e";

    /// The size in bytes, given the size of an entry; 0 without a table.
    pub fn bytes(self, entry: u64) -> u64 {
        match self {
            TableSize::Off => 0,
            TableSize::Bytes(bytes) => bytes,
            TableSize::Entries(entries) => entries.saturating_mul(entry),
        }
    }

    fn in_range(bytes: u64) -> bool {
        (Self::LEAST_BYTES..=Self::MOST_BYTES).contains(&bytes)
    }
}

impl SettingValue for TableSize {
    fn parse(text: &str) -> Option<Self> {
        /// What an entry takes at the least, to refuse absurd counts early.
        const ENTRY: u64 = 16;
        if text == "off" {
            return Some(TableSize::Off);
        }
        if let Some(count) = text.strip_suffix('e') {
            let entries = match count.strip_prefix("2^") {
                Some(power) => 1_u64.checked_shl(power.parse().ok()?)?,
                None => count.parse().ok()?,
            };
            return Self::in_range(entries.checked_mul(ENTRY)?).then_some(TableSize::Entries(entries));
        }
        let units = [(['k', 'K'], 10), (['m', 'M'], 20), (['g', 'G'], 30)];
        let split = |(unit, shift)| Some((text.strip_suffix(unit)?, shift));
        let (digits, shift) = units.into_iter().find_map(split).unwrap_or((text, 0));
        let bytes = digits.parse::<u64>().ok()?.checked_mul(1 << shift)?;
        Self::in_range(bytes).then_some(TableSize::Bytes(bytes))
    }
    fn text(&self) -> String {
        match *self {
            TableSize::Off => "off".into(),
            TableSize::Bytes(b) if b.is_multiple_of(1 << 30) => format!("{}G", b >> 30),
            TableSize::Bytes(b) if b.is_multiple_of(1 << 20) => format!("{}M", b >> 20),
            TableSize::Bytes(b) if b.is_multiple_of(1 << 10) => format!("{}K", b >> 10),
            TableSize::Bytes(b) => b.to_string(),
            TableSize::Entries(e) if e.is_power_of_two() => format!("2^{}e", e.ilog2()),
            TableSize::Entries(e) => format!("{e}e"),
        }
    }
}

#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_and_written_exactly() {
        type Part = Decimal<-2, 100>;
        for (text, canonical) in
            [("0.2", "0.2"), ("0.0003", "0.0003"), ("-1.50", "-1.5"), ("100", "100"), ("7.0", "7")]
        {
            assert_eq!(Part::parse(text).map(|d| d.text()).as_deref(), Some(canonical), "{text}");
        }
        assert_eq!(Part::parse("2.828427").map(Decimal::get), Some(2.828427));
        for bad in [
            "",
            ".",
            ".5",
            "1.",
            "1e3",
            "+1",
            "--1",
            "100.1",
            "-2.1",
            "0.0000001",
            "NaN",
            "99999999999999999999",
        ] {
            assert_eq!(Part::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn times_and_large_numbers_are_read_as_people_write_them() {
        assert_eq!(Milliseconds::parse("1.5s"), Some(Milliseconds(1500)));
        assert_eq!(Milliseconds::parse("200ms"), Some(Milliseconds(200)));
        assert_eq!(Milliseconds::parse("2m"), Some(Milliseconds(120_000)));
        for bad in ["", "s", "-1s", "NaN", "inf", "1h", "1e300s", "+1s"] {
            assert_eq!(Milliseconds::parse(bad), None, "{bad}");
        }
        assert_eq!(Number::<0, { i64::MAX }>::parse("1e6"), Some(Number(1_000_000)));
        assert_eq!(Number::<0, { i64::MAX }>::parse("9e99"), None);
    }
}
