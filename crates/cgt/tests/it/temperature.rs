//! Temperature search: the worked example of the thesis, every enhancement alone and left out, budgets, thresholds.

use cgt::{
    Dyadic, Partizan, Player,
    exact::Thermographs,
    games::{Amazons, Clobber, Domineering},
    temperature::{Found, Ply, Stack, TemperatureConfig, TemperatureSearch, conjecture::hunt},
    thermograph::Thermograph,
};
use search::Limits;
use search::{Clock, NodeBudget, Unlimited};
use std::sync::atomic::AtomicBool;

fn d(text: &str) -> Dyadic {
    Dyadic::parse(text).unwrap()
}

fn run<P: Partizan>(text: &str, settings: &str) -> Found {
    let config = TemperatureConfig::read(settings).unwrap();
    let position = P::parse(text).unwrap();
    TemperatureSearch::new(config).run(&position, &mut NodeBudget::new(&Unlimited)).unwrap()
}

/// Figure 2.5 of the thesis.
const FIGURE: &str = "#.#|.#x|o.#";

#[test]
fn the_worked_example() {
    for settings in ["plain", "plain,ties=coupon", "best"] {
        let mut search = TemperatureSearch::new(TemperatureConfig::read(settings).unwrap());
        let position = Amazons::parse(FIGURE).unwrap();
        let stack = Stack::new(3);
        let beside = search
            .value_beside(&position, stack, 17, Player::Left, &mut NodeBudget::new(&Unlimited))
            .unwrap();
        assert_eq!(beside, d("15/8"), "{settings}");
        assert_eq!(stack.value(17, Player::Left), d("9/8"));
        let found = run::<Amazons>(FIGURE, settings);
        assert_eq!((found.mean, found.temperature, found.exact), (d("3/4"), d("5/4"), true), "{settings}");
    }
}

/// Boards with mean and temperature, computed by another program.
const KNOWN: &str = "
#..x|###o|####|#### 0 1
###x|.#.#|#o##|#### -1/2 -1/2
####|####|##..|##ox 0 -1
o###|x.##|#..#|#### 3/4 5/4
#..#|xo##|.###|#### -1/4 -1/4
..#|..o|x.. 0 1/4
...|#xo|... 0 -1
.x.|...|o.# 5/4 7/4
##.#|#o.x|###.|###. 5/4 7/4
####|###.|o..#|.x## 3/8 5/8";

#[test]
fn every_enhancement_alone_and_left_out_gives_the_same() {
    let all = [
        "plain,e3",
        "plain,e1,e3",
        "plain,e2,e3",
        "plain,e3,e5",
        "plain,e1,e3,e4",
        "best,-e1,-e4",
        "best,-e2",
        "best,-e4",
        "best,-e5",
        "best",
        "best,rule=one",
        "best,ties=board",
        "best,extra=3",
        "best,tt=1K",
        "best,across",
        "best,-means",
        "plain,e1,e3,across",
        "plain,e1,e3,e4,means",
    ];
    for line in KNOWN.lines().filter(|l| !l.is_empty()) {
        let words: Vec<&str> = line.split(' ').collect();
        for settings in all {
            if words[0].matches('.').count() > 5 && settings != "best" {
                continue;
            }
            let found = run::<Amazons>(words[0], settings);
            assert!(found.exact);
            assert_eq!((found.mean, found.temperature), (d(words[1]), d(words[2])), "{line} with {settings}");
        }
    }
    // Plain TDS and those without the general table are slow: the smallest boards only.
    for settings in ["plain", "plain,e1", "plain,e2", "plain,ties=coupon"] {
        for line in KNOWN.lines().filter(|l| !l.is_empty()).take(3) {
            let words: Vec<&str> = line.split(' ').collect();
            let found = run::<Amazons>(words[0], settings);
            assert_eq!((found.mean, found.temperature), (d(words[1]), d(words[2])), "{line} with {settings}");
        }
    }
}

#[test]
fn other_games() {
    let found = run::<Domineering>("...|...", "best");
    assert_eq!((found.mean, found.temperature), (d("3/4"), d("5/4")));
    let found = run::<Clobber>("xxo", "best");
    assert_eq!((found.mean, found.temperature), (d("0"), d("0")));
}

