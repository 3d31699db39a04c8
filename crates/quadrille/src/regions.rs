//! The independent regions of a board as text and as JSON. Computes nothing itself.

use cgt::thermograph::Corner;
use game::{Holder, Span};
use players::{Board, BoardRegion, BoardRegions};
use serde_json::{Value, json};

/// Does the board decompose? One live region is the game itself.
pub(crate) fn decomposes(regions: &BoardRegions) -> bool {
    regions.regions.iter().filter(|r| r.holder != Holder::Neither).count() > 1
}

/// One line for each region in which a side can still move.
pub(crate) fn lines(board: &dyn Board, regions: &BoardRegions) -> Vec<String> {
    let left = board.sides()[regions.left.index()];
    let mut lines = vec![format!("regions that cannot influence each other; means are for {left} (x)")];
    let live = regions.regions.iter().filter(|r| r.holder != Holder::Neither);
    for region in live {
        let whose = match region.holder {
            Holder::One(side) => format!("{} alone", board.sides()[side.index()]),
            _ => "both sides".into(),
        };
        let worth = match (&region.graph, region.turns) {
            (Some(graph), _) => format!("mean {}, temperature {}", graph.mean(), graph.temperature()),
            (None, Some(Span { least, most })) => {
                format!("mean and temperature unknown, {least} to {most} turns")
            }
            (None, None) => "mean and temperature unknown: too large for the budget".into(),
        };
        let mark = if region.hottest { "hottest" } else { "" };
        let place = format!("{} ({} empty)", region.position, region.empty);
        lines.push(format!("  {mark:<8}{place}: {whose}, {worth}"));
    }
    lines
}

/// A wall of a thermograph as value and temperature of its corners.
pub(crate) fn wall(corners: &[Corner]) -> Value {
    corners.iter().map(|c| json!([c.value.to_string(), c.temperature.to_string()])).collect()
}

/// All regions, dead ones included. Unknown means and temperatures are null.
pub(crate) fn to_json(board: &dyn Board, regions: &BoardRegions) -> Value {
    let part = |region: &BoardRegion| {
        let graph = region.graph.as_ref();
        json!({
            "squares": region.squares,
            "position": region.position,
            "empty": region.empty,
            "holder": match region.holder {
                Holder::Neither => "nobody",
                Holder::One(side) => board.sides()[side.index()],
                Holder::Both => "both",
            },
            "turns": region.turns.map(|Span { least, most }| json!([least, most])),
            "mean": graph.map(|g| g.mean().to_string()),
            "temperature": graph.map(|g| g.temperature().to_string()),
            "left_wall": graph.map(|g| wall(g.left_wall())),
            "right_wall": graph.map(|g| wall(g.right_wall())),
            "hottest": region.hottest,
        })
    };
    json!({
        "left": board.sides()[regions.left.index()],
        "nodes": regions.nodes,
        "parts": regions.regions.iter().map(part).collect::<Vec<_>>(),
    })
}
