//! The settings of temperature search, one line each.

use search::{
    settings,
    settings::{Number, SettingError, SettingValue, TableSize},
    words,
};

use super::Stack;

/// The smallest step of the coupons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finest {
    /// Small enough to be exact. Records before version 0.2 say `0`.
    Exact,
    /// `2^-bits`, at every position of the search.
    Bits(u32),
}

impl SettingValue for Finest {
    fn parse(text: &str) -> Option<Finest> {
        match text {
            "exact" | "0" => Some(Finest::Exact),
            "whole" => Some(Finest::Bits(0)),
            _ => text.parse().ok().filter(|bits| (1..=Stack::FINEST).contains(bits)).map(Finest::Bits),
        }
    }

    fn text(&self) -> String {
        match self {
            Finest::Exact => "exact".into(),
            Finest::Bits(0) => "whole".into(),
            Finest::Bits(bits) => bits.to_string(),
        }
    }
}

words! {
    /// How far above a coarser search's estimate the next stack begins.
    pub enum Rule {
        /// Two coupons, as the 2δ-conjecture allows.
        Two = "two",
        /// One coupon; more searches fail and are repeated.
        One = "one",
    }
}

words! {
    /// Which move the principal variation takes when a coupon and a move on the board are worth the same.
    pub enum Ties {
        /// The move on the board, as in the papers; the estimate is then lowered step by step.
        Board = "board",
        /// The coupon, which gives the lowest temperature at once.
        Coupon = "coupon",
    }
}

words! {
    /// The temperature when the budget ends before a move on the board (section 4.3); `min` is the smallest coupon of the
    /// line so far.
    pub enum Estimate {
        /// min
        Min = "min",
        /// min - δ
        MinLess = "min-delta",
        /// 0
        Zero = "zero",
        /// -1, as in the first TDS
        MinusOne = "minus-one",
        /// min / 2
        Half = "half-min",
        /// (min - δ) / 2
        HalfLess = "half-min-delta",
        /// (min + 1) / 2
        HalfPlus = "half-min-plus-one",
        /// (min - δ + 1) / 2
        HalfLessPlus = "half-min-delta-plus-one",
    }
}

words! {
    /// How a search with a limited budget prepares for its end: by searches to a horizon, beyond which positions are
    /// estimated. Each goes further than the one before.
    pub enum Deepen {
        /// It does not.
        Off = "off",
        /// The horizon counts moves on the board only. Not in the thesis.
        Moves = "moves",
        /// The horizon counts coupons as well, as the search engine of the thesis does; beside a tall stack no line reaches
        /// a move on the board, and `estimate` names the temperature.
        Plies = "plies",
    }
}

words! {
    /// Whether a search may rely on how long a game can last (3.3.8).
    pub enum Bounds {
        /// The game's own bound limits temperature and step.
        Known = "known",
        /// The first stack begins at a guess that rises by one until a search succeeds; nothing is exact.
        Unknown = "unknown",
    }
}

