//! The symmetries of Sudoku: digits renamed, bands, stacks, rows and columns put in another
//! order, and the grid turned over its diagonal.

use super::dice::Dice;
use gradus_model::sudoku::Grid;

/// One of the 9! × 2 × 6⁸ symmetries.
#[derive(Clone, Debug)]
pub struct Isomorphism {
    /// The new name of each digit; 0 stays 0.
    names: [u8; 10],
    /// The old row of each new row.
    rows: [usize; 9],
    /// The old column of each new column.
    columns: [usize; 9],
    transposed: bool,
}

impl Isomorphism {
    /// A uniformly random one.
    pub fn random(dice: &mut Dice) -> Isomorphism {
        let mut names = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        dice.shuffle(&mut names[1..]);
        Isomorphism {
            names,
            rows: random_lines(dice),
            columns: random_lines(dice),
            transposed: dice.below(2) == 1,
        }
    }

    /// The grid as this symmetry shows it.
    pub fn apply(&self, grid: &Grid) -> Grid {
        Grid(std::array::from_fn(|cell| {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            let old = match self.transposed {
                true => 9 * column + row,
                false => 9 * row + column,
            };
            self.names[usize::from(grid.0[old])]
        }))
    }
}

/// An order of nine rows (or columns) that keeps bands (or stacks) together.
fn random_lines(dice: &mut Dice) -> [usize; 9] {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    dice.shuffle(&mut bands);
    let mut lines = [0; 9];
    for (band, places) in bands.iter_mut().zip(lines.chunks_exact_mut(3)) {
        dice.shuffle(band);
        places.copy_from_slice(band);
    }
    lines
}
