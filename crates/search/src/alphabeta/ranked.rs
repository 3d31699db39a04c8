//! Ranking whole turns: several lines, and the randomised root.
//!
//! Randomised root: Veselý 2013, 2.1.3. Every turn within a margin of the best is found with its true value, because a turn is
//! searched with a window that reaches below `best − margin`: a cut-off there cannot make a bad turn look good enough.
//! Turns are told apart by the positions they lead to, not by the order of their actions.
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough −35 ± 66 Elo; Tzaar at most −183 Elo; Amazons −108 ± 216 Elo;
//! Arimaa at most −183 Elo.

use super::{
    node_type::NodeType,
    worker::{ReachedBy, Worker},
};
use crate::{Depth, Ply, Stopped, Window};
use game::{Game, Heuristics, History, Score, Turn, TurnChoice, distinct_turns};

/// A whole turn with its value, or a bound if it is not good enough to matter.
#[derive(Clone, Debug)]
pub(super) struct RankedTurn<G: Game> {
    pub(super) choice: TurnChoice<G>,
    pub(super) score: Score,
    pub(super) line: Vec<G::Action>,
}

/// Which turns must be known exactly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// So many of the best.
    pub(super) lines: usize,
    /// All that are at most this much worse than the best.
    pub(super) margin: i32,
}

/// The best scores found so far, as many as lines are wanted.
struct Leaders {
    wanted: Wanted,
    best_first: Vec<Score>,
}

impl Leaders {
    fn note(&mut self, score: Score) {
        let place = self.best_first.partition_point(|&s| s >= score);
        self.best_first.insert(place, score);
        self.best_first.truncate(self.wanted.lines);
    }

    /// A turn at or below this score cannot be wanted.
    fn floor(&self) -> Score {
        let Some(&best) = self.best_first.first() else { return Score::MINUS_INFINITE };
        let last_line = self.best_first.get(self.wanted.lines - 1).copied().unwrap_or(Score::MINUS_INFINITE);
        last_line.min(best.plus(-self.wanted.margin - 1))
    }
}

/// All distinct turns that the repetition rule allows.
pub(super) fn ranked_turns<G: Game>(root: &G, history: &History) -> Vec<RankedTurn<G>> {
    let turns = distinct_turns(root).into_iter().filter(|t| !history.forbids(&t.result));
    turns
        .map(|choice| RankedTurn { line: choice.actions.clone(), choice, score: Score::MINUS_INFINITE })
        .collect()
}

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// Searches all turns and sorts them best first. When stopped half-way, the turns searched so far come first.
    pub(super) fn rank(
        &mut self,
        root: &G,
        turns: &mut [RankedTurn<G>],
        wanted: Wanted,
        depth: Depth,
    ) -> Result<(), Stopped> {
        let mut leaders = Leaders { wanted, best_first: Vec::new() };
        let mut outcome = Ok(());
        for turn in turns.iter_mut() {
            let floor = leaders.floor();
            match self.turn_score(root, &turn.choice, floor, depth) {
                Ok(score) => {
                    turn.score = score;
                    turn.line.truncate(turn.choice.actions.len());
                    if score > floor {
                        let ply = Ply(turn.choice.actions.len() as u32);
                        turn.line.extend_from_slice(self.line(ply));
                    }
                    leaders.note(score);
                }
                Err(stopped) => {
                    outcome = Err(stopped);
                    break;
                }
            }
        }
        if outcome.is_ok() {
            turns.sort_by_key(|t| std::cmp::Reverse(t.score));
        }
        outcome
    }

    /// The value of a turn, exact if above `floor`.
    fn turn_score(
        &mut self,
        root: &G,
        choice: &TurnChoice<G>,
        floor: Score,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let length = choice.actions.len() as i32;
        let turn = Turn::between(root.to_move(), choice.result.to_move());
        let left = Depth(depth.less(length).0.max(0));
        let ply = Ply(length as u32);
        let full = Window { alpha: floor, beta: Window::FULL.beta };
        self.set_state(&choice.result, ply);
        // The first turn is expected to be the best one.
        let place = usize::from(floor > Score::MINUS_INFINITE);
        self.expect(ply, NodeType::Pv.child(place, turn));
        if self.config.pvs && !full.is_null() && floor > Score::MINUS_INFINITE {
            let asked = full.null_above_alpha().seen_after(turn);
            let score = turn.score(self.node(&choice.result, asked, left, ply, ReachedBy::Root)?);
            if score <= floor {
                return Ok(score);
            }
            self.expect(ply, NodeType::Pv);
        }
        Ok(turn.score(self.node(&choice.result, full.seen_after(turn), left, ply, ReachedBy::Root)?))
    }
}
