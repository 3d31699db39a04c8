//! Messages from a controller to an engine.

use super::{Setting, alone, one_line, split_word};
use game::TextError;
use std::fmt;

/// A message from a controller.
#[derive(Clone, PartialEq, Debug)]
pub enum ToEngine {
    /// Opens the handshake: the engine identifies itself.
    Aei,
    /// Asks the engine to answer once it has processed all earlier messages.
    IsReady,
    /// The empty board, gold to set up.
    NewGame,
    /// A position to play from: the side to move and the 64 squares from a8 to h1 as `g [64 characters]`, not checked
    /// against the rules of the game.
    SetPosition(String),
    /// An option.
    SetOption(Setting),
    /// A turn that has been played, in the game's notation; a running search ends.
    MakeMove(String),
    /// Search and answer with one best move.
    Go,
    /// Ponder on the opponent's time; no answer is expected.
    GoPonder,
    /// Stop the search and answer with the best turn so far.
    Stop,
    /// Quit.
    Quit,
}

impl ToEngine {
    /// Reads a line; `None` if it is blank.
    pub fn parse(line: &str) -> Result<Option<ToEngine>, TextError> {
        let (word, rest) = split_word(line);
        let plain = |message| alone(Some(message), word, rest);
        match word {
            "" => Ok(None),
            "aei" => plain(ToEngine::Aei),
            "isready" => plain(ToEngine::IsReady),
            "newgame" => plain(ToEngine::NewGame),
            "stop" => plain(ToEngine::Stop),
            "quit" => plain(ToEngine::Quit),
            "go" if rest == "ponder" => Ok(Some(ToEngine::GoPonder)),
            "go" if rest.is_empty() => Ok(Some(ToEngine::Go)),
            "go" => Err(TextError::new(rest, "is not an argument of go; expected 'go' or 'go ponder'")),
            "setposition" => position(rest).map(|p| Some(ToEngine::SetPosition(p))),
            "setoption" => Setting::parse(rest).map(|s| Some(ToEngine::SetOption(s))),
            "makemove" if rest.is_empty() => {
                Err(TextError::new(line.trim(), "is missing the move; expected as in 'makemove Ee2n Ee3n'"))
            }
            "makemove" => Ok(Some(ToEngine::MakeMove(one_line(rest)))),
            _ => Err(TextError::new(
                word,
                "is not a message; known: aei, isready, newgame, setposition, setoption, makemove, go, stop, quit",
            )),
        }
    }
}

/// Reads `g [64 characters]`; also accepts the older `w` and `b`.
fn position(text: &str) -> Result<String, TextError> {
    const EXPECTED: &str = "expected a side and a board such as g [64 characters]";
    let (head, rest) =
        text.split_once('[').ok_or_else(|| TextError::new(text, format!("has no board; {EXPECTED}")))?;
    let (squares, tail) = rest
        .split_once(']')
        .ok_or_else(|| TextError::new(text, format!("is missing the ']' after its board; {EXPECTED}")))?;
    let side = match head.trim() {
        "g" | "w" => 'g',
        "s" | "b" => 's',
        other => return Err(TextError::new(other, format!("is not a side to move; {EXPECTED}"))),
    };
    if !tail.trim().is_empty() {
        return Err(TextError::new(tail.trim(), format!("comes after the board; {EXPECTED}")));
    }
    let count = squares.chars().count();
    if count != 64 {
        return Err(TextError::new(squares, format!("has {count} characters; a board has 64 squares")));
    }
    if squares.chars().any(|c| c == '[' || c.is_control()) {
        let problem = "contains a bracket or a control character, which is not a piece";
        return Err(TextError::new(squares, problem));
    }
    Ok(format!("{side} [{squares}]"))
}

impl fmt::Display for ToEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToEngine::Aei => write!(f, "aei"),
            ToEngine::IsReady => write!(f, "isready"),
            ToEngine::NewGame => write!(f, "newgame"),
            ToEngine::SetPosition(position) => write!(f, "setposition {}", one_line(position)),
            ToEngine::SetOption(setting) => write!(f, "setoption {setting}"),
            ToEngine::MakeMove(turn) => write!(f, "makemove {}", one_line(turn)),
            ToEngine::Go => write!(f, "go"),
            ToEngine::GoPonder => write!(f, "go ponder"),
            ToEngine::Stop => write!(f, "stop"),
            ToEngine::Quit => write!(f, "quit"),
        }
    }
}
