//! Claims about typed results in groups, from which a design makes its hypothesis: a group for each variant or pairing.

use super::{Bound, Evidence, Part, Test};
use crate::kinds::{local::PositionResult, matches::Pair, searches::Measured};
use arena::Pentanomial;

/// Makes evidence from the results of some groups, each in the order of its rounds. Where groups have equally many cells,
/// those at one place belong together, as far as the shorter group goes.
type OfGroups<T> = Box<dyn Fn(&[&[T]]) -> Evidence + Send + Sync>;

/// A part of a claim, the groups that it needs (all, if it names none), and its evidence.
pub(crate) struct ClaimPart<T> {
    pub(crate) part: Part,
    pub(crate) groups: Vec<String>,
    pub(crate) evidence: OfGroups<T>,
}

/// The claim of a work about results of one type.
pub(crate) struct Claim<T> {
    pub(crate) statement: String,
    pub(crate) parts: Vec<ClaimPart<T>>,
    pub(crate) why: Option<String>,
}

impl<T> Claim<T> {
    /// A claim without parts yet: a sentence that can be false.
    pub(crate) fn new(statement: impl Into<String>) -> Claim<T> {
        Claim { statement: statement.into(), parts: Vec::new(), why: None }
    }

    /// A claim that cannot be tested, with the work's number and the reason.
    pub(crate) fn cited(
        statement: impl Into<String>,
        printed: impl Into<String>,
        why: impl Into<String>,
    ) -> Claim<T> {
        let statement = statement.into();
        let part = Part::new(statement.clone(), printed, Test::Citation { why: why.into() });
        Claim::new(statement).part(part, &[], |_| Evidence::Nothing)
    }

    /// Adds a part. Its evidence comes from the groups with these labels, in this order; from all groups if there are none.
    pub(crate) fn part(
        mut self,
        part: Part,
        groups: &[&str],
        evidence: impl Fn(&[&[T]]) -> Evidence + Send + Sync + 'static,
    ) -> Claim<T> {
        let groups = groups.iter().map(|label| label.to_string()).collect();
        self.parts.push(ClaimPart { part, groups, evidence: Box::new(evidence) });
        self
    }

    /// Says why ours differs. It is shown only if the verdict is `differs`, and should rest on an experiment.
    pub(crate) fn why(self, why: impl Into<String>) -> Claim<T> {
        Claim { why: Some(why.into()), ..self }
    }
}

impl Claim<Measured> {
    /// Adds: the nodes of one variant over those of another, position by position.
    pub(crate) fn ratio(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        [of, to]: [&str; 2],
        bound: Bound,
    ) -> Claim<Measured> {
        self.part(Part::new(statement, printed, Test::Ratio(bound)), &[of, to], |groups| {
            let nodes = |m: &Measured| m.nodes.max(1) as f64;
            let pairs = groups[0].iter().zip(groups[1]);
            Evidence::Numbers(pairs.map(|(of, to)| (nodes(of) / nodes(to)).ln()).collect())
        })
    }

    /// Adds: which of two variants solves which positions, for [`Test::MoreOften`] and [`Test::Difference`].
    #[allow(dead_code, reason = "experiments are converted one by one")]
    pub(crate) fn solving(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        variants: [&str; 2],
        test: Test,
    ) -> Claim<Measured> {
        self.part(Part::new(statement, printed, test), &variants, |groups| {
            let solved = |nth: usize| groups[nth].iter().map(Measured::is_solved);
            discordant(solved(0).zip(solved(1)))
        })
    }
}

impl Claim<Pair> {
    /// Adds: the first player of a pairing is stronger by `elo1` rather than by `elo0`.
    pub(crate) fn wins(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        pairing: &str,
        [elo0, elo1]: [f64; 2],
    ) -> Claim<Pair> {
        self.part(Part::new(statement, printed, Test::Match { elo0, elo1 }), &[pairing], |groups| {
            Evidence::Pairs(pentanomial(groups[0]))
        })
    }

    /// Adds: by how many percentage points the first player's score in one pairing is above that in another, with the same
    /// openings.
    #[allow(dead_code, reason = "experiments are converted one by one")]
    pub(crate) fn gains(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        pairings: [&str; 2],
        bound: Bound,
    ) -> Claim<Pair> {
        self.part(Part::new(statement, printed, Test::Mean(bound)), &pairings, |groups| {
            let score = |pair: &Pair| 25.0 * f64::from(pair.half_points[0] + pair.half_points[1]);
            let pairs = groups[0].iter().zip(groups[1]);
            Evidence::Numbers(pairs.map(|(one, other)| score(one) - score(other)).collect())
        })
    }
}

impl Claim<PositionResult> {
    /// Adds: the nodes of one temperature search over those of another, on positions that both finish.
    pub(crate) fn temperature_ratio(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        searches: [&str; 2],
        bound: Bound,
    ) -> Claim<PositionResult> {
        let names = searches.map(str::to_string);
        self.part(Part::new(statement, printed, Test::Ratio(bound)), &[], move |groups| {
            let ratio = |position: &PositionResult| {
                let [of, to] = [0, 1].map(|nth: usize| position.searches.get(&names[nth]));
                let (of, to) = (of.filter(|s| s.finished)?, to.filter(|s| s.finished)?);
                Some((of.nodes.max(1) as f64 / to.nodes.max(1) as f64).ln())
            };
            Evidence::Numbers(groups.iter().copied().flatten().filter_map(ratio).collect())
        })
    }

    /// Adds: which of two temperature searches finishes which positions within some nodes, for [`Test::MoreOften`] and
    /// [`Test::Difference`].
    pub(crate) fn covering(
        self,
        statement: impl Into<String>,
        printed: impl Into<String>,
        searches: [&str; 2],
        nodes: u64,
        test: Test,
    ) -> Claim<PositionResult> {
        let names = searches.map(str::to_string);
        self.part(Part::new(statement, printed, test), &[], move |groups| {
            let solved = |position: &PositionResult, nth: usize| {
                position.searches.get(&names[nth]).is_some_and(|s| s.finished && s.nodes <= nodes)
            };
            discordant(groups.iter().copied().flatten().map(|p| (solved(p, 0), solved(p, 1))))
        })
    }
}

/// How often exactly one of two succeeds.
pub(crate) fn discordant(pairs: impl Iterator<Item = (bool, bool)>) -> Evidence {
    let (mut first, mut second, mut of) = (0, 0, 0);
    for (one, other) in pairs {
        first += u64::from(one && !other);
        second += u64::from(other && !one);
        of += 1;
    }
    Evidence::Discordant { first, second, of }
}

/// How often pairs of games brought 0 to 4 half points.
pub(crate) fn pentanomial(pairs: &[Pair]) -> Pentanomial {
    let mut counts = [0; 5];
    for pair in pairs {
        counts[usize::from(pair.half_points[0] + pair.half_points[1]).min(4)] += 1;
    }
    Pentanomial(counts)
}
