//! Training in sums of games: a person plays several small Amazons boards at once against a strategy, each turn on one
//! board, and sees afterwards what every turn cost.
//!
//! Stateless: every request brings the boards. Left, whose moves count positive, is Black. The trainer is about Amazons,
//! since strategies for sums play the local games of `cgt`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    error::{ApiError, ApiResult},
    guard::{Body, Client, Params, in_range},
    regions,
    searches::{self, Purpose},
    state::App,
    wire,
};
use amazons::Amazons as Whole;
use axum::extract::State;
use cgt::{
    Partizan, Player, Thermograph,
    exact::{AmazonsThermographs, ExactError},
    games::Amazons,
    sums::{Hybrid, Move, Source, Strategy, Sum, SumSolver, local_board},
    thermograph::{Unit, Walls},
};
use game::{Notation, Side, distinct_turns, play_turn};
use players::{Limits, TimeLimit, generator};
use search::{Clock, NodeBudget};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// Most boards of a sum.
const MOST_BOARDS: usize = 6;
/// Most squares of a board, so that it can be solved while the client waits.
const MOST_SQUARES: u32 = 16;
/// Most turns of a sum; none of such boards lasts longer.
const MOST_TURNS: usize = 100;
/// Time limit of a request.
const LONGEST: Duration = Duration::from_secs(20);
/// Random boards to try until one is hot.
const TRIES: u64 = 60;
/// Most memory that exact values of such boards use, in bytes.
const MEMORY: u64 = 256 << 20;

/// The strategy that searches, and its limits: well under a second.
const HYBRID: &str = "hybrid";
const HYBRID_LIMITS: Limits = Limits { depth: None, nodes: Some(200_000), time: None };

const LEFT: Side = Side::Second;

fn player(side: Side) -> Player {
    if side == LEFT { Player::Left } else { Player::Right }
}

fn letter(side: Side) -> char {
    if side == Side::First { 'w' } else { 'b' }
}

/// Exact thermographs within a budget.
struct Bounded<'a> {
    values: AmazonsThermographs,
    budget: NodeBudget<'a>,
}

impl Source<Amazons> for Bounded<'_> {
    fn walls(&mut self, component: &Amazons) -> Result<Walls<i32>, ExactError> {
        self.values.walls(component, &mut self.budget)
    }
}

impl From<ExactError> for ApiError {
    fn from(_: ExactError) -> ApiError {
        ApiError::bad("these boards are too large to solve in time; choose smaller ones")
    }
}

/// Runs work on sums as one of the searches.
async fn compute(
    app: App,
    client: Client,
    work: impl FnOnce(&Clock<'_>) -> ApiResult<Value> + Send + 'static,
) -> ApiResult {
    searches::compute(app, Purpose::new("trainer", "amazons", "sums", MEMORY, client), move |stop| {
        let limits = Limits { time: Some(TimeLimit::exactly(LONGEST)), ..Limits::default() };
        work(&Clock::new(limits, stop))
    })
    .await
}

/// The wished size of a sum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewSum {
    seed: Option<u64>,
    boards: Option<usize>,
    files: Option<u32>,
    rows: Option<u32>,
    burnt: Option<u32>,
}

/// `GET /api/v1/trainer`: boards to start with, each hot if the seed gives one.
pub async fn begin(State(app): State<App>, client: Client, Params(new): Params<NewSum>) -> ApiResult {
    let boards = in_range("boards", new.boards, 1..=MOST_BOARDS)?.unwrap_or(3);
    let (files, rows) = (new.files.unwrap_or(3), new.rows.unwrap_or(3));
    if !(2..=8).contains(&files) || !(2..=8).contains(&rows) || files * rows > MOST_SQUARES {
        return Err(ApiError::bad(format!(
            "'{files}x{rows}' is not a size; expected sides from 2 and at most {MOST_SQUARES} squares"
        )));
    }
    let burnt = in_range("burnt", new.burnt, 0..=files * rows / 2)?.unwrap_or(1);
    let seed = new.seed.unwrap_or(1);
    compute(app, client, move |clock| {
        let mut source = Bounded { values: AmazonsThermographs::default(), budget: NodeBudget::new(clock) };
        let mut found = Vec::new();
        for board in 0..boards as u64 {
            let mut drawn = None;
            for attempt in 0..TRIES {
                let mut random = generator(seed, &[board, attempt]);
                let local = local_board(files, rows, burnt, &mut random);
                let hot = source.walls(&local)?.mast.t > 0;
                drawn = Some(local);
                if hot {
                    break;
                }
            }
            found.extend(drawn.map(|local| local.text()));
        }
        Ok(json!({ "boards": found, "seed": seed, "left": LEFT.index() }))
    })
    .await
}

