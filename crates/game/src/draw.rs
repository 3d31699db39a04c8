//! Pictures of positions: text for a terminal, SVG for everything else.

use crate::{Game, Gesture, LostPiece, Scene, ScenePiece, Side, TextError};

/// How a text board may be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextStyle {
    /// Letters only.
    Plain,
    /// With ANSI colours.
    Colour,
}

/// Drawing a position. Squares that should stand out, usually those of the last turn, are given by name.
pub trait Draw: Game {
    /// Names of the squares that an action touches, to mark and to announce them.
    fn squares_of(&self, action: Self::Action) -> Vec<String>;

    /// The board as lines of text with coordinates; the named squares stand out. The default draws the scene, in letters.
    fn text_board(&self, _style: TextStyle, marked: &[String]) -> String {
        self.scene().text(marked)
    }

    /// The board as a complete SVG document; the named squares stand out. The default draws the scene.
    fn svg_board(&self, marked: &[String]) -> String {
        self.scene().svg(marked)
    }

    /// Facts about the position for machines, as name and whole number, in a fixed order.
    fn facts(&self) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// The board as data. Either this or both drawings must be written: the default has no points, so that the page shows
    /// the SVG and turns are typed.
    fn scene(&self) -> Scene {
        Scene::default()
    }

    /// The mouse gesture of an action. The default reads the first two squares that it touches as origin and target, and
    /// a single one as target; what costs a piece is a capture.
    fn gesture(&self, action: Self::Action) -> Gesture {
        let mut squares = self.squares_of(action).into_iter();
        let (from, to) = match (squares.next(), squares.next()) {
            (Some(to), None) => (None, Some(to)),
            ends => ends,
        };
        let effect = if self.lost_by(action).is_some() { "capture" } else { "" };
        Gesture { from, to, effect, ..Gesture::default() }
    }

    /// How someone would write a move between two points, legal or not, so that the notation can say what is wrong with it.
    fn attempt_text(&self, from: &str, to: &str) -> String {
        format!("{from}{to}")
    }

    /// The piece that an action takes from the board. The default is a piece of the other side on the last square that it
    /// touches.
    fn lost_by(&self, action: Self::Action) -> Option<LostPiece> {
        let point = self.squares_of(action).pop()?;
        let stands = self.scene().points.into_iter().find(|other| other.name == point)?.piece?;
        (stands.side == Some(self.to_move().other())).then_some(LostPiece { point, piece: stands })
    }

    /// What an editor of positions offers to put on the board; nothing means that the game has no editor.
    fn palette(&self) -> Vec<ScenePiece> {
        Vec::new()
    }

    /// Phases of the game that an editor offers, as word in texts and in words for people; the usual one first.
    fn phases(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The word of the phase that this position is in; empty in a game without phases.
    fn phase_word(&self) -> &'static str {
        self.phases().first().map_or("", |(word, _)| word)
    }

    /// The highest stack that an editor offers.
    fn highest_stack(&self) -> u8 {
        1
    }

    /// The position with exactly these pieces on a board like this one; refuses what could not be played on.
    fn arranged(
        &self,
        _pieces: &[(String, ScenePiece)],
        _side: Side,
        _phase: &str,
    ) -> Result<Self, TextError> {
        Err(TextError::new("arrange", "is not something that this game has; give a position as text instead"))
    }
}
