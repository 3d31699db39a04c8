//! Handlers for positions that belong to no stored game: boards, typed turns, pictures, the position editor.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::{Body, Params},
    policy::Limits,
    state::App,
    wire,
};
use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use game::LostPiece;
use players::{AnyGame, Board, Games, Typed};
use serde::Deserialize;
use serde_json::{Value, json};

/// A position as clients name it: a game, where it starts, and the turns since.
#[derive(Deserialize)]
pub struct PositionQuery {
    game: String,
    /// Its variant, unless there is a position.
    #[serde(default)]
    variant: String,
    /// The position it starts from.
    position: Option<String>,
    /// Turns as words, separated by spaces.
    #[serde(default)]
    turns: String,
}

/// The board of a [`PositionQuery`].
pub struct Reached {
    pub entry: &'static dyn AnyGame,
    /// The position after the turns.
    pub board: Box<dyn Board>,
    /// The position before them.
    pub start: String,
    /// Words and texts of the turns.
    pub turns: Vec<(String, String)>,
    /// Squares of the last turn.
    pub squares: Vec<String>,
    /// Pieces that have left the board, those of the last turn at the end.
    pub lost: Vec<LostPiece>,
    /// How many of them the last turn took.
    pub lost_last: usize,
}

impl PositionQuery {
    /// Plays the turns.
    pub fn reach(&self, games: Games) -> ApiResult<Reached> {
        let entry = games.find(&self.game)?;
        let length = self.turns.len() + self.position.as_deref().map_or(0, str::len) + self.variant.len();
        if length > Limits::QUERY_TEXT {
            return Err(ApiError::too_large(format!(
                "a position and its turns have at most {} characters",
                Limits::QUERY_TEXT
            )));
        }
        let mut board = match &self.position {
            Some(text) => entry.at_position(text)?,
            None => entry.start(&self.variant)?,
        };
        let start = board.position_text();
        let (mut turns, mut squares, mut lost, mut lost_last) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for word in self.turns.split_whitespace() {
            let played = board.play(word)?;
            squares = played.squares;
            lost_last = played.lost.len();
            lost.extend(played.lost);
            turns.push((played.word, played.text));
        }
        Ok(Reached { entry, board, start, turns, squares, lost, lost_last })
    }
}

/// A position, and a turn that is being entered there.
#[derive(Deserialize)]
pub struct BoardQuery {
    #[serde(flatten)]
    position: PositionQuery,
    /// Its actions so far, joined by commas.
    #[serde(default)]
    partial: String,
    /// Its text so far.
    #[serde(default)]
    text: String,
    /// Two points, in place of a text: what is wrong with a move between them?
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
}

impl BoardQuery {
    fn actions(&self) -> Vec<String> {
        self.partial.split(',').filter(|a| !a.is_empty()).map(String::from).collect()
    }
}

/// `GET /api/v1/board`: the board after the turns and the actions so far, and the next legal actions.
pub async fn board(State(app): State<App>, Params(query): Params<BoardQuery>) -> ApiResult {
    blocking::json(move || {
        let reached = query.position.reach(app.config.games)?;
        let partial = reached.board.partial(&query.actions())?;
        let mut view = wire::position(reached.board.as_ref());
        let turns = reached.turns.iter().map(|(word, text)| json!({ "word": word, "text": text }));
        let captured: Vec<LostPiece> = reached.lost.iter().chain(&partial.lost).cloned().collect();
        let more = json!({
            "lost": wire::lost(reached.lost.iter().rev().take(reached.lost_last)),
            "captured": wire::captured(&captured),
            "start": reached.start,
            "turns": turns.collect::<Value>(),
            "squares": reached.squares,
            "partial": wire::partial(&partial),
        });
        wire::merge(&mut view, more);
        Ok(view)
    })
    .await
}

/// `GET /api/v1/typed`: whether a text is a turn, could become one, or what is wrong with it.
pub async fn typed(State(app): State<App>, Params(query): Params<BoardQuery>) -> ApiResult {
    blocking::json(move || {
        if query.text.len() + query.partial.len() + query.from.len() + query.to.len() > 1000 {
            return Err(ApiError::too_large("a turn has at most 1000 characters"));
        }
        let board = query.position.reach(app.config.games)?.board;
        let text = match query.from.is_empty() {
            true => query.text.clone(),
            false => board.attempt_text(&query.actions(), &query.from, &query.to)?,
        };
        Ok(match board.typed(&text) {
            Typed::Complete(word) => json!({ "state": "valid", "word": word }),
            Typed::Incomplete(next) => json!({ "state": "incomplete", "next": next }),
            Typed::Wrong(error) => {
                json!({ "state": "invalid", "sentence": error.to_string(), "token": error.token() })
            }
        })
    })
    .await
}

/// `GET /api/v1/picture`: the board as an SVG document.
pub async fn picture(State(app): State<App>, Params(query): Params<BoardQuery>) -> ApiResult<Response> {
    let svg = blocking::run(move || {
        let reached = query.position.reach(app.config.games)?;
        Ok(reached.board.svg_board(&reached.squares))
    });
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg.await?).into_response())
}

/// `GET /api/v1/palette`: the pieces and phases of the position editor.
pub async fn palette(State(app): State<App>, Params(query): Params<PositionQuery>) -> ApiResult {
    let board = query.reach(app.config.games)?.board;
    let palette = board.palette();
    let phases = palette.phases.iter().map(|(word, words)| json!({ "word": word, "words": words }));
    Ok(Json(
        json!({ "pieces": wire::pieces(&palette.pieces), "phases": phases.collect::<Value>(), "phase": palette.phase, "highest": palette.highest }),
    ))
}

/// A position from the editor.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    game: String,
    #[serde(default)]
    variant: String,
    position: Option<String>,
    pieces: Vec<ArrangedPiece>,
    side: u8,
    #[serde(default)]
    phase: String,
}

/// A piece of an [`Arrangement`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrangedPiece {
    point: String,
    side: Option<u8>,
    kind: String,
    #[serde(default = "one")]
    height: u8,
}

fn one() -> u8 {
    1
}

/// `POST /api/v1/arrange`: the text of a position from the editor, or what is wrong with it.
pub async fn arrange(State(app): State<App>, Body(edited): Body<Arrangement>) -> ApiResult {
    let Arrangement { game, variant, position, pieces, side, phase } = edited;
    let start = PositionQuery { game, variant, position, turns: String::new() }.reach(app.config.games)?;
    let piece = |p: ArrangedPiece| Ok((p.point, p.side.map(wire::side).transpose()?, p.kind, p.height));
    let pieces = pieces.into_iter().map(piece).collect::<ApiResult<Vec<_>>>()?;
    let board = start.board.arranged(&pieces, wire::side(side)?, &phase)?;
    Ok(Json(wire::position(board.as_ref())))
}
