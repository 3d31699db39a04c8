//! Prints mean and temperature of every region of an Amazons board: `cargo run --release -p programs --bin temperature`.

use quadrille::players::{GAMES, Limits};
use std::{error::Error, sync::atomic::AtomicBool};

fn main() -> Result<(), Box<dyn Error>> {
    let amazons = GAMES.find("amazons")?;
    // Rows from the top: o is White, x is Black, # is burnt.
    let board = amazons.at_position("#.###..|.#x#.o.|o.###..|#######|x...#o. w")?;
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let regions = amazons.regions(board.as_ref(), limits, &stop).ok_or("no regions in mid-turn")?;

    println!("positive numbers favour {}", board.sides()[regions.left.index()]);
    for region in &regions.regions {
        let hottest = if region.hottest { "  <- play here" } else { "" };
        match &region.graph {
            Some(graph) => {
                let (mean, temperature) = (graph.mean(), graph.temperature());
                println!("{:<14} mean {mean}, temperature {temperature}{hottest}", region.position);
            }
            None => println!("{:<14} unknown within {} nodes", region.position, regions.nodes),
        }
    }
    Ok(())
}
