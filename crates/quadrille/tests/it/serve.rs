//! The server as a program: its address, its end, a port that is taken, and what survives when it is killed.

use crate::common;

use common::{Folder, quadrille};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStdout, Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

struct Served {
    child: Child,
    address: String,
    /// Kept open: a program whose reader has gone away ends.
    _output: BufReader<ChildStdout>,
}

impl Served {
    fn start(folder: &str) -> Served {
        Served::limited(folder, ":")
    }

    /// A server in a shell that has run this command first, such as `ulimit -n 64`.
    fn limited(folder: &str, limit: &str) -> Served {
        let script = format!("{limit}; exec \"$0\" serve --addr 127.0.0.1:0 --data \"$1\"");
        let mut child = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_quadrille"), folder])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_string();
        Served { child, address, _output: output }
    }

    /// The status and body of an answer; `None` if the server has gone.
    fn ask(&self, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        let (head, body) = text.split_once("\r\n\r\n")?;
        let body = body.find('{').map_or("", |from| &body[from..=body.rfind('}').unwrap_or(from)]);
        Some((head.split_whitespace().nth(1)?.parse().ok()?, serde_json::from_str(body).ok()?))
    }
}

/// Sends a signal to a server.
fn signal(served: &Served, name: &str) {
    let sent = Command::new("kill").args([name, &served.child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

const PERSONS: &str = "{\"game\":\"knightthrough\",\"seats\":[\"person\",\"person\"]}";

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_port_that_is_taken_is_one_sentence() {
    let folder = Folder::new();
    let served = Served::start(&folder.file("a"));
    let run = quadrille(&["serve", "--addr", &served.address, "--data", &folder.file("b")]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.err,
        format!(
            "error: cannot listen on '{}': another program is using it; choose another with --addr\n",
            served.address
        )
    );
    let run = quadrille(&["serve", "--addr", "127.0.0.1:0", "--data", "/dev/null/x"]);
    assert_eq!((run.code, run.err.lines().count()), (1, 1), "{}", run.err);
}

/// Two servers would write the same files. A killed one leaves no lock behind.
#[test]
fn a_data_folder_belongs_to_one_server() {
    let folder = Folder::new();
    let data = folder.file("data");
    let first = Served::start(&data);
    let refused = || {
        let run = quadrille(&["serve", "--addr", "127.0.0.1:0", "--data", &data]);
        assert_eq!(run.code, 1);
        assert_eq!(
            run.err,
            format!(
                "error: '{data}' is in use by another server; stop that one, or choose another folder with --data\n"
            )
        );
    };
    refused();
    refused();
    assert_eq!(first.ask("GET", "/status", "").unwrap().0, 200, "the first goes on");
    signal(&first, "-9");
    drop(first);
    let second = Served::start(&data);
    assert_eq!(second.ask("GET", "/status", "").unwrap().0, 200);
    refused();
}

#[test]
fn it_ends_when_it_is_asked_to() {
    let folder = Folder::new();
    let mut served = Served::start(&folder.file("data"));
    // A search without an end is no reason to stay.
    let game = "{\"game\":\"tzaar\",\"seats\":[{\"engine\":\"alphabeta:tt=1M\"},\"person\"]}";
    assert_eq!(served.ask("POST", "/games", game).unwrap().0, 201);
    signal(&served, "-TERM");
    assert!(served.child.wait().unwrap().success());
}

/// Killed in the middle of twenty games: every turn that was acknowledged is there afterwards.
#[test]
fn what_was_acknowledged_survives_a_kill() {
    let folder = Folder::new();
    let data = folder.file("data");
    for round in 0..3 * u64::from(testkit::scale()) {
        let served = Served::start(&data);
        let acknowledged: Mutex<Vec<(String, u64)>> = Mutex::new(Vec::new());
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..20 {
                let (served, acknowledged, over) = (&served, &acknowledged, &over);
                scope.spawn(move || {
                    let Some((201, made)) = served.ask("POST", "/games", PERSONS) else { return };
                    let id = made["id"].as_str().unwrap().to_string();
                    acknowledged.lock().unwrap().push((id.clone(), 0));
                    let turns = ["b1-c3", "b8-c6", "g1-f3", "g8-f6", "a2-b4", "a7-b5", "h2-g4", "h7-g5"];
                    for (number, turn) in turns.iter().enumerate() {
                        let body = format!("{{\"version\":{},\"turn\":\"{turn}\"}}", number + 1);
                        if over.load(Ordering::Relaxed) {
                            return;
                        }
                        match served.ask("POST", &format!("/games/{id}/turns"), &body) {
                            Some((200, _)) => {
                                acknowledged.lock().unwrap().push((id.clone(), number as u64 + 1))
                            }
                            _ => return,
                        }
                    }
                });
            }
            thread::sleep(Duration::from_millis(40 + 60 * (round % 3)));
            signal(&served, "-9");
            over.store(true, Ordering::Relaxed);
        });
        let acknowledged = acknowledged.into_inner().unwrap();
        drop(served);
        let again = Served::start(&data);
        for (id, turns) in &acknowledged {
            let (status, game) = again.ask("GET", &format!("/games/{id}"), "").unwrap();
            assert_eq!(status, 200, "game {id} is gone");
            assert!(game["turns"].as_array().unwrap().len() as u64 >= *turns, "game {id} lost turn {turns}");
        }
        assert!(round < 2 || !acknowledged.is_empty(), "nothing was played in any round");
    }
}

/// The largest file that the system allows is full: as on a full disk, nothing that was not stored is acknowledged.
#[test]
fn a_full_disk_refuses_changes_and_loses_none() {
    let folder = Folder::new();
    let data = folder.file("data");
    // Units of 512 bytes. The signal would end the process; a full disk sends none.
    let served = Served::limited(&data, "trap '' XFSZ; ulimit -f 1600");
    let (mut stored, mut refused) = (Vec::new(), 0);
    for _ in 0..200 {
        match served.ask("POST", "/games", PERSONS).unwrap() {
            (201, made) => {
                assert_eq!(refused, 0, "nothing fits after the first refusal");
                stored.push(made["id"].as_str().unwrap().to_string());
            }
            (503, problem) => {
                assert!(
                    problem["sentence"].as_str().unwrap().starts_with("nothing can be stored"),
                    "{problem}"
                );
                refused += 1;
            }
            other => panic!("{other:?}"),
        }
        if refused == 3 {
            break;
        }
    }
    assert!(refused == 3 && stored.len() > 3, "{} stored, {refused} refused", stored.len());
    assert_eq!(served.ask("GET", "/status", "").unwrap().0, 200, "it still answers");
    drop(served);
    let again = Served::start(&data);
    let (_, list) = again.ask("GET", "/games?limit=200", "").unwrap();
    let found: Vec<&str> =
        list["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(found.len(), stored.len(), "exactly what was acknowledged");
    assert!(stored.iter().all(|id| found.contains(&id.as_str())));
}

/// Sixty-four open files are few: connections are limited to what is left, and the page answers while a crowd stays.
#[test]
fn few_open_files_are_enough() {
    let folder = Folder::new();
    let served = Served::limited(&folder.file("data"), "ulimit -n 64");
    let crowd: Vec<TcpStream> = (0..300).filter_map(|_| TcpStream::connect(&served.address).ok()).collect();
    // The crowd has the address of the client that asks: it is told to wait until the crowd has gone.
    let answer = served.ask("GET", "/status", "");
    assert!(answer.as_ref().is_none_or(|(status, _)| [200, 503].contains(status)), "{answer:?}");
    drop(crowd);
    let began = std::time::Instant::now();
    while !matches!(served.ask("POST", "/games", PERSONS), Some((201, _))) {
        assert!(began.elapsed() < Duration::from_secs(5), "it recovers");
        thread::sleep(Duration::from_millis(50));
    }
}

/// A process that is stopped does not run, and neither do the clocks of its games.
#[test]
fn clocks_stand_still_while_the_process_is_stopped() {
    let folder = Folder::new();
    let served = Served::start(&folder.file("data"));
    let game = PERSONS.replace('}', ",\"clock\":\"4s+0s\"}");
    let (_, made) = served.ask("POST", "/games", &game).unwrap();
    let path = format!("/games/{}", made["id"].as_str().unwrap());
    signal(&served, "-STOP");
    thread::sleep(Duration::from_secs(6));
    signal(&served, "-CONT");
    let (_, now) = served.ask("GET", &path, "").unwrap();
    assert!(now["outcome"].is_null(), "{now}");
    let elapsed = now["clock"]["elapsed_ms"].as_u64().unwrap();
    assert!(elapsed < 4000, "{elapsed} ms");
    let turn = "{\"version\":1,\"turn\":\"b1-c3\"}";
    assert_eq!(served.ask("POST", &format!("{path}/turns"), turn).unwrap().0, 200);
}
