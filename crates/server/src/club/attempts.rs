//! Wrong passwords: how many came for a name, and when the next may be tried.
//!
//! Names that do not exist are locked like those that do, so that a lock says nothing about a name. A client locks a name for
//! itself; only many wrong passwords from many clients lock it for all.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::error::{ApiError, ApiResult};
use axum::http::StatusCode;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

/// A name, and the client that tried it or `None` for all.
type Key = (String, Option<IpAddr>);

/// Attempts that have not succeeded, and the time of the last in milliseconds.
#[derive(Clone, Copy, Default)]
struct Tried {
    count: u32,
    last: u64,
}

/// Counts attempts to sign in.
#[derive(Default)]
pub struct Attempts(Mutex<HashMap<Key, Tried>>);

impl Attempts {
    /// Wrong passwords of one client before it has to wait.
    pub const OF_CLIENT: u32 = 5;
    /// Wrong passwords of all clients before all have to wait.
    pub const OF_ALL: u32 = 50;
    /// How long it has to wait, in milliseconds.
    pub const WAIT: u64 = 15 * 60 * 1000;
    /// Names that are remembered. Beyond that, those that need not wait any longer are forgotten.
    const MOST: usize = 20_000;

    /// Counts an attempt, before the password is looked at: a hundred at the same time are a hundred.
    pub fn begin(&self, name: &str, client: IpAddr, now: u64) -> ApiResult<()> {
        let mut tried = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tried.len() > Self::MOST {
            tried.retain(|_, tried| now < tried.last + Self::WAIT);
        }
        let name = name.to_lowercase();
        let keys = [((name.clone(), Some(client)), Self::OF_CLIENT), ((name, None), Self::OF_ALL)];
        for (key, most) in &keys {
            let Some(tried) = tried.get(key) else { continue };
            let free = tried.last + Self::WAIT;
            if tried.count >= *most && now < free {
                let error = ApiError::too_many(
                    "too many wrong passwords; wait a quarter of an hour, or reset the password",
                    (free - now).div_ceil(1000),
                );
                return Err(ApiError { code: "locked", ..error });
            }
        }
        for (key, _) in keys {
            let entry = tried.entry(key).or_default();
            if now >= entry.last + Self::WAIT {
                entry.count = 0;
            }
            *entry = Tried { count: entry.count + 1, last: now };
        }
        Ok(())
    }

    /// The password was right: what was counted for this client is forgotten.
    pub fn succeeded(&self, name: &str, client: IpAddr) {
        let mut tried = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tried.remove(&(name.to_lowercase(), Some(client)));
        if let Some(all) = tried.get_mut(&(name.to_lowercase(), None)) {
            all.count = all.count.saturating_sub(1);
        }
    }
}

/// The refusal of a wrong name or password, which does not say which of them is wrong.
pub fn wrong() -> ApiError {
    ApiError::forbidden("name or password is wrong").with_status(StatusCode::UNAUTHORIZED).with_code("wrong")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]
    use super::*;

    #[test]
    fn a_client_locks_a_name_for_itself_and_many_clients_for_all() {
        let attempts = Attempts::default();
        let client = |number: u8| IpAddr::from([10, 0, 0, number]);
        for _ in 0..Attempts::OF_CLIENT {
            attempts.begin("Ann", client(1), 7).unwrap();
        }
        assert_eq!(attempts.begin("ann", client(1), 8).unwrap_err().code, "locked");
        attempts.begin("ann", client(2), 8).unwrap();
        attempts.succeeded("ann", client(2));
        attempts.begin("bob", client(1), 8).unwrap();
        attempts.begin("ann", client(1), 7 + Attempts::WAIT).unwrap();
        for number in 0..Attempts::OF_ALL {
            let _ = attempts.begin("eve", client(number as u8 + 3), 9);
        }
        assert_eq!(attempts.begin("eve", client(1), 9).unwrap_err().code, "locked");
    }
}
