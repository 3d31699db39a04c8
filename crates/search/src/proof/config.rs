//! The settings of the two proof-number searches: one list each, and which of them go together.
//!
//! Numbers that only tune a technique (`init-a`, `weak-t` …) keep their value when everything is off: alone they do nothing.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::leaf::PolicySettings;
use crate::{
    Limits, settings,
    settings::{Milliseconds, Number, SettingValue, TableSize},
    words,
};

words! {
    /// The numbers of a leaf that has not been searched.
    pub enum Init {
        /// One and one.
        Off = "off",
        /// The side to move there must be refuted on each of its actions: their number against one.
        Mobility = "mobility",
        /// The number of actions and the evaluation (Winands and Schadd, 2010).
        Eval = "eval"
    }

    /// How a node adds up what its children put against its chooser.
    pub enum Weak {
        /// The sum of all.
        Off = "off",
        /// The largest, and one for each other open child (Ueda and others, 2008).
        Plain = "plain",
        /// The largest, and more for each other open child the better the chooser stands (WALTZ, 2012).
        Heuristic = "heuristic"
    }

    /// How the budget is spent.
    pub enum ProofPace {
        /// Until it is used up.
        Full = "full",
        /// In rounds of as many nodes as are expected to fit (Veselý 2013, 3.4).
        Estimate = "estimate"
    }

    /// Which entry of the table makes room for a new one.
    pub enum Replace {
        /// Of four candidates the one with the smallest searched subtree, decided ones last.
        Smallest = "smallest",
        /// Two places: the larger searched subtree stays in the first, the second takes every new entry (Breuker, 1998).
        TwoBig = "two-big"
    }
}

/// The ε of the 1+ε trick as an exact fraction: `4`, `1/8` or `0.125`. Zero is the plain rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epsilon {
    numerator: u32,
    denominator: u32,
}

impl Epsilon {
    /// No slack at all.
    pub const ZERO: Epsilon = Epsilon { numerator: 0, denominator: 1 };
    /// Largest accepted numerator or denominator.
    const MOST: u32 = 1_000_000;

    /// The fraction `numerator / denominator` in lowest terms; `None` for a zero denominator or absurd sizes.
    pub const fn ratio(numerator: u32, denominator: u32) -> Option<Epsilon> {
        if denominator == 0 || numerator > Self::MOST || denominator > Self::MOST {
            return None;
        }
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Some(Epsilon { numerator: numerator / a, denominator: denominator / a })
    }

    /// This fraction of a number, rounded down.
    #[inline]
    pub fn part_of(self, number: u64) -> u64 {
        number * u64::from(self.numerator) / u64::from(self.denominator)
    }
}

impl SettingValue for Epsilon {
    fn parse(text: &str) -> Option<Epsilon> {
        let all_digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        let (numerator, denominator) = match (text.split_once('/'), text.split_once('.')) {
            (Some((over, under)), _) if all_digits(over) && all_digits(under) => {
                (over.parse().ok()?, under.parse().ok()?)
            }
            (None, Some((whole, part))) if all_digits(whole) && all_digits(part) => {
                let scale = 10_u32.checked_pow(u32::try_from(part.len()).ok()?)?;
                let whole = whole.parse::<u32>().ok()?.checked_mul(scale)?;
                (whole.checked_add(part.parse().ok()?)?, scale)
            }
            (None, None) if all_digits(text) => (text.parse().ok()?, 1),
            _ => return None,
        };
        Epsilon::ratio(numerator, denominator)
    }
    fn text(&self) -> String {
        match self.denominator {
            1 => self.numerator.to_string(),
            under => format!("{}/{under}", self.numerator),
        }
    }
}

/// The value that `epsilon` without one means, and the best on KnightThrough.
const EIGHTH: Epsilon = match Epsilon::ratio(1, 8) {
    Some(eighth) => eighth,
    None => Epsilon::ZERO,
};

/// Values of the yes-or-no settings, for help.
const SWITCH: &str = "on or off";

