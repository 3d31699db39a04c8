//! HTTP requests to a real server on a loopback address, with small limits.
//!
//! A socket, because only a client can tell whether a response is complete. The requests are well-formed: what a connection does
//! with broken framing is the business of hyper, and of the tests of `server`.

use players::GAMES;
use server::{Config, Limits, Running};
use std::{
    fs,
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Most requests of one input.
const MOST_REQUESTS: usize = 8;

/// No response after this long is a failure, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(30);

/// Requests that compute for up to half a minute are left after this long, which stops them.
const SHORT_PATIENCE: Duration = Duration::from_millis(200);
const COMPUTING: [&str; 2] = ["/api/v1/regions", "/api/v1/trainer"];

/// Headers that change where a request or its response ends; they are left out.
const FRAMING: [&str; 6] = ["connection", "content-length", "expect", "te", "transfer-encoding", "upgrade"];

/// Requests, separated by lines of `---`. A request is `METHOD ADDRESS`, headers, a blank line and a body; `{id}` stands for the
/// game that was created last.
pub(crate) fn requests(input: &[u8]) -> bool {
    static SITE: Mutex<Option<Site>> = Mutex::new(None);
    let text = String::from_utf8_lossy(input);
    let requests: Option<Vec<Request>> = text.split("\n---\n").map(Request::parse).collect();
    let Some(requests) = requests.filter(|requests| requests.len() <= MOST_REQUESTS) else { return false };
    let mut site = SITE.lock().unwrap_or_else(PoisonError::into_inner);
    let site = site.get_or_insert_with(Site::start);
    let mut created = Vec::new();
    let mut understood = false;
    for request in &requests {
        let id = created.last().map_or("", String::as_str);
        let Some(response) = site.ask(request, id) else { continue };
        assert!(response.status < 500, "{request:?} gets {response:?}");
        understood |= response.status < 400;
        created.extend(response.new_game(request));
    }
    for id in created {
        site.ask(&Request::new("DELETE", &format!("/api/v1/games/{id}")), "");
    }
    understood
}

/// A well-formed request.
#[derive(Debug)]
struct Request {
    method: String,
    address: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Request {
    fn new(method: &str, address: &str) -> Request {
        Request { method: method.into(), address: address.into(), headers: Vec::new(), body: String::new() }
    }

    fn parse(text: &str) -> Option<Request> {
        let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let (method, address) = lines.next()?.split_once(' ')?;
        if !is_token(method) || method == "CONNECT" || !address.starts_with('/') {
            return None;
        }
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            let plain = value.chars().all(|c| c == ' ' || c.is_ascii_graphic());
            let fits = is_token(name) && plain && !FRAMING.iter().any(|own| own.eq_ignore_ascii_case(name));
            fits.then(|| (name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers = lines.filter_map(header).collect();
        Some(Request { headers, body: body.into(), ..Request::new(method, address) })
    }

    /// What is sent: only visible characters in the address, and headers that every client sends.
    fn bytes(&self, id: &str) -> Vec<u8> {
        let mut text = format!("{} ", self.method);
        for byte in self.address.replace("{id}", id).bytes() {
            match byte.is_ascii_graphic() {
                true => text.push(char::from(byte)),
                false => text.push_str(&format!("%{byte:02X}")),
            }
        }
        text.push_str(" HTTP/1.1\r\n");
        let body = self.body.replace("{id}", id);
        let usual = [("host", "localhost"), ("content-type", "application/json")];
        let missing = usual.into_iter().filter(|(name, _)| self.headers.iter().all(|(own, _)| own != name));
        let own = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in missing.chain(own) {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        text.into_bytes()
    }

    fn computes(&self) -> bool {
        COMPUTING.iter().any(|address| self.address.starts_with(address))
    }
}

/// A method or the name of a header.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// A response that arrived in full, or the beginning of a stream of events.
#[derive(Debug)]
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The id of the game that a request has created.
    fn new_game(&self, request: &Request) -> Option<String> {
        let created = self.status == 201 && request.method == "POST" && request.address == "/api/v1/games";
        let (_, rest) = self.body.split_once("\"id\":\"").filter(|_| created)?;
        rest.split('"').next().map(String::from)
    }
}

/// Why no response arrived in full.
enum Lost {
    /// The connection was closed before anything arrived.
    Closed,
    /// The time is over.
    Late,
    /// The response breaks off.
    Broken(String),
}

impl From<std::io::Error> for Lost {
    fn from(error: std::io::Error) -> Lost {
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => Lost::Late,
            _ => Lost::Broken(error.to_string()),
        }
    }
}

/// A server that lives as long as the process, and a connection to it.
struct Site {
    server: Running,
    connection: Option<BufReader<TcpStream>>,
}

/// A new folder for this process. Those of processes that have ended are removed, because a static has no destructor.
fn data_folder() -> PathBuf {
    const NAME: &str = "quadrille-fuzz-";
    let all = fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    for entry in all {
        let name = entry.file_name().to_string_lossy().into_owned();
        let ended = |process: &str| !Path::new("/proc").join(process).exists();
        if name.strip_prefix(NAME).is_some_and(ended) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    std::env::temp_dir().join(format!("{NAME}{}", std::process::id()))
}

impl Site {
    fn start() -> Site {
        let folder = data_folder();
        let limits = Limits {
            searches: 3,
            searches_per_client: 3,
            memory: 288 << 20,
            memory_per_client: 288 << 20,
            memory_per_search: 8 << 20,
            threads: 1,
            time: Duration::from_millis(50),
            rate: 1e9,
            burst: 1e9,
            connections: 16,
            connections_per_client: 8,
            streams_per_client: 8,
            request_timeout: PATIENCE,
            write_timeout: PATIENCE,
            games: 16,
            matches: 0,
            experiments: 0,
        };
        let config = Config { limits, ..Config::new(GAMES, folder) };
        let server = server::start(config).unwrap_or_else(|error| panic!("{error}"));
        Site { server, connection: None }
    }

    /// Sends a request; `None` if it computes for too long.
    fn ask(&mut self, request: &Request, id: &str) -> Option<Response> {
        let bytes = request.bytes(id);
        for _ in 0..2 {
            let was_open = self.connection.is_some();
            let mut connection = self.connection.take().unwrap_or_else(|| self.connect());
            match exchange(&mut connection, &bytes, request) {
                Ok(response) => {
                    let stays = response.header("connection") != Some("close") && !is_stream(&response);
                    self.connection = stays.then_some(connection);
                    return Some(response);
                }
                // The server may close a connection between two requests.
                Err(Lost::Closed | Lost::Broken(_)) if was_open => {}
                Err(Lost::Late) if request.computes() => return None,
                Err(Lost::Late) => panic!("no complete response to {request:?} in {PATIENCE:?}"),
                Err(Lost::Closed) => panic!("no response to {request:?}"),
                Err(Lost::Broken(problem)) => panic!("the response to {request:?} breaks off: {problem}"),
            }
        }
        panic!("two connections were closed at {request:?}");
    }

    fn connect(&self) -> BufReader<TcpStream> {
        let stream = TcpStream::connect(self.server.address());
        BufReader::new(stream.unwrap_or_else(|error| panic!("the server accepts no connection: {error}")))
    }
}

fn is_stream(response: &Response) -> bool {
    response.header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"))
}

fn exchange(
    connection: &mut BufReader<TcpStream>,
    bytes: &[u8],
    request: &Request,
) -> Result<Response, Lost> {
    let patience = if request.computes() { SHORT_PATIENCE } else { PATIENCE };
    connection.get_ref().set_read_timeout(Some(patience))?;
    // A request that is refused by its head need not be read to its end.
    let _ = connection.get_mut().write_all(bytes);
    let head = head(connection)?;
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.ok_or_else(|| Lost::Broken(format!("{head:?} has no status")))?;
    let mut response = Response { status, head, body: String::new() };
    if request.method == "HEAD" || matches!(status, 204 | 304) {
        return Ok(response);
    }
    let mut body = Vec::new();
    if response.header("transfer-encoding") == Some("chunked") {
        let only_one = is_stream(&response);
        while chunk(connection, &mut body)? && !only_one {}
    } else {
        let length = response.header("content-length").and_then(|length| length.parse().ok());
        let length = length.ok_or_else(|| Lost::Broken(format!("{:?} has no length", response.head)))?;
        body.resize(length, 0);
        connection.read_exact(&mut body)?;
    }
    response.body = String::from_utf8_lossy(&body).into_owned();
    Ok(response)
}

/// The head of a response, without the blank line.
fn head(connection: &mut BufReader<TcpStream>) -> Result<String, Lost> {
    let mut head = String::new();
    loop {
        let before = head.len();
        match connection.read_line(&mut head)? {
            0 if head.is_empty() => return Err(Lost::Closed),
            0 => return Err(Lost::Broken("the head is cut off".into())),
            _ if head[before..].trim().is_empty() => return Ok(head),
            _ => {}
        }
    }
}

/// Reads a chunk of a body; false after the last.
fn chunk(connection: &mut BufReader<TcpStream>, body: &mut Vec<u8>) -> Result<bool, Lost> {
    let mut line = String::new();
    connection.read_line(&mut line)?;
    let size = usize::from_str_radix(line.trim(), 16);
    let size = size.map_err(|_| Lost::Broken(format!("{line:?} is not the size of a chunk")))?;
    let mut bytes = vec![0; size + 2];
    connection.read_exact(&mut bytes)?;
    body.extend_from_slice(&bytes[..size]);
    Ok(size > 0)
}
