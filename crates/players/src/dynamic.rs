//! Type-erased games and players: one virtual call a turn.
//!
//! A [`Board`] is a running game of any kind, a [`Player`] chooses turns on it, and an [`AnyGame`] makes both. They exchange
//! text and plain numbers, so that records, the command line, protocols and the page need no generics.

use crate::{EvaluationSpec, Spec, SpecError};
use cgt::Thermograph;
use game::{
    Counted, Gesture, Holder, Key, Level, LostPiece, Outcome, Scene, ScenePiece, Score, Side, Span,
    TextError, TextStyle, Verdict,
};
use search::Limits;
use std::{
    any::Any,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64},
    },
    time::Duration,
};

/// A running game: the position and the turn ends so far. Moves are whole turns.
pub trait Board: Send + Sync {
    /// Name of the game in the registry.
    fn game(&self) -> &'static str;
    /// What the two sides are called.
    fn sides(&self) -> [&'static str; 2];
    /// The side to move.
    fn to_move(&self) -> Side;
    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// Why it ended: `goal`, `no move` …
    fn ending(&self) -> Option<&'static str>;
    /// Which side did what that ended the game, as the rest of a sentence about it.
    fn ending_words(&self) -> Option<(Side, String)> {
        None
    }
    /// The canonical text of the position.
    fn position_text(&self) -> String;
    /// The key of the position.
    fn key(&self) -> Key;
    /// The next legal actions as text, in generation order.
    fn actions(&self) -> Vec<String>;
    /// Can the turns be listed? Not where there are far too many ways to complete one, as in a setup of sixteen pieces.
    fn lists_turns(&self) -> bool;
    /// Every distinct legal turn as one word, in generation order; nothing where they cannot be listed, and then
    /// [`Board::actions`] says how a turn may begin.
    fn turns(&self) -> Vec<String>;
    /// Plays a whole turn given in any accepted notation. On an error nothing changes.
    fn play(&mut self, turn: &str) -> Result<PlayedTurn, TextError>;
    /// The game that goes on from here with these turns, in the form of the game's own records; `None` if it has none.
    fn move_list(&self, _turns: &[&str]) -> Result<Option<String>, TextError> {
        Ok(None)
    }
    /// The board as data, for drawing.
    fn scene(&self) -> Scene;
    /// What the board looks like in the middle of a turn, after these actions of it, and what can come next.
    fn partial(&self, actions: &[String]) -> Result<PartialTurn, TextError>;
    /// How someone would write a move between two points after some actions of a turn, legal or not.
    fn attempt_text(&self, actions: &[String], from: &str, to: &str) -> Result<String, TextError> {
        let _ = actions;
        Ok(format!("{from}{to}"))
    }
    /// Reads a turn that is still being typed.
    fn typed(&self, text: &str) -> Typed;
    /// What an editor of positions offers: pieces, and phases as word in texts and in words for people.
    fn palette(&self) -> Palette;
    /// A new game that begins with exactly these pieces on a board like this one: point, side, kind and height of each.
    fn arranged(
        &self,
        pieces: &[(String, Option<Side>, String, u8)],
        side: Side,
        phase: &str,
    ) -> Result<Box<dyn Board>, TextError>;
    /// The board as lines of text; the named squares stand out.
    fn text_board(&self, style: TextStyle, marked: &[String]) -> String;
    /// The board as a complete SVG document; the named squares stand out.
    fn svg_board(&self, marked: &[String]) -> String;
    /// Facts about the position for machines.
    fn facts(&self) -> Vec<(&'static str, i64)>;
    /// Counts sequences of exactly `depth` actions, or of whole turns with distinct results.
    fn count(&self, what: Counted, depth: u32) -> u64;
    /// The deepest such count possible here; `None` if there is no limit.
    fn deepest_count(&self, what: Counted) -> Option<u32>;
    /// An independent copy.
    fn copy(&self) -> Box<dyn Board>;
    /// For players, which know the concrete type.
    fn as_any(&self) -> &dyn Any;
}

/// A turn that has just been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// The turn as people write it.
    pub text: String,
    /// The turn as one word.
    pub word: String,
    /// Names of the squares it touched.
    pub squares: Vec<String>,
    /// Pieces that left the board.
    pub lost: Vec<LostPiece>,
}

/// A turn that is being made.
#[derive(Clone, PartialEq, Debug)]
pub struct PartialTurn {
    /// The part done so far as people write it; empty at the beginning.
    pub text: String,
    /// The part done so far as one word.
    pub word: String,
    /// Names of the squares it has touched.
    pub squares: Vec<String>,
    /// Pieces that have left the board.
    pub lost: Vec<LostPiece>,
    /// The board as it is now.
    pub scene: Scene,
    /// Is the turn complete? Nothing can come next then.
    pub complete: bool,
    /// What can come next; a turn end that repetition forbids is left out.
    pub next: Vec<NextAction>,
}

/// An action that can come next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextAction {
    /// Its text.
    pub text: String,
    /// How it is made by hand.
    pub gesture: Gesture,
    /// The piece that it takes from the board.
    pub lost: Option<LostPiece>,
    /// Does it complete the turn?
    pub completes: bool,
}

