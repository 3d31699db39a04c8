//! The evaluation of a spec: its name (`eval=NAME`), the weights that differ from its own (`w.NAME=VALUE`), the file of a network
//! (`eval-file=PATH`) and how much it is changed by noise (`eval-noise=N`). Searches nothing.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::{
    SpecError,
    board::GameBoard,
    dynamic::{AnyGame, Board, GameInfo, TunableEvaluation},
    noise::NoiseConfig,
};
use game::{Game, GameDefinition, Heuristics, MoveOrdering, Notation, quoted};
use search::settings::SettingValue;
use std::{fmt, sync::Arc};

/// A weight in a spec begins with this.
const PREFIX: &str = "w.";

/// An evaluation of a game, as a value.
///
/// ```
/// let game = players::GAMES.find("knightthrough").unwrap();
/// let spec = game.spec("alphabeta:eval=strong,w.knight=90,eval-noise=5").unwrap();
/// let evaluation = spec.evaluation().unwrap();
/// assert_eq!(evaluation.to_string(), "eval=main,w.knight=90,eval-noise=5", "strong is a former name");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationSpec {
    name: &'static str,
    /// The weights that differ from the evaluation's own, in the order of all weights.
    changed: Vec<(String, i32)>,
    file: Option<NetworkFile>,
    pub(crate) noise: NoiseConfig,
}

/// A network from a file. Its text is `PATH#DIGEST`, so that a record says which network played.
#[derive(Clone, PartialEq, Debug)]
struct NetworkFile {
    path: String,
    bytes: Arc<[u8]>,
}

/// The setting that names the file of a network. Specs from the network must not have it.
pub const NETWORK_FILE: &str = "eval-file";
/// The evaluation that a network from a file stands in for.
const LEARNED: &str = "net";
/// The largest file that is read.
const MOST_FILE_BYTES: u64 = 16 << 20;

impl NetworkFile {
    fn read(game: &dyn AnyGame, text: &str) -> Result<NetworkFile, SpecError> {
        let bad = |path: &str, problem: String| SpecError::BadNetwork { path: quoted(path), problem };
        // A path may contain the character itself; only a digest behind it counts.
        let (path, digest) = match text.rsplit_once('#') {
            Some((path, digest)) if is_digest(digest) => (path, Some(digest)),
            _ => (text, None),
        };
        let size = std::fs::metadata(path).map_err(|e| bad(path, format!("cannot be read: {e}")))?;
        if !size.is_file() || size.len() > MOST_FILE_BYTES {
            return Err(bad(path, "is not the file of a network".into()));
        }
        let bytes = std::fs::read(path).map_err(|e| bad(path, format!("cannot be read: {e}")))?;
        game.check_network(&bytes).map_err(|problem| bad(path, problem))?;
        let file = NetworkFile { path: path.into(), bytes: bytes.into() };
        match digest {
            Some(digest) if digest != file.digest() => {
                Err(bad(path, format!("has the digest {}; expected {digest}", file.digest())))
            }
            _ => Ok(file),
        }
    }

    fn digest(&self) -> String {
        format!("{:016x}", network::digest(&self.bytes))
    }
}

fn is_digest(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

impl EvaluationSpec {
    /// Splits off what belongs to the evaluation and not to the search; the last `eval` and the last value of a weight count.
    pub(crate) fn take(game: &dyn AnyGame, settings: &str) -> Result<(EvaluationSpec, String), SpecError> {
        let GameInfo { evaluations, former_names, .. } = game.info();
        let mut name = evaluations.first().copied().unwrap_or_default();
        let (mut rest, mut weights, mut noise) = (Vec::new(), Vec::new(), Vec::new());
        let mut file = None;
        for word in settings.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            if let Some(given) = word.strip_prefix("eval=") {
                let given = former_names.iter().find(|(old, _)| *old == given).map_or(given, |(_, new)| new);
                let known = evaluations.iter().find(|&&n| n == given);
                name = known.ok_or_else(|| unknown(game, given))?;
                file = file.filter(|_| name == LEARNED);
            } else if let Some(path) = word.strip_prefix(NETWORK_FILE).and_then(|w| w.strip_prefix('=')) {
                name = evaluations.iter().find(|&&n| n == LEARNED).ok_or_else(|| unknown(game, LEARNED))?;
                file = Some(NetworkFile::read(game, path)?);
            } else if let Some(weight) = word.strip_prefix(PREFIX) {
                weights.push(weight);
            } else if NoiseConfig::has_key(key_of(word)) {
                noise.push(word);
            } else {
                if ["plain", "best"].contains(&word) {
                    noise.push(word);
                }
                rest.push(word);
            }
        }
        let own = game.weights(name).ok_or_else(|| unknown(game, name))?;
        let mut numbers: Vec<i32> = own.iter().map(|(_, number)| *number).collect();
        for word in weights {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let mut named = own.iter().zip(&mut numbers).filter(|((known, _), _)| known == key);
            let (_, number) = named.next().ok_or_else(|| SpecError::UnknownWeight {
                name: quoted(key),
                evaluation: name,
                known: patterns(&own),
            })?;
            let value = value.parse().ok().filter(|value| (-MOST..=MOST).contains(value));
            *number = value.ok_or_else(|| SpecError::BadWeight { text: quoted(word), most: MOST })?;
        }
        let differ = |((_, own), new): &(&(String, i32), &i32)| own != *new;
        let changed = own.iter().zip(&numbers).filter(differ).map(|((name, _), new)| (name.clone(), *new));
        let noise = NoiseConfig::parse(&noise.join(","), &NoiseConfig::BEST)?;
        Ok((EvaluationSpec { name, changed: changed.collect(), file, noise }, rest.join(",")))
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// The settings that make an equal one.
impl fmt::Display for EvaluationSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "eval={}", self.name)?;
        if let Some(file) = &self.file {
            write!(f, ",{NETWORK_FILE}={}#{}", file.path, file.digest())?;
        }
        for (name, value) in &self.changed {
            write!(f, ",{PREFIX}{name}={value}")?;
        }
        if self.noise.noise.is_on() {
            write!(f, ",eval-noise={}", self.noise.noise.text())?;
        }
        Ok(())
    }
}