/// Boards as local positions: rows from the top, `x` Black, `o` White, `#` burnt, `.` empty. Positions of the whole game are
/// converted.
fn grids(boards: &[String]) -> ApiResult<Vec<String>> {
    if boards.is_empty() || boards.len() > MOST_BOARDS {
        return Err(ApiError::bad(format!("a sum has 1 to {MOST_BOARDS} boards")));
    }
    let grid = |text: &String| match text.trim().contains(' ') {
        true => Ok(Whole::parse_position(text)?.grid_text()),
        false => Ok(text.trim().to_string()),
    };
    boards.iter().map(grid).collect()
}

/// The boards as local games.
fn locals(grids: &[String]) -> ApiResult<Vec<Amazons>> {
    let local = |grid: &String| {
        if grid.chars().filter(|&c| c != '|').count() > MOST_SQUARES as usize {
            return Err(ApiError::bad(format!("a board has at most {MOST_SQUARES} squares")));
        }
        Ok(Amazons::parse(grid)?)
    };
    grids.iter().map(local).collect()
}

/// A board as a game of its own with this side to move.
fn whole(text: &str, side: Side) -> ApiResult<Whole> {
    Ok(Whole::parse_position(&format!("{text} {}", letter(side)))?)
}

/// A sum in which a strategy is to move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    boards: Vec<String>,
    side: u8,
    #[serde(default = "hotstrat")]
    strategy: String,
}

fn hotstrat() -> String {
    "hotstrat".into()
}

/// The move of a strategy with exact values, or of the hybrid, which has limits of its own.
fn chosen(
    strategy: Option<Strategy>,
    sum: &mut Sum<Amazons>,
    clock: &Clock<'_>,
) -> Result<Option<Move<Amazons>>, ExactError> {
    match strategy {
        Some(strategy) => strategy.choose(
            sum,
            &mut Bounded { values: AmazonsThermographs::default(), budget: NodeBudget::new(clock) },
        ),
        None => Hybrid::default().choose_within(sum, &clock.part(HYBRID_LIMITS)),
    }
}

/// `POST /api/v1/trainer/reply`: the turn of a strategy, or `null` if it cannot move.
pub async fn reply(State(app): State<App>, client: Client, Body(question): Body<Question>) -> ApiResult {
    let strategy = match question.strategy.as_str() {
        HYBRID => None,
        name => Some(Strategy::parse(name)?),
    };
    let side = wire::side(question.side)?;
    let boards = grids(&question.boards)?;
    let components = locals(&boards)?;
    compute(app, client, move |clock| {
        let mut sum = Sum::new(components, player(side));
        let Some(chosen) = chosen(strategy, &mut sum, clock)? else { return Ok(Value::Null) };
        let illegal = || ApiError::internal("the strategy made an illegal turn");
        let before = boards.get(chosen.component).ok_or_else(illegal)?;
        let position = whole(before, side)?;
        // The strategy names a result; find the turn that leads to it.
        let turn = distinct_turns(&position).into_iter().find(|turn| {
            Amazons::parse(&turn.result.grid_text()).is_ok_and(|reached| reached == chosen.after)
        });
        let turn = turn.ok_or_else(illegal)?;
        Ok(json!({
            "board": chosen.component,
            "turn": position.turn_word(&turn.actions),
            "text": position.turn_text(&turn.actions),
            "after": turn.result.grid_text(),
        }))
    })
    .await
}

/// A turn on one of the boards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumTurn {
    board: usize,
    turn: String,
}

/// A sum with the turns played so far.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedSum {
    boards: Vec<String>,
    first: u8,
    turns: Vec<SumTurn>,
}

