//! The bottom-up generator (PBCS 6.1): put a random digit in a random empty cell of an
//! empty grid; if there is no solution, take it back; go on until there is only one.
//!
//! By then some clues have usually become redundant, of which the book does not speak: they
//! are deleted in random order until the puzzle is minimal. That is what gives the book's
//! distribution of the number of clues (table 6.1).

use super::cells::Cells;
use super::dice::Dice;
use super::top_down::reduced;
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{GridSolutions, second_solution, solve};

/// A minimal puzzle, beginning with nothing.
pub(crate) fn bottom_up(dice: &mut Dice) -> Grid {
    let mut growing = Growing {
        givens: Grid::EMPTY,
        clues: 0,
        solutions: Vec::new(),
    };
    while growing.solutions.len() != 1 {
        growing.add(dice);
    }
    let solution = growing.solutions[0];
    super::cells::restricted(&solution, reduced(&solution, growing.clues, dice))
}

/// Clues with at least one solution.
struct Growing {
    givens: Grid,
    clues: Cells,
    /// Some solutions: one if there is only this one, else two or more, or none at the
    /// beginning. As long as two are left, the solver need not be asked.
    solutions: Vec<Grid>,
}

impl Growing {
    /// Adds a random clue, unless there is no solution with it.
    fn add(&mut self, dice: &mut Dice) {
        let (cell, digit) = (dice.below(81), 1 + dice.below(9) as u8);
        if self.givens.0[cell] != 0 {
            return;
        }
        let mut givens = self.givens;
        givens.0[cell] = digit;
        let clues = self.clues | 1 << cell;
        let agree = |solution: &&Grid| solution.0[cell] == digit;
        let mut solutions: Vec<Grid> = self.solutions.iter().filter(agree).copied().collect();
        match solutions[..] {
            [] => match solve(&givens) {
                GridSolutions::None => return,
                GridSolutions::One(only) => solutions.push(only),
                GridSolutions::Many(one, other) => solutions.extend([one, other]),
            },
            [one] => solutions.extend(second_solution(&one, clues)),
            _ => {}
        }
        *self = Growing {
            givens,
            clues,
            solutions,
        };
    }
}
