//! Which challenges a robot accepts. A pure decision: the reason for which it declines is a sentence that the challenger reads.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    config::Play,
    wire::{Challenge, Clock},
};
use serde::Deserialize;
use std::sync::Arc;

/// The section `[accept]` of a configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Accept {
    /// Running games at once.
    pub games: usize,
    /// Running games at once against the same opponent.
    pub per_opponent: usize,
    /// Rated games.
    pub rated: bool,
    /// Casual games.
    pub casual: bool,
    /// Games against people.
    pub people: bool,
    /// Games against other robots.
    pub robots: bool,
    /// Opponents whose rating is still provisional.
    pub provisional: bool,
    /// Ratings of opponents, lowest and highest.
    pub rating: [f64; 2],
    /// Live games.
    pub live: bool,
    /// Seconds on the clock at the beginning of a live game, least and most.
    pub initial: [u64; 2],
    /// Seconds that a turn adds, least and most.
    pub increment: [u64; 2],
    /// Turn-based games.
    pub turn_based: bool,
    /// Days for each turn, least and most.
    pub days: [u64; 2],
    /// If there are any, only these members.
    pub only: Vec<String>,
    /// Never these members.
    pub never: Vec<String>,
}

impl Default for Accept {
    fn default() -> Accept {
        Accept {
            games: 4,
            per_opponent: 2,
            rated: true,
            casual: true,
            people: true,
            robots: true,
            provisional: true,
            rating: [0.0, 10_000.0],
            live: true,
            initial: [10, 10_800],
            increment: [0, 180],
            turn_based: true,
            days: [1, 14],
            only: Vec::new(),
            never: Vec::new(),
        }
    }
}

/// Is it within a range?
fn within<T: PartialOrd>(value: T, [least, most]: &[T; 2]) -> bool {
    *least <= value && value <= *most
}

impl Accept {
    /// The same, if its ranges are ranges.
    pub(crate) fn checked(self) -> Result<Accept, String> {
        let wrong = |name: &str| Err(format!("'{name}' of [accept] is not a range; write [LEAST, MOST]"));
        match &self {
            Accept { rating: [least, most], .. } if least.partial_cmp(most).is_none_or(|o| o.is_gt()) => {
                wrong("rating")
            }
            Accept { initial: [least, most], .. } if least > most => wrong("initial"),
            Accept { increment: [least, most], .. } if least > most => wrong("increment"),
            Accept { days: [least, most], .. } if least > most => wrong("days"),
            _ => Ok(self),
        }
    }

    /// Decides on a challenge, given the opponents of all running games; the error is the reason to decline.
    pub(crate) fn decide(
        &self,
        challenge: &Challenge,
        plays: &[Arc<Play>],
        opponents: &[&str],
    ) -> Result<(), String> {
        let from = &challenge.from;
        let is_from = |name: &String| name.eq_ignore_ascii_case(&from.name);
        let plays_it = |play: &&Arc<Play>| play.game.0.name() == challenge.game;
        let Some(play) = plays.iter().find(plays_it) else {
            let names: Vec<&str> = plays.iter().map(|play| play.game.0.name()).collect();
            return Err(format!("I play {}, not {}", names.join(", "), challenge.game));
        };
        if play.variants.as_ref().is_some_and(|list| !list.contains(&challenge.variant)) {
            let names = play
                .variants
                .iter()
                .flatten()
                .map(|name| if name.is_empty() { "the usual start" } else { name });
            return Err(format!("of {} I play {}", challenge.game, names.collect::<Vec<_>>().join(", ")));
        }
        if self.never.iter().any(is_from) || !(self.only.is_empty() || self.only.iter().any(is_from)) {
            return Err("my owner has not allowed games with you".into());
        }
        match (challenge.rated, from.robot) {
            (true, _) if !self.rated => return Err("I play casual games only".into()),
            (false, _) if !self.casual => return Err("I play rated games only".into()),
            (_, true) if !self.robots => return Err("I do not play against robots".into()),
            (_, false) if !self.people => return Err("I play against robots only".into()),
            _ => (),
        }
        let [least, most] = self.rating;
        if from.provisional && !self.provisional {
            return Err("your rating is still provisional".into());
        }
        if !within(from.rating, &self.rating) {
            return Err(format!("I play against members with a rating from {least:.0} to {most:.0}"));
        }
        self.clock(&challenge.clock)?;
        if opponents.iter().filter(|name| name.eq_ignore_ascii_case(&from.name)).count() >= self.per_opponent
        {
            return Err(format!("we have {} games running already", self.per_opponent));
        }
        if opponents.len() >= self.games {
            return Err(format!("I play {} games already; try again later", self.games));
        }
        Ok(())
    }

