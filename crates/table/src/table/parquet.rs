//! A ratings table as Parquet: written by polars, typed columns, row groups of
//! [`ROW_GROUP`] rows compressed with zstd, statistics on. Texts are declared as plain
//! strings, statuses and levels as dictionaries of such, for readers that know no other kinds.
//! A seal shows whether a file is still as it was written.
//!
//! Where a row group ends depends on the rows alone, so that the same rows give
//! the same bytes.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::{Receiver, Sender};
use polars::io::parquet::metadata::FileMetadataRef;
use polars::io::parquet::read::FileMetadata;
use polars::io::parquet::write::{BatchedWriter, ParquetMetadataContext};
use polars::prelude::{Column as PolarsColumn, ParquetWriter as Writer, *};
use polars_parquet::write::schema_to_metadata_key;

use super::columns::{Columns, Field};
use super::error::ReadError;
use super::frame::plain_frame;
use super::metadata::{KEY, Metadata};
use super::row::{Cell, Row};
use super::seal::{Broken, Seal, Sealing};
use super::selected::Selected;
use super::writer::TableWriter;
use crate::io::read_ahead;
use gradus_engine::rating::{FactKind, Status};

/// Rows of a row group.
const ROW_GROUP: usize = 100_000;

/// A row group whose texts are longer ends early.
const LARGEST_GROUP: usize = 64 << 20;

/// The key of the seal.
const SEAL_KEY: &str = "gradus.blake3";

/// Writes rows as Parquet.
pub(crate) struct ParquetWriter<W: Write> {
    writer: BatchedWriter<SharedOutput<W>>,
    output: SharedOutput<W>,
    schema: Schema,
    metadata: String,
    columns: Columns,
    rows: Vec<Row>,
    /// Bytes of the rows' texts.
    bytes: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Writes the head of the file; the metadata is for its end.
    pub(crate) fn new(output: W, columns: Columns, metadata: &Metadata) -> io::Result<Self> {
        let output = SharedOutput(Arc::new(Mutex::new(Sealing::new(output))));
        let schema = schema(&columns)?;
        let writer = Writer::new(output.clone())
            .with_compression(ParquetCompression::Zstd(None))
            .with_statistics(StatisticsOptions::full())
            .batched(&schema)
            .map_err(io_error)?;
        Ok(ParquetWriter {
            writer,
            output,
            schema,
            metadata: metadata.to_string(),
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
        let written = self.writer.write_batch(&frame);
        written.map_err(|error| self.output.failure(error))
    }

    /// Writes the footer, which has the declared types, the metadata and the seal.
    fn write_footer(&self) -> PolarsResult<()> {
        // The seal comes last: no text before it can be taken for it.
        let seal = self.output.lock().begin_end();
        let ours = [(KEY, self.metadata.clone()), (SEAL_KEY, seal)];
        let ours = ours.map(|(key, value)| (key.to_string(), value)).to_vec();
        let arrow_schema = "";
        let context = ParquetMetadataContext { arrow_schema };
        let mut pairs = vec![schema_to_metadata_key(&declared(&self.schema))];
        pairs.extend(KeyValueMetadata::from_static(ours).collect(context)?);
        let writer = self.writer.get_writer().lock();
        let mut writer = writer.unwrap_or_else(PoisonError::into_inner);
        writer.end(Some(pairs)).map(drop)
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
        let written = self.write_footer();
        written.map_err(|error| self.output.failure(error))?;
        self.output.lock().finish()
    }
}

/// The output: polars has one hand on it and we have the other.
struct SharedOutput<W>(Arc<Mutex<Sealing<W>>>);

impl<W> SharedOutput<W> {
    fn lock(&self) -> MutexGuard<'_, Sealing<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The error below polars, which reports it as a text only: a full disk must be
    /// recognised.
    fn failure(&self, error: PolarsError) -> io::Error {
        match self.lock().failure {
            Some(kind) => io::Error::new(kind, error.to_string()),
            None => io_error(error),
        }
    }
}

impl<W> Clone for SharedOutput<W> {
    fn clone(&self) -> SharedOutput<W> {
        SharedOutput(self.0.clone())
    }
}

impl<W: Write> Write for SharedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().flush()
    }
}

/// The types that the columns are declared with. The bytes of a text are the same in
/// whatever Arrow calls it, and all know plain strings.
fn declared(schema: &Schema) -> ArrowSchema {
    let plain = |data_type| match data_type {
        ArrowDataType::Utf8View => ArrowDataType::Utf8,
        ArrowDataType::Dictionary(key, _, _) => {
            ArrowDataType::Dictionary(key, Box::new(ArrowDataType::Utf8), false)
        }
        other => other,
    };
    let field = |(name, data_type): (&PlSmallStr, &DataType)| {
        let mut field = data_type.to_arrow_field(name.clone(), CompatLevel::newest());
        field.dtype = plain(field.dtype);
        (name.clone(), field)
    };
    schema.iter().map(field).collect()
}

