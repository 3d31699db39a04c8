//! The worth of techniques: for every setting of an algorithm and every game, the cost of a search and the score of games
//! with it and without it.
//!
//! Exact techniques are measured by nodes and time to a fixed depth or to a proof. Every technique of a search that plays is
//! also measured by games at equal nodes: with selective techniques around it, even an exact one changes what is searched.

mod show;

use super::{
    ablation::{small, switch},
    matches::{Pair, Pairing},
    searches::{Measured, limits, player_probe, search_cells, with_setting},
};
use crate::{Conditions, Design, LabError, Scale, experiment::TypedWork, positions};
use arena::TimeControl;
use players::{Algorithm, AnyGame, Games, Kind, Limits, SettingInfo};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Settings without which a technique does nothing: both sides of its comparison have them.
const NEEDS: &[(&str, &str, &str)] = &[
    ("alphabeta", "tt-scheme", "tt=64K"),
    ("alphabeta", "aspiration-offset", "aspiration=100"),
    ("alphabeta", "quiescence-by", "quiescence=4"),
    ("dfpns", "replace", "tt=64K"),
    ("mcts", "maturity-depth", "maturity=5"),
    ("mcts", "length", "playouts=1"),
    ("mcts", "best-of", "playouts=1"),
    ("mcts", "playout-wins", "playouts=1"),
    ("mcts", "no-pass", "-solver"),
    ("mcts", "virtual-loss", "threads=2"),
    ("mcts", "virtual-loss-as", "threads=2"),
];

/// The result of a cell.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Outcome {
    Search(Measured),
    Games(Pair),
}

/// A technique in a game: two specs that differ in one setting.
struct Technique {
    setting: &'static SettingInfo,
    entry: &'static dyn AnyGame,
    with: String,
    without: String,
    is_in_best: bool,
}

impl Technique {
    /// The technique of a setting in a game; `None` if it makes no difference there.
    fn new(
        entry: &'static dyn AnyGame,
        algorithm: &'static Algorithm,
        setting: &'static SettingInfo,
        depth: u32,
        refused: &mut Vec<String>,
    ) -> Result<Option<Technique>, LabError> {
        let memory = match algorithm.name {
            "alphabeta" => "tt=4M",
            "dfpns" => "tt=16M",
            "pns" => "tree=64M",
            _ => "memory=16M",
        };
        let mut base = format!("{}:{memory}", algorithm.name);
        if let Some((.., needs)) = NEEDS.iter().find(|n| (n.0, n.1) == (algorithm.name, setting.key)) {
            base = with_setting(&base, needs);
        }
        let canonical = |word: String| entry.spec(&with_setting(&base, &word)).ok();
        // A number whose on and off are equal tunes a technique and is none itself.
        let is_tuning = canonical(setting.key.into()) == canonical(format!("-{}", setting.key));
        if is_tuning || setting.kind == Kind::Budget {
            return Ok(None);
        }
        let Some(thrown) = switch(entry, &base, setting.key, depth, refused)? else { return Ok(None) };
        let is_in_best = thrown.word.starts_with('-');
        let (with, without) = if is_in_best { (base, thrown.spec) } else { (thrown.spec, base) };
        Ok(Some(Technique { setting, entry, with, without, is_in_best }))
    }

    fn specs(&self) -> [&str; 2] {
        [&self.with, &self.without]
    }

    fn key(&self) -> &'static str {
        self.setting.key
    }

    /// The value of the setting with the technique and without it.
    fn values(&self) -> Result<[String; 2], LabError> {
        let value = |spec: &str| {
            let canonical = self.entry.spec(spec).map_err(LabError::cell)?.to_string();
            let words = canonical.split([':', ',']).filter_map(|word| word.split_once('='));
            let found =
                words.filter(|(key, _)| *key == self.key()).map(|(_, value)| value.to_string()).next_back();
            Ok(found.unwrap_or_else(|| "off".into()))
        };
        Ok([value(&self.with)?, value(&self.without)?])
    }
}

/// How much is measured.
struct Extent {
    scale: Scale,
    seed: u64,
    /// Does the algorithm prove positions rather than play?
    proves: bool,
    positions: usize,
    nodes: u64,
    pairs: u64,
    control: TimeControl,
}

impl Extent {
    fn new(algorithm: &Algorithm, conditions: &Conditions) -> Extent {
        let proves = matches!(algorithm.name, "dfpns" | "pns");
        let (positions, nodes) = match proves {
            true => conditions.scale.pick((16, 50_000), (40, 200_000)),
            false => conditions.scale.pick((10, 400_000), (20, 4_000_000)),
        };
        let pairs = conditions.scale.pick(20, 200);
        let control = TimeControl::Nodes(1_000);
        Extent { scale: conditions.scale, seed: conditions.seed, proves, positions, nodes, pairs, control }
    }

