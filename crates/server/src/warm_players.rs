//! Players kept between their turns, so that a search can reuse its tree and its tables.
//!
//! Kept players count towards the memory of all searches. When a search needs that memory, the player that has been idle
//! longest is dropped; it is built again from the stored game, with the same seed.

use crate::{error::ApiResult, live_game::LiveGame};
use game::Side;
use players::{Player, Spec, derive_seed};
use std::sync::Arc;

/// A player and the game as it last saw it.
pub struct WarmPlayer {
    pub player: Box<dyn Player>,
    spec: Spec,
    side: Side,
    game: Arc<LiveGame>,
}

impl WarmPlayer {
    /// Builds the player of the side to move.
    pub fn build(game: &Arc<LiveGame>, spec: Spec) -> ApiResult<WarmPlayer> {
        let side = game.board.to_move();
        // The same after a restart: noise in the evaluation is fixed for a game.
        let seed = derive_seed(game.stored.seed, &[side.index() as u64]);
        let mut player = spec.build(seed)?;
        player.begin(game.board.as_ref());
        Ok(WarmPlayer { player, spec, side, game: Arc::clone(game) })
    }

    /// Shows the player the turns since its last one; `None` if it has seen a turn that was taken back.
    pub fn catch_up(mut self, game: &Arc<LiveGame>) -> ApiResult<Option<WarmPlayer>> {
        let Some(new_turns) = self.game.turns_until(&game.stored) else { return Ok(None) };
        let mut board = self.game.board.copy();
        for turn in new_turns {
            self.player.see_turn(&board.play(&turn.word)?);
        }
        self.game = Arc::clone(game);
        Ok(Some(self))
    }
}

/// Idle players, the one idle longest first.
#[derive(Default)]
pub struct IdlePlayers(Vec<WarmPlayer>);

impl IdlePlayers {
    /// Removes the player of a side of a game.
    pub fn take(&mut self, game: &str, side: Side) -> Option<WarmPlayer> {
        let at = self.0.iter().position(|idle| idle.side == side && idle.game.stored.id == game)?;
        Some(self.0.remove(at))
    }

    /// Keeps a player.
    pub fn keep(&mut self, player: WarmPlayer) {
        self.0.push(player);
    }

    /// Drops the players of a game.
    pub fn drop_game(&mut self, game: &str) {
        self.0.retain(|idle| idle.game.stored.id != game);
    }

    /// Drops the players idle longest until the others take at most this many bytes.
    pub fn shrink(&mut self, most: u64) {
        while self.memory() > most {
            self.0.remove(0);
        }
    }

    /// Bytes of all idle players.
    pub fn memory(&self) -> u64 {
        self.0.iter().map(|idle| idle.spec.memory()).sum()
    }

    /// How many players are idle.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}
