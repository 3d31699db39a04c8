//! How many turns a side can make on ground of its own: an exact count where that is feasible, safe bounds elsewhere.
//!
//! Each turn burns one square, so there are at most as many turns as empty squares. A walk that never cuts anything off shows
//! that all can be had; where it fails, small grounds are searched completely. Filling is hard in general (Buro 2000).

use super::blockers;
use crate::{
    grid::{Square, Squares, lowest, members},
    slides::{neighbours, reached_by_king, slides_from},
};
use game::Span;

/// Ground that only one side can enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The empty squares.
    pub empty: Squares,
    /// The amazons that share them.
    pub amazons: Squares,
    /// Those of the amazons that keep enemies out: when one leaves, its arrow must burn the square it leaves.
    pub gates: Squares,
}

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Grounds up to this many empty squares are searched completely if walking does not fill them.
    pub most_empty: u32,
    /// Most turns tried in such a search; if that is not enough, bounds are given.
    pub most_nodes: u32,
    /// Ask the database of blocker territories where walking does not fill a ground, before searching.
    pub blockers: bool,
}

impl Effort {
    /// What a search can afford at every node.
    pub const QUICK: Effort = Effort { most_empty: 7, most_nodes: 300, blockers: false };
    /// The same with the database of blocker territories.
    pub const PROBING: Effort = Effort { blockers: true, ..Effort::QUICK };
    /// What a person waits for.
    pub const THOROUGH: Effort = Effort { most_empty: 14, most_nodes: 100_000, blockers: false };
}

/// How many turns the side can make here, keeping its gates closed.
///
/// Without gates an exact answer is the value of the ground. With gates only `least` is a promise about the whole board; the
/// number of empty squares is reported as `most`.
pub fn count(ground: Ground, effort: Effort) -> Span {
    count_parts(ground, None, effort, u32::MAX)
}

/// The same, with `shooter` about to shoot first (which is not counted as a turn) and no interest in more than `enough`.
pub(crate) fn count_parts(ground: Ground, shooter: Option<Square>, effort: Effort, enough: u32) -> Span {
    let mut total = Span { least: 0, most: 0 };
    let mut left = ground.amazons;
    while left != 0 && total.least < enough {
        let seed = lowest(left).alone();
        let component = super::component_of(seed, ground.empty | ground.amazons);
        left &= !component;
        let part = Ground {
            empty: component & ground.empty,
            amazons: component & ground.amazons,
            gates: component & ground.gates,
        };
        let shooter = shooter.filter(|s| component & s.alone() != 0);
        let span = count_component(part, shooter, effort);
        total.least += span.least;
        total.most += span.most;
    }
    total
}

fn count_component(ground: Ground, shooter: Option<Square>, effort: Effort) -> Span {
    let most = ground.empty.count_ones() - u32::from(shooter.is_some());
    let walked = walk(ground, shooter, most);
    if walked == most {
        return Span { least: walked, most };
    }
    if effort.blockers
        && let Some(turns) = blockers::most_turns(ground, shooter)
    {
        // With blockers more may be possible by letting enemies in.
        return Span { least: turns, most: if ground.gates == 0 { turns } else { most } };
    }
    if most > effort.most_empty {
        return Span { least: walked, most };
    }
    let mut search = Search { best: walked, most, nodes_left: effort.most_nodes };
    let finished = match shooter {
        None => search.turns(ground, 0),
        Some(from) => search.arrows(ground, slides_from(from, ground.empty), 0),
    };
    // Closing gates is a restriction, so only without them is the best that was found the best there is.
    let exact = finished && ground.gates == 0;
    Span { least: search.best, most: if exact { search.best } else { most } }
}

/// Walks about in small steps, always burning the square with the fewest ways into it that cuts nothing off.
fn walk(mut ground: Ground, shooter: Option<Square>, most: u32) -> u32 {
    if let Some(from) = shooter {
        let arrows = slides_from(from, ground.empty);
        match best_arrow(ground.empty, ground.amazons, arrows) {
            Some(at) => ground.empty ^= at.alone(),
            None => return 0,
        }
    }
    let mut turns = 0;
    while turns < most && step(&mut ground) {
        turns += 1;
    }
    // Where nothing but cutting off is left, any turn is better than none.
    while turns < most && any_turn(&mut ground) {
        turns += 1;
    }
    turns
}

/// Of these arrows, one that leaves all other empty squares within reach, into the tightest corner.
fn best_arrow(empty: Squares, amazons: Squares, arrows: Squares) -> Option<Square> {
    let mut tried = 0;
    for ways in 0..=8 {
        for at in members(arrows & !tried) {
            if (neighbours(at.alone()) & empty & !at.alone()).count_ones() != ways {
                continue;
            }
            tried |= at.alone();
            let left = empty & !at.alone();
            if reached_by_king(amazons, left) == left {
                return Some(at);
            }
        }
        if tried == arrows {
            break;
        }
    }
    None
}

/// A turn of one king's step and an arrow next to it that keeps everything within reach.
fn step(ground: &mut Ground) -> bool {
    for from in members(ground.amazons) {
        for to in members(neighbours(from.alone()) & ground.empty) {
            let both = from.alone() | to.alone();
            let (empty, amazons) = (ground.empty ^ both, ground.amazons ^ both);
            let arrows = match ground.gates & from.alone() {
                0 => neighbours(to.alone()) & empty,
                gate => gate,
            };
            if let Some(at) = best_arrow(empty, amazons, arrows) {
                *ground = Ground { empty: empty ^ at.alone(), amazons, gates: ground.gates & !from.alone() };
                return true;
            }
        }
    }
    false
}

/// Any turn that keeps the gates closed.
fn any_turn(ground: &mut Ground) -> bool {
    let Some(from) = members(ground.amazons).find(|a| neighbours(a.alone()) & ground.empty != 0) else {
        return false;
    };
    let to = lowest(neighbours(from.alone()) & ground.empty);
    let both = from.alone() | to.alone();
    // The square it comes from is always in sight.
    let empty = ground.empty ^ both ^ from.alone();
    *ground = Ground { empty, amazons: ground.amazons ^ both, gates: ground.gates & !from.alone() };
    true
}

/// A complete search for the longest filling.
struct Search {
    best: u32,
    most: u32,
    nodes_left: u32,
}

impl Search {
    /// Tries every turn after `done` of them. False if the nodes did not suffice.
    fn turns(&mut self, ground: Ground, done: u32) -> bool {
        self.best = self.best.max(done);
        let reached = reached_by_king(ground.amazons, ground.empty);
        if self.best == self.most || done + reached.count_ones() <= self.best {
            return true;
        }
        for from in members(ground.amazons) {
            for to in members(slides_from(from, ground.empty)) {
                let both = from.alone() | to.alone();
                let moved = Ground {
                    empty: ground.empty ^ both,
                    amazons: ground.amazons ^ both,
                    gates: ground.gates & !from.alone(),
                };
                let arrows = match ground.gates & from.alone() {
                    0 => slides_from(to, moved.empty),
                    gate => gate,
                };
                if !self.arrows(moved, arrows, done + 1) {
                    return false;
                }
            }
        }
        true
    }

    /// Tries these arrows.
    fn arrows(&mut self, ground: Ground, arrows: Squares, done: u32) -> bool {
        for at in members(arrows) {
            if self.nodes_left == 0 {
                return false;
            }
            self.nodes_left -= 1;
            if !self.turns(Ground { empty: ground.empty ^ at.alone(), ..ground }, done) {
                return false;
            }
        }
        true
    }
}
