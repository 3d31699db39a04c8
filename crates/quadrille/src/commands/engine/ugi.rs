//! The loop of an engine that is spoken to in UGI, about any game.
//!
//! This loop alone answers, so that it hears everything while it thinks. What the messages look like is known to
//! `protocol`. What is wrong with a message is said in an `info string`, and the engine goes on.

use super::{
    Event, seed,
    thinking::{Finished, Purpose, Thinking},
};
use crate::{failure::Failure, output};
use game::{Outcome, Score, Side};
use players::{AnyPlayer, Board, GameEntry, Limits, Thought, TimeLimit};
use protocol::ugi::{self, Clocks, FromEngine, Go, IdField, Info, Query, Start, ToEngine};
use std::{
    collections::VecDeque,
    sync::mpsc::{Receiver, Sender},
    time::Duration,
};

/// Options that belong to the player's spec: names for people, and their settings.
const OPTIONS: [(&str, &str); 2] = [("hash", "tt"), ("threads", "threads")];
/// A clock is shared out as if this many turns were still to come.
const TURNS_TO_COME: u32 = 30;
/// Kept back for the way of the answer, or a tenth of the time if that is less.
const KEPT: Duration = Duration::from_millis(20);

pub(super) struct Engine {
    entry: &'static dyn GameEntry,
    variant: String,
    board: Box<dyn Board>,
    spec: String,
    seed: Option<u64>,
    /// Settings that options have added to the spec, by the number of the option.
    settings: [Option<String>; OPTIONS.len()],
    /// `None` while it thinks.
    player: Option<Box<dyn AnyPlayer>>,
    thinking: Option<Thinking>,
    searches: u64,
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Events that came while something else was waited for.
    waiting: VecDeque<Event>,
}

impl Engine {
    pub(super) fn new(
        entry: &'static dyn GameEntry,
        variant: &str,
        spec: &str,
        fixed: Option<u64>,
        sender: Sender<Event>,
        receiver: Receiver<Event>,
    ) -> Result<Engine, Failure> {
        Ok(Engine {
            entry,
            variant: variant.to_owned(),
            board: entry.start(variant)?,
            spec: spec.to_owned(),
            seed: fixed,
            settings: [const { None }; OPTIONS.len()],
            player: Some(entry.player(spec, fixed.unwrap_or_else(seed))?),
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
                    Ok(None) => {}
                    Ok(Some(ToEngine::Quit)) => return self.drop_search(),
                    Ok(Some(message)) => self.obey(message),
                    Err(error) => remark(&error.to_string()),
                },
                Event::EndOfInput => return self.leave_in_order(),
                Event::Progress(number, thought) => self.tell(number, &thought),
                Event::Finished(finished) => self.answer(finished),
            }
        }
    }

    fn obey(&mut self, message: ToEngine) {
        match message {
            ToEngine::Ugi => introduce(),
            ToEngine::IsReady => say(&FromEngine::ReadyOk),
            ToEngine::SetOption { name, value } => self.set(&name, value.as_deref()),
            ToEngine::NewGame => {
                self.drop_search();
                self.board = match self.entry.start(&self.variant) {
                    Ok(board) => board,
                    Err(error) => return remark(&error.to_string()),
                };
                if let Some(player) = &mut self.player {
                    player.new_game();
                }
            }
            ToEngine::Position { start, turns } => self.set_position(&start, &turns),
            ToEngine::Go(go) => self.think(go),
            ToEngine::Stop => match &self.thinking {
                Some(thinking) => thinking.stop(),
                None => remark("'stop' came, but there is no search to stop"),
            },
            ToEngine::Query(query) => say(&FromEngine::Response(self.response(query))),
            ToEngine::Quit => {}
        }
    }

    /// A position is taken as a whole or not at all.
    fn set_position(&mut self, start: &Start, turns: &[String]) {
        self.drop_search();
        let board = match start {
            Start::Usual => self.entry.start(&self.variant),
            Start::Position(text) => self.entry.at_position(text),
        };
        let played = board.and_then(|mut board| {
            turns.iter().try_for_each(|turn| board.play(turn).map(drop))?;
            Ok(board)
        });
        match played {
            Ok(board) => self.board = board,
            Err(error) => remark(&error.to_string()),
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        let Some(number) = OPTIONS.iter().position(|(known, _)| name.eq_ignore_ascii_case(known)) else {
            let known = OPTIONS.map(|(name, _)| name).join(", ");
            return remark(&format!("'{name}' is not an option of this engine; known: {known}"));
        };
        let (option, setting) = OPTIONS[number];
        let Some(value) = value.and_then(|value| value.parse::<u32>().ok()).filter(|&value| value > 0) else {
            return remark(&format!(
                "'{}' is not a value of {option}; it should be 1 or more",
                value.unwrap_or("")
            ));
        };
        self.drop_search();
        let unit = if option == "hash" { "M" } else { "" };
        let before = self.settings[number].replace(format!("{setting}={value}{unit}"));
        let settings = self.settings.iter().flatten().cloned().collect::<Vec<_>>().join(",");
        let joint = if self.spec.contains(':') { ',' } else { ':' };
        match self.entry.player(&format!("{}{joint}{settings}", self.spec), self.seed.unwrap_or_else(seed)) {
            Ok(player) => self.player = Some(player),
            Err(error) => {
                self.settings[number] = before;
                remark(&error.to_string());
            }
        }
    }

    fn think(&mut self, go: Go) {
        if self.thinking.is_some() {
            return remark("'go' came while a search is running; 'stop' ends it");
        }
        if self.board.outcome().is_some() {
            return remark("'go' came, but the game is over");
        }
        let player = self.player.take();
        let player = player.or_else(|| self.entry.player(&self.spec, self.seed.unwrap_or_else(seed)).ok());
        let Some(player) = player else { return };
        let limits = limits(go, self.board.to_move());
        self.searches += 1;
        let (number, board, sender) = (self.searches, self.board.copy(), self.sender.clone());
        self.thinking = Some(Thinking::start(number, Purpose::Answer, player, board, limits, sender));
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
                Event::Progress(..) => {}
                other => self.waiting.push_back(other),
            }
        }
    }

    /// A search has ended by itself or by `stop`.
    fn answer(&mut self, finished: Finished) {
        if self.thinking.take().is_none() {
            return;
        }
        self.player = finished.player;
        if self.player.is_none() {
            remark("the search broke down; any legal turn is played");
        }
        let legal = |turn: String| self.board.copy().play(&turn).ok().map(|played| played.word);
        match finished.turn.and_then(legal).or_else(|| self.any_turn()) {
            Some(turn) => say(&FromEngine::BestMove(turn)),
            None => say(&FromEngine::BestMove("resign".into())),
        }
    }

    /// Some legal turn.
    fn any_turn(&self) -> Option<String> {
        let mut player = self.entry.player("random", self.seed.unwrap_or_else(seed)).ok()?;
        let stop = std::sync::atomic::AtomicBool::new(false);
        let request = players::Request { limits: Limits::default(), lines: 1, stop: &stop };
        let thought = player.choose(self.board.as_ref(), request, &mut |_| ());
        self.board.copy().play(thought.turn()?).ok().map(|played| played.word)
    }

    /// Tells what the search with this number has found, if it is still the one that is wanted.
    fn tell(&self, number: u64, thought: &Thought) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
            say(&FromEngine::Info(info(thought)));
        }
    }

    /// The input has ended: an answer that is owed is given at once.
    fn leave_in_order(&mut self) {
        let Some(thinking) = &self.thinking else { return };
        thinking.stop();
        while let Ok(event) = self.receiver.recv() {
            match event {
                Event::Finished(finished) => return self.answer(finished),
                Event::Progress(number, thought) => self.tell(number, &thought),
                Event::Line(_) | Event::EndOfInput => {}
            }
        }
    }

    fn response(&self, query: Query) -> String {
        match query {
            Query::GameOver => self.board.outcome().is_some().to_string(),
            Query::FirstToMove => (self.board.to_move() == Side::First).to_string(),
            Query::Result => match self.board.outcome() {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
            }
            .into(),
        }
    }
}

