//! Kinds of experiment, each a way to make cells from data: searches over positions, matches, ablations, local games.

pub(crate) mod ablation;
pub(crate) mod cores;
pub(crate) mod local;
pub(crate) mod matches;
pub(crate) mod profile;
pub(crate) mod searches;
pub(crate) mod sums;
pub(crate) mod worth;