/// Declares the configuration of a proof-number search: its own settings around those that both searches share.
macro_rules! proof_settings {
    ($(#[$doc:meta])* $name:ident ($owner:literal) { $($first:tt)* } { $($last:tt)* }) => {
        settings! {
            $(#[$doc])*
            pub struct $name($owner, removed ["init-steps" = "1", "weak-steps" = "1"]) {
                $($first)*
                recognise: bool = "recognise", Exact, off false, on true, best true, SWITCH,
                    "Decide leaves by results that the game's heuristics can prove at once.";
                relevant: bool = "relevant", Exact, off false, on true, best true, SWITCH,
                    "Skip actions that the game's heuristics know to lose at once.";
                order: bool = "order", Exact, off false, on true, best false, SWITCH,
                    "Among equal numbers, try the actions first that the game's move ordering prefers (WALTZ).";
                init: Init = "init", Exact, off Init::Off, on Init::Eval, best Init::Off, "off, mobility or eval",
                    "Numbers of a fresh leaf: one, by the number of actions, or by actions and evaluation (Winands and Schadd 2010).";
                init_a: Number<0, 10000> = "init-a", Choice, off Number(10), on Number(10), best Number(10), "0 to 10000",
                    "How much a good evaluation for the side that has just moved raises the number against refuting a leaf.";
                init_b: Number<0, 10000> = "init-b", Choice, off Number(20), on Number(20), best Number(20), "0 to 10000",
                    "How much a good evaluation for the side to move raises the number against winning at a leaf.";
                init_t: Number<1, 1000000000> = "init-t", Choice, off Number(100_000_000), on Number(100_000_000), best Number(100_000_000), "1 to 1e9",
                    "The evaluation from which a leaf counts as good for one side.";
                weak: Weak = "weak", Exact, off Weak::Off, on Weak::Plain, best Weak::Plain, "off, plain or heuristic",
                    "Take the largest number of the children instead of the sum (Ueda et al. 2008; WALTZ 2012).";
                weak_h: Number<0, 10000> = "weak-h", Choice, off Number(1), on Number(1), best Number(1), "0 to 10000",
                    "What each further open child adds with weak=heuristic.";
                weak_t: Number<1, 1000000000> = "weak-t", Choice, off Number(1_000_000), on Number(1_000_000), best Number(1_000_000), "1 to 1e9",
                    "The evaluation from which a position counts as good for one side with weak=heuristic.";
                widen: Number<0, 16> = "widen", Exact, off Number(0), on Number(3), best Number(0), "0 to 16",
                    "Sum up only this many of the most promising children, 0 for all (dynamic widening, Yoshizoe 2008).";
                $($last)*
                nodes: Number<0, { i64::MAX }> = "nodes", Budget, off Number(0), on Number(1_000_000), best Number(0), "a number such as 1e6, 0 for no limit",
                    "Most nodes for one turn.";
                time: Milliseconds = "time", Budget, off Milliseconds(0), on Milliseconds(5000), best Milliseconds(0), "a time such as 2s or 500ms, 0 for no limit",
                    "Longest time for one turn.";
            }
        }

        impl $name {
            /// The limits among the settings.
            pub fn limits(&self) -> Limits {
                Limits::from_settings(0, self.nodes.0, self.time)
            }

            /// The policies among the settings.
            pub(super) fn policy(&self, epsilon: Epsilon) -> PolicySettings {
                PolicySettings {
                    recognise: self.recognise,
                    relevant: self.relevant,
                    order: self.order,
                    init: self.init,
                    init_a: self.init_a.0 as u64,
                    init_b: self.init_b.0 as u64,
                    init_t: self.init_t.0,
                    weak: self.weak,
                    weak_h: self.weak_h.0 as u64,
                    weak_t: self.weak_t.0,
                    widen: self.widen.0 as usize,
                    turns: false,
                    epsilon,
                }
            }
        }
    };
}

proof_settings! {
    /// Settings of depth-first proof-number search.
    DfpnConfig("dfpns") {
        table: TableSize = "tt", Budget, off TableSize::Bytes(64 << 20), on TableSize::Bytes(64 << 20), best TableSize::Bytes(64 << 20), TableSize::VALUES,
            "Memory for positions already searched; df-pn hardly works without, so the plain version has it too.";
        replace: Replace = "replace", Exact, off Replace::Smallest, on Replace::TwoBig, best Replace::Smallest, "smallest or two-big",
            "Which entry of a full table is replaced.";
    } {
        epsilon: Epsilon = "epsilon", Exact, off Epsilon::ZERO, on EIGHTH, best EIGHTH, "0 or more, as 4, 1/8 or 0.125",
            "Stay in a subtree until it is this fraction worse than the next best (1+ε trick, Pawlewicz and Lew 2007).";
        turns: bool = "turns", Exact, off false, on true, best false, SWITCH,
            "Let a child be a whole turn of up to two actions, so that init, weak and widen count turns (Veselý 2013, 3.3).";
        pace: ProofPace = "pace", Choice, off ProofPace::Full, on ProofPace::Estimate, best ProofPace::Full, "full or estimate",
            "Time estimation: search in rounds of nodes, and begin none in the last fifth of the budget (Veselý 2013, 3.4).";
        threads: Number<1, 64> = "threads", Budget, off Number(1), on Number(2), best Number(1), "1 to 64",
            "Threads that search with one shared table; only a single thread is reproducible.";
    }
}

proof_settings! {
    /// Settings of best-first proof-number search with its tree in memory.
    PnsConfig("pns") {
        tree: TableSize = "tree", Budget, off TableSize::Bytes(256 << 20), on TableSize::Bytes(256 << 20), best TableSize::Bytes(256 << 20), "bytes from 1K to 64G such as 64M, or nodes such as 2^19e",
            "Memory for the tree; when it is full the search answers with the best so far.";
    } {}
}

#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epsilon_is_read_as_people_write_fractions() {
        for (text, canonical) in [("4", "4"), ("1/8", "1/8"), ("0.125", "1/8"), ("2/8", "1/4"), ("0", "0")] {
            assert_eq!(Epsilon::parse(text).map(|e| e.text()).as_deref(), Some(canonical), "{text}");
        }
        for bad in
            ["", "-1", "1/0", "1/", "/2", "+1", "1e3", "0.", ".5", "1.2.3", "99999999999", "0.0000000001"]
        {
            assert_eq!(Epsilon::parse(bad), None, "{bad}");
        }
        assert_eq!(Epsilon::parse("1/8").map(|e| e.part_of(20)), Some(2));
        assert_eq!(Epsilon::parse("4").map(|e| e.part_of(20)), Some(80));
    }

    #[test]
    fn the_text_of_the_thesis_settings_reads_back() {
        let text =
            "weak=heuristic,weak-h=1,weak-t=1e6,epsilon=4,init=eval,init-a=10,init-b=20,init-t=1e8,widen=3";
        let config = DfpnConfig::parse(text, &DfpnConfig::BEST).expect(text);
        assert_eq!(DfpnConfig::parse(&config.canonical(), &DfpnConfig::BEST).as_ref(), Ok(&config));
        assert_eq!(config.epsilon, Epsilon { numerator: 4, denominator: 1 });
    }
}
