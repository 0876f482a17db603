//! The best few of many, in bounded memory.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Keeps the few things with the smallest keys; of equal keys, those that came
/// first.
#[derive(Clone, Debug)]
pub struct Top<K, T> {
    size: usize,
    seen: u64,
    heap: BinaryHeap<RankedItem<K, T>>,
}

#[derive(Clone, Debug)]
struct RankedItem<K, T> {
    key: (K, u64),
    thing: T,
}

impl<K: Ord, T> PartialEq for RankedItem<K, T> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<K: Ord, T> Eq for RankedItem<K, T> {}

impl<K: Ord, T> PartialOrd for RankedItem<K, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord, T> Ord for RankedItem<K, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl<K: Ord, T> Top<K, T> {
    /// Keeps at most `size` of them.
    pub(crate) fn new(size: usize) -> Top<K, T> {
        Top {
            size,
            seen: 0,
            heap: BinaryHeap::new(),
        }
    }

    /// Looks at one more; the thing is made only if it is kept.
    pub(crate) fn offer(&mut self, key: K, thing: impl FnOnce() -> T) {
        let key = (key, self.seen);
        self.seen += 1;
        let full = self.heap.len() >= self.size;
        if full && self.heap.peek().is_none_or(|worst| worst.key <= key) {
            return;
        }
        self.heap.push(RankedItem {
            key,
            thing: thing(),
        });
        if self.heap.len() > self.size {
            self.heap.pop();
        }
    }

    /// What was kept, the smallest key first.
    pub(crate) fn into_vec(self) -> Vec<T> {
        let items = self.heap.into_sorted_vec();
        items.into_iter().map(|item| item.thing).collect()
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
