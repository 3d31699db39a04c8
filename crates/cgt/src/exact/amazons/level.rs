//! Whole sets of squares at once, for databases: all pairs of squares for one amazon each, with each player's best move.

use super::{
    AmazonsThermographs,
    bits::{Bits, Region, Turn, flooded, least_symmetry, turned},
    shapes::{NOTHING, Spot},
    store::negative,
};
use crate::{ExactError, Point, Unit, Walls, thermograph::wall::value_at};
use search::NodeBudget;

/// A best move: the indices within the set of the square that the amazon goes to and of the arrow.
pub(crate) type Best = [u8; 2];
/// No move.
pub(crate) const NO_MOVE: Best = [u8::MAX; 2];

/// Everything about one set of squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    /// The set, in the corner, the least of its images.
    pub(crate) image: Bits,
    /// How many moves an amazon alone has, for each square.
    pub(crate) runs: Vec<u8>,
    /// The thermograph for each pair of squares, the first of them Left's.
    pub(crate) numbers: Vec<u32>,
    /// Left's and Right's best moves for each pair.
    pub(crate) moves: Vec<[Best; 2]>,
}

/// The result of looking a position up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// A thermograph, the slot of the pair of squares, and whether colours are exchanged.
    Graph { graph: u32, slot: u32, swapped: bool },
    /// The amazons cannot meet: an integer.
    Integer(i32),
}

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
    /// Computes one set of squares. All smaller sets within it should be known, so that nothing recurses.
    pub(crate) fn block(&mut self, image: Bits, budget: &mut NodeBudget) -> Result<Block, ExactError> {
        let squares = squares(image);
        let mut block = Block { image, runs: Vec::new(), numbers: Vec::new(), moves: Vec::new() };
        self.shapes.shape(image);
        for &left in &squares {
            let run = self.run(Region { empty: image ^ left, left, right: 0 }, budget)?;
            block.runs.push(run as u8);
        }
        for (nth, &right) in squares.iter().enumerate() {
            for &left in &squares[..nth] {
                let region = Region { empty: image ^ left ^ right, left, right };
                let number = self.lookup(region, 0, budget)?;
                block.numbers.push(number);
                let best =
                    [self.best(region, number, false, budget)?, self.best(region, number, true, budget)?];
                block.moves.push(best);
            }
        }
        self.keep_runs(image, &block.runs);
        Ok(block)
    }

    fn keep_runs(&mut self, image: Bits, runs: &[u8]) {
        if let Some((_, start)) = self.shapes.image(image) {
            for (nth, &run) in runs.iter().enumerate() {
                self.shapes.set_run(start + nth as u32, run);
            }
        }
    }

    /// Restores a block. Blocks must come in the order in which they were computed.
    pub(crate) fn restore(&mut self, block: &Block) {
        self.shapes.shape(block.image);
        self.keep_runs(block.image, &block.runs);
        if let Some((start, _)) = self.shapes.image(block.image) {
            for (nth, &number) in block.numbers.iter().enumerate() {
                self.shapes.set_number(start + nth as u32, number);
            }
        }
    }

    /// The best move at the position's own temperature; of equals the best at 0, then at -1.
    fn best(
        &mut self,
        region: Region,
        graph: u32,
        for_right: bool,
        budget: &mut NodeBudget,
    ) -> Result<Best, ExactError> {
        let live = region.live();
        let index = |square: Bits| (live & (square - 1)).count_ones() as u8;
        let best = self.best_turn(region, graph, for_right, budget)?;
        Ok(best.map_or(NO_MOVE, |turn| [index(turn.to), index(turn.arrow)]))
    }

    fn best_turn(
        &mut self,
        region: Region,
        graph: u32,
        for_right: bool,
        budget: &mut NodeBudget,
    ) -> Result<Option<Turn>, ExactError> {
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
    pub(crate) fn free_moves(
        &mut self,
        empty: Bits,
        own: Bits,
        budget: &mut NodeBudget,
    ) -> Result<u32, ExactError> {
        let graph = self.lookup(Region { empty, left: own, right: 0 }, 0, budget)?;
        Ok((self.store.graph(graph).mast.v / i32::ONE) as u32)
    }

    /// How many thermographs there are.
    pub(crate) fn graphs(&self) -> u32 {
        self.store.graphs() as u32
    }

    /// How many different thermographs there are; one that is its own negative has two numbers.
    pub(crate) fn different(&self) -> usize {
        let parts = |id: u32| {
            let graph = self.store.graph(id);
            (graph.left, graph.right, graph.mast)
        };
        let twice = (0..self.graphs()).step_by(2).filter(|&id| parts(id) == parts(negative(id))).count();
        self.graphs() as usize - twice
    }

    /// The foot of a thermograph's mast.
    #[inline]
    pub(crate) fn mast(&self, graph: u32) -> Point<i32> {
        self.store.graph(graph).mast
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

    /// Looks a position with one amazon each up without computing anything.
    #[inline]
    pub(crate) fn look(&self, region: Region) -> Option<Look> {
        match self.shapes.find(region.live(), region.left, region.right)? {
            Spot::Together { slot, swapped, .. } => {
                let number = self.shapes.number(slot);
                (number != NOTHING).then(|| Look::Graph {
                    graph: if swapped { negative(number) } else { number },
                    slot,
                    swapped,
                })
            }
            Spot::Apart { slots: [l, r], .. } => {
                Some(Look::Integer(i32::from(self.shapes.run(l)?) - i32::from(self.shapes.run(r)?)))
            }
        }
    }

    /// The square of a position that is the n-th of the image of the part that holds `left`.
    pub(crate) fn square(&self, live: Bits, left: Bits, nth: u8) -> Option<Bits> {
        self.shapes.square(flooded(left, live), nth)
    }
}
