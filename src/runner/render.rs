//! The table and its rejects written from a journal that is complete.

use std::io::Write;
use std::path::Path;

use super::entry::{Entry, Reject};
use super::error::Error;
use super::journal::{Frame, Journal};
use super::outputs::{self, Outputs, commit, create_part};
use super::tally::Tally;
use crate::rating::Names;
use crate::table::csv::io_error;
use crate::table::{Columns, Metadata, TableWriter};

/// Writes the outputs of a job and moves them into place, the table last: when it
/// is there, all is there.
pub fn render(
    journal: &Journal,
    outputs: &Outputs,
    names: &Names,
    metadata: &Metadata,
) -> Result<Tally, Error> {
    let mut rendering = Rendering::begin(outputs, names, metadata)?;
    let mut frames = journal.frames()?;
    while let Some(frame) = frames.next()? {
        if let Frame::Entries(entries, _) = frame {
            for entry in &entries {
                rendering.add(entry)?;
            }
        }
    }
    let (rows, rejected) = rendering.counts();
    if (rows, rejected) != (metadata.rows, metadata.rejected) {
        let reason = format!(
            "it has {rows} rows and {rejected} rejected lines instead of {} and {}",
            metadata.rows, metadata.rejected
        );
        return Err(Error::read(journal.path(), reason));
    }
    rendering.finish()
}

/// Outputs on their way.
pub struct Rendering<'a> {
    outputs: &'a Outputs,
    metadata: &'a Metadata,
    table: Box<dyn TableWriter + 'a>,
    rejects: Option<csv::Writer<std::fs::File>>,
    tally: Tally,
}

impl<'a> Rendering<'a> {
    /// Creates the files.
    pub fn begin(
        outputs: &'a Outputs,
        names: &Names,
        metadata: &'a Metadata,
    ) -> Result<Rendering<'a>, Error> {
        let file = create_part(&outputs.table)?;
        let table = outputs.format.writer(file, Columns::of(names), metadata);
        Ok(Rendering {
            outputs,
            metadata,
            table: table.map_err(|error| Error::output(&outputs.table, error))?,
            rejects: None,
            tally: Tally::new(names),
        })
    }

    /// Writes an entry.
    pub fn add(&mut self, entry: &Entry) -> Result<(), Error> {
        match entry {
            Entry::Row(row) => {
                self.tally.add(row);
                let written = self.table.write(row);
                written.map_err(|error| Error::output(&self.outputs.table, error))
            }
            Entry::Reject(reject) => {
                self.tally.rejected += 1;
                self.reject(reject)
            }
        }
    }

    /// Rows and rejected lines so far.
    pub fn counts(&self) -> (u64, u64) {
        (self.tally.rows, self.tally.rejected)
    }

    fn reject(&mut self, reject: &Reject) -> Result<(), Error> {
        let path = &self.outputs.rejects;
        let failed = |error| Error::output(path, io_error(error));
        let rejects = match &mut self.rejects {
            Some(rejects) => rejects,
            None => {
                let mut rejects = csv::Writer::from_writer(create_part(path)?);
                rejects.write_record(Reject::COLUMNS).map_err(failed)?;
                self.rejects.insert(rejects)
            }
        };
        rejects.write_record(reject.fields()).map_err(failed)
    }

    /// Ends the files and moves them into place.
    pub fn finish(self) -> Result<Tally, Error> {
        let outputs = self.outputs;
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| Error::output(&path, error)
        };
        self.table.finish().map_err(failed(&outputs.table))?;
        match self.rejects {
            Some(mut rejects) => {
                rejects.flush().map_err(failed(&outputs.rejects))?;
                commit(&outputs.rejects)?;
            }
            None => outputs::remove(&outputs.rejects)?,
        }
        if let Some(path) = outputs.metadata() {
            let mut file = create_part(&path)?;
            writeln!(file, "{}", self.metadata.to_json()).map_err(failed(&path))?;
            commit(&path)?;
        }
        commit(&outputs.table)?;
        Ok(self.tally)
    }
}
