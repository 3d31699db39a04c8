//! `quadrille lab`: lists experiments, runs them with a progress bar, and writes the report.

use crate::{
    cli::{LabRunArgs, LabTask},
    failure::Failure,
    output::Progress,
    stop,
};
use lab::{Conditions, Experiment, FinishedRun, LabError, Origin, Page, RunConfig, Scale};
use players::Games;
use std::{num::NonZeroUsize, path::Path, time::Instant};

pub(crate) fn run(games: Games, task: &LabTask) -> Result<(), Failure> {
    match task {
        LabTask::List { out } => list(games, out)?,
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

fn list(games: Games, out: &Path) -> Result<(), Failure> {
    let all = lab::all(games);
    let longest = all.iter().map(|e| e.name.chars().count()).max().unwrap_or(0);
    for experiment in all {
        let result = match lab::read_page(out, &experiment.name)? {
            Some(page) => format!("; {}: {}", page.provenance.scale, verdict(&page)),
            None => String::new(),
        };
        say!("{:longest$}  {} [{}]{result}", experiment.name, experiment.title, experiment.source);
    }
    Ok(())
}

/// The verdict of a page, if it has one.
fn verdict(page: &Page) -> String {
    page.answer.as_ref().map_or("not judged".into(), |answer| answer.verdict.to_string())
}

fn experiments(games: Games, args: &LabRunArgs) -> Result<(), Failure> {
    let is_chosen: fn(&Experiment) -> bool = match args.name.as_str() {
        "all" => |_| true,
        "works" => |experiment| experiment.origin() != Origin::Own,
        "own" => |experiment| experiment.origin() == Origin::Own,
        name => return single(&lab::find(games, name)?, args),
    };
    let mut chosen: Vec<Experiment> = lab::all(games).into_iter().filter(is_chosen).collect();
    chosen.sort_by(|one, other| lab::cost(&one.name).total_cmp(&lab::cost(&other.name)));
    several(&chosen, args)
}

/// Runs one experiment and prints its table.
fn single(experiment: &Experiment, args: &LabRunArgs) -> Result<(), Failure> {
    if let (Some(folder), false) = (&args.positions, experiment.takes_positions) {
        let (folder, name) = (folder.display(), &experiment.name);
        refuse!(
            "'{folder}' is not used by {name}: only experiments on Tzaar's middle games and endgames take positions"
        );
    }
    let started = Instant::now();
    let finished = one(experiment, args)?;
    say!("# {}\n\n{}", finished.page.title, finished.page.table.markdown());
    if let Some(answer) = &finished.page.answer {
        say!("Verdict: {}. {}\n", answer.verdict, answer.sentence);
    }
    let seconds = started.elapsed().as_secs_f64();
    let folder = finished.folder.display();
    say!("{} cells, {seconds:.1} s; written to {folder}", finished.page.provenance.cells);
    Ok(())
}

/// Runs several experiments, with a line for each. Those that have a result of this size and seed are not run again; one that
/// fails does not keep the others from running.
fn several(chosen: &[Experiment], args: &LabRunArgs) -> Result<(), Failure> {
    let longest = chosen.iter().map(|e| e.name.chars().count()).max().unwrap_or(0);
    let line = |page: &Page, remark: &str| {
        let sentence = page.answer.as_ref().map_or("", |answer| &answer.sentence);
        say!("{:longest$}  {:18}  {remark}  {sentence}", page.name, verdict(page));
    };
    let mut failed = Vec::new();
    for (nth, experiment) in chosen.iter().enumerate() {
        if let Some(page) = lab::read_page(&args.out, &experiment.name)?.filter(|page| is_current(page, args))
        {
            line(&page, "already done");
            continue;
        }
        remark!("{} of {}: {}", nth + 1, chosen.len(), experiment.name);
        match one(experiment, args) {
            Ok(finished) => {
                let seconds = finished.page.provenance.cpu_seconds;
                line(&finished.page, &seconds.map_or(String::new(), |seconds| format!("{seconds:.1} s")));
            }
            Err(LabError::Stopped) => return Err(LabError::Stopped.into()),
            Err(error) => {
                remark!("{}: {error}", experiment.name);
                failed.push(experiment.name.as_str());
            }
        }
    }
    if !failed.is_empty() {
        return Err(Failure::failed(format!("not finished: {}", failed.join(", "))));
    }
    Ok(())
}

/// Is a page the result of the run that is asked for?
fn is_current(page: &Page, args: &LabRunArgs) -> bool {
    let asked = (scale(args).to_string(), args.seed);
    page.version == Page::VERSION && (page.provenance.scale.clone(), page.provenance.seed) == asked
}

fn one(experiment: &Experiment, args: &LabRunArgs) -> Result<FinishedRun, LabError> {
    let positions = args.positions.clone().filter(|_| experiment.takes_positions);
    let config = RunConfig {
        command: command(experiment, args, positions.is_some()),
        conditions: Conditions { scale: scale(args), seed: args.seed, positions },
        concurrency: NonZeroUsize::new(args.concurrency as usize).unwrap_or(NonZeroUsize::MIN),
        out: &args.out,
    };
    let run = || {
        let mut bar = Progress::new(&experiment.name, "cells");
        let observer =
            &mut |progress: lab::Progress| bar.advance(progress.done as u64, progress.total as u64);
        lab::run(experiment, &config, stop::on_ctrl_c(), observer)
    };
    let finished = match run() {
        Err(LabError::OtherRun { path, .. }) if args.replace => {
            remark!("'{}' belongs to another run and is replaced", path.display());
            std::fs::remove_file(&path).map_err(|source| LabError::Io { path, source })?;
            run()
        }
        finished => finished,
    }?;
    if finished.repaired {
        remark!("warning: the journal ended in a torn line, which was removed");
    }
    if finished.resumed > 0 {
        remark!("{} cells were already done", finished.resumed);
    }
    Ok(finished)
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
