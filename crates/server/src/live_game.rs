//! A stored game with its board: who is to move, what the clocks show, whether it is over, and the view that clients get.

use crate::{
    error::{ApiError, ApiResult},
    sse,
    state::App,
    store::{self, Change, Changed, Ending, Seat, StoredGame, StoredTurn},
    updates::Update,
    wire,
};
use arena::{Clocks, GameResult, TimeControl, Timing};
use axum::body::Bytes;
use game::{Outcome, Side};
use players::{AnyGame, Board, Games};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
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
    /// The side that made each turn.
    movers: Vec<Side>,
    /// Squares of the last turn.
    squares: Vec<String>,
    clocks: Option<Clocks>,
    /// All turns as JSON, serialised once for all clients.
    turns_json: OnceLock<Bytes>,
}

/// What became of a change.
pub enum Applied {
    /// It is on disk, and made this of the game.
    Done(Arc<LiveGame>),
    /// The same request came before, and this answer is stored for it.
    Before(String),
    /// Another change came first; the game now has this version.
    Stale(u64),
}

/// What clients see of a game, as JSON in two parts: all but the turns, which are shared.
pub struct GameView {
    head: String,
    turns: Bytes,
}

impl GameView {
    /// The whole text.
    pub fn json(&self) -> Bytes {
        [self.head.as_bytes(), &self.turns, b"}"].concat().into()
    }

