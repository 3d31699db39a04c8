//! Our own evaluation: which kinds are in danger, who has the higher stacks and room for them, and who will run out of
//! captures. Linear in named weights; see `weights`.

use super::{
    placing::Placing,
    waltz::RINGS,
    weights::{Stage, Weights},
};
use crate::{
    geometry::{DIRECTIONS, FIELDS, SLOTS, each_slot, nearest},
    phase::Phase,
    piece::Kind,
    position::Tzaar,
};
use game::{Evaluation, Score, Side};

/// The workbench's own evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Main {
    /// What counts how much.
    pub weights: Weights,
    /// What counts while pieces are placed.
    pub placing: Placing,
}

impl Default for Main {
    fn default() -> Self {
        Main { weights: Weights::fitted(), placing: Placing::FITTED }
    }
}

impl Main {
    /// The evaluation for the side to move, wins within this turn left aside.
    pub fn estimate(&self, position: &Tzaar) -> i32 {
        if position.phase() == Phase::Placement {
            return self.placing.estimate(position);
        }
        let own = position.side_to_move();
        let mut sum = Stage::default();
        let two_moves = position.phase() == Phase::First;
        self.weights.tempo[usize::from(two_moves)].add_to(&mut sum, 1);
        self.add_side(position, own, 1, &mut sum);
        self.add_side(position, own.other(), -1, &mut sum);
        let stacks = position.stack_count() as i32;
        let all = FIELDS as i32;
        (sum.early * stacks + sum.late * (all - stacks)) / all
    }

    /// Adds what one side has, with the sign of that side.
    fn add_side(&self, position: &Tzaar, side: Side, sign: i32, sum: &mut Stage) {
        let weights = &self.weights;
        let other = side.other();
        let attacked = position.threats().attacked();
        let (own_turn, begins) = (side == position.side_to_move(), position.phase() == Phase::First);
        let (exposed_by_count, refuge, in_danger) = match (own_turn, begins) {
            (true, true) => (&weights.exposed, &weights.refuge, &weights.hanging),
            (true, false) => (&weights.exposed_last, &weights.refuge_last, &weights.hanging_last),
            (false, false) => (&weights.prey, &weights.refuge_once, &weights.hit_once),
            (false, true) => (&weights.prey_twice, &weights.refuge_twice, &weights.hit_twice),
        };
        let highest_of_other =
            Kind::ALL.map(|kind| position.highest(other, kind)).into_iter().max().unwrap_or(0);
        let (mut secure, mut rarest, mut rarest_lead) = (0, 15, 0);
        for kind in Kind::ALL {
            let count = usize::from(position.count(side, kind)) & 15;
            let stacks = position.stacks_of(side, kind);
            weights.count[count].add_to(sum, sign);
            let lead = i32::from(position.highest(side, kind)) - i32::from(highest_of_other);
            secure += usize::from(lead > 0);
            if count < rarest || count == rarest && lead < rarest_lead {
                (rarest, rarest_lead) = (count, lead);
            }
            let exposed = (attacked & stacks).count_ones();
            exposed_by_count[count.min(9)].add_to(sum, sign * exposed as i32);
            refuge[(count - exposed as usize).min(4)].add_to(sum, sign);
            let guards = (position.tall() & stacks).count_ones() as usize;
            weights.guard[count.clamp(1, 5) * 3 - 3 + guards.min(2)].add_to(sum, sign);
        }
        weights.secure[secure].add_to(sum, sign);
        weights.rarest[rarest.clamp(1, 6) * 3 - 3 + (rarest_lead.signum() + 1) as usize].add_to(sum, sign);
        let captures = (attacked & position.of_side(other)).count_ones() as usize;
        weights.captures[captures.min(10)].add_to(sum, sign);
        weights.choices[(position.capture_count(side) as usize).min(23) / 2].add_to(sum, sign);

        each_slot(position.tall() & position.of_side(side), |slot| {
            let height = usize::from(position.stack(slot).height());
            weights.tall[(height - 2).min(5)].add_to(sum, sign);
            weights.field[usize::from(SORTS[slot & 63])].add_to(sum, sign);
            if attacked >> slot & 1 != 0 {
                in_danger[(height - 2).min(3)].add_to(sum, sign);
            }
            if height >= 3 {
                let reach = if height == 3 { &weights.reach } else { &weights.reach_high };
                reach[targets(position, slot).min(3)].add_to(sum, sign);
            }
        });
    }
}

/// How many stacks the stack of a slot could capture.
#[inline]
fn targets(position: &Tzaar, slot: usize) -> usize {
    let (mover, occupied) = (position.stack(slot), position.occupied());
    let others = position.of_side(mover.side().other());
    (0..DIRECTIONS)
        .filter(|&direction| {
            let next = nearest(occupied, slot, direction);
            others >> next & 1 != 0 && position.stack(next).height() <= mover.height()
        })
        .count()
}

/// The sort of each field: 0 the corners, 1 the rest of the margin, 2 to 6 the sorts inside that WALTZ tells apart.
static SORTS: [u8; SLOTS] = {
    /// The sort of each of WALTZ's rings.
    const SORT_OF: [u8; RINGS.len()] = [0, 2, 3, 6, 4, 5];
    let mut sorts = [1; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        let mut ring = 0;
        while ring < RINGS.len() {
            if RINGS[ring].fields >> slot & 1 != 0 {
                sorts[slot] = SORT_OF[ring];
            }
            ring += 1;
        }
        slot += 1;
    }
    sorts
};

impl Evaluation<Tzaar> for Main {
    type State = ();

    fn root_state(&self, _: &Tzaar) {}

    fn evaluate(&self, position: &Tzaar, (): &()) -> Score {
        Score::estimate(self.estimate(position))
    }
}
