//! The best few of many items, in bounded memory.

use std::collections::BTreeMap;

/// Keeps the items with the smallest keys; of equal keys, the earliest.
#[derive(Debug)]
pub(crate) struct Top<K, T> {
    size: usize,
    seen: u64,
    best: BTreeMap<(K, u64), T>,
}

impl<K: Ord, T> Top<K, T> {
    pub(crate) fn new(size: usize) -> Top<K, T> {
        Top {
            size,
            seen: 0,
            best: BTreeMap::new(),
        }
    }

    /// Offers an item, which is constructed only if it is kept.
    pub(crate) fn offer(&mut self, key: K, thing: impl FnOnce() -> T) {
        let key = (key, self.seen);
        self.seen += 1;
        if self.best.len() >= self.size {
            match self.best.last_entry() {
                Some(worst) if *worst.key() > key => drop(worst.remove()),
                _ => return,
            }
        }
        self.best.insert(key, thing());
    }

    /// The items kept, smallest key first.
    pub(crate) fn into_vec(self) -> Vec<T> {
        self.best.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_and_of_those_the_first() {
        let mut top = Top::new(3);
        for (place, key) in [5, 1, 4, 1, 3, 1, 0].into_iter().enumerate() {
            top.offer(key, || place);
        }
        assert_eq!(top.into_vec(), [6, 1, 3]);
        let mut none = Top::new(0);
        none.offer(1, || 1);
        assert!(none.into_vec().is_empty());
    }
}
