//! The thermograph of one position from those of its options, with as few of them computed as possible.
//!
//! An option need not be computed if a reply refutes it: a Left move to H does not matter at temperatures where Right's
//! reply K leaves no more than Left has already, `L_t(K) + t <= upper(t)`, because `R_t(H) <= L_t(K) + t`. That holds up to
//! some temperature; if the mast turns out to be higher, the option is computed after all.

use super::{
    AmazonsThermographs, Child, LEAST_TO_REFUTE, NOTHING, UNKNOWN, Wall,
    bits::{Region, Turn, queen},
    store::Graph,
};
use crate::{
    ExactError, Point, Result, Unit, Walls,
    thermograph::wall::{envelope, is_below, raise, refuted_up_to},
};
use search::NodeBudget;

/// The working space of one level of the recursion.
#[derive(Default)]
pub(super) struct Workspace {
    /// Best walls so far: the largest Right wall for Left, the smallest Left wall for Right.
    best: [Wall; 2],
    spare: Wall,
    /// Options of each player that are not known yet.
    open: [Vec<Child>; 2],
    /// Options refuted up to some temperature.
    refuted: [Vec<(Child, i32)>; 2],
    replies: Vec<(Child, Turn)>,
    /// Walls of the known options, with repetitions.
    known: Vec<Known>,
}

/// The wall of a known option: its id, and its first and last value.
#[derive(Clone, Copy)]
struct Known {
    wall: u32,
    bottom: i32,
    top: i32,
}

impl Known {
    /// The wall that matters to the player who moved.
    #[inline]
    fn new(graph: &Graph, side: usize) -> Known {
        let wall = if side == 0 { graph.right } else { graph.left };
        Known { wall, bottom: graph.bottoms[1 - side], top: graph.mast.v }
    }
}

/// How many replies that refuted other options are tried first.
const KILLERS: usize = 4;
/// How many unknown replies are computed in the hope of a refutation.
const TRIED_REPLIES: usize = 2;

impl AmazonsThermographs {
    /// Computes the thermograph of a reduced position.
    pub(super) fn compute(&mut self, region: Region, depth: usize, budget: &mut NodeBudget) -> Result<u32> {
        budget.step()?;
        while self.frames.len() <= depth {
            self.frames.push(Workspace::default());
        }
        let mut frame = std::mem::take(&mut self.frames[depth]);
        let answer = self.compute_in(&mut frame, region, depth, budget);
        self.frames[depth] = frame;
        answer
    }

    fn compute_in(
        &mut self,
        frame: &mut Workspace,
        region: Region,
        depth: usize,
        budget: &mut NodeBudget,
    ) -> Result<u32> {
        // 1. Merge the known options into the best walls.
        for side in 0..2 {
            self.collect_options(frame, region, side, depth, budget)?;
        }
        // 2. Each side needs a wall to compare with.
        for side in 0..2 {
            if frame.best[side].is_empty()
                && let Some(child) = frame.open[side].pop()
            {
                let graph = self.complete(&child, depth + 1, budget)?;
                self.merge(frame, side, graph);
            }
        }
        // 3. Refute or compute the other options.
        let mut temperature = self.temperature(frame)?;
        for side in 0..2 {
            let mut killers = Vec::with_capacity(KILLERS);
            while let Some(child) = frame.open[side].pop() {
                let up_to = self.refutation(frame, &child, side, temperature, &mut killers, depth, budget)?;
                match up_to {
                    Some(t) if t >= temperature => frame.refuted[side].push((child, t)),
                    _ => {
                        let graph = self.complete(&child, depth + 1, budget)?;
                        self.merge(frame, side, graph);
                        temperature = self.temperature(frame)?;
                    }
                }
            }
        }
        // 4. Compute the options that were refuted only below the mast.
        while let Some(side) = (0..2).find(|&side| frame.refuted[side].iter().any(|&(_, t)| t < temperature))
        {
            if let Some(at) = frame.refuted[side].iter().position(|&(_, t)| t < temperature) {
                let (child, _) = frame.refuted[side].swap_remove(at);
                let graph = self.complete(&child, depth + 1, budget)?;
                self.merge(frame, side, graph);
                temperature = self.temperature(frame)?;
            }
        }
        let [upper, lower] = &frame.best;
        self.build(upper, lower)
    }

