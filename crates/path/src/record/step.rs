//! The steps of a record: what each is called, and what it has, by their names.

use serde::{Deserialize, Serialize};

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum StepRecord {
    /// A value.
    #[serde(rename_all = "lowercase")]
    Single {
        /// `naked-single`, `hidden-single-in-a-row` and so on.
        rule: String,
        /// The label asserted.
        value: String,
        /// The variable in which it is alone.
        variable: String,
    },
    /// A chain.
    Chain {
        /// Name and length: `whip[4]`.
        rule: String,
        /// The variables with their candidates.
        links: Vec<LinkRecord>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A forcing whip.
    Forcing {
        /// Name and length: `forcing-whip[5]`.
        rule: String,
        /// The variable whose candidates are the starts.
        variable: String,
        /// A partial whip from each of them.
        branches: Vec<BranchRecord>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A Subset.
    Subset {
        /// `naked-pairs-in-a-row` and so on.
        rule: String,
        /// The bases.
        bases: Vec<String>,
        /// The covers.
        covers: Vec<String>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A finned fish.
    Finned {
        /// `finned-x-wing-in-rows` and so on.
        rule: String,
        /// The bases, the one with the fins last.
        bases: Vec<String>,
        /// The covers.
        covers: Vec<String>,
        /// The variable that has the fins.
        fins: String,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A belt.
    Belt {
        /// `x2y2-belt[8]` and so on.
        rule: String,
        /// The segments.
        segments: Vec<SegmentRecord>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// An impossible pattern.
    Impossible {
        /// `Trid-OR3-relation` and so on, or `Trid-elimination`.
        rule: String,
        /// The name of the pattern: `Trid`.
        pattern: String,
        /// Its variables.
        cells: Vec<String>,
        /// The labels that they cannot all have one of.
        inside: Vec<String>,
        /// Their other candidates.
        guardians: Vec<String>,
        /// The targets, if all guardians are of one variable.
        eliminates: Vec<String>,
    },
    /// A relation that is split.
    Split {
        /// `Trid-OR7-splitting[2]` and so on.
        rule: String,
        /// The name of its pattern.
        pattern: String,
        /// Its guardians.
        guardians: Vec<String>,
        /// The candidates of the c-chain.
        chain: Vec<String>,
        /// The variables between them.
        variables: Vec<String>,
    },
    /// An OR_k-whip.
    OrWhip {
        /// `Trid-OR3-whip[4]` and so on.
        rule: String,
        /// The name of the pattern of its relation.
        pattern: String,
        /// The variables before the relation.
        before: Vec<LinkRecord>,
        /// The guardians of the relation.
        guardians: Vec<String>,
        /// The guardian that is linked to what comes before.
        left: String,
        /// The guardian that is left, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        right: Option<String>,
        /// The variables after the relation.
        after: Vec<LinkRecord>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// The only guardian that is left of a relation.
    Guardian {
        /// `Trid-OR1-relation` and so on.
        rule: String,
        /// The name of the pattern.
        pattern: String,
        /// The label asserted.
        value: String,
    },
    /// A rule of the kind of puzzle.
    Specific {
        /// Its name.
        rule: String,
        /// What it is applied to.
        premise: String,
        /// The level that it counts with, 0 or 1.
        level: usize,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A candidate that is refuted by a trial.
    Trial {
        /// The candidate.
        hypothesis: String,
        /// What follows from it.
        steps: Vec<StepRecord>,
        /// The variable that has no candidate left.
        empty: String,
    },
}

impl StepRecord {
    /// The name of the rule.
    pub fn rule(&self) -> &str {
        match self {
            StepRecord::Single { rule, .. }
            | StepRecord::Chain { rule, .. }
            | StepRecord::Forcing { rule, .. }
            | StepRecord::Subset { rule, .. }
            | StepRecord::Finned { rule, .. }
            | StepRecord::Belt { rule, .. }
            | StepRecord::Impossible { rule, .. }
            | StepRecord::Split { rule, .. }
            | StepRecord::OrWhip { rule, .. }
            | StepRecord::Specific { rule, .. }
            | StepRecord::Guardian { rule, .. } => rule,
            StepRecord::Trial { .. } => "trial",
        }
    }
}

/// A partial whip of a forcing whip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchRecord {
    /// The candidate on which it is built.
    pub start: String,
    /// The variables with their candidates.
    pub links: Vec<LinkRecord>,
}

/// One variable of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkRecord {
    /// The variable.
    pub variable: String,
    /// The left-linking candidate.
    pub left: String,
    /// The right-linking candidate or g-candidate, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
}

/// One segment of a belt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SegmentRecord {
    /// Its two ends.
    pub ends: [String; 2],
    /// The variables that it shares with the next segment.
    pub shared: [String; 2],
}
