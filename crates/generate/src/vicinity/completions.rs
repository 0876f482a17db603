//! The {+m} step: all ways to add some clues to a puzzle that leave one solution; and expansions
//! by one clue of the solution.

use gradus_puzzles::sudoku::solver::{is_minimal, is_unique, lone_candidates};
use gradus_puzzles::sudoku::{CELLS, Grid};

use super::survey::SolutionsSurvey;

/// More solutions than these are not kept in memory at a time: some hundred megabytes.
pub(crate) const MOST_SOLUTIONS: usize = 1 << 20;

/// Adds clues to puzzles and collects those with one solution.
pub(crate) struct Completions {
    /// True if only minimal puzzles count.
    pub(crate) minimal: bool,
    /// The largest number of solutions to be kept in memory.
    pub(crate) most: usize,
    /// True if a puzzle with more solutions is passed over.
    pub(crate) gives_up: bool,
    /// The puzzles found.
    pub(crate) found: Vec<Grid>,
}

impl Completions {
    /// Adds exactly `count` clues of `wanted`: for each empty cell, bit `d - 1` for digit `d`.
    /// False if the puzzle has too many solutions and was passed over.
    pub(crate) fn add(&mut self, puzzle: &Grid, wanted: &[u16; CELLS], count: usize) -> bool {
        match count {
            0 => {
                if is_unique(puzzle) {
                    self.take(*puzzle);
                }
            }
            1 => {
                for (cell, mask) in lone_candidates(puzzle, wanted).into_iter().enumerate() {
                    for digit in digits(mask) {
                        self.take(with(puzzle, cell, digit));
                    }
                }
            }
            _ => match SolutionsSurvey::of(puzzle, wanted, self.most) {
                Some(survey) => survey.completions(count, self.minimal, &mut |clues| {
                    let mut more = *puzzle;
                    for clue in clues {
                        more.0[clue.cell] = clue.digit;
                    }
                    self.take(more);
                }),
                None if self.gives_up => return false,
                None => self.add_one_by_one(puzzle, wanted, count),
            },
        }
        true
    }

    /// The same for too many solutions: each clue, and then the others from later cells.
    fn add_one_by_one(&mut self, puzzle: &Grid, wanted: &[u16; CELLS], count: usize) {
        let mut later = *wanted;
        for (cell, &mask) in wanted.iter().enumerate() {
            later[cell] = 0;
            for digit in digits(mask) {
                self.add(&with(puzzle, cell, digit), &later, count - 1);
            }
        }
    }

    fn take(&mut self, puzzle: Grid) {
        // The givens are digits of the solution, and only their cells are looked at.
        if !self.minimal || is_minimal(&puzzle, &puzzle) {
            self.found.push(puzzle);
        }
    }
}

/// The digits of a mask.
fn digits(mask: u16) -> impl Iterator<Item = u8> {
    (1..=9).filter(move |digit| mask >> (digit - 1) & 1 == 1)
}

fn with(puzzle: &Grid, cell: usize, digit: u8) -> Grid {
    let mut more = *puzzle;
    more.0[cell] = digit;
    more
}

/// All puzzles with one more clue of the solution, in the order of the cells.
pub fn one_more(puzzle: &Grid, solution: &Grid) -> impl Iterator<Item = Grid> {
    let empty = (0..CELLS).filter(|&cell| puzzle.0[cell] == 0);
    empty.map(|cell| with(puzzle, cell, solution.0[cell]))
}
