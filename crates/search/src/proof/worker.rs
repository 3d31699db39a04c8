//! The frame of depth-first proof-number search: one thread that answers one question (Nagai, 2002).
//!
//! Owns the path from the root to the current node and the records of the children along it, all in two stacks that are
//! reused, so that a node allocates nothing. Which numbers leaves have, how children are combined and how long a child is
//! searched are the policies' business; whether to go on is the meter's. A node takes the least effort of its children for
//! the side that chooses there, found by who is to move: nothing swaps from level to level.

use super::{
    meter::Meter,
    numbers::{Bound, Node, Numbers, ProofNumber, View},
    policy::{CombinePolicy, LeafPolicy, Tally, ThresholdPolicy},
    question::{Fate, Findings, Question, Taint},
    table::{Entry, Table, TableKey},
};
use game::{Action, Game, Heuristics};
use std::{cmp::Reverse, ops::ControlFlow};

/// The policies of one configuration.
#[derive(Clone, Debug)]
pub(super) struct Policies<H> {
    pub leaf: LeafPolicy<H>,
    pub combine: CombinePolicy,
    pub threshold: ThresholdPolicy,
}

/// What a node knows of a child, seen by the chooser at the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<A> {
    pub key: TableKey,
    pub view: View,
    hint: i32,
    taint: Taint,
    pub bound: Bound,
    pub action: A,
}

/// A node on the path from the root.
struct Frame<G> {
    position: G,
    key: TableKey,
    node: Node,
    starts_turn: bool,
    /// The node is left when one of its numbers reaches its limit.
    limits: View,
    /// What a further open child adds, see [`LeafPolicy::slope`].
    slope: u64,
    /// Where the records of its children begin in the stack of children.
    first: usize,
    /// Its own record in the stack of children.
    slot: usize,
    /// The keys of the turn starts above it, combined: what a tainted decision is stored under.
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
}

impl<A> Answer<A> {
    /// Nothing is known.
    pub fn unknown() -> Self {
        Answer { numbers: Numbers::FRESH, bound: Bound::ENDLESS, children: Vec::new() }
    }
}

/// The stacks of one thread, kept from one search to the next.
pub(super) struct Worker<G: Game> {
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Action>>,
    /// Child positions of the node that is being opened.
    positions: Vec<(G, Node)>,
    /// Keys of the turn starts on the path, for games in which positions can come back.
    line: Vec<TableKey>,
    pub findings: Findings,
}

impl<G: Game> Worker<G> {
    pub fn new() -> Self {
        Worker {
            frames: Vec::new(),
            children: Vec::new(),
            positions: Vec::new(),
            line: Vec::new(),
            findings: Findings::default(),
        }
    }

    /// Searches until the question is answered for `root` or the meter says stop.
    pub fn solve<H: Heuristics<G>>(
        &mut self,
        root: &G,
        desk: &Desk<'_, H>,
        meter: &mut Meter<'_, G>,
        mut due: impl FnMut(&Self, u64),
    ) -> Answer<G::Action> {
        // 1. Start with an empty path and no limits.
        self.frames.clear();
        self.children.clear();
        self.line.clear();
        if !meter.count() {
            return Answer::unknown();
        }
        self.open(desk, root.clone(), View::UNLIMITED, 0, 0, meter.nodes());
        loop {
            // 2. Combine what is known of the children of the last node on the path.
            let frame = &self.frames[self.frames.len() - 1];
            let views = self.children[frame.first..].iter().map(|child| child.view);
            let tally = desk.policies.combine.tally(views, frame.slope);
            // 3. If a limit is reached, the parent must look around again.
            if tally.view.reaches(frame.limits) {
                if self.frames.len() == 1 {
                    return self.answer(desk, &tally, meter.nodes());
                }
                self.close(desk, &tally, meter.nodes());
                continue;
            }
            // 4. The best child may have been searched elsewhere since its record was made.
            let slot = frame.first + tally.best;
            if self.refresh(desk, slot) {
                continue;
            }
            // 5. Ask for permission; without it, hand everything up to the root.
            if !meter.count() {
                return self.give_up(desk, meter.nodes());
            }
            if meter.report_is_due() {
                due(self, meter.nodes());
            }
            // 6. Search the best child until it is no longer the best.
            self.descend(desk, slot, &tally, meter.nodes());
        }
    }

