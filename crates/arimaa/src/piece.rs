//! The six kinds of pieces and their letters. Knows no board.

use game::Side;
use std::fmt;

/// What a piece is, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The eight that want to reach the far row; never steps back, pushes and pulls nothing.
    Rabbit,
    /// Stronger than rabbits.
    Cat,
    /// Stronger than cats.
    Dog,
    /// Stronger than dogs.
    Horse,
    /// Stronger than everything but elephants.
    Camel,
    /// Stronger than everything else.
    Elephant,
}

impl Kind {
    /// All kinds, the weakest first.
    pub const ALL: [Kind; 6] = [Kind::Rabbit, Kind::Cat, Kind::Dog, Kind::Horse, Kind::Camel, Kind::Elephant];

    /// How many of this kind a side starts with.
    pub const fn count_at_start(self) -> u32 {
        match self {
            Kind::Rabbit => 8,
            Kind::Cat | Kind::Dog | Kind::Horse => 2,
            Kind::Camel | Kind::Elephant => 1,
        }
    }

    /// 0 for rabbits to 5 for elephants.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index; larger numbers give an elephant.
    #[inline]
    pub const fn of_index(index: usize) -> Kind {
        match index {
            0 => Kind::Rabbit,
            1 => Kind::Cat,
            2 => Kind::Dog,
            3 => Kind::Horse,
            4 => Kind::Camel,
            _ => Kind::Elephant,
        }
    }

    /// The capital letter of this kind.
    pub const fn letter(self) -> char {
        match self {
            Kind::Rabbit => 'R',
            Kind::Cat => 'C',
            Kind::Dog => 'D',
            Kind::Horse => 'H',
            Kind::Camel => 'M',
            Kind::Elephant => 'E',
        }
    }

    /// The kind as a word.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Rabbit => "rabbit",
            Kind::Cat => "cat",
            Kind::Dog => "dog",
            Kind::Horse => "horse",
            Kind::Camel => "camel",
            Kind::Elephant => "elephant",
        }
    }
}

/// A kind and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Gold is the first side, silver the second.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// A piece of `side`.
    #[inline]
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece { side, kind }
    }

    /// Its letter: a capital for gold, a small one for silver.
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter.
    pub fn of_letter(letter: char) -> Option<Piece> {
        let kind = Kind::ALL.into_iter().find(|k| k.letter() == letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some(Piece { side, kind })
    }

    /// 0 to 11: an index into tables with an entry for each piece of each side.
    #[inline]
    pub const fn index(self) -> usize {
        self.side as usize * 6 + self.kind.index()
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Side::First => "gold",
            Side::Second => "silver",
        };
        write!(f, "{side} {}", self.kind.name())
    }
}
