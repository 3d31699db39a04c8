//! A server of its own for every test, and a small client that can also misbehave.
#![allow(dead_code, reason = "every test file uses a part of this")]

pub mod club;
pub mod smtp;

use players::Games;
use serde_json::Value;
use server::{ClubConfig, Config, Limits, Running, SystemClocks, TimeSource, start};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::net::TcpSocket;

/// Clocks that a test sets.
#[derive(Debug, Default)]
pub struct SetClocks {
    pub time_of_day: AtomicU64,
    pub running: AtomicU64,
}

impl TimeSource for SetClocks {
    fn time_of_day(&self) -> u64 {
        self.time_of_day.load(Ordering::SeqCst)
    }

    fn running(&self) -> u64 {
        self.running.load(Ordering::SeqCst)
    }
}

/// Memory of this process that is really used, in bytes; 0 where the system does not tell.
pub fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// Limits for a client that asks more often than people do.
pub fn eager() -> Limits {
    Limits { rate: 1e6, burst: 1e6, ..Limits::for_cores(2) }
}

/// A server in a folder of its own; both go away at the end.
pub struct Site {
    pub server: Option<Running>,
    pub address: SocketAddr,
    pub folder: PathBuf,
    pub limits: Limits,
    pub games: Games,
    pub time: Arc<dyn TimeSource>,
    pub club: Option<ClubConfig>,
}

impl Site {
    pub fn new() -> Site {
        Site::with(Limits::for_cores(2))
    }

    pub fn with(limits: Limits) -> Site {
        Site::serving(players::GAMES, limits)
    }

    pub fn serving(games: Games, limits: Limits) -> Site {
        Site::timed(games, limits, Arc::new(SystemClocks::default()))
    }

    pub fn timed(games: Games, limits: Limits, time: Arc<dyn TimeSource>) -> Site {
        Site::open(games, limits, time, None)
    }

    pub fn open(games: Games, limits: Limits, time: Arc<dyn TimeSource>, club: Option<ClubConfig>) -> Site {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("quadrille-server-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let address = ([127, 0, 0, 1], 0).into();
        let mut site = Site { server: None, address, folder, limits, games, time, club };
        site.begin();
        site
    }

    pub fn begin(&mut self) {
        let config = Config {
            games: self.games,
            address: ([127, 0, 0, 1], 0).into(),
            data: self.folder.clone(),
            results: Some(self.folder.join("shown")),
            hosts: vec!["quadrille.test".into()],
            club: self.club.clone(),
            limits: self.limits,
            time: Arc::clone(&self.time),
        };
        let server = start(config).unwrap_or_else(|error| panic!("{error}"));
        self.address = server.address();
        self.server = Some(server);
    }

    pub fn end(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop();
        }
    }

    /// Ends the server without a shutdown.
    pub fn drop_at_once(&mut self) {
        drop(self.server.take());
    }

