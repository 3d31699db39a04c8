//! A sum of Amazons boards as one game, for searches that know nothing of sums: rules, heuristics and a player.
//!
//! Up to eight boards of up to eight by eight squares. A turn is a move and an arrow on one of them.

use amazons::{
    Act, Amazons, Square,
    heuristics::{Features, Main, Ordering},
};
use cgt::{
    Partizan, Player,
    exact::ExactError,
    games,
    sums::{Move, Sum, SumPlayer},
};
use game::{
    Action, EitherSideCanMove, Evaluation, Game, History, Key, MoveOrdering, Notation, Outcome, Proofs,
    Score, Side,
};
use search::{Limits, Root, SearchControl, TurnSearch};
use std::{ops::ControlFlow, sync::atomic::AtomicBool};

/// Most boards.
const MOST_BOARDS: usize = 8;

/// An action on one of the boards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct SumAct {
    board: u8,
    act: Act,
}

/// Squares of a board of eight by eight fit into six bits, boards into three.
const SQUARE_BITS: u16 = 6;
const BOARD_SHIFT: u16 = 2 * SQUARE_BITS;
const ARROW: u16 = 1 << 15;

fn small(square: Square) -> u16 {
    u16::from(square.row()) * 8 + u16::from(square.file())
}

fn large(small: u16) -> Square {
    Square::at((small % 8) as u8, (small / 8 % 8) as u8)
}

impl Action for SumAct {
    fn code(self) -> u16 {
        let board = u16::from(self.board) << BOARD_SHIFT;
        match self.act {
            Act::Move { from, to } => board | small(from) << SQUARE_BITS | small(to),
            Act::Shoot(at) => ARROW | board | small(at),
        }
    }

    fn from_code(code: u16) -> Option<SumAct> {
        let board = (code >> BOARD_SHIFT & 7) as u8;
        let to = large(code & 63);
        let act = match code & ARROW {
            0 => Act::Move { from: large(code >> SQUARE_BITS & 63), to },
            _ => Act::Shoot(to),
        };
        Some(SumAct { board, act })
    }
}

/// A sum of boards. All have the same side to move, except the one with an arrow pending.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Whole {
    boards: [Amazons; MOST_BOARDS],
    count: u8,
    /// The board whose amazon has moved and must shoot.
    pending: Option<u8>,
}

impl Whole {
    fn new(all: &[Amazons]) -> Option<Whole> {
        let boards: [Amazons; MOST_BOARDS] =
            std::array::from_fn(|nth| *all.get(nth).or(all.first()).unwrap_or(&all[0]));
        (all.len() <= MOST_BOARDS).then_some(Whole { boards, count: all.len() as u8, pending: None })
    }

    fn boards(&self) -> &[Amazons] {
        &self.boards[..usize::from(self.count)]
    }
}

impl Game for Whole {
    type Action = SumAct;

