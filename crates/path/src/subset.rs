//! Subsets as patterns. PBCS chapter 8.

use gradus_csp::{Label, Variable};

/// A Subset: as many bases in as many covers, and what it eliminates.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Subset {
    /// The variables whose candidates all lie in the covers.
    pub bases: Vec<Variable>,
    /// The variables that are taken.
    pub covers: Vec<Variable>,
    /// The candidates of the covers in no base.
    pub targets: Vec<Label>,
}
