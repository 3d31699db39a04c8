//! Plays one game between two players and says how it ended, even if a player misbehaves.
//!
//! A player that answers nonsense, thinks too long or breaks down loses its game and nothing else. Records, files and
//! other games are not known here.

use crate::{
    clock::{Clocks, TimeControl, TimeSource, Timing},
    record::{GameResult, Played, TurnRecord, reason},
    referee::Referee,
};
use game::{Outcome, Side};
use players::{Board, Failure, PlayedTurn, Player, Request, SearchInfo};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// What bounds a game.
#[derive(Clone, Copy)]
pub struct GameLimits<'a> {
    /// What bounds the thinking.
    pub control: TimeControl,
    /// After this many turns the game is a draw.
    pub max_turns: Option<u32>,
    /// Who measures the time.
    pub time: &'a dyn TimeSource,
    /// Raised by others to have the game abandoned.
    pub stop: &'a AtomicBool,
}

/// The longest text about a forfeit that is kept.
const LONGEST_DETAIL: usize = 200;

/// Plays an unfinished game to its end; `None` if it was abandoned. The players of the first and of the second side are
/// asked in turn, and must be fresh.
pub fn play_game(
    board: Box<dyn Board>,
    players: &mut [Box<dyn Player>; 2],
    limits: GameLimits<'_>,
) -> Option<Played> {
    play_refereed(board, players, limits, None, &mut |_, _| ())
}

/// The same, with a referee who may end the game. `watcher` sees the turns so far and the time that both sides have left,
/// before the first turn and after every one.
pub(crate) fn play_refereed(
    mut board: Box<dyn Board>,
    players: &mut [Box<dyn Player>; 2],
    limits: GameLimits<'_>,
    mut referee: Option<Referee>,
    watcher: &mut dyn FnMut(&[TurnRecord], [Duration; 2]),
) -> Option<Played> {
    let mut clocks = Clocks::new(limits.control);
    let mut turns: Vec<TurnRecord> = Vec::new();
    let left = |clocks: &Clocks| Side::BOTH.map(|side| clocks.remaining(side));
    watcher(&turns, left(&clocks));
    let mut late = [0; 2];
    for player in players.iter_mut() {
        player.begin(board.as_ref());
    }
    let (result, reason, detail) = loop {
        if let Some(outcome) = board.outcome() {
            break (outcome.into(), board.ending().unwrap_or_default(), None);
        }
        if limits.max_turns.is_some_and(|most| turns.len() >= most as usize) {
            break (GameResult::Draw, reason::TURN_LIMIT, None);
        }
        let side = board.to_move();
        let (answer, spent) = ask(players[side.index()].as_mut(), board.as_ref(), &clocks, limits);
        if limits.stop.load(Ordering::Relaxed) {
            return None;
        }
        match judge(answer, spent, side, board.as_mut(), &mut clocks) {
            Ok(Judged { info, played, turn, timing }) => {
                late[side.index()] += u32::from(timing == Timing::Late);
                turns.push(turn);
                watcher(&turns, left(&clocks));
                players.iter_mut().for_each(|player| player.see_turn(&played));
                if let Some(referee) = referee.as_mut()
                    && board.outcome().is_none()
                {
                    referee.see(board.as_ref());
                    let ruling = referee.rule(&info, board.as_ref(), limits.stop);
                    if limits.stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    if let Some((outcome, detail)) = ruling {
                        break (outcome.into(), reason::PROOF, Some(cut(&detail)));
                    }
                }
            }
            Err((reason, detail)) => {
                break (GameResult::from(Outcome::Win(side.other())), reason, Some(cut(&detail)));
            }
        }
    };
    Some(Played { turns, result, reason: reason.into(), detail, late })
}

/// Asks a player for its turn and measures how long it takes. An error says why there is no answer.
fn ask(
    player: &mut dyn Player,
    board: &dyn Board,
    clocks: &Clocks,
    limits: GameLimits<'_>,
) -> (Result<SearchInfo, Failure>, Duration) {
    if let Some(increment) = clocks.increment() {
        player.see_clocks([Side::First, Side::Second].map(|side| clocks.remaining(side)), increment);
    }
    let request = Request::new(clocks.limits(board.to_move()), limits.stop);
    let asked = limits.time.now();
    // A player that panicked is never asked again, so the state it was left in does not matter.
    let answer = catch_unwind(AssertUnwindSafe(|| player.choose_turn(board, request, &mut |_| ())));
    let spent = limits.time.now().saturating_sub(asked);
    let answer = match answer {
        Err(panic) => Err(Failure { reason: reason::CRASHED, detail: panic_message(panic.as_ref()) }),
        Ok(info) => player.failure().map_or(Ok(info), Err),
    };
    (answer, spent)
}

/// An answer that was played.
struct Judged {
    info: SearchInfo,
    played: PlayedTurn,
    turn: TurnRecord,
    timing: Timing,
}

/// Plays the answer on the board, or says for which reason and with what detail the side loses.
fn judge(
    answer: Result<SearchInfo, Failure>,
    spent: Duration,
    side: Side,
    board: &mut dyn Board,
    clocks: &mut Clocks,
) -> Result<Judged, (&'static str, String)> {
    let info = answer.map_err(|failure| (failure.reason, failure.detail))?;
    let limit = clocks.remaining(side);
    let timing = clocks.spend(side, spent);
    if timing == Timing::Forfeit {
        let took = format!("the turn took {} ms", spent.as_millis());
        let detail =
            if limit.is_zero() { took } else { format!("{took} of the {} ms left", limit.as_millis()) };
        return Err((reason::TIME_FORFEIT, detail));
    }
    let text = info.turn().ok_or_else(|| (reason::ILLEGAL_TURN, "no turn was given".to_string()))?;
    let played = board.play(text).map_err(|error| (reason::ILLEGAL_TURN, error.to_string()))?;
    let turn = TurnRecord {
        turn: played.word.clone(),
        score: info.lines.first().and_then(|line| line.score).map(|score| score.raw()),
        depth: info.depth,
        nodes: info.nodes,
        ms: u64::try_from(spent.as_millis()).unwrap_or(u64::MAX),
    };
    Ok(Judged { info, played, turn, timing })
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(message), _) => message.to_string(),
        (_, Some(message)) => message.clone(),
        _ => "the player panicked without a message".into(),
    }
}

/// A text that can be shown anywhere: control characters escaped, and not too long.
fn cut(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_debug().collect() } else { vec![c] })
        .collect();
    if escaped.chars().count() <= LONGEST_DETAIL {
        return escaped;
    }
    escaped.chars().take(LONGEST_DETAIL - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_short_and_harmless() {
        assert_eq!(cut("plain é 'text'"), "plain é 'text'");
        assert_eq!(cut("\u{1b}[31m\n"), "\\u{1b}[31m\\n");
        assert_eq!(cut(&"x".repeat(200)), "x".repeat(200));
        assert_eq!(cut(&"\n".repeat(10_000)).chars().count(), 200);
    }
}
