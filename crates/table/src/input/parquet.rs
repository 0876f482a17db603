//! Records of a Parquet file, or of another table that is read in frames.

use std::io::{self, Read, Seek};
use std::path::Path;
use std::sync::atomic::Ordering;

use polars::prelude::{DataFrame, PolarsError, PolarsResult};
use polars_arrow::array::Array;
use tempfile::NamedTempFile;

use super::chosen::ChosenColumns;
use super::columns::ReadOptions;
use super::kept_values::KeptValues;
use super::record::Fields;
use super::records::Records;
use super::sample::SAMPLE;
use crate::io::{BytesRead, LONGEST_LINE};
use crate::table::arrow::ArrowColumns;
use crate::table::frame::FrameRows;
use crate::table::parquet::ParquetFile;
use crate::table::selected::Selected;
use crate::table::{KeptType, ReadError, Spelling};

/// The rows of a table, some at a time.
type Frames<'a> = Box<dyn Iterator<Item = Result<DataFrame, ReadError>> + Send + 'a>;

/// Reads records from a Parquet file, or from another table that is read in frames.
pub(super) struct ParquetRecords<'a> {
    rows: FrameRows<Frames<'a>>,
    /// Rows read so far.
    count: u64,
    /// The names that the kept columns have in our table.
    kept_names: Vec<String>,
    kept_types: Vec<KeptType>,
    /// Their values in the row that was read last.
    kept: KeptValues,
    has_comment: bool,
    /// The column of puzzles that was chosen by its content.
    chosen: Option<String>,
    /// The kind of puzzles without a KIND: prefix.
    kind: Option<String>,
    progress: Option<ByteProgress>,
    /// The temporary file of a stream, kept while it is read.
    _spool: Option<NamedTempFile>,
}

/// Rows counted as bytes of the file, in proportion.
struct ByteProgress {
    position: BytesRead,
    bytes_per_row: f64,
    counted: u64,
}

impl<'a> ParquetRecords<'a> {
    /// The records of a file of this length.
    pub(super) fn open(
        path: &Path,
        length: u64,
        position: BytesRead,
        reading: &ReadOptions,
    ) -> io::Result<Self> {
        // The first bytes were counted when the file was recognised.
        let counted = position.bytes.load(Ordering::Relaxed);
        let (mut records, rows) = Self::read(path, reading)?;
        records.progress = Some(ByteProgress {
            position,
            bytes_per_row: length as f64 / rows.max(1) as f64,
            counted,
        });
        Ok(records)
    }

    /// The records of a stream, which is put in a temporary file.
    pub(super) fn spool(mut input: impl Read, reading: &ReadOptions) -> io::Result<Self> {
        let mut spool = NamedTempFile::new()?;
        io::copy(&mut input, spool.as_file_mut())?;
        spool.rewind()?;
        let (mut records, _) = Self::read(spool.path(), reading)?;
        records._spool = Some(spool);
        Ok(records)
    }

    /// The records of a file, and how many there are.
    fn read(path: &Path, reading: &ReadOptions) -> io::Result<(Self, u64)> {
        let file = ParquetFile::open(path).map_err(ReadError::into_io)?;
        let sample = |selected: &[Selected]| file.first_rows(selected, SAMPLE);
        let chosen = ChosenColumns::of(&file.columns(), reading, sample)?;
        let frames = file.frames(&chosen.selected).map_err(ReadError::into_io)?;
        Ok((Self::of(chosen, reading, Box::new(frames)), file.rows()))
    }

    fn of(chosen: ChosenColumns, reading: &ReadOptions, frames: Frames<'a>) -> Self {
        ParquetRecords {
            rows: FrameRows::new(frames),
            count: 0,
            kind: reading.kind.clone(),
            kept_names: chosen.kept,
            kept_types: chosen.types,
            kept: KeptValues::default(),
            has_comment: chosen.has_comment,
            chosen: chosen.by_content,
            progress: None,
            _spool: None,
        }
    }
}

impl Records for ParquetRecords<'_> {
    fn kept(&self) -> &[String] {
        &self.kept_names
    }

    fn kept_types(&self) -> Option<&[KeptType]> {
        Some(&self.kept_types)
    }

    fn chosen_column(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    fn next(&mut self) -> io::Result<Option<Fields<'_>>> {
        if !self.rows.next_row().map_err(ReadError::into_io)? {
            return Ok(None);
        }
        self.count += 1;
        if let Some(progress) = &mut self.progress {
            progress.advance(self.count);
        }
        let text = |column: usize| self.rows.get(column).text().unwrap_or_default();
        let first = 1 + usize::from(self.has_comment);
        self.kept.clear();
        for place in 0..self.kept_names.len() {
            let value = self.rows.get(first + place).text();
            self.kept.push(value, Spelling::Text);
        }
        let kept = self.kept.bytes();
        let comment = self.has_comment.then(|| text(1).as_bytes());
        let comment = comment.filter(|comment| !comment.is_empty());
        let puzzle = text(0).as_bytes();
        Ok(Some(Fields {
            line: self.count,
            text: puzzle,
            puzzle,
            kind: self.kind.as_deref(),
            comment,
            kept: Some(&self.kept),
            too_long: puzzle.len() + comment.map_or(0, <[u8]>::len) + kept > LONGEST_LINE,
            fault: None,
        }))
    }
}

/// The records of a table from another program: its columns and its batches.
pub fn arrow_records<'a>(
    columns: &'a ArrowColumns,
    mut batches: impl Iterator<Item = PolarsResult<Box<dyn Array>>> + Send + 'a,
    reading: &ReadOptions,
) -> io::Result<Box<dyn Records + Send + 'a>> {
    let failed = |error: PolarsError| ReadError::no_table("the table".as_ref(), error.to_string());
    let mut first = Vec::new();
    let sample = |selected: &[Selected]| {
        let has_rows = |batch: &PolarsResult<Box<dyn Array>>| {
            batch.as_ref().map_or(true, |array| !array.is_empty())
        };
        while first.last().is_none_or(|last| !has_rows(last))
            && let Some(batch) = batches.next()
        {
            first.push(batch);
        }
        match first.last() {
            Some(Ok(array)) => {
                let rows = array.sliced(0, array.len().min(SAMPLE));
                columns.frame(rows, selected).map_err(failed)
            }
            _ => Ok(DataFrame::empty()),
        }
    };
    let chosen = ChosenColumns::of(&columns.types(), reading, sample)?;
    let selected = chosen.selected.clone();
    let frames = first.into_iter().chain(batches).map(move |batch| {
        let frame = batch.and_then(|array| columns.frame(array, &selected));
        frame.map_err(failed)
    });
    Ok(Box::new(ParquetRecords::of(
        chosen,
        reading,
        Box::new(frames),
    )))
}

impl ByteProgress {
    fn advance(&mut self, rows: u64) {
        let bytes = (rows as f64 * self.bytes_per_row) as u64;
        if bytes > self.counted {
            self.position.advance(bytes - self.counted);
            self.counted = bytes;
        }
    }
}
