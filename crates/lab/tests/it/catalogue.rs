//! The catalogue: every experiment of the issue is there, and every one can be designed.

use lab::{Conditions, Origin, Scale};
use players::{ALGORITHMS, GAMES, Kind};
use std::collections::HashSet;

/// What must be there, by the beginnings of names.
const REQUIRED: &[&str] = &[
    "tzaar-table-1.1",
    "tzaar-figure-1.5",
    "tzaar-table-4.1",
    "tzaar-table-4.2",
    "tzaar-table-4.3",
    "tzaar-table-4.4",
    "tzaar-table-4.5",
    "tzaar-table-4.6",
    "tzaar-table-4.7",
    "tzaar-table-4.8",
    "tzaar-table-4.9",
    "tzaar-table-4.10",
    "tzaar-table-4.11",
    "tzaar-table-4.12",
    "tzaar-table-4.13-h",
    "tzaar-table-4.13-t",
    "tzaar-table-4.14",
    "tzaar-section-4.1.5",
    "tzaar-section-4.2.1",
    "tzaar-unbeatable",
    "tzaar-evaluations",
    "tzaar-table-4.15",
    "tzaar-table-4.16",
    "tzaar-table-4.17",
    "amazons-figure-4.1",
    "amazons-figure-4.2",
    "amazons-figure-4.3",
    "amazons-figure-4.4",
    "amazons-figure-4.5",
    "amazons-figure-4.6",
    "amazons-figure-4.7",
    "amazons-figure-4.8",
    "amazons-e5",
    "amazons-table-4.1",
    "amazons-table-4.2",
    "amazons-table-4.4",
    "amazons-table-4.5",
    "amazons-table-4.6",
    "amazons-table-4.7",
    "amazons-table-a.1",
    "amazons-exact",
    "knightthrough-aspiration",
    "knightthrough-aspiration-games",
    "knightthrough-controlled-depth",
    "knightthrough-controlled-time",
    "knightthrough-future-work",
    "knightthrough-enhancements",
    "knightthrough-small-boards",
    "arimaa-figure-6.1",
    "arimaa-figure-6.2",
    "arimaa-figure-6.3-cores",
    "arimaa-figure-6.3-memory",
    "arimaa-cores-table",
    "arimaa-evaluation-swap",
    "arimaa-profile-alphabeta",
    "arimaa-profile-mcts",
    "arimaa-goal-and-trap-mcts",
    "arimaa-goal-and-trap-alphabeta",
];

#[test]
fn every_experiment_of_the_papers_is_there() {
    let all = lab::all(players::GAMES);
    let names: HashSet<&str> = all.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names.len(), all.len(), "names are unique");
    for required in REQUIRED {
        assert!(names.contains(required), "{required}");
    }
    for experiment in &all {
        let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
        assert!(experiment.name.chars().all(safe), "{} is the name of a folder", experiment.name);
        assert!(!experiment.claim.is_empty() && !experiment.source.is_empty());
    }
}

/// The 42 tables and figures of the four works (two of them in two parts each), which open the report, and the claims in
/// their text.
#[test]
fn the_works_have_42_tables_and_figures() {
    let all = lab::all(players::GAMES);
    let with = |origin: Origin| -> Vec<&str> {
        all.iter().filter(|e| e.origin() == origin).map(|e| e.name.as_str()).collect()
    };
    let tables = (1..=17).flat_map(|nth| match nth {
        13 => vec!["tzaar-table-4.13-h".to_string(), "tzaar-table-4.13-t".into()],
        nth => vec![format!("tzaar-table-4.{nth}")],
    });
    let mut printed: Vec<String> = tables.collect();
    printed.extend(["tzaar-table-1.1", "tzaar-figure-1.5", "amazons-table-a.1"].map(String::from));
    printed.extend((1..=8).map(|nth| format!("amazons-figure-4.{nth}")));
    printed.extend([1, 2, 4, 5, 6, 7].map(|nth| format!("amazons-table-4.{nth}")));
    let arimaa =
        "figure-6.1 figure-6.2 figure-6.3-cores figure-6.3-memory cores-table profile-alphabeta profile-mcts";
    printed.extend(arimaa.split(' ').map(|name| format!("arimaa-{name}")));
    printed.sort();
    let mut found = with(Origin::Printed);
    found.sort_unstable();
    assert_eq!(found, printed);
    assert_eq!(found.len(), 42);
    let mut text = with(Origin::Text);
    text.sort_unstable();
    let expected = [
        "amazons-conjecture",
        "amazons-e5",
        "arimaa-evaluation-swap",
        "arimaa-goal-and-trap-alphabeta",
        "arimaa-goal-and-trap-mcts",
        "knightthrough-aspiration",
        "knightthrough-aspiration-games",
        "knightthrough-aspiration-nodes",
        "knightthrough-controlled-depth",
        "knightthrough-controlled-time",
        "knightthrough-enhancements",
        "knightthrough-future-work",
        "tzaar-evaluations",
        "tzaar-section-4.1.5",
        "tzaar-section-4.2.1",
        "tzaar-size",
        "tzaar-unbeatable",
    ];
    assert_eq!(text, expected);
}

