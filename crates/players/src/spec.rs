//! Player specs: `NAME[:SETTING,SETTING…]`, the one text that the command line, records, experiments and the page share.

use crate::{
    SpecError,
    board::Playable,
    combined::{self, CombinedConfig},
    door::{AnyPlayer, BoardRegions, Level, Weighing},
    endgame::Endgame,
    evaluation::Evaluation,
    player::SearchPlayer,
    random::RandomTurns,
    ready::WithReadyTurns,
};
use game::Heuristics;
use search::{
    Limits, TurnSearch,
    alphabeta::{self, AlphaBeta},
    mcts::{self, Mcts},
    proof::{Dfpn, DfpnConfig, Pns, PnsConfig},
    settings::{SettingError, SettingInfo},
};
use std::sync::atomic::AtomicBool;

/// What a game brings to the registry: its beliefs by name, and what has proved best for it.
pub(crate) trait Registration: Sync + 'static {
    /// The game.
    type Game: Playable;
    /// Any of its beliefs.
    type Beliefs: Heuristics<Self::Game>;
    /// Names of its evaluations, the strongest first.
    const EVALUATIONS: &'static [&'static str];
    /// Settings of alpha-beta that are best for this game, applied on top of the general best.
    const BEST_ALPHABETA: &'static str;
    /// The same for df-pn.
    const BEST_DFPNS: &'static str;
    /// The same for Monte-Carlo tree search.
    const BEST_MCTS: &'static str = "";
    /// Settings of the combined player on top of its general best: only those of its own.
    const BEST_COMBINED: &'static str = "";
    /// The spec that `best` stands for.
    const BEST: &'static str;
    /// Levels for people, weakest first.
    const LEVELS: &'static [Level];
    /// Presets that follow the programs of the papers.
    const PRESETS: &'static [Level];
    /// What else is to be said about levels and presets, for help: lines of text, or nothing.
    const NOTES: &'static str = "";
    /// Positions and depths of the bench.
    const BENCH: &'static [(&'static str, u32)];

    /// How much is on the board: what a game's opening and endgame are told apart by.
    fn size(position: &Self::Game) -> u32;

    /// Is there something to look ahead to here, so that a tree is worth growing if one is asked for?
    fn is_for_trees(_position: &Self::Game) -> bool {
        true
    }

    /// A whole turn that is played without search, chosen by a seed; `None` where the search should decide.
    fn ready_turn(_position: &Self::Game, _seed: u64) -> Option<Vec<<Self::Game as game::Game>::Action>> {
        None
    }

    /// A record in a form that only this game has: where it began, and its turns. `None` if the text is no such record.
    fn read_record(_text: &str) -> Option<ReadRecord<Self::Game>> {
        None
    }

    /// The independent regions of a position with what is known of them; `None` in games without regions.
    fn regions(_position: &Self::Game, _limits: Limits, _stop: &AtomicBool) -> Option<BoardRegions> {
        None
    }

    /// Somebody who settles endgames by exact values; `None` in games that do not fall apart.
    fn endgame() -> Option<Box<dyn Endgame<Self::Game>>> {
        None
    }

    /// The beliefs of this name; `None` if there are none.
    fn beliefs(name: &str) -> Option<Self::Beliefs>;

    /// The weights of some beliefs that can be changed by name; none where there is nothing to change.
    fn weights(_beliefs: &Self::Beliefs) -> Vec<(String, i32)> {
        Vec::new()
    }

    /// See [`GameEntry::unit`](crate::GameEntry::unit).
    fn unit(_beliefs: &Self::Beliefs) -> Option<i32> {
        None
    }

    /// The same beliefs with other weights, in the order of [`Registration::weights`].
    fn weighed(beliefs: Self::Beliefs, _numbers: &[i32]) -> Self::Beliefs {
        beliefs
    }
}

/// The start and the turns of a record, or what is wrong with it.
pub(crate) type ReadRecord<G> = Result<(G, Vec<Vec<<G as game::Game>::Action>>), game::TextError>;

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
        help: "depth-first proof-number search: proves wins and losses, has no opinions",
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

/// The canonical text of the settings, and the search that has them.
pub(crate) type Made<G> = Result<(String, Box<dyn TurnSearch<G>>), SpecError>;

