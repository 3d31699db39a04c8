//! The one list of settings of Monte-Carlo tree search: parser, help, `plain`, `best`, ablations and tests derive from it.
//!
//! `plain` is textbook UCT (Kocsis and Szepesvári 2006): every child once, UCB1, one random playout to the end of the game.
//! Results are counted from -1 to 1, so that a constant of a text that counts from 0 to 1 must be doubled here.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    Limits,
    settings::{Decimal, Milliseconds, Number, SettingError, TableSize},
};

crate::words! {
    /// Which positions share a node.
    pub enum Graph {
        /// None: a tree.
        Tree = "tree",
        /// Equal positions after equally many actions (Jakl 2011, 3.2.1): never a cycle.
        Depth = "depth",
        /// Equal positions anywhere.
        Full = "full",
    }

    /// Whose statistics a choice looks at.
    pub enum Statistics {
        /// Those of the action at this very place (Kozelek 2009).
        Edge = "edge",
        /// Those of the position that it leads to, however that was reached (Jakl 2011, 3.2.1).
        Node = "node",
    }

    /// What is added to the mean for actions that were tried less.
    pub enum Select {
        /// c √(ln N / n).
        Ucb = "ucb",
        /// c P √N / (1 + n), with a prior P made of the heuristics (Rosin 2011; Silver et al. 2016).
        Puct = "puct",
    }

    /// The value of an action that was never tried.
    pub enum FirstPlay {
        /// More than anything: each is tried once.
        First = "first",
        /// A number, `fpu-value` (Gelly and Wang 2006).
        Value = "value",
        /// The mean of the node less `fpu-value`.
        Parent = "parent",
    }

    /// Where the estimate of an action comes from.
    pub enum PriorSource {
        /// The place in the order of the game's hints, from 1 for the first to 0 for the last.
        Rank = "rank",
        /// The game's step evaluation; its hints where it has none.
        Step = "step",
        /// The evaluation of the position that it leads to.
        Eval = "eval",
    }

    /// What is looked at in a new position before it gets a value.
    pub enum LookAhead {
        /// Nothing.
        Off = "off",
        /// Wins and losses that the heuristics read off the board.
        Recognise = "recognise",
        /// Noisy actions until the position is quiet.
        Quiescence = "quiescence",
    }

    /// What a visit counts for that another thread has begun and not yet ended.
    pub enum VirtualLoss {
        /// A loss of the side that chose the action (Chaslot et al. 2008).
        Loss = "loss",
        /// An even game (Jakl 2011: only the visits are counted).
        Even = "even",
        /// The mean of the visits so far, so that it stays the same (Liu et al. 2020).
        Mean = "mean",
    }

    /// How the final action is chosen.
    pub enum Decide {
        /// The one tried most often.
        Visits = "visits",
        /// The one with the best mean.
        Value = "value",
        /// The one with the best lower confidence bound.
        Secure = "secure",
    }
}

