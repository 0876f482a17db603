//! The output of lines: a stream, or a file that appears when it is complete.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::Error;
use crate::input::PuzzleLine;
use crate::io::AtomicFile;
use crate::io::{
    Compression, Encoder, FoundInputs, IfExists, Lock, fail_if_exists, is_device, refuse_inputs,
};

/// Lines reach the reader of a stream within this time.
const PATIENCE: Duration = Duration::from_millis(200);

/// The output of lines.
pub(crate) struct Output<'a> {
    lines: Encoder<'a>,
    path: PathBuf,
    /// The file, or `None` for a stream.
    file: Option<OutputFile>,
    flushed: Instant,
    /// The number of lines written so far.
    pub written: u64,
}

/// A file that is not yet moved into place.
struct OutputFile {
    part: AtomicFile,
    existing: IfExists,
    _lock: Lock,
}

impl<'a> Output<'a> {
    pub(crate) fn stream(output: impl Write + Send + 'a) -> Result<Output<'a>, Error> {
        let path = Path::new("standard output");
        Output::new(path, output, Compression::None, None)
    }

    /// A file, compressed according to its name. An existing file is replaced only if allowed,
    /// an input never; devices and pipes are written to.
    pub(crate) fn file(
        path: &Path,
        existing: IfExists,
        inputs: &[&FoundInputs],
    ) -> Result<Output<'a>, Error> {
        let failed = Error::writing(path);
        if is_device(path) {
            let device = File::options().write(true).open(path).map_err(&failed)?;
            return Output::new(path, device, Compression::None, None);
        }
        let lock = Lock::take(path)?;
        let sources = inputs.iter().flat_map(|found| &found.sources);
        let sources = sources.filter_map(|source| source.path.as_deref());
        refuse_inputs(sources, &[path.to_path_buf()])?;
        if existing == IfExists::Fail {
            fail_if_exists([path])?;
        }
        let part = AtomicFile::create(path).map_err(&failed)?;
        let output = part.file.try_clone().map_err(&failed)?;
        let file = OutputFile {
            part,
            existing,
            _lock: lock,
        };
        Output::new(path, output, Compression::from(path), Some(file))
    }

    fn new(
        path: &Path,
        output: impl Write + Send + 'a,
        compression: Compression,
        file: Option<OutputFile>,
    ) -> Result<Output<'a>, Error> {
        Ok(Output {
            lines: Encoder::new(output, compression).map_err(Error::writing(path))?,
            path: path.to_path_buf(),
            file,
            flushed: Instant::now(),
            written: 0,
        })
    }

    /// Writes a line: a puzzle and its comment.
    pub(crate) fn line(&mut self, puzzle: &str, comment: Option<&str>) -> Result<(), Error> {
        self.written += 1;
        let written = writeln!(self.lines, "{}", PuzzleLine::new(puzzle, comment));
        written.map_err(Error::writing(&self.path))?;
        if self.flushed.elapsed() > PATIENCE {
            self.flush()
        } else {
            Ok(())
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
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.finish_after(|_| Ok(()))
    }

    /// Finishes the output, calls a function with the digest of a file, and moves the file into
    /// place.
    pub(crate) fn finish_after(
        self,
        announce: impl FnOnce(String) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let failed = Error::writing(&self.path);
        self.lines.finish().map_err(&failed)?;
        let Some(file) = self.file else {
            return Ok(());
        };
        announce(file.part.digest().map_err(&failed)?)?;
        file.part.commit(file.existing).map_err(&failed)
    }
}
