//! What searches of their own have found of inner positions (E4), by the numbers of their nodes. Finds nothing out itself.

/// What a search of its own has found of an inner position (E4), in units.
#[derive(Clone, Copy)]
pub(super) struct Cap {
    pub(super) temperature: i64,
    pub(super) mean: i64,
    /// The least power of two of a step of which its temperature, and all that were met below it, are even multiples.
    pub(super) even_from: u32,
    /// With steps of one over two to this power or less, mean and temperature are what searches find.
    pub(super) exact_from: Option<u32>,
}

/// What is known of inner positions, by the numbers of their nodes.
#[derive(Default)]
pub(super) struct Caps(Vec<Known>);

/// How far the search of its own has come.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Nothing,
    Running,
    Cap(Cap),
}

impl Caps {
    #[inline]
    pub(super) fn get(&self, node: u32) -> Known {
        self.0.get(node as usize).copied().unwrap_or(Known::Nothing)
    }

    pub(super) fn set(&mut self, node: u32, known: Known) {
        if self.0.len() <= node as usize {
            self.0.resize(node as usize + 1, Known::Nothing);
        }
        self.0[node as usize] = known;
    }
}
