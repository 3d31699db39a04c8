//! Every method against programs that are written here again from the bare rules: moves by walking over a grid of
//! letters, thermographs as lists of sampled values, sums with coupons by plain minimax. Slow, and shares nothing with the crate.

use crate::common::score;
use cgt::{
    Dyadic, Partizan, Player, Thermograph,
    exact::{AmazonsThermographs, Thermographs, Values},
    games::{Amazons, Clobber, Domineering, NoGo},
    temperature::{Stack, TemperatureConfig, TemperatureSearch},
};
use rand::RngExt;
use search::random::{Generator, generator};
use search::{NodeBudget, Unlimited};
use std::collections::HashMap;

type Grid = Vec<Vec<char>>;

fn grid(text: &str) -> Grid {
    text.split('|').map(|row| row.chars().collect()).collect()
}

fn at(board: &Grid, row: i32, file: i32) -> char {
    let line = usize::try_from(row).ok().and_then(|r| board.get(r));
    line.and_then(|l| usize::try_from(file).ok().and_then(|f| l.get(f))).copied().unwrap_or('#')
}

fn places(board: &Grid) -> Vec<(i32, i32)> {
    (0..board.len()).flat_map(|r| (0..board[0].len()).map(move |f| (r as i32, f as i32))).collect()
}

fn with(board: &Grid, changes: &[(i32, i32, char)]) -> Grid {
    let mut new = board.clone();
    for &(r, f, letter) in changes {
        new[r as usize][f as usize] = letter;
    }
    new
}

const KING: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

fn rays(board: &Grid, row: i32, file: i32) -> Vec<(i32, i32)> {
    let mut reached = Vec::new();
    for (dr, df) in KING {
        let (mut r, mut f) = (row + dr, file + df);
        while at(board, r, f) == '.' {
            reached.push((r, f));
            (r, f) = (r + dr, f + df);
        }
    }
    reached
}

fn amazons(board: &Grid, own: char) -> Vec<Grid> {
    let mut after = Vec::new();
    for (r, f) in places(board).into_iter().filter(|&(r, f)| at(board, r, f) == own) {
        for (tr, tf) in rays(board, r, f) {
            let moved = with(board, &[(r, f, '.'), (tr, tf, own)]);
            for (ar, af) in rays(&moved, tr, tf) {
                after.push(with(&moved, &[(ar, af, '#')]));
            }
        }
    }
    after
}

fn domineering(board: &Grid, own: char) -> Vec<Grid> {
    let (dr, df) = if own == 'x' { (1, 0) } else { (0, 1) };
    let free = |r, f| at(board, r, f) == '.' && at(board, r + dr, f + df) == '.';
    let starts = places(board).into_iter().filter(|&(r, f)| free(r, f));
    starts.map(|(r, f)| with(board, &[(r, f, '#'), (r + dr, f + df, '#')])).collect()
}

fn clobber(board: &Grid, own: char) -> Vec<Grid> {
    let other = if own == 'x' { 'o' } else { 'x' };
    let mut after = Vec::new();
    for (r, f) in places(board) {
        for (dr, df) in &KING[..4] {
            if at(board, r, f) == own && at(board, r + dr, f + df) == other {
                after.push(with(board, &[(r, f, '.'), (r + dr, f + df, own)]));
            }
        }
    }
    after
}

/// Does every group of stones have an empty point beside it?
fn all_breathe(board: &Grid) -> bool {
    places(board).into_iter().filter(|&(r, f)| matches!(at(board, r, f), 'x' | 'o')).all(|start| {
        let mut group = vec![start];
        let mut next = 0;
        while next < group.len() {
            let (r, f) = group[next];
            next += 1;
            for (dr, df) in &KING[..4] {
                let place = (r + dr, f + df);
                match at(board, place.0, place.1) {
                    '.' => return true,
                    stone if stone == at(board, r, f) && !group.contains(&place) => group.push(place),
                    _ => {}
                }
            }
        }
        false
    })
}

fn nogo(board: &Grid, own: char) -> Vec<Grid> {
    let free = places(board).into_iter().filter(|&(r, f)| at(board, r, f) == '.');
    free.map(|(r, f)| with(board, &[(r, f, own)])).filter(all_breathe).collect()
}

type Rules = fn(&Grid, char) -> Vec<Grid>;

/// Both walls at every multiple of the step from -1 on, in steps.
#[derive(Clone)]
struct Sampled {
    left: Vec<i64>,
    right: Vec<i64>,
    mast: (i64, i64),
}

