//! The one list of settings of alpha-beta: parser, help, `plain`, `best`, ablations and tests all derive from it.

use crate::{
    Limits, TimeLimit,
    settings::{Kind, Milliseconds, Number, TableSize},
    table::Scheme,
};
use std::time::Duration;

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
}

crate::words! {
    /// What quiescence follows.
    pub enum Follow {
        /// Whatever the heuristics call noisy.
        Noisy = "noisy",
        /// What begins a gain that an exact test of the rest of the turn has found (proposed by Jakl 2011, 7.1).
        Tactics = "tactics",
    }
}

crate::words! {
    /// How several threads share the work.
    pub enum Parallel {
        /// All threads search the root on their own and share the table.
        Lazy = "lazy",
        /// Threads take root actions from one queue and share the window (Jakl 2011, 4.1).
        Root = "root",
    }
}

crate::words! {
    /// When to stop deepening.
    pub enum Pace {
        /// When the budget is used up.
        Full = "full",
        /// When the next iteration is not expected to fit (Veselý 2013, 3.4).
        Estimate = "estimate",
        /// In the second half of the budget, unless the score has just fallen.
        Fraction = "fraction",
    }
}

crate::words! {
    /// What to play when every line loses.
    pub enum WhenLost {
        /// The line with the longest resistance.
        Longest = "longest",
        /// The best turn of the last iteration that had not yet seen the loss (Veselý 2013, 2.3; Soemers 2014, 4.2).
        Previous = "previous",
    }
}

