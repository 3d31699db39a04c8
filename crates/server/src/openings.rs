//! What was played from a position in the games of the store: how often, how it ended, and who played it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    blocking, boards::PositionQuery, error::ApiResult, guard::Params, state::App, store::Seat, wire,
};
use axum::extract::State;
use serde_json::{Value, json};
use std::collections::HashMap;

/// How many of the latest stored games, and of the latest games of matches, are looked through.
const LATEST: u32 = 1000;

/// Most turns in an answer.
const TURNS: usize = 12;

/// Most players that are named for a turn.
const PLAYERS: usize = 3;

/// A game that began where the question begins.
pub struct OpeningGame {
    /// The turns as words, as many as were asked for.
    pub turns: Vec<String>,
    /// Who played the first and the second side.
    pub players: [String; 2],
    /// `1-0`, `0-1` or `1/2-1/2` once it is over.
    pub result: Option<String>,
}

/// A seat as the name of its player.
pub fn player_of(seat: Seat) -> String {
    match seat {
        Seat::Person => "person".into(),
        Seat::Engine(name) | Seat::Member(name) => name,
    }
}

/// Results of one turn.
#[derive(Default)]
struct Played {
    games: u64,
    wins: [u64; 2],
    draws: u64,
    players: Vec<(String, u64)>,
}

impl Played {
    fn add(&mut self, game: &OpeningGame, mover: usize) {
        self.games += 1;
        match game.result.as_deref() {
            Some("1-0") => self.wins[0] += 1,
            Some("0-1") => self.wins[1] += 1,
            Some("1/2-1/2") => self.draws += 1,
            _ => (),
        }
        let Some(player) = game.players.get(mover) else { return };
        match self.players.iter_mut().find(|(name, _)| name == player) {
            Some((_, count)) => *count += 1,
            None => self.players.push((player.clone(), 1)),
        }
    }
}

/// `GET /api/v1/openings`
pub async fn openings(State(app): State<App>, Params(query): Params<PositionQuery>) -> ApiResult {
    blocking::json(move || {
        let reached = query.reach(app.config.games)?;
        let before: Vec<&str> = reached.turns.iter().map(|(word, _)| word.as_str()).collect();
        let (game, mover) = (reached.entry.name(), reached.board.to_move().index());
        let mut games = app.store.opening_games(game, &reached.start, before.len() + 1, LATEST)?;
        games.extend(app.store.opening_games_of_matches(game, &reached.start, before.len() + 1, LATEST)?);
        let mut found: HashMap<&str, Played> = HashMap::new();
        let mut total = 0_u64;
        for game in &games {
            let Some((next, done)) = game.turns.split_last() else { continue };
            if done == before {
                found.entry(next).or_default().add(game, mover);
                total += 1;
            }
        }
        let mut list: Vec<(&str, Played)> = found.into_iter().collect();
        list.sort_by(|(a, one), (b, other)| other.games.cmp(&one.games).then(a.cmp(b)));
        let turn = |(word, mut played): (&str, Played)| {
            // A turn that cannot be played here comes from an earlier version of the rules or is damaged.
            let text = reached.board.copy().play(word).ok()?.text;
            played.players.sort_by(|(a, one), (b, other)| other.cmp(one).then(a.cmp(b)));
            let players: Vec<String> = played.players.into_iter().take(PLAYERS).map(|(name, _)| name).collect();
            Some(json!({ "word": word, "text": text, "games": played.games, "wins": played.wins, "draws": played.draws, "players": players }))
        };
        let turns: Value = list.into_iter().take(TURNS).filter_map(turn).collect();
        let mut view = wire::position(reached.board.as_ref());
        wire::merge(&mut view, json!({ "games": total, "turns": turns }));
        Ok(view)
    })
    .await
}
