//! 9×9 Sudoku with nothing but its constraint graph, for the generic kernel.

use std::fmt;
use std::sync::{Arc, LazyLock};

use gradus_model::sudoku::model::SHAPE;
use gradus_model::sudoku::{Puzzle, square};
use gradus_model::{AnyKernel, Domain, Instance, Label, Nomenclature};

/// The domain.
struct Plain(AnyKernel);

impl Domain for Plain {
    fn kernel(&self) -> &AnyKernel {
        &self.0
    }

    fn names(&self) -> &dyn Nomenclature {
        square()
    }
}

/// A puzzle in the plain domain.
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

    fn domain(&self) -> &dyn Domain {
        static PLAIN: LazyLock<Plain> = LazyLock::new(|| {
            let model = Arc::new(SHAPE.model());
            let matrices = SHAPE.matrices(&model);
            Plain(AnyKernel::generic(model, matrices).unwrap())
        });
        &*PLAIN
    }

    fn givens(&self) -> Vec<Label> {
        Instance::givens(&self.0)
    }

    fn possible(&self) -> Option<Vec<Label>> {
        self.0.possible()
    }
}
