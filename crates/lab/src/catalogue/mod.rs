//! All experiments by name, in the order of the papers. Every one is data; how it is done is in `kinds`.

mod amazons;
mod amazons_estimates;
mod amazons_sums;
mod arimaa;
mod arimaa_cores;
mod every_game;
mod knightthrough;
mod tzaar;
mod tzaar_causes;
mod tzaar_games;
mod tzaar_proofs;
mod tzaar_size;

use crate::{Conditions, Design, Experiment, LabError};
use players::{AnyGame, Games};

/// An experiment: its name and its design.
type Listing = (&'static str, fn(&Conditions) -> Result<Design, LabError>);

/// The words about experiments: name, title, source and claim, a line each, with an empty line between experiments. For our own
/// experiments the claim is a question.
const WORDS: &str = include_str!("experiments.txt");

/// Title, source and claim of an experiment.
fn words(name: &str) -> [&'static str; 3] {
    let mut blocks = WORDS.split("\n\n").map(str::lines);
    let block = blocks.find_map(|mut lines| (lines.next() == Some(name)).then_some(lines));
    let mut lines = block.into_iter().flatten();
    std::array::from_fn(|_| lines.next().unwrap_or_default())
}

/// Every experiment on these games.
pub fn all(games: Games) -> Vec<Experiment> {
    let listings = [
        ("tzaar", tzaar_size::EXPERIMENTS, false),
        ("tzaar", tzaar::EXPERIMENTS, true),
        ("tzaar", tzaar_proofs::EXPERIMENTS, true),
        ("tzaar", tzaar_games::EXPERIMENTS, false),
        ("amazons", amazons::EXPERIMENTS, false),
        ("amazons", amazons_estimates::EXPERIMENTS, false),
        ("amazons", amazons_sums::EXPERIMENTS, false),
        ("knightthrough", knightthrough::EXPERIMENTS, false),
        ("arimaa", arimaa::EXPERIMENTS, false),
    ];
    let mut all = Vec::new();
    for (_, listings, takes_positions) in listings.into_iter().filter(|(game, ..)| games.find(game).is_ok()) {
        all.extend(listings.iter().map(|&(name, design)| {
            let [title, source, claim] = words(name);
            let (name, title, design) = (name.into(), title.into(), Box::new(design));
            Experiment { name, title, source, claim, takes_positions, design }
        }));
    }
    all.extend(every_game::experiments(games));
    all
}

/// The experiment with this name.
pub fn find(games: Games, name: &str) -> Result<Experiment, LabError> {
    let mut everything = all(games);
    match everything.iter().position(|e| e.name == name) {
        Some(nth) => Ok(everything.swap_remove(nth)),
        None => {
            let alike: Vec<&str> = everything
                .iter()
                .map(|e| e.name.as_str())
                .filter(|n| !name.is_empty() && n.contains(name))
                .take(5)
                .collect();
            let advice = match alike.is_empty() {
                true => "`quadrille lab list` names all of them".into(),
                false => format!("did you mean {}? `quadrille lab list` names all of them", alike.join(", ")),
            };
            Err(LabError::BadInput(format!("'{name}' is not an experiment; {advice}")))
        }
    }
}

/// Core-seconds that experiments took at standard size, a line each.
const COSTS: &str = include_str!("costs.txt");

/// What an experiment costs at standard size, in core-seconds; infinite if it was never measured.
pub fn cost(name: &str) -> f64 {
    let mut lines = COSTS.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(known, _)| *known == name).and_then(|(_, cost)| cost.parse().ok()).unwrap_or(f64::INFINITY)
}

/// A game of the registry.
fn game(name: &str) -> Result<&'static dyn AnyGame, LabError> {
    players::GAMES.find(name).map_err(LabError::cell)
}
