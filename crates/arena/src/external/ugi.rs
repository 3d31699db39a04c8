//! The controller's end of UGI. Says and understands; sends nothing itself.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::language::{Bounds, EngineInfo, GameSoFar, Language, Meaning};
use players::Limits;
use protocol::ugi::{Clocks, FromEngine, Go, RESIGN, Score, Start, ToEngine};

/// UGI keeps nothing between messages: every position is told from its start.
pub(super) struct Ugi;

impl Language for Ugi {
    fn hello(&self) -> &'static str {
        "ugi"
    }

    fn new_game(&mut self, _game: &GameSoFar) -> Result<Vec<String>, String> {
        Ok(vec![ToEngine::NewGame.to_string()])
    }

    fn before_turn(&mut self, game: &GameSoFar, _bounds: Bounds) -> Vec<String> {
        let start = if game.usual { Start::Usual } else { Start::Position(game.start.clone()) };
        let turns = game.turns.iter().map(|turn| turn.word.clone()).collect();
        vec![ToEngine::Position { start, turns }.to_string()]
    }

    fn go(&self, bounds: Bounds) -> String {
        let Limits { depth, nodes, time } = bounds.limits;
        let clocks =
            bounds.clocks.map(|(remaining, increment)| Clocks { remaining, increment: [increment; 2] });
        let move_time = time.filter(|_| clocks.is_none()).map(|time| time.hard);
        ToEngine::Go(Go { move_time, depth, nodes, clocks, infinite: false }).to_string()
    }

    fn meaning(&self, line: &str) -> Meaning {
        match FromEngine::parse(line) {
            Err(error) => Meaning::Nonsense(error.to_string()),
            Ok(Some(FromEngine::UgiOk)) => Meaning::Introduced,
            Ok(Some(FromEngine::ReadyOk)) => Meaning::Ready,
            Ok(Some(FromEngine::BestMove(turn))) if turn == RESIGN => Meaning::Resigned,
            Ok(Some(FromEngine::BestMove(turn))) => Meaning::Turn(turn),
            Ok(Some(FromEngine::Info(info))) => {
                let score = info.score.map(|score| match score {
                    Score::Estimate(value) => game::Score::estimate(value),
                    Score::Win(actions) => game::Score::win_in(actions.min(LONGEST_WAY)),
                    Score::Loss(actions) => game::Score::loss_in(actions.min(LONGEST_WAY)),
                });
                Meaning::Thinking(EngineInfo { depth: info.depth, nodes: info.nodes, score })
            }
            Ok(_) => Meaning::Chatter,
        }
    }
}

/// An engine that sees farther than this sees nothing.
const LONGEST_WAY: u32 = 1000;
