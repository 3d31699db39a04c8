//! Games between members: challenges, turns, clocks, ratings, streams, and what others may not do.

use crate::common::{
    Answer, Live, Site,
    club::{Guest, begin, club, live, open_club, some_turn, timed_club},
};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

const DAY: u64 = 24 * 3_600_000;

fn word(answer: &Answer, status: u16) -> String {
    answer.json(status)["error"].as_str().unwrap().to_string()
}

fn turn(site: &Site, who: &Guest, game: &str, version: u64, turn: &str) -> Answer {
    who.post(site, &format!("/club/games/{game}/turns"), &json!({ "version": version, "turn": turn }))
}

fn state(site: &Site, game: &str) -> Value {
    site.get(&format!("/club/games/{game}")).json(200)["state"].clone()
}

/// Asks for a game until it is over.
fn wait_for_end(site: &Site, game: &str) -> Value {
    for _ in 0..400 {
        // The list is read without looking at the clocks of the game.
        let list = site.get("/members/ann/games").json(200);
        let found = list["games"].as_array().unwrap().iter().find(|row| row["id"] == game).cloned().unwrap();
        if found["status"] != "started" {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    panic!("the game never ended")
}

#[test]
fn two_members_play_a_whole_game_of_each_kind() {
    let site = club();
    let (ann, bob) = (Guest::join(&site, "ann"), Guest::join(&site, "bob"));
    for (number, entry) in players::GAMES.iter().enumerate() {
        let name = entry.name();
        let id = begin(&site, &ann, &bob, &live(name));
        let mut watched = site.follow(&format!("/bot/game/stream/{id}"));
        let full = watched.line().unwrap();
        assert_eq!(
            (&full["type"], &full["first"]["name"], &full["second"]["name"]),
            (&json!("gameFull"), &json!("ann"), &json!("bob"))
        );
        let mut board = entry.at_position(full["start"].as_str().unwrap()).unwrap();
        let mut words: Vec<String> = Vec::new();
        while board.outcome().is_none() {
            let mover = [&ann, &bob][board.to_move().index()];
            let played = some_turn(board.as_ref(), testkit::mix(&[number as u64, words.len() as u64]));
            let version = words.len() as u64 + 1;
            // Long random games of Arimaa are given up.
            if words.len() >= 60 {
                let body = json!({ "version": version });
                mover.post(&site, &format!("/club/games/{id}/resign"), &body).json(200);
                break;
            }
            let answer = turn(&site, mover, &id, version, &played).json(200);
            words.push(board.play(&played).unwrap().word);
            assert_eq!(answer["turn"]["word"], words[words.len() - 1].as_str());
            let line = watched.line().unwrap();
            assert_eq!(
                (&line["type"], &line["turns"]),
                (&json!("gameState"), &json!(words.join(" "))),
                "{name}"
            );
        }
        let last = match state(&site, &id) {
            last if last["reason"] == "resigned" => watched.line().unwrap_or(last),
            last => last,
        };
        assert_eq!(last["status"], "finished", "{name}");
        assert!(watched.line().is_none(), "the stream ends with the game");
        if let Some(outcome) = board.outcome() {
            let winner = match outcome {
                game::Outcome::Win(side) => json!(["first", "second"][side.index()]),
                game::Outcome::Draw => Value::Null,
            };
            assert_eq!(last["winner"], winner, "{name}");
        }
        let rating = |who: &str| {
            site.get(&format!("/members/{who}")).json(200)["ratings"][name]["rating"].as_f64().unwrap()
        };
        let (of_ann, of_bob) = (rating("ann"), rating("bob"));
        assert!(
            last["winner"].is_null() || (of_ann > of_bob) == (last["winner"] == "first"),
            "{name}: {of_ann} {of_bob}"
        );
        let history = site.get("/members/ann/ratings").json(200);
        assert_eq!(history["history"][name][0]["game_id"], id.as_str());
    }
    let games = site.get("/members/bob/games").json(200);
    assert_eq!(games["games"].as_array().unwrap().len(), players::GAMES.iter().count());
    assert_eq!(site.get("/leaderboard/tzaar").json(200)["members"], json!([]), "ratings are provisional");
}

#[test]
fn a_game_belongs_to_its_players() {
    let site = club();
    let (ann, bob, eve) = (Guest::join(&site, "ann"), Guest::join(&site, "bob"), Guest::join(&site, "eve"));
    let id = begin(&site, &ann, &bob, &live("knightthrough"));
    assert_eq!(word(&turn(&site, &bob, &id, 1, "b8-c6"), 409), "not_your_turn");
    for guest in [&eve, &eve.with_token(&site, &["read", "play", "challenge"])] {
        assert_eq!(word(&turn(&site, guest, &id, 1, "b1-c3"), 403), "forbidden");
        for command in ["resign", "abort", "claim", "rematch"] {
            let body = if command == "resign" { json!({ "version": 1 }) } else { json!({}) };
            assert_eq!(
                word(&guest.post(&site, &format!("/club/games/{id}/{command}"), &body), 403),
                "forbidden",
                "{command}"
            );
        }
    }
    assert_eq!(word(&turn(&site, &Guest::default(), &id, 1, "b1-c3"), 401), "sign_in");
    let reader = ann.with_token(&site, &["read"]);
    assert_eq!(word(&turn(&site, &reader, &id, 1, "b1-c3"), 403), "scope");
    // The workbench's own addresses cannot change it either, not even without the club.
    let mut site = site;
    site.club = None;
    site.restart();
    for (command, body) in [
        ("turns", json!({ "version": 1, "turn": "b1-c3" })),
        ("resign", json!({ "version": 1 })),
        ("undo", json!({ "version": 1 })),
    ] {
        assert_eq!(site.post(&format!("/games/{id}/{command}"), &body).status, 409, "{command}");
    }
    assert_eq!(site.ask("DELETE", &format!("/games/{id}"), "").status, 403);
    let forged = json!({ "game": "tzaar", "seats": [{ "member": "ann" }, "person"] });
    assert_eq!(site.post("/games", &forged).status, 400);
    site.club = Some(open_club());
    site.restart();
    assert_eq!(state(&site, &id)["turns"], "");
    turn(&site, &ann, &id, 1, "b1-c3").json(200);
    assert_eq!(word(&turn(&site, &ann, &id, 1, "g1-f3"), 409), "stale");
    assert_eq!(turn(&site, &bob, &id, 2, "b8-b7").status, 422, "the rules decide");
}

#[test]
fn a_request_under_a_name_happens_once_also_after_a_restart() {
    let mut site = club();
    let (ann, bob) = (Guest::join(&site, "ann"), Guest::join(&site, "bob"));
    let robot = ann.with_token(&site, &["play"]);
    let id = begin(&site, &ann, &bob, &live("knightthrough"));
    let path = format!("/club/games/{id}/turns");
    let first = json!({ "version": 1, "turn": "b1-c3", "request": "a" });
    let answer = robot.post(&site, &path, &first).json(200);
    // The same name by the other member is another request.
    bob.post(&site, &path, &json!({ "version": 2, "turn": "b8-c6", "request": "a" })).json(200);
    for _ in 0..2 {
        assert_eq!(robot.post(&site, &path, &first).json(200), answer);
        assert_eq!(
            word(&robot.post(&site, &path, &json!({ "version": 3, "turn": "g1-f3", "request": "a" })), 409),
            "reused"
        );
        site.restart();
    }
    assert_eq!(state(&site, &id)["turns"], "b1-c3 b8-c6");
}

#[test]
fn challenges_are_taken_once_declined_cancelled_and_expire() {
    let (site, clocks) = timed_club(open_club());
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| Guest::join(&site, name));
    let mut stream = bob.follow(&site, "/stream/event");
    let wish = |to: &str| json!({ "to": to, "game": "tzaar", "clock": { "days": 2 } });
    let challenge = ann.post(&site, "/challenges", &wish("bob")).json(201);
    assert_eq!(stream.line_of("challenge")["challenge"]["from"]["name"], "ann");
    let path = format!("/challenges/{}", challenge["id"].as_str().unwrap());
    assert_eq!(eve.get(&site, &path).status, 404, "none of her business");
    assert_eq!(eve.post(&site, &format!("{path}/accept"), &json!({})).status, 404);
    assert_eq!(eve.post(&site, &format!("{path}/cancel"), &json!({})).status, 404);
    assert_eq!(
        ann.post(&site, &format!("{path}/decline"), &json!({})).status,
        404,
        "only who is challenged declines"
    );
    let mut hers = ann.follow(&site, "/stream/event");
    bob.post(&site, &format!("{path}/decline"), &json!({ "reason": "no time" })).json(200);
    assert_eq!(hers.line_of("challengeDeclined")["challenge"]["reason"], "no time");
    assert_eq!(word(&bob.post(&site, &format!("{path}/accept"), &json!({})), 409), "gone");
    // An open seek is taken by the first who comes.
    let seek = json!({ "game": "tzaar", "rated": true, "clock": { "initial": 60, "increment": 0 } });
    let seek = ann.post(&site, "/challenges", &seek).json(201);
    assert_eq!(site.get("/challenges").json(200)["open"][0]["id"], seek["id"]);
    assert_eq!(ann.get(&site, "/challenges").json(200)["outgoing"][0]["id"], seek["id"]);
    let path = format!("/challenges/{}/accept", seek["id"].as_str().unwrap());
    assert_eq!(ann.post(&site, &path, &json!({})).status, 400, "not against oneself");
    let taken = eve.post(&site, &path, &json!({})).json(200);
    assert_eq!(eve.post(&site, &path, &json!({})).json(200), taken, "again, the same answer");
    assert_eq!(word(&bob.post(&site, &path, &json!({})), 409), "gone");
    assert_eq!(hers.line_of("gameStart")["game"]["id"], taken["game_id"]);
    // One that is withdrawn, and one whose time is up.
    let withdrawn = ann.post(&site, "/challenges", &wish("bob")).json(201);
    ann.post(&site, &format!("/challenges/{}/cancel", withdrawn["id"].as_str().unwrap()), &json!({}))
        .json(200);
    assert_eq!(stream.line_of("challengeCanceled")["challenge"]["id"], withdrawn["id"]);
    let late = ann.post(&site, "/challenges", &wish("bob")).json(201);
    clocks.time_of_day.fetch_add(15 * DAY, Ordering::SeqCst);
    let line = stream.line_of("challengeCanceled");
    assert_eq!((&line["challenge"]["id"], &line["challenge"]["state"]), (&late["id"], &json!("expired")));
    for (bad, status) in [
        (json!({ "game": "chess", "clock": { "days": 2 } }), 404),
        (json!({ "game": "tzaar", "variant": "huge", "clock": { "days": 2 } }), 422),
        (json!({ "game": "tzaar", "clock": { "days": 99 } }), 400),
        (json!({ "game": "tzaar" }), 400),
        (json!({ "game": "tzaar", "clock": { "days": 2 }, "side": "left" }), 400),
        (json!({ "game": "tzaar", "clock": { "days": 2 }, "to": "nobody" }), 404),
        (json!({ "game": "tzaar", "clock": { "days": 2 }, "to": "ann" }), 400),
    ] {
        assert_eq!(ann.post(&site, "/challenges", &bad).status, status, "{bad}");
    }
    bob.ask(&site, "POST", "/members/ann/block", "");
    assert_eq!(word(&ann.post(&site, "/challenges", &wish("bob")), 403), "blocked");
    assert_eq!(word(&bob.post(&site, "/challenges", &wish("ann")), 403), "blocked");
    assert_eq!(bob.ask(&site, "DELETE", "/members/ann/block", "").status, 204);
    for _ in 0..20 {
        ann.post(&site, "/challenges", &wish("bob")).json(201);
    }
    assert_eq!(word(&ann.post(&site, "/challenges", &wish("bob")), 409), "full");
}

#[test]
fn a_seek_taken_by_many_at_once_begins_one_game() {
    let site = club();
    let ann = Guest::join(&site, "ann");
    let guests: Vec<Guest> = (0..6).map(|n| Guest::join(&site, &format!("guest{n}"))).collect();
    for trial in 0..5 * testkit::scale() {
        let seek = ann.post(&site, "/challenges", &live("tzaar")).json(201);
        let path = format!("/challenges/{}/accept", seek["id"].as_str().unwrap());
        let taken: Vec<u16> = std::thread::scope(|scope| {
            let asks = guests.iter().map(|guest| scope.spawn(|| guest.post(&site, &path, &json!({})).status));
            asks.collect::<Vec<_>>().into_iter().map(|ask| ask.join().unwrap()).collect()
        });
        assert_eq!(taken.iter().filter(|&&status| status == 200).count(), 1, "trial {trial}: {taken:?}");
        assert!(taken.iter().all(|status| [200, 409].contains(status)), "trial {trial}: {taken:?}");
    }
}

#[test]
fn a_live_clock_ends_the_game_without_anyone_asking() {
    let (mut site, clocks) = timed_club(open_club());
    let (ann, bob) = (Guest::join(&site, "ann"), Guest::join(&site, "bob"));
    let id = begin(&site, &ann, &bob, &live("knightthrough"));
    clocks.running.fetch_add(10_000, Ordering::SeqCst);
    turn(&site, &ann, &id, 1, "b1-c3").json(200);
    clocks.running.fetch_add(100_000, Ordering::SeqCst);
    let now = state(&site, &id);
    assert_eq!(
        (now["first_ms"].as_u64(), now["second_ms"].as_u64(), now["elapsed_ms"].as_u64()),
        (Some(292_000), Some(300_000), Some(100_000))
    );
    // The clocks stand still while the server is down; the turn begins again.
    site.restart();
    clocks.time_of_day.fetch_add(DAY, Ordering::SeqCst);
    let now = state(&site, &id);
    assert_eq!((now["second_ms"].as_u64(), now["elapsed_ms"].as_u64()), (Some(300_000), Some(0)));
    let mut stream = ann.follow(&site, "/stream/event?since=0");
    clocks.running.fetch_add(300_001, Ordering::SeqCst);
    let over = wait_for_end(&site, &id);
    assert_eq!((&over["winner"], &over["reason"]), (&json!("first"), &json!("time forfeit")));
    assert_eq!(stream.line_of("gameFinish")["game"]["winner"], "first");
    assert_eq!(word(&turn(&site, &bob, &id, 2, "b8-c6"), 409), "over");
    let rating = site.get("/members/ann").json(200)["ratings"]["knightthrough"].clone();
    assert_eq!((rating["wins"].as_u64(), rating["rating"].as_f64().map(f64::round)), (Some(1), Some(1662.0)));
}

#[test]
fn a_turn_based_game_ends_at_its_deadline_but_not_during_a_vacation() {
    let (mut site, clocks) = timed_club(open_club());
    let (ann, bob) = (Guest::join(&site, "ann"), Guest::join(&site, "bob"));
    let wish = json!({ "game": "knightthrough", "clock": { "days": 3 } });
    let id = begin(&site, &ann, &bob, &wish);
    let began = clocks.time_of_day.load(Ordering::SeqCst);
    assert_eq!(state(&site, &id)["deadline"], began + 3 * DAY);
    clocks.time_of_day.fetch_add(DAY, Ordering::SeqCst);
    turn(&site, &ann, &id, 1, "b1-c3").json(200);
    assert_eq!(state(&site, &id)["deadline"], began + 4 * DAY, "each turn has its own days");
    let notices = bob.get(&site, "/account/notifications").json(200);
    assert_eq!(
        (&notices["notifications"][0]["kind"], &notices["notifications"][0]["game_id"]),
        (&json!("turn"), &json!(id))
    );
    let away = bob.post(&site, "/account/vacation", &json!({ "days": 10 })).json(200);
    assert_eq!(away["vacation_until"], began + 11 * DAY);
    assert_eq!(state(&site, &id)["deadline"], began + 14 * DAY);
    assert_eq!(bob.post(&site, "/account/vacation", &json!({ "days": 31 })).status, 400);
    // Days count while the server is down: they are days.
    site.end();
    clocks.time_of_day.fetch_add(5 * DAY, Ordering::SeqCst);
    site.begin();
    assert_eq!(state(&site, &id)["status"], "started");
    let back = bob.post(&site, "/account/vacation", &json!({ "days": 0 })).json(200);
    assert_eq!((&back["vacation_until"], back["vacation_left_ms"].as_u64()), (&Value::Null, Some(25 * DAY)));
    assert_eq!(state(&site, &id)["deadline"], began + 9 * DAY);
    clocks.time_of_day.fetch_add(3 * DAY, Ordering::SeqCst);
    let over = wait_for_end(&site, &id);
    assert_eq!((&over["winner"], &over["reason"]), (&json!("first"), &json!("time forfeit")));
    assert_eq!(site.get("/members/ann").json(200)["ratings"], json!({}), "a casual game is not rated");
}

#[test]
fn games_are_aborted_claimed_and_repeated() {
    let (site, clocks) = timed_club(open_club());
    let (ann, bob) = (Guest::join(&site, "ann"), Guest::join(&site, "bob"));
    let wish =
        json!({ "game": "knightthrough", "rated": true, "clock": { "initial": 10_000, "increment": 0 } });
    let id = begin(&site, &ann, &bob, &wish);
    let over = bob.post(&site, &format!("/club/games/{id}/abort"), &json!({})).json(200);
    assert_eq!((&over["status"], &over["winner"]), (&json!("aborted"), &Value::Null));
    assert_eq!(site.get("/members/ann").json(200)["ratings"], json!({}));
    // A rematch has sides changed; the second who asks accepts the first one's challenge.
    let path = format!("/club/games/{id}/rematch");
    let asked = ann.post(&site, &path, &json!({})).json(201);
    assert_eq!((&asked["side"], &asked["to"]["name"]), (&json!("second"), &json!("bob")));
    assert_eq!(ann.post(&site, &path, &json!({})).json(201)["id"], asked["id"], "asked once");
    let id = bob.post(&site, &path, &json!({})).json(201)["game_id"].as_str().unwrap().to_string();
    assert_eq!(site.get(&format!("/club/games/{id}")).json(200)["first"]["name"], "bob");
    turn(&site, &bob, &id, 1, "b1-c3").json(200);
    turn(&site, &ann, &id, 2, "b8-c6").json(200);
    assert_eq!(word(&ann.post(&site, &format!("/club/games/{id}/abort"), &json!({})), 409), "begun");
    let claim = format!("/club/games/{id}/claim");
    assert_eq!(word(&ann.post(&site, &claim, &json!({})), 409), "here");
    let watching = bob.follow(&site, &format!("/bot/game/stream/{id}")).line().unwrap();
    assert_eq!(watching["type"], "gameFull");
    clocks.running.fetch_add(59_000, Ordering::SeqCst);
    assert_eq!(word(&ann.post(&site, &claim, &json!({})), 409), "here");
    // The server notices the end of his stream after a moment; a minute counts from then.
    let claimed = (0..600).find_map(|_| {
        clocks.running.fetch_add(2000, Ordering::SeqCst);
        let answer = ann.post(&site, &claim, &json!({}));
        std::thread::sleep(std::time::Duration::from_millis(25));
        (answer.status == 200).then(|| answer.json(200))
    });
    let claimed = claimed.expect("the claim is never accepted");
    assert_eq!((&claimed["winner"], &claimed["reason"]), (&json!("second"), &json!("abandoned")));
}

#[test]
fn a_robot_plays_by_streams_and_polling_and_a_revoked_token_ends_them() {
    let site = club();
    let ann = Guest::join(&site, "ann");
    let owner = Guest::join(&site, "waltz");
    let robot = owner.with_token(&site, &["read", "challenge", "play"]);
    let me = robot.post(&site, "/bot/account/upgrade", &json!({})).json(200);
    assert_eq!(me["robot"], true);
    let mut events: Live = robot.follow(&site, "/stream/event");
    let wish = json!({ "to": "waltz", "game": "tzaar", "side": "first", "clock": { "initial": 60, "increment": 1 } });
    ann.post(&site, "/challenges", &wish).json(201);
    let challenge = events.line_of("challenge");
    let path = format!("/challenges/{}/accept", challenge["challenge"]["id"].as_str().unwrap());
    let id = robot.post(&site, &path, &json!({})).json(200)["game_id"].as_str().unwrap().to_string();
    let start = events.line_of("gameStart");
    assert_eq!(
        (&start["game"]["id"], &start["game"]["side"], &start["game"]["is_my_turn"]),
        (&json!(id), &json!("second"), &json!(false))
    );
    assert_eq!(
        site.get(&format!("/club/games/{id}")).json(200)["second"]["robot"],
        true,
        "robots are labelled"
    );
    let entry = players::GAMES.find("tzaar").unwrap();
    let mut board = entry.at_position(start["game"]["position"].as_str().unwrap()).unwrap();
    let played = some_turn(board.as_ref(), 1);
    turn(&site, &ann, &id, 1, &played).json(200);
    board.play(&played).unwrap();
    let playing = robot.get(&site, "/account/playing").json(200);
    assert_eq!(
        (&playing["games"][0]["is_my_turn"], &playing["games"][0]["version"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(playing["games"][0]["position"], board.position_text());
    turn(&site, &robot, &id, 2, &some_turn(board.as_ref(), 2)).json(200);
    // What was missed can be read later.
    let polled = robot.get(&site, "/account/events?since=0").json(200);
    let kinds: Vec<&str> =
        polled["events"].as_array().unwrap().iter().map(|e| e["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["challenge", "gameStart"]);
    assert_eq!(polled["last"], polled["events"][1]["seq"]);
    assert_eq!(word(&robot.post(&site, "/bot/account/upgrade", &json!({})), 409), "played");
    let again = robot.follow(&site, "/stream/event").line().unwrap();
    assert_eq!(
        (&again["type"], &again["game"]["id"], &again["seq"]),
        (&json!("gameStart"), &json!(id), &Value::Null),
        "the present state"
    );
    let token =
        owner.get(&site, "/account/tokens").json(200)["tokens"][0]["id"].as_str().unwrap().to_string();
    assert_eq!(owner.ask(&site, "DELETE", &format!("/account/tokens/{token}"), "").status, 204);
    assert!(events.line().is_none(), "the stream ends");
    assert_eq!(word(&robot.get(&site, "/account/playing"), 401), "sign_in");
}

#[test]
fn chat_is_data_and_each_room_reads_its_own() {
    let site = club();
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| Guest::join(&site, name));
    let id = begin(&site, &ann, &bob, &live("knightthrough"));
    let path = format!("/club/games/{id}/chat");
    let mut hers = bob.follow(&site, &format!("/bot/game/stream/{id}"));
    hers.line_of("gameFull");
    let script = "<script>alert(\"1\")</script> & ü 🎲";
    let said = ann.post(&site, &path, &json!({ "text": script }));
    assert_eq!(said.json(201)["text"], script);
    assert!(said.head.to_lowercase().contains("content-type: application/json"), "never a page");
    assert!(said.head.to_lowercase().contains("x-content-type-options: nosniff"));
    assert_eq!(hers.line_of("chatLine")["text"], script);
    eve.post(&site, &path, &json!({ "text": "black is lost" })).json(201);
    let lines = |who: &Guest| who.get(&site, &path).json(200)["lines"].as_array().unwrap().len();
    assert_eq!((lines(&ann), lines(&eve), lines(&Guest::default())), (1, 1, 1));
    assert_eq!(eve.get(&site, &path).json(200)["lines"][0]["text"], "black is lost");
    for text in [String::new(), "x".repeat(301), "a\u{1b}[2Jb".into(), "a\nb".into()] {
        assert_eq!(ann.post(&site, &path, &json!({ "text": text })).status, 400);
    }
    bob.ask(&site, "POST", "/members/ann/block", "");
    assert_eq!(word(&ann.post(&site, &path, &json!({ "text": "hello?" })), 403), "blocked");
    ann.post(&site, &format!("/club/games/{id}/resign"), &json!({ "version": 1 })).json(200);
    assert_eq!(lines(&ann), 2, "after the game everyone reads everything");
    for _ in 0..19 {
        eve.post(&site, &path, &json!({ "text": "again" })).json(201);
    }
    assert_eq!(word(&eve.post(&site, &path, &json!({ "text": "again" })), 429), "too_many");
}
