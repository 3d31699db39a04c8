//! A sequential test beside a match. It looks at pairs in the order in which they were planned and never at one whose
//! predecessors are unfinished, so that quick games cannot bias it.

use crate::{
    record::GameRecord,
    sprt::{Decision, Sprt},
    stats::{PairScores, Pentanomial},
};

/// A test that runs along with a match: looks at the pairs in order, as far as they are complete without a gap, and keeps to
/// its first decision.
#[derive(Clone, Debug)]
pub struct RunningSprt {
    sprt: Sprt,
    /// Pairs that are not counted yet.
    waiting: PairScores,
    next: u64,
    counted: Pentanomial,
    decision: Option<Decision>,
}

impl RunningSprt {
    /// The test before the first pair.
    pub fn new(sprt: Sprt) -> RunningSprt {
        let (waiting, counted) = (PairScores::default(), Pentanomial::default());
        RunningSprt { sprt, waiting, next: 0, counted, decision: None }
    }

    /// Takes a finished game into account, each once only; answers with the decision, if there is one by now.
    pub fn add(&mut self, record: &GameRecord) -> Option<Decision> {
        self.add_result(record.pair_of_results(), record.half_points_of_first_player())
    }

    fn add_result(&mut self, pair: u64, half_points: u8) -> Option<Decision> {
        self.waiting.add(pair, half_points);
        while self.decision.is_none()
            && let Some(points) = self.waiting.take_complete(self.next)
        {
            self.next += 1;
            self.counted.0[usize::from(points)] += 1;
            self.decision = self.sprt.decide(self.counted);
        }
        self.decision
    }

    /// The decision, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The test itself.
    pub fn test(&self) -> Sprt {
        self.sprt
    }

    /// The pairs that the test has looked at.
    pub fn counted(&self) -> Pentanomial {
        self.counted
    }

    /// [`Sprt::line`] for the pairs that the test has looked at.
    pub fn line(&self) -> String {
        self.sprt.line(self.counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::derive_seed;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    /// Results of a match whose games are won, drawn and lost with these chances, until the test decides.
    fn simulate(test: Sprt, win: f64, draw: f64, seed: u64) -> (Decision, u64) {
        let mut running = RunningSprt::new(test);
        for pair in 0.. {
            for leg in 0..2 {
                let share = derive_seed(seed, &[pair, leg]) as f64 / u64::MAX as f64;
                let half_points = if share < win {
                    2
                } else if share < win + draw {
                    1
                } else {
                    0
                };
                if let Some(decision) = running.add_result(pair, half_points) {
                    return (decision, pair);
                }
            }
        }
        unreachable!("a test ends with probability 1")
    }

    /// With the truth at a hypothesis, the other one is accepted no more often than allowed, within what chance explains.
    #[test]
    fn errors_are_as_rare_as_promised() {
        const MATCHES: u64 = 400;
        // Three standard deviations of a frequency of 5 % among 400.
        const MOST: u64 = 20 + 13;
        for (model, draw) in [("logistic", 0.0), ("normalized", 0.0), ("normalized", 0.4)] {
            let test = sprt(&format!("elo0=0,elo1=60,alpha=0.05,beta=0.05,model={model}"));
            let share = match model {
                "logistic" => 1.0 / (1.0 + 10f64.powf(-60.0 / 400.0)) - 0.5,
                // The variance of a game is (1 - draw) / 4 less the square of the distance from a half.
                _ => {
                    let t = 60.0 / Pentanomial::NORMALISED;
                    t * ((1.0 - draw) / 4.0 / (1.0 + t * t)).sqrt()
                }
            };
            for (better, wrong) in [(0.0, Decision::Accepted), (share, Decision::Rejected)] {
                let win = (1.0 - draw) / 2.0 + better;
                let errors =
                    (0..MATCHES).filter(|&seed| simulate(test, win, draw, seed).0 == wrong).count() as u64;
                assert!(errors <= MOST, "{model}, {draw} drawn: {errors} of {MATCHES} wrongly {wrong:?}");
            }
        }
    }

    #[test]
    fn the_order_of_finishing_changes_nothing() {
        let test = sprt("elo0=0,elo1=60");
        let results = |pair: u64, leg: u64| (derive_seed(5, &[pair, leg]) % 10 < 7) as u8 * 2;
        let in_order = (0..500).flat_map(|pair| [(pair, 0), (pair, 1)]);
        let mut straight = RunningSprt::new(test);
        in_order.clone().for_each(|(pair, leg)| {
            straight.add_result(pair, results(pair, leg));
        });
        assert_eq!(straight.decision(), Some(Decision::Accepted));
        let mut shuffled: Vec<(u64, u64)> = in_order.collect();
        shuffled.sort_by_key(|&(pair, leg)| derive_seed(1, &[pair / 20, pair, leg]));
        let mut other = RunningSprt::new(test);
        for (pair, leg) in shuffled {
            other.add_result(pair, results(pair, leg));
        }
        assert_eq!((other.decision(), other.counted()), (straight.decision(), straight.counted()));
    }

    #[test]
    fn pairs_behind_a_gap_do_not_count() {
        let mut running = RunningSprt::new(sprt("elo0=0,elo1=60"));
        for pair in 1..500 {
            assert_eq!(running.add_result(pair, 2), None);
            assert_eq!(running.add_result(pair, 2), None);
        }
        assert_eq!(running.add_result(0, 0), None);
        assert_eq!(running.counted().pairs(), 0);
        assert_eq!(running.add_result(0, 0), Some(Decision::Accepted));
        assert!(running.counted().pairs() < 500, "what came after the decision is not counted");
    }
}
