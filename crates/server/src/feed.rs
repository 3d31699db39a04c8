//! A live view of something that changes in the background: looked at again whenever there is news of it.
//!
//! Knows neither matches nor experiments; whoever serves one says how to look at it.

use crate::{
    blocking,
    error::ApiError,
    games::{event, live},
    state::App,
};
use axum::response::{Sse, sse::Event};
use serde_json::Value;
use std::{
    convert::Infallible,
    time::{Duration, Instant},
};
use tokio::sync::{broadcast::error::RecvError, mpsc};
use tokio_stream::Stream;

/// Watchers see news no more often than this.
const GAP: Duration = Duration::from_millis(100);

/// Shows what `look` sees, now and whenever the room has news, as events of one name.
pub async fn follow(
    app: App,
    room: String,
    name: &'static str,
    look: impl Fn(&App) -> Result<Value, ApiError> + Clone + Send + Sync + 'static,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    // Before the first look, so that nothing falls between the two.
    let mut news = app.rooms.watch(&room);
    let again = {
        let app = app.clone();
        move || {
            let (app, look) = (app.clone(), look.clone());
            blocking::run(move || look(&app))
        }
    };
    let first = again().await?;
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        let mut closing = app.closing.clone();
        if sender.send(Ok(event(name, &first))).await.is_err() {
            return;
        }
        loop {
            let heard = tokio::select! {
                heard = news.recv() => heard,
                () = sender.closed() => return,
                _ = closing.wait_for(|closing| *closing) => return,
            };
            if matches!(heard, Err(RecvError::Closed)) {
                return;
            }
            // One look shows everything that has come since the last.
            while news.try_recv().is_ok() {}
            let began = Instant::now();
            let Ok(view) = again().await else { return };
            if sender.send(Ok(event(name, &view))).await.is_err() {
                return;
            }
            // A long match takes a while to sum up, and watching it must not slow it down.
            tokio::time::sleep(GAP.max(10 * began.elapsed())).await;
        }
    });
    Ok(live(receiver))
}
