//! Pictures of Arimaa positions: text with coordinates, and SVG that needs nothing else. Decides nothing.

mod svg;

use crate::{
    act::{Act, Step},
    board::Board,
    notation::lost_by,
    piece::{Kind, Piece},
    rules::{Arimaa, Pending},
    squares::{Square, TRAPS, each},
    tactics,
};
use game::{
    Draw, Game, Gesture, LostPiece, Scene, ScenePiece, Side, SquareText, TextError, TextStyle, chequered,
    marked_in_words, text_of_squares,
};

/// What an editor offers: how many steps of the turn are left.
const PHASES: [(&str, &str); 4] = [
    ("left=4", "a turn begins"),
    ("left=3", "three steps left"),
    ("left=2", "two steps left"),
    ("left=1", "one step left"),
];

impl Draw for Arimaa {
    /// Where a piece goes from and to, and the trap on which one is lost.
    fn squares_of(&self, action: Act) -> Vec<String> {
        let squares: Vec<Square> = match action {
            Act::Pass => Vec::new(),
            Act::Place(_) => self.next_square().into_iter().collect(),
            Act::Step(step) => {
                let lost = lost_by(self, action).map(|(_, square)| square);
                let lost = lost.filter(|&square| Some(square) != step.to());
                std::iter::once(step.from()).chain(step.to()).chain(lost).collect()
            }
        };
        squares.iter().map(Square::to_string).collect()
    }

    fn text_board(&self, style: TextStyle, marked: &[String]) -> String {
        text_of_squares((8, 8), style, marked, &self.state(), |square: Square, marked| {
            let trap = square.alone() & TRAPS != 0;
            let ground = match (marked, trap) {
                (true, _) => 66,
                (false, true) => 52,
                (false, false) => 236,
            };
            let (ink, weight, plain, coloured) = match self.board().at(square) {
                Some(piece) => {
                    (if piece.side == Side::First { 220 } else { 255 }, 1, piece.letter(), piece.letter())
                }
                None if trap => (245, 22, 'x', 'x'),
                None => (245, 22, '.', '·'),
            };
            SquareText { plain, coloured, colours: format!("{weight};48;5;{ground};38;5;{ink}") }
        })
    }

    fn svg_board(&self, marked: &[String]) -> String {
        svg::document(self, marked)
    }

    fn scene(&self) -> Scene {
        Scene::of_squares(8, 8, self.state(), |file, rank| {
            let square = Square::at(file, rank);
            let ground = if square.alone() & TRAPS != 0 { "trap" } else { chequered(file, rank) };
            (ground, self.board().at(square).map(tile))
        })
    }

    fn gesture(&self, action: Act) -> Gesture {
        match action {
            Act::Pass => Gesture::default(),
            Act::Step(step) => {
                let (effect, partners) = self.company(step);
                Gesture {
                    from: Some(step.from().to_string()),
                    to: step.to().map(|square| square.to_string()),
                    effect,
                    partners: partners.iter().map(Square::to_string).collect(),
                    ..Gesture::default()
                }
            }
            Act::Place(kind) => {
                let placed = self.board().pieces(self.to_move(), kind).count_ones() as u8;
                Gesture {
                    to: self.next_square().map(|square| square.to_string()),
                    piece: Some(tile(Piece::new(self.to_move(), kind))),
                    left: Some((kind.count_at_start() as u8).saturating_sub(placed)),
                    ..Gesture::default()
                }
            }
        }
    }

    fn attempt_text(&self, from: &str, to: &str) -> String {
        let ends = Square::named(from).zip(Square::named(to));
        let written = ends.and_then(|(from, to)| {
            let place = |square: Square| (square.bit() % 8, square.bit() / 8);
            let ((file, row), (to_file, to_row)) = (place(from), place(to));
            let way = match file.abs_diff(to_file) > row.abs_diff(to_row) {
                true if to_file > file => 'e',
                true => 'w',
                false if to_row > row => 'n',
                false => 's',
            };
            Some(format!("{}{from}{way}", self.board().at(from)?.letter()))
        });
        written.unwrap_or_else(|| format!("{from}{to}"))
    }

    fn lost_by(&self, action: Act) -> Option<LostPiece> {
        let (piece, square) = lost_by(self, action)?;
        Some(LostPiece { point: square.to_string(), piece: tile(piece) })
    }