/// Thermographs on a grid that is fine enough for all positions that arise.
struct Brute {
    rules: Rules,
    bits: u32,
    known: HashMap<Grid, Sampled>,
}

impl Brute {
    fn new(rules: Rules, bits: u32) -> Brute {
        Brute { rules, bits, known: HashMap::new() }
    }

    fn sample(&mut self, board: &Grid) -> Sampled {
        if let Some(known) = self.known.get(board) {
            return known.clone();
        }
        let one = 1_i64 << self.bits;
        let many = (one * (i64::from(self.bits) + 2)) as usize;
        let below = |brute: &mut Brute, own| {
            (brute.rules)(board, own).iter().map(|after| brute.sample(after)).collect::<Vec<_>>()
        };
        let (lefts, rights) = (below(self, 'x'), below(self, 'o'));
        let t = |nth: usize| nth as i64 - one;
        let upper = |nth| lefts.iter().map(|g| g.right[nth] - t(nth)).max();
        let lower = |nth| rights.iter().map(|g| g.left[nth] + t(nth)).min();
        let flat = |v: i64| Sampled { left: vec![v; many], right: vec![v; many], mast: (v, -one) };
        let sampled = match (upper(0), lower(0)) {
            (None, None) => flat(0),
            (Some(least), None) => flat(least.max(0)),
            (None, Some(most)) => flat(most.min(0)),
            // No fight even where moving earns one: the simplest whole number that fits.
            (Some(least), Some(most)) if least <= most => flat(0.clamp(least, most)),
            _ => {
                let walls: Vec<(i64, i64)> =
                    (0..many).map(|nth| (upper(nth).unwrap(), lower(nth).unwrap())).collect();
                let foot = walls.iter().position(|(l, r)| l <= r).expect("the walls meet");
                let mean = walls[foot].0;
                assert_eq!(mean, walls[foot].1, "the grid is too coarse");
                let cut = |side: fn(&(i64, i64)) -> i64| {
                    (0..many).map(|nth| if nth < foot { side(&walls[nth]) } else { mean }).collect()
                };
                Sampled { left: cut(|w| w.0), right: cut(|w| w.1), mast: (mean, t(foot)) }
            }
        };
        self.known.insert(board.clone(), sampled.clone());
        sampled
    }

    fn number(&self, steps: i64) -> Dyadic {
        Dyadic::new(steps, self.bits as u8).unwrap()
    }

    /// Compares a thermograph with the samples, point by point.
    fn compare(&mut self, text: &str, graph: &Thermograph, what: &str) {
        let sampled = self.sample(&grid(text));
        let mast = (self.number(sampled.mast.0), self.number(sampled.mast.1));
        assert_eq!((graph.mean(), graph.temperature()), mast, "{what}: {text}");
        for nth in 0..sampled.left.len() {
            let t = self.number(nth as i64 - (1 << self.bits));
            let walls = (self.number(sampled.left[nth]), self.number(sampled.right[nth]));
            let found = (score(graph.left_wall(), t), score(graph.right_wall(), t));
            assert_eq!(found, walls, "{what}: {text} at {t}");
        }
    }
}

