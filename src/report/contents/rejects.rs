//! The lines that were not rated.

use std::collections::BTreeMap;
use std::path::Path;

use crate::io::grouped;
use crate::report::document::{Section, SectionBlock};
use crate::sheet::{Sheet, SheetCell};
use crate::stats::Summary;

const EXAMPLES: usize = 20;

/// Reasons that are counted separately: an input with more is not a
/// collection of puzzles.
const REASONS: usize = 100;

#[derive(Clone, Debug, Default)]
pub(crate) struct RejectedLines {
    reasons: BTreeMap<String, u64>,
    /// The first rejected lines: file, line, reason, text.
    examples: Vec<[String; 4]>,
}

impl RejectedLines {
    pub(crate) fn read(&mut self, path: &Path) -> Result<(), csv::Error> {
        let mut reader = csv::Reader::from_path(path)?;
        for record in reader.deserialize() {
            let (_, input, line, reason, text): (u64, String, String, String, String) = record?;
            let reason_known = self.reasons.contains_key(&reason);
            let class = if reason_known || self.reasons.len() < REASONS {
                reason.clone()
            } else {
                "other reasons".to_string()
            };
            *self.reasons.entry(class).or_default() += 1;
            if self.examples.len() < EXAMPLES {
                self.examples.push([input, line, reason, text]);
            }
        }
        Ok(())
    }

    fn ranked(&self) -> Vec<(&String, u64)> {
        let reasons = self.reasons.iter().map(|(reason, &n)| (reason, n));
        let mut reasons: Vec<_> = reasons.collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        reasons
    }
}

pub(super) fn section(summary: &Summary, rejects: &RejectedLines) -> Option<Section> {
    let sources = summary.sources.iter();
    let counts = sources.map(|source| Some(source.metadata.as_ref()?.rejected));
    let text = match counts.sum::<Option<u64>>() {
        Some(0) => "No line was rejected: every puzzle of the input is rated.".to_string(),
        Some(1) => "1 line of the input was rejected.".to_string(),
        Some(count) => format!("{} lines of the input were rejected.", grouped(count)),
        None => "The tables do not say how many lines were rejected.".to_string(),
    };
    let mut blocks = vec![SectionBlock::Text(text)];
    if !rejects.examples.is_empty() {
        let reasons = rejects.ranked().into_iter();
        let reasons = reasons.map(|(reason, n)| vec![reason.as_str().into(), SheetCell::Count(n)]);
        let heads = ["reason", "lines"];
        let sheet = Sheet::new("reject-reasons", "Reasons for rejection", heads);
        blocks.push(SectionBlock::Table(sheet.with_rows(reasons)));
        let examples = rejects.examples.iter().map(|[file, line, reason, text]| {
            let words = [file, line, reason].map(|text| SheetCell::Text(text.clone()));
            let text = SheetCell::Code(text.clone());
            words.into_iter().chain([text]).collect()
        });
        let heads = ["file", "line", "reason", "text"];
        let sheet = Sheet::new("rejects", "The first rejected lines", heads);
        blocks.push(SectionBlock::Table(sheet.with_rows(examples)));
    }
    Section::new("rejects", "Rejected lines", blocks)
}
