//! Integration tests of `lab`: one binary, so that the crate is linked once.

mod blocks;
mod catalogue;
mod framework;
mod hypotheses;
mod plots;
mod tune;
mod verify;
