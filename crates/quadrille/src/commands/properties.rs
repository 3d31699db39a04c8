//! `quadrille properties`: the size of a game, our figures beside the printed ones, as Markdown.

use crate::{
    cli::PropertiesArgs,
    failure::Failure,
    output::{self, Progress},
    setup,
};
use lab::properties::{Branching, COLUMNS, PRINTED, Property, Sample, counted, estimated};
use players::Games;

/// The only game whose properties are known.
const GAME: &str = "tzaar";

/// Shown where there is no figure.
const NOTHING: &str = "–";

pub(crate) fn run(games: Games, args: &PropertiesArgs) -> Result<(), Failure> {
    let (entry, variant) = setup::game(games, &args.game)?;
    if entry.name() != GAME || !variant.is_empty() {
        refuse!("'{}' has no table of properties; only {GAME} has one, for all its variants", args.game);
    }
    let branching = sample(args.seed, args.games);
    say!("| property | exact | ours | thesis |\n|---|---:|---:|---:|");
    counted().iter().chain(&estimated(&branching)).for_each(|property| output::line(row(property)));
    say!(
        "\nDistinct turns by number of stacks; ours from {} games with seed {}, the thesis's from games between people:\n",
        args.games,
        args.seed
    );
    output::line(table(&branching));
    Ok(())
}

/// Plays the games, with a progress bar on a terminal.
fn sample(seed: u64, games: u32) -> Branching {
    let mut bar = Progress::new("", "games");
    let mut branching = Branching::default();
    for game in 0..games {
        branching.add_game(seed, game);
        bar.advance(u64::from(game) + 1, u64::from(games));
    }
    branching
}

fn row(property: &Property) -> String {
    let exact = property.exact.as_deref().unwrap_or(NOTHING);
    let printed = property.printed.unwrap_or(NOTHING);
    format!("| {} | {exact} | {} | {printed} |", property.name, property.rounded)
}

/// Table 1.1 of the thesis: a column for each number of stacks, each of our lines above the printed one.
fn table(branching: &Branching) -> String {
    let samples = COLUMNS.map(|stacks| branching.with_stacks(stacks));
    let cells = |title: &str, cells: Vec<String>| format!("| {title} | {} |\n", cells.join(" | "));
    let mut text = cells("stacks", COLUMNS.map(|stacks| stacks.to_string()).to_vec());
    text += &format!("|---|{}\n", "---:|".repeat(COLUMNS.len()));
    for (nth, title) in ["positions", "fewest", "most", "average"].into_iter().enumerate() {
        text += &cells(
            &format!("{title}, ours"),
            samples.iter().map(|sample| figures(*sample)[nth].clone()).collect(),
        );
        text += &cells(&format!("{title}, thesis"), PRINTED.map(|column| column[nth].to_string()).to_vec());
    }
    text.trim_end().to_owned()
}

/// Positions, fewest, most and average, in the order of the printed table.
fn figures(sample: Option<Sample>) -> [String; 4] {
    match sample {
        None => ["0", NOTHING, NOTHING, NOTHING].map(str::to_owned),
        Some(Sample { positions, fewest, most, average: (average, _) }) => {
            [positions.to_string(), fewest.to_string(), most.to_string(), format!("{average:.0}")]
        }
    }
}
