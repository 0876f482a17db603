//! A generate job, into a stream or into a file that can be resumed until it is complete.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, unbounded};

use super::footer::Footer;
use super::given::{Batch, Given, Read};
use super::journal::{Lines, Mark, made_by, render};
use crate::io::Source;
use crate::job::durable::{self, DurableJob, Flow, JournalWriter, Run};
use crate::job::journal::{Offset, path_for};
use crate::job::pump::{Pump, Queue, Sink};
use crate::job::{Error, Observer, Snapshot, StartMode};
use crate::table::Asked;
use crate::table::{GenerateAsked, JobKind};
use gradus_csp::Instance;
use gradus_generate::suexg::{Suexg, SuexgRandom};
use gradus_generate::unit::{Recipe, UnitOutput, next_of};
use gradus_generate::{Deletion, Generator, Product, Squares};

/// A generate job.
#[derive(Clone, Debug)]
pub struct Job {
    /// The generator, and the complete grids that it begins with.
    pub grids: Grids,
    /// The same seed gives the same puzzles.
    pub seed: u64,
    /// The number of puzzles, or `None` for as many as the given grids yield.
    pub count: Option<u64>,
    /// Number of threads.
    pub threads: usize,
}

/// A generator, and where its complete grids come from.
#[derive(Clone, Debug)]
pub enum Grids {
    /// They are drawn at random, if the generator needs any.
    Own(Generator),
    /// They are given.
    Given(Deletion, Source),
    /// Squares of another size or kind, drawn at random, for the top-down generator.
    Squares(Squares),
}

/// The outcome of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All puzzles are written.
    Done {
        /// How they were made.
        footer: Footer,
        /// Lines of the given grids that had none.
        rejected: u64,
    },
    /// The output was already complete.
    WasDone,
    /// The job was stopped.
    Interrupted {
        /// Puzzles so far.
        puzzles: u64,
    },
}

/// Units in progress per thread: enough that none waits for another.
const WINDOW: usize = 16;

/// Runs a job into a file.
pub fn run(
    job: &Job,
    output: &Path,
    mode: StartMode,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    durable::run(
        &mut FileJob { job, output },
        mode,
        &mut Run { stop, observer },
    )
}

/// A job into a file.
struct FileJob<'a> {
    job: &'a Job,
    output: &'a Path,
}

impl DurableJob for FileJob<'_> {
    type Frame = Lines;
    type State = Mark;
    type Outcome = Outcome;

    fn output(&self) -> &Path {
        self.output
    }

    fn finals(&self) -> Vec<PathBuf> {
        vec![self.output.to_path_buf()]
    }

    fn files(&self) -> Vec<PathBuf> {
        vec![self.output.to_path_buf(), path_for(self.output)]
    }

    fn inputs(&self) -> Vec<&Path> {
        self.job.grids.file().into_iter().collect()
    }

    fn asked(&mut self) -> Result<Asked, Error> {
        Ok(self.job.asked())
    }

    fn rendered(&self, asked: &Asked) -> Result<Outcome, Error> {
        let then = made_by(self.output, asked)?;
        durable::same(self.output, &then, asked)?;
        Ok(Outcome::WasDone)
    }

    fn start(&mut self, _: &mut Run) -> Result<Mark, Error> {
        Ok(Mark::default())
    }

    fn replay(&mut self, mark: &mut Mark, lines: Lines, _: Offset) -> Result<(), Error> {
        *mark = lines.1;
        Ok(())
    }

    fn work(
        &mut self,
        mark: &mut Mark,
        log: &mut JournalWriter<Lines>,
        run: &mut Run,
    ) -> Result<Flow, Error> {
        if !mark.ended {
            *mark = self.job.fill(*mark, run.stop, run.observer, log)?;
        }
        Ok(match mark.ended {
            true => Flow::Complete,
            false => Flow::Interrupted,
        })
    }

    fn render(
        &mut self,
        mark: &mut Mark,
        log: &JournalWriter<Lines>,
        _: &mut Run,
    ) -> Result<(), Error> {
        render(log, self.output, &self.job.footer(mark))
    }

    fn outcome(&self, mark: Mark, _: Flow) -> Outcome {
        self.job.end(&mark)
    }
}

/// Runs a job into a stream, which cannot be resumed.
pub fn stream(
    job: &Job,
    output: impl Write,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let mut stream = Stream(output);
    let mark = job.fill(Mark::default(), stop, observer, &mut stream)?;
    if mark.ended {
        stream.write(&format!("{}\n", job.footer(&mark)))?;
    }
    Ok(job.end(&mark))
}

impl Grids {
    /// The file that they are read from.
    fn file(&self) -> Option<&Path> {
        match self {
            Grids::Own(_) | Grids::Squares(_) => None,
            Grids::Given(_, source) => source.path.as_deref(),
        }
    }

    /// The generator.
    pub fn kind(&self) -> Generator {
        match self {
            Grids::Own(kind) => *kind,
            Grids::Given(deletion, _) => (*deletion).into(),
            Grids::Squares(_) => Generator::TopDown,
        }
    }

