//! Finned fish as patterns. CSP-Rules manual 5.4.

use gradus_csp::{Label, Variable};

/// A finned fish: as many bases as covers, all but the last base with candidates
/// in the covers only. The last one has others, its fins, in one more variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FinnedFish {
    /// The bases; the one with the fins comes last.
    pub bases: Vec<Variable>,
    /// The covers.
    pub covers: Vec<Variable>,
    /// The variable that has the fins.
    pub fins: Variable,
    /// The candidates of the covers that are in the variable of the fins and in
    /// no base.
    pub targets: Vec<Label>,
}
