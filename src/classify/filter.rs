//! Which rows of a job are written: those for which its condition holds.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::job::Job;
use crate::expression::row::{RowValues, own_columns};
use crate::expression::{BoundCondition, Fault, Verdict, Why};
use crate::input::records::open;
use crate::io::{Position, Source};
use crate::table::kept::kept_name;
use crate::table::{Keep, Row};
use gradus_engine::rating::Names;

/// Why a row that was rated is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeftOut {
    /// The condition does not hold.
    Fails,
    /// Something that it compares is missing.
    Missing,
    /// A text that it compares is no number.
    NoNumber,
}

/// The condition of a job, for the columns that its rows have.
pub(crate) struct RowFilter {
    condition: BoundCondition,
    names: Names,
}

impl RowFilter {
    /// The filter of a job, if it has a condition; an error if that names a column which
    /// no row will have.
    pub(crate) fn of(job: &Job) -> Result<Option<RowFilter>, Fault> {
        let Some(condition) = &job.condition else {
            return Ok(None);
        };
        let mut scope = own_columns(&job.request.names);
        match &job.reading.keep {
            Keep::None => {}
            Keep::Columns(names) => names.iter().for_each(|name| scope.text(&kept_name(name))),
            Keep::All
                if job
                    .found
                    .sources
                    .iter()
                    .any(|source| source.length.is_none()) =>
            {
                scope.open();
            }
            // What the inputs keep is looked up only if it can matter.
            Keep::All if condition.bind(&scope).is_ok() => {}
            Keep::All => {
                let sources = job.found.sources.iter();
                let kept = sources.flat_map(|source| first_columns(source, job));
                kept.for_each(|name| scope.text(&name));
            }
        }
        Ok(Some(RowFilter {
            condition: condition.bind(&scope)?,
            names: job.request.names.clone(),
        }))
    }

    /// Sees that the rows have had all columns that the condition of a job names, now that
    /// the kept ones are known.
    pub(crate) fn confirm(job: &Job, kept: &[String]) -> Result<(), Fault> {
        let Some(condition) = &job.condition else {
            return Ok(());
        };
        let mut scope = own_columns(&job.request.names);
        kept.iter().for_each(|name| scope.text(name));
        condition.bind(&scope).map(|_| ())
    }

    /// Why a row is left out, if it is; the kept columns have these names.
    pub(super) fn leaves_out(&self, row: &Row, kept: &[String]) -> Option<LeftOut> {
        let operands = self.condition.operands();
        let values = RowValues { names: &self.names };
        match self
            .condition
            .verdict(|place| values.of(row, kept, &operands[place]))
        {
            Verdict::Holds => None,
            Verdict::Fails => Some(LeftOut::Fails),
            Verdict::Open(Why::Missing) => Some(LeftOut::Missing),
            Verdict::Open(Why::NoNumber) => Some(LeftOut::NoNumber),
        }
    }
}

/// The columns that a source keeps, as far as its first record shows them. What is wrong
/// with it, the job reports.
fn first_columns(source: &Source, job: &Job) -> Vec<String> {
    let (position, stop) = (Position::default(), AtomicBool::new(false));
    let Ok(mut records) = open(source, &position, &stop, &job.reading) else {
        return Vec::new();
    };
    let _ = records.next();
    records.kept().to_vec()
}
