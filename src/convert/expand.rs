//! Expansions: puzzles with more clues of their solution.

use std::sync::atomic::AtomicBool;

use super::clues::{clues_and_solution, lines};
use crate::job::line_output::Output;
use crate::job::lines::{Job, Outcome, run};
use crate::job::{Error, Observer};
use gradus_csp::Instance;
use gradus_engine::rating::{Expansion, expand};
use gradus_generate::vicinity::one_more;

/// Which clues are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// All that a theory asserts.
    By(Expansion),
    /// One, in every way: a puzzle for each empty cell.
    One,
}

/// Writes the expansions of each puzzle.
pub fn expansions(
    job: &Job,
    more: More,
    output: &mut Output,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    run(
        job,
        || |_, puzzle: &dyn Instance| expanded(puzzle, more),
        output,
        stop,
        observer,
    )
}

/// The expansions of a puzzle, or why it has none.
pub fn expanded(puzzle: &dyn Instance, more: More) -> Result<Vec<String>, String> {
    match more {
        More::By(theory) => {
            let values = expand(puzzle, theory).map_err(|rejection| rejection.to_string())?;
            let expanded = puzzle
                .with_givens(&values)
                .ok_or("this kind of puzzle cannot have more givens")?;
            Ok(vec![expanded.to_string()])
        }
        More::One => {
            let (puzzle, solution) = clues_and_solution(puzzle)?;
            Ok(lines(one_more(&puzzle, &solution)))
        }
    }
}
