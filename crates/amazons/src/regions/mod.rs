//! Regions of a board that cannot influence each other any more, whose territory they are, and how many turns are in it.
//!
//! **What is split.** No amazon and no arrow ever leaves the squares that are connected, over the eight directions, by
//! squares that are empty or hold an amazon: burnt squares stay burnt, and amazons only go over empty ones. So these
//! *components* stay independent. An amazon that touches two areas joins them, because it may step aside.
//!
//! **Blockers.** A component with amazons of both sides is split further only when that is proven: if no empty square can be
//! reached by both, each side holds its own empty squares and the sides touch at most where amazons stand next to enemy
//! amazons. Such an amazon is a *gate*: as long as it stays, or burns the square it leaves with the arrow of the same turn
//! (which it can always do), its side's ground stays closed. If both sides can fill their ground completely that way, say
//! `w` and `b` empty squares, each is sure of that many turns, and gets no more than that as long as
//! the other keeps closed; so the component is worth exactly `w − b`, the sum of two territories.
//!
//! **Defective territories.** A side may be unable to use all squares of its own ground. [`fill`] looks for a filling and
//! counts small grounds exactly; larger ones get bounds that are never wrong. [`blockers`] has exact counts of all grounds in a small
//! box, gates included, for those who ask for them.

mod ahead;
pub mod blockers;
pub mod fill;
mod settled;

pub use ahead::{decided, decided_with};
pub use settled::{settled, settled_with};

use crate::{
    grid::{Squares, lowest},
    rules::Amazons,
    slides::{neighbours, reached_by_king},
};
use fill::{Effort, Ground};
use game::{Decomposes, Game, Holder, Region, Side, Span};

/// One region, as squares of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// Its empty squares.
    pub empty: Squares,
    /// The amazons in it.
    pub amazons: [Squares; 2],
    /// Who can ever move in it.
    pub holder: Holder,
    /// How many turns the holder can make, if there is one.
    pub turns: Option<Span>,
}

/// The regions by their lowest squares; of a split component White's part comes first. In the middle of a turn territories are not counted and components not split further, since the arrow
/// that is still to come may matter.
pub fn survey(position: &Amazons) -> Vec<Area> {
    let amazons = Side::BOTH.map(|side| position.amazons(side));
    let mut left = position.empty() | amazons[0] | amazons[1];
    let mut regions = Vec::new();
    while left != 0 {
        let component = component_of(lowest(left).alone(), left);
        left &= !component;
        let area = Area {
            empty: component & position.empty(),
            amazons: amazons.map(|set| set & component),
            holder: Holder::Neither,
            turns: None,
        };
        judge(area, position.starts_turn(), &mut regions);
    }
    regions
}

/// The squares connected with these within a set.
pub(crate) fn component_of(seed: Squares, within: Squares) -> Squares {
    seed | reached_by_king(seed, within)
}

/// Finds out who holds a component, and adds it or the parts it falls into.
fn judge(area: Area, starts_turn: bool, regions: &mut Vec<Area>) {
    let reach = area.amazons.map(|own| reached_by_king(own, area.empty));
    let [white, black] = reach;
    if white & black != 0 || (white != 0 && black != 0 && !starts_turn) {
        regions.push(Area { holder: Holder::Both, ..area });
        return;
    }
    let touch = neighbours(area.amazons[0]) & area.amazons[1] != 0;
    if !touch {
        // A component with amazons of both sides that do not touch would have an empty square reached by both.
        let holder = match (white != 0, black != 0) {
            (true, _) => Holder::One(Side::First),
            (_, true) => Holder::One(Side::Second),
            _ => Holder::Neither,
        };
        let turns = match holder {
            Holder::One(side) if starts_turn => {
                Some(fill::count(ground(&area, side, &reach), Effort::THOROUGH))
            }
            _ => None,
        };
        regions.push(Area { holder, turns, ..area });
        return;
    }
    if white == 0 && black == 0 {
        regions.push(area);
        return;
    }
    let filled = Side::BOTH.map(|side| {
        let ground = ground(&area, side, &reach);
        (starts_turn && fill::count(ground, Effort::THOROUGH).least == ground.empty.count_ones())
            .then_some(ground)
    });
    let [Some(white), Some(black)] = filled else {
        regions.push(Area { holder: Holder::Both, ..area });
        return;
    };
    for (side, ground) in [(Side::First, white), (Side::Second, black)] {
        let mut amazons = [0; 2];
        amazons[side.index()] = ground.amazons;
        let size = ground.empty.count_ones();
        let (holder, turns) = match size {
            0 => (Holder::Neither, None),
            _ => (Holder::One(side), Some(Span { least: size, most: size })),
        };
        regions.push(Area { empty: ground.empty, amazons, holder, turns });
    }
}

/// What a side holds in an area where no empty square is reached by both.
fn ground(area: &Area, side: Side, reach: &[Squares; 2]) -> Ground {
    let amazons = area.amazons[side.index()];
    Ground {
        empty: reach[side.index()],
        amazons,
        gates: amazons & neighbours(area.amazons[side.other().index()]),
    }
}

impl Decomposes for Amazons {
    fn regions(&self) -> Vec<Region<Amazons>> {
        let part = |area: &Area| {
            let [white, black] = area.amazons;
            let burnt = self.size().board() & !(area.empty | white | black);
            let position = Amazons::new(self.size(), area.amazons, burnt, self.to_move(), None).ok()?;
            Some(Region { position, holder: area.holder, turns: area.turns })
        };
        survey(self).iter().filter_map(part).collect()
    }
}
