//! A robot, a mail server and a member that plays turns, for the tests of robots.

use crate::{
    club::{Club, ask},
    common::{self, Folder, good},
};
use quadrille::players::{Board, GAMES};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, MutexGuard, OnceLock},
    thread,
    time::{Duration, Instant},
};

/// Longest wait for something that must happen.
const PATIENCE: Duration = Duration::from_secs(90);

/// Waits until something is there.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "never came: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A program whose lines are collected as they come.
pub struct Program {
    pub child: Child,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Program {
    pub fn start(command: &mut Command) -> Program {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = Arc::new(Mutex::new(Vec::new()));
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let streams: [Box<dyn BufRead + Send>; 2] =
            [Box::new(BufReader::new(out)), Box::new(BufReader::new(err))];
        for stream in streams {
            let own = Arc::clone(&lines);
            thread::spawn(move || {
                for line in stream.lines().map_while(Result::ok) {
                    own.lock().unwrap().push(line);
                }
            });
        }
        Program { child, lines }
    }

    pub fn lines(&self) -> MutexGuard<'_, Vec<String>> {
        self.lines.lock().unwrap()
    }

    /// All that it has said.
    pub fn said(&self) -> String {
        self.lines().join("\n")
    }

    /// Waits for a line with these words and returns it.
    pub fn hears(&self, words: &str) -> String {
        let began = Instant::now();
        loop {
            if let Some(line) = self.lines().iter().find(|line| line.contains(words)) {
                return line.clone();
            }
            assert!(began.elapsed() < PATIENCE, "'{words}' was never said:\n{}", self.said());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for its end and returns its exit code.
    pub fn ends(&mut self) -> i32 {
        let code = wait_for("the end of the program", || self.child.try_wait().unwrap()).code().unwrap_or(-1);
        // What it said last may still be on its way.
        thread::sleep(Duration::from_millis(100));
        code
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The Python that has aiosmtpd, which `cargo xtask test` installs before the tests; installed now if it is missing.
fn mail_python() -> &'static Path {
    static PYTHON: OnceLock<PathBuf> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let python = target.join("tools/mail/bin/python");
        if !python.exists() {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let install =
                Command::new(env!("CARGO")).args(["xtask", "mail-server"]).current_dir(root).output();
            let output = install.expect("cargo runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        python
    })
}

/// A file of the tests.
pub fn test_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// A real mail server.
pub struct MailServer {
    program: Program,
    port: String,
}

impl MailServer {
    /// Starts it; it refuses so many mails first.
    pub fn start(refusals: u32) -> MailServer {
        let mut command = Command::new(mail_python());
        let program =
            Program::start(command.arg(test_file("peers/mail_server.py")).arg(refusals.to_string()));
        let port = wait_for("the port of the mail server", || program.lines().first().cloned());
        assert!(port.parse::<u16>().is_ok(), "{}", program.said());
        MailServer { program, port }
    }

    /// Waits for a mail with these words in its subject: subject and text.
    pub fn mail(&self, words: &str) -> (String, String) {
        wait_for(words, || {
            let mails = self.mails();
            mails.into_iter().find(|(subject, _)| subject.contains(words))
        })
    }

    /// All mails so far.
    pub fn mails(&self) -> Vec<(String, String)> {
        let read = |line: &String| {
            let mail: Value = serde_json::from_str(line).unwrap();
            assert_eq!(
                (&mail["from"], &mail["to"]),
                (&json!("waltz@club.example"), &json!(["owner@club.example"]))
            );
            (mail["subject"].as_str().unwrap().into(), mail["text"].as_str().unwrap().replace("\r\n", "\n"))
        };
        self.program.lines().iter().skip(1).map(read).collect()
    }
}

/// A club with a robot and a member called ann.
pub struct World {
    pub folder: Folder,
    pub data: String,
    pub club: Option<Club>,
    pub address: String,
    pub robot_token: String,
    pub ann: String,
    pub mails: MailServer,
}

impl World {
    pub fn new() -> World {
        World::with_refusals(0)
    }

    /// A world whose mail server refuses so many mails first.
    pub fn with_refusals(refusals: u32) -> World {
        let folder = Folder::new();
        let data = folder.file("data");
        good(&["club", "user", "add", "waltz", "--robot", "--data", &data]);
        let robot_token = good(&["club", "user", "token", "waltz", "--data", &data]).trim().to_string();
        let ann = crate::club::token(&data, "ann");
        let club = Club::start(&data);
        let address = club.address.clone();
        let mails = MailServer::start(refusals);
        World { folder, data, club: Some(club), address, robot_token, ann, mails }
    }

    /// Kills the club.
    pub fn kill_club(&mut self) {
        drop(self.club.take());
    }

    /// Starts the club again, at the same address.
    pub fn start_club(&mut self) {
        self.club = Some(Club::start_at(&self.data, &self.address));
    }

    /// Writes the robot's configuration: these lines first, and these at its end.
    pub fn configure(&self, head: &str, tail: &str) -> String {
        let (file, token) = (self.folder.file("waltz.toml"), self.folder.file("waltz.token"));
        fs::write(&token, format!("{}\n", self.robot_token)).unwrap();
        let (address, port) = (&self.address, &self.mails.port);
        let text = format!(
            "club = \"http://{address}\"\ntoken_file = \"waltz.token\"\nretry = \"100ms\"\nmail_to = \"owner@club.example\"\n{head}\n\
             [mail]\nserver = \"127.0.0.1\"\nport = {port}\nsecurity = \"none\"\nfrom = \"Waltz <waltz@club.example>\"\nretry_ms = 100\n{tail}"
        );
        fs::write(&file, text).unwrap();
        file
    }

    /// Starts the robot and waits until it has signed in.
    pub fn robot(&self, config: &str) -> Program {
        let robot = Program::start(&mut common::command(&["robot", config]));
        robot.hears("waltz: is at http://");
        robot
    }

    /// Asks the club as ann.
    pub fn ask(&self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        ask(&self.address, &self.ann, method, path, body)
    }

    /// Asks with these further lines in the head; head and body of the answer.
    pub fn converse(&self, method: &str, path: &str, more: &str, body: &Value) -> (String, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{more}connection: close\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 20"), "{text}");
        (head.to_string(), serde_json::from_str(body).unwrap_or_default())
    }

    /// Challenges the robot; returns the challenge's id.
    pub fn challenge(&self, game: &str, more: &Value) -> String {
        let (game, variant) = game.split_once(':').unwrap_or((game, ""));
        let mut wish = json!({
            "to": "waltz", "game": game, "variant": variant, "side": "first", "rated": true,
            "clock": { "initial": 600, "increment": 2 },
        });
        for (key, value) in more.as_object().unwrap() {
            wish[key] = value.clone();
        }
        let (status, made) = self.ask("POST", "/challenges", &wish).unwrap();
        assert_eq!(status, 201, "{made}");
        made["id"].as_str().unwrap().to_string()
    }

    /// Waits until the challenge is answered and returns it.
    pub fn answered(&self, challenge: &str) -> Value {
        wait_for("an answer to the challenge", || {
            let (_, shown) = self.ask("GET", &format!("/challenges/{challenge}"), &Value::Null)?;
            (shown["state"] != "open").then_some(shown)
        })
    }

    /// Challenges the robot, which must accept; returns the game's id.
    pub fn begin(&self, game: &str, more: &Value) -> String {
        let shown = self.answered(&self.challenge(game, more));
        assert_eq!(shown["state"], "accepted", "{shown}");
        shown["game_id"].as_str().unwrap().to_string()
    }

    /// A game as the club shows it; `None` while the club is away.
    pub fn game(&self, id: &str) -> Option<Value> {
        self.ask("GET", &format!("/club/games/{id}"), &Value::Null).map(|(_, game)| game)
    }

    /// Waits until so many turns have been played, or the game is over.
    pub fn wait_for_turns(&self, id: &str, turns: usize) -> Value {
        wait_for("the robot's turn", || {
            let game = self.game(id)?;
            let is_over = game["state"]["status"] != "started";
            (is_over || turns_of(&game).len() >= turns).then_some(game)
        })
    }

    /// Plays one turn as ann if she is to move: some legal one, chosen by its number. False once the game is over.
    pub fn step(&self, id: &str) -> bool {
        let Some(game) = self.game(id) else { return true };
        if game["state"]["status"] != "started" {
            return false;
        }
        let side = if game["first"]["name"] == "ann" { "first" } else { "second" };
        if game["state"]["to_move"] == side {
            let board = board_of(&game);
            let turns = board.turns();
            let version = game["state"]["version"].as_u64().unwrap();
            // Prefer a turn that does not end the game at once, so that there is something to watch.
            let turn = &turns[(version as usize * 7919) % turns.len()];
            let body = json!({ "version": version, "turn": turn, "request": format!("ann-{version}") });
            if let Some((status, answer)) = self.ask("POST", &format!("/club/games/{id}/turns"), &body) {
                assert!(status == 200 || status == 409, "{status}: {answer}");
            }
        }
        true
    }

    /// Plays as ann to the end and returns the game.
    pub fn play_out(&self, id: &str) -> Value {
        wait_for("the end of the game", || (!self.step(id)).then_some(()));
        wait_for("the game", || self.game(id))
    }
}

/// The turns of a game as words.
pub fn turns_of(game: &Value) -> Vec<String> {
    game["state"]["turns"].as_str().unwrap_or_default().split_whitespace().map(String::from).collect()
}

/// The board of a game, replayed by the rules.
pub fn board_of(game: &Value) -> Box<dyn Board> {
    let entry = GAMES.find(game["game"].as_str().unwrap()).unwrap();
    let mut board = entry.at_position(game["start"].as_str().unwrap()).unwrap();
    for turn in turns_of(game) {
        board.play(&turn).unwrap();
    }
    board
}

/// No file of a folder and no line of a program holds this text.
pub fn assert_secret(secret: &str, said: &str, folder: &Path) {
    assert!(secret.starts_with("qd_") && !said.contains(secret), "the token was printed");
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let bytes = fs::read(entry.path()).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&bytes).contains(secret), "the token is in {:?}", entry.path());
    }
}
