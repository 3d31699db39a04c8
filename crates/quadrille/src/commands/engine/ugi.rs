//! An engine that is spoken to in UGI, about any game.
//!
//! What the messages look like is known to `protocol`. What is wrong with a message is said in an `info string`, and the
//! engine goes on.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::session::{Ended, Protocol, Purpose, Resource, Session};
use crate::failure::Failure;
use game::{Outcome, Score, Side};
use players::{Limits, SearchInfo, Spec, TimeLimit};
use protocol::ugi::{self, Clocks, FromEngine, Go, IdField, Info, Query, Start, ToEngine};
use std::{ops::ControlFlow, time::Duration};

const OPTIONS: [(&str, Resource); 2] = [("hash", Resource::Hash), ("threads", Resource::Threads)];
/// A clock is shared out as if this many turns were still to come.
const TURNS_TO_COME: u32 = 30;
/// Kept out of the division of a clock, as far as half of it: a busy system lets a program wait so long at times.
const HICCUP: Duration = Duration::from_millis(80);
/// Kept back for the way of the answer, or a tenth of the time if that is less.
const KEPT: Duration = Duration::from_millis(20);

pub(super) struct Engine {
    session: Session,
    variant: String,
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
            Err(error) => remark(&error.to_string()),
        }
        ControlFlow::Continue(())
    }

    fn report(&self, info: &SearchInfo) {
        say!("{}", FromEngine::Info(ugi_info(info)));
    }

    fn answer(&mut self, ended: Ended) {
        if ended.broke_down {
            remark("the search broke down; any legal turn is played");
        }
        let legal = |turn: String| self.session.board.copy().play(&turn).ok().map(|played| played.word);
        let turn = ended.turn.and_then(legal).or_else(|| self.session.any_turn());
        say!("{}", FromEngine::BestMove(turn.unwrap_or("resign".into())));
    }
}

impl Engine {
    pub(super) fn new(variant: &str, spec: Spec, seed: Option<u64>) -> Result<Engine, Failure> {
        let session = Session::new(spec.game().start(variant)?, spec, seed)?;
        Ok(Engine { session, variant: variant.to_owned() })
    }

    fn obey_message(&mut self, message: ToEngine) {
        match message {
            ToEngine::Ugi => introduce(),
            ToEngine::IsReady => say!("{}", FromEngine::ReadyOk),
            ToEngine::SetOption { name, value } => self.set(&name, value.as_deref()),
            ToEngine::NewGame => {
                self.set_position(&Start::Usual, &[]);
                self.session.new_game();
            }
            ToEngine::Position { start, turns } => self.set_position(&start, &turns),
            ToEngine::Go(go) => self.think(go),
            ToEngine::Stop => {
                if !self.session.stop() {
                    remark("'stop' came, but there is no search to stop");
                }
            }
            ToEngine::Query(query) => say!("{}", FromEngine::Response(self.response(query))),
            ToEngine::Quit => {}
        }
    }

