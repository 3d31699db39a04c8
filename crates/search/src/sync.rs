//! Words that threads share: atomic words of the standard library in pages of the system or, under `--cfg loom`, those of the
//! model checker loom, which tries every order in which threads may see each other's writes.

#[cfg(not(loom))]
pub(crate) use crate::pages::Pages;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
#[cfg(loom)]
pub(crate) use model::Pages;

#[cfg(loom)]
mod model {
    use super::{AtomicU32, AtomicU64};
    use std::ops::Deref;

    /// What begins as zeroes.
    pub(crate) trait Zeroed {
        fn zeroed() -> Self;
    }
    impl Zeroed for AtomicU32 {
        fn zeroed() -> Self {
            AtomicU32::new(0)
        }
    }
    impl Zeroed for AtomicU64 {
        fn zeroed() -> Self {
            AtomicU64::new(0)
        }
    }
    impl<T: Zeroed, const N: usize> Zeroed for [T; N] {
        fn zeroed() -> Self {
            std::array::from_fn(|_| T::zeroed())
        }
    }

    /// Stands in for the pages of the system, whose words loom could not watch.
    pub(crate) struct Pages<T>(Box<[T]>);

    impl<T: Zeroed> Pages<T> {
        pub(crate) fn zeroed(count: usize) -> Option<Pages<T>> {
            Some(Pages((0..count).map(|_| T::zeroed()).collect()))
        }
        pub(crate) fn clear(&mut self) {
            self.0.iter_mut().for_each(|word| *word = T::zeroed());
        }
    }

    impl<T> Deref for Pages<T> {
        type Target = [T];
        fn deref(&self) -> &[T] {
            &self.0
        }
    }
}
