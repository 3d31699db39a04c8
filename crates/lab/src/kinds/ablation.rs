//! Ablations: every technique of an algorithm switched off where it is on, and on where it is off, from the one list of its
//! settings. A technique that is added to the list appears here by itself.

use super::{
    matches::{Matches, Pairing, Show},
    searches::{Figure, Searches, Variant, limits, player_probe, with_depth},
};
use crate::{Conditions, Design, LabError, Scale, positions};
use arena::{OpeningSource, TimeControl};
use players::{Algorithm, GameEntry, Kind};

/// A technique with its switch thrown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Switch {
    /// `-key` or `key`.
    pub(crate) word: String,
    /// The spec with it.
    pub(crate) spec: String,
}

/// Every technique of an algorithm that makes a difference to its best settings in a game, and those that cannot be had.
pub(crate) fn switches(
    entry: &'static dyn GameEntry,
    algorithm: &Algorithm,
) -> Result<(Vec<Switch>, Vec<String>), LabError> {
    let base = entry.player(algorithm.name, 0).map_err(LabError::because)?.spec().to_string();
    let (mut found, mut refused) = (Vec::new(), Vec::new());
    for setting in algorithm.settings.iter().filter(|s| matches!(s.kind, Kind::Exact | Kind::Selective)) {
        for word in [format!("-{}", setting.key), setting.key.to_string()] {
            let mut spec = format!("{}:{word}", algorithm.name);
            let mut player = entry.player(&spec, 0);
            if player.is_err() {
                // A search that does not deepen must know its depth.
                let deep = with_depth(&spec, quick_depth(entry.name()));
                if let Ok(able) = entry.player(&deep, 0) {
                    (spec, player) = (deep, Ok(able));
                }
            }
            match player {
                Ok(player) if player.spec() == base => {}
                Ok(_) => {
                    found.push(Switch { word, spec });
                    break;
                }
                Err(error) => refused.push(format!("`{word}` cannot be had alone: {error}.")),
            }
        }
    }
    Ok((found, refused))
}

/// Does an algorithm have techniques at all?
pub(crate) fn has_techniques(algorithm: &Algorithm) -> bool {
    algorithm.settings.iter().any(|s| matches!(s.kind, Kind::Exact | Kind::Selective))
}

/// The ablation of an algorithm in a game: quick by nodes to a depth or a solution, full by matches. Monte-Carlo tree search
/// has no depth, so it plays matches in both.
pub(crate) fn design(
    entry: &'static dyn GameEntry,
    algorithm: &'static Algorithm,
    conditions: &Conditions,
) -> Result<Design, LabError> {
    let (switches, refused) = switches(entry, algorithm)?;
    let proves = matches!(algorithm.name, "dfpns" | "pns");
    let plays = match conditions.scale {
        Scale::Quick => algorithm.name == "mcts",
        Scale::Full => !proves,
    };
    let title = format!("Every technique of {} in {}", algorithm.name, entry.name());
    if plays {
        return by_matches(entry, algorithm, conditions, switches, refused, title);
    }
    let (texts, limit, sentence) = if proves {
        let (many, nodes) = conditions.scale.pick((8, 20_000), (100, 3_000_000));
        let turns = turns_to_prove(entry.name());
        let texts = positions::near_the_end(entry, small(entry.name()), conditions.seed, many, turns)?;
        let sentence = format!(
            "{} positions {turns} turns before the end of games between weak players; at most {nodes} nodes each.",
            texts.len()
        );
        (texts, limits(0, nodes, 0), sentence)
    } else {
        let texts: Vec<String> = entry.bench_positions().iter().map(|(text, _)| text.to_string()).collect();
        let depth = quick_depth(entry.name());
        let nodes = 150_000;
        let sentence = format!("The positions of the bench, to depth {depth}, at most {nodes} nodes each.");
        (texts, limits(depth, nodes, 0), sentence)
    };
    let mut variants = vec![(format!("{} (best)", algorithm.name), algorithm.name.to_string())];
    variants.extend(switches.into_iter().map(|s| (s.word, s.spec)));
    let variants = variants.into_iter().map(|(label, spec)| {
        Ok(Variant { label, at: None, printed: None, probe: player_probe(entry, &spec, limit)? })
    });
    let searches = Searches {
        title,
        what: "switch",
        printed: "",
        figure: Figure::Cost,
        positions: texts,
        variants: variants.collect::<Result<_, LabError>>()?,
        base: 0,
        log_x: false,
        method: vec![
            "Each technique of the best settings is switched off (`-key`), each other one on (`key`).".into(),
            sentence,
        ],
        notes: refused,
        seed: conditions.seed,
    };
    Ok(searches.design())
}

fn by_matches(
    entry: &'static dyn GameEntry,
    algorithm: &Algorithm,
    conditions: &Conditions,
    switches: Vec<Switch>,
    refused: Vec<String>,
    title: String,
) -> Result<Design, LabError> {
    let (pairs, nodes) = conditions.scale.pick((2, 600), (200, 20_000));
    let variant = conditions.scale.pick(small(entry.name()), "");
    // A tree has a memory of its own whatever is switched; a table may be what is switched off.
    let sized = |spec: &str, separator: char| match algorithm.name {
        "mcts" => format!("{spec}{separator}memory=16M"),
        _ => spec.to_string(),
    };
    let pairing = |switch: &Switch| Pairing {
        entry,
        variant,
        players: [
            (switch.word.clone(), sized(&switch.spec, ',')),
            ("best".into(), sized(algorithm.name, ':')),
        ],
        control: TimeControl::Nodes(nodes),
        openings: OpeningSource::Random(4),
        pairs,
        printed: None,
        printed_words: None,
        point: None,
    };
    let matches = Matches {
        title,
        show: Show::Elo,
        x: "",
        log_x: false,
        pairings: switches.iter().map(pairing).collect(),
        method: vec!["Each technique of the best settings is switched off (`-key`), each other one on (`key`), and plays against the best settings.".into()],
        notes: refused,
        seed: conditions.seed,
    };
    matches.design()
}

/// A small board of a game, where quick experiments are played or proofs are looked for.
pub(crate) fn small(game: &str) -> &'static str {
    match game {
        "amazons" => "6x6",
        "knightthrough" => "6x6",
        _ => "",
    }
}

/// How many turns before its end a game is worth a proof. In the Amazons it is only a matter of counting long before.
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
