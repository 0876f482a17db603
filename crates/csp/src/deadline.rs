//! A time limit for the work on one puzzle, for people who think in seconds. What stops at
//! it depends on the machine and its load; limits in nodes do not.
//!
//! The limit is that of the thread that works on the puzzle: searches are nested deeply, and
//! each asks for itself whether there is time left.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// The end of the work, and the time that it had.
    static DEADLINE: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
}

/// Works with a time limit, if there is one. Within it, no other limit may be set.
pub fn within<T>(limit: Option<Duration>, work: impl FnOnce() -> T) -> T {
    /// Lifts the limit, even if the work panics.
    struct Lift;
    impl Drop for Lift {
        fn drop(&mut self) {
            DEADLINE.set(None);
        }
    }
    let end = limit.and_then(|limit| Some((Instant::now().checked_add(limit)?, limit)));
    if end.is_none() || DEADLINE.get().is_some() {
        return work();
    }
    DEADLINE.set(end);
    let _lift = Lift;
    work()
}

/// The time that the work had, if it is over.
pub fn passed() -> Option<Duration> {
    let (end, limit) = DEADLINE.get()?;
    (Instant::now() >= end).then_some(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_lifted_after_the_work() {
        let limit = Some(Duration::ZERO);
        assert_eq!(within(limit, passed), limit);
        assert_eq!(passed(), None);
        assert_eq!(within(None, passed), None);
        let panics = std::panic::catch_unwind(|| within(limit, || panic!("of the work")));
        assert!(panics.is_err());
        assert_eq!(passed(), None);
    }
}