    fn phase_word(&self) -> &'static str {
        let used = if self.is_setup() { 0 } else { 4 - self.steps_left().min(4) };
        PHASES[usize::from(used).min(3)].0
    }

    fn palette(&self) -> Vec<ScenePiece> {
        let of_side = |side| Kind::ALL.map(|kind| tile(Piece::new(side, kind)));
        Side::BOTH.into_iter().flat_map(of_side).collect()
    }

    fn phases(&self) -> &'static [(&'static str, &'static str)] {
        &PHASES
    }

    fn arranged(
        &self,
        pieces: &[(String, ScenePiece)],
        side: Side,
        phase: &str,
    ) -> Result<Arimaa, TextError> {
        let mut board = Board::EMPTY;
        for (name, piece) in pieces {
            let square =
                Square::named(name).ok_or_else(|| TextError::new(name, "is not a square from a1 to h8"))?;
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == piece.kind);
            let (Some(owner), Some(kind)) = (piece.side, kind) else {
                return Err(TextError::new(piece.kind, "is not a piece of gold or silver"));
            };
            if board.at(square).is_some() {
                return Err(TextError::new(name, "holds two pieces"));
            }
            board.put(Piece::new(owner, kind), square);
        }
        let position = Arimaa::new(board, side).map_err(|problem| TextError::new("position", problem))?;
        match PHASES.iter().position(|(word, _)| *word == phase) {
            // An editor that says nothing means the start of a turn.
            Some(0) => Ok(position),
            None if phase.is_empty() => Ok(position),
            // How the turn began is not known, so nothing that it may not restore is remembered either.
            Some(used) => position
                .in_turn(4 - used as u8, Pending::Nothing, None)
                .map_err(|problem| TextError::new(phase, problem)),
            None => {
                Err(TextError::new(phase, "is not a phase; it should be left=4, left=3, left=2 or left=1"))
            }
        }
    }

    fn facts(&self) -> Vec<(&'static str, i64)> {
        let board = self.board();
        let count = |squares: u64| i64::from(squares.count_ones());
        vec![
            ("setup", i64::from(self.is_setup())),
            ("steps_left", i64::from(self.steps_left())),
            ("gold_pieces", count(board.of_side(Side::First))),
            ("silver_pieces", count(board.of_side(Side::Second))),
            ("gold_rabbits", count(board.rabbits(Side::First))),
            ("silver_rabbits", count(board.rabbits(Side::Second))),
            ("gold_frozen", count(board.frozen(Side::First))),
            ("silver_frozen", count(board.frozen(Side::Second))),
            // Steps to goal in this turn, or -1.
            ("goal_in", tactics::goal_in(self).map_or(-1, i64::from)),
            ("traps_to_capture_at", count(tactics::captures(self))),
            ("actions", self.action_list().len() as i64),
        ]
    }
}

/// A piece in words and data.
fn tile(piece: Piece) -> ScenePiece {
    ScenePiece { side: Some(piece.side), kind: piece.kind.name(), height: 1, words: piece.to_string() }
}

impl Arimaa {
    /// What a step does besides moving a piece, and the pieces that it is made with: a push and those that could complete it,
    /// or a step after which these could be pulled.
    fn company(&self, step: Step) -> (&'static str, Vec<Square>) {
        let (Some(piece), Some(to)) = (self.board().at(step.from()), step.to()) else {
            return ("", Vec::new());
        };
        let own = piece.side == self.to_move();
        if !own && self.pending_pull().is_some_and(|(square, kind)| to == square && piece.kind < kind) {
            return ("pull", Vec::new());
        }
        let after = self.child(Act::Step(step));
        let ends_turn = after.starts_turn() || after.outcome().is_some();
        // Both a pull and the step that completes a push enter the square that was left.
        let is_partner = |other: &Step| {
            let stands = after.board().at(other.from());
            other.to() == Some(step.from())
                && stands.is_some_and(|stands| match after.pending_pull() {
                    Some((_, kind)) => stands.side != self.to_move() && stands.kind < kind,
                    None => !own && stands.side == self.to_move(),
                })
        };
        let steps = after.action_list().into_iter().filter_map(|act| match act {
            Act::Step(other) => Some(other),
            _ => None,
        });
        let partners = steps.filter(|other| !ends_turn && is_partner(other)).map(Step::from).collect();
        (if own { "" } else { "push" }, partners)
    }

    /// Whose turn it is and how much of it is left, or how the game ended.
    fn state(&self) -> String {
        let left = self.steps_left();
        let steps = if left == 1 { "step" } else { "steps" };
        let push = self.pending_push().map(|(square, _)| format!(", must complete the push to {square}"));
        self.state_text(&match (self.is_setup(), self.starts_turn()) {
            (true, _) => "sets up".into(),
            (false, true) => "to move".into(),
            (false, false) => format!("to move, {left} {steps} left{}", push.unwrap_or_default()),
        })
    }

    /// The position in words, for those who cannot see it.
    fn described(&self, marked: &[String]) -> String {
        let pieces = |side: Side| {
            let strongest_first = Kind::ALL.into_iter().rev();
            let words: Vec<String> = strongest_first
                .flat_map(|kind| {
                    each(self.board().pieces(side, kind)).map(move |s| format!("{} {s}", kind.name()))
                })
                .collect();
            if words.is_empty() { "nothing".into() } else { words.join(", ") }
        };
        format!("Gold: {}. Silver: {}.", pieces(Side::First), pieces(Side::Second))
            + &marked_in_words(each(u64::MAX), marked)
    }
}
