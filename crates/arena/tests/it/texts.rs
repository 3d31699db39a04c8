//! Reading any text of a file or a command line gives a value or a sentence, never a panic.

use crate::common;

use arena::{GameRecord, OpeningSource, Openings, TimeControl, replay, run_match};
use common::{Nim, Scratch, plan};
use proptest::{prelude::*, test_runner::RngSeed};
use std::{fs, ops::ControlFlow, sync::atomic::AtomicBool};

/// A line of a real match.
fn record_line(nim: &'static Nim) -> String {
    let never = AtomicBool::new(false);
    let mut line = String::new();
    run_match(&plan(nim, "perfect", "random", 1), &nim.time, None, &[], &never, &mut |progress| {
        line = progress.record.to_line().unwrap();
        ControlFlow::Continue(())
    })
    .unwrap();
    line
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2026),
        ..ProptestConfig::with_cases(500)
    })]

    #[test]
    fn time_controls_that_are_read_are_written_back(text in "(nodes=|depth=)?[0-9.e+ms-]{0,12}") {
        if let Ok(control) = text.parse::<TimeControl>() {
            prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control));
        }
    }

    #[test]
    fn any_text_is_a_record_or_an_error(text in "\\PC{0,60}") {
        prop_assert!(GameRecord::from_line(&text).is_err());
    }

    #[test]
    fn damaged_records_are_refused_or_replayed(at in any::<prop::sample::Index>(), letter in "[ -~]") {
        let nim = Nim::new();
        let line = record_line(nim);
        let at = at.index(line.len() - 1);
        let damaged = format!("{}{letter}{}", &line[..at], &line[at + 1..]);
        if let Ok(record) = GameRecord::from_line(&damaged) {
            // Numbers and names may have changed into others; the rules decide about the rest.
            let _ = replay(&record, nim);
        }
    }

    #[test]
    fn any_file_holds_openings_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..80), text in "(moves |[0-9]/[0-9] first|[ab][0-9] |\n){0,8}") {
        let nim = Nim::new();
        let scratch = Scratch::new("any.txt");
        for contents in [&bytes[..], text.as_bytes()] {
            fs::write(&scratch.0, contents).unwrap();
            let source = OpeningSource::File(scratch.0.clone());
            match Openings::new(nim, "", source, 1) {
                Ok(mut openings) => prop_assert!(openings.of_pair(0).unwrap().board.outcome().is_none()),
                Err(error) => prop_assert!(error.to_string().contains("any.txt"), "{}", error),
            }
        }
    }
}
