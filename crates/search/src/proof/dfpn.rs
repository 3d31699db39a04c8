//! Depth-first proof-number search as a player: one table, one or more threads, and the reading of their answer.
//!
//! Owns the table's life and what the two questions share of it. The search itself is in [`super::worker`].

use super::{
    config::DfpnConfig,
    context::Context,
    leaf::{LeafPolicy, PolicySettings},
    line::{self, Choice, Decision, Solver},
    numbers::{Bound, Numbers, ProofNumber, View},
    question::{ChildStatus, Findings, Question},
    rounds::Rounds,
    table::{MemoryError, Table},
    worker::{Answer, Child, Worker},
    workers::Workers,
};
use crate::{
    Control, Limits, Line, Report, Root, TurnSearch, control::HelperControl, proof::Budget,
    report::Milestones,
};
use game::{Game, Heuristics, History, Side, Verdict};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Depth-first proof-number search. Remembers what it learned until [`TurnSearch::new_game`]; in a game with forbidden
/// repetitions only until the next search, since its proofs rest on the history.
pub struct Dfpn<G: Game, H> {
    config: DfpnConfig,
    leaf: LeafPolicy<G, H>,
    table: Table,
    /// What happened in all searches whose results are in the table.
    findings: Findings,
    /// How many searches there have been, where results must not outlive one.
    round: u64,
    attacker: Side,
    answer: Answer<G::Action>,
}

impl<G: Game, H: Heuristics<G>> Dfpn<G, H> {
    /// A search with an empty table.
    pub fn new(config: &DfpnConfig, heuristics: H) -> Result<Self, MemoryError> {
        Ok(Dfpn {
            config: config.clone(),
            leaf: LeafPolicy::new(
                heuristics,
                PolicySettings { turns: config.turns, ..config.policy(config.epsilon) },
            ),
            table: Table::new(config.table, config.replace)?,
            findings: Findings::default(),
            round: 0,
            attacker: Side::First,
            answer: Answer::unknown(),
        })
    }

    /// The question about the current attacker.
    fn question<'a>(&self, history: &'a History) -> Question<'a> {
        const ROUNDS: u64 = 0xA409_3822_299F_31D0 | 1;
        const SALTS: [u64; 2] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];
        Question {
            attacker: self.attacker,
            history,
            salt: SALTS[self.attacker.index()] ^ self.round.wrapping_mul(ROUNDS),
        }
    }

    /// Runs one worker for each thread on the current question.
    fn solve(
        &mut self,
        root: &G,
        history: &History,
        budget: &mut Budget<'_, G>,
        observed: bool,
    ) -> Answer<G::Action> {
        let threads = self.config.threads.0 as usize;
        let workers = Workers::new(threads);
        let question = self.question(history);
        let context = Context { question, leaf: &self.leaf, table: &self.table, workers: &workers };
        let control = budget.source();
        let granted = AtomicU64::new(0);
        let mut milestones = Milestones::new(super::FIRST_REPORT, u64::MAX);
        let mut report = |worker: &Worker<'_, G, H>, nodes: u64| {
            if observed && milestones.is_reached(nodes) {
                let nodes = nodes.max(granted.load(Relaxed));
                let lines = vec![Line { actions: worker.current_line().collect(), score: None }];
                control.report(&Report { depth: 0, nodes, verdict: Verdict::Unknown, length: None, lines });
            }
        };
        if threads == 1 {
            let answer = Worker::new(&context).solve(root, budget, report);
            self.findings = self.findings.and(answer.findings);
            return answer;
        }
        let done = AtomicBool::new(false);
        let share = budget.left() / threads as u64;
        let helper = HelperControl { outer: control, done: &done, granted: &granted };
        let solve = |visited: &mut dyn FnMut(&Worker<'_, G, H>, u64)| {
            let mut budget = Budget::new(&helper).at_most(share);
            let answer = Worker::new(&context).solve(root, &mut budget, visited);
            if answer.numbers.decided().is_some() {
                done.store(true, Relaxed);
            }
            (answer, budget.used())
        };
        let found: Vec<_> = std::thread::scope(|scope| {
            let start = |_| scope.spawn(|| solve(&mut |_, _| ()));
            let running: Vec<_> = (1..threads).map(start).collect();
            let own = solve(&mut report);
            let joined = running.into_iter().filter_map(|thread| thread.join().ok());
            [own].into_iter().chain(joined).collect()
        });
        budget.add(found.iter().map(|(_, nodes)| nodes).sum());
        let mut answers: Vec<_> = found.into_iter().map(|(answer, _)| answer).collect();
        self.findings = answers.iter().fold(self.findings, |all, answer| all.and(answer.findings));
        let decided = answers.iter().position(|answer| answer.numbers.decided().is_some());
        answers.swap_remove(decided.unwrap_or(0))
    }

    /// What is known about an action, without searching.
    fn choice(&self, position: &G, action: G::Action, question: &Question<'_>) -> Option<Choice<G, bool>> {
        let node = question.node(position);
        let child = position.child(action);
        let (numbers, bound, known) = match question.status(&child, &[], &self.leaf) {
            ChildStatus::Forbidden => return None,
            ChildStatus::Decided(leaf, _) => (Numbers::from_decision(leaf.attacker_wins), leaf.bound, true),
            ChildStatus::Open(child_node) => match self.table.probe(question.key(&child)) {
                Some(entry) => (entry.numbers, entry.bound, true),
                None => (self.leaf.fresh(&child, child_node), Bound::ENDLESS, false),
            },
        };
        Some(Choice { action, child, view: numbers.seen_at(node), bound, known, place: false })
    }
}

