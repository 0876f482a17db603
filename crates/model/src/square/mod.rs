//! Squares of symbols as a domain: the kernel of a [`Shape`], the names that the
//! books give to its labels, variables and patterns, and its pictures.

mod lines;
mod names;
pub(crate) mod svg;
pub(crate) mod text;

use std::sync::Arc;

use super::domain::{Domain, Nomenclature};
use super::drawing::Drawing;
use super::kernels::{AnyKernel, TooLarge};
use super::shape::{DIAGONAL, Shape};

pub(crate) use names::parts;

/// The domain of all squares of one shape.
#[derive(Debug)]
pub struct Square {
    shape: Shape,
    kernel: AnyKernel,
}

impl Square {
    /// A square with the generic kernel; an error if it is too large for it.
    pub fn generic(shape: Shape) -> Result<Square, TooLarge> {
        let model = Arc::new(shape.model());
        let matrices = shape.matrices(&model);
        let kernel = AnyKernel::generic(model, matrices)?;
        Ok(Square { shape, kernel })
    }

    /// A square with a kernel of its own.
    pub(crate) fn with_kernel(shape: Shape, kernel: AnyKernel) -> Square {
        Square { shape, kernel }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

impl Domain for Square {
    fn kernel(&self) -> &AnyKernel {
        &self.kernel
    }

    fn names(&self) -> &dyn Nomenclature {
        self
    }

    fn drawing(&self) -> Option<&dyn Drawing> {
        Some(self)
    }

    /// Pandiagonal squares have none (CSP-Rules, LatinRules).
    fn has_groups(&self) -> bool {
        let diagonals = self.shape.houses_of(DIAGONAL);
        diagonals.is_none_or(|diagonals| diagonals.iter().len() == 1)
    }
}
