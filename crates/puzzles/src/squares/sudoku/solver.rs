//! A bit-board Sudoku solver without allocation, for one question asked millions of times:
//! does this puzzle have no solution, one, or several?
//!
//! The whole grid is nine 128-bit words. A sweep applies all singles and all box–line
//! interactions of all digits at once, by word operations without branches; when sweeps
//! change nothing more, the search splits on a cell with few candidates.

mod board;
mod lanes;

use super::Grid;
use board::{Board, CELL};

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridSolutions {
    /// No solution: the givens contradict each other, at once or in the end.
    None,
    /// Exactly one.
    One(Grid),
    /// Several; these are two different ones.
    Many(Grid, Grid),
}

/// Solves candidate masks given cell by cell, row by row (bit `d - 1` stands for digit `d`,
/// higher bits are ignored): the form that covers sukakus as well as givens.
pub fn solve_candidates(cells: &[u16; 81]) -> GridSolutions {
    solutions(&Board::new(|cell| u32::from(cells[cell]) & CELL))
}

/// Solves a puzzle given by its digits; one with a digit above 9 has no solution.
pub fn solve(givens: &Grid) -> GridSolutions {
    solutions(&Board::of_givens(givens))
}

/// Calls `visit` on the solutions of a puzzle, one by one and always in the same order,
/// until it says `true`; says whether it did.
pub fn each_solution(givens: &Grid, mut visit: impl FnMut(&Grid) -> bool) -> bool {
    Board::of_givens(givens).search(&mut |found| visit(&found.grid()))
}

/// The digits, cell by cell, that are in exactly one solution of the puzzle, among those
/// that are `wanted` (masks as in [`solve_candidates`]). Each of them, added to the givens,
/// leaves this one solution, and no other of those wanted does.
pub fn lone_candidates(givens: &Grid, wanted: &[u16; 81]) -> [u16; 81] {
    let wanted = Board::new(|cell| u32::from(wanted[cell]) & CELL);
    Board::of_givens(givens).lone(&wanted).masks()
}

/// The number of solutions of candidate masks as in [`solve_candidates`], but `limit` if
/// there are more.
pub fn count_candidates(cells: &[u16; 81], limit: u64) -> u64 {
    let mut count = 0;
    if limit > 0 {
        Board::new(|cell| u32::from(cells[cell]) & CELL).search(&mut |_| {
            count += 1;
            count == limit
        });
    }
    count
}

/// Does the puzzle have exactly one solution?
pub fn is_unique(givens: &Grid) -> bool {
    let mut count = 0;
    Board::of_givens(givens).search(&mut |_| {
        count += 1;
        count == 2
    });
    count == 1
}

/// A solution other than `solution` of the puzzle that keeps its digits in the cells of
/// `kept` (bit `i` stands for cell `i`): the incremental question of generators.
pub fn second_solution(solution: &Grid, kept: u128) -> Option<Grid> {
    let mut second = None;
    Board::of_givens(&givens(solution, kept)).search(&mut |found| {
        second = Some(found.grid()).filter(|found| found != solution);
        second.is_some()
    });
    second
}

/// A solution of the puzzle `kept` without `cell` that has another digit there than
/// `solution`. If `kept` with `cell` has only one solution, this is the same question as
/// [`second_solution`] without the cell, with more to go on. A cell beyond 80 has no digit
/// to differ in, so there is none.
pub fn second_solution_without(solution: &Grid, kept: u128, cell: usize) -> Option<Grid> {
    let digit = *solution.0.get(cell)?;
    let mut second = None;
    Board::of_givens_but(&givens(solution, kept), cell, digit).search(&mut |found| {
        second = Some(found.grid());
        true
    });
    second
}

/// Is every given of a puzzle with exactly one solution needed? Only meaningful if
/// `solution` is that only solution.
pub fn is_minimal(givens: &Grid, solution: &Grid) -> bool {
    redundant(givens, solution).next().is_none()
}

/// The cells of the givens that can be deleted, each by itself, such that one solution is
/// left. Only meaningful if `solution` is the only solution of the givens.
pub fn redundant(givens: &Grid, solution: &Grid) -> impl Iterator<Item = usize> {
    let cells = (0..81).filter(|&cell| givens.0[cell] != 0);
    cells
        .filter(|&cell| !Board::of_givens_but(givens, cell, solution.0[cell]).search(&mut |_| true))
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

fn solutions(board: &Board) -> GridSolutions {
    let mut solutions = GridSolutions::None;
    board.search(&mut |found| {
        solutions = match solutions {
            GridSolutions::None => GridSolutions::One(found.grid()),
            GridSolutions::One(first) | GridSolutions::Many(first, _) => {
                GridSolutions::Many(first, found.grid())
            }
        };
        matches!(solutions, GridSolutions::Many(..))
    });
    solutions
}
