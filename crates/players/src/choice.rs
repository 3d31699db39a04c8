//! One type for all evaluations of a game, so that each search is compiled once a game and not once an evaluation.
//!
//! Thirteen evaluations times five searches took minutes to build; a predictable branch at each question costs nothing that
//! could be measured.

/// Declares an enumeration of beliefs that answers every question as the chosen one does. Every method of `Heuristics` must
/// stand here: a forgotten one would answer by its default.
macro_rules! choice {
    ($(#[$note:meta])* $name:ident for $game:ty { $($kind:ident),+ $(,)? }) => {
        $(#[$note])*
        #[derive(Clone)]
        #[allow(clippy::large_enum_variant, reason = "one a search, and a pointer more would be followed at each question")]
        pub(crate) enum $name {
            $($kind($kind)),+
        }

        $(impl From<$kind> for $name {
            fn from(beliefs: $kind) -> $name {
                $name::$kind(beliefs)
            }
        })+

        impl game::Heuristics<$game> for $name {
            #[inline]
            fn evaluate(&self, position: &$game) -> game::Score {
                match self { $($name::$kind(h) => h.evaluate(position)),+ }
            }
            #[inline]
            fn recognise(&self, position: &$game) -> Option<game::Score> {
                match self { $($name::$kind(h) => game::Heuristics::recognise(h, position)),+ }
            }
            #[inline]
            fn decided(&self, position: &$game) -> Option<game::Score> {
                match self { $($name::$kind(h) => game::Heuristics::decided(h, position)),+ }
            }
            #[inline]
            fn relevant_actions(
                &self,
                position: &$game,
                visit: impl FnMut(<$game as game::Game>::Action) -> std::ops::ControlFlow<()>,
            ) -> std::ops::ControlFlow<()> {
                match self { $($name::$kind(h) => h.relevant_actions(position, visit)),+ }
            }
            #[inline]
            fn hopeful_actions(
                &self,
                position: &$game,
                least: game::Score,
                visit: impl FnMut(<$game as game::Game>::Action) -> std::ops::ControlFlow<()>,
            ) -> Option<std::ops::ControlFlow<()>> {
                match self { $($name::$kind(h) => h.hopeful_actions(position, least, visit)),+ }
            }
            #[inline]
            fn order_hint(&self, position: &$game, action: <$game as game::Game>::Action) -> i32 {
                match self { $($name::$kind(h) => h.order_hint(position, action)),+ }
            }
            #[inline]
            fn step_value(
                &self,
                position: &$game,
                action: <$game as game::Game>::Action,
                previous: Option<<$game as game::Game>::Action>,
            ) -> Option<f32> {
                match self { $($name::$kind(h) => h.step_value(position, action, previous)),+ }
            }
            #[inline]
            fn noisy_actions(
                &self,
                position: &$game,
                visit: impl FnMut(<$game as game::Game>::Action) -> std::ops::ControlFlow<()>,
            ) -> std::ops::ControlFlow<()> {
                match self { $($name::$kind(h) => h.noisy_actions(position, visit)),+ }
            }
            #[inline]
            fn tactical_actions(
                &self,
                position: &$game,
                visit: impl FnMut(<$game as game::Game>::Action) -> std::ops::ControlFlow<()>,
            ) -> std::ops::ControlFlow<()> {
                match self { $($name::$kind(h) => h.tactical_actions(position, visit)),+ }
            }
            #[inline]
            fn is_noisy(&self, position: &$game, action: <$game as game::Game>::Action) -> bool {
                match self { $($name::$kind(h) => h.is_noisy(position, action)),+ }
            }
            fn expected_growth(&self, root: &$game, depth: u32) -> Option<f64> {
                match self { $($name::$kind(h) => h.expected_growth(root, depth)),+ }
            }
            #[inline]
            fn null_move(&self, position: &$game) -> Option<$game> {
                match self { $($name::$kind(h) => h.null_move(position)),+ }
            }
        }
    };
}

pub(crate) use choice;
