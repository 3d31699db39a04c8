//! Integration tests of `tzaar`: one binary, so that the crate is linked once.

mod drawing;
mod heuristics;
mod naive;
mod notation;
mod only_pass;
mod rules;
mod waltz_files;