    /// Merges the known options of one side into its best wall, and lists the others as open.
    fn collect_options(
        &mut self,
        frame: &mut Workspace,
        region: Region,
        side: usize,
        depth: usize,
        budget: &mut NodeBudget,
    ) -> Result<()> {
        let refuting = region.empty.count_ones() >= self.refuting_from.unwrap_or(LEAST_TO_REFUTE);
        let duel = AmazonsThermographs::is_duel(&region);
        frame.best[side].clear();
        frame.open[side].clear();
        frame.known.clear();
        frame.refuted[side].clear();
        let mut shapes = [NOTHING; 64];
        region.moves(side == 1, |after, turn| {
            let mut child = if duel {
                let shape = &mut shapes[turn.arrow.trailing_zeros() as usize & 63];
                if *shape == NOTHING {
                    *shape = self.shapes.shape(after.live());
                }
                let spot = self.shapes.spot(after.live(), *shape, after.left, after.right);
                let graph = self.known_duel(spot, after, budget)?;
                if graph != UNKNOWN {
                    frame.known.push(Known::new(self.store.graph(graph), side));
                    return Ok(());
                }
                AmazonsThermographs::duel_child(spot, after, graph)
            } else {
                self.resolve(after, budget)?
            };
            if child.graph == UNKNOWN && !refuting {
                child.graph = self.complete(&child, depth + 1, budget)?;
            }
            if child.graph == UNKNOWN {
                child.score = mobility(&child.region, side);
                frame.open[side].push(child);
            } else {
                frame.known.push(Known::new(self.store.graph(child.graph), side));
            }
            Ok::<(), ExactError>(())
        })?;
        self.merge_known(frame, side);
        // The most promising option is last, to be popped first.
        frame.open[side].sort_unstable_by_key(|c| (c.score, c.normal.live, c.normal.queens));
        frame.open[side].dedup_by_key(|c| (c.normal.live, c.normal.queens, c.normal.swapped, c.offset));
        Ok(())
    }

    /// Merges all known walls of one side into its best wall, each once.
    fn merge_known(&mut self, frame: &mut Workspace, side: usize) {
        self.token += 1;
        if self.seen.len() < self.store.wall_count() {
            self.seen.resize(self.store.wall_count() * 2, 0);
        }
        // A wall that ends no better than the best one begins is never better.
        let sign = if side == 0 { 1 } else { -1 };
        let Some(first) = frame.known.iter().copied().max_by_key(|k| (sign * k.bottom, sign * k.top)) else {
            return;
        };
        self.seen[first.wall as usize] = self.token;
        self.merge_wall(frame, side, first.wall);
        let known = std::mem::take(&mut frame.known);
        for k in &known {
            if sign * k.top > sign * first.bottom
                && std::mem::replace(&mut self.seen[k.wall as usize], self.token) != self.token
            {
                self.merge_wall(frame, side, k.wall);
            }
        }
        frame.known = known;
    }

    /// Merges the wall of an option into the best wall of its side.
    #[inline]
    fn merge(&mut self, frame: &mut Workspace, side: usize, graph: u32) {
        let graph = self.store.graph(graph);
        self.merge_wall(frame, side, if side == 0 { graph.right } else { graph.left });
    }

    #[inline]
    fn merge_wall(&mut self, frame: &mut Workspace, side: usize, wall: u32) {
        let Workspace { best, spare, .. } = frame;
        let best = &mut best[side];
        let wall = self.store.wall(wall);
        let Some(&last) = wall.last() else { return };
        if best.is_empty() {
            best.extend_from_slice(wall);
        } else if side == 0 && last.v <= best[0].v || side == 1 && last.v >= best[0].v {
            // Walls of one side lean the same way, so their ends show that this one is never better.
        } else if side == 0 && !is_below(wall, best) {
            envelope::<i32, true>(best, wall, spare);
            std::mem::swap(best, spare);
        } else if side == 1 && !is_below(best, wall) {
            envelope::<i32, false>(best, wall, spare);
            std::mem::swap(best, spare);
        }
    }