/// `POST /api/v1/trainer/review`: the boards after the turns, and what every turn cost in moves.
pub async fn review(State(app): State<App>, client: Client, Body(played): Body<PlayedSum>) -> ApiResult {
    let first = wire::side(played.first)?;
    let start = grids(&played.boards)?;
    locals(&start)?;
    if played.turns.len() > MOST_TURNS {
        return Err(ApiError::bad(format!("a sum has at most {MOST_TURNS} turns")));
    }
    compute(app, client, move |clock| {
        let mut judge = Judge { solver: SumSolver::default(), values: AmazonsThermographs::default(), budget: NodeBudget::new(clock) };
        let (mut boards, mut side) = (start, first);
        let mut turns = Vec::new();
        let mut ahead = judge.ahead(&boards, side)?;
        for SumTurn { board, turn } in played.turns {
            let Some(text) = boards.get(board) else {
                return Err(ApiError::bad(format!("'{board}' is not a board of this sum")));
            };
            let position = whole(text, side)?;
            let actions = position.parse_turn(&turn)?;
            let heat = judge.heat(&boards)?;
            let before = ahead;
            if let Some(text) = boards.get_mut(board) {
                *text = play_turn(&position, &actions).grid_text();
            }
            ahead = judge.ahead(&boards, side.other())?;
            let cost = if side == LEFT { before - ahead } else { ahead - before };
            turns.push(json!({
                "side": side.index(),
                "board": board,
                "turn": position.turn_word(&actions),
                "text": position.turn_text(&actions),
                "cost": cost,
                "hottest": heat.1,
                "temperatures": heat.0,
                "ahead": before,
            }));
            side = side.other();
        }
        let graphs = boards.iter().map(|text| judge.graph(text)).collect::<ApiResult<Value>>()?;
        Ok(json!({ "turns": turns, "boards": boards, "graphs": graphs, "to_move": side.index(), "ahead": ahead }))
    })
    .await
}

/// Computes what sums are worth with best play.
struct Judge<'a> {
    solver: SumSolver,
    values: AmazonsThermographs,
    budget: NodeBudget<'a>,
}

impl Judge<'_> {
    /// By how many moves Left is ahead when `side` moves next and both play their best: the most moves that Left could give
    /// away and still win. Negative if Left loses.
    fn ahead(&mut self, boards: &[String], side: Side) -> ApiResult<i32> {
        let components = locals(boards)?;
        let standing = self.solver.place(&components, &mut self.budget)?;
        let mover = player(side);
        // Left certainly wins at one end and loses at the other: no side has more moves than there are squares.
        let most = (MOST_SQUARES as i32 + 1) * boards.len() as i32;
        let (mut wins, mut loses) = (-most, most);
        while loses - wins > 1 {
            let given = i32::midpoint(wins, loses);
            let mover_wins = self.solver.wins(&standing.plus(-given), mover, &mut self.budget)?;
            if mover_wins == (mover == Player::Left) {
                wins = given;
            } else {
                loses = given;
            }
        }
        Ok(wins)
    }

    /// The temperature of every board, and which are the hottest.
    fn heat(&mut self, boards: &[String]) -> ApiResult<(Vec<f64>, Vec<usize>)> {
        let mut units = Vec::new();
        for local in locals(boards)? {
            units.push(self.values.walls(&local, &mut self.budget)?.mast.t);
        }
        let most = units.iter().copied().max().unwrap_or(0);
        let hottest = units.iter().enumerate().filter(|&(_, &t)| t == most).map(|(nth, _)| nth).collect();
        Ok((units.iter().map(|&t| f64::from(t) / f64::from(i32::ONE)).collect(), hottest))
    }

    fn graph(&mut self, text: &str) -> ApiResult<Value> {
        let walls = self.values.walls(&Amazons::parse(text)?, &mut self.budget)?;
        Ok(Thermograph::from_walls(&walls).map_or(Value::Null, |exact| regions::graph(&exact)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;
    use cgt::sums::SumPlayer;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// A stopped or overdue request gets at once what a search without nodes finds.
    #[test]
    fn the_hybrid_ends_with_its_request() {
        let mut random = generator(5, &[0]);
        let boards: Vec<Amazons> = (0..4).map(|_| local_board(4, 3, 1, &mut random)).collect();
        let mut sum = Sum::new(boards, Player::Left);
        let nothing = Limits { nodes: Some(0), ..Limits::default() };
        let at_once = Hybrid::default().choose(&mut sum, nothing).unwrap();
        let info = Hybrid::default().choose(&mut sum, HYBRID_LIMITS).unwrap();
        assert_ne!(info, at_once, "thinking makes a difference here");
        let stop = AtomicBool::new(false);
        let mut hybrid = |time: Duration| {
            let limits = Limits { time: Some(TimeLimit::exactly(time)), ..Limits::default() };
            chosen(None, &mut sum, &Clock::new(limits, &stop)).unwrap()
        };
        assert_eq!(hybrid(Duration::from_secs(3600)), info);
        assert_eq!(hybrid(Duration::ZERO), at_once);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(hybrid(Duration::from_secs(3600)), at_once);
    }
}
