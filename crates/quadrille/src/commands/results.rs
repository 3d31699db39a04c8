//! `quadrille lab verify` and `quadrille lab tables`: whether stored results still hold, and texts that repeat them.

use crate::{
    cli::{LabTablesArgs, LabVerifyArgs},
    failure::Failure,
    input, stop,
};
use lab::{Experiment, LabError, Verification, VerifyConfig};
use players::Games;
use std::{fs, num::NonZeroUsize, path::Path};

/// Repeats a share of the cells of one result, or of all.
pub(crate) fn verify(games: Games, args: &LabVerifyArgs) -> Result<(), Failure> {
    let concurrency = NonZeroUsize::new(args.concurrency as usize).unwrap_or(NonZeroUsize::MIN);
    let config = VerifyConfig { dir: &args.dir, share: args.share, seed: args.seed, concurrency };
    if args.name != "all" {
        let experiment = lab::find(games, &args.name)?;
        let outcome = lab::verify(&experiment, &config, stop::on_ctrl_c())?;
        return match sentence(&outcome) {
            Ok(words) => {
                say!("{}: {words}", experiment.name);
                Ok(())
            }
            Err(words) => Err(Failure::failed(format_args!("{}: {words}", experiment.name))),
        };
    }
    let (mut counts, mut failures) = ([0_usize; 3], Vec::new());
    let stored: Vec<Experiment> =
        lab::all(games).into_iter().filter(|e| args.dir.join(&e.name).is_dir()).collect();
    if stored.is_empty() {
        refuse!("'{}' contains no results; run `quadrille lab run NAME` first", args.dir.display());
    }
    for experiment in &stored {
        let name = &experiment.name;
        let outcome = match lab::verify(experiment, &config, stop::on_ctrl_c()) {
            Ok(outcome) => outcome,
            Err(LabError::Stopped) => return Err(LabError::Stopped.into()),
            // A result that cannot be read does not hold up the others.
            Err(error) => {
                say!("{name}: {error}");
                failures.push(Failure::from(error));
                continue;
            }
        };
        counts[match outcome {
            Verification::Same { .. } | Verification::Differs(_) => 0,
            Verification::EarlierSearch(_) | Verification::EarlierVersion(_) => 1,
            Verification::NothingToRepeat(_) => 2,
        }] += 1;
        match sentence(&outcome) {
            Ok(words) => say!("{name}: {words}"),
            Err(words) => {
                say!("{name}: {words}");
                failures.push(Failure::failed(format_args!("{name}: {words}")));
            }
        }
    }
    let [repeated, earlier, other] = counts;
    say!(
        "{} results: {repeated} repeated, {earlier} of earlier versions, {other} that cannot be repeated",
        stored.len()
    );
    // A difference weighs more than a file that cannot be read.
    match failures.iter().min_by_key(|failure| failure.code) {
        None => Ok(()),
        Some(first) => {
            let (many, code) = (failures.len(), first.code);
            let sentence = format!("{many} of {} results do not hold: {}", stored.len(), first.sentence);
            Err(Failure { code, sentence })
        }
    }
}

/// What became of a result, as an error if it does not hold.
fn sentence(outcome: &Verification) -> Result<String, String> {
    Ok(match outcome {
        Verification::Same { repeated, of } => {
            format!("{repeated} of {of} cells repeated, all as stored")
        }
        Verification::Differs(difference) => return Err(difference.to_string()),
        Verification::EarlierSearch(changed) => {
            let of_game =
                |(game, then, now): &(String, u64, u64)| format!("{game} {then} nodes then, {now} now");
            let games: Vec<String> = changed.iter().map(of_game).collect();
            format!("made by an earlier search, not compared (bench: {})", games.join("; "))
        }
        Verification::EarlierVersion(reason) => format!("made by an earlier version, not compared: {reason}"),
        Verification::NothingToRepeat(reason) => format!("not compared: {reason}"),
    })
}

/// Writes the blocks of Markdown files anew, or checks that they are up to date.
pub(crate) fn tables(args: &LabTablesArgs) -> Result<(), Failure> {
    let (mut blocks, mut stale) = (0, Vec::new());
    for file in &args.files {
        let text = input::read_text(file, input::Limit::Large)?;
        let new = lab::refresh(file, &text, &args.dir)?;
        blocks += new.blocks;
        if new.text == text {
            continue;
        }
        if args.check {
            let lines: Vec<String> = new.stale.iter().map(|line| line.to_string()).collect();
            stale.push(format!("{} (lines {})", file.display(), lines.join(", ")));
        } else {
            write(file, &new.text)?;
            say!("{} written", file.display());
        }
    }
    if !stale.is_empty() {
        return Err(Failure::failed(format_args!(
            "out of date: {}; run `quadrille lab tables` without --check",
            stale.join(", ")
        )));
    }
    let (files, many) = (args.files.len(), if blocks == 1 { "block" } else { "blocks" });
    say!("{blocks} {many} in {files} files are up to date");
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|e| Failure::failed(format_args!("'{}': {e}", file.display())))
}
