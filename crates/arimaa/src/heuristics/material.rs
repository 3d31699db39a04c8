//! Material and nothing else: the least an evaluation can know.

use super::{for_mover, placing};
use crate::{board::Board, piece::Kind, rules::Arimaa};
use game::{Evaluation, Score, Side};

/// The values of the thesis' program without its tables of squares: rabbits are worth more the fewer are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material;

impl Material {
    /// What one rabbit of a side that has `rabbits` of them is worth.
    pub const fn rabbit(value: i32, rabbits: i32) -> i32 {
        27 + value * 42 / (8 * rabbits + 1)
    }

    /// The sum for one side.
    pub fn sum(board: &Board, side: Side, values: &[i32; 6]) -> i32 {
        let count = |kind: Kind| board.pieces(side, kind).count_ones() as i32;
        let rabbits = count(Kind::Rabbit);
        let others = Kind::ALL[1..].iter().map(|&kind| values[kind.index()] * count(kind));
        rabbits * Self::rabbit(values[0], rabbits) + others.sum::<i32>()
    }
}

impl Evaluation<Arimaa> for Material {
    type State = ();

    fn root_state(&self, _: &Arimaa) {}

    fn evaluate(&self, position: &Arimaa, (): &()) -> Score {
        if position.is_setup() {
            return placing::estimate(position);
        }
        let [gold, silver] =
            Side::BOTH.map(|side| Material::sum(position.board(), side, &super::Rabbocop::VALUES));
        Score::estimate(for_mover(position, gold - silver))
    }
}
