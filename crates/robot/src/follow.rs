//! Following a stream of the club on a thread of its own, which sends what it hears to the robot's inbox.

use crate::api::Api;
use serde_json::Value;
use std::{
    io::BufRead,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    thread,
};

/// What reaches the inbox of a robot.
pub enum News<T> {
    /// Something has happened to the member.
    Event,
    /// A line of a game.
    Game(String, Value),
    /// A stream has ended: that of the events, or that of a game.
    Ended(Option<String>, u64),
    /// A search has ended.
    Thought(T),
}

/// A stream that is followed. Dropping it lets the thread end with the next line.
pub struct Follower {
    is_wanted: Arc<AtomicBool>,
    /// Tells this stream from an earlier one of the same kind.
    pub number: u64,
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.is_wanted.store(false, Ordering::Relaxed);
    }
}

impl Follower {
    /// Follows the events of the member, or a game.
    pub fn start<T: Send + 'static>(
        api: &Arc<Api>,
        game: Option<&str>,
        number: u64,
        inbox: Sender<News<T>>,
    ) -> Follower {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let (api, wanted, game) = (Arc::clone(api), Arc::clone(&is_wanted), game.map(str::to_owned));
        let work = move || {
            let path = match &game {
                Some(id) => format!("/bot/game/stream/{id}"),
                None => "/stream/event".into(),
            };
            // Why a stream cannot be opened is found out by the next request, which every ended stream leads to.
            if let Ok(lines) = api.lines(&path) {
                for line in lines.lines() {
                    let Ok(line) = line else { break };
                    if !wanted.load(Ordering::Relaxed) {
                        return;
                    }
                    let Ok(value) = serde_json::from_str::<Value>(&line) else { continue };
                    let news = match &game {
                        Some(id) => News::Game(id.clone(), value),
                        None => News::Event,
                    };
                    if inbox.send(news).is_err() {
                        return;
                    }
                }
            }
            let _ = inbox.send(News::Ended(game, number));
        };
        // Without a thread there is no stream, and the robot asks from time to time instead.
        let _ = thread::Builder::new().name("stream".into()).spawn(work);
        Follower { is_wanted, number }
    }
}
