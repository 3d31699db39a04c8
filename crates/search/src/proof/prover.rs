//! Asking a solver for the actions of its proofs, so that a proof can be walked by the plain rules.

use crate::Control;
use game::{Game, History, Side};

/// A statement about a position: this side wins, or it does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProofClaim {
    /// The side in question.
    pub attacker: Side,
    /// Does it win? Otherwise the other side wins or draws.
    pub wins: bool,
}

impl ProofClaim {
    /// The side that must choose well for the claim to hold.
    pub fn hero(self) -> Side {
        if self.wins { self.attacker } else { self.attacker.other() }
    }
}

/// A solver that can name the actions of its proofs, from memory or by searching again.
pub trait Prover<G: Game> {
    /// In a position where the hero of the claim is to move and the claim holds: an action after which it still does.
    /// `None` if the control stops the solver before it finds one.
    fn holding_action(
        &mut self,
        position: &G,
        claim: ProofClaim,
        history: &History,
        control: &dyn Control<G>,
    ) -> Option<G::Action>;
}
