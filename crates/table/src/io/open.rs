//! A source opened: its bytes as they were before they were compressed, with a
//! look at the first of them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::compression::{Compression, decompressed};
use super::find::Source;
use super::pipe::Pipe;
use super::utf16::{ByteOrder, decoded};

/// How far sources have been read, in bytes as stored.
#[derive(Clone, Default, Debug)]
pub struct BytesRead {
    /// The bytes read so far.
    pub bytes: Arc<AtomicU64>,
    /// The digest of the one file that is read, if it is computed on the way.
    pub digest: Option<FileDigest>,
}

impl BytesRead {
    /// Counts bytes.
    pub(crate) fn advance(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// The BLAKE3 digest of a file, computed while the file is read from its beginning.
#[derive(Clone, Default, Debug)]
pub struct FileDigest(Arc<Mutex<(blake3::Hasher, u64)>>);

impl FileDigest {
    fn update(&self, bytes: &[u8]) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.0.update(bytes);
        state.1 += bytes.len() as u64;
    }

    /// The digest of the complete file: reads the rest of it. Returns `None` if stopped.
    pub fn finish(&self, path: &Path, is_stopped: impl Fn() -> bool) -> io::Result<Option<String>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(state.1))?;
        let mut buffer = vec![0; BUFFER];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(Some(state.0.finalize().to_hex().to_string())),
                Ok(_) if is_stopped() => return Ok(None),
                Ok(count) => {
                    state.0.update(&buffer[..count]);
                    state.1 += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// A stream of bytes that was opened and recognised.
pub struct Opened<'a> {
    /// All bytes, decompressed; those of UTF-16 text as UTF-8.
    pub input: Box<dyn BufRead + Send + 'a>,
    /// How they are stored.
    pub compression: Compression,
    /// The first few bytes, decompressed but not decoded.
    pub start: Vec<u8>,
}

/// Bytes to recognise a format by.
const START: u64 = 4;

/// Opens a source; `position` is moved as it is read. If it is not a regular file,
/// reading it fails when `stop` is set.
pub(crate) fn open<'a>(
    source: &Source,
    position: &BytesRead,
    stop: &'a AtomicBool,
) -> io::Result<Opened<'a>> {
    if let Some(text) = &source.text {
        return opened(CountingReader(Cursor::new(text.clone()), position.clone()));
    }
    let input: Box<dyn Read + Send + 'a> = match (&source.path, source.length) {
        (None, _) => Box::new(Pipe::new(io::stdin(), stop)),
        (Some(path), Some(_)) => Box::new(File::open(path)?),
        (Some(path), None) => Box::new(Pipe::new(File::open(path)?, stop)),
    };
    opened(CountingReader(input, position.clone()))
}

/// Opens a file.
pub fn open_file(path: &Path) -> io::Result<Opened<'static>> {
    opened(File::open(path)?)
}

fn opened<'a>(input: impl Read + Send + 'a) -> io::Result<Opened<'a>> {
    let (mut input, compression) = decompressed(BufReader::with_capacity(BUFFER, input))?;
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    let order = ByteOrder::of(&start);
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

const BUFFER: usize = 1 << 17;

/// Counts the bytes that go through.
struct CountingReader<R>(R, BytesRead);

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.advance(count as u64);
        if let Some(digest) = &self.1.digest {
            digest.update(&buffer[..count]);
        }
        Ok(count)
    }
}
