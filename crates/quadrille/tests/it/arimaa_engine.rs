//! The engine as a controller meets it: a child process with pipes, good manners and bad ones.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

const CLASSIC: &str = "setposition g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
/// Nothing takes longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine; its lines arrive on a channel, so that waiting has an end.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(player: &str) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(["engine", "--protocol", "aei", "--player", player])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok());
        });
        Engine { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, text: &str) {
        self.bytes(format!("{text}\n").as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    /// All lines up to the first that begins like this.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => seen.push(line),
                Err(_) => panic!("no '{beginning}' came, but {seen:?}"),
            }
            if seen.last().unwrap().starts_with(beginning) {
                return seen;
            }
        }
    }

    /// The best move that is answered.
    fn best(&self) -> String {
        self.until("bestmove ").pop().unwrap().trim_start_matches("bestmove ").to_owned()
    }

    /// Lines that are there when everything so far has been done.
    fn after_all(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Closes the input and waits for the end.
    fn ends(mut self) -> i32 {
        self.input = None;
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                let mut errors = String::new();
                let _ = std::io::Read::read_to_string(&mut self.child.stderr.take().unwrap(), &mut errors);
                assert_eq!(errors, "");
                return status.code().unwrap_or(-1);
            }
            assert!(started.elapsed() < PATIENCE, "the engine does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_introduces_itself_and_plays_a_game_with_itself() {
    let mut engine = Engine::start("best:tt=1M");
    engine.say("aei");
    let hello = engine.until("aeiok");
    assert_eq!(hello[0], "protocol-version 1");
    assert!(hello.iter().any(|line| line == "id name Quadrille"), "{hello:?}");
    for option in
        ["tcmove 30", "tcreserve 60", "tcpercent 100", "tcmax 90", "tctotal 0", "tcturns 0", "tcturntime 0"]
    {
        let (name, value) = option.split_once(' ').unwrap();
        engine.say(&format!("setoption name {name} value {value}"));
    }
    for option in
        ["hash value 2", "threads value 2", "opponent value simple", "rated value 0", "depth value 5"]
    {
        engine.say(&format!("setoption name {option}"));
    }
    engine.say("newgame");
    assert_eq!(engine.after_all(), [""; 0]);
    for turn in 0..12 {
        engine.say("setoption name greserve value 60");
        engine.say("setoption name sreserve value 60");
        engine.say("setoption name moveused value 0");
        engine.say("go");
        let lines = engine.until("bestmove ");
        let best = lines.last().unwrap().trim_start_matches("bestmove ").to_owned();
        if turn < 2 {
            assert_eq!(best.split(' ').count(), 16, "{best}");
        } else {
            for kind in ["depth", "nodes", "score", "time", "pv"] {
                let prefix = format!("info {kind} ");
                assert!(lines.iter().any(|line| line.starts_with(&prefix)), "{kind} in {lines:?}");
            }
        }
        engine.say(&format!("makemove {best}"));
        assert_eq!(engine.after_all(), [""; 0], "after {best}");
    }
    engine.say("quit");
    assert_eq!(engine.ends(), 0);
}

#[test]
fn stop_is_answered_and_pondering_is_not() {
    let mut engine = Engine::start("best:tt=4M");
    engine.say(CLASSIC);
    engine.say("setoption name tcmove value 3600");
    engine.say("go");
    engine.until("info depth 3");
    engine.say("isready");
    engine.until("readyok");
    engine.say("go");
    engine.until("log Error: 'go' came while a search is running");
    engine.say("stop");
    let best = engine.best();
    engine.say(&format!("makemove {best}"));
    engine.say("go ponder");
    engine.until("info depth 3");
    engine.say("stop");
    assert!(!engine.after_all().iter().any(|line| line.starts_with("bestmove")));
    engine.say(CLASSIC);
    engine.say("go ponder");
    engine.say("makemove Ee2n");
    engine.say("go");
    engine.until("info depth 2");
    // A move ends the search; its answer would be too late.
    engine.say("makemove ed7s");
    let lines = engine.after_all();
    assert!(!lines.iter().any(|line| line.starts_with("bestmove") || line.starts_with("log")), "{lines:?}");
    engine.say("stop");
    engine.until("log Warning: 'stop' came, but there is no search");
    assert_eq!(engine.ends(), 0);
}

#[test]
fn a_depth_alone_ends_a_search_and_so_does_the_clock() {
    let mut engine = Engine::start("best:tt=4M");
    engine.say(CLASSIC);
    engine.say("setoption name depth value 5");
    engine.say("go");
    let lines = engine.until("bestmove ");
    assert!(
        lines.iter().any(|line| line == "info depth 5") && !lines.iter().any(|line| line == "info depth 6")
    );
    engine.say("setoption name depth value 0");
    engine.say("setoption name tcreserve value 5");
    engine.say("setoption name tcmove value 0.2");
    engine.say("setoption name greserve value 0");
    let started = Instant::now();
    engine.say("go");
    engine.best();
    assert!(started.elapsed() < Duration::from_secs(5), "a fifth of a second was allowed");
    // A setup, and a position in which silver is to set up.
    engine.say("newgame");
    engine.say("go");
    assert_eq!(engine.best().split(' ').count(), 16);
    engine.say("setposition s [                                                HDCMECDHRRRRRRRR]");
    engine.say("go");
    assert!(engine.best().split(' ').all(|word| word.starts_with(|c: char| c.is_ascii_lowercase())));
    assert_eq!(engine.ends(), 0);
}

/// Memory and threads are options of every search.
#[test]
fn a_tree_search_has_the_same_options() {
    let mut engine = Engine::start("mcts:memory=1M");
    engine.say("aei");
    engine.until("aeiok");
    engine.say("setoption name hash value 2");
    engine.say("setoption name threads value 2");
    engine.say(CLASSIC);
    engine.say("setoption name tcmove value 3600");
    engine.say("go");
    engine.until("info nodes ");
    engine.say("stop");
    let lines = engine.until("bestmove ");
    assert!(!lines.iter().any(|line| line.starts_with("log")), "{lines:?}");
    engine.say(&format!("makemove {}", lines.last().unwrap().trim_start_matches("bestmove ")));
    assert_eq!(engine.after_all(), [""; 0]);
    assert_eq!(engine.ends(), 0);
}

#[test]
fn nonsense_is_logged_and_survived() {
    let mut engine = Engine::start("alphabeta:nodes=500,tt=1M");
    for (line, said) in [
        ("hello", "log Error: 'hello' is not a message"),
        ("go west", "log Error: 'west' is not an argument of go"),
        ("setposition g [rr]", "log Error: 'rr' has 2 characters"),
        (
            "setposition x [                                                                ]",
            "log Error: 'x' is not a side",
        ),
        ("setposition g [RRRRRRRRR                                                      r]", "log Error: "),
        ("makemove Ee2n", "log Error: 'Ee2n'"),
        ("makemove", "log Error: 'makemove' is missing the move"),
        ("setoption", "log Error: '' does not name an option"),
        ("setoption name tcmove value soon", "log Error: 'soon' is not a value of 'tcmove'"),
        ("setoption name colour value blue", "log Warning: 'colour' is not an option"),
        ("setoption name hash value 0", "log Warning: '0' is no size"),
        ("stop", "log Warning: 'stop' came"),
    ] {
        engine.say(line);
        engine.until(said);
    }
    engine.bytes(b"\xff\xfe\x00 nonsense \x07\n");
    engine.until("log Error: ");
    engine.bytes(&vec![b'y'; 300_000]);
    engine.bytes(b"\n");
    engine.until("log Error: ");
    // Half a line is not a line yet.
    engine.bytes(b"isre");
    std::thread::sleep(Duration::from_millis(50));
    engine.bytes(b"ady\r\n\n\n");
    engine.until("readyok");
    // Options that no player can have leave the old one in place.
    engine.say("setoption name threads value 100000");
    engine.say(CLASSIC);
    engine.say("go");
    assert!(engine.until("bestmove ").iter().any(|line| line.starts_with("log Warning: ")));
    engine.say("setposition g [        e   R  r                                        R       ]");
    engine.say("makemove Re7n");
    engine.say("go");
    engine.until("log Error: 'go' came, but the game is over");
    assert_eq!(engine.ends(), 0);
}

#[test]
fn the_end_of_input_ends_it_with_what_it_owes() {
    let mut engine = Engine::start("best:tt=4M");
    engine.say(CLASSIC);
    engine.say("setoption name tcmove value 3600");
    engine.bytes(b"go");
    engine.input = None;
    engine.best();
    assert_eq!(engine.ends(), 0);
    let mut pondering = Engine::start("best:tt=4M");
    pondering.say(CLASSIC);
    pondering.say("go ponder");
    pondering.until("info depth 2");
    assert_eq!(pondering.ends(), 0);
    let mut quitting = Engine::start("best:tt=4M");
    quitting.say(CLASSIC);
    quitting.say("setoption name tcmove value 3600");
    quitting.say("go");
    quitting.say("quit");
    assert_eq!(quitting.ends(), 0);
}

/// A controller that stops reading does not keep the engine alive.
#[test]
fn a_reader_that_is_gone_ends_it() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["engine", "--protocol", "aei"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        let _ = input.write_all(b"isready\n");
        assert!(started.elapsed() < PATIENCE, "the engine does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn only_arimaa_is_spoken_of() {
    let run = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_quadrille")).args(args).output().unwrap();
    for args in [
        ["engine", "--protocol", "aei", "--game", "tzaar"],
        ["engine", "--protocol", "aei", "--game", "arimaa:classic"],
        ["engine", "--protocol", "aei", "--player", "level:none"],
        ["engine", "--protocol", "uci", "--player", "best"],
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}
