//! What becomes of records: the place where the job meets the engine.

use std::sync::Arc;

use super::entry::{Entry, Reject};
use super::feed::{Batch, Mark, Numbered};
use super::filter::RowFilter;
use crate::input::record::LONGEST_SHOWN;
use crate::input::{BadLine, Given};
use crate::io::Source;
use crate::io::shown;
use crate::job::pump::{Desk, Pool, Threads, guarded};
use crate::table::Row;
use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Rejection};

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

/// The numbers of a puzzle as a row without its place, comment and kept columns; or why it
/// has none.
pub type Answer = Result<Row, String>;

/// Why a puzzle is rejected on which the program fails.
const DEFECT: &str = "gradus failed on this puzzle, which is a defect: please report it";

/// What becomes of a puzzle, whatever happens to the work.
pub fn answer(puzzle: &dyn Instance, work: &impl Work) -> Answer {
    match guarded(|| work(puzzle)) {
        Some(Ok(numbers)) => Ok(Row::new(0, puzzle.to_string(), None, &numbers)),
        Some(Err(rejection)) => Err(rejection.to_string()),
        None => Err(DEFECT.to_string()),
    }
}

/// Those who rate the batches of a job: threads of this process, or workers anywhere.
pub trait Raters: Sync {
    /// Takes batches from the desk and puts there what they became, until there are no more
    /// or the job is asked to stop.
    fn rate(&self, desk: &Desk<Batch, Done>, settle: &Settle);

    /// Why they gave up before all was done, if they did.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// Threads of this process.
pub struct Local<W> {
    /// How many.
    pub threads: usize,
    /// What a puzzle becomes.
    pub work: W,
}

impl<W: Work> Raters for Local<W> {
    fn rate(&self, desk: &Desk<Batch, Done>, settle: &Settle) {
        let work = |batch| settle.done(batch, |puzzle| answer(puzzle, &self.work));
        let count = self.threads;
        Threads { count, work }.serve(desk);
    }
}

/// What a batch and the answers to its puzzles become, in one job.
pub struct Settle<'a> {
    /// The inputs of the job.
    pub(crate) sources: &'a [Source],
    /// Which rows are written.
    pub(crate) filter: Option<&'a RowFilter>,
}

impl Settle<'_> {
    /// What becomes of a batch; the answer is asked for each of its puzzles, in order.
    pub fn done(&self, batch: Batch, mut answer: impl FnMut(&dyn Instance) -> Answer) -> Done {
        let cost = batch.cost();
        let records = batch.records.into_iter();
        let entry = |record| self.filtered(self.entry(record, &mut answer), &batch.kept);
        Done {
            entries: records.map(entry).collect(),
            mark: batch.mark,
            kept: batch.kept,
            cost,
        }
    }

    fn entry(&self, record: Numbered, answer: impl FnOnce(&dyn Instance) -> Answer) -> Entry {
        let place = record.row;
        match answered(self.sources, record, answer) {
            Ok((given, numbers)) => Entry::Row(Row {
                row: place,
                comment: given.comment,
                kept: given.kept,
                ..numbers
            }),
            Err(reject) => Entry::Reject(reject),
        }
    }

    fn filtered(&self, entry: Entry, kept: &[String]) -> Entry {
        match (&entry, self.filter) {
            (Entry::Row(row), Some(filter)) => {
                let left_out = filter.leaves_out(row, kept);
                left_out.map_or(entry, Entry::LeftOut)
            }
            _ => entry,
        }
    }
}

/// Raters as the pool of a pump.
pub(crate) struct Serving<'a, R> {
    /// Who rates.
    pub raters: &'a R,
    /// For which job.
    pub settle: Settle<'a>,
}

impl<R: Raters> Pool<Batch, Done> for Serving<'_, R> {
    fn serve(&self, desk: &Desk<Batch, Done>) {
        self.raters.rate(desk, &self.settle);
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
        None => DEFECT.to_string(),
    };
    let mut text = given.puzzle.to_string();
    if let Some(comment) = &given.comment {
        text = format!("{text} {}", shown(comment.as_bytes(), LONGEST_SHOWN));
    }
    Err(reject(BadLine { reason, text }))
}
