//! Positions for experiments: generated from a seed, or read from a folder of WALTZ's files.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{Conditions, LabError, files::read_text, properties::quick_game};
use cgt::{Partizan, games::Amazons, sums::local_board};
use game::{Game, Notation};
use players::{AnyGame, Board, Limits, Request, derive_seed, generator};
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
    sync::{Mutex, OnceLock, PoisonError, atomic::AtomicBool},
};
use tzaar::Tzaar;

/// Keeps the seeds of the position sets apart.
const MIDDLE: u64 = 101;
const ENDING: u64 = 102;
const LOCAL: u64 = 103;
const NEAR: u64 = 104;
const MIDDLE_OF_GAME: u64 = 105;

/// Stacks in the thesis's middle games, and the fewest that are not an ending.
const MIDDLE_STACKS: u32 = 41;
const LEAST_NOT_ENDING: u32 = 27;

/// The longest position file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 16;

/// The sizes of the thesis's two sets.
pub(crate) const MIDSET: usize = 200;
pub(crate) const ENDSET: usize = 713;

/// One of the thesis's two sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TzaarSet {
    /// Middle games of exactly 41 stacks.
    Middle,
    /// Endings of fewer than 27 stacks.
    Ending,
}

/// Positions of a set as text, and a sentence about them: from the folder if there is one, otherwise generated.
pub(crate) fn tzaar_set(
    conditions: &Conditions,
    set: TzaarSet,
    many: usize,
) -> Result<(Vec<String>, String), LabError> {
    let words = match set {
        TzaarSet::Middle => "middle games of 41 stacks",
        TzaarSet::Ending => "endings of fewer than 27 stacks",
    };
    let (all, sentence) = match &conditions.positions {
        Some(folder) => {
            let mut all = read_folder(folder, set)?;
            all.truncate(many);
            let sentence = format!("{} positions from `{}`.", all.len(), folder.display());
            (all, sentence)
        }
        None => {
            let (all, seed) = (generated(conditions.seed, set, many), conditions.seed);
            let sentence = format!(
                "{} {words}, generated with seed {seed} from quick self-play games, in place of positions from games with people.",
                all.len()
            );
            (all, sentence)
        }
    };
    Ok((all.iter().map(Notation::position_text).collect(), sentence))
}

/// Generated sets, cached because a dozen experiments share them.
fn generated(seed: u64, set: TzaarSet, many: usize) -> Vec<Tzaar> {
    type Known = HashMap<(u64, TzaarSet, usize), Vec<Tzaar>>;
    static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    known.entry((seed, set, many)).or_insert_with(|| generate(seed, set, many)).clone()
}

/// Positions of quick games: the one of exactly 41 stacks of each game that has one, or those of fewer than 27 stacks, the
/// first one of each game and every other after it, so that hard ones and easy ones are among them.
fn generate(seed: u64, set: TzaarSet, many: usize) -> Vec<Tzaar> {
    let mut found = Vec::with_capacity(many);
    let purpose = if set == TzaarSet::Middle { MIDDLE } else { ENDING };
    let seed = derive_seed(seed, &[purpose]);
    for game in 0..(many as u32).saturating_mul(20).max(20) {
        if found.len() >= many {
            break;
        }
        let mut these = Vec::new();
        quick_game(seed, game, |position, turns| {
            let is_wanted = match set {
                TzaarSet::Middle => position.stack_count() == MIDDLE_STACKS,
                TzaarSet::Ending => position.stack_count() < LEAST_NOT_ENDING && turns.len() > 1,
            };
            if is_wanted {
                these.push(*position);
            }
        });
        match set {
            TzaarSet::Middle => found.extend(these.pop()),
            TzaarSet::Ending => found.extend(these.into_iter().step_by(2)),
        }
    }
    found.truncate(many);
    found
}

/// The positions of a set in a folder, by file name.
fn read_folder(folder: &Path, set: TzaarSet) -> Result<Vec<Tzaar>, LabError> {
    let bad = |path: &Path, problem: String| LabError::BadInput(format!("'{}' {problem}", path.display()));
    let entries = fs::read_dir(folder)
        .map_err(|e| bad(folder, format!("is not a readable folder of position files: {e}")))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(|p| p.is_file()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let text = read_text(&path, MOST_BYTES).map_err(|error| match error {
            LabError::Io { source, .. } => bad(&path, format!("cannot be read: {source}")),
            other => other,
        })?;
        let position = tzaar::waltz_file::read_position(&text)
            .map_err(|e| bad(&path, format!("is not a position file: {e}")))?;
        let is_ending = position.stack_count() < LEAST_NOT_ENDING;
        if is_ending == (set == TzaarSet::Ending) && position.outcome().is_none() {
            found.push(position);
        }
    }
    if found.is_empty() {
        let words = match set {
            TzaarSet::Middle => "27 or more",
            TzaarSet::Ending => "fewer than 27",
        };
        return Err(bad(folder, format!("contains no unfinished position with {words} stacks")));
    }
    Ok(found)
}

