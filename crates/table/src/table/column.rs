//! The columns of a ratings table that hold small whole numbers: the counts and
//! the ratings.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use gradus_csp::MOST_LABELS;
use gradus_engine::rating::registry::Words;
use gradus_engine::rating::{Fact, FactKind, Name};

/// A column with whole numbers; in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum Column {
    /// Givens.
    Clues,
    /// Candidates left by the givens.
    Candidates,
    /// Cells decided after Singles.
    CluesBrt,
    /// Candidates after Singles.
    CandidatesBrt,
    /// Candidates after Singles and whips\[1\].
    CandidatesW1,
    /// A rating.
    Rating(Name),
    /// A fact that is a whole number.
    Fact(Fact),
}

/// A word that names no column.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no column is called {0:?}: give one of {names}", names = Column::names())]
pub struct UnknownColumn(String);

impl Column {
    /// All columns, in the order of the table.
    pub fn all() -> impl Iterator<Item = Column> {
        let counts = [
            Column::Clues,
            Column::Candidates,
            Column::CluesBrt,
            Column::CandidatesBrt,
            Column::CandidatesW1,
        ];
        let is_number = |fact: &Fact| matches!(fact.kind(), FactKind::Number(_));
        let facts = Fact::ALL.into_iter().filter(is_number);
        let ratings = Name::all().map(Column::Rating);
        counts
            .into_iter()
            .chain(ratings)
            .chain(facts.map(Column::Fact))
    }

    /// The names of all columns, as a list for a message.
    fn names() -> String {
        let names: Vec<&str> = Column::all().map(Column::name).collect();
        names.join(", ")
    }

    /// The name in the header of a table.
    pub fn name(self) -> &'static str {
        match self {
            Column::Clues => "clues",
            Column::Candidates => "candidates",
            Column::CluesBrt => "clues_brt",
            Column::CandidatesBrt => "candidates_brt",
            Column::CandidatesW1 => "candidates_w1",
            Column::Rating(name) => name.column(),
            Column::Fact(fact) => fact.column(),
        }
    }

    /// The name as the book writes it.
    pub fn heading(self) -> &'static str {
        match self {
            Column::Clues => "clues",
            Column::Candidates => "candidates",
            Column::CluesBrt => "clues after BRT",
            Column::CandidatesBrt => "candidates after BRT",
            Column::CandidatesW1 => "candidates after W1",
            Column::Rating(name) => name.heading(),
            Column::Fact(Fact::Redundant) => "redundant clues",
            Column::Fact(fact) => fact.column(),
        }
    }

    /// The name of the status column of a rating, or `None` for plain counts.
    pub fn status(self) -> Option<String> {
        match self {
            Column::Rating(name) if !name.is_count() => Some(format!("{name}_status")),
            _ => None,
        }
    }

    /// Returns true if the column has few values, so that it can be counted jointly
    /// with the others: the number of clues, the ratings, the number of redundant clues.
    pub fn is_narrow(self) -> bool {
        let narrow = Column::Fact(Fact::Redundant);
        matches!(self, Column::Clues | Column::Rating(_)) || self == narrow
    }

    /// The words that the column holds instead of numbers, if any.
    pub fn words(self) -> Option<Words> {
        match self {
            Column::Rating(name) => name.entry().words,
            _ => None,
        }
    }

    /// The largest value that the column has room for in a table of 9×9 Sudokus.
    pub(crate) fn limit_in_sudoku(self) -> u16 {
        match self {
            Column::Clues | Column::CluesBrt => u8::MAX.into(),
            other => other.limit(),
        }
    }

    /// The largest value that the column can hold.
    pub fn limit(self) -> u16 {
        match self {
            Column::Rating(_) => u8::MAX.into(),
            Column::Fact(fact) => match fact.kind() {
                FactKind::Number(most) => most,
                FactKind::Decimal | FactKind::Text => u16::MAX,
            },
            _ => MOST_LABELS as u16,
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Column {
    type Err = UnknownColumn;

    fn from_str(word: &str) -> Result<Self, UnknownColumn> {
        let found = Column::all().find(|column| column.name().eq_ignore_ascii_case(word));
        found.ok_or_else(|| UnknownColumn(word.to_string()))
    }
}

impl TryFrom<String> for Column {
    type Error = UnknownColumn;

    fn try_from(word: String) -> Result<Self, UnknownColumn> {
        word.parse()
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
