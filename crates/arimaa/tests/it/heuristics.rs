//! Heuristics: laws, the thesis' evaluation against a slow obvious one, what is called certain against minimax, and good sense.

use crate::common;

use arimaa::{
    Act, Arimaa, Kind,
    heuristics::{GoalCheck, Main, Material, Plain, Rabbocop, Weights, heuristics, step_value},
};
use common::{after, flipped, middle, mirrored, naive, set, starts, strewn, turned};
use game::{
    Game, HeuristicSet, Heuristics, History, MoveOrdering, Notation, Proofs, Score, Side, Weights as _,
};
use search::{
    Depth, Root, SearchControl, TurnSearch,
    alphabeta::{AlphaBeta, Config},
    minimax,
};
use std::{ops::ControlFlow, sync::atomic::AtomicBool};
use testkit::{Plays, brute, laws};

fn played() -> Vec<Arimaa> {
    starts().into_iter().filter(|p| !p.is_setup()).chain(middle()).collect()
}

#[test]
fn heuristics_keep_the_laws() {
    let positions: Vec<Arimaa> = starts().into_iter().chain(middle()).collect();
    laws::heuristics(&positions, Plays::new(1, 1), &heuristics(Main::DEFAULT, GoalCheck::On));
    laws::heuristics(&positions, Plays::new(1, 2), &heuristics(Rabbocop::PLAIN, GoalCheck::Off));
    laws::heuristics(&positions, Plays::new(1, 3), &heuristics(Rabbocop::PLAIN, GoalCheck::On));
    laws::heuristics(&positions, Plays::new(1, 4), &heuristics(Material, GoalCheck::Off));
    laws::heuristics(&positions, Plays::new(1, 5), &heuristics(Plain, GoalCheck::On));
    laws::heuristics(&strewn(1500), Plays::new(1, 6), &heuristics(Main::DEFAULT, GoalCheck::On));
}

#[test]
fn symmetric_positions_are_worth_as_much() {
    for image in [mirrored, turned, flipped] {
        laws::symmetric_evaluation(
            &played(),
            Plays::new(1, 7),
            &heuristics(Main::DEFAULT, GoalCheck::On),
            image,
        );
        laws::symmetric_evaluation(&played(), Plays::new(1, 8), &heuristics(Plain, GoalCheck::On), image);
        laws::symmetric_evaluation(&played(), Plays::new(1, 8), &heuristics(Material, GoalCheck::Off), image);
    }
    // One of the thesis' tables is not symmetric, so only a reflection that keeps the files will do.
    laws::symmetric_evaluation(
        &played(),
        Plays::new(1, 9),
        &heuristics(Rabbocop::PLAIN, GoalCheck::Off),
        flipped,
    );
}

/// The tables of the thesis' program as they are written down: rank 8 on top, files a to h.
const TABLES: [(char, &str, [&str; 8]); 6] = [
    (
        'E',
        "A100 B110 C120 D130 E150 X50",
        ["AABCCBAA", "AACDDCAA", "BCXEEXCB", "CDEEEEDC", "CDEEEEDC", "BCXEEXCB", "AACDDCAA", "AABCCBAA"],
    ),
    (
        'M',
        "A100 B110 C120 D130 E140 X80",
        ["AABBBBAA", "BBDBBDBB", "BDXBBXDB", "BDBAABDB", "CDCAACDC", "BEXDDXEB", "BCECCECB", "AABCCBAA"],
    ),
    (
        'H',
        "A100 B110 C120 D130 E140 X80",
        ["AAABBAAA", "BCECCECB", "BEXDDXEB", "CDCBBCDC", "CDCBBCDC", "BEXDDXEB", "ACECCECA", "AABCCBAA"],
    ),
    (
        'D',
        "A100 B110 C120 D130 E140 F150 X80",
        ["AAAAAAAA", "AAAAAAAA", "AAXAAXAA", "AABAABAA", "BBCBBCBB", "DFXFFXFD", "BEFCCFEC", "BCDCCDCB"],
    ),
    (
        'C',
        "A100 B110 C120 D130 E140 F150 X80",
        ["AAAAAAAA", "AAAAAAAA", "AAXAAXAA", "AABAABAA", "BBCBBCBB", "DFXFFXFD", "BEFCCFEC", "BCDCCDCB"],
    ),
    (
        'R',
        "A100 B110 C120 D140 E145 F150 G160 H170 X80 W800",
        ["WWWWWWWW", "HGFEEFGH", "GCXAAXCG", "FBAAAABF", "EBAAAABE", "DBXAAXBD", "CCBBBBCC", "CCCCCCCC"],
    ),
];

