//! The player that plays any legal turn: the weakest baseline, and the source of random openings.

use game::{Game, Verdict, distinct_turns};
use rand::seq::IndexedRandom;
use search::{
    Control, Line, Report, Root, TurnSearch,
    random::{Generator, generator},
};

/// Chooses uniformly among the distinct legal turns.
pub(crate) struct RandomTurns {
    seed: u64,
    random: Generator,
}

impl RandomTurns {
    pub(crate) fn new(seed: u64) -> RandomTurns {
        RandomTurns { seed, random: generator(seed, &[]) }
    }
}

impl<G: Game> TurnSearch<G> for RandomTurns {
    fn search(&mut self, root: Root<'_, G>, _: &dyn Control<G>) -> Report<G> {
        let mut turns = distinct_turns(root.position);
        turns.retain(|t| !root.history.forbids(&t.result));
        let chosen = turns.choose(&mut self.random).map(|t| t.actions.clone()).unwrap_or_default();
        let lines = vec![Line { actions: chosen, score: None }];
        Report { depth: 0, nodes: turns.len() as u64, verdict: Verdict::Unknown, length: None, lines }
    }

    fn new_game(&mut self) {
        self.random = generator(self.seed, &[]);
    }
}
