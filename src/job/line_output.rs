//! The output of lines: a stream, or a file that appears when it is complete.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::Error;
use super::lines::{Answer, Taker};
use crate::io::Lock;
use crate::io::atomic::AtomicFile;
use crate::io::{Compression, Encoder, FoundInputs};
use crate::io::{IfExists, fail_if_exists, is_device, refuse_inputs};
use gradus_puzzles::kind_named;

/// Lines reach the reader of a stream within this time.
const PATIENCE: Duration = Duration::from_millis(200);

/// The output of lines.
pub struct Output<'a> {
    lines: Encoder<'a>,
    path: PathBuf,
    /// The file, or `None` for a stream.
    file: Option<OutputFile>,
    flushed: Instant,
    written: u64,
}

/// A file that is not yet moved into place.
struct OutputFile {
    part: AtomicFile,
    existing: IfExists,
    _lock: Lock,
}

impl<'a> Output<'a> {
    /// A stream.
    pub fn stream(output: impl Write + Send + 'a) -> Result<Output<'a>, Error> {
        let path = PathBuf::from("standard output");
        let lines = Encoder::new(output, Compression::None).map_err(Error::writing(&path))?;
        Ok(Output::new(lines, path, None))
    }

    /// A file, compressed according to its name. An existing file is replaced only if it may
    /// be, an input never, and a device or a pipe is written to.
    pub fn file(path: &Path, replace: bool, inputs: &[&FoundInputs]) -> Result<Output<'a>, Error> {
        let failed = Error::writing(path);
        if is_device(path) {
            let device = fs::File::options().write(true).open(path);
            let lines = Encoder::new(device.map_err(&failed)?, Compression::None);
            return Ok(Output::new(
                lines.map_err(&failed)?,
                path.to_path_buf(),
                None,
            ));
        }
        let lock = Lock::take(path)?;
        let sources = inputs.iter().flat_map(|found| &found.sources);
        let sources = sources.filter_map(|source| source.path.as_deref());
        refuse_inputs(sources, &[path.to_path_buf()])?;
        let existing = match replace {
            true => IfExists::Replace,
            false => {
                fail_if_exists([path])?;
                IfExists::Fail
            }
        };
        let part = AtomicFile::create(path).map_err(&failed)?;
        let output = part.file().map_err(&failed)?;
        let lines = Encoder::new(output, Compression::of_name(path)).map_err(&failed)?;
        let file = OutputFile {
            part,
            existing,
            _lock: lock,
        };
        Ok(Output::new(lines, path.to_path_buf(), Some(file)))
    }

    fn new(lines: Encoder<'a>, path: PathBuf, file: Option<OutputFile>) -> Output<'a> {
        Output {
            lines,
            path,
            file,
            flushed: Instant::now(),
            written: 0,
        }
    }

    /// The number of lines written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Writes a line: a puzzle and its comment.
    pub fn line(&mut self, puzzle: &str, comment: Option<&str>) -> Result<(), Error> {
        self.written += 1;
        let lines = &mut self.lines;
        let written = match comment {
            // Puzzles of other kinds may contain blanks.
            Some(comment) if kind_named(puzzle).is_some() => writeln!(lines, "{puzzle}\t{comment}"),
            Some(comment) => writeln!(lines, "{puzzle} {comment}"),
            None => writeln!(lines, "{puzzle}"),
        };
        written.map_err(Error::writing(&self.path))?;
        match self.flushed.elapsed() > PATIENCE {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Flushes a stream.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        match self.file {
            Some(_) => Ok(()),
            None => self.lines.flush().map_err(Error::writing(&self.path)),
        }
    }

    /// Finishes the output and moves a file into place.
    pub fn finish(self) -> Result<(), Error> {
        let finish = || -> io::Result<()> {
            self.lines.finish()?;
            match self.file {
                Some(file) => file.part.commit(file.existing),
                None => Ok(()),
            }
        };
        finish().map_err(Error::writing(&self.path))
    }
}

/// Writes each puzzle on a line with its comment.
impl Taker<Vec<String>> for Output<'_> {
    fn take(&mut self, answer: Answer<Vec<String>>) -> Result<(), Error> {
        let mut puzzles = answer.result.iter();
        puzzles.try_for_each(|puzzle| self.line(puzzle, answer.comment.as_deref()))
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.flush()
    }
}
