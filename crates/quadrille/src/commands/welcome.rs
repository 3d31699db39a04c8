//! What is printed without a subcommand: a welcome and the commands to try.

use crate::{failure::Failure, output};

pub(crate) fn run() -> Result<(), Failure> {
    let games = players::GAMES.iter().map(|g| g.name()).collect::<Vec<_>>().join(", ");
    output::line(&format!(
        "Quadrille: play, analyse, solve and measure abstract two-player games.\n\
         Games: {games}\n\n\
         Try:\n  \
         quadrille play knightthrough                    a game in the terminal\n  \
         quadrille analyze knightthrough --time 3s       the best turn, live\n  \
         quadrille solve knightthrough:4x6               a proof\n  \
         quadrille match knightthrough best random --games 20 --nodes 1e4\n  \
         quadrille players                               levels, players and their settings\n  \
         quadrille --help                                everything else\n\n\
         Without an installed quadrille, write `cargo run --release --` in its place."
    ));
    Ok(())
}
