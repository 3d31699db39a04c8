//! Who wins a sum of Amazons regions with best play: an exact search of whole sums that knows the thermograph of every part.
//!
//! Numbers are only added up, since a player who can win beside a number need not move in it (number avoidance). Sums of
//! the rest are decided by their stops where possible, and searched otherwise. A budget that ends too early is an error.

use crate::{Amazons, Partizan, Player, Result, Unit, Walls, cancel, exact::AmazonsThermographs};
use search::NodeBudget;
use std::{collections::HashMap, sync::Arc};

/// A number, and the parts that are no numbers. Only meaningful together with the [`SumSolver`] that made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimplifiedSum {
    parts: Vec<u32>,
    number: i32,
}

impl SimplifiedSum {
    /// The sum with so many more free moves for Left, or for Right if negative.
    pub fn plus(&self, moves: i32) -> SimplifiedSum {
        SimplifiedSum { parts: self.parts.clone(), number: self.number + moves * i32::ONE }
    }

    /// Is it a number?
    pub fn is_number(&self) -> bool {
        self.parts.is_empty()
    }
}

/// A part up to symmetry.
struct Known {
    position: Amazons,
    walls: Walls<i32>,
    /// The part with colours exchanged, if that is known too.
    negative: Option<u32>,
    /// The results of the moves of Left and Right, without repetitions.
    moves: [Option<Arc<[SimplifiedSum]>>; 2],
}

/// Beside which numbers Left wins with some parts: all from `wins` on, none up to `loses`.
#[derive(Clone, Copy)]
struct Thresholds {
    wins: i32,
    loses: i32,
}

/// Solves sums and remembers all results.
#[derive(Default)]
pub struct SumSolver {
    pub(super) values: AmazonsThermographs,
    parts: Vec<Known>,
    ids: HashMap<Amazons, u32>,
    thresholds: HashMap<(Box<[u32]>, Player), Thresholds>,
}

impl SumSolver {
    /// How many positions and sums it remembers.
    pub fn remembered(&self) -> usize {
        self.values.positions() + self.thresholds.len()
    }

    /// Simplifies a sum of regions.
    pub fn place(&mut self, regions: &[Amazons], budget: &mut NodeBudget) -> Result<SimplifiedSum> {
        let mut standing = SimplifiedSum { parts: Vec::new(), number: 0 };
        for region in regions {
            let mut parts = Vec::new();
            region.parts(|part| parts.push(part));
            for part in parts {
                self.add(&mut standing, &part, budget)?;
            }
        }
        self.tidy(&mut standing.parts);
        Ok(standing)
    }

    /// The sum of two sums.
    pub fn sum(&self, one: &SimplifiedSum, other: &SimplifiedSum) -> SimplifiedSum {
        let mut parts = [&one.parts[..], &other.parts].concat();
        self.tidy(&mut parts);
        SimplifiedSum { parts, number: one.number + other.number }
    }

    /// Does the player who moves next win?
    pub fn wins(
        &mut self,
        standing: &SimplifiedSum,
        player: Player,
        budget: &mut NodeBudget,
    ) -> Result<bool> {
        // 1. Numbers decide, and stops often do.
        if let Some(answer) = self.decided(standing, player) {
            return Ok(answer);
        }
        // 2. An earlier result for these parts beside this or another number may decide.
        let key = (standing.parts.clone().into_boxed_slice(), player);
        let known =
            self.thresholds.get(&key).copied().unwrap_or(Thresholds { wins: i32::MAX, loses: i32::MIN });
        let left_is = |left_wins: bool| left_wins == (player == Player::Left);
        if standing.number >= known.wins {
            return Ok(left_is(true));
        }
        if standing.number <= known.loses {
            return Ok(left_is(false));
        }
        // 3. A move to a decided win needs no search.
        budget.step()?;
        let mut children = Vec::new();
        for (nth, &part) in standing.parts.iter().enumerate() {
            if nth > 0 && standing.parts[nth - 1] == part {
                continue;
            }
            let mut others = standing.clone();
            others.parts.remove(nth);
            for option in self.moves(part, player, budget)?.iter() {
                children.push(self.sum(&others, option));
            }
        }
        let other = player.other();
        let mut wins = false;
        let mut open = Vec::new();
        for child in children {
            match self.decided(&child, other) {
                Some(false) => {
                    wins = true;
                    break;
                }
                Some(true) => {}
                None => open.push((self.estimate(&child, other), child)),
            }
        }
        // 4. Search the rest, the least promising for the opponent first.
        if !wins {
            open.sort_by_key(|(estimate, child)| (*estimate, child.parts.len()));
            for (_, child) in open {
                if !self.wins(&child, other, budget)? {
                    wins = true;
                    break;
                }
            }
        }
        // 5. More for Left never hurts Left.
        let known = self.thresholds.entry(key).or_insert(Thresholds { wins: i32::MAX, loses: i32::MIN });
        if left_is(wins) {
            known.wins = known.wins.min(standing.number);
        } else {
            known.loses = known.loses.max(standing.number);
        }
        Ok(wins)
    }

