//! Proof-number search: who wins, with a proof (Allis 1994; depth-first: Nagai 2002).
//!
//! Two searches share everything but their frame: [`Dfpn`] keeps a table and little else, [`Pns`] keeps its tree. Both ask
//! "does the side to move win?", where a draw is a no; if the answer is no and a draw has been seen, they ask a second time,
//! whether the other side wins. Who chooses at a node is read from the position, never from the level of the tree, so turns
//! of any number of actions are searched alike. What varies between the published versions is in `policy`: the frames do
//! not know which version they run. A proof can be walked again by the plain rules with [`rewalk`].
//!
//! Nothing here keeps a clock, prints, or knows a game.

mod config;
mod dfpn;
mod line;
mod meter;
mod numbers;
mod pns;
mod policy;
mod question;
mod table;
mod tree;
mod verify;
mod worker;

pub use config::{DfpnConfig, Epsilon, Init, PnsConfig, Replace, Weak};
pub use dfpn::{Dfpn, ProofError};
pub use numbers::{Bound, Node, Numbers, ProofNumber, View};
pub use pns::Pns;
pub use table::MemoryError;
pub use verify::{Claim, Gap, GapReason, ProofTree, Prover, rewalk};
