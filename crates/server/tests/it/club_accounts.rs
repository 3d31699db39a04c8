//! Accounts of a club: joining, signing in, passwords, tokens, and attacks on them.

use crate::common::{
    Answer, Site,
    club::{Guest, PASSWORD, club, club_with, open_club, timed_club},
    smtp::{MailServer, code_in},
};
use serde_json::{Value, json};
use server::{ClubConfig, MailConfig, Registration};
use std::sync::atomic::Ordering;

/// The word of a refusal.
fn word(answer: &Answer, status: u16) -> String {
    answer.json(status)["error"].as_str().unwrap().to_string()
}

fn login(site: &Site, name: &str, password: &str) -> Answer {
    site.post("/account/login", &json!({ "name": name, "password": password }))
}

#[test]
fn a_server_without_a_club_has_no_accounts() {
    let site = Site::new();
    for path in ["/club", "/account", "/members/ann", "/account/tokens"] {
        assert_eq!(word(&site.get(path), 404), "no_club", "{path}");
    }
    assert_eq!(word(&login(&site, "ann", PASSWORD), 404), "no_club");
    assert_eq!(site.get("/catalogue").json(200)["club"], false, "the page does not ask for it");
    assert_eq!(site.get("/games").status, 200, "and the workbench is as it was");
}

#[test]
fn a_member_joins_signs_in_and_out() {
    let site = club();
    assert_eq!(site.get("/club").json(200)["members"], 0);
    let ann = Guest::join(&site, "Ann");
    let me = ann.get(&site, "/account").json(200);
    assert_eq!(
        (me["name"].as_str(), me["robot"].as_bool(), me["role"].as_str()),
        (Some("Ann"), Some(false), Some("member"))
    );
    assert_eq!(me["csrf"], ann.csrf.as_str());
    // The page asks who is signed in without being refused; only a session is told, and only its own.
    assert_eq!(site.get("/catalogue").json(200)["club"], true);
    assert_eq!(ann.get(&site, "/club").json(200)["account"], me);
    let strangers = [
        Guest::default(),
        ann.with_token(&site, &["play"]),
        Guest { cookie: "quadrille_session=x".into(), ..Guest::default() },
    ];
    for stranger in strangers {
        assert_eq!(stranger.get(&site, "/club").json(200)["account"], Value::Null);
    }
    assert_eq!(
        site.get("/members/ann").json(200)["name"],
        "Ann",
        "names are compared without regard to case"
    );
    assert!(site.get("/members/ann").json(200)["email"].is_null(), "addresses are private");
    let taken = json!({ "name": "ANN", "password": PASSWORD });
    assert_eq!(word(&site.post("/account/register", &taken), 409), "taken");
    for (name, password) in [("<b>", PASSWORD), ("x", PASSWORD), ("bob", "short")] {
        assert_eq!(
            site.post("/account/register", &json!({ "name": name, "password": password })).status,
            400
        );
    }
    let head = login(&site, "ann", PASSWORD).head.to_lowercase();
    assert!(
        head.contains("httponly") && head.contains("samesite=strict") && !head.contains("secure;"),
        "{head}"
    );
    assert_eq!(ann.post(&site, "/account/logout", &json!({})).status, 204);
    assert_eq!(word(&ann.get(&site, "/account"), 401), "sign_in");
    assert_eq!(word(&site.get("/account"), 401), "sign_in");
}

#[test]
fn sessions_survive_a_restart_and_end_after_a_month() {
    let (mut site, clocks) = timed_club(open_club());
    let ann = Guest::join(&site, "ann");
    site.restart();
    assert_eq!(ann.get(&site, "/account").status, 200);
    clocks.time_of_day.fetch_add(31 * 24 * 3_600_000, Ordering::SeqCst);
    assert_eq!(word(&ann.get(&site, "/account"), 401), "sign_in");
}

