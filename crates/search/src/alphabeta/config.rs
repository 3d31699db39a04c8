//! The one list of settings of alpha-beta: parser, help, `plain`, `best`, ablations and tests all derive from it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    Limits,
    settings::{Kind, Milliseconds, Number, SettingError, TableSize},
    table::Scheme,
};

crate::words! {
    /// How much a cut-off at depth d adds to the history of an action.
    pub enum HistoryGain {
        /// No history.
        Off = "off",
        /// 1.
        Count = "count",
        /// 2^d (Schaeffer 1989).
        Power = "2^d",
        /// d².
        Square = "d^2",
    }

    /// What quiescence follows.
    pub enum Follow {
        /// All noisy actions.
        Noisy = "noisy",
        /// What begins a gain that an exact test of the rest of the turn has found (proposed by Jakl 2011, 7.1).
        Tactics = "tactics",
    }

    /// How several threads share the work.
    pub enum Parallel {
        /// All threads search the root on their own and share the table.
        Lazy = "lazy",
        /// Threads take root actions from one queue and share the window (Jakl 2011, 4.1).
        Root = "root",
    }

    /// When to stop deepening.
    pub enum Pace {
        /// When the budget is used up.
        Full = "full",
        /// When the next iteration is not expected to fit (Veselý 2013, 3.4).
        Estimate = "estimate",
        /// In the second half of the budget, unless the score has just fallen.
        Fraction = "fraction",
    }

    /// What to play when every line loses.
    pub enum WhenLost {
        /// The line with the longest defence.
        Longest = "longest",
        /// The best turn of the last iteration that had not yet seen the loss (Veselý 2013, 2.3; Soemers 2014, 4.2).
        Previous = "previous",
    }
}

