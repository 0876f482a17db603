//! The keys of all puzzles that were judged: 16 bytes each, in memory up to a limit, and
//! beyond it in sorted files without a name.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use crate::canon::keys::{KeyLookup, Keys};
use crate::job::Error;

/// Keys of a block: a file is read block by block.
const BLOCK: usize = 256;

/// Files that are searched one after the other; more are merged.
const MOST_FILES: usize = 6;

/// Bytes of a key.
const KEY: usize = size_of::<u128>();

pub(crate) struct KeySet {
    recent: Keys<()>,
    sorted: Vec<Sorted>,
}

impl KeySet {
    /// An empty set that takes this many bytes of memory.
    pub(crate) fn new(memory: u64) -> KeySet {
        KeySet {
            recent: Keys::new(memory),
            sorted: Vec::new(),
        }
    }

    /// Adds a key. Returns false if it was known.
    pub(crate) fn insert(&mut self, key: u128) -> Result<bool, Error> {
        if self.recent.get(key).is_some() {
            return Ok(false);
        }
        for sorted in &mut self.sorted {
            if sorted.has(key).map_err(Error::temporary)? {
                return Ok(false);
            }
        }
        if let KeyLookup::Full = self.recent.find(key, || ()) {
            self.spill().map_err(Error::temporary)?;
            self.recent.find(key, || ());
        }
        Ok(true)
    }

    /// Moves the keys in memory to a file.
    fn spill(&mut self) -> io::Result<()> {
        let mut keys: Vec<u128> = self.recent.iter().collect();
        keys.sort_unstable();
        self.recent.clear();
        let mut new = Sorted::write(keys.into_iter().map(Ok))?;
        if self.sorted.len() == MOST_FILES {
            let mut all = std::mem::take(&mut self.sorted);
            all.push(new);
            new = Sorted::merge(&mut all)?;
        }
        self.sorted.push(new);
        Ok(())
    }
}

/// Keys in a file, in ascending order.
struct Sorted {
    file: File,
    count: usize,
    /// The first key of each block.
    firsts: Vec<u128>,
}

impl Sorted {
    fn write(keys: impl Iterator<Item = io::Result<u128>>) -> io::Result<Sorted> {
        let mut file = BufWriter::new(tempfile::tempfile()?);
        let mut count: usize = 0;
        let mut firsts = Vec::new();
        for key in keys {
            let key = key?;
            if count.is_multiple_of(BLOCK) {
                firsts.push(key);
            }
            count += 1;
            file.write_all(&key.to_le_bytes())?;
        }
        Ok(Sorted {
            file: file.into_inner()?,
            count,
            firsts,
        })
    }

    /// Merges files.
    fn merge(all: &mut [Sorted]) -> io::Result<Sorted> {
        let mut places = vec![0; all.len()];
        let mut blocks: Vec<Vec<u128>> = vec![Vec::new(); all.len()];
        let next = std::iter::from_fn(|| {
            let mut least: Option<(u128, usize)> = None;
            for (number, sorted) in all.iter_mut().enumerate() {
                let place = places[number];
                if place == sorted.count {
                    continue;
                }
                if place.is_multiple_of(BLOCK) {
                    match sorted.block(place / BLOCK) {
                        Ok(block) => blocks[number] = block,
                        Err(error) => return Some(Err(error)),
                    }
                }
                let key = blocks[number][place % BLOCK];
                if least.is_none_or(|(known, _)| key < known) {
                    least = Some((key, number));
                }
            }
            let (key, number) = least?;
            places[number] += 1;
            Some(Ok(key))
        });
        Sorted::write(next)
    }

    fn block(&mut self, number: usize) -> io::Result<Vec<u128>> {
        let first = number * BLOCK;
        let mut bytes = vec![0; KEY * BLOCK.min(self.count - first)];
        self.file.seek(SeekFrom::Start((KEY * first) as u64))?;
        self.file.read_exact(&mut bytes)?;
        let (keys, _) = bytes.as_chunks::<KEY>();
        Ok(keys.iter().map(|key| u128::from_le_bytes(*key)).collect())
    }

    fn has(&mut self, key: u128) -> io::Result<bool> {
        let after = self.firsts.partition_point(|first| *first <= key);
        match after.checked_sub(1) {
            None => Ok(false),
            Some(number) => Ok(self.block(number)?.binary_search(&key).is_ok()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_in_memory_and_on_disk() -> Result<(), Error> {
        // Multiplied by an odd number, all are different and well spread.
        let key = |number: u128| number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let mut seen = KeySet::new(4096);
        for number in 0..3000 {
            assert!(seen.insert(key(number))?, "{number}");
            assert!(!seen.insert(key(number / 2))?, "{number}");
        }
        assert!(seen.sorted.len() > 1, "some are on disk");
        assert!(seen.sorted.iter().any(|sorted| sorted.count > BLOCK));
        for number in 0..3000 {
            assert!(!seen.insert(key(number))?, "{number}");
        }
        assert!(seen.insert(key(3000))?);
        Ok(())
    }
}
