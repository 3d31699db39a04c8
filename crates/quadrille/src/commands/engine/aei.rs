//! An engine that is spoken to in the Arimaa Engine Interface.
//!
//! What the messages look like is known to `protocol`; how long to think is worked out in `clock`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    clock::Clock,
    session::{Ended, Protocol, Purpose, Resource, Session},
    words::infos,
};
use crate::failure::Failure;
use players::{Limits, SearchInfo, Spec, TimeLimit};
use protocol::aei::{FromEngine, IdField, LogLevel, PROTOCOL_VERSION, RESIGN, Setting, ToEngine};
use std::ops::ControlFlow;

pub(super) struct Engine {
    session: Session,
    clock: Clock,
    depth: Option<u32>,
    /// What a rabbit is worth in the points of the player's scores.
    rabbit: i32,
}

impl Protocol for Engine {
    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match ToEngine::parse(line) {
            Ok(None) => (),
            Ok(Some(ToEngine::Quit)) => return ControlFlow::Break(()),
            Ok(Some(message)) => self.obey_message(message),
            Err(error) => log(LogLevel::Error, &error.to_string()),
        }
        ControlFlow::Continue(())
    }

    fn report(&self, info: &SearchInfo) {
        let infos = infos(self.session.board.as_ref(), info, self.rabbit);
        infos.into_iter().for_each(|info| say!("{}", FromEngine::Info(info)));
    }

    fn answer(&mut self, ended: Ended) {
        if ended.broke_down {
            log(LogLevel::Error, "the search broke down; any legal turn is played");
        }
        if ended.purpose == Purpose::Ponder {
            return;
        }
        let found = ended.turn.and_then(|turn| self.official(&turn));
        // Without a turn, every one would repeat a position too often.
        let reply = found.or_else(|| self.official(&self.session.any_turn()?));
        say!("{}", FromEngine::BestMove(reply.unwrap_or(RESIGN.into())));
    }
}

impl Engine {
    pub(super) fn new(spec: Spec) -> Result<Engine, Failure> {
        // By default scores are what the protocol wants: hundredths.
        let rabbit = spec.pawn_value().unwrap_or(100);
        let session = Session::new(spec.game().start("")?, spec, None)?;
        Ok(Engine { session, clock: Clock::default(), depth: None, rabbit })
    }

    fn obey_message(&mut self, message: ToEngine) {
        match message {
            ToEngine::Aei => introduce(),
            ToEngine::IsReady => say!("{}", FromEngine::ReadyOk),
            ToEngine::NewGame => self.begin(None),
            ToEngine::SetPosition(position) => self.begin(Some(&position)),
            ToEngine::SetOption(setting) => self.set(&setting),
            ToEngine::MakeMove(turn) => self.play(&turn),
            ToEngine::Go => self.think(Purpose::Answer),
            ToEngine::GoPonder => self.think(Purpose::Ponder),
            ToEngine::Stop => {
                if !self.session.stop() {
                    log(LogLevel::Warning, "'stop' came, but there is no search to stop");
                }
            }
            ToEngine::Quit => (),
        }
    }

    /// A new game, or one that begins at a given position.
    fn begin(&mut self, position: Option<&str>) {
        self.session.drop_search();
        let board = match position {
            None => self.session.game().start(""),
            Some(position) => self.session.game().at_position(position),
        };
        match board {
            Ok(board) => self.session.board = board,
            Err(error) => return log(LogLevel::Error, &error.to_string()),
        }
        self.clock.new_game();
        self.session.new_game();
    }

    fn set(&mut self, setting: &Setting) {
        if self.clock.apply(setting) {
            return;
        }
        match setting {
            Setting::Hash(0) => log(LogLevel::Warning, "'0' is no size of a table; it should be 1 or more"),
            Setting::Hash(megabytes) => self.grant(Resource::Hash, *megabytes),
            Setting::Threads(threads) => self.grant(Resource::Threads, *threads),
            Setting::Depth(steps) => self.depth = *steps,
            // Who plays against whom and what for makes no difference to the play.
            Setting::Fact(..) | Setting::Rated(_) => (),
            other => {
                log(LogLevel::Warning, &format!("'{}' is not an option of this engine", other.name()));
            }
        }
    }

    fn grant(&mut self, resource: Resource, amount: u32) {
        if let Err(error) = self.session.grant(resource, amount) {
            log(LogLevel::Warning, &error.to_string());
        }
    }

    /// Plays a turn that the controller says was played.
    fn play(&mut self, turn: &str) {
        self.session.drop_search();
        if let Err(error) = self.session.board.play(turn) {
            // The controller is the referee: where only the history is against it, the game goes on from there.
            let forgetful = self.session.game().at_position(&self.session.board.position_text());
            match forgetful.and_then(|mut board| board.play(turn).map(|_| board)) {
                Ok(board) => {
                    self.session.board = board;
                    log(LogLevel::Warning, &error.to_string());
                }
                Err(_) => return log(LogLevel::Error, &error.to_string()),
            }
        }
        self.clock.turn_ended();
    }

    fn think(&mut self, purpose: Purpose) {
        match self.session.purpose() {
            Some(Purpose::Answer) => {
                return log(LogLevel::Error, "'go' came while a search is running; 'stop' ends it");
            }
            Some(Purpose::Ponder) => self.session.drop_search(),
            None => (),
        }
        if self.session.board.outcome().is_some() {
            return log(LogLevel::Error, "'go' came, but the game is over");
        }
        let mut limits = Limits::default();
        if purpose == Purpose::Answer {
            let time = self.clock.allowance(self.session.board.to_move(), self.depth);
            limits = Limits { depth: self.depth, nodes: None, time: Some(TimeLimit::exactly(time)) };
        }
        self.session.think(purpose, limits);
    }

    /// A turn as it is written officially, if it is legal.
    fn official(&self, turn: &str) -> Option<String> {
        self.session.board.copy().play(turn).ok().map(|played| played.text)
    }
}

fn introduce() {
    say!("{}", FromEngine::ProtocolVersion(PROTOCOL_VERSION));
    let facts = [
        (IdField::Name, "Quadrille"),
        (IdField::Author, "the Quadrille project"),
        (IdField::Version, env!("CARGO_PKG_VERSION")),
    ];
    facts.into_iter().for_each(|(field, text)| say!("{}", FromEngine::Id(field, text.into())));
    say!("{}", FromEngine::AeiOk);
}

fn log(level: LogLevel, sentence: &str) {
    say!("{}", FromEngine::Log(level, sentence.into()));
}
