//! Strategies for sums: which component to play in, and which move there.

use super::{Chooser, Move, Source, Sum};
use crate::{
    exact::ExactError,
    games::Amazons,
    partizan::{Partizan, Player},
    thermograph::{Sketch, Unit, wall::value_at},
};
use game::TextError;
use search::Limits;

/// At which temperature hotstrat chooses the move in the hottest component. The thesis describes both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The temperature of that component.
    Hottest,
    /// The second highest temperature of the sum, which is what the next move elsewhere is worth.
    Second,
}

/// A way to play sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Plays in the hottest component.
    Hotstrat(Reading),
    /// Answers in the component of the opponent's last move if that is hotter than the ambient temperature.
    Sentestrat,
    /// Plays in the component whose thermograph is widest at the temperature that promises most.
    Thermostrat,
    /// Answers in the component of the opponent's last move while it is hot.
    FollowTheLeader,
    /// Makes the move that gains most on average.
    Mean,
}

/// Names on the command line, with what they stand for.
const NAMES: [(&str, Strategy); 6] = [
    ("hotstrat", Strategy::Hotstrat(Reading::Hottest)),
    ("hotstrat-second", Strategy::Hotstrat(Reading::Second)),
    ("sentestrat", Strategy::Sentestrat),
    ("thermostrat", Strategy::Thermostrat),
    ("follow", Strategy::FollowTheLeader),
    ("mean", Strategy::Mean),
];

/// A strategy with its source, as somebody who plays.
pub struct ByStrategy {
    /// How it chooses.
    pub strategy: Strategy,
    /// What it knows.
    pub source: Box<dyn Source<Amazons>>,
}

impl Chooser for ByStrategy {
    fn choose(
        &mut self,
        sum: &mut Sum<Amazons>,
        limits: Limits,
    ) -> Result<Option<Move<Amazons>>, ExactError> {
        self.source.begin_move(limits);
        self.strategy.choose(sum, &mut *self.source)
    }

    fn new_sum(&mut self) {
        self.source.new_sum();
    }
}

/// What a strategy knows of a component that its player can move in.
struct Part {
    component: usize,
    sketch: Sketch<i32>,
}

impl Strategy {
    /// All strategies with their names.
    pub fn all() -> &'static [(&'static str, Strategy)] {
        &NAMES
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Result<Strategy, TextError> {
        NAMES.iter().find(|(name, _)| *name == text).map(|(_, s)| *s).ok_or_else(|| {
            let known: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            TextError::new(text, format!("is no strategy; known: {}", known.join(", ")))
        })
    }

    /// The move in a sum; `None` if there is none. The ambient temperature of the sum is brought up to date.
    pub fn choose<P: Partizan>(
        self,
        sum: &mut Sum<P>,
        source: &mut dyn Source<P>,
    ) -> Result<Option<Move<P>>, ExactError> {
        let mut parts = Vec::new();
        let mut hottest = -i32::ONE;
        for (component, position) in sum.components.iter().enumerate() {
            let sketch = source.sketch(position)?;
            hottest = hottest.max(sketch.mast.t);
            let mut playable = false;
            position.options(sum.player, |_| playable = true);
            if playable {
                parts.push(Part { component, sketch });
            }
        }
        sum.ambient = sum.ambient.min(hottest);
        // The hottest first; the order of the components decides between equals.
        parts.sort_by_key(|part| -part.sketch.mast.t);
        let Some(first) = parts.first() else { return Ok(None) };
        let answer =
            |above: i32| parts.iter().find(|p| Some(p.component) == sum.last && p.sketch.mast.t > above);
        let (part, t) = match self {
            Strategy::Hotstrat(Reading::Hottest) => (first, first.sketch.mast.t),
            Strategy::Hotstrat(Reading::Second) => (first, parts.get(1).unwrap_or(first).sketch.mast.t),
            Strategy::Sentestrat => {
                let part = answer(sum.ambient).unwrap_or(first);
                (part, part.sketch.mast.t)
            }
            Strategy::FollowTheLeader => {
                let part = answer(-i32::ONE).unwrap_or(first);
                (part, part.sketch.mast.t)
            }
            Strategy::Thermostrat => {
                let t = promising(&parts, sum.player);
                // The widest; of equals the first, which is the hottest.
                let part = parts.iter().rev().max_by_key(|part| width(&part.sketch, t)).unwrap_or(first);
                (part, t)
            }
            Strategy::Mean => return best_mean(sum, &parts, source),
        };
        let ranked = ranked(sum, part, t, source)?;
        Ok(ranked.into_iter().next().map(|(_, chosen)| chosen))
    }
}

fn width(sketch: &Sketch<i32>, t: i32) -> i32 {
    value_at(&sketch.left, t) - value_at(&sketch.right, t)
}

/// The temperature at which the sum promises most to its player: the opponent's walls of all components together with the
/// width of the widest. The lowest such temperature.
fn promising(parts: &[Part], player: Player) -> i32 {
    let mut corners: Vec<i32> = parts
        .iter()
        .flat_map(|part| part.sketch.left.iter().chain(&part.sketch.right).map(|p| p.t))
        .collect();
    corners.sort_unstable();
    corners.dedup();
    let promise = |t: i32| {
        let safe: i32 = parts
            .iter()
            .map(|part| match player {
                Player::Left => value_at(&part.sketch.right, t),
                Player::Right => -value_at(&part.sketch.left, t),
            })
            .sum();
        safe + parts.iter().map(|part| width(&part.sketch, t)).max().unwrap_or(0)
    };
    corners.into_iter().rev().max_by_key(|&t| promise(t)).unwrap_or(-i32::ONE)
}

/// A move with its worth for its player: at some temperature, and on average.
type Ranked<P> = ([i32; 2], Move<P>);

/// The moves in one component, the best at a temperature first, each with its worth.
fn ranked<P: Partizan>(
    sum: &Sum<P>,
    part: &Part,
    t: i32,
    source: &mut dyn Source<P>,
) -> Result<Vec<Ranked<P>>, ExactError> {
    let mut options = Vec::new();
    sum.components[part.component].options(sum.player, |after| options.push(after));
    let mut all = Vec::with_capacity(options.len());
    for after in options {
        let sketch = source.sketch(&after)?;
        // At the temperature that was asked for; between equals the mean decides.
        let worth = match sum.player {
            Player::Left => [value_at(&sketch.right, t), sketch.mast.v],
            Player::Right => [-value_at(&sketch.left, t), -sketch.mast.v],
        };
        all.push((worth, Move { component: part.component, after }));
    }
    all.sort_by_key(|(worth, _)| worth.map(|w| -w));
    Ok(all)
}

fn best_mean<P: Partizan>(
    sum: &Sum<P>,
    parts: &[Part],
    source: &mut dyn Source<P>,
) -> Result<Option<Move<P>>, ExactError> {
    let mut best: Option<(i32, Move<P>)> = None;
    for part in parts {
        let mut options = Vec::new();
        sum.components[part.component].options(sum.player, |after| options.push(after));
        for after in options {
            let change = source.sketch(&after)?.mast.v - part.sketch.mast.v;
            let gain = if sum.player == Player::Left { change } else { -change };
            if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, Move { component: part.component, after }));
            }
        }
    }
    Ok(best.map(|(_, chosen)| chosen))
}
