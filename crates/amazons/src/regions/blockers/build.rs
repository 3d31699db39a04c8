//! Computing a database: sets of few squares first, since every turn burns one.

use super::{
    Blockers, NONE,
    grid::{Grid, Moves, squares},
    offset,
};

/// Amazons of a ground, each with whether it is a blocker.
type Amazons = [(u32, bool)];

impl Blockers {
    pub(super) fn compute(grid: Grid, amazons: u8) -> Blockers {
        let moves = Moves::new(grid);
        let mut blockers = Blockers::empty(grid, amazons);
        let mut sets: Vec<u32> =
            (1..1_u32 << grid.squares()).filter(|set| blockers.starts[*set as usize] != NONE).collect();
        sets.sort_by_key(|set| set.count_ones());
        for set in sets {
            blockers.fill_in(set, &moves);
        }
        blockers
    }

    /// Computes all entries of a set from those of smaller sets.
    fn fill_in(&mut self, set: u32, moves: &Moves) {
        for square in squares(set) {
            for gate in [false, true] {
                self.enter(set, &[(square, gate)], moves);
                if self.amazons < 2 {
                    continue;
                }
                // The other amazon has the larger square, so that each pair is computed once.
                for other in squares(set & !((2 << square) - 1)) {
                    for other_gate in [false, true] {
                        self.enter(set, &[(square, gate), (other, other_gate)], moves);
                    }
                }
            }
        }
    }

    fn enter(&mut self, set: u32, amazons: &Amazons, moves: &Moves) {
        let best = self.best(set, amazons, moves);
        let at = self.starts[set as usize] + offset(set, amazons);
        self.turns[at as usize] = best as u8;
    }

    /// The most turns, by trying every first one.
    fn best(&self, set: u32, amazons: &Amazons, moves: &Moves) -> u32 {
        let occupied = amazons.iter().fold(0, |all, (square, _)| all | 1 << square);
        let empty = set & !occupied;
        let most = empty.count_ones();
        let mut best = 0;
        for (nth, &(from, gate)) in amazons.iter().enumerate() {
            for to in squares(moves.slides(from, empty)) {
                let open = empty & !(1 << to) | 1 << from;
                // A blocker burns the square that it leaves.
                let arrows = if gate { 1 << from } else { moves.slides(to, open) };
                for at in squares(arrows) {
                    let mut after = [(to, false); 2];
                    after[..amazons.len()].copy_from_slice(amazons);
                    after[nth] = (to, false);
                    best = best.max(1 + self.parts(set & !(1 << at), &after[..amazons.len()], moves));
                    if best == most {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// The most turns in a set that may have come apart.
    fn parts(&self, set: u32, amazons: &Amazons, moves: &Moves) -> u32 {
        let part = moves.component(amazons[0].0, set);
        match *amazons {
            [one, other] if part & 1 << other.0 == 0 => {
                let rest = moves.component(other.0, set);
                self.entry(part, &[one]).unwrap_or(0) + self.entry(rest, &[other]).unwrap_or(0)
            }
            _ => self.entry(part, amazons).unwrap_or(0),
        }
    }
}
