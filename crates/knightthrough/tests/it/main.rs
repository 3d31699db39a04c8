//! Integration tests of `knightthrough`: one binary, so that the crate is linked once.

mod common;
mod drawing;
mod heuristics;
mod notation;
mod rules;
