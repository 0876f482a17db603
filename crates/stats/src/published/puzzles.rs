//! Tables that list puzzles with their class (tables 11.3 and 11.5 of PBCS). The
//! puzzles and what is printed of them are those of the books' data.

use serde::Deserialize;

use super::comparison::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit,
};
use super::error::TableError;
use super::printed::PrintedNumber;
use crate::reading::{ReadPlan, TablesRead};
use crate::unbiased::Estimate;
use gradus_puzzles::book::{self, BookPuzzle};
use gradus_table::table::Column;

/// A list of puzzles.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Puzzles {
    rating: Column,
    lines: Vec<ListedPuzzle>,
}

/// A puzzle: its name in the books' data, and its SER as printed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ListedPuzzle {
    id: String,
    ser: PrintedNumber,
}

impl Puzzles {
    /// The lines with their puzzles.
    fn puzzles(&self) -> Vec<(&ListedPuzzle, BookPuzzle)> {
        let book = book::puzzles();
        let with_puzzle = |line: &'_ ListedPuzzle| {
            let puzzle = book.iter().find(|puzzle| puzzle.id == line.id);
            puzzle.cloned()
        };
        let lines = self.lines.iter();
        lines
            .filter_map(|line| Some((line, with_puzzle(line)?)))
            .collect()
    }

    pub(super) fn check(&self) -> Result<(), TableError> {
        let found = self.puzzles();
        let missing = |line: &&ListedPuzzle| !found.iter().any(|(other, _)| other.id == line.id);
        match self.lines.iter().find(missing) {
            Some(line) => Err(TableError::Puzzle(line.id.clone())),
            None => Ok(()),
        }
    }

    pub(super) fn wanted(&self) -> ReadPlan {
        let puzzles = self.puzzles().into_iter().map(|(_, puzzle)| puzzle.puzzle);
        ReadPlan {
            puzzles: puzzles.collect(),
            ..ReadPlan::default()
        }
    }

    pub(super) fn compare(&self, reading: &TablesRead) -> Compared {
        let column = |name: &str| ComparisonColumn::new(name, None);
        let class = self.rating;
        let line = |(line, puzzle): (&ListedPuzzle, BookPuzzle)| {
            let printed = |value: Option<&book::Printed>| match value {
                Some(book::Printed::Number(number)) => Some(PrintedNumber::from(*number)),
                _ => None,
            };
            let cell = ComparisonCell {
                printed: printed(puzzle.published.get(class.name())),
                correct: printed(puzzle.correct.get(class.name())),
                ..ComparisonCell::default()
            };
            let entries = reading.puzzles.get(&puzzle.puzzle);
            let entry = entries.and_then(|entries| entries.get(&class));
            let measured = entry.and_then(|entry| entry.finite());
            let measured = measured.map(|value| Estimate::exact(value.into()));
            ComparisonLine {
                label: puzzle.puzzle.clone(),
                unit: ComparisonUnit::Number,
                cells: vec![
                    ComparisonCell::new(&line.ser, None),
                    cell.with(measured, |_| None),
                ],
            }
        };
        (
            vec![column("SER"), column(class.heading())],
            self.puzzles().into_iter().map(line).collect(),
        )
    }
}
