//! Endgames of games that decompose into regions: what the combined player asks of a solver by exact values.

use game::{Game, Verdict};
use search::Control;

/// An endgame with its result proven.
pub(crate) struct Settled<G: Game> {
    /// What is proven for the side to move.
    pub(crate) verdict: Verdict,
    /// A whole turn that keeps a win; empty in a lost game.
    pub(crate) turn: Vec<G::Action>,
    /// The game ends after at most this many actions.
    pub(crate) longest: u32,
}

/// Solves endgames by exact values instead of a search of the whole board.
pub(crate) trait Endgame<G: Game>: Send {
    /// Settles a position at the start of a turn whose open regions have at most `largest` empty squares each, or as many as are as hard. Nothing comes
    /// of it if it is no such position or the control ends it too early. The nodes used are counted in `nodes`.
    fn settle(
        &mut self,
        position: &G,
        largest: u32,
        control: &dyn Control<G>,
        nodes: &mut u64,
    ) -> Option<Settled<G>>;

    /// Forgets everything.
    fn new_game(&mut self);
}
