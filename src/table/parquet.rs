//! A ratings table as Parquet: written by polars, typed columns, row groups of
//! [`ROW_GROUP`] rows compressed with zstd, statistics on.
//!
//! Where a row group ends depends on the rows alone, so that the same rows give
//! the same bytes.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use polars::io::parquet::metadata::FileMetadataRef;
use polars::io::parquet::read::FileMetadata;
use polars::io::parquet::write::BatchedWriter;
use polars::prelude::{Column as PolarsColumn, ParquetWriter as Writer, *};

use super::TableWriter;
use super::chunk::{Cells, Chunk, Kind, ROWS, Selected, Texts};
use super::columns::{Columns, Field};
use super::error::ReadError;
use super::metadata::{KEY, Metadata};
use super::row::{Cell, Row};
use gradus_engine::rating::Status;

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
        let columns = self.columns.iter().map(|field| array(&self.rows, field));
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
        let texts = row.kept.iter().chain([&row.comment]).flatten();
        self.bytes += row.puzzle.len() + texts.map(String::len).sum::<usize>();
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

/// What went wrong below polars, which reports it as a text only: a full disk must
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

/// Rows decoded at a time. A row group of another writer may have any size.
const MOST_DECODED: usize = 1 << 17;

/// A Parquet file whose footer has been read.
#[derive(Clone, Debug)]
pub struct ParquetFile {
    path: PathBuf,
    metadata: FileMetadataRef,
    schema: Arc<ArrowSchema>,
}

