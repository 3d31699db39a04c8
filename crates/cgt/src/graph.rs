//! The positions that can arise from a local game, each once: parts in normal form, whole numbers taken out as offsets.
//!
//! A node is a sum of parts in which both players may still move. Parts that belong to one player are counted, dead ones
//! dropped, and a part beside its own negative cancels. Searches work on the numbers of nodes and never see a board.

use crate::partizan::{Partizan, Player};
use std::{collections::HashMap, rc::Rc};

/// A node and the whole number beside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The node; 0 is the node without parts, the value zero.
    pub node: u32,
    /// What is certain besides.
    pub offset: i32,
}

struct Node<P> {
    parts: Rc<[P]>,
    longest: u32,
    moves: [Option<Rc<[Place]>>; 2],
}

/// All positions met so far.
pub struct Graph<P> {
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
    /// How many nodes are known.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is nothing known but the empty sum?
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Where a position belongs.
    pub fn place(&mut self, position: &P) -> Place {
        self.place_sum(std::slice::from_ref(position))
    }

    /// Where a sum of positions belongs.
    pub fn place_sum(&mut self, sum: &[P]) -> Place {
        let mut parts: Vec<P> = Vec::new();
        let mut offset = 0;
        for position in sum {
            position.parts(|part| match part.one_sided() {
                Some(player) => {
                    let run = self.run(&part.normal(), player) as i32;
                    offset += if player == Player::Left { run } else { -run };
                }
                None => parts.push(part.normal()),
            });
        }
        if parts.len() > 1 {
            cancel(&mut parts);
            parts.sort_unstable();
        }
        Place { node: self.intern(parts), offset }
    }

    /// No play from this node lasts longer than this many moves.
    pub fn longest(&self, node: u32) -> u32 {
        self.nodes[node as usize].longest
    }

    /// Where the moves of a player lead, without doubles, in ascending order.
    pub fn moves(&mut self, node: u32, player: Player) -> Rc<[Place]> {
        if let Some(known) = &self.nodes[node as usize].moves[player.index()] {
            return Rc::clone(known);
        }
        let parts = Rc::clone(&self.nodes[node as usize].parts);
        let mut places = Vec::new();
        for nth in 0..parts.len() {
            if nth > 0 && parts[nth] == parts[nth - 1] {
                continue;
            }
            let mut options = Vec::new();
            parts[nth].options(player, |option| options.push(option));
            for option in options {
                let mut sum = parts.to_vec();
                sum[nth] = option;
                places.push(self.place_sum(&sum));
            }
        }
        // Of moves that differ in nothing but the certain number, only the best is worth keeping.
        places.sort_unstable_by_key(|p| (p.node, if player == Player::Left { -p.offset } else { p.offset }));
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
        self.nodes.push(Node { parts: Rc::clone(&parts), longest, moves: [None, None] });
        self.ids.insert(parts, id);
        id
    }

    /// The longest run of moves that the only player in a part can make.
    fn run(&mut self, part: &P, player: Player) -> u32 {
        if let Some(&run) = self.runs.get(part) {
            return run;
        }
        let most = part.longest();
        let mut options = Vec::new();
        part.options(player, |option| options.push(option));
        let mut best = 0;
        for option in options {
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

/// Drops pairs of parts that are each other's negatives.
fn cancel<P: Partizan>(parts: &mut Vec<P>) {
    let mut nth = 0;
    while nth < parts.len() {
        let negative = parts[nth].swapped().map(|p| p.normal());
        let twin = negative.and_then(|n| parts.iter().enumerate().position(|(at, p)| at != nth && *p == n));
        match twin {
            Some(at) => {
                parts.swap_remove(at.max(nth));
                parts.swap_remove(at.min(nth));
            }
            None => nth += 1,
        }
    }
}
