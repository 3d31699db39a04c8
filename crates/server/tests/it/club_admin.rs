//! Moderators, administrators, imports, exports, leaving, backups, and data folders of earlier versions.

use crate::common::{
    Answer, Site,
    club::{Guest, PASSWORD, begin, club, club_with, live, open_club},
    smtp::{MailServer, code_in},
};
use serde_json::{Value, json};
use server::{AddedMember, ClubAdmin, ClubConfig, MailConfig, Registration, Role, restore};
use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

fn word(answer: &Answer, status: u16) -> String {
    answer.json(status)["error"].as_str().unwrap().to_string()
}

fn admin(site: &Site) -> ClubAdmin {
    ClubAdmin::open(&site.folder, open_club().hashing).unwrap()
}

/// A member with a role.
fn join_as(site: &Site, name: &str, role: Role) -> Guest {
    let new = AddedMember { name, email: None, role, robot: false, password: Some(PASSWORD) };
    admin(site).add(&new).unwrap();
    Guest::sign_in(site, name)
}

#[test]
fn moderators_mute_disable_and_handle_reports_and_it_is_logged() {
    let site = club();
    let (ann, bob) = (Guest::join(&site, "ann"), Guest::join(&site, "bob"));
    let [maud, root] =
        [("maud", Role::Moderator), ("root", Role::Admin)].map(|(name, role)| join_as(&site, name, role));
    let id = begin(&site, &ann, &bob, &live("knightthrough"));
    let report = json!({ "about": "bob", "game_id": id, "text": "he <b>swears</b>" });
    let number = ann.post(&site, "/reports", &report).json(201)["id"].as_i64().unwrap();
    for who in [&ann, &bob] {
        assert_eq!(word(&who.get(&site, "/reports"), 403), "forbidden");
        assert_eq!(word(&who.post(&site, "/members/bob/mute", &json!({ "hours": 1 })), 403), "forbidden");
        assert_eq!(
            word(&who.post(&site, "/members/bob/disable", &json!({ "disabled": true })), 403),
            "forbidden"
        );
        assert_eq!(word(&who.get(&site, "/admin/log"), 403), "forbidden");
    }
    // A token of a moderator is not enough.
    let token = maud.with_token(&site, &["read", "play", "challenge"]);
    assert_eq!(word(&token.get(&site, "/reports"), 403), "scope");
    let reports = maud.get(&site, "/reports").json(200);
    assert_eq!(
        (&reports["reports"][0]["about"], &reports["reports"][0]["text"]),
        (&json!("bob"), &json!("he <b>swears</b>"))
    );
    assert_eq!(maud.post(&site, "/members/bob/mute", &json!({ "hours": 24 })).status, 204);
    assert_eq!(
        word(&bob.post(&site, &format!("/club/games/{id}/chat"), &json!({ "text": "x" })), 403),
        "muted"
    );
    assert_eq!(
        maud.post(&site, &format!("/reports/{number}"), &json!({ "note": "muted for a day" })).status,
        204
    );
    assert_eq!(maud.get(&site, "/reports").json(200)["reports"][0]["state"], "closed");
    let mut stream = bob.follow(&site, "/stream/event");
    stream.line_of("gameStart");
    assert_eq!(maud.post(&site, "/members/bob/disable", &json!({ "disabled": true })).status, 204);
    assert!(stream.line().is_none(), "its streams end");
    assert_eq!(bob.get(&site, "/account").status, 401);
    let login = json!({ "name": "bob", "password": PASSWORD });
    assert_eq!(word(&site.post("/account/login", &login), 403), "forbidden");
    assert_eq!(maud.post(&site, "/members/bob/disable", &json!({ "disabled": false })).status, 204);
    Guest::sign_in(&site, "bob");
    assert_eq!(
        word(&maud.post(&site, "/members/root/mute", &json!({ "hours": 1 })), 403),
        "forbidden",
        "not upwards"
    );
    assert_eq!(word(&maud.get(&site, "/admin/log"), 403), "forbidden");
    let log = root.get(&site, "/admin/log").json(200);
    let actions: Vec<&str> =
        log["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["enable", "disable", "close report", "mute", "add user", "add user"]);
    assert_eq!(
        (&log["entries"][0]["actor"], &log["entries"][4]["actor"]),
        (&json!("maud"), &json!("command line"))
    );
    assert_eq!(
        root.post(&site, "/games", &json!({ "game": "tzaar", "seats": ["person", "person"] })).status,
        201,
        "the workbench is the administrators'"
    );
}

#[test]
fn a_code_lets_in_as_many_as_it_says() {
    let site = club_with(ClubConfig { registration: Registration::Code, ..open_club() });
    let code = admin(&site).invite(2, 7).unwrap();
    let join = |name: &str| {
        site.post("/account/register", &json!({ "name": name, "password": PASSWORD, "code": code })).status
    };
    assert_eq!(
        [join("ann"), join("ann"), join("bob"), join("eve")],
        [202, 409, 202, 403],
        "a refusal uses nothing up"
    );
    let mut admin = admin(&site);
    assert!(
        admin
            .add(&AddedMember { name: "ANN", email: None, role: Role::Member, robot: true, password: None })
            .unwrap_err()
            .contains("taken")
    );
    let password = admin.reset("ann").unwrap();
    let login =
        |password: &str| site.post("/account/login", &json!({ "name": "ann", "password": password })).status;
    assert_eq!((login(PASSWORD), login(&password)), (401, 200));
    let robot = Guest { name: "ann".into(), token: admin.token("ann").unwrap(), ..Guest::default() };
    assert_eq!(robot.get(&site, "/account").json(200)["scopes"], json!(["read", "challenge", "play"]));
    assert!(admin.set_role("nobody", Role::Admin).unwrap_err().contains("'nobody'"));
    assert_eq!(admin.list().unwrap().len(), 2);
}

#[test]
fn games_of_other_servers_are_imported_and_replayed() {
    let site = club();
    let (ann, eve) = (Guest::join(&site, "ann"), Guest::join(&site, "eve"));
    let boardspace = "(;GM[Tzaar]VV[1]SU[tzaar-standard];P0[0 Start P0];P0[1 Capture A 5 A 4];P0[2 Done])";
    let add =
        |game: &str, text: &str| ann.post(&site, "/account/imports", &json!({ "game": game, "text": text }));
    let made = add("tzaar", boardspace).json(201);
    assert_eq!(
        (&made["game"], &made["form"], made["turns"].as_array().unwrap().len()),
        (&json!("tzaar"), &json!("record"), 1)
    );
    add("knightthrough", "1. b1-c3 b8-c6").json(201);
    assert_eq!(add("knightthrough", "1. b1-b2").status, 422, "the rules decide");
    assert_eq!(add("knightthrough", "").status, 400);
    let list = site.get("/members/ann/imports").json(200);
    assert_eq!(list["imports"].as_array().unwrap().len(), 2);
    let path = format!("/account/imports/{}", made["id"].as_str().unwrap());
    assert_eq!(eve.ask(&site, "DELETE", &path, "").status, 404);
    assert_eq!(ann.ask(&site, "DELETE", &path, "").status, 204);
    assert_eq!(site.get("/members/ann").json(200)["ratings"], json!({}));
}

#[test]
fn a_member_takes_everything_along_and_leaves_no_name() {
    let site = club();
    let [ann, bob] = ["ann", "bob"].map(|name| Guest::join(&site, name));
    let done = begin(&site, &ann, &bob, &live("knightthrough"));
    ann.post(&site, &format!("/club/games/{done}/turns"), &json!({ "version": 1, "turn": "b1-c3" }))
        .json(200);
    ann.post(&site, &format!("/club/games/{done}/chat"), &json!({ "text": "my secret" })).json(201);
    bob.post(&site, &format!("/club/games/{done}/resign"), &json!({ "version": 2 })).json(200);
    let running = begin(&site, &bob, &ann, &live("tzaar"));
    ann.post(&site, "/account/imports", &json!({ "game": "knightthrough", "text": "1. b1-c3" })).json(201);
    let token = ann.with_token(&site, &["read"]);
    ann.post(&site, "/challenges", &live("tzaar")).json(201);
    let export = ann.get(&site, "/account/export").json(200);
    assert_eq!(export["games"].as_array().unwrap().len(), 2);
    assert_eq!(export["games"][0]["turns"], "b1-c3");
    assert_eq!(
        (&export["chat"][0]["text"], export["imports"].as_array().unwrap().len()),
        (&json!("my secret"), 1)
    );
    assert_eq!(export["rating_history"]["knightthrough"].as_array().unwrap().len(), 1);
    assert_eq!(export["challenges"].as_array().unwrap().len(), 1);
    let text = export.to_string();
    assert!(
        !text.contains(&token.token) && !text.contains(&ann.csrf) && !text.contains("argon2"),
        "no secrets"
    );
    let leave =
        |password: &str| ann.ask(&site, "DELETE", "/account", &json!({ "password": password }).to_string());
    assert_eq!(word(&leave("wrong guess"), 403), "wrong");
    assert_eq!(leave(PASSWORD).status, 204);
    for guest in [&ann, &token] {
        assert_eq!(guest.get(&site, "/account").status, 401);
    }
    assert_eq!(site.get("/members/ann").status, 404);
    let game = site.get(&format!("/club/games/{running}")).json(200);
    assert_eq!((&game["state"]["status"], &game["state"]["winner"]), (&json!("finished"), &json!("first")));
    let names = game["second"]["name"].as_str().unwrap();
    assert!(names.starts_with("deleted-"), "{names}");
    assert_eq!(site.get("/members/bob").json(200)["ratings"]["tzaar"]["wins"], 1);
    assert_eq!(site.get("/challenges").json(200)["open"], json!([]));
    let mut site = site;
    site.end();
    site.begin();
    Guest::join(&site, "ann");
    assert_eq!(
        site.get("/members/ann/games").json(200)["games"],
        json!([]),
        "the name is free again, without the past"
    );
}

#[test]
fn mails_about_turns_come_at_once_or_once_a_day() {
    let server = MailServer::start();
    let config = ClubConfig {
        mail: MailConfig::parse(&server.section()).ok(),
        public_url: Some("https://club.example".into()),
        ..open_club()
    };
    let (site, clocks) = crate::common::club::timed_club(config);
    for name in ["ann", "bob"] {
        let new = json!({ "name": name, "password": PASSWORD, "email": format!("{name}@club.example") });
        site.post("/account/register", &new).json(202);
        site.post("/account/confirm", &json!({ "code": code_in(&server.next()) })).json(200);
    }
    let [ann, bob] = ["ann", "bob"].map(|name| Guest::sign_in(&site, name));
    bob.post(&site, "/account/settings", &json!({ "zone": "Europe/Prague" })).json(200);
    assert_eq!(bob.post(&site, "/account/settings", &json!({ "zone": "Mars/Olympus" })).status, 400);
    let id = begin(&site, &ann, &bob, &json!({ "game": "knightthrough", "clock": { "days": 2 } }));
    // Members that are here need no mail.
    clocks.running.fetch_add(120_000, Ordering::SeqCst);
    let path = format!("/club/games/{id}/turns");
    ann.post(&site, &path, &json!({ "version": 1, "turn": "b1-c3" })).json(200);
    let mail = server.next();
    // 15 January 2027, 8:00 UTC, and two days.
    assert!(mail.contains("To: bob@club.example") && mail.contains("Your turn against ann"), "{mail}");
    assert!(
        mail.contains("Sunday 17 January 2027, 09:00 CET") && mail.contains("https://club.example"),
        "{mail}"
    );
    bob.post(&site, "/account/settings", &json!({ "mails": "daily" })).json(200);
    let mail = server.next();
    assert!(
        mail.contains("To: bob@club.example")
            && mail.contains("Your turn in 1 game")
            && mail.contains("* knightthrough against ann"),
        "{mail}"
    );
    std::thread::sleep(std::time::Duration::from_millis(1200));
    assert!(server.is_quiet(), "once a day");
    clocks.time_of_day.fetch_add(21 * 3_600_000, Ordering::SeqCst);
    std::thread::sleep(std::time::Duration::from_millis(1200));
    assert!(server.is_quiet(), "not at six in the morning");
    clocks.time_of_day.fetch_add(2 * 3_600_000, Ordering::SeqCst);
    assert!(server.next().contains("Your turn in 1 game"));
}

/// A folder that goes away at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_backup_taken_while_members_play_restores() {
    let site = club();
    let guests: Vec<Guest> = (0..8).map(|n| Guest::join(&site, &format!("guest{n}"))).collect();
    let games: Vec<String> =
        guests.chunks(2).map(|pair| begin(&site, &pair[0], &pair[1], &live("knightthrough"))).collect();
    let file = site.folder.join("backup.sqlite");
    let over = AtomicBool::new(false);
    let acknowledged: Vec<usize> = std::thread::scope(|scope| {
        for who in &guests {
            let (site, over) = (&site, &over);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let made = who.post(site, "/challenges", &live("tzaar")).json(201);
                    let path = format!("/challenges/{}/cancel", made["id"].as_str().unwrap());
                    who.post(site, &path, &json!({})).json(200);
                }
            });
        }
        let turns = ["b1-c3", "b8-c6", "g1-f3", "g8-f6"];
        let mut before = Vec::new();
        for (game, pair) in games.iter().zip(guests.chunks(2)) {
            for (number, turn) in turns.iter().enumerate() {
                let body = json!({ "version": number + 1, "turn": turn });
                pair[number % 2].post(&site, &format!("/club/games/{game}/turns"), &body).json(200);
            }
            before.push(turns.len());
        }
        admin(&site).backup(&file).unwrap();
        over.store(true, Ordering::Relaxed);
        before
    });
    assert!(admin(&site).backup(&file).unwrap_err().contains("exists"));
    let folder = Folder(site.folder.with_extension("restored"));
    assert_eq!(restore(&folder.0, &file).unwrap(), None);
    assert!(restore(&site.folder, &file).unwrap_err().contains("in use by another server"));
    let mut again = club();
    again.end();
    let own = std::mem::replace(&mut again.folder, folder.0.clone());
    again.begin();
    for (game, turns) in games.iter().zip(acknowledged) {
        let state = again.get(&format!("/club/games/{game}")).json(200)["state"].clone();
        assert_eq!(state["turns"].as_str().unwrap().split_whitespace().count(), turns);
    }
    let turn = json!({ "version": 5, "turn": "a2-b4" });
    guests[0].post(&again, &format!("/club/games/{}/turns", games[0]), &turn).json(200);
    again.end();
    // What was there is kept under another name; nonsense is refused.
    let kept = restore(&folder.0, &file).unwrap().expect("the database that was there");
    assert!(kept.exists());
    let nonsense = folder.0.join("nonsense");
    std::fs::write(&nonsense, "no database").unwrap();
    assert!(restore(&folder.0, &nonsense).unwrap_err().contains("is not a backup"));
    let _ = std::fs::remove_dir_all(own);
}