/// The heuristics with this evaluation, without noise.
pub(crate) fn heuristics<D: GameDefinition>(spec: &EvaluationSpec) -> D::Heuristics {
    if let Some(file) = &spec.file
        && let Ok(heuristics) = D::with_network(&file.bytes)
    {
        return heuristics;
    }
    let Some(plain) = D::heuristics(spec.name) else {
        unreachable!("the evaluation of a spec is one of its game's");
    };
    if spec.changed.is_empty() {
        return plain;
    }
    let mut weights = D::weights(&plain);
    for (name, value) in &spec.changed {
        weights.iter_mut().filter(|(known, _)| known == name).for_each(|weight| weight.1 = *value);
    }
    D::with_weights(plain, &weights.into_iter().map(|(_, value)| value).collect::<Vec<_>>())
}

/// The name of the setting in a word, be it `key`, `-key` or `key=value`.
pub(crate) fn key_of(word: &str) -> &str {
    word.split('=').next().unwrap_or(word).trim_start_matches('-')
}

/// A weight further from zero than this could make scores overflow.
const MOST: i32 = 100_000;

fn unknown(game: &dyn AnyGame, name: &str) -> SpecError {
    let info = game.info();
    let (what, known) = ("an evaluation", info.evaluations.join(", "));
    SpecError::Unknown { name: quoted(name), what, game: info.name, known }
}

/// The names of weights with every number in them replaced by `N`, each once: some evaluations have hundreds.
fn patterns(weights: &[(String, i32)]) -> String {
    let pattern = |name: &str| {
        let part =
            |part: &str| if part.bytes().all(|b| b.is_ascii_digit()) { "N".into() } else { part.to_string() };
        name.split('.').map(part).collect::<Vec<_>>().join(".")
    };
    let mut patterns: Vec<String> = weights.iter().map(|(name, _)| pattern(name)).collect();
    let mut seen = std::collections::HashSet::new();
    patterns.retain(|p| seen.insert(p.clone()));
    if patterns.is_empty() { "none".into() } else { patterns.join(", ") }
}

/// Heuristics whose weights can be changed.
pub(crate) struct Tunable<D: GameDefinition>(pub(crate) D::Heuristics);

impl<D: GameDefinition> TunableEvaluation for Tunable<D> {
    fn weights(&self) -> Vec<(String, i32)> {
        D::weights(&self.0)
    }

    fn quiet(&self, board: &dyn Board, turn: &str, done: usize) -> Option<Box<dyn Board>> {
        let mut position = GameBoard::<D::Position>::of(board)?.position().clone();
        let actions = position.parse_turn(turn).ok()?;
        for &action in actions.get(..done)? {
            position.play(action);
        }
        let next = *actions.get(done)?;
        let quiet = position.outcome().is_none()
            && !self.0.ordering().is_noisy(&position, next)
            && !self.0.static_score_from_scratch(&position).is_decided();
        quiet.then(|| Box::new(GameBoard::new(position)) as Box<dyn Board>)
    }

    fn evaluate(&self, boards: &[Box<dyn Board>], weights: &[i32]) -> Vec<i32> {
        let heuristics = D::with_weights(self.0.clone(), weights);
        let score = |board: &dyn Board| {
            let board = GameBoard::<D::Position>::of(board);
            board.map_or(0, |board| heuristics.static_score_from_scratch(board.position()).raw())
        };
        boards.iter().map(|board| score(board.as_ref())).collect()
    }
}
