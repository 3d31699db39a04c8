//! Games on sums of random boards of the Amazons (Zhang 2015, 4.5), and a player that sees the sum as one large board.
//!
//! A cell is one sum, played twice with colours swapped. Left always moves first.

use super::searches::limits;
use crate::LabError;
use cgt::{
    Partizan, Player,
    games::Amazons,
    sums::{Exact, Match, Move, Source, Strategy, StrategyPlayer, Sum, TdsSource, local_board},
    temperature::TemperatureConfig,
};
use game::{Notation, Side};
use players::{AnyGame, Board, GAMES, Limits, Request, derive_seed, generator};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Burnt squares of each board, as in the thesis.
const BURNT: u32 = 3;

/// Where hotstrat takes its temperatures from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Temperatures {
    /// Temperature search with these settings and so many nodes for each component.
    Searched(TemperatureConfig, u64),
    /// Exact values, as from a database.
    Exact,
}

/// Who plays against hotstrat.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Opponent {
    /// Another hotstrat with these temperatures.
    Hotstrat(Temperatures),
    /// A search of the whole board with this spec and so many nodes a turn.
    WholeBoard(&'static str, u64),
}

/// A set of sums: how many boards of which side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Boards {
    pub(crate) many: usize,
    pub(crate) side: u32,
}

/// The scores of a sum for the first player, in both games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Scores(pub(crate) [i32; 2]);

fn source(temperatures: &Temperatures) -> Box<dyn Source<Amazons>> {
    match temperatures {
        Temperatures::Searched(config, nodes) => Box::new(TdsSource::new(config.clone(), *nodes)),
        Temperatures::Exact => Box::new(Exact::default()),
    }
}

/// Hotstrat with these temperatures against its opponent, on the sum with this number, played twice.
pub(crate) fn play(
    boards: Boards,
    seed: u64,
    nth: u64,
    first: &Temperatures,
    second: &Opponent,
    stop: &AtomicBool,
) -> Result<Scores, LabError> {
    let temperatures = match second {
        Opponent::WholeBoard(spec, nodes) => {
            return against_whole_board(boards, seed, nth, first, (spec, limits(0, *nodes, 0)), stop);
        }
        Opponent::Hotstrat(temperatures) => temperatures,
    };
    let strategy = Strategy::parse("hotstrat-second").map_err(LabError::cell)?;
    let (files, rows) = (boards.side, boards.side);
    let one =
        Match { sums: 1, boards: boards.many, files, rows, burnt: BURNT, seed: derive_seed(seed, &[nth]) };
    let [mut first, mut second] =
        [first, temperatures].map(|from| StrategyPlayer { strategy, source: source(from) });
    // The sources have their own budgets.
    let all = one.play([&mut first, &mut second], Limits::default(), |_, _| ()).map_err(LabError::cell)?;
    let score = |nth: usize| all.tally.scores.get(nth).copied().unwrap_or(0);
    Ok(Scores([score(0), score(1)]))
}

/// The largest board side of the full game.
const GRID: u32 = 11;

/// Boards side by side with burnt lines between them, as one board; `None` if that is too large.
fn columns(boards: Boards) -> Option<u32> {
    let (many, side) = (boards.many as u32, boards.side);
    let extent = |n: u32| n * side + n - 1;
    (1..=many).filter(|c| many % c == 0).find(|&c| extent(c) <= GRID && extent(many / c) <= GRID)
}

/// Do the boards fit on one?
pub(crate) fn fits(boards: Boards) -> bool {
    columns(boards).is_some()
}

/// How the boards are laid out on one board.
struct Layout {
    boards: Boards,
    columns: u32,
}

impl Layout {
    /// The whole board as text of the game: rows from the top.
    fn join(&self, grids: &[String], side: Player) -> String {
        let (wide, side_length) = (self.columns as usize, self.boards.side as usize);
        let mut rows: Vec<String> = Vec::new();
        for line in grids.chunks(wide) {
            if !rows.is_empty() {
                rows.push("#".repeat(wide * side_length + wide - 1));
            }
            let split: Vec<Vec<&str>> = line.iter().map(|grid| grid.split('|').collect()).collect();
            for row in 0..side_length {
                let parts: Vec<&str> = split.iter().map(|rows| rows[row]).collect();
                rows.push(parts.join("#"));
            }
        }
        format!("{} {}", rows.join("|"), if side == Player::Left { "b" } else { "w" })
    }

