//! A source opened: its bytes as they were before they were compressed, with a
//! look at the first of them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::compression::{Compression, decompressed};
use super::find::Source;
use super::pipe::Pipe;
use super::utf16::{Order, decoded};

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

/// A stream of bytes that was opened and recognised.
pub struct Opened<'a> {
    /// All bytes, decompressed; those of UTF-16 text as UTF-8.
    pub input: Box<dyn BufRead + Send + 'a>,
    /// How they are stored.
    pub compression: Compression,
    /// The first few of them, as they were before that.
    pub start: Vec<u8>,
}

/// Bytes to recognise a format by.
const START: u64 = 4;

/// Opens a source; `position` is moved as it is read. If it is no regular file,
/// reading it fails when `stop` is set.
pub fn open<'a>(
    source: &Source,
    position: &Position,
    stop: &'a AtomicBool,
) -> io::Result<Opened<'a>> {
    let input: Box<dyn Read + Send + 'a> = match (&source.path, source.length) {
        (None, _) => Box::new(Pipe::new(io::stdin(), stop)),
        (Some(path), Some(_)) => Box::new(File::open(path)?),
        (Some(path), None) => Box::new(Pipe::new(File::open(path)?, stop)),
    };
    opened(Counted(input, position.clone()))
}

/// Opens a file.
pub fn open_file(path: &Path) -> io::Result<Opened<'static>> {
    opened(File::open(path)?)
}

fn opened<'a>(input: impl Read + Send + 'a) -> io::Result<Opened<'a>> {
    let (mut input, compression) = decompressed(BufReader::with_capacity(BUFFER, input))?;
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    let order = Order::of(&start);
    let input = Cursor::new(start.clone()).chain(input);
    Ok(Opened {
        input: match order {
            Some(order) => Box::new(decoded(input, order)),
            None => Box::new(input),
        },
        compression,
        start,
    })
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
