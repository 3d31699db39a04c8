//! The loop of an engine that is spoken to in the Arimaa Engine Interface.
//!
//! This loop alone answers, so that it hears everything while it thinks. What the messages look like is known to
//! `protocol`; how long to think is worked out in `clock`.

use super::{
    Event,
    clock::Clock,
    session::{Resource, Session},
    thinking::{Finished, Purpose},
    words::infos,
};
use crate::{failure::Failure, output};
use players::{Limits, Spec, TimeLimit};
use protocol::aei::{FromEngine, IdField, LogLevel, PROTOCOL_VERSION, RESIGN, Setting, ToEngine};
use std::sync::mpsc::{Receiver, Sender};

pub(super) struct Engine {
    session: Session,
    clock: Clock,
    depth: Option<u32>,
    /// What a rabbit is worth in the points of the player's scores.
    rabbit: i32,
}

impl Engine {
    pub(super) fn new(spec: Spec, events: (Sender<Event>, Receiver<Event>)) -> Result<Engine, Failure> {
        // By default scores are what the protocol wants: hundredths.
        let rabbit = spec.pawn_value().unwrap_or(100);
        let session = Session::new(spec.game().start("")?, spec, None, events)?;
        Ok(Engine { session, clock: Clock::default(), depth: None, rabbit })
    }

    pub(super) fn run(&mut self) {
        let mut leaving = false;
        loop {
            match self.session.next() {
                Event::Line(line) => match ToEngine::parse(&line) {
                    Ok(None) => (),
                    Ok(Some(ToEngine::Quit)) => return self.session.drop_search(),
                    Ok(Some(message)) => self.obey(message),
                    Err(error) => log(LogLevel::Error, &error.to_string()),
                },
                Event::EndOfInput if self.session.closes() => leaving = true,
                Event::EndOfInput => return,
                Event::Progress(number, info) if self.session.is_current(number) => {
                    let infos = infos(self.session.board.as_ref(), &info, self.rabbit);
                    infos.into_iter().for_each(|info| say(&FromEngine::Info(info)));
                }
                Event::Progress(..) => (),
                Event::Finished(finished) => {
                    self.answer(finished);
                    if leaving {
                        return;
                    }
                }
            }
        }
    }

    fn obey(&mut self, message: ToEngine) {
        match message {
            ToEngine::Aei => introduce(),
            ToEngine::IsReady => say(&FromEngine::ReadyOk),
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
                let sentence = format!("'{}' is not an option of this engine", other.name());
                log(LogLevel::Warning, &sentence);
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
        let time = match purpose {
            Purpose::Answer => {
                Some(TimeLimit::exactly(self.clock.allowance(self.session.board.to_move(), self.depth)))
            }
            Purpose::Ponder => None,
        };
        let depth = if purpose == Purpose::Answer { self.depth } else { None };
        self.session.think(purpose, Limits { depth, nodes: None, time });
    }

    /// A search has ended by itself or by `stop`.
    fn answer(&mut self, finished: Finished) {
        let Some(ended) = self.session.take_back(finished) else { return };
        if ended.broke_down {
            log(LogLevel::Error, "the search broke down; any legal turn is played");
        }
        if ended.purpose == Purpose::Ponder {
            return;
        }
        let found = ended.turn.and_then(|turn| self.official(&turn));
        match found.or_else(|| self.official(&self.session.any_turn()?)) {
            Some(turn) => say(&FromEngine::BestMove(turn)),
            // Every turn would repeat a position too often.
            None => say(&FromEngine::BestMove(RESIGN.into())),
        }
    }

    /// A turn as it is written officially, if it is legal.
    fn official(&self, turn: &str) -> Option<String> {
        self.session.board.copy().play(turn).ok().map(|played| played.text)
    }
}

fn introduce() {
    say(&FromEngine::ProtocolVersion(PROTOCOL_VERSION));
    say(&FromEngine::Id(IdField::Name, "Quadrille".into()));
    say(&FromEngine::Id(IdField::Author, "the Quadrille project".into()));
    say(&FromEngine::Id(IdField::Version, env!("CARGO_PKG_VERSION").into()));
    say(&FromEngine::AeiOk);
}

fn say(message: &FromEngine) {
    output::line(&message.to_string());
}

fn log(level: LogLevel, sentence: &str) {
    say(&FromEngine::Log(level, sentence.into()));
}
