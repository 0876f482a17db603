//! The journal of a job: all that is done, in order, in a file beside the output
//! to which is only ever appended.
//!
//! It is a sequence of frames, each with its length and a checksum. Whatever
//! stops the job, at most the last frame is torn; it is cut off when the job is
//! resumed. The first frame says what the job is.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::description::Description;
use super::entry::Entry;
use super::error::Error;
use super::feed::Mark;
use super::outputs::sync_folder;

/// Starts every journal; the digit is the version of its format.
const SIGNATURE: &[u8; 16] = b"gradus journal 1";

/// Level of zstd: the journal is written once, read once, and thrown away.
const LEVEL: i32 = 1;

/// A frame is never longer; a length beyond it is a torn or foreign one.
const LONGEST: usize = 1 << 28;

/// A part of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// What the job is. If it comes again, the last one holds.
    Job(Description),
    /// Entries in order, and where the inputs are after them.
    Entries(Vec<Entry>, Mark),
    /// The job stopped at a fault of the input of this name, which may be mended.
    Broken(String),
    /// All inputs are done, and what the generators of the puzzles told of them.
    End(Mark, Vec<String>),
}

/// A journal that is being written.
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// A point up to which a job is durable.
#[derive(Clone, Copy, Default)]
pub struct Point {
    /// Where the inputs are.
    pub mark: Mark,
    /// Rows so far.
    pub rows: u64,
    /// Rejected lines so far.
    pub rejected: u64,
    /// Where its frame ends in the journal.
    end: u64,
}

/// What a journal holds, but for its entries.
pub struct Recovered {
    /// What the job is.
    pub job: Description,
    /// Where entries became durable, in order.
    pub points: Vec<Point>,
    /// The input at whose fault the job stopped.
    pub broken: Option<String>,
    /// The end of the job, if it was reached.
    pub end: Option<(Mark, Vec<String>)>,
}

impl Journal {
    /// Begins the journal of a job; what was there is lost.
    pub fn create(path: &Path, job: &Description) -> Result<Journal, Error> {
        Journal::begin(path, &Frame::Job(job.clone()))
    }

    /// Begins a journal with its first frame; what was there is lost.
    pub fn begin(path: &Path, first: &impl Serialize) -> Result<Journal, Error> {
        let file = lock(path, OpenOptions::new().write(true).read(true).create(true))?;
        let mut journal = Journal {
            file,
            path: path.to_path_buf(),
        };
        let begin = |file: &mut File| {
            file.set_len(0)?;
            file.write_all(SIGNATURE)
        };
        begin(&mut journal.file).map_err(|error| Error::output(path, error))?;
        journal.append(first)?;
        journal.sync()?;
        sync_folder(path).map_err(|error| Error::output(path, error))?;
        Ok(journal)
    }

    /// Opens the journal of a job that was interrupted, and cuts off what is torn;
    /// none if the job was interrupted before it had begun.
    pub fn open(path: &Path) -> Result<Option<(Journal, Recovered)>, Error> {
        let mut recovered: Option<Recovered> = None;
        let journal = Journal::reopen(path, |frame, end| match (&mut recovered, frame) {
            (None, Frame::Job(job)) => recovered = Some(Recovered::new(job)),
            (None, _) => {}
            (Some(recovered), frame) => recovered.add(frame, end),
        })?;
        Ok(journal.zip(recovered))
    }

    /// Opens a journal, shows its frames and where they end, and cuts off what is
    /// torn; none if not even its beginning is there.
    pub fn reopen<F: DeserializeOwned>(
        path: &Path,
        mut show: impl FnMut(F, u64),
    ) -> Result<Option<Journal>, Error> {
        let file = lock(path, OpenOptions::new().write(true).read(true))?;
        let Some(mut frames) = Frames::new(file, path)? else {
            return Ok(None);
        };
        while let Some(frame) = frames.next()? {
            show(frame, frames.durable);
        }
        if frames.durable == SIGNATURE.len() as u64 && !frames.is_at_end()? {
            // What follows must not be thrown away for a fault in the first frame.
            return Err(Error::read(path, "its beginning is damaged"));
        }
        let mut journal = Journal {
            path: path.to_path_buf(),
            file: frames.input.into_inner(),
        };
        journal.cut(frames.durable)?;
        Ok(Some(journal))
    }

    /// Goes back to a point, or to the beginning, where the first frame has to come
    /// again; what follows is lost.
    pub fn go_back(&mut self, point: Option<&Point>) -> Result<(), Error> {
        self.cut(point.map_or(SIGNATURE.len() as u64, |point| point.end))
    }

