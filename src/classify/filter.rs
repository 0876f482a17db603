//! Selects the rows to write: those that satisfy the condition of the job.

use std::sync::atomic::AtomicBool;

use super::entry::LeftOut;
use super::spec::Job;
use crate::expression::{BoundCondition, Fault, Truth, Why};
use crate::expression::{RowValues, own_columns};
use crate::input::open;
use crate::io::{BytesRead, Source};
use crate::table::kept_name;
use crate::table::{Keep, Row};
use gradus_engine::rating::Names;

/// The condition of a job, bound to the columns of its rows.
pub(crate) struct RowFilter {
    condition: BoundCondition,
    names: Names,
}

impl RowFilter {
    /// The filter of a job, if it has a condition. Fails if the condition names a column that
    /// no row will have.
    pub(crate) fn new(job: &Job) -> Result<Option<RowFilter>, Fault> {
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
            // The kept columns are looked up only if they can matter.
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

    /// Checks that the rows have all columns that the condition names, once the kept ones are
    /// known.
    pub(crate) fn confirm(job: &Job, kept: &[String]) -> Result<(), Fault> {
        let Some(condition) = &job.condition else {
            return Ok(());
        };
        let mut scope = own_columns(&job.request.names);
        kept.iter().for_each(|name| scope.text(name));
        condition.bind(&scope).map(|_| ())
    }

    /// The reason for leaving out a row with these kept columns, if there is one.
    pub(super) fn leaves_out(&self, row: &Row, kept: &[String]) -> Option<LeftOut> {
        let operands = &self.condition.operands;
        let values = RowValues { names: &self.names };
        match self
            .condition
            .verdict(|place| values.of(row, kept, &operands[place]))
        {
            Truth::Holds => None,
            Truth::Fails => Some(LeftOut::Fails),
            Truth::Open(Why::Missing) => Some(LeftOut::Missing),
            Truth::Open(Why::NoNumber) => Some(LeftOut::NoNumber),
        }
    }
}

/// The kept columns of a source according to its first record. The job reports its errors.
fn first_columns(source: &Source, job: &Job) -> Vec<String> {
    let (position, stop) = (BytesRead::default(), AtomicBool::new(false));
    let Ok(mut records) = open(source, &position, &stop, &job.reading) else {
        return Vec::new();
    };
    let _ = records.next();
    records.kept().to_vec()
}
