//! Squares of symbols as a domain: the graph of a [`Shape`], the names that the
//! books give to its labels, variables and patterns, and its pictures.

use std::sync::Arc;

use super::shape::{DIAGONAL, Shape};
use gradus_csp::{Domain, Model};

/// The names of all squares of one shape, and their drawings.
#[derive(Debug)]
pub struct Square {
    pub(super) shape: Shape,
    pub(super) model: Arc<Model>,
}

impl Square {
    /// The names of a shape, whose graph may have more links.
    pub(crate) fn new(shape: Shape, model: Arc<Model>) -> Square {
        Square { shape, model }
    }
}

/// The domain of all squares of a shape.
pub fn domain(shape: Shape) -> Domain {
    let model = Arc::new(shape.model());
    let matrices = shape.matrices(&model);
    // Pandiagonal squares have no g-labels (CSP-Rules, LatinRules).
    let diagonals = shape.houses_of(DIAGONAL);
    let has_groups = diagonals.is_none_or(|diagonals| diagonals.iter().len() == 1);
    let square = Arc::new(Square::new(shape, model.clone()));
    crate::built::domain(model, square)
        .with_matrices(matrices)
        .with_groups(has_groups)
}
