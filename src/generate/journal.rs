//! The journal of a generate job, from which its output is written at the end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::footer::Footer;
use super::given::Read;
use crate::io::atomic::AtomicFile;
use crate::io::{Compression, Encoder, decompressed};
use crate::job::Error;
use crate::job::durable::{JournalFrame, JournalWriter};
use crate::table::Asked;
use crate::table::JobKind;
use gradus_generate::suexg::SuexgRandom;

/// The progress of a job after a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// The number of finished units.
    pub units: u64,
    /// The number of puzzles so far.
    pub puzzles: u64,
    /// The number of complete grids used; at the end, up to that of the last puzzle.
    pub grids: u64,
    /// How far given grids were read.
    pub read: Read,
    /// The state of a generator with a single random stream.
    pub numbers: Option<SuexgRandom>,
    /// True if the job is complete.
    pub ended: bool,
}

/// Lines of puzzles, and the progress of the job after them.
#[derive(Serialize, Deserialize)]
pub(super) struct Lines(pub String, pub Mark);

impl JournalFrame for Lines {
    fn absorb(&mut self, Lines(lines, mark): Lines) -> Option<Lines> {
        self.0.push_str(&lines);
        self.1 = mark;
        None
    }
}

/// Writes all puzzles and the footer to the output, and moves it into place.
pub(super) fn render(
    log: &JournalWriter<Lines>,
    output: &Path,
    footer: &Footer,
) -> Result<(), Error> {
    let failed = Error::writing(output);
    let part = AtomicFile::create(output).map_err(&failed)?;
    let file = part.file().map_err(&failed)?;
    let mut encoder = Encoder::new(file, Compression::of_name(output)).map_err(&failed)?;
    log.each(|Lines(lines, _)| encoder.write_all(lines.as_bytes()).map_err(&failed))?;
    let ended = writeln!(encoder, "{footer}").and_then(|()| encoder.finish());
    let committed = ended.and_then(|()| part.commit(log.if_exists));
    committed.map_err(&failed)
}

/// What was asked of the job that made an output. The footer does not say whether the grids
/// were given, and has no count if none was asked.
pub(super) fn made_by(output: &Path, now: &Asked) -> Result<Asked, Error> {
    let read = || -> io::Result<Option<Footer>> {
        let (input, _) = decompressed(BufReader::new(File::open(output)?))?;
        let mut last = None;
        for line in input.lines() {
            last = Some(line?);
        }
        Ok(last.and_then(|line| line.parse().ok()))
    };
    let footer = read().map_err(|error| Error::read(output, error))?;
    let footer = footer.ok_or_else(|| Error::read(output, "it was not made by gradus generate"))?;
    let mut then = now.clone();
    then.version = footer.version;
    if let JobKind::Generate(asked) = &mut then.job {
        asked.generator = footer.kind.to_string();
        asked.seed = footer.seed;
        asked.count = asked.count.map(|_| footer.count);
        asked.squares = footer.squares;
    }
    Ok(then)
}
