//! Keys of classes in memory, up to a limit.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// A table of keys with a value each that does not grow beyond its memory.
pub(crate) struct Keys<V> {
    table: HashMap<u128, V, BuildHasherDefault<Half>>,
    memory: u64,
    /// True once a key was turned away: then all new ones are.
    is_full: bool,
}

/// The result of a lookup.
pub(crate) enum KeyLookup<'a, V> {
    /// The key is known, with its value.
    Known(&'a mut V),
    /// The key was added.
    New,
    /// The key is not known, and the table is full.
    Full,
}

impl<V> Keys<V> {
    /// An empty table of at most this many bytes.
    pub(crate) fn new(memory: u64) -> Keys<V> {
        Keys {
            table: HashMap::default(),
            memory,
            is_full: false,
        }
    }

    /// Looks up a key, and adds it if there is room.
    pub(crate) fn find(&mut self, key: u128, value: impl FnOnce() -> V) -> KeyLookup<'_, V> {
        // `entry` reserves room first.
        if !self.is_full && self.has_room() {
            return match self.table.entry(key) {
                Entry::Occupied(entry) => KeyLookup::Known(entry.into_mut()),
                Entry::Vacant(entry) => {
                    entry.insert(value());
                    KeyLookup::New
                }
            };
        }
        match self.table.get_mut(&key) {
            Some(value) => KeyLookup::Known(value),
            None => {
                self.is_full = true;
                KeyLookup::Full
            }
        }
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: u128) -> Option<&V> {
        self.table.get(&key)
    }

    /// The keys, in no particular order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u128> {
        self.table.keys().copied()
    }

    /// Returns true if a key was turned away.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Forgets all keys, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.is_full = false;
    }

    /// Returns true if there is room for another key. A full table doubles, and both exist
    /// while it does.
    fn has_room(&self) -> bool {
        let entry = size_of::<(u128, V)>() as u64 + 1;
        let capacity = self.table.capacity() as u64;
        let after_doubling = 3 * entry * (capacity * 8 / 7);
        self.table.len() < self.table.capacity() || capacity == 0 || after_doubling <= self.memory
    }
}

/// Keys are already well mixed: one half is enough as a hash.
#[derive(Clone, Copy, Default)]
pub(crate) struct Half(u64);

impl Hasher for Half {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let half = bytes.first_chunk().copied().unwrap_or_default();
        self.0 = u64::from_le_bytes(half);
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_stops_where_its_memory_ends() {
        // Multiplied by an odd number, all are different and well spread.
        let key = |number: u128| number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        for memory in [0, 1000, 100_000, 1 << 20] {
            let mut keys = Keys::new(memory);
            let bytes = |keys: &Keys<()>| keys.table.capacity() as u64 * 8 / 7 * 17;
            let is_full = |number: &u128| matches!(keys.find(key(*number), || ()), KeyLookup::Full);
            let number = (0..).find(is_full).expect("it has a limit");
            let full = bytes(&keys);
            assert!(full <= memory.max(68), "{full} of {memory}");
            // At least a quarter of the memory is used; the rest is for doubling.
            assert!(
                keys.table.len() as u64 >= (memory / 4 / 17).max(1),
                "{memory}"
            );
            assert!(matches!(keys.find(key(0), || ()), KeyLookup::Known(())));
            // Once full, it stays full.
            assert!(matches!(keys.find(key(number + 1), || ()), KeyLookup::Full));
            assert_eq!(bytes(&keys), full);
            assert!(keys.get(key(number)).is_none());
            keys.clear();
            assert!(matches!(keys.find(key(number), || ()), KeyLookup::New));
        }
    }
}
