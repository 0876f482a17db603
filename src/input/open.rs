//! A source opened: whatever its format and compression, it gives records.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[cfg(feature = "polars")]
use super::decompress::Compression;
use super::decompress::decompressed;
use super::find::Source;
#[cfg(feature = "polars")]
use super::parquet::ParquetRecords;
use super::pipe::Pipe;
use super::record::Fields;
use super::text::TextRecords;

/// How far a source has been read, in bytes as they are stored.
#[derive(Clone, Default, Debug)]
pub struct Position(Arc<AtomicU64>);

impl Position {
    /// The bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts bytes.
    pub fn advance(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// The records of a source.
pub enum Records<'a> {
    /// Of text.
    Text(TextRecords<Box<dyn BufRead + Send + 'a>>),
    /// Of a Parquet file.
    #[cfg(feature = "polars")]
    Parquet(Box<ParquetRecords>),
}

impl Records<'_> {
    /// The next record, if there is one.
    #[expect(
        clippy::should_implement_trait,
        reason = "the record is lent, not given"
    )]
    pub fn next(&mut self) -> io::Result<Option<Fields<'_>>> {
        match self {
            Records::Text(records) => records.next(),
            #[cfg(feature = "polars")]
            Records::Parquet(records) => records.next(),
        }
    }

    /// What the generators of the puzzles read so far told of them.
    pub fn generated(&self) -> &[String] {
        match self {
            Records::Text(records) => records.generated(),
            #[cfg(feature = "polars")]
            Records::Parquet(_) => &[],
        }
    }
}

/// Starts every Parquet file.
const PARQUET: &[u8] = b"PAR1";

/// Opens a source; `position` is moved as it is read. If it is no regular file,
/// reading it fails when `stop` is set.
pub fn open<'a>(
    source: &Source,
    position: &Position,
    stop: &'a AtomicBool,
) -> io::Result<Records<'a>> {
    let input: Box<dyn Read + Send + 'a> = match (&source.path, source.length) {
        (None, _) => Box::new(Pipe::new(io::stdin(), stop)),
        (Some(path), Some(_)) => Box::new(File::open(path)?),
        (Some(path), None) => Box::new(Pipe::new(File::open(path)?, stop)),
    };
    let input = BufReader::with_capacity(BUFFER, Counted(input, position.clone()));
    let (mut input, _compression) = decompressed(input)?;
    let mut start = Vec::with_capacity(PARQUET.len());
    input
        .by_ref()
        .take(PARQUET.len() as u64)
        .read_to_end(&mut start)?;
    if start != PARQUET {
        let input: Box<dyn BufRead + Send + 'a> = Box::new(io::Cursor::new(start).chain(input));
        return Ok(Records::Text(TextRecords::new(input)));
    }
    #[cfg(not(feature = "polars"))]
    return Err(crate::table::format::no_parquet());
    #[cfg(feature = "polars")]
    match (&source.path, source.length, _compression) {
        (Some(path), Some(length), Compression::None) => {
            ParquetRecords::open(path, length, position.clone())
        }
        // Its index is at the end: what can only be read forwards is put in a file first.
        _ => ParquetRecords::spool(io::Cursor::new(start).chain(input)),
    }
    .map(|records| Records::Parquet(Box::new(records)))
}

/// Bytes read at a time.
const BUFFER: usize = 1 << 17;

/// Counts the bytes that go through.
struct Counted<R>(R, Position);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.advance(count as u64);
        Ok(count)
    }
}
