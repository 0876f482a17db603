//! What becomes of records: the place where the job meets the engine.

use std::sync::Arc;

use super::entry::{Entry, Reject};
use super::feed::{Batch, Mark, Numbered};
use super::filter::RowFilter;
use crate::input::record::LONGEST_SHOWN;
use crate::input::{BadLine, Given};
use crate::io::Source;
use crate::io::shown;
use crate::job::pump::guarded;
use crate::table::Row;
use gradus_engine::rating::{Classification, Rejection};
use gradus_model::Instance;

/// What a puzzle becomes.
pub trait Work: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync {}

impl<W: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync> Work for W {}

/// What a batch became.
pub struct Done {
    /// The entries, in the order of the inputs.
    pub entries: Vec<Entry>,
    /// Where the inputs are after it.
    pub mark: Mark,
    /// The kept columns of the inputs read up to there.
    pub kept: Arc<Vec<String>>,
    /// About how much memory it takes.
    pub cost: usize,
}

/// What becomes of a batch.
pub(crate) fn entries(
    sources: &[Source],
    work: &impl Work,
    filter: Option<&RowFilter>,
    batch: Batch,
) -> Done {
    let cost = batch.cost();
    let records = batch.records.into_iter();
    let filtered = |entry: Entry| match (&entry, filter) {
        (Entry::Row(row), Some(filter)) => {
            let left_out = filter.leaves_out(row, &batch.kept);
            left_out.map_or(entry, Entry::LeftOut)
        }
        _ => entry,
    };
    Done {
        entries: records
            .map(|record| filtered(entry(sources, work, record)))
            .collect(),
        mark: batch.mark,
        kept: batch.kept,
        cost,
    }
}

/// What becomes of a record.
fn entry(sources: &[Source], work: &impl Work, record: Numbered) -> Entry {
    let row = record.row;
    match answered(sources, record, work) {
        Ok((given, numbers)) => Entry::Row(Row {
            kept: given.kept,
            ..Row::new(row, given.puzzle.to_string(), given.comment, &numbers)
        }),
        Err(reject) => Entry::Reject(reject),
    }
}

/// What a function makes of the puzzle of a record; or the rejected line, if there is no
/// puzzle or the function has no answer.
pub(crate) fn answered<T, E: ToString>(
    sources: &[Source],
    record: Numbered,
    work: impl FnOnce(&dyn Instance) -> Result<T, E>,
) -> Result<(Given, T), Reject> {
    let Numbered {
        row, input, line, ..
    } = record;
    let reject = |bad| Reject {
        row,
        input: sources[input].name.clone(),
        line,
        bad,
    };
    let given = record.content.map_err(reject)?;
    let reason = match guarded(|| work(given.puzzle.as_ref())) {
        Some(Ok(answer)) => return Ok((given, answer)),
        Some(Err(reason)) => reason.to_string(),
        None => "gradus failed on this puzzle, which is a defect: please report it".to_string(),
    };
    let mut text = given.puzzle.to_string();
    if let Some(comment) = &given.comment {
        text = format!("{text} {}", shown(comment.as_bytes(), LONGEST_SHOWN));
    }
    Err(reject(BadLine { reason, text }))
}