crate::settings! {
    /// What an alpha-beta search does: one field per technique.
    pub struct Config("alphabeta") {
        unpruned: bool = "unpruned", Exact, off false, on true, best false, "on or off",
            "Search every line to its end, without the cut-offs of alpha-beta (Knuth and Moore 1975): minimax in the same code.";
        deepening: bool = "id", Exact, off false, on true, best true, "on or off",
            "Iterative deepening: depth 1, 2, 3 …, root actions re-sorted by the last iteration's scores.";
        table: TableSize = "tt", Exact, off TableSize::Off, on TableSize::Bytes(64 << 20), best TableSize::Bytes(64 << 20), TableSize::VALUES,
            "Transposition table (Greenblatt et al. 1967).";
        table_action: bool = "tt-move", Exact, off false, on true, best true, "on or off",
            "Try the table's action before any is generated.";
        scheme: Scheme = "tt-scheme", Exact, off Scheme::Always, on Scheme::DepthAge, best Scheme::DepthAge, "always, twodeep, twobig or depth-age",
            "Which table entry makes room for a new one (Breuker et al. 1994).";
        deeper_entries: bool = "tt-deeper", Selective, off false, on true, best true, "on or off",
            "Also cut off on table entries from deeper searches than asked for.";
        killers: Number<0, 8> = "killers", Exact, off Number(0), on Number(2), best Number(2), "0 to 8",
            "Actions that cut off elsewhere at the same ply, tried after the table's (Akl and Newborn 1977).";
        history: HistoryGain = "history", Exact, off HistoryGain::Off, on HistoryGain::Square, best HistoryGain::Square, "off, count, 2^d or d^2",
            "Order actions by how often they cut off anywhere (Schaeffer 1989).";
        history_children: bool = "history-children", Exact, off false, on true, best false, "on or off",
            "Credit the best action of a node in history even without a cut-off (Jakl 2011, 3.1.4).";
        history_age: Number<1, 64> = "history-age", Exact, off Number(1), on Number(2), best Number(2), "1 to 64",
            "Divide all history by this before each iteration.";
        history_weight: Number<1, 1_000_000> = "history-weight", Exact, off Number(1), on Number(1), best Number(1), "1 to 1000000",
            "What one unit of history counts against one unit of the game's ordering hint.";
        hint_by_evaluation: Number<0, 64> = "eval-order", Exact, off Number(0), on Number(2), best Number(0), "0 (never) or the least depth",
            "Order actions by the evaluation of the positions they lead to instead of hints, from this depth on.";
        hints: bool = "hints", Exact, off false, on true, best true, "on or off",
            "Order actions by what the game's heuristics say of them.";
        recognise: bool = "recognise", Exact, off false, on true, best true, "on or off",
            "Take wins and losses that the heuristics read off the board without search.";
        relevant: bool = "relevant", Exact, off false, on true, best true, "on or off",
            "Search only the actions that do not certainly lose sooner than another.";
        pvs: bool = "pvs", Exact, off false, on true, best true, "on or off",
            "Search later actions with a null window first (NegaScout, Reinefeld 1983; PVS, Marsland and Campbell 1982).";
        one_order: bool = "one-order", Exact, off false, on true, best true, "on or off",
            "Of two actions of a turn that can be made in either order, look at one order only.";
        bounds: bool = "bounds", Exact, off false, on true, best true, "on or off",
            "Leave out last actions that cannot lead to an evaluation above alpha, where the heuristics have bounds for them.";
        cutoff_probe: bool = "etc", Exact, off false, on true, best false, "on or off",
            "Look into the table for a child that cuts off before searching any (Plaat et al. 1996).";
        aspiration: Number<0, 1_000_000_000> = "aspiration", Exact, off Number(0), on Number(100), best Number(0), "0 (off) or the half width of the window",
            "Start an iteration with a narrow window around the last value (Soemers 2014, 4.3).";
        aspiration_offset: Number<0, 1_000_000_000> = "aspiration-offset", Exact, off Number(0), on Number(141), best Number(0), "0 or the offset",
            "Expect the value this much higher after even depths and lower after odd ones (Soemers 2014, 7.1).";
        quiescence: Number<0, 64> = "quiescence", Selective, off Number(0), on Number(8), best Number(0), "0 (off) or the most noisy actions in a row",
            "Follow noisy actions beyond the depth before trusting the evaluation.";
        follow: Follow = "quiescence-by", Choice, off Follow::Noisy, on Follow::Tactics, best Follow::Noisy, "noisy or tactics",
            "What quiescence follows: all that looks noisy, or only what begins a gain that is certain within the turn.";
        no_pass: bool = "no-pass", Selective, off false, on true, best false, "on or off",
            "Never give up the rest of a turn while there is anything else to do (Jakl 2011, B.1, without canPass); proves nothing.";
        null_move: Number<0, 16> = "null", Selective, off Number(0), on Number(3), best Number(0), "0 (off) or the depth reduction",
            "If skipping the whole turn is still too good, cut off (Beal 1989; Jakl 2011, 3.1.4).";
        multi_cut: Number<0, 16> = "multicut", Selective, off Number(0), on Number(3), best Number(0), "0 (off) or the cut-offs needed",
            "Cut off where several actions do in a shallower search (Björnsson and Marsland 1999).";
        multi_cut_actions: Number<1, 64> = "multicut-actions", Choice, off Number(10), on Number(10), best Number(10), "1 to 64",
            "How many actions multi-cut tries.";
        multi_cut_reduction: Number<1, 16> = "multicut-reduction", Choice, off Number(2), on Number(2), best Number(2), "1 to 16",
            "How much shallower multi-cut searches.";
        reductions: Number<0, 1000> = "lmr", Selective, off Number(0), on Number(50), best Number(50), "0 (off) or the strength in per cent",
            "Late move reductions: the strength times ln(depth) times ln(place in the order), rounded.";
        late_pruning: Number<0, 1000> = "lmp", Selective, off Number(0), on Number(20), best Number(0), "0 (off) or the actions for each action of depth",
            "Late move pruning: near the leaves, skip quiet actions beyond this many for each action of depth.";
        futility: Number<0, 1_000_000_000> = "futility", Selective, off Number(0), on Number(200), best Number(0), "0 (off) or the margin for each action of depth",
            "Skip quiet actions near the leaves when the evaluation is too far below the window.";
        random_margin: Number<0, 1_000_000_000> = "random", Choice, off Number(0), on Number(20), best Number(0), "0 (off) or the margin",
            "Choose at random among all turns this close to the best one (Veselý 2013, 2.1.3).";
        when_lost: WhenLost = "lost", Choice, off WhenLost::Longest, on WhenLost::Longest, best WhenLost::Longest, "longest or previous",
            "What to play when every line loses (Veselý 2013, 2.3).";
        pace: Pace = "pace", Choice, off Pace::Full, on Pace::Fraction, best Pace::Full, "full, estimate or fraction",
            "When to stop deepening before the budget is used up.";
        threads: Number<1, 256> = "threads", Budget, off Number(1), on Number(2), best Number(1), "1 to 256",
            "Threads that search together.";
        parallel: Parallel = "parallel", Choice, off Parallel::Lazy, on Parallel::Lazy, best Parallel::Lazy, "lazy or root",
            "How the threads share the work.";
        depth: Number<0, 200> = "depth", Budget, off Number(0), on Number(6), best Number(0), "0 (no limit) to 200",
            "Deepest iteration, in actions.";
        nodes: Number<0, { i64::MAX }> = "nodes", Budget, off Number(0), on Number(1_000_000), best Number(0), "0 (no limit) or a number such as 1e6",
            "Most nodes for a turn.";
        time: Milliseconds = "time", Budget, off Milliseconds(0), on Milliseconds(1000), best Milliseconds(0), "0 (no limit) or a time such as 500ms, 2s, 1m",
            "Longest time for a turn.";
    }
}

impl Config {
    /// The limits among the settings.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth.is_on().then_some(self.depth.0 as u32),
            nodes: self.nodes.is_on().then_some(self.nodes.0 as u64),
            time: (self.time.0 > 0).then(|| TimeLimit::exactly(Duration::from_millis(self.time.0))),
        }
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
