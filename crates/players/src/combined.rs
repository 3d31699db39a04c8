//! A player made of several searches: proofs in the endgame, alpha-beta or Monte-Carlo tree search everywhere else, and
//! another alpha-beta in the opening if that is asked for.
//!
//! Follows WALTZ (Veselý 2013, 3.7): a randomised root in the opening, for WALTZ's own sake, since it costs most of the
//! strength there and `eval-noise` next to none; df-pn once the board is small enough; if it proves a win,
//! that is played; if it finds nothing or a loss, alpha-beta thinks in the time that is left, for the best chance or the
//! longest defence. Which positions are large or small, the game says. In a game that decomposes into regions, exact
//! values of these are tried before: there alpha-beta would search all orders of moves that have nothing to do with each
//! other. Where turns are too many for alpha-beta to look far, a tree that grows where it is promising is the better choice,
//! so large boards can be left to it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    SpecError,
    dynamic::AnyGame,
    endgame::{Endgame, Settled},
    evaluation::key_of,
    spec::{alphabeta_config, dfpn_config, mcts_config},
};
use game::{Game, Score, Verdict};
use search::{
    Control, Limits, Line, NodeSource, Report, Root, TurnSearch, alphabeta, mcts,
    proof::DfpnConfig,
    settings::{Number, SettingError, SettingValue, TableSize},
};

search::settings! {
    /// When which of the searches is asked.
    pub struct CombinedConfig("combined", removed ["proof-share" = "50", "endgame-share" = "50"]) {
        opening: Number<0, 1_000_000> = "opening", Choice, off Number(0), on Number(50), best Number(0), "0 (never) or a size",
            "Play WALTZ's opening search, an alpha-beta with a randomised root, on boards larger than this; eval-noise costs less.";
        mcts: Number<0, 1_000_000> = "mcts", Choice, off Number(0), on Number(1), best Number(0), "0 (never) or a size",
            "Let Monte-Carlo tree search think instead of alpha-beta on boards of at least this size, unless a depth is asked for.";
        proof: Number<0, 1_000_000> = "proof", Choice, off Number(0), on Number(23), best Number(23), "0 (never) or a size",
            "Try a proof first on boards of at most this size.";
        endgame: Number<0, 64> = "endgame", Choice, off Number(0), on Number(12), best Number(0), "0 (never) or a size",
            "Play by exact values once every region that both sides can reach has at most this many empty squares, two less for each amazon beyond the second (amazons only).";
    }
}

/// What the opening's alpha-beta has on top of the main one, before `op.` settings are applied.
const OPENING: &str = "random=20";

/// The part of the budget that exact values may use, and the same for a proof.
const SHARE: f64 = 0.5;

/// The searches of a combined player, as values.
#[derive(Clone, PartialEq, Debug)]
pub struct CombinedParts {
    /// Which search is asked when.
    pub config: CombinedConfig,
    /// Alpha-beta, which plays where no other search does.
    pub main: alphabeta::Config,
    /// The search for proofs.
    pub prover: DfpnConfig,
    /// WALTZ's opening search; `None` unless it is on or has settings.
    pub opening: Option<alphabeta::Config>,
    /// Monte-Carlo tree search; `None` unless it is on or has settings.
    pub tree: Option<mcts::Config>,
}

/// What exact values of regions remember before they forget everything, in bytes.
const ENDGAME_MEMORY: u64 = 256 << 20;

impl CombinedParts {
    /// Words with the key of a [`CombinedConfig`] setting are its own, `pn.`, `op.` and `mc.` mark those of the prover, the
    /// opening and the tree search, all others are alpha-beta's; threads are for the tree search as well.
    pub(crate) fn parse(game: &dyn AnyGame, settings: &str) -> Result<CombinedParts, SpecError> {
        let (mut own, mut main, mut prover, mut opening, mut tree) = (vec![], vec![], vec![], vec![], vec![]);
        for word in settings.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            let key = key_of(word);
            match word.split_once('.') {
                Some(("pn", word)) => prover.push(word),
                Some(("op", word)) => opening.push(word),
                Some(("mc", word)) => tree.push(word),
                _ if CombinedConfig::has_key(key) => own.push(word),
                _ => main.push(word),
            }
            if key == "threads" {
                tree.push(word);
            }
        }
        let best = CombinedConfig::parse(game.best_settings("combined"), &CombinedConfig::BEST)?;
        let config = CombinedConfig::parse(&own.join(","), &best)?;
        if config.endgame.is_on() && !game.info().has_regions {
            let problem = "needs a game that decomposes into regions, such as amazons; write endgame=0";
            return Err(SettingError::Conflict { key: "endgame", problem }.into());
        }
        let main = alphabeta_config(game, &main.join(","))?;
        let opening = match (config.opening.is_on(), opening.join(",")) {
            (false, settings) if settings.is_empty() => None,
            (_, settings) => {
                Some(alphabeta_config(game, &[&main.canonical(), OPENING, &settings].join(","))?)
            }
        };
        let tree = match (config.mcts.is_on(), tree.join(",")) {
            (false, settings) if settings.is_empty() => None,
            (_, settings) => Some(mcts_config(game, &settings)?),
        };
        let prover = dfpn_config(game, &prover.join(","))?;
        Ok(CombinedParts { config, main, prover, opening, tree })
    }

    /// Settings that make equal parts.
    pub(crate) fn canonical(&self) -> String {
        let prefixed = |prefix: &str, text: &str| {
            text.split(',').map(|word| format!("{prefix}{word}")).collect::<Vec<_>>().join(",")
        };
        let config = &self.config;
        let mut text = vec![
            self.main.canonical(),
            format!("opening={}", config.opening.text()),
            format!("mcts={}", config.mcts.text()),
            format!("proof={}", config.proof.text()),
            format!("endgame={}", config.endgame.text()),
            prefixed("pn.", &self.prover.canonical()),
        ];
        text.extend(self.opening.as_ref().map(|config| prefixed("op.", &config.canonical())));
        text.extend(self.tree.as_ref().map(|config| prefixed("mc.", &config.canonical())));
        text.join(",")
    }

    /// Bytes of everything that is switched on.
    pub(crate) fn memory(&self, bytes: impl Fn(TableSize) -> u64) -> u64 {
        let opening = self.opening.as_ref().filter(|_| self.config.opening.is_on());
        let tree = self.tree.as_ref().filter(|_| self.config.mcts.is_on());
        bytes(self.main.table)
            + bytes(self.prover.table)
            + opening.map_or(0, |config| bytes(config.table))
            + tree.map_or(0, |config| bytes(config.memory))
            + if self.config.endgame.is_on() { ENDGAME_MEMORY } else { 0 }
    }

    /// The most threads that any part searches with.
    pub(crate) fn threads(&self) -> i64 {
        let opening = self.opening.as_ref().map_or(1, |config| config.threads.0);
        let tree = self.tree.as_ref().map_or(1, |config| config.threads.0);
        self.main.threads.0.max(self.prover.threads.0).max(opening).max(tree)
    }
}

