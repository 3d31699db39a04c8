//! The learned evaluation: a small network trained by self-play on pieces, their squares and what stands beside them.
//!
//! An input is a piece on a square in one of three states: no stronger enemy beside it, held by one but supported by a friend, or
//! frozen. These carry most of what hostages and weak advanced pieces are about. Goals within the turn stay code, and so does
//! the threat of one in the enemy's next turn.

use super::{Main, placing};
use crate::{
    board::Board,
    piece::Kind,
    rules::Arimaa,
    squares::{Squares, neighbours},
    tactics,
};
use game::{Evaluation, Game, NetworkInputs, Score, Side};
use network::{Accumulator, Network, Shape};
use std::sync::{Arc, LazyLock};

/// Neurons for each side.
const WIDTH: usize = 64;
/// States of a piece.
const STATES: usize = 3;
/// Inputs for pieces: own and enemy, six kinds, three states, 64 squares. Those for steps follow: 1 to 4 left for the own
/// side, then for the enemy.
const PIECES: usize = 2 * 6 * STATES * 64;

pub(crate) const INPUTS: NetworkInputs<Arimaa> = NetworkInputs {
    name: "arimaa held pieces 1",
    count: PIECES + 8,
    most_active: 33,
    width: WIDTH,
    buckets: 4,
    applies: |position| !position.is_setup() && !is_threatened(position),
    bucket,
    visit: |position, view, visit| {
        let planes = Planes::new(position.board());
        for (place, squares) in planes.0.iter().enumerate() {
            each(*squares, |square| visit(input(view, place, square)));
        }
        visit(steps_input(position, view));
    },
    seen_by_other: |input| match input.checked_sub(PIECES) {
        Some(steps) => PIECES + (steps ^ 4),
        None => ((input + PIECES / 2) % PIECES) ^ 56,
    },
    mirrored: |input| if input < PIECES { input ^ 7 } else { input },
};

const SHAPE: Shape = Shape {
    name: INPUTS.name,
    inputs: INPUTS.count,
    most_active: INPUTS.most_active,
    buckets: INPUTS.buckets,
};

/// Can the side that is not to move reach its goal in its next turn if nothing changes?
fn is_threatened(position: &Arimaa) -> bool {
    tactics::goal_within(position.board(), position.to_move().other(), 4).is_some()
}

/// By the number of pieces on the board.
#[inline]
fn bucket(position: &Arimaa) -> usize {
    (position.board().occupied().count_ones().saturating_sub(1) / 8).min(3) as usize
}

/// Where pieces stand, by side, kind and state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Planes([Squares; 2 * 6 * STATES]);

impl Planes {
    const NONE: Planes = Planes([0; 2 * 6 * STATES]);

    #[inline]
    fn new(board: &Board) -> Planes {
        let mut planes = Planes::NONE;
        for side in Side::BOTH {
            let own = board.of_side(side);
            let enemy = board.of_side(side.other());
            let supported = neighbours(own);
            // Squares beside an enemy stronger than the kind at hand, from camels down.
            let (mut stronger, mut touched) = (0, 0);
            for kind in (0..6).rev() {
                let pieces = own & board.of_kind(Kind::of_index(kind));
                let plane = (side.index() * 6 + kind) * STATES;
                planes.0[plane] = pieces & !touched;
                planes.0[plane + 1] = pieces & touched & supported;
                planes.0[plane + 2] = pieces & touched & !supported;
                stronger |= enemy & board.of_kind(Kind::of_index(kind));
                touched = neighbours(stronger);
            }
        }
        planes
    }
}

/// The input for a square of a plane, seen from `view`.
#[inline]
fn input(view: Side, plane: usize, square: usize) -> usize {
    let index = plane * 64 + square;
    match view {
        Side::First => index,
        Side::Second => ((index + PIECES / 2) % PIECES) ^ 56,
    }
}

/// The input for the steps that the side to move has left.
#[inline]
fn steps_input(position: &Arimaa, view: Side) -> usize {
    let left = usize::from(position.steps_left().clamp(1, 4)) - 1;
    PIECES + left + if view == position.to_move() { 0 } else { 4 }
}

#[inline]
fn each(mut squares: Squares, mut visit: impl FnMut(usize)) {
    while squares != 0 {
        visit(squares.trailing_zeros() as usize);
        squares &= squares - 1;
    }
}

/// The learned evaluation.
#[derive(Clone, Debug)]
pub struct Net {
    network: Arc<Network<WIDTH>>,
}

/// The accumulator of a position, without its steps, and the planes it was made of. Empty for the other evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetState {
    accumulator: Accumulator<WIDTH>,
    planes: Planes,
}

impl Default for NetState {
    fn default() -> NetState {
        NetState { accumulator: Accumulator::EMPTY, planes: Planes::NONE }
    }
}

impl Net {
    /// The network that ships with the program.
    pub fn built_in() -> Net {
        static NETWORK: LazyLock<Arc<Network<WIDTH>>> = LazyLock::new(|| {
            let file = include_bytes!("../../networks/arimaa.net");
            Arc::new(Network::read(file, &SHAPE).expect("a test reads the built-in network"))
        });
        Net { network: NETWORK.clone() }
    }

    /// The network of a file; the error ends a sentence that begins with the file.
    pub fn read(file: &[u8]) -> Result<Net, String> {
        let network = Network::read(file, &SHAPE).map_err(|error| error.to_string())?;
        Ok(Net { network: Arc::new(network) })
    }

    /// The network itself.
    pub fn network(&self) -> &Network<WIDTH> {
        &self.network
    }
}

impl Evaluation<Arimaa> for Net {
    type State = NetState;

    fn root_state(&self, position: &Arimaa) -> NetState {
        let mut state = NetState { accumulator: self.network.start(), planes: Planes::new(position.board()) };
        for (plane, squares) in state.planes.0.into_iter().enumerate() {
            each(squares, |square| {
                for view in Side::BOTH {
                    self.network.add(&mut state.accumulator, view.index(), input(view, plane, square));
                }
            });
        }
        state
    }

    #[inline]
    fn child_state(&self, state: &NetState, parent: &Arimaa, action: crate::Act, child: &Arimaa) -> NetState {
        let mut next = *state;
        self.update_state(state, parent, action, child, &mut next);
        next
    }

    #[inline]
    fn update_state(&self, state: &NetState, _: &Arimaa, _: crate::Act, child: &Arimaa, into: &mut NetState) {
        into.accumulator = state.accumulator;
        into.planes = Planes::new(child.board());
        for (plane, (&before, &after)) in state.planes.0.iter().zip(&into.planes.0).enumerate() {
            if before == after {
                continue;
            }
            each(before & !after, |square| {
                for view in Side::BOTH {
                    self.network.remove(&mut into.accumulator, view.index(), input(view, plane, square));
                }
            });
            each(after & !before, |square| {
                for view in Side::BOTH {
                    self.network.add(&mut into.accumulator, view.index(), input(view, plane, square));
                }
            });
        }
    }

    #[inline]
    fn evaluate(&self, position: &Arimaa, state: &NetState) -> Score {
        if position.is_setup() {
            return placing::estimate(position);
        }
        let mut accumulator = state.accumulator;
        for view in Side::BOTH {
            self.network.add(&mut accumulator, view.index(), steps_input(position, view));
        }
        let score = self.network.score(&accumulator, position.to_move().index(), bucket(position));
        let threat = match is_threatened(position) {
            true => Main::DEFAULT.weights.goal_threat[usize::from(position.steps_left())],
            false => 0,
        };
        Score::estimate(score - threat)
    }
}
