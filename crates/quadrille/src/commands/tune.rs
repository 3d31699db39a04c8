//! `quadrille lab tune`: runs the tuning methods of the lab and prints their progress.

use crate::{
    cli::{ConfirmArgs, FitArgs, GridArgs, SpsaArgs, TuneArgs, TuneTask},
    failure::Failure,
    output::{self, Progress},
    setup, stop,
};
use arena::Decision;
use lab::{
    Page,
    tune::{self, ConfirmConfig, FitConfig, GridConfig, Parameter, SpsaConfig, Tuning, Values},
};
use players::Games;
use std::{num::NonZeroUsize, path::Path};

pub(crate) fn run(games: Games, task: &TuneTask) -> Result<(), Failure> {
    match task {
        TuneTask::Weights { game, spec } => {
            let (entry, _) = setup::game(games, game)?;
            for (name, value) in entry.spec(spec)?.tunable_evaluation()?.weights() {
                say!("w.{name}={value}");
            }
            Ok(())
        }
        TuneTask::Fit(args) => fit(games, args),
        TuneTask::Spsa(args) => spsa(games, args),
        TuneTask::Grid(args) => grid(games, args),
        TuneTask::Confirm(args) => confirm(games, args),
    }
}

fn fit(games: Games, args: &FitArgs) -> Result<(), Failure> {
    let config = FitConfig {
        spec: args.spec.clone(),
        pairs: pairs(args.games)?,
        per_game: args.per_game as usize,
        prior: within("--prior", args.prior, 0.0, 1e9)?,
        blend: within("--blend", args.blend, 0.0, 1.0)?,
        only: args.only.clone(),
        without: args.without.clone(),
        rounds: args.rounds as usize,
    };
    let tuning = tuning(games, &args.game, "fit", &args.tune)?;
    let (page, folder, found) = tune::fit(&tuning, &config, stop::on_ctrl_c(), &mut counting("games"))?;
    show(&page, &folder, &format!("found: {found}"));
    Ok(())
}

fn spsa(games: Games, args: &SpsaArgs) -> Result<(), Failure> {
    let config = SpsaConfig {
        spec: args.spec.clone(),
        parameters: args.params.iter().map(|text| Parameter::parse(text)).collect::<Result<_, _>>()?,
        steps: args.steps as usize,
        pairs: u64::from(args.pairs),
        rate: within("--rate", args.rate, 0.0, 1e3)?,
    };
    let tuning = tuning(games, &args.game, "spsa", &args.tune)?;
    let (page, folder, found) = tune::spsa(&tuning, &config, stop::on_ctrl_c(), &mut counting("steps"))?;
    show(&page, &folder, &format!("found: {found}"));
    Ok(())
}

fn grid(games: Games, args: &GridArgs) -> Result<(), Failure> {
    let config = GridConfig {
        spec: args.spec.clone(),
        values: args.params.iter().map(|text| Values::parse(text)).collect::<Result<_, _>>()?,
        pairs: pairs(args.games)?,
    };
    let tuning = tuning(games, &args.game, "grid", &args.tune)?;
    let mut advance = counting("pairs");
    let observer = &mut |p: lab::Progress| advance(p.done as u64, p.total as u64);
    let finished = tune::grid(&tuning, &config, stop::on_ctrl_c(), observer)?;
    show(&finished.page, &finished.folder, "");
    Ok(())
}

fn confirm(games: Games, args: &ConfirmArgs) -> Result<(), Failure> {
    let config = ConfirmConfig {
        specs: [args.new.clone(), args.old.clone()],
        sprt: args.sprt.parse()?,
        most_pairs: pairs(args.games)?,
    };
    let tuning = tuning(games, &args.game, "confirm", &args.tune)?;
    let (page, folder, decision) =
        tune::confirm(&tuning, &config, stop::on_ctrl_c(), &mut counting("games"))?;
    let verdict = match decision {
        Some(Decision::Accepted) => "SPRT: H1 was accepted",
        Some(Decision::Rejected) => "SPRT: H0 was accepted",
        None => "SPRT: undecided",
    };
    show(&page, &folder, verdict);
    Ok(())
}

fn tuning<'a>(games: Games, game: &str, kind: &str, args: &'a TuneArgs) -> Result<Tuning<'a>, Failure> {
    let (entry, variant) = setup::game(games, game)?;
    entry.start(variant)?;
    let name = args.name.clone().unwrap_or_else(|| format!("{kind}-{}", entry.name()));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        refuse!("'{name}' is not a name for a run; use letters, digits, -, _ and dots inside");
    }
    Ok(Tuning {
        entry,
        // The run is the only one of the process.
        variant: variant.to_string().leak(),
        nodes: args.nodes,
        openings: args.openings.parse()?,
        seed: args.seed,
        concurrency: NonZeroUsize::new(args.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
        out: &args.out,
        name,
        command: command(),
    })
}

/// The command as given, without --out, which does not affect the results.
fn command() -> String {
    let mut words = vec!["quadrille".to_string()];
    let mut given = std::env::args().skip(1);
    while let Some(word) = given.next() {
        if word == "--out" {
            given.next();
        } else if !word.starts_with("--out=") {
            words.push(if word.contains([' ', '|', '"', '*']) { format!("'{word}'") } else { word });
        }
    }
    words.join(" ")
}

fn pairs(games: u32) -> Result<u64, Failure> {
    if !games.is_multiple_of(2) {
        refuse!("'{games}' is not an even number; games are played in pairs with colours swapped");
    }
    Ok(u64::from(games / 2))
}

fn within(name: &str, value: f64, least: f64, most: f64) -> Result<f64, Failure> {
    if !(least..=most).contains(&value) {
        refuse!("'{value}' is not a value of {name}; expected {least} to {most}");
    }
    Ok(value)
}

/// Shows how much of the work is done.
fn counting(unit: &'static str) -> impl FnMut(u64, u64) {
    let mut bar = Progress::new("", unit);
    move |done, total| bar.advance(done, total)
}

/// Prints the page of a run, and what was found.
fn show(page: &Page, folder: &Path, found: &str) {
    say!("# {}\n\n{}", page.title, page.table.markdown());
    page.notes.iter().for_each(output::line);
    say!("written to {}", folder.display());
    if !found.is_empty() {
        output::line(found);
    }
}
