//! A ratings table as Parquet: written by polars, typed columns, row groups of
//! [`ROW_GROUP`] rows compressed with zstd, statistics on. Texts are declared as plain
//! strings, statuses and levels as dictionaries of such, for readers that know no other kinds.
//! A seal shows whether a file is still as it was written.
//!
//! Where a row group ends depends on the rows alone, so that the same rows give
//! the same bytes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::{Receiver, Sender};
use polars::io::parquet::metadata::FileMetadataRef;
use polars::io::parquet::read::FileMetadata;
use polars::io::parquet::write::ParquetMetadataContext;
use polars::prelude::{Column as PolarsColumn, *};
use polars_arrow::array::Array;
use polars_parquet::read::{BasicDecompressor, Filter, PageReader, column_iter_to_arrays};
use polars_parquet::read::{ParquetError, RowGroupMetadata};
use polars_parquet::write::{
    CompressedPage, CompressionOptions, Compressor, DynIter, DynStreamingIterator,
    FallibleStreamingIterator, FileWriter, ParquetType, Version, WriteOptions, array_to_columns,
    get_dtype_encoding, schema_to_metadata_key,
};
use rayon::prelude::*;

use super::columns::{Columns, Field};
use super::error::ReadError;
use super::frame::plain_frame;
use super::kept_arrow::{self, Layout, Misfit};
use super::kept_type::KeptType;
use super::metadata::{KEY, Metadata};
use super::row::{Cell, Row};
use super::seal::{Broken, Seal, Sealing};
use super::selected::{CellKind, Selected};
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
    writer: FileWriter<SharedOutput<W>>,
    output: SharedOutput<W>,
    metadata: String,
    columns: Columns,
    rows: Vec<Row>,
    /// Bytes of the rows' texts.
    bytes: usize,
}

/// How pages are written.
fn options() -> WriteOptions {
    WriteOptions {
        statistics: StatisticsOptions::full(),
        version: Version::V1,
        compression: CompressionOptions::Zstd(None),
        data_page_size: None,
    }
}

/// The compressed pages of a column, or of a part of a nested one.
type Pages = DynStreamingIterator<'static, CompressedPage, PolarsError>;

impl<W: Write + Send> ParquetWriter<W> {
    /// Writes the head of the file; the metadata is for its end.
    pub(crate) fn new(output: W, columns: Columns, metadata: &Metadata) -> io::Result<Self> {
        let output = SharedOutput(Arc::new(Mutex::new(Sealing::new(output))));
        let schema = schema(&columns, Layout::Views).map_err(io_error)?;
        let writer = FileWriter::try_new(output.clone(), schema, options()).map_err(io_error)?;
        Ok(ParquetWriter {
            writer,
            output,
            metadata: metadata.to_string(),
            columns,
            rows: Vec::new(),
            bytes: 0,
        })
    }

    fn write_group(&mut self) -> io::Result<()> {
        let arrays = self.columns.iter().map(|field| array(&self.rows, field));
        let arrays = arrays.collect::<Result<Vec<_>, _>>().map_err(io_error)?;
        let types = self.writer.parquet_schema().fields();
        let pages = arrays.par_iter().zip(types);
        let pages: Vec<_> = pages
            .flat_map(|(array, kind)| pages_of(array, kind))
            .collect();
        let rows = self.rows.len() as u64;
        self.rows.clear();
        self.bytes = 0;
        let written = self.writer.write(rows, DynIter::new(pages.into_iter()));
        written.map_err(|error| self.output.failure(error))
    }

    /// Writes the footer, which has the declared types, the metadata and the seal.
    fn write_footer(&mut self) -> PolarsResult<()> {
        // The seal comes last: no text before it can be taken for it.
        let seal = self.output.lock().begin_end();
        let ours = [(KEY, self.metadata.clone()), (SEAL_KEY, seal)];
        let ours = ours.map(|(key, value)| (key.to_string(), value)).to_vec();
        let arrow_schema = "";
        let context = ParquetMetadataContext { arrow_schema };
        let declared = schema(&self.columns, Layout::Parquet)?;
        let mut pairs = vec![schema_to_metadata_key(&declared)];
        pairs.extend(KeyValueMetadata::from_static(ours).collect(context)?);
        self.writer.end(Some(pairs)).map(drop)
    }
}

