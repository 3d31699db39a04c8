//! The loop of an engine that is spoken to in the Arimaa Engine Interface.
//!
//! This loop alone answers, so that it hears everything while it thinks. What the messages look like is known to
//! `protocol`; how long to think is worked out in `clock`.

use super::{
    Event,
    clock::Clock,
    seed,
    thinking::{Finished, Purpose, Thinking},
    words::infos,
};
use crate::{failure::Failure, output};
use players::{AnyPlayer, Board, GameEntry, Limits, Thought, TimeLimit};
use protocol::aei::{
    Fact, FromEngine, IdField, LogLevel, PROTOCOL_VERSION, Placement, Reply, Setting, ToEngine,
};
use std::{
    collections::VecDeque,
    sync::mpsc::{Receiver, Sender},
};

/// Goes on or not.
enum Next {
    Go,
    Leave,
}

pub(super) struct Engine {
    entry: &'static dyn GameEntry,
    board: Box<dyn Board>,
    spec: String,
    options: Options,
    /// What the size of the table is called among the player's settings.
    hash: &'static str,
    /// `None` while it thinks.
    player: Option<Box<dyn AnyPlayer>>,
    /// Options have changed since the player was made.
    player_is_old: bool,
    clock: Clock,
    depth: Option<u32>,
    thinking: Option<Thinking>,
    searches: u64,
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Events that came while something else was waited for.
    waiting: VecDeque<Event>,
}

/// Options that belong to the player's spec.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Options {
    megabytes: Option<u32>,
    threads: Option<u32>,
}

impl Options {
    /// `hash` is the setting that says how much memory the player may use.
    fn added_to(self, spec: &str, hash: &str) -> String {
        let megabytes = self.megabytes.map(|m| format!("{hash}={m}M"));
        let threads = self.threads.map(|n| format!("threads={n}"));
        let settings: Vec<String> = megabytes.into_iter().chain(threads).collect();
        match (settings.is_empty(), spec.contains(':')) {
            (true, _) => spec.to_owned(),
            (false, true) => format!("{spec},{}", settings.join(",")),
            (false, false) => format!("{spec}:{}", settings.join(",")),
        }
    }
}

impl Engine {
    pub(super) fn new(
        entry: &'static dyn GameEntry,
        spec: &str,
        sender: Sender<Event>,
        receiver: Receiver<Event>,
    ) -> Result<Engine, Failure> {
        let player = entry.player(spec, seed())?;
        let grows_tree = player.spec().starts_with("mcts:");
        Ok(Engine {
            entry,
            board: entry.start("")?,
            spec: spec.to_owned(),
            options: Options::default(),
            hash: if grows_tree { "memory" } else { "tt" },
            player: Some(player),
            player_is_old: false,
            clock: Clock::default(),
            depth: None,
            thinking: None,
            searches: 0,
            sender,
            receiver,
            waiting: VecDeque::new(),
        })
    }

