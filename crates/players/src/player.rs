//! A search as a [`Player`]: limits become a control, actions become texts.

use crate::{
    board::GameBoard,
    dynamic::{Board, Player, Request, SearchInfo, Variation},
};
use game::{Game, Playable};
use search::{Report, Root, SearchControl, TurnSearch};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// A player that asks a search.
pub(crate) struct SearchPlayer<G: Game> {
    search: Box<dyn TurnSearch<G>>,
    counter: Option<Arc<AtomicU64>>,
}

impl<G: Game> SearchPlayer<G> {
    pub(crate) fn new(search: Box<dyn TurnSearch<G>>) -> SearchPlayer<G> {
        SearchPlayer { search, counter: None }
    }
}

impl<G: Playable> Player for SearchPlayer<G> {
    fn choose_turn(
        &mut self,
        board: &dyn Board,
        request: Request<'_>,
        observer: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> SearchInfo {
        let Some(board) = GameBoard::<G>::of(board) else {
            unreachable!("a player is built by its game and sees only that game's boards");
        };
        let started = Instant::now();
        let position = board.position();
        if let Some(counter) = &self.counter {
            counter.store(0, Ordering::Relaxed);
        }
        let control = SearchControl::new(request.limits.and(self.search.own_limits()), request.stop)
            .counted_in(self.counter.as_deref())
            .observed_by(|report| observer(&info(position, report, started.elapsed())));
        let root = Root { position, history: board.history(), lines: request.multipv.max(1) };
        let report = self.search.search(root, &control);
        info(position, &report, started.elapsed())
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn count_in(&mut self, counter: Arc<AtomicU64>) {
        self.counter = Some(counter);
    }
}

fn info<G: Playable>(root: &G, report: &Report<G>, time: Duration) -> SearchInfo {
    let lines = report.lines.iter().map(|line| {
        let (turns, actions) = turns_of(root, &line.actions);
        Variation { score: line.score, turns, actions }
    });
    SearchInfo {
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
