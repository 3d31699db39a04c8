//! Games between members: who plays them, what is to be seen of them, and what happens when one begins or ends.
//!
//! The turns and the result are the workbench's. This adds the members, the days of a turn-based game, and what follows from an end:
//! ratings, events, notifications. An end is settled once, by the request that brought it or by the clocks' thread.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    account::PROVISIONAL,
    clock::Clock,
    events::{self, Notice},
    ratings, vacations,
};
use crate::{
    error::{ApiError, ApiResult},
    live_game::{Applied, LiveGame, MISSING, loss},
    state::App,
    store::{self, Change, Ending},
};
use game::Side;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Value, json};
use std::sync::Arc;

/// The words of the sides in the club's JSON.
pub const SIDES: [&str; 2] = ["first", "second"];

/// The result of a game that was aborted.
pub const NO_RESULT: &str = "*";

/// The word of a side.
pub fn side_word(side: Side) -> &'static str {
    if side == Side::First { "first" } else { "second" }
}

/// A member at the board, with the rating at the beginning.
#[derive(Clone, Debug)]
pub struct Opponent {
    pub member: i64,
    pub name: String,
    pub robot: bool,
    pub rating: f64,
    pub deviation: f64,
}

impl Opponent {
    /// What everyone sees.
    pub fn json(&self) -> Value {
        player_json(&self.name, self.robot, self.rating, self.deviation)
    }
}

/// A member with a rating.
pub fn player_json(name: &str, robot: bool, rating: f64, deviation: f64) -> Value {
    let rating = (rating * 10.0).round() / 10.0;
    json!({ "name": name, "robot": robot, "rating": rating, "provisional": deviation > PROVISIONAL })
}

/// A game between members.
#[derive(Clone, Debug)]
pub struct ClubGame {
    pub id: String,
    pub game: String,
    pub variant: String,
    pub first: Opponent,
    pub second: Opponent,
    pub rated: bool,
    pub clock: Clock,
    pub created: u64,
    /// When its end was settled.
    pub finished: Option<u64>,
}

pub const COLUMNS: &str = "c.game_id, g.game, g.variant, c.first, f.name, f.robot, c.first_rating, c.first_deviation, \
     c.second, s.name, s.robot, c.second_rating, c.second_deviation, c.rated, c.clock, c.created, c.finished";
pub const TABLES: &str = "club_games c JOIN games g ON g.id = c.game_id \
     JOIN members f ON f.id = c.first JOIN members s ON s.id = c.second";

/// Reads a row of [`COLUMNS`].
pub fn read_game(row: &Row<'_>) -> rusqlite::Result<ClubGame> {
    let opponent = |at: usize| {
        Ok::<_, rusqlite::Error>(Opponent {
            member: row.get(at)?,
            name: row.get(at + 1)?,
            robot: row.get(at + 2)?,
            rating: row.get(at + 3)?,
            deviation: row.get(at + 4)?,
        })
    };
    Ok(ClubGame {
        id: row.get(0)?,
        game: row.get(1)?,
        variant: row.get(2)?,
        first: opponent(3)?,
        second: opponent(8)?,
        rated: row.get(13)?,
        clock: Clock::read(&row.get::<_, String>(14)?),
        created: row.get::<_, i64>(15)? as u64,
        finished: row.get::<_, Option<i64>>(16)?.map(|at| at as u64),
    })
}

/// Reads a game between members.
pub fn find(app: &App, id: &str) -> ApiResult<ClubGame> {
    let found = app.store.read(|connection| {
        let mut statement =
            connection.prepare_cached(&format!("SELECT {COLUMNS} FROM {TABLES} WHERE c.game_id = ?1"))?;
        Ok(statement.query_row([id], read_game).optional()?)
    });
    let is_id = store::is_id(id);
    found?.filter(|_| is_id).ok_or_else(|| ApiError::not_found(MISSING))
}

/// Stores a new game's members within a transaction; the game itself is stored already.
pub fn insert(connection: &Connection, game: &ClubGame) -> ApiResult<()> {
    connection.execute(
        "INSERT INTO club_games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, NULL)",
        params![
            game.id,
            game.first.member,
            game.second.member,
            game.rated,
            game.clock.text(),
            game.clock.days(),
            game.created as i64,
            game.first.rating,
            game.first.deviation,
            game.second.rating,
            game.second.deviation
        ],
    )?;
    Ok(())
}