    /// The actions from the root to the current node: the line that is being looked at.
    pub fn current_line(&self) -> impl Iterator<Item = G::Action> + '_ {
        self.frames.iter().skip(1).map(|frame| self.children[frame.slot].action)
    }

    /// Enters the child with this record.
    #[inline]
    fn descend<H: Heuristics<G>>(&mut self, desk: &Desk<'_, H>, slot: usize, tally: &Tally, nodes: u64) {
        let frame = &self.frames[self.frames.len() - 1];
        let limits = desk.policies.threshold.limits_of_best(frame.limits, tally).absolute(frame.node);
        let child = frame.position.child(self.children[slot].action);
        let line = frame.line_below();
        let limits = limits.seen_at(desk.question.node(&child));
        self.open(desk, child, limits, slot, line, nodes);
    }

    /// Puts a position on the path and makes the records of its children.
    fn open<H: Heuristics<G>>(
        &mut self,
        desk: &Desk<'_, H>,
        position: G,
        limits: View,
        slot: usize,
        line: u64,
        entered: u64,
    ) {
        let frame = Frame {
            key: desk.question.key(&position),
            node: desk.question.node(&position),
            starts_turn: position.starts_turn(),
            slope: desk.policies.leaf.slope(&position),
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
        self.generate(desk, &frame);
        self.look_up(desk, &frame);
        self.frames.push(frame);
    }

    /// First pass over the children: their keys, and what the rules and the game's knowledge say. A child that gives the
    /// chooser its way makes all others superfluous.
    fn generate<H: Heuristics<G>>(&mut self, desk: &Desk<'_, H>, frame: &Frame<G>) {
        let leaf_policy = &desk.policies.leaf;
        let Worker { children, positions, line, findings, .. } = self;
        positions.clear();
        let _ = leaf_policy.actions(&frame.position, |action| {
            let position = frame.position.child(action);
            let mut child = Child {
                key: desk.question.key(&position),
                view: Numbers::FRESH.seen_at(frame.node),
                hint: leaf_policy.order_hint(&frame.position, action),
                taint: Taint::NONE,
                bound: Bound::ENDLESS,
                action,
            };
            match desk.question.fate(&position, line, leaf_policy) {
                Fate::Forbidden => return ControlFlow::Continue(()),
                Fate::Decided(leaf, taint) => {
                    child.view = Numbers::of_decision(leaf.attacker_wins).seen_at(frame.node);
                    (child.bound, child.taint) = (leaf.bound, taint);
                    findings.draw |= leaf.drawn;
                    findings.repetition |= taint != Taint::NONE;
                    if child.view.effort == ProofNumber::ZERO {
                        children.truncate(frame.first);
                        positions.clear();
                        children.push(child);
                        return ControlFlow::Break(());
                    }
                }
                Fate::Open(node) => positions.push((position, node)),
            }
            children.push(child);
            ControlFlow::Continue(())
        });
    }

    /// Second pass: the table, in a loop without other work so that its slow reads overlap; then fresh numbers for the rest.
    fn look_up<H: Heuristics<G>>(&mut self, desk: &Desk<'_, H>, frame: &Frame<G>) {
        let open = |child: &Child<G::Action>| child.view.effort != ProofNumber::INFINITE;
        let mut positions = self.positions.iter();
        let below = frame.line_below();
        let children = &mut self.children[frame.first..];
        if self.positions.is_empty() {
            return;
        }
        for child in children.iter_mut().filter(|child| open(child)) {
            let Some((position, node)) = positions.next() else { break };
            if let Some((entry, taint)) = desk.remembered::<G>(child.key, below) {
                child.view = entry.numbers.seen_at(frame.node);
                (child.bound, child.taint) = (entry.bound, taint);
            } else if desk.policies.leaf.looks_at_leaves() {
                child.view = desk.policies.leaf.fresh(position, *node).seen_at(frame.node);
            }
        }
        if desk.policies.leaf.orders() {
            children.sort_unstable_by_key(|child| (Reverse(child.hint), child.action));
        }
    }

    /// Takes over what the table has learned about an open child; true if that was news.
    #[inline]
    fn refresh<H>(&mut self, desk: &Desk<'_, H>, slot: usize) -> bool {
        let frame = &self.frames[self.frames.len() - 1];
        let child = &mut self.children[slot];
        let Some((entry, taint)) = desk.remembered::<G>(child.key, frame.line_below()) else { return false };
        let view = entry.numbers.seen_at(frame.node);
        let news = view != child.view;
        (child.view, child.bound, child.taint) = (view, entry.bound, taint);
        news
    }

    /// Leaves the last node of the path: remembers its numbers and tells its parent.
    fn close<H>(&mut self, desk: &Desk<'_, H>, tally: &Tally, nodes: u64) {
        let Some(frame) = self.frames.pop() else { return };
        let (bound, mut taint, action) = self.decision(&frame, tally);
        if G::FORBIDDEN_REPETITION.is_some() && frame.starts_turn {
            self.line.pop();
            taint = taint.at_turn_start(self.line.len());
        }
        let numbers = tally.view.absolute(frame.node);
        let entry = Entry { numbers, bound, action };
        desk.remember::<G>(frame.key, frame.line, entry, taint, nodes - frame.entered + 1);
        self.children.truncate(frame.first);
        if let Some(parent) = self.frames.last() {
            let record = &mut self.children[frame.slot];
            record.view = numbers.seen_at(parent.node);
            (record.bound, record.taint) = (bound, taint);
        }
    }

    /// How soon a decided node ends, what its decision rests on, and the action to choose there: the quickest way for a
    /// chooser that gets its way, the longest resistance for one that does not, the best numbers where nothing is decided.
    fn decision(&self, frame: &Frame<G>, tally: &Tally) -> (Bound, Taint, u16) {
        let children = &self.children[frame.first..];
        let code = |child: Option<&Child<G::Action>>| child.map_or(0, |c| c.action.code());
        if tally.view.effort == ProofNumber::ZERO {
            let winning = children.iter().filter(|child| child.view.effort == ProofNumber::ZERO);
            let best = winning.min_by_key(|child| (Reverse(child.taint), child.bound));
            let (bound, taint) = best.map_or((Bound::ENDLESS, Taint::ALL), |c| (c.bound, c.taint));
            return (bound.later(), taint, code(best));
        }
        if tally.view.effort != ProofNumber::INFINITE {
            return (Bound::ENDLESS, Taint::NONE, code(children.get(tally.best)));
        }
        let taint = children.iter().map(|child| child.taint).min().unwrap_or(Taint::NONE);
        let available = children.iter().filter(|child| child.bound != Bound::DEAD_END);
        let longest = available.max_by_key(|child| child.bound);
        let bound = match longest {
            Some(child) => child.bound.later(),
            None if frame.starts_turn => Bound::NOW,
            None => Bound::DEAD_END,
        };
        (bound, taint, code(longest))
    }

    /// Closes all nodes but the root with the numbers they have.
    fn give_up<H>(&mut self, desk: &Desk<'_, H>, nodes: u64) -> Answer<G::Action> {
        loop {
            let frame = &self.frames[self.frames.len() - 1];
            let views = self.children[frame.first..].iter().map(|child| child.view);
            let tally = desk.policies.combine.tally(views, frame.slope);
            if self.frames.len() == 1 {
                return self.answer(desk, &tally, nodes);
            }
            self.close(desk, &tally, nodes);
        }
    }

    /// What is known at the root, which is the only node left on the path.
    fn answer<H>(&mut self, desk: &Desk<'_, H>, tally: &Tally, nodes: u64) -> Answer<G::Action> {
        let frame = &self.frames[0];
        let (bound, _, action) = self.decision(frame, tally);
        let numbers = tally.view.absolute(frame.node);
        desk.remember::<G>(frame.key, 0, Entry { numbers, bound, action }, Taint::NONE, nodes);
        Answer { numbers, bound, children: self.children.clone() }
    }
}

