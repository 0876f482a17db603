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
    /// It exceeds every number: of two ratings the first is infinite.
    Infinite,
    /// It is less than every number: of two ratings the second is infinite.
    #[serde(rename = "minus infinite")]
    MinusInfinite,
}

/// What a quantity is for a puzzle, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The number; none if it is infinite.
    pub value: Option<i32>,
    /// How far it is known.
    pub known: Known,
    /// Greater for what is more. Of two infinite gaps, that whose finite end is
    /// smaller is more.
    pub(super) rank: (i32, i32),
}

impl Measure {
    fn finite((value, known): (i32, Known)) -> Measure {
        Measure {
            value: Some(value),
            known,
            rank: (0, value),
        }
    }
}

impl Known {
    /// What is known of a number with its sign changed.
    fn negated(self) -> Known {
        match self {
            Known::Exact => Known::Exact,
            Known::Upper => Known::Lower,
            Known::Lower => Known::Upper,
            Known::Infinite => Known::MinusInfinite,
            Known::MinusInfinite => Known::Infinite,
        }
    }

    /// The word for it, as in the status columns of tables.
    pub fn word(self) -> &'static str {
        match self {
            Known::Exact => "exact",
            Known::Upper => "upper",
            Known::Lower => "lower",
            Known::Infinite => "infinite",
            Known::MinusInfinite => "minus infinite",
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

    /// What it is for a puzzle with these entries of its columns; none if a rating is
    /// infinite, or if nothing is known. A gap is infinite if one of its ends is, and
    /// the other is known to be finite.
    pub fn of(self, entries: impl Fn(Column) -> Entry) -> Option<Measure> {
        let gap = match self {
            Quantity::Column(column) => return known(entries(column)).map(Measure::finite),
            Quantity::Gap(gap) => gap,
        };
        let infinite = |known, rank| Measure {
            value: None,
            known,
            rank,
        };
        let (a, b) = (entries(gap.minuend), entries(gap.subtrahend));
        match (a, b) {
            (Entry::Infinite, b) => {
                let finite = b.finite()?;
                Some(infinite(Known::Infinite, (1, -i32::from(finite))))
            }
            (a, Entry::Infinite) => {
                let finite = a.finite()?;
                Some(infinite(Known::MinusInfinite, (-1, finite.into())))
            }
            (a, b) => {
                let ((a, of_a), (b, of_b)) = (known(a)?, known(b)?);
                Some(Measure::finite((a - b, of_a.and(of_b.negated())?)))
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
        let known = |w, b| of(w, b).map(|measure| (measure.value, measure.known));
        use Entry::{Exact, Infinite as Inf, Lower, Upper};
        let two = |known| Some((Some(2), known));
        assert_eq!(known(Exact(7), Exact(5)), two(Known::Exact));
        assert_eq!(known(Upper(7), Exact(5)), two(Known::Upper));
        assert_eq!(known(Lower(7), Exact(5)), two(Known::Lower));
        assert_eq!(known(Exact(7), Lower(5)), two(Known::Upper));
        assert_eq!(known(Upper(7), Lower(5)), two(Known::Upper));
        assert_eq!(known(Lower(7), Lower(5)), None);
        assert_eq!(known(Inf, Exact(5)), Some((None, Known::Infinite)));
        assert_eq!(known(Upper(5), Inf), Some((None, Known::MinusInfinite)));
        assert_eq!(known(Inf, Inf), None);
        assert_eq!(known(Inf, Lower(5)), None, "it may be infinite, too");
        let rank = |w, b| of(w, b).map(|measure| measure.rank);
        assert!(rank(Inf, Exact(2)) > rank(Inf, Upper(5)));
        assert!(rank(Inf, Exact(200)) > rank(Exact(200), Exact(0)));
        assert!(rank(Exact(0), Exact(200)) > rank(Exact(9), Inf));
        assert!("w-x".parse::<Quantity>().is_err());
        assert!("x".parse::<Quantity>().is_err());
    }
}
