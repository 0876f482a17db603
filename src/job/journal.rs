//! The journal of a job: its progress, in order, in an append-only file next to the output.
//!
//! It is a sequence of frames, each with its length and a checksum. If the job is killed, at
//! most the last frame is torn, and resuming the job cuts it off.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::Error;
use crate::io::{AtomicFile, IfExists, with_suffix};

/// Starts every journal; the digit is the version of its format.
const SIGNATURE: &[u8; 16] = b"gradus journal 3";

/// Level of zstd: the journal is written once, read once and removed.
const LEVEL: i32 = 1;

/// The longest frame; a greater length belongs to a torn or foreign frame.
const LONGEST: usize = 1 << 28;

/// The path of the journal of an output.
pub(crate) fn path_for(output: &Path) -> PathBuf {
    with_suffix(output, ".journal")
}

/// A journal that is open for writing.
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    /// The number of bytes that opening it has cut off.
    torn: u64,
}

impl Journal {
    /// Creates a journal with its first frame, in place of an existing one.
    pub(crate) fn begin(path: &Path, first: &impl Serialize) -> Result<Journal, Error> {
        let begin = || -> io::Result<File> {
            let part = AtomicFile::create(path)?;
            let mut file = part.file.try_clone()?;
            file.write_all(SIGNATURE)?;
            file.write_all(&encode(first)?)?;
            part.commit(IfExists::Replace)?;
            Ok(file)
        };
        Ok(Journal {
            file: begin().map_err(Error::writing(path))?,
            path: path.to_path_buf(),
            torn: 0,
        })
    }

    /// Opens a journal, calls a function for each frame with the offset of its end, and cuts
    /// off a torn end. Returns `None` if even its beginning is torn.
    pub(crate) fn reopen<F: DeserializeOwned>(
        path: &Path,
        mut show: impl FnMut(F, Offset) -> Result<(), Error>,
    ) -> Result<Option<Journal>, Error> {
        let file = OpenOptions::new().write(true).read(true).open(path);
        let file = file.map_err(Error::writing(path))?;
        let Some(mut frames) = Frames::new(file, path)? else {
            return Ok(None);
        };
        while let Some(frame) = frames.next()? {
            show(frame, frames.durable)?;
        }
        if frames.durable == Offset::default() && !frames.is_at_end()? {
            // Keep the frames after a damaged first one.
            return Err(Error::read(path, "its beginning is damaged"));
        }
        let (durable, file) = (frames.durable, frames.input.into_inner());
        let length = file.metadata().map_err(Error::writing(path))?.len();
        let mut journal = Journal {
            file,
            path: path.to_path_buf(),
            torn: length.saturating_sub(durable.0),
        };
        journal.cut(durable)?;
        Ok(Some(journal))
    }

    /// Describes the damage that opening the journal has repaired.
    pub(crate) fn repaired(&self) -> Option<String> {
        let bytes = match self.torn {
            0 => return None,
            1 => "1 byte was".to_string(),
            bytes => format!("{bytes} bytes were"),
        };
        Some(format!(
            "{} was damaged at its end: {bytes} cut off, and that work is repeated",
            self.path.display()
        ))
    }

