//! Turns that a game has ready without search: the setup of a game in which every setup is playable.
//!
//! A search of sixteen placements would find nothing that is not known, and take the time for it. Which turns are ready, the
//! game says; everything else is left to the search behind.

use game::{Game, Verdict};
use search::{Control, Limits, Line, Report, Root, TurnSearch, random::derive_seed};

/// A whole turn that needs no search, chosen by a seed; `None` where there is none.
pub(crate) type BookTurn<G> = fn(&G, u64) -> Option<Vec<<G as Game>::Action>>;

/// A search that plays ready turns where there are any.
pub(crate) struct WithBookTurns<G: Game> {
    pub(crate) ready: BookTurn<G>,
    pub(crate) seed: u64,
    pub(crate) search: Box<dyn TurnSearch<G>>,
}

/// Tells the seed of ready turns from others.
const PURPOSE: u64 = 0x7265_6164_7921;

impl<G: Game> TurnSearch<G> for WithBookTurns<G> {
    fn search(&mut self, root: Root<'_, G>, control: &dyn Control<G>) -> Report<G> {
        match (self.ready)(root.position, derive_seed(self.seed, &[PURPOSE])) {
            None => self.search.search(root, control),
            Some(actions) => {
                let lines = vec![Line { actions, score: None }];
                Report { depth: 0, nodes: 0, verdict: Verdict::Unknown, length: None, lines }
            }
        }
    }

    fn own_limits(&self) -> Limits {
        self.search.own_limits()
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}
