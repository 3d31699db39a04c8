//! Walks a proof by the plain rules: every reply of the other side, one action of the side that is proven to hold its claim.
//! That action is what the search plays when it is asked again, so a claim that cannot be carried out is found out.

use game::{Game, History, Key, Outcome, Side, Verdict};
use search::{Control, Root, TurnSearch};
use std::{collections::HashMap, fmt};

/// A statement about a position: this side wins, or it does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProofClaim {
    /// The side in question.
    pub attacker: Side,
    /// Does it win? Otherwise the other side wins or draws.
    pub wins: bool,
}

impl ProofClaim {
    /// The side that must choose well for the claim to hold.
    fn hero(self) -> Side {
        if self.wins { self.attacker } else { self.attacker.other() }
    }
}

/// This side wins.
pub fn wins(side: Side) -> ProofClaim {
    ProofClaim { attacker: side, wins: true }
}

/// This side does not win.
pub fn does_not_win(side: Side) -> ProofClaim {
    ProofClaim { attacker: side, wins: false }
}

/// Does the end of a game agree with a claim?
fn agrees(claim: ProofClaim, outcome: Outcome) -> bool {
    (outcome == Outcome::Win(claim.attacker)) == claim.wins
}

/// A proof that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofTree {
    /// Different positions in it.
    pub positions: u64,
    /// Actions on its longest line.
    pub depth: u32,
}

/// Where a proof fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap<G> {
    /// The position.
    pub position: G,
    /// What is wrong there.
    pub reason: GapReason,
}

/// What can be wrong with a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GapReason {
    /// The game is over and the claim is false.
    Refuted,
    /// The prover knows no action here.
    NoAction,
    /// The prover's action is not legal here.
    IllegalAction,
    /// The proof leads back to a position on its own line.
    Circle,
}

impl<G: fmt::Debug> fmt::Display for Gap<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            GapReason::Refuted => "ends against the claim",
            GapReason::NoAction => "has no known action that holds the claim",
            GapReason::IllegalAction => "has an illegal action as its proof",
            GapReason::Circle => "is reached again on its own line",
        };
        write!(f, "'{:?}' {reason}", self.position)
    }
}

impl<G: fmt::Debug> std::error::Error for Gap<G> {}

/// Walks the whole proof of a claim about `root`: all replies of the other side, the action that the search plays for
/// the hero. Positions are visited once each, by key.
pub fn rewalk<G: Game, P: TurnSearch<G>>(
    root: &G,
    claim: ProofClaim,
    history: &History,
    prover: &mut P,
    control: &dyn Control<G>,
) -> Result<ProofTree, Gap<G>> {
    let mut walk = Walk { claim, history, prover, control, seen: HashMap::new() };
    let depth = walk.visit(root)?.unwrap_or(0);
    Ok(ProofTree { positions: walk.seen.len() as u64, depth })
}

struct Walk<'a, G: Game, P> {
    claim: ProofClaim,
    history: &'a History,
    prover: &'a mut P,
    control: &'a dyn Control<G>,
    seen: HashMap<Key, Visit>,
}

/// What the walk knows about a position.
#[derive(Clone, Copy)]
enum Visit {
    /// It is on the current line.
    OnLine,
    /// It is verified to this depth; `None` if it is a dead end in mid-turn.
    Verified(Option<u32>),
}

impl<G: Game, P: TurnSearch<G>> Walk<'_, G, P> {
    /// The depth of the proof below a position, `None` if the turn cannot be completed from it.
    fn visit(&mut self, position: &G) -> Result<Option<u32>, Gap<G>> {
        let gap = |reason| Gap { position: position.clone(), reason };
        match self.seen.get(&position.key()) {
            Some(Visit::OnLine) => return Err(gap(GapReason::Circle)),
            Some(Visit::Verified(depth)) => return Ok(*depth),
            None => (),
        }
        if let Some(outcome) = position.outcome() {
            let verified = agrees(self.claim, outcome).then_some(Some(0));
            self.seen.insert(position.key(), Visit::Verified(Some(0)));
            return verified.ok_or_else(|| gap(GapReason::Refuted));
        }
        self.seen.insert(position.key(), Visit::OnLine);
        let depth = if position.to_move() == self.claim.hero() {
            let action = self.holding_action(position).ok_or_else(|| gap(GapReason::NoAction))?;
            let child = self.allowed_child(position, action).ok_or_else(|| gap(GapReason::IllegalAction))?;
            let below = self.visit(&child)?.ok_or_else(|| gap(GapReason::NoAction))?;
            Some(below + 1)
        } else {
            self.visit_replies(position)?
        };
        self.seen.insert(position.key(), Visit::Verified(depth));
        Ok(depth)
    }

    /// What the search plays for the hero; `None` if it does not find the claim to hold.
    fn holding_action(&mut self, position: &G) -> Option<G::Action> {
        let root = Root { position, history: self.history, lines: 1 };
        let report = self.prover.search(root, self.control);
        let holds =
            if self.claim.wins { report.verdict == Verdict::Win } else { report.verdict != Verdict::Loss };
        report.lines[0].actions.first().copied().filter(|_| holds)
    }

    /// All replies of the side that tries to break the claim. At the start of its turn, a side that cannot complete any
    /// turn has lost, which is what the hero wants; in mid-turn it should not have gone there.
    fn visit_replies(&mut self, position: &G) -> Result<Option<u32>, Gap<G>> {
        let mut deepest = None;
        for action in position.action_list() {
            if let Some(child) = self.allowed_child(position, action)
                && let Some(below) = self.visit(&child)?
            {
                deepest = deepest.max(Some(below + 1));
            }
        }
        Ok(if position.starts_turn() { deepest.or(Some(0)) } else { deepest })
    }

    /// The position after an action, if rules and history allow it.
    fn allowed_child(&self, position: &G, action: G::Action) -> Option<G> {
        if !position.is_legal(action) {
            return None;
        }
        let child = position.child(action);
        let forbidden = child.outcome().is_none() && child.starts_turn() && self.history.forbids(&child);
        (!forbidden).then_some(child)
    }
}
