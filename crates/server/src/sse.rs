//! Server-sent events: streams of named JSON events, and views that are sent again whenever they change.

use crate::{blocking, error::ApiResult, state::App};
use axum::response::{
    IntoResponse, Response, Sse,
    sse::{Event, KeepAlive},
};
use serde_json::Value;
use std::{
    convert::Infallible,
    time::{Duration, Instant},
};
use tokio::sync::{broadcast::error::RecvError, mpsc};
use tokio_stream::wrappers::ReceiverStream;

/// The shortest time between two events of a [`follow`]ed view.
const INTERVAL: Duration = Duration::from_millis(100);

/// An idle stream sends a comment this often, so that a lost connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// The sending end of an event stream.
#[derive(Clone)]
pub struct Events(mpsc::Sender<Result<Event, Infallible>>);

impl Events {
    /// A stream, and the response that carries it. The stream ends when all its senders are dropped.
    pub fn channel(capacity: usize) -> (Events, Response) {
        let (sender, receiver) = mpsc::channel(capacity);
        let stream = Sse::new(ReceiverStream::new(receiver));
        let response = stream.keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
        (Events(sender), response)
    }

    /// Sends an event; false if the client has gone.
    pub async fn send(&self, name: &str, value: &Value) -> bool {
        self.0.send(Ok(event(name, value))).await.is_ok()
    }

    /// The same on a thread that may block.
    pub fn blocking_send(&self, name: &str, value: &Value) -> bool {
        self.0.blocking_send(Ok(event(name, value))).is_ok()
    }

    /// Returns when the client has gone or the server shuts down.
    pub async fn closed(&self, app: &App) {
        let mut closing = app.closing.clone();
        tokio::select! {
            () = self.0.closed() => (),
            _ = closing.wait_for(|closing| *closing) => (),
        }
    }
}

fn event(name: &str, value: &Value) -> Event {
    Event::default().event(name).data(value.to_string())
}

/// Sends what `view` returns, now and whenever the topic changes, as events of one name.
pub async fn follow(
    app: App,
    topic: String,
    name: &'static str,
    view: impl Fn(&App) -> ApiResult<Value> + Clone + Send + Sync + 'static,
) -> ApiResult<Response> {
    // Subscribing before the first view, so that no change falls between the two.
    let mut updates = app.updates.subscribe(&topic);
    let read = {
        let app = app.clone();
        move || {
            let (app, view) = (app.clone(), view.clone());
            blocking::run(move || view(&app))
        }
    };
    let first = read().await?;
    let (events, response) = Events::channel(4);
    tokio::spawn(async move {
        let (mut next, mut pause) = (Ok(first), Duration::ZERO);
        while let Ok(view) = next {
            if !events.send(name, &view).await {
                return;
            }
            tokio::time::sleep(pause).await;
            let update = tokio::select! {
                update = updates.recv() => update,
                () = events.closed(&app) => return,
            };
            if matches!(update, Err(RecvError::Closed)) {
                return;
            }
            // One view covers every change since the last.
            while updates.try_recv().is_ok() {}
            let began = Instant::now();
            next = read().await;
            // Summing up a long match takes a while, and watching it must not slow it down.
            pause = INTERVAL.max(10 * began.elapsed());
        }
    });
    Ok(response)
}