fn value(kind: char) -> i32 {
    match kind {
        'R' => 90,
        'C' => 200,
        'D' => 400,
        'H' => 700,
        'M' => 1100,
        _ => 1600,
    }
}

/// The sum of one side, square by square.
fn slow_camp(grid: &[[char; 8]; 8], gold: bool) -> i32 {
    let own = |sign: char| sign != '.' && sign.is_ascii_uppercase() == gold;
    let beside = |file: usize, rank: usize| {
        let around = [(0_i32, 1_i32), (0, -1), (1, 0), (-1, 0)];
        let places = around.map(|(files, ranks)| (file as i32 + files, rank as i32 + ranks));
        places.into_iter().filter(|&(f, r)| (0..8).contains(&f) && (0..8).contains(&r)).collect::<Vec<_>>()
    };
    let sign_at = |(file, rank): (i32, i32)| grid[rank as usize][file as usize];
    let strength = |sign: char| "RCDHME".find(sign.to_ascii_uppercase()).unwrap();
    let rabbits = grid.iter().flatten().filter(|&&s| own(s) && s.eq_ignore_ascii_case(&'r')).count() as i32;
    let mut sum = 0;
    for (kind, letters, rows) in TABLES {
        let mut touching = std::collections::HashSet::<(i32, i32)>::new();
        for rank in 0..8 {
            for file in 0..8 {
                let sign = grid[rank][file];
                if !own(sign) || sign.to_ascii_uppercase() != kind {
                    continue;
                }
                let row = if gold { rows[7 - rank] } else { rows[rank] };
                let letter = &row[file..=file];
                let factor = letters.split(' ').find(|entry| entry.starts_with(letter)).unwrap();
                let factor: i32 = factor[1..].parse().unwrap();
                let worth = if kind == 'R' { 27 + 90 * 42 / (8 * rabbits + 1) } else { value(kind) };
                sum += worth * factor / 100;
                let near = beside(file, rank);
                let enemies = near.iter().filter(|&&p| {
                    sign_at(p) != '.' && !own(sign_at(p)) && strength(sign_at(p)) > strength(sign)
                });
                let enemies: Vec<_> = enemies.collect();
                if !enemies.is_empty() && !near.iter().any(|&p| own(sign_at(p))) {
                    sum -= value(kind) / 10;
                }
                touching.extend(enemies);
            }
        }
        sum -= touching.len() as i32 * (value(kind) / 15);
    }
    for (file, rank) in [(2, 2), (5, 2), (2, 5), (5, 5)] {
        let guards = beside(file, rank).into_iter().filter(|&p| own(sign_at(p))).count();
        sum += [0, 60, 100, 50, 20][guards];
    }
    sum
}

fn slow_rabbocop(position: &Arimaa) -> i32 {
    let text = position.position_text();
    let grid = naive::Naive::new(&text[..=text.find(']').unwrap()]).grid;
    let has = |sign: char| grid.iter().flatten().any(|&s| s == sign);
    let present = "EMHDC".chars().filter(|&k| has(k) || has(k.to_ascii_lowercase()));
    let alone = present.take(2).map(|kind| match (has(kind), has(kind.to_ascii_lowercase())) {
        (true, false) => value(kind),
        (false, true) => -value(kind),
        _ => 0,
    });
    let (gold, silver) = (has('R'), has('r'));
    let goals = [grid[7].contains(&'R'), grid[0].contains(&'r')];
    let mover = position.to_move().index();
    let sign = [1, -1];
    match (goals[mover], goals[1 - mover]) {
        (true, _) => return sign[mover] * 100_000,
        (false, true) => return sign[1 - mover] * 100_000,
        _ => (),
    }
    match (gold, silver) {
        (true, false) => return 100_000,
        (false, true) => return -100_000,
        _ => (),
    }
    slow_camp(&grid, true) - slow_camp(&grid, false) + alone.sum::<i32>()
}

#[test]
fn the_thesis_evaluation_agrees_with_a_slow_obvious_one() {
    let mut decided = 0;
    let mut compare = |position: &Arimaa| {
        let expected = slow_rabbocop(position);
        assert_eq!(Rabbocop::PLAIN.gold_estimate(position), expected, "{}", position.position_text());
        let mover = if position.to_move() == Side::First { expected } else { -expected };
        assert_eq!(
            heuristics(Rabbocop::PLAIN, GoalCheck::Off).static_score_from_scratch(position),
            Score::estimate(mover)
        );
        decided += usize::from(expected.abs() == 100_000);
    };
    testkit::random_games(&played(), Plays::new(2, 12), |position, _| {
        if position.outcome().is_none() {
            compare(position);
        }
    });
    strewn(1500).iter().filter(|p| p.outcome().is_none()).for_each(compare);
    assert!(decided > 5, "{decided}");
}

