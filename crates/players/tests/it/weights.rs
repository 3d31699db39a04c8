//! Weights in specs: by name, in the canonical text, refused with what would be right, and the same play as long as none is given.

use players::{GAMES, SpecError};

/// The evaluation of each game that has weights.
const WEIGHED: [(&str, &str); 4] =
    [("knightthrough", "main"), ("tzaar", "main"), ("amazons", "main"), ("arimaa", "main")];

#[test]
fn every_game_has_an_evaluation_with_weights() {
    for (game, evaluation) in WEIGHED {
        let entry = GAMES.find(game).unwrap();
        let weights = entry
            .spec(&format!("alphabeta:eval={evaluation}"))
            .and_then(|spec| spec.tunable_evaluation())
            .unwrap()
            .weights();
        assert!(weights.len() > 10, "{game}");
        let mut names: Vec<&String> = weights.iter().map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), weights.len(), "names of {game} are unique");
        assert_eq!(entry.info().evaluations[0], evaluation);
        // Each of them can be set, stands in the canonical text and is read back.
        for (name, value) in [&weights[0], &weights[weights.len() - 1]] {
            let spec = format!("alphabeta:tt=64K,w.{name}={}", value + 3);
            let canonical = entry.spec(&spec).unwrap().to_string();
            assert!(
                canonical.ends_with(&format!(",eval={evaluation},w.{name}={}", value + 3)),
                "{canonical}"
            );
            assert_eq!(entry.spec(&canonical).unwrap().to_string(), canonical);
            let changed = entry.spec(&spec).and_then(|spec| spec.tunable_evaluation()).unwrap().weights();
            assert_eq!(changed.iter().zip(&weights).filter(|(new, old)| new != old).count(), 1);
            // Its own value is no change.
            let same = entry.spec(&format!("alphabeta:tt=64K,w.{name}={value}")).unwrap().to_string();
            assert!(!same.contains("w."), "{same}");
        }
    }
}

#[test]
fn weights_change_scores() {
    for (game, _) in WEIGHED {
        let entry = GAMES.find(game).unwrap();
        let tunable_evaluation =
            entry.spec("alphabeta:tt=64K").and_then(|spec| spec.tunable_evaluation()).unwrap();
        let boards: Vec<_> =
            entry.info().bench.iter().map(|(text, _)| entry.at_position(text).unwrap()).collect();
        let own: Vec<i32> = tunable_evaluation.weights().iter().map(|(_, value)| *value).collect();
        let before = tunable_evaluation.evaluate(&boards, &own);
        let doubled: Vec<i32> = own.iter().map(|value| 2 * value).collect();
        assert_ne!(tunable_evaluation.evaluate(&boards, &doubled), before, "{game}");
        assert_eq!(tunable_evaluation.evaluate(&boards, &own), before);
    }
}

#[test]
fn wrong_weights_are_quoted_with_what_would_be_right() {
    let game = GAMES.find("arimaa").unwrap();
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
    for entry in GAMES.iter() {
        let tunable_evaluation = entry.spec("alphabeta").and_then(|spec| spec.tunable_evaluation()).unwrap();
        let board = entry.start("").unwrap();
        assert!(tunable_evaluation.quiet(board.as_ref(), "no turn", 0).is_none(), "{}", entry.name());
    }
    // A capture comes next: the evaluation is not to be trusted here.
    let game = GAMES.find("knightthrough").unwrap();
    let board = game.at_position("nnnnnnnn/nnnnnnn1/8/8/5n2/8/NNNNNNNN/NNNNNNNN w").unwrap();
    let tunable_evaluation = game.spec("alphabeta").and_then(|spec| spec.tunable_evaluation()).unwrap();
    assert!(tunable_evaluation.quiet(board.as_ref(), "e2xf4", 0).is_none());
}
