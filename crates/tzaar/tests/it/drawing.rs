//! Pictures: everything that stands on the board is in them, in the right place, and marks can be seen without colour.

use game::{Draw, Game, Notation, Setup, TextStyle};
use testkit::{Plays, laws, random_games};
use tzaar::{Field, Tzaar};

const MIDDLE: &str = "a.Z.T2/..TA../t2A2..T3.T/...T3tt.z/..t2..A.z2/..Tz.t.a2/..a2...t2/T2...../tAt.. w 1";

fn position(text: &str) -> Tzaar {
    Tzaar::parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

fn marks(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

#[test]
fn the_plain_board_is_this() {
    let board = position(MIDDLE).text_board(TextStyle::Plain, &marks(&["C2", "c1", "D5"]));
    let expected = "
                           8 z2
                     8 z         8 a2
               7 T         7 .         7 t2
         6 .         7 .         7 .         6 .
   5 T2        6 .         6 A         6 .         5 .
         5 .         6 t         6 t         5 .
   4 .         5 T3        5 .         5 .         4 .
         4 A         5[t]        5 .         4 .
   3 Z         4 .          ( )        4 .         3 t
         3 T         4 T3        4 z         3 .
   2 .         3 .         4 .         3 a2        2 A
         2 .         3 .         3 T         2 .
   1 a         2[A2]       3 t2        2 .         1 t
         1 .         2 .         2 .         1 T2
               1[t2]       2 .         1 .
                     1 .         1 .
                           1 .
     A     B     C     D     E     F     G     H     I
White: 7 Totts to height 3, 4 Tzarras to height 2, 1 Tzaar
Black: 8 Totts to height 2, 3 Tzarras to height 2, 3 Tzaars to height 2
White to capture
";
    assert_eq!(format!("\n{board}"), expected);
}

/// The coloured board without its colours is the plain one.
#[test]
fn colours_add_nothing_but_colour() {
    let start = Tzaar::start("random=3").unwrap_or_else(|error| panic!("{error}"));
    random_games(&[start], Plays::new(2, 1), |position, _| {
        let marked = marks(&["E4", "D4"]);
        let coloured = position.text_board(TextStyle::Colour, &marked);
        let mut bare = String::new();
        let mut parts = coloured.split('\x1b');
        bare += parts.next().unwrap_or("");
        for part in parts {
            bare += part.split_once('m').map_or("", |(_, rest)| rest);
        }
        let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
        assert_eq!(trimmed(&bare), trimmed(&position.text_board(TextStyle::Plain, &marked)));
    });
}

#[test]
fn the_svg_has_every_field_and_every_stack() {
    let position = position(MIDDLE);
    let svg = position.svg_board(&marks(&["C2", "C1", "\"/><script>"]));
    laws::picture(&svg);
    for field in Field::all() {
        let group = format!("<g data-square=\"{field}\"");
        assert_eq!(svg.matches(&group).count(), 1, "{field}");
        let title = match position.stack_at(field) {
            Some(stack) => format!("of height {}</title>", stack.height()),
            None => format!("{field}: empty</title>"),
        };
        let part = svg.split(&group).nth(1).and_then(|rest| rest.split("data-square").next()).unwrap_or("");
        assert!(part.contains(&title), "{field}: {part}");
    }
    assert_eq!(svg.matches("stroke-dasharray").count(), 2, "marked fields have a dashed ring");
    assert_eq!(svg.matches("<text y=\"5\"").count(), 11, "heights above one are written");
    assert!(svg.contains("Marked: C1 C2"));
    // Three lines of the hexagon end at the hole on each side: 30 lines in all.
    assert_eq!(svg.split("<path d=\"").nth(1).map(|path| path.matches('M').count()), Some(30));
}

#[test]
fn facts_say_what_can_be_counted() {
    let facts = position(MIDDLE).facts();
    let value = |name: &str| facts.iter().find(|(n, _)| *n == name).map(|(_, value)| *value);
    assert_eq!(value("stacks"), Some(26));
    assert_eq!(value("white_totts"), Some(7));
    assert_eq!(value("white_highest_tott"), Some(3));
    assert_eq!(value("black_pieces"), Some(20));
    assert_eq!(value("white_captures"), Some(position(MIDDLE).action_list().len() as i64));
    let mut names: Vec<&str> = facts.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), facts.len(), "names are unique");
}

#[test]
fn touched_squares_are_those_of_the_action() {
    let position = position(MIDDLE);
    let action = position.parse_action("C2xC1").expect("a capture");
    assert_eq!(position.squares_of(action), ["C2", "C1"]);
    assert!(position.squares_of(tzaar::TzaarAction::PASS).is_empty());
    let empty = Tzaar::empty();
    assert_eq!(empty.squares_of(empty.parse_action("Z@E4").expect("a placement")), ["E4"]);
    assert!(empty.text_board(TextStyle::Plain, &[]).contains("White to place a piece"));
}

/// Any change of a drawing is one of intent: then the number is changed with it.
#[test]
fn drawings_stay_the_same_byte_for_byte() {
    let starts = ["", "random=2", "tournament"].map(|variant| Tzaar::start(variant).expect("a start"));
    assert_eq!(laws::drawn(&starts, Plays::new(1, 3)), 17_327_236_328_612_066_952);
}

#[test]
fn a_page_is_told_what_moves_do_and_how_many_of_each_kind_are_left() {
    let start = position(MIDDLE);
    let middle = start.child(start.action_list()[0]);
    let mut effects = std::collections::BTreeSet::new();
    for action in middle.action_list() {
        let (gesture, lost) = (middle.gesture(action), middle.lost_by(action));
        assert_eq!(gesture.effect == "capture", lost.is_some(), "{}", middle.action_text(action));
        assert_eq!(lost.map(|lost| lost.point), gesture.to.filter(|_| gesture.effect == "capture"));
        effects.insert(gesture.effect);
    }
    assert_eq!(effects.into_iter().collect::<Vec<_>>(), ["", "capture", "stack"]);
    let counts = start.scene().counts;
    let said: Vec<_> = counts.iter().map(|c| (c.piece.words.as_str(), c.count, c.last)).collect();
    assert_eq!(said[..3], [("white Tott", 7, false), ("white Tzarra", 4, false), ("white Tzaar", 1, true)]);
    let placing = Tzaar::start("tournament").unwrap();
    let left = |kind| {
        let of_kind = |action: &_| placing.gesture(*action).piece.is_some_and(|piece| piece.kind == kind);
        placing.gesture(placing.action_list().into_iter().find(of_kind).unwrap()).left
    };
    assert_eq!([left("tott"), left("tzarra"), left("tzaar")], [Some(15), Some(9), Some(6)]);
    assert!(placing.scene().counts.iter().all(|count| !count.last));
    assert_eq!((placing.phase_word(), start.phase_word(), start.highest_stack()), ("p", "1", 14));
}

#[test]
fn every_ending_has_a_sentence() {
    let mut seen = std::collections::BTreeSet::new();
    random_games(&[Tzaar::start("").unwrap()], Plays::new(60, 1), |position, _| {
        assert_eq!(position.ending_words().is_some(), position.outcome().is_some());
        let Some((side, words)) = position.ending_words() else { return };
        assert_eq!(position.outcome(), Some(game::Outcome::Win(side.other())));
        seen.insert(words);
    });
    assert!(seen.contains("ran out of Tzaars"), "{seen:?}");
    assert!(seen.iter().all(|words| words.starts_with("ran out of ") || words == "had no capture left"));
}
