//! Random histories against a model: clients with stale, current and future versions play, take back, resign and repeat
//! themselves at the same time, while the server is stopped and started again. What was acknowledged, and nothing else, is
//! in the game afterwards.
//!
//! The model is the order of versions. Every acknowledged change names the version it led to, so sorting the acknowledged changes
//! by version must give the game. A change whose answer was lost may have happened or not.

use crate::common::{Answer, Site, eager, exchange};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::Mutex,
    thread,
};
use testkit::{mix, scale};

/// Turns of both sides that are legal in any order, each once.
const TURNS: [[&str; 4]; 2] = [["b1-c3", "g1-f3", "a2-b4", "h2-g4"], ["b8-c6", "g8-f6", "a7-b5", "h7-g5"]];
const CLIENTS: u64 = 3;
const COMMANDS: u64 = 6;
/// Games that are played at the same time, on one run of the server.
const TOGETHER: u64 = 10;

/// A state of the game in the model.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct State {
    turns: Vec<String>,
    resigned: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Command {
    Turn(&'static str),
    Undo,
    Resign(u8),
}

impl Command {
    /// The state after the command; `None` where the server must refuse it.
    fn apply(&self, state: &State) -> Option<State> {
        let mut next = State { turns: state.turns.clone(), resigned: false };
        match self {
            Command::Turn(turn) => {
                let is_in_turn = TURNS[state.turns.len() % 2].contains(turn);
                let is_new = !state.turns.iter().any(|played| played == turn);
                if state.resigned || !is_in_turn || !is_new {
                    return None;
                }
                next.turns.push((*turn).into());
            }
            Command::Undo => drop(next.turns.pop()?),
            Command::Resign(_) if state.resigned => return None,
            Command::Resign(_) => next.resigned = true,
        }
        Some(next)
    }
}

/// A command that was sent, and what came back.
struct Sent {
    command: Command,
    version: u64,
    /// The version it led to; `None` if the answer was lost.
    led_to: Option<u64>,
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = mix(&[self.0]);
        self.0 % limit
    }
}

/// One client of one game: sends its commands and notes those that happened or may have.
fn client(address: &Mutex<SocketAddr>, id: &str, dice: &mut Dice, sent: &Mutex<Vec<Sent>>) {
    let ask = |method: &str, path: &str, body: &Value| {
        let address = *address.lock().unwrap();
        exchange(address, method, &format!("/games/{id}{path}"), &body.to_string())
    };
    let (mut version, mut turns) = (1, 0);
    for number in 0..COMMANDS {
        if dice.below(2) == 0
            && let Some(answer) = ask("GET", "", &Value::Null).filter(|answer| answer.status == 200)
        {
            let game = answer.json(200);
            version = game["version"].as_u64().unwrap();
            turns = game["turns"].as_array().unwrap().len();
        }
        // Mostly the version that the client knows, sometimes one before or after it.
        let named = version + [0, 0, 0, 0, 1, 2][dice.below(6) as usize] - u64::from(dice.below(6) == 0);
        let side = (turns + usize::from(dice.below(8) == 0)) % 2;
        let command = match dice.below(8) {
            0 | 1 => Command::Undo,
            2 => Command::Resign(side as u8),
            _ => Command::Turn(TURNS[side][dice.below(4) as usize]),
        };
        let mut body = json!({ "version": named });
        let path = match command {
            Command::Turn(turn) => {
                body["turn"] = turn.into();
                "/turns"
            }
            Command::Undo => "/undo",
            Command::Resign(side) => {
                body["side"] = side.into();
                "/resign"
            }
        };
        let is_named = dice.below(2) == 0;
        if is_named {
            body["request"] = format!("{}-{number}", dice.0).into();
        }
        let answer = ask("POST", path, &body);
        version = note(sent, &command, named, answer.as_ref()).unwrap_or(version);
        if is_named && dice.below(2) == 0 {
            let again = ask("POST", path, &body);
            match (&answer, &again) {
                (Some(first), Some(again)) if first.status == 200 && again.status < 500 => {
                    assert_eq!(again.json(200), first.json(200), "the same request, the same answer: {body}");
                }
                (Some(first), _) if first.status == 200 => (),
                // What was refused or lost may happen now.
                _ => drop(note(sent, &command, named, again.as_ref())),
            }
        }
    }
}

/// Notes a command that happened or may have, and returns the version that an answer acknowledges.
fn note(sent: &Mutex<Vec<Sent>>, command: &Command, named: u64, answer: Option<&Answer>) -> Option<u64> {
    let led_to = match answer {
        None => None,
        Some(answer) => match answer.status {
            200 => Some(answer.json(200)["version"].as_u64().unwrap()),
            409 | 422 => return None,
            // The server is shutting down: what it stored, it did not acknowledge.
            500 | 503 => None,
            other => panic!("{other}: {}", answer.body),
        },
    };
    assert!(led_to.is_none_or(|version| version == named + 1), "a change leads to the next version");
    sent.lock().unwrap().push(Sent { command: command.clone(), version: named, led_to });
    led_to
}

