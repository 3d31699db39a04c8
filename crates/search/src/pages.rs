//! Pages of the system: memory for tables, zeroed, shared by threads and on huge pages if it is large.
//!
//! A search looks at random places of a large table, so that with pages of 4 kB most looks also miss the processor's map of
//! pages. This is the one module of the workspace with unsafe code: the system's pages are bytes, and only a cast makes
//! words of them that threads may write at the same time. It refuses to know what the words mean.
#![allow(unsafe_code, reason = "a cast from the system's pages to shared words, argued below")]

use bytemuck::Zeroable;
use memmap2::{MmapMut, MmapRaw};
use std::{marker::PhantomData, ops::Deref, slice};

/// A boxed slice of zeroes whose pages are not touched before they are used.
pub(crate) struct Pages<T> {
    map: MmapRaw,
    count: usize,
    /// Lets the compiler decide by `T` what threads may do with it.
    owns: PhantomData<T>,
}

impl<T: Zeroable> Pages<T> {
    /// Pages begin at multiples of this at least, on every system.
    const PAGE_BYTES: usize = 4096;
    /// Smaller tables are for short searches, which would wait longer for their huge pages to be made than they gain by them:
    /// with 64 MB the first hundred nodes of a search took up to 0.2 s.
    const HUGE_FROM: usize = 128 << 20;

    /// So many zeroes, beginning at a page; `None` if the system has not that much memory.
    pub(crate) fn zeroed(count: usize) -> Option<Pages<T>> {
        const { assert!(align_of::<T>() <= Self::PAGE_BYTES && !std::mem::needs_drop::<T>()) }
        let map = MmapMut::map_anon(count.checked_mul(size_of::<T>())?).ok()?;
        // Advice only: a system without huge pages goes on with small ones.
        #[cfg(target_os = "linux")]
        if map.len() >= Self::HUGE_FROM {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Pages { map: map.into(), count, owns: PhantomData })
    }

    /// Makes all zero again.
    pub(crate) fn clear(&mut self) {
        match Pages::zeroed(self.count) {
            Some(fresh) => *self = fresh,
            None => {
                // SAFETY: as for `deref`, and the exclusive borrow makes this the only access.
                let all = unsafe { slice::from_raw_parts_mut(self.map.as_mut_ptr().cast::<T>(), self.count) };
                all.fill_with(T::zeroed);
            }
        }
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the map is `count` times the size of a `T` long, lives as long as `self` and belongs to it alone; it begins
        // at a page, so it is aligned; its bytes were zero when it was made, which is a `T`, and changed only through `T`s
        // since. What threads may do through the shared slice is what `T` allows: `Pages<T>` is `Sync` only if `T` is.
        unsafe { slice::from_raw_parts(self.map.as_mut_ptr().cast::<T>(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn begins_as_zeroes_on_a_page_and_keeps_what_is_written() {
        let mut pages = Pages::<AtomicU64>::zeroed(10_000).expect("a little memory");
        assert_eq!(pages.len(), 10_000);
        assert_eq!(pages.as_ptr().align_offset(4096), 0);
        assert!(pages.iter().all(|word| word.load(Relaxed) == 0));
        std::thread::scope(|scope| {
            for start in [0, 1] {
                let pages = &pages;
                scope.spawn(move || {
                    (start..10_000).step_by(2).for_each(|i| pages[i].store(i as u64, Relaxed))
                });
            }
        });
        assert!(pages.iter().enumerate().all(|(i, word)| word.load(Relaxed) == i as u64));
        pages.clear();
        assert!(pages.iter().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn nothing_and_too_much() {
        assert!(Pages::<AtomicU64>::zeroed(0).is_some_and(|none| none.is_empty()));
        assert!(Pages::<AtomicU64>::zeroed(usize::MAX / 16).is_none());
        assert!(Pages::<AtomicU64>::zeroed(usize::MAX).is_none());
    }
}