#[test]
fn the_figures_of_the_thesis_evaluation() {
    assert_eq!([8, 4, 2, 1].map(|rabbits| Material::rabbit(90, rabbits)), [85, 141, 249, 447]);
    let classic = &middle()[0];
    assert_eq!(Rabbocop::PLAIN.gold_estimate(classic), slow_rabbocop(classic));
    assert_eq!(heuristics(Material, GoalCheck::Off).static_score_from_scratch(classic), Score::estimate(0));
    let up_a_cat = set("g", "Cd4 Ra1 rh8");
    assert_eq!(
        heuristics(Material, GoalCheck::Off).static_score_from_scratch(&up_a_cat),
        Score::estimate(200)
    );
    assert_eq!(
        heuristics(Material, GoalCheck::Off).static_score_from_scratch(&set("s", "Cd4 Ra1 rh8")),
        Score::estimate(-200)
    );
}

#[test]
fn steps_are_valued_as_in_the_thesis() {
    let position = set("g", "Ed4 Mg4 Hb2 Cg2 Rf5 rb3 dd5 Ra1 rh8");
    let worth = |actions: &str, last: &str| {
        let reached = after(&position, actions).unwrap();
        let previous = actions.split(' ').rfind(|word| !word.is_empty());
        let before = after(&position, &actions[..actions.rfind(' ').unwrap_or(0)]).unwrap();
        let previous = previous.map(|word| before.parse_action(word).unwrap());
        let action = reached.parse_action(last).unwrap();
        (step_value(&reached, action, previous) * 100.0).round() as i32
    };
    assert_eq!([worth("", "Ed4e"), worth("", "Mg4n"), worth("", "Hb2e"), worth("", "Cg2s")], [50, 30, 20, 0]);
    assert_eq!(worth("", "dd5n"), 50, "a push");
    assert_eq!(worth("dd5n", "Ed4n"), 50, "its second half counts as the elephant's step");
    assert_eq!(worth("", "rb3e"), 200, "a push and a capture");
    assert_eq!(worth("Ed4s", "dd5s"), 50, "a pull");
    assert_eq!(worth("Rf5e Rg5n", "Rg6n"), 280, "a rabbit arrives on its last rows, and goes on");
    assert_eq!(worth("", "Rf5n"), -150, "lost on the trap");
    assert_eq!(worth("Ed4e", "Ee4w"), -50, "straight back");
    assert_eq!(worth("Ed4e", "Ee4e"), 130, "the same piece goes on");
    assert_eq!(worth("Ed4e", "pass"), 0);
    assert_eq!([worth("Ed4e", "Mg4n"), worth("Ed4e Ee4s", "Cg2n")], [70, 40], "two and three squares away");
    assert_eq!([worth("Ed4e", "Cg2n"), worth("Ed4e", "Hb2e")], [0, 20], "four and five squares away");
    assert_eq!(worth("Mg4w", "dd5n"), 90, "a push begins near the previous step");
    assert_eq!(worth("Mg4w dd5n", "Ed4n"), 50, "and has no previous step in its own first half");
    assert_eq!(worth("Ed4s dd5s", "Ed3e"), 90, "a step near a pull that is complete");
    assert_eq!(step_value(&Arimaa::empty(), Act::Place(Kind::Cat), None), 0.0);
}

#[test]
fn captures_goals_and_what_leads_to_them_are_noisy() {
    let noisy = |position: &Arimaa| {
        let mut found = Vec::new();
        let _ = heuristics(Main::DEFAULT, GoalCheck::On).ordering().noisy_actions(position, |action| {
            found.push(position.action_text(action));
            ControlFlow::Continue(())
        });
        found
    };
    let position = set("g", "Hb2 rb3 Rd7 Ra1 rh7");
    assert_eq!(noisy(&position), ["rb3e", "Rd7n"]);
    let half = after(&position, "rb3e").unwrap();
    assert_eq!(noisy(&half), ["Hb2n"], "the push must be completed");
    let arrived = after(&position, "Rd7n").unwrap();
    assert_eq!(noisy(&arrived), ["rb3e", "pass"], "passing wins");
    // A step off the trap, after which the enemy beside it can be pulled onto it.
    let pull = set("g", "Hc3 Cc2 rb3 Ra1 rh7");
    assert_eq!(noisy(&pull), ["Hc3n", "Hc3e"]);
    let last = after(&pull, "Ra1n Ra2n Ra3n").unwrap();
    assert_eq!(noisy(&last), Vec::<String>::new(), "too late for a pull");
    assert_eq!(noisy(&Arimaa::empty()), Vec::<String>::new());
}

