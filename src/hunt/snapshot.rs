//! A file of the best finds while the hunt runs: one JSON object per line, the best last.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::spec::Job;
use super::state::{COLUMNS, HuntState};
use super::target::shown;
use crate::io::IfExists;
use crate::io::atomic;
use crate::job::Error;
use crate::table::Cell;
use crate::table::Columns;

/// Writes the best finds.
pub(super) struct SnapshotWriter<'a> {
    job: &'a Job,
    file: Option<&'a Path>,
}

impl<'a> SnapshotWriter<'a> {
    pub(super) fn new(job: &'a Job) -> Self {
        SnapshotWriter {
            job,
            file: job.watch.as_deref(),
        }
    }

    /// Writes all finds that were better than those before, in one step.
    pub(super) fn write(&self, state: &HuntState) -> Result<(), Error> {
        let Some(path) = self.file else {
            return Ok(());
        };
        let columns = Columns::of(&self.job.request.names).with(&COLUMNS.map(String::from));
        let mut text = String::new();
        for rise in &state.rises {
            let mut line = Map::new();
            let number = |number: &str| number.parse().map_or(json!(number), |n: f64| json!(n));
            line.insert("value".to_string(), number(&shown(rise.score.value)));
            for field in columns.iter() {
                let value = match rise.row.cell(field) {
                    Cell::Null => Value::Null,
                    Cell::Number(number) => json!(number),
                    Cell::Text(text) | Cell::Decimal(text) => json!(text),
                };
                line.insert(field.name(), value);
            }
            text += &format!("{}\n", Value::Object(line));
        }
        atomic::write(path, text, IfExists::Replace).map_err(Error::writing(path))
    }
}
