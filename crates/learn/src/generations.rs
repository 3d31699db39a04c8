//! Generations: play, train, test, and again. Every step leaves a file, so that an interrupted run continues where it was.
//!
//! The folder of a run holds `generation-N/` with `games.data`, `network.net`, the records of its match and `result.json`, which comes
//! last; `best.net` is the network of the last generation that passed its test, and `learn.md` the report with its plots.

use crate::{
    LearnError,
    data::{DataFile, Header, Sample},
    report, self_play,
    train::{Epoch, TrainConfig, Trained, fit_points, train},
};
use arena::{Decision, OpeningSource, Sprt, Tally, read_records};
use lab::tune::{ConfirmConfig, Tuning, confirm};
use players::{AnyGame, LearnedInputs, derive_seed};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// How to learn. Two runs with equal values and as many threads learn the same networks.
#[derive(Clone)]
pub struct LearnConfig {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The folder of the run.
    pub folder: PathBuf,
    /// The player, without its evaluation.
    pub spec: String,
    /// The evaluation of the first generation's games.
    pub first_evaluation: String,
    /// Games of each generation.
    pub games: u32,
    /// Nodes for a turn in these games.
    pub nodes: u64,
    /// Random turns at the beginning of a game.
    pub opening: u32,
    /// A network learns from the games of this many generations.
    pub window: u32,
    /// How many generations.
    pub generations: u32,
    /// Nodes for a turn in the match against the predecessor.
    pub match_nodes: u64,
    /// The most pairs of games in that match.
    pub match_pairs: u64,
    /// The test that a network has to pass.
    pub sprt: Sprt,
    /// How a network is trained.
    pub train: TrainConfig,
    /// The random seed.
    pub seed: u64,
    /// Games at the same time, and threads in training.
    pub threads: NonZeroUsize,
    /// The command that repeats the run.
    pub command: String,
}

/// What a run is doing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// Games played, and how many there will be.
    Playing(u32, u32),
    /// Epochs trained, how many there will be at most, and the last losses.
    Training(f32, u32, Option<Epoch>),
    /// Games of the match, and the most there can be.
    Testing(u64, u64),
}

/// A generation that is finished.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u32,
    /// All games that its network learned from, and their positions.
    pub games: u64,
    /// The positions it was trained on and those held out.
    pub positions: [usize; 2],
    /// Points for one unit of log odds.
    pub points: f32,
    /// Losses by epoch.
    pub epochs: Vec<Epoch>,
    /// Held-out losses of the network in integers, of the search's own scores, and of the targets themselves.
    pub held_out: [f64; 3],
    /// The digest of the network.
    pub digest: String,
    /// Games won, drawn and lost against the predecessor, and Elo with its error where there are enough.
    pub result: [u64; 3],
    /// The difference in Elo and its error.
    pub elo: Option<(f64, f64)>,
    /// Did it pass?
    pub passed: bool,
}

/// Plays, trains and tests until all generations are finished. `observer` sees every step of every generation.
pub fn learn(
    config: &LearnConfig,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u32, Step),
    finished: &mut dyn FnMut(&Generation),
) -> Result<Vec<Generation>, LearnError> {
    let game = config.game;
    let inputs = game
        .learned_inputs()
        .ok_or_else(|| LearnError::BadInput(format!("'{}' has no learned evaluation", game.name())))?;
    let mut done: Vec<Generation> = Vec::new();
    for number in 0..config.generations {
        let folder = config.folder.join(format!("generation-{number}"));
        fs::create_dir_all(&folder).map_err(io(&folder))?;
        let result = folder.join("result.json");
        let generation = match fs::read_to_string(&result) {
            Ok(text) => serde_json::from_str(&text).map_err(|e| LearnError::Corrupt {
                path: result.clone(),
                problem: format!("is not the result of a generation: {e}"),
            })?,
            Err(_) => {
                let generation =
                    Run { config, inputs, folder: &folder, number, done: &done }.whole(stop, observer)?;
                let text = serde_json::to_string_pretty(&generation)
                    .map_err(|e| LearnError::BadInput(e.to_string()))?;
                if generation.passed {
                    let network = fs::read(folder.join("network.net")).map_err(io(&folder))?;
                    write_whole(&config.folder.join("best.net"), &network)?;
                }
                write_whole(&result, (text + "\n").as_bytes())?;
                generation
            }
        };
        done.push(generation);
        report::write(config, &done)?;
        finished(&done[done.len() - 1]);
    }
    Ok(done)
}

/// One generation.
struct Run<'a> {
    config: &'a LearnConfig,
    inputs: LearnedInputs,
    folder: &'a Path,
    number: u32,
    done: &'a [Generation],
}

