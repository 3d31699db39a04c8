//! `quadrille lab`: lists experiments, runs them with a progress bar, and writes the report.

use crate::{
    cli::{LabRunArgs, LabTask},
    failure::Failure,
    output::Progress,
    stop,
};
use lab::{Conditions, Experiment, LabError, RunConfig, Scale};
use players::Games;
use std::{num::NonZeroUsize, time::Instant};

pub(crate) fn run(games: Games, task: &LabTask) -> Result<(), Failure> {
    match task {
        LabTask::List => list(games),
        LabTask::Run(args) => experiments(games, args)?,
        LabTask::Verify(args) => super::results::verify(games, args)?,
        LabTask::Tables(args) => super::results::tables(args)?,
        LabTask::Tune(task) => super::tune::run(games, task)?,
        LabTask::Report { out } => {
            let (names, files) = lab::report(out)?;
            let [markdown, html] = files.map(|file| file.display().to_string());
            let many =
                if names.len() == 1 { "1 experiment".into() } else { format!("{} experiments", names.len()) };
            say!("{many} in {markdown} and {html}");
        }
    }
    Ok(())
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Failure {
        if error.is_bad_input() { Failure::bad(error) } else { Failure::failed(error) }
    }
}

fn list(games: Games) {
    let all = lab::all(games);
    let longest = all.iter().map(|e| e.name.chars().count()).max().unwrap_or(0);
    for experiment in all {
        say!("{:longest$}  {} [{}]", experiment.name, experiment.title, experiment.source);
    }
}

fn experiments(games: Games, args: &LabRunArgs) -> Result<(), Failure> {
    let chosen = match args.name.as_str() {
        "all" => lab::all(games),
        name => vec![lab::find(games, name)?],
    };
    if let (Some(folder), [one]) = (&args.positions, &chosen[..])
        && !one.takes_positions
    {
        let (folder, name) = (folder.display(), &one.name);
        refuse!(
            "'{folder}' is not used by {name}: only experiments on Tzaar's middle games and endgames take positions"
        );
    }
    let many = chosen.len();
    for (nth, experiment) in chosen.iter().enumerate() {
        if many > 1 {
            remark!("{} of {many}: {}", nth + 1, experiment.name);
        }
        one(experiment, args)?;
    }
    Ok(())
}

fn one(experiment: &Experiment, args: &LabRunArgs) -> Result<(), Failure> {
    let positions = args.positions.clone().filter(|_| experiment.takes_positions);
    let config = RunConfig {
        command: command(experiment, args, positions.is_some()),
        conditions: Conditions { scale: scale(args), seed: args.seed, positions },
        concurrency: NonZeroUsize::new(args.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
        out: &args.out,
    };
    let started = Instant::now();
    let mut bar = Progress::new(&experiment.name, "cells");
    let observer = &mut |progress: lab::Progress| bar.advance(progress.done as u64, progress.total as u64);
    let finished = lab::run(experiment, &config, stop::on_ctrl_c(), observer);
    drop(bar);
    let finished = finished?;
    if finished.repaired {
        remark!("warning: the journal ended in a torn line, which was removed");
    }
    if finished.resumed > 0 {
        remark!("{} cells were already done", finished.resumed);
    }
    say!("# {}\n\n{}", finished.page.title, finished.page.table.markdown());
    if let Some(answer) = &finished.page.answer {
        say!("Verdict: {}. {}\n", answer.verdict, answer.sentence);
    }
    let seconds = started.elapsed().as_secs_f64();
    let folder = finished.folder.display();
    say!("{} cells, {seconds:.1} s; written to {folder}", finished.page.provenance.cells);
    Ok(())
}

/// The size that was asked for.
fn scale(args: &LabRunArgs) -> Scale {
    match (args.quick, args.full) {
        (true, _) => Scale::Quick,
        (_, true) => Scale::Full,
        _ => Scale::Standard,
    }
}

/// The command that repeats the run.
fn command(experiment: &Experiment, args: &LabRunArgs, with_positions: bool) -> String {
    let mut text = format!("quadrille lab run {}", experiment.name);
    match scale(args) {
        Scale::Quick => text += " --quick",
        Scale::Standard => {}
        Scale::Full => text += " --full",
    }
    text += &format!(" --seed {}", args.seed);
    if let (true, Some(folder)) = (with_positions, &args.positions) {
        text += &format!(" --positions {}", folder.display());
    }
    text + &format!(" --concurrency {}", args.concurrency)
}
