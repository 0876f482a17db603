//! The table and its rejects, written from a journal that is complete or from shards.

use std::fs::File;
use std::io;

use super::entry::{Entry, Reject};
use super::frames::Frame;
use super::outputs::Outputs;
use super::tally::Tally;
use crate::io::atomic::{self, Part};
use crate::io::overwrite::{Existing, is_there};
use crate::job::{Error, Journal};
use crate::table::csv::io_error;
use crate::table::{Metadata, TableWriter};
use gradus_engine::rating::Names;

/// Outputs on their way.
pub(crate) struct Rendering<'a> {
    outputs: &'a Outputs,
    metadata: &'a Metadata,
    table: Box<dyn TableWriter + 'a>,
    table_part: Part,
    rejects: Option<(csv::Writer<File>, Part)>,
    tally: Tally,
    /// What becomes of other files where the outputs should go.
    pub existing: Existing,
}

impl<'a> Rendering<'a> {
    /// Creates the files.
    pub(crate) fn begin(
        outputs: &'a Outputs,
        names: &Names,
        metadata: &'a Metadata,
    ) -> Result<Rendering<'a>, Error> {
        let failed = Error::writing(&outputs.table);
        let table_part = Part::create(&outputs.table).map_err(&failed)?;
        let file = table_part.file().map_err(&failed)?;
        let columns = metadata.columns(names);
        let table = outputs.format.writer(file, columns, metadata);
        Ok(Rendering {
            outputs,
            metadata,
            table: table.map_err(&failed)?,
            table_part,
            rejects: None,
            tally: Tally::new(names),
            existing: Existing::Keep,
        })
    }

    /// Writes the outputs of a job from its journal and moves them into place.
    pub(crate) fn render(mut self, journal: &Journal<Frame>) -> Result<Tally, Error> {
        let mut frames = journal.frames()?;
        while let Some(frame) = frames.next()? {
            if let Frame::Entries(entries, _) = frame {
                for entry in &entries {
                    self.add(entry)?;
                }
            }
        }
        let (rows, rejected) = self.counts();
        if (rows, rejected) != (self.metadata.rows, self.metadata.rejected) {
            let reason = format!(
                "it has {rows} rows and {rejected} rejected lines instead of {} and {}",
                self.metadata.rows, self.metadata.rejected
            );
            return Err(Error::read(journal.path(), reason));
        }
        self.finish()
    }

    /// Writes an entry.
    pub(crate) fn add(&mut self, entry: &Entry) -> Result<(), Error> {
        match entry {
            Entry::Row(row) => {
                self.tally.add(row);
                let written = self.table.write(row);
                written.map_err(Error::writing(&self.outputs.table))
            }
            Entry::Reject(reject) => {
                self.tally.reject(reject);
                self.reject(reject)
            }
            Entry::LeftOut(why) => {
                self.tally.leave_out(*why);
                Ok(())
            }
        }
    }

    /// Rows and rejected lines so far.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.tally.rows, self.tally.rejected)
    }

    fn reject(&mut self, reject: &Reject) -> Result<(), Error> {
        let failed = Error::writing(&self.outputs.rejects);
        let rejects = match &mut self.rejects {
            Some((rejects, _)) => rejects,
            None => {
                let part = Part::create(&self.outputs.rejects).map_err(&failed)?;
                let mut rejects = csv::Writer::from_writer(part.file().map_err(&failed)?);
                let written = rejects.write_record(Reject::COLUMNS);
                written.map_err(|error| failed(io_error(error)))?;
                &mut self.rejects.insert((rejects, part)).0
            }
        };
        let written = rejects.write_record(reject.fields());
        written.map_err(|error| failed(io_error(error)))
    }

    /// Ends the files and moves them into place, the table last: when it is there, all
    /// is there.
    pub(crate) fn finish(self) -> Result<Tally, Error> {
        let (existing, Outputs { table, rejects, .. }) = (self.existing, self.outputs);
        self.table.finish().map_err(Error::writing(table))?;
        let written = match self.rejects {
            Some((mut writer, part)) => writer.flush().and_then(|()| part.commit(existing)),
            None if existing == Existing::Replace => atomic::remove(rejects),
            None if is_there(rejects) => Err(io::ErrorKind::AlreadyExists.into()),
            None => Ok(()),
        };
        written.map_err(Error::writing(rejects))?;
        if let Some(path) = self.outputs.metadata() {
            let text = format!("{}\n", self.metadata.to_json());
            atomic::write(&path, text, existing).map_err(Error::writing(&path))?;
        }
        let moved = self.table_part.commit(existing);
        moved.map_err(Error::writing(table))?;
        Ok(self.tally)
    }
}