#[test]
fn changes_of_a_session_need_its_csrf_text() {
    let site = club();
    let ann = Guest::join(&site, "ann");
    let eve = Guest::join(&site, "eve");
    let wish = json!({ "name": "x", "scopes": ["read"] });
    for csrf in [String::new(), "0".repeat(64), eve.csrf.clone()] {
        let forged = Guest { csrf, ..ann.clone() };
        assert_eq!(word(&forged.post(&site, "/account/tokens", &wish), 403), "csrf");
        assert_eq!(word(&forged.post(&site, "/account/logout", &json!({})), 403), "csrf");
    }
    assert_eq!(ann.get(&site, "/account/tokens").json(200)["tokens"], json!([]));
    assert_eq!(ann.post(&site, "/account/tokens", &wish).status, 201);
    // A page of another site is refused before anything else, also with everything right.
    let text = format!(
        "POST /api/v1/account/tokens HTTP/1.1\r\nhost: {}\r\norigin: http://evil.test\r\ncookie: {}\r\nx-csrf-token: {}\r\n\
         content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{{}}",
        site.address, ann.cookie, ann.csrf
    );
    assert_eq!(word(&site.raw(text.as_bytes()), 403), "forbidden");
}

#[test]
fn guessing_passwords_locks_the_name_for_the_guesser() {
    let (site, clocks) = timed_club(open_club());
    let ann = Guest::join(&site, "ann");
    for guess in 0..5 {
        assert_eq!(word(&login(&site, "ann", &format!("wrong guess {guess}")), 401), "wrong");
    }
    let locked = login(&site, "ann", PASSWORD);
    assert_eq!(word(&locked, 429), "locked", "the right password does not help any more");
    assert!(locked.head.to_lowercase().contains("retry-after: 900"), "{}", locked.head);
    assert_eq!(ann.get(&site, "/account").status, 200, "who is signed in stays so");
    let body = json!({ "name": "ann", "password": PASSWORD }).to_string();
    assert_eq!(site.ask_from(2, "POST", "/account/login", &body).status, 200, "others are not locked out");
    clocks.running.fetch_add(15 * 60 * 1000, Ordering::SeqCst);
    assert_eq!(login(&site, "ann", PASSWORD).status, 200);
    // A name that does not exist behaves in the same way.
    for _ in 0..5 {
        assert_eq!(word(&login(&site, "nobody", "wrong guess"), 401), "wrong");
    }
    assert_eq!(word(&login(&site, "nobody", "wrong guess"), 429), "locked");
}

#[test]
fn too_many_requests_about_accounts_have_to_wait() {
    let site = club_with(ClubConfig { account_rate: 0.001, account_burst: 5.0, ..open_club() });
    let tries: Vec<u16> = (0..8).map(|n| login(&site, &format!("name{n}"), "wrong guess").status).collect();
    assert_eq!(tries, [401, 401, 401, 401, 401, 429, 429, 429]);
    assert_eq!(site.get("/club").status, 200);
}

/// Work is counted instead of time: the same number of hashes, whether a name or an address is known or not.
#[test]
fn no_answer_and_no_work_tells_who_is_a_member() {
    let server = MailServer::start();
    let mail = MailConfig::parse(&server.section()).unwrap();
    let config = ClubConfig { mail: Some(mail), ..open_club() };
    let computed = config.hashing.computed.clone();
    let site = club_with(config);
    let register = |name: &str, email: &str| {
        site.post("/account/register", &json!({ "name": name, "password": PASSWORD, "email": email }))
    };
    assert_eq!(register("ann", "ann@club.example").json(202)["state"], "confirm");
    let code = json!({ "code": code_in(&server.next()) });
    assert_eq!(site.post("/account/confirm", &code).json(200)["name"], "ann");
    let cost = |ask: &dyn Fn() -> Answer| {
        let before = computed.load(Ordering::SeqCst);
        let answer = ask();
        (answer.status, answer.body, computed.load(Ordering::SeqCst) - before)
    };
    let known = cost(&|| login(&site, "ann", "wrong guess"));
    assert_eq!(known, cost(&|| login(&site, "nobody", "wrong guess")));
    assert_eq!((known.0, known.2), (401, 1));
    let known = cost(&|| register("bob", "ann@club.example"));
    assert!(server.next().contains("already"), "the owner of the address is told");
    assert_eq!(known, cost(&|| register("carl", "carl@club.example")));
    assert_eq!((known.0, known.2), (202, 1));
    assert!(server.next().contains("carl@club.example"));
    assert_eq!(site.get("/members/carl").status, 404, "not before the address is confirmed");
    assert_eq!(
        register("bob", "bob@club.example").status,
        202,
        "the name was not taken by the other registration"
    );
    server.next();
    let forgot = |email: &str| site.post("/account/password/forgot", &json!({ "email": email }));
    assert_eq!(cost(&|| forgot("ann@club.example")), cost(&|| forgot("nobody@club.example")));
    code_in(&server.next());
    assert!(server.is_quiet());
}

