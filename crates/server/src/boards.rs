//! Positions without a stored game: what a board looks like, what can be played on it, what a text means. Keeps nothing.

use crate::{
    blocking,
    error::ApiError,
    guard::{Body, Params},
    policy::Limits,
    wire,
};
use axum::{
    Json,
    http::header,
    response::{IntoResponse, Response},
};
use game::Side;
use players::{Board, GameEntry, Typed, find_game};
use serde::Deserialize;
use serde_json::{Value, json};

/// Where a board stands: a game, where it begins, and the turns since, as words separated by blanks.
#[derive(Clone, Deserialize, Default)]
pub struct Place {
    /// Name of the game.
    pub game: String,
    /// Its variant, unless there is a position.
    #[serde(default)]
    pub variant: String,
    /// The position it begins with.
    pub position: Option<String>,
    /// Turns as words, separated by blanks.
    #[serde(default)]
    pub turns: String,
}

/// A board and how it came about.
pub struct Placed {
    /// The game's entry in the registry.
    pub entry: &'static dyn GameEntry,
    /// The position after the turns.
    pub board: Box<dyn Board>,
    /// The position before them.
    pub start: String,
    /// Words and texts of the turns.
    pub turns: Vec<(String, String)>,
    /// Squares of the last turn.
    pub squares: Vec<String>,
}

impl Place {
    /// Plays to the place.
    pub fn reach(&self) -> Result<Placed, ApiError> {
        let entry = find_game(&self.game)?;
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
        let (mut turns, mut squares) = (Vec::new(), Vec::new());
        for word in self.turns.split_whitespace() {
            let played = board.play(word)?;
            squares = played.squares;
            turns.push((played.word, played.text));
        }
        Ok(Placed { entry, board, start, turns, squares })
    }
}

/// A place, and the part of a turn done there.
#[derive(Deserialize)]
pub struct BoardQuery {
    game: String,
    #[serde(default)]
    variant: String,
    position: Option<String>,
    #[serde(default)]
    turns: String,
    /// Actions of the running turn, joined by commas.
    #[serde(default)]
    partial: String,
    /// A text that somebody is typing.
    #[serde(default)]
    text: String,
}

impl BoardQuery {
    fn place(&self) -> Place {
        let (game, variant) = (self.game.clone(), self.variant.clone());
        Place { game, variant, position: self.position.clone(), turns: self.turns.clone() }
    }
}

/// `GET /api/v1/board`: the board after the turns and the part of a turn, and what can come next.
pub async fn board(Params(query): Params<BoardQuery>) -> Result<Json<Value>, ApiError> {
    let view = blocking::run(move || {
        let placed = query.place().reach()?;
        let actions: Vec<String> =
            query.partial.split(',').filter(|a| !a.is_empty()).map(String::from).collect();
        let partial = placed.board.partial(&actions)?;
        let mut view = wire::position(placed.board.as_ref());
        view["start"] = placed.start.into();
        view["turns"] =
            placed.turns.iter().map(|(word, text)| json!({ "word": word, "text": text })).collect();
        view["squares"] = placed.squares.into();
        view["partial"] = wire::partial(&partial);
        Ok(view)
    });
    Ok(Json(view.await?))
}

/// `GET /api/v1/typed`: whether a text is a turn, could become one, or what is wrong with it.
pub async fn typed(Params(query): Params<BoardQuery>) -> Result<Json<Value>, ApiError> {
    let answer = blocking::run(move || {
        if query.text.len() > 1000 {
            return Err(ApiError::too_large("a turn has at most 1000 characters"));
        }
        let placed = query.place().reach()?;
        Ok(match placed.board.typed(&query.text) {
            Typed::Complete(word) => json!({ "state": "valid", "word": word }),
            Typed::Incomplete(next) => json!({ "state": "incomplete", "next": next }),
            Typed::Wrong(error) => {
                json!({ "state": "invalid", "sentence": error.to_string(), "token": error.token() })
            }
        })
    });
    Ok(Json(answer.await?))
}

/// `GET /api/v1/picture`: the board as an SVG document.
pub async fn picture(Params(query): Params<BoardQuery>) -> Result<Response, ApiError> {
    let svg = blocking::run(move || {
        let placed = query.place().reach()?;
        Ok(placed.board.svg_board(&placed.squares))
    });
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg.await?).into_response())
}

/// `GET /api/v1/palette`: what an editor of positions offers.
pub async fn palette(Params(place): Params<Place>) -> Result<Json<Value>, ApiError> {
    let placed = place.reach()?;
    let palette = placed.board.palette();
    let phases = palette.phases.iter().map(|(word, words)| json!({ "word": word, "words": words }));
    Ok(Json(json!({ "pieces": wire::pieces(&palette.pieces), "phases": phases.collect::<Value>() })))
}

/// A position put together by hand.
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

fn side_of(number: u8) -> Result<Side, ApiError> {
    match number {
        0 => Ok(Side::First),
        1 => Ok(Side::Second),
        other => Err(ApiError::bad(format!("'{other}' is not a side; 0 is the first, 1 the second"))),
    }
}

/// `POST /api/v1/arrange`: the text of a position put together by hand, or what is wrong with it.
pub async fn arrange(Body(wish): Body<Arrangement>) -> Result<Json<Value>, ApiError> {
    let place =
        Place { game: wish.game, variant: wish.variant, position: wish.position, turns: String::new() };
    let placed = place.reach()?;
    let piece = |p: ArrangedPiece| Ok((p.point, p.side.map(side_of).transpose()?, p.kind, p.height));
    let pieces = wish.pieces.into_iter().map(piece).collect::<Result<Vec<_>, ApiError>>()?;
    let board = placed.board.arranged(&pieces, side_of(wish.side)?, &wish.phase)?;
    Ok(Json(wire::position(board.as_ref())))
}
