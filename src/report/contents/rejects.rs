//! The lines that were not rated.

use std::collections::BTreeMap;
use std::path::Path;

use crate::report::document::{Block, Cell, Section, Table};
use crate::report::number::grouped;
use crate::stats::Summary;

/// Rejected lines that are shown.
const EXAMPLES: usize = 20;

/// Reasons that are told apart: beyond, an input is not a collection of puzzles.
const REASONS: usize = 100;

/// Lines that were rejected, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Rejects {
    reasons: BTreeMap<String, u64>,
    /// The first of them: file, line, reason, text.
    examples: Vec<[String; 4]>,
}

impl Rejects {
    /// Adds the lines of a rejects file.
    pub fn read(&mut self, path: &Path) -> Result<(), csv::Error> {
        let mut reader = csv::Reader::from_path(path)?;
        for record in reader.deserialize() {
            let (_, input, line, reason, text): (u64, String, String, String, String) = record?;
            let reason_known = self.reasons.contains_key(&reason);
            let class = match reason_known || self.reasons.len() < REASONS {
                true => reason.clone(),
                false => "other reasons".to_string(),
            };
            *self.reasons.entry(class).or_default() += 1;
            if self.examples.len() < EXAMPLES {
                self.examples.push([input, line, reason, text]);
            }
        }
        Ok(())
    }

    /// Reasons, the most frequent first.
    fn ranked(&self) -> Vec<(&String, u64)> {
        let mut reasons: Vec<_> = self
            .reasons
            .iter()
            .map(|(reason, &n)| (reason, n))
            .collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        reasons
    }
}

/// The section.
pub fn section(summary: &Summary, rejects: &Rejects) -> Section {
    let mut section = Section::new("rejects", "Rejected lines");
    let told = summary
        .sources
        .iter()
        .map(|source| Some(source.metadata.as_ref()?.rejected));
    let text = match told.sum::<Option<u64>>() {
        Some(0) => "No line was rejected: every puzzle of the input is rated.".to_string(),
        Some(1) => "1 line of the input was rejected.".to_string(),
        Some(count) => format!("{} lines of the input were rejected.", grouped(count)),
        None => "The tables do not tell how many lines were rejected.".to_string(),
    };
    section.blocks.push(Block::Text(text));
    if rejects.examples.is_empty() {
        return section;
    }
    let reason =
        |(reason, count): (&String, u64)| vec![Cell::Text(reason.clone()), Cell::Count(count)];
    section.blocks.push(Block::Table(Table::new(
        "reject-reasons",
        "Reasons of rejection",
        ["reason", "lines"],
        rejects.ranked().into_iter().map(reason),
    )));
    let example = |[file, line, reason, text]: &[String; 4]| {
        let words = [file, line, reason].map(|text| Cell::Text(text.clone()));
        words
            .into_iter()
            .chain([Cell::Code(text.clone())])
            .collect()
    };
    section.blocks.push(Block::Table(Table::new(
        "rejects",
        "The first rejected lines",
        ["file", "line", "reason", "text"],
        rejects.examples.iter().map(example),
    )));
    section
}
