//! Player specs: `NAME[:SETTING,SETTING…]`, the one text that the command line, records, experiments and the page share.
//!
//! A text is parsed once, where it comes in; parsing finds every mistake and allocates no tables.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    SpecError,
    combined::{CombinedConfig, CombinedParts},
    dynamic::{AnyGame, Player},
    evaluation::EvaluationSpec,
};
use game::quoted;
use search::{
    Limits, alphabeta, mcts,
    proof::{DfpnConfig, PnsConfig},
    settings::{SettingError, SettingInfo, TableSize},
};
use std::fmt;

/// An algorithm that can be named in a spec.
pub struct Algorithm {
    /// The name before the colon.
    pub name: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// Its settings.
    pub settings: &'static [SettingInfo],
}

/// Every algorithm.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "alphabeta",
        help: "depth-first search with cut-offs; every enhancement is a setting",
        settings: alphabeta::Config::LIST,
    },
    Algorithm {
        name: "dfpns",
        help: "depth-first proof-number search: proves wins and losses, evaluates nothing",
        settings: DfpnConfig::LIST,
    },
    Algorithm {
        name: "pns",
        help: "best-first proof-number search with its tree in memory",
        settings: PnsConfig::LIST,
    },
    Algorithm {
        name: "mcts",
        help: "Monte-Carlo tree search: grows a tree where results are good, by playouts or evaluations",
        settings: mcts::Config::LIST,
    },
    Algorithm {
        name: "combined",
        help: "alpha-beta or tree search with df-pn or exact values of regions in endgames; settings of alpha-beta \
               as they are, those of df-pn as pn.KEY, those of the tree search as mc.KEY, those of WALTZ's opening search on top as op.KEY",
        settings: CombinedConfig::LIST,
    },
    Algorithm { name: "random", help: "any legal turn", settings: &[] },
];

/// An algorithm with its settings.
#[derive(Clone, PartialEq, Debug)]
pub enum AlgorithmConfig {
    /// Alpha-beta.
    AlphaBeta(alphabeta::Config),
    /// Depth-first proof-number search.
    Dfpn(DfpnConfig),
    /// Best-first proof-number search.
    Pns(PnsConfig),
    /// Monte-Carlo tree search.
    Mcts(mcts::Config),
    /// Several searches, each for its part of the game.
    Combined(Box<CombinedParts>),
    /// Any legal turn.
    Random,
}

/// Where a size is given in entries, an entry counts as this many bytes; no search has larger ones.
const ENTRY_BYTES: u64 = 32;

impl AlgorithmConfig {
    fn parse(game: &dyn AnyGame, name: &str, settings: &str) -> Result<AlgorithmConfig, SpecError> {
        Ok(match name {
            "alphabeta" => AlgorithmConfig::AlphaBeta(alphabeta_config(game, settings)?),
            "dfpns" => AlgorithmConfig::Dfpn(dfpn_config(game, settings)?),
            "pns" => {
                let best = PnsConfig::parse(game.best_settings("pns"), &PnsConfig::BEST)?;
                AlgorithmConfig::Pns(PnsConfig::parse(settings, &best)?)
            }
            "mcts" => AlgorithmConfig::Mcts(mcts_config(game, settings)?),
            "combined" => AlgorithmConfig::Combined(Box::new(CombinedParts::parse(game, settings)?)),
            _ => return Err(unknown_player(game, name)),
        })
    }

    /// The name in specs.
    pub fn name(&self) -> &'static str {
        match self {
            AlgorithmConfig::AlphaBeta(_) => "alphabeta",
            AlgorithmConfig::Dfpn(_) => "dfpns",
            AlgorithmConfig::Pns(_) => "pns",
            AlgorithmConfig::Mcts(_) => "mcts",
            AlgorithmConfig::Combined(_) => "combined",
            AlgorithmConfig::Random => "random",
        }
    }

    fn settings_text(&self) -> String {
        match self {
            AlgorithmConfig::AlphaBeta(config) => config.canonical(),
            AlgorithmConfig::Dfpn(config) => config.canonical(),
            AlgorithmConfig::Pns(config) => config.canonical(),
            AlgorithmConfig::Mcts(config) => config.canonical(),
            AlgorithmConfig::Combined(parts) => parts.canonical(),
            AlgorithmConfig::Random => String::new(),
        }
    }

    fn needs(&self) -> Needs {
        let bytes = |size: TableSize| size.bytes(ENTRY_BYTES);
        let (limits, memory, threads) = match self {
            AlgorithmConfig::AlphaBeta(config) => (config.limits(), bytes(config.table), config.threads.0),
            AlgorithmConfig::Dfpn(config) => (config.limits(), bytes(config.table), config.threads.0),
            AlgorithmConfig::Pns(config) => (config.limits(), bytes(config.tree), 1),
            AlgorithmConfig::Mcts(config) => (config.limits(), bytes(config.memory), config.threads.0),
            AlgorithmConfig::Combined(parts) => (parts.main.limits(), parts.memory(bytes), parts.threads()),
            AlgorithmConfig::Random => (Limits::default(), 0, 1),
        };
        Needs { limits, memory, threads }
    }
}

