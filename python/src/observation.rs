//! Positions as planes of numbers, and the list of the games. Sides are absolute: the first mover's pieces come first.

use crate::state::{ActionIds, State, state};
use amazons::{Amazons, members};
use arimaa::{Arimaa, Kind as Animal};
use game::{Game, Playable, Side};
use knightthrough::KnightThrough;
use players::AnyGame;
use std::sync::OnceLock;
use tzaar::{Kind, Phase, Tzaar};

/// A position that can be observed, of a game whose actions are numbered.
pub trait Observed: Playable {
    /// The numbers of the actions.
    fn ids() -> &'static ActionIds;
    /// Planes, rows and columns.
    fn shape(&self) -> [usize; 3];
    /// Fills the planes, which are zero before; row 0 is the lowest.
    fn observe(&self, planes: &mut [f32]);
}

/// Makes a running game from a text: a position, or a variant's start.
pub fn open(
    game: &'static dyn AnyGame,
    variant: &str,
    position: Option<&str>,
) -> Result<Box<dyn State>, game::TextError> {
    match game.name() {
        "amazons" => typed::<Amazons>(game, variant, position),
        "arimaa" => typed::<Arimaa>(game, variant, position),
        "knightthrough" => typed::<KnightThrough>(game, variant, position),
        _ => typed::<Tzaar>(game, variant, position),
    }
}

fn typed<G: Observed>(
    game: &'static dyn AnyGame,
    variant: &str,
    position: Option<&str>,
) -> Result<Box<dyn State>, game::TextError> {
    let position = match position {
        Some(text) => G::parse_position(text)?,
        None => G::start(variant)?,
    };
    Ok(state(game, position))
}

/// Writes into one plane after the other.
struct Planes<'a> {
    rest: std::slice::ChunksExactMut<'a, f32>,
}

impl<'a> Planes<'a> {
    fn new(planes: &'a mut [f32], [_, rows, columns]: [usize; 3]) -> Planes<'a> {
        Planes { rest: planes.chunks_exact_mut(rows * columns) }
    }

    /// The next plane has 1 on these squares.
    fn squares(&mut self, squares: impl Iterator<Item = usize>) {
        self.values(squares.map(|square| (square, 1.0)));
    }

    /// The next plane has these values on these squares.
    fn values(&mut self, values: impl Iterator<Item = (usize, f32)>) {
        if let Some(plane) = self.rest.next() {
            values.for_each(|(square, value)| plane[square] = value);
        }
    }

    /// The next plane has one value everywhere.
    fn constant(&mut self, value: f32) {
        if let Some(plane) = self.rest.next() {
            plane.fill(value);
        }
    }

    /// The next plane is 1 everywhere if the second side is to move.
    fn side(&mut self, side: Side) {
        self.constant(side.index() as f32);
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// Knights of either side, squares of the board, side to move.
impl Observed for KnightThrough {
    fn ids() -> &'static ActionIds {
        static IDS: OnceLock<ActionIds> = OnceLock::new();
        IDS.get_or_init(ActionIds::new::<<KnightThrough as Game>::Action>)
    }

    fn shape(&self) -> [usize; 3] {
        [4, 8, 8]
    }

    fn observe(&self, planes: &mut [f32]) {
        let mut planes = Planes::new(planes, self.shape());
        for side in Side::BOTH {
            planes.squares(bits(self.knights(side)));
        }
        planes.squares(bits(self.board_mask()));
        planes.side(self.to_move());
    }
}

/// Amazons of either side, burnt squares, the amazon that must shoot, side to move.
impl Observed for Amazons {
    fn ids() -> &'static ActionIds {
        static IDS: OnceLock<ActionIds> = OnceLock::new();
        IDS.get_or_init(ActionIds::new::<<Amazons as Game>::Action>)
    }

    fn shape(&self) -> [usize; 3] {
        [5, self.size().rows().into(), self.size().files().into()]
    }

    fn observe(&self, planes: &mut [f32]) {
        let columns = usize::from(self.size().files());
        let index =
            |square: amazons::Square| usize::from(square.row()) * columns + usize::from(square.file());
        let mut planes = Planes::new(planes, self.shape());
        for side in Side::BOTH {
            planes.squares(members(self.amazons(side)).map(index));
        }
        planes.squares(members(self.burnt()).map(index));
        planes.squares(self.shooter().into_iter().map(index));
        planes.side(self.to_move());
    }
}

/// The six kinds of either side from rabbits to elephants, a push to complete, a pull that is possible, steps left of
/// four, setup, side to move.
impl Observed for Arimaa {
    fn ids() -> &'static ActionIds {
        static IDS: OnceLock<ActionIds> = OnceLock::new();
        IDS.get_or_init(ActionIds::new::<<Arimaa as Game>::Action>)
    }

    fn shape(&self) -> [usize; 3] {
        [17, 8, 8]
    }

    fn observe(&self, planes: &mut [f32]) {
        let mut planes = Planes::new(planes, self.shape());
        for side in Side::BOTH {
            for kind in Animal::ALL {
                planes.squares(bits(self.board().pieces(side, kind)));
            }
        }
        planes.squares(self.pending_push().into_iter().map(|(square, _)| square.bit()));
        planes.squares(self.pending_pull().into_iter().map(|(square, _)| square.bit()));
        planes.constant(f32::from(self.steps_left()) / 4.0);
        planes.constant(u8::from(self.is_setup()).into());
        planes.side(self.to_move());
    }
}

/// The three kinds of either side with the heights of their stacks, points of the board, first turn, second move,
/// placement, side to move. Columns are the board's files a to i; rows count along them.
impl Observed for Tzaar {
    fn ids() -> &'static ActionIds {
        static IDS: OnceLock<ActionIds> = OnceLock::new();
        IDS.get_or_init(ActionIds::new::<<Tzaar as Game>::Action>)
    }

    fn shape(&self) -> [usize; 3] {
        [11, 9, 9]
    }

    fn observe(&self, planes: &mut [f32]) {
        let index = |field: tzaar::Field| field.row() * 9 + field.column();
        let mut planes = Planes::new(planes, self.shape());
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let stacks = self.stacks().filter(|(_, stack)| (stack.side(), stack.kind()) == (side, kind));
                planes.values(stacks.map(|(field, stack)| (index(field), stack.height().into())));
            }
        }
        planes.squares(tzaar::Field::all().map(index));
        for phase in [Phase::Opening, Phase::Second, Phase::Placement] {
            planes.constant(u8::from(self.phase() == phase).into());
        }
        planes.side(self.to_move());
    }
}
