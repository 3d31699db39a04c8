//! Best-first proof-number search with its tree in memory (Allis, 1994).
//!
//! Owns the loop of selecting, expanding and updating. A position can be in the tree more than once. Since the line to every
//! node is known, a repetition is judged on its own line and nothing learned there is used elsewhere. When the tree is full
//! the search answers with the best so far.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `weak`: KnightThrough 0 ± 0, Tzaar 0 ± 0, Amazons −7 ± 13, Arimaa 0 ± 0 % nodes.
//! * `widen`: KnightThrough 0 ± 0, Tzaar 0 ± 0, Amazons 0 ± 0, Arimaa 0 ± 0 % nodes.
//! * `init`: KnightThrough 0 ± 0, Tzaar 0 ± 0, Amazons −12 ± 17, Arimaa 0 ± 0 % nodes.
//! * `recognise`: KnightThrough −70 ± 50, Tzaar −89 ± 10, Amazons −88 ± 28, Arimaa −47 ± 45 % nodes.
//! * `relevant`: KnightThrough 0 ± 0, Tzaar 0 ± 0, Amazons 0 ± 0, Arimaa 0 ± 0 % nodes.
//! * `order`: KnightThrough 0 ± 0, Tzaar 0 ± 0, Amazons −2 ± 2, Arimaa 0 ± 0 % nodes.

use super::{
    config::{Epsilon, PnsConfig},
    leaf::LeafPolicy,
    line::{self, Choice, Decision, Solver},
    numbers::{Bound, Node, Numbers, ProofNumber},
    policy::Tally,
    question::{ChildStatus, Findings, HistoryDependence, Question},
    table::{MemoryError, TableKey},
    tree::{NodeId, Tree, TreeNode, quickest},
};
use crate::{
    Control, Limits, Line, Report, Root, TurnSearch, proof::Budget, report::Milestones, settings::TableSize,
};
use game::{Action, Game, Heuristics, History, Side, Verdict};
use std::{cmp::Reverse, ops::ControlFlow};

/// Best-first proof-number search. Every search starts with an empty tree.
pub struct Pns<G: Game, H> {
    config: PnsConfig,
    leaf: LeafPolicy<G, H>,
    tree: Tree,
    findings: Findings,
    attacker: Side,
    path: Vec<Step<G>>,
    /// Children of the node that is being expanded.
    fresh: Vec<(TreeNode, i32)>,
    block: Vec<TreeNode>,
    /// Keys of the turn starts above the children of that node, for games in which positions can come back.
    line: Vec<TableKey>,
}

/// A node on the path from the root, with what the tree does not store.
struct Step<G> {
    id: NodeId,
    position: G,
    key: TableKey,
    slope: u64,
}

impl<G: Game, H: Heuristics<G>> Pns<G, H> {
    /// A search with room for its tree, which is set aside but not touched before it is needed.
    pub fn new(config: &PnsConfig, heuristics: H) -> Result<Self, MemoryError> {
        Ok(Pns {
            leaf: LeafPolicy::new(heuristics, config.policy(Epsilon::ZERO)),
            tree: Tree::new(config.tree)?,
            config: config.clone(),
            findings: Findings::default(),
            attacker: Side::First,
            path: Vec::new(),
            fresh: Vec::new(),
            block: Vec::new(),
            line: Vec::new(),
        })
    }

