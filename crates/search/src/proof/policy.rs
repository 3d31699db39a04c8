//! The three places where variants of proof-number search differ, as policies chosen at run time: what a fresh leaf is worth
//! ([`LeafPolicy`]), how a node combines its children ([`CombinePolicy`]), and how long a child may be searched before its
//! siblings get a look in ([`ThresholdPolicy`]).
//!
//! A policy that is off gives the plain formula, so the frames ([`super::Dfpn`], [`super::Pns`]) never ask which variant they
//! run. Nothing here may change a verdict: a policy moves finite numbers only, never zero or infinity.

use super::{
    config::{Epsilon, Init, Weak},
    numbers::{Bound, Node, Numbers, ProofNumber, View},
};
use game::{Game, Heuristics, Score};
use std::ops::ControlFlow;

/// The settings that both searches share, already checked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PolicySettings {
    pub recognise: bool,
    pub relevant: bool,
    pub order: bool,
    pub init: Init,
    pub init_a: u64,
    pub init_b: u64,
    pub init_step: Steps,
    pub weak: Weak,
    pub weak_h: u64,
    pub weak_step: Steps,
    pub widen: usize,
}

/// A position that is decided without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    pub attacker_wins: bool,
    pub bound: Bound,
    /// Nobody wins here: "the attacker does not win" does not mean that it loses.
    pub drawn: bool,
}

/// A step function on evaluations: how well the side to move stands, as a whole number of thresholds within limits. One step
/// is what the papers use; WALTZ tried more and found no gain in Tzaar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Steps {
    threshold: i32,
    most: i32,
}

impl Steps {
    /// Multiples of `threshold` up to `most` each way; both at least 1.
    pub fn new(threshold: i64, most: i64) -> Steps {
        let cut = |number: i64| i32::try_from(number.max(1)).unwrap_or(i32::MAX);
        Steps { threshold: cut(threshold), most: cut(most) }
    }

    /// From 0 for standing badly over `most` for an even position to twice `most` for standing well.
    #[inline]
    fn well(self, score: Score) -> u64 {
        (self.most + (score.raw() / self.threshold).clamp(-self.most, self.most)) as u64
    }

    /// The same turned round.
    #[inline]
    fn badly(self, score: Score) -> u64 {
        2 * self.most as u64 - self.well(score)
    }

    /// `factor` for an even position, nothing at one end, twice as much at the other.
    #[inline]
    fn share(self, factor: u64, steps: u64) -> u64 {
        factor * steps / self.most as u64
    }
}

/// Numbers for positions that have not been searched.
#[derive(Clone, Debug)]
pub(super) struct LeafPolicy<H> {
    heuristics: H,
    settings: PolicySettings,
}

impl<H> LeafPolicy<H> {
    pub fn new(heuristics: H, settings: PolicySettings) -> Self {
        LeafPolicy { heuristics, settings }
    }

    /// What can be read off an unfinished position, with `node` saying who is to move there.
    #[inline]
    pub fn recognise<G: Game>(&self, position: &G, node: Node) -> Option<Leaf>
    where
        H: Heuristics<G>,
    {
        if !self.settings.recognise {
            return None;
        }
        self.heuristics.decided(position).map(|score| recognised(score, node))
    }

    /// The numbers of an unfinished position that nobody has searched.
    #[inline]
    pub fn fresh<G: Game>(&self, position: &G, node: Node) -> Numbers
    where
        H: Heuristics<G>,
    {
        match self.settings.init {
            Init::Off => Numbers::FRESH,
            Init::Mobility => self.by_mobility(position).absolute(node),
            Init::Eval => self.by_evaluation(position).absolute(node),
        }
    }

    /// Do the numbers of a fresh leaf depend on its position?
    #[inline]
    pub fn looks_at_leaves(&self) -> bool {
        self.settings.init != Init::Off
    }

    /// One action is enough for the side to move to get its way; to deny it, each of its actions must be answered.
    #[inline]
    fn by_mobility<G: Game>(&self, position: &G) -> View
    where
        H: Heuristics<G>,
    {
        View { effort: ProofNumber::ONE, resistance: ProofNumber::finite(self.count(position)) }
    }

