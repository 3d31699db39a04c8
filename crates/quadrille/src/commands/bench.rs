//! `quadrille bench`: fixed work on fixed positions. The node total is a signature of the search: a change that alters it
//! alters behaviour.

use crate::{cli::BenchArgs, failure::Failure, setup, words};
use players::{AnyGame, Games, Limits, Request, SearchInfo};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// One search of the bench.
struct Work {
    entry: &'static dyn AnyGame,
    position: &'static str,
    depth: u32,
}

pub(crate) fn run(games: Games, args: &BenchArgs) -> Result<(), Failure> {
    let games: Vec<&'static dyn AnyGame> = match &args.game {
        Some(name) => vec![setup::game(games, name)?.0],
        None => games.iter().collect(),
    };
    let positions = games.iter().flat_map(|&entry| entry.info().bench.iter().map(move |p| (entry, p)));
    let work: Vec<Work> =
        positions.map(|(entry, &(position, depth))| Work { entry, position, depth }).collect();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (Work { entry, position, depth }, info) in work.iter().zip(search_all(&work, args.concurrency)?) {
        let (name, rate) = (entry.name(), words::short(words::per_second(&info)));
        say!("{name} depth {depth:>2} {:>12} nodes {rate:>7}/s  {position}", info.nodes);
        nodes += info.nodes;
        time += info.time;
    }
    say!("Bench: {nodes}");
    say!("{} nodes/s", (nodes as f64 / time.as_secs_f64()) as u64);
    Ok(())
}

/// Every search is on one thread of its own with a new player, so the order of work does not matter.
fn search_all(work: &[Work], threads: u32) -> Result<Vec<SearchInfo>, Failure> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((nth, work)) =
                    work.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed))
                {
                    let found = search(work);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((nth, found));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(nth, _)| *nth);
    done.into_iter().map(|(_, found)| found).collect()
}

fn search(work: &Work) -> Result<SearchInfo, Failure> {
    let board = work.entry.at_position(work.position)?;
    let mut player = work.entry.player("best:threads=1", 0)?;
    let limits = Limits { depth: Some(work.depth), ..Limits::default() };
    let stop = AtomicBool::new(false);
    Ok(player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ()))
}