#[test]
fn every_game_has_its_scaling_and_every_algorithm_its_ablation() {
    let names: HashSet<String> = lab::all(players::GAMES).into_iter().map(|e| e.name).collect();
    for game in GAMES.iter() {
        for kind in ["alphabeta-mcts", "scaling-time", "scaling-threads"] {
            assert!(names.contains(&format!("{kind}-{}", game.name())));
        }
        for algorithm in ALGORITHMS {
            let has_techniques =
                algorithm.settings.iter().any(|s| matches!(s.kind, Kind::Exact | Kind::Selective));
            let name = format!("ablation-{}-{}", algorithm.name, game.name());
            assert_eq!(names.contains(&name), has_techniques, "{name}");
        }
    }
}

/// A technique that is added to a list of settings must appear without anybody adding it here.
#[test]
fn an_ablation_has_a_row_for_every_technique() {
    let conditions = Conditions { scale: Scale::Quick, seed: 1, positions: None };
    let design =
        (lab::find(players::GAMES, "ablation-alphabeta-knightthrough").unwrap().design)(&conditions).unwrap();
    let algorithm = ALGORITHMS.iter().find(|a| a.name == "alphabeta").unwrap();
    for setting in algorithm.settings.iter().filter(|s| matches!(s.kind, Kind::Exact | Kind::Selective)) {
        let has = |word: String| {
            design.cells.iter().any(|cell| cell.id.starts_with(&format!("{word} on position")))
        };
        // A setting whose off and on are what is best anyway is no technique of its own.
        let is_fixed = matches!(setting.key, "history-weight");
        assert!(is_fixed || has(format!("-{}", setting.key)) || has(setting.key.into()), "{}", setting.key);
    }
}

/// The same for the worth of techniques, which is measured in every game.
#[test]
fn the_worth_of_every_technique_is_measured_in_every_game() {
    let conditions = Conditions { scale: Scale::Quick, seed: 1, positions: None };
    let design = (lab::find(players::GAMES, "worth-mcts").unwrap().design)(&conditions).unwrap();
    let ids: HashSet<&str> = design.cells.iter().map(|cell| cell.id.as_str()).collect();
    let algorithm = ALGORITHMS.iter().find(|a| a.name == "mcts").unwrap();
    for setting in algorithm.settings.iter().filter(|s| matches!(s.kind, Kind::Exact | Kind::Selective)) {
        for game in GAMES.iter() {
            let id = format!("{}, {} in games, pair 1", game.name(), setting.key);
            assert!(ids.contains(id.as_str()), "{id}");
        }
    }
}

