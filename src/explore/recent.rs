//! The results that were used last, so that the page can ask for them again.

use std::sync::{Arc, Mutex, PoisonError};

/// Keeps the `MOST` results that were used last.
#[derive(Debug)]
pub(super) struct Recent<K, V, const MOST: usize>(Mutex<Vec<(K, Arc<V>)>>);

impl<K, V, const MOST: usize> Default for Recent<K, V, MOST> {
    fn default() -> Self {
        Recent(Mutex::default())
    }
}

impl<K: Eq, V, const MOST: usize> Recent<K, V, MOST> {
    /// Returns the result for a key, and computes it if it is not known. Other threads are
    /// not blocked meanwhile.
    pub(super) fn get<E>(
        &self,
        key: K,
        compute: impl FnOnce(&K) -> Result<V, E>,
    ) -> Result<Arc<V>, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = lock();
        if let Some(place) = known.iter().position(|(other, _)| *other == key) {
            known[place..].rotate_left(1);
            return Ok(known[known.len() - 1].1.clone());
        }
        drop(known);
        let value = Arc::new(compute(&key)?);
        let mut known = lock();
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push((key, value.clone()));
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_result_is_dropped() {
        let recent = Recent::<u8, u8, 2>::default();
        let get = |key| recent.get(key, |key| if *key < 9 { Ok(2 * key) } else { Err(*key) });
        for (key, value) in [(1, Ok(2)), (2, Ok(4)), (1, Ok(2)), (9, Err(9)), (3, Ok(6))] {
            assert_eq!(get(key).map(|value| *value), value);
        }
        let known = recent.0.lock().expect("no panic");
        assert!(known.iter().map(|(key, _)| *key).eq([1, 3]));
    }
}
