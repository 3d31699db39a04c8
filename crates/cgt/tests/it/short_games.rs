//! Short games against the printed values of other programs, the group laws and a naive comparison.

use crate::common::score;
use cgt::{Dyadic, GameId, Games, ParseError, Player, ValueError};
use rand::RngExt;
use search::{
    Clock, Limits,
    random::{Generator, generator},
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Printed in the tests of CGSuite: game, mean, temperature, stops.
const PRINTED: &str = "
0 0 -1 0 0
5 5 -1 5 5
-1823437481924 -1823437481924 -1 -1823437481924 -1823437481924
-1/2 -1/2 -1/2 -1/2 -1/2
25/16 25/16 -1/16 25/16 25/16
*8 0 0 0 0
9/8+* 9/8 0 9/8 9/8
^ 0 0 0 0
v* 0 0 0 0
6+^* 6 0 6 6
^*6 0 0 0 0
73/16+v9*8 73/16 0 73/16 73/16
{0|*||*|||*||||*} 0 0 0 0
{0||0|v*} 0 0 0 0
{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}} 0 0 0 0
{0,*,*2,*3,{0,*,*2,*3,*4||*4,v*5|vv*4}||{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,{*4,v*5|vv*4}},{0,*,*2,*3,*4||*4,v*5|vv*4}|{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,{*4,v*5|vv*4}||||vv*4}} 0 0 0 0
{0||0|vvv} 0 0 0 0
{^^^|vv} 0 0 0 0
{0||0|-3/2} 0 0 0 0
{0|||0||-1|-3} 0 0 0 0
{5||3|1|||0||||0} 0 0 0 0
{1|^^||^} 0 0 0 0
{1|^^^||^} 0 0 0 0
{3||2+*|1+*} 9/4 3/4 3 2
{3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}} -5/16 21/16 1/2 -1";

fn d(text: &str) -> Dyadic {
    Dyadic::parse(text).unwrap()
}

#[test]
fn means_temperatures_and_stops_of_25_printed_games() {
    let mut games = Games::default();
    let mut checked = 0;
    for line in PRINTED.lines().filter(|l| !l.is_empty()) {
        let words: Vec<&str> = line.split(' ').collect();
        let game = games.parse(words[0]).unwrap();
        let graph = games.thermograph(game).unwrap();
        assert_eq!((graph.mean(), graph.temperature()), (d(words[1]), d(words[2])), "{line}");
        assert_eq!(games.stops(game).unwrap(), (d(words[3]), d(words[4])), "{line}");
        let text = games.text(game).unwrap();
        assert_eq!(games.parse(&text).unwrap(), game, "{line} is printed as {text}");
        checked += 1;
    }
    assert_eq!(checked, 25);
}

#[test]
fn printed_walls() {
    let mut games = Games::default();
    let mut corners = |text: &str| {
        let game = games.parse(text).unwrap();
        let graph = games.thermograph(game).unwrap();
        let show = |wall: &[cgt::thermograph::Corner]| {
            wall.iter().map(|c| format!("({},{})", c.value, c.temperature)).collect::<Vec<_>>().join("")
        };
        (show(graph.left_wall()), show(graph.right_wall()))
    };
    assert_eq!(corners("{3||2+*|1+*}"), ("(4,-1)(9/4,3/4)".into(), "(1,-1)(2,0)(2,1/2)(9/4,3/4)".into()));
    assert_eq!(
        corners("{3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}}"),
        (
            "(1,-1)(1/2,-1/2)(1/2,1/2)(-5/16,21/16)".into(),
            "(-1,-1)(-1,0)(-3/4,1/4)(-3/4,7/8)(-5/16,21/16)".into()
        )
    );
}

#[test]
fn games_are_read_and_written_as_people_do() {
    let mut games = Games::default();
    let mut form = |text: &str| {
        let game = games.parse(text).unwrap();
        games.text(game).unwrap()
    };
    for (given, printed) in [
        ("{2|-1/2,{1|-1}}", "{2|±1,-1/2}"),
        ("{1|-1}", "±1"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0,*|0}", "^*"),
        ("^+^+^+*", "^^^*"),
        ("{0|1}", "1/2"),
        ("{1|}", "2"),
        ("{|}", "0"),
        ("{0,±5|7}", "1"),
        ("1|-1", "±1"),
        ("+-(1,{2|1/2,{1|*}})", "±({2|1/2,{1|*}},1)"),
        ("3 + ^*", "3+^*"),
        ("-{2|0}", "{0|-2}"),
        ("±{3,{4|0}}", "±(3,{4|0})"),
        ("{1|-1}+{1|-1}", "0"),
        ("{{2|1}|0}", "{{2|1}|0}"),
    ] {
        assert_eq!(form(given), printed, "{given}");
    }
}

