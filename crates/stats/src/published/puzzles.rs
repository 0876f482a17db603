//! Tables that list puzzles with their class (tables 11.3 and 11.5 of PBCS). The
//! puzzles and their printed values are those of the books' data.

use serde::Deserialize;

use super::comparison::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit, TableKind,
};
use super::error::TableError;
use super::printed::PrintedNumber;
use crate::origin::Origin;
use crate::reading::{ReadPlan, TablesRead};
use crate::unbiased::Estimate;
use gradus_puzzles::book::{self, BookPuzzle};
use gradus_table::table::Column;

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
    fn puzzles(&self) -> impl Iterator<Item = (&ListedPuzzle, Option<BookPuzzle>)> {
        let book = book::puzzles();
        let find = move |id: &str| book.iter().find(|puzzle| puzzle.id == id).cloned();
        self.lines.iter().map(move |line| (line, find(&line.id)))
    }
}

impl TableKind for Puzzles {
    fn check(&self) -> Result<(), TableError> {
        match self.puzzles().find(|(_, puzzle)| puzzle.is_none()) {
            Some((line, _)) => Err(TableError::Puzzle(line.id.clone())),
            None => Ok(()),
        }
    }

    fn plan(&self) -> ReadPlan {
        let puzzles = self
            .puzzles()
            .filter_map(|(_, puzzle)| Some(puzzle?.puzzle));
        ReadPlan {
            puzzles: puzzles.collect(),
            ..ReadPlan::default()
        }
    }

    fn compare(&self, reading: &TablesRead, _: &Origin) -> Compared {
        let class = self.rating;
        let line = |(line, puzzle): (&ListedPuzzle, Option<BookPuzzle>)| {
            let puzzle = puzzle?;
            let printed = |value: Option<&book::Printed>| match value {
                Some(book::Printed::Number(number)) => Some(PrintedNumber::from(*number)),
                _ => None,
            };
            let cell = ComparisonCell {
                printed: printed(puzzle.published.get(class.name())),
                correct: printed(puzzle.correct.get(class.name())),
                ..ComparisonCell::default()
            };
            let entry = reading
                .puzzles
                .get(&puzzle.puzzle)
                .and_then(|of| of.get(&class));
            let measured = entry.and_then(|entry| entry.finite());
            let measured = measured.map(|value| Estimate::exact(value.into()));
            Some(ComparisonLine {
                label: puzzle.puzzle,
                unit: ComparisonUnit::Number,
                cells: vec![
                    ComparisonCell::new(&line.ser, None),
                    cell.with(measured, |_| None),
                ],
            })
        };
        let columns = ["SER", class.heading()].map(|name| ComparisonColumn::new(name, None));
        (columns.into(), self.puzzles().filter_map(line).collect())
    }
}
