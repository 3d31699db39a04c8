//! Every game of the workbench: one file and one line each.

mod amazons;
mod arimaa;
mod knightthrough;
mod tzaar;

pub(crate) use amazons::local_game as amazons_local;

use crate::{GameEntry, entry::Entry};
use std::marker::PhantomData;

/// Every game, in the order of the documentation. A static, not a constant: whoever names a constant compiles every search of
/// every game once more.
pub static GAMES: &[&dyn GameEntry] = &[
    &Entry::<knightthrough::Registered>(PhantomData),
    &Entry::<tzaar::Registered>(PhantomData),
    &Entry::<amazons::Registered>(PhantomData),
    &Entry::<arimaa::Registered>(PhantomData),
];
