//! What an engine estimates or knows about a game beyond its rules: evaluation, move ordering and static proofs.
//!
//! The three parts are separate traits, so that one part can be replaced or wrapped without touching the others.
//! [`Heuristics`] bundles them for a search. All scores are for the side to move, correct in the middle of a turn too, and
//! relative to the position asked about: "win in 1" means that the next action wins.

use crate::{Game, Score};
use std::ops::ControlFlow;

/// Estimates how good unfinished positions are.
///
/// An evaluation may keep an incremental state, such as the accumulator of a network. The search makes it once at the root
/// and then derives each child's from its parent's. An evaluation that needs none writes `type State = ();` and
/// `fn root_state(&self, _: &G) {}`.
pub trait Evaluation<G: Game>: Clone + Send + Sync + 'static {
    /// What is carried from parent to child.
    type State: Clone + Send + Sync + 'static;

    /// The state of a position, from scratch.
    fn root_state(&self, position: &G) -> Self::State;

    /// The state of the child that an action leads to. Must equal [`Evaluation::root_state`] of the child in everything that
    /// [`Evaluation::evaluate`] uses. A null move is followed by `root_state`.
    #[inline]
    fn child_state(&self, _state: &Self::State, _parent: &G, _action: G::Action, child: &G) -> Self::State {
        self.root_state(child)
    }

    /// [`Evaluation::child_state`], written over an old state; an evaluation that keeps nothing writes nothing.
    #[inline]
    fn update_state(
        &self,
        state: &Self::State,
        parent: &G,
        action: G::Action,
        child: &G,
        into: &mut Self::State,
    ) {
        *into = self.child_state(state, parent, action, child);
    }

    /// How good an unfinished position looks, given its state.
    fn evaluate(&self, position: &G, state: &Self::State) -> Score;

    /// The same without a state at hand.
    #[inline]
    fn evaluate_from_scratch(&self, position: &G) -> Score {
        self.evaluate(position, &self.root_state(position))
    }

    /// For the last action before the leaves: visits at least the relevant actions whose children may have a static score
    /// above `alpha`, for the side to move here. `None`, with nothing visited, where this does not pay.
    #[inline]
    fn actions_above(
        &self,
        _position: &G,
        _alpha: Score,
        _visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        None
    }
}

/// Says which actions to try first, which to follow beyond the horizon, and what skipping a turn means.
pub trait MoveOrdering<G: Game>: Clone + Send + Sync + 'static {
    /// Larger is searched earlier. Only compared between actions of one position.
    #[inline]
    fn order_hint(&self, _position: &G, _action: G::Action) -> i32 {
        0
    }

    /// The value of an action on the scale of results from -1 to 1, given the action before it in the same turn: the step
    /// evaluation of Monte-Carlo searches. `None` in games without one, where [`MoveOrdering::order_hint`] stands in.
    #[inline]
    fn step_value(&self, _position: &G, _action: G::Action, _previous: Option<G::Action>) -> Option<f32> {
        None
    }

    /// Visits the legal actions that may change the evaluation too much for it to be trusted before them.
    #[inline]
    fn noisy_actions(
        &self,
        _position: &G,
        _visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Visits the legal actions that begin a gain which is certain within the turn: a narrower choice than the noisy actions.
    /// The default visits the noisy ones.
    #[inline]
    fn tactical_actions(
        &self,
        position: &G,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.noisy_actions(position, visit)
    }

    /// Is this one of the noisy actions? Only quiet actions may be reduced and pruned.
    #[inline]
    fn is_noisy(&self, _position: &G, _action: G::Action) -> bool {
        false
    }

    /// The expected ratio of the time of the iteration after `depth` to that of the last one. `None` where the search should
    /// extrapolate, infinity where a deeper iteration would be pointless.
    fn expected_growth(&self, _root: &G, _depth: u32) -> Option<f64> {
        None
    }

    /// About how many turns there are to choose from, for searches that would have to list them to know; `None` where the game
    /// has no estimate, or in the middle of a turn.
    fn expected_turns(&self, _position: &G) -> Option<u64> {
        None
    }

    /// The position with the whole turn skipped, where skipping is a plausible lower bound for moving; `None` elsewhere.
    /// Only asked at the start of a turn.
    #[inline]
    fn null_move(&self, _position: &G) -> Option<G> {
        None
    }
}

