//! Matches between players: openings, clocks, records and what the results say.
//!
//! The crate knows games and players only by their type-erased forms in crate `players`, as text and plain numbers. It owns the rules
//! of a match, which are the same for every game: who is asked, how long, what a forfeit is, what is written down. It
//! refuses to print; progress goes to an observer.

mod clock;
mod config;
mod contestant;
mod elo_interval;
mod error;
mod external;
mod game_loop;
mod matches;
mod opening;
mod people;
mod ratings;
mod record;
mod record_file;
mod referee;
mod replay;
mod running_sprt;
mod sprt;
mod stage;
mod stats;
mod tournament;

pub use clock::{Clocks, TimeControl, TimeSource, Timing, WallClock};
pub use config::{Adjudication, AfterCrash, Colours, MatchConfig};
pub use contestant::{Contestant, CustomPlayer};
pub use elo_interval::EloInterval;
pub use error::ArenaError;
pub use external::{
    ComplianceStep, EngineSettings, EngineSpec, check_engine, kill_all_engines, supervise_engine,
};
pub use game_loop::{GameLimits, play_game};
pub use matches::{MatchEnd, MatchSummary, Progress, RunningGame, run_match, run_watched_match};
pub use opening::{Opening, OpeningSource, Openings};
pub use people::people_text;
pub use ratings::{Encounter, Rating, Ratings};
pub use record::{GameHeader, GameRecord, GameResult, Played, RECORD_VERSION, TurnRecord, reason};
pub use record_file::{RecordFile, Resumed, read_records};
pub use replay::{Replayed, replay};
pub use running_sprt::RunningSprt;
pub use sprt::{Decision, Sprt};
pub use stats::{Estimate, Pentanomial, ResultBlock, Tally};
pub use tournament::{Format, Standings, Tournament, TournamentProgress};
