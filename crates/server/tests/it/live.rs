//! Live streams: lines come at once, searches end with their watchers, matches run, stop and go on.

use crate::common;

use common::Site;
use serde_json::json;
use std::{
    thread,
    time::{Duration, Instant},
};

fn wait_until(what: &str, is_so: impl Fn() -> bool) -> Duration {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
    began.elapsed()
}

#[test]
fn analysis_begins_at_once_and_ends_with_its_watcher() {
    let site = Site::new();
    let began = Instant::now();
    let mut live = site.follow("/analysis?game=tzaar&spec=alphabeta:tt=4M&lines=3&node=n1");
    assert_eq!(live.until("hello")["node"], "n1");
    let line = live.until("line");
    // The goal is 300 ms on a quiet machine.
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert_eq!(line["node"], "n1");
    let info = &line["thought"];
    assert!(info["nodes"].as_u64().unwrap() > 0);
    assert!(!info["lines"][0]["turns"][0].as_str().unwrap().is_empty());
    assert!(["opinion", "proof"].contains(&info["lines"][0]["score"]["kind"].as_str().unwrap()));
    assert_eq!(site.searches(), 1);
    drop(live);
    let freed = wait_until("the search ends when its watcher leaves", || site.searches() == 0);
    assert!(freed < Duration::from_secs(5), "{freed:?}");
}

/// The goal is a second on a quiet machine; what is asserted is that the place really comes back.
#[test]
fn a_stopped_or_abandoned_search_frees_its_slot() {
    let site = Site::new();
    let free = |what: &str| {
        let took = wait_until(&format!("{what} ends"), || site.searches() == 0);
        assert!(took < Duration::from_secs(10), "{what}: {took:?}");
    };
    let busy = |what: &str| {
        wait_until(&format!("{what} begins"), || site.searches() == 1);
    };
    // Every kind of search, each of which would go on for minutes.
    for spec in ["best", "alphabeta:tt=4M,threads=2", "mcts:memory=16M", "dfpns:tt=4M", "pns:tree=16M"] {
        let live = site.follow(&format!("/analysis?game=tzaar&spec={}", common::encoded(spec)));
        busy(spec);
        drop(live);
        free(spec);
    }
    let live = site.follow("/review?game=tzaar&turns=A5xA4&nodes=100000000&spec=alphabeta:tt=4M");
    busy("a review");
    drop(live);
    free("a review without a watcher");
    let wish = json!({ "game": "tzaar", "seats": [{ "engine": "alphabeta:tt=4M" }, "person"] });
    for end in ["move-now", "resign", ""] {
        let made = site.post("/games", &wish).json(201);
        let path = format!("/games/{}", made["id"].as_str().unwrap());
        busy("an engine");
        match end {
            "" => assert_eq!(site.ask("DELETE", &path, "").status, 204),
            "resign" => {
                let body = json!({ "version": made["version"], "side": 1 });
                site.post(&format!("{path}/resign"), &body).json(200);
            }
            end => drop(site.post(&format!("{path}/{end}"), &json!({})).json(200)),
        }
        free(&format!("an engine after '{end}'"));
    }
    let plan =
        json!({ "game": "tzaar", "players": ["alphabeta:tt=4M", "random"], "games": 2, "control": "60s" });
    let made = site.post("/matches", &plan).json(201);
    busy("a match");
    site.post(&format!("/matches/{}/stop", made["id"].as_str().unwrap()), &json!({})).json(200);
    free("a match that was stopped");
}

#[test]
fn scores_are_always_for_the_first_side() {
    let site = Site::new();
    // White is a knight's leap from winning; once with White and once with Black to move.
    for (position, to_move) in [("3n/2N1/4/4/4/4 w", "white"), ("n3/3N/4/4/4/4 b", "black")] {
        let path = format!("/analysis?game=knightthrough&position={}&depth=6", common::encoded(position));
        let done = site.follow(&path).until("done");
        let score = &done["thought"]["lines"][0]["score"];
        assert_eq!(
            (score["kind"].as_str(), score["winner"].as_u64()),
            (Some("proof"), Some(0)),
            "{to_move}: {score}"
        );
        assert!(score["words"].as_str().unwrap().starts_with("White wins in"), "{score}");
    }
    let random = site.follow("/analysis?game=knightthrough&spec=random").until("done");
    assert!(random["thought"]["lines"][0]["score"].is_null(), "no evaluation is not 0");
}

#[test]
fn a_finished_game_cannot_be_analysed() {
    let site = Site::new();
    let over = common::encoded("N3/4/4/4/4/n3 b");
    let answer = site.get(&format!("/analysis?game=knightthrough&position={over}"));
    assert!((400..500).contains(&answer.status), "{}", answer.body);
}

