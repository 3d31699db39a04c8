//! House robots: one member for each level, which plays every game that has the level, so that a new club has opponents at once.
//!
//! They share one pool of searches and its memory, however many people play against them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    Voice,
    alerts::Kind,
    config::{Play, RobotConfig, Token},
    policy::Accept,
    pool::Pool,
};
use jiff::tz::TimeZone;
use players::{Games, Limits, TimeLimit};
use server::MailConfig;
use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::Duration,
};

/// What the names of house robots begin with.
const PREFIX: &str = "house-";

/// A house robot before it has a token.
#[derive(Clone, Debug)]
pub struct HouseRobot {
    /// Its name in the club.
    pub name: String,
    /// What it plays.
    pub plays: Vec<Arc<Play>>,
}

/// What all house robots share.
#[derive(Clone, Debug)]
pub struct HouseConfig {
    /// The address of the club.
    pub club: String,
    /// The folder of their figures, one below it for each.
    pub data: PathBuf,
    /// Running games of one robot at once.
    pub games: usize,
    /// Running games of one robot against the same opponent.
    pub per_opponent: usize,
    /// Time zone of their days, and its name.
    pub zone: (TimeZone, String),
    /// How mails are sent and to whom.
    pub mail: Option<(MailConfig, String)>,
}

/// The house robots of these games, the weakest first. No turn takes longer than this, and no player more memory.
pub fn house_names(games: Games, time: Duration, memory: u64) -> Result<Vec<HouseRobot>, String> {
    let mut robots: Vec<HouseRobot> = Vec::new();
    for game in games.iter() {
        for level in game.info().levels {
            let limits = Limits { time: Some(TimeLimit::exactly(time)), ..Limits::default() };
            let play = Play::new(game, &format!("level:{}", level.name), limits)?;
            let name = format!("{PREFIX}{}", level.name);
            if play.memory() > memory {
                return Err(format!(
                    "{name} takes {} MB of tables for {}; allow as much with --memory",
                    play.memory().div_ceil(1 << 20),
                    game.name()
                ));
            }
            let play = Arc::new(play);
            match robots.iter_mut().find(|robot| robot.name == name) {
                Some(robot) => robot.plays.push(play),
                None => robots.push(HouseRobot { name, plays: vec![play] }),
            }
        }
    }
    Ok(robots)
}

impl HouseConfig {
    /// The configuration of one robot.
    fn robot(&self, robot: &HouseRobot, token: Token) -> RobotConfig {
        let data = self.data.join(&robot.name);
        RobotConfig {
            accept: Accept { games: self.games, per_opponent: self.per_opponent, ..Accept::default() },
            zone: self.zone.clone(),
            mail: self.mail.clone(),
            ..RobotConfig::usual(self.club.clone(), token, data, robot.plays.clone())
        }
    }
}

/// Runs house robots until `stop` is raised. One that gives up leaves the others at work; the error is the last sentence of one.
pub fn run_house(
    config: &HouseConfig,
    robots: Vec<(HouseRobot, Token)>,
    pool: &Arc<Pool>,
    voice: &Voice,
    stop: &'static AtomicBool,
) -> Result<(), String> {
    let mut threads = Vec::new();
    for (number, (robot, token)) in robots.into_iter().enumerate() {
        let (mut config, pool, voice) = (config.robot(&robot, token), Arc::clone(pool), Arc::clone(voice));
        // That the club does not answer is news once, not once for each of them.
        if number > 0 {
            config.quiet.push(Kind::Club);
        }
        let work = move || {
            let ended = crate::run(&config, &pool, &voice, stop);
            if let Err(sentence) = &ended {
                voice(&format!("{}: gives up: {sentence}", robot.name));
            }
            ended
        };
        let thread = thread::Builder::new().name("robot".into()).spawn(work);
        threads.push(thread.map_err(|error| format!("the system gives no thread: {error}"))?);
    }
    let mut result = Ok(());
    for thread in threads {
        let ended = thread.join().unwrap_or_else(|_| Err("a house robot panicked".into()));
        result = result.and(ended);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_every_game_is_there() {
        let robots = house_names(players::GAMES, Duration::from_secs(10), 1 << 30).unwrap();
        let shown: Vec<(&str, usize)> =
            robots.iter().map(|robot| (robot.name.as_str(), robot.plays.len())).collect();
        assert_eq!(
            shown,
            [("house-beginner", 4), ("house-intermediate", 4), ("house-expert", 4), ("house-unbeatable", 4)]
        );
        assert!(robots.iter().all(|robot| robot.name.len() <= 20), "names of members are short");
        let refused = house_names(players::GAMES, Duration::from_secs(10), 1 << 20);
        assert!(refused.unwrap_err().contains("--memory"));
    }
}
