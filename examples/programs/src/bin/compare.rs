//! Plays a match and prints Elo with its error: `cargo run --release -p programs --bin compare`.

use quadrille::{
    arena::{MatchConfig, Progress, ResultBlock, TimeControl, WallClock, run_match},
    players::GAMES,
};
use std::{error::Error, num::NonZeroUsize, ops::ControlFlow, sync::atomic::AtomicBool};

fn main() -> Result<(), Box<dyn Error>> {
    let game = GAMES.find("knightthrough")?;
    let [first, second] = ["alphabeta:tt=4M", "alphabeta:tt=4M,-lmr"];
    let players = [game.spec(first)?.into(), game.spec(second)?.into()];
    let config = MatchConfig {
        variant: "6x6".into(),
        pairs: 20,
        concurrency: NonZeroUsize::new(2).ok_or("no threads")?,
        ..MatchConfig::new(game, players, TimeControl::Nodes(2000))
    };
    let never = AtomicBool::new(false);
    let mut observer = |progress: Progress<'_>| {
        if progress.finished.is_multiple_of(10) {
            println!("{} of {} games", progress.finished, progress.total);
        }
        // `Break` would end the match early, as a sequential test does.
        ControlFlow::Continue(())
    };
    // A record file instead of `None` keeps every game and can be resumed.
    let summary = run_match(&config, &WallClock::start(), None, &[], &never, &mut observer)?;
    println!("{}", ResultBlock { first, second, tally: &summary.tally });
    Ok(())
}
