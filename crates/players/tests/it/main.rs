//! Integration tests of `players`: one binary, so that the crate is linked once.

mod amazons_endgame;
mod combined;
mod dynamic;
mod fast_games;
mod networks;
mod noise;
mod registry;
mod tzaar_placing;
mod weights;
