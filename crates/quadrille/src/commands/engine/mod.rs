//! `quadrille engine`: an engine on standard input and output, for other programs to play with.
//!
//! One thread reads lines, one thinks, and one loop alone answers, so that it hears everything while it thinks. The loop is
//! in `session`; what the messages mean is in `aei` and `ugi`.

mod aei;
mod clock;
mod session;
mod ugi;
mod words;

use crate::{
    cli::{EngineArgs, Protocol},
    failure::Failure,
    setup,
};
use players::Games;

/// The one game that the Arimaa Engine Interface is about.
const AEI_GAME: &str = "arimaa";

pub(crate) fn run(games: Games, args: &EngineArgs) -> Result<(), Failure> {
    let (_, usual) = args.protocol.word_and_game();
    let game = args.game.as_deref().unwrap_or(usual);
    let (entry, variant) = setup::game(games, game)?;
    match args.protocol {
        Protocol::Aei => {
            if entry.name() != AEI_GAME || !variant.is_empty() {
                refuse!("'{game}' cannot be played over AEI; it should be {AEI_GAME}");
            }
            session::run(&mut aei::Engine::new(entry.spec(&args.player)?)?);
        }
        Protocol::Ugi => {
            session::run(&mut ugi::Engine::new(variant, entry.spec(&args.player)?, args.seed)?);
        }
    }
    Ok(())
}
