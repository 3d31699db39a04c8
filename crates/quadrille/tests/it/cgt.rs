//! `quadrille cgt`: text, JSON and SVG, and bad input of every kind.

use crate::common;

use common::{good, quadrille, refused};

const FIGURE: &str = "#.#|.#x|o.#";

#[test]
fn positions_have_values_means_and_temperatures() {
    let out = good(&["cgt", "value", "amazons", "--position", FIGURE]);
    assert!(out.starts_with("value {2|±1,-1/2}\nmean 3/4\ntemperature 5/4\n"), "{out}");
    for method in [
        "exact",
        "generic",
        "tds+",
        "tds:e3",
        "tds+:-e4,rule=one",
        "tds+:across,extra=2,ties=board,tt=1M",
        "mts",
        "mts+tds",
        "mts+tds:-e4",
    ] {
        let out = good(&["cgt", "temperature", "amazons", "--position", FIGURE, "--method", method]);
        assert!(out.starts_with("mean 3/4\ntemperature 5/4\n"), "{method}: {out}");
    }
    let out = good(&["cgt", "thermograph", "domineering", "--position", "...|..."]);
    assert!(out.contains("left wall (3, -1) (3/4, 5/4)\n"), "{out}");
    let out = good(&["cgt", "value", "--game", "{2|-1/2,{1|-1}} + *"]);
    assert!(out.contains("mean 3/4\ntemperature 5/4"), "{out}");
}

#[test]
fn abstract_games_thresholds_and_bounds() {
    for method in ["tds", "tds+", "mts", "mts+tds", "generic"] {
        let out = good(&["cgt", "temperature", "--game", "{2|-1/2,{1|-1}}", "--method", method]);
        assert!(out.starts_with("mean 3/4\ntemperature 5/4\n"), "{method}: {out}");
    }
    let ask = |above, method| {
        good(&["cgt", "temperature", "amazons", "--position", FIGURE, "--above", above, "--method", method])
    };
    for method in ["exact", "tds", "tds+", "mts"] {
        assert_eq!(ask("1", method), "the temperature is above 1\n", "{method}");
        assert_eq!(ask("5/4", method), "the temperature is not above 5/4\n", "{method}");
    }
    assert_eq!(ask("1", "tds:finest=3"), "the temperature is above 1 (an estimate)\n");
    let out = good(&["cgt", "temperature", "--game", "*", "--above", "-1/2", "--json"]);
    assert!(out.contains("\"above\":\"-1/2\",\"hotter\":true"), "{out}");
    let open = "x...|....|...o";
    let out =
        good(&["cgt", "temperature", "amazons", "--position", open, "--method", "mts", "--nodes", "50"]);
    assert!(out.contains("(an estimate)\nmean from -") && out.contains("temperature from "), "{out}");
    // A search for every fall-back estimator, which names one and says that it is none of its own.
    for name in ["min", "min-delta", "zero", "minus-one", "half-min", "half-min-delta", "half-min-plus-one"] {
        let method = format!("tds:estimate={name}");
        let out =
            good(&["cgt", "temperature", "amazons", "--position", open, "--method", &method, "--nodes", "9"]);
        assert!(out.contains("(an estimate)"), "{out}");
    }
    let out = good(&[
        "cgt",
        "temperature",
        "amazons",
        "--position",
        FIGURE,
        "--method",
        "tds+:bounds=unknown,finest=3",
    ]);
    assert!(out.starts_with("mean 3/4\ntemperature 5/4 (an estimate)\n"), "{out}");
    refused(&["cgt", "temperature", "--game", "*", "--above", "1/3"], "'1/3'");
    refused(&["cgt", "temperature", "amazons", "--position", FIGURE, "--method", "mts:e1"], "'e1'");
    refused(&["cgt", "temperature", "--game", "100", "--method", "tds"], "'100'");
    refused(
        &["cgt", "temperature", "amazons", "--position", FIGURE, "--method", "tds+:bounds=unknown"],
        "finest",
    );
}

