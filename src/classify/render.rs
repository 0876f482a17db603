//! Writes the table and its rejects from a complete journal or from shards.

use std::fs::File;
use std::io;

use super::journal::{ClassifyFrame, RecordResult};
use super::tally::Tally;
use crate::io::{AtomicFile, IfExists, exists, remove_file, write_file};
use crate::job::durable::JournalWriter;
use crate::job::records::Reject;
use crate::job::{Error, Outputs};
use crate::table::{Columns, Metadata, TableWriter, io_error};
use gradus_engine::rating::Names;

/// Outputs that are being written.
pub(super) struct Rendering<'a> {
    outputs: &'a Outputs,
    metadata: &'a Metadata,
    /// The columns of the rows.
    columns: Columns,
    table: Box<dyn TableWriter + 'a>,
    table_part: AtomicFile,
    rejects: Option<(csv::Writer<File>, AtomicFile)>,
    tally: Tally,
    if_exists: IfExists,
}

impl<'a> Rendering<'a> {
    /// Creates the files.
    pub(super) fn begin(
        outputs: &'a Outputs,
        names: &Names,
        metadata: &'a Metadata,
        if_exists: IfExists,
    ) -> Result<Rendering<'a>, Error> {
        let failed = Error::writing(&outputs.table);
        let table_part = AtomicFile::create(&outputs.table).map_err(&failed)?;
        let file = table_part.file.try_clone().map_err(&failed)?;
        let columns = metadata.columns(names);
        let written = metadata.asked.infinite.columns(&columns);
        let table = outputs.format.writer(file, written, metadata);
        Ok(Rendering {
            outputs,
            metadata,
            columns,
            table: table.map_err(&failed)?,
            table_part,
            rejects: None,
            tally: Tally::new(names),
            if_exists,
        })
    }

    /// Writes the outputs from the journal of a job and moves them into place.
    pub(super) fn render(mut self, log: &JournalWriter<ClassifyFrame>) -> Result<Tally, Error> {
        log.each(|frame| match frame {
            ClassifyFrame::Results(results, _) => results.iter().try_for_each(|it| self.add(it)),
            // Results ahead of their turn come again in their turn.
            ClassifyFrame::Broken(_) | ClassifyFrame::End(_) | ClassifyFrame::Ahead(_) => Ok(()),
        })?;
        let metadata = self.metadata;
        self.finish(|(rows, rejected)| {
            let reason = format!(
                "it has {rows} rows and {rejected} rejected lines instead of {} and {}",
                metadata.rows, metadata.rejected
            );
            Error::read(log.path(), reason)
        })
    }

    /// Writes a result.
    pub(super) fn add(&mut self, result: &RecordResult) -> Result<(), Error> {
        self.tally.add(result);
        match result {
            RecordResult::Row(row) | RecordResult::Skipped(row, _) => {
                let row = self.metadata.asked.infinite.row(&self.columns, row);
                let written = self.table.write(&row);
                written.map_err(Error::writing(&self.outputs.table))
            }
            RecordResult::Reject(reject) => self.reject(reject),
            RecordResult::LeftOut(_) => Ok(()),
        }
    }

    fn reject(&mut self, reject: &Reject) -> Result<(), Error> {
        let failed = Error::writing(&self.outputs.rejects);
        let rejects = match &mut self.rejects {
            Some((rejects, _)) => rejects,
            None => {
                let part = AtomicFile::create(&self.outputs.rejects).map_err(&failed)?;
                let mut rejects = csv::Writer::from_writer(part.file.try_clone().map_err(&failed)?);
                let written = rejects.write_record(Reject::COLUMNS);
                written.map_err(|error| failed(io_error(error)))?;
                &mut self.rejects.insert((rejects, part)).0
            }
        };
        let (input, bad) = (&reject.input, &reject.bad);
        let fields = (reject.row, input, reject.line, &bad.reason, &bad.text);
        let written = rejects.serialize(fields);
        written.map_err(|error| failed(io_error(error)))
    }

    /// Finishes the files and moves them into place, the table last: once it exists, all
    /// outputs exist. Fails if the numbers of rows and of rejected lines are wrong.
    pub(super) fn finish(self, wrong: impl FnOnce((u64, u64)) -> Error) -> Result<Tally, Error> {
        let counts = (self.tally.rows, self.tally.rejected);
        if counts != (self.metadata.rows, self.metadata.rejected) {
            return Err(wrong(counts));
        }
        let (if_exists, Outputs { table, rejects, .. }) = (self.if_exists, self.outputs);
        self.table.finish().map_err(Error::writing(table))?;
        let written = match self.rejects {
            Some((mut writer, part)) => writer.flush().and_then(|()| part.commit(if_exists)),
            None if if_exists == IfExists::Replace => remove_file(rejects),
            None if exists(rejects) => Err(io::ErrorKind::AlreadyExists.into()),
            None => Ok(()),
        };
        written.map_err(Error::writing(rejects))?;
        if let Some(path) = self.outputs.metadata() {
            let text = format!("{}\n", self.metadata);
            write_file(&path, text, if_exists).map_err(Error::writing(&path))?;
        }
        let moved = self.table_part.commit(if_exists);
        moved.map_err(Error::writing(table))?;
        Ok(self.tally)
    }
}
