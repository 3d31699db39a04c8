//! Integration tests of `arena`: one binary, so that the crate is linked once.

mod common;
mod compliance;
mod engines;
mod games;
mod matches;
mod openings;
mod records;
mod terms;
mod texts;
mod tournaments;
