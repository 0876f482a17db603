//! Belts as patterns: sk-loops in their x2y2 form. PBCS 13.4.

use gradus_csp::{Label, Variable};

/// A belt: a ring of segments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Belt {
    /// The segments, each chained to the next one and the last to the first.
    pub segments: Vec<Segment>,
    /// The candidates of the shared variables outside the segments that share them.
    pub targets: Vec<Label>,
}

/// A segment of a belt: two variables all of whose candidates are in the two
/// variables that it shares with the segment before or in the two that it
/// shares with the segment after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    /// The two ends.
    pub ends: [Variable; 2],
    /// What it shares with the next segment.
    pub shared: [Variable; 2],
}
