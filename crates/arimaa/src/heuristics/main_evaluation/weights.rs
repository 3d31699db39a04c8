//! What each feature of the own evaluation is worth. Computes nothing.
//!
//! The first weights were hundredths of a rabbit at the start of the game. Tuning has made material worth more, and the unit
//! was kept, since margins of the search are in it: [`Weights::rabbit`] says what a rabbit counts now.

/// All weights. Experiments change them one by one; [`Weights::DEFAULT`] is what plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A piece other than a rabbit, by how many stronger enemies there are.
    pub piece: [i32; 8],
    /// Thousandths of the logarithms of the numbers of rabbits and of pieces count this much.
    pub numbers: i32,
    /// By kind and square, from the side's own view: rank 1 first, files a to h.
    pub placement: [Placement; 6],
    /// By the number of own pieces beside a trap of the own half.
    pub home_trap: [i32; 5],
    /// The same in the enemy's half.
    pub away_trap: [i32; 5],
    /// The strongest piece beside a trap is one's own.
    pub trap_strongest: i32,
    /// Enemies stand beside a trap of the own half and no piece guards it.
    pub trap_abandoned: i32,
    /// A frozen piece, by kind.
    pub frozen: [i32; 6],
    /// What a piece in danger stands to lose, by kind.
    pub at_stake: [i32; 6],
    /// Percent of that: beside a trap, next to a stronger enemy, by the number of other guards.
    pub beside_trap: [i32; 3],
    /// Percent: two squares from a trap, next to a stronger enemy, by the number of guards.
    pub near_trap: [i32; 3],
    /// Percent: on a trap with a single guard, next to an enemy or not.
    pub framed: [i32; 2],
    /// An elephant with 0, 1, 2, 3 or 4 squares to go to.
    pub elephant_room: [i32; 5],
    /// Each piece that can step.
    pub mobility: i32,
    /// A rabbit by the rows it has to go, if nothing stands in its file ahead of it and it is not frozen.
    pub open_file: [i32; 8],
    /// The enemy could reach goal in its next turn, by the steps that are left to prevent it.
    pub goal_threat: [i32; 5],
    /// To be on the move, for each step left.
    pub step_left: i32,
}

game::weights!(Weights {
    piece,
    numbers,
    placement,
    home_trap,
    away_trap,
    trap_strongest,
    trap_abandoned,
    frozen,
    at_stake,
    beside_trap,
    near_trap,
    framed,
    elephant_room,
    mobility,
    open_file,
    goal_threat,
    step_left,
});

/// What a kind is worth on each square: rank 1 first, files a to h. Left and right are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement(pub [i32; 64]);

impl game::Weights for Placement {
    /// Names are squares of files a to d, as the side itself sees the board; the other files follow.
    fn visit(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut i32)) {
        for square in (0..64).filter(|square| square % 8 < 4) {
            let name = format!("{}{}", ["a", "b", "c", "d"][square % 8], square / 8 + 1);
            see(&game::weight_name(path, &name), &mut self.0[square]);
            self.0[square ^ 7] = self.0[square];
        }
    }
}

/// A table from four files of eight rows, rank 8 first, mirrored to the other four.
const fn mirrored(rows: [[i32; 4]; 8]) -> Placement {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        table[square] = rows[7 - rank][if file < 4 { file } else { 7 - file }];
        square += 1;
    }
    Placement(table)
}

impl Weights {
    /// The weights that play. Groups of them were climbed by games, not fitted, and passed a sequential test against those
    /// before at 1,000 and at 4,000 nodes a turn (2026-11-16, `spsa-arimaa` and `confirm-arimaa` among the tuning runs).
    pub const DEFAULT: Weights = Weights {
        // A piece counts by its place among what is left: 960 / (1.45 + stronger enemies), and double without any.
        piece: [1324, 392, 278, 216, 176, 149, 128, 114],
        numbers: 948,
        placement: [
            mirrored([
                [0, 0, 0, 0],
                [42, 35, 32, 28],
                [21, 13, -4, 7],
                [10, 3, -1, -4],
                [4, -1, -6, -7],
                [2, -2, -8, -6],
                [1, 0, -1, -1],
                [3, 2, 1, 0],
            ]),
            mirrored([
                [-34, -30, -28, -28],
                [-26, -20, -16, -18],
                [-18, -12, -20, -10],
                [-12, -8, -8, -8],
                [-8, -4, -4, -4],
                [-2, 2, -8, 2],
                [0, 6, 10, 4],
                [2, 4, 4, 2],
            ]),
            mirrored([
                [-30, -26, -24, -24],
                [-22, -16, -12, -14],
                [-14, -8, -16, -6],
                [-8, -4, -4, -4],
                [-4, 0, 2, 0],
                [-2, 6, -6, 6],
                [-2, 4, 8, 2],
                [-4, 0, 2, 0],
            ]),
            mirrored([
                [-24, -18, -16, -16],
                [-12, 0, 4, 0],
                [-6, 8, -8, 6],
                [-2, 6, 6, 2],
                [-2, 4, 4, 0],
                [-4, 4, -6, 4],
                [-4, 0, 2, 0],
                [-12, -8, -6, -6],
            ]),
            mirrored([
                [-40, -36, -32, -30],
                [-30, -22, -16, -20],
                [-20, -10, -14, -8],
                [-10, -2, 0, 0],
                [-4, 4, 4, 2],
                [-4, 6, -8, 6],
                [-6, 2, 4, 2],
                [-16, -10, -8, -8],
            ]),
            mirrored([
                [-82, -54, -33, -27],
                [-49, -16, 5, 11],
                [-27, 5, -5, 33],
                [-16, 16, 33, 44],
                [-16, 16, 33, 44],
                [-27, 5, -16, 33],
                [-54, -22, 0, 5],
                [-87, -60, -38, -33],
            ]),
        ],
        home_trap: [-57, 17, 74, 74, 57],
        away_trap: [0, 8, 19, 24, 25],
        trap_strongest: 12,
        trap_abandoned: -25,
        frozen: [6, 10, 14, 24, 40, 0],
        at_stake: [100, 140, 210, 360, 650, 0],
        beside_trap: [39, 13, 0],
        near_trap: [38, 11, 0],
        // The climb took this away.
        framed: [0, 0],
        elephant_room: [-80, -30, -8, 0, 2],
        mobility: 2,
        open_file: [0, 60, 40, 24, 10, 4, 0, 0],
        goal_threat: [0, 1150, 690, 368, 184],
        step_left: 2,
    };
}
