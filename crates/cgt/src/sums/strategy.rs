//! Strategies for sums: which component to play in, and which move there.

use super::{Move, Source, Sum, SumPlayer};
use crate::{Amazons, Partizan, Player, Result, Unit, Walls, thermograph::wall::value_at};
use game::TextError;
use search::Limits;

/// A way to play sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Plays in the hottest component the best move at its temperature.
    Hotstrat,
    /// Plays in the hottest component the best move at the second highest temperature, which is what the next move
    /// elsewhere is worth. The thesis describes both.
    HotstratSecond,
    /// Answers the opponent's last move if its component is hotter than the ambient temperature.
    Sentestrat,
    /// Plays in the component with the widest thermograph at the most promising temperature.
    Thermostrat,
    /// Answers the opponent's last move while its component is hot.
    FollowTheLeader,
    /// Plays the move that raises the mean most.
    Mean,
}

/// Names on the command line.
const NAMES: [(&str, Strategy); 6] = [
    ("hotstrat", Strategy::Hotstrat),
    ("hotstrat-second", Strategy::HotstratSecond),
    ("sentestrat", Strategy::Sentestrat),
    ("thermostrat", Strategy::Thermostrat),
    ("follow", Strategy::FollowTheLeader),
    ("mean", Strategy::Mean),
];

/// A player that follows a strategy with the thermographs of its source.
pub struct StrategyPlayer {
    /// How it chooses.
    pub strategy: Strategy,
    /// Where its thermographs come from.
    pub source: Box<dyn Source<Amazons>>,
}

impl SumPlayer for StrategyPlayer {
    fn choose(&mut self, sum: &mut Sum<Amazons>, limits: Limits) -> Result<Option<Move<Amazons>>> {
        self.source.begin_move(limits);
        self.strategy.choose(sum, &mut *self.source)
    }

    fn new_sum(&mut self) {
        self.source.new_sum();
    }
}

/// A component in which the player to move has a move.
struct Part {
    component: usize,
    walls: Walls<i32>,
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

    /// The move in a sum; `None` if there is none. Updates the ambient temperature of the sum.
    ///
    /// ```
    /// use cgt::{Partizan, Player, exact::Thermographs, games::Domineering, sums::{Strategy, Sum}};
    ///
    /// // ±1 is hotter than the zero game beside it.
    /// let boards = ["..#|##.", "..|.."].map(|text| Domineering::parse(text).unwrap());
    /// let mut sum = Sum::new(boards.to_vec(), Player::Left);
    /// let chosen = Strategy::parse("hotstrat").unwrap().choose(&mut sum, &mut Thermographs::default());
    /// assert_eq!(chosen.unwrap().unwrap().component, 1);
    /// ```
    pub fn choose<P: Partizan>(
        self,
        sum: &mut Sum<P>,
        source: &mut dyn Source<P>,
    ) -> Result<Option<Move<P>>> {
        let mut parts = Vec::new();
        let mut hottest = -i32::ONE;
        for (component, position) in sum.components.iter().enumerate() {
            let walls = source.walls(position)?;
            hottest = hottest.max(walls.mast.t);
            if !position.all_options(sum.player).is_empty() {
                parts.push(Part { component, walls });
            }
        }
        sum.ambient = sum.ambient.min(hottest);
        // The hottest first; the order of the components decides between equals.
        parts.sort_by_key(|part| -part.walls.mast.t);
        let Some(first) = parts.first() else { return Ok(None) };
        let answer =
            |above: i32| parts.iter().find(|p| Some(p.component) == sum.last && p.walls.mast.t > above);
        let (part, t) = match self {
            Strategy::Hotstrat => (first, first.walls.mast.t),
            Strategy::HotstratSecond => (first, parts.get(1).unwrap_or(first).walls.mast.t),
            Strategy::Sentestrat | Strategy::FollowTheLeader => {
                let above = if self == Strategy::Sentestrat { sum.ambient } else { -i32::ONE };
                let part = answer(above).unwrap_or(first);
                (part, part.walls.mast.t)
            }
            Strategy::Thermostrat => {
                let t = most_promising(&parts, sum.player);
                // The widest; of equals the first, which is the hottest.
                let part = parts.iter().rev().max_by_key(|part| width(&part.walls, t)).unwrap_or(first);
                (part, t)
            }
            Strategy::Mean => {
                return best_option(sum, &parts, source, |before, after| {
                    sum.player.sign() * (after.mast.v - before.mast.v)
                });
            }
        };
        if let Some(after) = source.best_move(&sum.components[part.component], sum.player, t)? {
            return Ok(Some(Move { component: part.component, after }));
        }
        // Of moves that are equally good at that temperature, the one with the best mean.
        best_option(sum, std::slice::from_ref(part), source, |_, after| {
            [after.score_after(sum.player, t), sum.player.sign() * after.mast.v]
        })
    }
}

fn width(walls: &Walls<i32>, t: i32) -> i32 {
    value_at(&walls.left, t) - value_at(&walls.right, t)
}

/// The lowest temperature at which the sum promises its player most: the opponent's walls of all components plus the width
/// of the widest.
fn most_promising(parts: &[Part], player: Player) -> i32 {
    let mut corners: Vec<i32> =
        parts.iter().flat_map(|part| part.walls.left.iter().chain(&part.walls.right).map(|p| p.t)).collect();
    corners.sort_unstable();
    corners.dedup();
    let promise = |t: i32| {
        let safe: i32 = parts.iter().map(|part| part.walls.score_after(player, t)).sum();
        safe + parts.iter().map(|part| width(&part.walls, t)).max().unwrap_or(0)
    };
    corners.into_iter().rev().max_by_key(|&t| promise(t)).unwrap_or(-i32::ONE)
}

/// The first of the moves with the best score, which depends on the thermographs before and after it.
fn best_option<P: Partizan, S: Ord>(
    sum: &Sum<P>,
    parts: &[Part],
    source: &mut dyn Source<P>,
    score: impl Fn(&Walls<i32>, &Walls<i32>) -> S,
) -> Result<Option<Move<P>>> {
    let mut best: Option<(S, Move<P>)> = None;
    for &Part { component, ref walls } in parts {
        for after in sum.components[component].all_options(sum.player) {
            let score = score(walls, &source.walls(&after)?);
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, Move { component, after }));
            }
        }
    }
    Ok(best.map(|(_, chosen)| chosen))
}
