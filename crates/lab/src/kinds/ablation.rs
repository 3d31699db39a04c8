//! Ablations: every technique of an algorithm is switched off where it is on, and on where it is off. The techniques come
//! from the list of settings.

use super::{
    matches::{Matches, Pairing},
    searches::{Searches, Variant, limits, with_setting},
};
use crate::{Conditions, Design, LabError, Scale, positions};
use arena::TimeControl;
use players::{Algorithm, AnyGame, Kind, Spec};

/// A technique that was switched on or off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Switch {
    /// `-key` or `key`.
    pub(crate) word: String,
    /// The spec with it.
    pub(crate) spec: String,
}

/// Every technique of an algorithm that makes a difference to its best settings in a game, and why others were refused.
pub(crate) fn switches(
    entry: &'static dyn AnyGame,
    algorithm: &Algorithm,
) -> Result<(Vec<Switch>, Vec<String>), LabError> {
    let (mut found, mut refused) = (Vec::new(), Vec::new());
    for setting in algorithm.settings.iter().filter(|s| matches!(s.kind, Kind::Exact | Kind::Selective)) {
        let depth = quick_depth(entry.name());
        found.extend(switch(entry, algorithm.name, setting.key, depth, &mut refused)?);
    }
    Ok((found, refused))
}

/// The switch of a setting that makes a difference to a spec: off if that changes it, otherwise on. The depth is for searches
/// without iterative deepening, which need one.
pub(crate) fn switch(
    entry: &'static dyn AnyGame,
    base: &str,
    key: &str,
    depth: u32,
    refused: &mut Vec<String>,
) -> Result<Option<Switch>, LabError> {
    let unchanged = entry.spec(base).map_err(LabError::cell)?;
    for word in [format!("-{key}"), key.to_string()] {
        match Spec::parse_for_depth(entry, &with_setting(base, &word), depth) {
            Ok(spec) if spec == unchanged => {}
            Ok(spec) => return Ok(Some(Switch { word, spec: spec.given().to_owned() })),
            Err(error) => refused.push(format!("`{word}` cannot be enabled on its own: {error}.")),
        }
    }
    Ok(None)
}

/// Does an algorithm have techniques?
pub(crate) fn has_techniques(algorithm: &Algorithm) -> bool {
    algorithm.settings.iter().any(|s| matches!(s.kind, Kind::Exact | Kind::Selective))
}

/// The ablation of an algorithm in a game: by nodes to a depth or a solution when quick, by matches when full. MCTS has no
/// depth, so it always plays matches.
pub(crate) fn design(
    entry: &'static dyn AnyGame,
    algorithm: &'static Algorithm,
    conditions: &Conditions,
) -> Result<Design, LabError> {
    let (switches, refused) = switches(entry, algorithm)?;
    let proves = matches!(algorithm.name, "dfpns" | "pns");
    let plays = match conditions.scale {
        Scale::Quick | Scale::Standard => algorithm.name == "mcts",
        Scale::Full => !proves,
    };
    let title = format!("Every technique of {} in {}", algorithm.name, entry.name());
    if plays {
        return by_matches(entry, algorithm, conditions, switches, refused, title);
    }
    let (texts, limit, sentence) = if proves {
        let (many, nodes) = conditions.scale.sizes((8, 20_000), (30, 100_000), (100, 3_000_000));
        let turns = turns_to_prove(entry.name());
        let texts = positions::near_the_end(entry, small(entry.name()), conditions.seed, many, turns)?;
        let sentence = format!(
            "{} positions {turns} turns before the end of games between weak players; at most {nodes} nodes each.",
            texts.len()
        );
        (texts, limits(0, nodes, 0), sentence)
    } else {
        let texts: Vec<String> = entry.info().bench.iter().map(|(text, _)| text.to_string()).collect();
        let depth = quick_depth(entry.name());
        let nodes = conditions.scale.sizes(150_000, 1_000_000, 1_000_000);
        let sentence = format!("The positions of the bench, to depth {depth}, at most {nodes} nodes each.");
        (texts, limits(depth, nodes, 0), sentence)
    };
    let mut variants = vec![(format!("{} (best)", algorithm.name), algorithm.name.to_string())];
    variants.extend(switches.into_iter().map(|s| (s.word, s.spec)));
    let variants = variants.into_iter().map(|(label, spec)| Variant::player(entry, label, &spec, limit));
    let method = "Each technique of the best settings is switched off (`-key`), each other one on (`key`).";
    let variants = variants.collect::<Result<_, _>>()?;
    let searches =
        Searches::new(&title, "switch", conditions.seed, texts, variants, vec![method.into(), sentence]);
    Searches { notes: refused, ..searches }.design()
}

fn by_matches(
    entry: &'static dyn AnyGame,
    algorithm: &Algorithm,
    conditions: &Conditions,
    switches: Vec<Switch>,
    refused: Vec<String>,
    title: String,
) -> Result<Design, LabError> {
    let (pairs, nodes) = conditions.scale.sizes((2, 600), (12, 1_000), (200, 20_000));
    let variant = conditions.scale.pick(small(entry.name()), "");
    // The tree always needs memory; the table may be what is switched off.
    let sized = |spec: &str, separator: char| match algorithm.name {
        "mcts" => format!("{spec}{separator}memory=16M"),
        _ => spec.to_string(),
    };
    let pairing = |switch: &Switch| {
        let players =
            [(switch.word.as_str(), sized(&switch.spec, ',')), ("best", sized(algorithm.name, ':'))];
        Pairing::new(entry, variant, players, TimeControl::Nodes(nodes), pairs)
    };
    let method = "Each technique of the best settings is switched off (`-key`), each other one on (`key`), and plays against the best settings.";
    let pairings = switches.iter().map(pairing).collect();
    Matches { notes: refused, ..Matches::new(&title, conditions.seed, pairings, vec![method.into()]) }
        .design()
}

/// A small board of a game for quick experiments and proofs.
pub(crate) fn small(game: &str) -> &'static str {
    match game {
        "amazons" => "6x6",
        "knightthrough" => "6x6",
        _ => "",
    }
}

/// How many turns before the end a proof is interesting. In Amazons, counting decides the game long before.
fn turns_to_prove(game: &str) -> usize {
    if game == "amazons" { 14 } else { 2 }
}

/// A depth, in actions, that every variant reaches quickly.
fn quick_depth(game: &str) -> u32 {
    match game {
        "knightthrough" => 6,
        "amazons" => 3,
        "tzaar" => 4,
        _ => 5,
    }
}