/// What a text that is still being typed can become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A whole legal turn, as one word.
    Complete(String),
    /// The beginning of one, with some of the ways to go on.
    Incomplete(Vec<String>),
    /// No legal turn begins like this.
    Wrong(TextError),
}

/// What an editor of positions offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Pieces to put on the board.
    pub pieces: Vec<ScenePiece>,
    /// Phases, the usual one first; empty where a game has only one.
    pub phases: &'static [(&'static str, &'static str)],
    /// The word of the phase that the position is in; empty without phases.
    pub phase: &'static str,
    /// The highest stack.
    pub highest: u8,
}

/// What a player is asked for.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Limits from outside, on top of the player's own.
    pub limits: Limits,
    /// How many variations to report, best first; at least 1.
    pub multipv: usize,
    /// Raised by others to have the best turn so far at once.
    pub stop: &'a AtomicBool,
}

impl<'a> Request<'a> {
    /// Asks for the best turn within these limits.
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Request<'a> {
        Request { limits, multipv: 1, stop }
    }
}

/// What a player thinks, while it thinks and at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchInfo {
    /// Completed depth in actions.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the question.
    pub time: Duration,
    /// What is proven for the side to move.
    pub verdict: Verdict,
    /// Actions to the end of the game where known exactly.
    pub length: Option<u32>,
    /// Lines, best first; the last info of a search has at least one.
    pub lines: Vec<Variation>,
}

/// One line of a [`SearchInfo`].
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    /// For the side to move, in the units of the player's evaluation; `None` where it has none.
    pub score: Option<Score>,
    /// Turns as words; the first is the turn of the side to move. The last one may be cut off in mid-turn.
    pub turns: Vec<String>,
    /// The actions of the first turn.
    pub actions: Vec<String>,
}

impl SearchInfo {
    /// The turn to play, as one word. Only the last info of a search is sure to have one.
    pub fn turn(&self) -> Option<&str> {
        self.lines.first()?.turns.first().map(String::as_str)
    }
}

/// Chooses turns.
pub trait Player: Send {
    /// Chooses a turn in an unfinished game; `observer` sees the thinking.
    fn choose_turn(
        &mut self,
        board: &dyn Board,
        request: Request<'_>,
        observer: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> SearchInfo;
    /// Forgets everything: the next game is as if it were the first.
    fn new_game(&mut self);
    /// Counts the nodes of running searches in `counter` from now on, for live displays. Players that cannot tell leave it
    /// at 0.
    fn count_in(&mut self, _counter: Arc<AtomicU64>) {}
    /// A game begins on this board. Slow preparations belong here, where no clock runs.
    fn begin(&mut self, _board: &dyn Board) {}
    /// A turn was played in the game that has begun, by either side.
    fn see_turn(&mut self, _turn: &PlayedTurn) {}
    /// What the clocks of both sides show before a question, and what a finished turn adds, in a game that has clocks.
    fn see_clocks(&mut self, _remaining: [Duration; 2], _increment: Duration) {}
    /// Why the last question got no turn. Players inside this process always answer.
    fn failure(&mut self) -> Option<Failure> {
        None
    }
}

/// Why a player did not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// In the words of records: `crashed`, `stalled` …
    pub reason: &'static str,
    /// More about it, for people.
    pub detail: String,
}

/// An evaluation with weights that can be changed: what a tuner needs of a game.
pub trait TunableEvaluation: Send + Sync {
    /// Names and values of all weights, in a fixed order; none if the evaluation has none to change.
    fn weights(&self) -> Vec<(String, i32)>;
    /// The position after some actions of a turn that was played here, if the evaluation is to be trusted there: nothing is
    /// proven, and the action that follows is not noisy.
    fn quiet(&self, board: &dyn Board, turn: &str, done: usize) -> Option<Box<dyn Board>>;
    /// The evaluations of all these positions, each for its side to move, with these weights.
    fn evaluate(&self, boards: &[Box<dyn Board>], weights: &[i32]) -> Vec<i32>;
}

/// The independent regions of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRegions {
    /// Whom positive means favour: the side that combinatorial game theory calls Left.
    pub left: Side,
    /// Nodes that were used.
    pub nodes: u64,
    /// All regions, dead ones included, in a fixed order.
    pub regions: Vec<BoardRegion>,
}

/// A part of a board that is a game of its own: nothing in it can ever influence the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRegion {
    /// Names of its squares, those with pieces included.
    pub squares: Vec<String>,
    /// How many of them are empty.
    pub empty: u32,
    /// The region alone as a local position, rows from the top, cut down to what is in play.
    pub position: String,
    /// Who can ever make a turn in it.
    pub holder: Holder,
    /// How many turns the holder can make in it, if there is one holder.
    pub turns: Option<Span>,
    /// The exact thermograph, with mean and temperature; `None` where the budget did not suffice: unknown, not zero.
    pub graph: Option<Thermograph>,
    /// Is a move worth most here? Only where that is certain, and never where moving costs something everywhere.
    pub hottest: bool,
}

