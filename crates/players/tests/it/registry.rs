//! The registry: every spec it offers makes a player, canonical specs read back, players answer with legal turns.

use players::{ALGORITHMS, GAMES, Limits, Player, Request};
use std::sync::atomic::AtomicBool;

fn few_nodes() -> Limits {
    Limits { nodes: Some(300), depth: Some(2), ..Limits::default() }
}

#[test]
fn every_level_preset_and_algorithm_plays_every_game() {
    let stop = AtomicBool::new(false);
    for game in GAMES.iter() {
        let named = ALGORITHMS.iter().map(|a| a.name.to_owned());
        let levels =
            game.info().levels.iter().chain(game.info().presets).map(|l| format!("level:{}", l.name));
        for spec in named.chain(levels).chain(["best".into()]) {
            let mut player = game.player(&spec, 1).unwrap_or_else(|e| panic!("{}, {spec}: {e}", game.name()));
            let mut board = game.start("").unwrap();
            for _ in 0..4 {
                let request = Request::new(few_nodes(), &stop);
                let info = player.choose_turn(board.as_ref(), request, &mut |_| ());
                let turn = info.turn().unwrap_or_else(|| panic!("{spec} found no turn")).to_owned();
                // The actions of a turn joined by commas are read as the same turn, however the game writes it.
                let mut joined = board.copy();
                joined.play(&info.lines[0].actions.join(",")).unwrap_or_else(|e| panic!("{spec}: {e}"));
                board.play(&turn).unwrap_or_else(|e| panic!("{spec}: {e}"));
                assert_eq!(joined.position_text(), board.position_text(), "{spec}");
            }
        }
    }
}

#[test]
fn a_canonical_spec_makes_an_equal_player() {
    for game in GAMES.iter() {
        let levels =
            game.info().levels.iter().chain(game.info().presets).map(|l| format!("level:{}", l.name));
        // Without playouts their settings have no effect and are left out.
        let others = ["best", "alphabeta:-history,tt=1M", "random", "mcts:playouts=0,best-of=7"];
        for spec in levels.chain(others.map(String::from)) {
            let canonical = game.spec(&spec).unwrap().to_string();
            assert_eq!(game.spec(&canonical).unwrap().to_string(), canonical, "{spec}");
            assert_eq!(game.spec(&canonical), game.spec(&spec), "{spec}");
            let mut words = canonical.split([':', ',']);
            assert!(words.all(|word| word != "level" && word != "best"), "{canonical}");
        }
    }
}

#[test]
fn settings_after_a_level_are_applied_on_top() {
    let game = GAMES.find("knightthrough").unwrap();
    let spec = game.spec("level:expert,threads=2,nodes=77").unwrap().to_string();
    assert!(spec.contains("threads=2") && spec.contains("nodes=77"), "{spec}");
    let best = game.spec("best:threads=2").unwrap().to_string();
    assert!(best.contains("threads=2"), "{best}");
}

#[test]
fn levels_are_ordered_and_described() {
    for game in GAMES.iter() {
        let names: Vec<&str> = game.info().levels.iter().map(|l| l.name).collect();
        assert_eq!(names, ["beginner", "intermediate", "expert", "unbeatable"], "{}", game.name());
        assert!(game.info().levels.iter().chain(game.info().presets).all(|l| !l.help.is_empty()));
    }
}

#[test]
fn bench_positions_and_examples_can_be_read() {
    for game in GAMES.iter() {
        game.at_position(game.info().position_example).unwrap();
        assert!(!game.info().bench.is_empty());
        for (position, depth) in game.info().bench {
            assert!(game.at_position(position).unwrap().outcome().is_none() && *depth > 0);
        }
    }
}

