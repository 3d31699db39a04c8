//! A game that the robot plays, as far as the robot has to remember it while it runs.

use crate::{
    config::Play,
    follow::Follower,
    thinking::Found,
    wire::{Clock, Playing, Seat},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The longest pause of a robot whose engine fails again and again.
const LONGEST_REST: Duration = Duration::from_secs(3600);

/// What waits to be sent to the club.
#[derive(Clone, Debug)]
pub enum Intent {
    /// A turn for this version.
    Turn(u64, Found),
    /// To resign at this version.
    Resign(u64),
    /// To abort, or to resign at this version where it is too late for that.
    Abort(u64),
}

impl Intent {
    /// The version it is made for.
    pub fn version(&self) -> u64 {
        match self {
            Intent::Turn(version, _) | Intent::Resign(version) | Intent::Abort(version) => *version,
        }
    }
}

/// A search that runs.
pub struct Thinking {
    pub version: u64,
    stop: Arc<AtomicBool>,
}

/// A running game.
pub struct Running {
    /// With what it is played; `None` if the configuration does not name the game any more.
    pub play: Option<Arc<Play>>,
    pub game: String,
    pub side: Seat,
    pub opponent: String,
    pub clock: Clock,
    /// Its first position, once it is known.
    pub start: Option<String>,
    pub follower: Option<Follower>,
    pub thinking: Option<Thinking>,
    pub intent: Option<Intent>,
    /// The last version for which the club has taken something; what is heard of it later is old.
    pub done: u64,
    /// How often the player has failed.
    pub crashes: u32,
    /// The player is not asked before this.
    pub rests_until: Option<Instant>,
}

impl Running {
    /// A game of the club's list.
    pub fn new(playing: &Playing, plays: &[Arc<Play>]) -> Running {
        let play = plays.iter().find(|play| play.game.0.name() == playing.game).cloned();
        Running {
            play,
            game: playing.game.clone(),
            side: playing.side,
            opponent: playing.opponent.name.clone(),
            clock: playing.clock,
            start: None,
            follower: None,
            thinking: None,
            intent: None,
            done: 0,
            crashes: 0,
            rests_until: None,
        }
    }

    /// How sentences name it.
    pub fn title(&self) -> String {
        format!("{} against {}", self.game, self.opponent)
    }

    /// Notes that a search begins; returns the flag that stops it.
    pub fn begin(&mut self, version: u64) -> Arc<AtomicBool> {
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        self.thinking = Some(Thinking { version, stop: Arc::clone(&stop) });
        stop
    }

    /// Stops the search, if one runs; true if one did.
    pub fn stop(&mut self) -> bool {
        let thinking = self.thinking.take();
        thinking.is_some_and(|thinking| {
            thinking.stop.store(true, Ordering::Relaxed);
            true
        })
    }

    /// Is this version dealt with, or is the player resting?
    pub fn is_busy(&self, version: u64) -> bool {
        version <= self.done
            || self.thinking.as_ref().is_some_and(|thinking| thinking.version == version)
            || self.intent.as_ref().is_some_and(|intent| intent.version() == version)
            || self.rests_until.is_some_and(|until| Instant::now() < until)
    }

    /// Notes a failure of the player, which then rests: ever longer once it has failed `most` times.
    pub fn rest(&mut self, most: u32, shortest: Duration) {
        self.crashes += 1;
        let doubled = self.crashes.saturating_sub(most).min(20);
        let pause = shortest.saturating_mul(1 << doubled).min(LONGEST_REST);
        self.rests_until = Some(Instant::now() + pause);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A number for what is random in the player of a game: the same whenever the robot comes back to it.
pub fn seed(id: &str, side: Seat) -> u64 {
    let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    players::derive_seed(hash, &[side.side().index() as u64])
}
