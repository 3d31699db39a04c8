//! Weights in specs: by name, in the canonical text, refused with what would be right, and the same play as long as none is given.

use players::{GAMES, SpecError, find_game};

/// The evaluation of each game that has weights.
const WEIGHED: [(&str, &str); 4] =
    [("knightthrough", "strong"), ("tzaar", "own"), ("amazons", "balanced"), ("arimaa", "own")];

#[test]
fn every_game_has_an_evaluation_with_weights() {
    for (game, evaluation) in WEIGHED {
        let entry = find_game(game).unwrap();
        let weights = entry.weighing(&format!("alphabeta:eval={evaluation}")).unwrap().weights();
        assert!(weights.len() > 10, "{game}");
        let mut names: Vec<&String> = weights.iter().map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), weights.len(), "names of {game} are unique");
        assert_eq!(entry.evaluations()[0], evaluation);
        // Each of them can be set, stands in the canonical text and is read back.
        for (name, value) in [&weights[0], &weights[weights.len() - 1]] {
            let spec = format!("alphabeta:tt=64K,w.{name}={}", value + 3);
            let canonical = entry.player(&spec, 1).unwrap().spec().to_owned();
            assert!(
                canonical.ends_with(&format!(",eval={evaluation},w.{name}={}", value + 3)),
                "{canonical}"
            );
            assert_eq!(entry.player(&canonical, 1).unwrap().spec(), canonical);
            let changed = entry.weighing(&spec).unwrap().weights();
            assert_eq!(changed.iter().zip(&weights).filter(|(new, old)| new != old).count(), 1);
            // Its own value is no change.
            let same = entry.player(&format!("alphabeta:tt=64K,w.{name}={value}"), 1).unwrap();
            assert!(!same.spec().contains("w."), "{}", same.spec());
        }
    }
}

#[test]
fn weights_change_opinions() {
    for (game, _) in WEIGHED {
        let entry = find_game(game).unwrap();
        let weighing = entry.weighing("alphabeta:tt=64K").unwrap();
        let boards: Vec<_> =
            entry.bench_positions().iter().map(|(text, _)| entry.at_position(text).unwrap()).collect();
        let own: Vec<i32> = weighing.weights().iter().map(|(_, value)| *value).collect();
        let before = weighing.opinions(&boards, &own);
        let doubled: Vec<i32> = own.iter().map(|value| 2 * value).collect();
        assert_ne!(weighing.opinions(&boards, &doubled), before, "{game}");
        assert_eq!(weighing.opinions(&boards, &own), before);
    }
}

#[test]
fn wrong_weights_are_quoted_with_what_would_be_right() {
    let game = find_game("arimaa").unwrap();
    let error = game.player("alphabeta:w.pieces.0=3", 1).map(drop).unwrap_err();
    assert!(matches!(error, SpecError::UnknownWeight { .. }));
    let sentence = error.to_string();
    assert!(
        sentence.contains("'w.pieces.0'") && sentence.contains("piece.N") && sentence.len() < 900,
        "{sentence}"
    );
    for spec in
        ["alphabeta:w.numbers", "alphabeta:w.numbers=", "alphabeta:w.numbers=x", "alphabeta:w.numbers=1e9"]
    {
        let sentence = game.player(spec, 1).map(drop).unwrap_err().to_string();
        assert!(sentence.contains("'w.numbers") && sentence.contains("whole number"), "{sentence}");
    }
    // An evaluation without weights knows none.
    let sentence = game.player("alphabeta:eval=plain,w.numbers=1", 1).map(drop).unwrap_err().to_string();
    assert!(sentence.contains("none"), "{sentence}");
}

#[test]
fn only_quiet_positions_are_offered() {
    for entry in GAMES {
        let weighing = entry.weighing("alphabeta").unwrap();
        let board = entry.start("").unwrap();
        assert!(weighing.quiet(board.as_ref(), "no turn", 0).is_none(), "{}", entry.name());
    }
    // A capture comes next: the evaluation is not to be trusted here.
    let game = find_game("knightthrough").unwrap();
    let board = game.at_position("nnnnnnnn/nnnnnnn1/8/8/5n2/8/NNNNNNNN/NNNNNNNN w").unwrap();
    let weighing = game.weighing("alphabeta").unwrap();
    assert!(weighing.quiet(board.as_ref(), "e2xf4", 0).is_none());
}
