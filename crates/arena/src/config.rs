//! What a match is: who plays, under which limits, from which openings, and how its games may end.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{clock::TimeControl, contestant::Contestant, opening::OpeningSource};
use game::TextError;
use players::{AnyGame, SpecError, derive_seed};
use std::{fmt, num::NonZeroUsize, str::FromStr};

/// Sets the seeds of colours apart from those of openings, players and encounters.
const PURPOSE: u64 = 4;

/// A match.
#[derive(Clone)]
pub struct MatchConfig {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its variant; empty for the usual one.
    pub variant: String,
    /// The first and the second player of the match.
    pub players: [Contestant; 2],
    /// How many pairs of games.
    pub pairs: u64,
    /// The limit for each turn or game.
    pub control: TimeControl,
    /// Where the games begin.
    pub openings: OpeningSource,
    /// Random seed for openings and players.
    pub seed: u64,
    /// How many games are played at the same time.
    pub concurrency: NonZeroUsize,
    /// After this many chosen turns a game is a draw.
    pub max_turns: Option<u32>,
    /// What to do when a player breaks down.
    pub after_crash: AfterCrash,
    /// How colours are dealt.
    pub colours: Colours,
    /// Whether games that are proved to be decided are ended, and how.
    pub adjudication: Option<Adjudication>,
}

impl MatchConfig {
    /// A match with the usual settings: one pair of games at a time, from four random turns, with seed 1.
    pub fn new(game: &'static dyn AnyGame, players: [Contestant; 2], control: TimeControl) -> MatchConfig {
        MatchConfig {
            game,
            variant: String::new(),
            players,
            pairs: 1,
            control,
            openings: OpeningSource::Random(4),
            seed: 1,
            concurrency: NonZeroUsize::MIN,
            max_turns: Some(2000),
            after_crash: AfterCrash::default(),
            colours: Colours::default(),
            adjudication: None,
        }
    }

    /// How many games.
    pub(crate) fn games(&self) -> u64 {
        self.pairs.saturating_mul(2)
    }
}

/// What a match does when a player has failed: crashed, stalled, broken a rule or a limit. The game is lost either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AfterCrash {
    /// The next game has new players.
    #[default]
    GoOn,
    /// The match ends with the games finished so far.
    EndMatch,
}

/// How colours are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// Two games from every opening, with colours swapped.
    #[default]
    Swapped,
    /// One game from every opening, and chance decides who begins (Veselý 2013, section 4.2.1).
    Random,
}

impl Colours {
    const NAMES: [(Colours, &str); 2] = [(Colours::Swapped, "swapped"), (Colours::Random, "random")];

    /// The opening and the leg of a game of the match, by its number from 0.
    pub(crate) fn seat(self, seed: u64, number: u64) -> (u64, u8) {
        match self {
            Colours::Swapped => (number / 2, 1 + (number % 2) as u8),
            Colours::Random => (number, 1 + (derive_seed(seed, &[PURPOSE, number]) % 2) as u8),
        }
    }

    /// How many openings a match of so many pairs of games has.
    pub(crate) fn openings(self, pairs: u64) -> u64 {
        match self {
            Colours::Swapped => pairs,
            Colours::Random => pairs.saturating_mul(2),
        }
    }
}

impl FromStr for Colours {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Colours, TextError> {
        let known = Colours::NAMES.iter().find(|(_, name)| *name == text);
        let problem = "is not a way to deal colours; it should be swapped or random";
        known.map(|(colours, _)| *colours).ok_or_else(|| TextError::new(text, problem))
    }
}

impl fmt::Display for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Colours::NAMES.iter().find(|(colours, _)| colours == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

/// Ends games by proof: whenever a player claims to see a win or a loss, a referee of the match looks at the position after
/// its turn, and what the referee proves within its budget is the result. A claim alone decides nothing.
#[derive(Clone, Debug)]
pub struct Adjudication {
    /// The referee, which must prove what it says.
    pub referee: Contestant,
    /// Its nodes for one claim.
    pub nodes: u64,
}

impl Adjudication {
    /// Nodes for one claim, if nothing else is said.
    pub const NODES: u64 = 100_000;

    /// The referee of every game with an evaluation: df-pn.
    pub fn by_proof(game: &'static dyn AnyGame, nodes: u64) -> Result<Adjudication, SpecError> {
        Ok(Adjudication { referee: game.spec("dfpns:tt=16M")?.into(), nodes })
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes={}", self.referee.given(), self.nodes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_swapped_in_pairs_or_drawn() {
        let of = |colours: Colours| (0..1000).map(|number| colours.seat(7, number)).collect::<Vec<_>>();
        assert_eq!(of(Colours::Swapped)[..4], [(0, 1), (0, 2), (1, 1), (1, 2)]);
        let drawn = of(Colours::Random);
        assert!(drawn.iter().enumerate().all(|(number, seat)| seat.0 == number as u64));
        let begun = drawn.iter().filter(|seat| seat.1 == 1).count();
        assert!((430..570).contains(&begun), "{begun} of 1000");
        let other: Vec<_> = (0..1000).map(|number| Colours::Random.seat(8, number)).collect();
        assert_ne!(drawn, other);
    }

    #[test]
    fn colours_have_names() {
        for colours in [Colours::Swapped, Colours::Random] {
            assert_eq!(colours.to_string().parse(), Ok(colours));
        }
        assert!("green".parse::<Colours>().unwrap_err().to_string().contains("'green'"));
    }
}
