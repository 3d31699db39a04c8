//! What can be forced within the turn, exactly: reaching goal and capturing at a trap. No heuristics, no search of replies.
//!
//! Everything here looks at the board from gold's side; for silver the board is turned first.

mod capture;
mod displace;
mod goal;
mod win;

pub use capture::{can_capture, capture_in, captures, capturing_steps};
pub use goal::{goal_in, goal_within};
pub use win::win_in;
