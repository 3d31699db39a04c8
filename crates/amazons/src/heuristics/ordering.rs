//! Which actions to look at first. Cheap, because it is asked for every action.

use crate::{
    Act, Amazons,
    slides::{neighbours, seen_from, slides_from},
};
use game::{EitherSideCanMove, Game, MoveOrdering};

/// An enemy amazon next to a burnt square has lost one of its eight ways out; one further off only part of a way.
const ENEMY_BESIDE: i32 = 12;
const ENEMY_IN_SIGHT: i32 = 6;
/// The same for one's own amazons, which do not want to be in the way of the arrow.
const OWN_BESIDE: i32 = 8;
const OWN_IN_SIGHT: i32 = 4;

/// The move ordering of all evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordering;

impl MoveOrdering<Amazons> for Ordering {
    /// Moves by the freedom that the amazon gains, arrows by the ways of enemy amazons that they close.
    #[inline]
    fn order_hint(&self, position: &Amazons, action: Act) -> i32 {
        let empty = position.empty();
        let (own, enemy) =
            (position.amazons(position.to_move()), position.amazons(position.to_move().other()));
        match action {
            Act::Move { from, to } => {
                let open = empty ^ from.alone() ^ to.alone();
                let before = slides_from(from, empty).count_ones() as i32;
                let after = slides_from(to, open).count_ones() as i32;
                let room = (neighbours(to.alone()) & open).count_ones() as i32;
                let met = (neighbours(to.alone()) & enemy).count_ones() as i32;
                after - before + room + 2 * met
            }
            Act::Shoot(at) => {
                let seen = seen_from(at, empty);
                let beside = neighbours(at.alone());
                let shooter = position.shooter().map_or(0, |square| square.alone());
                let count = |set: u128| set.count_ones() as i32;
                ENEMY_IN_SIGHT * count(seen & enemy) + (ENEMY_BESIDE - ENEMY_IN_SIGHT) * count(beside & enemy)
                    - OWN_IN_SIGHT * count(seen & own & !shooter)
                    - (OWN_BESIDE - OWN_IN_SIGHT) * count(beside & own & !shooter)
            }
        }
    }

    #[inline]
    fn null_move(&self, position: &Amazons) -> Option<Amazons> {
        position.turn_skipped()
    }
}