/// Rows decoded at a time. A row group of another writer may have any size.
const MOST_DECODED: usize = 1 << 17;

/// A Parquet file whose footer has been read.
#[derive(Clone, Debug)]
pub(crate) struct ParquetFile {
    path: PathBuf,
    metadata: FileMetadataRef,
    schema: Arc<ArrowSchema>,
    /// `None` if another program, or an earlier version of this one, made the file.
    seal: Option<Seal>,
    /// True if all bytes have been checked against the seal.
    is_checked: Arc<AtomicBool>,
}

impl ParquetFile {
    /// Opens a file and reads its footer.
    pub(crate) fn open(path: &Path) -> Result<ParquetFile, ReadError> {
        let mut file = File::open(path).map_err(|error| ReadError::read(path, error))?;
        let seal = Seal::of(&mut file).map_err(|fault| broken(path, fault))?;
        let read = || -> PolarsResult<_> {
            let mut reader = ParquetReader::new(file);
            Ok((reader.schema()?, reader.get_metadata()?.clone()))
        };
        let (schema, metadata) = read().map_err(|error| failure(path, error))?;
        Ok(ParquetFile {
            path: path.to_path_buf(),
            metadata,
            schema,
            seal,
            is_checked: Arc::default(),
        })
    }

    pub(crate) fn rows(&self) -> u64 {
        self.metadata.num_rows as u64
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.schema.iter_names().map(|name| name.as_str())
    }

    /// Returns true if the cells of a column are numbers or texts.
    pub(crate) fn is_plain(&self, name: &str) -> bool {
        let field = self.schema.try_get(name);
        field.is_ok_and(|field| check_plain(name, field.dtype()).is_ok())
    }

    /// The names of the columns, and the types of those whose cells are neither numbers nor text.
    pub(crate) fn columns(&self) -> Vec<(String, Option<String>)> {
        let fields = self.schema.iter_values();
        fields.map(typed).collect()
    }

    /// Some columns of the first rows, before the file is checked.
    pub(crate) fn first_rows(
        &self,
        selected: &[Selected],
        count: usize,
    ) -> Result<DataFrame, ReadError> {
        let path = &self.path;
        let source = File::open(path).map_err(|error| ReadError::read(path, error))?;
        let names: Vec<String> = selected.iter().map(|s| s.written.clone()).collect();
        let mut reader = ParquetReader::new(source)
            .with_columns(Some(names))
            .with_slice(Some((0, count)))
            .set_rechunk(true);
        reader.set_metadata(self.metadata.clone());
        let frame = reader.finish().map_err(|error| failure(path, error))?;
        plain_frame(&frame, selected, path, 0)
    }

    /// The text that the file carries under our key, if it does.
    pub(crate) fn carried(&self) -> Option<String> {
        let mut pairs = self.metadata.key_value_metadata().iter().flatten();
        pairs.find(|pair| pair.key == KEY)?.value.clone()
    }

    /// The rows with some of the columns, in order and as frames, from a thread that reads
    /// ahead until the receiver is dropped.
    pub(crate) fn frames(
        &self,
        selected: &[Selected],
    ) -> Result<ParquetFrames<DataFrame>, ReadError> {
        self.mapped(selected, Ok)
    }

    /// The rows at these places, which are counted from 0 and ascend. Row groups without any are
    /// not decoded.
    pub(super) fn frames_at(
        &self,
        selected: &[Selected],
        places: Vec<u64>,
    ) -> Result<ParquetFrames<DataFrame>, ReadError> {
        self.read(selected, Some(places), Ok)
    }

    /// All rows, and the thread makes something of each frame.
    pub(super) fn mapped<T: Send + 'static>(
        &self,
        selected: &[Selected],
        map: impl FnMut(DataFrame) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<ParquetFrames<T>, ReadError> {
        self.read(selected, None, map)
    }

