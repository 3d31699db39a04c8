//! `quadrille learn`: runs the generations of a learned evaluation and prints their progress.

use crate::{cli::LearnArgs, failure::Failure, output::Progress, setup, stop};
use learn::{Generation, LearnConfig, LearnError, Step, learn, train::TrainConfig};
use players::Games;
use std::{num::NonZeroUsize, sync::atomic::Ordering, thread, time::Duration};

pub(crate) fn run(games: Games, args: &LearnArgs) -> Result<(), Failure> {
    let config = config(games, args)?;
    if !(args.hours > 0.0 && args.hours <= 10_000.0) {
        refuse!("'{}' is not a number of hours; expected more than 0 and at most 10000", args.hours);
    }
    let stop = stop::on_ctrl_c();
    let time = Duration::from_secs_f64(3600.0 * args.hours);
    // Ends with the process; nothing waits for it.
    thread::spawn(move || {
        thread::sleep(time);
        stop.store(true, Ordering::Relaxed);
    });
    let mut bar: Option<(u32, &'static str, Progress)> = None;
    let mut observer = |number: u32, step: Step| {
        let (unit, done, total) = match step {
            Step::Playing(done, total) => ("games", u64::from(done), u64::from(total)),
            Step::Training(epochs, most, _) => {
                ("hundredths of epochs", (100.0 * epochs) as u64, 100 * u64::from(most))
            }
            Step::Testing(done, total) => ("games of the match", done, total),
        };
        if bar.as_ref().is_none_or(|(shown, what, _)| (*shown, *what) != (number, unit)) {
            bar = Some((number, unit, Progress::new(&format!("generation {number}"), unit)));
        }
        let Some((_, _, bar)) = &mut bar else { return };
        match step {
            Step::Training(epochs, _, Some(losses)) => bar.print(
                &format!(
                    "generation {number}, epoch {epochs}: loss {:.5}, held out {:.5}",
                    losses.train, losses.held_out
                ),
                |text| remark!("{text}"),
            ),
            _ => bar.advance(done, total),
        }
    };
    let outcome = learn(&config, stop, &mut observer, &mut show);
    drop(bar);
    match outcome {
        Ok(generations) => {
            let passed = generations.iter().filter(|g| g.passed).count();
            say!(
                "{passed} of {} generations passed; the report is {}",
                generations.len(),
                config.folder.join("learn.md").display()
            );
            Ok(())
        }
        Err(LearnError::Stopped) => {
            say!("stopped; the same command continues in {}", config.folder.display());
            Ok(())
        }
        Err(error @ LearnError::Io { .. }) => Err(Failure::failed(error)),
        Err(error) => Err(Failure::bad(error)),
    }
}

fn config(games: Games, args: &LearnArgs) -> Result<LearnConfig, Failure> {
    let (game, variant) = setup::game(games, &args.game)?;
    if !variant.is_empty() {
        refuse!("'{}' names a variant; a network is learned for the usual game", args.game);
    }
    if !(0.0..=1.0).contains(&args.result_share) {
        refuse!("'{}' is not a value of --result-share; expected 0 to 1", args.result_share);
    }
    if !args.match_games.is_multiple_of(2) {
        refuse!(
            "'{}' is not an even number; games are played in pairs with colours swapped",
            args.match_games
        );
    }
    game.spec(&args.player)?;
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = args.concurrency.and_then(|n| NonZeroUsize::new(n as usize)).unwrap_or(cores);
    Ok(LearnConfig {
        game,
        folder: args.folder.clone().unwrap_or_else(|| ["learn", game.name()].iter().collect()),
        spec: args.player.clone(),
        first_evaluation: args.from.clone(),
        games: args.games,
        nodes: args.nodes,
        opening: args.opening,
        window: args.window,
        generations: args.generations,
        match_nodes: args.match_nodes,
        match_pairs: u64::from(args.match_games / 2),
        sprt: args.sprt.parse()?,
        train: TrainConfig {
            epochs: args.epochs,
            patience: 3,
            batch: 256,
            rate: 0.002,
            result_share: args.result_share,
            seed: args.seed,
            threads,
        },
        seed: args.seed,
        threads,
        command: std::env::args().skip(1).fold("quadrille".into(), |line, word| line + " " + &word),
    })
}

fn show(generation: &Generation) {
    let [won, drawn, lost] = generation.result;
    let elo =
        generation.elo.map_or("Elo unknown".into(), |(elo, error)| format!("Elo {elo:+.0} ± {error:.0}"));
    let verdict = if generation.passed { "passed" } else { "did not pass" };
    say!(
        "generation {}: {} positions, held-out loss {:.4}, {won} – {drawn} – {lost} against its predecessor, {elo}: {verdict}",
        generation.number,
        generation.positions[0] + generation.positions[1],
        generation.held_out[0],
    );
}
