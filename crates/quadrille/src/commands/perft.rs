//! `quadrille perft`: counts, one line per depth.

use crate::{cli::PerftArgs, failure::Failure, output, setup};

pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let board = setup::board(&args.game, &args.start)?.board;
    for depth in 1..=args.depth {
        let count = if args.turns { board.perft_turns(depth) } else { board.perft(depth) };
        output::line(&format!("{depth} {count}"));
    }
    Ok(())
}
