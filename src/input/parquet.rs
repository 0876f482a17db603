//! Records of a Parquet file that has a `puzzle` column, and perhaps a `comment`
//! column; read by polars, some thousand rows at a time.

use std::io::{self, Read, Seek};
use std::path::Path;
use std::sync::mpsc::Receiver;

use polars::prelude::*;
use tempfile::NamedTempFile;

use super::lines::LONGEST;
use super::open::Position;
use super::record::Fields;
use crate::table::parquet::{Kind, ParquetFile};

/// Reads records from a Parquet file.
pub struct ParquetRecords {
    batches: Receiver<PolarsResult<DataFrame>>,
    batch: DataFrame,
    /// The next row of the batch.
    next: usize,
    /// Rows read before the batch.
    before: u64,
    /// Rows of the file.
    rows: u64,
    has_comment: bool,
    progress: Option<Progress>,
    /// The file that holds what came as a stream, kept as long as it is read.
    _spool: Option<NamedTempFile>,
}

/// How rows are told as bytes of the file: in proportion.
struct Progress {
    position: Position,
    bytes_per_row: f64,
    told: u64,
}

impl ParquetRecords {
    /// The records of a file of this length.
    pub fn open(path: &Path, length: u64, position: Position) -> io::Result<Self> {
        // The first bytes were counted when the file was recognised.
        let told = position.bytes();
        let mut records = Self::read(path)?;
        records.progress = Some(Progress {
            position,
            bytes_per_row: length as f64 / records.rows.max(1) as f64,
            told,
        });
        Ok(records)
    }

    /// The records of a stream, which is put in a temporary file.
    pub fn spool(mut input: impl Read) -> io::Result<Self> {
        let mut spool = NamedTempFile::new()?;
        io::copy(&mut input, spool.as_file_mut())?;
        spool.rewind()?;
        let mut records = Self::read(spool.path())?;
        records._spool = Some(spool);
        Ok(records)
    }

    fn read(path: &Path) -> io::Result<Self> {
        let file = ParquetFile::open(path).map_err(io_error)?;
        let rows = file.rows();
        let has = |column: &str| file.names().any(|name| name == column);
        if !has("puzzle") {
            let message = "this Parquet file has no column called puzzle";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let has_comment = has("comment");
        let mut columns = vec![("puzzle".to_string(), Kind::Text)];
        if has_comment {
            columns.push(("comment".to_string(), Kind::Text));
        }
        let batches = file.frames(columns).map_err(io_error)?;
        Ok(ParquetRecords {
            batches,
            batch: DataFrame::empty(),
            next: 0,
            before: 0,
            rows,
            has_comment,
            progress: None,
            _spool: None,
        })
    }

    /// The next record, if there is one.
    #[expect(
        clippy::should_implement_trait,
        reason = "the record is lent, not given"
    )]
    pub fn next(&mut self) -> io::Result<Option<Fields<'_>>> {
        while self.next == self.batch.height() {
            self.before += self.batch.height() as u64;
            self.next = 0;
            match self.batches.recv() {
                Err(_) if self.before == self.rows => return Ok(None),
                Err(_) => {
                    let message =
                        format!("only {} of its {} rows are there", self.before, self.rows);
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                Ok(batch) => {
                    self.batch = batch.map_err(io_error)?;
                }
            }
        }
        let row = self.next;
        self.next += 1;
        if let Some(progress) = &mut self.progress {
            progress.tell(self.before + self.next as u64);
        }
        let column = |index: usize| -> io::Result<Option<&[u8]>> {
            let column = self.batch.columns()[index].str().map_err(io_error)?;
            Ok(column.get(row).map(str::as_bytes))
        };
        let comment = match self.has_comment {
            true => column(1)?.filter(|comment| !comment.is_empty()),
            false => None,
        };
        let puzzle = column(0)?.unwrap_or_default().trim_ascii();
        Ok(Some(Fields {
            line: self.before + self.next as u64,
            text: puzzle,
            puzzle,
            comment,
            too_long: puzzle.len() + comment.map_or(0, <[u8]>::len) > LONGEST,
        }))
    }
}

impl Progress {
    fn tell(&mut self, rows: u64) {
        let bytes = (rows as f64 * self.bytes_per_row) as u64;
        if bytes > self.told {
            self.position.advance(bytes - self.told);
            self.told = bytes;
        }
    }
}

/// A file that is not as it should be is an error of reading it.
fn io_error(error: PolarsError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}