#[test]
fn a_review_looks_at_every_position() {
    let site = Site::new();
    let mut live = site
        .follow("/review?game=knightthrough&variant=4x6&turns=b1-c3%20b5-c3&nodes=500&spec=alphabeta:tt=1M");
    for ply in 0..3 {
        let news = live.until("position");
        assert_eq!((news["ply"].as_u64(), news["of"].as_u64()), (Some(ply), Some(3)));
        assert!(!news["thought"]["lines"][0]["score"].is_null());
    }
    live.until("done");
    wait_until("its place is free", || site.searches() == 0);
}

#[test]
fn a_match_runs_is_watched_and_its_games_can_be_replayed() {
    let site = Site::new();
    let plan = json!({ "game": "knightthrough", "variant": "4x6", "players": ["alphabeta:tt=1M", "random"], "games": 10, "control": "nodes=200" });
    let made = site.post("/matches", &plan).json(201);
    let id = made["id"].as_str().unwrap();
    let mut live = site.follow(&format!("/matches/{id}/events"));
    let ended = loop {
        let now = live.until("match");
        if now["state"] != "running" {
            break now;
        }
    };
    assert_eq!((ended["state"].as_str(), ended["played"].as_u64()), (Some("complete"), Some(10)));
    let met = &ended["encounters"][0];
    assert!(met["wins"].as_u64().unwrap() >= 9, "{ended}");
    // Pairs that are all won support a bound and no estimate.
    let (elo, all_won) = (&met["elo"], met["pairs"] == json!([0, 0, 0, 0, 5]));
    assert_eq!(elo["kind"], if all_won { "at_least" } else { "about" }, "{met}");
    assert_eq!(elo["error"].is_null(), all_won, "{met}");
    assert_eq!(elo["words"].as_str().unwrap().starts_with("at least "), all_won, "{met}");
    for number in 0..10 {
        let game = site.get(&format!("/matches/{id}/games/{number}")).json(200);
        let turns: Vec<&str> =
            game["turns"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
        let path = format!(
            "/board?game=knightthrough&position={}&turns={}",
            common::encoded(game["start"].as_str().unwrap()),
            common::encoded(&turns.join(" "))
        );
        assert!(!site.get(&path).json(200)["outcome"].is_null(), "game {number} leads to its end");
    }
    assert_eq!(site.get(&format!("/matches/{id}/games/10")).status, 404);
    assert!(site.post(&format!("/matches/{id}/resume"), &json!({})).refused(409).contains("complete"));
}

#[test]
fn a_stopped_match_goes_on_where_it_was() {
    let mut site = Site::new();
    let plan = json!({ "game": "knightthrough", "variant": "4x6", "players": ["alphabeta:tt=1M", "random"], "games": 60, "control": "20ms" });
    let made = site.post("/matches", &plan).json(201);
    let id = made["id"].as_str().unwrap().to_string();
    let look = |site: &Site| site.get(&format!("/matches/{id}")).json(200);
    wait_until("a game is over", || look(&site)["played"].as_u64().unwrap() >= 1);
    site.post(&format!("/matches/{id}/stop"), &json!({})).json(200);
    wait_until("it stops", || look(&site)["state"] == "stopped");
    let before = look(&site)["played"].as_u64().unwrap();
    site.restart();
    assert_eq!(look(&site)["played"].as_u64().unwrap(), before, "its games are kept");
    site.post(&format!("/matches/{id}/resume"), &json!({})).json(200);
    wait_until("it goes on", || look(&site)["played"].as_u64().unwrap() > before);
    site.restart();
    assert_eq!(look(&site)["state"], "interrupted");
}

/// Between two lines of a deep search the counter goes on, at least four times a second.
#[test]
fn the_nodes_of_a_search_are_counted_while_it_thinks() {
    let site = Site::new();
    let mut live = site.follow("/analysis?game=tzaar&spec=alphabeta:tt=4M&node=n");
    live.until("line");
    let (began, mut news, mut ticks) = (Instant::now(), 0, Vec::new());
    while ticks.len() < 6 {
        let (name, value) = live.next().expect("the search goes on");
        news += 1;
        if name == "tick" {
            ticks.push((value["ms"].as_u64().unwrap(), value["nodes"].as_u64().unwrap()));
            assert!(value["nps"].as_u64().unwrap() > 0, "{value}");
        }
    }
    assert!(ticks.windows(2).all(|pair| pair[0].1 < pair[1].1), "{ticks:?}");
    let rate = f64::from(news) / began.elapsed().as_secs_f64();
    // The goal is four times a second; a loaded machine gets a factor.
    assert!(rate > 1.5, "{rate} news a second");
}

#[test]
fn a_test_ends_a_match_when_it_is_settled() {
    let site = Site::new();
    let plan = json!({
        "game": "knightthrough", "variant": "4x6", "players": ["alphabeta:tt=1M", "random"], "games": 400,
        "control": "nodes=200", "sprt": "elo0=0,elo1=100",
    });
    let made = site.post("/matches", &plan).json(201);
    let path = format!("/matches/{}", made["id"].as_str().unwrap());
    let look = || site.get(&path).json(200);
    wait_until("the test is settled", || look()["state"] == "complete");
    let ended = look();
    assert!(ended["played"].as_u64().unwrap() < 400, "it ended early");
    let test = &ended["sprt"];
    assert_eq!(test["decision"], "accepted", "{test}");
    let number = |key: &str| test[key].as_f64().unwrap();
    assert!(number("lower") < 0.0 && number("ratio") >= number("upper"), "{test}");
    assert!(test["line"].as_str().unwrap().starts_with("LLR: "), "{test}");
}

#[test]
fn a_tournament_is_played_rated_stopped_and_gone_on_with() {
    let mut site = Site::new();
    let plan = json!({
        "game": "knightthrough", "variant": "4x6", "format": "round-robin", "games": 4, "control": "nodes=100",
        "players": ["random", "alphabeta:tt=1M", "alphabeta:tt=1M,depth=1"],
    });
    let made = site.post("/matches", &plan).json(201);
    assert_eq!((made["of"].as_u64(), made["tournament"].as_bool()), (Some(12), Some(true)));
    let path = format!("/matches/{}", made["id"].as_str().unwrap());
    // Wherever the end of the server falls, nothing is played twice or left out.
    site.restart();
    let look = |site: &Site| site.get(&path).json(200);
    if look(&site)["state"] != "complete" {
        assert_eq!(look(&site)["state"], "interrupted");
        site.post(&format!("{path}/resume"), &json!({})).json(200);
    }
    wait_until("it is complete", || look(&site)["state"] == "complete");
    let ended = look(&site);
    let met = ended["encounters"].as_array().unwrap();
    assert_eq!(
        met.iter().map(|e| e["players"].clone()).collect::<Vec<_>>(),
        [[0, 1], [0, 2], [1, 2]].map(|p| json!(p))
    );
    assert!(met.iter().all(|e| e["played"] == 4), "{met:?}");
    let standings = ended["standings"].as_array().unwrap();
    assert_eq!(standings[0]["player"], 1, "the deepest is first: {standings:?}");
    assert_eq!(standings[2]["player"], 0, "the random one is last: {standings:?}");
    for row in standings {
        assert_eq!(row["played"], 8);
        // Results of one kind alone bound a rating on one side or not at all, and then no interval is made up.
        let one_sided = [0.0, 8.0].contains(&row["points"].as_f64().unwrap());
        assert_eq!(row["interval"].is_null(), !row["doubt"].is_null(), "{row}");
        assert!(!one_sided || row["interval"].is_null(), "{row}");
        if let Some([low, high]) = row["interval"].as_array().map(|ends| &ends[..]) {
            let [low, elo, high] = [low, &row["elo"], high].map(|n| n.as_f64().unwrap());
            assert!(low <= elo && elo <= high && low < high, "{row}");
        }
    }
    let lost: u64 =
        standings[2]["losses"].as_array().unwrap().iter().map(|r| r["count"].as_u64().unwrap()).sum();
    assert!(lost >= 5, "{standings:?}");
    assert_eq!(ended["games"].as_array().unwrap().len(), 12);
    for (wrong, word) in [
        (json!({ "format": "swiss" }), "swiss"),
        (json!({ "players": ["random"] }), "players from 2 to 16"),
        (json!({ "sprt": "elo0=0,elo1=5" }), "two players"),
        (json!({ "games": 4000 }), "even number of games from 2 to 3332"),
    ] {
        let mut bad = plan.clone();
        wrong.as_object().unwrap().iter().for_each(|(key, value)| bad[key] = value.clone());
        let answer = site.post("/matches", &bad);
        assert!((400..500).contains(&answer.status), "{wrong}: {}", answer.status);
        assert!(answer.refused(answer.status).contains(word), "{wrong}: {}", answer.body);
    }
}

#[test]
fn running_games_of_a_match_are_shown_turn_by_turn() {
    let site = Site::new();
    let plan = json!({ "game": "knightthrough", "variant": "4x6", "players": ["alphabeta:tt=1M", "random"], "games": 40, "control": "nodes=2000" });
    let id = site.post("/matches", &plan).json(201)["id"].as_str().unwrap().to_string();
    let mut live = site.follow(&format!("/matches/{id}/live"));
    let mut last = 0;
    // The first view may be empty; a game that is seen twice has not lost turns.
    for _ in 0..5 {
        let view = live.until("live");
        for game in view["games"].as_array().unwrap() {
            let turns: Vec<&str> =
                game["turns"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
            let query = format!(
                "/board?game=knightthrough&position={}&turns={}",
                game["start"].as_str().unwrap().replace(' ', "+"),
                turns.join("+")
            );
            assert_eq!(site.get(&query).json(200)["turns"].as_array().unwrap().len(), turns.len());
            last = last.max(turns.len());
        }
        if last > 4 {
            break;
        }
    }
    assert!(last >= 4, "{last}");
    site.post(&format!("/matches/{id}/stop"), &json!({}));
    wait_until("the match stops", || site.get(&format!("/matches/{id}")).json(200)["state"] != "running");
    assert!(site.get("/matches/0123456789abcdef0123/live").status == 404);
}