/// Reads proven results off the board, without search.
pub trait Proofs<G: Game>: Clone + Send + Sync + 'static {
    /// A proven win, loss or draw of an unfinished position with its exact distance; `None` where none is seen. Asked at inner
    /// nodes, so it must be cheap.
    #[inline]
    fn proven_score(&self, _position: &G) -> Option<Score> {
        None
    }

    /// A proven win or loss whose distance is only an upper bound. For searches that only prove. The default is
    /// [`Proofs::proven_score`].
    #[inline]
    fn proven_winner(&self, position: &G) -> Option<Score> {
        self.proven_score(position)
    }

    /// Visits the actions worth searching: all legal ones except some that certainly lose, and no later than some visited one.
    /// The default visits all.
    #[inline]
    fn relevant_actions(
        &self,
        position: &G,
        visit: impl FnMut(G::Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position.actions(visit)
    }
}

impl<G: Game> MoveOrdering<G> for () {}
impl<G: Game> Proofs<G> for () {}

/// The heuristics of a search: an evaluation, a move ordering and static proofs. [`HeuristicSet`] implements it.
pub trait Heuristics<G: Game>: Clone + Send + Sync + 'static {
    /// The evaluation.
    type Evaluation: Evaluation<G>;
    /// The move ordering.
    type Ordering: MoveOrdering<G>;
    /// The static proofs.
    type Proofs: Proofs<G>;

    /// The evaluation.
    fn evaluation(&self) -> &Self::Evaluation;
    /// The move ordering.
    fn ordering(&self) -> &Self::Ordering;
    /// The static proofs.
    fn proofs(&self) -> &Self::Proofs;

    /// The static score of an unfinished position: proven if a proof is seen, estimated otherwise.
    #[inline]
    fn static_score(&self, position: &G, state: &EvaluationState<G, Self>) -> Score {
        let proven = self.proofs().proven_score(position);
        proven.unwrap_or_else(|| self.evaluation().evaluate(position, state))
    }

    /// The static score without a state at hand.
    #[inline]
    fn static_score_from_scratch(&self, position: &G) -> Score {
        let proven = self.proofs().proven_score(position);
        proven.unwrap_or_else(|| self.evaluation().evaluate_from_scratch(position))
    }
}

/// The incremental state of a bundle's evaluation.
pub type EvaluationState<G, H> = <<H as Heuristics<G>>::Evaluation as Evaluation<G>>::State;

/// Heuristics put together from three parts. `()` is the neutral ordering and the neutral proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HeuristicSet<E, O = (), P = ()> {
    /// The evaluation.
    pub evaluation: E,
    /// The move ordering.
    pub ordering: O,
    /// The static proofs.
    pub proofs: P,
}

impl<E, O, P> HeuristicSet<E, O, P> {
    /// The same set with another evaluation made from this one: a wrapped one, or a choice that holds it.
    pub fn map_evaluation<F>(self, map: impl FnOnce(E) -> F) -> HeuristicSet<F, O, P> {
        HeuristicSet { evaluation: map(self.evaluation), ordering: self.ordering, proofs: self.proofs }
    }
}

impl<G: Game, E: Evaluation<G>, O: MoveOrdering<G>, P: Proofs<G>> Heuristics<G> for HeuristicSet<E, O, P> {
    type Evaluation = E;
    type Ordering = O;
    type Proofs = P;

    #[inline]
    fn evaluation(&self) -> &E {
        &self.evaluation
    }
    #[inline]
    fn ordering(&self) -> &O {
        &self.ordering
    }
    #[inline]
    fn proofs(&self) -> &P {
        &self.proofs
    }
}

