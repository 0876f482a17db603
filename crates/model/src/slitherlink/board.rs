//! The domain of one Slitherlink. Which labels there are depends on the givens, so each
//! puzzle has its own.

use std::sync::Arc;

use super::layout::Layout;
use super::rules::Rules;
use crate::domain::{Domain, Nomenclature};
use crate::drawing::Drawing;
use crate::kernels::AnyKernel;

/// The constraint graph of a puzzle, with its rules and names.
#[derive(Debug)]
pub(crate) struct Board {
    pub(super) layout: Arc<Layout>,
    kernel: AnyKernel,
}

impl Board {
    /// The domain of a puzzle whose labels fit a kernel.
    pub(crate) fn new(layout: Arc<Layout>, extended: bool) -> Board {
        let rules = Arc::new(Rules::new(Arc::clone(&layout), extended));
        let model = layout.model().expect("labels and links are of the layout");
        let kernel = AnyKernel::specific(Arc::new(model), Vec::new(), Some(rules));
        Board {
            layout,
            kernel: kernel.expect("the number of labels was checked when it was read"),
        }
    }
}

impl Domain for Board {
    fn kernel(&self) -> &AnyKernel {
        &self.kernel
    }

    fn names(&self) -> &dyn Nomenclature {
        self
    }

    fn drawing(&self) -> Option<&dyn Drawing> {
        Some(self)
    }

    /// None are defined: CSP-Rules has lists of them that no rule uses.
    fn has_groups(&self) -> bool {
        false
    }
}
