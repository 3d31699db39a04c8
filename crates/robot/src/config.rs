//! The configuration of a robot: a TOML file, read into values that the rest can rely on. Every mistake is one sentence.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{alerts::Kind, policy::Accept};
use arena::{Contestant, EngineSettings, TimeControl};
use jiff::tz::TimeZone;
use players::{AnyGame, Games, Limits, Milliseconds, SettingValue, TimeLimit};
use serde::Deserialize;
use server::MailConfig;
use std::{
    env, fmt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The variable that holds the token where the file names no other place.
pub const TOKEN_VARIABLE: &str = "QUADRILLE_TOKEN";

/// Time for a turn where the file sets no limit.
const TURN: Duration = Duration::from_secs(10);

/// A token of a member. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Reads a token; `place` says where it stood.
    pub fn new(text: &str, place: &str) -> Result<Token, String> {
        let text = text.trim();
        let is_token =
            text.starts_with("qd_") && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        is_token
            .then(|| Token(text.into()))
            .ok_or_else(|| format!("{place} holds no token of a club; it begins with qd_"))
    }

    /// The value of the header that signs a request.
    pub(crate) fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a token")
    }
}

/// How a robot hears what happens in the club.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// By live streams.
    Stream,
    /// By asking from time to time.
    Poll,
}

/// What a robot does with a game in which its engine has failed too often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterCrashes {
    /// Try again, at longer and longer intervals; the clock decides.
    Wait,
    /// Abort the game if it has hardly begun, else resign it.
    Abort,
    /// Resign the game.
    Resign,
}

/// A game that the robot plays, and with what.
#[derive(Clone, Debug)]
pub struct Play {
    /// The game.
    pub game: Known,
    /// The player.
    pub player: Contestant,
    /// The variants that it plays; all if there is no list.
    pub variants: Option<Vec<String>>,
    /// What bounds a turn, besides the clock of the game.
    pub limits: Limits,
}

