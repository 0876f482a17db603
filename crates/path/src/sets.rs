//! Subsets, finned fish and belts as patterns: PBCS chapter 8, CSP-Rules manual 5.4, and
//! the x2y2 form of sk-loops (PBCS 13.4).

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
    /// The variables from which candidates are eliminated.
    pub covers: Vec<T::Variable>,
    /// The candidates of the covers in no base.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}

/// A finned fish: as many bases as covers. All bases except the last have candidates
/// only in the covers. The last one has others, its fins, in one more variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct FinnedFish<T: Terms = Resolved> {
    /// The name of the rule: `finned-x-wing-in-rows`.
    pub rule: T::Rule,
    /// The bases, with the one that has fins last.
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

/// A belt: a ring of segments.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Belt<T: Terms = Resolved> {
    /// The name of the rule: `x2y2-belt[8]`.
    pub rule: T::Rule,
    /// The segments, each chained to the next one and the last to the first.
    pub segments: Vec<BeltSegment<T>>,
    /// The candidates of the shared variables outside the segments that share them.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}

/// A segment of a belt: two variables all of whose candidates are in the two
/// variables that it shares with the segment before or in the two that it
/// shares with the segment after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct BeltSegment<T: Terms = Resolved> {
    /// The two ends.
    pub ends: [T::Variable; 2],
    /// The variables shared with the next segment.
    pub shared: [T::Variable; 2],
}
