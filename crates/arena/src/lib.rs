//! Matches between players: openings, clocks, records and what the results say.
//!
//! The crate knows games and players only through the door of crate `players`, as text and plain numbers. It owns the rules
//! of a match, which are the same for every game: who is asked, how long, what a forfeit is, what is written down. It
//! refuses to print; progress goes to an observer.

mod claim;
mod clock;
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
mod sprt;
mod stats;
mod terms;
mod tournament;

pub use claim::Claim;
pub use clock::{Clocks, TimeControl, TimeSource, Timing, WallClock};
pub use external::{ComplianceStep, EngineSettings, FileForm, WithEngines, check_engine, kill_all_engines};
pub use game_loop::{Conditions, play_game};
pub use matches::{
    AfterCrash, MatchEnd, MatchError, MatchPlan, MatchSummary, Progress, run_match, run_match_on,
};
pub use opening::{Opening, OpeningError, OpeningSource, Openings};
pub use people::people_text;
pub use ratings::{Encounter, Rating, Ratings};
pub use record::{Frame, GameRecord, GameResult, Played, RECORD_VERSION, TurnRecord, reason};
pub use record_file::{RecordFile, RecordFileError, Resumed, read_records};
pub use replay::{ReplayError, ReplayFileError, Replayed, replay, replay_file};
pub use sprt::{Decision, Model, RunningSprt, Sprt};
pub use stats::{Estimate, Pentanomial, ResultBlock, Tally};
pub use terms::{Adjudication, Colours, MatchTerms};
pub use tournament::{Format, Standings, Tournament, TournamentProgress};
