//! One turn of one game: replays the game, asks the player within the limits of the clock, and judges the answer.
//!
//! A robot resigns on a proof only. A built-in player's verdict is one; what an external engine claims must first be proved by df-pn.

use crate::config::Play;
use arena::{Clocks, Contestant, TimeControl, reason};
use game::{Side, Verdict};
use players::{Board, Failure, Limits, Milliseconds, PlayedTurn, Player, Request, SearchInfo, TimeLimit};
use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Nodes for the proof that an engine's game is lost.
const PROOF: u64 = 200_000;

/// The least time that a search gets, even if the clock shows less.
const LEAST: Duration = Duration::from_millis(20);

/// A turn that is wanted.
pub struct Question {
    pub play: Arc<Play>,
    /// The position at the beginning, and the turns so far.
    pub start: String,
    pub turns: Vec<String>,
    pub side: Side,
    /// What the clocks of both sides showed when the turn began and what a turn adds, in milliseconds.
    pub clocks: Option<([u64; 2], u64)>,
    /// How long the turn had taken when the question came.
    pub elapsed: Duration,
    pub received: Instant,
    /// Kept for the way to the club.
    pub lag: Duration,
    /// Feeds what is random in the player; the same for the whole game, also after a restart.
    pub seed: u64,
    pub resigns: bool,
}

/// A player between two turns of a game, and the turns that it has seen.
pub struct Kept {
    player: Box<dyn Player>,
    turns: Vec<String>,
}

/// A turn that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub word: String,
    pub text: String,
    pub depth: u32,
    pub nodes: u64,
    pub ms: u64,
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thought {
    /// A legal turn.
    Turn(Found),
    /// It is proven that the game is lost.
    Lost,
    /// The player failed, for this reason.
    Failed(String),
    /// It was told to stop.
    Stopped,
}

/// The game that a question is about.
struct Replayed {
    board: Box<dyn Board>,
    played: Vec<PlayedTurn>,
    /// Has a position come twice? Then an earlier repetition might refute a proof.
    has_repeated: bool,
}

impl Question {
    fn replay(&self) -> Result<Replayed, String> {
        let wrong = |error: game::TextError| format!("the club's game is not understood: {error}");
        let mut board = self.play.game.0.at_position(&self.start).map_err(wrong)?;
        let mut seen = HashSet::from([board.key()]);
        let (mut played, mut has_repeated) = (Vec::new(), false);
        for turn in &self.turns {
            played.push(board.play(turn).map_err(wrong)?);
            has_repeated |= !seen.insert(board.key());
        }
        Ok(Replayed { board, played, has_repeated })
    }

    /// What the search may use now.
    fn limits(&self) -> Limits {
        let mut limits = self.play.limits;
        if let Some(([first, second], increment)) = self.clocks {
            let shown = Duration::from_millis(if self.side == Side::First { first } else { second });
            let left = shown.saturating_sub(self.elapsed + self.received.elapsed() + self.lag).max(LEAST);
            let base = Milliseconds(left.as_millis() as u64);
            let control = TimeControl::PerGame { base, increment: Milliseconds(increment) };
            let share = Clocks::new(control).limits(self.side).time;
            limits.time = match (limits.time, share) {
                (Some(own), Some(share)) => {
                    Some(TimeLimit { soft: own.soft.min(share.soft), hard: own.hard.min(share.hard) })
                }
                (own, share) => own.or(share),
            };
        }
        limits
    }
}

/// Answers a question with the player that is kept for the game, or with a new one; returns the player if it may be asked again.
pub fn think(question: &Question, kept: Option<Kept>, stop: &AtomicBool) -> (Thought, Option<Kept>) {
    if stop.load(Ordering::Relaxed) {
        return (Thought::Stopped, None);
    }
    // A player that panicked is never asked again, so the state it was left in does not matter.
    let answered = catch_unwind(AssertUnwindSafe(|| answer(question, kept, stop)));
    let (thought, kept) = match answered {
        Ok(Ok((thought, kept))) => (thought, Some(kept)),
        Ok(Err(problem)) => (Thought::Failed(problem), None),
        Err(_) => (Thought::Failed("the player panicked".into()), None),
    };
    if stop.load(Ordering::Relaxed) {
        return (Thought::Stopped, None);
    }
    (thought, kept)
}

fn answer(question: &Question, kept: Option<Kept>, stop: &AtomicBool) -> Result<(Thought, Kept), String> {
    let Replayed { mut board, played, has_repeated } = question.replay()?;
    let mut kept = match kept.filter(|kept| question.turns.starts_with(&kept.turns)) {
        Some(mut kept) => {
            played.iter().skip(kept.turns.len()).for_each(|turn| kept.player.see_turn(turn));
            kept
        }
        None => {
            let mut player = question.play.player.build(question.seed).map_err(|error| error.to_string())?;
            player.begin(board.as_ref());
            Kept { player, turns: Vec::new() }
        }
    };
    kept.turns.clone_from(&question.turns);
    let asked = Instant::now();
    let request = Request::new(question.limits(), stop);
    let info = kept.player.choose_turn(board.as_ref(), request, &mut |_| ());
    let ms = asked.elapsed().as_millis() as u64;
    if stop.load(Ordering::Relaxed) {
        return Ok((Thought::Stopped, kept));
    }
    let failure = kept.player.failure();
    if question.resigns && !has_repeated && is_lost(question, board.as_ref(), &info, failure.as_ref(), stop) {
        return Ok((Thought::Lost, kept));
    }
    if let Some(Failure { reason, detail }) = failure {
        return Err(format!("{reason}: {detail}"));
    }
    let turn = info.turn().ok_or("no turn was given")?;
    let played = board.play(turn).map_err(|error| format!("{}: {error}", reason::ILLEGAL_TURN))?;
    kept.player.see_turn(&played);
    kept.turns.push(played.word.clone());
    let PlayedTurn { word, text, .. } = played;
    Ok((Thought::Turn(Found { word, text, depth: info.depth, nodes: info.nodes, ms }), kept))
}

