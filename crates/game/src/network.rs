//! What a game tells its learned evaluations: which inputs a position has. Networks themselves are not known here.

use crate::Side;

/// The inputs of a game's networks. Each is a fact such as "an own knight on c3" that is true or false, seen from one side.
pub struct NetworkInputs<G> {
    /// The name, which changes whenever the meaning of the inputs does.
    pub name: &'static str,
    /// The number of inputs.
    pub count: usize,
    /// How many can be true for one side at the same time.
    pub most_active: usize,
    /// The number of neurons for each side.
    pub width: usize,
    /// How many parts the game is divided into, each with output weights of its own.
    pub buckets: usize,
    /// Can a network judge this position? Elsewhere the hand-made evaluation stands in.
    pub applies: fn(&G) -> bool,
    /// The part that a position belongs to.
    pub bucket: fn(&G) -> usize,
    /// Visits the inputs that are true, seen from a side.
    pub visit: fn(&G, Side, &mut dyn FnMut(usize)),
    /// The same fact seen from the other side.
    pub seen_by_other: fn(usize) -> usize,
    /// The same fact on the board mirrored from left to right. The value of a position does not change by that.
    pub mirrored: fn(usize) -> usize,
}
