//! The board as data: where fields lie, which lines join them, what stands where; and back again for an editor.

use super::state;
use crate::{
    geometry::{DIRECTIONS, FIELDS, Field, highest, opposite, ray},
    piece::{Kind, Stack},
    position::{Phase, Tzaar},
};
use game::{Cells, Game, Scene, SceneLabel, ScenePiece, ScenePoint, Side, TextError};

/// Phases for an editor; the word is the one of position texts.
pub(super) const PHASES: [(&str, &str); 4] = [
    ("1", "first move of a turn"),
    ("2", "second move of a turn"),
    ("o", "White's opening turn, with all 60 pieces"),
    ("p", "placing the pieces"),
];

/// Distance between neighbouring columns: the fields form equal triangles.
const COLUMN: f64 = 0.866_025_403_784_438_6;

pub(super) fn scene(position: &Tzaar) -> Scene {
    let mut scene = Scene { cells: Cells::Lines, state: state(position), ..Scene::default() };
    for field in Field::all() {
        let (x, y) = centre(field);
        let piece = position.stack_at(field).map(piece);
        scene.points.push(ScenePoint { name: field.to_string(), x, y, ground: "field", piece });
        let number = field.number_in_column();
        if number == 1 {
            let text = char::from(b'A' + field.column() as u8).to_string();
            scene.labels.push(SceneLabel { text, x, y: y + 0.8 });
        } else if Field::in_column(field.column(), number + 1).is_none() {
            scene.labels.push(SceneLabel { text: number.to_string(), x, y: y - 0.72 });
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

/// A stack in words and data.
pub(super) fn piece(stack: Stack) -> ScenePiece {
    let (kind, name) = match stack.kind() {
        Kind::Tott => ("tott", "Tott"),
        Kind::Tzarra => ("tzarra", "Tzarra"),
        Kind::Tzaar => ("tzaar", "Tzaar"),
    };
    let side = Tzaar::SIDES[stack.side().index()].to_lowercase();
    let height = stack.height();
    let words =
        if height == 1 { format!("{side} {name}") } else { format!("{side} {name}, height {height}") };
    ScenePiece { side: Some(stack.side()), kind, height, words }
}

fn centre(field: Field) -> (f64, f64) {
    let (column, row) = (field.column() as f64, field.row() as f64);
    (column * COLUMN, 6.0 - row + column / 2.0)
}

pub(super) fn arranged(pieces: &[(String, ScenePiece)], side: Side, phase: &str) -> Result<Tzaar, TextError> {
    let mut stacks = [None; FIELDS];
    for (name, piece) in pieces {
        let field =
            Field::from_name(name).ok_or_else(|| TextError::new(name, "is not a field of the board"))?;
        let kind = match piece.kind {
            "tott" => Kind::Tott,
            "tzarra" => Kind::Tzarra,
            _ => Kind::Tzaar,
        };
        let Some(owner) = piece.side else {
            return Err(TextError::new(piece.kind, "has no owner; a stack is White's or Black's"));
        };
        if !(1..=15).contains(&piece.height) {
            return Err(TextError::new(&piece.height.to_string(), "is not a height from 1 to 14"));
        }
        stacks[field.index()] = Some(Stack::new(owner, kind, piece.height));
    }
    let phase = match phase {
        "p" => Phase::Placement,
        "o" => Phase::Opening,
        "1" | "" => Phase::First,
        "2" => Phase::Second,
        _ => return Err(TextError::new(phase, "is not a phase: p, o, 1 or 2")),
    };
    Tzaar::from_stacks(&stacks, side, phase)
}
