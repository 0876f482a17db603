//! A generate job, into a stream or into a file that can be resumed until it is complete.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, unbounded};

use super::filter::Filter;
use super::grids::{GridBatch, GridStream, Grids, GridsRead, reading};
use super::output::{
    Accepted, Footer, GeneratedLines, Unit, UnitCheckpoint, UnitPuzzle, made_by, render,
};
use crate::job::durable::{self, DurableJob, Flow, JobFiles, JournalWriter};
use crate::job::inputs::check_columns;
use crate::job::journal::{Offset, path_for};
use crate::job::pump::{Pump, Queue, Sink};
use crate::job::{Control, Error, Observer, Snapshot, StartMode};
use crate::table::{Asked, JobKind};
use gradus_generate::Generator;
use gradus_generate::suexg::{Suexg, SuexgRandom};
use gradus_generate::unit::{Recipe, UnitOutput, next_of};

/// A generate job.
#[derive(Clone, Debug)]
pub struct Job {
    /// The generator, and the complete grids to start from.
    pub grids: Grids,
    /// The same seed gives the same puzzles.
    pub seed: u64,
    /// The number of puzzles, or `None` for as many as the given grids yield.
    pub count: Option<u64>,
    /// The condition that the puzzles satisfy. The number counts those that do.
    pub filter: Option<Filter>,
    /// Number of threads.
    pub threads: usize,
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

/// Receives lines with the progress after them, and `None` regularly.
type TakeLines<'a> = dyn FnMut(Option<GeneratedLines>) -> Result<(), Error> + 'a;

/// Runs a job into a file.
pub(crate) fn run(
    job: &Job,
    output: &Path,
    mode: StartMode,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let mut job = DurableGenerate { job, output };
    durable::run(&mut job, mode, &mut Control { stop, observer })
}

/// A job into a file.
struct DurableGenerate<'a> {
    job: &'a Job,
    output: &'a Path,
}

impl DurableJob for DurableGenerate<'_> {
    type Frame = GeneratedLines;
    type State = UnitCheckpoint;
    type Outcome = Outcome;

    fn files(&self) -> JobFiles<'_> {
        let grids = match &self.job.grids {
            Grids::Own(_) | Grids::Squares(_) => None,
            Grids::Given(_, source) => source.path.as_deref(),
        };
        JobFiles {
            inputs: grids.into_iter().collect(),
            finals: vec![self.output.to_path_buf()],
            all: vec![self.output.to_path_buf(), path_for(self.output)],
        }
    }

    fn asked(&mut self) -> Result<Asked, Error> {
        self.job.check_grids()?;
        Ok(self.job.asked())
    }

    fn rendered(&self, asked: &Asked) -> Result<Outcome, Error> {
        durable::same(self.output, &made_by(self.output, asked)?, asked)?;
        Ok(Outcome::WasDone)
    }

    fn start(&mut self, _: &mut Control) -> Result<UnitCheckpoint, Error> {
        Ok(UnitCheckpoint::default())
    }

    fn replay(
        &mut self,
        mark: &mut UnitCheckpoint,
        lines: GeneratedLines,
        _: Offset,
    ) -> Result<(), Error> {
        *mark = lines.1;
        Ok(())
    }

    fn work(
        &mut self,
        mark: &mut UnitCheckpoint,
        log: &mut JournalWriter<GeneratedLines>,
        control: &mut Control,
    ) -> Result<Flow, Error> {
        let mut take = |lines: Option<GeneratedLines>| match lines {
            Some(lines) => {
                let bytes = lines.0.len();
                log.add(lines, bytes)
            }
            None => log.tick(),
        };
        if !mark.ended {
            *mark = self.job.fill(*mark, control, &mut take)?;
        }
        Ok(if mark.ended {
            Flow::Complete
        } else {
            Flow::Interrupted
        })
    }

    fn render(
        &mut self,
        mark: &mut UnitCheckpoint,
        log: &JournalWriter<GeneratedLines>,
        _: &mut Control,
    ) -> Result<(), Error> {
        render(log, self.output, &self.job.footer(mark))
    }

    fn outcome(&self, mark: UnitCheckpoint) -> Outcome {
        self.job.end(&mark)
    }
}

