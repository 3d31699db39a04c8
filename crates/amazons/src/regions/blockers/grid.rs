//! The squares of a small box as bits, moves over them, and how grounds of the board are moved into it.

use crate::grid::{Squares, members};

/// Most squares of a box.
const MOST: usize = 16;

/// A box of squares: bit `row * files + file`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    files: u8,
    rows: u8,
}

/// Steps over files and rows.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

impl Grid {
    pub(super) fn new(files: u8, rows: u8) -> Grid {
        debug_assert!(usize::from(files) * usize::from(rows) <= MOST);
        Grid { files, rows }
    }

    pub(super) fn files(self) -> u8 {
        self.files
    }

    pub(super) fn rows(self) -> u8 {
        self.rows
    }

    pub(super) fn squares(self) -> u32 {
        u32::from(self.files) * u32::from(self.rows)
    }

    /// The squares in each direction from a square, nearest first.
    fn ray(self, square: u32, (files, rows): (i8, i8)) -> Vec<u32> {
        let (mut file, mut row) =
            ((square % u32::from(self.files)) as i8, (square / u32::from(self.files)) as i8);
        let mut ray = Vec::new();
        loop {
            file += files;
            row += rows;
            if file < 0 || row < 0 || file >= self.files as i8 || row >= self.rows as i8 {
                return ray;
            }
            ray.push(row as u32 * u32::from(self.files) + file as u32);
        }
    }

    /// Where the squares of a ground lie in the box, if they fit.
    pub(super) fn place(self, squares: Squares) -> Option<Place> {
        let (mut low, mut high) = ((u8::MAX, u8::MAX), (0, 0));
        for square in members(squares) {
            low = (low.0.min(square.file()), low.1.min(square.row()));
            high = (high.0.max(square.file()), high.1.max(square.row()));
        }
        let (wide, tall) = (high.0.checked_sub(low.0)?, high.1.checked_sub(low.1)?);
        let mirrored = match (wide < self.files && tall < self.rows, tall < self.files && wide < self.rows) {
            (true, _) => false,
            (false, true) => true,
            (false, false) => return None,
        };
        Some(Place { files: self.files, low, mirrored })
    }
}

/// How a ground lies in the box.
#[derive(Clone, Copy)]
pub(super) struct Place {
    files: u8,
    low: (u8, u8),
    mirrored: bool,
}

impl Place {
    /// Squares of the board as squares of the box.
    pub(super) fn shrink(self, squares: Squares) -> u32 {
        members(squares).fold(0, |set, square| {
            let (file, row) = (square.file() - self.low.0, square.row() - self.low.1);
            let (file, row) = if self.mirrored { (row, file) } else { (file, row) };
            set | 1 << (u32::from(row) * u32::from(self.files) + u32::from(file))
        })
    }
}

/// Moves over the squares of a box, with everything that can be computed beforehand.
pub(super) struct Moves {
    rays: Vec<[Vec<u32>; 8]>,
    neighbours: Vec<u32>,
}

impl Moves {
    pub(super) fn new(grid: Grid) -> Moves {
        let rays: Vec<[Vec<u32>; 8]> = (0..grid.squares())
            .map(|square| DIRECTIONS.map(|direction| grid.ray(square, direction)))
            .collect();
        let near =
            |rays: &[Vec<u32>; 8]| rays.iter().filter_map(|ray| ray.first()).fold(0, |set, s| set | 1 << s);
        let neighbours = rays.iter().map(near).collect();
        Moves { rays, neighbours }
    }

    /// Where a queen goes from a square over empty ones.
    pub(super) fn slides(&self, from: u32, empty: u32) -> u32 {
        let mut reached = 0;
        for ray in &self.rays[from as usize] {
            for &square in ray {
                if empty & 1 << square == 0 {
                    break;
                }
                reached |= 1 << square;
            }
        }
        reached
    }

    /// The squares of a set that are connected with one of them.
    pub(super) fn component(&self, seed: u32, set: u32) -> u32 {
        let (mut found, mut open) = (1 << seed, 1 << seed);
        while open != 0 {
            let square = u32::trailing_zeros(open);
            open &= open - 1;
            let new = self.neighbours[square as usize] & set & !found;
            found |= new;
            open |= new;
        }
        found
    }
}

/// The squares of a set.
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros();
            set &= set - 1;
            square
        })
    })
}
