//! From a [`GameDefinition`] to an [`AnyGame`]: the one place where games and searches meet.

use crate::{
    Spec, SpecError,
    board::GameBoard,
    book::WithBookTurns,
    combined::Combined,
    dynamic::{
        ActiveInputs, AnyGame, Board, BoardRegions, GameInfo, LearnedInputs, Player, TunableEvaluation,
    },
    endgame::Endgame,
    evaluation::{EvaluationSpec, Tunable, heuristics},
    noise::Noisy,
    player::SearchPlayer,
    random::RandomTurns,
    spec::AlgorithmConfig,
};
use game::{Game, GameDefinition, HeuristicSet, Heuristics, NetworkInputs, Notation, Setup, TextError};
use search::{
    Limits, TurnSearch,
    alphabeta::AlphaBeta,
    mcts::Mcts,
    proof::{Dfpn, Pns},
};
use std::sync::atomic::AtomicBool;

/// The game of a definition, for [`crate::Games`].
///
/// ```
/// let game = players::game::<knightthrough::Definition>();
/// assert_eq!(game.name(), "knightthrough");
/// assert_eq!(game.start("4x4").unwrap().turns().len(), 16);
/// ```
pub const fn game<D: GameDefinition>() -> &'static dyn AnyGame {
    &TypedGame::<D> { extension: None }
}

/// What a definition cannot say because it takes other crates.
pub(crate) struct Extension<G: Game> {
    /// The independent regions of a position; `None` in the middle of a turn.
    pub(crate) regions: fn(&G, Limits, &AtomicBool) -> Option<BoardRegions>,
    /// Plays endgames by exact values.
    pub(crate) endgame: fn() -> Box<dyn Endgame<G>>,
}

/// A game of the registry.
pub(crate) struct TypedGame<D: GameDefinition> {
    extension: Option<Extension<D::Position>>,
}

/// A search of the game `D`.
type Search<D> = Box<dyn TurnSearch<<D as GameDefinition>::Position>>;

impl<D: GameDefinition> TypedGame<D> {
    /// A game with what other crates add to it.
    pub(crate) const fn extended(extension: Extension<D::Position>) -> TypedGame<D> {
        TypedGame { extension: Some(extension) }
    }

    fn search(
        &self,
        algorithm: &AlgorithmConfig,
        heuristics: impl Heuristics<D::Position>,
        seed: u64,
    ) -> Result<Search<D>, SpecError> {
        Ok(match algorithm {
            AlgorithmConfig::AlphaBeta(config) => Box::new(AlphaBeta::new(config.clone(), heuristics, seed)?),
            AlgorithmConfig::Dfpn(config) => Box::new(Dfpn::new(config, heuristics)?),
            AlgorithmConfig::Pns(config) => Box::new(Pns::new(config, heuristics)?),
            AlgorithmConfig::Mcts(config) => Box::new(Mcts::new(config.clone(), heuristics, seed)?),
            AlgorithmConfig::Combined(parts) => {
                let part = |algorithm: AlgorithmConfig| self.search(&algorithm, heuristics.clone(), seed);
                let opening = parts.opening.clone().filter(|_| parts.config.opening.is_on());
                let tree = parts.tree.clone().filter(|_| parts.config.mcts.is_on());
                let endgame = self.extension.as_ref().filter(|_| parts.config.endgame.is_on());
                Box::new(Combined {
                    config: parts.config.clone(),
                    size: D::size,
                    is_for_trees: D::is_for_trees,
                    opening: opening.map(|config| part(AlgorithmConfig::AlphaBeta(config))).transpose()?,
                    main: part(AlgorithmConfig::AlphaBeta(parts.main.clone()))?,
                    tree: tree.map(|config| part(AlgorithmConfig::Mcts(config))).transpose()?,
                    prover: part(AlgorithmConfig::Dfpn(parts.prover.clone()))?,
                    endgame: endgame.map(|extension| (extension.endgame)()),
                })
            }
            AlgorithmConfig::Random => Box::new(RandomTurns::new(seed)),
        })
    }
}

