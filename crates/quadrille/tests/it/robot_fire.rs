//! A robot under fire: the club is killed, the token revoked, a challenge withdrawn, the opponent resigns, the engine crashes, the mail
//! server refuses, the robot itself is killed. It survives each with a clear sentence and a mail, and no turn is lost or doubled.

use crate::{
    club::ask,
    common,
    robot_support::{Program, World, assert_secret, board_of, test_file, turns_of, wait_for},
};
use serde_json::json;
use std::{fs, path::Path, thread, time::Duration};

const KNIGHTS: &str = "[[play]]\ngame = \"knightthrough\"\nplayer = \"alphabeta:nodes=300,tt=1M\"\n";

/// Amazons takes a while even against an opponent who plays at random.
const AMAZONS: &str = "[[play]]\ngame = \"amazons\"\nplayer = \"alphabeta:nodes=300,tt=1M\"\n";

/// A game that was interrupted in every way has the turns that the rules allow, and each of them once.
fn assert_whole(game: &serde_json::Value) {
    let turns = turns_of(game).len() as u64;
    let version = game["state"]["version"].as_u64().unwrap();
    let is_resigned = u64::from(game["state"]["reason"] == "resigned");
    assert_eq!(version, turns + 1 + is_resigned, "{game}");
    assert!(board_of(game).outcome().is_some() || is_resigned == 1, "{game}");
}

#[test]
fn a_club_that_is_killed_again_and_again_loses_no_turn_of_a_robot() {
    let mut world = World::new();
    let robot = world.robot(&world.configure("", AMAZONS));
    let id = world.begin("amazons:6x6", &json!({}));
    let mut kills = 0;
    let game = loop {
        // Some turns, then the end of the club: between turns or in the middle of one.
        for _ in 0..3 {
            world.step(&id);
            thread::sleep(Duration::from_millis(11 * (kills % 4)));
        }
        if let Some(game) = world.game(&id).filter(|game| game["state"]["status"] != "started") {
            break game;
        }
        if kills < 6 {
            world.kill_club();
            thread::sleep(Duration::from_millis(if kills == 0 { 2500 } else { 300 }));
            world.start_club();
            kills += 1;
        }
    };
    assert!(kills >= 4, "the game was over after {kills} kills");
    assert_whole(&game);
    let words = robot.hears("does not answer");
    assert!(words.contains(&world.address) && words.ends_with("; the robot tries again"), "{words}");
    robot.hears("the club answers again after ");
    let (subject, text) = world.mails.mail("waltz: trouble (club)");
    assert!(
        text.contains("does not answer: ") && text.contains("At most one mail an hour"),
        "{subject}\n{text}"
    );
    // Several outages, one mail: at most one an hour of each kind.
    let club_mails =
        world.mails.mails().into_iter().filter(|(subject, _)| subject.contains("(club)")).count();
    assert_eq!(club_mails, 1);
    assert_secret(&world.robot_token, &robot.said(), Path::new(&world.folder.file("waltz-data")));
}

#[test]
fn a_robot_that_is_killed_again_and_again_plays_on() {
    let world = World::new();
    let config = world.configure("mode = \"poll\"\npoll = \"20ms\"", AMAZONS);
    let mut robot = world.robot(&config);
    let id = world.begin("amazons:6x6", &json!({}));
    let mut kills = 0;
    while kills < 8 && world.step(&id) {
        thread::sleep(Duration::from_millis(7 * kills));
        robot.child.kill().unwrap();
        robot.child.wait().unwrap();
        kills += 1;
        robot = world.robot(&config);
    }
    let game = world.play_out(&id);
    assert_whole(&game);
    assert!(kills >= 4, "{kills}");
    // The end is in the figures, and the lost lines of killed robots do not break them.
    robot.hears("amazons against ann: ");
    wait_for("the end in the report", || {
        common::good(&["robot", &config, "--report"]).contains("1 begun, 1 finished").then_some(())
    });
}

#[test]
fn a_revoked_token_ends_the_robot_with_a_sentence_and_a_mail() {
    for mode in ["stream", "poll"] {
        let world = World::new();
        let mut robot =
            world.robot(&world.configure(&format!("mode = \"{mode}\"\npoll = \"100ms\""), KNIGHTS));
        // The owner signs in and deletes the token.
        let password = common::good(&["club", "user", "reset", "waltz", "--data", &world.data]);
        let cookie = |head: &str| {
            let line =
                head.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap().to_string();
            line.split_once(':').unwrap().1.split(';').next().unwrap().trim().to_string()
        };
        let login = json!({ "name": "waltz", "password": password.trim() });
        let (head, answer) = world.converse("POST", "/account/login", "", &login);
        let session =
            format!("cookie: {}\r\nx-csrf-token: {}\r\n", cookie(&head), answer["csrf"].as_str().unwrap());
        let (_, tokens) = world.converse("GET", "/account/tokens", &session, &json!(null));
        let token = tokens["tokens"][0]["id"].as_str().unwrap();
        world.converse("DELETE", &format!("/account/tokens/{token}"), &session, &json!({}));
        assert_eq!(robot.ends(), 1, "{}", robot.said());
        let words = robot.hears("error: the club refuses the robot: ");
        assert!(words.contains("it may have been revoked"), "{words}");
        let (_, text) = world.mails.mail("waltz: trouble (token)");
        assert!(text.contains("this token does not exist") && text.contains("the robot ends"), "{text}");
        assert_secret(
            &world.robot_token,
            &(robot.said() + &text),
            Path::new(&world.folder.file("waltz-data")),
        );
    }
}

