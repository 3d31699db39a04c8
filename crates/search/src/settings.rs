//! Settings of a search: one list that yields the struct, the parser, the help and the canonical text.
//!
//! [`settings!`](crate::settings!) declares a configuration struct, one field per setting. Every setting has a value for
//! off and one for on, so `key`, `-key` and `key=value` mean something for each, and an ablation experiment is a loop over
//! [`SettingInfo`]s.

use thiserror::Error;

/// What switching a setting can do to the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Never changes the root value of a search to a fixed depth, only its cost.
    Exact,
    /// May change the value: it searches some lines less or more deeply than others.
    Selective,
    /// Chooses how the answer is picked, or where values come from.
    Choice,
    /// A budget of memory, threads, depth, nodes or time.
    Budget,
}

/// A line of the list of settings.
#[derive(Clone, Copy, Debug)]
pub struct SettingInfo {
    /// The name in specs.
    pub key: &'static str,
    /// What it can do to the answer.
    pub kind: Kind,
    /// Which values it takes.
    pub values: &'static str,
    /// One sentence for people, with its source.
    pub help: &'static str,
}

/// A text of settings that could not be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SettingError {
    /// No setting has this name.
    #[error("'{key}' is not a setting of {owner}; known: {known}")]
    UnknownKey {
        /// The name as given.
        key: String,
        /// Whose settings were asked for.
        owner: &'static str,
        /// All known names.
        known: String,
    },
    /// The setting does not take this value.
    #[error("'{text}' is not a value of {key}; it takes {values}")]
    BadValue {
        /// The setting.
        key: &'static str,
        /// The value as given.
        text: String,
        /// What it takes.
        values: &'static str,
    },
    /// Two settings do not go together.
    #[error("'{key}' {problem}")]
    Conflict {
        /// The setting that needs another.
        key: &'static str,
        /// What is missing or in the way.
        problem: &'static str,
    },
}

/// A type that can be the value of a setting.
pub trait SettingValue: Clone + PartialEq {
    /// Reads a value; `None` if the text is none. Ranges that every use shares are checked here.
    fn parse(text: &str) -> Option<Self>;
    /// The canonical text, which [`SettingValue::parse`] reads back.
    fn text(&self) -> String;
}

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
    /// Longest time that is taken for meant: a week.
    const MOST: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;
}

impl SettingValue for Milliseconds {
    fn parse(text: &str) -> Option<Self> {
        let (digits, unit) = match text {
            t if t.ends_with("ms") => (&t[..t.len() - 2], 1.0),
            t if t.ends_with('s') => (&t[..t.len() - 1], 1000.0),
            t if t.ends_with('m') => (&t[..t.len() - 1], 60_000.0),
            t => (t, 1000.0),
        };
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
        let (digits, shift) = match text.chars().last()? {
            'k' | 'K' => (&text[..text.len() - 1], 10),
            'm' | 'M' => (&text[..text.len() - 1], 20),
            'g' | 'G' => (&text[..text.len() - 1], 30),
            _ => (text, 0),
        };
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

/// Declares an enum whose values have names: `words! { /// doc pub enum Scheme { Always = "always", … } }`.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $crate::settings::SettingValue for $name {
            fn parse(text: &str) -> Option<Self> {
                match text { $($word => Some($name::$variant),)+ _ => None }
            }
            fn text(&self) -> String {
                match self { $($name::$variant => $word),+ }.into()
            }
        }
    };
}

