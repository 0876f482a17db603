//! What a report says of a table: the summary put into words, tables and
//! figures. One file a section.

mod clues;
mod common;
mod comparisons;
mod extremes;
mod hunt;
mod kinds;
mod overview;
mod pairs;
mod ratings;
mod rejects;
mod remarks;
mod shares;

pub(crate) use extremes::{ExtremeGroup, ExtremePuzzle, Respects};
pub(crate) use rejects::RejectedLines;

use super::document::{Document, Section};
use crate::hunt::lineage::Lineage;
use crate::stats::Summary;

pub(crate) struct Material<'a> {
    pub title: &'a str,
    pub summary: &'a Summary,
    /// In what respects puzzles are extreme, and whether the page is about them alone.
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
        kinds::section(summary),
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
        sections: sections.collect(),
        provenance: material.provenance,
    }
}