#[test]
fn a_challenge_that_is_withdrawn_is_told() {
    let world = World::new();
    let robot = world.robot(&world.configure("mode = \"poll\"\npoll = \"3s\"", KNIGHTS));
    // Withdrawn before the robot looks again; its first look is over.
    thread::sleep(Duration::from_secs(1));
    let id = world.challenge("knightthrough", &json!({}));
    let (status, gone) = world.ask("POST", &format!("/challenges/{id}/cancel"), &json!({})).unwrap();
    assert_eq!((status, &gone["state"]), (200, &json!("cancelled")), "{gone}");
    robot.hears("waltz: ann has withdrawn a challenge to knightthrough before it was answered");
    let (_, text) = world.mails.mail("waltz: trouble (challenge)");
    assert!(text.contains("ann has withdrawn a challenge"), "{text}");
    // The robot goes on.
    let id = world.begin("knightthrough:5x6", &json!({ "side": "second" }));
    assert_eq!(turns_of(&world.wait_for_turns(&id, 1)).len(), 1);
}

#[test]
fn an_opponent_who_resigns_stops_the_search() {
    for mode in ["stream", "poll"] {
        let world = World::new();
        let slow = "[[play]]\ngame = \"amazons\"\nplayer = \"mcts:memory=4M\"\ntime = \"300s\"\n";
        let config = world.configure(
            &format!("mode = \"{mode}\"\npoll = \"100ms\"\nsearches = 1"),
            &format!("{slow}{KNIGHTS}"),
        );
        let robot = world.robot(&config);
        let id = world.begin("amazons", &json!({ "side": "second", "clock": { "days": 5 } }));
        robot.hears("plays a rated game of amazons against ann");
        thread::sleep(Duration::from_millis(500));
        let (status, answer) =
            world.ask("POST", &format!("/club/games/{id}/resign"), &json!({ "version": 1 })).unwrap();
        assert_eq!(status, 200, "{answer}");
        robot.hears("amazons against ann: ann resigned while the robot was thinking; its search was stopped");
        robot.hears("amazons against ann: won (resigned)");
        let (_, text) = world.mails.mail("waltz: trouble (interrupted)");
        assert!(text.contains("its search was stopped"), "{text}");
        // The only place for a search is free again, long before the five minutes are over.
        let id = world.begin("knightthrough:5x6", &json!({ "side": "second" }));
        assert_eq!(turns_of(&world.wait_for_turns(&id, 1)).len(), 1);
    }
}

#[test]
fn an_engine_that_crashes_is_started_again_and_given_up_as_the_owner_wishes() {
    let world = World::new();
    let (program, pids) = (env!("CARGO_BIN_EXE_quadrille"), world.folder.file("pids"));
    let mock = test_file("mock_engine.sh");
    let broken = format!("ugi:sh '{}' crash '{pids}'", mock.display());
    // It crashes twice and is healthy from then on.
    let flags = world.folder.file("flag");
    let healthy = format!("exec '{program}' engine --protocol ugi --game knightthrough --player random");
    let shaky = format!("ugi:mkdir '{flags}1' 2>&- && exit 7; mkdir '{flags}2' 2>&- && exit 7; {healthy}");
    let play =
        |player: &str| format!("[[play]]\ngame = \"knightthrough\"\nplayer = \"{player}\"\ntime = \"5s\"\n");
    let config = world.configure("crashes = 3", &play(&shaky));
    let robot = world.robot(&config);
    let id = world.begin("knightthrough:5x6", &json!({ "side": "second" }));
    assert_eq!(turns_of(&world.wait_for_turns(&id, 1)).len(), 1, "{}", robot.said());
    let words = robot.hears("it is started again, 2 of 3 failures");
    assert!(words.contains("knightthrough against ann: the player 'ugi:mkdir"), "{words}");
    let (_, text) = world.mails.mail("waltz: trouble (engine)");
    assert!(text.contains("crashed: its output ended before"), "{text}");
    drop(robot);
    // One that always crashes: resigned after the second time, aborted if the game has hardly begun, or left to its clock.
    for (wish, result) in [("resign", "finished"), ("abort", "aborted"), ("wait", "started")] {
        let head = format!("crashes = 2\nafter_crashes = \"{wish}\"\ndata = \"{wish}\"");
        let robot = world.robot(&world.configure(&head, &play(&broken)));
        let id = world.begin("knightthrough:6x6", &json!({ "side": "second" }));
        let sentence = match wish {
            "resign" => "after 2 failures the robot resigns",
            "abort" => "after 2 failures the robot aborts the game",
            _ => "failure 3; it is tried again later, and the clock runs",
        };
        robot.hears(sentence);
        let game = wait_for("the end of the game", || {
            world.game(&id).filter(|game| game["state"]["status"] == result)
        });
        assert_eq!(game["state"]["status"], result, "{game}");
        if result == "started" {
            assert_eq!(
                world.ask("POST", &format!("/club/games/{id}/resign"), &json!({ "version": 1 })).unwrap().0,
                200
            );
        }
        drop(robot);
    }
}

