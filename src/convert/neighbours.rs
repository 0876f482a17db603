//! Neighbours: puzzles with some clues exchanged for others.

use std::sync::atomic::AtomicBool;

use super::clues::{clues_and_solution, lines};
use crate::job::line_output::Output;
use crate::job::lines::{Job, Outcome, run};
use crate::job::{Error, Observer};
use gradus_csp::Instance;
use gradus_generate::vicinity::{Vicinity, neighbours};

/// Writes the neighbours of each puzzle.
pub fn vicinities(
    job: &Job,
    vicinity: &Vicinity,
    output: &mut Output,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let found = |_, puzzle: &dyn Instance| neighbours_of(puzzle, vicinity);
    run(job, || found, output, stop, observer)
}

/// The neighbours of a puzzle, or why it has none.
pub fn neighbours_of(puzzle: &dyn Instance, vicinity: &Vicinity) -> Result<Vec<String>, String> {
    let (puzzle, solution) = clues_and_solution(puzzle)?;
    Ok(lines(neighbours(&puzzle, &solution, vicinity)))
}
