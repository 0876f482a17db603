//! Puzzles that are made of clues: what can be said of their clues and their solution.

use crate::job::lines::not_sudoku;
use gradus_csp::Instance;
use gradus_engine::kernel::check_givens;
use gradus_engine::rating::Rejection;
use gradus_puzzles::sudoku::solver::{GridSolutions, solve};
use gradus_puzzles::sudoku::{Grid, Puzzle, as_sudoku};

/// The clues of a 9×9 Sudoku and its only solution; or why there are none.
pub(super) fn clues_and_solution(puzzle: &dyn Instance) -> Result<(Grid, Grid), String> {
    let Some(sudoku) = as_sudoku(puzzle) else {
        return Err(not_sudoku(
            puzzle,
            "only the clues of 9×9 Sudokus can be deleted or added here",
        ));
    };
    let Puzzle::Givens(clues) = sudoku else {
        return Err("a sukaku: it has candidates, and no clues to be deleted or added".into());
    };
    check_givens(puzzle).map_err(|error| error.to_string())?;
    match solve(&clues) {
        GridSolutions::One(solution) => Ok((clues, solution)),
        GridSolutions::None => Err(Rejection::NoSolution.to_string()),
        GridSolutions::Many(..) => Err(Rejection::SeveralSolutions.to_string()),
    }
}

/// Puzzles as lines.
pub(super) fn lines(puzzles: impl IntoIterator<Item = Grid>) -> Vec<String> {
    let puzzles = puzzles.into_iter();
    puzzles.map(|puzzle| puzzle.to_string()).collect()
}
