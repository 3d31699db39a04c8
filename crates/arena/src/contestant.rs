//! Who plays in a match: a player of this program, another program, or a player of the caller's own.

use crate::{
    clock::TimeControl,
    error::ArenaError,
    external::{EngineSettings, EngineSpec},
};
use game::TextError;
use players::{AnyGame, Player, Spec};
use std::{fmt, sync::Arc};

/// A player of a match, as a value that makes as many equal players as there are games.
#[derive(Clone, Debug)]
pub enum Contestant {
    /// A player of this program.
    BuiltIn(Spec),
    /// Another program, such as `ugi:COMMAND`.
    Engine(EngineSpec),
    /// A player of the caller's own.
    Custom(CustomPlayer),
}

/// A player that the caller makes.
#[derive(Clone)]
pub struct CustomPlayer {
    name: String,
    make: Arc<dyn Fn(u64) -> Box<dyn Player> + Send + Sync>,
}

impl Contestant {
    /// Reads a player spec, `aei:COMMAND`, `ugi:COMMAND` or `waltz:COMMAND`. Starts nothing.
    pub fn parse(
        game: &'static dyn AnyGame,
        text: &str,
        engines: &EngineSettings,
    ) -> Result<Contestant, ArenaError> {
        match EngineSpec::parse(game, text, engines) {
            Some(engine) => Ok(Contestant::Engine(engine?)),
            None => Ok(Contestant::BuiltIn(Spec::parse(game, text)?)),
        }
    }

    /// A player that `make` makes from a seed, called `name` in records and tables.
    pub fn custom(
        name: impl Into<String>,
        make: impl Fn(u64) -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Contestant {
        Contestant::Custom(CustomPlayer { name: name.into(), make: Arc::new(make) })
    }

    /// The text as it was given, for tables.
    pub fn given(&self) -> &str {
        match self {
            Contestant::BuiltIn(spec) => spec.given(),
            Contestant::Engine(engine) => engine.given(),
            Contestant::Custom(custom) => &custom.name,
        }
    }

    /// Refuses a time control that the player's protocol cannot express.
    pub fn check_control(&self, control: TimeControl) -> Result<(), TextError> {
        match self {
            Contestant::Engine(engine) => engine.check_control(control),
            Contestant::BuiltIn(_) | Contestant::Custom(_) => Ok(()),
        }
    }

    /// Makes a new player; `seed` feeds what is random in it.
    pub fn build(&self, seed: u64) -> Result<Box<dyn Player>, ArenaError> {
        match self {
            Contestant::BuiltIn(spec) => Ok(spec.build(seed)?),
            Contestant::Engine(engine) => Ok(engine.build()),
            Contestant::Custom(custom) => Ok((custom.make)(seed)),
        }
    }
}

/// The canonical text, as in records.
impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::BuiltIn(spec) => spec.fmt(f),
            Contestant::Engine(engine) => f.write_str(engine.given()),
            Contestant::Custom(custom) => f.write_str(&custom.name),
        }
    }
}

impl From<Spec> for Contestant {
    fn from(spec: Spec) -> Contestant {
        Contestant::BuiltIn(spec)
    }
}

impl fmt::Debug for CustomPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomPlayer").field(&self.name).finish()
    }
}