/// Declares a configuration struct from the one list of its settings.
///
/// Each line is `field: Type = "key", Kind, off VALUE, on VALUE, best VALUE, "values", "help";`. The struct gets `PLAIN`
/// (all off), `BEST`, `LIST`, `parse`, `canonical` and `switched`.
#[macro_export]
macro_rules! settings {
    (
        $(#[$doc:meta])*
        pub struct $name:ident ($owner:literal) {
            $($field:ident : $type:ty = $key:literal, $kind:ident, off $off:expr, on $on:expr, best $best:expr, $values:expr, $help:literal;)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name { $(#[doc = $help] pub $field: $type),+ }

        impl $name {
            /// Everything off.
            pub const PLAIN: $name = $name { $($field: $off),+ };
            /// What has proved best for most games.
            pub const BEST: $name = $name { $($field: $best),+ };
            /// Every setting, in canonical order.
            pub const LIST: &'static [$crate::settings::SettingInfo] = &[$(
                $crate::settings::SettingInfo { key: $key, kind: $crate::settings::Kind::$kind, values: $values, help: $help }
            ),+];

            /// Reads settings from left to right, starting from `best`, which `best` in the text also means.
            pub fn parse(text: &str, best: &$name) -> Result<$name, $crate::settings::SettingError> {
                let mut config = best.clone();
                for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
                    match word {
                        "plain" => config = $name::PLAIN,
                        "best" => config = best.clone(),
                        _ => config.set(word)?,
                    }
                }
                Ok(config)
            }

            /// Applies one setting: `key`, `-key` or `key=value`.
            fn set(&mut self, word: &str) -> Result<(), $crate::settings::SettingError> {
                use $crate::settings::{SettingError, SettingValue};
                let (key, value) = match word.split_once('=') {
                    Some((key, value)) => (key, Some(value)),
                    None => (word, None),
                };
                match (key, key.strip_prefix('-'), value) {
                    $(
                        ($key, _, None) => self.$field = $on,
                        (_, Some($key), None) => self.$field = $off,
                        ($key, _, Some(value)) => {
                            let bad = || SettingError::BadValue { key: $key, text: value.into(), values: $values };
                            self.$field = <$type as SettingValue>::parse(value).ok_or_else(bad)?;
                        }
                    )+
                    _ => {
                        let known = Self::LIST.iter().map(|s| s.key).collect::<Vec<_>>().join(", ");
                        return Err(SettingError::UnknownKey { key: key.into(), owner: $owner, known });
                    }
                }
                Ok(())
            }

            /// A text that [`Self::parse`] reads back to exactly this configuration, whatever `best` means there.
            pub fn canonical(&self) -> String {
                use $crate::settings::SettingValue;
                let mut text = String::from("plain");
                $(
                    if self.$field != $off {
                        text.push_str(concat!(",", $key, "="));
                        text.push_str(&self.$field.text());
                    }
                )+
                text
            }

            /// Is any setting of this kind not off?
            pub fn uses(&self, kind: $crate::settings::Kind) -> bool {
                [$((self.$field != $off, $crate::settings::Kind::$kind)),+].contains(&(true, kind))
            }

            /// This configuration with one setting of the list switched on (`key`) or off (`-key`).
            pub fn switched(&self, word: &str) -> Result<$name, $crate::settings::SettingError> {
                let mut config = self.clone();
                config.set(word)?;
                Ok(config)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::words! {
        /// A choice for the test.
        pub enum Colour { Red = "red", Blue = "blue" }
    }
    crate::settings! {
        /// Settings for the test.
        pub struct Config("painter") {
            speed: Number<0, 10> = "speed", Exact, off Number(0), on Number(3), best Number(5), "0 to 10", "How fast.";
            colour: Colour = "colour", Choice, off Colour::Red, on Colour::Blue, best Colour::Blue, "red or blue", "Which.";
            table: TableSize = "tt", Exact, off TableSize::Off, on TableSize::Bytes(1 << 20), best TableSize::Off, TableSize::VALUES, "Memory.";
        }
    }

    fn parse(text: &str) -> Result<Config, SettingError> {
        Config::parse(text, &Config::BEST)
    }

    #[test]
    fn settings_apply_from_left_to_right() {
        assert_eq!(parse("").unwrap(), Config::BEST);
        assert_eq!(parse("plain").unwrap(), Config::PLAIN);
        assert_eq!(parse("plain,speed").unwrap().speed, Number(3));
        assert_eq!(parse("-speed,speed=7,best").unwrap().speed, Number(5));
        assert_eq!(parse("tt=2^19e").unwrap().table, TableSize::Entries(1 << 19));
        assert!(
            parse("plain,speed").unwrap().uses(Kind::Exact)
                && !parse("plain,colour").unwrap().uses(Kind::Exact)
        );
        assert_eq!(Config::PLAIN.switched("colour").unwrap().switched("-colour").unwrap(), Config::PLAIN);
    }

    #[test]
    fn the_canonical_text_reads_back() {
        for text in ["", "plain", "tt=3M,-colour", "speed=10,tt=70000e"] {
            let config = parse(text).unwrap();
            assert_eq!(parse(&config.canonical()).unwrap(), config, "{text}");
        }
    }

    #[test]
    fn bad_settings_are_quoted_with_what_would_be_right() {
        let message = |text| parse(text).unwrap_err().to_string();
        assert_eq!(message("sped=3"), "'sped' is not a setting of painter; known: speed, colour, tt");
        assert_eq!(message("speed=11"), "'11' is not a value of speed; it takes 0 to 10");
        for absurd in
            ["tt=0", "tt=10T", "tt=-1", "tt=99999999999999999999", "tt=2^64e", "tt=2^63e", "tt=é", "tt="]
        {
            assert!(
                message(absurd).contains("is not a value of tt; it takes off, bytes from 1K"),
                "{absurd}"
            );
        }
    }

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
