//! Mean and temperature search, with and without a checker, against the exact method.

use cgt::{
    Dyadic, Partizan, Thermograph,
    exact::Thermographs,
    games::{Amazons, Clobber, Domineering, Form, NoGo},
    mts::{ColdTest, MeanBounds, MeanTemperatureSearch},
    temperature::{TemperatureConfig, TemperatureSearch},
};
use rand::RngExt;
use search::{Clock, NodeBudget, Unlimited};
use search::{
    Limits,
    random::{Generator, generator},
};
use std::sync::atomic::AtomicBool;

fn exact<P: Partizan>(position: &P) -> (Dyadic, Dyadic) {
    let all = &mut Thermographs::default();
    let walls = all.walls(std::slice::from_ref(position), &mut NodeBudget::new(&Unlimited)).unwrap();
    let graph = Thermograph::from_walls(&walls).unwrap();
    (graph.mean(), graph.temperature())
}

fn run<P: Partizan>(position: &P, cold_test: ColdTest, budget: &mut NodeBudget) -> MeanBounds {
    let config = TemperatureConfig::read("best,tt=1M").unwrap();
    let checker = TemperatureSearch::new(config);
    MeanTemperatureSearch::new(checker, cold_test).run(position, budget).unwrap()
}

fn agrees<P: Partizan>(position: &P) {
    let (mean, temperature) = exact(position);
    for cold_test in [ColdTest::Ended, ColdTest::Tds] {
        let found = run(position, cold_test, &mut NodeBudget::new(&Unlimited));
        assert!(found.exact);
        assert_eq!(found.mean, [mean; 2], "{cold_test:?}: {}", position.text());
        assert_eq!(found.temperature, [temperature; 2], "{cold_test:?}: {}", position.text());
    }
}