/// What an action is worth to the chooser: the best of the children that begin with it, of which there are several where a child
/// is a whole turn. It is lost only if all are, after the longest of them.
fn best_of<'a, A: 'a>(children: impl Iterator<Item = &'a Child<A>>) -> Option<(View, Bound)> {
    let order = |child: &&Child<A>| {
        let is_lost = child.view.delta == ProofNumber::ZERO;
        let sooner = if is_lost { Bound::DEAD_END.raw() - child.bound.raw() } else { child.bound.raw() };
        (child.view.phi, sooner)
    };
    children.min_by_key(order).map(|child| (child.view, child.bound))
}

impl<G: Game, H: Heuristics<G>> Solver<G> for Dfpn<G, H> {
    /// Is it the root of the last search? Its children are remembered outside the table.
    type Place = bool;

    fn ask(&mut self, root: &G, history: &History, attacker: Side, budget: &mut Budget<'_, G>) -> Decision {
        self.attacker = attacker;
        let mut rounds = Rounds::new(self.config.pace);
        self.answer = Answer::unknown();
        while let Some(end) = rounds.next(budget.used(), budget.source().used()) {
            let limit = budget.lower_limit(end);
            self.answer = self.solve(root, history, budget, true);
            budget.restore_limit(limit);
            // A round that ended too early was stopped from outside.
            if self.answer.numbers.decided().is_some() || budget.used() < end {
                break;
            }
        }
        Decision { attacker_wins: self.answer.numbers.decided(), bound: self.answer.bound }
    }

    fn findings(&self) -> Findings {
        self.findings
    }

    fn root_place(&self) -> bool {
        true
    }

    fn choices(&self, position: &G, is_root: bool, history: &History) -> Vec<Choice<G, bool>> {
        let question = self.question(history);
        let mut choices: Vec<_> = position
            .action_list()
            .into_iter()
            .filter_map(|action| self.choice(position, action, &question))
            .collect();
        for choice in choices.iter_mut().filter(|_| is_root) {
            let children = self.answer.children.iter().filter(|child| child.action == choice.action);
            if let Some((view, bound)) = best_of(children) {
                (choice.view, choice.bound, choice.known) = (view, bound, true);
            }
        }
        choices
    }

    fn settle(
        &mut self,
        position: &G,
        history: &History,
        budget: &mut Budget<'_, G>,
    ) -> Option<Choice<G, bool>> {
        let answer = self.solve(position, history, budget, false);
        let wins = answer.children.iter().filter(|child| child.view.phi == ProofNumber::ZERO);
        let action = wins.min_by_key(|child| child.bound)?.action;
        self.choice(position, action, &self.question(history))
    }
}

impl<G: Game, H: Heuristics<G>> TurnSearch<G> for Dfpn<G, H> {
    fn search(&mut self, root: Root<'_, G>, control: &dyn Control<G>) -> Report<G> {
        self.table.new_search();
        if G::FORBIDDEN_REPETITION.is_some() {
            self.round += 1;
            self.findings = Findings::default();
        }
        let most_nodes = self.config.limits().nodes;
        line::answer(self, root, control, most_nodes)
    }

    fn own_limits(&self) -> Limits {
        self.config.limits()
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.findings = Findings::default();
        self.round = 0;
        self.answer = Answer::unknown();
    }
}
