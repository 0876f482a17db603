//! Contacts of lines with givens, by which a loop is compared with what the givens ask for
//! (PBCS2 17.8): a loop that touches each given as often as it says is a solution.

use super::grid::{Grid, Line};

/// How the lines of a puzzle touch its givens.
#[derive(Debug)]
pub(crate) struct Contacts {
    grid: Grid,
    givens: Vec<Option<u8>>,
    of_line: Vec<u8>,
    /// The sum of the givens.
    sum: usize,
}

impl Contacts {
    /// The contacts of a puzzle.
    pub(crate) fn new(grid: Grid, givens: &[Option<u8>]) -> Contacts {
        let touched = |line| {
            let cells = grid.beside(line).into_iter().flatten();
            cells.filter(|&cell| givens[cell].is_some()).count() as u8
        };
        Contacts {
            grid,
            givens: givens.to_vec(),
            of_line: grid.lines().map(touched).collect(),
            sum: givens.iter().flatten().map(|&given| given as usize).sum(),
        }
    }

    /// Number of cells with a given beside a line.
    pub(crate) fn of(&self, line: Line) -> usize {
        self.of_line[line.index()].into()
    }

    /// The sum of the givens.
    pub(crate) fn sum(&self) -> usize {
        self.sum
    }

    /// Whether lines touch each given as often as it says. The sums are compared first,
    /// which settles nearly all cases.
    pub(crate) fn satisfied(&self, lines: impl Iterator<Item = Line> + Clone) -> bool {
        if lines.clone().map(|line| self.of(line)).sum::<usize>() != self.sum {
            return false;
        }
        let mut missing = self.givens.clone();
        for line in lines {
            for cell in self.grid.beside(line).into_iter().flatten() {
                match &mut missing[cell] {
                    Some(0) => return false,
                    Some(count) => *count -= 1,
                    None => {}
                }
            }
        }
        true
    }
}
