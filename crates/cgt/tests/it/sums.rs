//! Sums in play: the score, every strategy against a full search, and matches as in section 4.5 of the thesis.

use cgt::{
    Partizan, Player,
    exact::{ExactError, Thermographs},
    games::{Amazons, Domineering},
    sums::{
        Exact, Hybrid, HybridConfig, Match, MixedSource, Move, Source, Strategy, StrategyPlayer, Sum,
        SumPlayer, Tally, TdsSource, local_board,
    },
    temperature::TemperatureConfig,
};
use search::Clock;
use search::{Limits, random::generator};
use std::{collections::HashMap, sync::atomic::AtomicBool};

fn amazons(boards: &[&str], player: Player) -> Sum<Amazons> {
    Sum::new(boards.iter().map(|b| Amazons::parse(b).unwrap()).collect(), player)
}

#[test]
fn the_score_is_what_the_winner_has_left() {
    let mut exact = Exact::default();
    for (boards, player, score) in [
        (&["x..", "o#x"][..], Player::Right, 2),
        (&["xo"], Player::Left, 0),
        (&["o..", "#o."], Player::Left, -3),
    ] {
        let sum = amazons(boards, player);
        assert!(sum.is_over(), "{boards:?}");
        assert_eq!(sum.score(&mut exact).unwrap(), score, "{boards:?}");
    }
    assert!(!amazons(&["x..", "o#x"], Player::Left).is_over());
}

/// The best score for Left that a sum allows, by looking at everything.
fn searched(sum: &Sum<Amazons>, exact: &mut Exact, known: &mut HashMap<(Vec<Amazons>, Player), i32>) -> i32 {
    let key = (sum.components.clone(), sum.player);
    if let Some(&score) = known.get(&key) {
        return score;
    }
    let mut best: Option<i32> = None;
    for (component, position) in sum.components.iter().enumerate() {
        let mut options = Vec::new();
        position.options(sum.player, |after| options.push(after));
        for after in options {
            let mut next = sum.clone();
            next.play(Move { component, after });
            let score = searched(&next, exact, known);
            best = Some(match (best, sum.player) {
                (None, _) => score,
                (Some(best), Player::Left) => best.max(score),
                (Some(best), Player::Right) => best.min(score),
            });
        }
    }
    let score = best.unwrap_or_else(|| sum.score(exact).unwrap());
    known.insert(key, score);
    score
}

