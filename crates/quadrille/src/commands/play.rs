//! `quadrille play`: a game in the terminal against a level, with hints, undo, saving and resuming.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::show::state;
use crate::{
    cli::{PlayArgs, SideChoice},
    failure::Failure,
    input, output,
    saved::SavedGame,
    setup::{self, Start},
    stop, words,
};
use game::Side;
use players::{AnyGame, Board, Games, PlayedTurn, Player, Request, SearchInfo};
use std::{io::IsTerminal, ops::ControlFlow, path::Path, sync::atomic::Ordering, time::Duration};

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(2);
/// How many rows of turns are listed: some games have tens of thousands of turns.
const MOST_ROWS: usize = 50;
/// Who gives hints.
const HINT_PLAYER: &str = "best";

const HELP: &str = "type a turn, for example the one that `hint` names, or one of these:
  moves [SQUARE]   the turns you can play, all or those that begin there
  hint             what a strong player would do, and how good it is
  undo             take back your last turn and the answer to it
  board            draw the board again
  save FILE        keep the game; go on later with `quadrille play --resume FILE`
  resign           give up
  quit             leave (the game is lost unless saved)";

pub(crate) fn run(games: Games, args: &PlayArgs) -> Result<(), Failure> {
    let mut game = match &args.resume {
        Some(file) => Table::resume(games, file, args)?,
        None => Table::start(games, args)?,
    };
    let mut input = Input::open();
    game.show();
    say!("type `help` for what you can do here");
    while game.board.outcome().is_none() {
        if game.is_persons_turn() {
            let Some(words) = input.ask(&game.prompt()) else { return Ok(()) };
            if game.obey(words.trim()).is_break() {
                return Ok(());
            }
        } else {
            game.let_opponent_play()?;
        }
    }
    output::line(state(game.board.as_ref()));
    Ok(())
}

/// A game between a person and a player.
struct Table {
    entry: &'static dyn AnyGame,
    board: Box<dyn Board>,
    /// The start and every position since, for undo.
    before: Vec<(Box<dyn Board>, Vec<String>)>,
    opponent: Box<dyn Player>,
    saved: SavedGame,
    marked: Vec<String>,
    time: Option<Duration>,
}

impl Table {
    fn start(games: Games, args: &PlayArgs) -> Result<Table, Failure> {
        let Some(name) = &args.game else { refuse!("'play' needs the name of a game") };
        let Start { entry, board, marked } = setup::unfinished_board(games, name, &args.start)?;
        let opponent = match &args.player {
            Some(spec) => spec.clone(),
            None => format!("level:{}", args.level),
        };
        let seed = args.seed.unwrap_or_else(setup::fresh_seed);
        let saved = SavedGame::new(entry.name(), &board.position_text(), args.side, &opponent, seed);
        let opponent = entry.player(&opponent, seed)?;
        let time = args.time;
        Ok(Table { entry, board, before: Vec::new(), opponent, saved, marked, time })
    }

    fn resume(games: Games, file: &Path, args: &PlayArgs) -> Result<Table, Failure> {
        let mut saved = SavedGame::read(file)?;
        let entry = games.find(&saved.game)?;
        let board = entry.at_position(&saved.start)?;
        let opponent = entry.player(&saved.opponent, saved.seed)?;
        let turns = std::mem::take(&mut saved.turns);
        let mut table =
            Table { entry, board, before: Vec::new(), opponent, saved, marked: Vec::new(), time: args.time };
        for turn in &turns {
            table.play(turn).map_err(|e| Failure::bad(format!("'{}': {e}", file.display())))?;
        }
        Ok(table)
    }

    fn is_persons_turn(&self) -> bool {
        match self.saved.side {
            SideChoice::First => self.board.to_move() == Side::First,
            SideChoice::Second => self.board.to_move() == Side::Second,
            SideChoice::Both => true,
            SideChoice::None => false,
        }
    }

    fn prompt(&self) -> String {
        format!("{}> ", words::side(self.board.as_ref(), self.board.to_move()))
    }

    fn show(&self) {
        output::board(self.board.as_ref(), &self.marked);
    }

    fn play(&mut self, turn: &str) -> Result<PlayedTurn, game::TextError> {
        let before = self.board.copy();
        let played = self.board.play(turn)?;
        self.before.push((before, std::mem::replace(&mut self.marked, played.squares.clone())));
        self.saved.turns.push(played.word.clone());
        Ok(played)
    }

