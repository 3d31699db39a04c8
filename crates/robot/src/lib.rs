//! Robots: programs that play on a club server as ordinary members, over its documented API and nothing else.
//!
//! A robot signs in with a token, answers challenges by a policy, thinks with any player of this program or with an external engine, and
//! mails its owner what went wrong and what it did. The server knows the games; a robot keeps nothing but the figures of its
//! reports, so that either side may be restarted at any time. This crate prints nothing: sentences go to a [`Voice`].

mod alerts;
mod api;
mod config;
mod follow;
mod house;
mod journal;
mod policy;
mod pool;
mod report;
mod running;
mod session;
mod thinking;
mod wire;

pub use alerts::Kind;
pub use config::{AfterCrashes, Mode, Play, RobotConfig, Token, club_address, zone};
pub use house::{HouseConfig, HouseRobot, house_names, run_house};
pub use journal::Journal;
pub use policy::Accept;
pub use pool::{Pool, PoolLimits};
pub use report::Day;

use std::sync::{Arc, atomic::AtomicBool};

/// Hears what a robot has to say, one sentence at a time.
pub type Voice = Arc<dyn Fn(&str) + Send + Sync>;

/// Lets a robot play until `stop` is raised; the error is the sentence with which it gave up.
pub fn run(
    config: &RobotConfig,
    pool: &Arc<Pool>,
    voice: &Voice,
    stop: &'static AtomicBool,
) -> Result<(), String> {
    session::Session::open(config, Arc::clone(pool), Arc::clone(voice), stop)?.run()
}