impl Run<'_> {
    fn whole(
        &self,
        stop: &AtomicBool,
        observer: &mut dyn FnMut(u32, Step),
    ) -> Result<Generation, LearnError> {
        let config = self.config;
        // Step 1. Play with the best player so far.
        let mut files = Vec::new();
        for number in self.number.saturating_sub(config.window.max(1) - 1)..=self.number {
            let champion = self.done.iter().take(number as usize).rev().find(|g| g.passed).map(|g| g.number);
            let header = Header::new(
                config.game.name(),
                self.inputs.name,
                &self.spec(champion),
                config.nodes,
                config.opening,
                derive_seed(config.seed, &[406, u64::from(number)]),
            );
            let path = config.folder.join(format!("generation-{number}")).join("games.data");
            let mut file = DataFile::open(&path, &header)?;
            let mut see = |games| observer(self.number, Step::Playing(games, config.games));
            self_play::play(config.game, &header, &mut file, config.games, config.threads, stop, &mut see)?;
            files.push(file);
        }
        // Step 2. Train on the games of the last generations, from scratch.
        let games: Vec<(u32, &[Sample])> = files
            .iter()
            .enumerate()
            .flat_map(|(nth, file)| {
                file.games
                    .iter()
                    .map(move |(game, samples)| (nth as u32 * config.games + game, samples.as_slice()))
            })
            .collect();
        let points = match self.done.first() {
            // One scale for all generations: margins of the search are in its points.
            Some(first) => first.points,
            None => fit_points(&games.iter().flat_map(|(_, samples)| samples.iter()).collect::<Vec<_>>()),
        };
        let played = games.len() as u64;
        let seed = derive_seed(config.seed, &[407, u64::from(self.number)]);
        let train_config = TrainConfig { seed, threads: config.threads, ..config.train };
        let card = |epochs: &[Epoch]| self.card(played, epochs);
        let mut see = |epoch: u32, part: f32, found: Option<Epoch>| {
            observer(self.number, Step::Training(epoch as f32 + part, config.train.epochs, found));
        };
        let Trained { file, epochs, in_integers, of_scores, of_targets, positions } =
            train(self.inputs, games.into_iter(), points, &train_config, &card, stop, &mut see)?;
        let network = self.folder.join("network.net");
        write_whole(&network, &file)?;
        // Step 3. Test it against the best so far.
        let champion = self.done.iter().rev().find(|g| g.passed).map(|g| g.number);
        let specs = [self.spec(Some(self.number)), self.spec(champion)];
        let test = ConfirmConfig { specs, sprt: config.sprt, most_pairs: config.match_pairs };
        let tuning = Tuning {
            entry: config.game,
            variant: "",
            nodes: config.match_nodes,
            openings: OpeningSource::Random(config.opening),
            seed: derive_seed(config.seed, &[408, u64::from(self.number)]),
            concurrency: config.threads,
            out: self.folder,
            name: "match".into(),
            command: config.command.clone(),
        };
        let (_, folder, decision) = confirm(&tuning, &test, stop, &mut |done, total| {
            observer(self.number, Step::Testing(done, total));
        })
        .map_err(|error| match error {
            lab::LabError::Stopped => LearnError::Stopped,
            other => LearnError::BadInput(other.to_string()),
        })?;
        let records = read_records(&folder.join("match.games.jsonl"))
            .map_err(|e| LearnError::BadInput(e.to_string()))?;
        let tally = Tally::from_records(&records);
        let elo = tally.pentanomial().elo().map(|estimate| (estimate.value, estimate.error));
        Ok(Generation {
            number: self.number,
            games: played,
            positions,
            points,
            epochs,
            held_out: [in_integers, of_scores, of_targets],
            digest: format!("{:016x}", network::digest(&file)),
            result: [tally.wins(), tally.draws(), tally.losses()],
            elo,
            passed: decision == Some(Decision::Accepted),
        })
    }

    /// The player with the network of a generation, or with the first evaluation.
    fn spec(&self, generation: Option<u32>) -> String {
        let config = self.config;
        let joint = if config.spec.contains(':') { ',' } else { ':' };
        match generation {
            None => format!("{}{joint}eval={}", config.spec, config.first_evaluation),
            Some(number) => {
                let path = config.folder.join(format!("generation-{number}")).join("network.net");
                format!("{}{joint}eval-file={}", config.spec, path.display())
            }
        }
    }

    fn card(&self, games: u64, epochs: &[Epoch]) -> String {
        let config = self.config;
        let last = epochs.iter().map(|e| e.held_out).fold(f64::INFINITY, f64::min);
        format!(
            "command: {}\nversion: {}\nseed: {}\ngeneration: {}\ngames: {games}\nnodes a turn: {}\nepochs: {}\nheld-out log loss: {last:.5}\n",
            config.command,
            env!("CARGO_PKG_VERSION"),
            config.seed,
            self.number,
            config.nodes,
            epochs.len(),
        )
    }
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> LearnError {
    let path = path.to_path_buf();
    move |error| LearnError::Io { path: path.clone(), error: error.to_string() }
}

/// Writes a file in one go: it is there whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    let part = path.with_extension("part");
    let write = || -> std::io::Result<()> {
        let mut file = fs::File::create(&part)?;
        std::io::Write::write_all(&mut file, bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(io(path))
}
