//! A ratings table as Parquet: written by polars, typed columns, row groups of
//! [`ROW_GROUP`] rows compressed with zstd, statistics on.
//!
//! Where a row group ends depends on the rows alone, so that the same rows give
//! the same bytes.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use polars::io::parquet::metadata::FileMetadataRef;
use polars::io::parquet::read::FileMetadata;
use polars::io::parquet::write::BatchedWriter;
use polars::prelude::{Column as PolarsColumn, ParquetWriter as Writer, *};

use super::TableWriter;
use super::columns::{Column, Columns};
use super::metadata::{KEY, Metadata};
use super::row::{Cell, Row};
use crate::rating::Status;

/// Rows of a row group.
pub const ROW_GROUP: usize = 100_000;

/// A row group whose texts are longer ends early.
const LARGEST_GROUP: usize = 64 << 20;

/// Writes rows as Parquet.
pub struct ParquetWriter<W: Write> {
    output: BatchedWriter<Remembering<W>>,
    failure: Failure,
    columns: Columns,
    rows: Vec<Row>,
    /// Bytes of the rows' texts.
    bytes: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Writes the head of the file; the metadata is for its end.
    pub fn new(output: W, columns: Columns, metadata: &Metadata) -> io::Result<Self> {
        let pairs = vec![(KEY.to_string(), metadata.to_json())];
        let statistics = StatisticsOptions::full();
        let failure = Failure::default();
        let output = Remembering(output, failure.clone());
        let output = Writer::new(output)
            .with_compression(ParquetCompression::Zstd(None))
            .with_statistics(statistics)
            .with_key_value_metadata(Some(KeyValueMetadata::from_static(pairs)))
            .batched(&schema(&columns)?)
            .map_err(io_error)?;
        Ok(ParquetWriter {
            output,
            failure,
            columns,
            rows: Vec::new(),
            bytes: 0,
        })
    }

    fn write_group(&mut self) -> io::Result<()> {
        let columns = self.columns.iter().map(|column| array(&self.rows, column));
        let columns = columns.collect::<Result<Vec<_>, _>>().map_err(io_error)?;
        let frame = DataFrame::new(self.rows.len(), columns).map_err(io_error)?;
        self.rows.clear();
        self.bytes = 0;
        let written = self.output.write_batch(&frame);
        written.map_err(|error| self.failure.of(error))
    }
}

impl<W: Write + Send> TableWriter for ParquetWriter<W> {
    fn write(&mut self, row: &Row) -> io::Result<()> {
        self.bytes += row.puzzle.len() + row.comment.as_ref().map_or(0, String::len);
        self.rows.push(row.clone());
        if self.rows.len() == ROW_GROUP || self.bytes >= LARGEST_GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        let finished = self.output.finish().map(drop);
        finished.map_err(|error| self.failure.of(error))
    }
}

/// What went wrong below polars, which tells it as a text only: a full disk must
/// be known as one.
#[derive(Clone, Default)]
struct Failure(Arc<Mutex<Option<io::ErrorKind>>>);

impl Failure {
    fn note(&self, error: &io::Error) {
        let mut kind = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kind.get_or_insert(error.kind());
    }

    fn of(&self, error: PolarsError) -> io::Error {
        let kind = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match kind {
            Some(kind) => io::Error::new(kind, error.to_string()),
            None => io_error(error),
        }
    }
}

/// An output that remembers its first failure.
struct Remembering<W>(W, Failure);

impl<W: Write> Write for Remembering<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.write(bytes);
        written.inspect_err(|error| self.1.note(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.0.flush();
        flushed.inspect_err(|error| self.1.note(error))
    }
}

/// Rows handed over at a time.
const ROWS: usize = 1 << 14;

/// Rows decoded at a time. A row group of another writer may be any size.
const MOST_DECODED: usize = 1 << 17;

/// A Parquet file whose footer has been read.
pub struct ParquetFile {
    file: File,
    metadata: FileMetadataRef,
    schema: ArrowSchemaRef,
}