#[test]
fn bad_texts_are_quoted() {
    let mut games = Games::default();
    for (bad, part) in [
        ("", "'' holds no game"),
        ("{1", "ends too early"),
        ("{1,2}", "expected '|'"),
        ("1/3", "'1/3' is not a dyadic number"),
        ("{1|2|3}", "has '|' in more than one place"),
        ("1)", "')' is left over"),
        ("x", "'x' is unexpected"),
        ("*1000", "is too large"),
        ("1,2", "expected one game"),
    ] {
        let message = games.parse(bad).unwrap_err().to_string();
        assert!(message.contains(part), "{bad}: {message}");
    }
    assert!(games.parse(&"{".repeat(5000)).unwrap_err().to_string().contains("nested deeper"));
    let mut small = Games::with_limit(20);
    assert!(small.parse("*30").unwrap_err().to_string().contains("too large: more than 20"));
}

/// The game cooled by `t` from the definition: each move costs `t`, until the game freezes to its mean.
fn cooled(games: &mut Games, game: GameId, t: Dyadic) -> GameId {
    if games.as_number(game).is_some() {
        return game;
    }
    let (mean, temperature) = games.mean_and_temperature(game).unwrap();
    if t > temperature {
        return games.number(mean).unwrap();
    }
    let mut side = |player, tax| {
        let tax = games.number(tax).unwrap();
        let options = games.options(game, player).unwrap().into_iter();
        options
            .map(|option| cooled(games, option, t))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|option| games.sum(option, tax).unwrap())
            .collect::<Vec<_>>()
    };
    let (left, right) = (side(Player::Left, -t), side(Player::Right, t));
    games.game(&left, &right).unwrap()
}

#[test]
fn stops_and_cooling() {
    let mut games = Games::default();
    let game = games.parse("{3||2|1}").unwrap();
    assert_eq!(games.stops(game).unwrap(), (d("3"), d("2")));
    assert_eq!(games.mean_and_temperature(game).unwrap(), (d("9/4"), d("3/4")));
    let switch = games.parse("±2").unwrap();
    let cool = cooled(&mut games, switch, Dyadic::ONE);
    assert_eq!(games.text(cool).unwrap(), "±1");
    let frozen = cooled(&mut games, switch, d("2"));
    assert_eq!(games.text(frozen).unwrap(), "*");
    let cold = cooled(&mut games, switch, d("3"));
    assert_eq!(games.text(cold).unwrap(), "0");
}

/// A game as nested lists, compared by the bare definition.
#[derive(Clone, Debug)]
struct Tree(Vec<Tree>, Vec<Tree>);

fn random_tree(depth: u32, random: &mut Generator) -> Tree {
    let mut side = |most: u32| {
        let many = if depth == 0 { 0 } else { random.random_range(0..=most) };
        (0..many).map(|_| random_tree(random.random_range(0..depth), random)).collect()
    };
    Tree(side(2), side(2))
}

fn naive_at_most(a: &Tree, b: &Tree) -> bool {
    !a.0.iter().any(|option| naive_at_most(b, option)) && !b.1.iter().any(|option| naive_at_most(option, a))
}

fn naive_sum(a: &Tree, b: &Tree) -> Tree {
    let side = |x: &[Tree], y: &[Tree]| {
        x.iter().map(|o| naive_sum(o, b)).chain(y.iter().map(|o| naive_sum(a, o))).collect()
    };
    Tree(side(&a.0, &b.0), side(&a.1, &b.1))
}

fn value(tree: &Tree, games: &mut Games) -> GameId {
    let left: Vec<GameId> = tree.0.iter().map(|t| value(t, games)).collect();
    let right: Vec<GameId> = tree.1.iter().map(|t| value(t, games)).collect();
    games.game(&left, &right).unwrap()
}

#[test]
fn canonical_forms_agree_with_the_bare_definition() {
    let mut random = generator(5, &[1]);
    let mut games = Games::default();
    let mut equal = 0;
    for _ in 0..1500 {
        let (a, b) = (random_tree(3, &mut random), random_tree(3, &mut random));
        let (x, y) = (value(&a, &mut games), value(&b, &mut games));
        let naive = (naive_at_most(&a, &b), naive_at_most(&b, &a));
        assert_eq!((games.at_most(x, y).unwrap(), games.at_most(y, x).unwrap()), naive, "{a:?} {b:?}");
        assert_eq!(naive == (true, true), x == y);
        equal += usize::from(x == y);
        let sum = games.sum(x, y).unwrap();
        assert_eq!(value(&naive_sum(&a, &b), &mut games), sum);
    }
    assert!(equal > 50, "{equal}");
}

