//! Robots that play: by streams and by polling, with a policy, in a house, over TLS, in Python; and their reports.

use crate::{
    club::ask,
    common::{self, good, refused},
    robot_support::{Program, World, assert_secret, board_of, test_file, turns_of, wait_for},
};
use serde_json::{Value, json};
use std::{fs, path::Path, process::Command};

const KNIGHTS: &str = "[[play]]\ngame = \"knightthrough\"\nplayer = \"alphabeta:nodes=300,tt=1M\"\n";

#[test]
fn a_robot_plays_by_challenge_and_declines_the_rest() {
    for mode in ["stream", "poll"] {
        let world = World::new();
        let head = format!("mode = \"{mode}\"\npoll = \"50ms\"\nzone = \"Europe/Prague\"");
        let tail = format!(
            "[accept]\nper_opponent = 1\nrated = true\ncasual = false\n{KNIGHTS}variants = [\"\", \"5x6\"]\n"
        );
        let config = world.configure(&head, &tail);
        let robot = world.robot(&config);
        let id = world.begin("knightthrough:5x6", &json!({}));
        // One game with ann is enough, and it wants rated games of its own variants.
        for (game, more, reason) in [
            ("knightthrough:5x6", json!({}), "we have 1 games running already"),
            ("knightthrough:6x6", json!({}), "of knightthrough I play the usual start, 5x6"),
            ("tzaar", json!({}), "I play knightthrough, not tzaar"),
            ("knightthrough", json!({ "rated": false }), "I play rated games only"),
        ] {
            let shown = world.answered(&world.challenge(game, &more));
            assert_eq!((&shown["state"], &shown["reason"]), (&json!("declined"), &json!(reason)), "{mode}");
        }
        let game = world.play_out(&id);
        assert_eq!(game["state"]["status"], "finished", "{game}");
        let turns = turns_of(&game).len();
        let is_resigned = usize::from(game["state"]["reason"] == "resigned");
        assert_eq!(game["state"]["version"].as_u64().unwrap() as usize, turns + 1 + is_resigned, "{game}");
        robot.hears("knightthrough against ann: ");
        robot.hears(if game["state"]["winner"] == "first" { ": lost (" } else { ": won (" });
        // A rematch is a challenge like any other; here the robot begins.
        let (status, rematch) = world.ask("POST", &format!("/club/games/{id}/rematch"), &json!({})).unwrap();
        assert_eq!(status, 201, "{rematch}");
        let shown = world.answered(rematch["id"].as_str().unwrap());
        let second = world.wait_for_turns(shown["game_id"].as_str().unwrap(), 1);
        assert_eq!(second["first"]["name"], "waltz");
        // A turn is noted after the club has taken it.
        let robots_turns = format!("turns           {}\n", turns / 2 + 1);
        let report = wait_for("the last turn in the report", || {
            Some(good(&["robot", &config, "--report"])).filter(|report| report.contains(&robots_turns))
        });
        for word in [
            "games           2 begun, 1 finished",
            "challenges      2 accepted, 4 declined",
            "(Europe/Prague)",
        ] {
            assert!(report.contains(word), "{mode}: {word}\n{report}");
        }
        assert_secret(&world.robot_token, &robot.said(), Path::new(&world.folder.file("waltz-data")));
    }
}

#[test]
fn every_game_is_played_to_its_end_with_a_clock_of_days() {
    let world = World::new();
    let plays: String = ["tzaar", "amazons:6x6", "arimaa"]
        .map(|game| {
            let name = game.split(':').next().unwrap();
            format!("[[play]]\ngame = \"{name}\"\nplayer = \"level:beginner\"\n")
        })
        .concat();
    let robot = world.robot(&world.configure("", &plays));
    for game in ["tzaar", "amazons:6x6"] {
        let id = world.begin(game, &json!({ "clock": { "days": 3 } }));
        let end = world.play_out(&id);
        assert_eq!(end["state"]["status"], "finished", "{end}");
        // The rules agree with every turn, and no player resigned a game that the rules do not call lost or that was not proven.
        assert!(board_of(&end).outcome().is_some() || end["state"]["reason"] == "resigned", "{end}");
    }
    // An Arimaa setup cannot be listed, so the robot begins and ann only watches.
    let id = world.begin("arimaa", &json!({ "side": "second", "clock": { "days": 1 } }));
    assert!(!turns_of(&world.wait_for_turns(&id, 1)).is_empty());
    assert!(!robot.said().contains("failed"), "{}", robot.said());
}