#[test]
fn open_questions() {
    let out = good(&["cgt", "born", "4"]);
    assert!(out.starts_with("1/8: 1/8 3/8 5/8 7/8\n"), "{out}");
    assert!(out.ends_with("20 temperatures, 66 pairs of temperature and absolute mean\n"), "{out}");
    refused(&["cgt", "born", "5"], "day 5");
    let folder = std::env::temp_dir().join(format!("quadrille-cgt-hunt-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("positions.csv");
    let file = path.to_str().unwrap();
    std::fs::write(&path, format!("board,empties\n{FIGURE},3\nx..|o..,4\n")).unwrap();
    let out = good(&["cgt", "hunt", "amazons", "--file", file]);
    assert_eq!(out, "2 positions, 0 more than 2 steps of 2^-2 hotter than the estimate\n");
    std::fs::write(&path, "x..|o\n").unwrap();
    refused(&["cgt", "hunt", "amazons", "--file", file], "line 1: 'o' is a row");
    std::fs::remove_dir_all(&folder).unwrap();
    refused(&["cgt", "hunt", "chess", "--file", file], "'chess'");
}

#[test]
fn values_come_with_everything_that_canonical_forms_tell() {
    let out = good(&["cgt", "value", "amazons", "--position", FIGURE, "--syntax", "cgsuite"]);
    let lines = "value {2|-1/2,+-1}\nmean 3/4\ntemperature 5/4\noutcome N (the first player wins)\nleft stop 2, right stop -1/2\n\
                 birthday 3\nreduced canonical form {2|-1/2,+-1}\natomic weight none: the game is not all small\n";
    assert!(out.starts_with(lines), "{out}");
    let out = good(&["cgt", "value", "clobber", "--position", "xxo"]);
    assert!(out.contains("outcome L (Left wins)\n") && out.contains("\natomic weight 1\n"), "{out}");
    let out = good(&["cgt", "value", "--game", "Tiny(2) + 3^*", "--json"]);
    for field in [
        "\"outcome\":\"L\"",
        "\"left_stop\":\"3\"",
        "\"right_stop\":\"3\"",
        "\"birthday\":",
        "\"reduced\":\"3\"",
        "\"atomic_weight\":null",
    ] {
        assert!(out.contains(field), "{field}: {out}");
    }
    for (game, position) in [("domineering", "...|..."), ("nogo", "x..|..o")] {
        let out = good(&["cgt", "value", game, "--position", position]);
        assert!(out.contains("\noutcome ") && out.contains("\nbirthday "), "{out}");
    }
    // Only value asks for them: they may take long.
    let out = good(&["cgt", "thermograph", "--game", "{3||2*|1*}", "--syntax", "cgsuite"]);
    assert!(out.starts_with("value {3||2*|1*}\n") && !out.contains("birthday"), "{out}");
    refused(&["cgt", "value", "--game", "1", "--syntax", "latex"], "'latex'");
}

#[test]
fn games_are_cooled_and_heated() {
    let ask = |words: &[&str]| {
        let mut all = vec!["cgt"];
        all.extend(words);
        good(&all).lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(ask(&["cool", "--game", "{3||2*|1*}", "--by", "1/2"]), "value {5/2|2+*}");
    assert_eq!(ask(&["cool", "amazons", "--position", FIGURE, "--by", "5/4"]), "value 3/4+*");
    assert_eq!(ask(&["cool", "--game", "1/4", "--by", "-3/8"]), "value {3/8|1/8}");
    assert_eq!(ask(&["heat", "domineering", "--position", "..|.#", "--by", "1"]), "value ±1");
    assert_eq!(ask(&["heat", "--game", "{3||2*|1*}", "--by", "*", "--syntax", "cgsuite"]), "value {3*||2|1}");
    assert_eq!(
        ask(&["heat", "--game", "7/16", "--by", "0", "--lower", "0", "--syntax", "cgsuite"]),
        "value ^[3]"
    );
    refused(&["cgt", "cool", "--game", "1", "--by", "-1"], "'-1' is too cold");
    refused(&["cgt", "cool", "--game", "1", "--by", "1/3"], "'1/3'");
    refused(&["cgt", "heat", "--game", "1", "--by", "hot"], "'hot'");
    refused(&["cgt", "heat", "--game", "5000", "--by", "1", "--lower", "^"], "'5000'");
    refused(&["cgt", "cool", "amazons", "--position", FIGURE, "--by", "1", "--method", "tds"], "'tds'");
    refused(&["cgt", "cool", "chess", "--position", FIGURE, "--by", "1"], "'chess'");
}

#[test]
fn blocker_territories_are_built_probed_and_verified() {
    let folder = std::env::temp_dir().join(format!("quadrille-blockers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("3x3.blockers");
    let file = path.to_str().unwrap();
    let out = good(&["cgt", "blockers", "build", "3x3", "--file", file]);
    assert!(out.contains("box 3x3, ") && out.contains(" of them defective"), "{out}");
    let probe = |position| good(&["cgt", "blockers", "probe", "--file", file, "--position", position]);
    // The amazon may walk around and fill everything; as a blocker it must burn the middle, and gets one side only.
    assert_eq!(probe(".x."), "2 turns are certain on 2 empty squares\n");
    assert_eq!(probe(".X."), "1 turns are certain on 2 empty squares\n");
    let out = good(&["cgt", "blockers", "verify", "--file", file]);
    assert!(out.contains("follow from their moves"), "{out}");
    refused(&["cgt", "blockers", "probe", "--file", file, "--position", "x...|...."], "'x...|....'");
    refused(&["cgt", "blockers", "probe", "--file", file, "--position", "x?"], "'?'");
    refused(&["cgt", "blockers", "build", "5x4", "--file", file], "'5x4'");
    refused(&["cgt", "blockers", "build", "4", "--file", file], "'4'");
    refused(&["cgt", "blockers", "build", "2x2", "--amazons", "3", "--file", file], "'3'");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[40] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    refused(&["cgt", "blockers", "verify", "--file", file], "checksum");
    std::fs::write(&path, "precious").unwrap();
    refused(&["cgt", "blockers", "build", "3x3", "--file", file], "3x3.blockers");
    assert_eq!(std::fs::read(&path).unwrap(), b"precious");
    std::fs::remove_dir_all(&folder).unwrap();
    let out = good(&["cgt", "blockers", "compare", "5x5", "--games", "20"]);
    assert!(out.contains(" positions of 20 random games"), "{out}");
    refused(&["cgt", "blockers", "compare", "99x99"], "'99x99'");
}

#[test]
fn later_days_are_sampled() {
    let out = good(&["cgt", "born", "5", "--sample", "2000", "--seed", "3"]);
    assert!(out.ends_with(" in a sample of 2000 games born by day 5; there may be others\n"), "{out}");
    assert_eq!(out, good(&["cgt", "born", "5", "--sample", "2000", "--seed", "3"]));
    let out = good(&["cgt", "born", "6", "--sample", "50", "--json"]);
    assert!(out.contains("\"complete\":false") && out.contains("\"sample\":50"), "{out}");
    refused(&["cgt", "born", "3", "--sample", "10"], "day 3");
    refused(&["cgt", "born", "41", "--sample", "10"], "day 41");
    refused(&["cgt", "born", "5", "--sample", "0"], "'0'");
    refused(&["cgt", "born", "5", "--sample", "200001"], "'200001'");
    refused(&["cgt", "born", "5", "--sample", "many"], "'many'");
    refused(&["cgt", "born", "4", "--seed", "1"], "--sample");
}

#[test]
fn databases_with_several_amazons() {
    let folder = std::env::temp_dir().join(format!("quadrille-cgt-several-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("2x3.cgdb");
    let file = path.to_str().unwrap();
    let build = ["cgt", "database", "build", "3x2", "--left", "2", "--minimax", "--forms", "--file", file];
    let out = good(&build);
    assert!(out.contains("board 3x2, 2 and 1 amazons"), "{out}");
    let out = good(&["cgt", "database", "probe", "--file", file, "--position", "x.x|.o."]);
    assert!(out.contains("value ") && out.contains("Left first, both in turn: "), "{out}");
    let out = good(&["cgt", "database", "verify", "--file", file]);
    assert!(out.contains("follow from their moves"), "{out}");
    refused(&["cgt", "database", "probe", "--file", file, "--position", "xxx|.o."], "'xxx|.o.' is not in");
    refused(&["cgt", "database", "build", "3x3", "--left", "3", "--file", file], "3 and 1 amazons");
    refused(
        &["cgt", "database", "build", "4x4", "--mem", "1M", "--file", file],
        "which is more than the 1048576",
    );
    refused(&["cgt", "database", "build", "4x4", "--mem", "lots", "--file", file], "'lots'");
    let nowhere = folder.join("none").join("x.cgdb");
    refused(&["cgt", "database", "build", "2x2", "--file", nowhere.to_str().unwrap()], "none");
    std::fs::remove_dir_all(&folder).unwrap();
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
        "hybrid:moves=4,exact=6",
        "alphabeta:tt=1M",
        "mcts:memory=1M",
    ];
    for pair in players.windows(2) {
        let args = [&["cgt", "sum", "match", pair[0], pair[1]][..], &few].concat();
        let out = good(&args);
        assert!(out.starts_with(&format!("{} vs {}: 4 games, score ", pair[0], pair[1])), "{out}");
        assert!(out.contains(" won ") && out.contains(" ms a move, "), "{out}");
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
    refused(&["cgt", "sum", "match", "hotstrat:magic", "hotstrat"], "'magic' is not a source");
    refused(&["cgt", "sum", "match", "hotstrat:depth=3", "hotstrat"], "'depth=3' is not a source");
    refused(&["cgt", "sum", "match", "hybrid:moves=0", "hotstrat"], "'0' is not a value of moves");
    refused(&["cgt", "sum", "match", "hybrid:mixed", "hotstrat"], "'mixed' is not a setting of hybrid");
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
    assert!(out.contains("board 3x3") && out.contains("757 positions"), "{out}");
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