/// What bounds a search; without any bound, `stop` does.
fn limits(go: Go, side: Side) -> Limits {
    let kept = |time: Duration| time.saturating_sub(KEPT.min(time / 10));
    let time = match (go.infinite, go.move_time, go.clocks) {
        (true, ..) | (_, None, None) => None,
        (_, Some(time), _) => Some(TimeLimit::exactly(kept(time))),
        (_, None, Some(Clocks { remaining, increment })) => {
            let (left, increment) = (remaining[side.index()], increment[side.index()]);
            let most = kept(left).min(left / 2 + left / 4);
            let share = (left / TURNS_TO_COME + increment * 3 / 4).min(most);
            Some(TimeLimit { soft: share, hard: (share * 3).min(most) })
        }
    };
    Limits { depth: go.depth, nodes: go.nodes, time }
}

/// A thought in the words of the protocol.
fn info(thought: &Thought) -> Info {
    let line = thought.lines.first();
    let score = line.and_then(|line| line.score).map(score);
    let milliseconds = thought.time.as_millis().max(1);
    Info {
        depth: Some(thought.depth),
        nodes: Some(thought.nodes),
        speed: u64::try_from(u128::from(thought.nodes) * 1000 / milliseconds).ok(),
        time: Some(thought.time),
        score,
        line: line.map_or(Vec::new(), |line| line.turns.clone()),
        remark: None,
    }
}

fn score(score: Score) -> ugi::Score {
    match score.distance() {
        None => ugi::Score::Opinion(score.raw()),
        Some(actions) if score.is_win() => ugi::Score::Win(actions),
        Some(actions) => ugi::Score::Loss(actions),
    }
}

fn introduce() {
    say(&FromEngine::Id(IdField::Name, concat!("Quadrille ", env!("CARGO_PKG_VERSION")).into()));
    say(&FromEngine::Id(IdField::Author, "the Quadrille project".into()));
    say(&FromEngine::Option("name hash type spin min 1".into()));
    say(&FromEngine::Option("name threads type spin min 1".into()));
    say(&FromEngine::UgiOk);
}

fn say(message: &FromEngine) {
    output::line(&message.to_string());
}

fn remark(sentence: &str) {
    say(&FromEngine::Info(Info { remark: Some(sentence.into()), ..Info::default() }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(go: &str, side: Side) -> Limits {
        match ToEngine::parse(go).unwrap().unwrap() {
            ToEngine::Go(go) => limits(go, side),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn limits_follow_the_message() {
        assert_eq!(of("go", Side::First), Limits::default());
        assert_eq!(of("go infinite", Side::First), Limits::default());
        assert_eq!(
            of("go nodes 5 depth 3", Side::First),
            Limits { depth: Some(3), nodes: Some(5), time: None }
        );
        let time = of("go movetime 1000", Side::First).time.unwrap();
        assert_eq!(time, TimeLimit::exactly(Duration::from_millis(980)));
    }

    #[test]
    fn a_clock_is_never_spent_as_a_whole() {
        for left in [1, 10, 100, 1000, 60_000] {
            for increment in [0, 5, 10_000] {
                let go = format!("go p1time 1 p2time {left} p1inc 0 p2inc {increment}");
                let time = of(&go, Side::Second).time.unwrap();
                assert!(time.soft <= time.hard && time.hard < Duration::from_millis(left), "{go}: {time:?}");
            }
        }
    }
}
