//! Jobs run inside the test, with a work function in the place of the engine.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use gradus::classify::{self, Job, Outcome, RatingWorkers, Work};
use gradus::input::ReadOptions;
use gradus::io::find;
use gradus::job::{Error, Outputs, Quiet, Shard, StartMode};
use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Name, Rating, Rejection, Request};
use gradus_puzzles::sudoku::Puzzle;

/// A job over these inputs that asks for T&E depth alone.
pub fn job(inputs: &[&Path], threads: usize) -> Job {
    let inputs: Vec<_> = inputs.iter().map(|path| path.into()).collect();
    Job {
        found: find(&inputs, |_| false).unwrap(),
        reading: ReadOptions::default(),
        request: Request {
            names: "te".parse().unwrap(),
            ..Request::default()
        },
        infinite: Default::default(),
        condition: None,
        shard: Shard::WHOLE,
        limit: None,
        strict: false,
        threads,
    }
}

/// Some numbers that depend on the puzzle, at once; puzzles with a 9 in the first
/// cell are rejected.
pub fn quick(instance: &dyn Instance) -> Result<Classification, Rejection> {
    let puzzle: Puzzle = instance.to_string().parse().unwrap();
    let givens = puzzle.givens();
    if givens.0[0] == 9 {
        return Err(Rejection::NoSolution);
    }
    let sum = |step: usize| givens.0.iter().step_by(step).map(|&d| u16::from(d)).sum();
    Ok(Classification {
        clues: puzzle.clues() as u16,
        candidates: sum(1),
        clues_brt: 81 - puzzle.clues() as u16,
        candidates_brt: sum(2),
        candidates_w1: sum(3),
        ratings: vec![(Name::TE, Rating::exact(usize::from(givens.0[0])))],
        facts: Vec::new(),
    })
}

/// Runs a job into a table of this name.
pub fn run(
    job: &Job,
    table: &Path,
    before: StartMode,
    work: impl Work,
    stop: &AtomicBool,
) -> Result<Outcome, Error> {
    let outputs = Outputs::new(table, None).unwrap();
    let workers = RatingWorkers::Threads(&work);
    classify::run(job, &outputs, before, workers, stop, &mut Quiet)
}

/// Runs a job that must finish.
pub fn done(job: &Job, table: &Path, before: StartMode) {
    let end = run(job, table, before, quick, &AtomicBool::new(false)).unwrap();
    assert!(matches!(end, Outcome::Done { .. }), "{end:?}");
}
