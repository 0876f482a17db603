//! Random isomorphs: the same puzzles with other digits and lines.

use std::sync::atomic::AtomicBool;

use crate::job::line_output::Output;
use crate::job::lines::{Job, Outcome, not_sudoku, run};
use crate::job::{Error, Observer};
use gradus_csp::Instance;
use gradus_generate::dice::Dice;
use gradus_puzzles::sudoku::as_sudoku;

/// Writes some random isomorphs of each puzzle. They depend on the seed and the row of
/// the puzzle alone, and those of a smaller count are the first of a larger one.
pub fn isomorphs(
    job: &Job,
    seed: u64,
    count: u64,
    output: &mut Output,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let isomorphs = |row: u64, puzzle: &dyn Instance| {
        let puzzle = as_sudoku(puzzle)
            .ok_or_else(|| not_sudoku(puzzle, "only 9×9 Sudokus have isomorphs here"))?;
        let mut dice = Dice::new(seed, "isomorphs", row);
        let isomorphs = (0..count).map(|_| dice.symmetry().apply(&puzzle).to_string());
        Ok(isomorphs.collect())
    };
    run(job, || isomorphs, output, stop, observer)
}
