//! Local temperatures with a shallow search of the whole sum (sections 2.3.3 and 6.2 of the thesis): only the best moves of
//! the hottest components are looked at, and the end of the line is judged as if all components were switches.

use super::{
    Move, Source, Sum,
    strategy::{Part, ranked},
};
use crate::{
    exact::ExactError,
    partizan::{Partizan, Player},
};

/// How far and how wide to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) depth: u32,
    pub(super) components: usize,
    pub(super) moves: usize,
}

const INFINITE: i32 = i32::MAX / 2;

/// The best move found: one move deeper at a time, until the depth is reached or the source is late.
pub(super) fn choose<P: Partizan>(
    sum: &Sum<P>,
    parts: &[Part],
    shape: Shape,
    source: &mut dyn Source<P>,
) -> Result<Option<Move<P>>, ExactError> {
    let mut best = None;
    let mut sum = sum.clone();
    for depth in 1..=shape.depth {
        let found = iterate(&mut sum, parts, Shape { depth, ..shape }, source)?;
        // What was not finished is worth something only if there is nothing else.
        if best.is_none() || !source.is_late() {
            best = found;
        }
        if source.is_late() {
            break;
        }
    }
    Ok(best)
}

/// The best move at a depth.
fn iterate<P: Partizan>(
    sum: &mut Sum<P>,
    parts: &[Part],
    shape: Shape,
    source: &mut dyn Source<P>,
) -> Result<Option<Move<P>>, ExactError> {
    let mut best = None;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    for chosen in candidates(sum, parts, shape, source)? {
        let value = after(sum, &chosen, shape, alpha, beta, source)?;
        let better = match sum.player {
            Player::Left => value > alpha,
            Player::Right => value < beta,
        };
        if better || best.is_none() {
            match sum.player {
                Player::Left => alpha = alpha.max(value),
                Player::Right => beta = beta.min(value),
            }
            best = Some(chosen);
        }
    }
    Ok(best)
}

/// The best moves of the hottest components, judged where the next component would be played.
fn candidates<P: Partizan>(
    sum: &Sum<P>,
    parts: &[Part],
    shape: Shape,
    source: &mut dyn Source<P>,
) -> Result<Vec<Move<P>>, ExactError> {
    let mut all = Vec::new();
    let second = parts.get(1).map(|part| part.sketch.mast.t);
    for part in parts.iter().take(shape.components) {
        let own = part.sketch.mast.t;
        let first = ranked(sum, part, own, source)?;
        let mut chosen: Vec<Move<P>> = first.into_iter().take(shape.moves).map(|(_, m)| m).collect();
        if let Some(second) = second.filter(|&second| second != own)
            && let Some((_, other)) = ranked(sum, part, second, source)?.into_iter().next()
            && !chosen.contains(&other)
        {
            chosen.push(other);
        }
        all.append(&mut chosen);
    }
    Ok(all)
}

fn after<P: Partizan>(
    sum: &mut Sum<P>,
    chosen: &Move<P>,
    shape: Shape,
    alpha: i32,
    beta: i32,
    source: &mut dyn Source<P>,
) -> Result<i32, ExactError> {
    let before = std::mem::replace(&mut sum.components[chosen.component], chosen.after.clone());
    let player = sum.player;
    sum.player = player.other();
    let value = value(sum, Shape { depth: shape.depth.saturating_sub(1), ..shape }, alpha, beta, source);
    sum.player = player;
    sum.components[chosen.component] = before;
    value
}

/// The value for Left, in units: alpha-beta over the candidates.
fn value<P: Partizan>(
    sum: &mut Sum<P>,
    shape: Shape,
    mut alpha: i32,
    mut beta: i32,
    source: &mut dyn Source<P>,
) -> Result<i32, ExactError> {
    // 1. What is known of each component.
    let (mut parts, mut temperatures, mut means) = (Vec::new(), Vec::new(), 0);
    for (component, position) in sum.components.iter().enumerate() {
        let sketch = source.sketch(position)?;
        means += sketch.mast.v;
        if sketch.mast.t >= 0 {
            temperatures.push(sketch.mast.t);
            parts.push(Part { component, sketch });
        }
    }
    // 2. Numbers are counted; at the end of the line switches are taken in turn, the hottest first.
    temperatures.sort_unstable_by_key(|&t| -t);
    let turns = temperatures.iter().enumerate();
    let gain: i32 = turns.map(|(nth, &t)| if nth % 2 == 0 { t } else { -t }).sum();
    let judged = if sum.player == Player::Left { means + gain } else { means - gain };
    if shape.depth == 0 || parts.is_empty() || source.is_late() {
        return Ok(judged);
    }
    // 3. The candidates. A hot component has moves for both, but a source that guesses may take a cold one for hot.
    parts.sort_by_key(|part| -part.sketch.mast.t);
    let candidates = candidates(sum, &parts, shape, source)?;
    if candidates.is_empty() {
        return Ok(judged);
    }
    let mut best = if sum.player == Player::Left { -INFINITE } else { INFINITE };
    for chosen in candidates {
        let value = after(sum, &chosen, shape, alpha, beta, source)?;
        if sum.player == Player::Left {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    Ok(best)
}