/// Makes a type that implements all three parts a bundle of itself: `heuristics_in_one!(MyHeuristics => MyGame)`.
#[macro_export]
macro_rules! heuristics_in_one {
    ($type:ty => $game:ty $(where const $constant:ident: $kind:ty)?) => {
        impl $(<const $constant: $kind>)? $crate::Heuristics<$game> for $type {
            type Evaluation = Self;
            type Ordering = Self;
            type Proofs = Self;

            fn evaluation(&self) -> &Self {
                self
            }
            fn ordering(&self) -> &Self {
                self
            }
            fn proofs(&self) -> &Self {
                self
            }
        }
    };
}

/// Declares an enum of a game's evaluations that behaves as the chosen one, so that a search is compiled once per game and
/// not once per evaluation. The branch on every call costs nothing that could be measured. All of them must be stateless, except one
/// behind `network`, whose state must have a cheap default for the others.
///
/// Every method of [`Evaluation`] must be here: a missing one would silently use its default.
#[macro_export]
macro_rules! evaluations {
    ($(#[$doc:meta])* pub enum $name:ident for $game:ty { $($(#[$kind_doc:meta])* $kind:ident),+ $(,)? }) => {
        $crate::evaluations! { @enum $(#[$doc])* $name $($(#[$kind_doc])* $kind)+ }

        impl $crate::Evaluation<$game> for $name {
            type State = ();

            #[inline]
            fn root_state(&self, _: &$game) {}

            #[inline]
            fn evaluate(&self, position: &$game, state: &()) -> $crate::Score {
                match self { $($name::$kind(e) => e.evaluate(position, state)),+ }
            }

            $crate::evaluations! { @actions_above $name $game; $($kind)+ }
        }
    };
    (
        $(#[$doc:meta])* pub enum $name:ident for $game:ty {
            $($(#[$kind_doc:meta])* $kind:ident),+ ; $(#[$network_doc:meta])* network $network:ident
        }
    ) => {
        $crate::evaluations! { @enum $(#[$doc])* $name $($(#[$kind_doc])* $kind)+ $(#[$network_doc])* $network }

        impl $crate::Evaluation<$game> for $name {
            type State = <$network as $crate::Evaluation<$game>>::State;

            #[inline]
            fn root_state(&self, position: &$game) -> Self::State {
                match self {
                    $name::$network(e) => e.root_state(position),
                    _ => Default::default(),
                }
            }

            #[inline]
            fn child_state(
                &self,
                state: &Self::State,
                parent: &$game,
                action: <$game as $crate::Game>::Action,
                child: &$game,
            ) -> Self::State {
                match self {
                    $name::$network(e) => e.child_state(state, parent, action, child),
                    _ => Default::default(),
                }
            }

            #[inline]
            fn update_state(
                &self,
                state: &Self::State,
                parent: &$game,
                action: <$game as $crate::Game>::Action,
                child: &$game,
                into: &mut Self::State,
            ) {
                if let $name::$network(e) = self {
                    e.update_state(state, parent, action, child, into);
                }
            }

            #[inline]
            fn evaluate(&self, position: &$game, state: &Self::State) -> $crate::Score {
                match self {
                    $($name::$kind(e) => e.evaluate(position, &()),)+
                    $name::$network(e) => e.evaluate(position, state),
                }
            }

            $crate::evaluations! { @actions_above $name $game; $($kind)+ $network }
        }
    };
    (@enum $(#[$doc:meta])* $name:ident $($(#[$kind_doc:meta])* $kind:ident)+) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there is one per search, and a box would cost a pointer on every call")]
        pub enum $name {
            $($(#[$kind_doc])* $kind($kind)),+
        }

        $(impl From<$kind> for $name {
            fn from(evaluation: $kind) -> $name {
                $name::$kind(evaluation)
            }
        })+
    };
    (@actions_above $name:ident $game:ty; $($kind:ident)+) => {
        #[inline]
        fn actions_above(
            &self,
            position: &$game,
            alpha: $crate::Score,
            visit: impl FnMut(<$game as $crate::Game>::Action) -> std::ops::ControlFlow<()>,
        ) -> Option<std::ops::ControlFlow<()>> {
            match self { $($name::$kind(e) => e.actions_above(position, alpha, visit)),+ }
        }
    };
}
