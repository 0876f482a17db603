//! Finned fish as patterns. CSP-Rules manual 5.4.

use serde::{Deserialize, Serialize};

use super::terms::{Resolved, Terms, Text};

/// A finned fish: as many bases as covers. All bases but the last have candidates
/// only in the covers. The last one has others, its fins, in one more variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct FinnedFish<T: Terms = Resolved> {
    /// The name of the rule: `finned-x-wing-in-rows`.
    pub rule: T::Rule,
    /// The bases; the one with the fins comes last.
    pub bases: Vec<T::Variable>,
    /// The covers.
    pub covers: Vec<T::Variable>,
    /// The variable that has the fins.
    pub fins: T::Variable,
    /// The candidates of the covers that are in the variable of the fins and in
    /// no base.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}
