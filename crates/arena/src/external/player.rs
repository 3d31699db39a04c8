//! A program that speaks a protocol, as a player. One that misses a deadline, breaks down or prints without end is killed
//! and not asked again in this game.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{
    EngineSpec,
    language::{Bounds, GameSoFar, Language},
    nothing,
    session::Session,
};
use game::Side;
use players::{Board, Failure, PlayedTurn, Player, Request, SearchInfo, Variation};
use std::time::{Duration, Instant};

pub(super) struct EnginePlayer {
    spec: EngineSpec,
    language: fn() -> Box<dyn Language>,
    /// The position text of the usual start.
    usual_start: Option<String>,
    session: Option<Session>,
    game: Option<GameSoFar>,
    clocks: Option<([Duration; 2], Duration)>,
    /// Why it is not asked any more.
    broken: Option<Failure>,
}

impl EnginePlayer {
    pub(super) fn new(spec: &EngineSpec, language: fn() -> Box<dyn Language>) -> EnginePlayer {
        let usual_start = spec.game.start("").ok().map(|board| board.position_text());
        let (spec, session, game, clocks, broken) = (spec.clone(), None, None, None, None);
        EnginePlayer { spec, language, usual_start, session, game, clocks, broken }
    }

    /// The program, started if it is not running, and the game in it that has come to this board.
    fn prepare(&mut self, board: &dyn Board) -> Result<(&mut Session, &GameSoFar), Failure> {
        let session = match self.session.take() {
            Some(session) => session,
            None => {
                self.game = None;
                Session::open(&self.spec, (self.language)())?
            }
        };
        let session = self.session.insert(session);
        let knows = |game: &GameSoFar| game.board.position_text() == board.position_text();
        let game = match self.game.take().filter(knows) {
            Some(game) => game,
            None => session.begin(board, self.usual_start.as_ref())?,
        };
        Ok((session, self.game.insert(game)))
    }

    fn ask(&mut self, board: &dyn Board, request: Request<'_>, info: &mut SearchInfo) -> Result<(), Failure> {
        let bounds = Bounds { limits: request.limits, clocks: self.clocks, side: board.to_move() };
        let settings = self.spec.settings.clone();
        let (session, game) = self.prepare(board)?;
        let asked = Instant::now();
        let longest = match (bounds.clocks, request.limits.time) {
            (Some(([first, second], _)), _) => {
                (if bounds.side == Side::First { first } else { second }) + settings.overtime
            }
            (None, Some(time)) => time.hard + settings.overtime,
            (None, None) => settings.timeout,
        };
        let deadline = asked + longest;
        session.go(game, bounds, deadline, request.stop)?;
        let mut score = None;
        let turn = session.turn(deadline, request.stop, &mut |said| {
            info.depth = said.depth.unwrap_or(info.depth);
            info.nodes = said.nodes.unwrap_or(info.nodes);
            score = said.score.or(score);
        })?;
        info.time = asked.elapsed();
        info.lines = vec![Variation { score, actions: Vec::new(), turns: vec![turn] }];
        Ok(())
    }

    /// Remembers why the program is not asked any more, and ends it.
    fn give_up(&mut self, failure: Failure) {
        self.session = None;
        self.broken = Some(failure);
    }
}

impl Player for EnginePlayer {
    fn choose_turn(
        &mut self,
        board: &dyn Board,
        request: Request<'_>,
        observer: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> SearchInfo {
        let mut info = nothing();
        if self.broken.is_none() {
            match self.ask(board, request, &mut info) {
                Ok(()) => observer(&info),
                Err(failure) => self.give_up(failure),
            }
        }
        info
    }

    fn new_game(&mut self) {
        (self.game, self.clocks, self.broken) = (None, None, None);
    }

    fn begin(&mut self, board: &dyn Board) {
        self.new_game();
        if let Err(failure) = self.prepare(board) {
            self.give_up(failure);
        }
    }

    fn see_turn(&mut self, turn: &PlayedTurn) {
        // A turn that does not fit is noticed at the next question.
        if let Some(game) = &mut self.game
            && game.board.play(&turn.word).is_ok()
        {
            game.turns.push(turn.clone());
        }
    }

    fn see_clocks(&mut self, remaining: [Duration; 2], increment: Duration) {
        self.clocks = Some((remaining, increment));
    }

    fn failure(&mut self) -> Option<Failure> {
        self.broken.clone()
    }
}