/// Runs a job into a stream, which cannot be resumed.
pub fn stream(
    job: &Job,
    mut output: impl Write,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let mut write = |text: &str| {
        let written = output.write_all(text.as_bytes());
        let flushed = written.and_then(|()| output.flush());
        flushed.map_err(Error::writing(Path::new("standard output")))
    };
    let mut take = |lines: Option<GeneratedLines>| {
        lines.map_or(Ok(()), |GeneratedLines(text, _)| write(&text))
    };
    let begin = UnitCheckpoint::default();
    let mark = job.fill(begin, &mut Control { stop, observer }, &mut take)?;
    if mark.ended {
        write(&format!("{}\n", job.footer(&mark)))?;
    }
    Ok(job.end(&mark))
}

impl Job {
    /// The request.
    pub(crate) fn asked(&self) -> Asked {
        let given = matches!(self.grids, Grids::Given(..));
        let kind = JobKind::Generate {
            generator: self.grids.kind().to_string(),
            seed: self.seed,
            count: self.count,
            grids: if given { "given" } else { "own" }.to_string(),
            squares: self.grids.squares(),
        };
        match &self.filter {
            Some(filter) => Asked {
                condition: Some(filter.condition.to_string()),
                ..Asked::rating(kind, &filter.request())
            },
            None => Asked::from(kind),
        }
    }

    /// Checks that the given grids can be found in their file, before anything is written.
    fn check_grids(&self) -> Result<(), Error> {
        match &self.grids {
            Grids::Given(_, source) => {
                let stop = AtomicBool::new(false);
                check_columns(std::slice::from_ref(source), &reading(), &stop)
            }
            Grids::Own(_) | Grids::Squares(_) => Ok(()),
        }
    }

    /// How the puzzles were made, at the end.
    fn footer(&self, mark: &UnitCheckpoint) -> Footer {
        let kind = self.grids.kind();
        Footer {
            kind,
            seed: self.seed,
            count: mark.puzzles,
            // The grids tell nothing about puzzles that were chosen among others.
            grids: (kind == Generator::ControlledBias && self.filter.is_none())
                .then_some(mark.grids),
            tried: self.filter.is_some().then_some(mark.tried),
            condition: self
                .filter
                .as_ref()
                .map(|filter| filter.condition.to_string()),
            squares: self.grids.squares(),
            version: env!("CARGO_PKG_VERSION").to_string(),
        }
    }

    fn end(&self, mark: &UnitCheckpoint) -> Outcome {
        if mark.ended {
            Outcome::Done {
                footer: self.footer(mark),
                rejected: mark.read.rejected,
            }
        } else {
            Outcome::Interrupted {
                puzzles: mark.puzzles,
            }
        }
    }

