//! Setups by name, by letters and by chance. Which of them is good is not judged here.

use crate::{
    act::Act,
    piece::{Kind, Piece},
    rules::{Arimaa, Lineup},
    squares::{Squares, home_rows},
};
use game::{Game, Side, TextError, splitmix};

/// The setups that have names: what follows `arimaa:` on the command line, gold's sixteen letters from a1 to h2, and silver's
/// from a7 to h8. Silver's mirror gold's, but its elephant faces gold's camel.
pub const NAMED: [(&str, [&str; 2]); 4] = [
    // The rabbits behind everything else.
    ("classic", ["RRRRRRRRHDCMECDH", "HDCEMCDHRRRRRRRR"]),
    // Cats at the traps, dogs at home.
    ("cats-front", ["RRRDDRRRRHCMECHR", "RHCEMCHRRRRDDRRR"]),
    // Dogs at the traps, cats at home.
    ("dogs-front", ["RRRCCRRRRHDMEDHR", "RHDEMDHRRRRCCRRR"]),
    // The one that Rabbocop always uses.
    ("rabbocop", ["RDRCCRDRRHRMERHR", "RHREMRHRRDRCCRDR"]),
];

/// The setup that is left to a side whose turn it is, by a seed: one of the named ones, some of them left and right
/// exchanged. Silver exchanges them so that its elephant faces gold's camel. Pieces that already stand elsewhere than there
/// are made do with. `None` once the setup is over.
pub fn known_turn(position: &Arimaa, seed: u64) -> Option<Vec<Act>> {
    if !position.is_setup() {
        return None;
    }
    let mut state = seed;
    let (_, letters) = NAMED[next_below(&mut state, NAMED.len() as u64) as usize];
    let side = position.to_move();
    let mut lineup = parse_lineup(letters[side.index()]).ok()?;
    let camel = position.board().pieces(Side::First, Kind::Camel);
    let exchanged = match side {
        Side::First => next_below(&mut state, 2) == 1,
        Side::Second => camel & RIGHT_HALF != 0,
    };
    if exchanged {
        lineup[..8].reverse();
        lineup[8..].reverse();
    }
    let mut turn = Vec::new();
    let mut reached = *position;
    while turn.is_empty() || !reached.starts_turn() {
        let wanted = lineup[(home_rows(side) & (reached.next_square()?.alone() - 1)).count_ones() as usize];
        let left = |kind: &Kind| reached.is_legal(Act::Place(*kind));
        let kind = Some(wanted).filter(left).or_else(|| Kind::ALL.into_iter().find(left))?;
        reached.play(Act::Place(kind));
        turn.push(Act::Place(kind));
    }
    Some(turn)
}

/// The files e to h.
const RIGHT_HALF: Squares = 0xF0F0_F0F0_F0F0_F0F0;

/// A lineup of `side` shuffled by a seed: every arrangement is equally likely.
pub fn shuffled(side: Side, seed: u64) -> Lineup {
    let kinds = Kind::ALL.into_iter().flat_map(|k| std::iter::repeat_n(k, k.count_at_start() as usize));
    let mut lineup = [Kind::Rabbit; 16];
    for (place, kind) in lineup.iter_mut().zip(kinds) {
        *place = kind;
    }
    let mut state = seed ^ (side.index() as u64 + 1) << 32;
    for last in (1..16).rev() {
        let chosen = next_below(&mut state, last as u64 + 1) as usize;
        lineup.swap(last, chosen);
    }
    lineup
}

/// A number below `bound`; the bias for such small bounds is below 2⁻⁵⁹.
fn next_below(state: &mut u64, bound: u64) -> u64 {
    splitmix(state) % bound
}

/// Reads sixteen letters of one side, small or capital; they must be the pieces that a side has.
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
pub fn parse_lineup(letters: &str) -> Result<Lineup, TextError> {
    let wrong = |problem: &str| {
        TextError::new(letters, format!("{problem}; it should be 8 R, 2 C, 2 D, 2 H, 1 M and 1 E"))
    };
    let mut lineup = [Kind::Rabbit; 16];
    let mut count = 0;
    for letter in letters.chars() {
        let Some(piece) = Piece::of_letter(letter) else {
            let problem = "is not the letter of a piece; it should be one of R C D H M E";
            return Err(TextError::new(letter.encode_utf8(&mut [0; 4]), problem));
        };
        let Some(place) = lineup.get_mut(count) else {
            return Err(wrong("has more than 16 letters"));
        };
        *place = piece.kind;
        count += 1;
    }
    if count < 16 {
        return Err(wrong("has fewer than 16 letters"));
    }
    let complete = |kind: Kind| lineup.iter().filter(|&&k| k == kind).count() as u32 == kind.count_at_start();
    if Kind::ALL.into_iter().all(complete) { Ok(lineup) } else { Err(wrong("has the wrong pieces")) }
}

/// The start position of a variant, as [`game::Setup`] describes them.
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
pub(crate) fn variant(text: &str) -> Result<Arimaa, TextError> {
    if text.is_empty() {
        return Ok(Arimaa::empty());
    }
    let unknown = || {
        let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
        let problem = format!(
            "is not a setup; it should be {}, random=SEED, or setup=GOLD/SILVER with sixteen letters each",
            names.join(", ")
        );
        TextError::new(text, problem)
    };
    let lineups: Vec<Lineup> = match text.split_once('=') {
        None => {
            let (_, letters) = NAMED.iter().find(|(name, _)| *name == text).ok_or_else(unknown)?;
            letters.iter().copied().map(parse_lineup).collect::<Result<_, _>>()?
        }
        Some(("random", seed)) => {
            let digits = !seed.is_empty() && seed.bytes().all(|b| b.is_ascii_digit());
            let problem = "is not a seed; it should be a whole number below 2^64";
            let seed = seed.parse().ok().filter(|_| digits);
            let seed = seed.ok_or_else(|| TextError::new(text, problem))?;
            Side::BOTH.map(|side| shuffled(side, seed)).to_vec()
        }
        Some(("setup", letters)) => letters.splitn(2, '/').map(parse_lineup).collect::<Result<_, _>>()?,
        Some(_) => return Err(unknown()),
    };
    Arimaa::placed_as(lineups.into_iter().flatten()).ok_or_else(unknown)
}
