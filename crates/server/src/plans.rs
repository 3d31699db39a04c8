//! Plans of matches and tournaments: read from a request, checked before anything is played, stored as given.
//!
//! Two players meet in a match; more, or two with a format, in a tournament, whose encounters are matches. The arena plays
//! both, so that the same plan gives the same games here and on the command line.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    error::{ApiError, ApiResult},
    policy,
    policy::Limits,
};
use arena::{Contestant, Format, GameRecord, MatchConfig, Openings, Sprt, TimeControl, Tournament};
use players::{Games, Spec};
use serde::{Deserialize, Serialize};
use std::{num::NonZeroUsize, path::PathBuf};

/// Turns after which a game is a draw.
const MOST_TURNS: u32 = 2000;

/// What to play; also the form in which it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub game: String,
    #[serde(default)]
    variant: String,
    /// Specs, two or more.
    pub players: Vec<String>,
    /// `round-robin`, `gauntlet` or `ladder`; two players need none.
    #[serde(default)]
    format: Option<String>,
    /// Games of each encounter.
    games: u64,
    /// `100ms`, `10s+0.1s`, `nodes=10000` or `depth=4`.
    control: String,
    #[serde(default = "default_openings")]
    openings: String,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "one")]
    concurrency: u64,
    /// `elo0=0,elo1=10`: ends the match as soon as the test is decided.
    #[serde(default)]
    sprt: Option<String>,
}

fn default_openings() -> String {
    "random:4".into()
}

fn one() -> u64 {
    1
}

/// Two players and the match between them.
pub struct Encounter {
    /// Their numbers in the plan.
    pub players: [usize; 2],
    pub plan: MatchConfig,
}

impl Encounter {
    /// Is this a game of the encounter? Every encounter has a seed of its own.
    pub fn has(&self, record: &GameRecord) -> bool {
        record.header.seed == self.plan.seed
    }
}

/// The encounters of a valid plan.
pub struct Schedule {
    /// The encounters in order.
    pub encounters: Vec<Encounter>,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Bytes that its players take together.
    pub memory: u64,
    /// Games of all encounters.
    pub games: u64,
}

impl Plan {
    /// Most players of a tournament.
    const MOST_PLAYERS: usize = 16;

    /// The encounters of the plan, or what is wrong with it.
    pub fn schedule(&self, games: Games, limits: &Limits) -> ApiResult<Schedule> {
        let entry = games.find(&self.game)?;
        let (format, pairings) = self.pairings(limits)?;
        let sprt = self.sprt.as_deref().map(str::parse::<Sprt>).transpose()?;
        if sprt.is_some() && pairings.len() > 1 {
            return Err(ApiError::bad("'sprt' compares two players; a tournament has more"));
        }
        // A file of openings would be read from the server's disk.
        if !["start", "starts"].contains(&self.openings.as_str()) && !self.openings.starts_with("random:") {
            return Err(ApiError::bad("openings are 'start', 'starts' or 'random:K' here"));
        }
        let control: TimeControl = self.control.parse()?;
        let specs = self.players.iter().map(|text| policy::approve(entry, text, limits));
        let specs = specs.collect::<ApiResult<Vec<Spec>>>()?;
        let memory: Vec<u64> = specs.iter().map(Spec::memory).collect();
        let players: Vec<Contestant> = specs.into_iter().map(Contestant::from).collect();
        let [first, second, ..] = players.as_slice() else {
            return Err(ApiError::bad("a match has two players"));
        };
        let config = MatchConfig {
            variant: self.variant.clone(),
            pairs: self.games / 2,
            openings: self.openings.parse()?,
            seed: self.seed,
            concurrency: NonZeroUsize::new(self.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
            max_turns: Some(MOST_TURNS),
            ..MatchConfig::new(entry, [first.clone(), second.clone()], control)
        };
        let invalid = |error: arena::ArenaError| ApiError::bad(error.to_string());
        Openings::new(entry, &config.variant, config.openings.clone(), config.seed)
            .map_err(invalid)?
            .of_pair(0)
            .map_err(invalid)?;
        // Only two players exist at the same time, once for each concurrent game.
        let pair = |pair: &[usize; 2]| {
            pair.iter()
                .filter_map(|&player| memory.get(player))
                .fold(0, |sum: u64, own| sum.saturating_add(*own))
        };
        let together = pairings.iter().map(pair).max().unwrap_or(0).saturating_mul(self.concurrency);
        Ok(Schedule {
            encounters: encounters(config, players, format, &pairings),
            sprt,
            memory: together,
            games: self.total(&pairings),
        })
    }

    /// Games of all these pairings.
    fn total(&self, pairings: &[[usize; 2]]) -> u64 {
        self.games.saturating_mul(pairings.len() as u64)
    }

    /// Who meets whom, with the numbers of the plan checked.
    fn pairings(&self, limits: &Limits) -> ApiResult<(Option<Format>, Vec<[usize; 2]>)> {
        let number = self.players.len();
        if !(2..=Self::MOST_PLAYERS).contains(&number) {
            let most = Self::MOST_PLAYERS;
            return Err(ApiError::bad(format!("'{number}' is not a number of players from 2 to {most}")));
        }
        let format = match (&self.format, number) {
            (Some(format), _) => Some(format.parse::<Format>()?),
            (None, 2) => None,
            (None, _) => Some(Format::RoundRobin),
        };
        let pairings = format.map_or_else(|| vec![[0, 1]], |format| format.pairings(number));
        if self.games == 0 || !self.games.is_multiple_of(2) || self.total(&pairings) > Limits::MATCH_GAMES {
            let most = (Limits::MATCH_GAMES / pairings.len() as u64) & !1;
            return Err(ApiError::bad(format!(
                "'{}' is not an even number of games from 2 to {most}",
                self.games
            )));
        }
        let most = u64::from(limits.threads);
        if self.concurrency == 0 || self.concurrency > most {
            let wrong = self.concurrency;
            return Err(ApiError::bad(format!(
                "'concurrency={wrong}' is out of range; expected 1 to {most}"
            )));
        }
        Ok((format, pairings))
    }
}

fn encounters(
    config: MatchConfig,
    players: Vec<Contestant>,
    format: Option<Format>,
    pairings: &[[usize; 2]],
) -> Vec<Encounter> {
    let Some(format) = format else { return vec![Encounter { players: [0, 1], plan: config }] };
    let tournament = Tournament { config, players, format, folder: PathBuf::new() };
    let encounter = |(number, &players): (usize, &[usize; 2])| Encounter {
        players,
        plan: tournament.encounter(number, players),
    };
    pairings.iter().enumerate().map(encounter).collect()
}