/// All states that the commands can have led to, in the order of their versions.
fn possible(sent: &[Sent], last: u64) -> BTreeSet<State> {
    let mut acknowledged: BTreeMap<u64, &Command> = BTreeMap::new();
    for done in sent {
        if let Some(version) = done.led_to {
            let other = acknowledged.insert(version, &done.command);
            assert!(other.is_none(), "two changes led to version {version}");
            assert!(version <= last, "version {version} was acknowledged, and the game is at {last}");
        }
    }
    let mut states = BTreeSet::from([State::default()]);
    for version in 2..=last {
        let lost = sent.iter().filter(|s| s.led_to.is_none() && s.version + 1 == version);
        let commands: Vec<&Command> = match acknowledged.get(&version) {
            Some(command) => vec![command],
            None => lost.map(|sent| &sent.command).collect(),
        };
        let next = states.iter().flat_map(|state| commands.iter().filter_map(|c| c.apply(state)));
        states = next.collect();
    }
    states
}

/// Compares a game with the model, and plays on: after a history the game works as before it.
fn check(site: &Site, history: u64, id: &str, sent: &[Sent]) {
    let path = format!("/games/{id}");
    let game = site.get(&path).json(200);
    let last = game["version"].as_u64().unwrap();
    let found = State {
        turns: game["turns"].as_array().unwrap().iter().map(|t| t["word"].as_str().unwrap().into()).collect(),
        resigned: !game["outcome"].is_null(),
    };
    let states = possible(sent, last);
    assert!(states.contains(&found), "history {history} ends in {found:?}; the model allows {states:?}");
    let resign = json!({ "version": last, "side": 0 });
    let status = site.post(&format!("{path}/resign"), &resign).status;
    assert_eq!(status, if found.resigned { 409 } else { 200 }, "history {history}");
    assert_eq!(site.ask("DELETE", &format!("{path}?version={}", last + 7), "").status, 409);
    assert_eq!(site.ask("DELETE", &path, "").status, 204);
}

#[test]
fn histories_are_what_was_acknowledged() {
    let histories = if scale() == 1 { 300 } else { 10_000 };
    let mut site = Site::with(eager());
    for first in (0..histories).step_by(TOGETHER as usize) {
        let games: Vec<(u64, String, Mutex<Vec<Sent>>)> = (first..first + TOGETHER)
            .map(|history| {
                let wish = json!({ "game": "knightthrough", "seats": ["person", "person"] });
                let id = site.post("/games", &wish).json(201)["id"].as_str().unwrap().to_string();
                (history, id, Mutex::default())
            })
            .collect();
        let address = Mutex::new(site.address);
        thread::scope(|scope| {
            for (history, id, sent) in &games {
                for number in 0..CLIENTS {
                    let address = &address;
                    scope.spawn(move || client(address, id, &mut Dice(mix(&[*history, number])), sent));
                }
            }
            // The server ends in the middle, politely or at once, and begins again on the same folder.
            thread::sleep(std::time::Duration::from_millis(mix(&[first]) % 120));
            if first % 20 == 0 {
                site.end()
            } else {
                site.drop_at_once()
            }
            site.restart();
            *address.lock().unwrap() = site.address;
        });
        for (history, id, sent) in games {
            check(&site, history, &id, &sent.into_inner().unwrap());
        }
    }
}

/// The model is no rubber stamp: it notices a lost turn, one too many, and two changes of one version.
#[test]
fn the_model_notices_what_must_not_happen() {
    let done = |command: Command, version: u64| Sent { command, version, led_to: Some(version + 1) };
    let sent =
        || vec![done(Command::Turn("b1-c3"), 1), done(Command::Turn("b8-c6"), 2), done(Command::Undo, 3)];
    let state =
        |turns: &[&str]| State { turns: turns.iter().map(|t| (*t).into()).collect(), resigned: false };
    assert_eq!(possible(&sent(), 4), BTreeSet::from([state(&["b1-c3"])]));
    let mut unsure = sent();
    unsure[2].led_to = None;
    assert_eq!(possible(&unsure, 3), BTreeSet::from([state(&["b1-c3", "b8-c6"])]));
    assert_eq!(possible(&unsure, 4), BTreeSet::from([state(&["b1-c3"])]));
    assert!(possible(&sent()[..2], 4).is_empty(), "nothing explains version 4");
    assert!(std::panic::catch_unwind(|| possible(&sent(), 3)).is_err(), "an acknowledged change is missing");
    let twice = || vec![done(Command::Turn("b1-c3"), 1), done(Command::Turn("g1-f3"), 1)];
    assert!(std::panic::catch_unwind(|| possible(&twice(), 2)).is_err(), "two changes of one version");
}
