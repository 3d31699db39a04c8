//! Checks a program that speaks a protocol, step by step, and says what it got wrong.
//!
//! A later step is checked even if an earlier one went wrong, as long as the program lives. Nothing is printed here.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    EngineSettings, EngineSpec,
    language::{Bounds, GameSoFar},
    process::Heard,
    session::{NEVER, Session},
};
use crate::record::reason;
use game::TextError;
use players::{AnyGame, Failure, Limits, TimeLimit};
use std::time::{Duration, Instant};

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
    let language = spec.protocol.language().ok_or_else(|| TextError::new(text, problem))?;
    let mut problems = 0;
    let mut step = |name: &'static str, result: Result<(), String>| {
        problems += usize::from(result.is_err());
        report(ComplianceStep { name, problem: result.err() });
    };
    let open = || Session::open(&spec, language()).map(|session| Examination { session, spec: &spec });
    let mut engine = match open() {
        Ok(engine) => engine,
        Err(failure) => {
            step("it starts and introduces itself", Err(sentence(failure, settings.start)));
            return Ok(problems);
        }
    };
    step("it starts and introduces itself", Ok(()));
    step("it answers isready with readyok", engine.ready());
    engine.session.process.say("no-such-message at all");
    step("it survives a message that it does not know", engine.ready());
    step("it plays legal turns in time", engine.plays());
    step("it answers soon after stop", engine.stops());
    step("it is still ready after that", engine.ready());
    step("it ends after quit", engine.leaves(true));
    let second = open().map_err(|failure| sentence(failure, settings.start));
    step("it ends when its input ends", second.and_then(|mut engine| engine.leaves(false)));
    Ok(problems)
}

/// What is wrong with an engine that had this much time.
fn sentence(failure: Failure, within: Duration) -> String {
    match failure.reason {
        reason::STALLED => {
            failure.detail.replacen("in time", &format!("within {} ms", within.as_millis()), 1)
        }
        reason::RESIGNED => "it gave up at the beginning of a game".into(),
        _ => failure.detail,
    }
}

/// An engine that is being checked.
struct Examination<'a> {
    session: Session,
    spec: &'a EngineSpec,
}

impl Examination<'_> {
    fn ready(&mut self) -> Result<(), String> {
        let within = self.spec.settings.start;
        self.session.ready(Instant::now() + within, &NEVER).map_err(|failure| sentence(failure, within))
    }

    fn new_game(&mut self) -> Result<GameSoFar, String> {
        let board = self.spec.game.start("").map_err(|error| error.to_string())?;
        let game = self.session.begin(board.as_ref(), Some(&board.position_text()));
        game.map_err(|failure| sentence(failure, self.spec.settings.start))
    }

    fn go(&mut self, game: &GameSoFar, time: Duration) -> Result<(), String> {
        let limits = Limits { time: Some(TimeLimit::exactly(time)), ..Limits::default() };
        let bounds = Bounds { limits, clocks: None, side: game.board.to_move() };
        let within = self.spec.settings.start;
        let gone = self.session.go(game, bounds, Instant::now() + within, &NEVER);
        gone.map_err(|failure| sentence(failure, within))
    }

    /// The answer to `go`, played on the board.
    fn answer(&mut self, game: &mut GameSoFar, within: Duration) -> Result<(), String> {
        let turn = self.session.turn(Instant::now() + within, &NEVER, &mut |_| ());
        let turn = turn.map_err(|failure| sentence(failure, within))?;
        let played = game.board.play(&turn).map_err(|error| error.to_string())?;
        game.turns.push(played);
        Ok(())
    }

    /// Up to so many turns of a game against itself.
    fn play(&mut self, game: &mut GameSoFar, turns: usize) -> Result<(), String> {
        for _ in 0..turns {
            if game.board.outcome().is_some() {
                break;
            }
            self.go(game, TURN)?;
            self.answer(game, TURN + self.spec.settings.overtime)?;
        }
        Ok(())
    }

    fn plays(&mut self) -> Result<(), String> {
        let mut game = self.new_game()?;
        self.play(&mut game, TURNS)
    }

    fn stops(&mut self) -> Result<(), String> {
        let mut game = self.new_game()?;
        // Some engines have their first turn ready and answer at once, so the search that is stopped is the third.
        self.play(&mut game, 2)?;
        self.go(&game, LONG)?;
        std::thread::sleep(TURN);
        self.session.process.say("stop");
        self.answer(&mut game, self.spec.settings.overtime)
    }

    fn leaves(&mut self, told: bool) -> Result<(), String> {
        let process = &mut self.session.process;
        if told {
            process.say("quit");
        } else {
            process.close_input();
        }
        match process.wait_for_end(Instant::now() + LEAVING, &NEVER) {
            Heard::Closed => match process.end() {
                words if words.contains("exit status: 0") => Ok(()),
                words => Err(format!("it should end with exit status 0; {words}")),
            },
            _ => Err(format!("it was still running after {} ms", LEAVING.as_millis())),
        }
    }
}
