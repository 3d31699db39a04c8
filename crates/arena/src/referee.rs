//! The referee of a game that may be ended by proof: hears claims, proves them itself, and counts positions that came twice.
//!
//! A claim only makes the referee look. What it proves holds for the position and for every later one in which no position
//! comes a third time; where a game forbids that, an earlier repetition could refute a proof, so after one the referee
//! rests its case and the game is played out.

use crate::{config::Adjudication, error::ArenaError};
use game::{Key, Outcome, Verdict};
use players::{Board, Limits, Player, Request, SearchInfo};
use std::{collections::HashSet, sync::atomic::AtomicBool};

/// Decides one game.
pub(crate) struct Referee {
    name: String,
    player: Box<dyn Player>,
    nodes: u64,
    seen: HashSet<Key>,
    repeated: bool,
}

impl Referee {
    pub(crate) fn new(adjudication: &Adjudication) -> Result<Referee, ArenaError> {
        // A referee leaves nothing to chance, so its seed does not matter.
        let player = adjudication.referee.build(0)?;
        let (name, nodes) = (adjudication.referee.given().to_owned(), adjudication.nodes);
        Ok(Referee { name, player, nodes, seen: HashSet::new(), repeated: false })
    }

    /// A position of the game, at its start or at the end of a turn.
    pub(crate) fn see(&mut self, board: &dyn Board) {
        self.repeated |= !self.seen.insert(board.key());
    }

    /// A player has answered with this, and the board is the unfinished game after its turn; answers with its outcome and
    /// how it was proved, if it was.
    pub(crate) fn rule(
        &mut self,
        claim: &SearchInfo,
        board: &dyn Board,
        stop: &AtomicBool,
    ) -> Option<(Outcome, String)> {
        if self.repeated || !claims_an_end(claim) {
            return None;
        }
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let proof = self.player.choose_turn(board, Request::new(limits, stop), &mut |_| ());
        let winner = match proof.verdict {
            Verdict::Win => board.to_move(),
            Verdict::Loss => board.to_move().other(),
            Verdict::Draw | Verdict::Unknown => return None,
        };
        let detail = format!("{} proved it with {} nodes", self.name, proof.nodes);
        Some((Outcome::Win(winner), detail))
    }
}

/// Does this report claim a win or a loss?
fn claims_an_end(info: &SearchInfo) -> bool {
    let score = info.lines.first().and_then(|line| line.score);
    matches!(info.verdict, Verdict::Win | Verdict::Loss) || score.is_some_and(|s| s.distance().is_some())
}
