//! A running game of one kind as a [`Board`]: texts in and out, one type parameter inside.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    dynamic::{Board, Palette, PartialTurn, PlayedTurn, Typed},
    partial,
};
use game::{
    Counted, History, Key, Outcome, Playable, Scene, ScenePiece, Side, TextError, TextStyle, distinct_turns,
    play_turn,
};
use std::any::Any;

/// A position with the turn ends that led to it.
#[derive(Clone, Debug)]
pub struct GameBoard<G: Playable> {
    position: G,
    history: History,
}

impl<G: Playable> GameBoard<G> {
    /// A game that begins here.
    pub fn new(position: G) -> GameBoard<G> {
        GameBoard { history: History::starting_at(&position), position }
    }

    /// A game that has come this far.
    pub fn with_history(position: G, history: History) -> GameBoard<G> {
        GameBoard { position, history }
    }

    /// The board with its type, if it is a board of this game.
    pub(crate) fn of(board: &dyn Board) -> Option<&GameBoard<G>> {
        board.as_any().downcast_ref()
    }

    /// The position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The turn ends so far.
    pub fn history(&self) -> &History {
        &self.history
    }
}

impl<G: Playable> Board for GameBoard<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }
    fn sides(&self) -> [&'static str; 2] {
        G::SIDES
    }
    fn to_move(&self) -> Side {
        self.position.to_move()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }
    fn ending(&self) -> Option<&'static str> {
        self.position.ending()
    }
    fn ending_words(&self) -> Option<(Side, String)> {
        self.position.ending_words()
    }
    fn position_text(&self) -> String {
        self.position.position_text()
    }
    fn key(&self) -> Key {
        self.position.key()
    }
    fn actions(&self) -> Vec<String> {
        self.position.action_list().into_iter().map(|a| self.position.action_text(a)).collect()
    }
    fn lists_turns(&self) -> bool {
        self.position.lists_turns()
    }
    fn turns(&self) -> Vec<String> {
        let allowed = distinct_turns(&self.position).into_iter().filter(|t| !self.history.forbids(&t.result));
        allowed.map(|t| self.position.turn_word(&t.actions)).collect()
    }
    fn play(&mut self, turn: &str) -> Result<PlayedTurn, TextError> {
        if self.position.outcome().is_some() {
            return Err(TextError::new(turn, "comes after the end of the game"));
        }
        let actions = self.position.parse_turn(turn)?;
        let mut next = self.position.clone();
        let (mut squares, mut lost) = (Vec::new(), Vec::new());
        for &action in &actions {
            squares.extend(next.squares_of(action));
            lost.extend(next.lost_by(action));
            next.play(action);
        }
        if self.history.forbids(&next) {
            return Err(TextError::new(turn, "would repeat a position too often"));
        }
        let played = PlayedTurn {
            text: self.position.turn_text(&actions),
            word: self.position.turn_word(&actions),
            squares,
            lost,
        };
        self.history.turn_ended(&next);
        self.position = next;
        Ok(played)
    }
    fn move_list(&self, turns: &[&str]) -> Result<Option<String>, TextError> {
        let mut position = self.position.clone();
        let mut list = Vec::new();
        for turn in turns {
            let actions = position.parse_turn(turn)?;
            position = play_turn(&position, &actions);
            list.push(actions);
        }
        Ok(self.position.move_list(&list))
    }
    fn scene(&self) -> Scene {
        self.position.scene()
    }
    fn partial(&self, actions: &[String]) -> Result<PartialTurn, TextError> {
        partial::turn(&self.position, &self.history, actions)
    }
    fn attempt_text(&self, actions: &[String], from: &str, to: &str) -> Result<String, TextError> {
        let mut position = self.position.clone();
        for text in actions {
            let action = position.parse_action(text)?;
            position.play(action);
        }
        let so_far = actions.iter().map(|action| format!("{action} ")).collect::<String>();
        Ok(so_far + &position.attempt_text(from, to))
    }
    fn typed(&self, text: &str) -> Typed {
        partial::typed(&self.position, &self.history, text)
    }
    fn palette(&self) -> Palette {
        let (phase, highest) = (self.position.phase_word(), self.position.highest_stack());
        Palette { pieces: self.position.palette(), phases: self.position.phases(), phase, highest }
    }
    fn arranged(
        &self,
        pieces: &[(String, Option<Side>, String, u8)],
        side: Side,
        phase: &str,
    ) -> Result<Box<dyn Board>, TextError> {
        let palette = self.position.palette();
        let known = |(point, side, kind, height): &(String, Option<Side>, String, u8)| {
            let found = palette.iter().find(|p| p.side == *side && p.kind == kind);
            let piece = found.ok_or_else(|| TextError::new(kind, "is not a piece of this side"))?;
            Ok((point.clone(), ScenePiece { height: *height, ..piece.clone() }))
        };
        let pieces = pieces.iter().map(known).collect::<Result<Vec<_>, TextError>>()?;
        Ok(Box::new(GameBoard::new(self.position.arranged(&pieces, side, phase)?)))
    }
    fn text_board(&self, style: TextStyle, marked: &[String]) -> String {
        self.position.text_board(style, marked)
    }
    fn svg_board(&self, marked: &[String]) -> String {
        self.position.svg_board(marked)
    }
    fn facts(&self) -> Vec<(&'static str, i64)> {
        self.position.facts()
    }
    fn count(&self, what: Counted, depth: u32) -> u64 {
        self.position.count(what, depth)
    }
    fn deepest_count(&self, what: Counted) -> Option<u32> {
        self.position.deepest_count(what)
    }
    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