/// The pages of a column.
fn pages_of(array: &Box<dyn Array>, kind: &ParquetType) -> Vec<PolarsResult<Pages>> {
    let encodings = get_dtype_encoding(array.dtype());
    let columns = match array_to_columns(array, kind.clone(), options(), &encodings) {
        Ok(columns) => columns,
        Err(error) => return vec![Err(error)],
    };
    let pages = columns.into_iter().map(|pages| {
        let failed = |error| ParquetError::FeatureNotSupported(format!("{error}"));
        let pages = pages.map(move |page| page.map_err(failed));
        let pages = Compressor::new_from_vec(pages, options().compression, Vec::new());
        Ok(DynStreamingIterator::new(pages.map_err(PolarsError::from)))
    });
    pages.collect()
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

    /// The type of a column, if its cells can be read as texts.
    pub(crate) fn kept_type(&self, name: &str) -> Option<KeptType> {
        kept_arrow::kept_type(self.schema.get(name)?, Layout::Parquet)
    }

    /// The columns.
    pub(crate) fn columns(&self) -> Vec<TypedColumn> {
        let fields = self.schema.iter_values();
        fields.map(|field| typed(field, Layout::Parquet)).collect()
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
            let field = self.schema.try_get(&column.written);
            let checked = field.and_then(|field| match is_made(field, column.kind) {
                true if kept_arrow::kept_type(field, Layout::Parquet).is_some() => Ok(()),
                _ => check_plain(&column.written, field.dtype()),
            });
            checked.map_err(|error| failure(&self.path, error))?;
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
        let is_made = |column: &&Selected| {
            let field = self.schema.get(&column.written);
            field.is_some_and(|field| is_made(field, column.kind))
        };
        let (made, plain): (Vec<&Selected>, Vec<&Selected>) = selected.iter().partition(is_made);
        let mut names: Vec<String> = plain.iter().map(|s| s.written.clone()).collect();
        names.sort_unstable();
        names.dedup();
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
                let rows = start..metadata.num_rows.min(start + MOST_DECODED);
                let height = rows.len();
                let texts = made.iter().map(|column| {
                    let group = &metadata.row_groups[0];
                    self.texts(&mut source, group, &column.written, rows.clone())
                });
                let texts = texts.collect::<Result<Vec<_>, _>>()?;
                let mut reader = ParquetReader::new(&mut source)
                    .read_parallel(ParallelStrategy::Columns)
                    .with_columns(Some(names.clone()))
                    .with_slice(Some((start, MOST_DECODED)))
                    .set_rechunk(true);
                reader.set_metadata(metadata.clone());
                let read = if names.is_empty() {
                    Ok(Vec::new())
                } else {
                    reader.finish().map(DataFrame::into_columns)
                };
                let read = read.and_then(|mut columns| {
                    columns.extend(texts);
                    DataFrame::new(height, columns)
                });
                let read = read.and_then(|frame| match wanted {
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

    /// The texts of some rows of a column of a row group, whose type polars does not read in
    /// this build.
    fn texts(
        &self,
        source: &mut File,
        group: &RowGroupMetadata,
        name: &str,
        rows: std::ops::Range<usize>,
    ) -> Result<PolarsColumn, ReadError> {
        let mut read = || -> PolarsResult<PolarsColumn> {
            let field = self.schema.try_get(name)?.clone();
            let chunks = group.columns_under_root_iter(name).into_iter().flatten();
            let (mut columns, mut types) = (Vec::new(), Vec::new());
            for chunk in chunks {
                let range = chunk.byte_range();
                let mut bytes = vec![0; (range.end - range.start) as usize];
                source.seek(SeekFrom::Start(range.start))?;
                source.read_exact(&mut bytes)?;
                let bytes = io::Cursor::new(bytes.into());
                let pages = PageReader::new(bytes, chunk, Vec::new(), usize::MAX);
                columns.push(BasicDecompressor::new(pages, Vec::new()));
                types.push(&chunk.descriptor().descriptor.primitive_type);
            }
            let filter = Some(Filter::new_ranged(rows.start, rows.end));
            let (arrays, _) = column_iter_to_arrays(columns, types, field, filter)?;
            let texts = arrays.iter().flat_map(|array| kept_arrow::texts(&**array));
            let texts = StringChunked::from_iter_options(name.into(), texts);
            polars_ensure!(texts.len() == rows.len(), ComputeError: "the column {name} is damaged");
            Ok(texts.into_column())
        };
        read().map_err(|error| failure(&self.path, error))
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

/// A column of a table from another program.
pub(crate) struct TypedColumn {
    /// Its name.
    pub name: String,
    /// True if its cells are numbers or texts.
    pub is_plain: bool,
    /// Its type if it can be kept, or what the type is called.
    pub kind: Result<KeptType, String>,
}

pub(super) fn typed(field: &ArrowField, layout: Layout) -> TypedColumn {
    let kind = kept_arrow::kept_type(field, layout);
    TypedColumn {
        name: field.name.to_string(),
        is_plain: check_plain(&field.name, field.dtype()).is_ok(),
        kind: kind.ok_or_else(|| type_name(field.dtype())),
    }
}

/// Returns true if the texts of a column are made from its arrays, and not by polars.
pub(super) fn is_made(field: &ArrowField, kind: CellKind) -> bool {
    use ArrowDataType::*;
    let is_text = matches!(kind, CellKind::Text | CellKind::Kept);
    let is_bytes = matches!(field.dtype(), Binary | LargeBinary | BinaryView);
    // polars knows dictionaries of texts only.
    let has_numbers = match field.dtype() {
        Dictionary(_, values, _) => !matches!(**values, Utf8 | LargeUtf8 | Utf8View),
        _ => false,
    };
    is_text && (is_bytes || has_numbers || check_plain(&field.name, field.dtype()).is_err())
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

/// The types of the columns: those of the arrays that are written, or those that they are
/// declared with. The bytes of a text are the same in whatever Arrow calls it, and all know plain
/// strings.
fn schema(columns: &Columns, layout: Layout) -> PolarsResult<ArrowSchema> {
    let plain = |data_type| match data_type {
        ArrowDataType::Utf8View => ArrowDataType::Utf8,
        ArrowDataType::Dictionary(key, _, _) => {
            ArrowDataType::Dictionary(key, Box::new(ArrowDataType::Utf8), false)
        }
        other => other,
    };
    let column = |field: &Field| {
        let name = PlSmallStr::from_string(field.to_string());
        let field = match typed_kept(field) {
            Some(kind) => kept_arrow::arrow_field(name.clone(), kind, layout),
            None => {
                let data_type = data_type(field)?;
                let mut field = data_type.to_arrow_field(name.clone(), CompatLevel::newest());
                if layout == Layout::Parquet {
                    field.dtype = plain(field.dtype);
                }
                field
            }
        };
        Ok((name, field))
    };
    columns.iter().map(column).collect()
}

/// The type of a kept column, unless it has texts.
fn typed_kept(field: &Field) -> Option<&KeptType> {
    match field {
        Field::Kept(_, _, kind) if *kind != KeptType::Text => Some(kind),
        _ => None,
    }
}

/// The cells of a column.
fn array(rows: &[Row], field: &Field) -> PolarsResult<Box<dyn Array>> {
    let name = PlSmallStr::from_string(field.to_string());
    let cells = rows.iter().map(|row| row.cell(field));
    let numbers = cells.clone().map(Cell::number);
    let texts = cells.clone().map(Cell::text);
    if let Some(kind) = typed_kept(field) {
        let texts: Vec<_> = texts.map(|text| text.map(Into::into)).collect();
        return kept_arrow::array(kind, &texts, Layout::Views).map_err(
            |Misfit(text)| polars_err!(ComputeError: "column {name}: {text:?} has another type"),
        );
    }
    let series = match data_type(field)? {
        DataType::UInt64 => UInt64Chunked::from_iter_options(name, numbers).into_series(),
        DataType::UInt16 => {
            UInt16Chunked::from_iter_options(name, numbers.map(|n| n.map(|n| n as u16)))
                .into_series()
        }
        DataType::UInt8 => {
            UInt8Chunked::from_iter_options(name, numbers.map(|n| n.map(|n| n as u8))).into_series()
        }
        DataType::Float64 => {
            Float64Chunked::from_iter_options(name, cells.map(Cell::decimal)).into_series()
        }
        DataType::String => StringChunked::from_iter_options(name, texts).into_series(),
        category => {
            let words: Vec<Option<&str>> = texts.collect();
            Series::new(name, words).strict_cast(&category)?
        }
    };
    Ok(series.to_arrow(0, CompatLevel::newest()))
}

/// The cause of a failed write.
pub(super) fn io_error(error: PolarsError) -> io::Error {
    match error {
        PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
        other => io::Error::other(other.to_string()),
    }
}
