//! Twins ("dobbing"): the complement of a puzzle, its solution without the clues, most often
//! has other solutions, which differ in the cells of the clues only. What such a solution has
//! in these cells is a puzzle.
//!
//! It has exactly one solution: a second one would, with the digits of the first puzzle put
//! back in these cells, be a second solution of that, because both fill every row, column
//! and block with the same digits. Whether it is minimal is another question.

use crate::cells::{ALL_CELLS, clues, restricted};
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::each_solution;

/// The twins of a puzzle with one solution, but not more than `limit`, each with its
/// solution, in the order in which the solver finds them.
pub fn twins(puzzle: &Grid, solution: &Grid, limit: usize) -> Vec<(Grid, Grid)> {
    let clues = clues(puzzle);
    let complement = restricted(solution, ALL_CELLS & !clues);
    let mut found = Vec::new();
    each_solution(&complement, |other| {
        if other != solution && found.len() < limit {
            found.push((restricted(other, clues), *other));
        }
        found.len() == limit
    });
    found
}