    const SIDES: [&'static str; 2] = ["White", "Black"];
    const HISTORY_SIZE: usize = 1 << 16;

    fn to_move(&self) -> Side {
        self.boards[0].to_move()
    }

    fn starts_turn(&self) -> bool {
        self.pending.is_none()
    }

    fn outcome(&self) -> Option<Outcome> {
        let side = self.to_move();
        let stuck = self.pending.is_none() && !self.boards().iter().any(|board| board.can_move(side));
        stuck.then(|| Outcome::Win(side.other()))
    }

    fn actions(&self, mut visit: impl FnMut(SumAct) -> ControlFlow<()>) -> ControlFlow<()> {
        let all = match self.pending {
            Some(board) => board..board + 1,
            None => 0..self.count,
        };
        for board in all {
            self.boards[usize::from(board)].actions(|act| visit(SumAct { board, act }))?;
        }
        ControlFlow::Continue(())
    }

    fn is_legal(&self, action: SumAct) -> bool {
        action.board < self.count
            && self.pending.is_none_or(|board| board == action.board)
            && self.boards[usize::from(action.board)].is_legal(action.act)
    }

    fn play(&mut self, action: SumAct) {
        let active = usize::from(action.board);
        self.boards[active].play(action.act);
        self.pending = match action.act {
            Act::Move { .. } => Some(action.board),
            Act::Shoot(_) => None,
        };
        if self.pending.is_none() {
            let side = self.boards[active].to_move();
            for (nth, board) in self.boards.iter_mut().enumerate() {
                if nth != active {
                    *board = board.with_to_move(side);
                }
            }
        }
    }

    fn key(&self) -> Key {
        let mixed = |key: u64, nth: usize| {
            (key ^ nth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(nth as u32 + 5)
        };
        Key(self.boards().iter().enumerate().fold(0, |all, (nth, board)| all ^ mixed(board.key().0, nth)))
    }

    fn history_index(&self, action: SumAct) -> usize {
        usize::from(action.code())
    }
}

/// The evaluation of the full game on the features of all boards together, so that the right to move counts once.
#[derive(Clone, Copy, Default)]
pub(super) struct WholeHeuristics(Main);

game::heuristics_in_one!(WholeHeuristics => Whole);

impl Evaluation<Whole> for WholeHeuristics {
    type State = ();

    fn root_state(&self, _: &Whole) {}

    fn evaluate(&self, position: &Whole, (): &()) -> Score {
        let mut all = Features::default();
        for board in position.boards() {
            let f = Features::new(board);
            all.queens += f.queens;
            all.kings += f.kings;
            all.queens_near += f.queens_near;
            all.kings_near += f.kings_near;
            all.clear += f.clear;
            all.alone += f.alone;
            all.mobility += f.mobility;
            for (sum, amazons) in all.freedom.iter_mut().zip(f.freedom) {
                *sum += amazons;
            }
            all.open += f.open;
            all.phase += f.phase;
        }
        all.phase /= i32::from(position.count.max(1));
        Score::estimate(self.0.weigh(&all, position.starts_turn()))
    }
}

impl MoveOrdering<Whole> for WholeHeuristics {
    fn order_hint(&self, position: &Whole, action: SumAct) -> i32 {
        Ordering.order_hint(&position.boards[usize::from(action.board)], action.act)
    }
}

impl Proofs<Whole> for WholeHeuristics {}

/// A search that plays sums as one game.
pub(super) struct WholeSearch(pub(super) Box<dyn TurnSearch<Whole>>);

/// A component as a board with this player to move.
fn board(component: &games::Amazons, player: Player) -> Option<Amazons> {
    let side = if player == Player::Left { "b" } else { "w" };
    Amazons::parse_position(&format!("{} {side}", component.text())).ok()
}

impl SumPlayer for WholeSearch {
    fn choose(
        &mut self,
        sum: &mut Sum<games::Amazons>,
        limits: Limits,
    ) -> Result<Option<Move<games::Amazons>>, ExactError> {
        if sum.is_over() {
            return Ok(None);
        }
        let player = sum.player;
        let boards: Option<Vec<Amazons>> = sum.components.iter().map(|c| board(c, player)).collect();
        let whole = boards.and_then(|boards| Whole::new(&boards)).ok_or(ExactError::TooWide)?;
        let never = AtomicBool::new(false);
        let control = SearchControl::new(limits.and(self.0.own_limits()), &never);
        let root = Root { position: &whole, history: &History::starting_at(&whole), lines: 1 };
        let report = self.0.search(root, &control);
        let turn = report.turn(&whole);
        let component = usize::from(turn[0].board);
        let after = turn.iter().fold(whole.clone(), |position, &action| position.child(action));
        // The same move among the component's options; up to symmetry is enough, since the values are equal.
        let wanted =
            crate::amazons::local_game(&after.boards[component]).ok_or(ExactError::TooWide)?.normal();
        let mut found = None;
        sum.components[component].options(player, |option| {
            if found.is_none() && option.normal() == wanted {
                found = Some(Move { component, after: option });
            }
        });
        Ok(found)
    }

    fn new_sum(&mut self) {
        self.0.new_game();
    }
}