#[test]
fn external_engines_play_and_only_a_proof_makes_a_robot_resign() {
    let world = World::new();
    let program = env!("CARGO_BIN_EXE_quadrille");
    let config = world.configure(
        "",
        &format!(
            "[[play]]\ngame = \"tzaar\"\nplayer = \"waltz:'{program}' tzaar -a 40\"\ntime = \"2s\"\n\
             [[play]]\ngame = \"knightthrough\"\nplayer = \"ugi:'{program}' engine --protocol ugi --game knightthrough --player dfpns:nodes=2000000\"\ntime = \"20s\"\n"
        ),
    );
    let robot = world.robot(&config);
    let id = world.begin("tzaar", &json!({ "side": "second" }));
    let game = world.wait_for_turns(&id, 1);
    assert_eq!(turns_of(&game).len(), 1, "{}", robot.said());
    // On 4x6 the first player wins; ann plays a winning turn, the engine says that it is lost, and df-pn agrees.
    let id = world.begin("knightthrough:4x6", &json!({}));
    let board = board_of(&world.game(&id).unwrap());
    let answer = good(&["solve", "knightthrough:4x6", "--json"]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let turn = answer["turn"].as_str().unwrap();
    assert!(board.turns().iter().any(|legal| legal == turn));
    let path = format!("/club/games/{id}/turns");
    assert_eq!(world.ask("POST", &path, &json!({ "version": 1, "turn": turn })).unwrap().0, 200);
    let game =
        wait_for("the robot's answer", || world.game(&id).filter(|game| game["state"]["version"] != 2));
    let is_resigned = game["state"]["reason"] == "resigned";
    assert!(is_resigned || turns_of(&game).len() == 2, "{game}\n{}", robot.said());
    if is_resigned {
        robot.hears("knightthrough against ann: the game is proven lost; the robot resigns");
    }
}

#[test]
fn a_house_gives_a_new_club_opponents_and_python_plays_one_of_them() {
    let world = World::new();
    let (club, figures) = (format!("http://{}", world.address), world.folder.file("figures"));
    let args = ["robot", "--house", "--club", &club, "--data", &world.data, "--figures", &figures];
    let house = Program::start(common::command(&args).args(["--searches", "1", "--time", "2s"]));
    for level in ["beginner", "intermediate", "expert", "unbeatable"] {
        house.hears(&format!("house-{level}: is at {club} and plays knightthrough, tzaar, amazons, arimaa"));
    }
    good(&["club", "user", "add", "snake", "--robot", "--data", &world.data]);
    let token = good(&["club", "user", "token", "snake", "--data", &world.data]).trim().to_string();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/robot.py");
    assert!(fs::read_to_string(&script).unwrap().lines().count() <= 80, "an example is short");
    let snake =
        Program::start(Command::new("python3").arg(&script).arg(&club).env("QUADRILLE_TOKEN", &token));
    // The example accepts challenges and the house does, so the test asks for the game in the example's name.
    let wish = json!({ "to": "house-beginner", "game": "knightthrough", "rated": true, "clock": { "initial": 600, "increment": 5 } });
    let (status, made) = ask(&world.address, &token, "POST", "/challenges", &wish).unwrap();
    assert_eq!(status, 201, "{made}");
    let game = wait_for("the end of the game", || {
        let (_, games) = ask(&world.address, &token, "GET", "/members/snake/games", &Value::Null)?;
        let game = games["games"].get(0)?.clone();
        (game["status"] != "started").then_some(game)
    });
    assert_eq!(game["status"], "finished", "{game}");
    assert!(game["turns"].as_u64().unwrap() > 2, "{game}");
    let robots = [&game["first"]["robot"], &game["second"]["robot"]];
    assert_eq!(robots, [&json!(true), &json!(true)], "robots are labelled");
    house.hears("house-beginner: knightthrough against snake: ");
    snake.hears("gameStart");
    // It accepts challenges too.
    let wish = json!({ "to": "snake", "game": "amazons", "variant": "6x6", "clock": { "days": 2 } });
    assert_eq!(world.ask("POST", "/challenges", &wish).unwrap().0, 201);
    snake.hears("challenge ");
    wait_for("snake's second game", || {
        let (_, games) = world.ask("GET", "/members/snake/games?running=true", &Value::Null)?;
        (games["games"].as_array()?.len() == 1).then_some(())
    });
    // A member cannot be replaced by a house robot, a disabled one stays away, and a second house ends the tokens of the first.
    drop(house);
    good(&["club", "user", "disable", "house-expert", "--data", &world.data]);
    let again = Program::start(&mut common::command(&args));
    again.hears("house-expert is disabled and stays away");
    again.hears("house-beginner: is at ");
    assert!(!again.said().contains("qd_") && !snake.said().contains("qd_"), "no token is printed");
}

#[test]
fn a_club_behind_tls_is_trusted_by_its_certificate() {
    let world = World::new();
    let mut command = Command::new("python3");
    command.arg(test_file("peers/tls_proxy.py"));
    command.args([test_file("data/tls/server.pem"), test_file("data/tls/server.key")]).arg(&world.address);
    let proxy = Program::start(&mut command);
    let port = wait_for("the port of the proxy", || proxy.lines().first().cloned());
    let config = world.configure("", KNIGHTS);
    let text = fs::read_to_string(&config).unwrap();
    let secure = text.replace(&format!("http://{}", world.address), &format!("https://localhost:{port}"));
    fs::write(&config, secure).unwrap();
    let mut command = common::command(&["robot", &config]);
    let robot = Program::start(command.env("SSL_CERT_FILE", test_file("data/tls/ca.pem")));
    robot.hears("waltz: is at https://localhost:");
    let id = world.begin("knightthrough:5x6", &json!({}));
    assert_eq!(world.play_out(&id)["state"]["status"], "finished");
    drop(robot);
    // A certificate of someone unknown is no certificate.
    let mut command = common::command(&["robot", &config]);
    let robot = Program::start(command.env("SSL_CERT_FILE", test_file("data/tls/server.pem")));
    robot.hears("does not answer: ");
    assert!(!robot.said().contains("is at https"), "{}", robot.said());
}

#[test]
fn a_wrong_configuration_is_one_sentence() {
    let world = World::new();
    let good_config = fs::read_to_string(world.configure("", KNIGHTS)).unwrap();
    let file = world.folder.file("bad.toml");
    let club = format!("club = \"http://{}\"", world.address);
    for (old, new, words) in [
        ("player = \"alphabeta:nodes=300,tt=1M\"", "player = \"alphabta\"", "'alphabta'"),
        ("game = \"knightthrough\"", "game = \"chess\"", "'chess'"),
        ("game = \"knightthrough\"", "game = \"knightthrough\"\nvariants = [\"9\"]", "'9'"),
        ("game = \"knightthrough\"", "game = \"knightthrough\"\ntime = \"soon\"", "'soon' is not a time"),
        ("game = \"knightthrough\"", "colour = 1\ngame = \"knightthrough\"", "unknown field `colour`"),
        (KNIGHTS, "[[play]]\ngame = \"tzaar\"\nplayer = \"aei:x\"\n", "plays arimaa only"),
        (KNIGHTS, "[[play]]\ngame = \"tzaar\"\nplayer = \"waltz:x\"\nnodes = 5\n", "--time"),
        (KNIGHTS, "play = []", "line"),
        (&club, "club = \"http://club.example\"", "'http://club.example' is not encrypted"),
        (&club, "club = \"club.example\"", "'club.example' is not the address of a club"),
        ("token_file = \"waltz.token\"", "token_file = \"none\"", "none' cannot be read"),
        ("token_file = \"waltz.token\"", "token = \"hunter2\"", "'token' holds no token"),
        ("token_file = \"waltz.token\"", "", "QUADRILLE_TOKEN"),
        ("token_file = \"waltz.token\"", "token_file = \"waltz.token\"\ntoken = \"qd_1\"", "several tokens"),
        ("retry = \"100ms\"", "retry = \"0s\"", "'0s' is not a time"),
        ("retry = \"100ms\"", "mode = \"guess\"", "'guess' is not a mode; expected stream or poll"),
        ("retry = \"100ms\"", "zone = \"Mars\"", "'Mars' is not a time zone"),
        ("retry = \"100ms\"", "resign = \"often\"", "'often'"),
        ("retry = \"100ms\"", "quiet = [\"noise\"]", "'noise' is not a kind of trouble"),
        ("retry = \"100ms\"", "searches = 0", "'searches' is 0"),
        ("retry = \"100ms\"", "memory = 0", "MB of tables"),
        ("mail_to = \"owner@club.example\"", "mail_to = \"owner\"", "'owner' is not a mail address"),
        ("mail_to = \"owner@club.example\"", "", "no 'mail_to'"),
        ("security = \"none\"", "security = \"much\"", "'much' is not a security"),
    ] {
        assert!(good_config.contains(old), "{old}");
        fs::write(&file, good_config.replace(old, new)).unwrap();
        let sentence = refused(&["robot", &file], words);
        assert!(sentence.lines().count() == 1 && !sentence.contains("hunter2"), "{sentence}");
    }
    refused(&["robot", &world.folder.file("missing.toml")], "missing.toml");
    refused(&["robot"], "CONFIG");
    let config = world.configure("", KNIGHTS);
    refused(&["robot", &config, "--report", "someday"], "'someday' is not a day");
    refused(&["robot", "--house", "--club", "ftp://x", "--data", &world.data], "'ftp://x'");
    refused(&["robot", "--house", "--memory", "1", "--data", &world.data], "--memory");
    let tokens = world.folder.file("tokens");
    fs::write(&tokens, "# robots\nhouse-king qd_1\n").unwrap();
    refused(&["robot", "--house", "--tokens", &tokens], "'house-king' is not a house robot");
    fs::write(&tokens, "house-expert hunter2\n").unwrap();
    assert!(
        !refused(&["robot", "--house", "--tokens", &tokens], "line 1 holds no token").contains("hunter2")
    );
}
