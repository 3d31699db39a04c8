//! Beliefs about the Amazons. The rules know nothing of them; each evaluation can be compared with the others.
//!
//! [`Balanced`] weighs territory by queen's and king's moves and mobility by how open the game still is (Lieberum 2005);
//! [`Territory`] and [`Mobility`] are one part of it each. All of them know when a game is only a matter of counting
//! ([`crate::regions::settled`]).

/// The answers that all evaluations of this game share; used inside an `impl Heuristics<Amazons>`.
macro_rules! shared_beliefs {
    () => {
        #[inline]
        fn evaluate(&self, position: &$crate::Amazons) -> game::Score {
            let proven = $crate::regions::settled(position);
            proven.unwrap_or_else(|| game::Score::opinion(self.opinion(position)))
        }

        #[inline]
        fn recognise(&self, position: &$crate::Amazons) -> Option<game::Score> {
            $crate::regions::settled(position)
        }

        #[inline]
        fn decided(&self, position: &$crate::Amazons) -> Option<game::Score> {
            $crate::regions::decided(position)
        }

        #[inline]
        fn order_hint(&self, position: &$crate::Amazons, action: $crate::Act) -> i32 {
            $crate::heuristics::ordering::hint(position, action)
        }

        #[inline]
        fn null_move(&self, position: &$crate::Amazons) -> Option<$crate::Amazons> {
            $crate::heuristics::null_move(position)
        }
    };
}

mod balanced;
mod distances;
mod ordering;
mod simple;

pub use balanced::{Balanced, Weights};
pub use distances::{Features, Reach};
pub use simple::{Mobility, Territory};

use crate::Amazons;
use game::{EitherSideCanMove, Game};

/// The position with the other side to move; `None` where that side would be without a move.
#[inline]
pub fn null_move(position: &Amazons) -> Option<Amazons> {
    let skipped = position.with_to_move(position.to_move().other());
    skipped.outcome().is_none().then_some(skipped)
}
