//! 9×9 Sudoku with nothing but its constraint graph, for the generic kernel.

use std::fmt;
use std::sync::LazyLock;

use gradus_csp::{Domain, Instance, Label};
use gradus_engine::kernel::AnyKernel;
use gradus_puzzles::squares;
use gradus_puzzles::sudoku::Puzzle;
use gradus_puzzles::sudoku::model::SHAPE;

/// A puzzle that is rated with the generic kernel.
#[derive(Debug)]
pub struct PlainPuzzle(pub Puzzle);

impl fmt::Display for PlainPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Instance for PlainPuzzle {
    fn kind(&self) -> &'static str {
        "sudoku"
    }

    fn domain(&self) -> &Domain {
        static PLAIN: LazyLock<Domain> = LazyLock::new(|| {
            let domain = squares::domain(SHAPE.clone());
            // By name: bit boards would be compared with themselves.
            domain.extension(|| AnyKernel::generic(&domain));
            domain
        });
        &PLAIN
    }

    fn givens(&self) -> Vec<Label> {
        Instance::givens(&self.0)
    }

    fn possible(&self) -> Option<Vec<Label>> {
        self.0.possible()
    }
}
