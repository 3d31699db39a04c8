//! All experiments by name, in the order of the papers. Every one is data; how it is done is in `kinds`.

mod amazons;
mod amazons_estimates;
mod amazons_sums;
mod arimaa;
mod every_game;
mod knightthrough;
mod tzaar;
mod tzaar_games;
mod tzaar_proofs;
mod tzaar_size;

use crate::{Conditions, Design, Experiment, LabError};
use players::{AnyGame, Games};

/// An experiment as data.
struct Listing {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    claim: &'static str,
    design: fn(&Conditions) -> Result<Design, LabError>,
}

/// Every experiment on these games.
pub fn all(games: Games) -> Vec<Experiment> {
    let listings = [
        ("tzaar", tzaar_size::EXPERIMENTS, false),
        ("tzaar", tzaar::ALPHA_BETA, true),
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
        all.extend(listings.iter().map(|listing| Experiment {
            name: listing.name.into(),
            title: listing.title.into(),
            source: listing.source,
            claim: listing.claim,
            takes_positions,
            design: Box::new(listing.design),
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
            Err(LabError::UnknownExperiment { name: name.into(), advice })
        }
    }
}

/// A game of the registry.
fn game(name: &str) -> Result<&'static dyn AnyGame, LabError> {
    players::GAMES.find(name).map_err(LabError::cell)
}