    /// The squares, if they are not 9×9 Sudokus.
    fn squares(&self) -> Option<String> {
        match self {
            Grids::Own(_) | Grids::Given(..) => None,
            Grids::Squares(squares) => Some(squares.to_string()),
        }
    }
}

impl Job {
    /// What was asked.
    pub(crate) fn asked(&self) -> Asked {
        let given = matches!(self.grids, Grids::Given(..));
        Asked::new(JobKind::Generate(GenerateAsked {
            generator: self.grids.kind().to_string(),
            seed: self.seed,
            count: self.count,
            grids: if given { "given" } else { "own" }.to_string(),
            squares: self.grids.squares(),
        }))
    }

    /// How the puzzles were made, at the end.
    fn footer(&self, mark: &Mark) -> Footer {
        let kind = self.grids.kind();
        Footer {
            kind,
            seed: self.seed,
            count: mark.puzzles,
            grids: (kind == Generator::ControlledBias).then_some(mark.grids),
            squares: self.grids.squares(),
            version: env!("CARGO_PKG_VERSION").to_string(),
        }
    }

    fn end(&self, mark: &Mark) -> Outcome {
        match mark.ended {
            true => Outcome::Done {
                footer: self.footer(mark),
                rejected: mark.read.rejected,
            },
            false => Outcome::Interrupted {
                puzzles: mark.puzzles,
            },
        }
    }

    /// Makes puzzles from a mark on, until the job is complete or stopped.
    fn fill(
        &self,
        begin: Mark,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
        lines: &mut dyn LineSink,
    ) -> Result<Mark, Error> {
        let pump = Pump {
            threads: self.threads,
            window: WINDOW * self.threads,
            stop,
        };
        let (warn, warnings) = unbounded();
        let mut filling = Filling {
            job: self,
            begin,
            mark: begin,
            observer,
            lines,
            warnings,
        };
        let seed = self.seed;
        let supplied = match &self.grids {
            Grids::Own(kind) => match kind.independent() {
                Some(kind) => {
                    let units = |queue: &mut Queue<u64>| {
                        // The sink ends this endless source.
                        let _ = (begin.units..).try_for_each(|unit| queue.put(unit, 1));
                        Ok(Read::default())
                    };
                    let recipe = Recipe { kind, seed };
                    let work = |unit| Unit::of(recipe.make(unit));
                    pump.run(units, work, &mut filling)?
                }
                None => {
                    // Each puzzle depends on the one before: the source makes them, and
                    // the workers have nothing to do.
                    let mut suexg = match begin.numbers {
                        Some(numbers) => Suexg::new(numbers),
                        None => Suexg::from_seed(seed)?,
                    };
                    let units = move |queue: &mut Queue<Unit>| {
                        let mut next = || {
                            let made = next_of(&mut suexg);
                            let numbers = Some(suexg.numbers());
                            Unit {
                                numbers,
                                ..Unit::of(made)
                            }
                        };
                        while queue.put(next(), 1).is_ok() {}
                        Ok(Read::default())
                    };
                    pump.run(units, |unit| unit, &mut filling)?
                }
            },
            Grids::Squares(squares) => {
                let units = |queue: &mut Queue<u64>| {
                    let _ = (begin.units..).try_for_each(|unit| queue.put(unit, 1));
                    Ok(Read::default())
                };
                let work = |unit| Unit::of_square(squares.top_down(seed, unit));
                pump.run(units, work, &mut filling)?
            }
            Grids::Given(deletion, source) => {
                let grids = |queue: &mut Queue<Batch>| {
                    let warn = |message| drop(warn.send(message));
                    let mut given = Given::open(source, queue.closed(), warn)?;
                    skip(&mut given, source, &begin)?;
                    while let Some(batch) = given.next_batch()? {
                        if queue.put(batch, 1).is_err() {
                            break;
                        }
                    }
                    // Lines after the last grid count, too.
                    Ok(given.read())
                };
                let kind = *deletion;
                let recipe = Recipe { kind, seed };
                let work = |batch: Batch| Unit {
                    read: batch.read,
                    ..Unit::of(recipe.make_from(batch.first, &batch.grids))
                };
                pump.run(grids, work, &mut filling)?
            }
        };
        filling.pass_warnings();
        let mut mark = filling.mark;
        match supplied {
            // The job is complete or stopped.
            None => {}
            Some(_) if stop.load(Ordering::Relaxed) => {}
            Some(Err(error)) => return Err(error),
            Some(Ok(read)) => {
                mark.read = read;
                self.all_used(&mark)?;
                mark.ended = true;
                lines.take("", &mark)?;
            }
        }
        Ok(mark)
    }

