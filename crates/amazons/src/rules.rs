//! The rules of the Amazons on bitboards. Heuristics are in `heuristics`, what is settled in `regions`.

use crate::{
    act::Act,
    grid::{Size, Square, Squares, lowest, members},
    keys::{self, Mark},
    slides::{neighbours, slides_from},
};
use game::{EitherSideCanMove, Game, Key, Outcome, Side};
use std::{fmt, ops::ControlFlow};

/// A position of the Amazons, in the middle of a turn too: then the amazon that has moved must shoot.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amazons {
    amazons: [Squares; 2],
    empty: Squares,
    key: Key,
    size: Size,
    to_move: Side,
    shooter: Option<Square>,
}

impl Amazons {
    /// A position at the start of a turn, or with the amazon on `shooter` about to shoot. The error continues a sentence that
    /// begins with the position.
    pub fn new(
        size: Size,
        amazons: [Squares; 2],
        burnt: Squares,
        to_move: Side,
        shooter: Option<Square>,
    ) -> Result<Amazons, String> {
        let [white, black] = amazons;
        let crowded = (white & black) | ((white | black) & burnt);
        if crowded != 0 {
            return Err(format!("has two things on {}", lowest(crowded)));
        }
        let beyond = (white | black | burnt) & !size.board();
        if beyond != 0 {
            return Err(format!("uses {}, which is not on the board", lowest(beyond)));
        }
        let empty = size.board() & !(white | black | burnt);
        if let Some(square) = shooter {
            if amazons[to_move.index()] & square.alone() == 0 {
                return Err(format!(
                    "has no amazon of the side to move on {square}, from where it should shoot"
                ));
            }
            if neighbours(square.alone()) & empty == 0 {
                let problem = "shoot, but it has not moved: no square next to it is empty";
                return Err(format!("lets the amazon on {square} {problem}"));
            }
        }
        let key = keys::from_scratch(size, amazons, burnt, to_move, shooter);
        Ok(Amazons { amazons, empty, key, size, to_move, shooter })
    }

    /// The start on a board of any size: four amazons a side, a third of the way from the corners, as on 10 by 10.
    ///
    /// With `f` files and `r` rows they stand in the first row in the files `(f-1)/3` from either edge, and in the first and
    /// last file in the row `(r-1)/3`, White's from below and Black's from above; so do those of Müller 2001 on 5 by 5
    /// and of Song and Müller 2014 on 5 by 6. Where squares coincide there are fewer amazons.
    pub fn start_of(size: Size) -> Result<Amazons, String> {
        let (files, rows) = (size.files(), size.rows());
        let (aside, ahead) = ((files - 1) / 3, (rows - 1) / 3);
        let places = [(aside, 0), (files - 1 - aside, 0), (0, ahead), (files - 1, ahead)];
        let white = places.iter().fold(0, |set, &(file, row)| set | Square::at(file, row).alone());
        let black = places.iter().fold(0, |set, &(file, row)| set | Square::at(file, rows - 1 - row).alone());
        Amazons::new(size, [white, black], 0, Side::First, None)
    }

    /// How large the board is.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The amazons of a side.
    #[inline]
    pub fn amazons(&self, side: Side) -> Squares {
        self.amazons[side.index()]
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> Squares {
        self.empty
    }

    /// The burnt squares.
    pub fn burnt(&self) -> Squares {
        self.size.board() & !(self.empty | self.amazons[0] | self.amazons[1])
    }

    /// The amazon that has moved and must shoot, in the middle of a turn.
    #[inline]
    pub fn shooter(&self) -> Option<Square> {
        self.shooter
    }

    /// Whose amazon stands on this square?
    pub fn amazon_on(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.amazons(side) & square.alone() != 0)
    }

    /// Has any amazon of this side a square to go to?
    #[inline]
    pub fn can_move(&self, side: Side) -> bool {
        neighbours(self.amazons(side)) & self.empty != 0
    }

    /// The key computed anew, which [`Game::key`] must always equal.
    pub fn key_from_scratch(&self) -> Key {
        keys::from_scratch(self.size, self.amazons, self.burnt(), self.to_move, self.shooter)
    }
}

impl Game for Amazons {
    type Action = Act;

    const SIDES: [&'static str; 2] = ["White", "Black"];
    const HISTORY_SIZE: usize = 1 << 15;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn starts_turn(&self) -> bool {
        self.shooter.is_none()
    }

    /// Who cannot move at the start of a turn has lost. An amazon that has moved can always shoot: to where it came from.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let stuck = self.shooter.is_none() && !self.can_move(self.to_move);
        stuck.then(|| Outcome::Win(self.to_move.other()))
    }

    #[inline]
    fn actions(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Some(from) = self.shooter {
            for at in members(slides_from(from, self.empty)) {
                visit(Act::Shoot(at))?;
            }
        } else {
            for from in members(self.amazons(self.to_move)) {
                for to in members(slides_from(from, self.empty)) {
                    visit(Act::Move { from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn is_legal(&self, action: Act) -> bool {
        match (action, self.shooter) {
            (Act::Shoot(at), Some(from)) => slides_from(from, self.empty) & at.alone() != 0,
            (Act::Move { from, to }, None) => {
                self.amazons(self.to_move) & from.alone() != 0
                    && self.empty & to.alone() != 0
                    && slides_from(from, self.empty) & to.alone() != 0
            }
            _ => false,
        }
    }

    #[inline]
    fn play(&mut self, action: Act) {
        debug_assert!(self.is_legal(action), "{action:?} in {self:?}");
        match action {
            Act::Move { from, to } => {
                let both = from.alone() | to.alone();
                self.amazons[self.to_move.index()] ^= both;
                self.empty ^= both;
                let amazon = Mark::amazon(self.to_move);
                self.key.0 ^=
                    keys::mark(amazon, from) ^ keys::mark(amazon, to) ^ keys::mark(Mark::Shooter, to);
                self.shooter = Some(to);
            }
            Act::Shoot(at) => {
                self.empty ^= at.alone();
                self.key.0 ^= keys::mark(Mark::Burnt, at) ^ keys::change_of_sides();
                if let Some(from) = self.shooter.take() {
                    self.key.0 ^= keys::mark(Mark::Shooter, from);
                }
                self.to_move = self.to_move.other();
            }
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// Moves by both squares; arrows by side and square alone, since many shooters can burn a square that matters.
    #[inline]
    fn history_index(&self, action: Act) -> usize {
        match action {
            Act::Move { from, to } => from.bit() << 7 | to.bit(),
            Act::Shoot(at) => 1 << 14 | self.to_move.index() << 7 | at.bit(),
        }
    }
}

impl EitherSideCanMove for Amazons {
    fn with_to_move(&self, side: Side) -> Amazons {
        debug_assert!(self.shooter.is_none(), "the turn of {self:?} is not over");
        let key = if side == self.to_move { self.key } else { Key(self.key.0 ^ keys::change_of_sides()) };
        Amazons { key, to_move: side, ..*self }
    }
}

impl fmt::Debug for Amazons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&game::Notation::position_text(self))
    }
}
