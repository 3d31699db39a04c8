//! Time estimation of depth-first proof-number search (Veselý 2013, 3.4): the search runs in rounds of nodes. The first has a fixed
//! size; each later one has as many nodes as should fit into what is left of the budget, and a tenth more. None begins in the
//! last fifth of the budget, which is left to the search that comes next. It has no clock: the control says which part of the
//! budget is used.
//!
//! The published program begins with ten million nodes, the thesis speaks of 100,000; here it is the latter, as the former is
//! more than most budgets.

use super::config::ProofPace;

/// Decides after a round whether there is another, and how long it is.
pub(super) struct Rounds {
    pace: ProofPace,
    begun: bool,
}

impl Rounds {
    /// Nodes of the first round.
    const FIRST: u64 = 100_000;
    /// Nodes of a round at least.
    const LEAST: u64 = 1_000;
    /// How much longer than expected a round may be.
    const SLACK: f64 = 1.1;
    /// From this part of the budget on, no round begins.
    const ENOUGH: f64 = 0.8;

    pub(super) fn new(pace: ProofPace) -> Rounds {
        Rounds { pace, begun: false }
    }

    /// The number of nodes at which the next round ends, given the nodes so far and the used part of the budget; `None` if
    /// there is no next round.
    pub(super) fn next(&mut self, nodes: u64, used: f64) -> Option<u64> {
        let begun = std::mem::replace(&mut self.begun, true);
        match self.pace {
            ProofPace::Full => (!begun).then_some(u64::MAX),
            ProofPace::Estimate if !begun => Some(nodes + Self::FIRST),
            ProofPace::Estimate if used >= Self::ENOUGH => None,
            // Without a limit there is nothing to estimate.
            ProofPace::Estimate if used <= 0.0 => Some(u64::MAX),
            ProofPace::Estimate => {
                let left = nodes as f64 * (1.0 - used) / used;
                Some(nodes.saturating_add(((Self::SLACK * left) as u64).max(Self::LEAST)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_the_nodes_that_should_fit_and_a_tenth_more() {
        let mut rounds = Rounds::new(ProofPace::Estimate);
        assert_eq!(rounds.next(0, 0.0), Some(100_000));
        assert_eq!(rounds.next(100_000, 0.25), Some(430_000));
        assert_eq!(rounds.next(430_000, 0.5), Some(903_000));
        assert_eq!(rounds.next(903_000, 0.8), None);
    }

    #[test]
    fn rounds_are_not_too_short_and_endless_without_a_limit() {
        let mut rounds = Rounds::new(ProofPace::Estimate);
        assert_eq!(rounds.next(7, 0.5), Some(100_007));
        assert_eq!(rounds.next(200, 0.5), Some(1_200));
        assert_eq!(rounds.next(100_000, 0.0), Some(u64::MAX));
        let mut full = Rounds::new(ProofPace::Full);
        assert_eq!([full.next(0, 0.0), full.next(9, 0.1)], [Some(u64::MAX), None]);
    }
}