#[test]
fn a_mail_server_that_refuses_is_asked_again_and_a_daily_report_arrives() {
    let world = World::with_refusals(2);
    // Days end at different times: the robot plays where it is still yesterday, and wakes up where it is already tomorrow.
    let config = world.configure("zone = \"Pacific/Pago_Pago\"", KNIGHTS);
    let robot = world.robot(&config);
    let id = world.begin("knightthrough:5x6", &json!({}));
    let game = world.play_out(&id);
    robot.hears(" against ann: ");
    wait_for("the end in the report", || {
        common::good(&["robot", &config, "--report"]).contains("1 begun, 1 finished").then_some(())
    });
    drop(robot);
    assert_eq!(world.mails.mails(), [], "nothing went wrong and the day is not over");
    let config = world.configure("zone = \"Pacific/Kiritimati\"", KNIGHTS);
    let robot = world.robot(&config);
    let words = robot.hears("could not be sent: ");
    assert!(words.contains("not now") && words.ends_with("it is tried again later"), "{words}");
    let (subject, text) = world.mails.mail("waltz: report of 20");
    let result = if game["state"]["winner"] == "second" { "1 won, 0 lost" } else { "0 won, 1 lost" };
    for part in [
        &format!("waltz at http://{}, ", world.address),
        "games           1 begun, 1 finished\n",
        result,
        "\nturns           ",
        "\ndepth           ",
        "\nnodes           ",
        "\ntime used       ",
        "\nslowest search  ",
        "knightthrough against ann",
    ] {
        assert!(text.contains(part), "{part}\n{subject}\n{text}");
    }
    robot.hears(" was mailed to owner@club.example");
    drop(robot);
    // Once: a robot that is started again does not send it again.
    let robot = world.robot(&config);
    thread::sleep(Duration::from_secs(1));
    drop(robot);
    let reports = world.mails.mails().into_iter().filter(|(subject, _)| subject.contains("report")).count();
    assert_eq!(reports, 1);
}

#[test]
fn a_robot_waits_for_a_club_that_is_not_there_yet() {
    let mut world = World::new();
    let config = world.configure("", KNIGHTS);
    world.kill_club();
    let robot = Program::start(&mut common::command(&["robot", &config]));
    robot.hears("does not answer");
    world.mails.mail("trouble (club)");
    world.start_club();
    robot.hears("waltz: the club answers again after ");
    let id = world.begin("knightthrough:5x6", &json!({ "side": "second" }));
    assert_eq!(turns_of(&world.wait_for_turns(&id, 1)).len(), 1);
    // A second robot in the same folder would play the same games.
    let run = common::quadrille(&["robot", &config]);
    assert!(run.code == 1 && run.err.contains("is in use by another robot"), "{}", run.err);
    // A token of a member that has played and is no robot is refused.
    let ann = world.configure("data = \"ann-data\"", KNIGHTS);
    fs::write(world.folder.file("waltz.token"), &world.ann).unwrap();
    let run = common::quadrille(&["robot", &ann]);
    assert!(run.code == 1 && run.err.contains("'ann' is not a robot"), "{}", run.err);
    assert!(ask(&world.address, &world.ann, "GET", "/account", &json!(null)).unwrap().1["robot"] == false);
    // A robot that is started again within the hour does not mail the same kind of trouble again.
    drop(robot);
    world.kill_club();
    let config = world.configure("", KNIGHTS);
    let robot = Program::start(&mut common::command(&["robot", &config]));
    robot.hears("does not answer");
    thread::sleep(Duration::from_millis(500));
    let club_mails =
        world.mails.mails().into_iter().filter(|(subject, _)| subject.contains("(club)")).count();
    assert_eq!(club_mails, 1);
}
