//! The hybrid of local and global play (sections 2.3.3 and 6.2 of the thesis): an alpha-beta search of the whole sum that
//! knows each board only by its mean, its temperature and a few moves.
//!
//! Small boards have exact means and temperatures, larger ones estimates. Both are kept for the whole game, so a move of the
//! sum costs the search one look-up. When everything is exact, the hybrid solves the sum if the limits allow, and plays
//! thermostrat if not.

mod estimate;
mod global;
mod local;

use super::{Move, Source, Strategy, Sum, SumPlayer, solve::SimplifiedSum, source::share};
use crate::{
    Amazons, ExactError, Partizan, Player, Point, Result, Walls,
    exact::{
        AmazonsThermographs,
        amazons::{MAX_AMAZONS, bits::Region, board::SmallBoard},
    },
};
use global::{MAX_BOARDS, Search, State, Table};
use local::{Locals, ONE};
use search::{Clock, Limits, NodeBudget, Unlimited};
use std::sync::atomic::AtomicBool;

/// The settings of the hybrid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HybridConfig {
    /// Moves per player and board that the search considers.
    pub moves: usize,
    /// The largest boards to value exactly, in empty squares.
    pub exact: u32,
}

impl Default for HybridConfig {
    fn default() -> HybridConfig {
        HybridConfig { moves: 10, exact: 11 }
    }
}

/// A player that combines exact values, estimates and a search of the whole sum.
pub struct Hybrid {
    config: HybridConfig,
    locals: Locals,
    table: Table,
}

/// The share of the time limit that is used; the rest is for what follows the search.
const USED_TIME: f64 = 0.97;
/// The shares of the limits for the exact value of one board, and for the solution of the sum.
const SHARE_OF_BOARD: f64 = 0.15;
const SHARE_OF_SOLVER: f64 = 0.8;
/// No sum is won by more moves than this.
const MAX_AHEAD: i32 = 64 * MAX_BOARDS as i32;

impl Default for Hybrid {
    fn default() -> Hybrid {
        Hybrid::new(HybridConfig::default())
    }
}

impl SumPlayer for Hybrid {
    fn choose(&mut self, sum: &mut Sum<Amazons>, limits: Limits) -> Result<Option<Move<Amazons>>> {
        let never = AtomicBool::new(false);
        self.choose_within(sum, &Clock::new(limits, &never))
    }

    fn new_sum(&mut self) {
        *self = Hybrid::new(self.config);
    }
}

/// Exact values within the limits of a move.
struct Known<'a, 'm> {
    values: &'a mut AmazonsThermographs,
    budget: &'a mut NodeBudget<'m>,
}

impl Source<Amazons> for Known<'_, '_> {
    fn walls(&mut self, component: &Amazons) -> Result<Walls<i32>> {
        self.values.walls(component, self.budget)
    }
}

/// A component on the small board, within what exact values can hold.
fn small(position: &Amazons) -> Result<SmallBoard> {
    let amazons = (position.0.left | position.0.right).count_ones();
    SmallBoard::in_place(&position.0).filter(|_| amazons <= MAX_AMAZONS).ok_or(ExactError::TooWide)
}

/// Takes nodes that another budget used from this one.
fn charge(budget: &mut NodeBudget, nodes: u64) {
    for _ in 0..nodes {
        if budget.step().is_err() {
            break;
        }
    }
}

impl Hybrid {
    /// A hybrid with nothing in memory.
    pub fn new(config: HybridConfig) -> Hybrid {
        Hybrid { config, locals: Locals::new(config.moves), table: Table::default() }
    }

    /// The move in a sum; `None` if there is none. When the clock stops it, what it knows by then decides.
    pub fn choose_within(
        &mut self,
        sum: &mut Sum<Amazons>,
        whole: &Clock<'_>,
    ) -> Result<Option<Move<Amazons>>> {
        let limits = whole.limits();
        let clock = whole.part(Limits { nodes: limits.nodes, ..share(limits, USED_TIME) });
        let mut budget: NodeBudget = NodeBudget::new(&clock);
        self.locals.tidy();
        self.table.clear();
        let small_boards = sum.components.iter().map(small).collect::<Result<Vec<_>, _>>()?;
        // 1. Value every board, exactly if it is small enough.
        let state = self.placed(&small_boards, sum.player, (limits, &clock), &mut budget)?;
        let boards = || state.boards[..state.many].iter().map(|&id| self.locals.get(id));
        let (is_exact, is_hot) = (boards().all(|b| b.is_exact), boards().any(|b| !b.is_cold()));
        // 2. Solve the sum, if the limits allow. Otherwise thermostrat has a guarantee, while the search would end in means.
        if is_exact && is_hot {
            let share = clock.part(share(limits, SHARE_OF_SOLVER));
            let mut own: NodeBudget = NodeBudget::new(&share);
            let mut chosen = self.solved(sum, &mut own);
            charge(&mut budget, own.used());
            if let Err(ExactError::Stopped(_)) = chosen {
                let mut known = Known { values: &mut self.locals.solver.values, budget: &mut budget };
                chosen = Strategy::Thermostrat.choose(sum, &mut known);
            }
            if !matches!(chosen, Err(ExactError::Stopped(_))) {
                return chosen;
            }
        }
        // 3. Search the sum.
        let Hybrid { locals, table, .. } = self;
        let mut search =
            Search { locals, table, budget: &mut budget, move_lists: Vec::new(), was_cut: false };
        if let Some(best) = search.best(&state)? {
            let component = usize::from(best.board);
            let turn = self.locals.listed(best.listed as usize).turn;
            let squares = [turn.from, turn.to, turn.arrow];
            let after = small_boards[component].after(&sum.components[component], sum.player, squares);
            return Ok(Some(Move { component, after }));
        }
        // 4. Nothing but numbers: the move that costs least.
        self.cheapest(sum, &mut budget)
    }

