//! What the independent regions of a board are worth, exactly and within a budget. Chooses no turns.

use super::local;
use crate::dynamic::{BoardRegion, BoardRegions};
use amazons::{Amazons, members};
use cgt::{Thermograph, exact::AmazonsThermographs, thermograph::Walls};
use game::{Decomposes, Game, Holder, Region, Side, Span};
use search::Limits;
use search::{Clock, NodeBudget};
use std::sync::atomic::AtomicBool;

/// Regions with more empty squares are not even tried: no reasonable budget reaches them.
const MOST_EMPTY: u32 = 20;

/// All regions with what is known of them. In the middle of a turn nothing is split and nothing known.
pub(super) fn board_regions(position: &Amazons, limits: Limits, stop: &AtomicBool) -> Option<BoardRegions> {
    if !position.starts_turn() {
        return None;
    }
    let clock = Clock::new(limits, stop);
    let mut budget: NodeBudget = NodeBudget::new(&clock);
    let mut values = AmazonsThermographs::default();
    let regions = position.regions();
    let mut found: Vec<BoardRegion> = regions.iter().map(described).collect();
    // The small ones first: a large one may use up everything and still have no answer.
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|&nth| found[nth].empty);
    for nth in order {
        if found[nth].graph.is_none()
            && found[nth].empty <= MOST_EMPTY
            && let Some(local) = local::game(&regions[nth].position)
            && let Ok(walls) = values.walls(&local, &mut budget)
        {
            found[nth].graph = Thermograph::from_walls(&walls).ok();
        }
    }
    mark_hottest(&mut found);
    Some(BoardRegions { left: local::LEFT, nodes: budget.used(), regions: found })
}

/// A region with what can be said of it without search.
fn described(region: &Region<Amazons>) -> BoardRegion {
    let position = &region.position;
    let amazons = Side::BOTH.map(|side| position.amazons(side));
    let live = position.empty() | amazons[0] | amazons[1];
    let counted = match (region.holder, region.turns.and_then(Span::exact)) {
        (Holder::Neither, _) => Some(0),
        (Holder::One(side), Some(turns)) if side == local::LEFT => Some(i64::from(turns)),
        (Holder::One(_), Some(turns)) => Some(-i64::from(turns)),
        _ => None,
    };
    BoardRegion {
        squares: members(live).map(|square| square.to_string()).collect(),
        empty: position.empty().count_ones(),
        position: local::text(position),
        holder: region.holder,
        turns: region.turns,
        graph: counted.and_then(|number| Thermograph::from_walls(&Walls::<i32>::integer(number)).ok()),
        hottest: false,
    }
}

/// Marks the region where a move is worth most, if none whose temperature is not known could be hotter: a region with n
/// empty squares is never hotter than n - 1. Where moving only costs, nothing is marked.
fn mark_hottest(regions: &mut [BoardRegion]) {
    let temperature = |region: &BoardRegion| region.graph.as_ref().map(Thermograph::temperature);
    let Some(most) = regions.iter().filter_map(temperature).max() else { return };
    let bound = |region: &BoardRegion| cgt::Dyadic::integer(i64::from(region.empty) - 1);
    let sure = regions.iter().all(|region| region.graph.is_some() || bound(region) < most);
    if sure && most >= cgt::Dyadic::ZERO {
        for region in regions {
            region.hottest = temperature(region) == Some(most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation;

    fn regions(text: &str, nodes: u64) -> Vec<(String, Option<String>, bool)> {
        let position = Amazons::parse_position(text).unwrap();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = board_regions(&position, limits, &AtomicBool::new(false)).unwrap();
        let worth =
            |r: &BoardRegion| r.graph.as_ref().map(|g| format!("{} at {}", g.mean(), g.temperature()));
        found.regions.iter().map(|r| (r.position.clone(), worth(r), r.hottest)).collect()
    }

    #[test]
    fn territories_are_counted_and_fights_have_temperatures() {
        let found = regions("#.###..|.#x#.o.|o.###..|#######|x...#o. w", 100_000);
        let as_text: Vec<_> =
            found.iter().map(|(p, w, h)| (p.as_str(), w.as_deref().unwrap_or("?"), *h)).collect();
        assert_eq!(
            as_text,
            [
                ("x...", "3 at -1", false),
                ("o.", "-1 at -1", false),
                ("#.#|.#x|o.#", "3/4 at 5/4", true),
                ("#..|.o.|#..", "-6 at -1", false)
            ]
        );
    }

    #[test]
    fn what_the_budget_does_not_reach_is_unknown() {
        let found = regions("o....|.....|....x|#####|o..xx w", 5);
        assert_eq!(found.iter().filter(|r| r.1.is_none()).count(), 2, "{found:?}");
        assert!(found.iter().all(|r| !r.2), "{found:?}");
    }
}
