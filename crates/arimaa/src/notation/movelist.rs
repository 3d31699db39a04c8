//! Move lists: `1g Ra1 …`, `1s ra8 …`, `2g Ee2n …`, with takebacks and resignations. Keeps no clock and no names.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{SIDE_LETTERS, marked_side, turn};
use crate::{act::Act, rules::Arimaa};
use game::{Game, Key, LONGEST_RECORD, Notation, Side, TextError, play_turn};
use std::collections::HashMap;

/// A game as a list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveList {
    /// Where it began.
    pub start: Arimaa,
    /// The turns that count; what was taken back is not among them.
    pub turns: Vec<Vec<Act>>,
    /// The side that gave up, if one did.
    pub resigned: Option<Side>,
}

impl MoveList {
    /// Reads a list that begins at `start`. A turn begins with a mark such as `2g`, its steps follow; a mark at the end
    /// without steps only says whose turn it is. `takeback` undoes the turn before, `resigns` ends the list.
    pub fn parse(start: &Arimaa, text: &str) -> Result<MoveList, TextError> {
        TextError::check_length(text, LONGEST_RECORD)?;
        let mut reader = Reader {
            list: MoveList { start: *start, turns: Vec::new(), resigned: None },
            positions: vec![*start],
            seen: HashMap::from([(start.key(), 1)]),
        };
        let mut turn: Option<Vec<&str>> = None;
        for word in text.split_ascii_whitespace() {
            if reader.list.resigned.is_some() {
                return Err(TextError::new(word, "comes after the end of the list"));
            }
            if let Some((_, side)) = marked_side(word) {
                reader.finish(turn.take())?;
                reader.expect(word, side)?;
                turn = Some(Vec::new());
            } else if word == "takeback" {
                reader.finish(turn.take().filter(|words| !words.is_empty()))?;
                reader.take_back(word)?;
            } else if matches!(word, "resigns" | "resign") {
                reader.finish(turn.take().filter(|words| !words.is_empty()))?;
                reader.list.resigned = Some(reader.position().to_move());
            } else {
                // Moves behind a board may come without a mark, if they are those of the side to move.
                turn.get_or_insert_with(Vec::new).push(word);
            }
        }
        reader.finish(turn.filter(|words| !words.is_empty()))?;
        Ok(reader.list)
    }

    /// The position after all turns.
    pub fn end(&self) -> Arimaa {
        self.turns.iter().fold(self.start, |position, turn| play_turn(&position, turn))
    }
}

/// The list as it is read, with all positions, so that turns can be taken back.
struct Reader {
    list: MoveList,
    positions: Vec<Arimaa>,
    /// How often each position has been there.
    seen: HashMap<Key, u32>,
}

impl Reader {
    fn position(&self) -> Arimaa {
        self.positions.last().copied().unwrap_or(self.list.start)
    }

    fn expect(&self, word: &str, side: Side) -> Result<(), TextError> {
        if side == self.position().to_move() {
            return Ok(());
        }
        let mover = self.position().to_move().pick(Arimaa::SIDES);
        Err(TextError::new(word, format!("is not the side to move, which is {mover}")))
    }

    fn finish(&mut self, words: Option<Vec<&str>>) -> Result<(), TextError> {
        let Some(words) = words else { return Ok(()) };
        let text = words.join(" ");
        let position = self.position();
        let actions = position.parse_turn(&text)?;
        let next = play_turn(&position, &actions);
        let seen = self.seen.entry(next.key()).or_default();
        if Arimaa::FORBIDDEN_REPETITION.is_some_and(|limit| *seen + 1 >= u32::from(limit)) {
            return Err(TextError::new(&text, "brings the same position about for the third time"));
        }
        *seen += 1;
        self.positions.push(next);
        self.list.turns.push(actions);
        Ok(())
    }

    fn take_back(&mut self, word: &str) -> Result<(), TextError> {
        if self.list.turns.pop().is_none() {
            return Err(TextError::new(word, "has no move before it that could be taken back"));
        }
        if let Some(undone) = self.positions.pop()
            && let Some(seen) = self.seen.get_mut(&undone.key())
        {
            *seen -= 1;
        }
        Ok(())
    }
}

/// The position after the moves of a list.
pub(super) fn played(start: &Arimaa, text: &str) -> Result<Arimaa, TextError> {
    MoveList::parse(start, text).map(|list| list.end())
}

/// A list of moves, one line each. Moves count from 1 on the empty board and from 2 elsewhere, since the setups are
/// move 1.
pub fn movelist_text(start: &Arimaa, turns: &[Vec<Act>]) -> String {
    let mut text = String::new();
    let mut position = *start;
    let mut number = if position.is_setup() { 1 } else { 2 };
    for turn in turns {
        let side = position.to_move();
        let next = play_turn(&position, turn);
        let moves = match position.is_setup() && position.starts_turn() {
            true => turn::lineup_text(&next, side),
            false => position.turn_text(turn),
        };
        text += &format!("{number}{} {moves}\n", side.pick(SIDE_LETTERS));
        number += u32::from(side == Side::Second);
        position = next;
    }
    text
}
