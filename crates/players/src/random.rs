//! The player that plays any legal turn: the weakest baseline, and the source of random openings.

use game::{Game, History, Verdict};
use rand::seq::SliceRandom;
use search::{
    Control, Line, Report, Root, TurnSearch,
    random::{Generator, generator},
};

/// Chooses each action at random among the legal ones, so that even games with very many turns are no trouble.
pub(crate) struct RandomTurns {
    seed: u64,
    random: Generator,
}

impl RandomTurns {
    pub(crate) fn new(seed: u64) -> RandomTurns {
        RandomTurns { seed, random: generator(seed, &[]) }
    }

    /// Adds actions until the turn is over, backing out of dead ends; false if the turn cannot be completed.
    fn complete<G: Game>(&mut self, position: &G, history: &History, turn: &mut Vec<G::Action>) -> bool {
        let mut actions = position.action_list();
        actions.shuffle(&mut self.random);
        for action in actions {
            let child = position.child(action);
            turn.push(action);
            let ends_turn = child.outcome().is_some() || child.starts_turn();
            let fits =
                if ends_turn { !history.forbids(&child) } else { self.complete(&child, history, turn) };
            if fits {
                return true;
            }
            turn.pop();
        }
        false
    }
}

impl<G: Game> TurnSearch<G> for RandomTurns {
    fn search(&mut self, root: Root<'_, G>, _: &dyn Control<G>) -> Report<G> {
        let mut actions = Vec::new();
        self.complete(root.position, root.history, &mut actions);
        let nodes = actions.len() as u64;
        let lines = vec![Line { actions, score: None }];
        Report { depth: 0, nodes, verdict: Verdict::Unknown, length: None, lines }
    }

    fn new_game(&mut self) {
        self.random = generator(self.seed, &[]);
    }
}
