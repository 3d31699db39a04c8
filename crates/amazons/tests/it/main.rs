//! Integration tests of `amazons`: one binary, so that the crate is linked once.

mod blockers;
mod common;
mod heuristics;
mod notation;
mod regions;
mod rules;