/// See the [module](self).
pub(crate) struct Combined<G: Game> {
    pub(crate) config: CombinedConfig,
    /// How large the board of a position is.
    pub(crate) size: fn(&G) -> u32,
    pub(crate) is_for_trees: fn(&G) -> bool,
    pub(crate) opening: Option<Box<dyn TurnSearch<G>>>,
    pub(crate) main: Box<dyn TurnSearch<G>>,
    pub(crate) tree: Option<Box<dyn TurnSearch<G>>>,
    pub(crate) prover: Box<dyn TurnSearch<G>>,
    pub(crate) endgame: Option<Box<dyn Endgame<G>>>,
}

/// The control of one of several searches that answer a question together.
struct Part<'a, G: Game> {
    whole: &'a dyn Control<G>,
    /// It ends when this share of the whole budget is used, and reports only what is proven.
    share: Option<f64>,
    /// Nodes of earlier searches, which are added in reports.
    nodes: u64,
}

impl<G: Game> Part<'_, G> {
    fn is_over(&self) -> bool {
        self.share.is_some_and(|share| self.whole.used() >= share)
    }
}

impl<G: Game> NodeSource for Part<'_, G> {
    fn grant(&self) -> u64 {
        if self.is_over() { 0 } else { self.whole.grant() }
    }
}

impl<G: Game> Control<G> for Part<'_, G> {
    fn should_deepen(&self, next_depth: u32) -> bool {
        !self.is_over() && self.whole.should_deepen(next_depth)
    }
    fn report(&self, report: &Report<G>) {
        if self.share.is_none() || report.verdict != Verdict::Unknown {
            self.whole.report(&Report { nodes: report.nodes + self.nodes, ..report.clone() });
        }
    }
    fn used(&self) -> f64 {
        self.whole.used() / self.share.unwrap_or(1.0)
    }
}

impl<G: Game> TurnSearch<G> for Combined<G> {
    fn search(&mut self, root: Root<'_, G>, control: &dyn Control<G>) -> Report<G> {
        let size = i64::from((self.size)(root.position));
        let opens = self.config.opening.is_on() && size > self.config.opening.0;
        if let Some(opening) = self.opening.as_mut().filter(|_| opens) {
            return opening.search(root, control);
        }
        let share = Part { whole: control, share: Some(SHARE), nodes: 0 };
        let mut nodes = 0;
        let mut lost = false;
        if let Some(endgame) = &mut self.endgame {
            let largest = self.config.endgame.0 as u32;
            match endgame.settle(root.position, largest, &share, &mut nodes) {
                Some(Settled { verdict: Verdict::Win, turn, longest }) => {
                    let line = Line { actions: turn, score: Some(Score::win_in(longest)) };
                    let verdict = Verdict::Win;
                    return Report { depth: 0, nodes, verdict, length: None, lines: vec![line] };
                }
                Some(Settled { verdict, .. }) => lost = verdict == Verdict::Loss,
                None => {}
            }
        }
        if !lost && size <= self.config.proof.0 {
            let mut proof = self.prover.search(root, &share);
            nodes += proof.nodes;
            if proof.verdict == Verdict::Win {
                proof.nodes = nodes;
                return proof;
            }
            lost = proof.verdict == Verdict::Loss;
        }
        // The depth of a tree is the length of its main line, which is not what anybody means by a limit of depth.
        let asked = self.config.mcts.is_on() && size >= self.config.mcts.0 && !control.bounds_depth();
        let grows = asked && (self.is_for_trees)(root.position);
        let main = match &mut self.tree {
            Some(tree) if grows => tree,
            _ => &mut self.main,
        };
        let mut answer = main.search(root, &Part { whole: control, share: None, nodes });
        answer.nodes += nodes;
        // The loss is certain even if the search has not come that far; what it found is the best defence it knows.
        if lost {
            answer.verdict = Verdict::Loss;
        }
        answer
    }

    fn own_limits(&self) -> Limits {
        self.main.own_limits()
    }

    fn new_game(&mut self) {
        self.main.new_game();
        self.prover.new_game();
        for search in [&mut self.opening, &mut self.tree].into_iter().flatten() {
            search.new_game();
        }
        if let Some(endgame) = &mut self.endgame {
            endgame.new_game();
        }
    }
}