impl<D: GameDefinition> AnyGame for TypedGame<D> {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: D::Position::NAME,
            variants: D::Position::VARIANTS,
            starts: D::Position::STARTS,
            position_example: D::Position::POSITION_EXAMPLE,
            sides: D::Position::SIDES,
            evaluations: D::EVALUATIONS,
            former_names: D::FORMER_NAMES,
            best: D::BEST,
            levels: D::LEVELS,
            presets: D::PRESETS,
            notes: D::NOTES,
            bench: D::BENCH,
            has_regions: self.extension.is_some(),
        }
    }

    fn start(&self, variant: &str) -> Result<Box<dyn Board>, TextError> {
        Ok(Box::new(GameBoard::new(D::Position::start(variant)?)))
    }

    fn at_position(&self, text: &str) -> Result<Box<dyn Board>, TextError> {
        Ok(Box::new(GameBoard::new(D::Position::parse_position(text)?)))
    }

    fn read_record(&self, text: &str) -> Option<Result<(String, Vec<String>), TextError>> {
        Some(D::read_record(text)?.map(|(start, turns)| {
            let mut position = start.clone();
            let words = turns.iter().map(|turn| {
                let word = position.turn_word(turn);
                position = game::play_turn(&position, turn);
                word
            });
            (start.position_text(), words.collect())
        }))
    }

    fn best_settings(&self, algorithm: &str) -> &'static str {
        D::best_settings(algorithm)
    }

    fn weights(&self, evaluation: &str) -> Option<Vec<(String, i32)>> {
        D::heuristics(evaluation).map(|heuristics| D::weights(&heuristics))
    }

    fn tunable(&self, evaluation: &EvaluationSpec) -> Box<dyn TunableEvaluation> {
        Box::new(Tunable::<D>(heuristics::<D>(evaluation)))
    }

    fn pawn_value(&self, evaluation: &EvaluationSpec) -> Option<i32> {
        D::pawn_value(&heuristics::<D>(evaluation)).filter(|&points| points > 0)
    }

    fn learned_inputs(&self) -> Option<LearnedInputs> {
        let NetworkInputs { name, count, most_active, width, buckets, seen_by_other, mirrored, .. } =
            D::network_inputs()?;
        Some(LearnedInputs { name, count, most_active, width, buckets, seen_by_other, mirrored })
    }

    fn active_inputs(&self, board: &dyn Board) -> Option<ActiveInputs> {
        let inputs = D::network_inputs()?;
        let position = GameBoard::<D::Position>::of(board)?.position();
        if !(inputs.applies)(position) {
            return None;
        }
        let mut active = ActiveInputs { bucket: (inputs.bucket)(position) as u8, inputs: Vec::new() };
        (inputs.visit)(position, position.to_move(), &mut |input| active.inputs.push(input as u16));
        Some(active)
    }

    fn check_network(&self, file: &[u8]) -> Result<(), String> {
        D::with_network(file).map(|_| ())
    }

    fn regions(&self, board: &dyn Board, limits: Limits, stop: &AtomicBool) -> Option<BoardRegions> {
        (self.extension.as_ref()?.regions)(GameBoard::of(board)?.position(), limits, stop)
    }

    fn engine_file(&self, board: &dyn Board) -> Option<Result<String, TextError>> {
        D::engine_file(GameBoard::of(board)?.position())
    }

    fn engine_answer(&self, board: &dyn Board, file: &str) -> Result<String, TextError> {
        let position = D::Position::parse_position(&board.position_text())?;
        Ok(position.turn_word(&D::engine_answer(&position, file)?))
    }

    fn build(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Player>, SpecError> {
        let Some(evaluation) = spec.evaluation() else {
            return Ok(Box::new(SearchPlayer::<D::Position>::new(Box::new(RandomTurns::new(seed)))));
        };
        let plain = heuristics::<D>(evaluation);
        let noisy = HeuristicSet {
            evaluation: Noisy::new(plain.evaluation().clone(), &evaluation.noise, seed),
            ordering: plain.ordering().clone(),
            proofs: plain.proofs().clone(),
        };
        let search = self.search(spec.algorithm(), noisy, seed)?;
        let search = Box::new(WithBookTurns { ready: D::book_turn, seed, search });
        Ok(Box::new(SearchPlayer::<D::Position>::new(search)))
    }
}
