//! The contents of a report: the summary of a table as text, tables and
//! figures. One file per section.

mod clues;
mod comparisons;
mod extremes;
mod hunt;
mod overview;
mod pairs;
mod ratings;
mod rejects;
mod remarks;
mod shares;

pub use extremes::Respects;
pub(crate) use extremes::{ExtremeGroup, ExtremePuzzle};
pub(crate) use rejects::RejectedLines;

use super::document::{Document, Section};
use crate::hunt::lineage::Lineage;
use crate::stats::{Entry, Summary};

pub(crate) struct Material<'a> {
    pub title: &'a str,
    pub summary: &'a Summary,
    /// The quantities of the extremes; also selects a page about these alone.
    pub respects: Respects,
    pub extremes: &'a [ExtremeGroup],
    pub hunts: &'a [Lineage],
    pub rejects: &'a RejectedLines,
    pub provenance: Vec<(String, String)>,
}

pub(crate) fn document(material: Material) -> Document {
    let summary = material.summary;
    let sections: [Option<Section>; 11] = [
        overview::section(summary),
        hunt::section(material.hunts),
        ratings::kinds(summary),
        comparisons::section(summary),
        clues::distribution(summary),
        ratings::section(summary),
        pairs::section(summary),
        clues::ratings(summary),
        pairs::correlations(summary),
        extremes::section(summary, material.extremes),
        rejects::section(summary, material.rejects),
    ];
    let is_wanted = |section: &Section| match material.respects {
        Respects::Only => section.id == extremes::SECTION,
        Respects::Main | Respects::All => true,
    };
    let sections = sections.into_iter().flatten().filter(is_wanted);
    Document {
        title: material.title.to_string(),
        lede: overview::lede(summary),
        population: overview::population(summary),
        sections: sections.collect(),
        provenance: material.provenance,
    }
    .numbered()
}

/// Colours of the series: only four, as more are hard to tell apart.
const CLASSES: [&str; 4] = ["s1", "s2", "s3", "s4"];

/// Returns true if a column has entries other than unknown and not applicable.
fn is_informative<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> bool {
    let nothing = [Entry::Unknown, Entry::NotApplicable];
    entries.into_iter().any(|entry| !nothing.contains(entry))
}