fn random_board(letters: &[(char, usize)], squares: usize, random: &mut Generator) -> String {
    let mut all: Vec<char> = letters.iter().flat_map(|&(c, n)| std::iter::repeat_n(c, n)).collect();
    all.resize(squares, '#');
    for nth in 1..all.len() {
        all.swap(nth, random.random_range(0..=nth));
    }
    let width = [2, 3, 4, 6].into_iter().filter(|w| squares.is_multiple_of(*w)).collect::<Vec<_>>();
    let width = width[random.random_range(0..width.len())];
    all.chunks(width).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

/// Thermographs by the general method and by canonical forms, and mean and temperature by TDS with several settings.
fn check<P: Partizan>(text: &str, brute: &mut Brute, settings: &[&str]) {
    let position = P::parse(text).unwrap();
    let budget: &mut NodeBudget = &mut NodeBudget::new(&Unlimited);
    let walls = Thermographs::default().walls(std::slice::from_ref(&position), budget).unwrap();
    brute.compare(text, &Thermograph::from_walls(&walls).unwrap(), "general");
    let mut values = Values::default();
    let value = values.value(&position, budget).unwrap();
    brute.compare(text, &values.games().thermograph(value).unwrap(), "canonical form");
    let (mean, temperature) = brute.sample(&grid(text)).mast;
    for setting in settings {
        let config = TemperatureConfig::read(&format!("{setting},tt=1M")).unwrap();
        let found = TemperatureSearch::new(config).run(&position, budget).unwrap();
        let expected = (brute.number(mean), brute.number(temperature), true);
        assert_eq!((found.mean, found.temperature, found.exact), expected, "{setting}: {text}");
    }
}

#[test]
fn amazons_by_every_method() {
    let mut random = generator(41, &[1]);
    let mut fast = AmazonsThermographs::default();
    for round in 0..160 {
        let empties = 1 + round % 5;
        let (left, right) = (random.random_range(1..=2), random.random_range(1..=2));
        let letters = [('.', empties), ('x', left), ('o', right)];
        let text = random_board(&letters, 12, &mut random);
        let mut brute = Brute::new(amazons, empties as u32 + 1);
        let settings: &[&str] = if empties <= 3 { &["plain", "best"] } else { &["plain,e3", "best"] };
        check::<Amazons>(&text, &mut brute, settings);
        let walls = fast.walls(&Amazons::parse(&text).unwrap(), &mut NodeBudget::new(&Unlimited)).unwrap();
        brute.compare(&text, &Thermograph::from_walls(&walls).unwrap(), "fast");
    }
}

#[test]
fn other_local_games_by_every_method() {
    let mut random = generator(42, &[2]);
    for _ in 0..40 {
        let text = random_board(&[('.', 6)], 8, &mut random);
        check::<Domineering>(&text, &mut Brute::new(domineering, 5), &["best"]);
        let text = random_board(&[('x', 3), ('o', 3), ('.', 1)], 8, &mut random);
        check::<Clobber>(&text, &mut Brute::new(clobber, 7), &["plain,e3", "best"]);
        let text = random_board(&[('.', 4), ('x', 1), ('o', 1)], 8, &mut random);
        if all_breathe(&grid(&text)) {
            check::<NoGo>(&text, &mut Brute::new(nogo, 5), &["plain,e3", "best"]);
        }
    }
}

/// The value of a board beside a stack by Definition 6 to the letter: coupons from `top` down in steps, three of -1 or
/// more, one of -1/2 at the very end. In steps, for Left.
struct Coupons {
    bits: u32,
    known: HashMap<(Grid, i64, u32, bool), i64>,
}

impl Coupons {
    /// `ones` counts coupons of -1 taken just before; the board is then over.
    fn value(&mut self, board: &Grid, top: i64, ones: u32, left: bool) -> i64 {
        let one = 1_i64 << self.bits;
        let key = (board.clone(), top, ones, left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let sign = if left { 1 } else { -1 };
        // Both have passed: the board counts nothing, and the run of -1 is worth -1/2 to the player to move.
        if ones == 2 {
            return -sign * one / 2;
        }
        let mut values = Vec::new();
        let boards = amazons(board, if left { 'x' } else { 'o' });
        values.extend(boards.iter().map(|after| self.value(after, top, 0, !left)));
        values.push(if top > -one {
            sign * top + self.value(board, top - 1, 0, !left)
        } else {
            sign * -one + self.value(board, top, ones + 1, !left)
        });
        let best = if left { values.into_iter().max() } else { values.into_iter().min() }.unwrap();
        self.known.insert(key, best);
        best
    }
}

#[test]
fn sums_with_coupons_by_plain_minimax() {
    let mut random = generator(43, &[3]);
    let mut checked = 0;
    for round in 0..60 {
        let empties = 1 + round % 4;
        let text = random_board(&[('.', empties), ('x', 1), ('o', 1)], 9 - round % 2, &mut random);
        for bits in [1, 2, 3] {
            let mut brute = Coupons { bits, known: HashMap::new() };
            for (top, player) in [(2 << bits, Player::Left), (3, Player::Right), (-1, Player::Left)] {
                let expected = brute.value(&grid(&text), top, 0, player == Player::Left);
                for settings in ["plain", "plain,e3,e5", "best"] {
                    let config = TemperatureConfig::read(&format!("{settings},tt=1M")).unwrap();
                    let mut search = TemperatureSearch::new(config);
                    let position = Amazons::parse(&text).unwrap();
                    let budget: &mut NodeBudget = &mut NodeBudget::new(&Unlimited);
                    let found =
                        search.value_beside(&position, Stack::new(bits), top, player, budget).unwrap();
                    let expected = Dyadic::new(expected, bits as u8).unwrap();
                    assert_eq!(found, expected, "{text} {bits} {top} {player:?} {settings}");
                    checked += 1;
                }
            }
        }
    }
    assert_eq!(checked, 60 * 3 * 3 * 3);
}
