//! `quadrille lab tune`: fits, climbs, grids and tests, with a line of progress now and then. Tunes nothing itself.

use crate::{
    cli_tune::{ConfirmArgs, FitArgs, GridArgs, SpsaArgs, TuneArgs, TuneTask},
    failure::Failure,
    output, setup, stop,
};
use arena::Decision;
use lab::{
    Page,
    tune::{self, Climb, Confirmation, Fitting, Grid, Parameter, Setting, Values},
};
use std::{num::NonZeroUsize, path::Path};

pub(crate) fn run(task: &TuneTask) -> Result<(), Failure> {
    match task {
        TuneTask::Weights { game, spec } => {
            let (entry, _) = setup::game(game)?;
            for (name, value) in entry.weighing(spec)?.weights() {
                output::line(&format!("w.{name}={value}"));
            }
            Ok(())
        }
        TuneTask::Fit(args) => fit(args),
        TuneTask::Spsa(args) => spsa(args),
        TuneTask::Grid(args) => grid(args),
        TuneTask::Confirm(args) => confirm(args),
    }
}

fn fit(args: &FitArgs) -> Result<(), Failure> {
    let fitting = Fitting {
        spec: args.spec.clone(),
        pairs: pairs(args.games)?,
        per_game: args.per_game as usize,
        prior: within("--prior", args.prior, 0.0, 1e9)?,
        blend: within("--blend", args.blend, 0.0, 1.0)?,
        only: args.only.clone(),
        without: args.without.clone(),
        rounds: args.rounds as usize,
    };
    let setting = setting(&args.game, "fit", &args.tune)?;
    let (page, folder, found) = tune::fit(&setting, &fitting, stop::on_ctrl_c(), &mut progress("games"))?;
    show(&page, &folder);
    output::line(&format!("found: {found}"));
    Ok(())
}

fn spsa(args: &SpsaArgs) -> Result<(), Failure> {
    let climb = Climb {
        spec: args.spec.clone(),
        parameters: args.params.iter().map(|text| Parameter::parse(text)).collect::<Result<_, _>>()?,
        steps: args.steps as usize,
        pairs: u64::from(args.pairs),
        rate: within("--rate", args.rate, 0.0, 1e3)?,
    };
    let setting = setting(&args.game, "spsa", &args.tune)?;
    let (page, folder, found) = tune::spsa(&setting, &climb, stop::on_ctrl_c(), &mut progress("steps"))?;
    show(&page, &folder);
    output::line(&format!("found: {found}"));
    Ok(())
}

fn grid(args: &GridArgs) -> Result<(), Failure> {
    let grid = Grid {
        spec: args.spec.clone(),
        values: args.params.iter().map(|text| Values::parse(text)).collect::<Result<_, _>>()?,
        pairs: pairs(args.games)?,
    };
    let setting = setting(&args.game, "grid", &args.tune)?;
    let mut say = progress("pairs");
    let observer = &mut |p: lab::Progress| say(p.done as u64, p.total as u64);
    let finished = tune::grid(&setting, &grid, stop::on_ctrl_c(), observer)?;
    show(&finished.page, &finished.folder);
    Ok(())
}

fn confirm(args: &ConfirmArgs) -> Result<(), Failure> {
    let confirmation = Confirmation {
        specs: [args.new.clone(), args.old.clone()],
        sprt: args.sprt.parse()?,
        most_pairs: pairs(args.games)?,
    };
    let setting = setting(&args.game, "confirm", &args.tune)?;
    let (page, folder, decision) =
        tune::confirm(&setting, &confirmation, stop::on_ctrl_c(), &mut progress("games"))?;
    show(&page, &folder);
    output::line(match decision {
        Some(Decision::Accepted) => "SPRT: H1 was accepted",
        Some(Decision::Rejected) => "SPRT: H0 was accepted",
        None => "SPRT: undecided",
    });
    Ok(())
}

fn setting<'a>(game: &str, kind: &str, args: &'a TuneArgs) -> Result<Setting<'a>, Failure> {
    let (entry, variant) = setup::game(game)?;
    entry.start(variant)?;
    let name = args.name.clone().unwrap_or_else(|| format!("{kind}-{}", entry.name()));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        let sentence = "is not a name for a run; it takes letters, digits, -, _ and dots inside";
        return Err(Failure::bad(format!("'{name}' {sentence}")));
    }
    Ok(Setting {
        entry,
        variant: variant.into(),
        nodes: args.nodes,
        openings: args.openings.parse()?,
        seed: args.seed,
        concurrency: NonZeroUsize::new(args.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
        out: &args.out,
        name,
        command: command(),
    })
}

/// The command as it was given, but for the folder of results, which says nothing about them.
fn command() -> String {
    let mut words = vec!["quadrille".to_string()];
    let mut given = std::env::args().skip(1);
    while let Some(word) = given.next() {
        if word == "--out" {
            given.next();
        } else if !word.starts_with("--out=") {
            words.push(if word.contains([' ', '|', '"']) { format!("'{word}'") } else { word });
        }
    }
    words.join(" ")
}

fn pairs(games: u32) -> Result<u64, Failure> {
    if !games.is_multiple_of(2) {
        let sentence = "is not an even number of games; colours are swapped in pairs";
        return Err(Failure::bad(format!("'{games}' {sentence}")));
    }
    Ok(u64::from(games / 2))
}

fn within(name: &str, value: f64, least: f64, most: f64) -> Result<f64, Failure> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(Failure::bad(format!("'{value}' is not a value of {name}; it takes {least} to {most}")))
}

/// A plain line for each tenth.
fn progress(of: &'static str) -> impl FnMut(u64, u64) {
    let mut tenths = 0;
    move |done, total| {
        let now = 10 * done / total.max(1);
        if now > tenths && done < total {
            tenths = now;
            output::remark(&format!("{done} of {total} {of}"));
        }
    }
}

fn show(page: &Page, folder: &Path) {
    output::line(&format!("# {}\n\n{}", page.title, page.table.markdown()));
    for note in &page.notes {
        output::line(note);
    }
    output::line(&format!("written to {}", folder.display()));
}
