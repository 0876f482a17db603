//! The journal of a job: its progress, in order, in an append-only file next to the output.
//!
//! It is a sequence of frames, each with its length and a checksum. If the job is killed, at
//! most the last frame is torn, and resuming the job cuts it off. The checksum of a frame covers
//! that of the frame before it, so that a frame which is missing, repeated or from elsewhere is
//! noticed, too: everything from there on is cut off.

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
    /// The end of the last frame.
    end: Offset,
    /// The number of bytes that opening it has cut off.
    torn: u64,
}

impl Journal {
    /// Creates a journal with its first frame, in place of an existing one.
    pub(crate) fn begin(path: &Path, first: &impl Serialize) -> Result<Journal, Error> {
        let begin = || -> io::Result<(File, Offset)> {
            let part = AtomicFile::create(path)?;
            let mut file = part.file.try_clone()?;
            let (record, end) = encode(first, Offset::default())?;
            file.write_all(SIGNATURE)?;
            file.write_all(&record)?;
            part.commit(IfExists::Replace)?;
            Ok((file, end))
        };
        let (file, end) = begin().map_err(Error::writing(path))?;
        Ok(Journal {
            file,
            path: path.to_path_buf(),
            end,
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
            end: durable,
            torn: length.saturating_sub(durable.bytes),
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
    pub(crate) fn cut(&mut self, end: Offset) -> Result<(), Error> {
        let cut = self.file.set_len(end.bytes);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(end.bytes)));
        self.end = end;
        cut.map(drop).map_err(Error::writing(&self.path))
    }

    /// Appends a frame and flushes it to disk.
    pub(crate) fn append(&mut self, frame: &impl Serialize) -> Result<(), Error> {
        // One call: a reader sees the complete frame or a torn end.
        let written = encode(frame, self.end).and_then(|(record, end)| {
            self.end = end;
            self.file.write_all(&record)
        });
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

/// A checksum of a frame, and so of all frames up to it.
type Checksum = [u8; 8];

/// The place between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offset {
    bytes: u64,
    /// The checksum of the frame before it.
    last: Checksum,
}

/// Before the first frame.
impl Default for Offset {
    fn default() -> Offset {
        Offset {
            bytes: SIGNATURE.len() as u64,
            last: Checksum::default(),
        }
    }
}

impl Offset {
    /// The place after a frame of this many bytes.
    fn after(self, bytes: usize, last: Checksum) -> Offset {
        let bytes = self.bytes + (bytes + HEAD) as u64;
        Offset { bytes, last }
    }
}

/// The bytes before a frame: its length, its length when decompressed, and a checksum.
const HEAD: usize = 16;

/// A frame as stored after a place, and the place after it.
fn encode(frame: &impl Serialize, at: Offset) -> io::Result<(Vec<u8>, Offset)> {
    let plain = postcard::to_stdvec(frame).map_err(io::Error::other)?;
    let bytes = zstd::bulk::compress(&plain, LEVEL)?;
    let mut record = Vec::with_capacity(bytes.len() + HEAD);
    record.extend((bytes.len() as u32).to_le_bytes());
    let length = (plain.len() as u32).to_le_bytes();
    record.extend(length);
    let sum = checksum(at.last, &length, &bytes);
    let end = at.after(bytes.len(), sum);
    record.extend(sum);
    record.extend(bytes);
    Ok((record, end))
}

/// A checksum of a frame, of its length when decompressed, and of the frames before it.
fn checksum(before: Checksum, length: &[u8], bytes: &[u8]) -> Checksum {
    let mut hasher = blake3::Hasher::new();
    let hash = hasher.update(&before).update(length).update(bytes);
    let hash = hash.finalize();
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
        let read = read.map_err(|error| Error::read(&self.path, error))?;
        let Some((bytes, plain, end)) = read else {
            return Ok(None);
        };
        let frame = zstd::bulk::decompress(&bytes, plain).ok();
        let frame = frame.and_then(|plain| postcard::from_bytes(&plain).ok());
        // The checksum is right: another program wrote these bytes.
        let frame = frame.ok_or_else(|| Error::read(&self.path, "unknown frame"))?;
        self.durable = end;
        Ok(Some(frame))
    }

    fn is_at_end(&mut self) -> Result<bool, Error> {
        let rest = self.input.fill_buf();
        let rest = rest.map_err(|error| Error::read(&self.path, error))?;
        Ok(rest.is_empty())
    }

    /// The bytes of the next frame, their length when decompressed, and the place after it.
    fn read(&mut self) -> io::Result<Option<(Vec<u8>, usize, Offset)>> {
        let mut head = [0; HEAD];
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
        let sum = checksum(self.durable.last, &head[4..8], &bytes);
        let end = self.durable.after(length, sum);
        Ok((complete && sum == head[8..]).then_some((bytes, plain, end)))
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
