//! Records of a Parquet file that has a `puzzle` column, and perhaps a `comment`
//! column.

use std::io::{self, Read, Seek};
use std::path::Path;

use tempfile::NamedTempFile;

use super::record::Fields;
use crate::io::Position;
use crate::io::lines::LONGEST;
use crate::table::columns::{COMMENT, PUZZLE};
use crate::table::parquet::{ParquetChunks, ParquetFile};
use crate::table::{Cell, Chunk, Kind, ReadError, Selected};

/// Reads records from a Parquet file.
pub struct ParquetRecords {
    chunks: ParquetChunks,
    chunk: Chunk,
    /// The next row of the chunk.
    next: usize,
    /// Rows read before the chunk.
    before: u64,
    has_comment: bool,
    progress: Option<Progress>,
    /// The file that holds what came as a stream, kept as long as it is read.
    _spool: Option<NamedTempFile>,
}

/// Rows counted as bytes of the file, in proportion.
struct Progress {
    position: Position,
    bytes_per_row: f64,
    counted: u64,
}

impl ParquetRecords {
    /// The records of a file of this length.
    pub fn open(path: &Path, length: u64, position: Position) -> io::Result<Self> {
        // The first bytes were counted when the file was recognised.
        let counted = position.bytes();
        let (mut records, rows) = Self::read(path)?;
        records.progress = Some(Progress {
            position,
            bytes_per_row: length as f64 / rows.max(1) as f64,
            counted,
        });
        Ok(records)
    }

    /// The records of a stream, which is put in a temporary file.
    pub fn spool(mut input: impl Read) -> io::Result<Self> {
        let mut spool = NamedTempFile::new()?;
        io::copy(&mut input, spool.as_file_mut())?;
        spool.rewind()?;
        let (mut records, _) = Self::read(spool.path())?;
        records._spool = Some(spool);
        Ok(records)
    }

    /// The records of a file, and how many there are.
    fn read(path: &Path) -> io::Result<(Self, u64)> {
        let file = ParquetFile::open(path).map_err(ReadError::into_io)?;
        let has = |column: &str| file.names().any(|name| name == column);
        if !has(PUZZLE) {
            let message = "this Parquet file has no column called puzzle";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let has_comment = has(COMMENT);
        let mut selected = vec![Selected::new(PUZZLE, Kind::Word)];
        selected.extend(has_comment.then(|| Selected::new(COMMENT, Kind::Text)));
        let records = ParquetRecords {
            chunks: file.chunks(&selected).map_err(ReadError::into_io)?,
            chunk: Chunk::default(),
            next: 0,
            before: 0,
            has_comment,
            progress: None,
            _spool: None,
        };
        Ok((records, file.rows()))
    }

    /// The next record, if there is one.
    pub fn next(&mut self) -> io::Result<Option<Fields<'_>>> {
        while self.next == self.chunk.rows() {
            self.before += self.chunk.rows() as u64;
            self.next = 0;
            self.chunk = match self.chunks.next() {
                None => return Ok(None),
                Some(chunk) => chunk.map_err(ReadError::into_io)?,
            };
        }
        let row = self.next;
        self.next += 1;
        if let Some(progress) = &mut self.progress {
            progress.advance(self.before + self.next as u64);
        }
        let text = |column: usize| match self.chunk.cell(column, row) {
            Cell::Text(text) => text.as_bytes(),
            _ => &[],
        };
        let comment = self.has_comment.then(|| text(1));
        let comment = comment.filter(|comment| !comment.is_empty());
        let puzzle = text(0);
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
    fn advance(&mut self, rows: u64) {
        let bytes = (rows as f64 * self.bytes_per_row) as u64;
        if bytes > self.counted {
            self.position.advance(bytes - self.counted);
            self.counted = bytes;
        }
    }
}
