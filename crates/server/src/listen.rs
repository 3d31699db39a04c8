//! Starting, listening and stopping: a limited number of connections, and a shutdown that finishes running requests.

use crate::{
    Config,
    data_lock::DataLock,
    experiments::Experiments,
    guard::{Client, Rates},
    live_game::RecentGames,
    matches::Matches,
    routes,
    searches::Searches,
    state::{App, Shared},
    store::Store,
    updates::Updates,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use thiserror::Error;
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::{Semaphore, watch},
    task::JoinHandle,
};
use tower::ServiceExt;

/// How long a shutdown waits for running requests and searches.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// The pause before another attempt, to accept a connection or to finish the shutdown.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// Why a server could not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The address is not available.
    #[error("cannot listen on '{address}': {problem}; choose another with --addr")]
    Address {
        /// The address.
        address: SocketAddr,
        /// The system's message.
        problem: String,
    },
    /// The data folder cannot be used.
    #[error("{0}")]
    Data(String),
    /// The system gives no threads.
    #[error("the server cannot start: {0}")]
    Threads(std::io::Error),
}

/// A running server. Dropping it stops it at once.
pub struct Running {
    runtime: Runtime,
    address: SocketAddr,
    closing: watch::Sender<bool>,
    app: App,
    accepting: JoinHandle<()>,
    /// Released last.
    _lock: DataLock,
}

/// Starts a server and returns when it accepts connections.
pub fn start(config: Config) -> Result<Running, StartError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartError::Threads)?;
    let wanted = config.address;
    let listener = runtime.block_on(TcpListener::bind(wanted)).and_then(|listener| {
        let address = listener.local_addr()?;
        Ok((listener, address))
    });
    let (listener, address) = listener.map_err(|error| {
        let problem = match error.kind() {
            std::io::ErrorKind::AddrInUse => "another program is using it".to_string(),
            _ => error.to_string(),
        };
        StartError::Address { address: wanted, problem }
    })?;
    let lock = DataLock::take(&config.data).map_err(StartError::Data)?;
    let store = Store::open(&config.data).map_err(StartError::Data)?;
    let (closing, is_closing) = watch::channel(false);
    let limits = config.limits;
    let games = config.games;
    let app = App(Arc::new(Shared {
        config,
        port: address.port(),
        store,
        recent_games: RecentGames::default(),
        searches: Searches::new(limits),
        updates: Updates::default(),
        matches: Matches::default(),
        experiments: Experiments::new(games),
        rates: Rates::default(),
        closing: is_closing,
        started: Instant::now(),
    }));
    let accepting = runtime.spawn(accept(listener, app.clone()));
    Ok(Running { runtime, address, closing, app, accepting, _lock: lock })
}

impl Running {
    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops the server: refuses new connections, stops searches, finishes running requests.
    pub fn stop(self) {
        let _ = self.closing.send(true);
        self.app.searches.stop_all();
        let finished = self
            .runtime
            .block_on(async { tokio::time::timeout(SHUTDOWN_TIMEOUT + RETRY_DELAY, self.accepting).await });
        drop(finished);
        // Matches and experiments notice their flags soon. What they wrote later could reach the next server on this folder.
        let asked = Instant::now();
        while self.app.searches.running() > 0 && asked.elapsed() < SHUTDOWN_TIMEOUT {
            std::thread::sleep(RETRY_DELAY);
        }
        self.app.store.close();
        self.runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    }
}

/// Accepts connections until the server shuts down.
async fn accept(listener: TcpListener, app: App) {
    let slots = Arc::new(Semaphore::new(app.config.limits.connections));
    let service = routes::router(app.clone());
    let graceful = GracefulShutdown::new();
    let mut closing = app.closing.clone();
    loop {
        let slot = tokio::select! {
            slot = Arc::clone(&slots).acquire_owned() => slot,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let (Ok(slot), Ok((stream, peer))) = (slot, accepted) else {
            // Usually no file handles are left; connections that end will free some.
            tokio::time::sleep(RETRY_DELAY).await;
            continue;
        };
        let service =
            service.clone().map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(Client(peer.ip()));
                request.map(axum::body::Body::new)
            });
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(app.config.limits.request_timeout)
            .max_buf_size(64 << 10);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that disconnects is no failure of the server.
            let _ = connection.await;
            drop(slot);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}
