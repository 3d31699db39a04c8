//! The positions that can arise from a local game, each once, as numbered nodes. Searches never see a board.
//!
//! A node is a sum of parts, in normal form, in which both players may still move. Parts of one player are counted in an
//! integer offset, dead parts dropped, and a part beside its negative cancels.

use crate::{Partizan, Player};
use std::{collections::HashMap, rc::Rc};

/// A node plus an integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Place {
    /// The node; node 0 has no parts and the value zero.
    pub(crate) node: u32,
    /// The integer.
    pub(crate) offset: i32,
}

struct Node<P> {
    parts: Rc<[P]>,
    longest: u32,
    estimate: Option<i64>,
    moves: [Option<Rc<[Place]>>; 2],
}

/// All positions met so far.
pub(crate) struct Graph<P> {
    nodes: Vec<Node<P>>,
    ids: HashMap<Rc<[P]>, u32>,
    runs: HashMap<P, u32>,
}

impl<P: Partizan> Default for Graph<P> {
    fn default() -> Self {
        let mut graph = Graph { nodes: Vec::new(), ids: HashMap::new(), runs: HashMap::new() };
        graph.intern(Vec::new());
        graph
    }
}

impl<P: Partizan> Graph<P> {
    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node and offset of a position.
    pub(crate) fn place(&mut self, position: &P) -> Place {
        self.place_sum(std::slice::from_ref(position))
    }

    /// The node and offset of a sum of positions.
    pub(crate) fn place_sum(&mut self, sum: &[P]) -> Place {
        let mut parts: Vec<P> = Vec::new();
        let mut offset = 0;
        for position in sum {
            position.parts(|part| match part.one_sided() {
                Some(player) => {
                    let run = self.run(&part.normal(), player) as i32;
                    offset += player.sign() * run;
                }
                None => parts.push(part.normal()),
            });
        }
        if parts.len() > 1 {
            cancel(&mut parts, |part| part.swapped().map(|p| p.normal()));
            parts.sort_unstable();
        }
        Place { node: self.intern(parts), offset }
    }

    /// Most moves from this node.
    pub(crate) fn longest(&self, node: u32) -> u32 {
        self.nodes[node as usize].longest
    }

    /// A guess at the mean of a node.
    pub(crate) fn estimate(&mut self, node: u32) -> i64 {
        let node = &mut self.nodes[node as usize];
        *node.estimate.get_or_insert_with(|| node.parts.iter().map(|part| i64::from(part.estimate())).sum())
    }

    /// The options of a player, without repetitions, in ascending order.
    pub(crate) fn moves(&mut self, node: u32, player: Player) -> Rc<[Place]> {
        if let Some(known) = &self.nodes[node as usize].moves[player.index()] {
            return Rc::clone(known);
        }
        let parts = Rc::clone(&self.nodes[node as usize].parts);
        let mut places = Vec::new();
        for nth in 0..parts.len() {
            if nth > 0 && parts[nth] == parts[nth - 1] {
                continue;
            }
            for option in parts[nth].all_options(player) {
                let mut sum = parts.to_vec();
                sum[nth] = option;
                places.push(self.place_sum(&sum));
            }
        }
        // Of options that differ only in the offset, the best dominates.
        places.sort_unstable_by_key(|p| (p.node, -player.sign() * p.offset));
        places.dedup_by_key(|p| p.node);
        let places: Rc<[Place]> = places.into();
        self.nodes[node as usize].moves[player.index()] = Some(Rc::clone(&places));
        places
    }

    fn intern(&mut self, parts: Vec<P>) -> u32 {
        if let Some(&id) = self.ids.get(parts.as_slice()) {
            return id;
        }
        let id = self.nodes.len() as u32;
        let parts: Rc<[P]> = parts.into();
        let longest = parts.iter().map(P::longest).sum();
        self.nodes.push(Node { parts: Rc::clone(&parts), longest, estimate: None, moves: [None, None] });
        self.ids.insert(parts, id);
        id
    }

    /// The most moves that the only player in a part can make.
    fn run(&mut self, part: &P, player: Player) -> u32 {
        if let Some(&run) = self.runs.get(part) {
            return run;
        }
        let most = part.longest();
        let mut best = 0;
        for option in part.all_options(player) {
            let mut rest = Vec::new();
            option.parts(|p| rest.push(p.normal()));
            let run = 1 + rest.iter().map(|p| self.run(p, player)).sum::<u32>();
            best = best.max(run);
            if best == most {
                break;
            }
        }
        self.runs.insert(part.clone(), best);
        best
    }
}

/// Drops pairs of which one is the negative of the other.
pub(crate) fn cancel<T: PartialEq>(parts: &mut Vec<T>, negative: impl Fn(&T) -> Option<T>) {
    let mut nth = 0;
    while nth < parts.len() {
        let twin =
            negative(&parts[nth]).and_then(|n| (0..parts.len()).find(|&at| at != nth && parts[at] == n));
        match twin {
            Some(at) => {
                parts.swap_remove(at.max(nth));
                parts.swap_remove(at.min(nth));
            }
            None => nth += 1,
        }
    }
}