    /// The sum as positions that the search knows.
    fn placed(
        &mut self,
        boards: &[SmallBoard],
        player: Player,
        (limits, whole): (Limits, &Clock<'_>),
        budget: &mut NodeBudget,
    ) -> Result<State> {
        if boards.len() > MAX_BOARDS {
            return Err(ExactError::TooWide);
        }
        let mut state = State { boards: [0; MAX_BOARDS], many: boards.len(), player };
        for (nth, board) in boards.iter().enumerate() {
            // An estimate takes no time.
            let guessed = self.locals.place(board.region, false, &mut NodeBudget::new(&Unlimited))?;
            state.boards[nth] = guessed;
            // Territory is counted faster than a contested board of the same size is solved.
            let local = self.locals.get(guessed);
            let is_small = local.is_cold() || local.empties() <= self.config.exact;
            if local.is_exact || !is_small || self.locals.was_tried(guessed) {
                continue;
            }
            let clock = whole.part(share(limits, SHARE_OF_BOARD));
            let mut own: NodeBudget = NodeBudget::new(&clock);
            let tried = self.locals.place(board.region, true, &mut own);
            charge(budget, own.used());
            if let Ok(exact) = tried {
                state.boards[nth] = exact;
            }
        }
        Ok(state)
    }

    /// The move that leads to the best score, proven.
    fn solved(&mut self, sum: &Sum<Amazons>, budget: &mut NodeBudget) -> Result<Option<Move<Amazons>>> {
        let (player, other) = (sum.player, sum.player.other());
        let solver = &mut self.locals.solver;
        // A player who still wins after giving away so many free moves is that much ahead.
        let given = |standing: &SimplifiedSum, moves: i32| standing.plus(-player.sign() * moves);
        // 1. How far ahead the player is, starting from an estimate.
        let whole = solver.place(&sum.components, budget)?;
        let mut ahead = solver.estimate(&whole, player).div_euclid(ONE);
        if solver.wins(&given(&whole, ahead), player, budget)? {
            while ahead < MAX_AHEAD && solver.wins(&given(&whole, ahead + 1), player, budget)? {
                ahead += 1;
            }
        } else {
            while ahead > -MAX_AHEAD && !solver.wins(&given(&whole, ahead), player, budget)? {
                ahead -= 1;
            }
        }
        // 2. A move that keeps the lead. Moves in numbers can wait.
        for (component, position) in sum.components.iter().enumerate() {
            if solver.place(std::slice::from_ref(position), budget)?.is_number() {
                continue;
            }
            let mut others = sum.components.clone();
            others.remove(component);
            let others = solver.place(&others, budget)?;
            for after in position.all_options(player) {
                let own = solver.place(std::slice::from_ref(&after), budget)?;
                let child = solver.sum(&others, &own);
                if !solver.wins(&given(&child, ahead), other, budget)? {
                    return Ok(Some(Move { component, after }));
                }
            }
        }
        Ok(None)
    }

    /// The move that costs least if the opponent answers it; of equals the one that needs no answer.
    fn cheapest(&mut self, sum: &Sum<Amazons>, budget: &mut NodeBudget) -> Result<Option<Move<Amazons>>> {
        let mut best: Option<([i32; 2], Move<Amazons>)> = None;
        for (component, position) in sum.components.iter().enumerate() {
            let before = self.mast(small(position)?.region, budget);
            for after in position.all_options(sum.player) {
                let then = self.mast(small(&after)?.region, budget);
                let gained = sum.player.sign() * (then.v - before.v);
                let worth = [gained - then.t.max(0), -then.t];
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, Move { component, after }));
                }
            }
        }
        Ok(best.map(|(_, chosen)| chosen))
    }

    /// Mean and temperature, exact within the limits and estimated beyond.
    fn mast(&mut self, region: Region, budget: &mut NodeBudget) -> Point<i32> {
        let region = local::in_play(region);
        self.locals.solver.values.mast_of(region, budget).unwrap_or_else(|_| estimate::estimate(&region))
    }
}
