//! Pictures of Tzaar positions: text with coordinates, and SVG that needs nothing else. Decides nothing.

mod scene;
mod svg;
mod text;

use crate::{
    action::{Choice, TzaarAction},
    phase::Phase,
    piece::{GREATEST_HEIGHT, Kind, Stack},
    position::Tzaar,
};
use game::{Draw, Game, Gesture, LostPiece, Scene, ScenePiece, Side, TextError, TextStyle};

impl Draw for Tzaar {
    fn squares_of(&self, action: TzaarAction) -> Vec<String> {
        match action.choice() {
            Choice::Move { from, to } => vec![from.to_string(), to.to_string()],
            Choice::Pass => Vec::new(),
            Choice::Place { field, .. } => vec![field.to_string()],
        }
    }

    fn text_board(&self, style: TextStyle, marked: &[String]) -> String {
        text::board(self, style, marked)
    }

    fn svg_board(&self, marked: &[String]) -> String {
        svg::board(self, marked)
    }

    fn scene(&self) -> Scene {
        scene::scene(self)
    }

    fn gesture(&self, action: TzaarAction) -> Gesture {
        match action.choice() {
            Choice::Move { from, to } => {
                let effect = if self.lost_by(action).is_some() { "capture" } else { "stack" };
                let (from, to) = (Some(from.to_string()), Some(to.to_string()));
                Gesture { from, to, effect, ..Gesture::default() }
            }
            Choice::Pass => Gesture::default(),
            Choice::Place { kind, field } => {
                let piece = scene::piece(Stack::new(self.to_move(), kind, 1));
                let left = Some(self.to_place(self.to_move(), kind));
                Gesture { to: Some(field.to_string()), piece: Some(piece), left, ..Gesture::default() }
            }
        }
    }

    fn lost_by(&self, action: TzaarAction) -> Option<LostPiece> {
        let Choice::Move { to, .. } = action.choice() else { return None };
        let taken = self.stack_at(to).filter(|stack| stack.side() != self.to_move())?;
        Some(LostPiece { point: to.to_string(), piece: scene::piece(taken) })
    }

    fn palette(&self) -> Vec<ScenePiece> {
        let of_side = |side| Kind::ALL.map(|kind| scene::piece(Stack::new(side, kind, 1)));
        Side::BOTH.into_iter().flat_map(of_side).collect()
    }

    fn phases(&self) -> &'static [(&'static str, &'static str)] {
        &scene::PHASES
    }

    fn phase_word(&self) -> &'static str {
        self.phase().sign()
    }

    fn highest_stack(&self) -> u8 {
        GREATEST_HEIGHT
    }

    fn arranged(&self, pieces: &[(String, ScenePiece)], side: Side, phase: &str) -> Result<Tzaar, TextError> {
        scene::arranged(pieces, side, phase)
    }

    fn facts(&self) -> Vec<(&'static str, i64)> {
        let mut facts = vec![("stacks", i64::from(self.stack_count())), ("phase", self.phase() as i64)];
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let [count, highest, zone] = FACTS[side.index()][kind.index()];
                facts.push((count, i64::from(self.count(side, kind))));
                facts.push((highest, i64::from(self.highest(side, kind))));
                facts.push((zone, i64::from(self.zone_of_control(side, kind))));
            }
            let [pieces, captures] = TOTALS[side.index()];
            let own = self.stacks().filter(|(_, stack)| stack.side() == side);
            facts.push((pieces, own.map(|(_, stack)| i64::from(stack.height())).sum()));
            facts.push((captures, i64::from(self.capture_count(side))));
        }
        facts
    }
}

/// Names of the facts about each side's kinds: visible stacks, the highest of them, and how many could be captured.
const FACTS: [[[&str; 3]; 3]; 2] = [
    [
        ["white_totts", "white_highest_tott", "white_totts_in_zone"],
        ["white_tzarras", "white_highest_tzarra", "white_tzarras_in_zone"],
        ["white_tzaars", "white_highest_tzaar", "white_tzaars_in_zone"],
    ],
    [
        ["black_totts", "black_highest_tott", "black_totts_in_zone"],
        ["black_tzarras", "black_highest_tzarra", "black_tzarras_in_zone"],
        ["black_tzaars", "black_highest_tzaar", "black_tzaars_in_zone"],
    ],
];

/// Names of the facts about each side: pieces in all its stacks, and captures it could choose from if it were to move.
const TOTALS: [[&str; 2]; 2] = [["white_pieces", "white_captures"], ["black_pieces", "black_captures"]];

/// Whose turn it is to do what, or how the game ended.
fn state(position: &Tzaar) -> String {
    position.state_text(match position.phase() {
        Phase::Placement => "to place a piece",
        Phase::Opening => "to open with a single capture",
        Phase::First => "to capture",
        Phase::Second => "to capture, stack or pass",
    })
}

/// How many visible stacks a side has of each kind, in words.
fn counts(position: &Tzaar, side: Side) -> String {
    let of_kind = |kind: Kind| {
        let count = position.count(side, kind);
        match position.highest(side, kind) {
            0 | 1 => format!("{count} {}", kind_name(kind, count)),
            highest => format!("{count} {} to height {highest}", kind_name(kind, count)),
        }
    };
    format!("{}: {}", Tzaar::SIDES[side.index()], Kind::ALL.map(of_kind).join(", "))
}

fn kind_name(kind: Kind, count: u8) -> &'static str {
    if count == 1 { kind.singular() } else { kind.plural() }
}

/// A stack in words.
fn stack_name(stack: Stack) -> String {
    let side = Tzaar::SIDES[stack.side().index()];
    format!("{side} {} of height {}", kind_name(stack.kind(), 1), stack.height())
}
