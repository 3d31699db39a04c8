//! A sequential test between two specs, recorded so that it can be repeated. The statistics come from crate `arena`.

use super::Tuning;
use crate::{
    Findings, LabError, Page,
    show::{Mark, Plot, Series, Table, Value},
};
use arena::{Colours, Decision, Pentanomial, RunningSprt, Sprt, Tally};
use std::{ops::ControlFlow, path::PathBuf, sync::atomic::AtomicBool};

/// Two players and the test between them.
pub struct ConfirmConfig {
    /// The player that should be better, and the one it is compared with.
    pub specs: [String; 2],
    /// The test.
    pub sprt: Sprt,
    /// The test ends undecided after this many pairs of games.
    pub most_pairs: u64,
}

/// About this many rows show the progress of a test.
const ROWS: u64 = 40;

/// Plays the test, or resumes it, and writes the page; gives it, its folder and the decision, if there is one.
pub fn confirm(
    tuning: &Tuning<'_>,
    config: &ConfirmConfig,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u64, u64),
) -> Result<(Page, PathBuf, Option<Decision>), LabError> {
    for spec in &config.specs {
        tuning.check(spec)?;
    }
    let mut test = RunningSprt::new(config.sprt);
    let mut tally = Tally::default();
    let mut progress: Vec<(u64, Tally, Pentanomial)> = Vec::new();
    tuning.games(
        config.specs.clone(),
        config.most_pairs,
        Colours::Swapped,
        stop,
        &mut |record, done, total| {
            tally.add(record);
            let decision = test.add(record);
            if progress.last().map_or(0, |(pairs, ..)| *pairs) < test.counted().pairs() {
                progress.push((test.counted().pairs(), tally.clone(), test.counted()));
            }
            observer(done, total);
            if decision.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    )?;
    let sprt = &config.sprt;
    let mut table = Table::new("pairs | won | drawn | lost | Elo | LLR");
    let (mut marks, stride) = (Vec::new(), (progress.len() as u64).div_ceil(ROWS).max(1));
    for (pairs, tally, counts) in &progress {
        let ratio = sprt.log_likelihood_ratio(*counts);
        marks.push(Mark::at(*pairs as f64, ratio));
        if pairs % stride == 0 || *pairs == test.counted().pairs() {
            table.push(vec![
                Value::count(*pairs),
                Value::count(tally.wins()),
                Value::count(tally.draws()),
                Value::count(tally.losses()),
                counts.elo().map_or(Value::Nothing, |e| Value::Estimate(e.value, e.error, 1)),
                Value::Number(ratio, 2),
            ]);
        }
    }
    let (low, high) = sprt.bounds();
    let last = test.counted().pairs().max(1) as f64;
    let flat = |name: &str, at: f64| Series::source(name, vec![Mark::at(0.0, at), Mark::at(last, at)]);
    let verdict = match test.decision() {
        Some(Decision::Accepted) => "passed: H1 was accepted",
        Some(Decision::Rejected) => "failed: H0 was accepted",
        None => "undecided",
    };
    let series = vec![Series::ours("LLR", marks), flat("pass", high), flat("fail", low)];
    let findings = Findings {
        table,
        plot: Plot::lines("log-likelihood ratio of the test", "pairs of games", "LLR", series),
        notes: vec![format!(
            "The test has **{verdict}** after {} pairs. {}",
            test.counted().pairs(),
            test.line()
        )],
        games: tally.games(),
    };
    let method = vec![
        format!("First: `{}`", config.specs[0]),
        format!("Second: `{}`", config.specs[1]),
        format!("Test: {sprt}."),
    ];
    let heading =
        ["Sequential test of new weights", "our own", "Is the first player stronger than the second?"];
    let (page, folder) = tuning.write(heading, method, findings, test.counted().pairs() as usize)?;
    Ok((page, folder, test.decision()))
}
