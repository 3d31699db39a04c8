//! The games that a program has: the four of the workbench, or whichever it was started with.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{AnyGame, amazons::AMAZONS, typed::game};
use ::game::quoted;
use std::fmt;
use thiserror::Error;

/// A list of games.
#[derive(Clone, Copy)]
pub struct Games(&'static [&'static dyn AnyGame]);

/// A name that is not in a list of games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{name}' is not a game; known: {known}")]
pub struct UnknownGame {
    /// The name as given.
    pub name: String,
    /// All known names.
    pub known: String,
}

/// The four games of the workbench, in the order of the documentation.
///
/// ```
/// let tzaar = players::GAMES.find("tzaar").unwrap();
/// assert_eq!(tzaar.info().sides, ["White", "Black"]);
/// ```
// A static, not a constant: every crate that names a constant compiles every search of every game once more.
pub static GAMES: Games = Games(&[
    game::<knightthrough::Definition>(),
    game::<tzaar::Definition>(),
    &AMAZONS,
    game::<arimaa::Definition>(),
]);

impl Games {
    /// The list of these games. It lives as long as the program.
    pub fn new(games: &[&'static dyn AnyGame]) -> Games {
        Games(games.to_vec().leak())
    }

    /// All games.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'static dyn AnyGame> {
        self.0.iter().copied()
    }

    /// The game with this name.
    pub fn find(self, name: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
        self.iter().find(|game| game.name() == name).ok_or_else(|| {
            let known = self.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ");
            UnknownGame { name: quoted(name), known }
        })
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|game| game.name())).finish()
    }
}
