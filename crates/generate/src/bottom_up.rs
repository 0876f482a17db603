//! The bottom-up generator (PBCS 6.1): put a random digit in a random empty cell of an
//! empty grid; if there is no solution, take it back; go on until there is only one.
//!
//! By then some clues have usually become redundant, of which the book does not speak: they
//! are deleted in random order until the puzzle is minimal. That is what gives the book's
//! distribution of the number of clues (table 6.1).

use super::cells::{Cells, restricted};
use super::dice::Dice;
use super::top_down::reduced;
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{GridSolutions, second_solution, solve};

/// A minimal puzzle, beginning with nothing.
pub(crate) fn bottom_up(dice: &mut Dice) -> Grid {
    let mut givens = Grid::EMPTY;
    let mut clues: Cells = 0;
    // Some solutions: one if there is only this one, else two or more, or none at the
    // beginning. As long as two are left, the solver is not needed.
    let mut solutions: Vec<Grid> = Vec::new();
    while solutions.len() != 1 {
        let (cell, digit) = (dice.below(81), 1 + dice.below(9) as u8);
        if givens.0[cell] != 0 {
            continue;
        }
        let mut more = givens;
        more.0[cell] = digit;
        let mut left = solutions.clone();
        left.retain(|solution| solution.0[cell] == digit);
        match left[..] {
            [] => match solve(&more) {
                GridSolutions::None => continue,
                GridSolutions::One(only) => left.push(only),
                GridSolutions::Many(one, other) => left.extend([one, other]),
            },
            [one] => left.extend(second_solution(&one, clues | 1 << cell)),
            _ => {}
        }
        (givens, clues, solutions) = (more, clues | 1 << cell, left);
    }
    restricted(&solutions[0], reduced(&solutions[0], clues, dice))
}