    /// Makes puzzles after a checkpoint, until the job is complete or stopped.
    fn fill(
        &self,
        begin: UnitCheckpoint,
        control: &mut Control,
        take: &mut TakeLines,
    ) -> Result<UnitCheckpoint, Error> {
        let (stop, seed) = (control.stop, self.seed);
        let filter = self.filter.as_ref();
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
            observer: control.observer,
            take,
            warnings,
        };
        let units = |queue: &mut Queue<u64>| {
            // The sink ends this endless source.
            let _ = (begin.units..).try_for_each(|unit| queue.put(unit, 1));
            Ok(GridsRead::default())
        };
        let supplied = match &self.grids {
            Grids::Own(kind) => match kind.independent() {
                Some(kind) => {
                    let recipe = Recipe { kind, seed };
                    let work = |unit| Unit::new(recipe.make(unit), filter);
                    pump.run(units, work, &mut filling)?
                }
                None => {
                    // Each puzzle depends on the one before: the source makes them, and
                    // the workers only choose among them.
                    let mut suexg = match begin.numbers {
                        Some(numbers) => Suexg::new(numbers),
                        None => Suexg::from_seed(seed)?,
                    };
                    let units = move |queue: &mut Queue<(UnitOutput, SuexgRandom)>| {
                        let mut next = || (next_of(&mut suexg), suexg.numbers());
                        while queue.put(next(), 1).is_ok() {}
                        Ok(GridsRead::default())
                    };
                    let work = |(made, numbers)| Unit {
                        numbers: Some(numbers),
                        ..Unit::new(made, filter)
                    };
                    pump.run(units, work, &mut filling)?
                }
            },
            Grids::Squares(squares) => {
                let work = |unit| Unit::of_square(squares.top_down(seed, unit), filter);
                pump.run(units, work, &mut filling)?
            }
            Grids::Given(deletion, source) => {
                let grids = |queue: &mut Queue<GridBatch>| {
                    let warn = |message| drop(warn.send(message));
                    let mut given = GridStream::open(source, queue.closed(), warn)?;
                    if !given.skip_to(&begin.read)? {
                        return Err(Error::Changed {
                            path: PathBuf::from(&source.name),
                            difference: format!(
                                "the first {} grids have changed",
                                begin.read.grids
                            ),
                        });
                    }
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
                let work = |batch: GridBatch| Unit {
                    read: batch.read,
                    ..Unit::new(recipe.make_from(batch.first, &batch.grids), filter)
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
                take(Some(GeneratedLines(String::new(), mark)))?;
            }
        }
        Ok(mark)
    }

    /// Fails if the given grids were not enough.
    fn all_used(&self, mark: &UnitCheckpoint) -> Result<(), Error> {
        let (Some(count), Grids::Given(_, source)) = (self.count, &self.grids) else {
            return Ok(());
        };
        let puzzles = mark.puzzles;
        let message = format!("the grids are used up after {puzzles} of {count} puzzles");
        let error = io::Error::new(io::ErrorKind::UnexpectedEof, message);
        let line = mark.read.grids + mark.read.rejected;
        Err(Error::input(&source.name, line, error))
    }
}

/// A running job.
struct Filling<'a, 't> {
    job: &'a Job,
    begin: UnitCheckpoint,
    mark: UnitCheckpoint,
    observer: &'a mut dyn Observer,
    take: &'a mut TakeLines<'t>,
    /// Warnings about the given grids.
    warnings: Receiver<String>,
}

impl Filling<'_, '_> {
    fn pass_warnings(&mut self) {
        for message in self.warnings.try_iter() {
            self.observer.warn(&message);
        }
    }
}

impl Sink<Unit> for Filling<'_, '_> {
    type Error = Error;

    /// Takes the puzzles of a unit, up to the requested number.
    fn accept(&mut self, unit: Unit) -> Result<ControlFlow<()>, Error> {
        let (mark, mut lines) = (&mut self.mark, String::new());
        let (before, tried) = (mark.grids, mark.tried);
        mark.units += 1;
        mark.grids = before + unit.grids;
        mark.tried = tried + unit.tried;
        mark.read = unit.read;
        mark.numbers = unit.numbers;
        for UnitPuzzle {
            line,
            grids,
            number,
        } in &unit.puzzles
        {
            lines.push_str(line);
            mark.puzzles += 1;
            if Some(mark.puzzles) == self.job.count {
                mark.grids = before + grids;
                mark.tried = tried + number;
                mark.ended = true;
                break;
            }
        }
        (self.take)(Some(GeneratedLines(lines, self.mark)))?;
        self.tick()?;
        Ok(if self.mark.ended {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn overdue(&mut self) -> Result<(), Error> {
        (self.take)(None)?;
        self.observer.overdue(self.mark.puzzles);
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.pass_warnings();
        (self.take)(None)?;
        let (count, puzzles) = (self.job.count, self.mark.puzzles);
        let accepted = Accepted(puzzles, self.mark.tried);
        let note = self.job.filter.as_ref().map(|_| &accepted as _);
        self.observer.progress(&Snapshot {
            rows: puzzles,
            rows_before: self.begin.puzzles,
            rejected: self.mark.read.rejected,
            share: count.map(|count| puzzles as f64 / count as f64),
            waiting: None,
            note,
        });
        Ok(())
    }
}
