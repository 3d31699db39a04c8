//! Self-play: games between equal players from random openings, and the positions that are worth learning from.

use crate::{
    LearnError,
    data::{DataFile, Header, Sample},
};
use arena::{GameLimits, Played, TimeControl, WallClock, play_game, reason};
use game::{Outcome, Score, Side};
use players::{AnyGame, Board, TunableEvaluation, derive_seed, generator};
use rand::RngExt;
use std::{
    num::NonZeroUsize,
    sync::{
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc,
    },
    thread,
};

/// Sets the seeds of openings and players apart from other uses.
const OPENING: u64 = 401;
const PLAYER: u64 = 402;
/// A game is drawn after this many turns.
const MOST_TURNS: u32 = 400;
/// Games between two writes to the disk itself.
const SYNC_EVERY: u32 = 64;

/// Plays the games below `games` that are missing in the file. `observer` gets the number of games there are.
pub fn play(
    game: &'static dyn AnyGame,
    header: &Header,
    file: &mut DataFile,
    games: u32,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u32),
) -> Result<(), LearnError> {
    let spec = game.spec(&header.spec).map_err(|e| LearnError::BadInput(e.to_string()))?;
    let evaluation = spec.tunable_evaluation().map_err(|e| LearnError::BadInput(e.to_string()))?;
    let missing: Vec<u32> = (0..games).filter(|number| !file.games.contains_key(number)).collect();
    let next = AtomicU32::new(0);
    let halt = AtomicBool::new(false);
    let mut outcome = Ok(());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(4 * threads.get());
        for _ in 0..threads.get() {
            let (sender, missing, next, halt, evaluation) =
                (sender.clone(), &missing, &next, &halt, evaluation.as_ref());
            scope.spawn(move || {
                while !halt.load(Ordering::Relaxed) {
                    let nth = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&number) = missing.get(nth) else { return };
                    let Some(samples) = one_game(game, header, evaluation, number, halt).transpose() else {
                        return;
                    };
                    if sender.send((number, samples)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut unsynced = 0;
        while outcome.is_ok() && !stop.load(Ordering::Relaxed) {
            let Ok((number, samples)) = receiver.recv_timeout(std::time::Duration::from_millis(200)) else {
                if next.load(Ordering::Relaxed) as usize >= missing.len() + threads.get() {
                    break;
                }
                continue;
            };
            outcome = samples.and_then(|samples| file.add(number, samples));
            unsynced += 1;
            if unsynced >= SYNC_EVERY && outcome.is_ok() {
                outcome = file.sync();
                unsynced = 0;
            }
            observer(file.games.len() as u32);
        }
        halt.store(true, Ordering::Relaxed);
        // Results on their way are taken, so that no thread waits to send.
        for (number, samples) in receiver {
            if outcome.is_ok() {
                outcome = samples.and_then(|samples| file.add(number, samples));
            }
        }
    });
    outcome.and_then(|()| file.sync())?;
    if stop.load(Ordering::Relaxed) { Err(LearnError::Stopped) } else { Ok(()) }
}

/// Plays one game and chooses its positions; `None` if it was abandoned.
fn one_game(
    game: &'static dyn AnyGame,
    header: &Header,
    evaluation: &dyn TunableEvaluation,
    number: u32,
    halt: &AtomicBool,
) -> Result<Option<Vec<Sample>>, LearnError> {
    let bad = |error: &dyn std::fmt::Display| LearnError::BadInput(error.to_string());
    let number = u64::from(number);
    let board = opening(game, header, number)?;
    let player = |side: u64| {
        game.player(&header.spec, derive_seed(header.seed, &[PLAYER, number, side])).map_err(|e| bad(&e))
    };
    let mut players = [player(0)?, player(1)?];
    let time = WallClock::start();
    let limits = GameLimits {
        control: TimeControl::Nodes(header.nodes),
        max_turns: Some(MOST_TURNS),
        time: &time,
        stop: halt,
    };
    let Some(played) = play_game(board.copy(), &mut players, limits) else { return Ok(None) };
    if reason::FORFEITS.contains(&played.reason.as_str()) {
        let problem = format!("a game of '{}' ended by {}: {:?}", header.spec, played.reason, played.detail);
        return Err(LearnError::BadInput(problem));
    }
    samples(game, evaluation, board, &played, derive_seed(header.seed, &[OPENING, number])).map(Some)
}

/// The start of a game: random turns, none of which ends it.
fn opening(game: &'static dyn AnyGame, header: &Header, number: u64) -> Result<Box<dyn Board>, LearnError> {
    for attempt in 0.. {
        let seed = derive_seed(header.seed, &[OPENING, number, attempt]);
        let mut random = generator(seed, &[]);
        let mut board = game.start("").map_err(|e| LearnError::BadInput(e.to_string()))?;
        let mut setter = game.player("random", seed).map_err(|e| LearnError::BadInput(e.to_string()))?;
        // One turn more in half of the games, so that both sides get to move in every kind of position.
        let turns = header.opening + random.random_range(0..2);
        let mut done = 0;
        while done < turns && board.outcome().is_none() {
            let stop = AtomicBool::new(false);
            let listed = board.lists_turns();
            let request = players::Request::new(players::Limits::default(), &stop);
            let info = setter.choose_turn(board.as_ref(), request, &mut |_| ());
            let Some(turn) = info.turn() else { break };
            board.play(turn).map_err(|e| LearnError::BadInput(e.to_string()))?;
            // A setup is not one of the random turns.
            done += u32::from(listed);
        }
        if board.outcome().is_none() {
            return Ok(board);
        }
    }
    unreachable!("some opening does not end the game")
}

/// Quiet positions of a game: one inside each turn, before an action that the evaluation can be trusted at.
fn samples(
    game: &'static dyn AnyGame,
    evaluation: &dyn TunableEvaluation,
    mut board: Box<dyn Board>,
    played: &Played,
    seed: u64,
) -> Result<Vec<Sample>, LearnError> {
    let winner = played.turns.iter().enumerate().find_map(|(nth, chosen)| {
        // A proven score ends what there is to learn: the result is known from there on.
        let score = Score::from_raw(chosen.score?);
        score.is_decided().then_some((nth, score.is_win()))
    });
    let mut movers = Vec::new();
    let mut found = Vec::new();
    for (nth, chosen) in played.turns.iter().enumerate() {
        movers.push(board.to_move());
        if winner.is_some_and(|(proven, _)| nth >= proven) {
            break;
        }
        if let Some(score) = chosen.score {
            let actions = chosen.turn.split(',').count() as u64;
            let done = derive_seed(seed, &[nth as u64]) % actions;
            if let Some(quiet) = evaluation.quiet(board.as_ref(), &chosen.turn, done as usize)
                && let Some(active) = game.active_inputs(quiet.as_ref())
            {
                found.push((quiet.to_move(), score, active));
            }
        }
        board.play(&chosen.turn).map_err(|e| LearnError::BadInput(e.to_string()))?;
    }
    let proven = winner.and_then(|(nth, won)| {
        let mover = *movers.get(nth)?;
        Some(Outcome::Win(if won { mover } else { mover.other() }).into())
    });
    let result: arena::GameResult = proven.unwrap_or(played.result);
    let sample = |(mover, score, active): (Side, i32, players::ActiveInputs)| Sample {
        bucket: active.bucket,
        half_points: result.half_points(mover),
        score: score.clamp(-32_000, 32_000) as i16,
        inputs: active.inputs,
    };
    Ok(found.into_iter().map(sample).collect())
}
