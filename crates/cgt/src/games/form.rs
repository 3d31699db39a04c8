//! Abstract games as a local game: a tree of options with whole numbers at its leaves. It lets every search of local games
//! run on any short game, and on games made for a purpose, such as those whose positions are all hot until they are settled.

use crate::{
    partizan::{Partizan, Player},
    short::{GameId, Games, ParseError, ValueError},
};
use game::TextError;
use rand::RngExt;
use search::random::Generator;
use std::{fmt::Write, rc::Rc};

/// Largest whole number at a leaf: each of its moves counts, since it may be played out.
pub const MOST_WHOLE: i32 = 64;
/// Most positions of a tree that is read from a text.
const MOST_POSITIONS: usize = 100_000;

/// A tree of options, not simplified. Clones share it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(Rc<Tree>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Tree {
    Whole(i32),
    Options { sides: [Vec<Form>; 2], longest: u32 },
}

impl Form {
    /// A leaf.
    pub fn whole(number: i32) -> Form {
        debug_assert!(number.abs() <= MOST_WHOLE);
        Form(Rc::new(Tree::Whole(number)))
    }

    /// The game with these options, not both of them empty.
    pub fn game(left: Vec<Form>, right: Vec<Form>) -> Form {
        if left.is_empty() && right.is_empty() {
            return Form::whole(0);
        }
        let longest = 1 + left.iter().chain(&right).map(Form::longest).max().unwrap_or(0);
        Form(Rc::new(Tree::Options { sides: [left, right], longest }))
    }

    /// A random game of which every position but the leaves is hot: Left's options are above Right's by construction.
    /// `depth` moves lead to a leaf at most, and each player has one or two options.
    pub fn hot(depth: u32, random: &mut Generator) -> Form {
        if depth == 0 {
            return Form::whole(0);
        }
        let mut side = || {
            let many = random.random_range(1..=2);
            (0..many).map(|_| Form::hot(random.random_range(0..depth), random)).collect::<Vec<_>>()
        };
        let (left, right) = (side(), side());
        // Whoever moves must not be worse off than if the opponent had: the least Right stop of Left's best option is
        // raised above the Left stops of Right's.
        let stop = |form: &Form, player| form.stop(player);
        let gained = left.iter().map(|f| stop(f, Player::Right)).max().unwrap_or(0);
        let lost = right.iter().map(|f| stop(f, Player::Left)).min().unwrap_or(0);
        let apart = 1 + random.random_range(0..2) + (lost - gained).max(0);
        let up = apart / 2 + apart % 2;
        let shifted = |side: Vec<Form>, by| side.iter().map(|f| f.plus(by)).collect();
        Form::game(shifted(left, up), shifted(right, -(apart - up)))
    }

    /// What is left when both play in turn until a leaf is reached, this player first.
    pub fn stop(&self, first: Player) -> i32 {
        match &*self.0 {
            Tree::Whole(number) => *number,
            Tree::Options { sides, .. } => {
                let stops = sides[first.index()].iter().map(|f| f.stop(first.other()));
                let best = if first == Player::Left { stops.max() } else { stops.min() };
                best.unwrap_or(0)
            }
        }
    }

    /// The same tree with all leaves moved by a whole number.
    fn plus(&self, by: i32) -> Form {
        match &*self.0 {
            Tree::Whole(number) => Form::whole(number + by),
            Tree::Options { sides, .. } => {
                let side = |nth: usize| sides[nth].iter().map(|f| f.plus(by)).collect();
                Form::game(side(0), side(1))
            }
        }
    }

    /// The tree of a canonical form.
    fn of(games: &mut Games, game: GameId, left: &mut usize) -> Result<Option<Form>, ValueError> {
        let Some(rest) = left.checked_sub(1) else { return Ok(None) };
        *left = rest;
        if let Some(number) = games.as_whole(game) {
            let number = i32::try_from(number).ok().filter(|n| n.abs() <= MOST_WHOLE);
            return Ok(number.map(Form::whole));
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([games.left(game)?, games.right(game)?]) {
            for option in options {
                let Some(form) = Form::of(games, option, left)? else { return Ok(None) };
                side.push(form);
            }
        }
        let [left, right] = sides;
        Ok(Some(Form::game(left, right)))
    }

    fn write(&self, out: &mut String) {
        match &*self.0 {
            Tree::Whole(number) => {
                let _ = write!(out, "{number}");
            }
            Tree::Options { sides, .. } => {
                for (side, mark) in sides.iter().zip(['{', '|']) {
                    out.push(mark);
                    for (nth, option) in side.iter().enumerate() {
                        if nth > 0 {
                            out.push(',');
                        }
                        option.write(out);
                    }
                }
                out.push('}');
            }
        }
    }
}

impl Partizan for Form {
    const NAME: &'static str = "form";
    const EXAMPLE: &'static str = "{2|-1/2,{1|-1}}";

    /// Reads a game; it comes out in canonical form.
    fn parse(text: &str) -> Result<Self, TextError> {
        let mut games = Games::default();
        let too_large = |error: ValueError| TextError::new(text, format!("cannot be computed: {error}"));
        let game = games.parse(text).map_err(|error| match error {
            ParseError::Text(error) => error,
            ParseError::Value(error) => too_large(error),
        })?;
        let form = Form::of(&mut games, game, &mut MOST_POSITIONS.clone()).map_err(too_large)?;
        form.ok_or_else(|| {
            let problem = format!(
                "is too large for a search: use whole numbers up to {MOST_WHOLE} and at most {MOST_POSITIONS} positions"
            );
            TextError::new(text, problem)
        })
    }

    fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn options(&self, player: Player, mut visit: impl FnMut(Self)) {
        match &*self.0 {
            Tree::Whole(number) => {
                let step = if player == Player::Left { 1 } else { -1 };
                if number.signum() == step {
                    visit(Form::whole(number - step));
                }
            }
            Tree::Options { sides, .. } => sides[player.index()].iter().cloned().for_each(visit),
        }
    }

    fn longest(&self) -> u32 {
        match &*self.0 {
            Tree::Whole(number) => number.unsigned_abs(),
            Tree::Options { longest, .. } => *longest,
        }
    }

    fn parts(&self, mut visit: impl FnMut(Self)) {
        if *self.0 != Tree::Whole(0) {
            visit(self.clone());
        }
    }

    fn one_sided(&self) -> Option<Player> {
        match *self.0 {
            Tree::Whole(number) if number > 0 => Some(Player::Left),
            Tree::Whole(_) => Some(Player::Right),
            Tree::Options { .. } => None,
        }
    }

    fn normal(&self) -> Self {
        self.clone()
    }

    fn swapped(&self) -> Option<Self> {
        Some(match &*self.0 {
            Tree::Whole(number) => Form::whole(-number),
            Tree::Options { sides, .. } => {
                let side = |nth: usize| sides[nth].iter().filter_map(Form::swapped).collect();
                Form::game(side(1), side(0))
            }
        })
    }
}
