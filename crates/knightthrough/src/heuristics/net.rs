//! The learned evaluation: a small network on the knights of the 8×8 board, trained by self-play. Wins and losses stay code.

use super::{Main, Ordering, Threats};
use crate::{KnightThrough, Size, Squares};
use game::{Evaluation, Game, HeuristicSet, NetworkInputs, Score, Side};
use network::{Accumulator, Network, Shape};
use std::sync::{Arc, LazyLock};

/// Neurons for each side.
const WIDTH: usize = 64;

/// Own and enemy knights on each square, rows counted from the own side.
pub(crate) const INPUTS: NetworkInputs<KnightThrough> = NetworkInputs {
    name: "knightthrough knights 1",
    count: 128,
    most_active: 32,
    width: WIDTH,
    buckets: 4,
    applies: |position| position.size() == Size::USUAL,
    bucket,
    visit: |position, view, visit| {
        for side in Side::BOTH {
            each(position.knights(side), |square| visit(input(view, side, square)));
        }
    },
    // An own knight is the other side's enemy, and rows count from the other end.
    seen_by_other: |input| input ^ 64 ^ 56,
    mirrored: |input| input ^ 7,
};

const SHAPE: Shape = Shape {
    name: INPUTS.name,
    inputs: INPUTS.count,
    most_active: INPUTS.most_active,
    buckets: INPUTS.buckets,
};

/// By the number of knights on the board.
fn bucket(position: &KnightThrough) -> usize {
    let knights = (position.knights(Side::First) | position.knights(Side::Second)).count_ones();
    (knights.saturating_sub(1) / 8).min(3) as usize
}

/// The input for a knight of `side`, seen from `view`.
#[inline]
fn input(view: Side, side: Side, square: usize) -> usize {
    let row_flip = if view == Side::First { 0 } else { 56 };
    (usize::from(view != side) << 6) | (square ^ row_flip)
}

#[inline]
fn each(mut squares: Squares, mut visit: impl FnMut(usize)) {
    while squares != 0 {
        visit(squares.trailing_zeros() as usize);
        squares &= squares - 1;
    }
}

/// The learned evaluation. On boards other than 8×8 it answers as [`Main`].
#[derive(Clone, Debug)]
pub struct Net {
    network: Arc<Network<WIDTH>>,
}

/// The accumulator of a position; empty for the other evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetState(Accumulator<WIDTH>);

impl Default for NetState {
    fn default() -> NetState {
        NetState(Accumulator::EMPTY)
    }
}

impl Net {
    /// The network that ships with the program.
    pub fn built_in() -> Net {
        static NETWORK: LazyLock<Arc<Network<WIDTH>>> = LazyLock::new(|| {
            let file = include_bytes!("../../networks/knightthrough.net");
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

    /// The evaluation with its move ordering and proofs.
    pub fn heuristics(self) -> HeuristicSet<Net, Ordering, Threats> {
        HeuristicSet { evaluation: self, ordering: Ordering::Main, proofs: Threats::Three }
    }
}

impl Evaluation<KnightThrough> for Net {
    type State = NetState;

    fn root_state(&self, position: &KnightThrough) -> NetState {
        let mut accumulator = self.network.start();
        for view in Side::BOTH {
            (INPUTS.visit)(position, view, &mut |input| {
                self.network.add(&mut accumulator, view.index(), input)
            });
        }
        NetState(accumulator)
    }

    #[inline]
    fn child_state(
        &self,
        state: &NetState,
        parent: &KnightThrough,
        action: crate::Jump,
        child: &KnightThrough,
    ) -> NetState {
        let mut next = *state;
        self.update_state(state, parent, action, child, &mut next);
        next
    }

    #[inline]
    fn update_state(
        &self,
        state: &NetState,
        parent: &KnightThrough,
        _: crate::Jump,
        child: &KnightThrough,
        into: &mut NetState,
    ) {
        *into = *state;
        for side in Side::BOTH {
            let (before, after) = (parent.knights(side), child.knights(side));
            each(before & !after, |square| {
                for view in Side::BOTH {
                    self.network.remove(&mut into.0, view.index(), input(view, side, square));
                }
            });
            each(after & !before, |square| {
                for view in Side::BOTH {
                    self.network.add(&mut into.0, view.index(), input(view, side, square));
                }
            });
        }
    }

    #[inline]
    fn evaluate(&self, position: &KnightThrough, state: &NetState) -> Score {
        if position.size() != Size::USUAL {
            return Main::DEFAULT.evaluate(position, &());
        }
        Score::estimate(self.network.score(&state.0, position.to_move().index(), bucket(position)))
    }
}