    fn read<T: Send + 'static>(
        &self,
        selected: &[Selected],
        places: Option<Vec<u64>>,
        map: impl FnMut(DataFrame) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<ParquetFrames<T>, ReadError> {
        for column in selected {
            let plain = self.schema.try_get(&column.written);
            let plain = plain.and_then(|field| check_plain(&column.written, field.dtype()));
            plain.map_err(|error| failure(&self.path, error))?;
        }
        let (file, selected) = (self.clone(), selected.to_vec());
        let rows = places.as_ref().map_or(self.rows(), |p| p.len() as u64);
        let read = move |sender: &Sender<Result<(u64, T), ReadError>>| {
            if let Err(error) = file.send(&selected, places.as_deref(), sender, map) {
                let _ = sender.send(Err(error));
            }
        };
        Ok(ParquetFrames {
            frames: read_ahead(1, read),
            path: self.path.clone(),
            left: rows,
            rows,
        })
    }

    /// Reads frames, of all rows or of those at some places, and sends them until the receiver
    /// is gone.
    fn send<T>(
        &self,
        selected: &[Selected],
        places: Option<&[u64]>,
        sender: &Sender<Result<(u64, T), ReadError>>,
        mut map: impl FnMut(DataFrame) -> Result<T, ReadError>,
    ) -> Result<(), ReadError> {
        let path = &self.path;
        let mut source = File::open(path).map_err(|error| ReadError::read(path, error))?;
        let names: Vec<String> = selected.iter().map(|s| s.written.clone()).collect();
        let mut metadata = FileMetadata::clone(&self.metadata);
        let (mut checked, mut passed) = (0, 0);
        for group in std::mem::take(&mut metadata.row_groups) {
            let end = group.full_byte_range().end;
            self.check(&mut source, &mut checked, end)?;
            // A file with this group alone: the reader need not pass over others.
            let metadata = Arc::new(FileMetadata {
                num_rows: group.num_rows(),
                row_groups: vec![group],
                ..metadata.clone()
            });
            for start in (0..metadata.num_rows).step_by(MOST_DECODED) {
                let first = passed + start as u64;
                let end = passed + metadata.num_rows.min(start + MOST_DECODED) as u64;
                let wanted = places.map(|places| {
                    let before = |bound| places.partition_point(|place| *place < bound);
                    &places[before(first)..before(end)]
                });
                if wanted.is_some_and(<[u64]>::is_empty) {
                    continue;
                }
                let mut reader = ParquetReader::new(&mut source)
                    .read_parallel(ParallelStrategy::Columns)
                    .with_columns(Some(names.clone()))
                    .with_slice(Some((start, MOST_DECODED)))
                    .set_rechunk(true);
                reader.set_metadata(metadata.clone());
                let read = reader.finish().and_then(|frame| match wanted {
                    None => Ok(frame),
                    Some(wanted) => {
                        let rows = wanted.iter().map(|place| (place - first) as IdxSize);
                        frame.take(&IdxCa::from_vec(PlSmallStr::EMPTY, rows.collect()))
                    }
                });
                let frame = read.map_err(|error| failure(path, error))?;
                let frame = plain_frame(&frame, selected, path, first)?;
                let rows = frame.height() as u64;
                if sender.send(Ok((rows, map(frame)?))).is_err() {
                    return Ok(());
                }
            }
            passed += metadata.num_rows as u64;
        }
        self.check(&mut source, &mut checked, u64::MAX)?;
        self.is_checked.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Checks the bytes up to a place against the seal, in all columns: a damaged table is not
    /// read at all.
    fn check(&self, source: &mut File, checked: &mut u64, until: u64) -> Result<(), ReadError> {
        let Some(seal) = &self.seal else {
            return Ok(());
        };
        if !self.is_checked.load(Ordering::Relaxed) {
            let place = seal.check(source, *checked, until);
            *checked = place.map_err(|fault| broken(&self.path, fault))?;
        }
        Ok(())
    }
}

pub(crate) struct ParquetFrames<T> {
    frames: Receiver<Result<(u64, T), ReadError>>,
    path: PathBuf,
    left: u64,
    rows: u64,
}

impl<T> Iterator for ParquetFrames<T> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.frames.recv() {
            Ok(Ok((rows, frame))) => {
                self.left = self.left.saturating_sub(rows);
                Some(Ok(frame))
            }
            Ok(Err(error)) => {
                self.left = 0;
                Some(Err(error))
            }
            Err(_) if self.left == 0 => None,
            // The thread panicked on a damaged file.
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
pub(super) fn check_plain(name: &str, data_type: &ArrowDataType) -> PolarsResult<()> {
    use ArrowDataType::*;
    match data_type {
        UInt8 | UInt16 | UInt32 | UInt64 | Int8 | Int16 | Int32 | Int64 | Float32 | Float64 => {
            Ok(())
        }
        Boolean | Null | Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView => Ok(()),
        Dictionary(..) => Ok(()),
        _ => polars_bail!(
            SchemaMismatch: "the column {name} holds neither numbers nor texts, but {data_type:?}"
        ),
    }
}

/// The name of a column, and its type if its cells are neither numbers nor text.
pub(super) fn typed(field: &ArrowField) -> (String, Option<String>) {
    let is_plain = check_plain(&field.name, field.dtype()).is_ok();
    let kind = (!is_plain).then(|| type_name(field.dtype()));
    (field.name.to_string(), kind)
}

/// The name of a type, as most programs call it.
fn type_name(data_type: &ArrowDataType) -> String {
    use ArrowDataType::*;
    let name = match data_type {
        Date32 | Date64 => "date",
        Timestamp(..) => "timestamp",
        Time32(_) | Time64(_) => "time",
        Duration(_) | Interval(_) => "duration",
        List(_) | LargeList(_) | FixedSizeList(..) => "list",
        Struct(_) => "struct",
        Map(..) => "map",
        Decimal(..) | Decimal32(..) | Decimal64(..) | Decimal256(..) => "decimal",
        FixedSizeBinary(_) => "binary",
        other => return format!("{other:?}"),
    };
    name.to_string()
}

/// An error of polars as an error of reading the file.
fn failure(path: &Path, error: PolarsError) -> ReadError {
    match error {
        PolarsError::IO { error, .. } => {
            ReadError::read(path, io::Error::new(error.kind(), error.to_string()))
        }
        other => ReadError::no_table(path, other.to_string()),
    }
}

/// The error for a file whose bytes fail the check.
fn broken(path: &Path, fault: Broken) -> ReadError {
    match fault {
        Broken::Read(error) => ReadError::read(path, error),
        Broken::Damaged => ReadError::Damaged(path.to_path_buf()),
    }
}

/// The type of the cells of a column.
pub(super) enum TypeOf {
    Byte,
    Short,
    Long,
    Decimal,
    Text,
    Words(Vec<&'static str>),
}

pub(super) fn type_of(field: &Field) -> TypeOf {
    let number = |most: u16| match u8::try_from(most) {
        Ok(_) => TypeOf::Byte,
        Err(_) => TypeOf::Short,
    };
    match field {
        Field::Row => TypeOf::Long,
        Field::Kind | Field::Puzzle | Field::Comment | Field::Kept(..) => TypeOf::Text,
        Field::Number(_, most) => number(*most),
        Field::Rating(column, _) => match column.words() {
            Some(words) => TypeOf::Words([words.values, &[words.beyond]].concat()),
            None => number(column.limit()),
        },
        Field::Status(..) => TypeOf::Words(Status::ALL.map(Status::word).to_vec()),
        Field::Fact(fact, _) => match fact.kind() {
            FactKind::Number(most) => number(most),
            FactKind::Decimal => TypeOf::Decimal,
            FactKind::Text => TypeOf::Text,
        },
    }
}

fn data_type(field: &Field) -> Result<DataType, PolarsError> {
    Ok(match type_of(field) {
        TypeOf::Byte => DataType::UInt8,
        TypeOf::Short => DataType::UInt16,
        TypeOf::Long => DataType::UInt64,
        TypeOf::Decimal => DataType::Float64,
        TypeOf::Text => DataType::String,
        TypeOf::Words(words) => DataType::from_frozen_categories(FrozenCategories::new(words)?),
    })
}

fn schema(columns: &Columns) -> io::Result<Schema> {
    let column = |field: &Field| {
        let data_type = data_type(field).map_err(io_error)?;
        Ok((PlSmallStr::from_string(field.to_string()), data_type))
    };
    columns.iter().map(column).collect()
}

fn array(rows: &[Row], field: &Field) -> Result<PolarsColumn, PolarsError> {
    let name = PlSmallStr::from_string(field.to_string());
    let cells = rows.iter().map(|row| row.cell(field));
    let numbers = cells.clone().map(Cell::number);
    let texts = cells.clone().map(Cell::text);
    Ok(match data_type(field)? {
        DataType::UInt64 => UInt64Chunked::from_iter_options(name, numbers).into_column(),
        DataType::UInt16 => {
            UInt16Chunked::from_iter_options(name, numbers.map(|n| n.map(|n| n as u16)))
                .into_column()
        }
        DataType::UInt8 => {
            UInt8Chunked::from_iter_options(name, numbers.map(|n| n.map(|n| n as u8))).into_column()
        }
        DataType::Float64 => {
            Float64Chunked::from_iter_options(name, cells.map(Cell::decimal)).into_column()
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

/// The cause of a failed write.
pub(super) fn io_error(error: PolarsError) -> io::Error {
    match error {
        PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
        other => io::Error::other(other.to_string()),
    }
}
