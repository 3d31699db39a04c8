//! Starting, listening and stopping: a limited number of connections, and a shutdown that finishes running requests.

use crate::{
    Config, SystemClocks,
    club::{self, Club, ClubConfig},
    connections::{Connections, Streams, WriteTimeout, client_of, within_file_limit},
    data_lock::DataLock,
    experiments::Experiments,
    guard::{Client, Queues, Rates},
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
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};
use thiserror::Error;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    runtime::Runtime,
    sync::{Semaphore, watch},
    task::JoinHandle,
};
use tower::ServiceExt;

/// How long a shutdown waits for running requests and searches.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// The pause before another attempt, to accept a connection or to finish the shutdown.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// What the system keeps for a client that does not read, in bytes. Without a limit it keeps megabytes for each.
const SEND_BUFFER: u32 = 64 << 10;

/// What a client hears that has too many connections.
const REFUSAL: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
    connection: close\r\n\r\n\
    {\"error\":\"too_many\",\"sentence\":\"you have too many open connections; close some and try again\"}";

/// Refusals that are sent at the same time; further connections are closed without a word.
const REFUSALS: usize = 8;

/// How long a refused client may take to read its refusal.
const REFUSAL_TIMEOUT: Duration = Duration::from_millis(250);

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
    /// The address can be reached from other machines, and nothing protects the server there.
    #[error("{0}")]
    Exposed(String),
    /// The club cannot be opened.
    #[error("{0}")]
    Club(String),
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
    check_exposure(&config)?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartError::Threads)?;
    let wanted = config.address;
    let listener = runtime.block_on(async { listen(wanted) });
    let (listener, address) = listener.map_err(|error| {
        let problem = match error.kind() {
            std::io::ErrorKind::AddrInUse => "another program is using it".to_string(),
            _ => error.to_string(),
        };
        StartError::Address { address: wanted, problem }
    })?;
    let lock = DataLock::take(&config.data).map_err(StartError::Data)?;
    let store = Store::open(&config.data, Arc::clone(&config.time)).map_err(StartError::Data)?;
    let store = Arc::new(store);
    let club =
        config.club.clone().map(|club| Club::open(club, &store)).transpose().map_err(StartError::Club)?;
    let proxy = config.club.as_ref().and_then(|club| club.trusted_proxy);
    let (closing, is_closing) = watch::channel(false);
    let limits = config.limits;
    let games = config.games;
    let remembered = if config.club.is_some() { RecentGames::OF_CLUB } else { RecentGames::OF_WORKBENCH };
    let app = App(Arc::new(Shared {
        config,
        port: address.port(),
        store,
        club,
        recent_games: RecentGames::new(remembered),
        searches: Searches::new(limits),
        updates: Updates::default(),
        matches: Matches::default(),
        experiments: Experiments::new(games),
        rates: Rates::default(),
        queues: Queues::default(),
        connections: Connections::new(
            within_file_limit(limits.connections),
            limits.connections_per_client,
            proxy.map(client_of),
        ),
        streams: Arc::new(Streams::default()),
        closing: is_closing,
        started: Instant::now(),
    }));
    let accepting = runtime.spawn(accept(listener, app.clone()));
    runtime.spawn(keep_time(app.clone()));
    if app.club.is_some() {
        runtime.spawn(club::keep_clocks(app.clone()));
    }
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

/// Listens on an address. Connections inherit the size of the buffer.
fn listen(wanted: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let socket = if wanted.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(wanted)?;
    let listener = socket.listen(BACKLOG)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Refuses to listen beyond this machine where nothing protects what is sent.
fn check_exposure(config: &Config) -> Result<(), StartError> {
    let address = config.address;
    if let Some(problem) = config.club.as_ref().and_then(ClubConfig::problem) {
        return Err(StartError::Club(problem));
    }
    if address.ip().to_canonical().is_loopback() {
        return Ok(());
    }
    match &config.club {
        Some(club) if club.public_url.is_some() || club.trusted_proxy.is_some() || club.insecure_http => {
            Ok(())
        }
        Some(_) => Err(StartError::Exposed(format!(
            "'{address}' can be reached from other machines, and passwords would travel unencrypted; run the club behind a TLS \
             proxy with --public-url and --trusted-proxy, or add --insecure-http"
        ))),
        None => Err(StartError::Exposed(format!(
            "'{address}' can be reached from other machines, and there are no accounts; choose a loopback address, or add --club"
        ))),
    }
}

/// The client that a trusted proxy names. Only the last entry is the proxy's own; those before it could be anyone's.
fn forwarded(peer: IpAddr, proxy: Option<IpAddr>, headers: &hyper::HeaderMap) -> Option<IpAddr> {
    if proxy?.to_canonical() != peer.to_canonical() {
        return None;
    }
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Reads the clock of games often, so that a long pause shows that the process could not run.
async fn keep_time(app: App) {
    while !*app.closing.borrow() {
        app.config.time.running();
        tokio::time::sleep(SystemClocks::BEAT).await;
    }
}

/// Accepts connections until the server shuts down.
async fn accept(listener: TcpListener, app: App) {
    let service = routes::router(app.clone());
    let graceful = GracefulShutdown::new();
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let mut closing = app.closing.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let Ok((stream, peer)) = accepted else {
            // Usually no file handles are left.
            app.connections.make_room();
            tokio::time::sleep(RETRY_DELAY).await;
            continue;
        };
        let client = client_of(peer.ip());
        let Some(place) = app.connections.admit(client) else {
            if let Ok(turn) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(REFUSAL_TIMEOUT, refuse(stream)).await;
                    drop(turn);
                });
            }
            continue;
        };
        let proxy = app.config.club.as_ref().and_then(|club| club.trusted_proxy);
        let service =
            service.clone().map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
                let client = forwarded(peer.ip(), proxy, request.headers()).map_or(client, client_of);
                request.extensions_mut().insert(Client(client));
                request.map(axum::body::Body::new)
            });
        let limits = &app.config.limits;
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(limits.request_timeout).max_buf_size(64 << 10);
        let stream = TokioIo::new(WriteTimeout::new(stream, limits.write_timeout));
        let connection = graceful.watch(http.serve_connection(stream, TowerToHyperService::new(service)));
        tokio::spawn(async move {
            // A client that disconnects is no failure of the server.
            tokio::select! {
                _ = connection => (),
                () = place.taken() => (),
            }
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

/// Tells a client that it has too many connections, and waits until it has heard.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(REFUSAL.as_bytes()).await?;
    stream.shutdown().await?;
    // Closing before the request is read would discard the refusal.
    while stream.read(&mut [0; 4096]).await? > 0 {}
    Ok(())
}