    /// Winands and Schadd's formula as section 2.2.2 of the WALTZ thesis gives it, written for the side to move there (the
    /// thesis writes it for the side that has just moved): effort `1 + a (1 - s)`, resistance `m (1 + b (1 + s))`, where `m`
    /// is the number of actions and `s` the step from -1 to 1.
    fn by_evaluation<G: Game>(&self, position: &G) -> View
    where
        H: Heuristics<G>,
    {
        let PolicySettings { init_a, init_b, init_step: step, .. } = self.settings;
        let score = self.heuristics.evaluate(position);
        let effort = 1 + step.share(init_a, step.badly(score));
        let resistance = self.count(position) * (1 + step.share(init_b, step.well(score)));
        View { effort: ProofNumber::finite(effort), resistance: ProofNumber::finite(resistance) }
    }

    /// How many actions there are to choose from; at least 1, because a leaf is not decided.
    #[inline]
    fn count<G: Game>(&self, position: &G) -> u64
    where
        H: Heuristics<G>,
    {
        let mut count = 0;
        let _ = self.actions(position, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count.max(1)
    }

    /// The actions that are searched: all, or those that the game's knowledge does not rule out.
    #[inline]
    pub fn actions<G: Game>(
        &self,
        position: &G,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()>
    where
        H: Heuristics<G>,
    {
        if self.settings.relevant {
            self.heuristics.relevant_actions(position, visit)
        } else {
            position.actions(visit)
        }
    }

    /// Which action is looked at first among equal numbers: larger is earlier.
    #[inline]
    pub fn order_hint<G: Game>(&self, position: &G, action: G::Action) -> i32
    where
        H: Heuristics<G>,
    {
        if self.settings.order { self.heuristics.order_hint(position, action) } else { 0 }
    }

    /// Are children ordered at all?
    #[inline]
    pub fn orders(&self) -> bool {
        self.settings.order
    }

    /// What each further open child of this position adds with the weak rules.
    #[inline]
    pub fn slope<G: Game>(&self, position: &G) -> u64
    where
        H: Heuristics<G>,
    {
        match self.settings.weak {
            Weak::Off => 0,
            Weak::Plain => 1,
            Weak::Heuristic => {
                let step = self.settings.weak_step;
                step.share(self.settings.weak_h, step.well(self.heuristics.evaluate(position)))
            }
        }
    }
}

/// The numbers of a value that was read off the board.
fn recognised(score: Score, node: Node) -> Leaf {
    let Some(distance) = score.distance() else {
        return Leaf { attacker_wins: false, bound: Bound::ENDLESS, drawn: true };
    };
    let attacker_wins = score.is_win() == (node == Node::Or);
    Leaf { attacker_wins, bound: Bound::within(distance), drawn: false }
}

/// What the children of a node say together, to the chooser at the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    /// The numbers of the node.
    pub view: View,
    /// The child to search next: the first of least effort. Meaningless for a node without children.
    pub best: usize,
    /// The least effort among the other children.
    pub second: ProofNumber,
    /// The part of the node's resistance that does not come from the best child.
    pub rest: ProofNumber,
}

/// How a node combines its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct CombinePolicy {
    weak: bool,
    widen: usize,
}

/// Upper limit of the setting `widen`.
const WIDEST: usize = 16;

impl CombinePolicy {
    pub fn new(settings: &PolicySettings) -> Self {
        CombinePolicy { weak: settings.weak != Weak::Off, widen: settings.widen.min(WIDEST) }
    }

    /// Combines the children, given as the chooser sees them. `slope` is what [`LeafPolicy::slope`] says of the node.
    #[inline]
    pub fn tally(&self, children: impl Iterator<Item = View>, slope: u64) -> Tally {
        if self.widen > 0 {
            return self.widened(children, slope);
        }
        let mut best = (ProofNumber::INFINITE, 0, ProofNumber::ZERO);
        let mut second = ProofNumber::INFINITE;
        let (mut sum, mut open, mut largest) = (0_u64, 0_u64, ProofNumber::ZERO);
        for (nth, child) in children.enumerate() {
            if child.effort < best.0 {
                second = best.0;
                best = (child.effort, nth, child.resistance);
            } else if child.effort < second {
                second = child.effort;
            }
            sum += u64::from(child.resistance.raw());
            open += u64::from(child.resistance > ProofNumber::ZERO);
            largest = largest.max(child.resistance);
        }
        let (effort, best, of_best) = best;
        let (resistance, rest) = if effort == ProofNumber::ZERO {
            (ProofNumber::INFINITE, ProofNumber::ZERO)
        } else if self.weak {
            let rest = ProofNumber::finite(slope * open.saturating_sub(1));
            (largest.plus(rest), rest)
        } else {
            (ProofNumber::finite(sum), ProofNumber::finite(sum - u64::from(of_best.raw())))
        };
        Tally { view: View { effort, resistance }, best, second, rest }
    }

