//! How far each side is from each empty square, by queen's and by king's moves, and what follows from it. No weights here.
//!
//! Source: Lieberum 2005, "An evaluation function for the game of Amazons". His D1 counts queen's moves, his D2 king's.

use crate::{
    Amazons, Squares,
    grid::members,
    slides::{neighbours, slides_from, slides_of_all},
};
use game::{Game, Side};

/// Distances beyond this count as this; in real games hardly any are larger.
const FAR: usize = 8;

/// The empty squares that a side reaches within 0, 1, 2 … moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    within: [Squares; FAR + 1],
}

impl Reach {
    /// By queen's moves.
    #[inline]
    pub fn of_queens(from: Squares, empty: Squares) -> Reach {
        let mut within = [0; FAR + 1];
        // A handful of amazons is cheaper one by one.
        within[1] = members(from).fold(0, |reached, square| reached | slides_from(square, empty));
        Self::grow(within, |latest| slides_of_all(latest, empty))
    }

    /// By king's moves.
    #[inline]
    pub fn of_kings(from: Squares, empty: Squares) -> Reach {
        let mut within = [0; FAR + 1];
        within[1] = neighbours(from) & empty;
        Self::grow(within, |latest| neighbours(latest) & empty)
    }

    #[inline]
    fn grow(mut within: [Squares; FAR + 1], step: impl Fn(Squares) -> Squares) -> Reach {
        for distance in 2..=FAR {
            let latest = within[distance - 1] & !within[distance - 2];
            if latest == 0 {
                let all = within[distance - 1];
                within[distance..].fill(all);
                break;
            }
            within[distance] = within[distance - 1] | step(latest);
        }
        Reach { within }
    }

    /// Everything within reach.
    #[inline]
    pub fn all(&self) -> Squares {
        self.within[FAR]
    }

    #[inline]
    fn at(&self, distance: usize) -> Squares {
        self.within[distance] & !self.within[distance - 1]
    }

    /// Squares closer to this side minus those closer to the other, and squares equally close to both.
    #[inline]
    pub fn balance(&self, other: &Reach) -> (i32, i32) {
        let (mut lead, mut equal) = (0, 0);
        for distance in 1..=FAR {
            let (ours, theirs) = (self.at(distance), other.at(distance));
            if ours | theirs == 0 {
                break;
            }
            lead += count(ours & !other.within[distance]) - count(theirs & !self.within[distance]);
            equal += count(ours & theirs);
        }
        (lead, equal)
    }
}

#[inline]
fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}

/// What [`Features`] count in: a whole square.
pub(crate) const SQUARE: i32 = 64;

/// What there is to weigh, for the side to move, in 64ths of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Squares that the mover reaches sooner by queen's moves, minus the enemy's (t1); contested ones are left out.
    pub queens: i32,
    /// The same by king's moves (t2).
    pub kings: i32,
    /// How much nearer the mover's queens are, near squares counting more (c1).
    pub queens_near: i32,
    /// How much nearer its kings are, in sixths of a step (c2).
    pub kings_near: i32,
    /// How much worse the enemy's amazons can move than the mover's.
    pub mobility: i32,
    /// Squares equally near to both by queen's moves: some of them go to who moves next.
    pub open: i32,
    /// How much is still undecided, in 256ths of the board (w): 0 when the sides are apart.
    pub phase: i32,
}

impl Features {
    /// Everything at once.
    #[inline]
    pub fn of(position: &Amazons) -> Features {
        let mover = position.to_move();
        let sides = [mover, mover.other()];
        let empty = position.empty();
        let [own, enemy] = sides.map(|side| Reach::of_queens(position.amazons(side), empty));
        let [own_kings, enemy_kings] = sides.map(|side| Reach::of_kings(position.amazons(side), empty));

        let (queens, equal) = own.balance(&enemy);
        let (kings, _) = own_kings.balance(&enemy_kings);
        let mut features = Features {
            queens: queens * SQUARE,
            kings: kings * SQUARE,
            open: equal * SQUARE,
            ..Features::default()
        };

        let mut undecided = equal * 4;
        for distance in 1..=FAR {
            let (one, other) = (own.at(distance), enemy.at(distance));
            if one | other == 0 {
                break;
            }
            // 2 · 2^-d for each square.
            features.queens_near += (count(one) - count(other)) * ((2 * SQUARE) >> distance);
            if distance < FAR {
                undecided += 2 * (count(one & enemy.at(distance + 1)) + count(other & own.at(distance + 1)));
            }
            if distance + 1 < FAR {
                undecided += count(one & enemy.at(distance + 2)) + count(other & own.at(distance + 2));
            }
        }
        features.phase = undecided * 64 / position.size().area() as i32;
        let steps: i32 = (1..=6).map(|d| count(own_kings.within[d]) - count(enemy_kings.within[d])).sum();
        features.kings_near = steps * SQUARE / 6;
        features.mobility =
            immobility(position, sides[1], own.all()) - immobility(position, sides[0], enemy.all());
        features
    }
}

/// How badly the amazons of a side can move over squares that the enemy can still reach.
#[inline]
fn immobility(position: &Amazons, side: Side, contested: Squares) -> i32 {
    let empty = position.empty();
    let badness = |square: crate::Square| {
        let steps = neighbours(square.alone()) & empty;
        let slides = slides_from(square, empty) & contested;
        let freedom = slides.count_ones() + 2 * (steps & contested).count_ones();
        // An amazon on ground of its own needs no freedom.
        if steps != 0 && slides == 0 { 0 } else { IMMOBILITY[(freedom as usize).min(IMMOBILITY.len() - 1)] }
    };
    members(position.amazons(side)).map(badness).sum()
}

/// By freedom: an enclosed amazon is missed badly, and from some point on more freedom hardly matters.
static IMMOBILITY: [i32; 40] = {
    let mut table = [0; 40];
    let mut freedom = 0;
    while freedom < 40 {
        table[freedom] = 16 * SQUARE * 4 / (freedom as i32 + 6) - 16 * SQUARE * 4 / 45;
        freedom += 1;
    }
    table
};
