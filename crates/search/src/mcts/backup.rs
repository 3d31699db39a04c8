//! Backup: what an iteration found travels up its path, as statistics, as proofs and as the minimax of evaluations.
//!
//! The solver follows Winands et al. 2008, but proofs belong to sides, so that turns of several actions need no special
//! care: a node is won for a side that can choose an edge that is, and lost if all its edges are. A dead end is dropped.
//!
//! Worth (2026-11-17, see the [folder](super)):
//! * `solver`: KnightThrough 0 ± 92, Tzaar 0 ± 92, Amazons 0 ± 92, Arimaa +17 ± 33 Elo.
//! * `implicit`: KnightThrough −134 ± 81, Tzaar 0 ± 80, Amazons 0 ± 73, Arimaa +108 ± 82 Elo in 60 games.

use super::{
    node::{Edges, Node, NodeId},
    value::{Proof, Value},
    worker::Worker,
};
use game::{Game, Heuristics};

impl<G: Game, H: Heuristics<G>> Worker<'_, G, H> {
    /// Ends an iteration. Without a result only virtual losses are taken back and proofs handed up.
    pub(super) fn back_up(&mut self, mut result: Option<Value>) {
        let leaf = match self.path.last() {
            None => Some(self.root),
            Some(step) => step.child,
        };
        if let (Some(leaf), Some(result)) = (leaf, result) {
            self.arena.node(leaf).add_visit(result.fixed());
        }
        if let Some(result) = result {
            self.path.iter().for_each(|step| self.history.add(step.kind, result));
        }
        while let Some(step) = self.path.pop() {
            let edge = self.arena.edge(step.edges, step.place);
            let node = self.arena.node(step.node);
            self.remove_virtual_loss(&step);
            if let Some(found) = &mut result {
                edge.add(1, found.fixed());
                // A side that can draw need not accept less (Cazenave and Saffidine 2010).
                if step.has_draw && found.for_side(step.kind.side) < 0.0 {
                    *found = Value::EVEN;
                }
                node.add_visit(found.fixed());
            }
            let child = step.child.map(|id| self.arena.node(id));
            let proof = child.map_or(Proof::Unknown, Node::proof);
            let is_news = proof != Proof::Unknown && edge.proof() == Proof::Unknown;
            if is_news && (self.config.solver || proof == Proof::DeadEnd) {
                edge.set_proof(proof);
            }
            // An edge may also have been settled without a node to tell it.
            if edge.proof() != Proof::Unknown && node.proof() == Proof::Unknown {
                self.settle(step.node, step.edges);
            }
            if self.config.implicit.is_on() {
                self.update_implicit(node, step.edges);
            }
        }
    }

    /// Proves a node from what its edges have heard, if that is enough.
    pub(super) fn settle(&self, id: NodeId, edges: Edges) {
        let node = self.arena.node(id);
        let to_move = node.to_move();
        let (win, loss) = (Proof::win_of(to_move), Proof::win_of(to_move.other()));
        let (mut quickest, mut longest) = (None, None);
        let (mut open, mut draw) = (false, None);
        for edge in (0..edges.count).map(|place| self.arena.edge(edges, place)) {
            let distance = || 1 + edge.child().map_or(0, |child| self.arena.node(child).distance());
            match edge.proof() {
                Proof::Unknown => open = true,
                Proof::DeadEnd => (),
                Proof::Draw => draw = draw.max(Some(distance())),
                proof if proof == win => {
                    quickest = Some(quickest.map_or(distance(), |q: u32| q.min(distance())))
                }
                _ => longest = longest.max(Some(distance())),
            }
        }
        match (quickest, open, draw, longest) {
            (Some(distance), ..) => node.prove(win, distance),
            (None, true, ..) => (),
            (None, false, Some(distance), _) => node.prove(Proof::Draw, distance),
            (None, false, None, Some(distance)) => node.prove(loss, distance),
            // No action leads anywhere. Where only relevant actions are looked at, the others certainly lose.
            (None, false, None, None) if node.starts_turn() || self.config.relevant => node.prove(loss, 0),
            (None, false, None, None) => node.prove(Proof::DeadEnd, 0),
        }
    }

    /// The best evaluation that the side to move can reach (Lanctot et al. 2014).
    fn update_implicit(&self, node: Node<'_>, edges: Edges) {
        let to_move = node.to_move();
        let mut best = f64::MIN;
        for edge in (0..edges.count).map(|place| self.arena.edge(edges, place)) {
            if edge.proof() != Proof::DeadEnd {
                let below = match (edge.proof().value(), edge.child()) {
                    (Some(proven), _) => proven,
                    (None, Some(child)) => self.arena.node(child).implicit(),
                    (None, None) => edge.evaluation(),
                };
                best = best.max(below.for_side(to_move));
            }
        }
        if best > f64::MIN {
            node.set_implicit(Value::seen_by(to_move, best));
        }
    }
}
