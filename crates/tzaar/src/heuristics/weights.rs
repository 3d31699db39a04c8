//! The weights of our own evaluation, by name. The evaluation is linear in them: a tuner that evaluates a position with one
//! weight set and all others zero has the derivative, and needs to know nothing else.

/// A value at the start of the game and one at its end; in between it changes with the number of stacks on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stage {
    /// With 60 stacks on the board.
    pub early: i32,
    /// With none.
    pub late: i32,
}

impl Stage {
    /// This value added to `sum` so many times.
    #[inline(always)]
    pub(crate) fn add_to(self, sum: &mut Stage, times: i32) {
        sum.early += self.early * times;
        sum.late += self.late * times;
    }
}

game::weights!(Stage { early, late });

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $length:literal,)*) => {
        /// Weights of [`Main`](super::Main), in units of which about 100 double the odds of winning.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: [Stage; $length],)*
        }

        game::weights!(Weights { $($name),* });

        impl Weights {
            /// All zero.
            pub const ZERO: Weights = Weights { $($name: [Stage { early: 0, late: 0 }; $length],)* };
        }
    };
}

weights! {
    /// To be about to act, by how many moves of the turn are left: one or two.
    tempo: 2,
    /// A kind with so many visible stacks.
    count: 16,
    /// How many kinds have a highest stack above all stacks of the opponent: none to three.
    secure: 4,
    /// Each stack of two, three … seven or more pieces.
    tall: 6,
    /// Each stack of two or more on a corner, the margin, and the five sorts of fields inside, from outside to inside.
    field: 7,
    /// Each stack of two, three, four, five or more pieces that can be captured while its owner is to act.
    hanging: 4,
    /// The same while its owner has one move left.
    hanging_last: 4,
    /// The same while the opponent has one move left in this turn.
    hit_once: 4,
    /// The same while the opponent is to begin a turn.
    hit_twice: 4,
    /// Each visible stack that can be captured, by the number of visible stacks of its kind (nine stands for more), while its
    /// owner is to begin a turn.
    exposed: 10,
    /// The same while its owner has one move left in this turn.
    exposed_last: 10,
    /// The same while the opponent has one move left in this turn.
    prey: 10,
    /// The same while the opponent is to begin a turn.
    prey_twice: 10,
    /// A kind of which so many stacks cannot be captured, four standing for more, while its owner is to begin a turn.
    refuge: 5,
    /// The same while its owner has one move left in this turn.
    refuge_last: 5,
    /// The same while the opponent has one move left in this turn.
    refuge_once: 5,
    /// The same while the opponent is to begin a turn.
    refuge_twice: 5,
    /// A kind with one, two … five or more stacks, of which none, one, two or more are stacks of two or more pieces.
    guard: 15,
    /// The rarest kind, with one, two … six stacks, the highest below, as high as, above the opponent's highest.
    rarest: 18,
    /// So many of the opponent's stacks can be captured: none to nine, ten or more.
    captures: 11,
    /// Each stack of three by the number of opponent's stacks that it can capture: none, one, two, three or more.
    reach: 4,
    /// The same for stacks of four or more.
    reach_high: 4,
    /// So many captures to choose from, in pairs: none or one, two or three … 22 or more.
    choices: 12,
}

impl Weights {
    /// The weights fitted to games between our own players, by logistic regression.
    ///
    /// The data were 422,466 positions without a win in sight: 241,535 of later games, whose aim is a chance of winning, and
    /// 180,931 of 18,000 earlier games, whose aim is the bare result and which counted 0.5 to 0.7 times as much. The last
    /// tenth of each set was held out; there the mean loss of the later ones is 0.6135, that of the weights before 0.6212,
    /// and that of the earlier ones 0.6294 against 0.6331. Left out because the loss did not change by 0.0003: the lead of
    /// each kind's highest stack, the reach of stacks of two, the number of high stacks, the count of the second rarest kind.
    ///
    /// Worth (2026-11-16): against the weights before, from random starts, 50 to 30 with 20,000 nodes a turn and 12 to 2 with
    /// 200,000; with the lead of each kind's highest stack still among the weights, 128 to 72 with 20,000 nodes. One more fit
    /// gained at 5,000 nodes, hardly at 20,000, and nothing in tree search, so that it is not used (`results/tuning`).
    pub fn fitted() -> Weights {
        game::Weights::with(&Weights::ZERO, FITTED)
    }
}

/// In the order of the fields.
const FITTED: &[i32] = &[
    3, 36, 2, 14, 0, 0, 19, -31, 21, 7, 14, 29, 1, 33, 18, 57, 7, 41, 14, 14, 22, 2, -20, 8, -23, -6, -14,
    -30, -18, -35, -15, -64, -16, -89, -22, -69, -12, -29, 21, -12, -28, 75, 11, 15, 41, -13, 79, 34, 62, 42,
    121, 37, 150, 36, 166, 40, 64, 12, 71, 25, 71, 19, 74, 30, 72, 28, 77, 36, 74, 31, -20, 8, -30, -9, -26,
    -6, -62, 10, -24, 1, -4, -16, -7, -7, -29, 10, -2, -8, -43, -26, -99, -36, -121, -56, -69, 12, -132, -29,
    -166, -52, -137, -76, 0, 0, 79, -174, 38, -81, 13, -45, 2, -28, -4, -18, -4, -11, -5, -7, -5, -8, 0, -7,
    0, 0, 170, -233, 45, -89, 14, -41, 2, -24, -6, -13, -7, -5, -8, 0, -8, -1, -4, 1, 0, 0, 0, 0, 11, -50, 2,
    -17, -8, -1, -14, 6, -9, 6, -13, 11, -12, 8, -5, 5, 0, 0, 0, 0, 27, -81, 20, -63, 5, -35, -4, -21, -3,
    -14, -7, -5, -8, -6, -3, -6, 9, -8, -1, 25, -3, 15, -6, 13, -4, 10, 11, -4, -4, 39, -8, 36, -16, 41, -4,
    8, 12, -51, -5, -12, -9, -17, -10, -19, -25, -18, 5, -27, -2, 3, -5, -10, -5, -22, -16, -15, -63, -33,
    63, -11, 0, 0, 8, -43, 6, 22, 19, 19, 8, -16, -1, 21, 2, 31, 3, -5, -5, 21, 6, 24, 1, -34, -13, -6, -21,
    5, -20, -8, 10, 23, 47, 10, -24, 17, -17, 39, 29, 13, -30, 25, -23, 27, 20, -5, -7, 7, -5, 1, 21, -43, 1,
    -19, -7, -3, 10, -53, 14, -50, -5, -6, -7, -36, 17, -199, -85, -58, -87, 3, -33, 23, 4, 29, 3, 38, 15,
    37, 33, 28, 28, 31, 37, 30, 58, 18, 45, -43, 30, 3, 21, 33, 17, 55, 130, -64, 106, 29, 97, 71, 99, 93,
    -61, -143, -79, -85, -37, -52, -8, -26, 15, -9, 6, 20, 10, 41, 21, 51, 34, 56, 31, 66, 27, 75, 40, 76,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitted_weights_are_all_there() {
        let weights = Weights::fitted();
        assert_ne!(weights, Weights::ZERO);
        let numbers: Vec<i32> = game::Weights::list(&weights).into_iter().map(|(_, number)| number).collect();
        assert_eq!(numbers, FITTED);
    }
}
