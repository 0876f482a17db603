//! Subsets as patterns. PBCS chapter 8.

use serde::{Deserialize, Serialize};

use super::terms::{Resolved, Terms, Text};

/// A Subset: as many bases in as many covers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Subset<T: Terms = Resolved> {
    /// The name of the rule: `naked-pairs-in-a-row`.
    pub rule: T::Rule,
    /// The variables whose candidates all lie in the covers.
    pub bases: Vec<T::Variable>,
    /// The variables that are taken.
    pub covers: Vec<T::Variable>,
    /// The candidates of the covers in no base.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}
