//! The board as data: where fields lie, which lines join them, what stands where; and back again for an editor.

use super::{kind_name, state};
use crate::{
    geometry::{DIRECTIONS, FIELDS, Field, highest, opposite, ray},
    phase::Phase,
    piece::{Kind, Stack},
    position::Tzaar,
};
use game::{Cells, Game, Scene, SceneCount, SceneLabel, ScenePiece, ScenePoint, Side, TextError};

/// Phases for an editor; the word is the one of position texts.
pub(super) const PHASES: [(&str, &str); 4] = [
    ("1", "first move of a turn"),
    ("2", "second move of a turn"),
    ("o", "White's opening turn, with all 60 pieces"),
    ("p", "placing the pieces"),
];

/// The kinds as words, in their order.
const WORDS: [&str; 3] = ["tott", "tzarra", "tzaar"];

/// Distance between neighbouring columns: the fields form equal triangles.
pub(super) const COLUMN: f64 = 0.866_025_403_784_438_6;

/// How far letters stand below the columns, and numbers above them.
pub(super) const BELOW: f64 = 0.8;
pub(super) const ABOVE: f64 = 0.72;

pub(super) fn scene(position: &Tzaar) -> Scene {
    let counts = Side::BOTH.into_iter().flat_map(|side| counts(position, side)).collect();
    let mut scene = Scene { cells: Cells::Lines, state: state(position), counts, ..Scene::default() };
    for field in Field::all() {
        let (x, y) = centre(field);
        let piece = position.stack_at(field).map(piece);
        scene.points.push(ScenePoint { name: field.to_string(), x, y, ground: "field", piece });
        let number = field.number_in_column();
        if number == 1 {
            let text = char::from(b'A' + field.column() as u8).to_string();
            scene.labels.push(SceneLabel { text, x, y: y + BELOW });
        } else if Field::in_column(field.column(), number + 1).is_none() {
            scene.labels.push(SceneLabel { text: number.to_string(), x, y: y - ABOVE });
        }
        for direction in 0..DIRECTIONS / 2 {
            // Each line once, from its lower end to its upper end.
            if ray(opposite(direction), field.slot()) == 0 && ray(direction, field.slot()) != 0 {
                let last = Field::at_slot(highest(ray(direction, field.slot())));
                scene.lines.push([(x, y), centre(last)]);
            }
        }
    }
    scene
}

/// How many stacks of each kind a side has. The last one of a kind must not be lost, except while pieces are still placed.
fn counts(position: &Tzaar, side: Side) -> [SceneCount; 3] {
    Kind::ALL.map(|kind| {
        let count = position.count(side, kind);
        let last = count == 1 && position.phase() != Phase::Placement;
        SceneCount { piece: piece(Stack::new(side, kind, 1)), count, last }
    })
}

/// A stack in words and data.
pub(super) fn piece(stack: Stack) -> ScenePiece {
    let (kind, name) = (WORDS[stack.kind().index()], kind_name(stack.kind(), 1));
    let side = Tzaar::SIDES[stack.side().index()].to_lowercase();
    let height = stack.height();
    let words =
        if height == 1 { format!("{side} {name}") } else { format!("{side} {name}, height {height}") };
    ScenePiece { side: Some(stack.side()), kind, height, words }
}

/// Where a field lies.
pub(super) fn centre(field: Field) -> (f64, f64) {
    place(field.column() as f64, field.row() as f64)
}

/// Where a place of the sloped array lies.
pub(super) fn place(column: f64, row: f64) -> (f64, f64) {
    (column * COLUMN, 6.0 - row + column / 2.0)
}

pub(super) fn arranged(pieces: &[(String, ScenePiece)], side: Side, phase: &str) -> Result<Tzaar, TextError> {
    let mut stacks = [None; FIELDS];
    for (name, piece) in pieces {
        let field =
            Field::from_name(name).ok_or_else(|| TextError::new(name, "is not a field of the board"))?;
        let kind = WORDS
            .iter()
            .position(|word| *word == piece.kind)
            .and_then(Kind::from_index)
            .unwrap_or(Kind::Tzaar);
        let Some(owner) = piece.side else {
            return Err(TextError::new(piece.kind, "has no owner; a stack is White's or Black's"));
        };
        if !(1..=15).contains(&piece.height) {
            return Err(TextError::new(&piece.height.to_string(), "is not a height from 1 to 14"));
        }
        stacks[field.index()] = Some(Stack::new(owner, kind, piece.height));
    }
    let known = if phase.is_empty() { Some(Phase::First) } else { Phase::from_sign(phase) };
    Tzaar::from_stacks(
        &stacks,
        side,
        known.ok_or_else(|| TextError::new(phase, "is not a phase: p, o, 1 or 2"))?,
    )
}
