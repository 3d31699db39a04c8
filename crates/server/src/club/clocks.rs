//! The thread of the clocks: ends games whose time is up, settles ends, and closes challenges that no one took, without being asked.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{challenges, mails, play, vacations::DAY};
use crate::{blocking, error::ApiResult, state::App};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How often live clocks are looked at.
const BEAT: Duration = Duration::from_millis(100);

/// Days, challenges and ends are looked at once in so many beats.
const SLOW: u64 = 5;

/// When the clock of each live game runs out, in milliseconds that the server has been running.
#[derive(Default)]
pub struct Dues(Mutex<HashMap<String, u64>>);

impl Dues {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game's clock runs out then, or never.
    pub fn set(&self, game: &str, due: Option<u64>) {
        let mut dues = self.lock();
        match due {
            Some(due) => drop(dues.insert(game.into(), due)),
            None => drop(dues.remove(game)),
        }
    }

    /// The games whose clocks have run out.
    fn now(&self, running: u64) -> Vec<String> {
        self.lock().iter().filter(|&(_, &due)| due <= running).map(|(id, _)| id.clone()).collect()
    }
}

/// Keeps the clocks until the server shuts down.
pub async fn keep_clocks(app: App) {
    let own = app.clone();
    let _ = blocking::run(move || resume(&own)).await;
    let mut beat = 0_u64;
    while !*app.closing.borrow() {
        let own = app.clone();
        // What fails now, such as on a full disk, is tried again at the next beat.
        let _ = blocking::run(move || look(&own, beat.is_multiple_of(SLOW))).await;
        beat += 1;
        tokio::time::sleep(BEAT).await;
    }
}

/// Ids of running games with this condition.
fn running(app: &App, condition: &str, now: u64) -> ApiResult<Vec<String>> {
    app.store.read(|connection| {
        let mut statement = connection.prepare_cached(&format!(
            "SELECT game_id FROM club_games JOIN games ON id = game_id \
             WHERE finished IS NULL AND ?1 = ?1 AND ({condition})"
        ))?;
        let ids = statement.query_map([now as i64], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    })
}

/// After a start: the clocks of live games go on.
fn resume(app: &App) -> ApiResult<()> {
    for id in running(app, "days IS NULL", 0)? {
        play::find(app, &id)?.current(app)?;
    }
    Ok(())
}

fn look(app: &App, is_slow_beat: bool) -> ApiResult<()> {
    let mut due = app.club()?.dues.now(app.config.time.running());
    if is_slow_beat {
        let now = app.config.time.time_of_day();
        due.extend(running(app, &format!("result IS NOT NULL OR days * {DAY} + updated <= ?1"), now)?);
        challenges::expire(app)?;
        mails::send_daily(app)?;
    }
    for id in due {
        play::find(app, &id)?.current(app)?;
    }
    Ok(())
}
