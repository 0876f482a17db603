//! 9×9 Sudoku: puzzles and grids as text, a solver, symmetries and canonical forms.

pub mod grid;
mod instance;
pub mod model;
pub mod puzzle;
pub mod solver;
pub mod symmetry;

use std::sync::LazyLock;

use gradus_csp::{Domain, Label, Model};
pub use grid::{CELLS, Grid};
pub use model::{coordinates, label};
pub use puzzle::{ParseError, Puzzle, as_sudoku, complete_grid, is_sudoku};

/// The domain of 9×9 Sudoku, built on first use.
pub fn domain() -> &'static Domain {
    static DOMAIN: LazyLock<Domain> = LazyLock::new(|| {
        let domain = super::domain(model::SHAPE.clone());
        let spaces = model::SHAPE.spaces(domain.model());
        domain.with_spaces(spaces)
    });
    &DOMAIN
}

/// The constraint graph of 9×9 Sudoku, built on first use.
pub fn sudoku_model() -> &'static Model {
    domain().model()
}

/// A label as the books write it: `n5r1c7`.
pub fn label_name(label: Label) -> String {
    domain().names().label(label)
}
