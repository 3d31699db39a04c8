//! The position: what stands where, whose turn it is, and everything that is kept up to date beside it.
//!
//! All fields are private to this file, because the sets, counts, threats and key must agree with the cells at any time.
//! Which actions are legal is said in `rules`; what a position is worth is not said here at all.

mod checks;

use crate::{
    geometry::{DIRECTIONS, FIELDS, Field, SLOTS, SYMMETRIES, each_slot},
    phase::Phase,
    piece::{Kind, Stack, sort_of},
    tally::Tally,
    threats::Threats,
    zobrist,
};
use game::{Key, Outcome, Side, TextError};
use std::hash::{Hash, Hasher};

/// A position of Tzaar.
#[derive(Clone, Copy)]
pub struct Tzaar {
    /// A byte for each slot, see [`Stack`]; 0 where nothing stands.
    cells: [u8; SLOTS],
    /// Fields with a stack of each side.
    sides: [u64; 2],
    /// Fields with a stack of each kind, of both sides.
    kinds: [u64; 3],
    /// Fields with a stack of two or more pieces.
    tall: u64,
    threats: Threats,
    tally: Tally,
    key: Key,
    to_move: Side,
    phase: Phase,
    winner: Option<Side>,
}

impl Tzaar {
    /// The empty board of the tournament version, before the first placement.
    pub fn empty() -> Tzaar {
        Tzaar {
            cells: [0; SLOTS],
            sides: [0; 2],
            kinds: [0; 3],
            tall: 0,
            threats: Threats::default(),
            tally: Tally::default(),
            key: zobrist::key(std::iter::empty(), Side::First, Phase::Placement as usize),
            to_move: Side::First,
            phase: Phase::Placement,
            winner: None,
        }
    }

    /// A position from its stacks, field by field; refuses what could not be played on and what no game can have come from.
    pub fn from_stacks(
        stacks: &[Option<Stack>; FIELDS],
        to_move: Side,
        phase: Phase,
    ) -> Result<Tzaar, TextError> {
        let mut position = Tzaar { to_move, phase, ..Tzaar::empty() };
        for (field, stack) in Field::all().zip(stacks).filter_map(|(field, s)| Some((field, (*s)?))) {
            position.put(field.slot(), stack);
        }
        position.check_material(stacks)?;
        position.check_phase()?;
        position.key = position.key_from_scratch();
        position.settle()?;
        Ok(position)
    }

    /// Works out the outcome of a position that does not come from play.
    fn settle(&mut self) -> Result<(), TextError> {
        if self.phase == Phase::Placement {
            return Ok(());
        }
        let lacking = Side::BOTH.map(|side| self.lacks_a_kind(side));
        if lacking == [true, true] {
            return Err(TextError::new("both sides", "lack one of the three kinds, so neither can have won"));
        }
        if let Some(loser) = Side::BOTH.into_iter().find(|side| lacking[side.index()]) {
            self.winner = Some(loser.other());
        } else {
            self.lose_without_captures();
        }
        Ok(())
    }

    // ─────────────────────────────── what stands where ───────────────────────────────

    /// The stack on a field.
    #[inline]
    pub fn stack_at(&self, field: Field) -> Option<Stack> {
        Stack::from_cell(self.cells[field.slot()])
    }

    /// The stack of a slot that is known to have one.
    #[inline(always)]
    pub(crate) fn stack(&self, slot: usize) -> Stack {
        Stack::trusted(self.cells[slot & 63])
    }

    /// Every stack with its field, in the order of the fields.
    pub fn stacks(&self) -> impl Iterator<Item = (Field, Stack)> {
        Field::all().filter_map(|field| Some((field, self.stack_at(field)?)))
    }

