//! The main loop of depth-first proof-number search: one thread that answers one question (Nagai, 2002).
//!
//! Owns the path from the root to the current node and the records of the children along it, all in two stacks, so that a
//! node allocates nothing. A node takes the least phi of its children for the side to move there: nothing
//! swaps from level to level.

use super::{
    context::Context,
    numbers::{Bound, Node, Numbers, ProofNumber, View},
    policy::Tally,
    question::{ChildStatus, Findings, HistoryDependence},
    table::{Entry, TableKey},
};
use crate::proof::Budget;
use game::{Action, Game, Heuristics};
use std::{cmp::Reverse, ops::ControlFlow};

/// What a node knows of a child, seen by the chooser at the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<A> {
    pub key: TableKey,
    pub view: View,
    hint: i64,
    dependence: HistoryDependence,
    /// Seen from after the first action.
    pub bound: Bound,
    pub action: A,
    /// The second action, if a child is a whole turn.
    then: Option<A>,
}

impl<A> Child<A> {
    /// Takes over what is known of the position after all actions.
    #[inline]
    fn note(&mut self, view: View, bound: Bound, dependence: HistoryDependence) {
        self.bound = if self.then.is_some() { bound.later() } else { bound };
        (self.view, self.dependence) = (view, dependence);
    }
}

/// A node on the path from the root.
struct Frame<G> {
    position: G,
    key: TableKey,
    node: Node,
    starts_turn: bool,
    /// The node is left when one of its numbers reaches its limit.
    limits: View,
    /// What a further open child adds, see `LeafPolicy::slope`.
    slope: u64,
    /// Where the records of its children begin in the stack of children.
    first: usize,
    /// Its own record in the stack of children.
    slot: usize,
    /// The keys of the turn starts above it, combined: what a history-dependent decision is stored under.
    line: u64,
    /// Nodes counted when it was entered.
    entered: u64,
}

/// How a question about a position was answered.
#[derive(Clone, Debug)]
pub(super) struct Answer<A> {
    pub numbers: Numbers,
    pub bound: Bound,
    /// The actions at the root, in the order they were looked at. Empty if the search could not begin.
    pub children: Vec<Child<A>>,
    pub findings: Findings,
}

impl<A> Answer<A> {
    /// Nothing is known.
    pub fn unknown() -> Self {
        let findings = Findings::default();
        Answer { numbers: Numbers::FRESH, bound: Bound::ENDLESS, children: Vec::new(), findings }
    }
}

/// One thread with its stacks.
pub(super) struct Worker<'a, G: Game, H> {
    context: &'a Context<'a, G, H>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Action>>,
    /// Undecided child positions of the node that is being opened, if leaves are to be looked at.
    positions: Vec<(G, Node)>,
    /// Keys of the turn starts on the path, for games in which positions can come back.
    line: Vec<TableKey>,
    findings: Findings,
}

impl<'a, G: Game, H: Heuristics<G>> Worker<'a, G, H> {
    pub fn new(context: &'a Context<'a, G, H>) -> Self {
        Worker {
            context,
            frames: Vec::new(),
            children: Vec::new(),
            positions: Vec::new(),
            line: Vec::new(),
            findings: Findings::default(),
        }
    }

    /// Searches until the question is answered for `root` or the budget is used up.
    pub fn solve(
        &mut self,
        root: &G,
        budget: &mut Budget<'_, G>,
        mut visited: impl FnMut(&Self, u64),
    ) -> Answer<G::Action> {
        // 1. Start with an empty path and no limits.
        if budget.step().is_err() {
            return Answer::unknown();
        }
        self.open(root.clone(), View::UNLIMITED, 0, 0, budget.used());
        loop {
            // 2. Combine what is known of the children of the last node on the path.
            let tally = self.tally();
            let frame = &self.frames[self.frames.len() - 1];
            // 3. If a limit is reached, the parent must look around again.
            if tally.view.reaches(frame.limits) {
                if self.frames.len() == 1 {
                    return self.answer(&tally, budget.used());
                }
                self.close(&tally, budget.used());
                continue;
            }
            // 4. Choose a child; it may have been searched elsewhere since its record was made.
            let children = self.children[frame.first..].iter().map(|child| (child.key, child.view));
            let tally =
                self.context.workers.spread(children, frame.limits, tally, &self.context.leaf.settings);
            let slot = frame.first + tally.best;
            if self.refresh(slot) || self.abandon(budget.used()) {
                continue;
            }
            // 5. Ask for permission; without it, hand everything up to the root.
            if budget.step().is_err() {
                return self.give_up(budget.used());
            }
            visited(self, budget.used());
            // 6. Search the child until it is no longer the best.
            self.descend(slot, &tally, budget.used());
        }
    }

