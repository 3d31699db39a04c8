//! A stored game with its board: who is to move, what the clocks show, whether it is over, and the view that clients get.

use crate::{
    error::{ApiError, ApiResult},
    state::App,
    store::{self, Change, Ending, Seat, StoredGame, StoredTurn},
    wire,
};
use arena::{Clocks, GameResult, TimeControl, Timing};
use game::{Outcome, Side};
use players::{AnyGame, Board, Games};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// A stored game with its board.
pub struct LiveGame {
    pub entry: &'static dyn AnyGame,
    pub stored: StoredGame,
    /// The position after all turns.
    pub board: Box<dyn Board>,
    /// Squares of the last turn.
    squares: Vec<String>,
    clocks: Option<Clocks>,
}

/// How a game ended by its rules; `None` while it is running.
pub fn ending_by_rules(board: &dyn Board) -> Option<Ending> {
    let result = GameResult::from(board.outcome()?);
    Some((result.text().into(), board.ending().unwrap_or("rules").into()))
}

/// A loss of this side.
pub fn loss(side: Side, reason: &str) -> Ending {
    (GameResult::from(Outcome::Win(side.other())).text().into(), reason.into())
}

impl LiveGame {
    /// Reads a game; `None` if there is none with this id.
    pub fn load(app: &App, id: &str) -> ApiResult<Option<Arc<LiveGame>>> {
        if !store::is_id(id) {
            return Ok(None);
        }
        let recent = app.recent_games.get(id);
        let game = match recent {
            Some(game) if app.store.game_version(id)? == Some(game.stored.version) => game,
            recent => {
                let Some(mut stored) = app.store.game(id)? else { return Ok(None) };
                if stored.boot != app.store.boot {
                    stored.turn_began = app.store.restart_turn(id)?;
                    stored.boot.clone_from(&app.store.boot);
                }
                app.recent_games.add(app.config.games, stored, recent.as_deref())?
            }
        };
        let Some(ending) = game.overdue() else { return Ok(Some(game)) };
        let change = Change { keep: game.stored.turns.len(), add: None, end: Some(ending) };
        app.store.change(id, game.stored.version, None, &change)?;
        app.searches.drop_players(id);
        LiveGame::load(app, id)
    }

    /// Reads a game that must exist.
    pub fn find(app: &App, id: &str) -> ApiResult<Arc<LiveGame>> {
        LiveGame::load(app, id)?.ok_or_else(|| ApiError::not_found(MISSING))
    }

    /// The board of a stored game before its first turn.
    fn start(games: Games, stored: StoredGame) -> ApiResult<LiveGame> {
        let entry = games.find(&stored.game)?;
        let board = entry.at_position(&stored.start)?;
        let control = stored.control.as_deref().map(str::parse::<TimeControl>).transpose()?;
        Ok(LiveGame { entry, stored, board, squares: Vec::new(), clocks: control.map(Clocks::new) })
    }

    /// Plays the turns of its stored game, from this number on.
    fn play_from(mut self, first: usize) -> ApiResult<LiveGame> {
        for turn in &self.stored.turns[first..] {
            if let Some(clocks) = &mut self.clocks {
                clocks.spend(self.board.to_move(), Duration::from_millis(turn.ms));
            }
            self.squares = self.board.play(&turn.word)?.squares;
        }
        Ok(self)
    }