    /// Whose action is next.
    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.to_move
    }

    /// What the side to move is about to do.
    #[inline(always)]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How many stacks a side has with this kind on top.
    #[inline(always)]
    pub fn count(&self, side: Side, kind: Kind) -> u8 {
        self.tally.count(sort_of(side, kind))
    }

    /// The height of a side's highest stack with this kind on top; 0 if there is none, and 15 also stands for more.
    #[inline(always)]
    pub fn highest(&self, side: Side, kind: Kind) -> u8 {
        self.tally.highest(sort_of(side, kind))
    }

    /// How many stacks a side has, by height: sixteen 4-bit digits, the lowest for height 0, the last for 15 and more.
    #[inline(always)]
    pub fn heights(&self, side: Side, kind: Kind) -> u64 {
        self.tally.digits(sort_of(side, kind))
    }

    /// How many stacks there are on the board.
    #[inline]
    pub fn stack_count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// How many of a side's stacks with this kind on top the other side could capture with one move.
    #[inline]
    pub fn zone_of_control(&self, side: Side, kind: Kind) -> u32 {
        (self.threats.attacked() & self.stacks_of(side, kind)).count_ones()
    }

    /// How many captures a side could choose from if it were to move.
    pub fn capture_count(&self, side: Side) -> u32 {
        let others = self.of_side(side.other());
        (0..DIRECTIONS).map(|direction| (self.threats.taken_from(direction) & others).count_ones()).sum()
    }

    /// Could this side capture something if it were to move?
    #[inline(always)]
    pub fn can_capture(&self, side: Side) -> bool {
        self.threats.attacked() & self.of_side(side.other()) != 0
    }

    /// Has a side no stack left with one of the three kinds on top?
    #[inline]
    pub fn lacks_a_kind(&self, side: Side) -> bool {
        Kind::ALL.into_iter().any(|kind| self.count(side, kind) == 0)
    }

    /// How many pieces of a kind a side has not placed yet, in the placement phase.
    #[inline]
    pub fn to_place(&self, side: Side, kind: Kind) -> u8 {
        kind.initial_count() - self.count(side, kind)
    }

    // Sets of fields, for the rules and the heuristics of this crate.

    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(crate) fn of_side(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    #[inline(always)]
    pub(crate) fn stacks_of(&self, side: Side, kind: Kind) -> u64 {
        self.sides[side.index()] & self.kinds[kind.index()]
    }

    /// Fields with stacks of two or more pieces.
    #[inline(always)]
    pub(crate) fn tall(&self) -> u64 {
        self.tall
    }

    #[inline(always)]
    pub(crate) fn threats(&self) -> &Threats {
        &self.threats
    }

    #[inline(always)]
    pub(crate) fn position_key(&self) -> Key {
        self.key
    }

    /// The key computed anew, to check the one that play keeps.
    pub fn key_from_scratch(&self) -> Key {
        let standing = self.stacks().map(|(field, stack)| (field.slot(), stack));
        zobrist::key(standing, self.to_move, self.phase as usize)
    }

    /// Everything that is kept beside the cells, to compare play with a fresh position in tests.
    #[doc(hidden)]
    pub fn inside(&self) -> impl std::fmt::Debug + use<> {
        let stacks = self.occupied();
        let taken = std::array::from_fn::<u64, DIRECTIONS, _>(|d| self.threats.taken_from(d) & stacks);
        (self.sides, self.kinds, self.tall, taken, self.tally, self.key, self.winner)
    }

    /// The outcome, or `None` while the game goes on.
    #[inline(always)]
    pub(crate) fn result(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win)
    }

    // ─────────────────────────────────── changes ───────────────────────────────────

    /// The position after a stack has moved onto another, which is taken or covered; the turn goes on or ends.
    #[inline(always)]
    pub(crate) fn after_move(&self, from: usize, to: usize) -> Tzaar {
        let (mover, met) = (self.stack(from), self.stack(to));
        let me = self.to_move;
        debug_assert!(mover.side() == me);
        let captures = met.side() != me;
        let arrived = if captures { mover } else { mover.on_top_of(met) };
        let (origin, target) = (1_u64 << from, 1_u64 << to);

        let mut cells = self.cells;
        cells[from & 63] = 0;
        cells[to & 63] = arrived.cell();
        let (mine, theirs) = (self.of_side(me) & !origin | target, self.of_side(me.other()) & !target);
        let sides = if me == Side::First { [mine, theirs] } else { [theirs, mine] };
        let gone = !(origin | target);
        let here = |kind: usize| if kind == mover.kind().index() { target } else { 0 };
        let kinds =
            [self.kinds[0] & gone | here(0), self.kinds[1] & gone | here(1), self.kinds[2] & gone | here(2)];
        let mut tally = self.tally;
        tally.remove(met);
        if !captures {
            tally.remove(mover);
            tally.add(arrived);
        }
        let mut threats = self.threats;
        threats.move_stack(&cells, mine | theirs, from, to);

        // The last stack of a kind is gone, by capture or because its own side covered it: this is settled at once, before
        // anybody asks whether the next turn can begin with a capture.
        let eliminated = tally.count(met.sort()) == 0;
        let goes_on = self.phase == Phase::First && !eliminated;
        let (to_move, phase) = if goes_on { (me, Phase::Second) } else { (me.other(), Phase::First) };
        let winner = if eliminated {
            Some(met.side().other())
        } else if !goes_on && threats.attacked() & mine == 0 {
            Some(me)
        } else {
            None
        };
        let stacks = zobrist::stack(mover, from) ^ zobrist::stack(met, to) ^ zobrist::stack(arrived, to);
        let states = zobrist::state(me, self.phase as usize) ^ zobrist::state(to_move, phase as usize);
        Tzaar {
            cells,
            sides,
            kinds,
            tall: self.tall & gone | u64::from(arrived.height() > 1) << to,
            threats,
            tally,
            key: Key(self.key.0 ^ stacks ^ states),
            to_move,
            phase,
            winner,
        }
    }

    /// The position after the second move was not made.
    pub(crate) fn after_pass(&self) -> Tzaar {
        let mut next = *self;
        next.end_turn();
        next.lose_without_captures();
        next
    }

    /// The position after a piece of the side to move was placed; after the last one White opens.
    pub(crate) fn after_placement(&self, kind: Kind, slot: usize) -> Tzaar {
        let mut next = *self;
        let stack = Stack::new(self.to_move, kind, 1);
        next.put(slot, stack);
        next.key.0 ^= zobrist::stack(stack, slot);
        let full = next.occupied().count_ones() as usize == FIELDS;
        next.enter(self.to_move.other(), if full { Phase::Opening } else { Phase::Placement });
        if full {
            next.lose_without_captures();
        }
        next
    }

    /// Puts a stack on an empty slot. The key is left to the caller.
    fn put(&mut self, slot: usize, stack: Stack) {
        self.cells[slot & 63] = stack.cell();
        self.sides[stack.side().index()] |= 1 << slot;
        self.kinds[stack.kind().index()] |= 1 << slot;
        self.tall |= u64::from(stack.height() > 1) << slot;
        self.tally.add(stack);
        self.threats.put_stack(&self.cells, self.occupied(), slot);
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.enter(self.to_move.other(), Phase::First);
    }

    #[inline(always)]
    fn enter(&mut self, side: Side, phase: Phase) {
        self.key.0 ^=
            zobrist::state(self.to_move, self.phase as usize) ^ zobrist::state(side, phase as usize);
        self.to_move = side;
        self.phase = phase;
    }

    /// A side that cannot begin its turn with a capture has lost.
    #[inline(always)]
    fn lose_without_captures(&mut self) {
        if self.phase != Phase::Second && !self.can_capture(self.to_move) {
            self.winner = Some(self.to_move.other());
        }
    }

    /// The same position with the other side to begin a turn, as if the turn were skipped; `None` in the middle of a turn, in
    /// the opening and placement, in a finished game, and where the other side could not capture.
    pub fn with_turn_skipped(&self) -> Option<Tzaar> {
        let possible = self.phase == Phase::First && self.winner.is_none();
        if !possible || !self.can_capture(self.to_move.other()) {
            return None;
        }
        let mut skipped = *self;
        skipped.end_turn();
        Some(skipped)
    }

    /// The image of this position under one of the twelve symmetries of the board, see [`Field::under_symmetry`].
    pub fn under_symmetry(&self, symmetry: usize) -> Tzaar {
        debug_assert!(symmetry < SYMMETRIES);
        let mut image =
            Tzaar { to_move: self.to_move, phase: self.phase, winner: self.winner, ..Tzaar::empty() };
        each_slot(self.occupied(), |slot| {
            image.put(Field::at_slot(slot).under_symmetry(symmetry).slot(), self.stack(slot));
        });
        image.key = image.key_from_scratch();
        image
    }
}

impl PartialEq for Tzaar {
    fn eq(&self, other: &Tzaar) -> bool {
        // All the rest follows from these.
        self.key == other.key
            && self.cells == other.cells
            && self.to_move == other.to_move
            && self.phase == other.phase
    }
}

impl Eq for Tzaar {}

impl Hash for Tzaar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}
