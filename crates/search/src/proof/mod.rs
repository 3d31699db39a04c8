//! Proof-number search: who wins, with a proof (Allis 1994; depth-first: Nagai 2002).
//!
//! [`Dfpn`] keeps a table, [`Pns`] keeps its tree; they share everything else. Both ask "does the side to move win?", where a
//! draw is a no; if the answer is no and a draw has been seen, they ask a second time, whether the other side wins. The type
//! of a node follows from the side to move, never from the level of the tree, so turns may have any number of actions. The
//! published variants differ in `leaf` and `policy`.
//!
//! **Worth.** Each technique's file says how many nodes the search with it needs, against the search without it, for 16 positions
//! near the end of games, at most 20,000 nodes each (`quadrille lab run worth-dfpns --quick --seed 1`; `pns.rs`: `worth-pns`).

mod config;
mod context;
mod dfpn;
mod leaf;
mod line;
mod numbers;
mod pns;
mod policy;
mod question;
mod rounds;
mod table;
mod tree;
mod worker;
mod workers;

use crate::{Control, NodeBudget};

pub use config::{DfpnConfig, Epsilon, Init, PnsConfig, ProofPace, Replace, Weak};
pub use dfpn::Dfpn;
pub use numbers::{Bound, Node, Numbers, ProofNumber, View};
pub use pns::Pns;
pub use table::MemoryError;

/// The node budget of one thread of a proof-number search.
type Budget<'a, G> = NodeBudget<'a, dyn Control<G> + 'a>;

/// Nodes before the first report; further ones follow at each doubling.
const FIRST_REPORT: u64 = 1 << 12;
