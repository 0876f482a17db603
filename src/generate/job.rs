//! A job: so many puzzles of a kind, into a file that is moved into place when it is whole
//! and can be resumed until then, or into a stream.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crossbeam_channel::unbounded;

use super::footer::Footer;
use super::given::Given;
use super::journal::{Description, Mark, PuzzleJournal, made_by};
use super::kind::Kind;
use super::pump::{Done, Ended, Supply, Wanted, pump};
use super::unit::Recipe;
use crate::input::Source;
use crate::runner::outputs::remove;
use crate::runner::{Before, Error, Observer, Snapshot};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// The generator and its seed.
    pub recipe: Recipe,
    /// Puzzles that are wanted; none for as many as the given grids yield.
    pub count: Option<u64>,
    /// Where complete grids are given, if they are not to be our own. The bottom-up
    /// generator takes none.
    pub grids: Option<Source>,
    /// Workers.
    pub threads: usize,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All puzzles are there.
    Done {
        /// How they were made.
        footer: Footer,
        /// Lines of the given grids that had none.
        rejected: u64,
    },
    /// They were there already.
    WasDone,
    /// The job was asked to stop.
    Interrupted {
        /// Puzzles so far.
        puzzles: u64,
    },
}

/// Puzzles are made durable at least so often, as far as there are any.
const FLUSH: Duration = Duration::from_secs(1);

/// Runs a job into a file.
pub fn run(
    job: &Job,
    output: &Path,
    before: Before,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    let path = PuzzleJournal::beside(output);
    let begun = match before == Before::Resume && path.exists() {
        true => PuzzleJournal::resume(output, &job.description())?,
        false => None,
    };
    let (journal, begin) = match begun {
        Some(begun) => begun,
        None if before == Before::Resume && output.exists() => {
            job.is_that_of(output)?;
            return Ok(End::WasDone);
        }
        None => {
            if before == Before::Refuse {
                refuse([(&path, true), (output, false)])?;
            }
            let journal = PuzzleJournal::create(output, job.description())?;
            (journal, Mark::default())
        }
    };
    let mut keeper = Keeper::new(journal, begin);
    let filled = match begin.ended {
        true => Ok(begin),
        false => job.fill(begin, stop, observer, &mut keeper),
    };
    // Whatever stopped it, what is done is kept.
    let flushed = keeper.flush();
    let mark = filled?;
    flushed?;
    if mark.ended {
        keeper.journal.render(&job.footer(&mark))?;
        remove(&path)?;
    }
    Ok(job.end(&mark))
}

/// Runs a job into a stream: nothing is kept, so nothing can be resumed.
pub fn stream(
    job: &Job,
    output: impl Write,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    let mut sink = Stream(output);
    let mark = job.fill(Mark::default(), stop, observer, &mut sink)?;
    if mark.ended {
        sink.write(&format!("{}\n", job.footer(&mark)))?;
    }
    Ok(job.end(&mark))
}

/// Refuses to overwrite files; some belong to a job that can go on.
fn refuse(files: [(&Path, bool); 2]) -> Result<(), Error> {
    match files.into_iter().find(|(path, _)| path.exists()) {
        None => Ok(()),
        Some((path, resumable)) => Err(Error::Exists {
            path: path.to_path_buf(),
            resumable,
        }),
    }
}

impl Job {
    /// What the job is.
    fn description(&self) -> Description {
        Description {
            version: env!("CARGO_PKG_VERSION").to_string(),
            kind: self.recipe.kind,
            seed: self.recipe.seed,
            count: self.count,
            given: self.grids.is_some(),
        }
    }

    /// How the puzzles were made, at the end.
    fn footer(&self, mark: &Mark) -> Footer {
        let kind = self.recipe.kind;
        Footer {
            kind,
            seed: self.recipe.seed,
            count: mark.puzzles,
            grids: (kind == Kind::ControlledBias).then_some(mark.grids),
            version: self.description().version,
        }
    }

    fn end(&self, mark: &Mark) -> End {
        match mark.ended {
            true => End::Done {
                footer: self.footer(mark),
                rejected: mark.read.rejected,
            },
            false => End::Interrupted {
                puzzles: mark.puzzles,
            },
        }
    }

    /// Sees that an output that is there is that of this job.
    fn is_that_of(&self, output: &Path) -> Result<(), Error> {
        let now = self.description();
        let mut then = made_by(output, now.given)?;
        if now.count.is_none() {
            then.count = None;
        }
        match then.difference(&now) {
            None => Ok(()),
            Some(difference) => Err(Error::Changed {
                path: output.to_path_buf(),
                difference,
            }),
        }
    }