/// A game of the registry, which can be shown.
#[derive(Clone, Copy)]
pub struct Known(pub &'static dyn AnyGame);

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl Play {
    /// A game with a player and these limits.
    pub fn new(game: &'static dyn AnyGame, player: &str, limits: Limits) -> Result<Play, String> {
        let engines = EngineSettings::default();
        let contestant = Contestant::parse(game, player, &engines).map_err(|error| error.to_string())?;
        if let Some(time) = limits.time {
            let control = TimeControl::PerTurn(Milliseconds(time.hard.as_millis() as u64));
            contestant.check_control(control).map_err(|error| error.to_string())?;
        }
        if let Some(nodes) = limits.nodes {
            contestant.check_control(TimeControl::Nodes(nodes)).map_err(|error| error.to_string())?;
        }
        if let Some(depth) = limits.depth {
            contestant.check_control(TimeControl::Depth(depth)).map_err(|error| error.to_string())?;
        }
        Ok(Play { game: Known(game), player: contestant, variants: None, limits })
    }

    /// Bytes of the player's tables; external engines keep their own.
    pub fn memory(&self) -> u64 {
        match &self.player {
            Contestant::BuiltIn(spec) => spec.memory(),
            Contestant::Engine(_) | Contestant::Custom(_) => 0,
        }
    }
}

/// A robot.
#[derive(Clone, Debug)]
pub struct RobotConfig {
    /// The address of the club, without a slash at its end.
    pub club: String,
    /// What it signs in with.
    pub token: Token,
    /// How it hears what happens.
    pub mode: Mode,
    /// How often it asks.
    pub poll: Duration,
    /// The folder of its figures.
    pub data: PathBuf,
    /// The time zone of its days, and its name.
    pub zone: (TimeZone, String),
    /// Searches at the same time.
    pub searches: usize,
    /// Bytes of all tables together.
    pub memory: u64,
    /// Does it resign games that are proven lost?
    pub resigns: bool,
    /// Failures of an engine in one game after which it is given up there.
    pub crashes: u32,
    /// What happens then.
    pub after_crashes: AfterCrashes,
    /// The first pause after a failed request; doubled each time, up to a minute.
    pub retry: Duration,
    /// Kept on the clock of a live game for the way to the club and back.
    pub lag: Duration,
    /// How mails are sent and to whom, if any are.
    pub mail: Option<(MailConfig, String)>,
    /// Kinds of trouble that are not mailed.
    pub quiet: Vec<Kind>,
    /// What it plays.
    pub plays: Vec<Arc<Play>>,
    /// Which challenges it accepts.
    pub accept: Accept,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    club: String,
    token: Option<String>,
    token_file: Option<PathBuf>,
    token_variable: Option<String>,
    #[serde(default)]
    insecure_http: bool,
    mode: Option<String>,
    poll: Option<String>,
    data: Option<PathBuf>,
    zone: Option<String>,
    searches: Option<usize>,
    memory: Option<u64>,
    resign: Option<String>,
    crashes: Option<u32>,
    after_crashes: Option<String>,
    retry: Option<String>,
    lag: Option<String>,
    mail_to: Option<String>,
    #[serde(default)]
    quiet: Vec<String>,
    play: Vec<PlayEntry>,
    #[serde(default)]
    accept: Accept,
    mail: Option<MailConfig>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayEntry {
    game: String,
    player: String,
    variants: Option<Vec<String>>,
    time: Option<String>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

/// A time such as `10s`.
fn time(text: &str) -> Result<Duration, String> {
    let time = Milliseconds::parse(text).filter(|time| time.0 > 0);
    time.map(|time| Duration::from_millis(time.0))
        .ok_or_else(|| format!("'{text}' is not a time; write 500ms, 10s or 2m"))
}

/// One of some words.
fn word<T: Copy>(text: Option<&str>, what: &str, known: &[(&str, T)]) -> Result<T, String> {
    let Some(text) = text else {
        return known.first().map(|(_, value)| *value).ok_or_else(|| format!("there is no {what}"));
    };
    let found = known.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        format!("'{text}' is not a {what}; expected {}", words.join(" or "))
    })
}

/// The address of a club without a slash at its end. A token travels unencrypted only within this machine, or where that is wished.
pub fn club_address(text: &str, insecure_http: bool) -> Result<String, String> {
    let wrong = || format!("'{text}' is not the address of a club; write https://club.example");
    let (scheme, rest) = text.trim_end_matches('/').split_once("://").ok_or_else(wrong)?;
    let host = match rest.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => host,
        _ => rest,
    };
    let is_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    if host.is_empty() || !host.chars().all(is_host) || !["http", "https"].contains(&scheme) {
        return Err(wrong());
    }
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let is_here = bare == "localhost" || bare.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback());
    if scheme == "http" && !is_here && !insecure_http {
        return Err(format!(
            "'{text}' is not encrypted, and the token could be read on its way; use https, or set insecure_http = true \
             for a network that you trust"
        ));
    }
    Ok(format!("{scheme}://{rest}"))
}

/// The time zone of this name.
pub fn zone(name: &str) -> Result<(TimeZone, String), String> {
    let zone = TimeZone::get(name);
    zone.map(|zone| (zone, name.to_owned()))
        .map_err(|_| format!("'{name}' is not a time zone; write one such as Europe/Prague"))
}

impl File {
    fn token(&self, folder: &Path) -> Result<Token, String> {
        match (&self.token, &self.token_file, &self.token_variable) {
            (Some(token), None, None) => Token::new(token, "'token'"),
            (None, Some(file), None) => {
                let path = folder.join(file);
                let text = std::fs::read_to_string(&path)
                    .map_err(|error| format!("'{}' cannot be read: {error}", path.display()))?;
                Token::new(&text, &format!("'{}'", path.display()))
            }
            (None, None, name) => {
                let name = name.as_deref().unwrap_or(TOKEN_VARIABLE);
                let text = env::var(name).map_err(|_| {
                    format!("there is no token; set token_file, or the environment variable '{name}'")
                })?;
                Token::new(&text, &format!("the environment variable '{name}'"))
            }
            _ => Err("there are several tokens; keep one of token, token_file and token_variable".into()),
        }
    }

    fn mail(&self) -> Result<Option<(MailConfig, String)>, String> {
        match (&self.mail, &self.mail_to) {
            (Some(mail), Some(to)) => {
                mail.check()?;
                if !to.contains('@') {
                    return Err(format!("'{to}' is not a mail address"));
                }
                Ok(Some((mail.clone(), to.clone())))
            }
            (None, None) => Ok(None),
            (Some(_), None) => {
                Err("there is a section [mail] but no 'mail_to', the reader of the mails".into())
            }
            (None, Some(to)) => Err(format!("mails to '{to}' need a section [mail]: server, security, from")),
        }
    }
}

