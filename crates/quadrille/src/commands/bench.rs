//! `quadrille bench`: fixed work on fixed positions. The node total is a signature of the search: a change that alters it
//! alters behaviour.

use crate::{cli::BenchArgs, failure::Failure, setup, words};
use players::{AnyGame, Games, Limits, Request, SearchInfo};
use std::{
    sync::{
        Mutex,
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
    let work: Vec<Work> = games
        .iter()
        .flat_map(|&entry| entry.info().bench.iter().map(move |p| (entry, p)))
        .map(|(entry, &(position, depth))| Work { entry, position, depth })
        .collect();
    let infos = search_all(&work, args.concurrency as usize)?;
    for (work, info) in work.iter().zip(&infos) {
        let rate = words::short(words::per_second(info));
        say!(
            "{} depth {:>2} {:>12} nodes {rate:>7}/s  {}",
            work.entry.name(),
            work.depth,
            info.nodes,
            work.position
        );
    }
    let nodes: u64 = infos.iter().map(|t| t.nodes).sum();
    let time: Duration = infos.iter().map(|t| t.time).sum();
    say!("Bench: {nodes}");
    say!("{} nodes/s", (nodes as f64 / time.as_secs_f64()) as u64);
    Ok(())
}

/// Every search is on one thread of its own with a new player, so the order of work does not matter.
fn search_all(work: &[Work], threads: usize) -> Result<Vec<SearchInfo>, Failure> {
    let results: Vec<Mutex<Option<Result<SearchInfo, Failure>>>> =
        work.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(nth) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < work.len()) {
                    if let Ok(mut slot) = results[nth].lock() {
                        *slot = Some(search(&work[nth]));
                    }
                }
            });
        }
    });
    let take = |slot: Mutex<Option<_>>| slot.into_inner().ok().flatten();
    results
        .into_iter()
        .map(|slot| take(slot).unwrap_or_else(|| Err(Failure::failed("a search of the bench was lost"))))
        .collect()
}

fn search(work: &Work) -> Result<SearchInfo, Failure> {
    let board = work.entry.at_position(work.position)?;
    let mut player = work.entry.player("best:threads=1", 0)?;
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: Some(work.depth), ..Limits::default() };
    Ok(player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ()))
}
