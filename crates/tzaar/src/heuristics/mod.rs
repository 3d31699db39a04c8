//! What an engine may believe about Tzaar. Several beliefs exist, so that experiments can compare them; all know the same
//! rules.

mod beginner;
mod hopeful;
mod ordering;
mod own;
mod placing;
mod waltz;
mod weights;
mod wins;

pub use beginner::Beginner;
pub use ordering::Ordering;
pub use own::Own;
pub use placing::Placing;
pub use waltz::{Material, Waltz, WaltzWeights};
pub use weights::{Stage, Weights};
