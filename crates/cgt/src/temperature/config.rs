//! The settings of temperature search, one line each.

use search::{
    settings,
    settings::{Number, SettingError, TableSize},
    words,
};

words! {
    /// How far above the estimate of a coarser search the next stack begins.
    pub enum Rule {
        /// Two coupons, by the 2δ-conjecture.
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
    /// The temperature when the budget ends before a move on the board was seen (section 4.3); `min` is the smallest
    /// coupon of the line so far.
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
    /// Whether a search may rely on how long a game can last (3.3.8).
    pub enum Bounds {
        /// The game's own bound limits temperature and step.
        Known = "known",
        /// The first stack begins at a guess, which rises by one until a search succeeds; nothing is exact.
        Unknown = "unknown",
    }
}

settings! {
    /// Settings of temperature search; `PLAIN` is TDS, `BEST` is TDS+.
    pub struct TemperatureConfig("tds") {
        presearch: bool = "e1", Exact, off false, on true, best true, "on or off", "Searches with coarser stacks first, which bound the temperature (Zhang 2015, 3.3.2).";
        impossible: bool = "e2", Exact, off false, on true, best true, "on or off", "No moves on the board above the highest temperature that a game of this size can have (the sound part of 3.3.3).";
        reuse: bool = "e3", Exact, off false, on true, best true, "on or off", "Table entries hold whatever coupons were taken before, and for all searches (3.3.4).";
        recursive: bool = "e4", Exact, off false, on true, best true, "on or off", "The temperature of every inner position caps when it is played in; needs e1 and e3 (3.3.5).";
        passes: bool = "e5", Exact, off false, on true, best true, "on or off", "States after a coupon of -1 are kept in the table; needs e3 (3.3.6).";
        means: bool = "means", Exact, off false, on true, best true, "on or off", "Means that e4 has found answer for inner positions beside coupons that are no cooler, and bound temperatures in place of the searches of e1; needs e4. Not in the thesis.";
        rule: Rule = "rule", Exact, off Rule::Two, on Rule::One, best Rule::Two, "two or one", "Coupons above the estimate of the coarser search (4.2).";
        ties: Ties = "ties", Exact, off Ties::Board, on Ties::Coupon, best Ties::Coupon, "board or coupon", "What the principal variation prefers between equals.";
        finest: Number<0, 20> = "finest", Selective, off Number(0), on Number(3), best Number(0), "0 to 20", "The smallest step is one over two to this power; 0 means small enough to be exact.";
        extra: Number<0, 64> = "extra", Exact, off Number(0), on Number(1), best Number(0), "0 to 64", "Further coupons on top of each stack (figure 4.5).";
        bounds: Bounds = "bounds", Choice, off Bounds::Known, on Bounds::Unknown, best Bounds::Known, "known or unknown", "Unknown does without a bound of the game's length: e2 has no effect, and finest says how far to go (3.3.8).";
        guess: Number<0, 64> = "guess", Exact, off Number(1), on Number(1), best Number(1), "0 to 64", "Where the first stack begins when bounds are unknown.";
        across: bool = "across", Exact, off false, on true, best false, "on or off", "The best move of a coarser search is tried first in the same place; needs e1 and e3 (6.4).";
        early: bool = "early", Selective, off false, on true, best false, "on or off", "Stops at a step of which all temperatures that were met are even multiples, which is not proven to be enough; needs e4 (6.4).";
        estimate: Estimate = "estimate", Choice, off Estimate::MinusOne, on Estimate::Half, best Estimate::Half, "min, min-delta, zero, minus-one, half-min, half-min-delta, half-min-plus-one or half-min-delta-plus-one", "The temperature when the budget ends too early (4.3).";
        table: TableSize = "tt", Budget, off TableSize::Bytes(80 << 20), on TableSize::Bytes(80 << 20), best TableSize::Bytes(80 << 20), TableSize::VALUES, "Memory of the table; 80 MB in the paper.";
    }
}

impl TemperatureConfig {
    /// Is the answer of a search that was not stopped certain?
    pub fn is_exact(&self) -> bool {
        !self.finest.is_on() && !self.early && self.bounds == Bounds::Known
    }

    /// Reads settings and checks that they go together.
    pub fn read(text: &str) -> Result<TemperatureConfig, SettingError> {
        let mut config = TemperatureConfig::parse(text, &TemperatureConfig::BEST)?;
        // What is about coarser searches needs them, and means need e4: whoever asks for one need not know the others.
        let coarser = config.early || config.across || config.rule != TemperatureConfig::BEST.rule;
        let is_asked = text.split(',').any(|word| ["means", "means=on"].contains(&word.trim()));
        if (coarser || !config.recursive) && !is_asked {
            config.means = false;
        }
        if config.means && coarser {
            return Err(SettingError::Conflict {
                key: "means",
                problem: "takes the place of the coarser searches that early, across and rule=one are about; leave it or them out",
            });
        }
        if config.recursive && !(config.presearch && config.reuse) {
            return Err(SettingError::Conflict {
                key: "e4",
                problem: "needs e1 and e3; switch them on or write -e4",
            });
        }
        if config.passes && !config.reuse {
            return Err(SettingError::Conflict { key: "e5", problem: "needs e3; switch it on or write -e5" });
        }
        if config.means && !config.recursive {
            return Err(SettingError::Conflict { key: "means", problem: "needs e4; switch it on" });
        }
        if config.across && !(config.presearch && config.reuse) {
            return Err(SettingError::Conflict { key: "across", problem: "needs e1 and e3; switch them on" });
        }
        if config.early && !config.recursive {
            return Err(SettingError::Conflict { key: "early", problem: "needs e4; switch it on" });
        }
        if config.bounds == Bounds::Unknown && !config.finest.is_on() {
            return Err(SettingError::Conflict {
                key: "bounds",
                problem: "cannot be unknown without a last step; set finest to 1 to 20",
            });
        }
        Ok(config)
    }
}