impl<G> Frame<G> {
    /// The combined keys of the turn starts above its children.
    #[inline]
    fn line_below(&self) -> u64 {
        if self.starts_turn { self.line ^ self.key.raw() } else { self.line }
    }
}

/// What a worker works with and shares with others.
pub(super) struct Desk<'a, H> {
    pub question: Question<'a>,
    pub policies: &'a Policies<H>,
    pub table: &'a Table,
}

impl<H> Desk<'_, H> {
    /// What the table knows about a position that was reached on the line with these combined keys.
    #[inline]
    fn remembered<G: Game>(&self, key: TableKey, line: u64) -> Option<(Entry, Taint)> {
        let anywhere = self.table.probe(key).map(|entry| (entry, Taint::NONE));
        if G::FORBIDDEN_REPETITION.is_none() || anywhere.is_some() {
            return anywhere;
        }
        self.table.probe(key.on_line(line)).map(|entry| (entry, Taint::ALL))
    }

    /// Remembers a position. Where positions can come back, only decisions that do not rest on the line are for everybody:
    /// numbers from different lines would lower each other for ever, and the search would never end.
    #[inline]
    fn remember<G: Game>(&self, key: TableKey, line: u64, entry: Entry, taint: Taint, work: u64) {
        let for_everybody =
            G::FORBIDDEN_REPETITION.is_none() || (taint == Taint::NONE && entry.numbers.decided().is_some());
        let key = if for_everybody { key } else { key.on_line(line) };
        self.table.store(key, entry, work);
    }
}
