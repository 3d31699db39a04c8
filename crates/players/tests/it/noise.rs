//! Evaluation noise: the same game for a seed, other games for other seeds, and nothing given away for it.

use game::Outcome;
use players::{AnyGame, Board, GAMES, Limits, Request, SearchInfo};
use std::{collections::HashSet, sync::atomic::AtomicBool};

fn think(game: &'static dyn AnyGame, spec: &str, seed: u64, board: &dyn Board, limits: Limits) -> SearchInfo {
    let mut player = game.player(spec, seed).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let stop = AtomicBool::new(false);
    player.choose_turn(board, Request::new(limits, &stop), &mut |_| ())
}

/// The first turns of a game that a player plays against itself.
fn first_turns(game: &'static dyn AnyGame, spec: &str, seed: u64, count: usize) -> Vec<String> {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let mut board = game.start("").unwrap();
    let mut turns = Vec::new();
    for _ in 0..count {
        let info = think(game, spec, seed, board.as_ref(), limits);
        let turn = info.turn().unwrap_or_else(|| panic!("{spec} found no turn")).to_owned();
        board.play(&turn).unwrap_or_else(|error| panic!("{spec}: {error}"));
        turns.push(turn);
    }
    turns
}

#[test]
fn a_seed_gives_one_game_and_other_seeds_give_others() {
    for game in GAMES.iter() {
        for spec in ["alphabeta:tt=1M,eval-noise=10", "mcts:memory=4M,eval-noise=10"] {
            let play = |seed| first_turns(game, spec, seed, 4);
            assert_eq!(play(1), play(1), "{} {spec}", game.name());
            let games: HashSet<Vec<String>> = (1..=6).map(play).collect();
            assert!(games.len() >= 5, "{} {spec}: {games:?}", game.name());
        }
    }
}

#[test]
fn without_noise_the_seed_of_alpha_beta_means_nothing() {
    let game = GAMES.find("tzaar").unwrap();
    for spec in ["alphabeta:tt=1M", "alphabeta:tt=1M,eval-noise=0", "alphabeta:tt=1M,eval-noise,-eval-noise"]
    {
        assert_eq!(first_turns(game, spec, 1, 2), first_turns(game, "alphabeta:tt=1M", 2, 2), "{spec}");
        assert!(!game.spec(spec).unwrap().to_string().contains("noise"), "{spec}");
    }
}

/// Can the side to move win within the turn?
fn wins_at_once(board: &dyn Board) -> bool {
    let side = board.to_move();
    board.turns().iter().any(|turn| {
        let mut after = board.copy();
        after.play(turn).unwrap();
        after.outcome() == Some(Outcome::Win(side))
    })
}

fn after(board: &dyn Board, turn: &str) -> Box<dyn Board> {
    let mut after = board.copy();
    after.play(turn).unwrap_or_else(|error| panic!("{error}"));
    after
}

/// Does this turn lose by itself, or let the other side win with the next one?
fn loses_at_once(board: &dyn Board, turn: &str) -> bool {
    let after = after(board, turn);
    match after.outcome() {
        Some(outcome) => outcome == Outcome::Win(board.to_move().other()),
        None => after.to_move() != board.to_move() && wins_at_once(after.as_ref()),
    }
}

/// Boards of random games just before their ends, where some turns let the other side win at once and some do not.
fn dangers(game: &'static dyn AnyGame, variant: &str, wanted: usize) -> Vec<Box<dyn Board>> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut boards = vec![game.start(variant).unwrap()];
        while boards[boards.len() - 1].outcome().is_none() {
            let board = &boards[boards.len() - 1];
            let info = think(game, "random", seed, board.as_ref(), Limits::default());
            boards.push(after(board.as_ref(), info.turn().unwrap()));
        }
        let Some(before) = boards.len().checked_sub(3) else { continue };
        let board = boards.swap_remove(before);
        if wins_at_once(board.as_ref()) {
            continue;
        }
        let losing = board.turns().iter().filter(|turn| loses_at_once(board.as_ref(), turn)).count();
        if 0 < losing && losing < board.turns().len() {
            found.push(board);
            if found.len() == wanted {
                break;
            }
        }
    }
    found
}

/// Evaluations that are almost all noise: what is proven must be enough to stay alive.
#[test]
fn no_player_loses_at_once_because_of_noise() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for (name, variant, wanted, specs) in [
        ("knightthrough", "4x6", 20, ["alphabeta:tt=1M", "mcts:memory=4M"]),
        ("tzaar", "", 6, ["combined:tt=1M,pn.tt=1M", "combined:mcts=1,mc.memory=4M,tt=64K,pn.tt=1M"]),
    ] {
        let game = GAMES.find(name).unwrap();
        for (nth, board) in dangers(game, variant, wanted).iter().enumerate() {
            for spec in specs {
                let spec = format!("{spec},eval-noise=10000");
                let info = think(game, &spec, nth as u64, board.as_ref(), limits);
                let lost = loses_at_once(board.as_ref(), info.turn().unwrap());
                assert!(!lost, "{name} {spec}: {} in {}", info.turn().unwrap(), board.position_text());
            }
        }
    }
}

/// Exact bounds of the evaluation stay exact with noise.
#[test]
fn cut_offs_before_the_leaves_stay_exact() {
    let game = GAMES.find("tzaar").unwrap();
    let exact = "alphabeta:-tt-deeper,-lmr,-lmp,-null,tt=4M,eval-noise=60";
    for (nth, (position, _)) in game.info().bench.iter().enumerate() {
        let board = game.at_position(position).unwrap();
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let score = |spec: &str| think(game, spec, nth as u64, board.as_ref(), limits).lines[0].score;
        assert_eq!(score(exact), score(&format!("{exact},-eval-bounds")), "{position}");
    }
}

#[test]
fn wrong_noise_is_quoted_with_what_would_be_right() {
    let game = GAMES.find("amazons").unwrap();
    for spec in ["alphabeta:eval-noise=-1", "best:eval-noise=x", "mcts:eval-noise="] {
        let sentence = game.player(spec, 1).err().unwrap().to_string();
        assert!(sentence.contains("eval-noise; it takes 0 (none) to 10000"), "{sentence}");
    }
    // Settings apply from left to right, and `plain` has no noise.
    let spec = |text: &str| game.spec(text).unwrap().to_string();
    assert!(spec("alphabeta:plain,depth=2,eval-noise=7").ends_with("eval=main,eval-noise=7"));
    assert!(!spec("alphabeta:eval-noise=7,plain,depth=2").contains("noise"));
    assert_eq!(spec("alphabeta:variety=7"), spec("alphabeta:eval-noise=7"), "the former name");
}
