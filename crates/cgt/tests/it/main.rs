//! Integration tests of `cgt`: one binary, so that the crate is linked once.

mod brute_force;
mod common;
mod database;
mod exact_amazons;
mod local_games;
mod mts;
mod multi_database;
mod short_games;
mod short_measures;
mod sum_solver;
mod sums;
mod temperature;
