//! What published tables are about: a column, or the gap between two columns.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use super::difference::{Gap, NoGap};
use gradus_table::expression::Formula;
use gradus_table::table::Column;

/// A column, or the gap between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Quantity {
    /// The numbers of a column.
    Column(Column),
    /// The difference of two columns.
    Gap(Gap),
}

impl Quantity {
    /// The quantity as the book writes it.
    pub(crate) fn heading(self) -> String {
        match self {
            Quantity::Column(column) => column.heading().to_string(),
            Quantity::Gap(gap) => gap.heading(),
        }
    }
}

impl FromStr for Quantity {
    type Err = NoGap;

    fn from_str(text: &str) -> Result<Quantity, NoGap> {
        let formula = text.parse::<Formula>().ok();
        match formula.as_ref().and_then(Formula::column) {
            Some(column) => Ok(Quantity::Column(column)),
            None => text.parse().map(Quantity::Gap),
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

    #[test]
    fn a_column_or_a_gap_and_nothing_else() {
        let quantity = |text: &str| text.parse::<Quantity>();
        assert!(matches!(quantity("W"), Ok(Quantity::Column(_))));
        let gap = quantity("w - b").expect("a gap");
        assert_eq!(gap.to_string(), "w-b");
        for text in ["w-x", "x", "2*w", "w-b-gw", "w+b", ""] {
            assert!(quantity(text).is_err(), "{text}");
        }
    }
}
