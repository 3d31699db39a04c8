//! `quadrille robot`: a robot of a club, its report, and house robots.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::serve::data_folder;
use crate::{
    cli::{HouseOptions, RobotArgs},
    failure::Failure,
    input::{self, Limit},
    output, stop,
};
use players::Games;
use robot::{HouseConfig, HouseRobot, Journal, Pool, PoolLimits, RobotConfig, Token, Voice};
use server::{ClubAdmin, Hashing, MailConfig};
use std::{path::Path, sync::Arc, thread};

/// Idle players that are kept for their next turn.
const IDLE: usize = 64;

pub(crate) fn run(games: Games, args: &RobotArgs) -> Result<(), Failure> {
    let done = match (&args.config, &args.report) {
        (Some(path), None) => play(games, path),
        (Some(path), Some(day)) => report(games, path, day),
        (None, _) => house(games, &args.house_options),
    };
    // Engines must not outlive the robot.
    arena::kill_all_engines();
    done
}

/// Sentences of robots are lines of the output.
fn voice() -> Voice {
    Arc::new(|sentence: &str| say!("{sentence}"))
}

fn pool(limits: PoolLimits) -> Result<Arc<Pool>, Failure> {
    Pool::start(limits).map(Arc::new).map_err(Failure::failed)
}

/// Reads a file and what it says; the error names the file.
fn read<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Failure> {
    let text = input::read_text(path, Limit::Small)?;
    parse(&text).map_err(|problem| Failure::bad(format!("'{}': {problem}", path.display())))
}

fn play(games: Games, path: &Path) -> Result<(), Failure> {
    let config = read(path, |text| RobotConfig::parse(text, path, games))?;
    let pool = pool(PoolLimits { searches: config.searches, memory: config.memory, idle: IDLE })?;
    robot::run(&config, &pool, &voice(), stop::on_ctrl_c()).map_err(Failure::failed)
}

fn report(games: Games, path: &Path, day: &str) -> Result<(), Failure> {
    let config = read(path, |text| RobotConfig::parse(text, path, games))?;
    let journal = Journal::read_only(&config.data, &config.zone.0);
    let text = journal.report(day, &config.club, &config.zone.1).map_err(Failure::bad)?;
    output::text(&text);
    Ok(())
}

fn house(games: Games, options: &HouseOptions) -> Result<(), Failure> {
    let memory = options.memory << 20;
    let robots = robot::house_names(games, options.time, memory).map_err(Failure::bad)?;
    let data = options.data.clone().unwrap_or_else(data_folder);
    let mail = options.mail.as_deref().map(|path| read(path, MailConfig::parse)).transpose()?;
    let config = HouseConfig {
        club: robot::club_address(&options.club, false).map_err(Failure::bad)?,
        data: options.figures.clone().unwrap_or_else(|| data.join("robots")),
        games: options.games as usize,
        per_opponent: options.per_opponent as usize,
        zone: robot::zone(&options.zone).map_err(Failure::bad)?,
        mail: mail.zip(options.mail_to.clone()),
    };
    let robots = match &options.tokens {
        Some(file) => read(file, |text| from_file(text, robots))?,
        None => from_club(&data, robots)?,
    };
    if robots.is_empty() {
        return Err(Failure::failed("there is no house robot to run: all of them are disabled"));
    }
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let searches = options.searches.map_or((cores / 2).max(1), |count| count as usize);
    say!("{} house robots, {searches} searches at a time, {} MB of tables", robots.len(), options.memory);
    let pool = pool(PoolLimits { searches, memory, idle: IDLE })?;
    robot::run_house(&config, robots, &pool, &voice(), stop::on_ctrl_c()).map_err(Failure::failed)
}

/// Adds missing robots to the club of a data folder and gives each a new token.
fn from_club(data: &Path, robots: Vec<HouseRobot>) -> Result<Vec<(HouseRobot, Token)>, Failure> {
    let mut club = ClubAdmin::open(data, Hashing::default()).map_err(Failure::failed)?;
    let mut ready = Vec::new();
    for robot in robots {
        match club.house_token(&robot.name).map_err(Failure::failed)? {
            Some(token) => {
                let token = Token::new(&token, "the club's new token").map_err(Failure::failed)?;
                ready.push((robot, token));
            }
            None => say!("{} is disabled and stays away", robot.name),
        }
    }
    Ok(ready)
}

/// The robots whose tokens stand in a file: a name and a token on each line.
fn from_file(text: &str, robots: Vec<HouseRobot>) -> Result<Vec<(HouseRobot, Token)>, String> {
    let mut ready = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("line {}", number + 1);
        let (name, token) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let Some(robot) = robots.iter().find(|robot| robot.name == name) else {
            let known: Vec<&str> = robots.iter().map(|robot| robot.name.as_str()).collect();
            return Err(format!("{place}: '{name}' is not a house robot; known: {}", known.join(", ")));
        };
        ready.push((robot.clone(), Token::new(token, &place)?));
    }
    if ready.is_empty() { Err("no line names a robot and its token".into()) } else { Ok(ready) }
}
