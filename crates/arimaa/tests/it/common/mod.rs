//! What several tests share: known positions, random positions, and the rules once more, slowly.
#![allow(dead_code)] // Each test file uses its own part of this.

pub mod fights;
pub mod naive;

use arimaa::{Arimaa, Board, Kind, Piece, Square};
use game::{Game, Notation, Setup, Side};
use rand::{RngExt, SeedableRng};
use testkit::Generator;

pub fn at(text: &str) -> Arimaa {
    Arimaa::parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn starts() -> Vec<Arimaa> {
    vec![Arimaa::empty(), Arimaa::start("classic").unwrap(), Arimaa::start("random=5").unwrap()]
}

/// The positions of the perft file in which the game goes on.
pub fn middle() -> Vec<Arimaa> {
    let data = include_str!("../../../perft.txt").lines().filter(|l| l.starts_with("g ["));
    let positions = data.map(|l| at(l.split(" ; ").next().unwrap()));
    positions.filter(|p| p.outcome().is_none()).collect()
}

/// Pieces strewn over the board, few or many, finished or not: what random games hardly ever reach. Half of the rabbits
/// stand near goal, and one position in four is cramped into a corner, where pieces freeze and block each other.
pub fn strewn(count: u64) -> Vec<Arimaa> {
    let positions = (0..).filter_map(|seed| {
        let mut random = Generator::seed_from_u64(seed);
        let density = random.random_range(1..=8);
        let cramped = random.random_range(0..4) == 0;
        let mut board = Board::EMPTY;
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for _ in 0..kind.count_at_start() {
                    if random.random_range(0..8) < density {
                        let square = some_square(side, kind, cramped, &mut random);
                        if board.at(square).is_none() {
                            board.put(Piece::new(side, kind), square);
                        }
                    }
                }
            }
        }
        let side = Side::BOTH[random.random_range(0..2)];
        Arimaa::new(board, side).ok()
    });
    positions.take(count as usize).collect()
}

fn some_square(side: Side, kind: Kind, cramped: bool, random: &mut Generator) -> Square {
    let file = random.random_range(0..if cramped { 3 } else { 8 });
    let near_goal = kind == Kind::Rabbit && random.random_range(0..2) == 0;
    let rank = match (near_goal && !cramped, side) {
        (false, _) => random.random_range(if cramped { 5 } else { 0 }..8),
        (true, Side::First) => random.random_range(3..7),
        (true, Side::Second) => random.random_range(1..5),
    };
    Square::at(file, rank)
}

/// A position from a side and pieces such as `Ed4 rh8`, at the start of a turn.
pub fn set(side: &str, pieces: &str) -> Arimaa {
    let mut board = Board::EMPTY;
    for word in pieces.split_whitespace() {
        let piece = Piece::of_letter(word.chars().next().unwrap()).unwrap();
        board.put(piece, Square::named(&word[1..]).unwrap());
    }
    let side = Side::BOTH[usize::from(side == "s")];
    Arimaa::new(board, side).unwrap_or_else(|problem| panic!("{pieces} {problem}"))
}

/// The position after some actions, which need not be a whole turn; the complaint if one of them is illegal.
pub fn after(position: &Arimaa, actions: &str) -> Result<Arimaa, String> {
    let mut reached = *position;
    for word in actions.split_whitespace() {
        let action = reached.parse_action(word).map_err(|error| error.to_string())?;
        reached.play(action);
    }
    Ok(reached)
}

/// What stands on a square: a letter, or a dot.
pub fn on(position: &Arimaa, square: &str) -> char {
    position.board().at(Square::named(square).unwrap()).map_or('.', Piece::letter)
}

/// The board with files a to h exchanged for h to a.
pub fn mirrored(position: &Arimaa) -> Arimaa {
    image(position, false, |square| Square::at(7 - square.file(), square.row()))
}

/// The board turned by half a turn, with the colours exchanged.
pub fn turned(position: &Arimaa) -> Arimaa {
    image(position, true, |square| Square::at(7 - square.file(), 7 - square.row()))
}

/// The image of a position, made from its text: the board and the marks of a running turn.
fn image(position: &Arimaa, exchange: bool, of: impl Fn(Square) -> Square) -> Arimaa {
    let recoloured = |sign: char| match exchange {
        true if sign.is_ascii_uppercase() => sign.to_ascii_lowercase(),
        true => sign.to_ascii_uppercase(),
        false => sign,
    };
    let mut signs = [' '; 64];
    for bit in 0..64 {
        let square = Square::of_bit(bit);
        if let Some(piece) = position.board().at(square) {
            let to = of(square);
            signs[usize::from(7 - to.row()) * 8 + usize::from(to.file())] = recoloured(piece.letter());
        }
    }
    let gold_moves = (position.to_move() == Side::First) != exchange;
    let mut text = format!("{} [{}]", if gold_moves { 'g' } else { 's' }, signs.iter().collect::<String>());
    let moved = |word: &str| {
        let square = of(Square::named(&word[1..]).unwrap());
        (square, format!("{}{square}", recoloured(word.chars().next().unwrap())))
    };
    let original = position.position_text();
    let (_, marks) = original.split_once(']').unwrap();
    for mark in marks.split_whitespace() {
        let (name, value) = mark.split_once('=').unwrap();
        let value = match name {
            "left" => value.to_owned(),
            "was" if value == "same" => value.to_owned(),
            _ => {
                let mut words: Vec<(Square, String)> = value.split(',').map(&moved).collect();
                words.sort();
                words.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(",")
            }
        };
        text += &format!(" {name}={value}");
    }
    at(&text)
}

/// The board upside down, with the colours exchanged and the files where they were.
pub fn flipped(position: &Arimaa) -> Arimaa {
    image(position, true, |square| Square::at(square.file(), 7 - square.row()))
}