/// Is it proven that the side to move loses?
fn is_lost(
    question: &Question,
    board: &dyn Board,
    info: &SearchInfo,
    failure: Option<&Failure>,
    stop: &AtomicBool,
) -> bool {
    let Contestant::Engine(_) = question.play.player else { return info.verdict == Verdict::Loss };
    let score = info.lines.first().and_then(|line| line.score);
    let gave_up = failure.is_some_and(|failure| failure.reason == reason::RESIGNED);
    if !gave_up && score.is_none_or(|score| score.verdict() != Verdict::Loss) {
        return false;
    }
    let Ok(mut prover) = question.play.game.0.player("dfpns", 0) else { return false };
    let limits = Limits { nodes: Some(PROOF), ..Limits::default() };
    prover.choose_turn(board, Request::new(limits, stop), &mut |_| ()).verdict == Verdict::Loss
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::GAMES;

    fn question(game: &str, variant: &str, player: &str, turns: &[&str]) -> Question {
        let game = GAMES.find(game).unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        Question {
            play: Arc::new(Play::new(game, player, limits).unwrap()),
            start: game.start(variant).unwrap().position_text(),
            turns: turns.iter().map(|turn| turn.to_string()).collect(),
            side: Side::First,
            clocks: None,
            elapsed: Duration::ZERO,
            received: Instant::now(),
            lag: Duration::ZERO,
            seed: 1,
            resigns: true,
        }
    }

    #[test]
    fn a_player_is_kept_and_one_that_saw_another_game_is_not() {
        let stop = AtomicBool::new(false);
        let (thought, kept) = think(&question("knightthrough", "", "alphabeta:tt=1M", &[]), None, &stop);
        let Thought::Turn(found) = thought else { panic!("{thought:?}") };
        let kept = kept.unwrap();
        assert_eq!(kept.turns, std::slice::from_ref(&found.word));
        let mut next = question("knightthrough", "", "alphabeta:tt=1M", &[&found.word, "b8-c6"]);
        next.side = Side::First;
        let (thought, kept) = think(&next, Some(kept), &stop);
        assert!(matches!(thought, Thought::Turn(_)), "{thought:?}");
        assert_eq!(kept.unwrap().turns.len(), 3);
        // A stop gives no turn and no player.
        stop.store(true, Ordering::Relaxed);
        let (thought, kept) = think(&next, None, &stop);
        assert!(thought == Thought::Stopped && kept.is_none());
    }

    #[test]
    fn only_a_proof_makes_it_resign() {
        let stop = AtomicBool::new(false);
        // The first player wins on 4x6, so after its best turn the second side is lost by proof.
        let mut first = question("knightthrough", "4x6", "dfpns", &[]);
        first.play = Arc::new(Play {
            limits: Limits { nodes: Some(5_000_000), ..Limits::default() },
            ..(*first.play).clone()
        });
        let (Thought::Turn(best), _) = think(&first, None, &stop) else { panic!("no turn") };
        let mut second = question("knightthrough", "4x6", "dfpns", &[&best.word]);
        (second.side, second.play) = (Side::Second, Arc::clone(&first.play));
        assert_eq!(think(&second, None, &stop).0, Thought::Lost);
        second.resigns = false;
        assert!(matches!(think(&second, None, &stop).0, Thought::Turn(_)));
        // A player that proves nothing plays on.
        let mut random = question("knightthrough", "4x6", "random", &[&best.word]);
        random.side = Side::Second;
        assert!(matches!(think(&random, None, &stop).0, Thought::Turn(_)));
    }

    #[test]
    fn the_clock_and_the_way_to_the_club_bound_a_search() {
        let mut asked = question("knightthrough", "", "random", &[]);
        assert_eq!(asked.limits().time, None);
        asked.clocks = Some(([60_000, 1_000], 0));
        let long = asked.limits().time.unwrap();
        assert!(long.soft > Duration::from_secs(1) && long.hard < Duration::from_secs(30), "{long:?}");
        asked.elapsed = Duration::from_secs(50);
        assert!(asked.limits().time.unwrap().soft < long.soft / 2);
        asked.side = Side::Second;
        assert!(
            asked.limits().time.unwrap().hard <= LEAST,
            "a clock that has run out leaves next to nothing"
        );
        asked.play = Arc::new(Play {
            limits: Limits { time: Some(TimeLimit::exactly(Duration::from_millis(5))), ..Limits::default() },
            ..(*asked.play).clone()
        });
        (asked.side, asked.elapsed) = (Side::First, Duration::ZERO);
        assert_eq!(asked.limits().time, Some(TimeLimit::exactly(Duration::from_millis(5))));
    }
}
