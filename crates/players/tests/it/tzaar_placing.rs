//! Is the placing of the tournament version worth anything? `best` places for one side and chance for the other; then both
//! sides are played by the same player.

use game::{Outcome, Side};
use players::{Board, GAMES, Limits, Player, Request, derive_seed};
use std::sync::atomic::AtomicBool;

/// Pieces that are placed before play begins.
const PIECES: usize = 60;

fn make(spec: &str, seed: u64) -> Box<dyn Player> {
    let game = GAMES.find("tzaar").unwrap_or_else(|error| panic!("{error}"));
    game.player(spec, seed).unwrap_or_else(|error| panic!("{error}"))
}

fn play(board: &mut dyn Board, player: &mut dyn Player, nodes: u64) {
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let info = player.choose_turn(board, Request::new(limits, &stop), &mut |_| ());
    let turn = info.turn().unwrap_or_else(|| panic!("no turn in {}", board.position_text()));
    board.play(turn).unwrap_or_else(|error| panic!("{error}"));
}

/// How many of so many games, colours taken in turn, the side wins for which `best` places the pieces.
fn wins_of_placing(games: u64, placing_nodes: u64, nodes: u64) -> usize {
    let mut placer = make("best:tt=1M", 1);
    // A tree of so few nodes would leave much to chance.
    let mut player = make("best:-mcts,tt=1M", 1);
    let won = |&number: &u64| {
        let placed = if number % 2 == 0 { Side::First } else { Side::Second };
        let mut chance = make("random", derive_seed(7, &[number]));
        let mut board = GAMES.find("tzaar").unwrap().start("tournament").unwrap_or_else(|e| panic!("{e}"));
        placer.new_game();
        for _ in 0..PIECES {
            let own = board.to_move() == placed;
            let who = if own { placer.as_mut() } else { chance.as_mut() };
            play(board.as_mut(), who, placing_nodes);
        }
        player.new_game();
        while board.outcome().is_none() {
            play(board.as_mut(), player.as_mut(), nodes);
        }
        board.outcome() == Some(Outcome::Win(placed))
    };
    (0..games).filter(won).count()
}

#[test]
fn placing_beats_chance() {
    let wins = wins_of_placing(40, 1_000, 300);
    assert!(wins >= 24, "{wins} of 40");
}