#[test]
fn a_forgotten_password_is_reset_by_mail() {
    let server = MailServer::start();
    let public_url = Some("https://club.example/".into());
    let config = ClubConfig { mail: MailConfig::parse(&server.section()).ok(), public_url, ..open_club() };
    let (site, clocks) = timed_club(config);
    let new = json!({ "name": "ann", "password": PASSWORD, "email": "ann@club.example" });
    site.post("/account/register", &new).json(202);
    let mail = server.next();
    let confirm = json!({ "code": code_in(&mail) });
    let place = format!("https://club.example/club/confirm#{}", code_in(&mail));
    assert!(mail.replace("=\r\n", "").contains(&place), "the page for it is named: {mail}");
    assert_eq!(word(&login(&site, "ann", PASSWORD), 401), "wrong", "not confirmed yet");
    site.post("/account/confirm", &confirm).json(200);
    assert_eq!(word(&site.post("/account/confirm", &confirm), 403), "wrong", "a code is used once");
    let ann = Guest::sign_in(&site, "ann");
    // The mail server refuses twice; the mail is sent again.
    server.refusals.store(2, Ordering::SeqCst);
    let forgot = json!({ "email": "ANN@club.example" });
    assert_eq!(site.post("/account/password/forgot", &forgot).status, 202);
    let code = code_in(&server.next());
    let reset = json!({ "code": code, "new": "battery staple" });
    clocks.time_of_day.fetch_add(3_600_001, Ordering::SeqCst);
    assert_eq!(
        word(&site.post("/account/password/reset", &reset), 403),
        "wrong",
        "after an hour it is too old"
    );
    site.post("/account/password/forgot", &forgot);
    let reset = json!({ "code": code_in(&server.next()), "new": "battery staple" });
    assert_eq!(site.post("/account/password/reset", &reset).status, 204);
    assert_eq!(ann.get(&site, "/account").status, 401, "all sessions have ended");
    assert_eq!(login(&site, "ann", PASSWORD).status, 401);
    assert_eq!(login(&site, "ann", "battery staple").status, 200);
    assert_eq!(word(&site.post("/account/password/reset", &reset), 403), "wrong", "a code is used once");
}

#[test]
fn a_password_is_changed_by_who_knows_it() {
    let site = club();
    let ann = Guest::join(&site, "ann");
    let other = Guest::sign_in(&site, "ann");
    let wrong = json!({ "old": "wrong guess", "new": "battery staple" });
    assert_eq!(word(&ann.post(&site, "/account/password", &wrong), 403), "wrong");
    let right = json!({ "old": PASSWORD, "new": "battery staple" });
    assert_eq!(ann.post(&site, "/account/password", &right).status, 200);
    assert_eq!(other.get(&site, "/account").status, 401, "other sessions have ended");
    assert_eq!(login(&site, "ann", "battery staple").status, 200);
}

#[test]
fn tokens_do_what_their_scopes_allow_and_no_more() {
    let site = club();
    let ann = Guest::join(&site, "ann");
    let eve = Guest::join(&site, "eve");
    let reader = ann.with_token(&site, &["read"]);
    let me = reader.get(&site, "/account").json(200);
    assert_eq!((&me["name"], &me["scopes"], &me["csrf"]), (&json!("ann"), &json!(["read"]), &Value::Null));
    let player = ann.with_token(&site, &["play"]);
    assert_eq!(word(&player.get(&site, "/account"), 403), "scope");
    // Tokens do not manage accounts, so that a stolen one cannot make others.
    let wish = json!({ "name": "x", "scopes": ["play"] });
    assert_eq!(word(&reader.post(&site, "/account/tokens", &wish), 403), "scope");
    for bad in [json!({ "name": "x", "scopes": [] }), json!({ "name": "x", "scopes": ["all"] })] {
        assert_eq!(ann.post(&site, "/account/tokens", &bad).status, 400);
    }
    let list = ann.get(&site, "/account/tokens").json(200);
    let id = list["tokens"][0]["id"].as_str().unwrap();
    assert!(!list.to_string().contains("qd_"), "the text of a token is shown once");
    assert_eq!(eve.get(&site, "/account/tokens").json(200)["tokens"], json!([]));
    assert_eq!(eve.ask(&site, "DELETE", &format!("/account/tokens/{id}"), "").status, 404, "not hers");
    assert_eq!(ann.ask(&site, "DELETE", &format!("/account/tokens/{id}"), "").status, 204);
    assert_eq!(word(&reader.get(&site, "/account"), 401), "sign_in");
    for token in ["", "qd_", "x y", "qd_0000000000000000000000000000000000000000", "' OR 1=1 --"] {
        let guest = Guest { token: format!("{token} "), ..Guest::default() };
        assert_eq!(guest.get(&site, "/account").status, 401, "{token}");
    }
}

