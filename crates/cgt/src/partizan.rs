//! The trait through which every search of this crate knows a local game.

use crate::{Result, Walls};
use search::NodeBudget;
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

    /// 1 for Left, -1 for Right.
    #[inline]
    pub fn sign(self) -> i32 {
        1 - 2 * self as i32
    }

    /// 0 for Left, 1 for Right.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A position of a loop-free game under normal play in which either player could move at any time.
pub trait Partizan: Clone + Eq + Ord + Hash + Debug {
    /// The name on the command line.
    const NAME: &'static str;
    /// An example of a position, for help and error messages.
    const EXAMPLE: &'static str;

    /// Reads a position.
    fn parse(text: &str) -> Result<Self, game::TextError>;

    /// The position as text.
    fn text(&self) -> String;

    /// Calls `visit` with every option of `player`, in a fixed order; repetitions are allowed.
    fn options(&self, player: Player, visit: impl FnMut(Self));

    /// Every option of `player`, in the same order.
    fn all_options(&self, player: Player) -> Vec<Self> {
        let mut options = Vec::new();
        self.options(player, |option| options.push(option));
        options
    }

    /// Most moves that both players together can make: a bound on the birthday.
    fn longest(&self) -> u32;

    /// Calls `visit` with independent parts whose sum is this position. Parts without moves are left out.
    fn parts(&self, visit: impl FnMut(Self));

    /// The only player who can ever move in this part, if that is easy to see: the part is then an integer.
    fn one_sided(&self) -> Option<Player>;

    /// A representative of the position up to symmetry, the same for as many equivalent positions as is cheap.
    fn normal(&self) -> Self;

    /// The negative, with colours exchanged, if the rules treat both players alike.
    fn swapped(&self) -> Option<Self>;

    /// A guess at the mean, for searches that end too early.
    fn estimate(&self) -> i32 {
        0
    }

    /// The exact thermograph by a method that only this game has; `None` where the general one must do.
    fn special_walls(&self, _budget: &mut NodeBudget) -> Result<Option<Walls<i32>>> {
        Ok(None)
    }
}