    /// Small boards for proofs only: on them, the side to move decides most games of KnightThrough.
    fn variant(&self, entry: &dyn AnyGame) -> &'static str {
        match entry.name() {
            name if self.proves => small(name),
            "amazons" => self.scale.pick("8x8", ""),
            _ => "",
        }
    }

    /// The depth of searches in actions; 0 for searches that prove.
    fn depth(&self, entry: &dyn AnyGame) -> u32 {
        match entry.name() {
            _ if self.proves => 0,
            "knightthrough" => self.scale.pick(7, 8),
            "amazons" => 4,
            "tzaar" => self.scale.pick(4, 5),
            _ => self.scale.pick(6, 7),
        }
    }

    fn limits(&self, entry: &dyn AnyGame) -> Limits {
        limits(self.depth(entry), self.nodes, 0)
    }

    fn texts(&self, entry: &'static dyn AnyGame) -> Result<Vec<String>, LabError> {
        let (variant, seed) = (self.variant(entry), self.seed);
        match self.proves {
            true => {
                let turns = match entry.name() {
                    "knightthrough" => 6,
                    "amazons" => 14,
                    "tzaar" => 5,
                    _ => 3,
                };
                positions::near_the_end(entry, variant, seed, self.positions, turns)
            }
            false => positions::middle_of_games(entry, variant, seed, self.positions),
        }
    }

    fn plays(&self, technique: &Technique) -> bool {
        // A search that must know its depth cannot be given nodes instead.
        !self.proves && technique.key() != "id"
    }

    fn searches(&self, algorithm: &Algorithm, technique: &Technique) -> bool {
        self.proves || (algorithm.name == "alphabeta" && technique.setting.kind == Kind::Exact)
    }

    fn method(&self, games: Games) -> Vec<String> {
        let mut method = vec![
            "Each technique of the best settings is compared with the same settings without it; each other technique with the best settings alone.".to_string(),
        ];
        if self.proves {
            method.push(format!(
                "{} positions of each game, near the end of games between weak players, at most {} nodes each; only those that were solved with or without the technique count.",
                self.positions, self.nodes
            ));
        } else {
            let depths: Vec<String> =
                games.iter().map(|g| format!("{} {}", g.name(), self.depth(g))).collect();
            method.push(format!(
                "Exact techniques of alpha-beta: nodes and time on {} positions of games between weak players, to a fixed depth ({}), at most {} nodes each.",
                self.positions, depths.join(", "), self.nodes
            ));
            method.push(format!(
                "All techniques: {} games with the technique against without it, {} a turn, each random opening twice with colours swapped.",
                2 * self.pairs, self.control
            ));
        }
        method
    }
}

/// Where the results of a technique stand among those of all cells.
struct Measurement {
    technique: Technique,
    /// Its values with it and without it.
    values: [String; 2],
    /// First cells of the searches with it and without it, and how many there are of each.
    searches: Option<([usize; 2], usize)>,
    /// The first of its pairs of games, and their number.
    games: Option<(usize, usize)>,
}

/// The worth of every technique of an algorithm in every game. Techniques that no game's best settings have come first.
pub(crate) fn design(
    games: Games,
    algorithm: &'static Algorithm,
    conditions: &Conditions,
) -> Result<Design, LabError> {
    let extent = Extent::new(algorithm, conditions);
    let mut refused = Vec::new();
    let mut groups: Vec<Vec<Technique>> = Vec::new();
    for setting in algorithm.settings {
        let mut group = Vec::new();
        for entry in games.iter() {
            let depth = extent.depth(entry);
            group.extend(Technique::new(entry, algorithm, setting, depth, &mut refused)?);
        }
        groups.push(group);
    }
    groups.sort_by_key(|group| group.iter().any(|technique| technique.is_in_best));
    refused.sort();
    refused.dedup();
    let mut cells = Cells::default();
    let mut measurements = Vec::new();
    for technique in groups.into_iter().flatten() {
        let searches = match extent.searches(algorithm, &technique) {
            true => Some(cells.add_searches(&extent, &technique)?),
            false => None,
        };
        let games = match extent.plays(&technique) {
            true => Some(cells.add_games(&extent, &technique)?),
            false => None,
        };
        measurements.push(Measurement { values: technique.values()?, technique, searches, games });
    }
    let method = extent.method(games);
    let command =
        format!("lab run worth-{}{}", algorithm.name, extent.scale.sizes(" --quick", "", " --full"));
    Ok(Design::new(cells.all, method, move |outcomes: &[Outcome]| {
        show::findings(&extent, &measurements, outcomes, &refused, &command)
    }))
}

/// The cells, without repeating a search that several techniques share.
#[derive(Default)]
struct Cells {
    all: Vec<(String, TypedWork<Outcome>)>,
    first_of: HashMap<(&'static str, String), usize>,
    texts: HashMap<&'static str, Vec<String>>,
}

impl Cells {
    fn add_searches(
        &mut self,
        extent: &Extent,
        technique: &Technique,
    ) -> Result<([usize; 2], usize), LabError> {
        let entry = technique.entry;
        if !self.texts.contains_key(entry.name()) {
            self.texts.insert(entry.name(), extent.texts(entry)?);
        }
        let texts = &self.texts[entry.name()];
        let mut firsts = [0; 2];
        for (first, spec) in firsts.iter_mut().zip(technique.specs()) {
            let known = (entry.name(), spec.to_string());
            if let Some(&there) = self.first_of.get(&known) {
                *first = there;
                continue;
            }
            *first = self.all.len();
            self.first_of.insert(known, *first);
            let probe = player_probe(entry, spec, extent.limits(entry))?;
            let name = format!("{}, {spec}", entry.name());
            for (id, search) in search_cells(&name, &probe, texts, extent.seed) {
                self.all.push((id, Box::new(move |stop| search(stop).map(Outcome::Search))));
            }
        }
        Ok((firsts, texts.len()))
    }

    fn add_games(&mut self, extent: &Extent, technique: &Technique) -> Result<(usize, usize), LabError> {
        let entry = technique.entry;
        let players = technique.specs().map(|spec| (spec, spec.to_string()));
        let pairing = Pairing::new(entry, extent.variant(entry), players, extent.control, extent.pairs);
        let first = self.all.len();
        let name = format!("{}, {} in games", entry.name(), technique.key());
        for (id, play) in pairing.cells(extent.seed, &name)? {
            self.all.push((id, Box::new(move |stop| play(stop).map(Outcome::Games))));
        }
        Ok((first, extent.pairs as usize))
    }
}
