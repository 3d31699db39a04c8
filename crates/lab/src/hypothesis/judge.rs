//! Judges a hypothesis after every round: which parts are decided, and what the verdict is.
//!
//! A decided part stays decided, so the answer depends on the order of the rounds and on nothing else. The claim agrees if all
//! parts do, so every part may agree wrongly with the whole error; one part is enough to differ, so the parts share that error.

use super::{
    Bound, ERROR, Evidence, Hypothesis, Part, Test, Verdict,
    interval::{self, Interval},
};
use crate::{LabError, show::text};
use arena::{Decision, EloInterval, Pentanomial, Sprt};
use serde::{Deserialize, Serialize};

/// A part of a claim and what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// What it says.
    pub statement: String,
    /// The test, in words.
    pub test: String,
    /// The work's number; may be empty.
    pub printed: String,
    /// Our number with its interval.
    pub ours: String,
    /// The answer.
    pub verdict: Verdict,
}

/// The answer to a hypothesis, as a page keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The hypothesis.
    pub statement: String,
    /// The chances of wrong answers, as a sentence.
    pub errors: String,
    /// Its parts.
    pub parts: Vec<Judged>,
    /// The answer.
    pub verdict: Verdict,
    /// The answer in one sentence, with the numbers that decided.
    pub sentence: String,
    /// Why ours differs, if it does and the reason is known.
    pub why: Option<String>,
}

impl Answer {
    /// The part that speaks for the whole: the first one with the verdict of the whole, otherwise the first.
    pub fn main_part(&self) -> Option<&Judged> {
        self.parts.iter().find(|part| part.verdict == self.verdict).or(self.parts.first())
    }
}

/// Judges a hypothesis while a run goes on.
pub(crate) struct Judge<'a> {
    hypothesis: &'a Hypothesis,
    parts: Vec<(Verdict, String)>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(hypothesis: &'a Hypothesis) -> Judge<'a> {
        let state = |part: &Part| match &part.test {
            Test::Citation { why } => (Verdict::CannotBeCompared, why.clone()),
            _ => (Verdict::Undecided, "nothing".to_string()),
        };
        Judge { hypothesis, parts: hypothesis.parts.iter().map(state).collect() }
    }

    /// Is a cell that serves these parts still needed? One that serves none in particular, or only parts that cannot be
    /// compared, serves all: its results are shown as long as the others go on.
    pub(crate) fn needs(&self, parts: &[usize]) -> bool {
        let is = |nth: &usize, verdict: Verdict| self.parts.get(*nth).is_some_and(|part| part.0 == verdict);
        if parts.iter().all(|nth| is(nth, Verdict::CannotBeCompared)) {
            return self.parts.iter().any(|part| part.0 == Verdict::Undecided) || self.is_cited();
        }
        parts.iter().any(|nth| is(nth, Verdict::Undecided))
    }

    fn is_cited(&self) -> bool {
        self.parts.iter().all(|part| part.0 == Verdict::CannotBeCompared)
    }

    /// Judges the parts that are not yet decided. The evidence is that of all parts.
    pub(crate) fn look(&mut self, evidence: &[Evidence]) -> Result<(), LabError> {
        let shared = ERROR / self.hypothesis.parts.len().max(1) as f64;
        let all = self.parts.iter_mut().zip(&self.hypothesis.parts).zip(evidence);
        for ((state, part), evidence) in all.filter(|((state, _), _)| state.0 == Verdict::Undecided) {
            *state = decide(&part.test, evidence, ERROR, shared)
                .map_err(|problem| LabError::cell(format!("{}: {problem}", part.statement)))?;
        }
        Ok(())
    }

    /// The answer as it stands.
    pub(crate) fn answer(&self) -> Answer {
        let Hypothesis { statement, parts, why, .. } = self.hypothesis;
        let judged = |(part, (verdict, ours)): (&Part, &(Verdict, String))| Judged {
            statement: part.statement.clone(),
            test: part.test.to_string(),
            printed: part.printed.clone(),
            ours: ours.clone(),
            verdict: *verdict,
        };
        let parts: Vec<Judged> = parts.iter().zip(&self.parts).map(judged).collect();
        let verdict = overall(&parts);
        Answer {
            statement: statement.clone(),
            errors: errors(self.hypothesis),
            sentence: sentence(verdict, &parts),
            why: why.clone().filter(|_| verdict == Verdict::Differs),
            verdict,
            parts,
        }
    }
}

