//! A short key of a class of equivalent puzzles, for sets of millions.

/// 16 bytes that stand for a class: the first half of the BLAKE3 hash of its canonical
/// form. Among a hundred million classes, two have the same key with a probability of less
/// than 10⁻²².
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalKey(pub u128);