    /// The temperature if no other options mattered.
    fn temperature(&mut self, frame: &Workspace) -> Result<i32> {
        let [upper, lower] = &frame.best;
        if upper.is_empty() || lower.is_empty() {
            return Ok(-i32::ONE);
        }
        let [left, right] = &mut self.scratch;
        Ok(raise(upper, lower, left, right)?.t)
    }

    /// The temperature up to which a reply refutes an option; stops when it is at least `wanted`.
    #[expect(clippy::too_many_arguments, reason = "one call, in one place")]
    fn refutation(
        &mut self,
        frame: &mut Workspace,
        child: &Child,
        side: usize,
        wanted: i32,
        killers: &mut Vec<Turn>,
        depth: usize,
        budget: &mut NodeBudget,
    ) -> Result<Option<i32>> {
        // The offset is not part of the region, so the walls of replies must be shifted by it.
        let offset = child.offset;
        let mut most = None;
        for nth in 0..killers.len() {
            if let Some(after) = child.region.after(killers[nth], side == 0) {
                let reply = self.resolve(after, budget)?;
                if reply.graph != UNKNOWN {
                    most = most.max(self.refutes(frame, side, reply.graph, offset));
                    if most >= Some(wanted) {
                        killers[..=nth].rotate_right(1);
                        return Ok(most);
                    }
                }
            }
        }
        frame.replies.clear();
        let mut replies = std::mem::take(&mut frame.replies);
        let mut found = None;
        child.region.moves(side == 0, |after, turn| {
            if found.is_some() {
                return Ok(());
            }
            let mut reply = self.resolve(after, budget)?;
            if reply.graph == UNKNOWN {
                reply.score = mobility(&reply.region, 1 - side);
                replies.push((reply, turn));
            } else {
                most = most.max(self.refutes(frame, side, reply.graph, offset));
                if most >= Some(wanted) {
                    found = Some(turn);
                }
            }
            Ok::<(), ExactError>(())
        })?;
        if found.is_none() {
            replies.sort_unstable_by_key(|(c, _)| (-c.score, c.normal.live, c.normal.queens));
            for (reply, turn) in replies.iter().take(TRIED_REPLIES) {
                let graph = self.complete(reply, depth + 2, budget)?;
                most = most.max(self.refutes(frame, side, graph, offset));
                if most >= Some(wanted) {
                    found = Some(*turn);
                    break;
                }
            }
        }
        frame.replies = replies;
        if let Some(turn) = found {
            killers.truncate(KILLERS - 1);
            killers.insert(0, turn);
        }
        Ok(most)
    }

    #[inline]
    fn refutes(&mut self, frame: &Workspace, side: usize, reply: u32, offset: i32) -> Option<i32> {
        let reply = self.store.shifted(reply, offset);
        let graph = self.store.graph(reply);
        if side == 0 {
            refuted_up_to::<i32, true>(self.store.wall(graph.left), &frame.best[0])
        } else {
            refuted_up_to::<i32, false>(self.store.wall(graph.right), &frame.best[1])
        }
    }

    fn build(&mut self, upper: &[Point<i32>], lower: &[Point<i32>]) -> Result<u32> {
        let [upper, lower] = [upper, lower].map(|wall| (!wall.is_empty()).then_some(wall));
        let Walls { left, right, mast } = Walls::from_envelopes(upper, lower)?;
        Ok(self.store.intern(&left, &right, mast))
    }
}

/// A mobility score for the player who moved: squares that amazons reach in one move.
#[inline]
fn mobility(region: &Region, side: usize) -> i32 {
    let reach = |mut set: u64| {
        let mut all = 0;
        while set != 0 {
            let one = set & set.wrapping_neg();
            set ^= one;
            all |= queen(one, region.empty);
        }
        all.count_ones() as i32
    };
    let balance = reach(region.left) - reach(region.right);
    if side == 0 { balance } else { -balance }
}
