//! Abstract games as a local game: a tree of options with integers at its leaves. It lets every search run on any short
//! game.

use crate::{GameId, Games, ParseError, Partizan, Player, ValueError};
use game::TextError;
use std::rc::Rc;

/// Largest integer at a leaf, since it may be played out move by move.
const MAX_INTEGER: i32 = 64;
/// Most positions of a parsed tree.
const MAX_POSITIONS: usize = 100_000;

/// A tree of options, not simplified. Clones share it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(Rc<Tree>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Tree {
    Integer(i32),
    Options { sides: [Vec<Form>; 2], longest: u32 },
}

impl Form {
    /// A leaf.
    pub fn integer(number: i32) -> Form {
        debug_assert!(number.abs() <= MAX_INTEGER);
        Form(Rc::new(Tree::Integer(number)))
    }

    /// The game with these options.
    pub fn game(left: Vec<Form>, right: Vec<Form>) -> Form {
        if left.is_empty() && right.is_empty() {
            return Form::integer(0);
        }
        let longest = 1 + left.iter().chain(&right).map(Form::longest).max().unwrap_or(0);
        Form(Rc::new(Tree::Options { sides: [left, right], longest }))
    }

    /// Reads a game and brings it to canonical form in an arena, which may have a budget.
    pub fn parse_in(games: &mut Games, text: &str) -> Result<Form, ParseError> {
        let game = games.parse(text)?;
        let form = Form::from_game(games, game, &mut MAX_POSITIONS.clone())?;
        form.ok_or_else(|| {
            let problem = format!(
                "is too large for a search: use integers up to {MAX_INTEGER} and at most {MAX_POSITIONS} positions"
            );
            TextError::new(text, problem).into()
        })
    }

    /// The tree of a canonical form.
    fn from_game(games: &mut Games, game: GameId, left: &mut usize) -> Result<Option<Form>, ValueError> {
        let Some(rest) = left.checked_sub(1) else { return Ok(None) };
        *left = rest;
        if let Some(number) = games.as_integer(game) {
            let number = i32::try_from(number).ok().filter(|n| n.abs() <= MAX_INTEGER);
            return Ok(number.map(Form::integer));
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([games.left(game)?, games.right(game)?]) {
            for option in options {
                let Some(form) = Form::from_game(games, option, left)? else { return Ok(None) };
                side.push(form);
            }
        }
        let [left, right] = sides;
        Ok(Some(Form::game(left, right)))
    }
}

impl Partizan for Form {
    const NAME: &'static str = "form";
    const EXAMPLE: &'static str = "{2|-1/2,{1|-1}}";

    /// Reads a game and brings it to canonical form.
    fn parse(text: &str) -> Result<Self, TextError> {
        Form::parse_in(&mut Games::default(), text).map_err(|error| match error {
            ParseError::Text(error) => error,
            ParseError::Value(error) => TextError::new(text, format!("cannot be computed: {error}")),
        })
    }

    fn text(&self) -> String {
        match &*self.0 {
            Tree::Integer(number) => number.to_string(),
            Tree::Options { sides: [left, right], .. } => {
                let list = |side: &[Form]| side.iter().map(Form::text).collect::<Vec<_>>().join(",");
                format!("{{{}|{}}}", list(left), list(right))
            }
        }
    }

    fn options(&self, player: Player, mut visit: impl FnMut(Self)) {
        match &*self.0 {
            Tree::Integer(number) => {
                let step = if player == Player::Left { 1 } else { -1 };
                if number.signum() == step {
                    visit(Form::integer(number - step));
                }
            }
            Tree::Options { sides, .. } => sides[player.index()].iter().cloned().for_each(visit),
        }
    }

    fn longest(&self) -> u32 {
        match &*self.0 {
            Tree::Integer(number) => number.unsigned_abs(),
            Tree::Options { longest, .. } => *longest,
        }
    }

    fn parts(&self, mut visit: impl FnMut(Self)) {
        if *self.0 != Tree::Integer(0) {
            visit(self.clone());
        }
    }

    fn one_sided(&self) -> Option<Player> {
        match *self.0 {
            Tree::Integer(number) if number > 0 => Some(Player::Left),
            Tree::Integer(_) => Some(Player::Right),
            Tree::Options { .. } => None,
        }
    }

    fn normal(&self) -> Self {
        self.clone()
    }

    fn swapped(&self) -> Option<Self> {
        Some(match &*self.0 {
            Tree::Integer(number) => Form::integer(-number),
            Tree::Options { sides, .. } => {
                let side = |nth: usize| sides[nth].iter().filter_map(Form::swapped).collect();
                Form::game(side(1), side(0))
            }
        })
    }
}
