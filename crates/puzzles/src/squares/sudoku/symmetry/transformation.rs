//! A symmetry of Sudoku: a renaming of digits, a permutation of bands, stacks, rows and
//! columns, and perhaps a transposition of the grid.

use super::super::{Grid, Puzzle, label};
use gradus_csp::Label;

/// One of the 2 × 6⁸ × 9! symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// The old row of each new row, or the old column if the grid is transposed.
    rows: [u8; 9],
    /// The old column of each new column, or the old row if the grid is transposed.
    columns: [u8; 9],
    transposed: bool,
    /// The new name of each digit; 0 stays 0.
    names: [u8; 10],
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry {
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        transposed: false,
        names: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// From its parts: the old line of each new row and of each new column, true if old
    /// rows become columns, and the new name of each digit (0 is an empty cell). Returns `None`
    /// if the lines of a band are separated, or if anything occurs twice.
    pub fn new(
        rows: [u8; 9],
        columns: [u8; 9],
        transposed: bool,
        names: [u8; 10],
    ) -> Option<Symmetry> {
        let symmetry = Symmetry {
            rows,
            columns,
            transposed,
            names,
        };
        symmetry.is_sound().then_some(symmetry)
    }

    fn is_sound(&self) -> bool {
        let is_order = |names: &[u8]| {
            let bits = names.iter().map(|&name| 1u32 << name.min(31));
            bits.fold(0, |seen, bit| seen | bit) == (1 << names.len()) - 1
        };
        let keeps_bands = |lines: &[u8; 9]| {
            let is_band = |band: &[u8]| band.iter().all(|line| line / 3 == band[0] / 3);
            lines.chunks_exact(3).all(is_band)
        };
        let lines = [&self.rows, &self.columns];
        let sound = lines.iter().all(|l| is_order(*l) && keeps_bands(l));
        sound && self.names[0] == 0 && is_order(&self.names)
    }

    /// From parts that are known to be valid.
    pub(crate) fn of_parts(
        rows: [u8; 9],
        columns: [u8; 9],
        transposed: bool,
        names: [u8; 10],
    ) -> Symmetry {
        let symmetry = Symmetry {
            rows,
            columns,
            transposed,
            names,
        };
        debug_assert!(symmetry.is_sound());
        symmetry
    }

    /// A uniformly random symmetry. `below` draws a number below its argument.
    pub fn random(mut below: impl FnMut(usize) -> usize) -> Symmetry {
        let mut names = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        shuffle(&mut names[1..], &mut below);
        Symmetry {
            names,
            rows: random_lines(&mut below),
            columns: random_lines(&mut below),
            transposed: below(2) == 1,
        }
    }

    /// The old cell of a new cell.
    fn source(&self, cell: usize) -> usize {
        let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
        usize::from(if self.transposed {
            9 * column + row
        } else {
            9 * row + column
        })
    }

    /// The old label of each new label.
    pub fn source_labels(&self) -> Vec<Label> {
        let digits = inverted(&self.names);
        let cells: [usize; 81] = std::array::from_fn(|cell| self.source(cell));
        let digits = digits[1..].iter().map(|&digit| usize::from(digit) - 1);
        let labels = digits.flat_map(|digit| cells.map(|cell| label(digit, cell / 9, cell % 9)));
        labels.collect()
    }

    /// The image of a grid.
    pub fn apply_to_grid(&self, grid: &Grid) -> Grid {
        Grid(std::array::from_fn(|cell| {
            self.names[usize::from(grid.0[self.source(cell)])]
        }))
    }

    /// The image of the candidates of the cells.
    pub(crate) fn apply_to_candidates(&self, cells: &[u16; 81]) -> [u16; 81] {
        let renamed = |mask: u16| {
            let digits = (1..=9).filter(|digit| mask >> (digit - 1) & 1 == 1);
            digits.fold(0, |renamed, digit| renamed | 1 << (self.names[digit] - 1))
        };
        std::array::from_fn(|cell| renamed(cells[self.source(cell)]))
    }

    /// The image of a puzzle.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        match puzzle {
            Puzzle::Givens(grid) => Puzzle::Givens(self.apply_to_grid(grid)),
            Puzzle::Sukaku(cells) => Puzzle::Sukaku(Box::new(self.apply_to_candidates(cells))),
        }
    }

    /// This symmetry followed by another.
    pub fn then(&self, after: &Symmetry) -> Symmetry {
        let (rows, columns) = if after.transposed {
            (&self.columns, &self.rows)
        } else {
            (&self.rows, &self.columns)
        };
        Symmetry {
            rows: after.rows.map(|row| rows[usize::from(row)]),
            columns: after.columns.map(|column| columns[usize::from(column)]),
            transposed: self.transposed != after.transposed,
            names: self.names.map(|name| after.names[usize::from(name)]),
        }
    }

    /// The inverse symmetry.
    pub fn inverse(&self) -> Symmetry {
        let (rows, columns) = (inverted(&self.rows), inverted(&self.columns));
        let (rows, columns) = if self.transposed {
            (columns, rows)
        } else {
            (rows, columns)
        };
        Symmetry {
            rows,
            columns,
            transposed: self.transposed,
            names: inverted(&self.names),
        }
    }
}

fn inverted<const N: usize>(order: &[u8; N]) -> [u8; N] {
    let mut inverse = [0; N];
    for (place, &item) in (0..).zip(order) {
        inverse[usize::from(item)] = place;
    }
    inverse
}

fn shuffle<T>(items: &mut [T], below: &mut impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1));
    }
}

/// An order of nine rows (or columns) that keeps bands (or stacks) together.
fn random_lines(below: &mut impl FnMut(usize) -> usize) -> [u8; 9] {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    shuffle(&mut bands, below);
    let mut lines = [0; 9];
    for (band, places) in bands.iter_mut().zip(lines.chunks_exact_mut(3)) {
        shuffle(band, below);
        places.copy_from_slice(band);
    }
    lines
}
