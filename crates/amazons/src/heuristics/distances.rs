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
    /// Squares that the mover reaches sooner by two queen's moves or more, or alone, minus the enemy's.
    pub clear: i32,
    /// Squares that only the mover reaches at all, minus those that only the enemy does.
    pub alone: i32,
    /// How much worse the enemy's amazons can move than the mover's.
    pub mobility: i32,
    /// The mover's amazons of each class of freedom, minus the enemy's; one on ground of its own is in none.
    pub freedom: [i32; FREEDOMS],
    /// Squares equally near to both by queen's moves: some of them go to who moves next.
    pub open: i32,
    /// How much is still undecided, in 256ths of the board (w): 0 when the sides are apart.
    pub phase: i32,
}

impl Features {
    /// Everything at once.
    #[inline]
    pub fn new(position: &Amazons) -> Features {
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
            let next = (distance + 1).min(FAR);
            features.clear += (count(one & !enemy.within[next]) - count(other & !own.within[next])) * SQUARE;
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
        features.alone = (count(own.all() & !enemy.all()) - count(enemy.all() & !own.all())) * SQUARE;
        features.add_amazons(position, sides[0], enemy.all(), 1);
        features.add_amazons(position, sides[1], own.all(), -1);
        features
    }

    /// Adds how well the amazons of a side can move over squares that the enemy can still reach, with the sign of the side.
    #[inline]
    fn add_amazons(&mut self, position: &Amazons, side: Side, contested: Squares, sign: i32) {
        let empty = position.empty();
        for square in members(position.amazons(side)) {
            let steps = neighbours(square.alone()) & empty;
            let slides = slides_from(square, empty) & contested;
            // An amazon on ground of its own needs no freedom.
            if steps == 0 || slides != 0 {
                let freedom = slides.count_ones() + 2 * (steps & contested).count_ones();
                let freedom = (freedom as usize).min(IMMOBILITY.len() - 1);
                self.mobility -= sign * IMMOBILITY[freedom];
                self.freedom[usize::from(FREEDOM_CLASS[freedom])] += sign * SQUARE;
            }
        }
    }
}

/// Classes of freedom that are told apart.
pub(crate) const FREEDOMS: usize = 6;

/// The class of each freedom: none, then up to 3, 7, 14, 24, and more.
static FREEDOM_CLASS: [u8; 40] = {
    const UP_TO: [usize; FREEDOMS - 1] = [0, 3, 7, 14, 24];
    let mut classes = [0; 40];
    let mut freedom = 0;
    while freedom < 40 {
        while (classes[freedom] as usize) < FREEDOMS - 1 && freedom > UP_TO[classes[freedom] as usize] {
            classes[freedom] += 1;
        }
        freedom += 1;
    }
    classes
};

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
