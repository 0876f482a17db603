//! Solutions of puzzles, and how many there are.

use std::sync::atomic::AtomicBool;

use crate::job::line_output::Output;
use crate::job::lines::{Answer, Job, Outcome, Taker, run};
use crate::job::{Error, Observer};
use gradus_csp::Instance;
use gradus_engine::rating::solution;
use gradus_engine::solve::count_solutions;

/// Writes the only solution of each puzzle, with its comment.
pub fn solutions(
    job: &Job,
    output: &mut Output,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let solved = |_, puzzle: &dyn Instance| {
        let values = solution(puzzle).map_err(|rejection| rejection.to_string())?;
        let solved = puzzle
            .solution_text(&values)
            .ok_or("the solution of this kind of puzzle has no text")?;
        Ok(vec![solved])
    };
    run(job, || solved, output, stop, observer)
}

/// Writes each puzzle with the number of its solutions, before its comment. A number that is
/// the limit means at least that many.
pub fn counts(
    job: &Job,
    limit: u64,
    output: &mut Output,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let counted =
        |_, puzzle: &dyn Instance| Ok((puzzle.to_string(), count_solutions(puzzle, limit)));
    run(job, || counted, &mut Numbers(output), stop, observer)
}

/// Writes puzzles with numbers.
struct Numbers<'a, 'b>(&'a mut Output<'b>);

impl Taker<(String, u64)> for Numbers<'_, '_> {
    fn take(&mut self, answer: Answer<(String, u64)>) -> Result<(), Error> {
        let (puzzle, number) = answer.result;
        let said = match answer.comment {
            Some(comment) => format!("{number} {comment}"),
            None => number.to_string(),
        };
        self.0.line(&puzzle, Some(&said))
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.0.flush()
    }
}
