//! What puzzles are ranked by and published tables are about: a column, or the gap
//! between two columns, as far as it is known.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use super::difference::{Gap, NoGap};
use super::entry::Entry;
use crate::table::Column;

/// A column, or the gap between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Quantity {
    /// The numbers of a column.
    Column(Column),
    /// The difference of two columns.
    Gap(Gap),
}

/// How far a number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Known {
    /// It is the value.
    Exact,
    /// The value is this or less.
    Upper,
    /// The value is this or more.
    Lower,
}

impl Known {
    /// What is known of a number with its sign changed.
    fn negated(self) -> Known {
        match self {
            Known::Exact => Known::Exact,
            Known::Upper => Known::Lower,
            Known::Lower => Known::Upper,
        }
    }

    /// What is known of a sum; nothing if its terms are bounded on opposite sides.
    fn and(self, other: Known) -> Option<Known> {
        match (self, other) {
            (Known::Exact, other) | (other, Known::Exact) => Some(other),
            (first, second) => (first == second).then_some(first),
        }
    }
}

impl Quantity {
    /// The columns that it needs.
    pub fn columns(self) -> Vec<Column> {
        match self {
            Quantity::Column(column) => vec![column],
            Quantity::Gap(gap) => gap.columns().to_vec(),
        }
    }

    /// The quantity as the book writes it.
    pub fn heading(self) -> String {
        match self {
            Quantity::Column(column) => column.heading().to_string(),
            Quantity::Gap(gap) => gap.heading(),
        }
    }

    /// The number that it has for a puzzle with these entries of its columns, and
    /// how far that is known; none if it is infinite or not known at all.
    pub fn of(self, entries: impl Fn(Column) -> Entry) -> Option<(i32, Known)> {
        match self {
            Quantity::Column(column) => known(entries(column)),
            Quantity::Gap(gap) => {
                let (a, of_a) = known(entries(gap.minuend))?;
                let (b, of_b) = known(entries(gap.subtrahend))?;
                Some((a - b, of_a.and(of_b.negated())?))
            }
        }
    }
}

fn known(entry: Entry) -> Option<(i32, Known)> {
    match entry {
        Entry::Exact(value) => Some((value.into(), Known::Exact)),
        Entry::Upper(value) => Some((value.into(), Known::Upper)),
        Entry::Lower(value) => Some((value.into(), Known::Lower)),
        Entry::Infinite | Entry::Unknown | Entry::NotApplicable => None,
    }
}

impl FromStr for Quantity {
    type Err = NoGap;

    fn from_str(text: &str) -> Result<Quantity, NoGap> {
        match text.contains('-') {
            true => text.parse().map(Quantity::Gap),
            false => Ok(Quantity::Column(text.parse()?)),
        }
    }
}

impl TryFrom<String> for Quantity {
    type Error = NoGap;

    fn try_from(text: String) -> Result<Quantity, NoGap> {
        text.parse()
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Column(column) => column.fmt(f),
            Quantity::Gap(gap) => gap.fmt(f),
        }
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_engine::rating::Name;

    #[test]
    fn a_gap_is_known_as_far_as_its_ends() {
        let gap: Quantity = "w-b".parse().expect("a gap");
        let of = |w: Entry, b: Entry| {
            gap.of(|column| match column {
                Column::Rating(Name::W) => w,
                _ => b,
            })
        };
        assert_eq!(
            of(Entry::Exact(7), Entry::Exact(5)),
            Some((2, Known::Exact))
        );
        assert_eq!(
            of(Entry::Upper(7), Entry::Exact(5)),
            Some((2, Known::Upper))
        );
        assert_eq!(
            of(Entry::Lower(7), Entry::Exact(5)),
            Some((2, Known::Lower))
        );
        assert_eq!(
            of(Entry::Exact(7), Entry::Lower(5)),
            Some((2, Known::Upper))
        );
        assert_eq!(
            of(Entry::Upper(7), Entry::Lower(5)),
            Some((2, Known::Upper))
        );
        assert_eq!(of(Entry::Lower(7), Entry::Lower(5)), None);
        assert_eq!(of(Entry::Infinite, Entry::Exact(5)), None);
        assert!("w-x".parse::<Quantity>().is_err());
        assert!("x".parse::<Quantity>().is_err());
    }
}
