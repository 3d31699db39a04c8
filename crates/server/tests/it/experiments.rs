//! Experiments on the server: listed, run in the background, stopped, resumed, shown; and nothing outside their folders
//! is touched.

use crate::common;

use common::Site;
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// A citation: it has no cells, so it is complete at once.
const QUICK: &str = "tzaar-table-4.16";
/// Many cells of some hundred milliseconds each.
const LONG: &str = "tzaar-table-4.1";

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn look(site: &Site, name: &str) -> Value {
    site.get(&format!("/experiments/{name}")).json(200)
}

fn done(site: &Site, name: &str) -> u64 {
    look(site, name)["run"]["done"].as_u64().unwrap_or(0)
}

fn run(site: &Site, name: &str) -> common::Answer {
    site.post(&format!("/experiments/{name}/run"), &json!({}))
}

#[test]
fn every_experiment_of_the_lab_is_listed() {
    let site = Site::new();
    let list = site.get("/experiments").json(200);
    let listed: Vec<&str> =
        list["experiments"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap()).collect();
    assert_eq!(listed, lab::all(players::GAMES).iter().map(|e| e.name.as_str()).collect::<Vec<_>>());
    for experiment in list["experiments"].as_array().unwrap() {
        assert_eq!((&experiment["results"], &experiment["run"]["state"]), (&json!([]), &json!("none")));
        let about_all = experiment["name"].as_str().unwrap().starts_with("worth-");
        let about_one = players::GAMES.iter().any(|game| experiment["game"] == game.name());
        assert!(about_one != about_all, "{experiment}");
    }
}

#[test]
fn a_complete_experiment_has_a_plot_and_a_table() {
    let site = Site::new();
    assert_eq!(run(&site, QUICK).status, 202);
    wait_until("it is complete", || look(&site, QUICK)["run"]["state"] == "complete");
    let shown = look(&site, QUICK);
    let [result] = &shown["results"].as_array().unwrap()[..] else { panic!("{shown}") };
    assert_eq!((result["shelf"].as_str(), result["scale"].as_str()), (Some("own"), Some("quick")));
    let (columns, rows) = (&result["table"]["columns"], result["table"]["rows"].as_array().unwrap());
    assert!(!rows.is_empty());
    assert!(rows.iter().all(|row| row.as_array().unwrap().len() == columns.as_array().unwrap().len()));
    let of = |what: &str| site.get(&format!("/experiments/{QUICK}/results/own/{what}"));
    let (plot, table) = (of("plot"), of("table"));
    assert!(plot.body.starts_with("<svg ") && plot.head.contains("image/svg+xml"), "{}", plot.head);
    // A plot may be opened on its own, and still no script in it would run.
    let policy = plot.head.lines().find(|line| line.starts_with("content-security-policy:")).unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
    assert!(!policy.contains("script-src"), "{policy}");
    assert_eq!(table.body.lines().count(), rows.len() + 1, "{}", table.body);
    assert!(table.head.contains("text/csv"), "{}", table.head);
    assert!(run(&site, QUICK).refused(409).contains("complete"));
    assert!(site.folder.join("lab").join(QUICK).join(format!("{QUICK}.md")).is_file());
    assert_eq!(site.ask("DELETE", &format!("/experiments/{QUICK}"), "").status, 204);
    assert_eq!(look(&site, QUICK)["run"]["state"], "none");
    assert!(!site.folder.join("lab").join(QUICK).exists());
    assert_eq!(of("plot").status, 404);
}

#[test]
fn results_that_were_given_are_shown_and_never_changed() {
    let site = Site::new();
    run(&site, QUICK).json(202);
    wait_until("it is complete", || look(&site, QUICK)["run"]["state"] == "complete");
    let (own, given) = (site.folder.join("lab").join(QUICK), site.folder.join("shown").join(QUICK));
    fs::create_dir_all(given.parent().unwrap()).unwrap();
    fs::rename(&own, &given).unwrap();
    let before = contents(&given);
    assert_eq!(look(&site, QUICK)["run"]["state"], "none", "nothing was run here");
    assert_eq!(look(&site, QUICK)["results"][0]["shelf"], "given");
    assert_eq!(site.get(&format!("/experiments/{QUICK}/results/given/plot")).status, 200);
    run(&site, QUICK).json(202);
    wait_until("both are there", || look(&site, QUICK)["results"].as_array().unwrap().len() == 2);
    assert_eq!(site.ask("DELETE", &format!("/experiments/{QUICK}"), "").status, 204);
    assert_eq!(look(&site, QUICK)["results"].as_array().unwrap().len(), 1);
    assert_eq!(contents(&given), before);
    // What cannot be read is said of this experiment, and the others are still listed.
    fs::write(given.join(format!("{QUICK}.json")), "{}").unwrap();
    assert!(look(&site, QUICK)["problem"].as_str().unwrap().contains(QUICK));
    let list = site.get("/experiments").json(200);
    assert_eq!(list["experiments"].as_array().unwrap().len(), lab::all(players::GAMES).len());
}

fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn a_run_is_followed_stopped_and_gone_on_with() {
    let mut site = Site::new();
    run(&site, LONG).json(202);
    assert!(run(&site, LONG).refused(409).contains("running"));
    let other = run(&site, QUICK);
    assert_eq!(other.status, 429, "one at a time: {}", other.body);
    let status = site.get("/status").json(200);
    assert_eq!((&status["experiments"], &status["searches"][0]["what"]), (&json!(1), &json!("experiment")));
    let refused = site.ask("DELETE", &format!("/experiments/{LONG}"), "").refused(409);
    assert!(refused.contains("stop it first"), "{refused}");
    let mut live = site.follow(&format!("/experiments/{LONG}/events"));
    let seen = loop {
        let now = live.until("experiment")["run"].clone();
        if now["done"].as_u64().is_some_and(|done| done >= 2) {
            break now;
        }
    };
    assert_eq!(seen["state"], "running");
    assert!(seen["of"].as_u64() > seen["done"].as_u64() && seen["left"].as_f64().unwrap() > 0.0, "{seen}");
    site.post(&format!("/experiments/{LONG}/stop"), &json!({})).json(200);
    wait_until("its place is free", || site.searches() == 0);
    wait_until("it has stopped", || look(&site, LONG)["run"]["state"] == "stopped");
    let before = done(&site, LONG);
    assert!(before >= 2);
    assert!(site.post(&format!("/experiments/{LONG}/stop"), &json!({})).refused(409).contains("not running"));
    site.restart();
    assert_eq!(look(&site, LONG)["run"]["state"], "stopped", "what was begun is still known");
    run(&site, LONG).json(202);
    wait_until("it goes on where it was", || done(&site, LONG) >= before);
    // The end of the server ends the run, and what is done is kept.
    site.restart();
    assert_eq!(look(&site, LONG)["run"]["state"], "stopped");
}

#[test]
fn what_was_begun_by_another_version_is_said_and_can_be_deleted() {
    let site = Site::new();
    let folder = site.folder.join("lab").join(LONG);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{LONG}.journal.jsonl")), "nonsense\n").unwrap();
    run(&site, LONG).json(202);
    wait_until("it has failed", || look(&site, LONG)["run"]["state"] == "failed");
    let problem = look(&site, LONG)["run"]["problem"].as_str().unwrap().to_string();
    assert!(problem.contains("delete them"), "{problem}");
    assert!(!problem.contains(site.folder.to_str().unwrap()), "no path of the machine: {problem}");
    assert_eq!(site.searches(), 0);
    assert_eq!(site.ask("DELETE", &format!("/experiments/{LONG}"), "").status, 204);
    assert!(!folder.exists());
}

/// Check 33 for experiments: names are those of the list, and a link in the data folder leads nowhere.
#[test]
fn no_name_and_no_link_leads_out_of_the_data_folder() {
    let site = Site::new();
    for name in ["..", "%2e%2e", "..%2f..%2fetc", "%2fetc%2fpasswd", "CON", "none", &"x".repeat(300)] {
        for path in [format!("/experiments/{name}"), format!("/experiments/{name}/results/own/plot")] {
            assert_eq!(site.get(&path).status, 404, "{path}");
        }
        assert_eq!(site.post(&format!("/experiments/{name}/run"), &json!({})).status, 404, "{name}");
        assert!(
            (404..=405).contains(&site.ask("DELETE", &format!("/experiments/{name}"), "").status),
            "{name}"
        );
    }
    for shelf in ["..", "%2e%2e%2fshown", "other"] {
        assert_eq!(site.get(&format!("/experiments/{QUICK}/results/{shelf}/plot")).status, 404, "{shelf}");
    }
    let elsewhere = site.folder.join("elsewhere");
    fs::create_dir_all(elsewhere.join(QUICK)).unwrap();
    fs::write(elsewhere.join(QUICK).join("precious"), "text").unwrap();
    std::os::unix::fs::symlink(&elsewhere, site.folder.join("lab")).unwrap();
    assert!(run(&site, QUICK).refused(409).contains("link"));
    assert!(site.ask("DELETE", &format!("/experiments/{QUICK}"), "").refused(409).contains("link"));
    assert_eq!(contents(&elsewhere.join(QUICK)), [("precious".to_string(), b"text".to_vec())]);
}
