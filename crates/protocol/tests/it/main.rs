//! Integration tests of `protocol`: one binary, so that the crate is linked once.

mod aei;
mod ugi;
