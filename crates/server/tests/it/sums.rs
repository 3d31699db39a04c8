//! Regions of a board and the trainer of sums: exact numbers, honest costs, bounded work.

use crate::common;

use common::{Site, encoded};
use serde_json::{Value, json};

#[test]
fn regions_have_exact_means_and_temperatures() {
    let site = Site::new();
    let position = encoded("#.###..|.#x#.o.|o.###..|#######|x...#o. w");
    let found = site.get(&format!("/regions?game=amazons&position={position}&ms=10000")).json(200);
    assert_eq!(found["left"], 1, "Black is Left");
    let regions = found["regions"].as_array().unwrap();
    assert_eq!(regions.len(), 4);
    let hottest: Vec<&Value> = regions.iter().filter(|r| r["hottest"] == true).collect();
    let [hot] = hottest[..] else { panic!("one is the hottest: {found}") };
    assert_eq!(
        (&hot["graph"]["mean"]["text"], &hot["graph"]["temperature"]["text"]),
        (&json!("3/4"), &json!("5/4"))
    );
    assert_eq!(hot["graph"]["mean"]["number"], 0.75);
    // Both walls begin at -1 and meet in the mast.
    for wall in ["left", "right"] {
        let corners = hot["graph"][wall].as_array().unwrap();
        assert_eq!(corners[0][0], -1.0, "{hot}");
        assert_eq!(corners[corners.len() - 1][1], 0.75, "{hot}");
    }
    assert!(site.get("/regions?game=tzaar").json(200).is_null(), "a game without regions");
    assert!(site.get("/regions?game=amazons&ms=0").refused(400).contains("1 to 30000"));
    assert_eq!(site.searches(), 0);
}

/// A whole sum against a strategy: first with turns of the same strategy on the other side, then with careless ones.
#[test]
fn a_sum_is_played_and_every_turn_has_a_cost_of_at_least_nothing() {
    let site = Site::new();
    let begun = site.get("/trainer?seed=5&boards=3&files=3&rows=3&burnt=1").json(200);
    assert_eq!(
        begun,
        site.get("/trainer?seed=5&boards=3&files=3&rows=3&burnt=1").json(200),
        "a seed repeats"
    );
    let start = begun["boards"].as_array().unwrap().clone();
    let (mut boards, mut side, mut turns) = (start.clone(), 1, Vec::new());
    loop {
        let reply = site.post("/trainer/reply", &json!({ "boards": boards, "side": side })).json(200);
        if reply.is_null() {
            break;
        }
        let board = reply["board"].as_u64().unwrap() as usize;
        boards[board] = reply["after"].clone();
        turns.push(json!({ "board": board, "turn": reply["turn"] }));
        side = 1 - side;
        assert!(turns.len() < 60, "a sum ends");
    }
    let look = |turns: &[Value]| {
        site.post("/trainer/review", &json!({ "boards": start, "first": 1, "turns": turns })).json(200)
    };
    let review = look(&turns);
    assert_eq!((review["boards"].as_array(), review["to_move"].as_i64()), (Some(&boards), Some(side)));
    let costs: Vec<i64> =
        review["turns"].as_array().unwrap().iter().map(|t| t["cost"].as_i64().unwrap()).collect();
    assert_eq!(costs.len(), turns.len());
    assert!(costs.iter().all(|&cost| cost >= 0), "{costs:?}");
    // The player who made the last move is ahead at the end.
    let ahead = review["ahead"].as_i64().unwrap();
    assert_eq!(ahead >= 0, side == 0, "Left is ahead by {ahead}, and side {side} cannot move");
    // What the turns cost explains how far the end is from best play on both sides.
    let before = look(&[])["ahead"].as_i64().unwrap();
    let of = |side: i64| -> i64 {
        review["turns"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|t| t["side"] == side)
            .map(|t| t["cost"].as_i64().unwrap())
            .sum()
    };
    assert_eq!(before - of(1) + of(0), ahead);
}

/// Giving up a hot board for a cold one costs something.
#[test]
fn a_careless_turn_costs_moves() {
    let site = Site::new();
    // The left board is hot, in the right one Black only has free moves.
    let boards = json!(["x..|...|..o", "x..."]);
    let careless = site
        .post(
            "/trainer/review",
            &json!({ "boards": boards, "first": 1, "turns": [{ "board": 1, "turn": "a1-b1/a1" }] }),
        )
        .json(200);
    assert!(careless["turns"][0]["cost"].as_i64().unwrap() > 0, "{careless}");
    assert_eq!(careless["turns"][0]["hottest"], json!([0]));
}

#[test]
fn absurd_sums_are_refused() {
    let site = Site::new();
    for (query, word) in [
        ("boards=0", "1 to 6"),
        ("boards=7", "1 to 6"),
        ("files=8&rows=8", "16 squares"),
        ("files=1", "16 squares"),
        ("burnt=9", "0 to 4"),
    ] {
        assert!(site.get(&format!("/trainer?{query}")).refused(400).contains(word), "{query}");
    }
    let ask = |boards: Value| site.post("/trainer/reply", &json!({ "boards": boards, "side": 0 }));
    assert!(ask(json!([])).refused(400).contains("1 to 6"));
    assert!(ask(json!(["x".repeat(17)])).refused(400).contains("16 squares"));
    assert!(ask(json!(["x?o"])).refused(422).contains("'"));
    let bad = json!({ "boards": ["x.o"], "side": 0, "strategy": "luck" });
    assert!(site.post("/trainer/reply", &bad).refused(422).contains("'luck'"));
    let wrong = json!({ "boards": ["x..o"], "first": 1, "turns": [{ "board": 3, "turn": "a1-b1/a1" }] });
    assert!(site.post("/trainer/review", &wrong).refused(400).contains("'3'"));
    let illegal = json!({ "boards": ["x..o"], "first": 1, "turns": [{ "board": 0, "turn": "d1-b1/a1" }] });
    assert!(site.post("/trainer/review", &illegal).refused(422).contains("d1"));
}