    /// A position is taken as a whole or not at all.
    fn set_position(&mut self, start: &Start, turns: &[String]) {
        self.session.drop_search();
        let board = match start {
            Start::Usual => self.session.game().start(&self.variant),
            Start::Position(text) => self.session.game().at_position(text),
        };
        let played = board.and_then(|mut board| {
            turns.iter().try_for_each(|turn| board.play(turn).map(drop))?;
            Ok(board)
        });
        match played {
            Ok(board) => self.session.board = board,
            Err(error) => remark(&error.to_string()),
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        let Some(&(option, resource)) = OPTIONS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known))
        else {
            let known = OPTIONS.map(|(name, _)| name).join(", ");
            return remark(&format!("'{name}' is not an option of this engine; known: {known}"));
        };
        let Some(amount) = value.and_then(|value| value.parse::<u32>().ok()).filter(|&value| value > 0)
        else {
            return remark(&format!(
                "'{}' is not a value of {option}; it should be 1 or more",
                value.unwrap_or("")
            ));
        };
        if let Err(error) = self.session.grant(resource, amount) {
            remark(&error.to_string());
        }
    }

    fn think(&mut self, go: Go) {
        if self.session.purpose().is_some() {
            return remark("'go' came while a search is running; 'stop' ends it");
        }
        if self.session.board.outcome().is_some() {
            return remark("'go' came, but the game is over");
        }
        let limits = limits(go, self.session.board.to_move());
        self.session.think(Purpose::Answer, limits);
    }

    fn response(&self, query: Query) -> String {
        match query {
            Query::GameOver => self.session.board.outcome().is_some().to_string(),
            Query::FirstToMove => (self.session.board.to_move() == Side::First).to_string(),
            Query::Result => match self.session.board.outcome() {
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
            let own = |[first, second]: [Duration; 2]| if side == Side::First { first } else { second };
            let (left, increment) = (own(remaining), own(increment));
            let most = kept(left).min(left / 2 + left / 4);
            let spare = left - HICCUP.min(left / 2);
            let share = (spare / TURNS_TO_COME + increment * 3 / 4).min(most);
            Some(TimeLimit { soft: share, hard: (share * 3).min(most) })
        }
    };
    Limits { depth: go.depth, nodes: go.nodes, time }
}

/// Search info in the words of the protocol.
fn ugi_info(info: &SearchInfo) -> Info {
    let line = info.lines.first();
    let score = line.and_then(|line| line.score).map(score);
    let milliseconds = info.time.as_millis().max(1);
    Info {
        depth: Some(info.depth),
        nodes: Some(info.nodes),
        speed: u64::try_from(u128::from(info.nodes) * 1000 / milliseconds).ok(),
        time: Some(info.time),
        score,
        line: line.map_or(Vec::new(), |line| line.turns.clone()),
        remark: None,
    }
}

fn score(score: Score) -> ugi::Score {
    match score.distance() {
        None => ugi::Score::Estimate(score.raw()),
        Some(actions) if score.is_win() => ugi::Score::Win(actions),
        Some(actions) => ugi::Score::Loss(actions),
    }
}

fn introduce() {
    say!("{}", FromEngine::Id(IdField::Name, concat!("Quadrille ", env!("CARGO_PKG_VERSION")).into()));
    say!("{}", FromEngine::Id(IdField::Author, "the Quadrille project".into()));
    for (name, _) in OPTIONS {
        say!("{}", FromEngine::Option(format!("name {name} type spin min 1")));
    }
    say!("{}", FromEngine::UgiOk);
}

fn remark(sentence: &str) {
    say!("{}", FromEngine::Info(Info { remark: Some(sentence.into()), ..Info::default() }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits_for(go: &str, side: Side) -> Limits {
        match ToEngine::parse(go).unwrap().unwrap() {
            ToEngine::Go(go) => limits(go, side),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn limits_follow_the_message() {
        assert_eq!(limits_for("go", Side::First), Limits::default());
        assert_eq!(limits_for("go infinite", Side::First), Limits::default());
        assert_eq!(
            limits_for("go nodes 5 depth 3", Side::First),
            Limits { depth: Some(3), nodes: Some(5), time: None }
        );
        let time = limits_for("go movetime 1000", Side::First).time.unwrap();
        assert_eq!(time, TimeLimit::exactly(Duration::from_millis(980)));
    }

    #[test]
    fn a_clock_is_never_spent_as_a_whole() {
        for left in [1, 10, 100, 1000, 60_000] {
            for increment in [0, 5, 10_000] {
                let go = format!("go p1time 1 p2time {left} p1inc 0 p2inc {increment}");
                let time = limits_for(&go, Side::Second).time.unwrap();
                assert!(time.soft <= time.hard && time.hard < Duration::from_millis(left), "{go}: {time:?}");
            }
        }
    }
}
