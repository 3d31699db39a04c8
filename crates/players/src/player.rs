//! A search behind the [`AnyPlayer`] door: limits become a session, actions become texts.

use crate::{
    board::{GameBoard, Playable},
    door::{AnyPlayer, Board, Request, Thought, ThoughtLine},
};
use game::Game;
use search::{Report, Root, Session, TurnSearch};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// A player that asks a search.
pub(crate) struct SearchPlayer<G: Game> {
    spec: String,
    search: Box<dyn TurnSearch<G>>,
    counter: Option<Arc<AtomicU64>>,
}

impl<G: Game> SearchPlayer<G> {
    /// A player with this canonical spec.
    pub(crate) fn new(spec: String, search: Box<dyn TurnSearch<G>>) -> SearchPlayer<G> {
        SearchPlayer { spec, search, counter: None }
    }
}

impl<G: Playable> AnyPlayer for SearchPlayer<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn choose(
        &mut self,
        board: &dyn Board,
        request: Request<'_>,
        observer: &mut (dyn FnMut(&Thought) + Send),
    ) -> Thought {
        let Some(board) = board.as_any().downcast_ref::<GameBoard<G>>() else {
            unreachable!(
                "a player is made by the registry entry of its game and sees only that game's boards"
            );
        };
        let started = Instant::now();
        let position = board.position();
        if let Some(counter) = &self.counter {
            counter.store(0, Ordering::Relaxed);
        }
        let control = Session::new(request.limits.and(self.search.own_limits()), request.stop)
            .counted_in(self.counter.as_deref())
            .observed_by(|report| observer(&thought(position, report, started.elapsed())));
        let root = Root { position, history: board.history(), lines: request.lines.max(1) };
        let report = self.search.search(root, &control);
        thought(position, &report, started.elapsed())
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn count_in(&mut self, counter: Arc<AtomicU64>) {
        self.counter = Some(counter);
    }
}

fn thought<G: Playable>(root: &G, report: &Report<G>, time: Duration) -> Thought {
    let lines = report.lines.iter().map(|line| {
        let (turns, actions) = turns_of(root, &line.actions);
        ThoughtLine { score: line.score, turns, actions }
    });
    Thought {
        depth: report.depth,
        nodes: report.nodes,
        time,
        verdict: report.verdict,
        length: report.length,
        lines: lines.collect(),
    }
}

/// A line of actions as turns in words, and the actions of its first turn.
fn turns_of<G: Playable>(root: &G, line: &[G::Action]) -> (Vec<String>, Vec<String>) {
    let (mut turns, mut first_actions) = (Vec::new(), Vec::new());
    let mut position = root.clone();
    let mut turn_start = (root.clone(), 0);
    for (nth, &action) in line.iter().enumerate() {
        if turns.is_empty() {
            first_actions.push(position.action_text(action));
        }
        position.play(action);
        let is_last = nth + 1 == line.len();
        if position.starts_turn() || position.outcome().is_some() || is_last {
            turns.push(turn_start.0.turn_word(&line[turn_start.1..=nth]));
            turn_start = (position.clone(), nth + 1);
        }
    }
    (turns, first_actions)
}
