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
        /// Weights of [`Own`](super::Own), in units of which about 100 double the odds of winning.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: [Stage; $length],)*
        }

        game::weights!(Weights { $($name),* });

        impl Weights {
            /// How many numbers there are in all.
            pub const COUNT: usize = 2 * (0 $(+ $length)*);

            /// No opinion about anything.
            pub const ZERO: Weights = Weights { $($name: [Stage { early: 0, late: 0 }; $length],)* };

            /// All numbers with names such as `count[3].late`, in a fixed order.
            pub fn list(&self) -> Vec<(String, i32)> {
                let mut list = Vec::with_capacity(Self::COUNT);
                $(for (nth, stage) in self.$name.iter().enumerate() {
                    list.push((format!("{}[{nth}].early", stringify!($name)), stage.early));
                    list.push((format!("{}[{nth}].late", stringify!($name)), stage.late));
                })*
                list
            }

            /// Weights from numbers in the order of [`Weights::list`]; `None` if there are too many or too few.
            pub fn from_numbers(numbers: &[i32]) -> Option<Weights> {
                if numbers.len() != Self::COUNT {
                    return None;
                }
                let mut weights = Weights::ZERO;
                let mut pairs = numbers.as_chunks::<2>().0.iter();
                $(for stage in &mut weights.$name {
                    let &[early, late] = pairs.next()?;
                    *stage = Stage { early, late };
                })*
                Some(weights)
            }
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
    /// These were then fitted once more, to 5,000 games of the player with them at 2,000 nodes a turn, from random starts, each
    /// number held as strongly as a thousand positions could (`results/tuning/fit-tzaar`).
    ///
    /// Worth (2026-11-16), from random starts: of the first fit against the weights before, 50 to 30 with 20,000 nodes a turn
    /// and 12 to 2 with 200,000. Of the second against the first, a sequential test of 0 against 50 Elo passed after 84 pairs
    /// at 5,000 nodes, 100 to 68 (`results/tuning/confirm-tzaar`).
    pub fn fitted() -> Weights {
        Weights::from_numbers(&FITTED).unwrap_or(Weights::ZERO)
    }
}

/// In the order of [`Weights::list`].
const FITTED: [i32; Weights::COUNT] = [
    3, 23, 1, 19, 0, 0, 3, -28, 7, 5, 4, 23, 2, 27, 22, 38, 4, 38, 17, 14, 23, 7, -25, 18, -22, 2, -14, -9,
    -19, -3, -11, -45, -16, -7, -11, -25, -3, -50, 9, -5, -16, 82, 11, 15, 27, -2, 77, 38, 64, 44, 131, 47,
    159, 37, 170, 39, 68, 19, 71, 28, 71, 28, 72, 30, 70, 27, 72, 45, 65, 42, -23, 8, -27, -11, -26, -7, -66,
    6, -18, 5, -11, -20, -12, -12, -36, 4, -10, -12, -39, -23, -95, -36, -121, -56, -50, 26, -117, -20, -153,
    -45, -132, -74, 0, 0, 85, -168, 32, -86, 15, -44, 4, -30, -4, -17, -4, -10, -5, -5, -5, -6, 0, -3, 0, 0,
    174, -229, 40, -82, 12, -40, 3, -27, -5, -15, -7, -3, -8, -1, -6, -3, -5, 7, 0, 0, 0, 0, 23, -45, 5, -18,
    -11, -3, -16, 4, -8, 2, -13, 11, -14, 11, -4, 4, 0, 0, 0, 0, 28, -76, 22, -53, 6, -33, -3, -23, -4, -14,
    -8, -7, -8, -8, -3, -7, 4, -10, 0, 21, 4, 18, -1, 27, -4, 12, 5, -3, 0, 28, -2, 35, -8, 33, -4, 14, 9,
    -56, -2, -11, -6, -5, -11, -7, -21, -10, 1, -34, 0, -2, -1, -4, -2, -22, -12, -10, -60, -30, 44, -11, 0,
    0, 1, -41, 8, 20, 6, 18, 3, -27, -6, 24, -2, 36, 13, -17, 2, 17, -7, 41, 17, -32, -7, 4, -21, 18, -27,
    -8, 9, 22, 28, 3, -36, 13, -13, 38, 18, -4, -30, 18, -20, 33, 8, -8, -9, 26, -2, 18, 20, -12, 5, 7, -4,
    5, 13, -35, 19, -46, -2, -8, -6, -27, 17, -199, -83, -58, -97, -1, -43, 19, 2, 28, 12, 42, 25, 44, 43,
    33, 38, 38, 37, 27, 40, 5, 36, -37, 31, 4, 22, 33, 19, 52, 135, -61, 116, 22, 94, 85, 108, 97, -60, -143,
    -81, -85, -41, -54, -11, -27, 13, -9, 2, 18, 7, 39, 18, 50, 29, 53, 33, 69, 30, 76, 50, 88,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitted_weights_are_all_there() {
        let weights = Weights::fitted();
        assert_ne!(weights, Weights::ZERO);
        let numbers: Vec<i32> = weights.list().into_iter().map(|(_, number)| number).collect();
        assert_eq!(numbers, FITTED);
    }
}
