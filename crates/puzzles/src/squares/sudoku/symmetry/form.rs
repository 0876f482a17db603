//! Canonical forms: one text for all puzzles of a class.
//!
//! - The **least form** (minlex): the least text of the class, empty cells before digits.
//!   It needs no solution. The text of a sukaku has nine characters per cell, with blanks
//!   before digits too: its least form is the least of all these texts.
//! - The **solution form**: the puzzle under the symmetry that takes its solution to its least
//!   form; of several such symmetries, the one that makes the puzzle least. Puzzles with
//!   the same solution stay together.
//!
//! The order of the automorphism group is the number of the 3,359,232 symmetries of the
//! cells that, with some renaming of the digits, change nothing.

use std::cell::RefCell;

use super::super::solver::{GridSolutions, solve_candidates};
use super::super::{Grid, Puzzle};

use super::Canonical;
use super::givens::GivensSearch;
use super::grids::GridSearch;
use super::lines::repeats_in_a_line;
use super::names::{DigitClasses, FirstAppearance};
use super::search;

/// The reason why a puzzle has no solution form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotOneSolution {
    /// No solution.
    None,
    /// Several solutions.
    Several,
}

/// Finds canonical forms, with memory that it reuses.
#[derive(Default)]
pub struct Canoniser {
    givens: GivensSearch,
    grids: GridSearch,
}

impl Canoniser {
    /// The least form.
    pub fn least(&mut self, puzzle: &Puzzle) -> Canonical {
        match puzzle {
            Puzzle::Givens(grid) => self.least_of_grid(grid).map(Puzzle::Givens),
            // The least text has the highest digit in the lowest bit.
            Puzzle::Sukaku(cells) => search::least::<DigitClasses>(cells)
                .map(|said| Puzzle::Sukaku(Box::new(said.map(|said| said.reverse_bits() >> 7)))),
        }
    }

    /// The least form of givens.
    pub fn least_of_grid(&mut self, grid: &Grid) -> Canonical<Grid> {
        if !grid.0.contains(&0) && grid.is_solution() {
            return self.grids.least(grid);
        }
        if !repeats_in_a_line(grid) {
            return self.givens.least(grid);
        }
        least_by_search(grid)
    }

    /// The solution form.
    pub fn solution_form(&mut self, puzzle: &Puzzle) -> Result<Canonical, NotOneSolution> {
        let solution = match solve_candidates(&puzzle.candidates()) {
            GridSolutions::None => return Err(NotOneSolution::None),
            GridSolutions::Many(..) => return Err(NotOneSolution::Several),
            GridSolutions::One(solution) => solution,
        };
        self.grids.least(&solution);
        let mut best: Option<Canonical> = None;
        for symmetry in self.grids.symmetries() {
            let moved = symmetry.apply(puzzle);
            match &mut best {
                Some(best) if moved == best.puzzle => best.automorphisms += 1,
                Some(best) if !comes_before(&moved, &best.puzzle) => {}
                best => {
                    *best = Some(Canonical {
                        puzzle: moved,
                        symmetry,
                        automorphisms: 1,
                    });
                }
            }
        }
        best.ok_or(NotOneSolution::None)
    }
}

/// The least form of a puzzle.
pub fn least_form(puzzle: &Puzzle) -> Canonical {
    thread_local! {
        static CANONISER: RefCell<Canoniser> = RefCell::default();
    }
    CANONISER.with_borrow_mut(|canoniser| canoniser.least(puzzle))
}

/// The least form of givens, found by the general search.
pub fn least_by_search(grid: &Grid) -> Canonical<Grid> {
    let found = search::least::<FirstAppearance>(&grid.0.map(u16::from));
    found.map(|said| Grid(said.map(|said| said as u8)))
}

/// Returns true if the text of a puzzle comes before that of another of its kind.
fn comes_before(one: &Puzzle, other: &Puzzle) -> bool {
    match (one, other) {
        (Puzzle::Givens(one), Puzzle::Givens(other)) => one.0 < other.0,
        (Puzzle::Sukaku(one), Puzzle::Sukaku(other)) => {
            let reversed = |cells: &[u16; 81]| cells.map(|mask| mask.reverse_bits());
            reversed(one) < reversed(other)
        }
        (Puzzle::Givens(_), Puzzle::Sukaku(_)) => true,
        (Puzzle::Sukaku(_), Puzzle::Givens(_)) => false,
    }
}