/// The verdict on a claim of these parts. Parts that cannot be compared do not count beside others.
fn overall(parts: &[Judged]) -> Verdict {
    let has = |verdict: Verdict| parts.iter().any(|part| part.verdict == verdict);
    if has(Verdict::Differs) {
        Verdict::Differs
    } else if has(Verdict::Undecided) {
        Verdict::Undecided
    } else if has(Verdict::Agrees) {
        Verdict::Agrees
    } else {
        Verdict::CannotBeCompared
    }
}

/// The chances of wrong answers.
fn errors(hypothesis: &Hypothesis) -> String {
    let tested = |part: &&Part| !matches!(part.test, Test::Citation { .. } | Test::Exact { .. });
    match hypothesis.parts.iter().filter(tested).count() {
        0 => "Nothing is left to chance.".into(),
        1 => format!("The chance of a wrong `agrees` or `differs` is at most {} % each.", 100.0 * ERROR),
        _ => format!(
            "The chance of a wrong `agrees` or `differs` is at most {} % each; {} parts share that of `differs`.",
            100.0 * ERROR,
            hypothesis.parts.len()
        ),
    }
}

/// The verdict in a sentence.
fn sentence(verdict: Verdict, parts: &[Judged]) -> String {
    let these: Vec<&Judged> = parts.iter().filter(|part| part.verdict == verdict).collect();
    let Some(first) = these.first() else { return "Nothing was claimed.".into() };
    let comparison = |part: &Judged| {
        let printed = match part.printed.as_str() {
            "" => String::new(),
            printed => format!(" (the work: {printed})"),
        };
        format!("“{}”: ours is {}{printed}", part.statement.trim_end_matches('.'), part.ours)
    };
    match verdict {
        Verdict::CannotBeCompared => first.ours.clone(),
        Verdict::Agrees if parts.len() == 1 => format!("The claim holds. {}.", comparison(first)),
        Verdict::Agrees => format!("All {} parts hold; the first is {}.", these.len(), comparison(first)),
        Verdict::Differs => {
            let all: Vec<String> = these.iter().map(|part| comparison(part)).collect();
            let many = match (these.len(), parts.len()) {
                (1, 1) => "The claim is false here".to_string(),
                (1, all) => format!("1 of {all} parts is false"),
                (some, all) => format!("{some} of {all} parts are false"),
            };
            format!("{many}: {}.", all.join("; "))
        }
        Verdict::Undecided => {
            let all: Vec<String> = these.iter().map(|part| comparison(part)).collect();
            format!("The budget ended before this was decided: {}.", all.join("; "))
        }
    }
}

