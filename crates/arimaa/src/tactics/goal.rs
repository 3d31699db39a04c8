//! Can the side to move bring a rabbit to goal with the steps it has left? Exact, and fast enough to ask at every node.
//!
//! For each rabbit that is near enough, a search over single steps, pushes and pulls that is cut short by a lower bound.
//! A rabbit that needs no help is found by a flood over the squares on which it is neither frozen nor lost. Where it needs
//! help, the same flood over squares that some help of `h` steps might make passable says whether `h` steps of help and the
//! rabbit's own could be enough; it errs only on the side of hope. Help that is about to run out must change a square near
//! the rabbit's way. All of this is compared with exhaustive search in the tests.

use super::displace::{Change, FOE, OWN, View, displacements, steps};
use crate::{
    board::Board,
    piece::Kind,
    rules::Arimaa,
    squares::{Direction, Square, Squares, TRAPS, each, goal_row, neighbours},
};
use game::{Game, Side};
use std::ops::ControlFlow;

/// The fewest steps after which a rabbit of the side to move stands on its goal row and the turn can end; `None` if the
/// steps that are left do not suffice. In the setup and after the end of the game there is no answer.
#[inline]
pub fn goal_in(position: &Arimaa) -> Option<u32> {
    if position.is_setup() || position.outcome().is_some() {
        return None;
    }
    let left = u32::from(position.steps_left());
    let side = position.to_move();
    if near_goal(position.board(), side, left) == 0 {
        return None;
    }
    let view = View::new(position);
    let one_more = |steps: u32| steps + 1;
    if let Some((square, kind)) = view.push {
        let after = view.after_push(square, kind);
        return after.filter_map(|board| goal_on(&board, left - 1)).min().map(one_more);
    }
    let without = goal_on(&view.board, left);
    let Some((square, kind)) = view.pull else { return without };
    // A pull first is of interest only if it is faster.
    let most = without.map_or(left, |steps| steps.saturating_sub(1)).checked_sub(1);
    let after = view.after_pull(square, kind);
    most.and_then(|most| after.filter_map(|(board, _)| goal_on(&board, most)).min()).map(one_more).or(without)
}

/// The fewest steps in which `side` could bring a rabbit to goal on this board, if it had a turn of `steps` steps.
#[inline]
pub fn goal_within(board: &Board, side: Side, steps: u32) -> Option<u32> {
    if near_goal(board, side, steps) == 0 {
        return None;
    }
    match side {
        OWN => goal_on(board, steps),
        FOE => goal_on(&board.reversed(), steps),
    }
}

/// Rabbits that could be on goal after so many steps if nothing were in their way.
#[inline]
fn near_goal(board: &Board, side: Side, left: u32) -> Squares {
    let rows = match side {
        Side::First => u64::MAX.checked_shl(56 - 8 * left.min(7)).unwrap_or(0),
        Side::Second => u64::MAX >> (56 - 8 * left.min(7)),
    };
    board.rabbits(side) & rows
}

/// The fewest steps to goal for gold, with nothing pending.
fn goal_on(board: &Board, left: u32) -> Option<u32> {
    if board.rabbits(OWN) & goal_row(OWN) != 0 {
        return Some(0);
    }
    let near = near_goal(board, OWN, left);
    if near == 0 {
        return None;
    }
    (1..=left).find(|&steps| each(near_goal(board, OWN, steps)).any(|rabbit| reaches(board, rabbit, steps)))
}

/// Squares that a rabbit can step to from these.
#[inline]
fn onward(squares: Squares) -> Squares {
    Direction::North.shift(squares) | Direction::East.shift(squares) | Direction::West.shift(squares)
}

/// Can this rabbit be on the goal row within `left` steps?
fn reaches(board: &Board, rabbit: Square, left: u32) -> bool {
    let rows = 7 - u32::from(rabbit.row());
    if rows == 0 || rows > left {
        return rows == 0;
    }
    let way = Way::new(board, rabbit);
    let Some(alone) = way.unaided(left) else { return true };
    let slack = left - rows;
    if slack == 0 {
        return false;
    }
    let hope = Hope::new(board, &way, alone, slack);
    match hope.region(&way, left, slack) {
        None => false,
        Some(region) => helped(board, rabbit, left, slack, region),
    }
}

