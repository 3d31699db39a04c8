//! Integration tests of `testkit`: one binary, so that the crate is linked once.

mod broken_games_are_caught;
mod toys_keep_the_laws;
