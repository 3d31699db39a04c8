//! What the checker of engines finds: nothing in a healthy one, and the right step in those that misbehave.

use crate::common;

use arena::{EngineSettings, check_engine};
use common::Nim;
use std::time::Duration;

/// The steps that went wrong, with their problems.
fn problems(mode: &str) -> Vec<(&'static str, String)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mock_engine.sh");
    let settings = EngineSettings {
        start: Duration::from_secs(3),
        overtime: Duration::from_secs(1),
        ..EngineSettings::default()
    };
    let mut wrong = Vec::new();
    let number = check_engine(Nim::new(), &format!("ugi:sh '{script}' {mode}"), &settings, &mut |step| {
        wrong.extend(step.problem.map(|problem| (step.name, problem)));
    });
    assert_eq!(number, Ok(wrong.len()));
    wrong
}

#[test]
fn a_healthy_engine_has_no_problems() {
    assert_eq!(problems("healthy"), []);
}

#[test]
fn what_is_wrong_is_named() {
    let illegal = problems("illegal");
    assert_eq!(illegal[0].0, "it plays legal turns in time");
    assert!(illegal[0].1.contains("'z9'"), "{illegal:?}");
    let crash = problems("crash");
    assert!(crash[0].1.contains("exit status: 7") && crash[0].1.contains("broken on purpose"), "{crash:?}");
    assert_eq!(problems("ignore-quit")[0].0, "it ends after quit");
    let nowhere = check_engine(Nim::new(), "ugi:/no/such/program", &EngineSettings::default(), &mut |step| {
        assert!(step.problem.unwrap().contains("127"));
    });
    assert_eq!(nowhere, Ok(1));
}

#[test]
fn only_programs_can_be_checked() {
    let check = |spec: &str| check_engine(Nim::new(), spec, &EngineSettings::default(), &mut |_| ());
    assert!(check("random").unwrap_err().to_string().contains("'random'"));
    assert!(check("waltz:x").is_err() && check("ugi:").is_err() && check("aei:x").is_err());
}