#[test]
fn hints_put_goals_and_captures_first_and_losses_last() {
    let position = set("g", "Hb2 rb3 Rd7 Re5 Cd3 Ed4 Ra1 rh7");
    let mut actions = position.action_list();
    actions.sort_by_key(|&a| -heuristics(Main::DEFAULT, GoalCheck::On).ordering().order_hint(&position, a));
    let texts: Vec<String> = actions.iter().map(|&a| position.action_text(a)).collect();
    assert_eq!(texts[..2], ["Rd7n", "rb3e"]);
    let dead = set("g", "Cc2 Ed4 Ra1 rh7");
    let hint = |position: &Arimaa, text: &str| {
        heuristics(Main::DEFAULT, GoalCheck::On)
            .ordering()
            .order_hint(position, position.parse_action(text).unwrap())
    };
    assert!(hint(&dead, "Cc2n") < hint(&dead, "Cc2e"), "the cat would be lost");
    assert!(hint(&dead, "Ed4n") > hint(&dead, "Cc2e"), "strong pieces first");
    let out = after(&dead, "Ed4n").unwrap();
    assert!(hint(&out, "Ed5s") < hint(&out, "Cc2e"), "straight back is last");
}

#[test]
fn a_null_move_passes_the_turn_unless_that_ends_the_game() {
    let position = &middle()[1];
    let skipped = heuristics(Main::DEFAULT, GoalCheck::On).ordering().null_move(position).unwrap();
    assert_eq!((skipped.to_move(), skipped.board()), (position.to_move().other(), position.board()));
    assert_eq!(skipped.key(), skipped.key_from_scratch());
    assert_eq!(heuristics(Main::DEFAULT, GoalCheck::On).ordering().null_move(&Arimaa::empty()), None);
    // Silver has no step, so it would have lost.
    assert_eq!(heuristics(Main::DEFAULT, GoalCheck::On).ordering().null_move(&set("g", "Ra1 Eh7 rh8")), None);
}

/// Few pieces, so that minimax can look a whole turn ahead.
fn small() -> Vec<Arimaa> {
    let few = strewn(6000).into_iter().filter(|p| p.board().occupied().count_ones() <= 6);
    few.filter(|p| p.outcome().is_none()).collect()
}

#[test]
fn what_is_recognised_is_exactly_so() {
    let mut seen = [0; 6];
    for position in small() {
        let Some(score) = GoalCheck::On.proven_score(&position) else { continue };
        let distance = score.distance().unwrap();
        assert_eq!(brute::value(&position, distance, &|_| Score::DRAW), Some(score), "{position:?}");
        for heuristics in [
            heuristics(Main::DEFAULT, GoalCheck::On).static_score_from_scratch(&position),
            heuristics(Plain, GoalCheck::On).static_score_from_scratch(&position),
        ] {
            assert_eq!(heuristics, score);
        }
        assert_eq!(heuristics(Rabbocop::PLAIN, GoalCheck::On).proofs().proven_score(&position), Some(score));
        seen[distance as usize] += 1;
    }
    assert!(seen[2..5].iter().all(|&count| count > 10), "{seen:?}");
    let near = HeuristicSet { evaluation: Plain, ordering: (), proofs: OnlyNear };
    assert!(
        laws::proofs_are_exact(&small()[..40], Plays { longest: 30_000, ..Plays::new(1, 3) }, &near, 3) > 20
    );
}

/// Wins by goal, asked only where three actions of minimax are cheap.
#[derive(Clone, Copy)]
struct OnlyNear;

impl Proofs<Arimaa> for OnlyNear {
    fn proven_score(&self, position: &Arimaa) -> Option<Score> {
        GoalCheck::On.proven_score(position)
    }
}

