//! The controller's end of AEI, for Arimaa only. Says and understands; sends nothing itself.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::language::{Bounds, EngineInfo, GameSoFar, Language, Meaning};
use protocol::aei::{FromEngine, Info, RESIGN, Setting, Time, TimeControl, ToEngine};
use std::time::Duration;

/// AEI tells every turn once.
#[derive(Default)]
pub(super) struct Aei {
    /// Turns that the engine knows of.
    told: usize,
    /// The time control that the engine knows of.
    control: Option<(Duration, Duration, Option<u32>)>,
}

impl Language for Aei {
    fn hello(&self) -> &'static str {
        "aei"
    }

    fn new_game(&mut self, game: &GameSoFar) -> Result<Vec<String>, String> {
        *self = Aei::default();
        let mut messages = vec![ToEngine::NewGame.to_string()];
        if !game.usual {
            let position = format!("setposition {}", game.start);
            // A position in the middle of the setup has no form in AEI.
            match ToEngine::parse(&position) {
                Ok(Some(message)) => messages.push(message.to_string()),
                Ok(None) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(messages)
    }

    fn before_turn(&mut self, game: &GameSoFar, bounds: Bounds) -> Vec<String> {
        let mut messages: Vec<String> = game
            .turns
            .iter()
            .skip(self.told)
            .map(|turn| ToEngine::MakeMove(turn.text.clone()).to_string())
            .collect();
        self.told = game.turns.len();
        let option = |setting: Setting| ToEngine::SetOption(setting).to_string();
        // A clock with increments is a time for each move whose rest goes to the reserve.
        let (per_move, reserve) = match (bounds.clocks, bounds.limits.time) {
            (Some((_, increment)), _) => (increment, Duration::ZERO),
            (None, Some(time)) => (time.hard, Duration::ZERO),
            (None, None) => (Duration::ZERO, Duration::ZERO),
        };
        if self.control != Some((per_move, reserve, bounds.limits.depth)) {
            self.control = Some((per_move, reserve, bounds.limits.depth));
            let control = TimeControl { per_move, reserve, ..TimeControl::UNLIMITED };
            messages.extend(control.settings().map(option));
            if bounds.limits.depth.is_some() {
                messages.push(option(Setting::Depth(bounds.limits.depth)));
            }
        }
        if let Some((remaining, increment)) = bounds.clocks {
            // The time of the move comes on top of the reserve there; here the increment is added afterwards.
            let [gold, silver] = remaining.map(|time| time.saturating_sub(increment));
            messages.push(option(Setting::Time(Time::GoldReserve, gold)));
            messages.push(option(Setting::Time(Time::SilverReserve, silver)));
            messages.push(option(Setting::Time(Time::Used, Duration::ZERO)));
        }
        messages
    }

    fn go(&self, _bounds: Bounds) -> String {
        ToEngine::Go.to_string()
    }

    fn meaning(&self, line: &str) -> Meaning {
        match FromEngine::parse(line) {
            Err(error) => Meaning::Nonsense(error.to_string()),
            Ok(Some(FromEngine::AeiOk)) => Meaning::Introduced,
            Ok(Some(FromEngine::ReadyOk)) => Meaning::Ready,
            Ok(Some(FromEngine::BestMove(turn))) if turn == RESIGN => Meaning::Resigned,
            Ok(Some(FromEngine::BestMove(turn))) => Meaning::Turn(turn),
            Ok(Some(FromEngine::Info(info))) => Meaning::Thinking(match info {
                Info::Depth { steps, .. } => EngineInfo { depth: Some(steps), ..EngineInfo::default() },
                Info::Nodes(nodes) => EngineInfo { nodes: Some(nodes), ..EngineInfo::default() },
                Info::Score(score) => {
                    let score = i32::try_from(score).ok().map(game::Score::estimate);
                    EngineInfo { score, ..EngineInfo::default() }
                }
                _ => EngineInfo::default(),
            }),
            Ok(_) => Meaning::Chatter,
        }
    }
}
