//! Regions of a board as local games of `cgt`: White is Right there and Black is Left. Translates, and knows no values.

use amazons::{Amazons, Square, Squares, members};
use cgt::{Partizan, Player, games};
use game::Side;

/// The side that combinatorial game theory calls Left, whose moves count positive: `x` in the texts of local positions.
pub(super) const LEFT: Side = Side::Second;

/// What a side is called there.
pub(super) fn player(side: Side) -> Player {
    if side == LEFT { Player::Left } else { Player::Right }
}

/// A position as rows from the top, cut down to what is in play.
pub(super) fn text(position: &Amazons) -> String {
    let amazons = Side::BOTH.map(|side| position.amazons(side));
    let live = position.empty() | amazons[0] | amazons[1];
    let span = |of: fn(Square) -> u8| {
        let places = || members(live).map(of);
        places().min().unwrap_or(0)..=places().max().unwrap_or(0)
    };
    let (files, rows) = (span(Square::file), span(Square::row));
    let letter = |file, row| {
        let here: Squares = Square::at(file, row).alone();
        match () {
            () if amazons[LEFT.index()] & here != 0 => 'x',
            () if amazons[LEFT.other().index()] & here != 0 => 'o',
            () if position.empty() & here != 0 => '.',
            () => '#',
        }
    };
    let line = |row| files.clone().map(|file| letter(file, row)).collect::<String>();
    rows.rev().map(line).collect::<Vec<_>>().join("|")
}

/// A position as a local game; `None` if it is too wide for one.
pub(crate) fn game(position: &Amazons) -> Option<games::Amazons> {
    games::Amazons::parse(&text(position)).ok()
}
