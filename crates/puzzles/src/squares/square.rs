//! Squares of symbols as a domain: the graph of a [`Shape`], the names in the
//! books for its labels, variables and patterns, and its pictures.

use std::sync::Arc;

use super::shape::{DIAGONAL, Shape};
use gradus_csp::{Domain, Model, Space};

/// The names of all squares of one shape, and their drawings.
#[derive(Debug)]
pub struct Square {
    pub(crate) shape: Shape,
    pub(crate) model: Arc<Model>,
}

/// The domain of all squares of a shape.
pub fn domain(shape: Shape) -> Domain {
    with_spaces(shape, |_, _| Vec::new())
}

/// The domain of all squares of a shape, with some of its spaces.
pub(super) fn with_spaces(shape: Shape, spaces: fn(&Shape, &Model) -> Vec<Space>) -> Domain {
    let model = Arc::new(shape.model());
    let (matrices, spaces) = (shape.matrices(&model), spaces(&shape, &model));
    // Pandiagonal squares have no g-labels (CSP-Rules, LatinRules).
    let diagonals = shape.houses_of(DIAGONAL);
    let has_groups = diagonals.is_none_or(|diagonals| diagonals.iter().len() == 1);
    let square = Arc::new(Square {
        shape,
        model: model.clone(),
    });
    crate::built::domain(model, square)
        .with_matrices(matrices, spaces)
        .with_groups(has_groups)
}
