//! Who wins a sum of Amazons regions with best play: an exact search of whole sums that knows the thermograph of every part.
//!
//! Parts of one player and numbers are only added up, since whoever can win beside a number need not move in it (the number
//! avoidance theorem). Sums of the rest are decided at once where the stops say so, and searched otherwise. It never
//! guesses: a budget that ends too early is an error.

use crate::{
    exact::{ExactError, fast::Fast},
    games::Amazons,
    meter::Meter,
    partizan::{Partizan, Player},
    thermograph::{Sketch, Unit, wall::value_at},
};
use std::{collections::HashMap, sync::Arc};

/// A sum in its simplest terms: a number, and the parts that are no numbers. Belongs to the [`Solver`] that made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    parts: Vec<u32>,
    number: i32,
}

impl Standing {
    /// The same sum with so many more free moves for Left, or for Right if negative.
    pub fn plus(&self, moves: i32) -> Standing {
        Standing { parts: self.parts.clone(), number: self.number + moves * i32::ONE }
    }

    /// Is it a number? Then whoever it favours wins.
    pub fn is_number(&self) -> bool {
        self.parts.is_empty()
    }
}

/// What is known of a part up to symmetry.
struct Known {
    position: Amazons,
    sketch: Sketch<i32>,
    /// The same part with colours exchanged, if that is known too.
    negative: Option<u32>,
    /// Where the moves of Left and Right lead, without doubles.
    moves: [Option<Arc<[Standing]>>; 2],
}

/// For which numbers beside some parts Left wins: for all from `wins` on, for none up to `loses`.
#[derive(Clone, Copy)]
struct Verdicts {
    wins: i32,
    loses: i32,
}

/// Solves sums and remembers everything that it has found out.
#[derive(Default)]
pub struct Solver {
    pub(super) values: Fast,
    parts: Vec<Known>,
    ids: HashMap<Amazons, u32>,
    verdicts: HashMap<(Box<[u32]>, Player), Verdicts>,
}

impl Solver {
    /// How much it remembers: positions and sums.
    pub fn remembered(&self) -> usize {
        self.values.positions() + self.verdicts.len()
    }

    /// A sum of regions in its simplest terms.
    pub fn place(&mut self, regions: &[Amazons], meter: &mut Meter) -> Result<Standing, ExactError> {
        let mut standing = Standing { parts: Vec::new(), number: 0 };
        for region in regions {
            let mut parts = Vec::new();
            region.parts(|part| parts.push(part));
            for part in parts {
                self.add(&mut standing, &part, meter)?;
            }
        }
        self.tidy(&mut standing.parts);
        Ok(standing)
    }

    /// The sum of two sums.
    pub fn sum(&self, one: &Standing, other: &Standing) -> Standing {
        let mut parts = [&one.parts[..], &other.parts].concat();
        self.tidy(&mut parts);
        Standing { parts, number: one.number + other.number }
    }