    /// Makes puzzles from a mark on, to the end or until it is asked to stop.
    fn fill(
        &self,
        begin: Mark,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
        sink: &mut dyn Sink,
    ) -> Result<Mark, Error> {
        let (warn, warnings) = unbounded();
        let supply = match &self.grids {
            None => Supply::Own,
            Some(source) => {
                let tell = move |message| drop(warn.send(message));
                Supply::Given(Box::new(given(source, &begin, Box::new(tell))?))
            }
        };
        let mut mark = begin;
        let mut receive = |done: Option<Done>| {
            warnings
                .try_iter()
                .for_each(|message: String| observer.warn(&message));
            if let Some(done) = done {
                let lines = self.take(&done, &mut mark);
                sink.take(&lines, &mark)?;
            }
            sink.tick()?;
            observer.progress(&Snapshot {
                rows: mark.puzzles,
                rows_before: begin.puzzles,
                rejected: mark.read.rejected,
                share: self.count.map(|count| mark.puzzles as f64 / count as f64),
                hardest: None,
            });
            Ok(if mark.ended {
                Wanted::Enough
            } else {
                Wanted::More
            })
        };
        let ended = pump(
            self.recipe,
            supply,
            begin.units,
            self.threads,
            stop,
            &mut receive,
        )?;
        if ended == Ended::NoMoreGrids {
            self.all_used(&mark)?;
            mark.ended = true;
            sink.take("", &mark)?;
        }
        Ok(mark)
    }

    /// The lines of the puzzles of a unit, as far as they are wanted.
    fn take(&self, done: &Done, mark: &mut Mark) -> String {
        let mut lines = String::new();
        let before = mark.grids;
        mark.units += 1;
        mark.grids = before + done.made.grids;
        mark.read = done.read;
        for product in &done.made.products {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{} {}", product.puzzle, product.puzzle.filled());
            mark.puzzles += 1;
            if Some(mark.puzzles) == self.count {
                mark.grids = before + product.grids;
                mark.ended = true;
                break;
            }
        }
        lines
    }

    /// Sees that the given grids were enough.
    fn all_used(&self, mark: &Mark) -> Result<(), Error> {
        let (Some(count), Some(source)) = (self.count, &self.grids) else {
            return Ok(());
        };
        let puzzles = mark.puzzles;
        let message = format!("that was the last of the grids, with {puzzles} of {count} puzzles");
        Err(Error::Input {
            name: source.name.clone(),
            line: mark.read.grids + mark.read.rejected,
            source: io::Error::new(io::ErrorKind::UnexpectedEof, message),
        })
    }
}

/// Opens given grids, from where a job is.
fn given(
    source: &Source,
    begin: &Mark,
    warn: Box<dyn FnMut(String) + Send>,
) -> Result<Given, Error> {
    let mut given = Given::open(source, warn)?;
    match given.skip_to(&begin.read)? {
        true => Ok(given),
        false => Err(Error::Changed {
            path: PathBuf::from(&source.name),
            difference: format!("the first {} grids are others", begin.read.grids),
        }),
    }
}

/// Where lines go.
trait Sink {
    /// Takes lines, and where the job is after them.
    fn take(&mut self, lines: &str, mark: &Mark) -> Result<(), Error>;

    /// Is called now and then.
    fn tick(&mut self) -> Result<(), Error>;
}

/// Keeps lines in the journal.
struct Keeper {
    journal: PuzzleJournal,
    lines: String,
    mark: Mark,
    kept: Mark,
    flushed: Instant,
}

impl Keeper {
    fn new(journal: PuzzleJournal, mark: Mark) -> Keeper {
        Keeper {
            journal,
            lines: String::new(),
            mark,
            kept: mark,
            flushed: Instant::now(),
        }
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        if self.mark != self.kept {
            self.journal
                .append(std::mem::take(&mut self.lines), self.mark)?;
            self.kept = self.mark;
        }
        Ok(())
    }
}

impl Sink for Keeper {
    fn take(&mut self, lines: &str, mark: &Mark) -> Result<(), Error> {
        self.lines.push_str(lines);
        self.mark = *mark;
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Error> {
        match self.flushed.elapsed() >= FLUSH {
            true => self.flush(),
            false => Ok(()),
        }
    }
}

/// Hands lines on.
struct Stream<W>(W);

impl<W: Write> Stream<W> {
    fn write(&mut self, text: &str) -> Result<(), Error> {
        let written = self
            .0
            .write_all(text.as_bytes())
            .and_then(|()| self.0.flush());
        written.map_err(|error| Error::output(Path::new("standard output"), error))
    }
}

impl<W: Write> Sink for Stream<W> {
    fn take(&mut self, lines: &str, _: &Mark) -> Result<(), Error> {
        self.write(lines)
    }

    fn tick(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