/// Every search of every game, in a middle game, where the Arimaa has no book turns any more.
#[test]
fn the_same_search_twice_after_a_new_game_visits_the_same_nodes() {
    let stop = AtomicBool::new(false);
    for game in GAMES.iter() {
        let (position, _) = game.info().bench.last().unwrap();
        let board = game.at_position(position).unwrap();
        for spec in ["best", "alphabeta:tt=4M", "mcts:memory=4M", "dfpns:tt=4M", "pns:tree=4M", "combined"] {
            let [mut player, mut another] = [1, 1].map(|seed| game.player(spec, seed).unwrap());
            let most = if spec == "best" { 47 } else { 11 };
            for nodes in (1..=20).map(|n| n * n * most) {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let run = |player: &mut dyn Player| {
                    player.new_game();
                    let info = player.choose_turn(board.as_ref(), Request::new(limits, &stop), &mut |_| ());
                    (info.nodes, info.depth, info.verdict, info.lines)
                };
                let first = run(player.as_mut());
                let name = game.name();
                assert!(first.0 > 0 && first.0 <= nodes, "{name}, {spec}: {} of {nodes} nodes", first.0);
                assert_eq!(first, run(player.as_mut()), "{name}, {spec} at {nodes}: the same player");
                assert_eq!(first, run(another.as_mut()), "{name}, {spec} at {nodes}: another player");
            }
        }
    }
}

/// Specs come from files, engines and the network: an error says what is wrong in one short line.
#[test]
fn absurd_specs_are_refused_in_one_short_line() {
    let game = GAMES.find("knightthrough").unwrap();
    let long = "x".repeat(70_000);
    let escape = "alphabeta:\u{1b}[31m=1\n";
    let many_settings = format!("alphabeta:{}", "tt=1M,".repeat(12_000));
    let wide = format!("alphabeta:tt={}", "9".repeat(60_000));
    let level = format!("level:{}", &long[..60_000]);
    for text in [long.as_str(), &level, escape, &many_settings, &wide, "alphabeta:w.\u{7}=1"] {
        let error = game.spec(text).unwrap_err().to_string();
        assert!(error.len() < 1000 && !error.contains(char::is_control), "{error:?}");
        let error = players::sums::make(text, 1).err().unwrap().to_string();
        assert!(error.len() < 1000 && !error.contains(char::is_control), "{error:?}");
    }
    let error = game.spec(&many_settings).unwrap_err().to_string();
    assert!(error.ends_with("is 72010 bytes long; a player spec has at most 65536"), "{error}");
    for weight in ["-2147483648", "2147483647", "100001", "-100001", "99999999999", "", "1.5"] {
        let error = game.spec(&format!("alphabeta:w.knight={weight}")).unwrap_err().to_string();
        assert!(error.contains("it takes a whole number from -100000 to 100000"), "{error}");
    }
}

/// The preset is the report's engine: its constants stand in the canonical spec.
#[test]
fn ser_prunes_a_lot_is_as_the_report_describes_it() {
    let game = GAMES.find("knightthrough").unwrap();
    let spec = game.spec("level:ser-prunes-a-lot").unwrap().to_string();
    let settings = [
        "tt=2^23e",
        "tt-scheme=twodeep",
        "tt-move=on",
        "killers=2",
        "aspiration=100",
        "aspiration-offset=141",
        "lost=previous",
        "time=30s",
        "eval=report",
    ];
    for setting in settings {
        assert!(spec.contains(setting), "{setting} in {spec}");
    }
    for setting in ["lmr", "null", "pvs", "history=", "quiescence", "hints"] {
        assert!(!spec.contains(setting), "{setting} in {spec}");
    }
}

