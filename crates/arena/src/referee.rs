//! The referee of a game that may be ended by proof: hears claims, proves them itself, and counts positions that came twice.
//!
//! A claim only makes the referee look. What it proves holds for the position and for every later one in which no position
//! comes a third time; where a game forbids that, an earlier repetition could refute a proof, so after one the referee
//! rests its case and the game is played out.

use crate::{record::reason, terms::Adjudication};
use game::{Key, Outcome, Verdict};
use players::{AnyPlayer, Board, GameEntry, Limits, Request, SpecError, Thought};
use std::{collections::HashSet, sync::atomic::AtomicBool};

/// Decides one game.
pub(crate) struct Referee {
    name: String,
    player: Box<dyn AnyPlayer>,
    nodes: u64,
    seen: HashSet<Key>,
    repeated: bool,
}

/// A game that is decided.
pub(crate) struct Ruling {
    pub(crate) outcome: Outcome,
    pub(crate) reason: &'static str,
    pub(crate) detail: String,
}

impl Referee {
    pub(crate) fn new(entry: &dyn GameEntry, terms: &Adjudication) -> Result<Referee, SpecError> {
        // A referee leaves nothing to chance, so its seed does not matter.
        let player = entry.player(&terms.referee, 0)?;
        let (name, nodes) = (terms.referee.clone(), terms.nodes);
        Ok(Referee { name, player, nodes, seen: HashSet::new(), repeated: false })
    }

    /// A position of the game, at its start or at the end of a turn.
    pub(crate) fn see(&mut self, board: &dyn Board) {
        self.repeated |= !self.seen.insert(board.key());
    }

    /// A player has answered with this, and the board is the unfinished game after its turn.
    pub(crate) fn rule(&mut self, claim: &Thought, board: &dyn Board, stop: &AtomicBool) -> Option<Ruling> {
        if self.repeated || !claims_an_end(claim) {
            return None;
        }
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let proof = self.player.choose(board, Request { limits, lines: 1, stop }, &mut |_| ());
        let winner = match proof.verdict {
            Verdict::Win => board.to_move(),
            Verdict::Loss => board.to_move().other(),
            Verdict::Draw | Verdict::Unknown => return None,
        };
        let detail = format!("{} proved it with {} nodes", self.name, proof.nodes);
        Some(Ruling { outcome: Outcome::Win(winner), reason: reason::PROOF, detail })
    }
}

/// Does somebody who thinks this see the end of the game, whoever wins it?
fn claims_an_end(thought: &Thought) -> bool {
    let score = thought.lines.first().and_then(|line| line.score);
    matches!(thought.verdict, Verdict::Win | Verdict::Loss) || score.is_some_and(|s| s.distance().is_some())
}
