//! `quadrille cgt`: text, JSON and SVG, and bad input of every kind.

mod common;

use common::{good, quadrille, refused};

const FIGURE: &str = "#.#|.#x|o.#";

#[test]
fn positions_have_values_means_and_temperatures() {
    let out = good(&["cgt", "value", "amazons", "--position", FIGURE]);
    assert!(out.starts_with("value {2|±1,-1/2}\nmean 3/4\ntemperature 5/4\n"), "{out}");
    for method in ["exact", "generic", "tds+", "tds:e3", "tds+:-e4,rule=one"] {
        let out = good(&["cgt", "temperature", "amazons", "--position", FIGURE, "--method", method]);
        assert!(out.starts_with("mean 3/4\ntemperature 5/4\n"), "{method}: {out}");
    }
    let out = good(&["cgt", "thermograph", "domineering", "--position", "...|..."]);
    assert!(out.contains("left wall (3, -1) (3/4, 5/4)\n"), "{out}");
    let out = good(&["cgt", "value", "--game", "{2|-1/2,{1|-1}} + *"]);
    assert!(out.contains("mean 3/4\ntemperature 5/4"), "{out}");
}

#[test]
fn json_has_exact_fractions() {
    let out = good(&["cgt", "temperature", "amazons", "--position", FIGURE, "--json"]);
    for part in [
        "\"mean\":\"3/4\"",
        "\"temperature\":\"5/4\"",
        "\"value\":null",
        "\"method\":\"exact\"",
        "\"nodes\":",
        "\"time_ms\":",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let out = good(&["cgt", "thermograph", "--game", "±1", "--json"]);
    assert!(out.contains("\"left_wall\":[[\"2\",\"-1\"],[\"0\",\"1\"]]"), "{out}");
    let out = good(&["cgt", "sum", "amazons", "--position", "x..|o.. + o..|x..", "--json"]);
    assert!(out.contains("\"parts\":[{") && out.contains("\"mean\":\"0\",\"temperature\":\"-1\""), "{out}");
}

#[test]
fn players_of_sums_meet() {
    let few = ["--boards", "2", "--size", "3x3", "--burnt", "2", "--sums", "2", "--nodes", "400"];
    let players = [
        "hotstrat:exact",
        "hotstrat-second:tds+,nodes=200",
        "hotstrat:tds,nodes=50",
        "sentestrat",
        "thermostrat",
        "follow",
        "mean",
        "hybrid:mixed,depth=2,components=2,moves=2",
        "alphabeta:tt=1M",
        "mcts:memory=1M",
    ];
    for pair in players.windows(2) {
        let args = [&["cgt", "sum", "match", pair[0], pair[1]][..], &few].concat();
        let out = good(&args);
        assert!(out.starts_with(&format!("{} vs {}: 4 games, score ", pair[0], pair[1])), "{out}");
        assert!(out.contains(" won ") && out.contains(" ms a move\n"), "{out}");
    }
    let args = [
        "cgt", "sum", "match", "hotstrat", "hotstrat", "--boards", "1", "--size", "3x3", "--sums", "3",
        "--json",
    ];
    let out = good(&args);
    assert!(out.contains("\"games\":6") && out.contains("\"score\":0.0"), "even against itself: {out}");
    let out = good(&[&["cgt", "sum", "play", "hybrid", "alphabeta:tt=1M"][..], &few].concat());
    assert!(out.lines().count() > 3 && (out.contains(" moves left\n") || out.contains("zero\n")), "{out}");
    refused(
        &["cgt", "sum", "match", "coldstrat", "hotstrat"],
        "'coldstrat' is not a player of sums; known: hotstrat,",
    );
    refused(&["cgt", "sum", "match", "hotstrat:magic", "hotstrat"], "'magic' is no source");
    refused(&["cgt", "sum", "match", "hotstrat:depth=3", "hotstrat"], "'depth=3' is no source");
    refused(&["cgt", "sum", "match", "hybrid:depth=0", "hotstrat"], "'0' is not a value of depth");
    refused(&["cgt", "sum", "match", "hotstrat:database=no-such-file", "hotstrat"], "no-such-file");
    refused(&["cgt", "sum", "match", "alphabeta:magic", "hotstrat"], "'magic'");
    refused(&["cgt", "sum", "match", "hotstrat", "hotstrat", "--size", "9x9"], "'9x9'");
    refused(&["cgt", "sum", "match", "hotstrat", "hotstrat", "--size", "2x2", "--burnt", "3"], "'3' burnt");
}

#[test]
fn pictures_are_svg() {
    let out = good(&["cgt", "thermograph", "clobber", "--position", "xxo", "--svg"]);
    assert!(
        out.starts_with("<svg ") && out.contains("mean 0, temperature 0") && out.ends_with("</svg>\n"),
        "{out}"
    );
}

#[test]
fn bad_input_gets_one_sentence() {
    refused(&["cgt", "value", "chess", "--position", "x"], "'chess'");
    refused(&["cgt", "value", "amazons", "--position", "x.|o"], "'o' is a row of 1 squares");
    refused(&["cgt", "value", "amazons", "--position", "xx?|o.."], "'?'");
    refused(&["cgt", "temperature", "amazons", "--position", FIGURE, "--method", "magic"], "'magic'");
    refused(&["cgt", "temperature", "amazons", "--position", FIGURE, "--method", "tds+:-e1"], "'e4' needs");
    refused(&["cgt", "temperature", "amazons", "--position", FIGURE, "--method", "exact:e1"], "'e1'");
    refused(
        &["cgt", "thermograph", "amazons", "--position", FIGURE, "--method", "tds", "--svg"],
        "no thermograph",
    );
    refused(&["cgt", "value", "--game", "{1|2"], "'{1|2'");
    refused(&["cgt", "value", "--game", "1/3"], "'1/3'");
    refused(&["cgt", "value", "--game", "1", "--method", "tds"], "'tds'");
    let long = format!("x{}|{}o|{}", ".".repeat(9), ".".repeat(9), ".".repeat(10));
    refused(&["cgt", "temperature", "amazons", "--position", &long, "--method", "tds+"], "may last 28 moves");
    let run = quadrille(&["cgt", "temperature", "amazons", "--position", "x...|....|...o", "--nodes", "100"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("budget"), "{}", run.err);
}

#[test]
fn databases_are_built_asked_checked_and_refused_when_damaged() {
    let folder = std::env::temp_dir().join(format!("quadrille-cgt-command-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("3x3.cgdb");
    let file = path.to_str().unwrap();
    let out = good(&["cgt", "database", "build", "3x3", "--file", file]);
    assert!(out.contains("box 3x3") && out.contains("757 positions"), "{out}");
    let out = good(&["cgt", "database", "probe", "--file", file, "--position", FIGURE]);
    assert!(out.starts_with("mean 3/4, temperature 5/4\nLeft moves best to "), "{out}");
    let out = good(&["cgt", "database", "probe", "--file", file, "--position", FIGURE, "--json"]);
    assert!(out.contains("\"mean\":\"3/4\"") && out.contains("\"right_best\":\""), "{out}");
    let out = good(&["cgt", "database", "verify", "--file", file]);
    assert!(out.contains("all 757 positions"), "{out}");
    let out = good(&["cgt", "database", "stats", "--file", file, "--json"]);
    assert!(out.contains("\"box\":\"3x3\""), "{out}");
    refused(
        &["cgt", "database", "probe", "--file", file, "--position", "x...|...o"],
        "'x...|...o' is not in",
    );
    refused(&["cgt", "database", "build", "9x9", "--file", file], "'9x9'");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[1000] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    for task in ["verify", "stats"] {
        refused(&["cgt", "database", task, "--file", file], "3x3.cgdb is damaged");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    refused(&["cgt", "database", "stats", "--file", file], "3x3.cgdb");
}