    /// Does what the person typed; breaks off when the person leaves.
    fn obey(&mut self, words: &str) -> ControlFlow<()> {
        let (command, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        match command {
            "" => (),
            "help" | "?" => output::line(HELP),
            "moves" => self.list_turns(rest.trim()),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "board" => self.show(),
            "save" => self.save(rest.trim()),
            "resign" => {
                let winner = words::side(self.board.as_ref(), self.board.to_move().other());
                say!("{winner} wins (resigned)");
                return ControlFlow::Break(());
            }
            "quit" | "exit" => return ControlFlow::Break(()),
            _ => match self.play(words) {
                Ok(_) => self.show(),
                Err(error) => {
                    say!("{error}; `moves` lists what is possible, `help` the rest")
                }
            },
        }
        ControlFlow::Continue(())
    }

    fn list_turns(&self, square: &str) {
        if !self.board.lists_turns() {
            let begin = self.board.actions().join("  ");
            return say!("too many turns to list; this one may begin with {begin}");
        }
        let square = square.to_lowercase();
        let turns: Vec<String> =
            self.board.turns().into_iter().filter(|t| t.to_lowercase().starts_with(&square)).collect();
        if turns.is_empty() {
            say!("no turn begins with '{square}'");
        }
        turns.chunks(8).take(MOST_ROWS).for_each(|row| output::line(row.join("  ")));
        if let Some(more) = turns.len().checked_sub(8 * MOST_ROWS).filter(|&more| more > 0) {
            say!("… and {more} more; `moves` with a beginning lists fewer");
        }
    }

    fn hint(&self) {
        let mut player = match self.entry.player(HINT_PLAYER, 0) {
            Ok(player) => player,
            Err(error) => return say!("{error}"),
        };
        let info = think(self.board.as_ref(), player.as_mut(), Some(HINT_TIME));
        let (turn, line) = (info.turn().unwrap_or("none"), info.lines.first());
        let score = words::score(line.and_then(|l| l.score), info.length);
        say!("{turn} (score {score}, expecting {})", line.map(|l| l.turns.join(" ")).unwrap_or_default());
    }

    /// Back to the last position in which the person was to move.
    fn undo(&mut self) {
        let Some((board, marked)) = self.before.pop() else {
            return say!("there is nothing to take back");
        };
        (self.board, self.marked) = (board, marked);
        self.saved.turns.pop();
        if !self.is_persons_turn() {
            return self.undo();
        }
        self.show();
    }

    fn save(&self, file: &str) {
        if file.is_empty() {
            return say!("save needs the name of a file");
        }
        match self.saved.write(Path::new(file)) {
            Ok(()) => say!("saved to {file}"),
            Err(error) => say!("{}", error.sentence),
        }
    }

    fn let_opponent_play(&mut self) -> Result<(), Failure> {
        let info = think(self.board.as_ref(), self.opponent.as_mut(), self.time);
        let Some(turn) = info.turn() else {
            return Err(Failure::failed("the opponent found no turn"));
        };
        let side = words::side(self.board.as_ref(), self.board.to_move());
        let played = self.play(turn)?;
        self.show();
        say!("{side} played {}", played.text);
        Ok(())
    }
}

/// The turn of a player. Ctrl-C means "move now" here, not "never think again".
fn think(board: &dyn Board, player: &mut dyn Player, time: Option<Duration>) -> SearchInfo {
    let stop = stop::on_ctrl_c();
    let info = player.choose_turn(board, Request::new(setup::limits(None, None, time), stop), &mut |_| ());
    stop.store(false, Ordering::Relaxed);
    info
}

/// Lines from a terminal with editing and history, or from a pipe.
enum Input {
    Terminal(Box<rustyline::DefaultEditor>),
    Pipe,
}

impl Input {
    fn open() -> Input {
        if std::io::stdin().is_terminal()
            && let Ok(editor) = rustyline::DefaultEditor::new()
        {
            return Input::Terminal(Box::new(editor));
        }
        Input::Pipe
    }

    /// The next line, or `None` at the end of input.
    fn ask(&mut self, prompt: &str) -> Option<String> {
        match self {
            Input::Terminal(editor) => {
                let line = editor.readline(prompt).ok()?;
                let _ = editor.add_history_entry(&line);
                Some(line)
            }
            Input::Pipe => input::next_line(&mut std::io::stdin().lock()),
        }
    }
}
