//! Alpha-beta over the whole sum, on the ids of board positions. It makes no moves in numbers. At the end of a line every
//! board is worth its mean, and the players take the temperatures in turn, the hottest first.

use super::{
    super::solve::taken_in_turn,
    local::{Id, Locals},
};
use crate::{ExactError, Player, Result};
use search::NodeBudget;

/// Most boards.
pub(super) const MAX_BOARDS: usize = 16;

/// Above all values.
const INFINITE: i32 = i32::MAX;

/// A sum as ids of positions.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) boards: [Id; MAX_BOARDS],
    pub(super) many: usize,
    pub(super) player: Player,
}

/// A move of the sum: which of the listed moves on which board.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) board: u8,
    pub(super) listed: u32,
    to: Id,
    gain: i32,
}

/// How a value in the table is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Least,
    Most,
    Exact,
}

/// A table entry, with the best move as the ids of its board before and after.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i32,
    depth: u8,
    bound: Bound,
    from: Id,
    to: Id,
}

/// The transposition table, cleared before every move.
pub(super) struct Table(Vec<Entry>);

impl Default for Table {
    fn default() -> Table {
        let nothing = Entry { key: 0, value: 0, depth: 0, bound: Bound::Least, from: Id::MAX, to: Id::MAX };
        Table(vec![nothing; 1 << Table::BITS])
    }
}

impl Table {
    const BITS: u32 = 17;

    pub(super) fn clear(&mut self) {
        *self = Table::default();
    }

    fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.0[(key >> (64 - Table::BITS)) as usize];
        (entry.key == key).then_some(entry)
    }

    fn put(&mut self, entry: Entry) {
        self.0[(entry.key >> (64 - Table::BITS)) as usize] = entry;
    }
}

impl State {
    /// The key, which does not depend on the order of the boards. Never zero in practice.
    fn key(&self) -> u64 {
        let mixed = |id: Id| {
            let word = (u64::from(id) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (word ^ word >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9)
        };
        let all = self.boards[..self.many].iter().fold(0_u64, |sum, &id| sum.wrapping_add(mixed(id)));
        let all = (all ^ all >> 29).wrapping_mul(0x94D0_49BB_1331_11EB);
        if self.player == Player::Left { all } else { !all }
    }

    fn after(&self, chosen: Candidate) -> State {
        let mut next = *self;
        next.boards[usize::from(chosen.board)] = chosen.to;
        next.player = self.player.other();
        next
    }
}

/// A search of one sum.
pub(super) struct Search<'a, 'm> {
    pub(super) locals: &'a mut Locals,
    pub(super) table: &'a mut Table,
    pub(super) budget: &'a mut NodeBudget<'m>,
    pub(super) move_lists: Vec<Vec<Candidate>>,
    /// Did the last iteration end anywhere for lack of depth?
    pub(super) was_cut: bool,
}

/// Moves of the sum that are searched, by remaining depth.
const WIDTHS: [usize; 4] = [0, 16, 24, 32];
/// The deepest iteration, in turns.
const DEEPEST: u32 = 40;
/// Moves searched to full depth before reductions begin.
const FULL_DEPTH: usize = 5;

impl Search<'_, '_> {
    /// The best move by iterative deepening; `None` if no hot board has a move.
    pub(super) fn best(&mut self, state: &State) -> Result<Option<Candidate>> {
        let mut best = None;
        for depth in 1..=DEEPEST {
            self.was_cut = false;
            match self.root(state, depth, &mut best) {
                Ok(()) => {}
                Err(ExactError::Stopped(_)) => break,
                Err(error) => return Err(error),
            }
            if !self.was_cut {
                break;
            }
        }
        Ok(best)
    }

    /// One iteration. It improves `best` even if it is stopped.
    fn root(&mut self, state: &State, depth: u32, best: &mut Option<Candidate>) -> Result<()> {
        let mut list = Vec::new();
        let first = best.map(|b| (state.boards[usize::from(b.board)], b.to));
        self.candidates(state, WIDTHS[WIDTHS.len() - 1] * 2, first, &mut list)?;
        *best = best.or(list.first().copied());
        self.among(state, depth, (-INFINITE, INFINITE), &list, best)?;
        Ok(())
    }

