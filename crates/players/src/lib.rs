//! (written in the next commits)
