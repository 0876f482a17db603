//! One puzzle in, its numbers out: the counts that the published collections
//! carry and the ratings asked for.

use serde::Serialize;
use thiserror::Error;

use crate::csp::labels::Labels;
use crate::rules::{Brt, Theory, Whips1};
use crate::sudoku::puzzle::ContradictoryGivens;
use crate::sudoku::solver::{self, Solutions};
use crate::sudoku::{Boards, Grid, Puzzle, SudokuKernel, label};
use crate::te;

/// The deepest T&E that is tried; no 9×9 puzzle made of givens is known to need more.
pub const MAX_DEPTH: usize = 3;

/// Why a puzzle is not rated.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Rejection {
    /// Two givens exclude each other.
    #[error(transparent)]
    Contradictory(#[from] ContradictoryGivens),
    /// The puzzle has no solution.
    #[error("no solution")]
    NoSolution,
    /// The puzzle has more than one solution.
    #[error("several solutions")]
    SeveralSolutions,
}

/// What is known of a puzzle. Field names are the columns of a ratings table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Classification {
    /// Number of givens.
    pub clues: u8,
    /// Candidates after the givens' direct contradictions.
    pub candidates: u16,
    /// Decided cells after Singles.
    pub clues_brt: u8,
    /// Candidates after Singles.
    pub candidates_brt: u16,
    /// Candidates after Singles and whips[1].
    pub candidates_w1: u16,
    /// T&E depth; none when beyond [`MAX_DEPTH`].
    pub te: Option<u8>,
}

/// The only solution of a puzzle.
pub fn solution(puzzle: &Puzzle) -> Result<Grid, Rejection> {
    match solver::solve_candidates(&puzzle.candidates()) {
        Solutions::One(grid) => Ok(grid),
        Solutions::None => Err(Rejection::NoSolution),
        Solutions::Many(..) => Err(Rejection::SeveralSolutions),
    }
}

/// The labels of a complete grid.
pub fn labels_of(grid: &Grid) -> Boards {
    let mut labels = Boards::EMPTY;
    for (cell, &digit) in grid.0.iter().enumerate() {
        labels.insert(label(digit as usize - 1, cell / 9, cell % 9));
    }
    labels
}

/// Classifies a puzzle that must have exactly one solution.
///
/// The solution serves only to skip trials of candidates that are true.
pub fn classify(puzzle: &Puzzle) -> Result<Classification, Rejection> {
    let initial = puzzle.state()?;
    let truth = labels_of(&solution(puzzle)?);
    let kernel = SudokuKernel::new();
    let mut brt = initial.clone();
    Brt.close(&kernel, &mut brt);
    let mut w1 = brt.clone();
    Whips1.close(&kernel, &mut w1);
    let te = te::depth(&kernel, &brt, &truth, MAX_DEPTH);
    Ok(Classification {
        clues: puzzle.clues() as u8,
        candidates: initial.candidate_count() as u16,
        clues_brt: brt.values.len() as u8,
        candidates_brt: brt.candidate_count() as u16,
        candidates_w1: w1.candidate_count() as u16,
        te: te.map(|depth| depth as u8),
    })
}
