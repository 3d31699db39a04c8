//! Positions in which goal and captures are at stake, and the exhaustive search that knows what can be reached.

use super::turned;
use arimaa::{Act, Arimaa, Board, Kind, Piece, Square, Squares, squares::goal_row};
use game::{Game, Key, Side};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use std::collections::HashMap;
use testkit::Generator;

/// What every line of the turn together can bring about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// The fewest steps to a rabbit on its goal row outside a push.
    pub goal: Option<u32>,
    /// The traps on which an enemy can be lost.
    pub captures: Squares,
}

/// Tries every line of the turn; without `displacing` only steps of one's own pieces.
pub fn exhaustive(position: &Arimaa, displacing: bool, known: &mut HashMap<Key, Reach>) -> Reach {
    if let Some(&reach) = known.get(&position.key()) {
        return reach;
    }
    let side = position.to_move();
    let at_goal = |board: &Board| board.rabbits(side) & goal_row(side) != 0;
    let mut reach = Reach::default();
    if at_goal(position.board()) && position.pending_push().is_none() {
        reach.goal = Some(0);
    }
    for action in position.action_list() {
        let Act::Step(step) = action else { continue };
        let mut board = *position.board();
        let piece = board.at(step.from()).unwrap();
        if piece.side != side && !displacing {
            continue;
        }
        let lost = board.step(piece, step.from(), step.to().unwrap());
        reach.captures |= lost.filter(|(p, _)| p.side != side).map_or(0, |(_, square)| square.alone());
        let child = position.child(action);
        let deeper = match child.starts_turn() {
            true => Reach { goal: at_goal(&board).then_some(0), captures: 0 },
            false => exhaustive(&child, displacing, known),
        };
        reach.captures |= deeper.captures;
        let steps = deeper.goal.map(|steps| steps + 1);
        reach.goal = reach.goal.into_iter().chain(steps).min();
    }
    known.insert(position.key(), reach);
    reach
}

/// The position after up to three random steps of a turn, so that all phases of a turn come up.
pub fn advanced(position: &Arimaa, random: &mut Generator) -> Arimaa {
    let mut reached = *position;
    for _ in 0..random.random_range(0..4) {
        let Some(&action) = reached.action_list().choose(random) else { break };
        let child = reached.child(action);
        if child.starts_turn() {
            break;
        }
        reached = child;
    }
    reached
}

/// Fights before goal: rabbits on their last rows with enemies and helpers around them.
pub fn tactical(count: usize) -> Vec<Arimaa> {
    let positions = (0..).filter_map(|seed| {
        let mut random = Generator::seed_from_u64(1_000_000 + seed);
        let file: u8 = random.random_range(0..8);
        let position = if seed % 2 == 0 { melee(file, &mut random) } else { walled(file, &mut random) };
        let position = position.filter(|p| p.outcome().is_none())?;
        Some(if random.random_bool(0.5) { position } else { turned(&position) })
    });
    positions.take(count).collect()
}

/// Puts a piece on a square unless it is taken, or would be a rabbit at goal.
fn put(board: &mut Board, side: Side, kind: Kind, file: u8, rank: u8) {
    let square = Square::at(file, rank);
    let at_goal = kind == Kind::Rabbit && goal_row(side) & square.alone() != 0;
    let most = kind.count_at_start();
    if board.at(square).is_none() && !at_goal && board.pieces(side, kind).count_ones() < most {
        board.put(Piece::new(side, kind), square);
    }
}

fn near(file: u8, random: &mut Generator) -> u8 {
    (random.random_range(-2..=2) + i32::from(file)).clamp(0, 7) as u8
}

/// Pieces of both sides around a rabbit.
fn melee(file: u8, random: &mut Generator) -> Option<Arimaa> {
    let mut board = Board::EMPTY;
    put(&mut board, Side::First, Kind::Rabbit, file, random.random_range(4..7));
    for side in Side::BOTH {
        for kind in Kind::ALL.into_iter().chain(Kind::ALL) {
            if random.random_bool(0.55) {
                put(&mut board, side, kind, near(file, random), random.random_range(3..8));
            }
        }
    }
    Arimaa::new(board, Side::First).ok()
}

/// A rabbit on its last row but one before a wall of weak enemies, with strong friends about: it needs a push or pull.
pub fn walled(file: u8, random: &mut Generator) -> Option<Arimaa> {
    let mut board = Board::EMPTY;
    put(&mut board, Side::First, Kind::Rabbit, file, 6);
    let weak = [Kind::Rabbit, Kind::Rabbit, Kind::Rabbit, Kind::Cat, Kind::Dog];
    for wall in file.saturating_sub(2)..=(file + 2).min(7) {
        if random.random_bool(0.9) {
            put(&mut board, Side::Second, *weak.choose(random).unwrap(), wall, 7);
        }
    }
    for beside in [file.wrapping_sub(1), file + 1] {
        if beside < 8 && random.random_bool(0.7) {
            put(&mut board, Side::Second, *weak.choose(random).unwrap(), beside, 6);
        }
    }
    for kind in [Kind::Elephant, Kind::Camel, Kind::Horse, Kind::Dog] {
        if random.random_bool(0.5) {
            put(&mut board, Side::First, kind, near(file, random), random.random_range(5..8));
        }
    }
    put(&mut board, Side::Second, Kind::Rabbit, 7 - file, 2);
    Arimaa::new(board, Side::First).ok()
}