impl ParquetFile {
    /// Opens a file and reads its footer.
    pub fn open(path: &Path) -> Result<ParquetFile, ReadError> {
        let read = || -> PolarsResult<_> {
            let mut reader = ParquetReader::new(File::open(path)?);
            Ok((reader.schema()?, reader.get_metadata()?.clone()))
        };
        let (schema, metadata) = read().map_err(|error| failure(path, error))?;
        Ok(ParquetFile {
            path: path.to_path_buf(),
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
    pub fn chunks(&self, selected: &[Selected]) -> Result<ParquetChunks, ReadError> {
        for column in selected {
            let plain = self.schema.try_get(&column.name);
            let plain = plain.and_then(|field| check_plain(&column.name, field.dtype()));
            plain.map_err(|error| failure(&self.path, error))?;
        }
        let (sender, chunks) = sync_channel(2);
        let (file, selected) = (self.clone(), selected.to_vec());
        thread::spawn(move || {
            if let Err(error) = file.send(&selected, &sender) {
                let _ = sender.send(Err(failure(&file.path, error)));
            }
        });
        Ok(ParquetChunks {
            chunks,
            path: self.path.clone(),
            left: self.rows(),
            rows: self.rows(),
        })
    }

    fn send(
        &self,
        selected: &[Selected],
        sender: &SyncSender<Result<Chunk, ReadError>>,
    ) -> PolarsResult<()> {
        let mut source = File::open(&self.path)?;
        let names: Vec<String> = selected.iter().map(|column| column.name.clone()).collect();
        let mut file = FileMetadata::clone(&self.metadata);
        for group in std::mem::take(&mut file.row_groups) {
            let rows = group.num_rows();
            // A file with this group alone: the reader need not pass over others.
            let metadata = Arc::new(FileMetadata {
                num_rows: rows,
                row_groups: vec![group],
                ..file.clone()
            });
            for start in (0..rows).step_by(MOST_DECODED) {
                let mut reader = ParquetReader::new(&mut source)
                    .read_parallel(ParallelStrategy::Columns)
                    .with_columns(Some(names.clone()))
                    .with_slice(Some((start, MOST_DECODED)))
                    .set_rechunk(true);
                reader.set_metadata(metadata.clone());
                let frame = reader.finish()?;
                for start in (0..frame.height()).step_by(ROWS) {
                    let chunk = chunk(&frame.slice(start as i64, ROWS), selected)?;
                    if sender.send(Ok(chunk)).is_err() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}

/// The rows of a Parquet file.
pub struct ParquetChunks {
    chunks: Receiver<Result<Chunk, ReadError>>,
    path: PathBuf,
    /// Rows not read yet.
    left: u64,
    /// Rows in all.
    rows: u64,
}

impl Iterator for ParquetChunks {
    type Item = Result<Chunk, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.chunks.recv() {
            Ok(Ok(chunk)) => {
                self.left = self.left.saturating_sub(chunk.rows() as u64);
                Some(Ok(chunk))
            }
            Ok(Err(error)) => {
                self.left = 0;
                Some(Err(error))
            }
            Err(_) if self.left == 0 => None,
            // The thread broke down in a damaged file.
            Err(_) => {
                let reason = format!(
                    "{} rows could be read, and it should have {}",
                    self.rows - self.left,
                    self.rows
                );
                self.left = 0;
                Some(Err(ReadError::no_table(&self.path, reason)))
            }
        }
    }
}

/// An error if the cells of a column are neither numbers nor texts.
fn check_plain(name: &str, data_type: &ArrowDataType) -> PolarsResult<()> {
    use ArrowDataType::*;
    let plain = [
        UInt8,
        UInt16,
        UInt32,
        UInt64,
        Int8,
        Int16,
        Int32,
        Int64,
        Float32,
        Float64,
        Boolean,
        Null,
        Utf8,
        LargeUtf8,
        Utf8View,
        Binary,
        LargeBinary,
        BinaryView,
    ];
    match plain.contains(data_type) || matches!(data_type, Dictionary(..)) {
        true => Ok(()),
        false => polars_bail!(
            SchemaMismatch: "the column {name} holds neither numbers nor texts, but {data_type:?}"
        ),
    }
}

/// The columns of a frame, in the order that was asked for. A number that does not
/// fit is an error, a text that cannot be shown is empty.
fn chunk(frame: &DataFrame, selected: &[Selected]) -> PolarsResult<Chunk> {
    let cells = |column: &Selected| {
        let cells = frame.column(&column.name)?;
        if column.kind == Kind::Number {
            let cells = cells.strict_cast(&DataType::UInt64)?;
            return Ok(Cells::Numbers(cells.u64()?.iter().collect()));
        }
        let cells = cells.cast(&DataType::String)?;
        let mut texts = Texts::default();
        for text in cells.str()?.iter() {
            texts.push(column.kind.text(text.unwrap_or_default()));
        }
        Ok(Cells::Texts(texts))
    };
    let columns = selected.iter().map(cells).collect::<PolarsResult<_>>()?;
    Ok(Chunk::from_columns(frame.height(), columns))
}

/// What polars said, as an error of reading the file.
fn failure(path: &Path, error: PolarsError) -> ReadError {
    match error {
        PolarsError::IO { error, .. } => {
            ReadError::read(path, io::Error::new(error.kind(), error.to_string()))
        }
        other => ReadError::no_table(path, other.to_string()),
    }
}

/// What a Parquet file carries under our key.
pub fn parquet_metadata(path: &Path) -> io::Result<String> {
    let file = ParquetFile::open(path).map_err(ReadError::into_io)?;
    file.carried().ok_or_else(|| {
        let message = "this Parquet file was not made by gradus";
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// The type of a column.
fn data_type(field: &Field) -> Result<DataType, PolarsError> {
    Ok(match field {
        Field::Row => DataType::UInt64,
        Field::Puzzle | Field::Comment | Field::Kept(..) => DataType::String,
        Field::Number(column) | Field::Rating(column, _) => match u8::try_from(column.limit()) {
            Ok(_) => DataType::UInt8,
            Err(_) => DataType::UInt16,
        },
        Field::Status(..) => {
            let words = Status::ALL.map(Status::word);
            DataType::from_frozen_categories(FrozenCategories::new(words)?)
        }
    })
}

fn schema(columns: &Columns) -> io::Result<Schema> {
    let column = |field: &Field| {
        let data_type = data_type(field).map_err(io_error)?;
        Ok((PlSmallStr::from_string(field.name()), data_type))
    };
    columns.iter().map(column).collect()
}

/// A column of the rows.
fn array(rows: &[Row], field: &Field) -> Result<PolarsColumn, PolarsError> {
    let name = PlSmallStr::from_string(field.name());
    let number = |row: &Row| match row.cell(field) {
        Cell::Number(number) => Some(number),
        _ => None,
    };
    fn text<'a>(row: &'a Row, field: &Field) -> Option<&'a str> {
        match row.cell(field) {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }
    let numbers = rows.iter().map(number);
    let texts = rows.iter().map(|row| text(row, field));
    Ok(match data_type(field)? {
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

/// What went wrong when bytes were written, as it was reported below.
fn io_error(error: PolarsError) -> io::Error {
    match error {
        PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
        other => io::Error::other(other.to_string()),
    }
}
