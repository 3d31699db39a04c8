//! Integration tests of `arimaa`: one binary, so that the crate is linked once.

mod checklist;
mod common;
mod drawing;
mod endings;
mod heuristics;
mod naive;
mod notation;
mod rules;
mod tactics;
