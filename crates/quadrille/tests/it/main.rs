//! Integration tests of `quadrille`: one binary, so that the crate is linked once.

mod amazons;
mod arimaa;
mod arimaa_engine;
mod bad_input;
mod cgt;
mod cgt_limits;
mod club;
mod commands;
mod common;
mod engine_ugi;
mod external;
mod lab;
mod limits;
mod matches;
mod old_files;
mod output;
mod properties;
mod robot;
mod robot_fire;
mod robot_support;
mod serve;
mod tournament;
mod tune;
mod tzaar;
