//! Tournaments: matches between many players, one file of records each, rated together.
//!
//! A tournament is a list of encounters in a fixed order, and each encounter is a match with a seed and a file of its own.
//! So everything that holds for matches holds here: an interrupted tournament is resumed, and its table depends on
//! nothing but the games.

use crate::{
    clock::TimeSource,
    config::MatchConfig,
    contestant::Contestant,
    error::ArenaError,
    matches::{MatchEnd, Progress, run_match},
    ratings::{Encounter, Ratings},
    record::GameRecord,
    record_file::RecordFile,
    stats::{PairScores, Tally},
};
use game::TextError;
use players::derive_seed;
use std::{fmt::Write, ops::ControlFlow, path::PathBuf, str::FromStr, sync::atomic::AtomicBool};

/// Sets the seeds of encounters apart from those of openings and players.
const PURPOSE: u64 = 3;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Each player meets each other player.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Each player meets the next one in the list.
    Ladder,
}

impl Format {
    const NAMES: [(Format, &str); 3] =
        [(Format::RoundRobin, "round-robin"), (Format::Gauntlet, "gauntlet"), (Format::Ladder, "ladder")];

    /// The pairings of this many players, in the order in which they are played.
    pub fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        match self {
            Format::RoundRobin => {
                (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other])).collect()
            }
            Format::Gauntlet => (1..players).map(|other| [0, other]).collect(),
            Format::Ladder => (1..players).map(|upper| [upper - 1, upper]).collect(),
        }
    }
}

impl FromStr for Format {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Format, TextError> {
        let known = Format::NAMES.iter().find(|(_, name)| *name == text);
        let problem = "is not a format; it should be round-robin, gauntlet or ladder";
        known.map(|(format, _)| *format).ok_or_else(|| TextError::new(text, problem))
    }
}

/// What is to be played.
#[derive(Clone)]
pub struct Tournament {
    /// The match of every encounter; its players and its seed are replaced by those of the encounter.
    pub config: MatchConfig,
    /// The players.
    pub players: Vec<Contestant>,
    /// Who meets whom.
    pub format: Format,
    /// Where the records lie; it must exist.
    pub folder: PathBuf,
}

/// What is seen after every game.
#[derive(Clone, Copy, Debug)]
pub struct TournamentProgress<'a> {
    /// The number of the encounter, from 0, and of all encounters.
    pub encounter: (usize, usize),
    /// The game and its match.
    pub game: Progress<'a>,
    /// How the tournament stands.
    pub standings: &'a Standings,
}

/// How a tournament stands.
#[derive(Clone, Debug)]
pub struct Standings {
    players: Vec<String>,
    seed: u64,
    encounters: Vec<Results>,
    /// Why it is over.
    pub end: MatchEnd,
    /// Warnings about files that had to be repaired.
    pub warnings: Vec<String>,
}

impl Standings {
    /// Ratings, then the result of every encounter. Depends on nothing but the results.
    pub fn table(&self) -> String {
        let encounter = |met: &Results| Encounter { players: met.players, pairs: met.pairs.complete() };
        let encounters: Vec<Encounter> = self.encounters.iter().map(encounter).collect();
        let mut text = Ratings::fit(self.players.len(), &encounters, self.seed).table(&self.players);
        for Results { players: [one, other], tally, .. } in &self.encounters {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{} vs {}: +{} -{} ={}",
                self.players[*one],
                self.players[*other],
                tally.wins(),
                tally.losses(),
                tally.draws()
            );
        }
        text
    }

    /// Finished games.
    pub fn games(&self) -> u64 {
        self.encounters.iter().map(|met| met.tally.games()).sum()
    }
}

impl Tournament {
    /// The file of an encounter.
    pub fn file(&self, encounter: usize) -> PathBuf {
        self.folder.join(format!("encounter-{:03}.jsonl", encounter + 1))
    }

    /// The match of an encounter: that of the tournament with two of its players and a seed of its own.
    pub fn encounter(&self, number: usize, players: [usize; 2]) -> MatchConfig {
        let mut config = self.config.clone();
        config.players = players.map(|player| self.players[player].clone());
        config.seed = derive_seed(self.config.seed, &[PURPOSE, number as u64]);
        config
    }

    /// Plays what is missing. `observer` sees every game as it is recorded.
    pub fn run(
        &self,
        time: &dyn TimeSource,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(TournamentProgress<'_>),
    ) -> Result<Standings, ArenaError> {
        let players = self.players.iter().map(|player| player.given().to_owned()).collect();
        let seed = self.config.seed;
        let (encounters, warnings) = (Vec::new(), Vec::new());
        let mut standings = Standings { players, seed, encounters, end: MatchEnd::Complete, warnings };
        let pairings = self.format.pairings(self.players.len());
        for (number, &players) in pairings.iter().enumerate() {
            let config = self.encounter(number, players);
            let mut games = RecordFile::resume(&self.file(number))?;
            standings.warnings.extend(games.warning.take());
            let mut met = Results { players, pairs: PairScores::default(), tally: Tally::default() };
            games.records.iter().for_each(|record| met.add(record));
            standings.encounters.push(met);
            let (file, done) = (Some(&mut games.file), &games.records);
            let summary = run_match(&config, time, file, done, stop, &mut |game| {
                if let Some(met) = standings.encounters.last_mut() {
                    met.add(game.record);
                }
                let encounter = (number, pairings.len());
                observer(TournamentProgress { encounter, game, standings: &standings });
                ControlFlow::Continue(())
            })?;
            if summary.end != MatchEnd::Complete {
                standings.end = summary.end;
                break;
            }
        }
        Ok(standings)
    }
}

/// What two players have brought each other so far.
#[derive(Clone, Debug)]
struct Results {
    players: [usize; 2],
    pairs: PairScores,
    tally: Tally,
}

impl Results {
    fn add(&mut self, record: &GameRecord) {
        self.pairs.add(record.pair_of_results(), record.half_points_of_first_player());
        self.tally.add(record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_are_those_of_the_format() {
        let of = |name: &str| name.parse::<Format>().unwrap().pairings(4);
        assert_eq!(of("round-robin"), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(of("gauntlet"), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(of("ladder"), [[0, 1], [1, 2], [2, 3]]);
        assert_eq!(Format::RoundRobin.pairings(0), [[0, 0]; 0]);
        assert!("swiss".parse::<Format>().unwrap_err().to_string().contains("'swiss'"));
    }
}