impl PlayEntry {
    fn play(&self, games: Games) -> Result<Play, String> {
        let game = games.find(&self.game).map_err(|error| error.to_string())?;
        for variant in self.variants.iter().flatten() {
            game.start(variant).map_err(|error| error.to_string())?;
        }
        let own = self.time.as_deref().map(time).transpose()?;
        let is_free = own.is_none() && self.nodes.is_none() && self.depth.is_none();
        let time = own.or(is_free.then_some(TURN)).map(TimeLimit::exactly);
        if self.nodes == Some(0) || self.depth == Some(0) {
            return Err(format!("the limit of the player '{}' is 0; leave it out instead", self.player));
        }
        let limits = Limits { depth: self.depth, nodes: self.nodes, time };
        Ok(Play { variants: self.variants.clone(), ..Play::new(game, &self.player, limits)? })
    }
}

impl RobotConfig {
    /// Where the figures of the robot with this file are, whether or not the rest of the file is right.
    pub fn parse(text: &str, path: &Path, games: Games) -> Result<RobotConfig, String> {
        let file: File = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            format!("line {line}: {}", error.message())
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let plays = file.play.iter().map(|entry| entry.play(games).map(Arc::new));
        let plays = plays.collect::<Result<Vec<_>, String>>()?;
        if plays.is_empty() {
            return Err("there is no section [[play]] with a game and a player".into());
        }
        let memory = file.memory.unwrap_or(1024).saturating_mul(1 << 20);
        if let Some(play) = plays.iter().find(|play| play.memory() > memory) {
            return Err(format!(
                "the player '{}' takes {} MB of tables, and memory is {}",
                play.player.given(),
                play.memory().div_ceil(1 << 20),
                memory >> 20
            ));
        }
        let searches = file.searches.unwrap_or(1);
        if !(1..=256).contains(&searches) {
            return Err(format!("'searches' is {searches}; expected 1 to 256"));
        }
        let crashes = file.crashes.unwrap_or(3);
        if crashes == 0 {
            return Err("'crashes' is 0; expected 1 or more".into());
        }
        let of = |text: &Option<String>, default| text.as_deref().map_or(Ok(default), time);
        let own_folder =
            || folder.join(format!("{}-data", path.file_stem().unwrap_or_default().to_string_lossy()));
        Ok(RobotConfig {
            club: club_address(&file.club, file.insecure_http)?,
            token: file.token(folder)?,
            mode: word(file.mode.as_deref(), "mode", &[("stream", Mode::Stream), ("poll", Mode::Poll)])?,
            poll: of(&file.poll, Duration::from_secs(10))?,
            data: file.data.as_ref().map_or_else(own_folder, |data| folder.join(data)),
            zone: zone(file.zone.as_deref().unwrap_or("UTC"))?,
            searches,
            memory,
            resigns: word(file.resign.as_deref(), "way to resign", &[("proof", true), ("never", false)])?,
            crashes,
            after_crashes: word(
                file.after_crashes.as_deref(),
                "way to go on after crashes",
                &[
                    ("wait", AfterCrashes::Wait),
                    ("abort", AfterCrashes::Abort),
                    ("resign", AfterCrashes::Resign),
                ],
            )?,
            retry: of(&file.retry, Duration::from_secs(1))?,
            lag: of(&file.lag, Duration::from_millis(300))?,
            mail: file.mail()?,
            quiet: file.quiet.iter().map(|kind| kind.parse()).collect::<Result<_, _>>()?,
            plays,
            accept: file.accept.checked()?,
        })
    }

    /// A robot of a house: it plays, accepts and reports as given, and the rest is usual.
    pub fn usual(club: String, token: Token, data: PathBuf, plays: Vec<Arc<Play>>) -> RobotConfig {
        RobotConfig {
            club,
            token,
            mode: Mode::Stream,
            poll: Duration::from_secs(10),
            data,
            zone: (TimeZone::UTC, "UTC".into()),
            searches: 1,
            memory: 1 << 30,
            resigns: true,
            crashes: 3,
            after_crashes: AfterCrashes::Wait,
            retry: Duration::from_secs(1),
            lag: Duration::from_millis(300),
            mail: None,
            quiet: Vec::new(),
            plays,
            accept: Accept::default(),
        }
    }
}
