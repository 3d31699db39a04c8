//! `quadrille tournament`: reads a description, plays what is missing, and writes the table.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    cli::TournamentArgs,
    failure::Failure,
    input::{self, Limit},
    output::{self, Progress},
    setup, stop,
};
use arena::{
    Adjudication, AfterCrash, Contestant, Format, MatchConfig, MatchEnd, TimeControl, Tournament,
    TournamentProgress, WallClock,
};
use players::Games;
use serde::Deserialize;
use std::{
    collections::HashSet,
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    game: String,
    format: Option<String>,
    #[serde(default)]
    players: Vec<String>,
    limit: String,
    games: Option<u32>,
    openings: Option<String>,
    seed: Option<u64>,
    concurrency: Option<NonZeroUsize>,
    maxturns: Option<u32>,
    colours: Option<String>,
    adjudicate: Option<NonZeroU64>,
    out: Option<PathBuf>,
}

impl Description {
    const MOST_GAMES: u32 = 10_000_000;
    const MOST_PLAYERS: usize = 200;
    const MOST_CONCURRENCY: usize = 64;

    fn games(&self) -> u32 {
        self.games.unwrap_or(20)
    }

    /// Refuses what no tournament can have.
    fn check(&self, players: &[String]) -> Result<(), Failure> {
        let games = self.games();
        if games == 0 || !games.is_multiple_of(2) || games > Self::MOST_GAMES {
            refuse!("'{games}' is not an even number of games from 2 to 10000000; they are counted in pairs");
        }
        if !(2..=Self::MOST_PLAYERS).contains(&players.len()) {
            refuse!("'{}' is not a number of players; list 2 to 200", players.len());
        }
        let mut seen = HashSet::new();
        if let Some(twice) = players.iter().find(|player| !seen.insert(*player)) {
            refuse!("'{twice}' is listed twice; every player needs a different spec");
        }
        if let Some(many) = self.concurrency.filter(|many| many.get() > Self::MOST_CONCURRENCY) {
            refuse!("'{many}' is too large; 'concurrency' should be 1 to 64");
        }
        if self.maxturns == Some(0) {
            refuse!("'0' is not a number of turns; 'maxturns' should be at least 1");
        }
        Ok(())
    }
}

pub(crate) fn run(games: Games, args: &TournamentArgs) -> Result<(), Failure> {
    let text = input::read_text(&args.file, Limit::Small)?;
    let wrong = |error: toml::de::Error| {
        let place = error.span().and_then(|span| text.get(span)).unwrap_or_default().trim();
        // What is missing has no place; quoting the whole text would not help.
        let quotable = !place.is_empty() && !place.contains('\n');
        let place = if quotable { format!(" at '{place}'") } else { String::new() };
        let (file, message) = (args.file.display(), error.message().replace('\n', " "));
        Failure::bad(format!("'{file}' does not describe a tournament: {message}{place}"))
    };
    let description: Description = toml::from_str(&text).map_err(wrong)?;
    let (game, variant) = setup::game(games, &description.game)?;
    let format: Format = description.format.as_deref().unwrap_or("round-robin").parse()?;
    let texts: Vec<String> = match (format, description.players.is_empty()) {
        (Format::Ladder, true) => {
            game.info().levels.iter().map(|level| format!("level:{}", level.name)).collect()
        }
        _ => description.players.clone(),
    };
    description.check(&texts)?;
    let control: TimeControl = description.limit.parse()?;
    let adjudication = description.adjudicate.map(|nodes| Adjudication::by_proof(game, nodes.get()));
    let engines = args.engines.settings();
    let players = texts.iter().map(|text| Contestant::parse(game, text, &engines));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    for player in &players {
        player.check_control(control)?;
    }
    let [first, second, ..] = &players[..] else { refuse!("'{}' is not a number of players", players.len()) };
    let usual = MatchConfig::new(game, [first.clone(), second.clone()], control);
    let config = MatchConfig {
        variant: variant.into(),
        pairs: u64::from(description.games() / 2),
        openings: description.openings.as_deref().map_or(Ok(usual.openings), str::parse)?,
        seed: description.seed.unwrap_or(usual.seed),
        concurrency: description.concurrency.unwrap_or(usual.concurrency),
        max_turns: description.maxturns.or(usual.max_turns),
        after_crash: if args.no_recover { AfterCrash::EndMatch } else { AfterCrash::GoOn },
        colours: description.colours.as_deref().map_or(Ok(usual.colours), str::parse)?,
        adjudication: adjudication.transpose()?,
        ..usual
    };
    super::matches::check(&config)?;
    args.engines.make_log()?;
    let folder = description.out.clone().unwrap_or_else(|| args.file.with_extension("games"));
    setup::make_folder(&folder)?;
    play(&Tournament { config, players, format, folder }, args.ratinginterval)
}

/// Plays what is missing; shows the table so far after every `interval` games.
fn play(tournament: &Tournament, interval: Option<u64>) -> Result<(), Failure> {
    let matches = tournament.format.pairings(tournament.players.len()).len() as u64;
    let total = matches * tournament.config.pairs * 2;
    let bar = Progress::new("", "games");
    let observer = &mut |progress: TournamentProgress<'_>| {
        let (number, of) = progress.encounter;
        let (game, tally) = (progress.game, progress.game.tally);
        let line = format!("encounter {} of {of}: {}", number + 1, super::matches::score(tally));
        let done = number as u64 * game.total + game.finished;
        if !bar.shows(done, total, &line) && game.finished == game.total {
            output::remark(line);
        }
        let finished = progress.standings.games();
        if interval.is_some_and(|interval| finished.is_multiple_of(interval)) && finished < total {
            let table = format!("after {finished} of {total} games:\n{}", progress.standings.table());
            bar.print(&table, |table| output::remark(table));
        }
    };
    let standings = tournament.run(&WallClock::start(), stop::on_ctrl_c(), observer);
    drop(bar);
    let standings = standings?;
    standings.warnings.iter().for_each(|warning| remark!("warning: {warning}"));
    let table = standings.table();
    output::line(table.trim_end());
    if standings.end != MatchEnd::Complete {
        let why = match standings.end {
            MatchEnd::Crashed => "a player failed and --no-recover was given: ",
            _ => "",
        };
        let games = standings.games();
        let sentence = format!("{why}stopped after {games} of {total} games; run it again to resume");
        return Err(Failure::failed(sentence));
    }
    setup::write_file(&tournament.folder.join("table.txt"), &table).map_err(Failure::failed)
}
