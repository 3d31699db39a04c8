//! Import and export of games as text. Recognises the form of a pasted text; positions and turns are read by the game.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    blocking,
    error::{ApiError, ApiResult},
    guard::Body,
    policy::Limits,
    state::App,
    store::{Seat, StoredGame},
};
use arena::GameRecord;
use axum::extract::State;
use players::{AnyGame, Board, Games, Typed};
use serde::Deserialize;
use serde_json::{Value, json};

/// Most words of one turn.
const LONGEST_TURN: usize = 24;

/// A pasted text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pasted {
    game: String,
    #[serde(default)]
    variant: String,
    text: String,
}

/// An imported game.
pub struct Read {
    pub game: &'static str,
    pub start: String,
    pub turns: Vec<String>,
    pub form: &'static str,
}

/// `POST /api/v1/import`
pub async fn import(State(app): State<App>, Body(pasted): Body<Pasted>) -> ApiResult {
    blocking::json(move || {
        let Read { game, start, turns, form } = read(app.config.games, &pasted)?;
        Ok(json!({ "game": game, "start": start, "turns": turns, "form": form }))
    })
    .await
}

/// Recognises the form of a text and reads it.
pub fn read(games: Games, pasted: &Pasted) -> ApiResult<Read> {
    let entry = games.find(&pasted.game)?;
    let text = pasted.text.trim();
    if text.is_empty() {
        return Err(ApiError::bad("the text is empty; paste a position, turns, or a record"));
    }
    if text.starts_with('{') {
        return read_json(games, text);
    }
    // Before positions: a list of moves also denotes the position that it leads to.
    if let Some(record) = entry.read_record(text) {
        let (start, turns) = record?;
        return Ok(Read { game: entry.name(), start, turns, form: "record" });
    }
    let position = match entry.at_position(text) {
        Ok(board) => {
            return Ok(Read {
                game: entry.name(),
                start: board.position_text(),
                turns: Vec::new(),
                form: "position",
            });
        }
        Err(error) => error,
    };
    if let Some((start, turns)) = text.split_once("moves") {
        let start = if start.trim().is_empty() {
            entry.start(&pasted.variant)?
        } else {
            entry.at_position(start.trim())?
        };
        return read_turns(entry, start, turns, "position and turns");
    }
    let tagged = tag(text, "Start").or_else(|| tag(text, "FEN"));
    let start = match &tagged {
        Some(start) => entry.at_position(start)?,
        None => entry.start(&pasted.variant)?,
    };
    match read_turns(entry, start, text, "turns") {
        Ok(read) => Ok(read),
        // One word with slashes was most likely meant as a position.
        Err(_) if text.split_whitespace().count() <= 3 && !text.contains('\n') && text.contains('/') => {
            Err(position.into())
        }
        Err(error) => Err(error),
    }
}

/// The value of a tag such as `[Start "…"]`.
fn tag(text: &str, name: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| line.starts_with(&format!("[{name} ")))?;
    Some(line.split('"').nth(1)?.to_string())
}

fn read_turns(
    entry: &'static dyn AnyGame,
    start: Box<dyn Board>,
    text: &str,
    form: &'static str,
) -> ApiResult<Read> {
    let words = turn_words(text);
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut board = start.copy();
    let mut turns = Vec::new();
    let mut rest = words.as_slice();
    while let Some((first, after)) = rest.split_first() {
        if is_mark(first) {
            rest = after;
            continue;
        }
        if turns.len() >= Limits::TURNS {
            return Err(ApiError::bad(format!("a game has at most {} turns", Limits::TURNS)));
        }
        let end = rest.iter().position(|w| is_mark(w)).unwrap_or(rest.len());
        let (word, used) = longest_turn(board.as_ref(), rest.get(..end).unwrap_or(rest))?;
        board.play(&word)?;
        turns.push(word);
        rest = rest.get(used..).unwrap_or_default();
    }
    if turns.is_empty() {
        return Err(ApiError::bad("the text contains no turn; paste a position, turns, or a record"));
    }
    Ok(Read { game: entry.name(), start: start.position_text(), turns, form })
}