#[test]
fn group_laws() {
    let mut random = generator(6, &[2]);
    let mut games = Games::default();
    let zero = games.integer(0).unwrap();
    for _ in 0..300 {
        let [a, b, c] = [0; 3].map(|_| value(&random_tree(4, &mut random), &mut games));
        assert_eq!(games.difference(a, a).unwrap(), zero);
        let ab = games.sum(a, b).unwrap();
        assert_eq!(ab, games.sum(b, a).unwrap());
        let (bc, ab_c) = (games.sum(b, c).unwrap(), games.sum(ab, c).unwrap());
        assert_eq!(ab_c, games.sum(a, bc).unwrap());
        assert_eq!(games.difference(ab, b).unwrap(), a);
        let negative = games.negative(a).unwrap();
        assert_eq!(games.negative(negative).unwrap(), a);
        let bb = games.sum(b, b).unwrap();
        let bb_c = games.sum(bb, c).unwrap();
        assert_eq!(games.at_most(a, b).unwrap(), games.at_most(ab_c, bb_c).unwrap());
        // Means add up, temperatures do not rise.
        let (ma, ta) = games.mean_and_temperature(a).unwrap();
        let (mb, tb) = games.mean_and_temperature(b).unwrap();
        let (m, t) = games.mean_and_temperature(ab).unwrap();
        assert_eq!(m, ma.plus(mb).unwrap());
        assert!(t <= ta.max(tb));
        let text = games.text(a).unwrap();
        assert_eq!(games.parse(&text).unwrap(), a, "{text}");
    }
}

#[test]
fn stops_of_cooled_games_are_the_walls() {
    let mut random = generator(7, &[3]);
    let mut games = Games::default();
    for _ in 0..150 {
        let game = value(&random_tree(4, &mut random), &mut games);
        let graph = games.thermograph(game).unwrap();
        for t in ["0", "1/4", "1/2", "1", "5/4", "2"].map(d) {
            let cool = cooled(&mut games, game, t);
            let walls = (score(graph.left_wall(), t), score(graph.right_wall(), t));
            assert_eq!(games.stops(cool).unwrap(), walls);
        }
    }
}

/// Multiples of up with nimbers are printed by name, however large they are.
#[test]
fn ups_and_nimbers_have_names() {
    let mut games = Games::default();
    let up = games.up().unwrap();
    for ups in -12..=12_i64 {
        let arrow = if ups < 0 { "v" } else { "^" };
        let arrows = match ups.unsigned_abs() {
            n @ 0..=3 => arrow.repeat(n as usize),
            n => format!("{arrow}{n}"),
        };
        for stars in 0..=12 {
            let (many, star) = (games.multiple(up, ups).unwrap(), games.nimber(stars).unwrap());
            let game = games.sum(many, star).unwrap();
            let expected = match stars {
                0 if ups == 0 => "0".to_owned(),
                0 => arrows.clone(),
                1 => format!("{arrows}*"),
                n => format!("{arrows}*{n}"),
            };
            assert_eq!(games.text(game).unwrap(), expected);
            assert_eq!(games.parse(&expected).unwrap(), game, "{expected}");
        }
    }
    for (given, printed) in
        [("*64", "*64"), ("5*33", "5+*33"), ("{*32|-7}", "{*32|-7}"), ("-3/4v9*8", "-3/4+v9*8")]
    {
        let game = games.parse(given).unwrap();
        assert_eq!(games.text(game).unwrap(), printed, "{given}");
    }
}

/// A game whose canonical form doubles with every part.
fn switches(many: u32) -> String {
    (0..many).map(|n| format!("±{}", 1_u64 << n)).collect::<Vec<_>>().join("+")
}

#[test]
fn long_texts_and_deep_games_are_refused() {
    let mut games = Games::default();
    let game = games.parse(&switches(12)).unwrap();
    assert_eq!(games.text_within(game, 10_000), Err(ValueError::TooLong(10_000)));
    assert!(games.text(game).unwrap().len() > 10_000);
    // Each position is one move longer than the one before; all are hot.
    let (mut deep, mut moves) = (games.integer(0).unwrap(), 0);
    let error = loop {
        let more = games.integer(10_000 + moves).unwrap();
        match games.game(&[more], &[deep]) {
            Ok(next) => deep = next,
            Err(error) => break error,
        }
        moves += 1;
    };
    assert_eq!((error, moves), (ValueError::TooDeep, 1000));
    assert!(games.thermograph(deep).is_ok() && games.negative(deep).is_ok());
    let long = games.parse(&"1+".repeat(6000)).unwrap_err().to_string();
    assert!(long.contains("is longer than 10000 bytes"), "{long}");
}

/// Arenas with a budget stop within it, while they compute and while they print.
#[test]
fn arenas_keep_to_their_budget() {
    let stop = AtomicBool::new(false);
    for nodes in [1, 100, 5000] {
        let clock = Clock::new(Limits { nodes: Some(nodes), ..Limits::default() }, &stop);
        let mut games = Games::within(&clock);
        let stopped = games.parse(&switches(40));
        assert!(matches!(stopped, Err(ParseError::Value(ValueError::Stopped(_)))), "{stopped:?}");
        assert_eq!(games.nodes(), nodes);
    }
    let clock = Clock::new(Limits::default(), &stop);
    let mut games = Games::within(&clock);
    let game = games.parse(&switches(12)).unwrap();
    stop.store(true, Relaxed);
    let before = games.nodes();
    assert!(matches!(games.text(game), Err(ValueError::Stopped(_))));
    assert!(games.nodes() - before < 1000, "{} more nodes", games.nodes() - before);
}