    fn question<'a>(&self, history: &'a History) -> Question<'a> {
        Question { attacker: self.attacker, history, salt: 0 }
    }

    /// Grows a new tree until the question is answered, the tree is full or the budget is used up.
    fn grow(&mut self, root: &G, history: &History, budget: &mut Budget<'_, G>, observed: bool) {
        // 1. Plant the root.
        let question = self.question(history);
        let node = question.node(root);
        self.tree.plant(TreeNode::leaf(0, node, Numbers::FRESH, Bound::ENDLESS));
        self.path.clear();
        self.enter(NodeId::ROOT, root.clone(), &question);
        let mut milestones = Milestones::new(super::FIRST_REPORT, u64::MAX);
        while self.tree.get(NodeId::ROOT).numbers.decided().is_none() {
            // 2. Walk to the most proving leaf, from where the last update ended.
            self.select(&question);
            // 3. Ask for permission and room, and expand it.
            if budget.step().is_err() || !self.expand(&question) {
                return;
            }
            // 4. Tell its ancestors, as far up as something changes.
            self.update();
            if observed && milestones.is_reached(budget.used()) {
                self.report(budget);
            }
        }
    }

    /// Puts a node on the path.
    fn enter(&mut self, id: NodeId, position: G, question: &Question<'_>) {
        let slope = self.leaf.slope(&position);
        self.path.push(Step { id, key: question.key(&position), position, slope });
    }

    /// Combines the children of a node on the path.
    fn tally(&self, step: &Step<G>) -> Tally {
        let node = self.tree.get(step.id).node;
        let views = self.tree.children(step.id).iter().map(|child| child.numbers.seen_at(node));
        self.leaf.settings.tally(views, step.slope)
    }

    /// Follows the children of least phi down to a leaf.
    fn select(&mut self, question: &Question<'_>) {
        while let Some(step) = self.path.last().filter(|step| self.tree.get(step.id).is_expanded) {
            let child = self.tree.child(step.id, self.tally(step).best);
            let Some(action) = G::Action::from_code(self.tree.get(child).action) else { return };
            let position = step.position.child(action);
            self.enter(child, position, question);
        }
    }

    /// Gives the last node of the path its children; false if the tree is full.
    fn expand(&mut self, question: &Question<'_>) -> bool {
        let Pns { leaf: policy, path, fresh, findings, block, tree, line, .. } = self;
        let Some(step) = path.last() else { return false };
        let parent = tree.get(step.id).node;
        line.clear();
        if G::FORBIDDEN_REPETITION.is_some() {
            line.extend(path.iter().filter(|step| step.position.starts_turn()).map(|step| step.key));
        }
        fresh.clear();
        let _ = policy.actions(&step.position, |action| {
            let position = step.position.child(action);
            let node = question.node(&position);
            let (numbers, bound) = match question.status(&position, line, policy) {
                ChildStatus::Forbidden => return ControlFlow::Continue(()),
                ChildStatus::Decided(leaf, dependence) => {
                    findings.draw |= leaf.drawn;
                    findings.repetition |= dependence != HistoryDependence::NONE;
                    (Numbers::from_decision(leaf.attacker_wins), leaf.bound)
                }
                ChildStatus::Open(node) => (policy.fresh(&position, node), Bound::ENDLESS),
            };
            let child = TreeNode::leaf(action.code(), node, numbers, bound);
            let gets_its_way = numbers.seen_at(parent).phi == ProofNumber::ZERO;
            if gets_its_way {
                fresh.clear();
            }
            fresh.push((child, policy.order_hint(&step.position, action)));
            if gets_its_way { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if policy.settings.order {
            fresh.sort_by_key(|(_, hint)| Reverse(*hint));
        }
        block.clear();
        block.extend(fresh.iter().map(|(child, _)| *child));
        tree.expand(step.id, block)
    }

    /// Recomputes the numbers from the expanded leaf upwards and leaves the path at the first node that did not change.
    fn update(&mut self) {
        while let Some(step) = self.path.last() {
            let id = step.id;
            let tally = self.tally(step);
            let node = self.tree.get(id).node;
            let numbers = tally.view.absolute(node);
            if let Some(attacker_wins) = numbers.decided() {
                let gets_its_way = attacker_wins == (node == Node::Or);
                self.settle_node(id, gets_its_way, step.position.starts_turn());
            } else if numbers == self.tree.get(id).numbers {
                return;
            }
            self.tree.get_mut(id).numbers = numbers;
            if self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }

    /// Notes how soon a decided node ends, and forgets the children that its proof does not need.
    fn settle_node(&mut self, id: NodeId, gets_its_way: bool, starts_turn: bool) {
        let children = self.tree.children(id);
        let node = self.tree.get(id).node;
        if gets_its_way {
            let Some(nth) = quickest(children, node) else { return };
            self.tree.get_mut(id).bound = children[nth].bound.later();
            self.tree.keep_only(id, nth);
            return;
        }
        let longest =
            children.iter().map(|child| child.bound).filter(|&bound| bound != Bound::DEAD_END).max();
        self.tree.get_mut(id).bound = match longest {
            Some(bound) => bound.later(),
            None if starts_turn => Bound::NOW,
            None => Bound::DEAD_END,
        };
    }

    /// Sends the line to the node that is being looked at.
    fn report(&self, budget: &Budget<'_, G>) {
        let codes = self.path.iter().skip(1).map(|step| self.tree.get(step.id).action);
        let actions = codes.filter_map(G::Action::from_code).collect();
        let lines = vec![Line { actions, score: None }];
        let nodes = budget.used();
        budget.source().report(&Report { depth: 0, nodes, verdict: Verdict::Unknown, length: None, lines });
    }

    /// What is known about an action at a place in the tree, without searching.
    fn choice(
        &self,
        position: &G,
        place: Option<NodeId>,
        action: G::Action,
        question: &Question<'_>,
    ) -> Option<Choice<G, Option<NodeId>>> {
        let node = question.node(position);
        let child = position.child(action);
        let in_tree = place.and_then(|id| {
            let nth = self.tree.children(id).iter().position(|c| c.action == action.code())?;
            Some(self.tree.child(id, nth))
        });
        let (numbers, bound) = match (question.status(&child, &[], &self.leaf), in_tree) {
            (ChildStatus::Forbidden, _) => return None,
            (_, Some(id)) => (self.tree.get(id).numbers, self.tree.get(id).bound),
            (ChildStatus::Decided(leaf, _), None) => (Numbers::from_decision(leaf.attacker_wins), leaf.bound),
            (ChildStatus::Open(node), None) => (self.leaf.fresh(&child, node), Bound::ENDLESS),
        };
        let view = numbers.seen_at(node);
        Some(Choice { action, child, view, bound, known: in_tree.is_some(), place: in_tree })
    }
}

impl<G: Game, H: Heuristics<G>> Solver<G> for Pns<G, H> {
    type Place = Option<NodeId>;

    fn ask(&mut self, root: &G, history: &History, attacker: Side, budget: &mut Budget<'_, G>) -> Decision {
        self.attacker = attacker;
        self.grow(root, history, budget, true);
        let root = self.tree.get(NodeId::ROOT);
        Decision { attacker_wins: root.numbers.decided(), bound: root.bound }
    }

    fn findings(&self) -> Findings {
        self.findings
    }

    fn root_place(&self) -> Option<NodeId> {
        self.tree.is_planted().then_some(NodeId::ROOT)
    }

    fn choices(
        &self,
        position: &G,
        place: Option<NodeId>,
        history: &History,
    ) -> Vec<Choice<G, Option<NodeId>>> {
        let question = self.question(history);
        let actions = position.action_list().into_iter();
        actions.filter_map(|action| self.choice(position, place, action, &question)).collect()
    }

    fn settle(
        &mut self,
        position: &G,
        history: &History,
        budget: &mut Budget<'_, G>,
    ) -> Option<Choice<G, Option<NodeId>>> {
        // Searched beside the tree, in the room that the tree has left.
        let room = Tree::new(TableSize::Bytes(self.tree.spare_bytes())).ok()?;
        let tree = std::mem::replace(&mut self.tree, room);
        self.grow(position, history, budget, false);
        let children = self.tree.children(NodeId::ROOT);
        let nth = quickest(children, self.tree.get(NodeId::ROOT).node);
        let action = nth.and_then(|nth| G::Action::from_code(children[nth].action));
        self.tree = tree;
        self.choice(position, None, action?, &self.question(history))
    }
}

impl<G: Game, H: Heuristics<G>> TurnSearch<G> for Pns<G, H> {
    fn search(&mut self, root: Root<'_, G>, control: &dyn Control<G>) -> Report<G> {
        self.findings = Findings::default();
        let most_nodes = self.config.limits().nodes;
        line::answer(self, root, control, most_nodes)
    }

    fn own_limits(&self) -> Limits {
        self.config.limits()
    }

    /// Nothing: every search begins anew.
    fn new_game(&mut self) {}
}
