//! What databases need: images of sets of squares, best moves, territories, and thermographs by number.

use super::{
    AmazonsThermographs,
    bits::{Bits, Region, Turn, flooded, least_symmetry, turned},
};
use crate::{ExactError, Result, Unit, Walls, thermograph::wall::value_at};
use search::NodeBudget;

/// The squares of a set, in order.
pub(crate) fn squares(set: Bits) -> Vec<Bits> {
    (0..64).map(|n| 1 << n).filter(|s| set & s != 0).collect()
}

/// The image of a set under a symmetry, moved to the corner.
pub(crate) fn imaged(set: Bits, (which, shift): (usize, u32)) -> Bits {
    turned(set)[which] >> shift
}

/// The least image of a connected set, or `None` if it is not connected.
pub(crate) fn least_image(set: Bits) -> Option<Bits> {
    let connected = set != 0 && flooded(set & set.wrapping_neg(), set) == set;
    connected.then(|| least_symmetry(set).2)
}

impl AmazonsThermographs {
    /// Restores the thermographs of one amazon each on a set of squares. Sets must come in the order in which they were
    /// computed.
    pub(crate) fn restore(&mut self, image: Bits, numbers: impl Iterator<Item = u32>) {
        self.shapes.shape(image);
        if let Some((start, _)) = self.shapes.image(image) {
            for (slot, number) in (start..).zip(numbers) {
                self.shapes.set_number(slot, number);
            }
        }
    }

    /// The best move at the position's own temperature; of equals the best at 0, then at -1.
    fn best_turn(
        &mut self,
        region: Region,
        graph: u32,
        for_right: bool,
        budget: &mut NodeBudget,
    ) -> Result<Option<Turn>> {
        let temperature = self.store.graph(graph).mast.t;
        let mut best: Option<([i32; 3], Turn)> = None;
        region.moves(for_right, |after, turn| {
            let graph = self.lookup(after, 0, budget)?;
            let graph = *self.store.graph(graph);
            let wall = self.store.wall(if for_right { graph.left } else { graph.right });
            let worth = [temperature, 0, -i32::ONE].map(|t| {
                let value = value_at(wall, t);
                if for_right { -value } else { value }
            });
            if best.is_none_or(|(so_far, _)| worth > so_far) {
                best = Some((worth, turn));
            }
            Ok::<(), ExactError>(())
        })?;
        Ok(best.map(|(_, turn)| turn))
    }

    /// Any number of amazons: the thermograph's number, and the best moves of Left and Right.
    pub(crate) fn best_moves(
        &mut self,
        region: Region,
        budget: &mut NodeBudget,
    ) -> Result<(u32, [Option<Turn>; 2]), ExactError> {
        let graph = self.lookup(region, 0, budget)?;
        let left = self.best_turn(region, graph, false, budget)?;
        let right = self.best_turn(region, graph, true, budget)?;
        Ok((graph, [left, right]))
    }

    /// How many moves amazons have in their territory.
    pub(crate) fn free_moves(&mut self, empty: Bits, own: Bits, budget: &mut NodeBudget) -> Result<u32> {
        let graph = self.lookup(Region { empty, left: own, right: 0 }, 0, budget)?;
        Ok((self.store.graph(graph).mast.v / i32::ONE) as u32)
    }

    /// How many thermographs there are.
    pub(crate) fn graphs(&self) -> u32 {
        self.store.graphs() as u32
    }

    /// A thermograph by number.
    pub(crate) fn interned(&self, graph: u32) -> Walls<i32> {
        let found = *self.store.graph(graph);
        Walls {
            left: self.store.wall(found.left).to_vec(),
            right: self.store.wall(found.right).to_vec(),
            mast: found.mast,
        }
    }

    /// Gives a thermograph and its negative the next numbers. False if it had numbers before.
    pub(crate) fn restore_graph(&mut self, walls: &Walls<i32>) -> bool {
        let next = self.graphs();
        self.store.intern(&walls.left, &walls.right, walls.mast) == next
    }
}
