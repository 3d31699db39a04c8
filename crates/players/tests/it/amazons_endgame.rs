//! Endgames by exact values: verdicts agree with proof-number search, and a won endgame is never lost.

use game::{Outcome, Verdict};
use players::{Board, GAMES, Limits, Player, Request, generator};
use rand::RngExt;
use std::sync::atomic::AtomicBool;

/// Only the exact values can prove anything here: alpha-beta looks one action deep.
const BY_VALUES: &str = "combined:endgame=12,depth=1,tt=64K";

fn ask(player: &mut dyn Player, board: &dyn Board, nodes: u64) -> (Verdict, String) {
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let info = player.choose_turn(board, Request::new(limits, &stop), &mut |_| ());
    (info.verdict, info.turn().expect("a turn").to_owned())
}

/// Boards strewn with burnt squares and some amazons of each side, most of which decompose.
fn strewn(count: u64) -> impl Iterator<Item = Box<dyn Board>> {
    let game = GAMES.find("amazons").unwrap();
    (0..count).filter_map(move |seed| {
        let mut random = generator(seed, &[77]);
        let (files, rows) = [(6, 4), (7, 3), (5, 5)][seed as usize % 3];
        let mut cells: Vec<char> =
            (0..files * rows).map(|_| if random.random_range(0..100) < 52 { '#' } else { '.' }).collect();
        for nth in 0..6 {
            let at = random.random_range(0..cells.len());
            cells[at] = if nth % 2 == 0 { 'x' } else { 'o' };
        }
        let rows: Vec<String> = cells.chunks(files).map(|row| row.iter().collect()).collect();
        let side = if seed % 2 == 0 { "w" } else { "b" };
        let board = game.at_position(&format!("{} {side}", rows.join("|"))).unwrap();
        board.outcome().is_none().then_some(board)
    })
}

#[test]
fn verdicts_agree_with_proofs_and_won_endgames_are_won() {
    let game = GAMES.find("amazons").unwrap();
    let (mut won, mut lost, mut open, mut apart) = (0, 0, 0, 0);
    for (nth, board) in strewn(100).enumerate() {
        let mut prover = game.player("dfpns:tt=1M", 1).unwrap();
        let mut player = game.player(BY_VALUES, 1).unwrap();
        let facts = board.facts();
        let fact = |name: &str| facts.iter().find(|f| f.0 == name).map_or(0, |f| f.1);
        let (proven, _) = ask(prover.as_mut(), board.as_ref(), 300_000);
        let (verdict, _) = ask(player.as_mut(), board.as_ref(), 300_000);
        if proven == Verdict::Unknown || verdict == Verdict::Unknown {
            open += 1;
            continue;
        }
        assert_eq!(verdict, proven, "{}", board.position_text());
        apart += usize::from(fact("contested_regions") > 1);
        if verdict == Verdict::Loss {
            lost += 1;
            continue;
        }
        won += 1;
        // Against an opponent who tries anything, and one who resists.
        for opponent in ["random", "alphabeta:depth=3,tt=64K"] {
            let mut opponent = game.player(opponent, nth as u64).unwrap();
            let mut board = board.copy();
            let me = board.to_move();
            while board.outcome().is_none() {
                let turn = if board.to_move() == me {
                    let (verdict, turn) = ask(player.as_mut(), board.as_ref(), 300_000);
                    assert_eq!(verdict, Verdict::Win, "still won: {}", board.position_text());
                    turn
                } else {
                    ask(opponent.as_mut(), board.as_ref(), 500).1
                };
                board.play(&turn).unwrap();
            }
            assert_eq!(board.outcome(), Some(Outcome::Win(me)));
        }
    }
    assert!(
        won > 20 && lost > 5 && open < 70 && apart > 3,
        "{won} won, {lost} lost, {open} open, {apart} apart"
    );
}

#[test]
fn the_switch_can_be_turned_off_and_other_games_refuse_it() {
    let game = GAMES.find("amazons").unwrap();
    let board = game.at_position("#.###..|.#x#.o.|o.###..|#######|x...#o. w").unwrap();
    let off = format!("{BY_VALUES},endgame=0");
    assert_eq!(ask(game.player(&off, 1).unwrap().as_mut(), board.as_ref(), 5000).0, Verdict::Unknown);
    assert_ne!(ask(game.player(BY_VALUES, 1).unwrap().as_mut(), board.as_ref(), 5000).0, Verdict::Unknown);
    let error = GAMES.find("tzaar").unwrap().player("combined:endgame=5", 1).err().unwrap();
    assert_eq!(
        error.to_string(),
        "'endgame' needs a game that decomposes into regions, such as amazons; write endgame=0"
    );
}