/// No strategy may do better than the best against perfect play, and on switches all but the mean's do as well.
#[test]
fn no_strategy_beats_a_full_search_and_most_play_small_sums_perfectly() {
    let mut exact = Exact::default();
    let mut known = HashMap::new();
    let mut lost = HashMap::new();
    for (seed, files) in (0..12).flat_map(|seed| [(seed, 3), (seed, 2)]) {
        let mut random = generator(seed, &[files]);
        let boards: Vec<Amazons> =
            (0..2).map(|_| local_board(files as u32, 2, files as u32 - 2, &mut random)).collect();
        for &(name, strategy) in Strategy::all() {
            for own in Player::BOTH {
                let mut sum = Sum::new(boards.clone(), Player::Left);
                let best = searched(&sum, &mut exact, &mut known);
                loop {
                    let chosen = if sum.player == own {
                        strategy.choose(&mut sum, &mut exact).unwrap()
                    } else {
                        perfect(&sum, &mut exact, &mut known)
                    };
                    let Some(chosen) = chosen else { break };
                    sum.play(chosen);
                }
                let score = sum.score(&mut exact).unwrap();
                let short = if own == Player::Left { best - score } else { score - best };
                assert!(short >= 0, "{name} did better than possible on {boards:?}");
                *lost.entry(name).or_insert(0) += short;
            }
        }
    }
    for name in ["hotstrat", "hotstrat-second"] {
        assert!(lost[name] <= 6, "{name} lost {} moves in 48 games", lost[name]);
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// With everything exact the hybrid solves the sum: it gets the best score there is, for either first player.
#[test]
fn the_hybrid_plays_small_sums_perfectly() {
    let mut exact = Exact::default();
    let mut known = HashMap::new();
    for (seed, files) in (0..20).flat_map(|seed| [(seed, 3), (seed, 2)]) {
        let mut random = generator(seed, &[files]);
        let boards: Vec<Amazons> =
            (0..2).map(|_| local_board(files as u32, 2, files as u32 - 2, &mut random)).collect();
        for own in Player::BOTH {
            let mut hybrid = Hybrid::default();
            let mut sum = Sum::new(boards.clone(), Player::Left);
            let best = searched(&sum, &mut exact, &mut known);
            loop {
                let chosen = if sum.player == own {
                    hybrid.choose(&mut sum, nodes(1_000_000)).unwrap()
                } else {
                    perfect(&sum, &mut exact, &mut known)
                };
                let Some(chosen) = chosen else { break };
                sum.play(chosen);
            }
            let score = sum.score(&mut exact).unwrap();
            assert_eq!(score, best, "{own:?} on {boards:?}");
        }
    }
}

#[test]
fn the_hybrid_refuses_what_it_cannot_hold() {
    for board in ["xxxxxooooo|..........", "x.......o"] {
        let refused = Hybrid::default().choose(&mut amazons(&[board], Player::Left), nodes(100));
        assert_eq!(refused.unwrap_err(), ExactError::TooWide, "{board}");
    }
    let edge = ["x.......", "#######o|........"];
    assert!(Hybrid::default().choose(&mut amazons(&edge, Player::Left), nodes(100)).unwrap().is_some());
}

/// A raised flag ends every part of its thinking: exact values, the solution, the search. Without it this would take hours.
#[test]
fn the_hybrid_answers_at_once_when_it_is_stopped() {
    let stop = AtomicBool::new(true);
    // Exact values are tried, or only guessed, or found before anybody asks.
    for (files, rows, burnt) in [(4, 4, 3), (7, 7, 0), (3, 3, 1)] {
        let mut random = generator(3, &[u64::from(files)]);
        let boards: Vec<Amazons> = (0..8).map(|_| local_board(files, rows, burnt, &mut random)).collect();
        let mut sum = Sum::new(boards, Player::Left);
        let clock = Clock::new(nodes(u64::MAX), &stop);
        let stopped = Hybrid::default().choose_within(&mut sum, &clock).unwrap();
        assert!(stopped.is_some(), "there are moves");
        assert_eq!(stopped, Hybrid::default().choose(&mut sum, nodes(0)).unwrap(), "as without any nodes");
    }
}

/// On sums too large to be solved the hybrid beats hotstrat with exact values, and a limit of nodes makes it play alike every
/// time.
#[test]
fn the_hybrid_beats_hotstrat_and_is_the_same_every_time() {
    let games = Match { sums: 6, boards: 6, files: 4, rows: 3, burnt: 2, seed: 8 };
    let play = || {
        let mut hybrid = Hybrid::new(HybridConfig { moves: 8, ..HybridConfig::default() });
        let mut hotstrat = player("hotstrat", Exact::default());
        games.play([&mut hybrid, &mut hotstrat], nodes(20_000), |_, _| ()).unwrap().tally
    };
    let tally = play();
    assert!(tally.win_rate().unwrap() > 0.5 && tally.score().unwrap().0 > 0.0, "{tally:?}");
    assert_eq!(play(), tally);
}

fn perfect(
    sum: &Sum<Amazons>,
    exact: &mut Exact,
    known: &mut HashMap<(Vec<Amazons>, Player), i32>,
) -> Option<Move<Amazons>> {
    let mut best: Option<(i32, Move<Amazons>)> = None;
    for (component, position) in sum.components.iter().enumerate() {
        let mut options = Vec::new();
        position.options(sum.player, |after| options.push(after));
        for after in options {
            let mut next = sum.clone();
            next.play(Move { component, after });
            let score = searched(&next, exact, known);
            let gain = if sum.player == Player::Left { score } else { -score };
            if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, Move { component, after }));
            }
        }
    }
    best.map(|(_, chosen)| chosen)
}

/// The component that each strategy plays in.
fn component(strategy: &str, sum: &mut Sum<Domineering>) -> usize {
    let mut source = Thermographs::default();
    Strategy::parse(strategy).unwrap().choose(sum, &mut source).unwrap().unwrap().component
}

#[test]
fn strategies_differ_where_they_should() {
    // Temperatures -1, 0, 1 and 1.
    let boards = ["..", "..|.#", "..|..", "..|.."];
    let sum = || Sum::new(boards.map(|b| Domineering::parse(b).unwrap()).to_vec(), Player::Left);
    assert_eq!(component("hotstrat", &mut sum()), 2);
    assert_eq!(component("hotstrat-second", &mut sum()), 2);
    let answering = |ambient: i32| Sum { last: Some(1), ambient, ..sum() };
    assert_eq!(component("follow", &mut answering(i32::MAX)), 1, "the leader is followed while it is hot");
    assert_eq!(component("sentestrat", &mut answering(-1)), 1, "hotter than the ambient temperature");
    assert_eq!(component("sentestrat", &mut answering(0)), 2, "not hotter than the ambient temperature");
    let mut begun = sum();
    component("sentestrat", &mut begun);
    assert_eq!(begun.ambient, 1 << 20, "the ambient temperature is that of the hottest component");
    assert!(
        Strategy::parse("coldstrat")
            .unwrap_err()
            .to_string()
            .contains("'coldstrat' is no strategy; known: hotstrat,")
    );
    assert_eq!(Strategy::parse("hotstrat-second").unwrap(), Strategy::HotstratSecond);
}

