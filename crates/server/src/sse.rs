//! Server-sent events: streams of named JSON events, and views that are sent again whenever they change. An event that many
//! clients get is serialised once.

use crate::{
    blocking,
    connections::StreamPlace,
    error::{ApiError, ApiResult},
    guard::Client,
    state::App,
};
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use serde_json::Value;
use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};
use tokio::{
    sync::{broadcast::error::RecvError, mpsc},
    time::{Sleep, sleep},
};
use tokio_stream::Stream;

/// The shortest time between two events of a [`follow`]ed view.
const INTERVAL: Duration = Duration::from_millis(100);

/// An idle stream sends a comment this often, so that a lost connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// Events that wait for a slow client; a client that is slower misses some.
const QUEUE: usize = 8;

/// A serialised event.
pub fn event(name: &str, value: &Value) -> Bytes {
    format!("event: {name}\ndata: {value}\n\n").into()
}

/// The sending end of an event stream.
#[derive(Clone)]
pub struct Events(mpsc::Sender<Bytes>);

impl Events {
    /// A stream to a client, and the response that carries it. The stream ends when all its senders are dropped.
    pub fn open(app: &App, client: Client) -> ApiResult<(Events, Response)> {
        Events::of_kind(app, client, "text/event-stream", b":\n\n")
    }

    /// A stream of lines, each of them one JSON object; empty lines keep it alive.
    pub fn open_lines(app: &App, client: Client) -> ApiResult<(Events, Response)> {
        Events::of_kind(app, client, "application/x-ndjson", b"\n")
    }

    fn of_kind(
        app: &App,
        Client(client): Client,
        kind: &'static str,
        comment: &'static [u8],
    ) -> ApiResult<(Events, Response)> {
        let most = app.config.limits.streams_per_client;
        let place = app.streams.admit(client, most).ok_or_else(|| {
            ApiError::too_many(
                format!("you follow {most} streams, and no more are allowed; close one first"),
                5,
            )
        })?;
        let (sender, frames) = mpsc::channel(QUEUE);
        let body = EventBody { frames, idle: Box::pin(sleep(KEEP_ALIVE)), comment, _place: place };
        let head = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
        Ok((Events(sender), (head, Body::from_stream(body)).into_response()))
    }

    /// Sends an event; false if the client has gone.
    pub async fn send(&self, name: &str, value: &Value) -> bool {
        self.send_bytes(event(name, value)).await
    }

    /// Sends a serialised event, or a part of one.
    pub async fn send_bytes(&self, bytes: Bytes) -> bool {
        self.0.send(bytes).await.is_ok()
    }

    /// Sends an object as a line.
    pub async fn send_line(&self, value: &Value) -> bool {
        self.send_bytes(format!("{value}\n").into()).await
    }

    /// [`Events::send`] on a thread that may block.
    pub fn blocking_send(&self, name: &str, value: &Value) -> bool {
        self.0.blocking_send(event(name, value)).is_ok()
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

/// The body of a stream: its events, and comments while there are none.
struct EventBody {
    frames: mpsc::Receiver<Bytes>,
    idle: Pin<Box<Sleep>>,
    comment: &'static [u8],
    _place: StreamPlace,
}

impl Stream for EventBody {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let frame = match self.frames.poll_recv(context) {
            Poll::Ready(frame) => frame,
            Poll::Pending => {
                ready!(self.idle.as_mut().poll(context));
                Some(Bytes::from_static(self.comment))
            }
        };
        self.idle.as_mut().reset(tokio::time::Instant::now() + KEEP_ALIVE);
        Poll::Ready(frame.map(Ok))
    }
}

/// Sends what `view` returns, now and whenever the topic changes, as events of one name.
pub async fn follow(
    app: App,
    client: Client,
    topic: String,
    name: &'static str,
    view: impl Fn(&App) -> ApiResult<Value> + Clone + Send + Sync + 'static,
) -> ApiResult<Response> {
    // Subscribing before the first view, so that no change falls between the two.
    let mut updates = app.updates.subscribe(&topic);
    let shared = app.updates.shared_view(&topic);
    let read = {
        let app = app.clone();
        async move || {
            // The clients that follow a topic wait here for one of them to compute its view.
            let mut shared = shared.lock().await;
            let changes = app.updates.changes(&topic);
            if let Some((at, view)) = &*shared
                && *at == changes
            {
                return Ok::<_, ApiError>(view.clone());
            }
            let (own, view) = (app.clone(), view.clone());
            let view = blocking::run(move || view(&own).map(|view| event(name, &view))).await?;
            *shared = Some((changes, view.clone()));
            Ok(view)
        }
    };
    let first = read().await?;
    let (events, response) = Events::open(&app, client)?;
    tokio::spawn(async move {
        let (mut next, mut pause) = (Ok(first), Duration::ZERO);
        while let Ok(view) = next {
            if !events.send_bytes(view).await {
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