/// Tries every step, push and pull that could help, and the rabbit's own steps.
fn helped(board: &Board, rabbit: Square, left: u32, slack: u32, region: Squares) -> bool {
    let movers = board.of_side(OWN) & !board.frozen(OWN);
    // Squares whose change can matter to the rabbit: its way, what is beside it, and the guards of a foe on a trap there.
    let near = region | neighbours(region);
    let near = near | neighbours(near & TRAPS & board.of_side(FOE));
    let touching = match slack {
        1 => near,
        // A step may also prepare another one.
        2 => dilated(near, 3),
        _ => u64::MAX,
    };
    let walker = movers & rabbit.alone();
    let found = |change: Change, cost: u32| {
        let at = if change.own.0 == rabbit { change.own.1 } else { rabbit };
        let alive = change.board.rabbits(OWN) & at.alone() != 0;
        if alive && reaches(&change.board, at, left - cost) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    if steps(board, walker, u64::MAX, |change| found(change, 1)).is_break()
        || steps(board, movers & !walker, touching, |change| found(change, 1)).is_break()
    {
        return true;
    }
    if slack < 2 {
        return false;
    }
    let foes = board.displaceable(OWN, movers);
    let flow = displacements(board, movers, foes, |change| {
        if slack == 2 && change.touched() & near == 0 { ControlFlow::Continue(()) } else { found(change, 2) }
    });
    flow.is_break()
}

fn dilated(squares: Squares, times: u32) -> Squares {
    (0..times).fold(squares, |all, _| all | neighbours(all))
}

/// The board as one rabbit meets it when no other piece moves.
struct Way {
    at: Squares,
    /// Own pieces without the rabbit, and without what is lost on a trap when the rabbit leaves.
    rest: Squares,
    /// Own pieces without the rabbit.
    others: Squares,
    empty: Squares,
    /// Foes that freeze a rabbit.
    strong: Squares,
    foes: Squares,
}

impl Way {
    #[inline]
    fn new(board: &Board, rabbit: Square) -> Way {
        let at = rabbit.alone();
        let others = board.of_side(OWN) & !at;
        let lost = others & TRAPS & !neighbours(others);
        Way {
            at,
            rest: others & !lost,
            others,
            empty: board.empty() | lost,
            strong: board.of_side(FOE) & !board.of_kind(Kind::Rabbit),
            foes: board.of_side(FOE),
        }
    }

    /// `None` if the rabbit reaches goal within `left` steps without help; else the squares that it can step on.
    #[inline]
    fn unaided(&self, left: u32) -> Option<Squares> {
        let danger = neighbours(self.strong);
        let support = neighbours(self.rest);
        let free = !danger | support;
        let safe = !TRAPS | support;
        // Where it stands it may be supported by a piece that is lost once it leaves.
        let first = free | neighbours(self.others);
        let mut from = self.at & first;
        let mut stood = self.at;
        for _ in 0..left {
            let entered = onward(from) & self.empty;
            if entered & goal_row(OWN) != 0 {
                return None;
            }
            stood |= entered & safe;
            from |= entered & safe & free;
        }
        Some(stood)
    }
}

/// What help might change: for each number of steps of help the squares that a rabbit might enter, leave and survive on.
struct Hope {
    enter: [Squares; 3],
    free: [Squares; 3],
    safe: [Squares; 3],
}

impl Hope {
    #[inline]
    fn new(board: &Board, way: &Way, alone: Squares, slack: u32) -> Hope {
        let own = way.others;
        // The rabbit frees pieces that it passes, and leaves squares behind it.
        let movers = own & (!board.frozen(OWN) | neighbours(alone));
        let room = way.empty | alone;
        let danger = neighbours(way.strong);
        let mut hope = Hope { enter: [0; 3], free: [0; 3], safe: [0; 3] };

        let near = own | (neighbours(movers) & room);
        let support = neighbours(near);
        hope.enter[0] = way.empty | (own & neighbours(room));
        hope.free[0] = !danger | support;
        hope.safe[0] = !TRAPS | support;
        if slack == 1 {
            return hope;
        }

        let near = near | neighbours(near);
        let support = neighbours(near);
        let moved = board.displaceable(OWN, movers);
        let pulled = board.displaceable(OWN, movers & neighbours(room));
        let killed = way.foes & TRAPS & neighbours(moved);
        hope.enter[1] = way.empty | own | pulled | killed;
        hope.free[1] = !neighbours(way.strong & !(moved | killed)) | support;
        hope.safe[1] = !TRAPS | support;
        if slack == 2 {
            return hope;
        }

        let near = near | neighbours(near);
        let support = neighbours(near);
        let moved = approached(board);
        let killed = way.foes & TRAPS & neighbours(moved);
        hope.enter[2] = way.empty | own | moved | killed;
        hope.free[2] = !neighbours(way.strong & !(moved | killed)) | support;
        hope.safe[2] = !TRAPS | support;
        hope
    }

    /// The squares that the rabbit might step on, if some help of at most `slack` steps might be enough; else `None`.
    #[inline]
    fn region(&self, way: &Way, left: u32, slack: u32) -> Option<Squares> {
        let reachable = (1..=slack).any(|help| self.flood(way, help, left - help).is_none());
        // The widest flood, with a step less than there are because another piece must help.
        reachable.then(|| self.stood(way, slack, left - 1))
    }

    /// `None` if goal is reached; else the squares entered.
    #[inline]
    fn flood(&self, way: &Way, help: u32, steps: u32) -> Option<Squares> {
        let nth = help as usize - 1;
        let mut from = way.at & self.free[nth];
        for _ in 0..steps {
            let entered = onward(from) & self.enter[nth];
            if entered & goal_row(OWN) != 0 {
                return None;
            }
            from |= entered & self.safe[nth] & self.free[nth];
        }
        Some(from)
    }

    #[inline]
    fn stood(&self, way: &Way, help: u32, steps: u32) -> Squares {
        let nth = help as usize - 1;
        let mut from = way.at;
        for _ in 0..steps {
            from |= onward(from) & self.enter[nth];
        }
        from
    }
}

/// Foes that are at most two squares from a stronger own piece: one step of preparation might let it be moved.
#[inline]
fn approached(board: &Board) -> Squares {
    let mut stronger = 0;
    let mut found = 0;
    for kind in (0..5).rev() {
        stronger |= board.pieces(OWN, Kind::of_index(kind + 1));
        let beside = neighbours(stronger);
        found |= board.of_kind(Kind::of_index(kind)) & (beside | neighbours(beside));
    }
    found & board.of_side(FOE)
}