/// What a search takes of a machine.
struct Needs {
    limits: Limits,
    memory: u64,
    threads: i64,
}

pub(crate) fn alphabeta_config(game: &dyn AnyGame, settings: &str) -> Result<alphabeta::Config, SpecError> {
    let best = alphabeta::Config::parse(game.best_settings("alphabeta"), &alphabeta::Config::BEST)?;
    let config = alphabeta::Config::parse(settings, &best)?;
    config.check()?;
    Ok(config)
}

pub(crate) fn dfpn_config(game: &dyn AnyGame, settings: &str) -> Result<DfpnConfig, SpecError> {
    let best = DfpnConfig::parse(game.best_settings("dfpns"), &DfpnConfig::BEST)?;
    Ok(DfpnConfig::parse(settings, &best)?)
}

pub(crate) fn mcts_config(game: &dyn AnyGame, settings: &str) -> Result<mcts::Config, SpecError> {
    let best = mcts::Config::parse(game.best_settings("mcts"), &mcts::Config::BEST)?;
    let config = mcts::Config::parse(settings, &best)?;
    config.check()?;
    Ok(config)
}

/// A player of one game, as a value.
///
/// ```
/// let game = players::GAMES.find("knightthrough").unwrap();
/// let spec = game.spec("alphabeta:-history,tt=4M").unwrap().with("depth", 3).unwrap();
/// assert_eq!((spec.limits().depth, spec.memory(), spec.threads()), (Some(3), 4 << 20, 1));
/// assert_eq!(game.spec(&spec.to_string()), Ok(spec));
/// let error = game.spec("alphabeta:histroy").unwrap_err().to_string();
/// assert!(error.starts_with("'histroy' is not a setting of alphabeta; known: "));
/// ```
#[derive(Clone)]
pub struct Spec {
    game: &'static dyn AnyGame,
    given: String,
    algorithm: Box<AlgorithmConfig>,
    evaluation: Option<EvaluationSpec>,
}

impl Spec {
    /// Reads a spec: an algorithm with settings, `best` or `level:NAME`. Further settings are applied on top.
    pub fn parse(game: &'static dyn AnyGame, text: &str) -> Result<Spec, SpecError> {
        check_length(text)?;
        let given = text.trim().to_owned();
        let (name, settings) = expand(game, &given)?;
        if name == "random" {
            let (algorithm, evaluation) = (Box::new(AlgorithmConfig::Random), None);
            return match settings.is_empty() {
                true => Ok(Spec { game, given, algorithm, evaluation }),
                false => Err(SpecError::NoSettings { name, settings: quoted(&settings) }),
            };
        }
        let (evaluation, settings) = EvaluationSpec::take(game, &settings)?;
        let algorithm = Box::new(AlgorithmConfig::parse(game, &name, &settings)?);
        Ok(Spec { game, given, algorithm, evaluation: Some(evaluation) })
    }

    /// Reads a spec for searches to a depth: one that does not deepen iteratively gets the depth as a setting.
    pub fn parse_for_depth(game: &'static dyn AnyGame, text: &str, depth: u32) -> Result<Spec, SpecError> {
        match Spec::parse(game, text) {
            Err(SpecError::Setting(SettingError::Conflict { key: "id", .. })) => {
                Spec::parse(game, &with_setting(text, "depth", depth))
            }
            spec => spec,
        }
    }

    /// The same spec with one more setting, such as `threads` and 2.
    pub fn with(&self, key: &str, value: impl fmt::Display) -> Result<Spec, SpecError> {
        Spec::parse(self.game, &with_setting(&self.given, key, value))
    }