/// Decides a part, and says what ours is. `agree` and `differ` are the chances of deciding wrongly.
fn decide(test: &Test, evidence: &Evidence, agree: f64, differ: f64) -> Result<(Verdict, String), LabError> {
    let by_interval = |bound: Bound,
                       of: &dyn Fn(f64) -> Option<Interval>,
                       show: &dyn Fn(Interval) -> String| {
        match (of(agree), of(differ)) {
            (Some(wide), Some(wider)) => (within(bound, wide, wider), show(wide)),
            _ => (Verdict::Undecided, "too little to say".into()),
        }
    };
    Ok(match (test, evidence) {
        (Test::Citation { why }, _) => (Verdict::CannotBeCompared, why.clone()),
        (_, Evidence::Nothing) => (Verdict::Undecided, "nothing".into()),
        (Test::Match { elo0, elo1 }, Evidence::Pairs(pairs)) => by_sprt(*elo0, *elo1, *pairs, agree, differ)?,
        (Test::Ratio(bound), Evidence::Numbers(logs)) => {
            let of = |error: f64| interval::mean(logs, error).map(|i| i.map(f64::exp));
            let show = |i: Interval| format!("{} on {} pairs", number(i, ""), logs.len());
            by_interval(*bound, &of, &show)
        }
        (Test::Mean(bound), Evidence::Numbers(numbers)) => {
            let of = |error: f64| interval::mean(numbers, error);
            let show = |i: Interval| format!("{}, mean of {}", number(i, ""), numbers.len());
            by_interval(*bound, &of, &show)
        }
        (Test::Share(bound), &Evidence::Count { some, of: all }) => {
            let of = |error: f64| interval::share(some, all, error);
            let show = |i: Interval| format!("{}, {some} of {all}", number(i.map(|p| 100.0 * p), " %"));
            by_interval(*bound, &of, &show)
        }
        (Test::MoreOften, &Evidence::Discordant { first, second, of: all }) => {
            let of = |error: f64| interval::share(first, first + second, error);
            let show = |_| format!("{first} only by the first, {second} only by the second, of {all}");
            by_interval(Bound::AtLeast(0.5), &of, &show)
        }
        (Test::Difference(bound), &Evidence::Discordant { first, second, of: all }) => {
            let of = |error: f64| interval::difference(first, second, all, error);
            let show = |i: Interval| {
                format!(
                    "{}; {first} only by the first, {second} only by the second, of {all}",
                    number(i, " points")
                )
            };
            by_interval(*bound, &of, &show)
        }
        (Test::Exact { expected }, Evidence::Found(found)) => {
            (if found == expected { Verdict::Agrees } else { Verdict::Differs }, found.clone())
        }
        (test, _) => return Err(LabError::cell(format!("'{test}' does not take evidence of this kind"))),
    })
}

fn by_sprt(
    elo0: f64,
    elo1: f64,
    pairs: Pentanomial,
    agree: f64,
    differ: f64,
) -> Result<(Verdict, String), LabError> {
    let test = format!("elo0={elo0},elo1={elo1},alpha={agree},beta={differ},model=logistic");
    let verdict = match test.parse::<Sprt>().map_err(LabError::cell)?.decide(pairs) {
        Some(Decision::Accepted) => Verdict::Agrees,
        Some(Decision::Rejected) => Verdict::Differs,
        None => Verdict::Undecided,
    };
    let halves: u64 = pairs.0.iter().zip(0..).map(|(count, half)| count * half).sum();
    let games = 2 * pairs.pairs();
    let score = if games > 0 { 100.0 * halves as f64 / (2 * games) as f64 } else { 50.0 };
    let elo = match pairs.elo_interval() {
        EloInterval::Unknown | EloInterval::TooFew => "not known".into(),
        EloInterval::AtLeast(bound) => format!("at least {bound:.0}"),
        EloInterval::AtMost(bound) => format!("at most {bound:.0}"),
        EloInterval::About(estimate, [low, high]) => {
            number(Interval { value: estimate.value, low, high }, "")
        }
    };
    Ok((verdict, format!("{} % of {games} games, Elo {elo}", text(score, 1))))
}

/// Where an interval lies. The second one is for deciding against the claim.
fn within(bound: Bound, agree: Interval, differ: Interval) -> Verdict {
    let (agrees, differs) = match bound {
        Bound::AtLeast(least) => (agree.low >= least, differ.high < least),
        Bound::AtMost(most) => (agree.high <= most, differ.low > most),
        Bound::Within(low, high) => {
            (agree.low >= low && agree.high <= high, differ.high < low || differ.low > high)
        }
    };
    match (agrees, differs) {
        (true, _) => Verdict::Agrees,
        (_, true) => Verdict::Differs,
        _ => Verdict::Undecided,
    }
}

