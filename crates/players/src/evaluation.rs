//! The evaluation of a spec: its name (`eval=NAME`), the weights that differ from its own (`w.NAME=VALUE`) and how much it
//! varies from game to game (`variety=N`). Searches nothing.

use crate::{
    SpecError,
    board::{GameBoard, Playable},
    door::{Board, Weighing},
    spec::Registration,
    variety::{Varied, VarietyConfig},
};
use game::{Game, Heuristics, Notation, Setup};
use search::settings::SettingValue;
use std::fmt::Write;

/// A weight in a spec begins with this.
const PREFIX: &str = "w.";

/// An evaluation of a game with changed weights.
pub(crate) struct Evaluation<R: Registration> {
    /// Its name.
    name: &'static str,
    beliefs: R::Beliefs,
    /// The weights that differ, in the order of all weights.
    changed: Vec<(String, i32)>,
    variety: VarietyConfig,
    seed: u64,
}

impl<R: Registration> Evaluation<R> {
    /// Splits off what belongs to the game and not to the search; the last `eval` and the last value of a weight count.
    /// `seed` tells games apart where there is variety.
    pub(crate) fn take(settings: &str, seed: u64) -> Result<(Evaluation<R>, String), SpecError> {
        let mut name = R::EVALUATIONS[0];
        let (mut rest, mut weights, mut varied) = (Vec::new(), Vec::new(), Vec::new());
        for word in settings.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            if let Some(given) = word.strip_prefix("eval=") {
                let known = R::EVALUATIONS.iter().find(|&&n| n == given);
                name = known.ok_or_else(|| unknown::<R>(given))?;
            } else if let Some(weight) = word.strip_prefix(PREFIX) {
                weights.push(weight);
            } else if VarietyConfig::LIST.iter().any(|setting| setting.key == key_of(word)) {
                varied.push(word);
            } else {
                if ["plain", "best"].contains(&word) {
                    varied.push(word);
                }
                rest.push(word);
            }
        }
        let beliefs = R::beliefs(name).ok_or_else(|| unknown::<R>(name))?;
        let own = R::weights(&beliefs);
        let mut numbers: Vec<i32> = own.iter().map(|(_, number)| *number).collect();
        for word in weights {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let place = own.iter().position(|(known, _)| known == key);
            let place = place.ok_or_else(|| SpecError::UnknownWeight {
                name: key.into(),
                evaluation: name,
                known: patterns(&own),
            })?;
            let value = value.parse().ok().filter(|v: &i32| v.abs() <= MOST);
            numbers[place] = value.ok_or_else(|| SpecError::BadWeight { text: word.into(), most: MOST })?;
        }
        let differ = |((_, own), new): &(&(String, i32), &i32)| own != *new;
        let changed = own.iter().zip(&numbers).filter(differ).map(|((name, _), new)| (name.clone(), *new));
        let changed: Vec<(String, i32)> = changed.collect();
        let beliefs = if changed.is_empty() { beliefs } else { R::weighed(beliefs, &numbers) };
        let variety = VarietyConfig::parse(&varied.join(","), &VarietyConfig::BEST)?;
        Ok((Evaluation { name, beliefs, changed, variety, seed }, rest.join(",")))
    }

    /// What to believe.
    pub(crate) fn beliefs(&self) -> Varied<R::Beliefs> {
        Varied::new(self.beliefs.clone(), &self.variety, self.seed)
    }

    /// The same without variety.
    pub(crate) fn plain_beliefs(&self) -> &R::Beliefs {
        &self.beliefs
    }

    /// The settings that make an equal one.
    pub(crate) fn canonical(&self) -> String {
        let mut text = format!("eval={}", self.name);
        for (name, value) in &self.changed {
            let _ = write!(text, ",{PREFIX}{name}={value}");
        }
        if self.variety.variety.is_on() {
            let _ = write!(text, ",variety={}", self.variety.variety.text());
        }
        text
    }
}

/// The name of the setting in a word, be it `key`, `-key` or `key=value`.
pub(crate) fn key_of(word: &str) -> &str {
    word.split('=').next().unwrap_or(word).trim_start_matches('-')
}

/// A weight further from zero than this could make opinions overflow.
const MOST: i32 = 100_000;

fn unknown<R: Registration>(name: &str) -> SpecError {
    SpecError::UnknownEvaluation {
        name: name.into(),
        game: <R::Game as Setup>::NAME,
        known: R::EVALUATIONS.join(", "),
    }
}

/// The names of weights with every number in them replaced by `N`, each once: some evaluations have hundreds.
fn patterns(weights: &[(String, i32)]) -> String {
    let pattern = |name: &str| {
        let part =
            |part: &str| if part.bytes().all(|b| b.is_ascii_digit()) { "N".into() } else { part.to_string() };
        name.split('.').map(part).collect::<Vec<_>>().join(".")
    };
    let mut patterns: Vec<String> = weights.iter().map(|(name, _)| pattern(name)).collect();
    patterns.dedup();
    let mut seen = std::collections::HashSet::new();
    patterns.retain(|p| seen.insert(p.clone()));
    if patterns.is_empty() { "none".into() } else { patterns.join(", ") }
}

impl<R: Registration> Weighing for Evaluation<R> {
    fn weights(&self) -> Vec<(String, i32)> {
        R::weights(&self.beliefs)
    }

    fn quiet(&self, board: &dyn Board, turn: &str, done: usize) -> Option<Box<dyn Board>> {
        let mut position = board_of::<R::Game>(board)?.position().clone();
        let actions = position.parse_turn(turn).ok()?;
        for &action in actions.get(..done)? {
            position.play(action);
        }
        let next = *actions.get(done)?;
        let quiet = position.outcome().is_none()
            && !self.beliefs.is_noisy(&position, next)
            && self.beliefs.recognise(&position).is_none()
            && !self.beliefs.evaluate(&position).is_decided();
        quiet.then(|| Box::new(GameBoard::new(position)) as Box<dyn Board>)
    }

    fn opinions(&self, boards: &[Box<dyn Board>], weights: &[i32]) -> Vec<i32> {
        let beliefs = R::weighed(self.beliefs.clone(), weights);
        let opinion = |board: &dyn Board| {
            let board = board_of::<R::Game>(board);
            board.map_or(0, |board| beliefs.evaluate(board.position()).raw())
        };
        boards.iter().map(|board| opinion(board.as_ref())).collect()
    }
}

/// What is behind the door, if it is a board of this game.
fn board_of<G: Playable>(board: &dyn Board) -> Option<&GameBoard<G>> {
    board.as_any().downcast_ref()
}
