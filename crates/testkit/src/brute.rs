//! Plain minimax: slow, obviously right, the yardstick for everything clever. Knows no window, no table, no order.

use game::{Game, Score, Turn};

/// The value of a position for its side to move, looking `depth` actions ahead and asking `leaf` about unfinished
/// positions there. Wins and losses carry their exact distance. `None` for a position in mid-turn from which the turn
/// cannot be completed.
pub fn value<G: Game>(position: &G, depth: u32, leaf: &impl Fn(&G) -> Score) -> Option<Score> {
    if let Some(outcome) = position.outcome() {
        return Some(Score::finished(outcome, position.to_move()));
    }
    if depth == 0 {
        return Some(leaf(position));
    }
    best_of(position, &position.action_list(), depth, leaf)
}

/// The value of a position if only these actions could be chosen; `depth` must be at least 1. `None` if none of them
/// leads to the end of a turn.
pub fn best_of<G: Game>(
    position: &G,
    actions: &[G::Action],
    depth: u32,
    leaf: &impl Fn(&G) -> Score,
) -> Option<Score> {
    assert!(depth > 0, "a choice needs a depth of at least 1");
    let worth = |&action: &G::Action| {
        let child = position.child(action);
        let turn = Turn::between(position.to_move(), child.to_move());
        value(&child, depth - 1, leaf).map(|score| turn.score(score).later_by(1))
    };
    actions.iter().filter_map(worth).max()
}
