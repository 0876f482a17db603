//! The memory of a job: ratings by the expansions of the puzzles. Minimals of a few
//! expansions share them, a random sample shares none, and then the memory closes itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use gradus_csp::Key;
use gradus_engine::rating::{Memory, Rating};

/// Expansions of a generation. Of two generations, the older is forgotten when the younger
/// is full: no more than some ten megabytes are used.
const GENERATION: usize = 1 << 16;

/// Questions after which the memory looks whether it was of use.
const TRIAL: u64 = 1 << 12;

/// It was of use if one question in this many had an answer: looking costs some
/// microseconds, rating often a hundred times that.
const WORTH: u64 = 50;

/// Ratings that are known already.
#[derive(Debug)]
pub struct Remembered {
    is_open: AtomicBool,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    young: FxHashMap<u128, Box<[Rating]>>,
    old: FxHashMap<u128, Box<[Rating]>>,
    asked: u64,
    answered: u64,
}

impl Default for Remembered {
    fn default() -> Remembered {
        Remembered {
            is_open: AtomicBool::new(true),
            known: Mutex::default(),
        }
    }
}

impl Remembered {
    /// Whoever failed in between has left nothing half done.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory for Remembered {
    fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    fn recall(&self, key: Key) -> Option<Vec<Rating>> {
        let mut known = self.known();
        known.asked += 1;
        let found = known.young.get(&key.0).or_else(|| known.old.get(&key.0));
        let found = found.map(|ratings| ratings.to_vec());
        known.answered += u64::from(found.is_some());
        if known.asked == TRIAL {
            if known.answered < known.asked / WORTH {
                self.is_open.store(false, Ordering::Relaxed);
                *known = Known::default();
            }
            (known.asked, known.answered) = (0, 0);
        }
        found
    }

    fn keep(&self, key: Key, ratings: &[Rating]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(number: u128) -> [Rating; 1] {
        [Rating::exact((number % 200) as usize)]
    }

    #[test]
    fn what_was_kept_is_recalled_and_old_things_are_forgotten() {
        let memory = Remembered::default();
        for number in 0..3 * GENERATION as u128 {
            memory.keep(Key(number), &rating(number));
            assert_eq!(memory.recall(Key(number)), Some(rating(number).to_vec()));
        }
        assert_eq!(memory.recall(Key(1)), None);
        let known = memory.known();
        assert!(known.young.len() + known.old.len() <= 2 * GENERATION);
    }

    #[test]
    fn a_memory_that_has_no_answers_closes_itself() {
        let memory = Remembered::default();
        for number in 0..u128::from(TRIAL) {
            assert!(memory.is_open());
            assert_eq!(memory.recall(Key(number)), None);
            memory.keep(Key(number), &rating(number));
        }
        assert!(!memory.is_open());
        memory.keep(Key(0), &rating(0));
        assert!(memory.known().young.is_empty());
    }
}
