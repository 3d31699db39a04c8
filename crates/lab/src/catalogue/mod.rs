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

use crate::{
    Conditions, Design, Experiment, LabError,
    kinds::matches::{Pairing, Show},
};
use arena::{OpeningSource, TimeControl};
use players::GameEntry;

/// Every experiment.
pub fn all() -> Vec<Experiment> {
    let mut all = tzaar::of_the_game();
    all.extend(taking_positions(tzaar::of_alpha_beta()));
    all.extend(taking_positions(tzaar_proofs::experiments()));
    all.extend(tzaar_games::experiments());
    all.extend(amazons::experiments());
    all.extend(amazons_estimates::experiments());
    all.extend(amazons_sums::experiments());
    all.extend(knightthrough::experiments());
    all.extend(arimaa::experiments());
    all.extend(every_game::experiments());
    all
}

/// The experiment with this name.
pub fn find(name: &str) -> Result<Experiment, LabError> {
    let mut everything = all();
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

/// An experiment from its parts.
fn experiment(
    name: &str,
    title: &str,
    source: &'static str,
    claim: &'static str,
    design: impl Fn(&Conditions) -> Result<Design, LabError> + Send + Sync + 'static,
) -> Experiment {
    Experiment {
        name: name.into(),
        title: title.into(),
        source,
        claim,
        takes_positions: false,
        design: Box::new(design),
    }
}

/// The same experiments, whose positions can come from a folder.
fn taking_positions(experiments: Vec<Experiment>) -> Vec<Experiment> {
    experiments.into_iter().map(|e| Experiment { takes_positions: true, ..e }).collect()
}

/// A game of the registry.
fn game(name: &str) -> Result<&'static dyn GameEntry, LabError> {
    players::find_game(name).map_err(LabError::because)
}

/// A pairing of two specs with labels, from random openings, with nothing printed about it.
fn pairing(
    entry: &'static dyn GameEntry,
    variant: &'static str,
    [first, second]: [(&str, String); 2],
    control: TimeControl,
    pairs: u64,
) -> Pairing {
    Pairing {
        entry,
        variant,
        players: [(first.0.into(), first.1), (second.0.into(), second.1)],
        control,
        openings: OpeningSource::Random(4),
        pairs,
        printed: None,
        printed_words: None,
        point: None,
    }
}

/// The players bring limits of their own.
const OWN_LIMITS: TimeControl = TimeControl::Nodes(u64::MAX);

/// Bars of Elo.
const ELO: Show = Show::Elo;