    /// Fails if the given grids were not enough.
    fn all_used(&self, mark: &Mark) -> Result<(), Error> {
        let (Some(count), Grids::Given(_, source)) = (self.count, &self.grids) else {
            return Ok(());
        };
        let puzzles = mark.puzzles;
        let message = format!("the grids are used up after {puzzles} of {count} puzzles");
        Err(Error::Input {
            name: source.name.clone(),
            line: mark.read.grids + mark.read.rejected,
            source: io::Error::new(io::ErrorKind::UnexpectedEof, message),
        })
    }
}

/// Skips the given grids of earlier runs.
fn skip(given: &mut Given, source: &Source, begin: &Mark) -> Result<(), Error> {
    match given.skip_to(&begin.read)? {
        true => Ok(()),
        false => Err(Error::Changed {
            path: PathBuf::from(&source.name),
            difference: format!("the first {} grids have changed", begin.read.grids),
        }),
    }
}

/// A unit that is done, and where its source is after it.
struct Unit {
    puzzles: Vec<Line>,
    /// The complete grids that were used in all.
    grids: u64,
    /// How far given grids were read.
    read: Read,
    /// The next random numbers of a generator that has one stream of them.
    numbers: Option<SuexgRandom>,
}

/// A puzzle with the number of its clues, and the grids that its unit had used when it came
/// out.
struct Line {
    text: String,
    grids: u64,
}

impl Unit {
    /// A unit that depends on no other.
    fn of(made: UnitOutput) -> Unit {
        let line = |product: &Product| Line {
            text: format!("{} {}", product.puzzle, product.puzzle.filled()),
            grids: product.grids,
        };
        Unit {
            puzzles: made.products.iter().map(line).collect(),
            grids: made.grids,
            read: Read::default(),
            numbers: None,
        }
    }

    /// A unit of one square, with its number of clues after a tab.
    fn of_square(square: Option<(Box<dyn Instance>, usize)>) -> Unit {
        let line = |(puzzle, clues): (Box<dyn Instance>, usize)| Line {
            text: format!("{puzzle}\t{clues}"),
            grids: 1,
        };
        Unit {
            puzzles: square.map(line).into_iter().collect(),
            grids: 1,
            read: Read::default(),
            numbers: None,
        }
    }
}

/// A job at work.
struct Filling<'a> {
    job: &'a Job,
    begin: Mark,
    mark: Mark,
    observer: &'a mut dyn Observer,
    lines: &'a mut dyn LineSink,
    /// Warnings about the given grids.
    warnings: Receiver<String>,
}

impl Filling<'_> {
    /// The lines of the puzzles of a unit, up to the requested number.
    fn take(&mut self, unit: &Unit) -> String {
        let (mark, mut lines) = (&mut self.mark, String::new());
        let before = mark.grids;
        mark.units += 1;
        mark.grids = before + unit.grids;
        mark.read = unit.read;
        mark.numbers = unit.numbers;
        for puzzle in &unit.puzzles {
            lines.push_str(&puzzle.text);
            lines.push('\n');
            mark.puzzles += 1;
            if Some(mark.puzzles) == self.job.count {
                mark.grids = before + puzzle.grids;
                mark.ended = true;
                break;
            }
        }
        lines
    }

    fn pass_warnings(&mut self) {
        for message in self.warnings.try_iter() {
            self.observer.warn(&message);
        }
    }
}

impl Sink<Unit> for Filling<'_> {
    type Error = Error;

    fn accept(&mut self, unit: Unit) -> Result<ControlFlow<()>, Error> {
        let lines = self.take(&unit);
        self.lines.take(&lines, &self.mark)?;
        self.tick()?;
        Ok(match self.mark.ended {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.pass_warnings();
        self.lines.tick()?;
        let (count, puzzles) = (self.job.count, self.mark.puzzles);
        self.observer.progress(&Snapshot {
            rows: puzzles,
            rows_before: self.begin.puzzles,
            rejected: self.mark.read.rejected,
            share: count.map(|count| puzzles as f64 / count as f64),
            note: None,
        });
        Ok(())
    }
}

/// Receives lines.
trait LineSink {
    /// Receives lines, and the progress after them.
    fn take(&mut self, lines: &str, mark: &Mark) -> Result<(), Error>;

    /// Called regularly.
    fn tick(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

impl LineSink for JournalWriter<Lines> {
    fn take(&mut self, lines: &str, mark: &Mark) -> Result<(), Error> {
        self.add(Lines(lines.to_string(), *mark), lines.len())
    }

    fn tick(&mut self) -> Result<(), Error> {
        JournalWriter::tick(self)
    }
}

/// Writes lines to a stream.
struct Stream<W>(W);

impl<W: Write> Stream<W> {
    fn write(&mut self, text: &str) -> Result<(), Error> {
        let written = self.0.write_all(text.as_bytes());
        let flushed = written.and_then(|()| self.0.flush());
        flushed.map_err(Error::writing(Path::new("standard output")))
    }
}

impl<W: Write> LineSink for Stream<W> {
    fn take(&mut self, lines: &str, _: &Mark) -> Result<(), Error> {
        self.write(lines)
    }
}
