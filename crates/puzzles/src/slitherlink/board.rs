//! The domain of one Slitherlink. Which labels there are depends on the givens, so each
//! puzzle has its own.

use std::sync::Arc;

use super::layout::Layout;
use super::rules::Rules;
use crate::built;
use gradus_csp::{Domain, Model};

/// The names of a puzzle, and its drawings.
#[derive(Debug)]
pub(crate) struct Board {
    pub(super) layout: Arc<Layout>,
    pub(super) model: Arc<Model>,
}

/// The domain of a puzzle that is not too large.
pub(super) fn domain(layout: Arc<Layout>, extended: bool) -> Domain {
    let rules = Arc::new(Rules::new(Arc::clone(&layout), extended));
    let model = layout.model().expect("labels and links are of the layout");
    let model = Arc::new(model);
    let board = Board {
        layout,
        model: model.clone(),
    };
    // No g-labels are defined: CSP-Rules has lists of them that no rule uses.
    let domain = built::domain(model, Arc::new(board)).with_groups(false);
    domain.with_rules(rules)
}
