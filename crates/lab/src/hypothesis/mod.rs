//! Hypotheses: what a work claims, in a form that can come out false, and the test that decides it.
//!
//! A [`Hypothesis`] is stated before a run. Its parts gather evidence from finished cells; `judge.rs` decides them after every
//! round, `interval.rs` has the statistics. Nothing here runs anything.

mod claim;
mod interval;
mod judge;
mod pooled;

pub(crate) use claim::Claim;
pub(crate) use judge::Judge;
pub use judge::{Answer, Judged};

use crate::LabError;
use arena::Pentanomial;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// The chance of a wrong answer: `agrees` where the claim is false, or `differs` where it is true.
pub(crate) const ERROR: f64 = 0.05;

/// The answer to a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// Every part of the claim holds.
    #[serde(rename = "agrees")]
    Agrees,
    /// At least one part is false.
    #[serde(rename = "differs")]
    Differs,
    /// The budget was used up before every part was decided.
    #[serde(rename = "undecided")]
    Undecided,
    /// The claim is about something that cannot be repeated.
    #[serde(rename = "cannot be compared")]
    CannotBeCompared,
}

impl Verdict {
    /// All of them, in the order of reports.
    pub const ALL: [Verdict; 4] =
        [Verdict::Agrees, Verdict::Differs, Verdict::Undecided, Verdict::CannotBeCompared];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::Undecided => "undecided",
            Verdict::CannotBeCompared => "cannot be compared",
        })
    }
}

/// Where a claim wants a number to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bound {
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
    /// Between these two, as in "hardly matters".
    Within(f64, f64),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::AtLeast(least) => write!(f, "at least {least}"),
            Bound::AtMost(most) => write!(f, "at most {most}"),
            Bound::Within(low, high) => write!(f, "between {low} and {high}"),
        }
    }
}

/// The test that decides a part.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// The first player is stronger by `elo1` rather than by `elo0`: an SPRT on pairs of games.
    Match {
        /// The difference in Elo that would make the claim false.
        elo0: f64,
        /// The difference in Elo that makes it true.
        elo1: f64,
    },
    /// The geometric mean of paired ratios is there.
    Ratio(Bound),
    /// The mean of paired differences, or of single numbers, is there.
    Mean(Bound),
    /// The share of things that have a property, from 0 to 1, is there.
    Share(Bound),
    /// The first of two methods succeeds more often than the second on the same things: a sign test on those where exactly one
    /// does.
    MoreOften,
    /// The difference between the shares of two methods on the same things, in percentage points, is there.
    Difference(Bound),
    /// A number that is always the same is the expected one.
    Exact {
        /// What it should be, written as the evidence is.
        expected: String,
    },
    /// The claim cannot be tested.
    Citation {
        /// The reason, as a sentence.
        why: String,
    },
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Match { elo0, elo1 } => {
                write!(f, "SPRT on pairs of games, Elo {elo1} against Elo {elo0}")
            }
            Test::Ratio(bound) => write!(f, "geometric mean of paired ratios {bound}"),
            Test::Mean(bound) => write!(f, "mean {bound}"),
            Test::Share(bound) => write!(f, "share {bound}"),
            Test::MoreOften => write!(f, "sign test on what only one of the two solves"),
            Test::Difference(bound) => write!(f, "difference of shares {bound} percentage points"),
            Test::Exact { expected } => write!(f, "exactly {expected}"),
            Test::Citation { .. } => write!(f, "none"),
        }
    }
}

/// What finished cells say about a part. Each test takes its own kind.
#[derive(Clone, PartialEq, Debug)]
pub enum Evidence {
    /// Pairs of games, for [`Test::Match`].
    Pairs(Pentanomial),
    /// Natural logarithms of ratios, for [`Test::Ratio`]; plain numbers, for [`Test::Mean`].
    Numbers(Vec<f64>),
    /// How many things of how many have a property, for [`Test::Share`].
    Count {
        /// Those that have it.
        some: u64,
        /// All of them.
        of: u64,
    },
    /// Things where only the first, or only the second of two methods succeeds, for [`Test::MoreOften`] and
    /// [`Test::Difference`].
    Discordant {
        /// Only the first.
        first: u64,
        /// Only the second.
        second: u64,
        /// All things, whether one, both or none succeeds.
        of: u64,
    },
    /// A number that is always the same, as text, for [`Test::Exact`].
    Found(String),
    /// Nothing yet, or nothing ever.
    Nothing,
}

/// A part of a claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// What it says, as a sentence that can be false.
    pub statement: String,
    /// The work's own number, as text; empty if it prints none.
    pub printed: String,
    /// The test that decides it.
    pub test: Test,
}

impl Part {
    /// A part, from its sentence, the work's number and the test.
    pub fn new(statement: impl Into<String>, printed: impl Into<String>, test: Test) -> Part {
        Part { statement: statement.into(), printed: printed.into(), test }
    }
}

/// The claim of a work, as it is tested.
pub struct Hypothesis {
    /// The claim, as a sentence that can be false.
    pub statement: String,
    /// Its parts: the claim is true if all of them are.
    pub parts: Vec<Part>,
    /// Why ours differs, where it is known that it does; shown with the verdict `differs` only.
    pub why: Option<String>,
    /// Gathers the evidence of all parts from the results of the cells that are finished.
    pub gather: Box<Gather>,
}

/// Gathers the evidence of all parts from finished cells, in the order of the cells.
pub type Gather = dyn Fn(&[Option<Value>]) -> Result<Vec<Evidence>, LabError> + Send + Sync;
