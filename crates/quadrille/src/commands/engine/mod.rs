//! `quadrille engine`: an engine on standard input and output, for other programs to play with.
//!
//! One thread reads lines, one thinks, and the loop of the protocol alone answers. The loops are in `aei` and `ugi`, and what
//! they share is in `session`.

mod aei;
mod clock;
mod input;
mod session;
mod thinking;
mod ugi;
mod words;

use crate::{
    cli::{EngineArgs, Protocol},
    failure::Failure,
    setup,
};
use players::{Games, SearchInfo};
use std::sync::mpsc::channel;
use thinking::Finished;

/// The one game that the Arimaa Engine Interface is about.
const AEI_GAME: &str = "arimaa";

/// Something that a loop must know of.
enum Event {
    /// A line has been read.
    Line(String),
    /// There is nothing more to read.
    EndOfInput,
    /// The search with this number has found something.
    Progress(u64, SearchInfo),
    /// A search has ended.
    Finished(Finished),
}

pub(crate) fn run(games: Games, args: &EngineArgs) -> Result<(), Failure> {
    let (_, usual) = args.protocol.word_and_game();
    let game = args.game.as_deref().unwrap_or(usual);
    let (entry, variant) = setup::game(games, game)?;
    let (sender, receiver) = channel();
    let lines = sender.clone();
    match args.protocol {
        Protocol::Aei => {
            if entry.name() != AEI_GAME || !variant.is_empty() {
                let sentence = format!("'{game}' cannot be played over AEI; it should be {AEI_GAME}");
                return Err(Failure::bad(sentence));
            }
            let mut engine = aei::Engine::new(entry.spec(&args.player)?, (sender, receiver))?;
            std::thread::spawn(move || input::read_lines(&lines));
            engine.run();
        }
        Protocol::Ugi => {
            let mut engine =
                ugi::Engine::new(variant, entry.spec(&args.player)?, args.seed, (sender, receiver))?;
            std::thread::spawn(move || input::read_lines(&lines));
            engine.run();
        }
    }
    Ok(())
}