    /// Cuts off everything after an offset. After a cut at the beginning, the first frame
    /// must be written again.
    pub(crate) fn cut(&mut self, Offset(end): Offset) -> Result<(), Error> {
        let cut = self.file.set_len(end);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(end)));
        cut.map(drop).map_err(Error::writing(&self.path))
    }

    /// Appends a frame and flushes it to disk.
    pub(crate) fn append(&mut self, frame: &impl Serialize) -> Result<(), Error> {
        // One call: a reader sees the complete frame or a torn end.
        let written = encode(frame).and_then(|record| self.file.write_all(&record));
        let synced = written.and_then(|()| self.file.sync_data());
        synced.map_err(Error::writing(&self.path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The frames from the beginning.
    pub(crate) fn frames(&self) -> Result<Frames, Error> {
        let file = File::open(&self.path).map_err(|error| Error::read(&self.path, error))?;
        let frames = Frames::new(file, &self.path)?;
        frames.ok_or_else(|| Error::read(&self.path, "it has no beginning"))
    }
}

/// The offset between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offset(u64);

/// Before the first frame.
impl Default for Offset {
    fn default() -> Offset {
        Offset(SIGNATURE.len() as u64)
    }
}

/// A frame as stored: its length, its length when decompressed, a checksum and the frame.
fn encode(frame: &impl Serialize) -> io::Result<Vec<u8>> {
    let plain = postcard::to_stdvec(frame).map_err(io::Error::other)?;
    let bytes = zstd::bulk::compress(&plain, LEVEL)?;
    let mut record = Vec::with_capacity(bytes.len() + 16);
    record.extend((bytes.len() as u32).to_le_bytes());
    let length = (plain.len() as u32).to_le_bytes();
    record.extend(length);
    record.extend(checksum(&length, &bytes));
    record.extend(bytes);
    Ok(record)
}

/// A checksum of a frame and of its length when decompressed.
fn checksum(length: &[u8], bytes: &[u8]) -> [u8; 8] {
    let mut hasher = blake3::Hasher::new();
    let hash = hasher.update(length).update(bytes).finalize();
    std::array::from_fn(|place| hash.as_bytes()[place])
}

/// Reads the frames of a journal up to the first incomplete one.
pub(crate) struct Frames {
    input: BufReader<File>,
    path: PathBuf,
    /// The end of the last frame read.
    durable: Offset,
}

impl Frames {
    /// The frames of a file, or `None` if its beginning is torn.
    fn new(file: File, path: &Path) -> Result<Option<Frames>, Error> {
        let mut input = BufReader::with_capacity(1 << 16, file);
        let mut signature = Vec::new();
        let mut start = input.by_ref().take(SIGNATURE.len() as u64);
        let read = start.read_to_end(&mut signature);
        read.map_err(|error| Error::read(path, error))?;
        if !SIGNATURE.starts_with(&signature) {
            let reason = "it is not a journal of this version of gradus";
            return Err(Error::read(path, reason));
        }
        Ok((signature == SIGNATURE).then(|| Frames {
            input,
            path: path.to_path_buf(),
            durable: Offset::default(),
        }))
    }

    /// The next complete frame.
    pub(crate) fn next<F: DeserializeOwned>(&mut self) -> Result<Option<F>, Error> {
        let read = self.read();
        let Some((bytes, plain)) = read.map_err(|error| Error::read(&self.path, error))? else {
            return Ok(None);
        };
        let frame = zstd::bulk::decompress(&bytes, plain).ok();
        let frame = frame.and_then(|plain| postcard::from_bytes(&plain).ok());
        // The checksum is right: another program wrote these bytes.
        let frame = frame.ok_or_else(|| Error::read(&self.path, "unknown frame"))?;
        self.durable.0 += bytes.len() as u64 + 16;
        Ok(Some(frame))
    }

    fn is_at_end(&mut self) -> Result<bool, Error> {
        let rest = self.input.fill_buf();
        let rest = rest.map_err(|error| Error::read(&self.path, error))?;
        Ok(rest.is_empty())
    }

    /// The bytes of the next frame and their length when decompressed.
    fn read(&mut self) -> io::Result<Option<(Vec<u8>, usize)>> {
        let mut head = [0; 16];
        if !read_complete(&mut self.input, &mut head)? {
            return Ok(None);
        }
        let (numbers, _) = head.as_chunks::<4>();
        let [length, plain] = [0, 1].map(|place| u32::from_le_bytes(numbers[place]) as usize);
        if length > LONGEST || plain > LONGEST {
            return Ok(None);
        }
        let mut bytes = vec![0; length];
        let complete = read_complete(&mut self.input, &mut bytes)?;
        Ok((complete && checksum(&head[4..8], &bytes) == head[8..]).then_some((bytes, plain)))
    }
}

/// Fills a buffer. Returns false if the input ends before.
fn read_complete(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
