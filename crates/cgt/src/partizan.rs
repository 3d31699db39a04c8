//! The small trait by which every search of this crate knows a local game. No rules live here.

use std::{fmt::Debug, hash::Hash};

/// The two players of combinatorial game theory. Left wants large values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The player whose moves count positive.
    Left,
    /// The player whose moves count negative.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// 0 for Left, 1 for Right.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A position of a loop-free game in which both players could move at any time, under normal play.
pub trait Partizan: Clone + Eq + Ord + Hash + Debug {
    /// The name on the command line.
    const NAME: &'static str;
    /// An example of a position, for help and error messages.
    const EXAMPLE: &'static str;

    /// Reads a position.
    fn parse(text: &str) -> Result<Self, game::TextError>;

    /// The position as text.
    fn text(&self) -> String;

    /// Calls `visit` with every position that a move of `player` leads to, in a fixed order; doubles are allowed.
    fn options(&self, player: Player, visit: impl FnMut(Self));

    /// No play lasts longer than this many moves of both players together: a bound of the birthday.
    fn longest(&self) -> u32;

    /// Calls `visit` with independent parts whose sum is this position. Parts in which nobody can ever move are left out.
    fn parts(&self, visit: impl FnMut(Self));

    /// The only player who can ever move in this part, if that is plain to see: the part is then a whole number.
    fn one_sided(&self) -> Option<Player>;

    /// The same position up to symmetry, equal for as many equivalent positions as is cheap to find out.
    fn normal(&self) -> Self;

    /// The position with colours changed, if the rules treat both players alike.
    fn swapped(&self) -> Option<Self>;
}
