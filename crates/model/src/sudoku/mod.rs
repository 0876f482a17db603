//! 9×9 Sudoku: puzzles and grids as text, a solver, and the domain with the
//! bit-board kernel of [`crate::bitboard`].

pub mod grid;
pub mod puzzle;
pub mod solver;

use std::sync::LazyLock;

pub use crate::bitboard::model::{coordinates, label, sudoku_model};
pub use crate::bitboard::{BoardKernel, Boards, families, model};
use crate::domain::Nomenclature;
use crate::kernels::AnyKernel;
use crate::model::Label;
use crate::square::Square;
pub use grid::{CELLS, Grid};
pub use puzzle::{ParseError, Puzzle, as_sudoku, complete_grid, is_sudoku};

/// The domain of 9×9 Sudoku.
pub fn square() -> &'static Square {
    static SQUARE: LazyLock<Square> = LazyLock::new(|| {
        let kernel = AnyKernel::Sudoku(BoardKernel::new());
        Square::with_kernel(model::SHAPE.clone(), kernel)
    });
    &SQUARE
}

/// A label as the books write it: `n5r1c7`.
pub fn label_name(label: Label) -> String {
    square().label(label)
}
