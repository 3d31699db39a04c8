//! A whole game in one trait: what the command line, the page, the arena and the players need beyond its rules.

use crate::{Draw, Game, Heuristics, NetworkInputs, Notation, Setup, TextError};

/// A position that people can set up, write down, draw and play.
pub trait Playable: Game + Setup + Notation + Draw {}
impl<G: Game + Setup + Notation + Draw> Playable for G {}

/// A strength for people, or a preset that follows a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The name behind `level:`.
    pub name: &'static str,
    /// One sentence on how it plays.
    pub help: &'static str,
    /// The player spec that it stands for.
    pub spec: &'static str,
}

/// Levels of a game that defines none: node budgets, so that they play alike on every machine.
pub const DEFAULT_LEVELS: &[Level] = &[
    Level { name: "beginner", help: "searches 100 positions for a turn", spec: "alphabeta:nodes=100,tt=1M" },
    Level {
        name: "intermediate",
        help: "searches 3,000 positions for a turn",
        spec: "alphabeta:nodes=3000,tt=4M",
    },
    Level {
        name: "expert",
        help: "searches 100,000 positions for a turn",
        spec: "alphabeta:nodes=1e5,tt=16M",
    },
    Level {
        name: "unbeatable",
        help: "searches three million positions for a turn",
        spec: "alphabeta:nodes=3e6,tt=256M",
    },
];

/// The start and the turns of a record, or what is wrong with it.
pub type ReadRecord<G> = Result<(G, Vec<Vec<<G as Game>::Action>>), TextError>;

/// A game with its evaluations, best settings and levels. Only the position, the evaluations and their names are required.
pub trait GameDefinition: Send + Sync + 'static {
    /// The position, which knows rules, notation and drawing.
    type Position: Playable;
    /// The heuristics, whichever evaluation was chosen.
    type Heuristics: Heuristics<Self::Position>;

    /// Names of the evaluations, the strongest first.
    const EVALUATIONS: &'static [&'static str];
    /// Former names of evaluations, and what they are called now.
    const FORMER_NAMES: &'static [(&'static str, &'static str)] = &[];
    /// The player spec that `best` stands for.
    const BEST: &'static str = "alphabeta";
    /// Levels for people, weakest first.
    const LEVELS: &'static [Level] = DEFAULT_LEVELS;
    /// Presets that follow the programs of the papers.
    const PRESETS: &'static [Level] = &[];
    /// Further help on levels and presets: lines of text, or nothing.
    const NOTES: &'static str = "";
    /// Positions and depths of `quadrille bench`.
    const BENCH: &'static [(&'static str, u32)] = &[];

    /// The heuristics with the evaluation of this name; `None` for an unknown name.
    fn heuristics(evaluation: &str) -> Option<Self::Heuristics>;

    /// Settings that are best for this game, applied on top of the general best of an algorithm.
    fn best_settings(_algorithm: &str) -> &'static str {
        ""
    }

    /// How much is on the board, from which players tell opening, middle game and endgame apart. The default counts the pieces
    /// of the scene.
    fn size(position: &Self::Position) -> u32 {
        position.scene().points.iter().filter(|point| point.piece.is_some()).count() as u32
    }

    /// Is there anything to look ahead to, so that a tree search is worth its time?
    fn is_for_trees(_position: &Self::Position) -> bool {
        true
    }

    /// A whole turn that is played without search, chosen by a seed; `None` where the search should decide.
    fn book_turn(_position: &Self::Position, _seed: u64) -> Option<Vec<<Self::Position as Game>::Action>> {
        None
    }

    /// Reads a record in a form that only this game has; `None` if the text is no such record.
    fn read_record(_text: &str) -> Option<ReadRecord<Self::Position>> {
        None
    }

    /// Names and values of the weights that can be changed; none where there is nothing to change.
    fn weights(_heuristics: &Self::Heuristics) -> Vec<(String, i32)> {
        Vec::new()
    }

    /// The same heuristics with other weights, in the order of [`GameDefinition::weights`].
    fn with_weights(heuristics: Self::Heuristics, _weights: &[i32]) -> Self::Heuristics {
        heuristics
    }

    /// The inputs of the game's networks; `None` where it has no learned evaluation.
    fn network_inputs() -> Option<NetworkInputs<Self::Position>> {
        None
    }

    /// The heuristics with a network in place of the evaluation `net`. The error ends a sentence that begins with the file.
    fn with_network(_file: &[u8]) -> Result<Self::Heuristics, String> {
        Err(format!("is of no use to {}, which has no learned evaluation", Self::Position::NAME))
    }

    /// How many points of a score are worth what people count by, such as a rabbit in Arimaa; `None` where there is nothing
    /// of the kind.
    fn pawn_value(_heuristics: &Self::Heuristics) -> Option<i32> {
        None
    }

    /// The position as a file for engines that exchange files, as WALTZ does; `None` if the game has no such form.
    fn engine_file(_position: &Self::Position) -> Option<Result<String, TextError>> {
        None
    }

    /// The turn in the file that such an engine has answered with.
    fn engine_answer(
        _position: &Self::Position,
        file: &str,
    ) -> Result<Vec<<Self::Position as Game>::Action>, TextError> {
        Err(TextError::new(file, "is not an answer in this game: it has no form for files"))
    }
}
