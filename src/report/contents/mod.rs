//! What a report tells of a table: the summary put into words, tables and
//! figures. One file a section.

mod clues;
mod comparisons;
mod extremes;
mod overview;
mod pairs;
mod ratings;
mod rejects;
mod shares;

pub use extremes::{Group, Shown};
pub use rejects::Rejects;

use super::document::{Document, Section};
use crate::rating::Name;
use crate::stats::{Column, Entry, Summary};

/// What a report is made of.
pub struct Material<'a> {
    /// Title of the report.
    pub title: &'a str,
    /// What the statistics tell.
    pub summary: &'a Summary,
    /// The puzzles to draw.
    pub extremes: &'a [Group],
    /// The lines that were rejected.
    pub rejects: &'a Rejects,
    /// Names and values for the provenance box.
    pub provenance: Vec<(String, String)>,
}

/// The report on a table.
pub fn document(material: Material) -> Document {
    let summary = material.summary;
    let sections: [Option<Section>; 9] = [
        Some(overview::section(summary)),
        comparisons::section(summary),
        clues::distribution(summary),
        ratings::section(summary),
        pairs::section(summary),
        clues::ratings(summary),
        pairs::correlations(summary),
        extremes::section(material.extremes),
        Some(rejects::section(summary, material.rejects)),
    ];
    Document {
        title: material.title.to_string(),
        lede: overview::lede(summary),
        sections: sections.into_iter().flatten().collect(),
        provenance: material.provenance,
    }
}

/// Whether a rating is a length of chains: W, B, gW and gB can be set side by side.
fn is_chain(column: Column) -> bool {
    let chains = [Name::W, Name::B, Name::Gw, Name::Gb];
    chains.map(Column::Rating).contains(&column)
}

/// Whether something is told in a column: more than that it is not known, or not
/// applicable.
fn tells<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> bool {
    let nothing = [Entry::Unknown, Entry::NotApplicable];
    entries.into_iter().any(|entry| !nothing.contains(entry))
}