/// Alpha-beta with everything exact on finds what minimax finds, also where turns must change the board.
#[test]
fn exact_searches_agree_with_minimax() {
    let mut decided = 0;
    for position in small().iter().step_by(4).take(40) {
        let history = History::starting_at(position);
        for depth in [1, 3, 5] {
            if depth == 5 && position.action_list().len() > 9 {
                continue;
            }
            let expected =
                minimax(position, &heuristics(Main::DEFAULT, GoalCheck::On), &history, Depth(depth));
            // To a fixed depth: iterative deepening would stop at the first win that an evaluation has seen.
            let settings = format!("-tt-deeper,-lmr,tt=1M,-id,depth={depth}");
            let config = Config::parse(&settings, &Config::BEST).unwrap();
            assert!(config.is_exact());
            let limits = config.limits();
            let mut search = AlphaBeta::new(config, heuristics(Main::DEFAULT, GoalCheck::On), 1).unwrap();
            let stop = AtomicBool::new(false);
            let root = Root { position, history: &history, lines: 1 };
            let report = search.search(root, &SearchControl::new(limits, &stop));
            let found = report.lines[0].score.unwrap();
            assert_eq!(found, expected, "depth {depth}: {}", position.position_text());
            decided += usize::from(found.is_decided());
        }
    }
    assert!(decided > 5, "{decided}");
}

/// What the own evaluation should prefer, one feature at a time: the first position of each pair is better for gold.
#[test]
fn the_own_evaluation_has_good_sense() {
    let gold = |pieces: &str| {
        let position = set("g", pieces);
        assert_eq!(GoalCheck::On.proven_score(&position), None, "{pieces}");
        Main::DEFAULT.estimate(&position)
    };
    let rest = "Ra1 Rb1 Rg1 Rh1 ra8 rb8 rg8 rh8 Ee4 ee6";
    let pairs = [
        ("a camel more", "Md2 Hb2 mb7 hg7", "Hd2 Hb2 mb7 hg7"),
        ("nothing frozen", "Hb3 md7", "Hb3 mb4"),
        ("the own trap guarded", "Cc2 Db3 hd7", "Ca2 Da3 hd7"),
        ("no hostage at the enemy's trap", "Hb4 md7", "Hb6 mb7"),
        ("a rabbit further ahead", "Rh5 hd7", "Rh2 hd7"),
    ];
    for (name, better, worse) in pairs {
        let (better, worse) = (format!("{rest} {better}"), format!("{rest} {worse}"));
        assert!(gold(&better) > gold(&worse), "{name}: {} and {}", gold(&better), gold(&worse));
    }
    let free = "Ra1 Rb1 Ed4 ed7 ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8";
    let blocked = "Ra1 Rb1 Ea4 ed7 ra5 rb4 ra3 rc4 rb5 ra6 rb3 ra2";
    assert!(gold(free) > gold(blocked));
    // An enemy who could reach goal next turn is worse the fewer steps are left to prevent it.
    let threat = set("g", "Ra1 Rb1 Ed5 ra8 rh4 ee7");
    let late = after(&threat, "Ed5e Ee5w Ed5e").unwrap();
    assert!(Main::DEFAULT.estimate(&threat) > Main::DEFAULT.estimate(&late) + 200);
}

/// What a rabbit is said to be worth is what its loss costs at the start, apart from where it stood.
#[test]
fn a_rabbit_is_worth_what_its_loss_costs() {
    let full = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ca2 Cb2 Dc2 Dd2 He2 Hf2 Mg2 Eh2 \
                ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ca7 cb7 dc7 dd7 he7 hf7 mg7 eh7";
    for numbers in [Main::DEFAULT.weights.numbers, 1000, 0] {
        // Nothing else is worth anything.
        let nothing = Main::DEFAULT.weights.with(&vec![0; Main::DEFAULT.weights.list().len()]);
        let strong = Main { weights: Weights { numbers, ..nothing } };
        let gold = |pieces: &str| strong.estimate(&set("g", pieces));
        assert_eq!(gold(full) - gold(&full.replace("Ra1 ", "")), strong.weights.rabbit(), "{numbers}");
        assert_eq!(Weights { numbers, ..Weights::DEFAULT }.rabbit(), strong.weights.rabbit());
    }
}

/// Left to itself an evaluation sets up as people do.
#[test]
fn setups_follow_a_known_one() {
    let mut position = Arimaa::empty();
    while position.is_setup() {
        let best = position
            .action_list()
            .into_iter()
            .max_by_key(|&a| heuristics(Main::DEFAULT, GoalCheck::On).ordering().order_hint(&position, a));
        let mover = position.to_move();
        let before = heuristics(Main::DEFAULT, GoalCheck::On).static_score_from_scratch(&position);
        position.play(best.unwrap());
        if position.is_setup() && position.to_move() == mover {
            assert!(heuristics(Main::DEFAULT, GoalCheck::On).static_score_from_scratch(&position) > before);
        }
    }
    assert_eq!(position, game::Setup::start("cats-front").unwrap());
}