/// Nothing that opens an account is in the files of the club.
#[test]
fn secrets_are_nowhere_in_the_data_folder() {
    let mut site = club();
    let ann = Guest::join(&site, "ann");
    let token = ann.with_token(&site, &["read", "play"]).token;
    login(&site, "ann", "a wrong password");
    site.end();
    let secrets =
        [PASSWORD, "a wrong password", &token, &ann.cookie["quadrille_session=".len()..], &ann.csrf];
    for file in std::fs::read_dir(&site.folder).unwrap().flatten().filter(|file| file.path().is_file()) {
        let bytes = std::fs::read(file.path()).unwrap();
        for secret in secrets {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{} has {secret}", file.path().display());
        }
    }
}

#[test]
fn a_closed_club_and_a_wrong_code_let_no_one_in() {
    for (registration, words) in
        [(Registration::Closed, "administrator"), (Registration::Code, "is not a code")]
    {
        let site = club_with(ClubConfig { registration, ..open_club() });
        let new = json!({ "name": "ann", "password": PASSWORD, "code": "guess" });
        assert!(site.post("/account/register", &new).refused(403).contains(words));
        assert_eq!(site.get("/members/ann").status, 404);
    }
}

#[test]
fn the_workbench_of_a_club_is_for_members() {
    let site = club();
    let ann = Guest::join(&site, "ann");
    assert_eq!(site.get("/board?game=tzaar").status, 200);
    assert_eq!(site.get("/regions?game=amazons").status, 401);
    assert_eq!(
        ann.get(&site, "/regions?game=amazons&position=..%23o%7C.x%23.%7C%23%23%23.%7Co.%23x%20b").status,
        200
    );
    let game = json!({ "game": "tzaar", "seats": ["person", "person"] });
    assert_eq!(site.post("/games", &game).status, 401);
    assert_eq!(ann.post(&site, "/games", &game).status, 403);
    assert_eq!(ann.get(&site, "/matches").status, 403);
}

/// Behind a proxy every request has the proxy's address; what it says about others is believed, and no one else is.
#[test]
fn only_the_trusted_proxy_may_name_the_client() {
    let tries = |trusted: Option<&str>| {
        let trusted_proxy = trusted.map(|ip| ip.parse().unwrap());
        let site =
            club_with(ClubConfig { trusted_proxy, account_rate: 0.001, account_burst: 2.0, ..open_club() });
        let ask = |forwarded: &str| {
            let body = r#"{"name":"ann","password":"wrong guess"}"#;
            let text = format!(
                "POST /api/v1/account/login HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {forwarded}\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\nconnection: close\r\n\r\n{body}",
                site.address,
                body.len()
            );
            site.raw(text.as_bytes()).status
        };
        [1, 2, 3, 4]
            .map(|n| ask(&format!("10.0.0.{n}")))
            .into_iter()
            .chain([ask("10.0.0.5, 10.9.9.9"), ask("10.0.0.6, 10.9.9.9"), ask("10.0.0.7,10.9.9.9")])
            .collect::<Vec<u16>>()
    };
    assert_eq!(tries(None), [401, 401, 429, 429, 429, 429, 429], "the header is ignored");
    assert_eq!(tries(Some("10.1.1.1")), [401, 401, 429, 429, 429, 429, 429], "this is not the proxy");
    // Clients may send the header too; only what the proxy has added last counts.
    assert_eq!(tries(Some("127.0.0.1")), [401, 401, 401, 401, 401, 401, 429]);
}
