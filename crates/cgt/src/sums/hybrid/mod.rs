//! The hybrid of local and global play (sections 2.3.3 and 6.2 of the thesis): an alpha-beta search of the whole sum that sees
//! boards by what is known of them alone.
//!
//! Small boards have exact means and temperatures, larger ones guessed ones. What is found out about a board is kept for the
//! whole game, and a turn of the sum costs the search no more than a look at a list. When everything is exact, the sum is
//! solved if that is possible in time, and played by its thermographs if not.

mod frame;
mod global;
mod local;
mod worth;

use super::{Chooser, Move, Source, Strategy, Sum, solve::Standing};
use crate::{
    exact::{
        ExactError,
        fast::{Fast, bits::Region},
    },
    games::Amazons,
    meter::{Clock, Meter, Unlimited},
    partizan::{Partizan, Player},
    thermograph::{Point, Sketch},
};
use frame::Frame;
use global::{MOST_BOARDS, Search, State, Table};
use local::{Locals, ONE};
use search::{Limits, TimeLimit};
use std::sync::atomic::AtomicBool;

/// How wide the hybrid looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HybridConfig {
    /// Moves of one player on one board that are looked at.
    pub moves: usize,
    /// The largest boards whose exact values are tried, in empty squares.
    pub exact: u32,
}

impl Default for HybridConfig {
    fn default() -> HybridConfig {
        HybridConfig { moves: 10, exact: 11 }
    }
}

/// The strategy that joins exact values, guesses and search of the whole sum.
pub struct Hybrid {
    config: HybridConfig,
    locals: Locals,
    table: Table,
}

/// The share of a limit of time that is used: some is left for what has to be done afterwards.
const USED_TIME: f64 = 0.97;
/// The share of the limits that exact values of one board may take, and the solution of the sum.
const SHARE_OF_BOARD: f64 = 0.15;
const SHARE_OF_SOLVER: f64 = 0.8;
/// No sum is won by more moves than this.
const MOST_AHEAD: i32 = 64 * MOST_BOARDS as i32;

impl Default for Hybrid {
    fn default() -> Hybrid {
        Hybrid::new(HybridConfig::default())
    }
}

impl Chooser for Hybrid {
    fn choose(
        &mut self,
        sum: &mut Sum<Amazons>,
        limits: Limits,
    ) -> Result<Option<Move<Amazons>>, ExactError> {
        let never = AtomicBool::new(false);
        self.choose_within(sum, &Clock::new(limits, &never))
    }

    fn new_sum(&mut self) {
        *self = Hybrid::new(self.config);
    }
}

/// Exact values within the limits of a move.
struct Known<'a, 'm> {
    values: &'a mut Fast,
    meter: &'a mut Meter<'m>,
}

impl Source<Amazons> for Known<'_, '_> {
    fn sketch(&mut self, component: &Amazons) -> Result<Sketch<i32>, ExactError> {
        self.values.of(component, self.meter)
    }
}

/// A share of some limits.
fn shared(limits: Limits, share: f64) -> Limits {
    Limits {
        time: limits.time.map(|t| TimeLimit::exactly(t.hard.mul_f64(share))),
        nodes: limits.nodes.map(|n| (n as f64 * share) as u64),
        depth: None,
    }
}

/// Takes nodes that were used elsewhere from a meter.
fn charge(meter: &mut Meter, nodes: u64) {
    for _ in 0..nodes {
        if meter.step().is_err() {
            break;
        }
    }
}

impl Hybrid {
    /// A hybrid that knows nothing yet.
    pub fn new(config: HybridConfig) -> Hybrid {
        Hybrid { config, locals: Locals::new(config.moves), table: Table::default() }
    }

    /// The move in a sum; `None` if there is none. When the clock ends it, what has been found out decides, and guesses do
    /// where that is nothing.
    pub fn choose_within(
        &mut self,
        sum: &mut Sum<Amazons>,
        whole: &Clock<'_>,
    ) -> Result<Option<Move<Amazons>>, ExactError> {
        let limits = whole.limits();
        let clock = whole.part(Limits { nodes: limits.nodes, ..shared(limits, USED_TIME) });
        let mut meter = Meter::new(&clock);
        self.locals.tidy();
        self.table.clear();
        let frames = sum.components.iter().map(Frame::of).collect::<Result<Vec<Frame>, _>>()?;
        // 1. Every board, exactly if it is small enough for that.
        let state = self.placed(&frames, sum.player, (limits, &clock), &mut meter)?;
        let boards = || state.boards[..state.many].iter().map(|&id| self.locals.get(id));
        let (is_exact, is_hot) = (boards().all(|b| b.is_exact), boards().any(|b| !b.is_cold()));
        // 2. The solution, if it can be found.
        if is_exact && is_hot {
            let share = clock.part(shared(limits, SHARE_OF_SOLVER));
            let mut own = Meter::new(&share);
            let solved = self.solved(sum, &mut own);
            charge(&mut meter, own.used());
            match solved {
                Ok(solved) => return Ok(solved),
                Err(ExactError::Stopped(_)) => {}
                Err(error) => return Err(error),
            }
        }
        // 3. What thermographs promise, which is certain, where there are no guesses; the search would end in means.
        if is_exact && is_hot {
            let mut known = Known { values: &mut self.locals.solver.values, meter: &mut meter };
            match Strategy::Thermostrat.choose(sum, &mut known) {
                Ok(chosen) => return Ok(chosen),
                Err(ExactError::Stopped(_)) => {}
                Err(error) => return Err(error),
            }
        }
        // 4. The search of the sum.
        let Hybrid { locals, table, .. } = self;
        let mut search = Search { locals, table, meter: &mut meter, frames: Vec::new(), was_cut: false };
        if let Some(best) = search.best(&state)? {
            let component = usize::from(best.board);
            let turn = self.locals.listed(best.listed as usize).turn;
            let after = frames[component].after(&sum.components[component], turn, sum.player);
            return Ok(Some(Move { component, after }));
        }
        // 5. Nothing but numbers: the move that costs least.
        self.cheapest(sum, &frames, &mut meter)
    }

