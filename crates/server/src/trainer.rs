//! Training in sums of games: a person plays several small boards of Amazons at once against a strategy, turn and turn about,
//! each turn on one board, and sees afterwards what every turn has cost.
//!
//! Keeps nothing: every request brings the boards. Left, whose moves count positive, is Black. This is the one place where
//! the server speaks of a certain game, since strategies for sums know local games of crate `cgt` and not the door.

use crate::{
    error::ApiError,
    guard::{Body, Client, Params},
    regions,
    searches::{Purpose, StopOnDrop},
    state::App,
};
use amazons::Amazons as Whole;
use axum::{Json, extract::State};
use cgt::{
    Partizan, Player, Thermograph,
    exact::{ExactError, fast::Fast},
    games::Amazons,
    meter::{Clock, Meter},
    sums::{Hybrid, Move, Solver, Source, Strategy, Sum, local_board},
    thermograph::{Sketch, Unit},
};
use game::{Notation, Side, distinct_turns, play_turn};
use players::{Limits, TimeLimit, generator};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// Most boards of a sum.
const MOST_BOARDS: usize = 6;
/// Most squares of a board: what can be solved while somebody waits.
const MOST_SQUARES: u32 = 16;
/// Most turns that are looked back at; no sum of such boards lasts longer.
const MOST_TURNS: usize = 100;
/// How long a request may think.
const LONGEST: Duration = Duration::from_secs(20);
/// Boards that are drawn until one is worth a fight.
const TRIES: u64 = 60;
/// What exact values of such boards take at the most.
const MEMORY: u64 = 256 << 20;

/// The player of sums that looks ahead, and how far it may besides what every request may: well under a second.
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
    values: Fast,
    meter: Meter<'a>,
}

impl Source<Amazons> for Bounded<'_> {
    fn sketch(&mut self, component: &Amazons) -> Result<Sketch<i32>, ExactError> {
        self.values.of(component, &mut self.meter)
    }
}

impl From<ExactError> for ApiError {
    fn from(_: ExactError) -> ApiError {
        ApiError::bad("these boards are too large to be solved while somebody waits; take smaller ones")
    }
}

/// Thinks about sums in a place of its own among the searches, and ends when nobody waits for the answer.
async fn thinking(
    app: App,
    client: Client,
    work: impl FnOnce(&Clock<'_>) -> Result<Value, ApiError> + Send + 'static,
) -> Result<Json<Value>, ApiError> {
    let stop = Arc::new(AtomicBool::new(false));
    let _guard = StopOnDrop(Arc::clone(&stop));
    let answer = crate::blocking::run(move || {
        let (game, spec) = ("amazons", "sums".to_string());
        let purpose = Purpose { what: "trainer", game, spec, memory: MEMORY, client: client.0 };
        let _ticket = app.searches.begin(purpose, &stop)?;
        let limits = Limits { time: Some(TimeLimit::exactly(LONGEST)), ..Limits::default() };
        work(&Clock::new(limits, &stop))
    });
    Ok(Json(answer.await?))
}

/// Which sum to begin with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewSum {
    seed: Option<u64>,
    boards: Option<usize>,
    files: Option<u32>,
    rows: Option<u32>,
    burnt: Option<u32>,
}