    /// The turns that a later version of the same game adds; `None` if turns were taken back.
    pub fn turns_until<'a>(&self, later: &'a StoredGame) -> Option<&'a [StoredTurn]> {
        let (done, added) = later.turns.split_at_checked(self.stored.turns.len())?;
        let is_same = done.iter().zip(&self.stored.turns).all(|(one, other)| one.word == other.word);
        is_same.then_some(added)
    }

    /// Is the game over, by its rules or otherwise?
    pub fn is_over(&self) -> bool {
        self.stored.result.is_some() || self.board.outcome().is_some()
    }

    /// Milliseconds since the turn began.
    pub fn elapsed(&self) -> u64 {
        store::now().saturating_sub(self.stored.turn_began)
    }

    /// Limits for an engine's turn.
    pub fn limits(&self, longest: Duration) -> players::Limits {
        let time = Some(players::TimeLimit::exactly(longest));
        let limits = players::Limits { time, ..players::Limits::default() };
        self.clocks.as_ref().map_or(limits, |clocks| limits.and(clocks.limits(self.board.to_move())))
    }

    /// The loss of the side to move if a turn that took this many milliseconds overstepped its time.
    pub fn time_forfeit(&self, spent: u64) -> Option<Ending> {
        let side = self.board.to_move();
        let timing = self.clocks.clone()?.spend(side, Duration::from_millis(spent));
        (timing == Timing::Forfeit).then(|| loss(side, arena::reason::TIME_FORFEIT))
    }

    /// The loss of the side to move if its time is up already.
    fn overdue(&self) -> Option<Ending> {
        if self.is_over() { None } else { self.time_forfeit(self.elapsed()) }
    }

    /// Is this side played by a person?
    pub fn is_person(&self, side: Side) -> bool {
        self.stored.seats[side.index()] == Seat::Person
    }

    /// What clients see of the game.
    pub fn view(&self, app: &App) -> Value {
        let stored = &self.stored;
        let mut view = wire::position(self.board.as_ref());
        if let Some((result, reason)) = stored.result.as_deref().zip(stored.reason.as_deref()) {
            let winner = ["1-0", "0-1"].iter().position(|&win| win == result);
            view["outcome"] = json!({ "winner": winner, "reason": reason });
        }
        let turns = stored.turns.iter().map(|turn| {
            let info = turn.info.as_deref().and_then(|t| serde_json::from_str::<Value>(t).ok());
            json!({ "word": turn.word, "text": turn.text, "ms": turn.ms, "thought": info })
        });
        let thinking = app.updates.thinking(&stored.id).filter(|t| t.version == stored.version);
        let clock = self.clocks.as_ref().map(|clocks| {
            let left = Side::BOTH.map(|side| clocks.remaining(side).as_millis() as u64);
            json!({ "control": stored.control, "remaining_ms": left, "elapsed_ms": self.elapsed() })
        });
        let more = json!({
            "id": stored.id,
            "name": stored.name,
            "variant": stored.variant,
            "start": stored.start,
            "seats": stored.seats,
            "version": stored.version,
            "created": stored.created,
            "updated": stored.updated,
            "turns": turns.collect::<Value>(),
            "squares": self.squares,
            "clock": clock,
            "is_thinking": thinking.is_some(),
            "thinking": thinking.and_then(|t| t.latest).as_deref(),
            "elapsed_ms": self.elapsed(),
        });
        wire::merge(&mut view, more);
        view
    }
}

/// The games that were read last, so that a new version plays only the new turns.
#[derive(Default)]
pub struct RecentGames {
    /// The one read last is at the end.
    games: Mutex<Vec<Arc<LiveGame>>>,
    replays: AtomicU64,
}

impl RecentGames {
    /// Most games that are remembered.
    const MOST: usize = 64;

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<LiveGame>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.lock().iter().find(|game| game.stored.id == id).cloned()
    }

    /// Adds a stored game. Its turns are played on from an earlier version, or all of them from the start.
    pub fn add(
        &self,
        games: Games,
        stored: StoredGame,
        earlier: Option<&LiveGame>,
    ) -> ApiResult<Arc<LiveGame>> {
        let game = match earlier.filter(|earlier| earlier.turns_until(&stored).is_some()) {
            Some(LiveGame { entry, stored: old, board, squares, clocks }) => {
                let (squares, clocks) = (squares.clone(), clocks.clone());
                LiveGame { entry: *entry, stored, board: board.copy(), squares, clocks }
                    .play_from(old.turns.len())?
            }
            None => {
                self.replays.fetch_add(1, Ordering::Relaxed);
                LiveGame::start(games, stored)?.play_from(0)?
            }
        };
        let game = Arc::new(game);
        let mut games = self.lock();
        games.retain(|other| other.stored.id != game.stored.id);
        games.push(Arc::clone(&game));
        if games.len() > Self::MOST {
            games.remove(0);
        }
        Ok(game)
    }

    /// Forgets a game.
    pub fn remove(&self, id: &str) {
        self.lock().retain(|game| game.stored.id != id);
    }

    /// How many games were replayed from their start.
    pub fn replays(&self) -> u64 {
        self.replays.load(Ordering::Relaxed)
    }
}

/// Why a game could not be found.
pub const MISSING: &str = "there is no game with this id; it may have been deleted";
