//! Whole generations in the small: an interrupted run ends like an uninterrupted one.

use learn::{Generation, LearnConfig, LearnError, Step, learn, train::TrainConfig};
use players::GAMES;
use std::{
    fs,
    num::NonZeroUsize,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

fn config(name: &str) -> LearnConfig {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("quadrille-learn-run-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let threads = NonZeroUsize::new(2).unwrap();
    LearnConfig {
        game: GAMES.find("knightthrough").unwrap(),
        folder,
        spec: "alphabeta:tt=1M".into(),
        first_evaluation: "report".into(),
        games: 24,
        nodes: 60,
        opening: 4,
        window: 2,
        generations: 2,
        match_nodes: 60,
        match_pairs: 10,
        sprt: "elo0=0,elo1=200".parse().unwrap(),
        train: TrainConfig {
            epochs: 2,
            patience: 3,
            batch: 32,
            rate: 0.002,
            result_share: 0.5,
            seed: 1,
            threads,
        },
        seed: 5,
        threads,
        command: "test".into(),
    }
}

/// The parts of a generation that do not depend on the folder, which specs name.
fn comparable(generations: &[Generation]) -> Vec<String> {
    generations
        .iter()
        .map(|g| format!("{} {} {:?} {:?} {:?}", g.number, g.games, g.positions, g.epochs, g.held_out))
        .collect()
}

#[test]
fn an_interrupted_run_ends_like_an_uninterrupted_one() {
    let whole = config("whole");
    let never = AtomicBool::new(false);
    let expected = learn(&whole, &never, &mut |_, _| (), &mut |_| ()).unwrap();
    assert_eq!(expected.len(), 2);
    for file in ["learn.md", "loss.svg", "elo.svg", "generation-1/network.net", "generation-1/games.data"] {
        assert!(whole.folder.join(file).is_file(), "{file}");
    }
    let parts = config("parts");
    let mut interruptions = 0;
    let found = loop {
        let stop = AtomicBool::new(false);
        let mut steps = 0;
        let mut see = |_: u32, step: Step| {
            steps += 1;
            let enough = match step {
                Step::Playing(..) => 15,
                Step::Training(..) => 25,
                Step::Testing(..) => 30,
            };
            if steps >= enough && interruptions < 6 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        match learn(&parts, &stop, &mut see, &mut |_| ()) {
            Ok(found) => break found,
            Err(LearnError::Stopped) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(interruptions > 2, "{interruptions}");
    assert_eq!(comparable(&found), comparable(&expected));
    for folder in [whole.folder, parts.folder] {
        let _ = fs::remove_dir_all(folder);
    }
}

#[test]
fn a_game_without_inputs_is_refused() {
    let config = LearnConfig { game: GAMES.find("amazons").unwrap(), ..config("amazons") };
    let error = learn(&config, &AtomicBool::new(false), &mut |_, _| (), &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "'amazons' has no learned evaluation");
}
