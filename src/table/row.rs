//! A row of a ratings table.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::columns::{Column, Columns};
use crate::rating::{Classification, Rating, Status};

/// A puzzle and its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Index of the puzzle among all puzzles of the inputs in order, from 0.
    pub row: u64,
    /// 81 or 729 characters, `.` for empty.
    pub puzzle: String,
    /// What was said of it.
    pub comment: Option<String>,
    /// Number of givens.
    pub clues: u8,
    /// Candidates after the givens' direct contradictions.
    pub candidates: u16,
    /// Decided cells after Singles.
    pub clues_brt: u8,
    /// Candidates after Singles.
    pub candidates_brt: u16,
    /// Candidates after Singles and whips\[1\].
    pub candidates_w1: u16,
    /// T&E depth; none if it was not asked for or is beyond what was tried.
    pub te: Option<u8>,
    /// The other ratings, in the order of their columns.
    pub ratings: Vec<Rating>,
}

/// What stands in a column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Nothing.
    Null,
    /// A number.
    Number(u64),
    /// A text.
    Text(&'a str),
}

/// A cell that does not hold what its column has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the column {0} holds what it cannot")]
pub struct BadCell(String);

impl From<Option<u8>> for Cell<'_> {
    fn from(value: Option<u8>) -> Self {
        value.map_or(Cell::Null, |value| Cell::Number(value.into()))
    }
}

impl Row {
    /// The row of a puzzle that was classified.
    pub fn new(row: u64, puzzle: String, comment: Option<String>, numbers: &Classification) -> Row {
        Row {
            row,
            puzzle,
            comment,
            clues: numbers.clues,
            candidates: numbers.candidates,
            clues_brt: numbers.clues_brt,
            candidates_brt: numbers.candidates_brt,
            candidates_w1: numbers.candidates_w1,
            te: numbers.te.flatten(),
            ratings: numbers.ratings.iter().map(|(_, rating)| *rating).collect(),
        }
    }

    /// The row whose columns hold these cells.
    pub fn from_cells<'a>(
        columns: &Columns,
        cells: impl Iterator<Item = Cell<'a>>,
    ) -> Result<Row, BadCell> {
        let mut row = Row::default();
        for (column, cell) in columns.iter().zip(cells) {
            row.set(column, cell)
                .ok_or_else(|| BadCell(column.name()))?;
        }
        Ok(row)
    }

    /// Sets what stands in a column; none if it cannot stand there.
    fn set(&mut self, column: Column, cell: Cell) -> Option<()> {
        let number = || match cell {
            Cell::Number(number) => Some(number),
            _ => None,
        };
        let byte = || number().and_then(|number| u8::try_from(number).ok());
        let count = || number().and_then(|number| u16::try_from(number).ok());
        let rating = || match cell {
            Cell::Null => Some(None),
            _ => byte().map(Some),
        };
        match (column, cell) {
            (Column::Row, _) => self.row = number()?,
            (Column::Puzzle, Cell::Text(text)) => self.puzzle = text.to_string(),
            (Column::Comment, Cell::Text(text)) => self.comment = Some(text.to_string()),
            (Column::Comment, Cell::Null) => self.comment = None,
            (Column::Clues, _) => self.clues = byte()?,
            (Column::Candidates, _) => self.candidates = count()?,
            (Column::CluesBrt, _) => self.clues_brt = byte()?,
            (Column::CandidatesBrt, _) => self.candidates_brt = count()?,
            (Column::CandidatesW1, _) => self.candidates_w1 = count()?,
            (Column::Te, _) => self.te = rating()?,
            (Column::Rating(..), _) => self.ratings.push(Rating {
                value: rating()?,
                status: Status::Exact,
            }),
            (Column::Status(_, place), Cell::Text(word)) => {
                self.ratings.get_mut(place)?.status = Status::of(word)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// What stands in a column.
    pub fn cell(&self, column: Column) -> Cell<'_> {
        match column {
            Column::Row => Cell::Number(self.row),
            Column::Puzzle => Cell::Text(&self.puzzle),
            Column::Comment => self.comment.as_deref().map_or(Cell::Null, Cell::Text),
            Column::Clues => Cell::Number(self.clues.into()),
            Column::Candidates => Cell::Number(self.candidates.into()),
            Column::CluesBrt => Cell::Number(self.clues_brt.into()),
            Column::CandidatesBrt => Cell::Number(self.candidates_brt.into()),
            Column::CandidatesW1 => Cell::Number(self.candidates_w1.into()),
            Column::Te => self.te.into(),
            Column::Rating(_, place) => self.ratings[place].value.into(),
            Column::Status(_, place) => Cell::Text(self.ratings[place].status.word()),
        }
    }
}
