//! Sets up the games of a match: openings, headers, and which games of earlier runs belong to it.

use crate::{
    config::{Colours, MatchConfig},
    matches::{MatchError, Task},
    opening::Openings,
    record::{GameHeader, GameRecord, RECORD_VERSION},
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

/// Sets up the games of a match.
pub(crate) struct Stage<'a> {
    config: &'a MatchConfig,
    openings: Openings,
    /// Canonical specs of both players of the match.
    canonical: [String; 2],
}

impl<'a> Stage<'a> {
    pub(crate) fn prepare(config: &'a MatchConfig) -> Result<Stage<'a>, MatchError> {
        let canonical = config.players.each_ref().map(ToString::to_string);
        let openings = Openings::new(config.game, &config.variant, config.openings.clone(), config.seed)?;
        Ok(Stage { config, openings, canonical })
    }

    /// The opening and the header of a game.
    pub(crate) fn set(&mut self, pair: u64, leg: u8) -> Result<Task, MatchError> {
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

    /// Makes sure that the games of earlier runs are games of this match, each once; answers with their lines.
    pub(crate) fn check_earlier_games(
        &mut self,
        name: &Path,
        done: &[GameRecord],
    ) -> Result<HashMap<(u64, u8), usize>, MatchError> {
        let mut lines = HashMap::new();
        for (index, record) in done.iter().enumerate() {
            let (file, line) = (PathBuf::from(name), index + 1);
            let (pair, leg) = (record.header.pair, record.header.leg);
            let pairs = self.config.colours.openings(self.config.pairs);
            if pair >= pairs {
                return Err(MatchError::TooMany { file, line, pair, pairs });
            }
            let (_, ours) = self.set(pair, leg)?;
            if let Some((field, theirs, ours)) = record.header.difference(&ours) {
                return Err(MatchError::OtherMatch { file, line, field, theirs, ours });
            }
            if self.config.colours == Colours::Random {
                let (_, drawn) = self.config.colours.seat(self.config.seed, pair);
                if leg != drawn {
                    let (field, theirs, ours) = ("leg".into(), leg.to_string(), drawn.to_string());
                    return Err(MatchError::OtherMatch { file, line, field, theirs, ours });
                }
            }
            if let Some(before) = lines.insert((pair, leg), line) {
                return Err(MatchError::Repeated { file, line, before });
            }
        }
        Ok(lines)
    }
}