crate::settings! {
    /// What an alpha-beta search does: one field per technique.
    pub struct Config("alphabeta", removed ["etc", "eval-order", "multicut-actions" = "10", "multicut-reduction" = "2"]) {
        unpruned: bool = "unpruned", Exact, off false, on true, best false, "on or off",
            "Plain minimax: no alpha-beta cut-offs (Knuth and Moore 1975).";
        deepening: bool = "id", Exact, off false, on true, best true, "on or off",
            "Iterative deepening; root actions are re-sorted by the scores of the last iteration.";
        table: TableSize = "tt", Exact, off TableSize::Off, on TableSize::Bytes(64 << 20), best TableSize::Bytes(64 << 20), TableSize::VALUES,
            "Transposition table (Greenblatt et al. 1967).";
        table_action: bool = "tt-move", Exact, off false, on true, best true, "on or off",
            "Try the table's action before any is generated.";
        scheme: Scheme = "tt-scheme", Exact, off Scheme::Always, on Scheme::DepthAge, best Scheme::DepthAge, "always, twodeep, twobig or depth-age",
            "Replacement scheme of the table (Breuker et al. 1994).";
        deeper_entries: bool = "tt-deeper", Selective, off false, on true, best true, "on or off",
            "Also cut off on table entries from deeper searches.";
        killers: Number<0, 8> = "killers", Exact, off Number(0), on Number(2), best Number(2), "0 to 8",
            "Killer moves per ply, tried after the table's action (Akl and Newborn 1977).";
        history: HistoryGain = "history", Exact, off HistoryGain::Off, on HistoryGain::Square, best HistoryGain::Square, "off, count, 2^d or d^2",
            "History heuristic: order actions by how often they have caused cut-offs (Schaeffer 1989).";
        history_children: bool = "history-children", Exact, off false, on true, best false, "on or off",
            "Also count the best action of a node without a cut-off (Jakl 2011, 3.1.4).";
        history_age: Number<1, 64> = "history-age", Exact, off Number(1), on Number(2), best Number(2), "1 to 64",
            "Divide the history counts by this before each iteration.";
        history_weight: Number<1, 1_000_000> = "history-weight", Exact, off Number(1), on Number(1), best Number(1), "1 to 1000000",
            "Weight of the history counts against the game's ordering hints.";
        history_first: bool = "history-first", Exact, off false, on true, best false, "on or off",
            "Count and use the history of the first action of a turn only (Veselý 2013, 3.3).";
        hints: bool = "hints", Exact, off false, on true, best true, "on or off",
            "Order actions by the game's move ordering.";
        recognise: bool = "recognise", Exact, off false, on true, best true, "on or off",
            "Use results that the game's heuristics prove without search.";
        relevant: bool = "relevant", Exact, off false, on true, best true, "on or off",
            "Skip actions that the game's heuristics prove to lose.";
        pvs: bool = "pvs", Exact, off false, on true, best true, "on or off",
            "Principal variation search: null windows for later actions (Marsland and Campbell 1982; NegaScout, Reinefeld 1983).";
        one_order: bool = "one-order", Exact, off false, on true, best true, "on or off",
            "Search two commuting actions of a turn in one order only.";
        eval_bounds: bool = "eval-bounds" | "bounds", Exact, off false, on true, best true, "on or off",
            "Before the leaves, skip actions whose evaluation is bounded by alpha, where the game has such bounds.";
        aspiration: Number<0, 1_000_000_000> = "aspiration", Exact, off Number(0), on Number(100), best Number(0), "0 (off) or the half width of the window",
            "Aspiration window around the score of the last iteration (Soemers 2014, 4.3).";
        aspiration_offset: Number<0, 1_000_000_000> = "aspiration-offset", Exact, off Number(0), on Number(141), best Number(0), "0 or the offset",
            "Shift the aspiration window up after even depths and down after odd ones (Soemers 2014, 7.1).";
        quiescence: Number<0, 64> = "quiescence", Selective, off Number(0), on Number(8), best Number(0), "0 (off) or the most noisy actions in a row",
            "Quiescence search: follow noisy actions beyond the horizon.";
        follow: Follow = "quiescence-by", Choice, off Follow::Noisy, on Follow::Tactics, best Follow::Noisy, "noisy or tactics",
            "What quiescence follows: all noisy actions, or only those that begin a certain gain within the turn.";
        no_pass: bool = "no-pass", Selective, off false, on true, best false, "on or off",
            "Never pass while another action is legal (Jakl 2011, B.1, without canPass); results are not proofs.";
        null_move: Number<0, 16> = "null", Selective, off Number(0), on Number(3), best Number(0), "0 (off) or the depth reduction",
            "Null move: cut off if skipping the whole turn still reaches beta (Beal 1989; Jakl 2011, 3.1.4).";
        multi_cut: Number<0, 16> = "multicut", Selective, off Number(0), on Number(3), best Number(0), "0 (off) or the cut-offs needed",
            "Multi-cut: cut off if several actions do in a shallower search (Björnsson and Marsland 1999).";
        reductions: Number<0, 1000> = "lmr", Selective, off Number(0), on Number(50), best Number(50), "0 (off) or the strength in per cent",
            "Late move reductions by strength × ln(depth) × ln(move number).";
        late_pruning: Number<0, 1000> = "lmp", Selective, off Number(0), on Number(20), best Number(0), "0 (off) or the actions for each action of depth",
            "Late move pruning: near the leaves, search only this many quiet actions per ply of depth.";
        futility: Number<0, 1_000_000_000> = "futility", Selective, off Number(0), on Number(200), best Number(0), "0 (off) or the margin for each action of depth",
            "Futility pruning: near the leaves, skip quiet actions if the evaluation is this far below alpha per ply.";
        random_margin: Number<0, 1_000_000_000> = "random", Choice, off Number(0), on Number(20), best Number(0), "0 (off) or the margin",
            "Choose at random among the turns within this margin of the best (Veselý 2013, 2.1.3).";
        when_lost: WhenLost = "lost", Choice, off WhenLost::Longest, on WhenLost::Longest, best WhenLost::Longest, "longest or previous",
            "What to play when every line loses (Veselý 2013, 2.3).";
        pace: Pace = "pace", Choice, off Pace::Full, on Pace::Fraction, best Pace::Full, "full, estimate or fraction",
            "Time management: when to stop deepening before the budget is used up.";
        threads: Number<1, 256> = "threads", Budget, off Number(1), on Number(2), best Number(1), "1 to 256",
            "Threads that search together.";
        parallel: Parallel = "parallel", Choice, off Parallel::Lazy, on Parallel::Lazy, best Parallel::Lazy, "lazy or root",
            "How threads share the work.";
        depth: Number<0, 200> = "depth", Budget, off Number(0), on Number(6), best Number(0), "0 (no limit) to 200",
            "Deepest iteration, in actions.";
        nodes: Number<0, { i64::MAX }> = "nodes", Budget, off Number(0), on Number(1_000_000), best Number(0), "0 (no limit) or a number such as 1e6",
            "Most nodes for a turn.";
        time: Milliseconds = "time", Budget, off Milliseconds(0), on Milliseconds(1000), best Milliseconds(0), "0 (no limit) or a time such as 500ms, 2s, 1m",
            "Longest time for a turn.";
    }
}

impl Config {
    /// Refuses settings that contradict each other.
    pub fn check(&self) -> Result<(), SettingError> {
        if !self.deepening && !self.depth.is_on() {
            let problem = "can only be off together with a depth, as in '-id,depth=6'";
            return Err(SettingError::Conflict { key: "id", problem });
        }
        Ok(())
    }

    /// The limits among the settings.
    pub fn limits(&self) -> Limits {
        Limits::from_settings(self.depth.0, self.nodes.0, self.time)
    }

    /// Is a decided score of the root proven? Not where turns are left out that the rules allow.
    pub fn proves(&self) -> bool {
        !self.no_pass
    }

    /// Is every technique that can change a value off? Only then are distances to wins and losses the shortest.
    pub fn is_exact(&self) -> bool {
        !self.uses(Kind::Selective)
    }
}
