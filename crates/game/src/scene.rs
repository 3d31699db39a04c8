//! What a board looks like as data: points, pieces and lines, for whoever draws it and knows no rules. Draws nothing.
//!
//! The unit of all coordinates is the distance between neighbouring points; x grows to the right, y downwards, and the first
//! side sits at the bottom.

use crate::Side;

/// How the points of a board are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cells {
    /// Every point is the middle of a square of side 1.
    #[default]
    Squares,
    /// Points are where lines meet.
    Lines,
}

/// A whole board. One without points is shown by [`crate::Draw::svg_board`] and played by text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// How points are shown.
    pub cells: Cells,
    /// Every point, in an order that reads well aloud.
    pub points: Vec<ScenePoint>,
    /// Lines to draw under the points, each from end to end.
    pub lines: Vec<[(f64, f64); 2]>,
    /// Letters and numbers along the edge.
    pub labels: Vec<SceneLabel>,
    /// Whose turn it is to do what, or how the game ended: one sentence without a full stop.
    pub state: String,
}

/// A place that something can stand on.
#[derive(Clone, PartialEq, Debug)]
pub struct ScenePoint {
    /// Its name in the notation of the game.
    pub name: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// What it is like when nothing stands on it: `light`, `dark`, `field`, or a word of the game such as `trap`.
    pub ground: &'static str,
    /// What stands on it.
    pub piece: Option<ScenePiece>,
}

/// Something that stands on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenePiece {
    /// Whose it is; `None` for what belongs to nobody, such as a burnt square.
    pub side: Option<Side>,
    /// What it is, in one lower-case word.
    pub kind: &'static str,
    /// How many pieces stand on each other; 1 in most games.
    pub height: u8,
    /// The piece in words, for those who cannot see it: `white Tzaar of height 2`.
    pub words: String,
}

/// A letter or number along the edge.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneLabel {
    /// What it says.
    pub text: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
}

/// How an action is shown by hand: from a point, onto a point, or with a piece taken from beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gesture {
    /// Where it starts, if anything moves.
    pub from: Option<String>,
    /// Where it ends, if anything arrives.
    pub to: Option<String>,
    /// What is put on the board, if anything.
    pub piece: Option<ScenePiece>,
}

impl Scene {
    /// A board of squares named `a1` and so on, as on a chess board, without anything on it yet: `on` says what the ground
    /// and the piece of a square (file, row; both from 0, row 0 at the bottom) are.
    pub fn of_squares(
        files: u8,
        rows: u8,
        state: String,
        mut on: impl FnMut(u8, u8) -> (&'static str, Option<ScenePiece>),
    ) -> Scene {
        let mut scene = Scene { state, ..Scene::default() };
        for row in (0..rows).rev() {
            let y = f64::from(rows - 1 - row);
            scene.labels.push(SceneLabel { text: (row + 1).to_string(), x: -0.75, y });
            for file in 0..files {
                let (ground, piece) = on(file, row);
                let name = format!("{}{}", file_letter(file), row + 1);
                scene.points.push(ScenePoint { name, x: f64::from(file), y, ground, piece });
            }
        }
        for file in 0..files {
            let text = file_letter(file).to_string();
            scene.labels.push(SceneLabel { text, x: f64::from(file), y: f64::from(rows) - 0.25 });
        }
        scene
    }
}

fn file_letter(file: u8) -> char {
    char::from(b'a'.saturating_add(file))
}

/// As on a chess board, where a1 is dark.
pub fn chequered(file: u8, row: u8) -> &'static str {
    if (file + row).is_multiple_of(2) { "dark" } else { "light" }
}