#[test]
fn a_budget_gives_an_estimate_and_says_so() {
    let stop = AtomicBool::new(false);
    let clock = Clock::new(Limits { nodes: Some(50), ..Limits::default() }, &stop);
    let mut search = TemperatureSearch::new(TemperatureConfig::read("best,estimate=zero").unwrap());
    let position = Amazons::parse("x...|....|...o").unwrap();
    let found = search.run(&position, &mut NodeBudget::new(&clock)).unwrap();
    assert!(!found.exact);
    assert_eq!(found.temperature, Dyadic::ZERO);
    let coarse = run::<Amazons>(FIGURE, "best,finest=1");
    assert!(!coarse.exact && coarse.step_bits == 1);
}

/// The temperature that an estimator names when the search ends after so many nodes, with the power of the step.
fn estimated(name: &str, nodes: u64) -> (Dyadic, u32) {
    let stop = AtomicBool::new(false);
    let clock = Clock::new(Limits { nodes: Some(nodes), ..Limits::default() }, &stop);
    let config = TemperatureConfig::read(&format!("plain,finest=2,tt=1M,estimate={name}")).unwrap();
    let mut search = TemperatureSearch::new(config);
    let found = search.run(&Amazons::parse("x..|...|..o").unwrap(), &mut NodeBudget::new(&clock)).unwrap();
    assert!(!found.exact);
    (found.temperature, found.step_bits)
}

#[test]
fn all_eight_estimators_follow_from_the_smallest_coupon() {
    let mut smallest = std::collections::BTreeSet::new();
    for nodes in [1, 50, 500] {
        let (min, bits) = estimated("min", nodes);
        smallest.insert(min);
        let less = min.minus(Dyadic::new(1, bits as u8).unwrap()).unwrap();
        let plus = |number: Dyadic| number.plus(Dyadic::ONE).unwrap();
        let half = |number: Dyadic| number.half().unwrap();
        for (name, expected) in [
            ("min-delta", less),
            ("zero", Dyadic::ZERO),
            ("minus-one", Dyadic::MINUS_ONE),
            ("half-min", half(min)),
            ("half-min-delta", half(less)),
            ("half-min-plus-one", half(plus(min))),
            ("half-min-delta-plus-one", half(plus(less))),
        ] {
            assert_eq!(estimated(name, nodes), (expected, bits), "{name} after {nodes} nodes");
        }
    }
    assert!(smallest.iter().any(|min| *min != Dyadic::ZERO), "no coupon was ever seen: {smallest:?}");
}

fn run_within(text: &str, settings: &str, nodes: u64) -> (Found, u64) {
    let stop = AtomicBool::new(false);
    let clock = Clock::new(Limits { nodes: Some(nodes), ..Limits::default() }, &stop);
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let mut search = TemperatureSearch::new(TemperatureConfig::read(settings).unwrap());
    let found = search.run(&Amazons::parse(text).unwrap(), &mut budget).unwrap();
    (found, budget.used())
}

/// The stack of the first search begins at 11, and none of its coupons is taken yet when the budget ends in a search of an
/// inner position.
#[test]
fn a_stopped_search_answers_for_the_root() {
    let board = "x..#|..#.|....|#..o";
    for settings in ["best,-means,-deepen,estimate=min", "plain,e1,e3,e4,estimate=min"] {
        let (found, _) = run_within(board, settings, 1_000_000);
        assert!(found.stopped, "{settings}");
        assert!(found.temperature >= d("9"), "{settings}: {found:?}");
    }
}

