//! A row of a ratings table.

use serde::{Deserialize, Serialize};

use super::column::Column;
use super::columns::{Columns, Field};
use super::entry::Entry;
use gradus_engine::rating::{
    Classification, Fact, FactKind, FactValue, Rating, Status, UNIT, decimal,
};
use gradus_puzzles::kind_of;

/// A puzzle and its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Index of the puzzle among all puzzles of the inputs in order, from 0.
    pub row: u64,
    /// The text of the puzzle: of a 9×9 Sudoku 81 or 729 characters, `.` for empty; of any
    /// other puzzle its kind, a colon, and its data.
    pub puzzle: String,
    /// Its comment.
    pub comment: Option<String>,
    /// Number of givens.
    pub clues: u16,
    /// Candidates after the givens' direct contradictions.
    pub candidates: u16,
    /// Decided cells after Singles.
    pub clues_brt: u16,
    /// Candidates after Singles.
    pub candidates_brt: u16,
    /// Candidates after Singles and whips\[1\].
    pub candidates_w1: u16,
    /// The ratings, in the order of their columns.
    pub ratings: Vec<Rating>,
    /// The facts, in the order of their columns, or `None` where one is not defined.
    pub facts: Vec<Option<FactValue>>,
    /// The kept columns of the inputs, in order; missing ones at the
    /// end are null.
    pub kept: Vec<Option<String>>,
}