/// Plain facts about a game; see [`game::GameDefinition`], [`game::Setup`] and [`game::Notation`].
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// What may follow the name and a colon.
    pub variants: &'static str,
    /// Variants worth offering to people: text and a few words.
    pub starts: &'static [(&'static str, &'static str)],
    /// An example of a position text.
    pub position_example: &'static str,
    /// What the two sides are called.
    pub sides: [&'static str; 2],
    /// Names of its evaluations, the strongest first.
    pub evaluations: &'static [&'static str],
    /// Former names of evaluations, and what they are called now.
    pub former_names: &'static [(&'static str, &'static str)],
    /// The spec that `best` stands for.
    pub best: &'static str,
    /// Levels for people, weakest first.
    pub levels: &'static [Level],
    /// Presets that follow the programs of the papers.
    pub presets: &'static [Level],
    /// Further help on levels and presets: lines of text, or nothing.
    pub notes: &'static str,
    /// Positions and depths of `quadrille bench`.
    pub bench: &'static [(&'static str, u32)],
    /// Does it decompose into independent regions with exact values?
    pub has_regions: bool,
}

/// The inputs of a game's networks, without its positions. See [`game::NetworkInputs`] for the fields.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "they are those of NetworkInputs")]
pub struct LearnedInputs {
    pub name: &'static str,
    pub count: usize,
    pub most_active: usize,
    pub width: usize,
    pub buckets: usize,
    pub seen_by_other: fn(usize) -> usize,
    pub mirrored: fn(usize) -> usize,
}

/// What a network sees of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActiveInputs {
    /// The part of the game.
    pub bucket: u8,
    /// The inputs that are true, seen from the side to move.
    pub inputs: Vec<u16>,
}

/// A game whose type is erased. [`crate::game`] makes one from a [`game::GameDefinition`].
pub trait AnyGame: Send + Sync {
    /// Plain facts.
    fn info(&self) -> GameInfo;
    /// A new game; the empty variant is the usual one.
    fn start(&self, variant: &str) -> Result<Box<dyn Board>, TextError>;
    /// A game that begins at a given position.
    fn at_position(&self, text: &str) -> Result<Box<dyn Board>, TextError>;
    /// Reads a record in a form that only this game has, such as those of other servers: the canonical text of where it
    /// began, and its turns as words. `None` if the text is no such record.
    fn read_record(&self, _text: &str) -> Option<Result<(String, Vec<String>), TextError>> {
        None
    }
    /// Settings of an algorithm that are best for this game, on top of its general best.
    fn best_settings(&self, _algorithm: &str) -> &'static str {
        ""
    }
    /// Names and values of the weights of an evaluation; `None` if there is no evaluation of this name.
    fn weights(&self, _evaluation: &str) -> Option<Vec<(String, i32)>> {
        None
    }
    /// An evaluation whose weights can be changed.
    fn tunable(&self, evaluation: &EvaluationSpec) -> Box<dyn TunableEvaluation>;
    /// How many points of this evaluation are what people count by, such as a rabbit in Arimaa; above zero. `None` where
    /// the game has nothing of the kind, or the evaluation sees no worth in it.
    fn pawn_value(&self, _evaluation: &EvaluationSpec) -> Option<i32> {
        None
    }
    /// The inputs of the game's networks; `None` where it has no learned evaluation.
    fn learned_inputs(&self) -> Option<LearnedInputs> {
        None
    }
    /// What a network sees of a board; `None` where none can judge it.
    fn active_inputs(&self, _board: &dyn Board) -> Option<ActiveInputs> {
        None
    }
    /// Checks the file of a network. The error ends a sentence that begins with the file.
    fn check_network(&self, _file: &[u8]) -> Result<(), String> {
        Err("is of no use to a game without a learned evaluation".into())
    }
    /// The independent regions of a board of this game with their exact means and temperatures, as far as these limits
    /// allow; `None` in games that have no regions, and in the middle of a turn.
    fn regions(&self, _board: &dyn Board, _limits: Limits, _stop: &AtomicBool) -> Option<BoardRegions> {
        None
    }
    /// The position as a file for engines that exchange files, as WALTZ does; `None` if the game has no such form.
    fn engine_file(&self, _board: &dyn Board) -> Option<Result<String, TextError>> {
        None
    }
    /// The turn, as one word, in the file that such an engine has answered with.
    fn engine_answer(&self, _board: &dyn Board, file: &str) -> Result<String, TextError> {
        Err(TextError::new(file, "is not an answer in this game: it has no form for files"))
    }
    /// Makes the player of a spec; `seed` feeds what is random in it.
    fn build(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Player>, SpecError>;
}

impl dyn AnyGame + '_ {
    /// The name on the command line.
    pub fn name(&self) -> &'static str {
        self.info().name
    }
}

impl dyn AnyGame {
    /// Reads a player spec of this game.
    pub fn spec(&'static self, text: &str) -> Result<Spec, SpecError> {
        Spec::parse(self, text)
    }

    /// Reads a player spec and makes the player.
    pub fn player(&'static self, text: &str, seed: u64) -> Result<Box<dyn Player>, SpecError> {
        self.spec(text)?.build(seed)
    }
}