    /// Does the player who moves next win?
    pub fn wins(
        &mut self,
        standing: &Standing,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, ExactError> {
        // 1. Numbers speak for themselves, and stops often do.
        if let Some(answer) = self.at_once(standing, player) {
            return Ok(answer);
        }
        // 2. What was found out before about these parts beside this or another number.
        let key = (standing.parts.clone().into_boxed_slice(), player);
        let known = self.verdicts.get(&key).copied().unwrap_or(Verdicts { wins: i32::MAX, loses: i32::MIN });
        let left_is = |left_wins: bool| left_wins == (player == Player::Left);
        if standing.number >= known.wins {
            return Ok(left_is(true));
        }
        if standing.number <= known.loses {
            return Ok(left_is(false));
        }
        // 3. A move that wins at once needs no search.
        meter.step()?;
        let mut children = Vec::new();
        for (nth, &part) in standing.parts.iter().enumerate() {
            if nth > 0 && standing.parts[nth - 1] == part {
                continue;
            }
            let mut others = standing.clone();
            others.parts.remove(nth);
            for option in self.moves(part, player, meter)?.iter() {
                children.push(self.sum(&others, option));
            }
        }
        let other = player.other();
        let mut wins = false;
        let mut open = Vec::new();
        for child in children {
            match self.at_once(&child, other) {
                Some(false) => {
                    wins = true;
                    break;
                }
                Some(true) => {}
                None => open.push((self.promise(&child, other), child)),
            }
        }
        // 4. The rest is searched, the most promising first: what promises least to the opponent.
        if !wins {
            open.sort_by_key(|(promise, child)| (*promise, child.parts.len()));
            for (_, child) in open {
                if !self.wins(&child, other, meter)? {
                    wins = true;
                    break;
                }
            }
        }
        // 5. More for Left never hurts Left.
        let known = self.verdicts.entry(key).or_insert(Verdicts { wins: i32::MAX, loses: i32::MIN });
        if left_is(wins) {
            known.wins = known.wins.min(standing.number);
        } else {
            known.loses = known.loses.max(standing.number);
        }
        Ok(wins)
    }

    /// What a sum seems worth to the player who moves next, in units: its mean, with all parts taken for switches.
    pub fn promise(&self, standing: &Standing, player: Player) -> i32 {
        let sketches = || standing.parts.iter().map(|&part| &self.parts[part as usize].sketch);
        let mean = standing.number + sketches().map(|s| s.mast.v).sum::<i32>();
        let mut temperatures: Vec<i32> = sketches().map(|s| s.mast.t).collect();
        temperatures.sort_unstable_by_key(|&t| -t);
        let turns = temperatures.iter().enumerate();
        let gain: i32 = turns.map(|(nth, &t)| if nth % 2 == 0 { t } else { -t }).sum();
        (if player == Player::Left { mean } else { -mean }) + gain
    }

    /// What the numbers and stops alone say.
    fn at_once(&self, standing: &Standing, player: Player) -> Option<bool> {
        let number = if player == Player::Left { standing.number } else { -standing.number };
        if standing.parts.is_empty() {
            return Some(number > 0);
        }
        let sketches = || standing.parts.iter().map(|&part| &self.parts[part as usize].sketch);
        // The walls of whoever moves next and of the opponent, both for the former.
        let walls = |sketch: &Sketch<i32>, t: i32| match player {
            Player::Left => (value_at(&sketch.left, t), value_at(&sketch.right, t)),
            Player::Right => (-value_at(&sketch.right, t), -value_at(&sketch.left, t)),
        };
        // With everything cooled by t, moving first is worth at least the opponent's walls and the widest gap, and at most
        // one's own walls. Without the tax it is worth at least as much, and at most t more.
        let (mut least, mut most) = (i32::MIN, i32::MAX);
        let temperatures = || sketches().map(|s| s.mast.t).chain([0]);
        for t in temperatures() {
            let (mut own, mut opposed, mut widest) = (0, 0, 0);
            for sketch in sketches() {
                let (first, second) = walls(sketch, t);
                own += first;
                opposed += second;
                widest = widest.max(first - second);
            }
            least = least.max(opposed + widest);
            most = most.min(own + t);
        }
        match () {
            () if number + least > 0 => Some(true),
            () if number + most < 0 => Some(false),
            () => None,
        }
    }

    /// Adds a connected part.
    fn add(&mut self, standing: &mut Standing, part: &Amazons, meter: &mut Meter) -> Result<(), ExactError> {
        let normal = part.normal();
        if let Some(&id) = self.ids.get(&normal) {
            standing.parts.push(id);
            return Ok(());
        }
        let sketch = self.values.of(part, meter)?;
        // Below zero a thermograph is that of a number, which is its mean.
        if sketch.mast.t < 0 {
            standing.number += sketch.mast.v;
            return Ok(());
        }
        let id = self.parts.len() as u32;
        let negative = part.swapped().map(|p| p.normal()).and_then(|n| self.ids.get(&n).copied());
        // A part that is its own negative under some symmetry cancels another copy of itself.
        let negative = if part.swapped().is_some_and(|p| p.normal() == normal) { Some(id) } else { negative };
        if let Some(other) = negative.filter(|&other| other != id) {
            self.parts[other as usize].negative = Some(id);
        }
        self.parts.push(Known { position: normal, sketch, negative, moves: [None, None] });
        self.ids.insert(normal, id);
        standing.parts.push(id);
        Ok(())
    }

    /// Sorts parts and drops pairs that cancel each other.
    fn tidy(&self, parts: &mut Vec<u32>) {
        let mut nth = 0;
        while nth < parts.len() {
            let twin = self.parts[parts[nth] as usize]
                .negative
                .and_then(|n| parts.iter().enumerate().position(|(at, &p)| at != nth && p == n));
            match twin {
                Some(at) => {
                    parts.swap_remove(at.max(nth));
                    parts.swap_remove(at.min(nth));
                    nth = 0;
                }
                None => nth += 1,
            }
        }
        parts.sort_unstable();
    }

    /// Where the moves of a player in a part lead; of those that differ in the number only, the best.
    fn moves(&mut self, part: u32, player: Player, meter: &mut Meter) -> Result<Arc<[Standing]>, ExactError> {
        if let Some(known) = &self.parts[part as usize].moves[player.index()] {
            return Ok(Arc::clone(known));
        }
        let position = self.parts[part as usize].position;
        let mut options = Vec::new();
        position.options(player, |option| options.push(option));
        let mut found = Vec::with_capacity(options.len());
        for option in &options {
            found.push(self.place(std::slice::from_ref(option), meter)?);
        }
        let worst_last = |s: &Standing| if player == Player::Left { -s.number } else { s.number };
        found.sort_unstable_by(|a, b| a.parts.cmp(&b.parts).then(worst_last(a).cmp(&worst_last(b))));
        found.dedup_by(|later, first| later.parts == first.parts);
        let found: Arc<[Standing]> = found.into();
        self.parts[part as usize].moves[player.index()] = Some(Arc::clone(&found));
        Ok(found)
    }
}
