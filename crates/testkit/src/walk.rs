//! Random games: the positions on which laws are tried. Judges nothing.

use crate::Generator;
use game::{Game, History};
use rand::{SeedableRng, seq::SliceRandom};

/// How many random games to play, and from which seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plays {
    /// Games from each start position in an ordinary run.
    pub games: u32,
    /// Random seed.
    pub seed: u64,
    /// A game with more actions than this is taken to be endless, which is against the law.
    pub longest: u32,
}

impl Plays {
    /// Enough for any game of this project; endless play is noticed at 5000 actions.
    pub const fn new(games: u32, seed: u64) -> Plays {
        Plays { games, seed, longest: 5000 }
    }
}

/// Plays random games, many more in a long run, and shows every position that comes up, the start and the end included, with
/// a generator for the visitor's own random choices. Forbidden repetitions are avoided; a side without any allowed turn ends the
/// game.
pub fn random_games<G: Game>(starts: &[G], plays: Plays, visit: impl FnMut(&G, &mut Generator)) {
    the_same_games(starts, Plays { games: plays.games * crate::scale(), ..plays }, visit);
}

/// [`random_games`] that are the same in a long run.
pub(crate) fn the_same_games<G: Game>(starts: &[G], plays: Plays, mut visit: impl FnMut(&G, &mut Generator)) {
    for (nth, start) in starts.iter().enumerate() {
        for game in 0..plays.games {
            let seed = crate::mix(&[plays.seed, nth as u64, u64::from(game)]);
            random_game(start, &mut Generator::seed_from_u64(seed), plays.longest, &mut visit);
        }
    }
}

fn random_game<G: Game>(
    start: &G,
    generator: &mut Generator,
    longest: u32,
    visit: &mut impl FnMut(&G, &mut Generator),
) {
    let mut position = start.clone();
    let mut history = History::starting_at(start);
    let mut played = 0;
    visit(&position, generator);
    while position.outcome().is_none() {
        let mut turn = Vec::new();
        if !random_turn(&position, &history, generator, &mut turn) {
            return;
        }
        for action in turn.into_iter().rev() {
            position.play(action);
            played += 1;
            visit(&position, generator);
        }
        assert!(played <= longest, "random play must end, but {played} actions led to {position:?}");
        history.turn_ended(&position);
    }
}

/// Finds a random turn that can be completed, backing out of dead ends; its actions come last one first.
fn random_turn<G: Game>(
    position: &G,
    history: &History,
    generator: &mut Generator,
    turn: &mut Vec<G::Action>,
) -> bool {
    let mut actions = position.action_list();
    actions.shuffle(generator);
    for action in actions {
        let child = position.child(action);
        let ends_turn = child.outcome().is_some() || child.starts_turn();
        let fits = match ends_turn {
            true => !history.forbids(&child),
            false => random_turn(&child, history, generator, turn),
        };
        if fits {
            turn.push(action);
            return true;
        }
    }
    false
}