    /// The part of a node's resistance that does not come from a child other than the best.
    pub fn rest_beside(&self, tally: &Tally, child: View) -> ProofNumber {
        if self.weak || self.widen > 0 { tally.rest } else { tally.view.resistance.less(child.resistance) }
    }

    /// Dynamic widening: only the `widen` children of least effort count, by the weak rules if these are on.
    fn widened(&self, children: impl Iterator<Item = View>, slope: u64) -> Tally {
        // Sorted by effort, the earlier child first among equals.
        let mut front = [(ProofNumber::INFINITE, usize::MAX, ProofNumber::ZERO); WIDEST + 1];
        let mut filled = 0;
        for (nth, child) in children.enumerate() {
            let mut place = filled;
            while place > 0 && front[place - 1].0 > child.effort {
                front[place] = front[place - 1];
                place -= 1;
            }
            front[place] = (child.effort, nth, child.resistance);
            filled = (filled + 1).min(WIDEST);
        }
        let counted = &front[..filled.min(self.widen)];
        let others = counted.iter().skip(1).map(|child| child.2);
        let (effort, best, of_best) = front[0];
        let best = if filled == 0 { 0 } else { best };
        let second = if filled > 1 { front[1].0 } else { ProofNumber::INFINITE };
        let (resistance, rest) = if self.weak {
            let open = counted.iter().filter(|child| child.2 > ProofNumber::ZERO).count() as u64;
            let rest = ProofNumber::finite(slope * open.saturating_sub(1));
            (others.fold(of_best, ProofNumber::max).plus(rest), rest)
        } else {
            let rest = others.fold(ProofNumber::ZERO, ProofNumber::plus);
            (of_best.plus(rest), rest)
        };
        Tally { view: View { effort, resistance }, best, second, rest }
    }
}

/// How far the numbers of a child may grow before its parent looks again.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThresholdPolicy {
    epsilon: Epsilon,
}

impl ThresholdPolicy {
    pub fn new(epsilon: Epsilon) -> Self {
        ThresholdPolicy { epsilon }
    }