/// The longest run of words that is one turn, since actions may be separated by spaces too.
fn longest_turn(board: &dyn Board, words: &[&str]) -> ApiResult<(String, usize)> {
    let mut found = None;
    let mut wrong = None;
    for used in 1..=words.len().min(LONGEST_TURN) {
        match board.typed(&words.get(..used).unwrap_or_default().join(" ")) {
            Typed::Complete(word) => found = Some((word, used)),
            Typed::Incomplete(_) => (),
            Typed::Wrong(error) => {
                wrong = wrong.or(Some(error));
                break;
            }
        }
    }
    match (found, wrong) {
        (Some(found), _) => Ok(found),
        (None, Some(error)) => Err(error.into()),
        (None, None) => Err(ApiError::bad(format!("'{}' is not a complete turn", words.join(" ")))),
    }
}

/// The text without tags and comments.
fn turn_words(text: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0_u32;
    for line in text.lines().filter(|line| !line.trim_start().starts_with('[')) {
        for letter in line.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ if depth == 0 => plain.push(letter),
                _ => (),
            }
        }
        plain.push(' ');
    }
    plain
}

/// Is this a turn number or a result?
fn is_mark(word: &str) -> bool {
    let number = word.trim_end_matches('.');
    number.len() < word.len() && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
        || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "…")
}

/// Reads a saved game, or the record of a game of a match.
fn read_json(games: Games, text: &str) -> ApiResult<Read> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| ApiError::bad(format!("the text is not valid JSON: {error}")))?;
    if value.get("quadrille").is_some_and(|kind| kind == "saved game") {
        let words = |key: &str| {
            let text = value.get(key).and_then(Value::as_str).map(String::from);
            text.ok_or_else(|| ApiError::bad(format!("'{key}' is missing")))
        };
        let entry = games.find(&words("game")?)?;
        let turns = value.get("turns").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let turns: Vec<String> = turns.iter().filter_map(|turn| turn.as_str().map(String::from)).collect();
        return replayed(entry, &words("start")?, &turns, "saved game");
    }
    let record = GameRecord::from_line(text).map_err(ApiError::bad)?;
    let entry = games.find(&record.header.game)?;
    let chosen = record.played.turns.iter().map(|turn| turn.turn.clone());
    let turns: Vec<String> = record.header.opening_turns.iter().cloned().chain(chosen).collect();
    replayed(entry, &record.header.start, &turns, "record")
}

fn replayed(
    entry: &'static dyn AnyGame,
    start: &str,
    turns: &[String],
    form: &'static str,
) -> ApiResult<Read> {
    let mut board = entry.at_position(start)?;
    let start = board.position_text();
    let turns = turns.iter().map(|turn| Ok(board.play(turn)?.word)).collect::<ApiResult<Vec<_>>>()?;
    Ok(Read { game: entry.name(), start, turns, form })
}

/// The JSON that `quadrille play --resume` reads.
pub fn saved_game(game: &StoredGame) -> String {
    let (side, opponent) = match &game.seats {
        [Seat::Person, Seat::Engine(spec)] => ("first", spec.as_str()),
        [Seat::Engine(spec), Seat::Person] => ("second", spec.as_str()),
        [Seat::Engine(spec), _] => ("none", spec.as_str()),
        _ => ("both", "best"),
    };
    let turns: Vec<&str> = game.turns.iter().map(|turn| turn.word.as_str()).collect();
    let object = json!({
        "quadrille": "saved game",
        "version": 1,
        "game": game.game,
        "start": game.start,
        "side": side,
        "opponent": opponent,
        "seed": game.seed,
        "turns": turns,
    });
    format!("{object:#}\n")
}

/// Tags and numbered turns, like PGN. Quotes and brackets in names cannot break out of their tags.
pub fn numbered_turns(game: &StoredGame, sides: [&str; 2]) -> String {
    let plain = |text: &str| text.replace(['"', '[', ']', '\n', '\r'], "'");
    let seat = |seat: &Seat| match seat {
        Seat::Person => "a person".to_string(),
        Seat::Engine(name) | Seat::Member(name) => plain(name),
    };
    let mut text = format!(
        "[Game \"{}\"]\n[Name \"{}\"]\n[{} \"{}\"]\n[{} \"{}\"]\n[Start \"{}\"]\n[Result \"{}\"]\n[Reason \"{}\"]\n\n",
        game.game,
        plain(&game.name),
        sides[0],
        seat(&game.seats[0]),
        sides[1],
        seat(&game.seats[1]),
        game.start,
        game.result.as_deref().unwrap_or("*"),
        game.reason.as_deref().unwrap_or("unfinished"),
    );
    for (number, turn) in game.turns.iter().enumerate() {
        text += &format!("{}. {}\n", number + 1, turn.text);
    }
    text + game.result.as_deref().unwrap_or("*") + "\n"
}
