//! From a puzzle and its rating to a path that shows it.

use super::order::{Order, Strategy, in_some_order};
use super::path::{Path, follow};
use super::record::Record;
use super::simplest::Simplest;
use super::theory::PathTheory;
use crate::rating::classify::{labels_of, solution};
use crate::rating::{Limits, Rating, Rejection, Request, Status, classify, with_subsets};
use crate::sudoku::puzzle::ContradictoryGivens;
use crate::sudoku::{Boards, Puzzle, SudokuKernel};

/// The rating of a puzzle in a theory; none if that has no rating.
pub fn rating_in(
    puzzle: &Puzzle,
    theory: PathTheory,
    limits: Limits,
) -> Result<Option<Rating>, Rejection> {
    if let Some(name) = theory.rating() {
        let request = Request {
            names: name.into(),
            limits,
        };
        return Ok(classify(puzzle, &request)?.rating(name));
    }
    let PathTheory::SubsetsAnd(family) = theory else {
        return Ok(None);
    };
    let (kernel, state) = (SudokuKernel::new(), puzzle.state()?);
    let truth = labels_of(&solution(puzzle)?);
    let rating = with_subsets(&kernel, &state, &truth, family, limits);
    Ok(Some(rating))
}

/// A path of a puzzle in a theory, as a record. The path has no longer chains
/// than the rating, if that is known and such a path is found: simplest first,
/// or else in another order. Puzzles without or with several solutions have
/// paths as well, to a contradiction or to what all solutions have in common.
pub fn prove(
    puzzle: &Puzzle,
    theory: PathTheory,
    rating: Option<Rating>,
    limits: Limits,
) -> Result<Record, ContradictoryGivens> {
    let path = path_of(puzzle, theory, rating, limits)?;
    Ok(Record::new(puzzle, &path, rating))
}

/// The path of [`prove`].
pub fn path_of(
    puzzle: &Puzzle,
    theory: PathTheory,
    rating: Option<Rating>,
    limits: Limits,
) -> Result<Path, ContradictoryGivens> {
    let kernel = SudokuKernel::new();
    let state = puzzle.state()?;
    let truth = solution(puzzle).map_or(Boards::EMPTY, |grid| labels_of(&grid));
    let solves = |rating: &Rating| matches!(rating.status, Status::Exact | Status::Upper);
    let goal = rating.filter(solves).and_then(|rating| rating.value);
    if let Some(goal) = goal.map(usize::from) {
        let search = Simplest {
            kernel: &kernel,
            truth: &truth,
            theory,
            budget: limits.budget,
            strategy: Strategy::SimplestFirst,
            order: Order::default(),
        };
        if let Some(path) = in_some_order(&search, &state, goal) {
            return Ok(path);
        }
    }
    Ok(follow(&kernel, &state, &truth, theory, limits))
}
