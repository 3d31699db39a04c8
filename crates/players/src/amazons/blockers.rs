//! Databases of blocker territories for the command line: territories as text, and what a database adds in random games.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub use ::amazons::regions::blockers::{Blockers, BlockersError, Comparison};

use ::amazons::{Amazons, regions::fill::Ground};
use game::{Game, Notation, Setup, Side, TextError};
use rand::RngExt;
use search::random::generator;

/// The turns that are certain in a territory, and its empty squares. Rows from the top separated by `|`: `x` amazon, `X` blocker,
/// `.` empty, `#` anything else. `None` if the database does not hold it.
pub fn probe(blockers: &Blockers, text: &str) -> Result<Option<(u32, u32)>, TextError> {
    let read = |amazon: &str, blocker: &str| {
        Amazons::parse_position(&text.replace('x', amazon).replace('X', blocker))
            .map(|position| (position.amazons(Side::First), position.empty()))
    };
    let ((amazons, empty), (gates, _)) = (read("o", "o")?, read(".", "o")?);
    Ok(blockers.turns(Ground { empty, amazons, gates }).map(|turns| (turns, empty.count_ones())))
}

/// What the database adds to counting without it, over the positions of random games on a board of this size.
pub fn compare(size: &str, games: u32, seed: u64) -> Result<Comparison, TextError> {
    let start = Amazons::start(size)?;
    let mut all = Comparison::default();
    for game in 0..games {
        let mut random = generator(seed, &[u64::from(game)]);
        let mut position = start;
        while position.outcome().is_none() {
            all.add(&position);
            let actions = position.action_list();
            let Some(&action) = actions.get(random.random_range(0..actions.len().max(1))) else { break };
            position.play(action);
        }
    }
    Ok(all)
}