    pub(super) fn run(&mut self) {
        loop {
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                // The engine keeps a sender itself, so the channel cannot be closed.
                None => match self.receiver.recv() {
                    Ok(event) => event,
                    Err(_) => return,
                },
            };
            match event {
                Event::Line(line) => match ToEngine::parse(&line) {
                    Ok(None) => (),
                    Ok(Some(message)) => {
                        if let Next::Leave = self.obey(message) {
                            return;
                        }
                    }
                    Err(error) => log(LogLevel::Error, &error.to_string()),
                },
                Event::EndOfInput => return self.leave_in_order(),
                Event::Progress(number, thought) => self.tell(number, &thought),
                Event::Finished(finished) => self.answer(finished),
            }
        }
    }

    fn obey(&mut self, message: ToEngine) -> Next {
        match message {
            ToEngine::Aei => introduce(),
            ToEngine::IsReady => say(&FromEngine::ReadyOk),
            ToEngine::NewGame => self.begin(None),
            ToEngine::SetPosition(placement) => self.begin(Some(&placement)),
            ToEngine::SetOption(setting) => self.set(&setting),
            ToEngine::MakeMove(turn) => self.play(&turn),
            ToEngine::Go => self.think(Purpose::Answer),
            ToEngine::GoPonder => self.think(Purpose::Ponder),
            ToEngine::Stop => match &self.thinking {
                Some(thinking) => thinking.stop(),
                None => log(LogLevel::Warning, "'stop' came, but there is no search to stop"),
            },
            ToEngine::Quit => {
                self.drop_search();
                return Next::Leave;
            }
        }
        Next::Go
    }

    /// A new game, or one that begins at a given position.
    fn begin(&mut self, placement: Option<&Placement>) {
        self.drop_search();
        let board = match placement {
            None => self.entry.start(""),
            Some(placement) => self.entry.at_position(&placement.to_string()),
        };
        match board {
            Ok(board) => self.board = board,
            Err(error) => return log(LogLevel::Error, &error.to_string()),
        }
        self.clock.new_game();
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    fn set(&mut self, setting: &Setting) {
        if self.clock.apply(setting) {
            return;
        }
        match setting {
            Setting::Hash(0) => log(LogLevel::Warning, "'0' is no size of a table; it should be 1 or more"),
            Setting::Hash(megabytes) => self.options.megabytes = Some(*megabytes),
            Setting::Threads(threads) => self.options.threads = Some(*threads),
            Setting::Depth(steps) => self.depth = *steps,
            // Who plays against whom and what for makes no difference to the play.
            Setting::Fact(Fact::Opponent | Fact::OpponentRating | Fact::Rating | Fact::Event, _)
            | Setting::Rated(_) => (),
            other => {
                let sentence = format!("'{}' is not an option of this engine", other.name());
                log(LogLevel::Warning, &sentence);
            }
        }
        self.player_is_old |= matches!(setting, Setting::Hash(_) | Setting::Threads(_));
    }

    /// Plays a turn that the controller says was played.
    fn play(&mut self, turn: &str) {
        self.drop_search();
        if let Err(error) = self.board.play(turn) {
            // The controller is the referee: where only the history is against it, the game goes on from there.
            let forgetful = self.entry.at_position(&self.board.position_text());
            match forgetful.and_then(|mut board| board.play(turn).map(|_| board)) {
                Ok(board) => {
                    self.board = board;
                    log(LogLevel::Warning, &error.to_string());
                }
                Err(_) => return log(LogLevel::Error, &error.to_string()),
            }
        }
        self.clock.turn_ended();
    }

    fn think(&mut self, purpose: Purpose) {
        match self.thinking.as_ref().map(|thinking| thinking.purpose) {
            Some(Purpose::Answer) => {
                return log(LogLevel::Error, "'go' came while a search is running; 'stop' ends it");
            }
            Some(Purpose::Ponder) => self.drop_search(),
            None => (),
        }
        if self.board.outcome().is_some() {
            return log(LogLevel::Error, "'go' came, but the game is over");
        }
        self.renew_player();
        let Some(player) = self.player.take() else { return };
        let time = match purpose {
            Purpose::Answer => {
                Some(TimeLimit::exactly(self.clock.allowance(self.board.to_move(), self.depth)))
            }
            Purpose::Ponder => None,
        };
        let depth = if purpose == Purpose::Answer { self.depth } else { None };
        let limits = Limits { depth, nodes: None, time };
        self.searches += 1;
        let thinking =
            Thinking::start(self.searches, purpose, player, self.board.copy(), limits, self.sender.clone());
        self.thinking = Some(thinking);
    }

    /// Makes the player anew if options have changed; keeps the old one if that is not possible.
    fn renew_player(&mut self) {
        if !std::mem::take(&mut self.player_is_old) && self.player.is_some() {
            return;
        }
        let spec = self.options.added_to(&self.spec, self.hash);
        match self.entry.player(&spec, seed()) {
            Ok(player) => self.player = Some(player),
            Err(error) => {
                log(LogLevel::Warning, &error.to_string());
                if self.player.is_none() {
                    self.player = self.entry.player(&self.spec, seed()).ok();
                }
            }
        }
    }

    /// Ends a running search without an answer and takes the player back.
    fn drop_search(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        thinking.stop();
        while let Ok(event) = self.receiver.recv() {
            match event {
                Event::Finished(finished) => {
                    self.player = finished.player;
                    return;
                }
                Event::Progress(..) => (),
                other => self.waiting.push_back(other),
            }
        }
    }

    /// Tells what a search has found, if it is still the current one.
    fn tell(&self, number: u64, thought: &Thought) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
            let infos = infos(self.board.as_ref(), thought);
            infos.into_iter().for_each(|info| say(&FromEngine::Info(info)));
        }
    }

    /// A search has ended by itself or by `stop`.
    fn answer(&mut self, finished: Finished) {
        let Some(thinking) = self.thinking.take() else { return };
        self.player = finished.player;
        if self.player.is_none() {
            log(LogLevel::Error, "the search broke down; any legal turn is played");
        }
        if thinking.purpose == Purpose::Ponder {
            return;
        }
        let found = finished.turn.and_then(|turn| self.official(&turn));
        match found.or_else(|| self.any_turn()) {
            Some(turn) => say(&FromEngine::BestMove(Reply::Turn(turn))),
            None => say(&FromEngine::BestMove(Reply::Resign)),
        }
    }

    /// A turn as it is written officially, if it is legal.
    fn official(&self, turn: &str) -> Option<String> {
        self.board.copy().play(turn).ok().map(|played| played.text)
    }

    /// Some legal turn; `None` if every one would repeat a position too often.
    fn any_turn(&self) -> Option<String> {
        let mut player = self.entry.player("random", seed()).ok()?;
        let stop = std::sync::atomic::AtomicBool::new(false);
        let request = players::Request { limits: Limits::default(), lines: 1, stop: &stop };
        let thought = player.choose(self.board.as_ref(), request, &mut |_| ());
        self.official(thought.turn()?)
    }

    /// The input has ended: an answer that is owed is given at once.
    fn leave_in_order(&mut self) {
        let owes = self.thinking.as_ref().is_some_and(|thinking| thinking.purpose == Purpose::Answer);
        if !owes {
            return self.drop_search();
        }
        if let Some(thinking) = &self.thinking {
            thinking.stop();
        }
        while let Ok(event) = self.receiver.recv() {
            if let Event::Finished(finished) = event {
                return self.answer(finished);
            }
        }
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
