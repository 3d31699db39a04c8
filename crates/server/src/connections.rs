//! Open connections: how many, of which client, and which one is closed when another client needs its place.
//!
//! A client has a limited number of connections. When all places are taken, a client with few connections gets the place of
//! the oldest connection of the client with the most, so that no client locks another one out.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::{
    collections::{HashMap, VecDeque},
    future::Future,
    io,
    net::{IpAddr, Ipv6Addr},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::Notify,
    time::{Sleep, sleep},
};

/// Files that the server needs besides connections: the database, the page's matches and experiments, refusals.
const RESERVED_FILES: u64 = 40;

/// How many connections the system has room for, if the limits allow this many.
pub fn within_file_limit(wished: usize) -> usize {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX);
    wished.min(usize::try_from(files.saturating_sub(RESERVED_FILES)).unwrap_or(usize::MAX)).max(4)
}

/// The client that an address belongs to: a household has one IPv4 address, and a whole /64 of IPv6.
pub fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

/// The open connections of a server.
pub struct Connections {
    most: usize,
    most_of_client: usize,
    /// The proxy that speaks for many clients.
    proxy: Option<IpAddr>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    last_id: u64,
    total: usize,
    /// Connections by client, the oldest first, each with the signal that closes it.
    of_client: HashMap<IpAddr, VecDeque<(u64, Arc<Notify>)>>,
}

impl Open {
    fn count(&self, client: IpAddr) -> usize {
        self.of_client.get(&client).map_or(0, VecDeque::len)
    }

    fn remove(&mut self, client: IpAddr, id: u64) {
        let Some(list) = self.of_client.get_mut(&client) else { return };
        let before = list.len();
        list.retain(|(other, _)| *other != id);
        self.total -= before - list.len();
        if list.is_empty() {
            self.of_client.remove(&client);
        }
    }

    /// Closes the oldest connection of the client with the most, if it has more than `least`.
    fn close_one(&mut self, least: usize) -> bool {
        let greediest = self.of_client.iter().max_by_key(|(_, list)| list.len());
        let Some((&client, list)) = greediest.filter(|(_, list)| list.len() > least) else { return false };
        let Some((id, close)) = list.front().cloned() else { return false };
        self.remove(client, id);
        close.notify_one();
        true
    }
}

impl Connections {
    /// No connections yet.
    pub fn new(most: usize, most_of_client: usize, proxy: Option<IpAddr>) -> Arc<Connections> {
        // With any limits, one client leaves room for others.
        let most_of_client = most_of_client.min(most.div_ceil(2));
        Arc::new(Connections { most, most_of_client, proxy, open: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection of a client; `None` if it has too many, or if all clients have as many as it.
    pub fn admit(self: &Arc<Connections>, client: IpAddr) -> Option<Place> {
        let mut open = self.lock();
        let own = open.count(client);
        let is_proxy = self.proxy == Some(client);
        if !is_proxy && own >= self.most_of_client || open.total >= self.most && !open.close_one(own + 1) {
            return None;
        }
        open.last_id += 1;
        open.total += 1;
        let (id, close) = (open.last_id, Arc::new(Notify::new()));
        open.of_client.entry(client).or_default().push_back((id, Arc::clone(&close)));
        Some(Place { id, client, close, connections: Arc::clone(self) })
    }

    /// Closes a connection of the client with the most, because the system has no files left.
    pub fn make_room(&self) {
        self.lock().close_one(1);
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.lock().total
    }
}

/// The place of a connection, until it is dropped.
pub struct Place {
    id: u64,
    client: IpAddr,
    close: Arc<Notify>,
    connections: Arc<Connections>,
}

impl Place {
    /// Returns when another client needs the place.
    pub async fn taken(&self) {
        self.close.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.lock().remove(self.client, self.id);
    }
}

/// Event streams that are open, by client.
#[derive(Default)]
pub struct Streams(Mutex<HashMap<IpAddr, usize>>);

impl Streams {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for another stream of a client that may have this many.
    pub fn admit(self: &Arc<Streams>, client: IpAddr, most: usize) -> Option<StreamPlace> {
        let mut open = self.lock();
        let own = open.entry(client).or_default();
        if *own >= most {
            return None;
        }
        *own += 1;
        Some(StreamPlace { client, streams: Arc::clone(self) })
    }
}

/// The place of an event stream, until it is dropped.
pub struct StreamPlace {
    client: IpAddr,
    streams: Arc<Streams>,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        if let Some(own) = open.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.client);
            }
        }
    }
}

/// A connection on which a write fails if the client takes nothing for too long.
pub struct WriteTimeout<S> {
    stream: S,
    longest: Duration,
    /// Runs while a write is waiting.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    /// Fails writes that wait longer than this.
    pub fn new(stream: S, longest: Duration) -> WriteTimeout<S> {
        WriteTimeout { stream, longest, waiting: None }
    }

    fn limit<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let longest = self.longest;
        let timer = self.waiting.get_or_insert_with(|| Box::pin(sleep(longest)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.limit(context, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, parts);
        this.limit(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.stream).poll_flush(context);
        this.limit(context, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let closed = Pin::new(&mut this.stream).poll_shutdown(context);
        this.limit(context, closed)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    fn address(number: u8) -> IpAddr {
        [127, 0, 0, number].into()
    }

    #[test]
    fn a_client_with_few_connections_takes_a_place_of_the_one_with_most() {
        let connections = Connections::new(8, 100, None);
        let mut greedy: Vec<Place> = (0..4).filter_map(|_| connections.admit(address(1))).collect();
        assert!(connections.admit(address(1)).is_none(), "half of all places");
        greedy.extend((0..4).filter_map(|_| connections.admit(address(2))));
        assert_eq!(connections.count(), 8);
        let polite: Vec<Place> = (0..9).filter_map(|_| connections.admit(address(3))).collect();
        assert_eq!(
            (polite.len(), connections.count()),
            (2, 8),
            "until it has as many as the others, but one"
        );
        drop((greedy, polite));
        assert_eq!(connections.count(), 0, "places that were taken are returned once");
    }

    #[test]
    fn addresses_of_one_household_are_one_client() {
        let client = |text: &str| client_of(text.parse().unwrap());
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), client("2001:db8:1:2:ffff::1"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
        assert_ne!(client("10.0.0.1"), client("10.0.0.2"));
    }
}
