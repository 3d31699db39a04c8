//! `quadrille tournament`: reads a description, plays what is missing, and writes the table.

use crate::{cli::TournamentArgs, engines, failure::Failure, output, setup, stop};
use arena::{
    Adjudication, AfterCrash, Format, MatchEnd, MatchError, MatchPlan, MatchTerms, Openings, TimeControl,
    Tournament, TournamentProgress, WallClock,
};
use indicatif::{ProgressBar, ProgressStyle};
use players::GameEntry;
use serde::Deserialize;
use std::{
    io::IsTerminal,
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    game: String,
    #[serde(default = "Description::format")]
    format: String,
    #[serde(default)]
    players: Vec<String>,
    limit: String,
    #[serde(default = "Description::games")]
    games: u32,
    #[serde(default = "Description::openings")]
    openings: String,
    #[serde(default = "Description::seed")]
    seed: u64,
    #[serde(default = "Description::concurrency")]
    concurrency: NonZeroUsize,
    #[serde(default = "Description::maxturns")]
    maxturns: u32,
    #[serde(default = "Description::colours")]
    colours: String,
    adjudicate: Option<NonZeroU64>,
    out: Option<PathBuf>,
}

impl Description {
    const MOST_GAMES: u32 = 10_000_000;
    const MOST_PLAYERS: usize = 200;
    const MOST_CONCURRENCY: usize = 64;

    fn format() -> String {
        "round-robin".into()
    }
    fn games() -> u32 {
        20
    }
    fn openings() -> String {
        "random:4".into()
    }
    fn seed() -> u64 {
        1
    }
    fn concurrency() -> NonZeroUsize {
        NonZeroUsize::MIN
    }
    fn maxturns() -> u32 {
        2000
    }
    fn colours() -> String {
        "swapped".into()
    }

    /// Refuses what no tournament can have.
    fn check(&self, players: &[String]) -> Result<(), Failure> {
        if self.games == 0 || !self.games.is_multiple_of(2) || self.games > Self::MOST_GAMES {
            let sentence = "is not an even number of games from 2 to 10000000; they are counted in pairs";
            return Err(Failure::bad(format!("'{}' {sentence}", self.games)));
        }
        if !(2..=Self::MOST_PLAYERS).contains(&players.len()) {
            return Err(Failure::bad(format!("'{}' players cannot meet; name 2 to 200", players.len())));
        }
        if let Some((_, twice)) = players.iter().enumerate().find(|(n, p)| players[..*n].contains(p)) {
            return Err(Failure::bad(format!("'{twice}' is named twice; every player has one place")));
        }
        if self.concurrency.get() > Self::MOST_CONCURRENCY {
            let sentence = "games at the same time are too many; 'concurrency' should be 1 to 64";
            return Err(Failure::bad(format!("'{}' {sentence}", self.concurrency)));
        }
        if self.maxturns == 0 {
            return Err(Failure::bad("'0' turns make no game; 'maxturns' should be at least 1"));
        }
        Ok(())
    }
}

pub(crate) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let text = setup::read_small_file(&args.file)?;
    let wrong = |error: toml::de::Error| {
        let place = error.span().and_then(|span| text.get(span)).unwrap_or_default().trim();
        // What is missing has no place; the whole text is quoted then, and helps nobody.
        let quotable = !place.is_empty() && !place.contains('\n');
        let place = if quotable { format!(" at '{place}'") } else { String::new() };
        let (file, message) = (args.file.display(), error.message().replace('\n', " "));
        Failure::bad(format!("'{file}' does not describe a tournament: {message}{place}"))
    };
    let description: Description = toml::from_str(&text).map_err(wrong)?;
    let (game, variant) = setup::game(&description.game)?;
    let entry = engines::with_engines(game, &args.engines);
    let format: Format = description.format.parse()?;
    let players = match (format, description.players.is_empty()) {
        (Format::Ladder, true) => game.levels().iter().map(|level| format!("level:{}", level.name)).collect(),
        _ => description.players.clone(),
    };
    description.check(&players)?;
    let control: TimeControl = description.limit.parse()?;
    let adjudication = description.adjudicate.map(|nodes| Adjudication::by_proof(nodes.get()));
    let terms = MatchTerms { colours: description.colours.parse()?, adjudication };
    for spec in &players {
        entry.check_control(spec, control)?;
        entry.player(spec, description.seed)?;
    }
    let conditions = MatchPlan {
        entry: &entry,
        variant: variant.into(),
        specs: [String::new(), String::new()],
        pairs: u64::from(description.games / 2),
        control,
        openings: description.openings.parse()?,
        seed: description.seed,
        concurrency: description.concurrency,
        max_turns: Some(description.maxturns),
        after_crash: if args.no_recover { AfterCrash::EndMatch } else { AfterCrash::GoOn },
    };
    let openings = Openings::new(&entry, variant, conditions.openings.clone(), conditions.seed);
    openings.map_err(MatchError::from)?.of_pair(0).map_err(MatchError::from)?;
    engines::make_log(&args.engines)?;
    let folder = description.out.clone().unwrap_or_else(|| args.file.with_extension("games"));
    let problem = |e: std::io::Error| Failure::bad(format!("'{}' cannot be made: {e}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(problem)?;
    play(&Tournament { conditions, players, format, folder }, &terms, args.ratinginterval)
}

/// Plays what is missing; shows the table so far after every `interval` games.
fn play(tournament: &Tournament<'_>, terms: &MatchTerms, interval: Option<u64>) -> Result<(), Failure> {
    let matches = tournament.format.pairings(tournament.players.len()).len() as u64;
    let total = matches * tournament.conditions.pairs * 2;
    let bar = std::io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::new(total);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}") {
            bar.set_style(style);
        }
        bar
    });
    let observer = &mut |progress: TournamentProgress<'_>| {
        let (number, of) = progress.encounter;
        let (game, tally) = (progress.game, progress.game.tally);
        let line = format!(
            "encounter {} of {of}: +{} -{} ={}",
            number + 1,
            tally.wins(),
            tally.losses(),
            tally.draws()
        );
        match &bar {
            Some(bar) => {
                bar.set_position(number as u64 * game.total + game.finished);
                bar.set_message(line);
            }
            None if game.finished == game.total => output::remark(&line),
            None => {}
        }
        let finished = progress.standings.games();
        if interval.is_some_and(|interval| finished.is_multiple_of(interval)) && finished < total {
            let table = format!("after {finished} of {total} games:\n{}", progress.standings.table());
            match &bar {
                Some(bar) => bar.println(table),
                None => output::remark(&table),
            }
        }
    };
    let standings = tournament.run_on(terms, &WallClock::start(), stop::on_ctrl_c(), observer);
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    let standings = standings?;
    standings.warnings.iter().for_each(|warning| output::remark(&format!("warning: {warning}")));
    let table = standings.table();
    output::line(table.trim_end());
    if standings.end != MatchEnd::Complete {
        let why = match standings.end {
            MatchEnd::Crashed => "a player failed and --no-recover was given: ",
            _ => "",
        };
        let games = standings.games();
        let sentence = format!("{why}stopped after {games} of {total} games; run it again to go on");
        return Err(Failure::Failed(sentence));
    }
    setup::write_file(&tournament.folder.join("table.txt"), &table).map_err(Failure::Failed)
}