/// The database of version 0.1 (commit 015bcb2~1, `crates/server/src/store.rs`) and 0.2, with a game in it.
const VERSION_1: &str = "
CREATE TABLE games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, variant TEXT NOT NULL, start TEXT NOT NULL, name TEXT NOT NULL,
    seats TEXT NOT NULL, control TEXT, seed INTEGER NOT NULL, version INTEGER NOT NULL,
    created INTEGER NOT NULL, updated INTEGER NOT NULL, turn_began INTEGER NOT NULL, boot TEXT NOT NULL,
    result TEXT, reason TEXT
) STRICT;
CREATE INDEX games_by_time ON games (updated DESC);
CREATE TABLE turns (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    word TEXT NOT NULL, text TEXT NOT NULL, ms INTEGER NOT NULL, thought TEXT,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE requests (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, request TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (game_id, request)
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY, plan TEXT NOT NULL, created INTEGER NOT NULL, state TEXT NOT NULL, problem TEXT
) STRICT;
CREATE TABLE match_games (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
INSERT INTO games VALUES ('0123456789abcdef01', 'knightthrough', '', '.', 'old game', '[{\"engine\":\"random\"},\"person\"]', '300s+2s', 7, 2,
    1700000000000, 1700000000001, 5, 'boot', NULL, NULL);
INSERT INTO turns VALUES ('0123456789abcdef01', 0, 'b1-c3', 'b1-c3', 1500, NULL);
INSERT INTO requests VALUES ('0123456789abcdef01', 'r', '{\"id\":\"0123456789abcdef01\"}');
INSERT INTO matches VALUES ('aa', '{}', 1700000000000, 'complete', NULL);
INSERT INTO match_games VALUES ('aa', 0, '{\"turns\":[\"b1-c3\"]}');
";

/// Every row of the tables of version 0.1, without when the running turn began: that begins again with every start of the server.
fn rows_of_version_1(file: &Path) -> Vec<String> {
    let connection = rusqlite::Connection::open(file).unwrap();
    let rows = |table: &str| {
        let games =
            "id, game, variant, start, name, seats, control, seed, version, created, updated, result, reason";
        let columns = if table == "games" { games } else { "*" };
        let sql = format!("SELECT {columns} FROM {table} ORDER BY 1, 2");
        let mut statement = connection.prepare(&sql).unwrap();
        let columns = statement.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            let value = |at| row.get::<_, rusqlite::types::Value>(at);
            (0..columns).map(value).collect::<Result<Vec<_>, _>>()
        };
        let rows = statement.query_map([], row).unwrap();
        rows.map(|row| format!("{table} {:?}", row.unwrap())).collect::<Vec<_>>()
    };
    ["games", "turns", "requests", "matches", "match_games"].into_iter().flat_map(rows).collect()
}

#[test]
fn a_data_folder_of_an_earlier_version_opens_with_nothing_lost() {
    let mut site = Site::new();
    let start = site.get("/board?game=knightthrough").json(200)["start"].as_str().unwrap().to_string();
    site.end();
    let file = site.folder.join("quadrille.sqlite");
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(site.folder.join(format!("quadrille.sqlite{ending}")));
    }
    let old = rusqlite::Connection::open(&file).unwrap();
    old.execute_batch(VERSION_1).unwrap();
    old.execute("UPDATE games SET start = ?1", [&start]).unwrap();
    drop(old);
    let before = rows_of_version_1(&file);
    assert_eq!(before.len(), 5, "one of each");
    site.begin();
    let id = "0123456789abcdef01";
    let game = site.get(&format!("/games/{id}")).json(200);
    assert_eq!(
        (&game["name"], &game["turns"][0]["word"], &game["turns"][0]["ms"]),
        (&json!("old game"), &json!("b1-c3"), &json!(1500))
    );
    assert_eq!(game["clock"]["remaining_ms"][0], 300_500);
    assert_eq!(game["seats"], json!([{ "engine": "random" }, "person"]));
    site.club = Some(open_club());
    site.restart();
    let ann = Guest::join(&site, "ann");
    assert_eq!(ann.get(&site, &format!("/games/{id}")).status, 403);
    assert_eq!(rows_of_version_1(&file), before, "every row is as it was");
    let _: Value = ann.get(&site, "/account").json(200);
}
