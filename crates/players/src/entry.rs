//! The registry entry of a game, the same for all games: everything particular is in their [`Registration`].

use crate::{
    SpecError,
    board::GameBoard,
    door::{AnyPlayer, Board, BoardRegions, GameEntry, Level, Weighing},
    spec::{Registration, make, unit, weighing},
};
use game::{Game, Notation, Setup, TextError};
use search::Limits;
use std::{marker::PhantomData, sync::atomic::AtomicBool};

/// One game of the registry.
pub(crate) struct Entry<R>(pub(crate) PhantomData<R>);

impl<R: Registration> GameEntry for Entry<R> {
    fn name(&self) -> &'static str {
        <R::Game as Setup>::NAME
    }
    fn variants(&self) -> &'static str {
        <R::Game as Setup>::VARIANTS
    }
    fn starts(&self) -> &'static [(&'static str, &'static str)] {
        <R::Game as Setup>::STARTS
    }
    fn position_example(&self) -> &'static str {
        <R::Game as Notation>::POSITION_EXAMPLE
    }
    fn sides(&self) -> [&'static str; 2] {
        <R::Game as Game>::SIDES
    }
    fn start(&self, variant: &str) -> Result<Box<dyn Board>, TextError> {
        Ok(Box::new(GameBoard::new(R::Game::start(variant)?)))
    }
    fn at_position(&self, text: &str) -> Result<Box<dyn Board>, TextError> {
        Ok(Box::new(GameBoard::new(R::Game::parse_position(text)?)))
    }
    fn read_record(&self, text: &str) -> Option<Result<(String, Vec<String>), TextError>> {
        Some(R::read_record(text)?.map(|(start, turns)| {
            let mut position = start.clone();
            let words = turns.iter().map(|turn| {
                let word = position.turn_word(turn);
                position = game::play_turn(&position, turn);
                word
            });
            (start.position_text(), words.collect())
        }))
    }
    fn evaluations(&self) -> &'static [&'static str] {
        R::EVALUATIONS
    }
    fn best(&self) -> &'static str {
        R::BEST
    }
    fn levels(&self) -> &'static [Level] {
        R::LEVELS
    }
    fn presets(&self) -> &'static [Level] {
        R::PRESETS
    }
    fn notes(&self) -> &'static str {
        R::NOTES
    }
    fn player(&self, spec: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, SpecError> {
        make::<R>(spec, seed)
    }
    fn weighing(&self, spec: &str) -> Result<Box<dyn Weighing>, SpecError> {
        weighing::<R>(spec)
    }
    fn unit(&self, spec: &str) -> Result<Option<i32>, SpecError> {
        unit::<R>(spec)
    }
    fn regions(&self, board: &dyn Board, limits: Limits, stop: &AtomicBool) -> Option<BoardRegions> {
        let board = board.as_any().downcast_ref::<GameBoard<R::Game>>()?;
        R::regions(board.position(), limits, stop)
    }
    fn bench_positions(&self) -> &'static [(&'static str, u32)] {
        R::BENCH
    }
}
