//! The values of a text column for a chart: the most frequent ones, and all others together.

use std::cmp::Reverse;
use std::hash::Hasher;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};

use super::texts::PackedTexts;
use crate::job::pool;

/// The most values that are shown.
const MOST: usize = 12;

/// The most frequent values of a text column.
#[derive(Debug)]
pub(super) struct Words {
    /// The values, the most frequent first.
    pub values: Vec<String>,
    /// The number of other values, without the empty one.
    pub others: usize,
    /// True if some rows have no text.
    pub has_empty: bool,
    /// True if no value occurs twice.
    pub is_unique: bool,
    /// For each row, the index of its value; then the index of the others, and of no text.
    pub codes: Vec<u16>,
}

/// A digest instead of each text, so that a column of different texts takes little memory.
fn digest(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.write_usize(text.len());
    hasher.finish()
}

/// How often a text occurs, and where first.
#[derive(Clone, Copy)]
struct Occurrence {
    count: u32,
    first: u32,
}

impl Words {
    pub(super) fn of(texts: &PackedTexts) -> Words {
        let digests = |block: usize| -> Vec<u64> {
            let texts = texts.unpacked(block);
            texts.iter().map(digest).collect()
        };
        let blocks = (0..texts.blocks()).into_par_iter();
        let digests: Vec<u64> = pool::install(|| blocks.flat_map_iter(digests).collect());
        let mut found = FxHashMap::<u64, Occurrence>::default();
        for (row, digest) in (0..).zip(&digests) {
            let new = Occurrence {
                count: 0,
                first: row,
            };
            found.entry(*digest).or_insert(new).count += 1;
        }
        let empty = digest("");
        let has_empty = found.remove(&empty).is_some();
        let mut order: Vec<(u64, Occurrence)> = found.into_iter().collect();
        let is_unique = order.iter().all(|(_, found)| found.count == 1);
        order.sort_unstable_by_key(|(_, found)| (Reverse(found.count), found.first));
        let others = order.len().saturating_sub(MOST);
        order.truncate(MOST);
        let mut code: FxHashMap<u64, u16> = (0..)
            .zip(&order)
            .map(|(code, (digest, _))| (*digest, code))
            .collect();
        let other = order.len() as u16;
        code.extend(has_empty.then_some((empty, other + 1)));
        Words {
            values: order
                .iter()
                .map(|(_, found)| texts.get(found.first as usize))
                .collect(),
            others,
            has_empty,
            is_unique,
            codes: digests
                .iter()
                .map(|digest| *code.get(digest).unwrap_or(&other))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::texts::Packer;
    use super::*;

    fn words(texts: impl IntoIterator<Item = String>) -> Words {
        let mut packer = Packer::default();
        texts
            .into_iter()
            .for_each(|text| packer.push(&text).expect("memory"));
        Words::of(&packer.finish().expect("memory"))
    }

    #[test]
    fn the_most_frequent_values_come_first() {
        let texts = (0..3000).map(|row| match row % 3 {
            0 => "often".to_string(),
            1 if row % 2 == 0 => String::new(),
            _ => format!("value {}", row % 40),
        });
        let words = words(texts);
        assert_eq!(words.values.len(), MOST);
        assert_eq!(words.values[0], "often");
        assert!(words.others > 0 && !words.is_unique);
        let count = |code: u16| words.codes.iter().filter(|other| **other == code).count();
        let counts: Vec<usize> = (0..MOST as u16 + 2).map(count).collect();
        assert!(counts[..MOST].is_sorted_by(|a, b| a >= b), "{counts:?}");
        assert_eq!((counts[0], counts[MOST + 1]), (1000, 500));
        assert_eq!(counts.iter().sum::<usize>(), 3000);
    }

    #[test]
    fn names_that_do_not_repeat_are_recognised() {
        assert!(words((0..20).map(|row| row.to_string())).is_unique);
        assert!(words([]).values.is_empty());
    }
}
