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

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $length:literal,)*) => {
        /// Weights of [`Own`](super::Own), in units of which about 100 double the odds of winning.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: [Stage; $length],)*
        }

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
    /// The highest stack of a kind against the opponent's highest of any kind: lower by three or more, by two, by one, equal,
    /// higher by one, by two or more.
    lead: 6,
    /// How many kinds have a highest stack above all stacks of the opponent: none to three.
    secure: 4,
    /// Each stack of two, three … seven or more pieces.
    tall: 6,
    /// Each stack of two or more on a corner, the margin, and the five sorts of fields inside, from outside to inside.
    field: 7,
    /// Each stack of two, three, four, five or more pieces that can be captured while its owner is to act.
    hanging: 4,
    /// The same while the opponent has one move left in this turn.
    hit_once: 4,
    /// The same while the opponent is to begin a turn.
    hit_twice: 4,
    /// Each visible stack that can be captured, by the number of visible stacks of its kind, while its owner is to act.
    exposed: 16,
    /// The same while the opponent is to act.
    prey: 16,
    /// All of the one, two or three visible stacks of a kind can be captured while their owner is to act.
    cornered: 3,
    /// So many of the opponent's stacks can be captured: none to nine, ten or more.
    captures: 11,
    /// Each stack of three or more by the number of opponent's stacks that it can capture: none, one, two, three or more.
    reach: 4,
}

impl Weights {
    /// The weights fitted to the results of games between our own players, by logistic regression.
    pub fn fitted() -> Weights {
        Weights::from_numbers(&FITTED).unwrap_or(Weights::ZERO)
    }
}

/// In the order of [`Weights::list`].
const FITTED: [i32; Weights::COUNT] = [
    29, 126, 31, 115, 0, 0, 111, -20, 54, 23, 39, 30, 28, 43, -10, 61, -34, 75, 35, -15, 7, -24, -74, -35,
    -27, -53, -10, -36, -56, -49, 6, -51, -9, -44, -21, -78, 10, -12, 4, -7, 8, -22, -44, 38, 2, 9, 36, 17,
    -50, 5, 82, -27, -77, 41, -1, 6, 67, 10, 7, 49, 51, 84, 82, 65, 90, 41, 111, 35, 48, 18, 53, 34, 53, 29,
    56, 42, 61, 39, 52, 60, 57, 37, -6, 7, -60, 34, -70, -7, -95, 28, 8, -1, -92, -51, -173, -139, -198, -94,
    -28, -23, -62, -40, -6, -117, -39, -54, 0, 0, 70, -109, 36, -64, 27, -45, 10, -37, 10, -31, 11, -29, -3,
    -10, 0, -9, 8, -5, 5, -11, 5, -16, 8, -9, 2, -15, 2, -17, 3, -11, 0, 0, 0, 0, 14, -63, 8, -38, 0, -26, 5,
    -22, 8, -22, -6, -3, -1, -4, 7, -1, 4, -5, 3, -9, 6, -8, 1, -13, 2, -14, 2, -2, 70, -109, 19, -96, -24,
    -38, 118, -177, -93, -96, -142, -5, -104, 33, -25, 29, 27, 25, 21, 31, 45, 27, 24, 39, 57, 25, 49, 35,
    102, -46, 70, 49, 54, 99, 48, 126,
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
