//! Late move reductions: actions far down a good order are searched less deeply unless they surprise. Selective.
//!
//! Source: the formula common in chess engines since about 2005: strength · ln(depth) · ln(place).
//!
//! Worth (2026-11-17, see the [folder](super)): KnightThrough 0 ± 92, Tzaar −35 ± 122, Amazons 0 ± 92, Arimaa
//! −107 ± 113 Elo.

use super::config::Config;
use crate::Depth;

/// Reductions by depth and place in the order, computed once.
pub(super) struct Reductions {
    table: Vec<u8>,
}

impl Reductions {
    const SIDE: usize = 64;
    /// Reducing the last actions before the leaves saves little and misses tactics.
    const LEAST_DEPTH: i32 = 3;
    /// The first actions of a good order are the ones that matter.
    const FIRST_PLACE: usize = 3;

    pub(super) fn new(config: &Config) -> Reductions {
        let strength = config.reductions.0 as f64 / 100.0;
        if strength == 0.0 {
            return Reductions { table: Vec::new() };
        }
        let entry = |nth: usize| {
            let (depth, place) = (nth / Self::SIDE, nth % Self::SIDE);
            (strength * (depth.max(1) as f64).ln() * (place.max(1) as f64).ln()).round().min(63.0) as u8
        };
        Reductions { table: (0..Self::SIDE * Self::SIDE).map(entry).collect() }
    }

    /// By how much to reduce the action at this place; 0 when reductions are off.
    #[inline]
    pub(super) fn reduction(&self, depth: Depth, place: usize) -> i32 {
        if self.table.is_empty() || depth.0 < Self::LEAST_DEPTH || place < Self::FIRST_PLACE {
            return 0;
        }
        let depth_index = (depth.0 as usize).min(Self::SIDE - 1);
        let reduction = self.table[depth_index * Self::SIDE + place.min(Self::SIDE - 1)];
        i32::from(reduction).min(depth.0 - 2)
    }
}
