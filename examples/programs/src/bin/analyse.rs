//! Analyses a position and prints the three best turns: `cargo run --release -p programs --bin analyse`.

use quadrille::players::{GAMES, Limits, Request};
use std::{error::Error, sync::atomic::AtomicBool};

fn main() -> Result<(), Box<dyn Error>> {
    let game = GAMES.find("knightthrough")?;
    let mut board = game.start("6x6")?;
    board.play("b1-c3")?;

    let spec = game.spec("best:tt=16M")?;
    let mut player = spec.build(1)?;
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    // The observer sees every completed iteration.
    let mut observer = |info: &quadrille::players::SearchInfo| {
        println!("depth {:>2}  {:>7} nodes  {}", info.depth, info.nodes, info.turn().unwrap_or("-"));
    };
    let info = player.choose_turn(
        board.as_ref(),
        Request { multipv: 3, ..Request::new(limits, &stop) },
        &mut observer,
    );

    println!("\n{}\n{spec}", board.position_text());
    for line in &info.lines {
        let score = line.score.map_or(String::from("?"), |score| score.raw().to_string());
        println!("{score:>6}  {}", line.turns.join(" "));
    }
    Ok(())
}
