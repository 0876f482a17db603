//! A bit-board Sudoku solver without allocation, made to decide millions of times whether a
//! puzzle has no solution, one, or several.
//!
//! The whole grid is nine 128-bit words. A sweep applies all singles and all box–line
//! interactions of all digits at once, by word operations without branches; when a sweep
//! changes nothing, the search splits on a cell with few candidates.

mod board;
mod lanes;

use super::Grid;
use board::{CELL, SolverBoard};
use gradus_csp::Undecided;
use std::cell::Cell;

/// The solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridSolutions {
    /// No solution.
    None,
    /// Exactly one.
    One(Grid),
    /// Several, with two examples.
    Many(Grid, Grid),
}

/// Solves candidate masks given cell by cell, row by row (bit `d - 1` stands for digit `d`,
/// higher bits are ignored), a form that covers sukakus as well as givens.
pub fn solve_candidates(cells: &[u16; 81]) -> GridSolutions {
    solutions(&SolverBoard::new(|cell| u32::from(cells[cell]) & CELL))
}

/// Solves a puzzle given by its digits; one with a digit above 9 has no solution.
pub fn solve(givens: &Grid) -> GridSolutions {
    solutions(&SolverBoard::of_givens(givens))
}

/// The same as [`solve_candidates`], if it is decided with at most this many splits.
pub fn solve_within(cells: &[u16; 81], splits: u64) -> Result<GridSolutions, Undecided> {
    let board = SolverBoard::new(|cell| u32::from(cells[cell]) & CELL);
    let (mut solutions, mut left) = (GridSolutions::None, Some(splits));
    board.search_while(&mut |found| add(&mut solutions, found), &mut || {
        left = left.and_then(|left| left.checked_sub(1));
        left.is_some()
    });
    left.map(|_| solutions).ok_or(Undecided::after(splits))
}

/// Calls `visit` on the solutions of a puzzle, one by one and always in the same order,
/// until it returns true; returns true if it did.
pub fn each_solution(givens: &Grid, mut visit: impl FnMut(&Grid) -> bool) -> bool {
    SolverBoard::of_givens(givens).search(&mut |found| visit(&found.grid()))
}

/// The digits, cell by cell, that are in exactly one solution of the puzzle, among those
/// that are `wanted` (masks as in [`solve_candidates`]): the wanted digits that make the
/// solution unique when added to the givens.
pub fn lone_candidates(givens: &Grid, wanted: &[u16; 81]) -> [u16; 81] {
    let wanted = SolverBoard::new(|cell| u32::from(wanted[cell]) & CELL);
    SolverBoard::of_givens(givens).lone(&wanted).masks()
}

/// The number of solutions of candidate masks as in [`solve_candidates`], at most `limit`.
pub fn count_candidates(cells: &[u16; 81], limit: u64) -> u64 {
    count_within(cells, limit, u64::MAX).unwrap_or(limit)
}

/// The same as [`count_candidates`], if each solution, and that there are no more, is found with
/// at most this many splits.
pub fn count_within(cells: &[u16; 81], limit: u64, splits: u64) -> Result<u64, Undecided> {
    if limit == 0 {
        return Ok(0);
    }
    let count = Cell::new(0);
    let left = Cell::new(Some(splits));
    let board = SolverBoard::new(|cell| u32::from(cells[cell]) & CELL);
    board.search_while(
        &mut |_| {
            count.set(count.get() + 1);
            left.set(Some(splits));
            count.get() == limit
        },
        &mut || {
            left.set(left.get().and_then(|left| left.checked_sub(1)));
            left.get().is_some()
        },
    );
    let left = left.get().ok_or(Undecided::after(splits));
    left.map(|_| count.get())
}

/// Returns true if the puzzle has exactly one solution.
pub fn is_unique(givens: &Grid) -> bool {
    let mut count = 0;
    SolverBoard::of_givens(givens).search(&mut |_| {
        count += 1;
        count == 2
    });
    count == 1
}

/// A solution other than `solution` with the same digits in the cells of
/// `kept` (bit `i` stands for cell `i`): the incremental test of generators.
pub fn second_solution(solution: &Grid, kept: u128) -> Option<Grid> {
    let mut second = None;
    SolverBoard::of_givens(&givens(solution, kept)).search(&mut |found| {
        second = Some(found.grid()).filter(|found| found != solution);
        second.is_some()
    });
    second
}

/// A solution of the puzzle `kept` without `cell` that differs from `solution` in this cell.
/// If `kept` with `cell` has only one solution, the result is the same as that of
/// [`second_solution`] without the cell, with more digits known from the start. Returns `None`
/// for a cell beyond 80.
pub fn second_solution_without(solution: &Grid, kept: u128, cell: usize) -> Option<Grid> {
    let digit = *solution.0.get(cell)?;
    let mut second = None;
    SolverBoard::of_givens_but(&givens(solution, kept), cell, digit).search(&mut |found| {
        second = Some(found.grid());
        true
    });
    second
}

/// Returns true if every given is needed for uniqueness. Only meaningful if `solution` is
/// the only solution of the givens.
pub fn is_minimal(givens: &Grid, solution: &Grid) -> bool {
    redundant(givens, solution).next().is_none()
}

/// The cells of the givens that can each be deleted without losing uniqueness. Only meaningful
/// if `solution` is the only solution of the givens.
pub fn redundant(givens: &Grid, solution: &Grid) -> impl Iterator<Item = usize> {
    let cells = (0..81).filter(|&cell| givens.0[cell] != 0);
    cells.filter(|&cell| {
        !SolverBoard::of_givens_but(givens, cell, solution.0[cell]).search(&mut |_| true)
    })
}

/// The digits of `solution` in the cells of `kept`.
fn givens(solution: &Grid, kept: u128) -> Grid {
    let mut givens = Grid::EMPTY;
    let mut left = kept;
    while left != 0 {
        let cell = left.trailing_zeros() as usize;
        if let Some(given) = givens.0.get_mut(cell) {
            *given = solution.0[cell];
        }
        left &= left - 1;
    }
    givens
}

fn solutions(board: &SolverBoard) -> GridSolutions {
    let mut solutions = GridSolutions::None;
    board.search(&mut |found| add(&mut solutions, found));
    solutions
}

/// Adds a solution; true if there are two.
fn add(solutions: &mut GridSolutions, found: &SolverBoard) -> bool {
    *solutions = match *solutions {
        GridSolutions::None => GridSolutions::One(found.grid()),
        GridSolutions::One(first) | GridSolutions::Many(first, _) => {
            GridSolutions::Many(first, found.grid())
        }
    };
    matches!(solutions, GridSolutions::Many(..))
}