impl ClubGame {
    /// The member that plays a side.
    pub fn player(&self, side: Side) -> &Opponent {
        if side == Side::First { &self.first } else { &self.second }
    }

    /// The side that a member plays.
    pub fn side_of(&self, member: i64) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.player(side).member == member)
    }

    /// Both members.
    pub fn members(&self) -> [i64; 2] {
        [self.first.member, self.second.member]
    }

    /// When the side to move loses a turn-based game, as a time of day.
    fn deadline(&self, app: &App, live: &LiveGame) -> ApiResult<Option<u64>> {
        let Some(days) = self.clock.days().filter(|_| live.stored.result.is_none()) else { return Ok(None) };
        let member = self.player(live.board.to_move()).member;
        let vacations = app.store.read(|connection| vacations::of_member(connection, member))?;
        Ok(Some(vacations::deadline(live.stored.updated, u64::from(days), &vacations)))
    }

    /// The game with its board, after what its clocks decide; its end is settled.
    pub fn current(&self, app: &App) -> ApiResult<Arc<LiveGame>> {
        let mut live = LiveGame::find(app, &self.id)?;
        if self.deadline(app, &live)?.is_some_and(|deadline| deadline <= app.config.time.time_of_day()) {
            live = self.end(app, &live, loss(live.board.to_move(), arena::reason::TIME_FORFEIT))?;
        }
        self.settle(app, &live)?;
        Ok(live)
    }

    /// Ends the game, unless something else came first.
    pub fn end(&self, app: &App, live: &LiveGame, ending: Ending) -> ApiResult<Arc<LiveGame>> {
        let change = Change { keep: live.stored.turns.len(), add: None, end: Some(ending) };
        let live = match live.apply(app, None, &change)? {
            Applied::Done(live) => live,
            Applied::Before(_) | Applied::Stale(_) => LiveGame::find(app, &self.id)?,
        };
        self.settle(app, &live)?;
        Ok(live)
    }

    /// Sees to what follows from a change: the clocks' thread knows the next due time, and an end is settled once.
    pub fn settle(&self, app: &App, live: &LiveGame) -> ApiResult<()> {
        app.club()?.dues.set(&self.id, live.due());
        if live.stored.result.is_none() || self.finished.is_some() {
            return Ok(());
        }
        let now = app.config.time.time_of_day();
        let finish = Side::BOTH.map(|side| {
            self.playing(app, live, side).map(|game| json!({ "type": "gameFinish", "game": game }))
        });
        let [first, second] = finish;
        let (game, bodies, sentence) = (self.clone(), [first?, second?], self.result_words(live));
        let result = live.stored.result.clone().unwrap_or_default();
        let is_news = app.store.write(move |connection| {
            let sql = "UPDATE club_games SET finished = ?2 WHERE game_id = ?1 AND finished IS NULL";
            if connection.execute(sql, params![game.id, now as i64])? == 0 {
                return Ok(false);
            }
            if game.rated {
                ratings::rate(connection, &game, &result, now)?;
            }
            for (member, body) in game.members().into_iter().zip(&bodies) {
                events::push(connection, member, body)?;
                let notice =
                    Notice { kind: "finish", text: sentence.clone(), game: Some(&game.id), challenge: None };
                events::notify(connection, member, &notice, now)?;
            }
            Ok(true)
        })?;
        if is_news {
            events::wake(app, self.members());
        }
        Ok(())
    }

    /// How it ended, in words.
    fn result_words(&self, live: &LiveGame) -> String {
        let (first, second) = (&self.first.name, &self.second.name);
        let reason = live.stored.reason.as_deref().unwrap_or_default();
        match live.stored.result.as_deref() {
            Some("1-0") => format!("{first} won against {second} at {}: {reason}", self.game),
            Some("0-1") => format!("{second} won against {first} at {}: {reason}", self.game),
            Some(NO_RESULT) => format!("the game of {} between {first} and {second} was aborted", self.game),
            _ => format!("{first} and {second} drew at {}: {reason}", self.game),
        }
    }

    /// `status`, `winner` and `reason`.
    fn outcome(&self, live: &LiveGame) -> (&'static str, Value, Value) {
        let stored = &live.stored;
        match stored.result.as_deref() {
            None => ("started", Value::Null, Value::Null),
            Some(NO_RESULT) => ("aborted", Value::Null, json!(stored.reason)),
            Some(result) => {
                let winner = ["1-0", "0-1"].iter().position(|&win| win == result);
                ("finished", json!(winner.and_then(|side| SIDES.get(side))), json!(stored.reason))
            }
        }
    }

    /// The `gameState` object.
    pub fn state(&self, app: &App, live: &LiveGame) -> ApiResult<Value> {
        let words: Vec<&str> = live.stored.turns.iter().map(|turn| turn.word.as_str()).collect();
        let (status, winner, reason) = self.outcome(live);
        let remaining = live.remaining();
        Ok(json!({
            "type": "gameState", "version": live.stored.version, "turns": words.join(" "),
            "position": live.board.position_text(), "to_move": side_word(live.board.to_move()), "status": status,
            "winner": winner, "reason": reason,
            "first_ms": remaining.map(|[first, _]| first), "second_ms": remaining.map(|[_, second]| second),
            "elapsed_ms": if status == "started" { live.elapsed(app) } else { 0 },
            "deadline": self.deadline(app, live)?,
        }))
    }

    /// What stays the same throughout the game.
    fn head(&self) -> Value {
        json!({
            "id": self.id, "game": self.game, "variant": self.variant, "rated": self.rated, "clock": self.clock,
            "created": self.created, "first": self.first.json(), "second": self.second.json(),
        })
    }

    /// The `gameFull` object.
    pub fn full(&self, app: &App, live: &LiveGame) -> ApiResult<Value> {
        let mut view = json!({ "type": "gameFull" });
        crate::wire::merge(&mut view, self.head());
        let more = json!({
            "start": live.stored.start, "sides": live.board.sides(), "state": self.state(app, live)?,
        });
        crate::wire::merge(&mut view, more);
        Ok(view)
    }

    /// What a list shows.
    pub fn brief(&self, turns: u64, result: Option<&str>, reason: Option<&str>) -> Value {
        let mut view = self.head();
        let status = match result {
            None => "started",
            Some(NO_RESULT) => "aborted",
            Some(_) => "finished",
        };
        let winner = ["1-0", "0-1"].iter().position(|&win| Some(win) == result);
        let more = json!({
            "turns": turns, "status": status, "winner": winner.and_then(|side| SIDES.get(side)), "reason": reason,
        });
        crate::wire::merge(&mut view, more);
        view
    }

    /// The game as its player sees it in an event.
    pub fn playing(&self, app: &App, live: &LiveGame, side: Side) -> ApiResult<Value> {
        let (status, winner, reason) = self.outcome(live);
        let remaining = live.remaining();
        let is_my_turn = status == "started" && live.board.to_move() == side;
        Ok(json!({
            "id": self.id, "game": self.game, "variant": self.variant, "side": side_word(side), "rated": self.rated,
            "clock": self.clock, "opponent": self.player(side.other()).json(), "version": live.stored.version,
            "is_my_turn": is_my_turn, "position": live.board.position_text(),
            "last_turn": live.stored.turns.last().map(|turn| turn.word.as_str()),
            "first_ms": remaining.map(|[first, _]| first), "second_ms": remaining.map(|[_, second]| second),
            "deadline": self.deadline(app, live)?, "status": status, "winner": winner, "reason": reason,
        }))
    }
}

/// The running games of a member, the oldest first.
pub fn running_of(app: &App, member: i64) -> ApiResult<Vec<ClubGame>> {
    app.store.read(|connection| {
        let mut statement = connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE (c.first = ?1 OR c.second = ?1) AND c.finished IS NULL \
             ORDER BY c.created"
        ))?;
        let rows = statement.query_map([member], read_game)?;
        Ok(rows.collect::<Result<_, _>>()?)
    })
}
