//! The top-down generator (PBCS 6.1): delete random clues from a random complete grid, one
//! by one; a deletion that leaves several solutions is taken back, and another clue tried.
//!
//! A clue that cannot be deleted now cannot be deleted later either, when others are gone.
//! So each clue is tried once, in a random order, and what is left is minimal.
//!
//! The mean number of clues is 24.400 (a million puzzles). The book has 24.38 (table 6.1),
//! from grids that its program drew with a bias of their own: from such grids, top-down
//! gives 24.383 here too.

use super::cells::{ALL_CELLS, Cells, each, restricted};
use super::dice::Dice;
use super::unavoidable::{difference, small_sets};
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::second_solution_without;

/// The minimal puzzle to which a complete grid comes.
pub fn top_down(grid: &Grid, dice: &mut Dice) -> Grid {
    restricted(grid, reduced(grid, ALL_CELLS, dice))
}

/// Deletes clues of a puzzle with one solution in random order, until it is minimal.
pub(crate) fn reduced(solution: &Grid, clues: Cells, dice: &mut Dice) -> Cells {
    reduced_by(solution, &mut small_sets(solution), clues, dice)
}

/// The same, with sets of cells that a puzzle with this solution must have a clue in. More
/// of them are found on the way: they change nothing but the time.
pub(crate) fn reduced_by(
    solution: &Grid,
    sets: &mut Vec<Cells>,
    mut clues: Cells,
    dice: &mut Dice,
) -> Cells {
    let mut order: Vec<usize> = each(clues).collect();
    dice.shuffle(&mut order);
    for clue in order {
        let rest = clues & !(1 << clue);
        if sets.iter().any(|set| set & rest == 0) {
            continue;
        }
        match second_solution_without(solution, rest, clue) {
            None => clues = rest,
            Some(other) => sets.push(difference(solution, &other)),
        }
    }
    clues
}