/// Makes a player for a game from a spec.
pub(crate) fn make<R: Registration>(spec: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, SpecError> {
    let (name, settings) = expand::<R>(spec)?;
    if name == "random" {
        return make_random::<R>(&settings, seed);
    }
    let (evaluation, settings) = Evaluation::<R>::take(&settings, seed)?;
    let made = match name.as_str() {
        "alphabeta" => make_alphabeta::<R>(&evaluation, &settings, seed),
        "dfpns" => make_dfpn::<R>(&evaluation, &settings),
        "pns" => make_pns::<R>(&evaluation, &settings),
        "mcts" => make_mcts::<R>(&evaluation, &settings, seed),
        "combined" => combined::make::<R>(&evaluation, &settings, seed),
        _ => return Err(unknown_player::<R>(&name)),
    };
    let (canonical, search) = made?;
    let search = Box::new(WithReadyTurns { ready: R::ready_turn, seed, search });
    let spec = format!("{name}:{canonical},{}", evaluation.canonical());
    Ok(Box::new(SearchPlayer::<R::Game>::new(spec, search)))
}

/// The evaluation of a spec, for whoever wants to change its weights.
pub(crate) fn weighing<R: Registration>(spec: &str) -> Result<Box<dyn Weighing>, SpecError> {
    // A whole player is made, so that a spec that is wrong elsewhere is refused here as well.
    make::<R>(spec, 0)?;
    let (name, settings) = expand::<R>(spec)?;
    if name == "random" {
        return Err(SpecError::NoWeights { spec: spec.into() });
    }
    Ok(Box::new(Evaluation::<R>::take(&settings, 0)?.0))
}

/// See [`GameEntry::unit`](crate::GameEntry::unit).
pub(crate) fn unit<R: Registration>(spec: &str) -> Result<Option<i32>, SpecError> {
    let (name, settings) = expand::<R>(spec)?;
    if name == "random" {
        return Ok(None);
    }
    Ok(R::unit(Evaluation::<R>::take(&settings, 0)?.0.plain_beliefs()).filter(|&points| points > 0))
}

pub(crate) fn make_alphabeta<R: Registration>(
    evaluation: &Evaluation<R>,
    settings: &str,
    seed: u64,
) -> Made<R::Game> {
    let best = alphabeta::Config::parse(R::BEST_ALPHABETA, &alphabeta::Config::BEST)?;
    let config = alphabeta::Config::parse(settings, &best)?;
    Ok((config.canonical(), Box::new(AlphaBeta::new(config, evaluation.beliefs(), seed)?)))
}

pub(crate) fn make_dfpn<R: Registration>(evaluation: &Evaluation<R>, settings: &str) -> Made<R::Game> {
    let best = DfpnConfig::parse(R::BEST_DFPNS, &DfpnConfig::BEST)?;
    let config = DfpnConfig::parse(settings, &best)?;
    Ok((config.canonical(), Box::new(Dfpn::new(&config, evaluation.beliefs())?)))
}

fn make_pns<R: Registration>(evaluation: &Evaluation<R>, settings: &str) -> Made<R::Game> {
    let config = PnsConfig::parse(settings, &PnsConfig::BEST)?;
    Ok((config.canonical(), Box::new(Pns::new(&config, evaluation.beliefs())?)))
}

pub(crate) fn make_mcts<R: Registration>(
    evaluation: &Evaluation<R>,
    settings: &str,
    seed: u64,
) -> Made<R::Game> {
    let best = mcts::Config::parse(R::BEST_MCTS, &mcts::Config::BEST)?;
    let config = mcts::Config::parse(settings, &best)?;
    Ok((config.canonical(), Box::new(Mcts::new(config, evaluation.beliefs(), seed)?)))
}

fn make_random<R: Registration>(settings: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, SpecError> {
    if settings.is_empty() {
        let search = Box::new(RandomTurns::new(seed));
        return Ok(Box::new(SearchPlayer::<R::Game>::new("random".into(), search)));
    }
    let unknown = SettingError::UnknownKey { key: settings.into(), owner: "random", known: "none".into() };
    Err(unknown.into())
}

/// Replaces `level:NAME` and `best` by what they stand for; further settings are applied on top.
fn expand<R: Registration>(spec: &str) -> Result<(String, String), SpecError> {
    let (name, settings) = spec.trim().split_once(':').unwrap_or((spec.trim(), ""));
    let (base, more) = match name {
        "best" => (R::BEST, settings),
        "level" => {
            let (level, more) = settings.split_once(',').unwrap_or((settings, ""));
            let found = R::LEVELS.iter().chain(R::PRESETS).find(|l| l.name == level);
            (found.ok_or_else(|| unknown_level::<R>(level))?.spec, more)
        }
        _ => return Ok((name.into(), settings.into())),
    };
    let (name, settings) = base.split_once(':').unwrap_or((base, ""));
    Ok((name.into(), [settings, more].join(",")))
}

fn unknown_player<R: Registration>(name: &str) -> SpecError {
    let algorithms = ALGORITHMS.iter().map(|a| a.name);
    let known: Vec<&str> = ["best", "level:NAME"].into_iter().chain(algorithms).collect();
    SpecError::UnknownPlayer {
        name: name.into(),
        game: <R::Game as game::Setup>::NAME,
        known: known.join(", "),
    }
}

fn unknown_level<R: Registration>(name: &str) -> SpecError {
    let known: Vec<&str> = R::LEVELS.iter().chain(R::PRESETS).map(|l| l.name).collect();
    SpecError::UnknownLevel {
        name: name.into(),
        game: <R::Game as game::Setup>::NAME,
        known: known.join(", "),
    }
}
