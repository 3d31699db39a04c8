//! How a node combines its children, and how long a child may be searched before its siblings: with the numbers of fresh
//! leaves (`leaf`), the places where variants of proof-number search differ.
//!
//! A policy that is off gives the plain formula, so the searches never ask which variant they run. A policy moves finite
//! numbers only, never zero or infinity, so it cannot change a verdict.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `weak`: KnightThrough −5 ± 10, Tzaar 0 ± 0, Amazons −1 ± 2, Arimaa 0 ± 0 % nodes.
//! * `widen`: KnightThrough −5 ± 9, Tzaar 0 ± 0, Amazons −4 ± 5, Arimaa 0 ± 0 % nodes.
//! * `epsilon`: KnightThrough −2 ± 3, Tzaar 0 ± 0, Amazons −1 ± 1, Arimaa 0 ± 0 % nodes.

use super::{
    config::Weak,
    leaf::PolicySettings,
    numbers::{ProofNumber, View},
};

/// The combined numbers of a node's children, for the chooser at the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    /// The numbers of the node.
    pub view: View,
    /// The child to search next: the first of least phi. Meaningless for a node without children.
    pub best: usize,
    /// The least phi among the other children.
    pub second: ProofNumber,
    /// The part of the node's delta that does not come from the best child.
    pub rest: ProofNumber,
}

/// Upper limit of the setting `widen`.
const WIDEST: usize = 16;

impl PolicySettings {
    /// Combines the children, given as the chooser sees them. `slope` is what `LeafPolicy::slope` says of the node.
    #[inline]
    pub fn tally(&self, children: impl Iterator<Item = View>, slope: u64) -> Tally {
        if self.widen > 0 {
            return self.widened(children, slope);
        }
        let mut best = (ProofNumber::INFINITE, 0, ProofNumber::ZERO);
        let mut second = ProofNumber::INFINITE;
        let (mut sum, mut open, mut largest) = (0_u64, 0_u64, ProofNumber::ZERO);
        for (nth, child) in children.enumerate() {
            if child.phi < best.0 {
                second = best.0;
                best = (child.phi, nth, child.delta);
            } else if child.phi < second {
                second = child.phi;
            }
            sum += u64::from(child.delta.raw());
            open += u64::from(child.delta > ProofNumber::ZERO);
            largest = largest.max(child.delta);
        }
        let (phi, best, of_best) = best;
        let (delta, rest) = if phi == ProofNumber::ZERO {
            (ProofNumber::INFINITE, ProofNumber::ZERO)
        } else if self.weak != Weak::Off {
            let rest = ProofNumber::finite(slope * open.saturating_sub(1));
            (largest.plus(rest), rest)
        } else {
            (ProofNumber::finite(sum), ProofNumber::finite(sum - u64::from(of_best.raw())))
        };
        Tally { view: View { phi, delta }, best, second, rest }
    }

    /// The part of a node's delta that does not come from a child other than the best.
    pub fn rest_beside(&self, tally: &Tally, child: View) -> ProofNumber {
        if self.weak != Weak::Off || self.widen > 0 { tally.rest } else { tally.view.delta.less(child.delta) }
    }

    /// Dynamic widening: only the `widen` children of least phi count, by the weak rules if these are on.
    fn widened(&self, children: impl Iterator<Item = View>, slope: u64) -> Tally {
        // Sorted by phi, the earlier child first among equals.
        let mut front = [(ProofNumber::INFINITE, usize::MAX, ProofNumber::ZERO); WIDEST + 1];
        let mut filled = 0;
        for (nth, child) in children.enumerate() {
            let mut place = filled;
            while place > 0 && front[place - 1].0 > child.phi {
                front[place] = front[place - 1];
                place -= 1;
            }
            front[place] = (child.phi, nth, child.delta);
            filled = (filled + 1).min(WIDEST);
        }
        let counted = &front[..filled.min(self.widen)];
        let others = counted.iter().skip(1).map(|child| child.2);
        let (phi, best, of_best) = front[0];
        let best = if filled == 0 { 0 } else { best };
        let second = if filled > 1 { front[1].0 } else { ProofNumber::INFINITE };
        let (delta, rest) = if self.weak != Weak::Off {
            let open = counted.iter().filter(|child| child.2 > ProofNumber::ZERO).count() as u64;
            let rest = ProofNumber::finite(slope * open.saturating_sub(1));
            (others.fold(of_best, ProofNumber::max).plus(rest), rest)
        } else {
            let rest = others.fold(ProofNumber::ZERO, ProofNumber::plus);
            (of_best.plus(rest), rest)
        };
        Tally { view: View { phi, delta }, best, second, rest }
    }

    /// How far the numbers of the best child may grow before its parent looks again, as the chooser at the parent sees them.
    #[inline]
    pub fn limits_of_best(&self, limits: View, tally: &Tally) -> View {
        let second = u64::from(tally.second.raw());
        let threshold = if tally.second.is_infinite() {
            ProofNumber::INFINITE
        } else {
            ProofNumber::finite(second + self.epsilon.part_of(second) + 1)
        };
        View { phi: limits.phi.min(threshold), delta: limits.delta.less(tally.rest) }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{
        super::config::{Epsilon, Init},
        *,
    };

    /// Plain settings but for the way of adding up.
    pub fn settings_with(weak: Weak, widen: usize) -> PolicySettings {
        PolicySettings {
            recognise: false,
            relevant: false,
            order: false,
            init: Init::Off,
            init_a: 0,
            init_b: 0,
            init_t: 1,
            weak,
            weak_h: 1,
            weak_t: 1,
            widen,
            turns: false,
            epsilon: Epsilon::ZERO,
        }
    }

    fn view(phi: u64, delta: u64) -> View {
        View { phi: ProofNumber::finite(phi), delta: ProofNumber::finite(delta) }
    }
    const WON: View = View { phi: ProofNumber::ZERO, delta: ProofNumber::INFINITE };
    const LOST: View = View { phi: ProofNumber::INFINITE, delta: ProofNumber::ZERO };

    fn policy(weak: bool, widen: usize) -> PolicySettings {
        settings_with(if weak { Weak::Plain } else { Weak::Off }, widen)
    }

    #[test]
    fn plain_nodes_take_the_least_phi_and_the_sum_of_delta() {
        let tally = policy(false, 0).tally([view(4, 2), view(3, 5), view(3, 7), LOST].into_iter(), 0);
        assert_eq!(tally.view, view(3, 14));
        assert_eq!((tally.best, tally.second), (1, ProofNumber::finite(3)));
        assert_eq!(tally.rest, ProofNumber::finite(9));
    }

    #[test]
    fn weak_nodes_take_the_largest_delta_and_count_open_children() {
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
                assert!(!many.view.delta.is_infinite());
            }
        }
    }

    #[test]
    fn a_child_is_searched_until_it_is_worse_than_the_next() {
        let tally = policy(false, 0).tally([view(4, 2), view(8, 5)].into_iter(), 0);
        let plain = policy(false, 0);
        assert_eq!(plain.limits_of_best(view(100, 50), &tally), view(9, 45));
        assert_eq!(plain.limits_of_best(view(6, 50), &tally), view(6, 45));
        let epsilon = Epsilon::ratio(1, 4).unwrap_or(Epsilon::ZERO);
        let patient = PolicySettings { epsilon, ..plain };
        assert_eq!(patient.limits_of_best(view(100, 50), &tally), view(11, 45));
        assert_eq!(plain.limits_of_best(View::UNLIMITED, &tally).delta, ProofNumber::INFINITE);
    }
}