settings! {
    /// Settings of temperature search; `PLAIN` is TDS, `BEST` is TDS+.
    pub struct TemperatureConfig("tds") {
        presearch: bool = "e1", Exact, off false, on true, best true, "on or off", "Searches with coarser stacks first, which bound the temperature (Zhang 2015, 3.3.2).";
        impossible: bool = "e2", Exact, off false, on true, best true, "on or off", "Skips moves on the board above the highest temperature that a game of this size can have (the sound part of 3.3.3).";
        gaps: bool = "gaps", Selective, off false, on true, best false, "on or off", "Also skips moves on the board between the temperatures that a game of this size can have, as 3.3.3 is printed; needs e2. Not sound: it makes 147 of 217 answers for 2 to 6 empty squares wrong.";
        reuse: bool = "e3", Exact, off false, on true, best true, "on or off", "Table entries are shared by all searches and do not depend on the coupons taken before (3.3.4).";
        recursive: bool = "e4", Exact, off false, on true, best true, "on or off", "Finds the temperature of every inner position and skips moves there above it; needs e1 and e3 (3.3.5).";
        passes: bool = "e5", Exact, off false, on true, best true, "on or off", "Stores states after a coupon of -1 in the table; needs e3 (3.3.6).";
        means: bool = "means", Exact, off false, on true, best true, "on or off", "Uses the means found by e4 for inner positions beside coupons that are no cooler, and as temperature bounds instead of the searches of e1; needs e4. Not in the thesis.";
        rule: Rule = "rule", Exact, off Rule::Two, on Rule::One, best Rule::Two, "two or one", "Coupons above the estimate of the coarser search (4.2).";
        ties: Ties = "ties", Exact, off Ties::Board, on Ties::Coupon, best Ties::Coupon, "board or coupon", "What the principal variation prefers at equal value.";
        finest: Finest = "finest", Selective, off Finest::Exact, on Finest::Bits(3), best Finest::Exact, "exact, whole or 1 to 20", "The smallest step, also of e4's searches of inner positions: N means 2^-N, whole 1, exact (or 0) small enough to be exact.";
        extra: Number<0, 64> = "extra", Exact, off Number(0), on Number(1), best Number(0), "0 to 64", "Further coupons on top of each stack (figure 4.5).";
        bounds: Bounds = "bounds", Choice, off Bounds::Known, on Bounds::Unknown, best Bounds::Known, "known or unknown", "Unknown uses no bound on the game's length: e2 has no effect, and finest sets the last step (3.3.8).";
        guess: Number<0, 64> = "guess", Exact, off Number(1), on Number(1), best Number(1), "0 to 64", "Where the first stack begins when bounds are unknown.";
        across: bool = "across", Exact, off false, on true, best false, "on or off", "Tries the best move of a coarser search first in the same state; needs e1 and e3 (6.4).";
        early: bool = "early", Selective, off false, on true, best false, "on or off", "Stops at a step of which all temperatures met so far are even multiples, which is not proven to be enough; needs e4 (6.4).";
        deepen: Deepen = "deepen", Choice, off Deepen::Off, on Deepen::Moves, best Deepen::Moves, "off, moves or plies", "Spends a part of the nodes on searches to a horizon, whose principal variation is the answer when the budget ends (4.3).";
        estimate: Estimate = "estimate", Choice, off Estimate::MinusOne, on Estimate::Half, best Estimate::Half, "min, min-delta, zero, minus-one, half-min, half-min-delta, half-min-plus-one or half-min-delta-plus-one", "The temperature when the budget ends too early (4.3).";
        table: TableSize = "tt", Budget, off TableSize::Bytes(80 << 20), on TableSize::Bytes(80 << 20), best TableSize::Bytes(80 << 20), TableSize::VALUES, "Memory of the table; 80 MB in the paper.";
    }
}

impl TemperatureConfig {
    /// Is the answer of a search that was not stopped certain?
    pub fn is_exact(&self) -> bool {
        self.finest == Finest::Exact && !self.gaps && !self.early && self.bounds == Bounds::Known
    }

    /// Reads settings and checks that they go together.
    pub fn read(text: &str) -> Result<TemperatureConfig, SettingError> {
        let mut config = TemperatureConfig::parse(text, &TemperatureConfig::BEST)?;
        // Settings of coarser searches need these, and means need e4; means gives way unless it was asked for.
        let coarser = config.early || config.across || config.rule != TemperatureConfig::BEST.rule;
        let is_asked = text.split(',').any(|word| ["means", "means=on"].contains(&word.trim()));
        if (coarser || !config.recursive) && !is_asked {
            config.means = false;
        }
        let coarse = config.presearch && config.reuse;
        let without_finest = config.bounds == Bounds::Unknown && config.finest == Finest::Exact;
        let conflicts = [
            (
                config.means && coarser,
                "means",
                "replaces the coarser searches that early, across and rule=one configure; omit it or them",
            ),
            (config.gaps && !config.impossible, "gaps", "needs e2; switch it on"),
            (config.recursive && !coarse, "e4", "needs e1 and e3; switch them on or write -e4"),
            (config.passes && !config.reuse, "e5", "needs e3; switch it on or write -e5"),
            (config.means && !config.recursive, "means", "needs e4; switch it on"),
            (config.across && !coarse, "across", "needs e1 and e3; switch them on"),
            (config.early && !config.recursive, "early", "needs e4; switch it on"),
            (
                without_finest,
                "bounds",
                "cannot be unknown without a last step; set finest to whole or 1 to 20",
            ),
        ];
        match conflicts.into_iter().find(|(conflict, ..)| *conflict) {
            Some((_, key, problem)) => Err(SettingError::Conflict { key, problem }),
            None => Ok(config),
        }
    }
}