fn board(letters: &[(char, usize)], squares: usize, width: usize, random: &mut Generator) -> String {
    let mut all: Vec<char> = letters.iter().flat_map(|&(c, n)| std::iter::repeat_n(c, n)).collect();
    all.resize(squares, '#');
    for nth in 1..all.len() {
        all.swap(nth, random.random_range(0..=nth));
    }
    all.chunks(width).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

#[test]
fn local_games() {
    let mut random = generator(71, &[1]);
    for round in 0..32 {
        let text = board(&[('.', 2 + round % 4), ('x', 1), ('o', 1)], 12, 4, &mut random);
        agrees(&Amazons::parse(&text).unwrap());
    }
    for _ in 0..16 {
        agrees(&Domineering::parse(&board(&[('.', 6)], 9, 3, &mut random)).unwrap());
        agrees(&Clobber::parse(&board(&[('x', 3), ('o', 3)], 8, 4, &mut random)).unwrap());
        if let Ok(position) = NoGo::parse(&board(&[('.', 5), ('x', 1)], 8, 4, &mut random)) {
            agrees(&position);
        }
    }
}

/// A game as nested lists with integers at the leaves.
enum Tree {
    Leaf(i32),
    Inner([Vec<Tree>; 2]),
}

impl Tree {
    fn form(&self) -> Form {
        match self {
            Tree::Leaf(number) => Form::integer(*number),
            Tree::Inner(sides) => {
                let [left, right] = [0, 1].map(|nth: usize| sides[nth].iter().map(Tree::form).collect());
                Form::game(left, right)
            }
        }
    }

    /// The stop with Left (0) or Right (1) moving first.
    fn stop(&self, first: usize) -> i32 {
        match self {
            Tree::Leaf(number) => *number,
            Tree::Inner(sides) => {
                let stops = sides[first].iter().map(|option| option.stop(1 - first));
                if first == 0 { stops.max().unwrap() } else { stops.min().unwrap() }
            }
        }
    }

    fn shift(&mut self, by: i32) {
        match self {
            Tree::Leaf(number) => *number += by,
            Tree::Inner(sides) => sides.iter_mut().flatten().for_each(|option| option.shift(by)),
        }
    }
}

/// A random game in which every position but the leaves is hot. It lasts at most `depth` moves, and each player has one or
/// two options.
fn hot(depth: u32, random: &mut Generator) -> Tree {
    if depth == 0 {
        return Tree::Leaf(0);
    }
    let mut sides = [0, 1].map(|_| {
        let many = random.random_range(1..=2);
        (0..many).map(|_| hot(random.random_range(0..depth), random)).collect::<Vec<_>>()
    });
    // Moving must gain: the Right stop of Left's best option is raised above the Left stops of Right's options.
    let gained = sides[0].iter().map(|option| option.stop(1)).max().unwrap();
    let lost = sides[1].iter().map(|option| option.stop(0)).min().unwrap();
    let apart = 1 + random.random_range(0..2) + (lost - gained).max(0);
    let up = apart / 2 + apart % 2;
    sides[0].iter_mut().for_each(|option| option.shift(up));
    sides[1].iter_mut().for_each(|option| option.shift(up - apart));
    Tree::Inner(sides)
}

#[test]
fn games_that_are_hot_until_they_are_settled() {
    let mut random = generator(72, &[2]);
    let (mut looked, mut all) = (0, 0);
    for _ in 0..40 {
        let game = hot(4, &mut random).form();
        agrees(&game);
        let (_, temperature) = exact(&game);
        assert!(temperature > Dyadic::ZERO || game == Form::integer(0));
        looked += run(&game, ColdTest::Ended, &mut NodeBudget::new(&Unlimited)).expanded;
        let mut thermographs = Thermographs::default();
        thermographs.walls(&[game], &mut NodeBudget::new(&Unlimited)).unwrap();
        all += thermographs.positions();
    }
    // Bounds leave out part of the positions that the exact method looks at.
    assert!(looked < all, "{looked} of {all}");
}

#[test]
fn known_values_and_abstract_games() {
    for (text, mean, temperature) in [
        ("{2|-1/2,{1|-1}}", "3/4", "5/4"),
        ("0", "0", "-1"),
        ("-3", "-3", "-1"),
        ("3/8", "3/8", "-1/8"),
        ("^", "0", "0"),
        ("{3||2|1}", "9/4", "3/4"),
        ("{5||3|1|||0||||0}", "0", "0"),
        ("{10||{9|0}|-3}", "5", "5"),
    ] {
        let form = Form::parse(text).unwrap();
        let expected = (Dyadic::parse(mean).unwrap(), Dyadic::parse(temperature).unwrap());
        assert_eq!(exact(&form), expected, "{text}");
        // A checker works with steps of 2^-n for n moves, which large leaves make very fine.
        if form.longest() < 7 {
            agrees(&form);
        }
        let found = run(&form, ColdTest::Ended, &mut NodeBudget::new(&Unlimited));
        assert_eq!(
            (found.mean[0], found.temperature[0], found.exact),
            (expected.0, expected.1, true),
            "{text}"
        );
        assert_eq!(Form::parse(&form.text()).unwrap(), form);
    }
    for bad in ["{1|2", "1000", "1/3"] {
        let error = Form::parse(bad).unwrap_err().to_string();
        assert!(error.contains(&format!("'{bad}'")), "{error}");
    }
}

#[test]
fn a_budget_gives_bounds_that_hold() {
    let stop = AtomicBool::new(false);
    let position = Amazons::parse("x...|.#..|..o.").unwrap();
    let (mean, temperature) = exact(&position);
    let mut widths = Vec::new();
    for nodes in [1, 30, 300, 3000, 30_000] {
        let clock = Clock::new(Limits { nodes: Some(nodes), ..Limits::default() }, &stop);
        let found = run(&position, ColdTest::Ended, &mut NodeBudget::new(&clock));
        assert!(found.mean[0] <= mean && mean <= found.mean[1], "{nodes}: {found:?}");
        assert!(
            found.temperature[0] <= temperature && temperature <= found.temperature[1],
            "{nodes}: {found:?}"
        );
        widths.push(found.mean[1].minus(found.mean[0]).unwrap());
    }
    assert!(widths.is_sorted_by(|a, b| a >= b) && widths[0] > widths[4], "{widths:?}");
}