    fn cut(&mut self, end: u64) -> Result<(), Error> {
        let cut = self.file.set_len(end);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(end)));
        cut.map(drop)
            .map_err(|error| Error::output(&self.path, error))
    }

    /// Appends a frame.
    pub fn append(&mut self, frame: &impl Serialize) -> Result<(), Error> {
        let plain = postcard::to_stdvec(frame)
            .map_err(|error| Error::output(&self.path, io::Error::other(error)))?;
        let bytes = zstd::bulk::compress(&plain, LEVEL)
            .map_err(|error| Error::output(&self.path, error))?;
        let mut record = Vec::with_capacity(bytes.len() + 16);
        record.extend((bytes.len() as u32).to_le_bytes());
        let length = (plain.len() as u32).to_le_bytes();
        record.extend(length);
        record.extend(checksum(&length, &bytes));
        record.extend(bytes);
        // One call: a reader sees all of it or a torn end.
        let written = self.file.write_all(&record);
        written.map_err(|error| Error::output(&self.path, error))
    }

    /// Makes all frames durable.
    pub fn sync(&mut self) -> Result<(), Error> {
        let synced = self.file.sync_data();
        synced.map_err(|error| Error::output(&self.path, error))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The frames from the beginning, for rendering.
    pub fn frames(&self) -> Result<Frames, Error> {
        let file = File::open(&self.path).map_err(|error| Error::read(&self.path, error))?;
        let frames = Frames::new(file, &self.path)?;
        frames.ok_or_else(|| Error::read(&self.path, "it has no beginning"))
    }
}

/// Opens a file that no other process may have open in this way.
fn lock(path: &Path, options: &OpenOptions) -> Result<File, Error> {
    let file = options
        .open(path)
        .map_err(|error| Error::output(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse(path.to_path_buf())),
        // A file system without locks is no reason not to work.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// A checksum of a frame and of its length when decompressed.
fn checksum(length: &[u8], bytes: &[u8]) -> [u8; 8] {
    let hash = blake3::Hasher::new()
        .update(length)
        .update(bytes)
        .finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    first
}

impl Recovered {
    /// What a journal holds that was just begun.
    pub fn new(job: Description) -> Recovered {
        Recovered {
            job,
            points: Vec::new(),
            broken: None,
            end: None,
        }
    }

    /// Where to go on.
    pub fn last(&self) -> Point {
        self.points.last().copied().unwrap_or_default()
    }

    fn add(&mut self, frame: Frame, end: u64) {
        match frame {
            // Whether the input was mended is not known before more of it is read.
            Frame::Job(job) => self.job = job,
            Frame::Entries(entries, mark) => {
                self.broken = None;
                let rows = entries
                    .iter()
                    .filter(|entry| matches!(entry, Entry::Row(_)));
                let rows = rows.count() as u64;
                let last = self.last();
                self.points.push(Point {
                    mark,
                    rows: last.rows + rows,
                    rejected: last.rejected + entries.len() as u64 - rows,
                    end,
                });
            }
            Frame::Broken(input) => self.broken = Some(input),
            Frame::End(mark, generated) => {
                self.broken = None;
                self.end = Some((mark, generated));
            }
        }
    }
}

/// Reads the frames of a journal up to the first that is not whole.
pub struct Frames {
    input: BufReader<File>,
    path: PathBuf,
    /// The end of the last frame that was read.
    durable: u64,
}

impl Frames {
    /// The frames of a file; none if its beginning is torn.
    fn new(file: File, path: &Path) -> Result<Option<Frames>, Error> {
        let mut input = BufReader::with_capacity(1 << 16, file);
        let mut signature = Vec::new();
        let mut start = input.by_ref().take(SIGNATURE.len() as u64);
        let read = start.read_to_end(&mut signature);
        read.map_err(|error| Error::read(path, error))?;
        if !SIGNATURE.starts_with(&signature) {
            let reason = "it is no journal of this version of gradus";
            return Err(Error::read(path, reason));
        }
        Ok((signature == SIGNATURE).then(|| Frames {
            input,
            path: path.to_path_buf(),
            durable: SIGNATURE.len() as u64,
        }))
    }

    /// The next frame; none when there is none that is whole.
    #[expect(clippy::should_implement_trait, reason = "errors come first")]
    pub fn next<F: DeserializeOwned>(&mut self) -> Result<Option<F>, Error> {
        let frame = self
            .read()
            .map_err(|error| Error::read(&self.path, error))?;
        let Some((bytes, plain)) = frame else {
            return Ok(None);
        };
        let length = bytes.len() as u64 + 16;
        let frame = zstd::bulk::decompress(&bytes, plain).ok();
        let frame = frame.and_then(|plain| postcard::from_bytes(&plain).ok());
        // The checksum was right: these bytes were written by another program.
        let frame = frame.ok_or_else(|| Error::read(&self.path, "a frame is not understood"))?;
        self.durable += length;
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
        if !read_whole(&mut self.input, &mut head)? {
            return Ok(None);
        }
        let number = |at: usize| {
            u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize
        };
        let (length, plain) = (number(0), number(4));
        if length > LONGEST || plain > LONGEST {
            return Ok(None);
        }
        let mut bytes = vec![0; length];
        let whole = read_whole(&mut self.input, &mut bytes)?;
        Ok((whole && checksum(&head[4..8], &bytes) == head[8..]).then_some((bytes, plain)))
    }
}

/// Fills a buffer; false when the input ends before.
fn read_whole(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