fn player(strategy: &str, source: impl Source<Amazons> + 'static) -> StrategyPlayer {
    StrategyPlayer { strategy: Strategy::parse(strategy).unwrap(), source: Box::new(source) }
}

#[test]
fn exact_temperatures_beat_a_few_nodes_of_temperature_search() {
    let games = Match { sums: 6, boards: 3, files: 3, rows: 3, burnt: 1, seed: 3 };
    let budgeted = || TdsSource::new(TemperatureConfig::read("plain,tt=64K").unwrap(), 20);
    let against = |first: &mut StrategyPlayer, second: &mut StrategyPlayer| {
        games.play([first, second], Limits::default(), |_, _| ()).unwrap().tally
    };
    let mut exact = player("hotstrat", Exact::default());
    let tally = against(&mut exact, &mut player("hotstrat", budgeted()));
    assert_eq!(tally.scores.len(), 12);
    let (mean, _) = tally.score().unwrap();
    assert!(mean > 0.0 && tally.win_rate().unwrap() > 0.5, "{tally:?}");
    let again = against(&mut player("hotstrat", Exact::default()), &mut player("hotstrat", Exact::default()));
    assert_eq!(again.score().unwrap().0, 0.0, "a strategy against itself, colours changed, is even");
}

/// With enough nodes everything is exact; with none it is a guess, which is worse than exact values and better than nothing.
#[test]
fn mixed_sources_are_exact_as_far_as_they_come() {
    let board = Amazons::parse("x..#|.#..|..o.").unwrap();
    let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let mut exact = Exact::default();
    let mut mixed = MixedSource::default();
    mixed.begin_move(limits(1_000_000));
    assert_eq!(mixed.walls(&board).unwrap(), exact.walls(&board).unwrap());
    let mut poor = MixedSource::default();
    poor.begin_move(limits(1));
    let guess = poor.walls(&board).unwrap();
    assert_ne!(guess, exact.walls(&board).unwrap());
    poor.begin_move(limits(1_000_000));
    assert_eq!(
        poor.walls(&board).unwrap(),
        exact.walls(&board).unwrap(),
        "a guess is bettered when there is time"
    );
    let games = Match { sums: 8, boards: 2, files: 4, rows: 3, burnt: 2, seed: 5 };
    let play = |first: &mut StrategyPlayer, second: &mut StrategyPlayer, nodes| {
        games.play([first, second], limits(nodes), |_, _| ()).unwrap().tally.score().unwrap().0
    };
    let guessing = || player("hotstrat", MixedSource::default());
    assert!(play(&mut player("hotstrat", Exact::default()), &mut guessing(), 1) > 0.0);
    let hardly = TdsSource::new(TemperatureConfig::read("plain,tt=64K").unwrap(), 5);
    assert!(play(&mut guessing(), &mut player("hotstrat", hardly), 1) > 0.0);
}

#[test]
fn errors_of_scores_come_from_pairs_and_those_of_wins_without_zeros() {
    let tally = Tally { scores: vec![3, 1, 2, 2, 0, 4] };
    assert_eq!(tally.score_error(), Some(0.0), "every pair has the same score");
    assert_eq!(Tally { scores: vec![1, 1] }.score_error(), None);
    let even = Tally { scores: [1, -1].repeat(50) };
    assert!((even.win_rate_error().unwrap() - 0.0962).abs() < 0.001, "{:?}", even.win_rate_error());
    assert_eq!(Tally { scores: vec![0, 0] }.win_rate_error(), None);
}

#[test]
fn zeros_are_kept_out_of_the_win_rate() {
    let tally = Tally { scores: vec![3, 0, -1, 2, 0] };
    assert_eq!((tally.counts(), tally.win_rate()), ([2, 1, 2], Some(2.0 / 3.0)));
    let (mean, deviation) = tally.score().unwrap();
    assert!((mean - 0.8).abs() < 1e-9 && (deviation - 2.16f64.sqrt()).abs() < 1e-9);
    assert_eq!((Tally::default().score(), Tally { scores: vec![0] }.win_rate()), (None, None));
}
