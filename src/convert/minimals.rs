//! Minimals: the minimal puzzles inside puzzles.

use std::sync::atomic::AtomicBool;

use super::clues::{clues_and_solution, lines};
use crate::job::line_output::Output;
use crate::job::lines::{Answer, Job, Outcome, Taker, run};
use crate::job::{Error, Observer};
use gradus_csp::Instance;
use gradus_generate::vicinity::{Minimals, minimals, sample};

/// The requested minimal puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All, but not more than this many of each puzzle.
    All {
        /// The most of each puzzle.
        limit: usize,
    },
    /// The results of this many random deletions of each puzzle.
    Sample {
        /// Deletions of each puzzle.
        draws: usize,
        /// The same seed gives the same deletions.
        seed: u64,
    },
}

/// Writes the minimal puzzles inside each puzzle. `incomplete` gets the puzzles that have
/// more than the limit.
pub fn all_minimals(
    job: &Job,
    which: Which,
    output: &mut Output,
    incomplete: &mut Vec<String>,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let found = |_, puzzle: &dyn Instance| {
        let (lines, complete) = minimals_of(puzzle, which)?;
        Ok(Found {
            lines,
            incomplete: (!complete).then(|| puzzle.to_string()),
        })
    };
    let mut taker = Noting { output, incomplete };
    run(job, || found, &mut taker, stop, observer)
}

/// The minimal puzzles inside a puzzle, and whether these are all; or why there are none.
pub fn minimals_of(puzzle: &dyn Instance, which: Which) -> Result<(Vec<String>, bool), String> {
    let (clues, solution) = clues_and_solution(puzzle)?;
    let minimals = match which {
        Which::All { limit } => minimals(&clues, &solution, limit),
        Which::Sample { draws, seed } => Minimals {
            puzzles: sample(&clues, &solution, draws, seed),
            complete: true,
        },
    };
    Ok((lines(minimals.puzzles), minimals.complete))
}

struct Found {
    lines: Vec<String>,
    /// The puzzle, if these are not all.
    incomplete: Option<String>,
}

/// Writes lines and takes down what is incomplete.
struct Noting<'a, 'b> {
    output: &'a mut Output<'b>,
    incomplete: &'a mut Vec<String>,
}

impl Taker<Found> for Noting<'_, '_> {
    fn take(&mut self, answer: Answer<Found>) -> Result<(), Error> {
        self.incomplete.extend(answer.result.incomplete);
        self.output.take(Answer {
            row: answer.row,
            comment: answer.comment,
            result: answer.result.lines,
        })
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.output.tick()
    }
}
