//! Type-erased boards in the middle of a turn: what can come next, what a half-typed turn amounts to, and boards as data.

use players::{Board, GAMES, Typed};
use std::collections::HashSet;

fn board(game: &str, position: &str) -> Box<dyn Board> {
    GAMES.find(game).unwrap().at_position(position).unwrap_or_else(|error| panic!("{error}"))
}

fn words(text: &str) -> Vec<String> {
    text.split(',').filter(|w| !w.is_empty()).map(String::from).collect()
}

/// A middle game of Tzaar in which White may stack, capture or pass after a capture.
const TZAAR: &str = "a.Z.T2/..TA../t2A2..T3.T/...T3tt.z/..t2..A.z2/..Tz.t.a2/..a2...t2/T2...../tAt.. w 1";

#[test]
fn turns_made_action_by_action_are_the_turns_of_the_rules() {
    for entry in GAMES.iter() {
        for variant in entry.info().starts.iter().map(|(variant, _)| variant.replace("{seed}", "7")) {
            let board = entry.start(&variant).unwrap_or_else(|error| panic!("{}: {error}", entry.name()));
            let partial = board.partial(&[]).unwrap();
            assert_eq!(partial.text, "");
            assert!(!partial.complete);
            let next: Vec<String> = partial.next.iter().map(|next| next.text.clone()).collect();
            assert_eq!(next, board.actions(), "{} {variant}", entry.name());
            let names: HashSet<&str> = partial.scene.points.iter().map(|p| p.name.as_str()).collect();
            assert_eq!(
                names.len(),
                partial.scene.points.len(),
                "{}: points have names of their own",
                entry.name()
            );
            for next in &partial.next {
                for square in [&next.gesture.from, &next.gesture.to].into_iter().flatten() {
                    assert!(names.is_empty() || names.contains(square.as_str()), "{square} is drawn");
                }
                let after = board.partial(std::slice::from_ref(&next.text)).unwrap();
                assert_eq!(after.complete, next.completes);
            }
        }
    }
}

#[test]
fn a_composite_turn_grows_until_it_is_complete() {
    let board = board("tzaar", TZAAR);
    let first = board.partial(&[]).unwrap().next[0].text.clone();
    let partial = board.partial(std::slice::from_ref(&first)).unwrap();
    assert!(!partial.complete && partial.text == first && partial.squares.len() == 2);
    assert_ne!(partial.scene, board.scene(), "the board shows what has been done");
    assert!(partial.scene.state.contains("capture, stack or pass"), "{}", partial.scene.state);
    let pass = partial.next.iter().find(|next| next.text == "-").expect("passing is possible");
    assert!(pass.completes && pass.gesture == game::Gesture::default());
    let whole = board.partial(&[first.clone(), "-".into()]).unwrap();
    assert!(whole.complete && whole.next.is_empty());
    let mut played = board.copy();
    assert_eq!(played.play(&whole.word).unwrap().text, whole.text);
    assert_eq!(played.scene().points, whole.scene.points);
    let error = board.partial(&[first, "-".into(), "-".into()]).unwrap_err();
    assert_eq!(error.to_string(), "'-' comes after the end of the turn");
}

#[test]
fn typing_is_incomplete_until_it_is_a_turn_or_wrong() {
    let board = board("tzaar", TZAAR);
    let turn = board.turns().into_iter().find(|turn| turn.contains('+')).expect("a capture and a stacking");
    for end in 0..=turn.len() {
        match board.typed(&turn[..end]) {
            Typed::Complete(word) => assert_eq!((word, end), (turn.clone(), turn.len())),
            Typed::Incomplete(suggestions) => {
                assert!(end < turn.len() && !suggestions.is_empty(), "{}", &turn[..end]);
            }
            Typed::Wrong(error) => panic!("'{}': {error}", &turn[..end]),
        }
    }
    let Typed::Wrong(error) = board.typed("E4xZ9") else { panic!("E4xZ9 is no turn") };
    assert!(error.to_string().contains("'Z9' is not a field"), "{error}");
    let Typed::Wrong(error) = board.typed(&format!("{turn},-")) else { panic!("too long") };
    assert_eq!(error.to_string(), "'-' comes after the end of the turn");
}

#[test]
fn an_editor_gives_back_what_it_shows() {
    for (game, position, phase) in [
        ("tzaar", TZAAR, "1"),
        ("knightthrough", "nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN w", ""),
        ("knightthrough", "nnnn/nnnn/4/4/NNNN/NNNN w", ""),
    ] {
        let board = board(game, position);
        let pieces: Vec<_> = board
            .scene()
            .points
            .into_iter()
            .filter_map(|p| p.piece.map(|piece| (p.name, piece.side, piece.kind.to_string(), piece.height)))
            .collect();
        let again = board.arranged(&pieces, board.to_move(), phase).unwrap();
        assert_eq!(again.position_text(), board.position_text());
        let wrong = [("a1".to_string(), None, "dragon".to_string(), 1)];
        let error = board.arranged(&wrong, board.to_move(), phase).err().expect("no dragons");
        assert_eq!(error.to_string(), "'dragon' is not a piece of this side");
    }
}

#[test]
fn words_that_are_no_actions_are_quoted() {
    let error = board("tzaar", TZAAR).partial(&words("E4xD4,rubbish")).unwrap_err();
    assert!(error.to_string().starts_with('\''), "{error}");
}