    /// The actions from the root to the current node: the line that is being looked at.
    pub fn current_line(&self) -> impl Iterator<Item = G::Action> + '_ {
        let child = |frame: &Frame<G>| {
            let Child { action, then, .. } = self.children[frame.slot];
            [Some(action), then].into_iter().flatten()
        };
        self.frames.iter().skip(1).flat_map(child)
    }

    /// Enters the child with this record.
    #[inline]
    fn descend(&mut self, slot: usize, tally: &Tally, nodes: u64) {
        let frame = &self.frames[self.frames.len() - 1];
        let limits = self.context.leaf.settings.limits_of_best(frame.limits, tally).absolute(frame.node);
        let Child { action, then, .. } = self.children[slot];
        let mut child = frame.position.child(action);
        if let Some(then) = then {
            child.play(then);
        }
        let line = frame.line_below();
        let limits = limits.seen_at(self.context.question.node(&child));
        self.open(child, limits, slot, line, nodes);
    }

    /// Puts a position on the path and makes the records of its children.
    fn open(&mut self, position: G, limits: View, slot: usize, line: u64, entered: u64) {
        let context = self.context;
        let frame = Frame {
            key: context.question.key(&position),
            node: context.question.node(&position),
            starts_turn: position.starts_turn(),
            slope: context.leaf.slope(&position),
            first: self.children.len(),
            position,
            limits,
            slot,
            line,
            entered,
        };
        if G::FORBIDDEN_REPETITION.is_some() && frame.starts_turn {
            self.line.push(frame.key);
        }
        context.workers.enter(frame.key);
        self.generate(&frame);
        self.look_up(&frame);
        self.frames.push(frame);
    }

    /// First pass over the children: their keys, and what the rules and proofs say. A child that gives the chooser its
    /// way makes all others superfluous.
    fn generate(&mut self, frame: &Frame<G>) {
        let leaf_policy = self.context.leaf;
        self.positions.clear();
        let _ = leaf_policy.actions(&frame.position, |action| {
            let position = frame.position.child(action);
            let hint = i64::from(leaf_policy.order_hint(&frame.position, action));
            if !leaf_policy.settings.turns || position.starts_turn() || position.outcome().is_some() {
                return self.add_child(frame, position, hint, action, None);
            }
            leaf_policy.actions(&position, |then| {
                let hint = (hint << 32) + i64::from(leaf_policy.order_hint(&position, then));
                self.add_child(frame, position.child(then), hint, action, Some(then))
            })
        });
    }

    /// Makes the record of a child; breaks where no other is needed.
    #[inline]
    fn add_child(
        &mut self,
        frame: &Frame<G>,
        position: G,
        hint: i64,
        action: G::Action,
        then: Option<G::Action>,
    ) -> ControlFlow<()> {
        let Worker { context, children, positions, line, findings, .. } = self;
        let mut child = Child {
            key: context.question.key(&position),
            view: Numbers::FRESH.seen_at(frame.node),
            hint,
            dependence: HistoryDependence::NONE,
            bound: Bound::ENDLESS,
            action,
            then,
        };
        match context.question.status(&position, line, context.leaf) {
            ChildStatus::Forbidden => return ControlFlow::Continue(()),
            ChildStatus::Decided(leaf, dependence) => {
                let view = Numbers::from_decision(leaf.attacker_wins).seen_at(frame.node);
                child.note(view, leaf.bound, dependence);
                findings.draw |= leaf.drawn;
                findings.repetition |= dependence != HistoryDependence::NONE;
                if child.view.phi == ProofNumber::ZERO {
                    children.truncate(frame.first);
                    positions.clear();
                    children.push(child);
                    return ControlFlow::Break(());
                }
            }
            ChildStatus::Open(node) if context.leaf.looks_at_leaves() => positions.push((position, node)),
            ChildStatus::Open(_) => (),
        }
        children.push(child);
        ControlFlow::Continue(())
    }

    /// Second pass: the table, and fresh numbers for what it does not know.
    fn look_up(&mut self, frame: &Frame<G>) {
        let context = self.context;
        let children = &mut self.children[frame.first..];
        let touched = children.iter().fold(0, |all, child| all ^ context.table.touch(child.key));
        std::hint::black_box(touched);
        let below = frame.line_below();
        let mut positions = self.positions.iter();
        for child in children.iter_mut().filter(|child| child.view.phi != ProofNumber::INFINITE) {
            let fresh = positions.next();
            if child.view.phi == ProofNumber::ZERO {
                break;
            }
            if let Some((entry, dependence)) = context.remembered(child.key, below) {
                child.note(entry.numbers.seen_at(frame.node), entry.bound, dependence);
            } else if let Some((position, node)) = fresh {
                child.view = context.leaf.fresh(position, *node).seen_at(frame.node);
            }
        }
        if context.leaf.settings.order {
            children.sort_unstable_by_key(|child| (Reverse(child.hint), child.action, child.then));
        }
    }

    /// Takes over what the table has learned about an open child; true if that was news.
    #[inline]
    fn refresh(&mut self, slot: usize) -> bool {
        let frame = &self.frames[self.frames.len() - 1];
        let child = &mut self.children[slot];
        let remembered = self.context.remembered(child.key, frame.line_below());
        let Some((entry, dependence)) = remembered else { return false };
        let view = entry.numbers.seen_at(frame.node);
        let news = view != child.view;
        child.note(view, entry.bound, dependence);
        news
    }

    /// Leaves a node of the path, with all below it, that another thread has decided in the meantime; true if there was one.
    /// Does nothing for a single thread.
    #[inline]
    fn abandon(&mut self, nodes: u64) -> bool {
        /// Checking the whole path is slow, so it is done once in this many nodes.
        const INTERVAL: u64 = 64;
        let context = self.context;
        if context.workers.is_alone() || !nodes.is_multiple_of(INTERVAL) {
            return false;
        }
        let is_decided = |frame: &Frame<G>| {
            context.table.probe(frame.key).is_some_and(|entry| entry.numbers.decided().is_some())
        };
        let Some(nth) = self.frames.iter().skip(1).position(is_decided) else { return false };
        let slot = self.frames[nth + 1].slot;
        while self.frames.len() > nth + 1 {
            let tally = self.tally();
            self.close(&tally, nodes);
        }
        self.refresh(slot);
        true
    }

    /// Combines what is known of the children of the last node on the path.
    #[inline]
    fn tally(&self) -> Tally {
        let frame = &self.frames[self.frames.len() - 1];
        let views = self.children[frame.first..].iter().map(|child| child.view);
        self.context.leaf.settings.tally(views, frame.slope)
    }

    /// Leaves the last node of the path: remembers its numbers and tells its parent.
    fn close(&mut self, tally: &Tally, nodes: u64) {
        let Some(frame) = self.frames.pop() else { return };
        self.context.workers.leave(frame.key);
        let (bound, mut dependence, action) = self.decision(&frame, tally);
        if G::FORBIDDEN_REPETITION.is_some() && frame.starts_turn {
            self.line.pop();
            dependence = dependence.at_turn_start(self.line.len());
        }
        let numbers = tally.view.absolute(frame.node);
        let entry = Entry { numbers, bound, action };
        self.context.remember(frame.key, frame.line, entry, dependence, nodes - frame.entered + 1);
        self.children.truncate(frame.first);
        if let Some(parent) = self.frames.last() {
            self.children[frame.slot].note(numbers.seen_at(parent.node), bound, dependence);
        }
    }

    /// How soon a decided node ends, what its decision rests on, and the action to choose there: the quickest way for a
    /// chooser that gets its way, the longest way for one that does not, the best numbers where nothing is decided.
    fn decision(&self, frame: &Frame<G>, tally: &Tally) -> (Bound, HistoryDependence, u16) {
        let children = &self.children[frame.first..];
        let code = |child: Option<&Child<G::Action>>| child.map_or(0, |c| c.action.code());
        if tally.view.phi == ProofNumber::ZERO {
            let winning = children.iter().filter(|child| child.view.phi == ProofNumber::ZERO);
            let best = winning.min_by_key(|child| (Reverse(child.dependence), child.bound));
            let (bound, dependence) =
                best.map_or((Bound::ENDLESS, HistoryDependence::ALL), |c| (c.bound, c.dependence));
            return (bound.later(), dependence, code(best));
        }
        if tally.view.phi != ProofNumber::INFINITE {
            return (Bound::ENDLESS, HistoryDependence::NONE, code(children.get(tally.best)));
        }
        let dependence =
            children.iter().map(|child| child.dependence).min().unwrap_or(HistoryDependence::NONE);
        let available = children.iter().filter(|child| child.bound != Bound::DEAD_END);
        let longest = available.max_by_key(|child| child.bound);
        let bound = match longest {
            Some(child) => child.bound.later(),
            None if frame.starts_turn => Bound::NOW,
            None => Bound::DEAD_END,
        };
        (bound, dependence, code(longest))
    }

    /// Closes all nodes but the root with the numbers they have.
    fn give_up(&mut self, nodes: u64) -> Answer<G::Action> {
        loop {
            let tally = self.tally();
            if self.frames.len() == 1 {
                return self.answer(&tally, nodes);
            }
            self.close(&tally, nodes);
        }
    }

    /// What is known at the root, which is the only node left on the path.
    fn answer(&mut self, tally: &Tally, nodes: u64) -> Answer<G::Action> {
        let frame = &self.frames[0];
        let (bound, _, action) = self.decision(frame, tally);
        let numbers = tally.view.absolute(frame.node);
        let entry = Entry { numbers, bound, action };
        self.context.remember(frame.key, 0, entry, HistoryDependence::NONE, nodes);
        Answer { numbers, bound, children: self.children.clone(), findings: self.findings }
    }
}

impl<G> Frame<G> {
    /// The combined keys of the turn starts above its children.
    #[inline]
    fn line_below(&self) -> u64 {
        if self.starts_turn { self.line ^ self.key.raw() } else { self.line }
    }
}
