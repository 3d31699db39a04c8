//! Listening: connections with time limits, as many as there is room for, and an end that waits for what is under way.

use crate::{
    Config,
    claim::Claim,
    experiments::Experiments,
    guard::{Client, Rates},
    matches::Matches,
    room::Rooms,
    routes,
    searches::Searches,
    state::{App, Shared},
    store::Store,
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

/// How long the end waits for requests that are under way.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long to wait when the machine has no room for another connection.
const BREATH: Duration = Duration::from_millis(50);

/// Why a server could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The address cannot be had.
    #[error("'{address}' cannot be listened on: {problem}; give another with --addr")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        problem: String,
    },
    /// The data folder cannot be used.
    #[error("{0}")]
    Data(String),
    /// The machine gives no threads.
    #[error("the server cannot be started: {0}")]
    Threads(std::io::Error),
}

/// A server that runs. Dropping it ends it at once.
pub struct Running {
    runtime: Runtime,
    address: SocketAddr,
    closing: watch::Sender<bool>,
    app: App,
    accepting: JoinHandle<()>,
    /// Given back last of all.
    _claim: Claim,
}

/// Starts a server and returns when it answers.
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
            std::io::ErrorKind::AddrInUse => "another program uses it".to_string(),
            _ => error.to_string(),
        };
        StartError::Address { address: wanted, problem }
    })?;
    let claim = Claim::take(&config.data).map_err(StartError::Data)?;
    let store = Store::open(&config.data).map_err(StartError::Data)?;
    let (closing, is_closing) = watch::channel(false);
    let limits = config.limits;
    let app = App(Arc::new(Shared {
        config,
        port: address.port(),
        store,
        searches: Searches::new(limits),
        rooms: Rooms::default(),
        matches: Matches::default(),
        experiments: Experiments::default(),
        rates: Rates::default(),
        closing: is_closing,
        started: Instant::now(),
    }));
    let accepting = runtime.spawn(accept(listener, app.clone()));
    Ok(Running { runtime, address, closing, app, accepting, _claim: claim })
}

impl Running {
    /// The address that is listened on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends the server: no new connections, searches are stopped, requests under way are answered.
    pub fn stop(self) {
        let _ = self.closing.send(true);
        self.app.searches.stop_all();
        let finished =
            self.runtime.block_on(async { tokio::time::timeout(FAREWELL + BREATH, self.accepting).await });
        // Whatever is left after that has had its chance.
        drop(finished);
        // Matches and experiments notice their flags soon; what they write after that would be read by nobody, or by the
        // next server on the same folder, which has gone on with them already.
        let asked = Instant::now();
        while self.app.searches.running() > 0 && asked.elapsed() < FAREWELL {
            std::thread::sleep(BREATH);
        }
        self.app.store.close();
        self.runtime.shutdown_timeout(FAREWELL);
    }
}

/// Takes connections until the server ends.
async fn accept(listener: TcpListener, app: App) {
    let room = Arc::new(Semaphore::new(app.config.limits.connections));
    let service = routes::router(app.clone());
    let graceful = GracefulShutdown::new();
    let mut closing = app.closing.clone();
    loop {
        let place = tokio::select! {
            place = Arc::clone(&room).acquire_owned() => place,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let (Ok(place), Ok((stream, peer))) = (place, accepted) else {
            // Usually the machine has no file handles left; connections that end will free some.
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let service =
            service.clone().map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(Client(peer.ip()));
                request.map(axum::body::Body::new)
            });
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(app.config.limits.patience).max_buf_size(64 << 10);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off is no failure of the server's.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}
