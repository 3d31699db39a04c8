//! Running games of every kind behind one trait, with numbered actions: what environments need and whole turns do not give.

use crate::observation::Observed;
use game::{Action, Game, History, Outcome, Side, TextError, distinct_turns, play_turn};
use players::{AnyGame, Board, GameBoard, Generator};
use rand::RngExt;
use std::ops::ControlFlow;

/// The actions of a game as numbers without gaps: the order of their codes.
pub struct ActionIds {
    codes: Vec<u16>,
    ids: Vec<u16>,
}

impl ActionIds {
    const NONE: u16 = u16::MAX;

    /// Numbers every action that could ever be legal.
    pub fn new<A: Action>() -> ActionIds {
        let codes: Vec<u16> = (0..=u16::MAX).filter(|&code| A::from_code(code).is_some()).collect();
        let mut ids = vec![ActionIds::NONE; 1 << 16];
        for (id, &code) in codes.iter().enumerate() {
            ids[usize::from(code)] = id as u16;
        }
        ActionIds { codes, ids }
    }

    /// How many actions there are.
    pub fn count(&self) -> usize {
        self.codes.len()
    }

    fn id<A: Action>(&self, action: A) -> u32 {
        self.ids[usize::from(action.code())].into()
    }

    fn action<A: Action>(&self, id: u32) -> Option<A> {
        A::from_code(*self.codes.get(id as usize)?)
    }
}

/// How a random game went.
pub struct RandomGame {
    /// How it ended; `None` if it was cut off.
    pub outcome: Option<Outcome>,
    /// Actions that were played.
    pub actions: u64,
}

/// A running game: a position, also in the middle of a turn, with the turn ends so far.
pub trait State: Send + Sync {
    /// The game.
    fn game(&self) -> &'static dyn AnyGame;
    /// The side that acts next.
    fn to_move(&self) -> Side;
    /// Is this the beginning of a turn?
    fn starts_turn(&self) -> bool;
    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// How many actions the game has in all.
    fn action_count(&self) -> usize;
    /// The numbers of the legal actions, in generation order.
    fn legal_actions(&self) -> Vec<u32>;
    /// The text of a legal action.
    fn action_text(&self, id: u32) -> Result<String, TextError>;
    /// The number of a legal action.
    fn action_id(&self, text: &str) -> Result<u32, TextError>;
    /// Plays one action.
    fn play_action(&mut self, id: u32) -> Result<(), TextError>;
    /// Every distinct way to complete the turn, as words.
    fn turns(&self) -> Vec<String>;
    /// Completes the turn; on an error nothing changes. Returns the turn as people write it.
    fn play_turn(&mut self, text: &str) -> Result<String, TextError>;
    /// The same position for players and drawings.
    fn board(&self) -> Box<dyn Board>;
    /// Planes, rows and columns of an observation.
    fn shape(&self) -> [usize; 3];
    /// Writes the observation into zeroed memory of that size.
    fn observe(&self, planes: &mut [f32]);
    /// An independent copy.
    fn copy(&self) -> Box<dyn State>;
    /// Plays at random from here, all actions equally likely, at most so many.
    fn random_game(&self, generator: &mut Generator, most: u64) -> RandomGame;
}

/// A running game of one kind.
#[derive(Clone)]
struct Typed<G: Observed> {
    game: &'static dyn AnyGame,
    position: G,
    history: History,
}

/// A game that begins at this position.
pub fn state<G: Observed>(game: &'static dyn AnyGame, position: G) -> Box<dyn State> {
    Box::new(Typed { game, history: History::starting_at(&position), position })
}

fn is_turn_end<G: Game>(position: &G) -> bool {
    position.starts_turn() || position.outcome().is_some()
}

impl<G: Observed> Typed<G> {
    /// Can the turn be completed from here without repeating a position too often?
    fn can_complete(&self, position: &G) -> bool {
        if is_turn_end(position) {
            return !self.history.forbids(position);
        }
        let found = position.actions(|action| match self.can_complete(&position.child(action)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }

    fn is_allowed(&self, action: G::Action) -> bool {
        G::FORBIDDEN_REPETITION.is_none() || self.can_complete(&self.position.child(action))
    }

    fn legal(&self, id: u32) -> Result<G::Action, TextError> {
        let action = G::ids().action(id).filter(|&a| self.position.is_legal(a) && self.is_allowed(a));
        action.ok_or_else(|| TextError::new(&id.to_string(), "is not the number of a legal action here"))
    }

    fn play(&mut self, action: G::Action) {
        self.position.play(action);
        if is_turn_end(&self.position) {
            self.history.turn_ended(&self.position);
        }
    }
}

impl<G: Observed> State for Typed<G> {
    fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn starts_turn(&self) -> bool {
        self.position.starts_turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn action_count(&self) -> usize {
        G::ids().count()
    }

    fn legal_actions(&self) -> Vec<u32> {
        let mut found = Vec::new();
        let _ = self.position.actions(|action| {
            if self.is_allowed(action) {
                found.push(G::ids().id(action));
            }
            ControlFlow::Continue(())
        });
        found
    }

    fn action_text(&self, id: u32) -> Result<String, TextError> {
        Ok(self.position.action_text(self.legal(id)?))
    }

    fn action_id(&self, text: &str) -> Result<u32, TextError> {
        let action = self.position.parse_action(text)?;
        match self.is_allowed(action) {
            true => Ok(G::ids().id(action)),
            false => Err(TextError::new(text, "would repeat a position too often")),
        }
    }

    fn play_action(&mut self, id: u32) -> Result<(), TextError> {
        let action = self.legal(id)?;
        self.play(action);
        Ok(())
    }

    fn turns(&self) -> Vec<String> {
        let turns = distinct_turns(&self.position).into_iter();
        let allowed = turns.filter(|turn| !self.history.forbids(&turn.result));
        allowed.map(|turn| self.position.turn_word(&turn.actions)).collect()
    }

    fn play_turn(&mut self, text: &str) -> Result<String, TextError> {
        if self.position.outcome().is_some() {
            return Err(TextError::new(text, "comes after the end of the game"));
        }
        let actions = self.position.parse_turn(text)?;
        let next = play_turn(&self.position, &actions);
        if self.history.forbids(&next) {
            return Err(TextError::new(text, "would repeat a position too often"));
        }
        let written = self.position.turn_text(&actions);
        actions.into_iter().for_each(|action| self.play(action));
        Ok(written)
    }

    fn board(&self) -> Box<dyn Board> {
        Box::new(GameBoard::with_history(self.position.clone(), self.history.clone()))
    }

    fn shape(&self) -> [usize; 3] {
        self.position.shape()
    }

    fn observe(&self, planes: &mut [f32]) {
        self.position.observe(planes);
    }

    fn copy(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn random_game(&self, generator: &mut Generator, most: u64) -> RandomGame {
        let mut state = self.clone();
        let (mut actions, mut played) = (Vec::new(), 0);
        while state.position.outcome().is_none() && played < most {
            actions.clear();
            let _ = state.position.actions(|action| {
                actions.push(action);
                ControlFlow::Continue(())
            });
            actions.retain(|&action| state.is_allowed(action));
            if actions.is_empty() {
                break;
            }
            state.play(actions[generator.random_range(0..actions.len())]);
            played += 1;
        }
        RandomGame { outcome: state.position.outcome(), actions: played }
    }
}