crate::settings! {
    /// What a Monte-Carlo tree search does: one field per technique.
    pub struct Config("mcts", removed [
        "rave", "rave-k", "grave-visits", "widen", "widen-growth", "widen-visits", "prune", "prune-visits",
        "best-of-by" = "step", "length-in" = "turns", "eval-share" = "0",
        "lookahead=alphabeta", "lookahead-depth", "lookahead-noise" = "4",
    ], inert Config::inert) {
        select: Select = "select", Selective, off Select::Ucb, on Select::Puct, best Select::Puct, "ucb or puct",
            "Selection formula: UCB1 (Auer et al. 2002) or PUCT with priors (Rosin 2011).";
        exploration: Decimal<0, 100> = "c", Selective, off Decimal(2_828_427), on Decimal(1_000_000), best Decimal(500_000), "0 to 100",
            "Exploration constant, for results from -1 to 1; the textbook's √2 for results from 0 to 1 is 2.828427 here.";
        first_play: FirstPlay = "fpu", Selective, off FirstPlay::First, on FirstPlay::Parent, best FirstPlay::Parent, "first, value or parent",
            "Value of an action that was never tried: above all others, fpu-value, or the mean of its node less fpu-value (Gelly and Wang 2006).";
        first_play_value: Decimal<-10, 10> = "fpu-value", Choice, off Decimal(0), on Decimal(200_000), best Decimal(100_000), "-10 to 10",
            "The value, or the reduction, of first-play urgency.";
        virtual_visits: Number<0, 1000> = "virtual-visits", Selective, off Number(0), on Number(4), best Number(0), "0 to 1000",
            "Visits with the first-play value (0 with fpu=first) that a new action starts with (Kozelek 2009; Jakl 2011, 3.2.7).";
        maturity: Number<1, 100_000> = "maturity", Selective, off Number(1), on Number(5), best Number(1), "1 to 100000",
            "Visits before a node is expanded (Jakl 2011, 3.2.6).";
        maturity_depth: bool = "maturity-depth", Selective, off false, on true, best false, "on or off",
            "Add a node's depth to the visits it needs (Jakl 2011, 3.2.6).";
        graph: Graph = "graph", Selective, off Graph::Tree, on Graph::Depth, best Graph::Full, "tree, depth or full",
            "Which equal positions share a node (Jakl 2011, 3.2.1).";
        statistics: Statistics = "stats", Selective, off Statistics::Edge, on Statistics::Node, best Statistics::Edge, "edge or node",
            "Whether actions that lead to one position share their statistics (node) or each keep their own (edge, Kozelek's way).";
        bias: Decimal<0, 100> = "bias", Selective, off Decimal(0), on Decimal(1_000_000), best Decimal(0), "0 (off) to 100",
            "Progressive bias: adds this × the estimate of an action / its visits (Chaslot et al. 2008).";
        prior_source: PriorSource = "bias-by", Choice, off PriorSource::Step, on PriorSource::Eval, best PriorSource::Step, "rank, step or eval",
            "Source of action estimates for bias, priors and the order of first visits.";
        ordered: bool = "order", Selective, off false, on true, best true, "on or off",
            "First visits in the order of the estimates instead of at random.";
        sharpness: Decimal<0, 100> = "sharpness", Choice, off Decimal(3_000_000), on Decimal(3_000_000), best Decimal(5_000_000), "0 to 100",
            "Priors of select=puct are proportional to e^(sharpness × estimate).";
        history: Decimal<0, 100> = "history", Selective, off Decimal(0), on Decimal(1_100_000), best Decimal(0), "0 (off) to 100",
            "History heuristic: adds this × the mean result of similar actions / visits (Kozelek 2009; Jakl 2011, 3.2.3).";
        implicit: Decimal<0, 1> = "implicit", Selective, off Decimal(0), on Decimal(400_000), best Decimal(0), "0 (off) to 1",
            "Weight of the minimax of evaluations against the mean (implicit minimax backups, Lanctot et al. 2014).";
        cache: Number<0, 8> = "cache", Selective, off Number(0), on Number(6), best Number(0), "0 (off) to 8",
            "Children caching: select among this many best children between two full scans (Kozelek 2009; Jakl 2011, 3.2.5).";
        cache_every: Number<1, 1_000_000> = "cache-every", Choice, off Number(50), on Number(50), best Number(50), "1 to 1000000",
            "Visits before the first caching and between two full scans.";
        playouts: Number<0, 1000> = "playouts", Selective, off Number(1), on Number(10), best Number(0), "0 to 1000",
            "Playouts from each new leaf, averaged; with 0 the leaf is evaluated.";
        length: Number<0, 10_000> = "length", Selective, off Number(0), on Number(4), best Number(4), "0 (to the end) to 10000",
            "Length of a playout in turns, after which the position is evaluated.";
        best_of: Number<1, 100> = "best-of", Selective, off Number(1), on Number(3), best Number(3), "1 to 100",
            "Play the best of this many random actions in playouts, by the game's step evaluation or its hints (Kozelek 2009; Jakl 2011, 3.2.4).";
        playout_wins: bool = "playout-wins", Selective, off false, on true, best true, "on or off",
            "End a playout where the heuristics prove a result.";
        relevant: bool = "relevant", Selective, off false, on true, best true, "on or off",
            "Skip actions that the heuristics prove to lose, in tree and playouts.";
        no_pass: bool = "no-pass", Selective, off false, on true, best false, "on or off",
            "Never pass while another action is legal, in tree and playouts (Jakl 2011, B.1, without canPass); not with solver.";
        sigmoid_scale: Decimal<0, 1> = "sigmoid-scale" | "squash", Choice, off Decimal(3_000), on Decimal(3_000), best Decimal(3_000), "0 to 1",
            "Scale k of the sigmoid that maps an evaluation v to a result, 2 / (1 + e^(-k v)) - 1 (Jakl 2011: 0.0003).";
        look_ahead: LookAhead = "lookahead", Selective, off LookAhead::Off, on LookAhead::Quiescence, best LookAhead::Recognise, "off, recognise or quiescence",
            "What is looked at in a new position before it is evaluated: proven results, and noisy actions until it is quiet (proposed by Jakl 2011, 7).";
        solver: bool = "solver", Exact, off false, on true, best true, "on or off",
            "Back up proven wins, losses and draws as such (MCTS-Solver, Winands et al. 2008).";
        virtual_loss: Number<0, 1000> = "virtual-loss", Selective, off Number(0), on Number(3), best Number(3), "0 to 1000",
            "Visits that are added to an action while another thread is below it (Chaslot et al. 2008; Jakl 2011: 15).";
        virtual_loss_as: VirtualLoss = "virtual-loss-as", Choice, off VirtualLoss::Loss, on VirtualLoss::Mean, best VirtualLoss::Loss, "loss, even or mean",
            "Value of a virtual loss: a loss, a draw, or the mean so far.";
        decide: Decide = "decide", Choice, off Decide::Visits, on Decide::Secure, best Decide::Visits, "visits, value or secure",
            "How the final action is chosen.";
        reuse: bool = "reuse", Selective, off false, on true, best true, "on or off",
            "Keep the subtree of the position reached for the next turn.";
        memory: TableSize = "memory", Budget, off TableSize::Bytes(64 << 20), on TableSize::Bytes(64 << 20), best TableSize::Bytes(64 << 20), "bytes from 16K to 32G such as 64M",
            "Memory limit of the tree; a full tree stops growing.";
        threads: Number<1, 256> = "threads", Budget, off Number(1), on Number(2), best Number(1), "1 to 256",
            "Threads that grow one tree together.";
        nodes: Number<0, { i64::MAX }> = "nodes", Budget, off Number(0), on Number(1_000_000), best Number(0), "0 (no limit) or a number such as 1e6",
            "Most actions played for a turn, in tree and playouts together.";
        time: Milliseconds = "time", Budget, off Milliseconds(0), on Milliseconds(1000), best Milliseconds(0), "0 (no limit) or a time such as 500ms, 2s, 1m",
            "Longest time for a turn.";
    }
}

