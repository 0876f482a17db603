//! Ends searches from outside, so that a job that is stopped need not wait for a puzzle that
//! takes hours.
//!
//! A search that is halted has no result at all: it unwinds, as a panic does but without a message,
//! to whoever has allowed it with [`until`]. So half of a search can never pass for an answer.
//! Every search calls [`check`] at its nodes, which costs about a nanosecond.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a halted search unwinds with. Whoever catches panics passes it on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

thread_local! {
    /// Set to halt the searches of this thread.
    static HALT: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
    /// Calls of [`check`].
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// The flag is looked at once in this many calls.
const CALLS_PER_LOOK: u32 = 64;

/// Runs a function whose searches end soon after a flag is set, by unwinding with [`Halted`].
pub fn until<T>(halt: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    /// Restores the flag of before, also while unwinding.
    struct Restored(Option<Arc<AtomicBool>>);

    impl Drop for Restored {
        fn drop(&mut self) {
            HALT.replace(self.0.take());
        }
    }

    let _before = Restored(HALT.replace(Some(halt.clone())));
    work()
}

/// Unwinds if the searches of this thread are halted. A rating of your own that searches for long
/// should call this in its loops.
#[inline]
pub fn check() {
    let calls = CALLS.get().wrapping_add(1);
    CALLS.set(calls);
    if calls.is_multiple_of(CALLS_PER_LOOK) {
        look();
    }
}

/// Unwinds if the searches of this thread are halted, without counting calls.
#[cold]
#[inline(never)]
pub(crate) fn look() {
    let is_set = |halt: &Option<Arc<AtomicBool>>| {
        let halt = halt.as_ref();
        halt.is_some_and(|halt| halt.load(Ordering::Relaxed))
    };
    if HALT.with_borrow(is_set) {
        resume_unwind(Box::new(Halted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn only_what_allows_it_is_halted() {
        let halt = Arc::new(AtomicBool::new(false));
        let search = |calls: u32| (0..calls).for_each(|_| check());
        let run = || catch_unwind(AssertUnwindSafe(|| until(&halt, || search(1000))));
        assert!(run().is_ok());
        halt.store(true, Ordering::Relaxed);
        let payload = run().expect_err("it is halted");
        assert!(payload.is::<Halted>());
        search(1000);
        let other = Arc::new(AtomicBool::new(false));
        until(&other, || {
            assert!(run().is_err());
            search(1000);
        });
    }
}
