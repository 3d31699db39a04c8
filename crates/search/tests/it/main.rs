//! Integration tests of `search`: one binary, so that the crate is linked once.

mod alphabeta;
mod amazons;
mod arimaa;
mod exact_support;
mod knightthrough;
mod mcts;
mod proof_budgets;
mod proof_knightthrough;
mod proof_support;
mod proof_toys;
mod static_scores;
mod tzaar;