    /// The value of a move for the player who makes it, with late move reductions and null windows after the first move.
    fn child(
        &mut self,
        state: &State,
        (nth, chosen): (usize, Candidate),
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32> {
        let next = state.after(chosen);
        if nth > 0 && depth >= 2 {
            let less = u32::from(nth >= FULL_DEPTH && depth >= 3);
            for reduced in [less, 0] {
                let value = -self.value(&next, depth - 1 - reduced, -alpha - 1, -alpha)?;
                if value <= alpha {
                    return Ok(value);
                }
                if less == 0 {
                    break;
                }
            }
        }
        Ok(-self.value(&next, depth - 1, -beta, -alpha)?)
    }

    /// The value for the player to move. Both move in turn, so it changes its sign with every ply.
    fn value(&mut self, state: &State, depth: u32, alpha: i32, beta: i32) -> Result<i32> {
        self.budget.step()?;
        // 1. The leaf.
        let hot = state.boards[..state.many].iter().any(|&id| !self.locals.get(id).is_cold());
        if depth == 0 || !hot {
            self.was_cut |= hot;
            return Ok(self.evaluate(state));
        }
        // 2. The table.
        let key = state.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
        {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Least => entry.value >= beta,
                Bound::Most => entry.value <= alpha,
            };
            if enough {
                self.was_cut = true;
                return Ok(entry.value);
            }
        }
        // 3. The moves.
        let ply = depth as usize;
        while self.move_lists.len() <= ply {
            self.move_lists.push(Vec::new());
        }
        let mut list = std::mem::take(&mut self.move_lists[ply]);
        let width = WIDTHS[ply.min(WIDTHS.len() - 1)];
        let mut best = None;
        let answer = self
            .candidates(state, width, known.map(|e| (e.from, e.to)), &mut list)
            .and_then(|()| self.among(state, depth, (alpha, beta), &list, &mut best));
        self.move_lists[ply] = list;
        let value = answer?;
        // 4. Store the result.
        let bound = match () {
            () if value <= alpha => Bound::Most,
            () if value >= beta => Bound::Least,
            () => Bound::Exact,
        };
        let (from, to) = best.map_or((Id::MAX, Id::MAX), |b| (state.boards[usize::from(b.board)], b.to));
        self.table.put(Entry { key, value, depth: depth as u8, bound, from, to });
        Ok(value)
    }

    /// The best value among these moves; `best` becomes the move.
    fn among(
        &mut self,
        state: &State,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        list: &[Candidate],
        best: &mut Option<Candidate>,
    ) -> Result<i32> {
        if list.is_empty() {
            // A player without a move on a hot board moves in a number, as at the end.
            return Ok(self.evaluate(state));
        }
        let mut most = -INFINITE;
        for (nth, &chosen) in list.iter().enumerate() {
            let value = self.child(state, (nth, chosen), depth, (alpha, beta))?;
            if value > most {
                (most, *best) = (value, Some(chosen));
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(most)
    }

    /// The moves to search, the most promising first.
    fn candidates(
        &mut self,
        state: &State,
        width: usize,
        first: Option<(Id, Id)>,
        list: &mut Vec<Candidate>,
    ) -> Result<()> {
        list.clear();
        for board in 0..state.many {
            let id = state.boards[board];
            if self.locals.get(id).is_cold() || state.boards[..board].contains(&id) {
                continue;
            }
            for listed in self.locals.moves(id, state.player, self.budget)? {
                let local = self.locals.listed(listed);
                let is_first = first == Some((id, local.to));
                let gain = if is_first { i32::MAX } else { local.gain };
                list.push(Candidate { board: board as u8, listed: listed as u32, to: local.to, gain });
            }
        }
        list.sort_unstable_by_key(|c| (-c.gain, c.board, c.listed));
        list.truncate(width);
        Ok(())
    }

    /// The means plus the temperatures taken in turn, for the player to move.
    fn evaluate(&self, state: &State) -> i32 {
        let mut temperatures = [0; MAX_BOARDS];
        let (mut hot, mut means) = (0, 0);
        for &id in &state.boards[..state.many] {
            let mast = self.locals.get(id).mast;
            means += mast.v;
            if mast.t > 0 {
                temperatures[hot] = mast.t;
                hot += 1;
            }
        }
        state.player.sign() * means + taken_in_turn(&mut temperatures[..hot])
    }
}