    /// Limits for the best child, as the chooser at the parent sees them.
    #[inline]
    pub fn limits_of_best(&self, limits: View, tally: &Tally) -> View {
        let second = u64::from(tally.second.raw());
        let patience = if tally.second.is_infinite() {
            ProofNumber::INFINITE
        } else {
            ProofNumber::finite(second + self.epsilon.of(second) + 1)
        };
        View { effort: limits.effort.min(patience), resistance: limits.resistance.less(tally.rest) }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Plain settings but for the way of adding up.
    pub fn settings_with(weak: Weak, widen: usize) -> PolicySettings {
        PolicySettings {
            recognise: false,
            relevant: false,
            order: false,
            init: Init::Off,
            init_a: 0,
            init_b: 0,
            init_step: Steps::new(1, 1),
            weak,
            weak_h: 1,
            weak_step: Steps::new(1, 1),
            widen,
        }
    }

    fn view(effort: u64, resistance: u64) -> View {
        View { effort: ProofNumber::finite(effort), resistance: ProofNumber::finite(resistance) }
    }
    const WON: View = View { effort: ProofNumber::ZERO, resistance: ProofNumber::INFINITE };
    const LOST: View = View { effort: ProofNumber::INFINITE, resistance: ProofNumber::ZERO };

    fn policy(weak: bool, widen: usize) -> CombinePolicy {
        CombinePolicy::new(&settings_with(if weak { Weak::Plain } else { Weak::Off }, widen))
    }

    #[test]
    fn steps_refine_between_the_same_ends() {
        for most in [1, 2, 5] {
            let steps = Steps::new(100, most);
            let share = |value| steps.share(10, steps.well(Score::opinion(value)));
            assert_eq!((share(-100_000), share(0), share(99), share(100_000)), (0, 10, 10, 20));
            assert_eq!(steps.share(10, steps.badly(Score::opinion(100_000))), 0);
            assert_eq!(share(i32::MAX), 20);
        }
        let one = Steps::new(100, 1);
        assert_eq!([-100, -99, 99, 100].map(|v| one.well(Score::opinion(v))), [0, 1, 1, 2]);
        let two = Steps::new(100, 2);
        assert_eq!([-200, -100, 0, 100, 200].map(|v| two.well(Score::opinion(v))), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn plain_nodes_take_the_least_effort_and_the_sum_of_resistance() {
        let tally = policy(false, 0).tally([view(4, 2), view(3, 5), view(3, 7), LOST].into_iter(), 0);
        assert_eq!(tally.view, view(3, 14));
        assert_eq!((tally.best, tally.second), (1, ProofNumber::finite(3)));
        assert_eq!(tally.rest, ProofNumber::finite(9));
    }

    #[test]
    fn weak_nodes_take_the_largest_resistance_and_count_open_children() {
        let children = [view(4, 2), view(3, 5), LOST, view(9, 7)];
        assert_eq!(policy(true, 0).tally(children.into_iter(), 1).view, view(3, 7 + 2));
        assert_eq!(policy(true, 0).tally(children.into_iter(), 4).view, view(3, 7 + 8));
    }

    #[test]
    fn widened_nodes_count_only_the_most_promising() {
        let children = [view(4, 2), view(9, 100), view(3, 5), LOST, view(3, 7)];
        let tally = policy(false, 3).tally(children.into_iter(), 0);
        assert_eq!(tally.view, view(3, 5 + 7 + 2));
        assert_eq!((tally.best, tally.second), (2, ProofNumber::finite(3)));
        assert_eq!(tally.rest, ProofNumber::finite(9));
    }

    #[test]
    fn weak_rules_and_widening_go_together() {
        let children = [view(4, 2), view(9, 100), view(3, 5), LOST, view(3, 7)];
        let tally = policy(true, 3).tally(children.into_iter(), 4);
        assert_eq!(tally.view, view(3, 7 + 2 * 4));
        assert_eq!((tally.best, tally.second), (2, ProofNumber::finite(3)));
        assert_eq!(tally.rest, ProofNumber::finite(8));
    }

    #[test]
    fn no_policy_moves_a_decision() {
        let all = [
            policy(false, 0),
            policy(true, 0),
            policy(false, 1),
            policy(false, 16),
            policy(true, 1),
            policy(true, 3),
        ];
        for combine in all {
            for slope in [0, 1, 2] {
                let won = combine.tally([view(1, 1), WON, LOST, view(2, 9)].into_iter(), slope);
                assert_eq!((won.view, won.best), (WON, 1));
                assert_eq!(combine.tally([LOST, LOST].into_iter(), slope).view, LOST);
                assert_eq!(combine.tally([].into_iter(), slope).view, LOST);
                let open = combine.tally([LOST, view(1, 1), LOST].into_iter(), slope);
                assert_eq!((open.view, open.best), (view(1, 1), 1));
                let many = combine.tally(std::iter::repeat_n(view(1, u64::MAX), 99), slope);
                assert!(!many.view.resistance.is_infinite());
            }
        }
    }

    #[test]
    fn a_child_is_searched_until_it_is_worse_than_the_next() {
        let tally = policy(false, 0).tally([view(4, 2), view(8, 5)].into_iter(), 0);
        let plain = ThresholdPolicy::new(Epsilon::ZERO);
        assert_eq!(plain.limits_of_best(view(100, 50), &tally), view(9, 45));
        assert_eq!(plain.limits_of_best(view(6, 50), &tally), view(6, 45));
        let patient = ThresholdPolicy::new(Epsilon::ratio(1, 4).unwrap_or(Epsilon::ZERO));
        assert_eq!(patient.limits_of_best(view(100, 50), &tally), view(11, 45));
        assert_eq!(plain.limits_of_best(View::UNLIMITED, &tally).resistance, ProofNumber::INFINITE);
    }
}
