//! Integration tests of `server`: one binary, so that the crate is linked once.

mod api;
mod chaos;
mod club_accounts;
mod club_admin;
mod club_attacks;
mod club_games;
mod club_load;
mod common;
mod experiments;
mod games;
mod hostile;
mod live;
mod load;
mod model;
mod sums;
mod versions;
mod warm;
