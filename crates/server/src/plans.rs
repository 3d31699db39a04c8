//! What a match or a tournament is to be: read from a request, checked before anything is played, stored as it was given.
//!
//! Two players meet in a match; more, or two with a format, in a tournament, whose encounters are matches. The rules of both
//! are the arena's, so that the same plan gives the same games here and on the command line. Plays nothing.

use crate::{error::ApiError, policy, policy::Limits};
use arena::{AfterCrash, Format, GameRecord, MatchPlan, Openings, Sprt, TimeControl, Tournament};
use players::find_game;
use serde::{Deserialize, Serialize};
use std::{num::NonZeroUsize, path::PathBuf};

/// Turns after which a game is a draw.
const MOST_TURNS: u32 = 2000;

/// What is to be played; also the form in which it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Name of the game in the registry.
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
    #[serde(default = "usual_openings")]
    openings: String,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "one")]
    concurrency: u64,
    /// `elo0=0,elo1=10`: ends the match as soon as the question is settled.
    #[serde(default)]
    sprt: Option<String>,
}

fn usual_openings() -> String {
    "random:4".into()
}

fn one() -> u64 {
    1
}

/// Two players and the match between them.
pub struct Encounter {
    /// Their numbers in the plan.
    pub players: [usize; 2],
    /// The match.
    pub plan: MatchPlan<'static>,
}

impl Encounter {
    /// Is this a game of the encounter? Every encounter of a plan has a seed of its own.
    pub fn has(&self, record: &GameRecord) -> bool {
        record.frame.seed == self.plan.seed
    }
}

/// A plan that can be played.
pub struct Programme {
    /// The encounters in their order.
    pub encounters: Vec<Encounter>,
    /// When to end early.
    pub sprt: Option<Sprt>,
    /// Bytes that its players take together.
    pub memory: u64,
    /// Games of all encounters.
    pub games: u64,
}

impl Plan {
    /// Most players of a tournament.
    const MOST_PLAYERS: usize = 16;

    /// What is to be played in which order, or what is wrong with the plan.
    pub fn programme(&self, limits: &Limits) -> Result<Programme, ApiError> {
        let entry = find_game(&self.game)?;
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
        let all = self.games.saturating_mul(pairings.len() as u64);
        if self.games == 0 || !self.games.is_multiple_of(2) || all > Limits::MATCH_GAMES {
            let most = (Limits::MATCH_GAMES / pairings.len() as u64) & !1;
            return Err(ApiError::bad(format!(
                "'{}' is not an even number of games from 2 to {most}",
                self.games
            )));
        }
        let most = u64::from(limits.threads);
        if self.concurrency == 0 || self.concurrency > most {
            let wrong = self.concurrency;
            return Err(ApiError::bad(format!("'{wrong}' games at once is out of range; from 1 to {most}")));
        }
        let sprt = self.sprt.as_deref().map(str::parse::<Sprt>).transpose()?;
        if sprt.is_some() && pairings.len() > 1 {
            return Err(ApiError::bad("'sprt' is a question about two players; a tournament has more"));
        }
        // A file of openings would be a file of this machine.
        if !["start", "starts"].contains(&self.openings.as_str()) && !self.openings.starts_with("random:") {
            return Err(ApiError::bad("openings are 'start', 'starts' or 'random:K' here"));
        }
        let control: TimeControl = self.control.parse()?;
        let memory = self
            .players
            .iter()
            .map(|spec| policy::approve(entry, spec, limits).map(|approved| approved.memory))
            .collect::<Result<Vec<u64>, ApiError>>()?;
        let conditions = MatchPlan {
            entry,
            variant: self.variant.clone(),
            specs: [self.players[0].clone(), self.players[1].clone()],
            pairs: self.games / 2,
            control,
            openings: self.openings.parse()?,
            seed: self.seed,
            concurrency: NonZeroUsize::new(self.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
            max_turns: Some(MOST_TURNS),
            after_crash: AfterCrash::GoOn,
        };
        let wrong = |error: arena::OpeningError| ApiError::bad(error.to_string());
        Openings::new(entry, &conditions.variant, conditions.openings.clone(), conditions.seed)
            .map_err(wrong)?
            .of_pair(0)
            .map_err(wrong)?;
        // Only two of the players are there at the same time, each as often as games are played at once.
        let pair = |&[one, other]: &[usize; 2]| memory[one].saturating_add(memory[other]);
        let together = pairings.iter().map(pair).max().unwrap_or(0).saturating_mul(self.concurrency);
        Ok(Programme {
            encounters: self.encounters(conditions, format, &pairings),
            sprt,
            memory: together,
            games: all,
        })
    }

    fn encounters(
        &self,
        conditions: MatchPlan<'static>,
        format: Option<Format>,
        pairings: &[[usize; 2]],
    ) -> Vec<Encounter> {
        let Some(format) = format else { return vec![Encounter { players: [0, 1], plan: conditions }] };
        let players = self.players.clone();
        let tournament = Tournament { conditions, players, format, folder: PathBuf::new() };
        let of = |(number, &players): (usize, &[usize; 2])| {
            let MatchPlan { specs, seed, .. } = tournament.plan(number, players);
            Encounter { players, plan: MatchPlan { specs, seed, ..tournament.conditions.clone() } }
        };
        pairings.iter().enumerate().map(of).collect()
    }
}