/// Local Amazons positions on a 4x4 board with one amazon each, connected and distinct up to symmetry: at most `many` with
/// this number of empty squares.
pub(crate) fn local_amazons(seed: u64, empties: u32, many: usize) -> Vec<Amazons> {
    const SQUARES: u32 = 16;
    /// Boards drawn for each position wanted.
    const TRIES: usize = 400;
    let mut random = generator(seed, &[LOCAL, u64::from(empties)]);
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for _ in 0..many * TRIES {
        if found.len() == many {
            break;
        }
        let board = local_board(4, 4, SQUARES - 2 - empties, &mut random);
        let mut parts = 0;
        let mut whole = false;
        board.parts(|part| {
            parts += 1;
            whole |= part == board && part.one_sided().is_none();
        });
        if parts == 1 && whole && seen.insert(board.normal()) {
            found.push(board);
        }
    }
    found
}

/// How many positions the thesis has with this many empty squares.
pub(crate) fn thesis_share(empties: u32) -> usize {
    match empties {
        2 => 17,
        14 => 33,
        _ => 50,
    }
}

/// Positions some turns before the end of games between weak players, as text: easy ones for proof searches.
pub(crate) fn near_the_end(
    entry: &'static dyn AnyGame,
    variant: &str,
    seed: u64,
    many: usize,
    back: usize,
) -> Result<Vec<String>, LabError> {
    let mut found = Vec::new();
    for game in 0..many as u64 * 20 {
        if found.len() == many {
            break;
        }
        let seed = derive_seed(seed, &[NEAR, game]);
        let texts = whole_game(entry, variant, seed)?;
        // The last text is that of the finished game.
        if let Some(text) = texts.len().checked_sub(1 + back).and_then(|nth| texts.get(nth)) {
            found.push(text.clone());
        }
    }
    Ok(found)
}

/// One position from the middle half of each game between weak players, as text.
pub(crate) fn middle_of_games(
    entry: &'static dyn AnyGame,
    variant: &str,
    seed: u64,
    many: usize,
) -> Result<Vec<String>, LabError> {
    (0..many as u64)
        .map(|game| {
            let seed = derive_seed(seed, &[MIDDLE_OF_GAME, game]);
            let texts = whole_game(entry, variant, seed)?;
            let quarter = texts.len() / 4;
            let text = texts.get(quarter + seed as usize % (2 * quarter).max(1)).cloned();
            text.ok_or_else(|| LabError::cell("a game without positions"))
        })
        .collect()
}

/// The positions of a game between weak players that starts with random turns.
fn whole_game(entry: &'static dyn AnyGame, variant: &str, seed: u64) -> Result<Vec<String>, LabError> {
    const MOST_TURNS: usize = 300;
    let mut board: Box<dyn Board> = entry.start(variant).map_err(LabError::cell)?;
    let mut random = entry.player("random", seed).map_err(LabError::cell)?;
    let mut weak = entry.player("alphabeta:nodes=300,tt=64K", seed).map_err(LabError::cell)?;
    let stop = AtomicBool::new(false);
    let mut texts = vec![board.position_text()];
    while board.outcome().is_none() && texts.len() < MOST_TURNS {
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        // The first turns are random, so that games differ.
        let player = if texts.len() <= 6 { &mut random } else { &mut weak };
        let info = player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ());
        board.play(info.turn().unwrap_or_default()).map_err(LabError::cell)?;
        texts.push(board.position_text());
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_sets_are_what_they_should_be() {
        let middle = generate(1, TzaarSet::Middle, 3);
        assert_eq!(middle.len(), 3);
        assert!(middle.iter().all(|p| p.stack_count() == 41 && p.outcome().is_none() && p.starts_turn()));
        let ends = generate(1, TzaarSet::Ending, 5);
        assert_eq!(ends.len(), 5);
        assert!(ends.iter().all(|p| p.stack_count() < 27 && p.outcome().is_none()));
        assert_eq!(generate(1, TzaarSet::Middle, 3), middle);
        assert_ne!(generate(2, TzaarSet::Middle, 3), middle);
    }

    #[test]
    fn local_positions_are_different_and_have_their_empty_squares() {
        for (empties, least) in [(2, 10), (5, 8), (14, 20)] {
            let found = local_amazons(3, empties, thesis_share(empties).min(20));
            assert!(found.len() >= least, "{empties}: {}", found.len());
            assert!(found.iter().all(|p| p.longest() == empties));
            let different: HashSet<_> = found.iter().map(Amazons::normal).collect();
            assert_eq!(different.len(), found.len());
        }
    }
}