/// What the cells of a column are read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Whole numbers. A cell that holds something else is an error.
    Number,
    /// Texts. A cell that cannot be shown as one is null.
    Text,
}

impl ParquetFile {
    /// Opens a file and reads its footer.
    pub fn open(path: &Path) -> PolarsResult<ParquetFile> {
        let mut file = File::open(path)?;
        let mut reader = ParquetReader::new(&mut file);
        let schema = reader.schema()?;
        let metadata = reader.get_metadata()?.clone();
        Ok(ParquetFile {
            file,
            metadata,
            schema,
        })
    }

    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.metadata.num_rows as u64
    }

    /// The names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.schema.iter_names().map(|name| name.as_str())
    }

    /// The text that the file carries under our key, if it does.
    pub fn carried(&self) -> Option<String> {
        let mut pairs = self.metadata.key_value_metadata().iter().flatten();
        pairs.find(|pair| pair.key == KEY)?.value.clone()
    }

    /// The rows with some of the columns, some at a time and in order, from a
    /// thread that reads ahead and stops when nobody listens any more.
    ///
    /// A thread that breaks down in a damaged file ends the frames early: compare
    /// their rows with [`ParquetFile::rows`].
    pub fn frames(
        mut self,
        columns: Vec<(String, Kind)>,
    ) -> PolarsResult<Receiver<PolarsResult<DataFrame>>> {
        for (name, _) in &columns {
            let field = self.schema.try_get(name)?;
            check_plain(name, field.dtype())?;
        }
        let (sender, receiver) = sync_channel(2);
        thread::spawn(move || {
            if let Err(error) = self.send_frames(&columns, &sender) {
                let _ = sender.send(Err(error));
            }
        });
        Ok(receiver)
    }

    fn send_frames(
        &mut self,
        columns: &[(String, Kind)],
        sender: &SyncSender<PolarsResult<DataFrame>>,
    ) -> PolarsResult<()> {
        let names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
        let mut file = FileMetadata::clone(&self.metadata);
        for group in std::mem::take(&mut file.row_groups) {
            let rows = group.num_rows();
            // A file with this group alone: the reader passes over no others.
            let metadata = Arc::new(FileMetadata {
                num_rows: rows,
                row_groups: vec![group],
                ..file.clone()
            });
            for start in (0..rows).step_by(MOST_DECODED) {
                let mut reader = ParquetReader::new(&mut self.file)
                    .read_parallel(ParallelStrategy::Columns)
                    .with_columns(Some(names.clone()))
                    .with_slice(Some((start, MOST_DECODED)))
                    .set_rechunk(true);
                reader.set_metadata(metadata.clone());
                let frame = converted(&reader.finish()?, columns)?;
                for start in (0..frame.height()).step_by(ROWS) {
                    if sender.send(Ok(frame.slice(start as i64, ROWS))).is_err() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}

/// An error if this build of polars does not know the type of a column.
fn check_plain(name: &str, data_type: &ArrowDataType) -> PolarsResult<()> {
    use ArrowDataType::*;
    let texts = [Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView];
    let numbers = [
        UInt8, UInt16, UInt32, UInt64, Int8, Int16, Int32, Int64, Float32, Float64, Boolean, Null,
    ];
    let plain = texts.contains(data_type)
        || numbers.contains(data_type)
        || matches!(data_type, Dictionary(..));
    match plain {
        true => Ok(()),
        false => polars_bail!(
            SchemaMismatch: "the column {name} holds neither whole numbers nor texts, but {data_type:?}"
        ),
    }
}

/// The columns in their order, as what they are read as.
fn converted(frame: &DataFrame, columns: &[(String, Kind)]) -> PolarsResult<DataFrame> {
    let column = |(name, kind): &(String, Kind)| {
        let column = frame.column(name)?;
        match kind {
            Kind::Number => column.strict_cast(&DataType::UInt64),
            Kind::Text => column.cast(&DataType::String),
        }
    };
    let columns = columns.iter().map(column).collect::<PolarsResult<_>>()?;
    DataFrame::new(frame.height(), columns)
}

/// What a Parquet file carries under our key.
pub fn parquet_metadata(path: &Path) -> io::Result<String> {
    let file = ParquetFile::open(path).map_err(io_error)?;
    file.carried().ok_or_else(|| {
        let message = "this Parquet file was not made by gradus";
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// The rows of a ratings table.
pub fn rows(
    path: &Path,
    columns: Columns,
) -> io::Result<impl Iterator<Item = io::Result<Row>> + use<>> {
    let kind = |column| match column {
        Column::Status(..) | Column::Puzzle | Column::Comment => Kind::Text,
        _ => Kind::Number,
    };
    let wanted = columns.iter().map(|column| (column.name(), kind(column)));
    let file = ParquetFile::open(path).map_err(io_error)?;
    let batches = file.frames(wanted.collect()).map_err(io_error)?;
    let rows = batches.into_iter().flat_map(move |batch| match batch {
        Ok(batch) => (0..batch.height())
            .map(|row| read_row(&batch, row, &columns))
            .collect(),
        Err(error) => vec![Err(io_error(error))],
    });
    Ok(rows)
}

fn read_row(batch: &DataFrame, row: usize, columns: &Columns) -> io::Result<Row> {
    fn cell(column: &PolarsColumn, row: usize) -> Cell<'_> {
        match column.get(row) {
            Ok(AnyValue::UInt64(number)) => Cell::Number(number),
            Ok(AnyValue::String(text)) => Cell::Text(text),
            _ => Cell::Null,
        }
    }
    let cells = batch.columns().iter().map(|column| cell(column, row));
    Row::from_cells(columns, cells).map_err(io::Error::other)
}

/// The type of a column.
fn data_type(column: Column) -> Result<DataType, PolarsError> {
    Ok(match column {
        Column::Row => DataType::UInt64,
        Column::Puzzle | Column::Comment => DataType::String,
        Column::Clues | Column::CluesBrt | Column::Te | Column::Rating(..) => DataType::UInt8,
        Column::Candidates | Column::CandidatesBrt | Column::CandidatesW1 => DataType::UInt16,
        Column::Status(..) => {
            let words = Status::ALL.map(Status::word);
            DataType::from_frozen_categories(FrozenCategories::new(words)?)
        }
    })
}

fn schema(columns: &Columns) -> io::Result<Schema> {
    let field = |column: Column| {
        let data_type = data_type(column).map_err(io_error)?;
        Ok((PlSmallStr::from_string(column.name()), data_type))
    };
    columns.iter().map(field).collect()
}

/// A column of the rows.
fn array(rows: &[Row], column: Column) -> Result<PolarsColumn, PolarsError> {
    let name = PlSmallStr::from_string(column.name());
    let number = |row: &Row| match row.cell(column) {
        Cell::Number(number) => Some(number),
        _ => None,
    };
    fn text(row: &Row, column: Column) -> Option<&str> {
        match row.cell(column) {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }
    let numbers = rows.iter().map(number);
    let texts = rows.iter().map(|row| text(row, column));
    Ok(match data_type(column)? {
        DataType::UInt64 => UInt64Chunked::from_iter_options(name, numbers).into_column(),
        DataType::UInt16 => {
            UInt16Chunked::from_iter_options(name, numbers.map(|n| n.map(|n| n as u16)))
                .into_column()
        }
        DataType::UInt8 => {
            UInt8Chunked::from_iter_options(name, numbers.map(|n| n.map(|n| n as u8))).into_column()
        }
        DataType::String => StringChunked::from_iter_options(name, texts).into_column(),
        category => {
            let words: Vec<Option<&str>> = texts.collect();
            Series::new(name, words)
                .strict_cast(&category)?
                .into_column()
        }
    })
}

/// What went wrong when bytes were written, as it was told below.
fn io_error(error: PolarsError) -> io::Error {
    match error {
        PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
        other => io::Error::other(other.to_string()),
    }
}