    /// The sum as the search knows it.
    fn placed(
        &mut self,
        frames: &[Frame],
        player: Player,
        (limits, whole): (Limits, &Clock<'_>),
        meter: &mut Meter,
    ) -> Result<State, ExactError> {
        if frames.len() > MOST_BOARDS {
            return Err(ExactError::TooWide);
        }
        let mut state = State { boards: [0; MOST_BOARDS], many: frames.len(), player };
        for (nth, frame) in frames.iter().enumerate() {
            // Without exact values this takes no time.
            let guessed = self.locals.place(frame.region, false, &mut Meter::new(&Unlimited))?;
            state.boards[nth] = guessed;
            // The room of one player is counted sooner than a board of that size is solved.
            let local = self.locals.get(guessed);
            let is_small = local.is_cold() || local.empties() <= self.config.exact;
            if local.is_exact || !is_small || self.locals.was_tried(guessed) {
                continue;
            }
            let clock = whole.part(shared(limits, SHARE_OF_BOARD));
            let mut own = Meter::new(&clock);
            let tried = self.locals.place(frame.region, true, &mut own);
            charge(meter, own.used());
            if let Ok(exact) = tried {
                state.boards[nth] = exact;
            }
        }
        Ok(state)
    }

    /// The move that leads to the best score, by proof.
    fn solved(&mut self, sum: &Sum<Amazons>, meter: &mut Meter) -> Result<Option<Move<Amazons>>, ExactError> {
        let (player, other) = (sum.player, sum.player.other());
        let solver = &mut self.locals.solver;
        // A player who could give away so many free moves and still win is that much ahead.
        let given = |standing: &Standing, moves: i32| match player {
            Player::Left => standing.plus(-moves),
            Player::Right => standing.plus(moves),
        };
        // 1. How far ahead the player is, from what it seems like.
        let whole = solver.place(&sum.components, meter)?;
        let mut ahead = solver.promise(&whole, player).div_euclid(ONE);
        if solver.wins(&given(&whole, ahead), player, meter)? {
            while ahead < MOST_AHEAD && solver.wins(&given(&whole, ahead + 1), player, meter)? {
                ahead += 1;
            }
        } else {
            while ahead > -MOST_AHEAD && !solver.wins(&given(&whole, ahead), player, meter)? {
                ahead -= 1;
            }
        }
        // 2. A move that keeps it. Numbers need none while there is something else.
        for (component, position) in sum.components.iter().enumerate() {
            if solver.place(std::slice::from_ref(position), meter)?.is_number() {
                continue;
            }
            let mut others = sum.components.clone();
            others.remove(component);
            let others = solver.place(&others, meter)?;
            let mut options = Vec::new();
            position.options(player, |after| options.push(after));
            for after in options {
                let own = solver.place(std::slice::from_ref(&after), meter)?;
                let child = solver.sum(&others, &own);
                if !solver.wins(&given(&child, ahead), other, meter)? {
                    return Ok(Some(Move { component, after }));
                }
            }
        }
        Ok(None)
    }

    /// The move that costs least, or gains most, if the opponent answers it; of equals the one that calls for no answer.
    fn cheapest(
        &mut self,
        sum: &Sum<Amazons>,
        frames: &[Frame],
        meter: &mut Meter,
    ) -> Result<Option<Move<Amazons>>, ExactError> {
        let mut best: Option<([i32; 2], Move<Amazons>)> = None;
        for (component, (position, frame)) in sum.components.iter().zip(frames).enumerate() {
            let before = self.mast(frame.region, meter);
            let mut options = Vec::new();
            position.options(sum.player, |after| options.push(after));
            for after in options {
                let then = self.mast(Frame::of(&after)?.region, meter);
                let gained = match sum.player {
                    Player::Left => then.v - before.v,
                    Player::Right => before.v - then.v,
                };
                let worth = [gained - then.t.max(0), -then.t];
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, Move { component, after }));
                }
            }
        }
        Ok(best.map(|(_, chosen)| chosen))
    }

    /// Exact mean and temperature within the limits, and a guess beyond.
    fn mast(&mut self, region: Region, meter: &mut Meter) -> Point<i32> {
        let region = local::in_play(region);
        self.locals.solver.values.mast_of(region, meter).unwrap_or_else(|_| worth::worth(&region))
    }
}
