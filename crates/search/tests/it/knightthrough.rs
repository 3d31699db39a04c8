//! Alpha-beta on a real game: every exact technique gives minimax's value on KnightThrough positions of several sizes.

use game::{Heuristics, History, Notation, Score, Setup, Verdict};
use knightthrough::{
    KnightThrough,
    heuristics::{Controlled, Main, Report},
};
use search::{
    Depth, Limits, Root, SearchControl, TurnSearch,
    alphabeta::{AlphaBeta, Config},
    minimax,
    settings::Kind,
};
use std::sync::atomic::AtomicBool;
use testkit::{Plays, random_games};

const MIDDLE: [&str; 3] = [
    "BB.BBBBBBB....BB.B.B.....B..B..........W...WW.WWWWWWW..WWWW..W.. B",
    "BB.B.B.BBB..BBB......B...B.B......W.......W...W..WW..WW.W.WWWWWW W",
    ".B.BBB.BB.B.BB.B.B..B....B..WB.WB........W...W.WW.W...WWWW.WW.WW B",
];

fn search(
    position: &KnightThrough,
    heuristics: &impl Heuristics<KnightThrough>,
    config: &Config,
    depth: u32,
) -> search::Report<KnightThrough> {
    let config = Config { depth: search::settings::Number(depth.into()), ..config.clone() };
    let mut player = AlphaBeta::new(config, heuristics.clone(), 0).unwrap();
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let root = Root { position, history: &History::starting_at(position), lines: 1 };
    player.search(root, &SearchControl::new(limits, &stop))
}

/// Every exact technique alone and left out, and both ways to use threads.
fn configs() -> Vec<(String, Config)> {
    let exact = || Config::LIST.iter().filter(|s| s.kind == Kind::Exact && s.key != "unpruned");
    let all = exact().fold(Config::PLAIN, |config, s| config.switched(s.key).unwrap());
    let mut configs = vec![("all".to_owned(), all.clone()), ("plain".to_owned(), Config::PLAIN)];
    for setting in exact() {
        configs.push((setting.key.into(), Config::PLAIN.switched(setting.key).unwrap()));
        configs.push((format!("-{}", setting.key), all.switched(&format!("-{}", setting.key)).unwrap()));
    }
    for parallel in ["lazy", "root"] {
        let config = all.switched("threads=2").unwrap().switched(&format!("parallel={parallel}")).unwrap();
        configs.push((parallel.into(), config));
    }
    configs
}

fn check(positions: &[KnightThrough], heuristics: &impl Heuristics<KnightThrough>, depths: &[u32]) {
    let configs = configs();
    for position in positions {
        for &depth in depths {
            let history = History::starting_at(position);
            let value = minimax(position, heuristics, &history, Depth(depth as i32));
            for (name, config) in &configs {
                let found = search(position, heuristics, config, depth).lines[0].score;
                assert_eq!(found, Some(value), "{name} at depth {depth} of {}", position.position_text());
            }
        }
    }
}

fn positions_from_play(sizes: &[&str], games: u32) -> Vec<KnightThrough> {
    let starts: Vec<_> = sizes.iter().map(|size| KnightThrough::start(size).unwrap()).collect();
    let mut positions = Vec::new();
    random_games(&starts, Plays::new(games, 11), |position, _| {
        if game::Game::outcome(position).is_none() {
            positions.push(*position);
        }
    });
    // Neighbouring positions are much alike.
    positions.into_iter().step_by(5).collect()
}

#[test]
fn exact_techniques_give_minimax_values_in_the_middle_of_the_game() {
    let positions: Vec<_> = MIDDLE.iter().map(|text| KnightThrough::parse_position(text).unwrap()).collect();
    check(&positions, &Main::DEFAULT.heuristics(), &[1, 2, 3]);
    check(&positions, &Report.heuristics(), &[3]);
}

#[test]
fn exact_techniques_give_minimax_values_on_small_boards() {
    let positions = positions_from_play(&["3x5", "3x7", "4x6", "5x5"], 6);
    assert!(positions.len() > 30);
    check(&positions, &Main::DEFAULT.heuristics(), &[1, 2, 4]);
    check(&positions, &Controlled.heuristics(), &[3]);
}

#[test]
fn four_by_six_is_won_in_thirteen_plies_exactly() {
    let start = KnightThrough::start("4x6").unwrap();
    let all = &configs()[0].1;
    let report = search(&start, &Main::DEFAULT.heuristics(), all, 20);
    assert_eq!(report.verdict, Verdict::Win);
    assert_eq!(report.length, Some(13));
    assert_eq!(report.lines[0].actions.len(), 13, "the line is complete");
    let shorter = search(&start, &Main::DEFAULT.heuristics(), all, 9);
    assert!(!shorter.lines[0].score.unwrap().is_decided());
}

#[test]
fn small_boards_have_their_known_lengths() {
    for (size, score) in [
        ("4x4", Score::win_in(1)),
        ("8x4", Score::win_in(1)),
        ("4x5", Score::win_in(5)),
        ("6x5", Score::win_in(5)),
        ("3x5", Score::win_in(7)),
        ("3x6", Score::loss_in(14)),
    ] {
        let start = KnightThrough::start(size).unwrap();
        let report = search(&start, &Main::DEFAULT.heuristics(), &configs()[0].1, 20);
        assert_eq!(report.lines[0].score, Some(score), "{size}");
    }
}
