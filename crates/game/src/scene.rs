//! A board as data: points, pieces and lines, for a page or program that draws it without knowing the rules.
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
    /// How many of a piece a side has, where that decides games.
    pub counts: Vec<SceneCount>,
}

/// How many of a piece a side has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneCount {
    /// The piece, with its owner.
    pub piece: ScenePiece,
    /// How many there are.
    pub count: u8,
    /// Would losing one more lose the game?
    pub last: bool,
}

/// A piece that left the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostPiece {
    /// The point on which it was lost.
    pub point: String,
    /// The piece.
    pub piece: ScenePiece,
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
    /// Its owner; `None` for neutral things such as a burnt square.
    pub side: Option<Side>,
    /// What it is, in one lower-case word.
    pub kind: &'static str,
    /// How many pieces stand on each other; 1 in most games.
    pub height: u8,
    /// The piece in words, for screen readers: `white Tzaar of height 2`.
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

/// The mouse gesture of an action: from a point, onto a point, or with a piece taken from beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gesture {
    /// Where it starts, if anything moves.
    pub from: Option<String>,
    /// Where it ends, if anything arrives.
    pub to: Option<String>,
    /// What is put on the board, if anything.
    pub piece: Option<ScenePiece>,
    /// What it does, in one lower-case word such as `capture`, `stack`, `shoot`, `push` or `pull`; empty for a plain move.
    pub effect: &'static str,
    /// Points of the pieces that it is made together with: those that can complete a push, or those that can be pulled next.
    pub partners: Vec<String>,
    /// How many pieces like the one that is put on the board are left to place, this one included.
    pub left: Option<u8>,
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

/// Lines that are closer than this are one row of text.
const SAME_ROW: f64 = 0.25;

impl Scene {
    /// The board in letters: the first letter of each kind of piece, capital for the first side; marked points in brackets.
    pub fn text(&self, marked: &[String]) -> String {
        let mut rows: Vec<(f64, Vec<&ScenePoint>)> = Vec::new();
        for point in &self.points {
            match rows.iter_mut().find(|(y, _)| (y - point.y).abs() < SAME_ROW) {
                Some((_, row)) => row.push(point),
                None => rows.push((point.y, vec![point])),
            }
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut text = String::new();
        for (y, mut row) in rows {
            row.sort_by(|a, b| a.x.total_cmp(&b.x));
            let beside = |label: &&SceneLabel| (label.y - y).abs() < SAME_ROW && label.x < row[0].x;
            text += &format!("{:>2} ", self.labels.iter().find(beside).map_or("", |label| &label.text));
            for point in row {
                let sign = point.piece.as_ref().map_or('.', ScenePiece::letter);
                text += &if marked.contains(&point.name) { format!("[{sign}]") } else { format!(" {sign} ") };
            }
            text.push('\n');
        }
        let lowest = self.points.iter().map(|point| point.y).fold(f64::MIN, f64::max);
        let below = self.labels.iter().filter(|label| label.y > lowest);
        text += &format!("   {}\n", below.map(|label| format!(" {} ", label.text)).collect::<String>());
        format!("{text}{}\n", self.state)
    }

    /// The board as a complete SVG document, in plain shapes.
    pub fn svg(&self, marked: &[String]) -> String {
        let right = self.points.iter().map(|point| point.x).fold(0.0, f64::max);
        let bottom = self.points.iter().map(|point| point.y).fold(0.0, f64::max);
        let (width, height) = (right + 2.0, bottom + 2.0);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -0.75 {width} {height}\" width=\"{}\" height=\"{}\" \
             role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\" dominant-baseline=\"central\">\n\
             <title>{}</title>\n<desc>{}</desc>\n",
            width * 50.0,
            height * 50.0,
            escaped(&self.state),
            escaped(&self.pieces_in_words()),
        );
        for [(x1, y1), (x2, y2)] in &self.lines {
            svg += &format!(
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#555\" stroke-width=\"0.04\"/>\n"
            );
        }
        for ScenePoint { name, x, y, ground, piece } in &self.points {
            if self.cells == Cells::Squares {
                let fill = match *ground {
                    _ if marked.contains(name) => "#e3c46b",
                    "dark" => "#a8b5a2",
                    _ => "#dfe5dc",
                };
                let (left, top) = (x - 0.5, y - 0.5);
                svg +=
                    &format!("<rect x=\"{left}\" y=\"{top}\" width=\"1\" height=\"1\" fill=\"{fill}\"/>\n");
            }
            if let Some(piece) = piece {
                let (fill, ink) =
                    if piece.side == Some(Side::First) { ("#fff", "#222") } else { ("#222", "#fff") };
                svg += &format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"0.36\" fill=\"{fill}\" stroke=\"#222\" stroke-width=\"0.04\"/>\n\
                     <text x=\"{x}\" y=\"{y}\" font-size=\"0.4\" fill=\"{ink}\">{}</text>\n",
                    piece.letter()
                );
            }
        }
        for SceneLabel { text, x, y } in &self.labels {
            svg += &format!("<text x=\"{x}\" y=\"{y}\" font-size=\"0.35\" fill=\"#555\">{text}</text>\n");
        }
        svg + "</svg>\n"
    }
}

impl Scene {
    /// Every piece with its point, for those who cannot see the board.
    fn pieces_in_words(&self) -> String {
        let piece = |point: &ScenePoint| Some(format!("{} on {}", point.piece.as_ref()?.words, point.name));
        self.points.iter().filter_map(piece).collect::<Vec<_>>().join(", ")
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl ScenePiece {
    /// The first letter of its kind, capital for the first side.
    fn letter(&self) -> char {
        let letter = self.kind.chars().next().unwrap_or('?');
        if self.side == Some(Side::First) { letter.to_ascii_uppercase() } else { letter }
    }
}

fn file_letter(file: u8) -> char {
    char::from(b'a'.saturating_add(file))
}

/// As on a chess board, where a1 is dark.
pub fn chequered(file: u8, row: u8) -> &'static str {
    if (file + row).is_multiple_of(2) { "dark" } else { "light" }
}