/// `GET /api/v1/trainer`: boards to begin with, each worth a fight where the seed gives one.
pub async fn begin(
    State(app): State<App>,
    client: Client,
    Params(wish): Params<NewSum>,
) -> Result<Json<Value>, ApiError> {
    let (boards, files, rows) = (wish.boards.unwrap_or(3), wish.files.unwrap_or(3), wish.rows.unwrap_or(3));
    if !(1..=MOST_BOARDS).contains(&boards) {
        return Err(ApiError::bad(format!("'boards={boards}' is out of range; from 1 to {MOST_BOARDS}")));
    }
    if !(2..=8).contains(&files) || !(2..=8).contains(&rows) || files * rows > MOST_SQUARES {
        let sentence =
            format!("'{files}x{rows}' is no size here; sides from 2, and at most {MOST_SQUARES} squares");
        return Err(ApiError::bad(sentence));
    }
    let burnt = wish.burnt.unwrap_or(1);
    if burnt > files * rows / 2 {
        let most = files * rows / 2;
        return Err(ApiError::bad(format!("'burnt={burnt}' is out of range; from 0 to {most}")));
    }
    let seed = wish.seed.unwrap_or(1);
    thinking(app, client, move |clock| {
        let mut source = Bounded { values: Fast::default(), meter: Meter::new(clock) };
        let mut found = Vec::new();
        for board in 0..boards as u64 {
            let mut drawn = None;
            for attempt in 0..TRIES {
                let mut random = generator(seed, &[board, attempt]);
                let local = local_board(files, rows, burnt, &mut random);
                let hot = source.sketch(&local)?.mast.t > 0;
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

/// Boards in the form of local positions, rows from the top, `x` Black, `o` White, `#` burnt, `.` empty; they may also be
/// sent as positions of the game.
fn grids(boards: &[String]) -> Result<Vec<String>, ApiError> {
    if boards.is_empty() || boards.len() > MOST_BOARDS {
        return Err(ApiError::bad(format!("a sum has from 1 to {MOST_BOARDS} boards")));
    }
    let grid = |text: &String| match text.trim().contains(' ') {
        true => Ok(Whole::parse_position(text)?.grid_text()),
        false => Ok(text.trim().to_string()),
    };
    boards.iter().map(grid).collect()
}

/// The same as local games.
fn locals(grids: &[String]) -> Result<Vec<Amazons>, ApiError> {
    let local = |grid: &String| {
        if grid.chars().filter(|&c| c != '|').count() > MOST_SQUARES as usize {
            return Err(ApiError::bad(format!("a board has at most {MOST_SQUARES} squares")));
        }
        Ok(Amazons::parse(grid)?)
    };
    grids.iter().map(local).collect()
}

fn side_of(number: u8) -> Result<Side, ApiError> {
    match number {
        0 => Ok(Side::First),
        1 => Ok(Side::Second),
        other => Err(ApiError::bad(format!("'{other}' is not a side; 0 is White, 1 is Black"))),
    }
}

/// A board as a game of its own with this side to move.
fn whole(text: &str, side: Side) -> Result<Whole, ApiError> {
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

/// The move of a strategy with exact values, or of the hybrid, which has limits of its own besides.
fn chosen(
    strategy: Option<Strategy>,
    sum: &mut Sum<Amazons>,
    clock: &Clock<'_>,
) -> Result<Option<Move<Amazons>>, ExactError> {
    match strategy {
        Some(strategy) => {
            strategy.choose(sum, &mut Bounded { values: Fast::default(), meter: Meter::new(clock) })
        }
        None => Hybrid::default().choose_within(sum, &clock.part(HYBRID_LIMITS)),
    }
}

/// `POST /api/v1/trainer/reply`: the turn of a strategy, or `null` if it has none and has lost.
pub async fn reply(
    State(app): State<App>,
    client: Client,
    Body(question): Body<Question>,
) -> Result<Json<Value>, ApiError> {
    // The hybrid is no strategy with a source.
    let strategy = match question.strategy.as_str() {
        HYBRID => None,
        name => Some(Strategy::parse(name)?),
    };
    let side = side_of(question.side)?;
    let boards = grids(&question.boards)?;
    let components = locals(&boards)?;
    thinking(app, client, move |clock| {
        let mut sum = Sum::new(components, player(side));
        let Some(chosen) = chosen(strategy, &mut sum, clock)? else { return Ok(Value::Null) };
        let before = &boards[chosen.component];
        let position = whole(before, side)?;
        // Which turn leads there: the strategy speaks of results only.
        let turn = distinct_turns(&position).into_iter().find(|turn| {
            Amazons::parse(&turn.result.grid_text()).is_ok_and(|reached| reached == chosen.after)
        });
        let turn =
            turn.ok_or_else(|| ApiError::broken("the strategy made a turn that the rules do not know"))?;
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

/// A sum that has been played, or a part of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedSum {
    boards: Vec<String>,
    first: u8,
    turns: Vec<SumTurn>,
}

/// `POST /api/v1/trainer/review`: the boards after the turns, and what every turn has cost in moves of the final count.
pub async fn review(
    State(app): State<App>,
    client: Client,
    Body(played): Body<PlayedSum>,
) -> Result<Json<Value>, ApiError> {
    let first = side_of(played.first)?;
    let start = grids(&played.boards)?;
    locals(&start)?;
    if played.turns.len() > MOST_TURNS {
        return Err(ApiError::bad(format!("a sum has at most {MOST_TURNS} turns")));
    }
    thinking(app, client, move |clock| {
        let mut judge = Judge { solver: Solver::default(), values: Fast::default(), meter: Meter::new(clock) };
        let (mut boards, mut side) = (start, first);
        let mut turns = Vec::new();
        let mut ahead = judge.ahead(&boards, side)?;
        for SumTurn { board, turn } in played.turns {
            let Some(text) = boards.get(board).cloned() else {
                return Err(ApiError::bad(format!("'{board}' is no board of this sum")));
            };
            let position = whole(&text, side)?;
            let actions = position.parse_turn(&turn)?;
            let heat = judge.heat(&boards)?;
            let before = ahead;
            boards[board] = play_turn(&position, &actions).grid_text();
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
        let graphs = boards.iter().map(|text| judge.graph(text)).collect::<Result<Value, ApiError>>()?;
        Ok(json!({ "turns": turns, "boards": boards, "graphs": graphs, "to_move": side.index(), "ahead": ahead }))
    })
    .await
}

/// Knows what sums are worth with best play.
struct Judge<'a> {
    solver: Solver,
    values: Fast,
    meter: Meter<'a>,
}

impl Judge<'_> {
    /// By how many moves Left is ahead when `side` moves next and both play their best: the most free moves that Left could
    /// give away and still make the last move. Negative if Left loses.
    fn ahead(&mut self, boards: &[String], side: Side) -> Result<i32, ApiError> {
        let components = locals(boards)?;
        let standing = self.solver.place(&components, &mut self.meter)?;
        let mover = player(side);
        // Between these Left surely wins and surely loses: nobody has more moves than there are squares.
        let most = (MOST_SQUARES as i32 + 1) * boards.len() as i32;
        let (mut wins, mut loses) = (-most, most);
        while loses - wins > 1 {
            let given = i32::midpoint(wins, loses);
            let mover_wins = self.solver.wins(&standing.plus(-given), mover, &mut self.meter)?;
            if mover_wins == (mover == Player::Left) {
                wins = given;
            } else {
                loses = given;
            }
        }
        Ok(wins)
    }

    /// The temperature of every board, and which are the hottest.
    fn heat(&mut self, boards: &[String]) -> Result<(Vec<f64>, Vec<usize>), ApiError> {
        let mut units = Vec::new();
        for local in locals(boards)? {
            units.push(self.values.of(&local, &mut self.meter)?.mast.t);
        }
        let most = units.iter().copied().max().unwrap_or(0);
        let hottest = (0..units.len()).filter(|&nth| units[nth] == most).collect();
        Ok((units.iter().map(|&t| f64::from(t) / f64::from(i32::ONE)).collect(), hottest))
    }

    fn graph(&mut self, text: &str) -> Result<Value, ApiError> {
        let sketch = self.values.of(&Amazons::parse(text)?, &mut self.meter)?;
        Ok(Thermograph::of(&sketch).map_or(Value::Null, |exact| regions::graph(&exact)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cgt::sums::Chooser;
    use std::sync::atomic::Ordering;

    /// Whoever has left, or has waited for the longest time, gets what is there at once: what no nodes at all give.
    #[test]
    fn the_hybrid_ends_with_its_request() {
        let mut random = generator(5, &[0]);
        let boards: Vec<Amazons> = (0..4).map(|_| local_board(4, 3, 1, &mut random)).collect();
        let mut sum = Sum::new(boards, Player::Left);
        let nothing = Limits { nodes: Some(0), ..Limits::default() };
        let at_once = Hybrid::default().choose(&mut sum, nothing).unwrap();
        let thought = Hybrid::default().choose(&mut sum, HYBRID_LIMITS).unwrap();
        assert_ne!(thought, at_once, "thinking makes a difference here");
        let stop = AtomicBool::new(false);
        let mut hybrid = |time: Duration| {
            let limits = Limits { time: Some(TimeLimit::exactly(time)), ..Limits::default() };
            chosen(None, &mut sum, &Clock::new(limits, &stop)).unwrap()
        };
        assert_eq!(hybrid(Duration::from_secs(3600)), thought);
        assert_eq!(hybrid(Duration::ZERO), at_once);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(hybrid(Duration::from_secs(3600)), at_once);
    }
}
