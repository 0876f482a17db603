//! The combinations of Kakuro (PBCS 15.1): sets of different digits with a given sum.

use std::fmt;

/// The most cells that a run of different digits can have.
pub(super) const LONGEST: usize = 9;

/// A set of digits from 1 to 9; combinations are written `12467`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Digits(u16);

impl Digits {
    /// No digit.
    pub(crate) const NONE: Digits = Digits(0);
    /// All nine.
    pub(crate) const ALL: Digits = Digits(0x1ff);

    /// The set of one digit.
    pub(crate) fn one(digit: u8) -> Digits {
        Digits(1 << (digit - 1))
    }

    /// Returns true if a digit is in the set.
    pub(crate) fn contains(self, digit: u8) -> bool {
        self.0 >> (digit - 1) & 1 == 1
    }

    /// The digits in either set or both.
    pub(crate) fn or(self, other: Digits) -> Digits {
        Digits(self.0 | other.0)
    }

    /// The digits in both sets.
    pub(crate) fn and(self, other: Digits) -> Digits {
        Digits(self.0 & other.0)
    }

    /// The digits that are not in the set.
    pub(crate) fn others(self) -> Digits {
        Digits(!self.0 & Digits::ALL.0)
    }

    /// Returns true if the set is empty.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The digits, in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (1..=9).filter(move |&digit| self.contains(digit))
    }

    fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    fn sum(self) -> usize {
        self.iter().map(usize::from).sum()
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// The combinations of a number of digits with a sum, in the order of their written forms.
pub(crate) fn combinations(sum: usize, length: usize) -> Vec<Digits> {
    let sets = (0..=Digits::ALL.0).map(Digits);
    let fits = |set: &Digits| set.len() == length && set.sum() == sum;
    let mut found: Vec<Digits> = sets.filter(fits).collect();
    // Of two sets of equal length, the first is the one with the least digit that they do
    // not share.
    found.sort_unstable_by_key(|set| std::cmp::Reverse(set.0.reverse_bits()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_sum_and_length_have_as_many_combinations_as_the_book_counts() {
        let mut with = [0; 13];
        let mut all = 0;
        for length in 1..=LONGEST {
            for count in (1..=45).map(|sum| combinations(sum, length).len()) {
                with[count] += usize::from(count > 0);
                all += count;
            }
        }
        // PBCS 15.1 counts runs of two cells and more: sums of one digit are 9 pairs.
        assert_eq!(with[1..], [34 + 9, 16, 16, 10, 8, 4, 8, 10, 4, 0, 8, 2]);
        assert_eq!(all, 502 + 9);
    }

    #[test]
    fn the_book_counts_34_magic_and_31_pseudo_magic_pairs() {
        let (mut magic, mut pseudo) = (0, 0);
        for length in 2..=LONGEST {
            for sets in (3..=45).map(|sum| combinations(sum, length)) {
                let common = sets.iter().copied().fold(Digits::ALL, Digits::and);
                magic += usize::from(sets.len() == 1);
                pseudo += usize::from(sets.len() > 1 && !common.is_empty());
            }
        }
        // PBCS 15.2 tabulates 28 pseudo-magic pairs and omits three.
        assert_eq!((magic, pseudo), (34, 31));
    }

    #[test]
    fn combinations_are_in_the_order_of_their_names() {
        for (sum, length) in [(10, 3), (20, 4), (25, 5), (30, 6)] {
            let names = combinations(sum, length);
            let names: Vec<String> = names.iter().map(Digits::to_string).collect();
            assert!(names.is_sorted(), "{names:?}");
            assert!(
                sum != 10 || names == ["127", "136", "145", "235"],
                "{names:?}"
            );
        }
    }
}
