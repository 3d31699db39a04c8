//! `quadrille perft`: counts, one line per depth.

use crate::{cli::PerftArgs, failure::Failure, setup};
use players::{Counted, Games};

pub(crate) fn run(games: Games, args: &PerftArgs) -> Result<(), Failure> {
    let board = setup::board(games, &args.game, &args.start)?.board;
    let what = if args.turns { Counted::Turns } else { Counted::Sequences };
    if let Some(deepest) = board.deepest_count(what).filter(|&deepest| args.depth > deepest) {
        let counted = if args.turns { "turns" } else { "sequences" };
        let other = if args.turns { "" } else { "; --turns counts whole turns" };
        let (depth, game) = (args.depth, board.game());
        refuse!(
            "'{depth}' is too deep: {counted} are counted to depth {deepest} in this position of {game}{other}"
        );
    }
    for depth in 1..=args.depth {
        say!("{depth} {}", board.count(what, depth));
    }
    Ok(())
}
