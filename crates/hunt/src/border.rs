//! Classes of puzzles by T&E depth, and the way to their borders.
//!
//! More clues of the solution never make a puzzle deeper, nor longer the chains that it
//! needs. So inside a class the longest chains are where one clue less leaves it: at its
//! lower border. Ratings by chains are finite inside T&E(1), BpB is defined at depth 2, and
//! so on; and the most clues of a deep puzzle are at the upper border of its class.

use gradus_engine::te::{Over, depth_of};
use gradus_generate::cells::each;
use gradus_generate::dice::Dice;
use gradus_puzzles::sudoku::Puzzle;

use crate::position::SolvedPuzzle;

/// Puzzles of some T&E depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthClass {
    /// The theory inside T&E.
    pub over: Over,
    /// The smallest depth.
    pub least: usize,
    /// The largest, or `None` if there is no limit.
    pub most: Option<usize>,
}

impl DepthClass {
    /// All puzzles that Singles do not solve.
    pub const ANY: DepthClass = DepthClass {
        over: Over::Singles,
        least: 1,
        most: None,
    };

    /// The depth of a puzzle, up to a limit.
    fn depth(&self, position: &SolvedPuzzle, max: usize) -> Option<usize> {
        let solution = position.solution.labels();
        depth_of(&Puzzle::Givens(position.puzzle), &solution, self.over, max)
    }

    /// Returns true if no puzzle of the class is as shallow.
    fn is_shallow(&self, position: &SolvedPuzzle) -> bool {
        self.least > 0 && self.depth(position, self.least - 1).is_some()
    }

    /// Returns true if no puzzle of the class is as deep.
    fn is_deep(&self, position: &SolvedPuzzle) -> bool {
        self.most
            .is_some_and(|most| self.depth(position, most).is_none())
    }

    /// Returns true if a puzzle is in the class.
    pub fn has(&self, position: &SolvedPuzzle) -> bool {
        match self.most {
            None => !self.is_shallow(position),
            Some(most) => {
                let depth = self.depth(position, most);
                depth.is_some_and(|depth| depth >= self.least)
            }
        }
    }

    /// Goes to the lower border: to a puzzle that is too deep, clues of its solution are
    /// added in random order until it is not; then clues are deleted in random order, as
    /// long as there is one solution and the puzzle does not become too deep.
    pub fn lower(&self, mut position: SolvedPuzzle, dice: &mut Dice) -> SolvedPuzzle {
        if self.is_deep(&position) {
            for cell in shuffled(position.open(), dice) {
                position = position.with(cell);
                if !self.is_deep(&position) {
                    break;
                }
            }
        }
        for cell in shuffled(position.clues(), dice) {
            let fewer = position.without(cell);
            if let Some(fewer) = fewer.filter(|fewer| !self.is_deep(fewer)) {
                position = fewer;
            }
        }
        position
    }

    /// Goes to the upper border: clues of the solution are added in random order, as long
    /// as the puzzle does not become too shallow.
    pub fn upper(&self, mut position: SolvedPuzzle, dice: &mut Dice) -> SolvedPuzzle {
        for cell in shuffled(position.open(), dice) {
            let more = position.with(cell);
            if !self.is_shallow(&more) {
                position = more;
            }
        }
        position
    }
}

/// The cells of a set in random order.
pub(crate) fn shuffled(cells: u128, dice: &mut Dice) -> Vec<usize> {
    let mut cells: Vec<usize> = each(cells).collect();
    dice.shuffle(&mut cells);
    cells
}