impl Config {
    /// The smallest useful memory.
    const LEAST_MEMORY: u64 = 16 << 10;
    /// What the addresses inside the arena can reach.
    const MOST_MEMORY: u64 = 32 << 30;

    /// The limits among the settings.
    pub fn limits(&self) -> Limits {
        Limits::from_settings(0, self.nodes.0, self.time)
    }

    /// Bytes of the tree.
    pub(super) fn memory_bytes(&self) -> Result<u64, SettingError> {
        let conflict = |problem| SettingError::Conflict { key: "memory", problem };
        match self.memory {
            TableSize::Bytes(bytes) if bytes < Self::LEAST_MEMORY => {
                Err(conflict("must be at least 16K, as in 'memory=64M'"))
            }
            TableSize::Bytes(bytes) if bytes > Self::MOST_MEMORY => {
                Err(conflict("must be at most 32G, as in 'memory=64M'"))
            }
            TableSize::Bytes(bytes) => Ok(bytes),
            TableSize::Off | TableSize::Entries(_) => {
                Err(conflict("must be a number of bytes, as in 'memory=64M'"))
            }
        }
    }

    /// Refuses settings that contradict each other, and absurd sizes.
    pub fn check(&self) -> Result<(), SettingError> {
        self.memory_bytes()?;
        if self.no_pass && self.solver {
            let problem = "leaves out turns, so that nothing can be proven: it takes '-solver'";
            return Err(SettingError::Conflict { key: "no-pass", problem });
        }
        if self.sigmoid_scale.get() <= 0.0 {
            let problem = "must be above 0, or every evaluation would count the same";
            return Err(SettingError::Conflict { key: "sigmoid-scale", problem });
        }
        Ok(())
    }

    /// Settings without effect: those of playouts where there are none.
    fn inert(&self) -> &'static [&'static str] {
        match self.playouts.is_on() {
            true => &[],
            false => &["length", "best-of", "playout-wins"],
        }
    }

    /// Are estimates of actions used?
    pub(super) fn has_priors(&self) -> bool {
        self.bias.is_on() || self.ordered || self.select == Select::Puct
    }

    /// Are all children evaluated when a node is expanded?
    pub(super) fn evaluates_children(&self) -> bool {
        self.implicit.is_on() || (self.has_priors() && self.prior_source == PriorSource::Eval)
    }

    /// Does a new position get a value of its own, apart from playouts?
    pub(super) fn evaluates_leaves(&self) -> bool {
        self.implicit.is_on() || !self.playouts.is_on()
    }
}

#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_rabbocop_can_be_written() {
        let text = "plain,c=0.01,fpu=value,virtual-visits=4,maturity=5,maturity-depth,graph=depth,stats=node,bias=1,\
                    history=1.1,cache=6,cache-every=50,playouts=10,length=4,best-of=3,squash=0.0003,virtual-loss=15,memory=200M";
        let config = Config::parse(text, &Config::BEST).expect(text);
        assert_eq!((config.exploration.get(), config.sigmoid_scale.get()), (0.01, 0.0003));
        assert_eq!(Config::parse(&config.canonical(), &Config::BEST).as_ref(), Ok(&config));
        assert!(config.canonical().contains("sigmoid-scale=0.0003"), "{}", config.canonical());
    }

    #[test]
    fn absurd_memory_is_refused() {
        for (text, problem) in [
            ("memory=off", "must be a number of bytes"),
            ("memory=2K", "must be at least 16K"),
            ("memory=33G", "must be at most 32G"),
            ("memory=1000e", "must be a number of bytes"),
        ] {
            let config = Config::parse(text, &Config::BEST).expect(text);
            let error = config.memory_bytes().map_err(|e| e.to_string());
            assert!(error.as_ref().is_err_and(|e| e.contains(problem)), "{text}: {error:?}");
        }
    }
}
