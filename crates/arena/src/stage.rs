//! Sets up the games of a match: openings, headers, and which games of earlier runs belong to it.

use crate::{
    config::{Colours, MatchConfig},
    error::ArenaError,
    opening::{Opening, Openings},
    record::{GameHeader, GameRecord, RECORD_VERSION},
    replay::replay,
};
use std::{collections::HashMap, path::Path};

/// A game to be played: where it begins, and its header.
pub(crate) type Task = (Opening, GameHeader);

/// Sets up the games of a match.
pub(crate) struct Stage<'a> {
    config: &'a MatchConfig,
    openings: Openings,
    /// Canonical specs of both players of the match.
    canonical: [String; 2],
}

impl<'a> Stage<'a> {
    pub(crate) fn prepare(config: &'a MatchConfig) -> Result<Stage<'a>, ArenaError> {
        let canonical = config.players.each_ref().map(ToString::to_string);
        let openings = Openings::new(config.game, &config.variant, config.openings.clone(), config.seed)?;
        Ok(Stage { config, openings, canonical })
    }

    /// The opening and the header of a game.
    pub(crate) fn set(&mut self, pair: u64, leg: u8) -> Result<Task, ArenaError> {
        let opening = self.openings.of_pair(pair)?;
        let [first, second] = self.canonical.clone();
        let header = GameHeader {
            version: RECORD_VERSION,
            id: String::new(),
            program: concat!("quadrille ", env!("CARGO_PKG_VERSION")).into(),
            game: self.config.game.name().into(),
            variant: self.config.variant.clone(),
            start: opening.start.clone(),
            opening: opening.id.clone(),
            opening_turns: opening.turns.clone(),
            round: pair + 1,
            pair,
            leg,
            players: if leg == 1 { [first, second] } else { [second, first] },
            seed: self.config.seed,
            time_control: self.config.control.to_string(),
            max_turns: self.config.max_turns,
            colours: (self.config.colours != Colours::Swapped).then(|| self.config.colours.to_string()),
            adjudication: self.config.adjudication.as_ref().map(ToString::to_string),
        };
        Ok((opening, header.with_id()))
    }

    /// Makes sure that the games of earlier runs are games of this match, each once, that could have happened; answers with
    /// their lines.
    pub(crate) fn check_earlier_games(
        &mut self,
        name: &Path,
        done: &[GameRecord],
    ) -> Result<HashMap<(u64, u8), usize>, ArenaError> {
        let mut lines = HashMap::new();
        for (index, record) in done.iter().enumerate() {
            let line = index + 1;
            let wrong =
                |problem: String| ArenaError::Input(format!("{}, line {line} {problem}", name.display()));
            let (pair, leg) = (record.header.pair, record.header.leg);
            let pairs = self.config.colours.openings(self.config.pairs);
            if pair >= pairs {
                return Err(wrong(format!("is of pair {pair}; this match has {pairs}, counted from 0")));
            }
            let (_, drawn) = self.config.colours.seat(self.config.seed, pair);
            let is_drawn = self.config.colours == Colours::Random;
            let other_leg =
                (is_drawn && leg != drawn).then(|| ("leg".into(), leg.to_string(), drawn.to_string()));
            let (_, ours) = self.set(pair, leg)?;
            if let Some((field, theirs, ours)) = record.header.difference(&ours).or(other_leg) {
                let difference = format!("its {field} is {theirs}, here it is {ours}");
                return Err(wrong(format!("is of another match: {difference}")));
            }
            // An edited game may have a result that its turns do not have.
            replay(record, self.config.game).map_err(|error| ArenaError::bad_line(name, line, error))?;
            if let Some(before) = lines.insert((pair, leg), line) {
                return Err(wrong(format!("repeats the game of line {before}")));
            }
        }
        Ok(lines)
    }
}