/// With E4 most of the work is done at inner positions.
#[test]
fn a_coarse_step_makes_all_searches_cheaper() {
    for settings in ["best", "best,-means", "plain,e1,e3,e4", "plain,e3"] {
        let nodes = |finest: &str| {
            let (found, nodes) = run_within("x..#|..#o", &format!("{settings},finest={finest}"), 10_000_000);
            assert!(!found.stopped, "{settings}, {finest}");
            assert_eq!(found.exact, finest == "exact", "{settings}, {finest}");
            nodes
        };
        let all = ["whole", "1", "2", "exact"].map(nodes);
        assert!(all.is_sorted() && all[0] * 2 < all[3], "{settings}: {all:?}");
        assert_eq!(nodes("exact"), all[3]);
    }
    let finest = |text| TemperatureConfig::read(text).unwrap().canonical();
    assert_eq!(finest("finest=0"), finest("finest=exact"));
    assert!(finest("finest=whole").contains("finest=whole"));
    assert!(TemperatureConfig::read("finest=21").is_err());
}

/// The line of Figure 2.5: seven coupons, Right's move, fourteen coupons, Left's move.
#[test]
fn the_principal_variation_of_the_worked_example() {
    let position = Amazons::parse(FIGURE).unwrap();
    let budget: &mut NodeBudget = &mut NodeBudget::new(&Unlimited);
    for settings in ["plain", "plain,e3", "best,ties=board"] {
        let mut search = TemperatureSearch::new(TemperatureConfig::read(settings).unwrap());
        search.run(&position, budget).unwrap();
        let line = search.variation(&position, budget).unwrap();
        // The mean is 3/4 beside every stack.
        assert_eq!(line.value.minus(line.alone).unwrap(), d("3/4"), "{settings}");
        assert_eq!(line.step, d("1/8"));
        let boards: Vec<usize> =
            (0..line.plies.len()).filter(|&n| matches!(line.plies[n], Ply::Board(_))).collect();
        let Ply::Board(after) = &line.plies[boards[0]] else { panic!("{line:?}") };
        assert_eq!(after.text().matches('.').count(), 2, "{settings}: {line:?}");
        // The coupons go down one by one, and the first move comes after one from 5/4 to 11/8.
        let Ply::Coupon(before) = line.plies[boards[0] - 1] else { panic!("{line:?}") };
        assert!(before >= d("5/4") && before <= d("11/8"), "{settings}: {before}");
        // Both players' moves in turn lead from each board to the next.
        let mut now = position;
        for (nth, ply) in line.plies.iter().enumerate() {
            if let Ply::Board(next) = ply {
                let player = if nth % 2 == 0 { Player::Left } else { Player::Right };
                assert!(now.all_options(player).contains(next), "{settings}: {line:?}");
                now = *next;
            }
        }
    }
}

/// Boards of 4x4 squares with nine empty ones, too many for the budget.
const UNFINISHED: [(&str, &str, &str); 4] = [
    ("##..|o#.x|#...|#...", "9/2", "7/2"),
    ("#o..|.#..|....|x###", "4", "-2"),
    (".#o.|...#|..#.|#..x", "33/8", "-7/8"),
    ("..#.|.#.x|#...|.#o.", "99/32", "-21/32"),
];

#[test]
fn an_unfinished_search_looks_ahead() {
    let errors = |settings: &str| {
        let mut sums = [0.0, 0.0];
        for (board, temperature, mean) in UNFINISHED {
            let (found, nodes) = run_within(board, settings, 150_000);
            assert!(
                found.stopped && !found.exact && nodes == 150_000,
                "{board} {settings}: {found:?}, {nodes}"
            );
            sums[0] += found.temperature.minus(d(temperature)).unwrap().to_f64().abs() / 4.0;
            sums[1] += found.mean.minus(d(mean)).unwrap().to_f64().abs() / 4.0;
        }
        sums
    };
    let [temperature, mean] = errors("best,tt=4M");
    assert!(temperature < 0.6 && mean < 0.3, "{temperature} {mean}");
    let [blind_temperature, blind_mean] = errors("best,tt=4M,-deepen");
    assert!(blind_temperature > temperature && blind_mean > 2.0 * mean, "{blind_temperature} {blind_mean}");
    // With coupons counted, no line gets to a move on the board; the mean is the estimate of the root.
    let [_, mean] = errors("plain,tt=4M,deepen=plies");
    assert!(mean < blind_mean, "{mean}");
}