/// Every compile option of the thesis' program can be set behind the name of a preset, and shows in the canonical spec.
#[test]
fn rabbocop_has_the_options_of_the_thesis() {
    let game = GAMES.find("arimaa").unwrap();
    let spec = |text: &str| game.spec(text).unwrap_or_else(|e| panic!("{text}: {e}")).to_string();
    let (tree, deep) = (spec("level:rabbocop-mcts"), spec("level:rabbocop-ab"));
    let off = ["null=", "aspiration=", "history=", "quiescence=", "hints=", "pvs=", "threads=", "relevant="];
    assert!(off.iter().all(|key| !deep.contains(key)), "{deep}");
    for setting in
        ["eval=rabbocop", "no-pass=on", "virtual-loss-as=even", "history=1.1", "best-of=3", "playouts=10"]
    {
        assert!(tree.contains(setting), "{setting} in {tree}");
    }
    for (option, shows) in [
        ("rabbocop-ab,eval=plain", "eval=plain"),
        ("rabbocop-mcts,eval=material", "eval=material"),
        ("rabbocop-ab,eval=rabbocop+goal", "eval=rabbocop+goal"),
        ("rabbocop-ab,null=3", "null=3"),
        ("rabbocop-ab,threads=2", "threads=2"),
        ("rabbocop-mcts,threads=2", "threads=2"),
        ("rabbocop-ab,aspiration=50", "aspiration=50"),
        ("rabbocop-ab,history=d^2", "history=d^2"),
        ("rabbocop-ab,tt=100M", "tt=100M"),
        ("rabbocop-mcts,memory=100M", "memory=100M"),
    ] {
        let found = spec(&format!("level:{option}"));
        assert!(found.contains(shows) && found != tree && found != deep, "{option}: {found}");
        assert!(
            game.info().notes.contains(option.split(['=', ',']).nth(1).unwrap()),
            "{option} in the notes"
        );
    }
    for (option, gone) in [
        ("rabbocop-ab,-no-pass", "no-pass"),
        ("rabbocop-mcts,-no-pass", "no-pass"),
        ("rabbocop-mcts,-history", ",history="),
        ("rabbocop-mcts,-best-of", "best-of"),
        ("rabbocop-ab,-tt", "tt=200M"),
        ("rabbocop-mcts,graph=tree", "graph="),
    ] {
        let found = spec(&format!("level:{option}"));
        assert!(!found.contains(gone) && found != tree && found != deep, "{option}: {found}");
        assert!(game.info().notes.contains(option.split(',').nth(1).unwrap()), "{option} in the notes");
    }
}

/// Every setting of Monte-Carlo tree search switched on and off, in a whole game against each other at a small budget.
#[test]
fn every_switch_of_mcts_plays_legal_games() {
    let mcts = ALGORITHMS.iter().find(|a| a.name == "mcts").unwrap();
    let stop = AtomicBool::new(false);
    for game in ["knightthrough", "tzaar"].map(|name| GAMES.find(name).unwrap()) {
        for setting in mcts.settings {
            let specs =
                [format!("mcts:plain,{},memory=1M", setting.key), format!("mcts:-{},memory=1M", setting.key)];
            let mut players = specs
                .each_ref()
                .map(|spec| game.player(spec, 1).unwrap_or_else(|e| panic!("{}, {spec}: {e}", game.name())));
            let mut board = game.start("").unwrap();
            for turn in 0..400 {
                if board.outcome().is_some() {
                    break;
                }
                let limits = Limits { nodes: Some(60), ..Limits::default() };
                let request = Request { multipv: 1 + turn % 2, ..Request::new(limits, &stop) };
                let info = players[turn % 2].choose_turn(board.as_ref(), request, &mut |_| ());
                assert!(info.nodes <= 60 || setting.key == "threads", "{} nodes", info.nodes);
                let word = info.turn().unwrap_or_else(|| panic!("{} found no turn", specs[turn % 2]));
                board.play(word).unwrap_or_else(|e| panic!("{}: {e}", specs[turn % 2]));
            }
            assert!(board.outcome().is_some(), "{}: {} never ends", game.name(), setting.key);
        }
    }
}

/// Protocols count in what people count by, and that follows the evaluation of the spec and its weights.
#[test]
fn a_unit_belongs_to_the_evaluation_of_a_spec() {
    let arimaa = GAMES.find("arimaa").unwrap();
    let unit = |spec: &str| arimaa.spec(spec).map(|spec| spec.pawn_value()).unwrap();
    let usual = unit("best").unwrap();
    assert!(usual > 0);
    assert_eq!(unit("level:expert,threads=2"), Some(usual));
    assert!(unit("best:w.numbers=10000") > unit("best:w.numbers=5000"));
    assert_eq!(unit("alphabeta:eval=plain"), Some(100));
    assert_eq!(unit("level:beginner"), Some(100), "which plays with the plain one");
    assert_eq!(unit("mcts:eval=material"), unit("alphabeta:eval=rabbocop"));
    assert_eq!(unit("best:w.numbers=0"), None, "rabbits are worth nothing");
    assert_eq!(unit("random"), None);
    assert!(arimaa.spec("level:unknown").map(|spec| spec.pawn_value()).is_err());
    for game in GAMES.iter().filter(|game| game.name() != "arimaa") {
        assert_eq!(game.spec("best").map(|spec| spec.pawn_value()).unwrap(), None, "{}", game.name());
    }
}
