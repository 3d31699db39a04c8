//! Checks a program that speaks a protocol, step by step, and says what it got wrong.
//!
//! A later step is checked even if an earlier one went wrong, as long as the program lives. Nothing is printed here.

use super::{
    EngineSettings, EngineSpec, Protocol, aei,
    language::{Bounds, GameSoFar, Language, Meaning},
    process::{Heard, Process},
    ugi,
};
use game::TextError;
use players::{AnyGame, Limits, TimeLimit};
use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// One thing that was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComplianceStep {
    /// What should be so.
    pub name: &'static str,
    /// What was wrong, in one sentence.
    pub problem: Option<String>,
}

/// For one turn of the games that are tried.
const TURN: Duration = Duration::from_millis(100);
/// A long search, which is then stopped.
const LONG: Duration = Duration::from_secs(600);
/// Turns of the game that is tried.
const TURNS: usize = 8;
/// For a program that was told to leave.
const LEAVING: Duration = Duration::from_secs(5);

/// Checks the program of a text such as `ugi:COMMAND`; `report` sees every step. Answers with the number of problems.
pub fn check_engine(
    game: &'static dyn AnyGame,
    text: &str,
    settings: &EngineSettings,
    report: &mut dyn FnMut(ComplianceStep),
) -> Result<usize, TextError> {
    let problem = "is not an engine; write ugi:COMMAND or aei:COMMAND";
    let spec = EngineSpec::parse(game, text, settings).ok_or_else(|| TextError::new(text, problem))??;
    let language: fn() -> Box<dyn Language> = match spec.protocol {
        Protocol::Aei => || Box::new(aei::Aei::default()),
        Protocol::Ugi => || Box::new(ugi::Ugi),
        Protocol::Waltz => return Err(TextError::new(text, problem)),
    };
    let command = spec.command.as_str();
    let mut problems = 0;
    let mut step = |name: &'static str, result: Result<(), String>| {
        problems += usize::from(result.is_err());
        report(ComplianceStep { name, problem: result.err() });
    };
    let mut session = match Session::open(command, language(), settings) {
        Ok(session) => session,
        Err(problem) => {
            step("it starts and introduces itself", Err(problem));
            return Ok(problems);
        }
    };
    step("it starts and introduces itself", Ok(()));
    step("it answers isready with readyok", session.ready());
    session.say("no-such-message at all");
    step("it survives a message that it does not know", session.ready());
    step("it plays legal turns in time", session.plays(game));
    step("it answers soon after stop", session.stops(game));
    step("it is still ready after that", session.ready());
    step("it ends after quit", session.leaves(true));
    let second = Session::open(command, language(), settings);
    step("it ends when its input ends", second.and_then(|mut session| session.leaves(false)));
    Ok(problems)
}

struct Session {
    process: Process,
    language: Box<dyn Language>,
    settings: EngineSettings,
}

impl Session {
    fn open(
        command: &str,
        language: Box<dyn Language>,
        settings: &EngineSettings,
    ) -> Result<Session, String> {
        let process = Process::start(command, &[], settings.log.as_deref())
            .map_err(|e| format!("the program could not be started: {e}"))?;
        let mut session = Session { process, language, settings: settings.clone() };
        session.say(session.language.hello());
        let start = session.settings.start;
        session
            .expect("the end of its introduction", start, |meaning| matches!(meaning, Meaning::Introduced))?;
        Ok(session)
    }

    fn say(&self, line: &str) {
        self.process.say(line);
    }

    /// Reads lines until one means what is wanted.
    fn expect(
        &mut self,
        what: &str,
        within: Duration,
        wanted: impl Fn(&Meaning) -> bool,
    ) -> Result<Meaning, String> {
        let never = AtomicBool::new(false);
        let deadline = Instant::now() + within;
        let mut nonsense = String::new();
        loop {
            match self.process.hear(deadline, &never) {
                Heard::Line(line) => match self.language.meaning(&line) {
                    meaning if wanted(&meaning) => return Ok(meaning),
                    Meaning::Nonsense(problem) => nonsense = format!("; of what came, {problem}"),
                    _ => {}
                },
                Heard::Nothing | Heard::Stopped => {
                    return Err(format!("{what} did not come within {} ms{nonsense}", within.as_millis()));
                }
                Heard::Flood => return Err(format!("a line without end came instead of {what}")),
                Heard::Closed => {
                    return Err(format!("its output ended before {what}; {}", self.process.end()));
                }
            }
        }
    }

    fn ready(&mut self) -> Result<(), String> {
        self.say("isready");
        let within = self.settings.start;
        self.expect("'readyok'", within, |meaning| matches!(meaning, Meaning::Ready)).map(drop)
    }

    fn new_game(&mut self, entry: &dyn AnyGame) -> Result<GameSoFar, String> {
        let board = entry.start("").map_err(|error| error.to_string())?;
        let game = GameSoFar { start: board.position_text(), usual: true, turns: Vec::new(), board };
        self.language.new_game(&game)?.iter().for_each(|message| self.process.say(message));
        self.ready()?;
        Ok(game)
    }

    fn go(&mut self, game: &GameSoFar, time: Duration) {
        let limits = Limits { time: Some(TimeLimit::exactly(time)), ..Limits::default() };
        let bounds = Bounds { limits, clocks: None, side: game.board.to_move() };
        for message in self.language.before_turn(game, bounds) {
            self.process.say(&message);
        }
        self.process.say(&self.language.go(bounds));
    }

    /// The answer to `go`, played on the board.
    fn answer(&mut self, game: &mut GameSoFar, within: Duration) -> Result<(), String> {
        let answered = |meaning: &Meaning| matches!(meaning, Meaning::Turn(_) | Meaning::Resigned);
        let Meaning::Turn(turn) = self.expect("'bestmove'", within, answered)? else {
            return Err("it gave up at the beginning of a game".into());
        };
        let played = game.board.play(&turn).map_err(|error| error.to_string())?;
        game.turns.push(played);
        Ok(())
    }

    fn plays(&mut self, entry: &dyn AnyGame) -> Result<(), String> {
        let mut game = self.new_game(entry)?;
        for _ in 0..TURNS {
            if game.board.outcome().is_some() {
                break;
            }
            self.go(&game, TURN);
            let within = TURN + self.settings.overtime;
            self.answer(&mut game, within)?;
        }
        Ok(())
    }

    fn stops(&mut self, entry: &dyn AnyGame) -> Result<(), String> {
        let mut game = self.new_game(entry)?;
        // Some engines have their first turn ready and answer at once, so the search that is stopped is the third.
        for _ in 0..2 {
            self.go(&game, TURN);
            let within = TURN + self.settings.overtime;
            self.answer(&mut game, within)?;
        }
        self.go(&game, LONG);
        std::thread::sleep(TURN);
        self.say("stop");
        let within = self.settings.overtime;
        self.answer(&mut game, within)
    }

    fn leaves(&mut self, told: bool) -> Result<(), String> {
        if told {
            self.say("quit");
        } else {
            self.process.close_input();
        }
        let never = AtomicBool::new(false);
        match self.process.wait_for_end(Instant::now() + LEAVING, &never) {
            Heard::Closed => match self.process.end() {
                words if words.contains("exit status: 0") => Ok(()),
                words => Err(format!("it should end with exit status 0; {words}")),
            },
            _ => Err(format!("it was still running after {} ms", LEAVING.as_millis())),
        }
    }
}