#[test]
fn every_experiment_can_be_designed() {
    let conditions = Conditions { scale: Scale::Quick, seed: 1, positions: None };
    for experiment in lab::all(players::GAMES) {
        let design = (experiment.design)(&conditions);
        let design = design.unwrap_or_else(|error| panic!("{}: {error}", experiment.name));
        let ids: HashSet<&str> = design.cells.iter().map(|cell| cell.id.as_str()).collect();
        assert_eq!(ids.len(), design.cells.len(), "{}: names of cells are unique", experiment.name);
        let is_known = experiment.name.starts_with("tzaar-table-4.1") || experiment.name == "tzaar-size";
        assert!(!design.cells.is_empty() || is_known, "{}", experiment.name);
        assert!(!design.method.is_empty(), "{}", experiment.name);
    }
}

/// Specs and labels of larger sizes are only read when a design is made, so those whose positions cost nothing are made here.
#[test]
fn larger_sizes_can_be_designed_too() {
    for scale in [Scale::Standard, Scale::Full] {
        can_be_designed(&Conditions { scale, seed: 1, positions: None });
    }
}

fn can_be_designed(conditions: &Conditions) {
    for experiment in lab::all(players::GAMES) {
        let slow = experiment.takes_positions
            || ["dfpns", "pns", "nodes", "aspiration", "enhancements", "cores-table", "amazons", "worth"]
                .iter()
                .any(|s| experiment.name.contains(s));
        if !slow {
            (experiment.design)(conditions).unwrap_or_else(|error| panic!("{}: {error}", experiment.name));
        }
    }
}

#[test]
fn unknown_names_and_unusable_folders_are_quoted() {
    let error = lab::find(players::GAMES, "table-4.1").err().unwrap();
    assert!(
        error.is_bad_input() && error.to_string().contains("'table-4.1' is not an experiment; did you mean "),
        "{error}"
    );
    let conditions = Conditions { scale: Scale::Quick, seed: 1, positions: Some("no/such/folder".into()) };
    let error = (lab::find(players::GAMES, "tzaar-table-4.7").unwrap().design)(&conditions).err().unwrap();
    assert!(error.is_bad_input() && error.to_string().contains("'no/such/folder'"), "{error}");
}

#[test]
fn position_files_that_are_too_long_are_refused() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lab-long-position");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("long.txt"), vec![b' '; (1 << 16) + 1]).unwrap();
    let conditions = Conditions { scale: Scale::Quick, seed: 1, positions: Some(folder) };
    let error = (lab::find(players::GAMES, "tzaar-table-4.7").unwrap().design)(&conditions).err().unwrap();
    let text = error.to_string();
    assert!(
        error.is_bad_input() && text.contains("long.txt', line 1: the file has more than 65536 bytes"),
        "{text}"
    );
}

/// Table 4.5 of Zhang 2015 has nine sums; none may be left out at any scale.
#[test]
fn all_nine_sums_against_the_whole_board_are_played() {
    let experiment = lab::find(players::GAMES, "amazons-table-4.5").unwrap();
    for scale in [Scale::Quick, Scale::Full] {
        let design = (experiment.design)(&Conditions { scale, seed: 1, positions: None }).unwrap();
        for (many, side) in [2, 4, 6].into_iter().flat_map(|many| [4, 5, 6].map(|side| (many, side))) {
            let label = format!("{many} boards of {side}x{side}, ");
            assert!(design.cells.iter().any(|cell| cell.id.starts_with(&label)), "{scale}: {label}");
        }
    }
}

/// On a machine with many cores, too, the variants with simulated cores use one thread and say so.
#[test]
fn cores_can_be_simulated_on_every_machine() {
    let conditions = Conditions { scale: Scale::Quick, seed: 1, positions: None };
    for name in ["arimaa-figure-6.3-simulated", "arimaa-cores-simulated"] {
        let experiment = lab::find(players::GAMES, name).unwrap();
        assert_eq!(experiment.origin(), Origin::Own, "{name}");
        let design = (experiment.design)(&conditions).unwrap();
        assert!(design.cells.iter().all(|cell| cell.threads == 1), "{name}");
        for cores in [2, 4, 8] {
            let these = |words: &str| design.cells.iter().any(|cell| cell.id.contains(words));
            assert!(these(&format!("{cores} cores (simulated)")), "{name}");
            assert!(!these(&format!("{cores} cores vs")) && !these(&format!("{cores} cores,")), "{name}");
        }
    }
}
