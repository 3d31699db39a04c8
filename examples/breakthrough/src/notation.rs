//! Texts and pictures: positions as rows of `W`, `b` and `.`, moves as `b2-b3`, the board as a scene.

use crate::{Breakthrough, Step};
use quadrille::game::{Draw, Game, Notation, Outcome, Scene, ScenePiece, Setup, Side, TextError, chequered};

fn square(number: u8) -> String {
    format!("{}{}", char::from(b'a' + number % 8), number / 8 + 1)
}

impl Breakthrough {
    fn piece_on(&self, file: u8, row: u8) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.pieces[side.index()] >> (8 * row + file) & 1 != 0)
    }
}

impl Setup for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const VARIANTS: &'static str = "none";

    fn start(variant: &str) -> Result<Breakthrough, TextError> {
        match variant {
            "" => Ok(Breakthrough::start_position()),
            _ => Err(TextError::new(variant, "is not a variant; breakthrough has none")),
        }
    }
}

impl Notation for Breakthrough {
    const POSITION_EXAMPLE: &'static str =
        "bbbbbbbb/bbbbbbbb/......../......../......../......../WWWWWWWW/WWWWWWWW w";

    fn position_text(&self) -> String {
        let sign = |file, row| self.piece_on(file, row).map_or('.', |side| ['W', 'b'][side.index()]);
        let rows = (0..8).rev().map(|row| (0..8).map(|file| sign(file, row)).collect::<String>());
        format!("{} {}", rows.collect::<Vec<_>>().join("/"), ["w", "b"][self.to_move.index()])
    }

    fn parse_position(text: &str) -> Result<Breakthrough, TextError> {
        let wrong = || {
            TextError::new(text, format!("is not a position; it should look like {}", Self::POSITION_EXAMPLE))
        };
        let (board, side) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let to_move = match side {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return Err(TextError::new(side, "is not a side; it should be w or b")),
        };
        let rows: Vec<&str> = board.split('/').rev().collect();
        if rows.len() != 8 || rows.iter().any(|row| row.chars().count() != 8) {
            return Err(wrong());
        }
        let mut pieces = [0; 2];
        for (square, sign) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            match sign {
                'W' => pieces[0] |= 1 << square,
                'b' => pieces[1] |= 1 << square,
                '.' => {}
                _ => return Err(TextError::new(&sign.to_string(), "is not a piece; it should be W or b")),
            }
        }
        if pieces == [0; 2] {
            return Err(TextError::new(text, "has no piece on it"));
        }
        Ok(Breakthrough { pieces, to_move })
    }

    fn action_text(&self, step: Step) -> String {
        format!("{}-{}", square(step.from), square(step.to))
    }

    fn ending(&self) -> Option<&'static str> {
        let reason = if self.pieces.contains(&0) { "elimination" } else { "goal" };
        self.outcome().map(|_| reason)
    }
}

impl Draw for Breakthrough {
    fn squares_of(&self, step: Step) -> Vec<String> {
        vec![square(step.from), square(step.to)]
    }

    fn scene(&self) -> Scene {
        let state = match self.outcome() {
            Some(Outcome::Win(side)) => format!("{} has won", Self::SIDES[side.index()]),
            _ => format!("{} to move", Self::SIDES[self.to_move.index()]),
        };
        Scene::of_squares(8, 8, state, |file, row| {
            let piece = self.piece_on(file, row).map(|side| ScenePiece {
                side: Some(side),
                kind: "pawn",
                height: 1,
                words: format!("{} pawn", Self::SIDES[side.index()].to_lowercase()),
            });
            (chequered(file, row), piece)
        })
    }
}
