//! The rules against laws, published counts and a slow generator that shares no code with them.

mod common;

use arimaa::{Arimaa, rules::perft};
use common::{middle, starts};
use game::{Game, Notation};
use testkit::{Plays, laws};

const PERFT: &str = include_str!("../perft.txt");

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let data = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    data.map(|line| line.split(" ; ").collect())
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn the_rules_keep_the_laws() {
    let positions: Vec<Arimaa> = starts().into_iter().chain(middle()).collect();
    laws::check(&positions, Plays::new(1, 1));
    laws::key_from_scratch(&positions, Plays::new(1, 2), Arimaa::key_from_scratch);
}

#[test]
fn sequences_boards_and_turns_are_those_of_the_file() {
    let mut checked = 0;
    for line in lines(PERFT) {
        let position = Arimaa::parse_position(line[0]).unwrap();
        let sequences = [1, 2, 3, 4].map(|steps| perft::sequences(&position, steps));
        assert_eq!(sequences.map(|s| s.whole).to_vec(), numbers(line[1]), "{}", line[0]);
        assert_eq!(sequences[..3].iter().map(|s| s.half).collect::<Vec<_>>(), numbers(line[2]), "{}", line[0]);
        assert_eq!(sequences[3].half, 0);
        let boards = [1, 2, 3, 4].map(|steps| {
            let mut boards = perft::boards(&position, steps);
            boards.remove(position.board());
            boards.len() as u64
        });
        assert_eq!(boards.to_vec(), numbers(line[3]), "{}", line[0]);
        let turns = numbers(line[4])[0];
        assert_eq!(perft::turns(&position, 1), turns, "{}", line[0]);
        assert_eq!(game::perft_turns(&position, 1), turns, "{}", line[0]);
        checked += 1;
    }
    assert_eq!(checked, 10);
}