#[test]
fn the_search_proper_does_not_notice_the_horizon() {
    for settings in ["best", "best,-means", "plain,e3", "plain,e1,e3,e4,e5"] {
        let nodes = |more: &str| {
            let (found, nodes) = run_within("x..#|..#o", &format!("{settings},{more}"), 10_000_000);
            assert!(found.exact && !found.stopped);
            (found.temperature, found.mean, nodes)
        };
        let (alone, with) = (nodes("-deepen"), nodes("deepen=moves"));
        assert_eq!((alone.0, alone.1), (with.0, with.1), "{settings}");
        assert!(with.2 >= alone.2 && with.2 < alone.2 * 3 / 2, "{settings}: {alone:?} {with:?}");
    }
}

#[test]
fn the_best_move_is_that_of_the_thermographs() {
    let budget: &mut NodeBudget = &mut NodeBudget::new(&Unlimited);
    for (board, t) in [(FIGURE, "1"), (".x.|...|o.#", "7/4"), ("x...|o...", "3"), ("o#.|..x|...", "2")] {
        let position = Amazons::parse(board).unwrap();
        let mut exact = Thermographs::default();
        let mut score = |position: &Amazons, player: Player| {
            let walls = exact.walls(&[*position], &mut NodeBudget::new(&Unlimited)).unwrap();
            let graph = Thermograph::from_walls(&walls).unwrap();
            let wall = if player == Player::Left { graph.right_wall() } else { graph.left_wall() };
            let score = crate::common::score(wall, d(t));
            if player == Player::Left { score } else { Dyadic::ZERO.minus(score).unwrap() }
        };
        for player in Player::BOTH {
            let mut search = TemperatureSearch::new(TemperatureConfig::BEST);
            search.run(&position, budget).unwrap();
            let after = search.best_move(&position, player, d(t), budget).unwrap().unwrap();
            let best = position.all_options(player).iter().map(|option| score(option, player)).max().unwrap();
            assert_eq!(score(&after, player), best, "{board} at {t} for {player:?}: {}", after.text());
        }
    }
}

#[test]
fn thresholds() {
    let position = Amazons::parse(FIGURE).unwrap();
    for (threshold, hotter) in [("-1", true), ("0", true), ("1", true), ("5/4", false), ("2", false)] {
        let mut search = TemperatureSearch::new(TemperatureConfig::BEST);
        let answer = search.is_hotter(&position, d(threshold), &mut NodeBudget::new(&Unlimited)).unwrap();
        assert_eq!(answer, Some(hotter), "{threshold}");
    }
}

#[test]
fn thresholds_of_any_size_are_answered_or_refused() {
    let position = Amazons::parse(FIGURE).unwrap();
    let mut search = TemperatureSearch::new(TemperatureConfig::BEST);
    let budget: &mut NodeBudget = &mut NodeBudget::new(&Unlimited);
    assert_eq!(search.is_hotter(&position, d("-7"), budget).unwrap(), Some(true));
    assert_eq!(search.is_hotter(&position, d("100000000000"), budget).unwrap(), Some(false));
    let fine = Dyadic::new(1, 40).unwrap();
    let error = search.is_hotter(&position, fine, budget).unwrap_err().to_string();
    assert!(error.contains("too fine a threshold"), "{error}");
}

/// A stack of a quarter of a million coupons, one state waiting for the next, in the two megabytes that a thread has.
#[test]
fn deep_stacks_do_not_break_the_program() {
    for settings in ["plain,tt=1M", "plain,e3,tt=1M"] {
        let stop = AtomicBool::new(false);
        let clock = Clock::new(Limits { nodes: Some(280_000), ..Limits::default() }, &stop);
        let mut search = TemperatureSearch::new(TemperatureConfig::read(settings).unwrap());
        let position = Amazons::parse("x...|....|....|...o").unwrap();
        assert!(search.run(&position, &mut NodeBudget::new(&clock)).unwrap().stopped, "{settings}");
    }
    // Eighteen empty squares make more coupons than may wait: the search ends by itself.
    let found = {
        let mut search = TemperatureSearch::new(TemperatureConfig::read("plain,e3,tt=1M").unwrap());
        let position = Amazons::parse("x....|.....|.....|....o").unwrap();
        search.run(&position, &mut NodeBudget::new(&Unlimited)).unwrap()
    };
    assert!(found.stopped && !found.exact);
}

