//! Amazons endgames by exact values: the regions are a sum of games, and `cgt` says who wins a sum.
//!
//! A turn is played only when the sum that it leaves is proven lost for the opponent, so a won endgame stays won. Territories
//! that could not be counted exactly are taken at their worst for the side that should win.

use super::local::{self, LEFT};
use crate::endgame::{Endgame, Settled};
use amazons::{Act, Amazons, regions::settled};
use cgt::{
    Player,
    exact::ExactError,
    games,
    sums::{SimplifiedSum, SumSolver},
};
use game::{Decomposes, Game, Holder, Region, Side, Span, TurnChoice, Verdict, distinct_turns, play_turn};
use search::{Control, NodeBudget, NodeSource};

/// Positions and sums that are remembered before everything is forgotten: some hundred megabytes.
const MOST_REMEMBERED: usize = 4_000_000;

/// See the [module](self).
#[derive(Default)]
pub(super) struct ByValues {
    solver: SumSolver,
}

/// Most nodes for one turn, about a second, so that alpha-beta gets its turn even without limits.
const MOST_NODES: u64 = 200_000;

/// A position as a sum of games.
struct Apart {
    /// Regions that both sides can still play in.
    open: Vec<Region<Amazons>>,
    /// Regions of one side.
    own: Vec<Region<Amazons>>,
    /// Free moves of Left, at least and at most.
    free: [i32; 2],
}

/// How hard a region is to value, in empty squares of a region with one amazon each. Every further amazon costs as much as
/// two squares: of 60 boards with three amazons each, regions of ten squares with all six took more than 200,000 nodes.
fn effort(region: &Amazons) -> u32 {
    let amazons: u32 = Side::BOTH.map(|side| region.amazons(side).count_ones()).iter().sum();
    region.empty().count_ones() + 2 * amazons.saturating_sub(2)
}

/// Takes a position apart; `None` if an open region is too large.
fn apart(position: &Amazons, largest: u32) -> Option<Apart> {
    let mut all = Apart { open: Vec::new(), own: Vec::new(), free: [0; 2] };
    for region in position.regions() {
        match region.holder {
            Holder::Neither => {}
            Holder::Both if effort(&region.position) > largest => return None,
            Holder::Both => all.open.push(region),
            Holder::One(side) => {
                let empty = region.position.empty().count_ones();
                let Span { least, most } = region.turns.unwrap_or(Span { least: 0, most: empty });
                let [few, many] = if side == LEFT {
                    [least as i32, most as i32]
                } else {
                    [-(most as i32), -(least as i32)]
                };
                all.free = [all.free[0] + few, all.free[1] + many];
                all.own.push(region);
            }
        }
    }
    Some(all)
}

impl Apart {
    /// Free moves of Left as this player should fear them.
    fn feared(&self, player: Player) -> i32 {
        self.free[usize::from(player == Player::Right)]
    }
}

impl ByValues {
    /// The open regions of a position as a sum.
    fn standing(
        &mut self,
        all: &Apart,
        budget: &mut NodeBudget,
    ) -> Result<Option<SimplifiedSum>, ExactError> {
        let locals: Option<Vec<games::Amazons>> = all.open.iter().map(|r| local::game(&r.position)).collect();
        locals.map(|locals| self.solver.place(&locals, budget)).transpose()
    }

    /// A turn that leaves the opponent lost, or the certainty that there is none.
    fn judge(
        &mut self,
        position: &Amazons,
        all: &Apart,
        budget: &mut NodeBudget,
    ) -> Result<Option<(Verdict, Vec<Act>)>, ExactError> {
        let (me, other) = (local::player(position.to_move()), local::player(position.to_move().other()));
        let Some(whole) = self.standing(all, budget)? else { return Ok(None) };
        if !self.solver.wins(&whole.plus(all.feared(me)), me, budget)? {
            let lost = !self.solver.wins(&whole.plus(all.feared(other)), me, budget)?;
            return Ok(lost.then(|| (Verdict::Loss, Vec::new())));
        }
        // The winner of a sum with parts that are not numbers has a winning move in one of those.
        for turn in self.fighting_turns(all, me, budget)? {
            let left = turn.1.plus(all.feared(me));
            if !self.solver.wins(&left, other, budget)? {
                return Ok(Some((Verdict::Win, turn.0)));
            }
        }
        self.counting_turn(position, all, me, budget).map(|turn| turn.map(|turn| (Verdict::Win, turn)))
    }

    /// All turns in open regions with the sums of open regions that they leave, the most promising first.
    fn fighting_turns(
        &mut self,
        all: &Apart,
        me: Player,
        budget: &mut NodeBudget,
    ) -> Result<Vec<(Vec<Act>, SimplifiedSum)>, ExactError> {
        let mut found = Vec::new();
        for (nth, region) in all.open.iter().enumerate() {
            let others = all.open.iter().enumerate().filter(|(at, _)| *at != nth);
            let locals: Vec<games::Amazons> = others.filter_map(|(_, r)| local::game(&r.position)).collect();
            let others = self.solver.place(&locals, budget)?;
            for TurnChoice { actions, result } in distinct_turns(&region.position) {
                let Some(after) = local::game(&result) else { continue };
                let after = self.solver.place(&[after], budget)?;
                found.push((actions, self.solver.sum(&others, &after)));
            }
        }
        found.sort_by_key(|(_, left)| self.solver.estimate(left, me.other()));
        Ok(found)
    }

    /// A turn on one's own ground that wastes nothing. Judged on the whole board, because an amazon that stands against an
    /// enemy may have to burn the square that it leaves.
    fn counting_turn(
        &mut self,
        position: &Amazons,
        all: &Apart,
        me: Player,
        budget: &mut NodeBudget,
    ) -> Result<Option<Vec<Act>>, ExactError> {
        let own = all.own.iter().filter(|r| r.holder == Holder::One(position.to_move()));
        for region in own {
            for TurnChoice { actions, .. } in distinct_turns(&region.position) {
                let after = play_turn(position, &actions);
                if after.outcome().is_some() || settled(&after).is_some_and(|score| score.is_loss()) {
                    return Ok(Some(actions));
                }
                budget.step()?;
                let Some(left) = apart(&after, u32::MAX) else { continue };
                let Some(standing) = self.standing(&left, budget)? else { continue };
                if !self.solver.wins(&standing.plus(left.feared(me)), me.other(), budget)? {
                    return Ok(Some(actions));
                }
            }
        }
        Ok(None)
    }
}

impl Endgame<Amazons> for ByValues {
    fn settle(
        &mut self,
        position: &Amazons,
        largest: u32,
        control: &dyn Control<Amazons>,
        nodes: &mut u64,
    ) -> Option<Settled<Amazons>> {
        if !position.starts_turn() {
            return None;
        }
        let all = apart(position, largest)?;
        if self.solver.remembered() > MOST_REMEMBERED {
            self.solver = SumSolver::default();
        }
        let mut budget = NodeBudget::<dyn NodeSource>::new(control).at_most(MOST_NODES);
        let judged = self.judge(position, &all, &mut budget);
        *nodes += budget.used();
        let (verdict, turn) = judged.ok().flatten()?;
        // Every turn burns a square and has two actions.
        Some(Settled { verdict, turn, longest: 2 * position.empty().count_ones() })
    }

    fn new_game(&mut self) {
        self.solver = SumSolver::default();
    }
}