    /// The same spec with so many megabytes for its table or tree.
    pub fn with_megabytes(&self, megabytes: u32) -> Result<Spec, SpecError> {
        let key = match *self.algorithm {
            AlgorithmConfig::Mcts(_) => "memory",
            AlgorithmConfig::Pns(_) => "tree",
            _ => "tt",
        };
        self.with(key, format_args!("{megabytes}M"))
    }

    /// The game that it plays.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// The text as it was given, such as `level:expert`; [`fmt::Display`] writes the canonical one.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// The algorithm with its settings.
    pub fn algorithm(&self) -> &AlgorithmConfig {
        &self.algorithm
    }

    /// The evaluation; `None` for `random`, which has none.
    pub fn evaluation(&self) -> Option<&EvaluationSpec> {
        self.evaluation.as_ref()
    }

    /// The evaluation; an error for `random`, which has none.
    pub fn tunable_evaluation(&self) -> Result<Box<dyn crate::TunableEvaluation>, SpecError> {
        let none = || SpecError::NoWeights { spec: self.given.clone() };
        Ok(self.game.tunable(self.evaluation().ok_or_else(none)?))
    }

    /// How many points are what people count by; see [`AnyGame::pawn_value`].
    pub fn pawn_value(&self) -> Option<i32> {
        self.game.pawn_value(self.evaluation()?)
    }

    /// The limits among its settings.
    pub fn limits(&self) -> Limits {
        self.algorithm.needs().limits
    }

    /// Bytes of its tables and trees.
    pub fn memory(&self) -> u64 {
        self.algorithm.needs().memory
    }

    /// Threads that it searches with.
    pub fn threads(&self) -> u32 {
        self.algorithm.needs().threads as u32
    }

    /// Makes the player, with its tables; `seed` feeds what is random in it. Fails only if there is too little memory.
    pub fn build(&self, seed: u64) -> Result<Box<dyn Player>, SpecError> {
        self.game.build(self, seed)
    }
}

/// The canonical text, which is read back to an equal spec.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.algorithm.name();
        match &self.evaluation {
            None => f.write_str(name),
            Some(evaluation) => write!(f, "{name}:{},{evaluation}", self.algorithm.settings_text()),
        }
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spec({} {self})", self.game.name())
    }
}

/// Equal specs make equal players, however they were written; settings without effect make no difference.
impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        (self.game.name(), self.to_string()) == (other.game.name(), other.to_string())
    }
}

/// Refuses texts that are longer than any player needs: with every weight of every evaluation changed it takes a quarter of
/// this.
pub(crate) fn check_length(text: &str) -> Result<(), SpecError> {
    const MOST: usize = 1 << 16;
    let length = text.len();
    if length <= MOST {
        return Ok(());
    }
    Err(SpecError::TooLong { beginning: quoted(text), length, most: MOST })
}

fn with_setting(text: &str, key: &str, value: impl fmt::Display) -> String {
    let joint = if text.contains(':') { ',' } else { ':' };
    format!("{text}{joint}{key}={value}")
}

/// Replaces `level:NAME` and `best` by what they stand for.
fn expand(game: &dyn AnyGame, text: &str) -> Result<(String, String), SpecError> {
    let info = game.info();
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    let (base, more) = match name {
        "best" => (info.best, settings),
        "level" => {
            let (level, more) = settings.split_once(',').unwrap_or((settings, ""));
            let mut levels = info.levels.iter().chain(info.presets);
            let found = levels.find(|l| l.name == level).ok_or_else(|| unknown_level(game, level))?;
            (found.spec, more)
        }
        _ => return Ok((name.into(), settings.into())),
    };
    let (name, settings) = base.split_once(':').unwrap_or((base, ""));
    let joint = if settings.is_empty() || more.is_empty() { "" } else { "," };
    Ok((name.into(), [settings, joint, more].concat()))
}

fn unknown_player(game: &dyn AnyGame, name: &str) -> SpecError {
    let algorithms = ALGORITHMS.iter().map(|a| a.name);
    let known: Vec<&str> = ["best", "level:NAME"].into_iter().chain(algorithms).collect();
    SpecError::Unknown { name: quoted(name), what: "a player", game: game.name(), known: known.join(", ") }
}

fn unknown_level(game: &dyn AnyGame, name: &str) -> SpecError {
    let info = game.info();
    let known: Vec<&str> = info.levels.iter().chain(info.presets).map(|l| l.name).collect();
    SpecError::Unknown { name: quoted(name), what: "a level", game: info.name, known: known.join(", ") }
}