#[test]
fn without_bounds_a_guess_rises_until_it_is_high_enough() {
    for (guess, failures) in [(0, 1), (1, 1), (3, 0)] {
        let settings = format!("plain,e3,bounds=unknown,guess={guess},finest=3");
        let found = run::<Amazons>(FIGURE, &settings);
        assert_eq!((found.mean, found.temperature), (d("3/4"), d("5/4")), "{settings}");
        assert!(!found.exact);
        assert_eq!(u32::from(found.failures > 0), failures, "{settings}: {found:?}");
    }
    let found = run::<Amazons>(FIGURE, "best,bounds=unknown,finest=4");
    assert_eq!((found.mean, found.temperature, found.exact), (d("3/4"), d("5/4"), false));
}

#[test]
fn stopping_early_saves_steps_where_all_temperatures_are_even() {
    // Whole temperatures everywhere: the finest step is not needed.
    let early = run::<Amazons>("x..|o..", "best,early");
    assert_eq!((early.mean, early.temperature, early.exact), (d("0"), d("1"), false));
    assert!(early.step_bits < 4, "{early:?}");
    let early = run::<Amazons>(FIGURE, "best,early");
    assert_eq!((early.mean, early.temperature), (d("3/4"), d("5/4")));
}

#[test]
fn settings_that_do_not_go_together_are_refused() {
    let message = |text| TemperatureConfig::read(text).unwrap_err().to_string();
    assert_eq!(message("-e1"), "'e4' needs e1 and e3; switch them on or write -e4");
    assert_eq!(message("-e4,-e3"), "'e5' needs e3; switch it on or write -e5");
    assert_eq!(message("plain,across"), "'across' needs e1 and e3; switch them on");
    assert_eq!(message("plain,early"), "'early' needs e4; switch it on");
    assert!(message("bounds=unknown").starts_with("'bounds' cannot be unknown without a last step"));
    assert_eq!(message("plain,means"), "'means' needs e4; switch it on");
    assert_eq!(message("gaps,-e2"), "'gaps' needs e2; switch it on");
    assert!(message("means,early").starts_with("'means' replaces the coarser searches"));
    let means = |text| TemperatureConfig::read(text).unwrap().means;
    assert!(means("best") && !means("-e4") && !means("early") && !means("plain,e1,e3,e4"));
    assert!(message("e6").contains("'e6' is not a setting of tds"));
    assert!(TemperatureConfig::read("plain,e3,e5").is_ok());
}

/// All boards of 2x3 squares with one amazon each.
fn small_boards() -> Vec<Amazons> {
    let mut boards = Vec::new();
    for burnt in 0..1 << 6 {
        // Half of the pairs of places: the others are the same with colours exchanged.
        for (left, right) in (0..6).flat_map(|l| (0..l).map(move |r| (l, r))) {
            let letter = |square: usize| match square {
                s if burnt >> s & 1 == 1 => '#',
                s if s == left => 'x',
                s if s == right => 'o',
                _ => '.',
            };
            let text: String = (0..6).map(letter).collect();
            if text.contains('x') && text.contains('o') {
                boards.push(Amazons::parse(&format!("{}|{}", &text[..3], &text[3..])).unwrap());
            }
        }
    }
    boards
}

#[test]
fn the_hunt_finds_what_breaks_a_rule_and_nothing_else() {
    let config = TemperatureConfig::read("plain,e3,tt=64K").unwrap();
    let boards = small_boards();
    let hunted = |bits, steps| {
        hunt(boards.iter().copied(), &config, bits, steps, &mut NodeBudget::new(&Unlimited)).unwrap()
    };
    for bits in 2..=3 {
        let hunt = hunted(bits, 2);
        assert_eq!((hunt.checked, hunt.found), (boards.len(), Vec::new()), "steps of 2^-{bits}");
    }
    // A rule that every hot position breaks shows that the hunt can find something.
    let hunt = hunted(2, -8);
    assert!(!hunt.found.is_empty());
    assert!(hunt.found.iter().all(|c| c.temperature > c.estimate.minus(d("2")).unwrap()));
}