    fn clock(&self, clock: &Clock) -> Result<(), String> {
        match (clock.days, clock.initial) {
            (Some(_), _) if !self.turn_based => Err("I play live games only".into()),
            (Some(days), _) if !within(days, &self.days) => {
                let [least, most] = self.days;
                Err(format!("I play with {least} to {most} days for each turn"))
            }
            (Some(_), _) => Ok(()),
            (None, _) if !self.live => Err("I play turn-based games only".into()),
            (None, initial) => {
                let ([least, most], [low, high]) = (self.initial, self.increment);
                if !within(initial.unwrap_or(0), &self.initial) {
                    return Err(format!("I play with {least} to {most} seconds on the clock"));
                }
                if !within(clock.increment.unwrap_or(0), &self.increment) {
                    return Err(format!("I play with an increment of {low} to {high} seconds"));
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::{GAMES, Limits};
    use serde_json::json;

    fn plays() -> Vec<Arc<Play>> {
        let play = |name: &str| Play::new(GAMES.find(name).unwrap(), "random", Limits::default()).unwrap();
        let tzaar = Play { variants: Some(vec![String::new()]), ..play("tzaar") };
        vec![Arc::new(play("knightthrough")), Arc::new(tzaar)]
    }

    fn challenge(changes: serde_json::Value) -> Challenge {
        let mut value = json!({
            "id": "c", "game": "knightthrough", "variant": "", "rated": true, "clock": { "initial": 300, "increment": 3 },
            "from": { "name": "ann", "robot": false, "rating": 1500.0, "provisional": false },
        });
        for (key, new) in changes.as_object().unwrap() {
            match key.split_once('.') {
                Some((outer, inner)) => value[outer][inner] = new.clone(),
                None => value[key] = new.clone(),
            }
        }
        serde_json::from_value(value).unwrap()
    }

    /// What is said to a challenge under a policy, given as TOML.
    fn answer(policy: &str, changes: serde_json::Value, opponents: &[&str]) -> Result<(), String> {
        let accept: Accept = toml::from_str(policy).unwrap();
        accept.checked().unwrap().decide(&challenge(changes), &plays(), opponents)
    }

    #[test]
    fn a_challenge_is_declined_for_a_reason_that_its_sender_understands() {
        let good = [
            ("", json!({}), &[][..]),
            ("", json!({ "clock": { "days": 3 } }), &["bob", "eve", "ann"]),
            ("only = [\"Ann\"]", json!({}), &[]),
            ("rating = [1500, 1600]", json!({}), &[]),
            ("", json!({ "game": "tzaar" }), &[]),
        ];
        for (policy, changes, opponents) in good {
            assert_eq!(answer(policy, changes.clone(), opponents), Ok(()), "{policy} {changes}");
        }
        let bad = [
            ("", json!({ "game": "arimaa" }), &[][..], "I play knightthrough, tzaar, not arimaa"),
            ("", json!({ "game": "tzaar", "variant": "tournament" }), &[], "of tzaar I play the usual start"),
            ("never = [\"ANN\"]", json!({}), &[], "my owner has not allowed games with you"),
            ("only = [\"bob\"]", json!({}), &[], "my owner has not allowed games with you"),
            ("rated = false", json!({}), &[], "I play casual games only"),
            ("casual = false", json!({ "rated": false }), &[], "I play rated games only"),
            ("robots = false", json!({ "from.robot": true }), &[], "I do not play against robots"),
            ("people = false", json!({}), &[], "I play against robots only"),
            (
                "provisional = false",
                json!({ "from.provisional": true }),
                &[],
                "your rating is still provisional",
            ),
            ("rating = [0, 1499.9]", json!({}), &[], "I play against members with a rating from 0 to 1500"),
            ("live = false", json!({}), &[], "I play turn-based games only"),
            ("turn_based = false", json!({ "clock": { "days": 3 } }), &[], "I play live games only"),
            (
                "days = [1, 2]",
                json!({ "clock": { "days": 3 } }),
                &[],
                "I play with 1 to 2 days for each turn",
            ),
            ("initial = [600, 900]", json!({}), &[], "I play with 600 to 900 seconds on the clock"),
            ("increment = [5, 10]", json!({}), &[], "I play with an increment of 5 to 10 seconds"),
            ("", json!({}), &["Ann", "ann"], "we have 2 games running already"),
            ("", json!({}), &["a", "b", "c", "d"], "I play 4 games already; try again later"),
        ];
        for (policy, changes, opponents, reason) in bad {
            assert_eq!(answer(policy, changes, opponents), Err(reason.to_string()), "{policy}");
        }
    }

    #[test]
    fn a_range_that_is_none_is_named() {
        for name in ["rating", "initial", "increment", "days"] {
            let accept: Accept = toml::from_str(&format!("{name} = [9, 3]")).unwrap();
            assert!(accept.checked().unwrap_err().contains(&format!("'{name}'")));
        }
    }
}
