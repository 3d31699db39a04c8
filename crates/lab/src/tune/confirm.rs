//! A sequential test between two specs, kept with all that is needed to repeat it. The statistics are those of crate `arena`.

use super::{Setting, write};
use crate::{
    LabError, Page,
    show::{Entry, Mark, Plot, Series, Table},
};
use arena::{Colours, Decision, Pentanomial, RunningSprt, Sprt, Tally};
use std::{ops::ControlFlow, path::PathBuf, sync::atomic::AtomicBool};

/// What is to be tested.
pub struct Confirmation {
    /// The player that should be better, and the one it is compared with.
    pub specs: [String; 2],
    /// The test.
    pub sprt: Sprt,
    /// Give up after so many pairs of games.
    pub most_pairs: u64,
}

/// About so many rows show the way of a test.
const ROWS: u64 = 40;

/// Plays the test, or goes on with it, and writes the page; answers with it, its folder and the decision, if there is one.
pub fn confirm(
    setting: &Setting<'_>,
    confirmation: &Confirmation,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(u64, u64),
) -> Result<(Page, PathBuf, Option<Decision>), LabError> {
    for spec in &confirmation.specs {
        setting.check(spec)?;
    }
    let mut test = RunningSprt::new(confirmation.sprt);
    let mut tally = Tally::default();
    let mut way: Vec<(u64, Tally, Pentanomial)> = Vec::new();
    setting.games(
        confirmation.specs.clone(),
        confirmation.most_pairs,
        Colours::Swapped,
        stop,
        &mut |record, done, total| {
            tally.add(record);
            let decision = test.add(record);
            if way.last().map_or(0, |(pairs, ..)| *pairs) < test.counted().pairs() {
                way.push((test.counted().pairs(), tally.clone(), test.counted()));
            }
            observer(done, total);
            if decision.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    )?;
    let sprt = &confirmation.sprt;
    let mut table = Table::new(&["pairs", "won", "drawn", "lost", "Elo", "LLR"]);
    let (mut marks, stride) = (Vec::new(), (way.len() as u64).div_ceil(ROWS).max(1));
    for (pairs, tally, counts) in &way {
        let ratio = sprt.log_likelihood_ratio(*counts);
        marks.push(Mark::at(*pairs as f64, ratio));
        if pairs % stride == 0 || *pairs == test.counted().pairs() {
            table.push(vec![
                Entry::count(*pairs),
                Entry::count(tally.wins()),
                Entry::count(tally.draws()),
                Entry::count(tally.losses()),
                counts.elo().map_or(Entry::Nothing, |e| Entry::Estimate(e.value, e.error, 1)),
                Entry::Number(ratio, 2),
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
    let page = Page {
        version: Page::VERSION,
        name: setting.name.clone(),
        title: format!("Sequential test of new weights of {}", setting.entry.name()),
        source: "our own".into(),
        claim: "Is the first player stronger than the second?".into(),
        method: vec![
            setting.games_sentence(),
            format!("First: `{}`", confirmation.specs[0]),
            format!("Second: `{}`", confirmation.specs[1]),
            format!("Test: {sprt}."),
        ],
        table,
        plot: Plot::lines(
            "log-likelihood ratio of the test",
            "pairs of games",
            "LLR",
            vec![Series::ours("LLR", marks), flat("pass", high), flat("fail", low)],
        ),
        notes: vec![format!(
            "The test has **{verdict}** after {} pairs. {}",
            test.counted().pairs(),
            test.line()
        )],
        provenance: setting.provenance(test.counted().pairs() as usize, tally.games()),
    };
    let decision = test.decision();
    let (page, folder) = write(setting.out, page)?;
    Ok((page, folder, decision))
}
