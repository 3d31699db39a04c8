//! Fast games between all kinds of players with the checks of a development build: nothing panics, no turn is illegal, and
//! every game ends. 10 games of each game in CI, 200 in a long run.

use players::{GAMES, Limits, Request, derive_seed};
use std::sync::atomic::AtomicBool;

/// Players that take turns as first and second; each with little to think about.
const PLAYERS: [&str; 4] = ["random", "alphabeta:tt=64K", "mcts:memory=1M", "best"];

/// Turns of one game; random play ends long before.
const MOST_TURNS: u32 = 3000;

#[test]
fn fast_games_end_without_a_panic_or_an_illegal_turn() {
    let games = 10 * u64::from(testkit::scale());
    let stop = AtomicBool::new(false);
    for entry in GAMES.iter() {
        let starts: Vec<&str> = entry.info().starts.iter().map(|(variant, _)| *variant).collect();
        for number in 0..games {
            let seed = derive_seed(6, &[number]);
            let variant = starts[number as usize % starts.len()].replace("{seed}", &number.to_string());
            let mut board = entry.start(&variant).unwrap_or_else(|error| panic!("{error}"));
            let names = [PLAYERS[number as usize % 4], PLAYERS[(number / 4) as usize % 4]];
            let mut players =
                names.map(|spec| entry.player(spec, seed).unwrap_or_else(|error| panic!("{error}")));
            let what = format!("{}:{variant} {names:?}, game {number}", entry.name());
            let mut turns = 0;
            while board.outcome().is_none() && !board.actions().is_empty() {
                let limits = Limits { nodes: Some(60), ..Limits::default() };
                let player = &mut players[board.to_move().index()];
                let info = player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ());
                let turn =
                    info.turn().unwrap_or_else(|| panic!("{what}: no turn in {}", board.position_text()));
                board
                    .play(turn)
                    .unwrap_or_else(|error| panic!("{what}: {error} in {}", board.position_text()));
                turns += 1;
                assert!(turns < MOST_TURNS, "{what}: still going on at {}", board.position_text());
            }
        }
    }
}