    /// The same as an event, in parts.
    pub fn event(self) -> [Bytes; 3] {
        let head = format!("event: game\ndata: {}", self.head);
        [head.into(), self.turns, Bytes::from_static(b"}\n\n")]
    }
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
        let Some(ending) = game.overdue(app) else { return Ok(Some(game)) };
        let change = Change { keep: game.stored.turns.len(), add: None, end: Some(ending) };
        match game.apply(app, None, &change)? {
            Applied::Done(game) => Ok(Some(game)),
            Applied::Before(_) | Applied::Stale(_) => LiveGame::load(app, id),
        }
    }

    /// Reads a game that must exist.
    pub fn find(app: &App, id: &str) -> ApiResult<Arc<LiveGame>> {
        LiveGame::load(app, id)?.ok_or_else(|| ApiError::not_found(MISSING))
    }

    /// Stores a change that was decided on this version of the game, and tells the clients that follow it.
    pub fn apply(&self, app: &App, named: Option<(&str, String)>, change: &Change) -> ApiResult<Applied> {
        let id = &self.stored.id;
        match app.store.change(id, self.stored.version, named, change)? {
            Changed::Stale(current) => Ok(Applied::Stale(current)),
            Changed::Before(answer) => Ok(Applied::Before(answer)),
            Changed::Done(stamp) => {
                if change.add.is_none() || change.end.is_some() {
                    app.searches.drop_players(id);
                }
                let stored = self.stored.after(change, stamp);
                let game = app.recent_games.add(app.config.games, stored, Some(self))?;
                app.updates
                    .publish(id, || Update::Version(game.stored.version, game.change_event(app, change)));
                Ok(Applied::Done(game))
            }
        }
    }

    /// The board of a stored game before its first turn.
    fn start(games: Games, stored: StoredGame) -> ApiResult<LiveGame> {
        let entry = games.find(&stored.game)?;
        let board = entry.at_position(&stored.start)?;
        let clocks = stored.control.as_deref().map(str::parse::<TimeControl>).transpose()?.map(Clocks::new);
        let (movers, squares, turns_json) = Default::default();
        Ok(LiveGame { entry, stored, board, movers, squares, clocks, turns_json })
    }

    /// The same game with the turns of a later version still to be played.
    fn with(&self, stored: StoredGame) -> LiveGame {
        LiveGame {
            entry: self.entry,
            stored,
            board: self.board.copy(),
            movers: self.movers.clone(),
            squares: self.squares.clone(),
            clocks: self.clocks.clone(),
            turns_json: OnceLock::new(),
        }
    }

    /// Plays the turns of its stored game that are still to be played.
    fn catch_up(mut self) -> ApiResult<LiveGame> {
        for turn in self.stored.turns.iter().skip(self.movers.len()) {
            let side = self.board.to_move();
            if let Some(clocks) = &mut self.clocks {
                clocks.spend(side, Duration::from_millis(turn.ms));
            }
            self.squares = self.board.play(&turn.word)?.squares;
            self.movers.push(side);
        }
        Ok(self)
    }

    /// The turns that a later version of the same game adds; `None` if turns were taken back.
    pub fn turns_until<'a>(&self, later: &'a StoredGame) -> Option<&'a [Arc<StoredTurn>]> {
        let (done, added) = later.turns.split_at_checked(self.stored.turns.len())?;
        let is_same = |(one, other): (&Arc<StoredTurn>, _)| Arc::ptr_eq(one, other) || one.word == other.word;
        done.iter().zip(&self.stored.turns).all(is_same).then_some(added)
    }

    /// How many turns stay when a person takes a turn back; `None` if no person has made one.
    pub fn turns_before_last_of_person(&self) -> Option<usize> {
        self.movers.iter().rposition(|&side| self.is_person(side))
    }

    /// Is the game over, by its rules or otherwise?
    pub fn is_over(&self) -> bool {
        self.stored.result.is_some() || self.board.outcome().is_some()
    }

    /// Milliseconds since the turn began.
    pub fn elapsed(&self, app: &App) -> u64 {
        app.config.time.running().saturating_sub(self.stored.turn_began)
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
    fn overdue(&self, app: &App) -> Option<Ending> {
        if self.is_over() { None } else { self.time_forfeit(self.elapsed(app)) }
    }

    /// What the clocks of both sides show at the beginning of the turn, in milliseconds; `None` without clocks.
    pub fn remaining(&self) -> Option<[u64; 2]> {
        let clocks = self.clocks.as_ref()?;
        Some(Side::BOTH.map(|side| clocks.remaining(side).as_millis() as u64))
    }

    /// When the side to move has overstepped its clock, in milliseconds that the server has been running.
    pub fn due(&self) -> Option<u64> {
        let remaining = self.remaining().filter(|_| !self.is_over())?;
        Some(self.stored.turn_began + remaining[self.board.to_move().index()] + 1)
    }

    /// Is this side played by a person?
    pub fn is_person(&self, side: Side) -> bool {
        self.stored.seats[side.index()] == Seat::Person
    }

    /// The spec of the engine that is to move, if it is an engine's turn.
    pub fn engine_to_move(&self) -> Option<&str> {
        match &self.stored.seats[self.board.to_move().index()] {
            Seat::Engine(spec) if !self.is_over() => Some(spec),
            _ => None,
        }
    }

    /// What changes from version to version, except the turns.
    fn state(&self, app: &App) -> Value {
        let stored = &self.stored;
        let mut state = wire::position(self.board.as_ref());
        if let Some((result, reason)) = stored.result.as_deref().zip(stored.reason.as_deref()) {
            // An end by the rules is in the state already.
            if self.board.ending() != Some(reason) {
                let winner = ["1-0", "0-1"].iter().position(|&win| win == result);
                state["outcome"] = wire::outcome_by(winner, reason);
            }
        }
        let elapsed = self.elapsed(app);
        let clock = self.clocks.as_ref().map(|clocks| {
            let left = Side::BOTH.map(|side| clocks.remaining(side).as_millis() as u64);
            json!({ "control": stored.control, "remaining_ms": left, "elapsed_ms": elapsed })
        });
        let more = json!({
            "version": stored.version,
            "updated": stored.updated,
            "squares": self.squares,
            "clock": clock,
            "elapsed_ms": elapsed,
        });
        wire::merge(&mut state, more);
        state
    }

    /// What clients see of the game.
    pub fn view(&self, app: &App) -> GameView {
        let stored = &self.stored;
        let thinking = app.updates.thinking(&stored.id).filter(|t| t.version == stored.version);
        let mut head = json!({
            "id": stored.id,
            "name": stored.name,
            "variant": stored.variant,
            "start": stored.start,
            "seats": stored.seats,
            "created": stored.created,
            "is_thinking": thinking.is_some(),
            "thinking": thinking.and_then(|t| t.latest).as_deref(),
        });
        wire::merge(&mut head, self.state(app));
        let mut head = head.to_string();
        // The turns are the last field of the object.
        head.truncate(head.len() - 1);
        head.push_str(",\"turns\":");
        let turns = self.turns_json.get_or_init(|| {
            let turns: Vec<String> = stored.turns.iter().map(|turn| turn.json()).collect();
            format!("[{}]", turns.join(",")).into()
        });
        GameView { head, turns: turns.clone() }
    }

    /// The event that tells clients what a change has made of the game.
    fn change_event(&self, app: &App, change: &Change) -> Bytes {
        let mut state = self.state(app);
        let turn = change.add.as_ref().and_then(|turn| serde_json::from_str::<Value>(&turn.json()).ok());
        let is_thinking = self.engine_to_move().is_some();
        let more = json!({ "keep": change.keep, "turn": turn, "is_thinking": is_thinking, "thinking": null });
        wire::merge(&mut state, more);
        sse::event("change", &state)
    }
}

/// The games that were read last, so that a new version plays only the new turns.
pub struct RecentGames {
    /// The one read last is at the end.
    games: Mutex<Vec<Arc<LiveGame>>>,
    most: usize,
    replays: AtomicU64,
}

impl RecentGames {
    /// Games that a workbench remembers.
    pub const OF_WORKBENCH: usize = 64;
    /// Games that a club remembers: those that are played live at the same time.
    pub const OF_CLUB: usize = 512;

    /// Remembers this many games.
    pub fn new(most: usize) -> RecentGames {
        RecentGames { games: Mutex::default(), most, replays: AtomicU64::new(0) }
    }

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
            Some(earlier) => earlier.with(stored),
            None => {
                self.replays.fetch_add(1, Ordering::Relaxed);
                LiveGame::start(games, stored)?
            }
        };
        let game = Arc::new(game.catch_up()?);
        let mut games = self.lock();
        let is_newer = |other: &Arc<LiveGame>| other.stored.version > game.stored.version;
        if !games.iter().any(|other| other.stored.id == game.stored.id && is_newer(other)) {
            games.retain(|other| other.stored.id != game.stored.id);
            games.push(Arc::clone(&game));
        }
        if games.len() > self.most {
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
