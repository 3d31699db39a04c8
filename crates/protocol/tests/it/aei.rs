//! AEI messages: every one of the protocol is read and written, dialects are understood, and nonsense gets a sentence.

use protocol::aei::{FromEngine, IdField, Info, LogLevel, RESIGN, Setting, Time, TimeControl, ToEngine};
use std::time::Duration;
use testkit::fuzz;

const BOARD: &str = "rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR";

fn told(line: &str) -> ToEngine {
    match ToEngine::parse(line) {
        Ok(Some(message)) => message,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn answered(line: &str) -> FromEngine {
    match FromEngine::parse(line) {
        Ok(Some(message)) => message,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn option(name: &str, value: &str) -> Setting {
    Setting::named(name, Some(value)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn controllers_are_understood() {
    let seconds = Duration::from_secs;
    let cases = [
        ("aei", ToEngine::Aei),
        ("isready", ToEngine::IsReady),
        ("newgame", ToEngine::NewGame),
        ("stop", ToEngine::Stop),
        ("quit", ToEngine::Quit),
        ("go", ToEngine::Go),
        ("go ponder", ToEngine::GoPonder),
        ("makemove Ee2n Ee3n rb3e rc3x Hb2n", ToEngine::MakeMove("Ee2n Ee3n rb3e rc3x Hb2n".into())),
        ("setoption name tcmove value 15", ToEngine::SetOption(Setting::Time(Time::Move, seconds(15)))),
        ("setoption name hash value 200", ToEngine::SetOption(Setting::Hash(200))),
        (
            "setoption name opponent value The Great One",
            ToEngine::SetOption(Setting::Fact("opponent", "The Great One".into())),
        ),
        (
            "setoption name checkmoves",
            ToEngine::SetOption(Setting::Other { name: "checkmoves".into(), value: None }),
        ),
    ];
    for (line, message) in cases {
        assert_eq!(told(line), message);
        assert_eq!(message.to_string(), line);
        // With the line end of any system, and with blanks about.
        for dressed in [format!("{line}\n"), format!("{line}\r\n"), format!("  {line}  ")] {
            assert_eq!(told(&dressed), message, "{dressed:?}");
        }
    }
    let position = format!("setposition s [{BOARD}]");
    let ToEngine::SetPosition(placement) = told(&position) else { panic!("{position}") };
    assert_eq!(placement, format!("s [{BOARD}]"));
    assert_eq!(ToEngine::SetPosition(placement.clone()).to_string(), position);
    assert_eq!(told(&format!("setposition b [{BOARD}]")), ToEngine::SetPosition(placement));
    assert_eq!(ToEngine::parse(""), Ok(None));
    assert_eq!(ToEngine::parse(" \r\n"), Ok(None));
}

#[test]
fn wrong_words_of_controllers_get_a_sentence() {
    let short = format!("setposition g [{}]", &BOARD[1..]);
    let open = format!("setposition g [{BOARD}");
    let side = format!("setposition x [{BOARD}]");
    let tail = format!("setposition g [{BOARD}] 1");
    let cases = [
        (
            "hello",
            "'hello' is not a message; known: aei, isready, newgame, setposition, setoption, makemove, go",
        ),
        ("AEI", "'AEI' is not a message"),
        ("aei now", "'now' is not allowed after 'aei', which takes no arguments"),
        ("go home", "'home' is not an argument of go; expected 'go' or 'go ponder'"),
        ("makemove", "'makemove' is missing the move; expected as in 'makemove Ee2n Ee3n'"),
        ("setposition", "'' has no board; expected a side and a board such as g [64 characters]"),
        (short.as_str(), "has 63 characters; a board has 64 squares"),
        (open.as_str(), "is missing the ']' after its board"),
        (side.as_str(), "'x' is not a side to move"),
        (tail.as_str(), "'1' comes after the board"),
        ("setoption", "'' does not name an option; expected as in 'setoption name tcmove value 15'"),
        ("setoption tcmove 15", "'tcmove 15' does not name an option"),
        ("setoption name tcmove 15", "'15' is not the word 'value'"),
        ("setoption name tcmove value", "'' is not a value of 'tcmove'; expected a number of seconds"),
        (
            "setoption name tcmove value soon",
            "'soon' is not a value of 'tcmove'; expected a number of seconds",
        ),
        ("setoption name tcmove value -3", "'-3' is not a value of 'tcmove'"),
        ("setoption name greserve value 1e9", "'1e9' is not a value of 'greserve'"),
        (
            "setoption name tcpercent value 50%",
            "'50%' is not a value of 'tcpercent'; expected a whole number of per cent",
        ),
        (
            "setoption name hash value big",
            "'big' is not a value of 'hash'; expected a whole number of megabytes",
        ),
        (
            "setoption name depth value deep",
            "'deep' is not a value of 'depth'; expected a whole number of steps",
        ),
        ("setoption name rated value yes", "'yes' is not a value of 'rated'; expected 1 or 0"),
        ("setoption name threads value 99999999999", "is not a value of 'threads'"),
    ];
    for (line, expected) in cases {
        let error = ToEngine::parse(line).unwrap_err().to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }
    for odd in ["\n", "[", "]"] {
        let position = format!("setposition g [{odd}{}]", &BOARD[1..]);
        assert!(ToEngine::parse(&position).is_err(), "{position:?}");
    }
}

/// All options of the protocol, with their types, under their present and their older names.
#[test]
fn options_are_typed() {
    let times = [
        ("tcmove", Time::Move),
        ("tcreserve", Time::Reserve),
        ("tcmax", Time::MostReserve),
        ("tctotal", Time::Total),
        ("tcturntime", Time::Turn),
        ("greserve", Time::GoldReserve),
        ("sreserve", Time::SilverReserve),
        ("gused", Time::GoldUsed),
        ("sused", Time::SilverUsed),
        ("lastmoveused", Time::LastUsed),
        ("moveused", Time::Used),
    ];
    for (name, time) in times {
        let setting = option(name, "90");
        assert_eq!(setting, Setting::Time(time, Duration::from_secs(90)));
        assert_eq!((setting.name(), setting.value().as_deref()), (name, Some("90")));
        assert_eq!(setting.to_string(), format!("name {name} value 90"));
    }
    for (older, name) in [
        ("wreserve", "greserve"),
        ("breserve", "sreserve"),
        ("tcmoveused", "moveused"),
        ("tclastmoveused", "lastmoveused"),
    ] {
        assert_eq!(option(older, "7"), option(name, "7"));
    }
    assert_eq!(option("moveused", "2.5").value().as_deref(), Some("2.5"));
    assert_eq!(
        option("moveused", "2.0625").value().as_deref(),
        Some("2.062"),
        "finer than a millisecond is cut off"
    );
    assert_eq!(option("tcpercent", "100"), Setting::Percent(100));
    assert_eq!(option("tcturns", "40"), Setting::Turns(40));
    assert_eq!(option("depth", "12"), Setting::Depth(Some(12)));
    assert_eq!([option("depth", "0"), option("depth", "-1")], [Setting::Depth(None), Setting::Depth(None)]);
    assert_eq!(option("threads", "2"), Setting::Threads(2));
    assert_eq!([option("rated", "1"), option("rated", "0")], [Setting::Rated(true), Setting::Rated(false)]);
    for name in ["opponent", "opponent_rating", "rating", "event"] {
        assert_eq!(option(name, "World Championship"), Setting::Fact(name, "World Championship".into()));
    }
    let other = option("delaymove", "x y");
    assert_eq!(other, Setting::Other { name: "delaymove".into(), value: Some("x y".into()) });
    assert_eq!(other.to_string(), "name delaymove value x y");
}

#[test]
fn engines_are_understood() {
    let cases = [
        ("protocol-version 1", FromEngine::ProtocolVersion(1)),
        ("id name Quadrille", FromEngine::Id(IdField::Name, "Quadrille".into())),
        ("id author Someone Else", FromEngine::Id(IdField::Author, "Someone Else".into())),
        ("id version 0.1.0", FromEngine::Id(IdField::Version, "0.1.0".into())),
        ("aeiok", FromEngine::AeiOk),
        ("readyok", FromEngine::ReadyOk),
        ("bestmove Ee2n Ee3n", FromEngine::BestMove("Ee2n Ee3n".into())),
        ("bestmove resign", FromEngine::BestMove(RESIGN.into())),
        ("log hello", FromEngine::Log(LogLevel::Plain, "hello".into())),
        ("log Error: it broke", FromEngine::Log(LogLevel::Error, "it broke".into())),
        ("log Warning: it may break", FromEngine::Log(LogLevel::Warning, "it may break".into())),
        ("log Debug: 17", FromEngine::Log(LogLevel::Debug, "17".into())),
        ("info score -125", FromEngine::Info(Info::Score(-125))),
        ("info depth 8", FromEngine::Info(Info::Depth { steps: 8, begun: false })),
        ("info depth 8+", FromEngine::Info(Info::Depth { steps: 8, begun: true })),
        ("info nodes 1234567890123", FromEngine::Info(Info::Nodes(1_234_567_890_123))),
        ("info pv Ee2n Ee3n s ed7s", FromEngine::Info(Info::Pv("Ee2n Ee3n s ed7s".into()))),
        ("info time 12", FromEngine::Info(Info::Time(Duration::from_secs(12)))),
        ("info time 0.25", FromEngine::Info(Info::Time(Duration::from_millis(250)))),
    ];
    for (line, message) in cases {
        assert_eq!(answered(line), message);
        assert_eq!(message.to_string(), line);
        assert_eq!(answered(&format!(" {line}\r\n")), message);
    }
    // As Rabbocop writes it, and a known kind with an odd value.
    for odd in ["info currmovenumber 3", "info bestscore 120 depth:7", "info depth 3-4", "info score high"] {
        let FromEngine::Info(Info::Other { kind, value }) = answered(odd) else { panic!("{odd}") };
        assert_eq!(format!("info {kind} {value}"), odd);
    }
    assert_eq!(FromEngine::parse("\n"), Ok(None));
    // An answer without a move is an answer all the same: waiting for another would be in vain.
    assert_eq!(answered("bestmove \n"), FromEngine::BestMove(String::new()));
}

#[test]
fn wrong_words_of_engines_get_a_sentence() {
    for (line, expected) in [
        ("hello", "'hello' is not a message of an engine; known: protocol-version, id, aeiok, readyok"),
        ("aeiok then", "'then' is not allowed after 'aeiok', which takes no arguments"),
        ("protocol-version one", "'one' is not a protocol version; expected a number such as 1"),
        ("id colour red", "'colour' is not a key of id"),
        ("info", "'' is not an info message; expected as in 'info score 120'"),
    ] {
        let error = FromEngine::parse(line).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{line}: {error}");
    }
}

/// Everything that an engine says stays on one line.
#[test]
fn nothing_breaks_out_of_its_line() {
    let nasty = "one\ntwo\r\nbestmove Ee2n\u{7}";
    for message in [
        FromEngine::Log(LogLevel::Error, nasty.into()),
        FromEngine::Id(IdField::Name, nasty.into()),
        FromEngine::BestMove(nasty.into()),
        FromEngine::Info(Info::Pv(nasty.into())),
        FromEngine::Info(Info::Other { kind: "x".into(), value: nasty.into() }),
    ] {
        let line = message.to_string();
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
    let told = ToEngine::SetOption(Setting::Fact("event", nasty.into())).to_string();
    assert!(!told.chars().any(char::is_control), "{told:?}");
    assert!(!ToEngine::MakeMove(nasty.into()).to_string().contains('\n'));
}

#[test]
fn time_controls_travel_as_options() {
    let seconds = Duration::from_secs;
    let sent = TimeControl {
        per_move: seconds(15),
        reserve: seconds(90),
        percent: 50,
        most_reserve: seconds(120),
        total: seconds(7200),
        turns: 40,
        per_turn: seconds(300),
    };
    let mut received = TimeControl::UNLIMITED;
    for setting in sent.settings() {
        let line = ToEngine::SetOption(setting).to_string();
        let ToEngine::SetOption(setting) = told(&line) else { panic!("{line}") };
        assert!(received.apply(&setting), "{line}");
    }
    assert_eq!(received, sent);
    assert!(!received.apply(&Setting::Hash(1)));
    assert!(!received.apply(&option("greserve", "1")));
}

#[test]
fn no_text_makes_the_readers_panic() {
    let cases = fuzz::Cases { count: 30_000, seed: 4 };
    let position = format!("setposition g [{BOARD}]");
    let told = [
        "aei",
        "go ponder",
        "makemove Ee2n Ee3n rb3e rc3x",
        "setoption name tcmove value 15",
        "setoption name moveused value 2.5",
        "setoption name opponent value The Great One",
        "setoption name depth value -1",
        "setoption name checkmoves",
        position.as_str(),
    ];
    let tally = fuzz::texts(&told, cases, |line| ToEngine::parse(line).ok().flatten(), ToString::to_string);
    assert!(tally.read > 500 && tally.refused > 500, "{tally:?}");
    let answers = [
        "protocol-version 1",
        "id author Someone Else",
        "bestmove Ee2n Ee3n",
        "bestmove resign",
        "log Error: it broke",
        "log just words",
        "info score -125",
        "info depth 8+",
        "info time 0.25",
        "info pv Ee2n s ed7s",
        "info bestscore 120 depth:7",
    ];
    let tally =
        fuzz::texts(&answers, cases, |line| FromEngine::parse(line).ok().flatten(), ToString::to_string);
    assert!(tally.read > 500 && tally.refused > 500, "{tally:?}");
}