    /// The component boards of a whole board.
    fn split(&self, board: &dyn Board) -> Result<Vec<String>, LabError> {
        let whole = amazons::Amazons::parse_position(&board.position_text()).map_err(LabError::cell)?;
        let text = whole.grid_text();
        let rows: Vec<&str> = text.split('|').collect();
        let side = self.boards.side as usize;
        let mut grids = Vec::new();
        for nth in 0..self.boards.many {
            let (column, line) = (nth % self.columns as usize, nth / self.columns as usize);
            let part = |row: usize| -> Option<String> {
                let row = rows.get(line * (side + 1) + row)?;
                Some(row.chars().skip(column * (side + 1)).take(side).collect())
            };
            let part: Option<Vec<String>> = (0..side).map(part).collect();
            grids.push(part.ok_or_else(|| LabError::cell("the board has lost its shape"))?.join("|"));
        }
        Ok(grids)
    }
}

fn against_whole_board(
    boards: Boards,
    seed: u64,
    nth: u64,
    temperatures: &Temperatures,
    (spec, limits): (&str, Limits),
    stop: &AtomicBool,
) -> Result<Scores, LabError> {
    let entry = GAMES.find("amazons").map_err(LabError::cell)?;
    let columns = columns(boards).ok_or_else(|| LabError::cell("the boards do not fit on one"))?;
    let layout = Layout { boards, columns };
    let mut random = generator(derive_seed(seed, &[nth]), &[0]);
    let grids: Vec<String> = (0..boards.many)
        .map(|_| full_text(&local_board(boards.side, boards.side, BURNT, &mut random), boards.side))
        .collect();
    let mut scores = [0; 2];
    for (game, hotstrat_is) in Player::BOTH.into_iter().enumerate() {
        let mut hotstrat = source(temperatures);
        let mut player =
            entry.player(spec, derive_seed(seed, &[nth, game as u64])).map_err(LabError::cell)?;
        let score = one_game(entry, &layout, &grids, hotstrat_is, &mut *hotstrat, |board| {
            let request = Request::new(limits, stop);
            player.choose_turn(board, request, &mut |_| ()).turn().unwrap_or_default().to_string()
        })?;
        scores[game] = if hotstrat_is == Player::Left { score } else { -score };
    }
    Ok(Scores(scores))
}

/// A local board with all its squares, where [`Partizan::text`] leaves out burnt edges.
fn full_text(board: &Amazons, side: u32) -> String {
    // The text is moved to the top left corner; burnt rows and files below and to the right are added again.
    let text = board.text();
    let mut rows: Vec<String> =
        text.split('|').map(|row| format!("{row:#<width$}", width = side as usize)).collect();
    rows.resize(side as usize, "#".repeat(side as usize));
    rows.join("|")
}

fn one_game(
    entry: &'static dyn AnyGame,
    layout: &Layout,
    grids: &[String],
    hotstrat_is: Player,
    source: &mut dyn Source<Amazons>,
    mut whole_board: impl FnMut(&dyn Board) -> String,
) -> Result<i32, LabError> {
    let hotstrat = Strategy::parse("hotstrat-second").map_err(LabError::cell)?;
    let parse = |grid: &String| Amazons::parse(grid).map_err(LabError::cell);
    let components: Result<Vec<Amazons>, LabError> = grids.iter().map(parse).collect();
    let mut sum = Sum::new(components?, Player::Left);
    let mut board = entry.at_position(&layout.join(grids, Player::Left)).map_err(LabError::cell)?;
    while board.outcome().is_none() && !sum.is_over() {
        let turn = if sum.player == hotstrat_is {
            let chosen = hotstrat.choose(&mut sum, source).map_err(LabError::cell)?;
            let Some(chosen) = chosen else { break };
            turn_of(board.as_ref(), layout, &chosen)?
        } else {
            whole_board(board.as_ref())
        };
        let before = layout.split(board.as_ref())?;
        board.play(&turn).map_err(LabError::cell)?;
        let after = layout.split(board.as_ref())?;
        let component = (0..before.len()).find(|&nth| before[nth] != after[nth]);
        let component = component.ok_or_else(|| LabError::cell(format!("'{turn}' changed no board")))?;
        sum.play(Move { component, after: parse(&after[component])? });
        debug_assert_eq!(board.to_move() == Side::Second, sum.player == Player::Left);
    }
    sum.score(&mut Exact::default()).map_err(LabError::cell)
}

/// The turn on the whole board that makes a move in a component.
fn turn_of(board: &dyn Board, layout: &Layout, chosen: &Move<Amazons>) -> Result<String, LabError> {
    for turn in board.turns() {
        let mut next = board.copy();
        next.play(&turn).map_err(LabError::cell)?;
        let grid = &layout.split(next.as_ref())?[chosen.component];
        if Amazons::parse(grid).is_ok_and(|after| after == chosen.after) {
            return Ok(turn);
        }
    }
    Err(LabError::cell("a move of hotstrat is not legal on the whole board"))
}
