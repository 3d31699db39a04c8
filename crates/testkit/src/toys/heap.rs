//! A game of heaps with several actions a turn: each action takes one to three from one heap.

use crate::mix;
use game::{Action, Evaluation, Game, Key, MoveOrdering, Notation, Outcome, Proofs, Score, Side, TextError};
use std::ops::ControlFlow;

/// Who wins when nothing is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Play {
    /// The side that took the last.
    Normal,
    /// The side that did not.
    Misere,
}

/// Some heaps, and where in the turn we are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    heaps: [u8; Heap::HEAPS],
    play: Play,
    side: Side,
    /// Actions in a turn, fewer only if nothing is left to take.
    turn: u8,
    /// Actions of this turn that are done.
    done: u8,
}

/// One to three from one heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    heap: u8,
    count: u8,
}

impl Heap {
    /// Every position has this many heaps; some may be empty.
    pub const HEAPS: usize = 4;
    /// The most that one action takes.
    pub const MOST_TAKEN: u8 = 3;
    /// The longest turn.
    pub const LONGEST_TURN: u8 = 4;

    /// A game with these heaps and this many actions a turn, from 1 to [`Heap::LONGEST_TURN`].
    pub fn new(heaps: [u8; Heap::HEAPS], turn: u8, play: Play) -> Heap {
        assert!((1..=Heap::LONGEST_TURN).contains(&turn), "a turn of {turn} actions");
        Heap { heaps, play, side: Side::First, turn, done: 0 }
    }

    fn is_empty(&self) -> bool {
        self.heaps.iter().all(|&heap| heap == 0)
    }
}

impl Action for Take {
    fn code(self) -> u16 {
        u16::from(self.heap) << 8 | u16::from(self.count)
    }

    fn from_code(code: u16) -> Option<Take> {
        let [heap, count] = code.to_be_bytes();
        let fits = usize::from(heap) < Heap::HEAPS && (1..=Heap::MOST_TAKEN).contains(&count);
        fits.then_some(Take { heap, count })
    }
}

impl Game for Heap {
    type Action = Take;
    const SIDES: [&'static str; 2] = ["First", "Second"];
    const HISTORY_SIZE: usize = Heap::HEAPS * Heap::MOST_TAKEN as usize;

    fn to_move(&self) -> Side {
        self.side
    }

    fn starts_turn(&self) -> bool {
        self.done == 0
    }

    fn outcome(&self) -> Option<Outcome> {
        // Who took the last is the side of the running turn, or of the turn before if none is running.
        let took_last = if self.done > 0 { self.side } else { self.side.other() };
        let winner = match self.play {
            Play::Normal => took_last,
            Play::Misere => took_last.other(),
        };
        self.is_empty().then_some(Outcome::Win(winner))
    }

    fn actions(&self, mut visit: impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        for heap in 0..Heap::HEAPS {
            for count in 1..=self.heaps[heap].min(Heap::MOST_TAKEN) {
                visit(Take { heap: heap as u8, count })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: Take) {
        self.heaps[usize::from(action.heap)] -= action.count;
        self.done += 1;
        if self.done == self.turn {
            self.done = 0;
            self.side = self.side.other();
        }
    }

    fn key(&self) -> Key {
        let rest = [self.play as u8, self.side.index() as u8, self.turn, self.done];
        let words = [self.heaps, rest].map(|bytes| u32::from_le_bytes(bytes).into());
        Key(mix(&words))
    }

    fn history_index(&self, action: Take) -> usize {
        usize::from(action.heap * Heap::MOST_TAKEN + action.count - 1)
    }
}

impl Notation for Heap {
    const POSITION_EXAMPLE: &'static str = "3 4 5 0 normal 2 first 0";

    fn position_text(&self) -> String {
        let [a, b, c, d] = self.heaps;
        let (play, side) = (PLAY_WORDS[self.play as usize], SIDE_WORDS[self.side.index()]);
        format!("{a} {b} {c} {d} {play} {} {side} {}", self.turn, self.done)
    }

    fn parse_position(text: &str) -> Result<Heap, TextError> {
        let words: Vec<&str> = text.split(' ').collect();
        let [a, b, c, d, play, turn, side, done] = words[..] else {
            return Err(TextError::new(text, "is not a position of eight words"));
        };
        let number = |word: &str, least: u8, most: u8| {
            let number = word.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| TextError::new(word, format!("is not a number from {least} to {most}")))
        };
        let one_of = |word: &str, known: [&str; 2]| {
            let place = known.iter().position(|k| *k == word);
            place.ok_or_else(|| TextError::new(word, format!("is not one of {}", known.join(", "))))
        };
        let heap = |word| number(word, 0, u8::MAX);
        let turn = number(turn, 1, Heap::LONGEST_TURN)?;
        Ok(Heap {
            heaps: [heap(a)?, heap(b)?, heap(c)?, heap(d)?],
            play: [Play::Normal, Play::Misere][one_of(play, PLAY_WORDS)?],
            side: Side::BOTH[one_of(side, SIDE_WORDS)?],
            turn,
            done: number(done, 0, turn - 1)?,
        })
    }

    fn action_text(&self, action: Take) -> String {
        format!("{}:{}", action.heap + 1, action.count)
    }

    fn ending(&self) -> Option<&'static str> {
        self.outcome().map(|_| "nothing left")
    }
}

const PLAY_WORDS: [&str; 2] = ["normal", "misere"];
const SIDE_WORDS: [&str; 2] = ["first", "second"];

/// Simple heuristics: it is good to have a choice that leaves heaps which balance modulo four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapHeuristics;

impl HeapHeuristics {
    fn balance(heaps: [u8; Heap::HEAPS]) -> u8 {
        heaps.iter().fold(0, |sum, heap| sum ^ (heap % 4))
    }
}

game::heuristics_in_one!(HeapHeuristics => Heap);

impl Evaluation<Heap> for HeapHeuristics {
    type State = ();

    fn root_state(&self, _: &Heap) {}

    fn evaluate(&self, position: &Heap, (): &()) -> Score {
        let balance = i32::from(Self::balance(position.heaps));
        let left: i32 = position.heaps.iter().map(|&heap| i32::from(heap)).sum();
        Score::estimate(if balance == 0 { -5 - left % 3 } else { 5 + balance })
    }
}

impl MoveOrdering<Heap> for HeapHeuristics {
    fn order_hint(&self, position: &Heap, action: Take) -> i32 {
        -i32::from(Self::balance(position.child(action).heaps))
    }
}

impl Proofs<Heap> for HeapHeuristics {}
