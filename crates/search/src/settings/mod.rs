//! Settings of a search: one list that yields the struct, the parser, the help and the canonical text.
//!
//! [`settings!`](crate::settings!) declares a configuration struct, one field per setting. Every setting has a value for
//! off and one for on, so `key`, `-key` and `key=value` mean something for each, and an ablation experiment is a loop over
//! [`SettingInfo`]s.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod values;

pub use game::quoted;
pub use values::{Decimal, Milliseconds, Number, TableSize};

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
    /// Former names, which are still read.
    pub old_keys: &'static [&'static str],
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
    /// The setting is gone.
    #[error("'{key}' was removed in 0.2.0")]
    Removed {
        /// The name as given.
        key: String,
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

/// Declares enums whose values have names: `words! { /// doc pub enum Scheme { Always = "always", … } … }`.
#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* pub enum $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {$(
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
    )+};
}

/// A setting that is gone, as `key` or `key=value`, with the values that still mean the same player.
pub type Removed = (&'static str, &'static [&'static str]);

/// Does a word name a setting that is gone, with a value that changes nothing? Any other value is refused.
pub fn removed(word: &str, list: &[Removed]) -> Result<bool, SettingError> {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    let key = key.trim_start_matches('-');
    match list.iter().find(|(gone, _)| [key, word].contains(gone)) {
        None => Ok(false),
        Some((_, same)) if same.contains(&value) => Ok(true),
        Some((gone, _)) => Err(SettingError::Removed { key: (*gone).into() }),
    }
}

/// Declares a configuration struct from the one list of its settings.
///
/// Each line is `field: Type = "key", Kind, off VALUE, on VALUE, best VALUE, "values", "help";`; former names follow the key, as
/// in `"key" | "old-key"`. Behind the owner's name, `removed ["key", "key" = "value", …]` lists settings that are gone, see
/// [`removed`](crate::settings::removed), and `inert FUNCTION` names a function that lists the keys without effect in a
/// configuration, which its text then leaves out. The struct gets `PLAIN` (all off), `BEST`, `LIST`, `parse`, `canonical`
/// and `switched`.
#[macro_export]
macro_rules! settings {
    (
        $(#[$doc:meta])*
        pub struct $name:ident ($owner:literal $(, removed [$($gone:literal $(= $same:literal)?),+ $(,)?])? $(, inert $inert:expr)?) {
            $($field:ident : $type:ty = $key:literal $(| $old:literal)*, $kind:ident, off $off:expr, on $on:expr, best $best:expr, $values:expr, $help:literal;)+
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
                $crate::settings::SettingInfo { key: $key, old_keys: &[$($old),*], kind: $crate::settings::Kind::$kind, values: $values, help: $help }
            ),+];
            const REMOVED: &'static [$crate::settings::Removed] = &[$($(($gone, &[$($same)?])),+)?];

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
                if $crate::settings::removed(word, Self::REMOVED)? {
                    return Ok(());
                }
                let (key, value) = match word.split_once('=') {
                    Some((key, value)) => (key, Some(value)),
                    None => (word, None),
                };
                match (key, key.strip_prefix('-'), value) {
                    $(
                        ($key $(| $old)*, _, None) => self.$field = $on,
                        (_, Some($key $(| $old)*), None) => self.$field = $off,
                        ($key $(| $old)*, _, Some(value)) => {
                            let bad = || SettingError::BadValue { key: $key, text: $crate::settings::quoted(value), values: $values };
                            self.$field = <$type as SettingValue>::parse(value).ok_or_else(bad)?;
                        }
                    )+
                    _ => {
                        let known = Self::LIST.iter().map(|s| s.key).collect::<Vec<_>>().join(", ");
                        return Err(SettingError::UnknownKey { key: $crate::settings::quoted(key), owner: $owner, known });
                    }
                }
                Ok(())
            }

            /// Is this the name of a setting, be it a former one?
            pub fn has_key(key: &str) -> bool {
                Self::LIST.iter().any(|s| s.key == key || s.old_keys.contains(&key))
                    || Self::REMOVED.iter().any(|&(gone, _)| gone == key)
            }

            /// A text that [`Self::parse`] reads back to this configuration, except for settings without effect.
            pub fn canonical(&self) -> String {
                use $crate::settings::SettingValue;
                let inert: &[fn(&$name) -> &'static [&'static str]] = &[$($inert)?];
                let is_inert = |key| inert.iter().any(|keys| keys(self).contains(&key));
                let mut text = String::from("plain");
                $(
                    if self.$field != $off && !is_inert($key) {
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

#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
#[cfg(test)]
mod tests {
    use super::*;

    crate::words! {
        /// A choice for the test.
        pub enum Colour { Red = "red", Blue = "blue" }
    }
    crate::settings! {
        /// Settings for the test.
        pub struct Config("painter", removed ["brush", "easel" = "2", "colour=green"], inert Config::inert) {
            speed: Number<0, 10> = "speed" | "haste" | "hurry", Exact, off Number(0), on Number(3), best Number(5), "0 to 10", "How fast.";
            colour: Colour = "colour", Choice, off Colour::Red, on Colour::Blue, best Colour::Blue, "red or blue", "Which.";
            table: TableSize = "tt", Exact, off TableSize::Off, on TableSize::Bytes(1 << 20), best TableSize::Off, TableSize::VALUES, "Memory.";
        }
    }

    impl Config {
        /// A red painter needs no table.
        fn inert(&self) -> &'static [&'static str] {
            if self.colour == Colour::Red { &["tt"] } else { &[] }
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
        for text in ["", "plain", "-colour", "speed=10,tt=70000e"] {
            let config = parse(text).unwrap();
            assert_eq!(parse(&config.canonical()).unwrap(), config, "{text}");
        }
        assert_eq!(parse("plain,tt=3M,speed=2").unwrap().canonical(), "plain,speed=2", "tt has no effect");
        assert_eq!(parse("plain,tt=3M,colour").unwrap().canonical(), "plain,colour=blue,tt=3M");
    }

    #[test]
    fn old_names_are_read_and_removed_ones_refused() {
        assert_eq!(parse("plain,haste=7").unwrap().canonical(), "plain,speed=7");
        assert_eq!(parse("hurry").unwrap().speed, Number(3));
        assert_eq!(parse("-haste").unwrap().speed, Number(0));
        for (text, key) in [
            ("brush", "brush"),
            ("-brush", "brush"),
            ("brush=3", "brush"),
            ("easel", "easel"),
            ("easel=3", "easel"),
            ("colour=green", "colour=green"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), format!("'{key}' was removed in 0.2.0"));
        }
        assert_eq!(parse("plain,easel=2").unwrap(), Config::PLAIN, "the value that is now constant");
        assert!(["speed", "haste", "easel"].into_iter().all(Config::has_key) && !Config::has_key("paint"));
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
}