impl Interval {
    fn map(self, change: impl Fn(f64) -> f64) -> Interval {
        Interval { value: change(self.value), low: change(self.low), high: change(self.high) }
    }
}

/// An estimate with its interval, with three significant digits or so.
fn number(interval: Interval, unit: &str) -> String {
    let half = (interval.high - interval.low) / 2.0;
    let digits = match interval.value.abs().max(if half.is_finite() { half } else { 0.0 }) {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 0.1 => 2,
        0.0 => 2,
        _ => 3,
    };
    let end = |end: f64| {
        if end.is_finite() {
            text(end, digits)
        } else if end > 0.0 {
            "∞".into()
        } else {
            "-∞".into()
        }
    };
    format!("{}{unit} ({} to {})", text(interval.value, digits), end(interval.low), end(interval.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hypothesis(tests: Vec<Test>) -> Hypothesis {
        let parts = tests.into_iter().map(|test| Part::new("It is so.", "7", test)).collect();
        let gather = Box::new(|_: &[Option<serde_json::Value>]| Ok(Vec::new()));
        Hypothesis { statement: "All is so.".into(), parts, why: Some("Because.".into()), gather }
    }

    fn answer(tests: Vec<Test>, evidence: &[Evidence]) -> Answer {
        let hypothesis = hypothesis(tests);
        let mut judge = Judge::new(&hypothesis);
        judge.look(evidence).unwrap();
        judge.answer()
    }

    fn verdict(test: Test, evidence: Evidence) -> Verdict {
        answer(vec![test], &[evidence]).verdict
    }

    #[test]
    fn intervals_within_outside_and_across_a_bound_decide() {
        let logs =
            |mean: f64| Evidence::Numbers((0..40).map(|n| mean + 0.1 * f64::from(n % 5 - 2)).collect());
        let half = 0.5_f64.ln();
        assert_eq!(verdict(Test::Ratio(Bound::AtMost(0.6)), logs(half)), Verdict::Agrees);
        assert_eq!(verdict(Test::Ratio(Bound::AtMost(0.4)), logs(half)), Verdict::Differs);
        assert_eq!(verdict(Test::Ratio(Bound::AtMost(0.5)), logs(half)), Verdict::Undecided);
        assert_eq!(verdict(Test::Ratio(Bound::AtLeast(0.6)), logs(half)), Verdict::Differs);
        assert_eq!(verdict(Test::Ratio(Bound::Within(0.4, 0.6)), logs(half)), Verdict::Agrees);
        assert_eq!(verdict(Test::Ratio(Bound::Within(0.9, 1.1)), logs(half)), Verdict::Differs);
        assert_eq!(
            verdict(Test::Mean(Bound::AtLeast(0.0)), Evidence::Numbers(vec![9.0; 4])),
            Verdict::Undecided
        );
        let some = |some: u64| Evidence::Count { some, of: 200 };
        assert_eq!(verdict(Test::Share(Bound::AtLeast(0.5)), some(150)), Verdict::Agrees);
        assert_eq!(verdict(Test::Share(Bound::AtLeast(0.5)), some(50)), Verdict::Differs);
        assert_eq!(verdict(Test::Share(Bound::AtLeast(0.5)), some(100)), Verdict::Undecided);
        let only = |first: u64, second: u64| Evidence::Discordant { first, second, of: 300 };
        assert_eq!(verdict(Test::MoreOften, only(30, 2)), Verdict::Agrees);
        assert_eq!(verdict(Test::MoreOften, only(2, 30)), Verdict::Differs);
        assert_eq!(verdict(Test::MoreOften, only(0, 0)), Verdict::Undecided);
        assert_eq!(verdict(Test::Difference(Bound::Within(-10.0, 10.0)), only(2, 2)), Verdict::Agrees);
        assert_eq!(verdict(Test::Difference(Bound::Within(-10.0, 10.0)), only(150, 2)), Verdict::Differs);
    }

    #[test]
    fn matches_are_decided_by_the_sprt() {
        let test = || Test::Match { elo0: 0.0, elo1: 100.0 };
        let pairs = |counts: [u64; 5]| Evidence::Pairs(Pentanomial(counts));
        assert_eq!(verdict(test(), pairs([0, 0, 4, 10, 20])), Verdict::Agrees);
        assert_eq!(verdict(test(), pairs([10, 5, 10, 5, 4])), Verdict::Differs);
        assert_eq!(verdict(test(), pairs([0, 0, 1, 1, 1])), Verdict::Undecided);
        let shown = answer(vec![test()], &[pairs([0, 0, 4, 10, 20])]).parts[0].ours.clone();
        assert!(shown.starts_with("86.8 % of 68 games, Elo 327 (2"), "{shown}");
    }

    #[test]
    fn one_false_part_is_enough_and_citations_do_not_count_beside_others() {
        let exact = || Test::Exact { expected: "7".into() };
        let cited = || Test::Citation { why: "People.".into() };
        let [seven, eight] = ["7", "8"].map(|text| Evidence::Found(text.into()));
        let all = |tests: Vec<Test>, evidence: &[Evidence]| answer(tests, evidence).verdict;
        assert_eq!(all(vec![exact(), exact()], &[seven.clone(), seven.clone()]), Verdict::Agrees);
        assert_eq!(all(vec![exact(), exact()], &[seven.clone(), eight.clone()]), Verdict::Differs);
        assert_eq!(all(vec![exact(), exact()], &[seven.clone(), Evidence::Nothing]), Verdict::Undecided);
        assert_eq!(all(vec![exact(), exact()], &[eight, Evidence::Nothing]), Verdict::Differs);
        assert_eq!(all(vec![exact(), cited()], &[seven, Evidence::Nothing]), Verdict::Agrees);
        assert_eq!(all(vec![cited()], &[Evidence::Nothing]), Verdict::CannotBeCompared);
    }

    #[test]
    fn cells_of_parts_that_cannot_be_compared_go_on_with_the_others() {
        let cited = Test::Citation { why: "People.".into() };
        let hypothesis = hypothesis(vec![Test::MoreOften, cited]);
        let mut judge = Judge::new(&hypothesis);
        assert!(judge.needs(&[]) && judge.needs(&[0]) && judge.needs(&[1]) && judge.needs(&[0, 1]));
        judge.look(&[Evidence::Discordant { first: 30, second: 0, of: 300 }, Evidence::Nothing]).unwrap();
        assert!(!judge.needs(&[]) && !judge.needs(&[0]) && !judge.needs(&[1]) && !judge.needs(&[0, 1]));
    }

    #[test]
    fn evidence_of_the_wrong_kind_is_refused() {
        let hypothesis = hypothesis(vec![Test::MoreOften]);
        let error = Judge::new(&hypothesis).look(&[Evidence::Numbers(vec![1.0])]).unwrap_err();
        assert!(error.to_string().contains("does not take evidence of this kind"), "{error}");
    }

    #[test]
    fn parts_share_the_error_of_differing() {
        // 34 of 100 against a half: wrong with 5 %, but not with 5 % of a hundred parts.
        let count = Evidence::Count { some: 34, of: 100 };
        let test = || Test::Share(Bound::AtLeast(0.5));
        assert_eq!(verdict(test(), count.clone()), Verdict::Differs);
        let many = answer(vec![test(); 100], &vec![count; 100]);
        assert_eq!(many.verdict, Verdict::Undecided);
        assert!(many.errors.contains("100 parts share that of `differs`"), "{}", many.errors);
    }
}
