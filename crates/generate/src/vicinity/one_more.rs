//! Expansions by one clue: the puzzle with one more digit of its solution, for every cell
//! that is empty.

use gradus_puzzles::sudoku::{CELLS, Grid};

/// All puzzles with one more clue of the solution, in the order of the cells.
pub fn one_more(puzzle: &Grid, solution: &Grid) -> impl Iterator<Item = Grid> {
    let empty = (0..CELLS).filter(|&cell| puzzle.0[cell] == 0);
    empty.map(|cell| {
        let mut more = *puzzle;
        more.0[cell] = solution.0[cell];
        more
    })
}
