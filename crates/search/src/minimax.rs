//! Plain minimax: the oracle that every exact technique is compared with. Slow on purpose; it must be obviously right.

use crate::Depth;
use game::{Game, Heuristics, History, Score, Turn};

/// The value of a position for the side to move, searched to a fixed depth without any pruning.
///
/// Turns that would end in a forbidden repetition are not available, nor are actions after which no turn can be completed;
/// a side without any turn loses.
pub fn minimax<G: Game>(
    position: &G,
    heuristics: &impl Heuristics<G>,
    history: &History,
    depth: Depth,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::finished(outcome, position.to_move());
    }
    if depth.is_leaf() {
        return heuristics.static_score_from_scratch(position);
    }
    let mut best = Score::MINUS_INFINITE;
    for action in position.action_list() {
        let child = position.child(action);
        if child.starts_turn() && history.forbids(&child) {
            continue;
        }
        let turn = Turn::between(position.to_move(), child.to_move());
        let score = turn.score(minimax(&child, heuristics, history, depth.less(1)).later_by(1));
        best = best.max(score);
    }
    let has_no_turn = best == Score::MINUS_INFINITE && position.starts_turn();
    if has_no_turn { Score::loss_in(0) } else { best }
}