/// The content of a column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Nothing.
    Null,
    /// A number.
    Number(u64),
    /// A number with a decimal point, as it is written.
    Decimal(&'a str),
    /// A text.
    Text(&'a str),
}

impl<'a> Cell<'a> {
    /// The number, if it is a whole one.
    #[cfg(feature = "polars")]
    pub(super) fn number(self) -> Option<u64> {
        match self {
            Cell::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number, if it is written with a decimal point.
    #[cfg(feature = "polars")]
    pub(super) fn decimal(self) -> Option<f64> {
        match self {
            Cell::Decimal(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The text, if it is one.
    #[cfg(feature = "polars")]
    pub(crate) fn text(self) -> Option<&'a str> {
        match self {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl From<Option<u8>> for Cell<'_> {
    fn from(value: Option<u8>) -> Self {
        value.map_or(Cell::Null, |value| Cell::Number(value.into()))
    }
}

/// The numbers of a puzzle that was classified.
impl From<&Classification> for Row {
    fn from(numbers: &Classification) -> Row {
        Row {
            clues: numbers.clues,
            candidates: numbers.candidates,
            clues_brt: numbers.clues_brt,
            candidates_brt: numbers.candidates_brt,
            candidates_w1: numbers.candidates_w1,
            ratings: numbers.ratings.iter().map(|(_, rating)| *rating).collect(),
            facts: numbers.facts.iter().map(|(_, fact)| fact.clone()).collect(),
            ..Row::default()
        }
    }
}

impl Row {
    /// The row whose columns hold these cells.
    pub fn from_cells<'a>(
        columns: &Columns,
        cells: impl Iterator<Item = Cell<'a>>,
    ) -> Result<Row, String> {
        let mut row = Row::default();
        for (field, cell) in columns.iter().zip(cells) {
            row.set(field, cell)
                .ok_or_else(|| format!("column {}: wrong type or out of range", field))?;
        }
        Ok(row)
    }

    /// Sets the content of a field. Returns `None` if it cannot hold the cell.
    fn set(&mut self, field: &Field, cell: Cell) -> Option<()> {
        let number = || match cell {
            Cell::Number(number) => Some(number),
            _ => None,
        };
        let byte = || number().and_then(|number| u8::try_from(number).ok());
        let count = || number().and_then(|number| u16::try_from(number).ok());
        let rating = |column: &Column| match (cell, column.words()) {
            (Cell::Null | Cell::Text(""), _) => Some(None),
            (Cell::Text(word), Some(words)) => words.value(word).ok(),
            _ => byte().map(Some),
        };
        match (field, cell) {
            (Field::Row, _) => self.row = number()?,
            // The puzzle says it too.
            (Field::Kind, Cell::Text(_)) => {}
            (Field::Puzzle, Cell::Text(text)) => self.puzzle = text.to_string(),
            (Field::Comment, Cell::Null | Cell::Text("")) => self.comment = None,
            (Field::Comment, Cell::Text(text)) => self.comment = Some(text.to_string()),
            (Field::Number(Column::Clues, _), _) => self.clues = count()?,
            (Field::Number(Column::Candidates, _), _) => self.candidates = count()?,
            (Field::Number(Column::CluesBrt, _), _) => self.clues_brt = count()?,
            (Field::Number(Column::CandidatesBrt, _), _) => self.candidates_brt = count()?,
            (Field::Number(Column::CandidatesW1, _), _) => self.candidates_w1 = count()?,
            (Field::Rating(column, _), _) => self.ratings.push(Rating {
                value: rating(column)?,
                status: Status::Exact,
            }),
            (Field::Fact(fact, _), cell) => self.facts.push(fact_value(*fact, cell)?),
            (Field::Kept(..), Cell::Null) => self.kept.push(None),
            (Field::Kept(..), Cell::Number(number)) => self.kept.push(Some(number.to_string())),
            (Field::Kept(..), Cell::Text(text)) => self.kept.push(Some(text.to_string())),
            // The rating is not known.
            (Field::Status(_, place), Cell::Null | Cell::Text("")) => {
                self.ratings
                    .get(*place)
                    .filter(|rating| rating.value.is_none())?;
            }
            (Field::Status(_, place), Cell::Text(word)) => {
                let rating = self.ratings.get_mut(*place)?;
                rating.status = word.parse().ok()?;
                if rating.status == Status::Infinite {
                    rating.value = None;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The content of a field.
    pub fn cell(&self, field: &Field) -> Cell<'_> {
        match field {
            Field::Row => Cell::Number(self.row),
            Field::Kind => Cell::Text(kind_of(&self.puzzle)),
            Field::Puzzle => Cell::Text(&self.puzzle),
            Field::Comment => self.comment.as_deref().map_or(Cell::Null, Cell::Text),
            Field::Number(column, _) => match column {
                Column::Clues => Cell::Number(self.clues.into()),
                Column::Candidates => Cell::Number(self.candidates.into()),
                Column::CluesBrt => Cell::Number(self.clues_brt.into()),
                Column::CandidatesBrt => Cell::Number(self.candidates_brt.into()),
                Column::CandidatesW1 => Cell::Number(self.candidates_w1.into()),
                Column::Rating(_) | Column::Fact(_) => Cell::Null,
            },
            Field::Rating(column, place) => {
                let rating = self.ratings[*place];
                match column.words() {
                    Some(words) => words.word(rating).map_or(Cell::Null, Cell::Text),
                    None => rating.value.into(),
                }
            }
            Field::Status(_, place) => {
                let rating = self.ratings[*place];
                match Entry::from(rating) {
                    Entry::Unknown => Cell::Null,
                    _ => Cell::Text(rating.status.word()),
                }
            }
            Field::Fact(_, place) => match self.facts.get(*place) {
                Some(Some(FactValue::Number(number))) => Cell::Number((*number).into()),
                Some(Some(FactValue::Decimal(text))) => Cell::Decimal(text),
                Some(Some(FactValue::Text(text))) => Cell::Text(text),
                Some(None) | None => Cell::Null,
            },
            Field::Kept(_, place, _) => match self.kept.get(*place) {
                Some(Some(text)) => Cell::Text(text),
                _ => Cell::Null,
            },
        }
    }
}

/// The fact in a cell, or `None` if the cell cannot hold one.
fn fact_value(fact: Fact, cell: Cell) -> Option<Option<FactValue>> {
    let value = match (fact.kind(), cell) {
        (_, Cell::Null | Cell::Text("")) => return Some(None),
        (FactKind::Number(most), Cell::Number(number)) if number <= most.into() => {
            FactValue::Number(number as u16)
        }
        (FactKind::Decimal, Cell::Text(text) | Cell::Decimal(text)) => {
            let number: f64 = text.parse().ok()?;
            let fits = (0.0..=1e9).contains(&number);
            FactValue::Decimal(fits.then(|| decimal((number * UNIT as f64).round() as u64))?)
        }
        (FactKind::Text, Cell::Text(text)) => FactValue::Text(text.to_string()),
        _ => return None,
    };
    Some(Some(value))
}
