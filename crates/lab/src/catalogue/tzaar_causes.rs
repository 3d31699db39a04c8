//! Tzaar, df-pn: rows beside the thesis's that test why ours differs, with one suspected cause switched each.
//!
//! The causes are the limit, which is ten times as large in one kind of row, and the point of view of the evaluation: the program
//! of 2012 used White's in both formulas that take an evaluation, the leaves' and that of heuristic weak df-pn.

use super::game;
use crate::{
    LabError,
    kinds::{
        local::micros,
        searches::{Measured, Probe, Variant, limits, player_probe, sign},
    },
};
use ::game::{Evaluation, Game, HeuristicSet, History, Notation, Score, Side, Turn};
use ::tzaar::{Tzaar, heuristics::Waltz};
use search::{Limits, Root, SearchControl, TurnSearch, proof};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

/// A suspected cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// The limit is too small for the enhancements to matter.
    Limit,
    /// The program's evaluation took one side's view.
    View,
}

impl Cause {
    pub(super) const BOTH: [Cause; 2] = [Cause::Limit, Cause::View];

    /// What the rows are, for the method of an experiment.
    pub(super) const METHOD: &'static str = "Rows with a remark are not the thesis's. They repeat others with ten times the nodes, or with the evaluation always from \
        White's view, as the program of 2012 used it in its leaves and in heuristic weak df-pn.";

    /// What is added to the label of a row, and the name of its series.
    fn words(self) -> &'static str {
        match self {
            Cause::Limit => "ten times the nodes",
            Cause::View => "White's view",
        }
    }

    /// The variant of a row, given by its label and spec, with this cause switched; `None` if that changes nothing.
    pub(super) fn variant(self, label: &str, spec: &str, nodes: u64) -> Result<Option<Variant>, LabError> {
        let config = settings(spec)?;
        let probe = match self {
            Cause::Limit => player_probe(game("tzaar")?, spec, limits(0, 10 * nodes, 0))?,
            Cause::View if config.init != proof::Init::Eval && config.weak != proof::Weak::Heuristic => {
                return Ok(None);
            }
            Cause::View => proof_probe(config, WhitesView(Waltz::THESIS), limits(0, nodes, 0)),
        };
        let (words, at) = (self.words(), label.parse().ok());
        Ok(Some(Variant { label: format!("{label}, {words}"), series: words, at, printed: None, probe }))
    }
}

/// WALTZ's evaluation from White's view, whichever side is to move.
#[derive(Clone, Debug)]
struct WhitesView(Waltz);

impl Evaluation<Tzaar> for WhitesView {
    type State = ();

    fn root_state(&self, _: &Tzaar) {}

    fn evaluate(&self, position: &Tzaar, (): &()) -> Score {
        Turn::between(Side::First, position.to_move()).score(self.0.evaluate(position, &()))
    }
}

/// The settings of a spec of df-pn.
fn settings(spec: &str) -> Result<proof::DfpnConfig, LabError> {
    let spec = game("tzaar")?.spec(spec).map_err(LabError::cell)?.to_string();
    let words = spec.trim_start_matches("dfpns:").split(',').filter(|word| !word.starts_with("eval="));
    let words: Vec<&str> = words.collect();
    proof::DfpnConfig::parse(&words.join(","), &proof::DfpnConfig::BEST).map_err(LabError::cell)
}

/// Df-pn with an evaluation that no spec can name.
fn proof_probe(
    config: proof::DfpnConfig,
    evaluation: impl Evaluation<Tzaar, State = ()>,
    limits: Limits,
) -> Probe {
    let parts = Waltz::THESIS.heuristics_without_proofs();
    let heuristics = HeuristicSet { evaluation, ordering: parts.ordering, proofs: parts.proofs };
    Arc::new(move |position: &str, _: u64, stop: &AtomicBool| {
        let position = Tzaar::parse_position(position).map_err(LabError::cell)?;
        let mut search = proof::Dfpn::new(&config, heuristics.clone()).map_err(LabError::cell)?;
        let history = History::starting_at(&position);
        let started = Instant::now();
        let control = SearchControl::new(limits, stop);
        let report = search.search(Root { position: &position, history: &history, lines: 1 }, &control);
        let result = sign(report.verdict);
        Ok(Measured {
            nodes: report.nodes,
            micros: micros(started),
            depth: report.depth,
            result,
            timed: false,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Conditions, Scale,
        positions::{TzaarSet, tzaar_set},
    };

    /// With the evaluation of the side to move the probe is the player; with White's it is another search.
    #[test]
    fn only_the_view_is_switched() {
        let conditions = Conditions { scale: Scale::Quick, seed: 1, positions: None };
        let (positions, _) = tzaar_set(&conditions, TzaarSet::Ending, 8).unwrap();
        let spec = "level:waltz-24,eval=waltz-thesis,init-t=1e5";
        let few = limits(0, 200, 0);
        let found = |probe: Probe| -> Vec<(u64, i8)> {
            let stop = AtomicBool::new(false);
            let all = positions.iter().map(|position| probe(position, 1, &stop).unwrap());
            all.map(|found| (found.nodes, found.result)).collect()
        };
        let player = found(player_probe(game("tzaar").unwrap(), spec, few).unwrap());
        let config = || settings(spec).unwrap();
        assert_eq!(found(proof_probe(config(), Waltz::THESIS, few)), player);
        assert_ne!(found(proof_probe(config(), WhitesView(Waltz::THESIS), few)), player);
    }
}
