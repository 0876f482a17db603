//! Belts as patterns: sk-loops in their x2y2 form. PBCS 13.4.

use serde::{Deserialize, Serialize};

use super::terms::{Resolved, Terms, Text};

/// A belt: a ring of segments.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Belt<T: Terms = Resolved> {
    /// The name of the rule: `x2y2-belt[8]`.
    pub rule: T::Rule,
    /// The segments, each chained to the next one and the last to the first.
    pub segments: Vec<Segment<T>>,
    /// The candidates of the shared variables outside the segments that share them.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}

/// A segment of a belt: two variables all of whose candidates are in the two
/// variables that it shares with the segment before or in the two that it
/// shares with the segment after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Segment<T: Terms = Resolved> {
    /// The two ends.
    pub ends: [T::Variable; 2],
    /// The variables shared with the next segment.
    pub shared: [T::Variable; 2],
}
