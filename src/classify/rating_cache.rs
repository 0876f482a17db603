//! The ratings that a job has already computed, by the expansions of the puzzles. Minimals
//! of the same grid often share an expansion. In a random sample none do, and then the
//! cache closes itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use gradus_csp::CanonicalKey;
use gradus_engine::rating::{Rating, RatingMemory};

/// Expansions per generation. Of two generations, the older is dropped when the younger is
/// full, so that the cache never uses more than some ten megabytes.
const GENERATION: usize = 1 << 16;

/// Lookups after which the cache checks its hit rate.
const TRIAL: u64 = 1 << 12;

/// The cache stays open if one lookup in this many is a hit: a lookup costs some
/// microseconds, a rating often a hundred times that.
const WORTH: u64 = 50;

/// Caches ratings by expansion.
#[derive(Debug)]
pub struct RatingCache {
    is_open: AtomicBool,
    known: Mutex<RatingsByKey>,
}

#[derive(Debug, Default)]
struct RatingsByKey {
    young: FxHashMap<u128, Box<[Rating]>>,
    old: FxHashMap<u128, Box<[Rating]>>,
    asked: u64,
    answered: u64,
}

impl Default for RatingCache {
    fn default() -> RatingCache {
        RatingCache {
            is_open: AtomicBool::new(true),
            known: Mutex::default(),
        }
    }
}

impl RatingCache {
    fn known(&self) -> MutexGuard<'_, RatingsByKey> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RatingMemory for RatingCache {
    fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    fn recall(&self, key: CanonicalKey) -> Option<Vec<Rating>> {
        let mut known = self.known();
        known.asked += 1;
        let found = known.young.get(&key.0).or_else(|| known.old.get(&key.0));
        let found = found.map(|ratings| ratings.to_vec());
        known.answered += u64::from(found.is_some());
        if known.asked == TRIAL {
            if known.answered < known.asked / WORTH {
                self.is_open.store(false, Ordering::Relaxed);
                *known = RatingsByKey::default();
            }
            (known.asked, known.answered) = (0, 0);
        }
        found
    }

    fn keep(&self, key: CanonicalKey, ratings: &[Rating]) {
        let mut known = self.known();
        if !self.is_open() {
            return;
        }
        if known.young.len() >= GENERATION {
            known.old = std::mem::take(&mut known.young);
        }
        known.young.insert(key.0, ratings.into());
    }
}