    pub fn restart(&mut self) {
        self.end();
        self.begin();
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &body.to_string())
    }

    pub fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        self.raw(request(self.address, method, path, body).as_bytes())
    }

    /// Sends bytes as they are and reads everything that comes back.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        converse(self.connect(), bytes)
    }

    /// A connection from another loopback address, with a small buffer for what it has not read.
    pub fn connect_from(&self, last: u8) -> std::io::Result<TcpStream> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let socket = TcpSocket::new_v4()?;
            socket.bind(([127, 0, 0, last], 0).into())?;
            socket.set_recv_buffer_size(4096)?;
            let stream = socket.connect(self.address).await?.into_std()?;
            stream.set_nonblocking(false)?;
            stream.set_read_timeout(Some(Duration::from_secs(20)))?;
            Ok(stream)
        })
    }

    /// [`Site::ask`] from another loopback address.
    pub fn ask_from(&self, last: u8, method: &str, path: &str, body: &str) -> Answer {
        converse(self.connect_from(last).unwrap(), request(self.address, method, path, body).as_bytes())
    }

    /// [`Site::follow`] from another loopback address.
    pub fn follow_from(&self, last: u8, path: &str) -> Live {
        let mut stream = self.connect_from(last).unwrap();
        let head = format!("GET /api/v1{path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).unwrap();
        Live::new(stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Follows a live stream.
    pub fn follow(&self, path: &str) -> Live {
        let mut stream = self.connect();
        let head = format!("GET /api/v1{path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).unwrap();
        Live::new(stream)
    }

    /// Asks for a game until it is as wished.
    pub fn wait(&self, id: &str, wish: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let game = self.get(&format!("/games/{id}")).json(200);
            if wish(&game) {
                return game;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "the game never got there: {game}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How many searches run.
    pub fn searches(&self) -> usize {
        self.get("/status").json(200)["searches"].as_array().unwrap().len()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The text of a request.
pub fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> String {
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let length = body.len();
    format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: {address}\r\n{kind}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

/// Sends bytes as they are and reads everything that comes back.
pub fn converse(mut stream: TcpStream, bytes: &[u8]) -> Answer {
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes);
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    Answer::parse(&String::from_utf8_lossy(&text))
}

/// Asks a server that may be gone; `None` if no answer came, so that what happened is unknown.
pub fn exchange(address: SocketAddr, method: &str, path: &str, body: &str) -> Option<Answer> {
    let stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let answer = converse(stream, request(address, method, path, body).as_bytes());
    let is_whole = answer.status > 0 && serde_json::from_str::<Value>(&answer.body).is_ok();
    is_whole.then_some(answer)
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    fn parse(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split_whitespace().nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = if chunked { unchunk(body) } else { body.to_string() };
        Answer { status, head: head.to_string(), body }
    }

    /// The JSON of an answer that must have this status.
    pub fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}\n{}", self.head, self.body);
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The sentence of a refusal that must have this status.
    pub fn refused(&self, status: u16) -> String {
        self.json(status)["sentence"].as_str().unwrap().to_string()
    }
}

fn unchunk(body: &str) -> String {
    let mut out = String::new();
    let mut rest = body;
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        // Compressed bytes are no text, and not read.
        let Some((chunk, more)) = after.split_at_checked(size).filter(|(chunk, _)| !chunk.is_empty()) else {
            break;
        };
        out.push_str(chunk);
        rest = more.trim_start_matches("\r\n");
    }
    out
}

/// A live stream.
pub struct Live {
    lines: BufReader<Chunks>,
}

/// The body of an answer that comes in chunks.
struct Chunks {
    stream: BufReader<TcpStream>,
    /// What is left of the current chunk; `None` before the head.
    left: Option<usize>,
}

impl Chunks {
    fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line)
    }
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.left.is_none() {
            let mut is_chunked = false;
            while let line = self.line()?
                && !line.trim().is_empty()
            {
                is_chunked |= line.to_lowercase().starts_with("transfer-encoding: chunked");
            }
            if !is_chunked {
                return Ok(0);
            }
        }
        let mut left = self.left.unwrap_or(0);
        if left == 0 {
            // A line end closes the chunk before.
            let mut size = self.line()?;
            if self.left.is_some() {
                size = self.line()?;
            }
            left = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        }
        let most = buffer.len().min(left);
        let read = self.stream.read(&mut buffer[..most])?;
        self.left = Some(left - read);
        Ok(read)
    }
}

impl Live {
    pub fn new(stream: TcpStream) -> Live {
        Live { lines: BufReader::new(Chunks { stream: BufReader::new(stream), left: None }) }
    }

    /// The next event: its name and data.
    pub fn next(&mut self) -> Option<(String, Value)> {
        let mut name = None;
        let mut line = String::new();
        loop {
            line.clear();
            if self.lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = Some(event.trim().to_string());
            } else if let (Some(data), Some(name)) = (line.strip_prefix("data: "), name.clone()) {
                return Some((name, serde_json::from_str(data.trim()).unwrap()));
            }
        }
    }

    /// The next line of JSON; `None` at the end.
    pub fn line(&mut self) -> Option<Value> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if !line.trim().is_empty() {
                return Some(serde_json::from_str(line.trim()).unwrap());
            }
        }
    }

    /// The next line of this type.
    pub fn line_of(&mut self, wanted: &str) -> Value {
        loop {
            let line = self.line().unwrap_or_else(|| panic!("the stream ended before '{wanted}'"));
            if line["type"] == wanted {
                return line;
            }
        }
    }

    /// The next event of this name.
    pub fn until(&mut self, wanted: &str) -> Value {
        loop {
            match self.next() {
                Some((name, value)) if name == wanted => return value,
                Some((name, value)) if name == "failed" => panic!("failed: {value}"),
                Some(_) => (),
                None => panic!("the stream ended before '{wanted}'"),
            }
        }
    }
}

/// A text as it may stand in an address.
pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { (b as char).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// Runs a test again in a process of its own, because memory is measured for the whole process, and says that it has. False in
/// that process, where the test is to go on.
pub fn ran_alone(test: &str) -> bool {
    const ALONE: &str = "QUADRILLE_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return false;
    }
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    let output = again.args([test, "--exact", "--nocapture"]).env(ALONE, "1").output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    true
}