    /// The estimated value of a sum to the player to move, in units: its mean, as if all parts were switches.
    pub fn estimate(&self, standing: &SimplifiedSum, player: Player) -> i32 {
        let thermographs = || standing.parts.iter().map(|&part| &self.parts[part as usize].walls);
        let mean = standing.number + thermographs().map(|s| s.mast.v).sum::<i32>();
        let mut temperatures: Vec<i32> = thermographs().map(|s| s.mast.t).collect();
        player.sign() * mean + taken_in_turn(&mut temperatures)
    }

    /// The winner by numbers and stops alone.
    fn decided(&self, standing: &SimplifiedSum, player: Player) -> Option<bool> {
        let number = player.sign() * standing.number;
        if standing.parts.is_empty() {
            return Some(number > 0);
        }
        let thermographs = || standing.parts.iter().map(|&part| &self.parts[part as usize].walls);
        // With everything cooled by t, moving first is worth at least the opponent's walls plus the widest gap, and at most
        // one's own walls. Without the tax it is worth at least as much, and at most t more.
        let (mut least, mut most) = (i32::MIN, i32::MAX);
        let temperatures = || thermographs().map(|s| s.mast.t).chain([0]);
        for t in temperatures() {
            let (mut own, mut opposed, mut widest) = (0, 0, 0);
            for walls in thermographs() {
                let (first, second) = (-walls.score_after(player.other(), t), walls.score_after(player, t));
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
    fn add(&mut self, standing: &mut SimplifiedSum, part: &Amazons, budget: &mut NodeBudget) -> Result<()> {
        let normal = part.normal();
        if let Some(&id) = self.ids.get(&normal) {
            standing.parts.push(id);
            return Ok(());
        }
        let walls = self.values.walls(part, budget)?;
        // A temperature below zero means a number, which is the mean.
        if walls.mast.t < 0 {
            standing.number += walls.mast.v;
            return Ok(());
        }
        let id = self.parts.len() as u32;
        let negative = part.swapped().map(|p| p.normal()).and_then(|n| self.ids.get(&n).copied());
        // A part that is its own negative under some symmetry cancels another copy of itself.
        let negative = if part.swapped().is_some_and(|p| p.normal() == normal) { Some(id) } else { negative };
        if let Some(other) = negative.filter(|&other| other != id) {
            self.parts[other as usize].negative = Some(id);
        }
        self.parts.push(Known { position: normal, walls, negative, moves: [None, None] });
        self.ids.insert(normal, id);
        standing.parts.push(id);
        Ok(())
    }

    /// Sorts parts and drops pairs that cancel each other.
    fn tidy(&self, parts: &mut Vec<u32>) {
        cancel(parts, |&part| self.parts[part as usize].negative);
        parts.sort_unstable();
    }

    /// The results of a player's moves in a part; of those that differ only in the number, the best.
    fn moves(&mut self, part: u32, player: Player, budget: &mut NodeBudget) -> Result<Arc<[SimplifiedSum]>> {
        if let Some(known) = &self.parts[part as usize].moves[player.index()] {
            return Ok(Arc::clone(known));
        }
        let position = self.parts[part as usize].position;
        let mut found = Vec::new();
        for option in position.all_options(player) {
            found.push(self.place(&[option], budget)?);
        }
        let worst_last = |s: &SimplifiedSum| -player.sign() * s.number;
        found.sort_unstable_by(|a, b| a.parts.cmp(&b.parts).then(worst_last(a).cmp(&worst_last(b))));
        found.dedup_by(|later, first| later.parts == first.parts);
        let found: Arc<[SimplifiedSum]> = found.into();
        self.parts[part as usize].moves[player.index()] = Some(Arc::clone(&found));
        Ok(found)
    }
}

/// What the first of two players gains who take the highest temperature in turn.
pub(super) fn taken_in_turn(temperatures: &mut [i32]) -> i32 {
    temperatures.sort_unstable_by_key(|&t| -t);
    temperatures.iter().enumerate().map(|(nth, &t)| if nth % 2 == 0 { t } else { -t }).sum()
}
