//! A job: puzzles in, canonical forms out.

use std::sync::atomic::{AtomicBool, Ordering};

use super::classes::{Classes, Firsts, Line, Writer};
use super::form::{Form, Formed};
use super::sieve::Sieve;
use super::tape::{Tape, put_off};
use crate::job::line_output::Output;
use crate::job::lines::{self, Answer, Outcome, ReadCounts, Taker};
use crate::job::{Error, Observer};

/// A canon job.
#[derive(Debug)]
pub struct Job {
    /// The puzzles.
    pub puzzles: lines::Job,
    /// Puzzles whose classes are skipped.
    pub against: Option<lines::Job>,
    /// Which form.
    pub form: Form,
    /// True to write the order of the automorphism group.
    pub automorphisms: bool,
    /// True to write only the first of each class.
    pub unique: bool,
    /// True to write the number and size of the class.
    pub classes: bool,
    /// Bytes for keys in memory.
    pub memory: u64,
}

/// Runs a job. The counts of its end are those of the puzzles, and of the lines that were
/// rejected anywhere.
pub fn run(
    job: &Job,
    output: &mut Output,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let worker = || job.form.worker();
    // Both halves may be full at the same time.
    let memory = match job.against {
        Some(_) => job.memory / 2,
        None => job.memory,
    };
    let mut rejected = 0;
    let mut sieve = None;
    if let Some(against) = &job.against {
        let sieve = sieve.insert(Sieve::new(memory));
        match lines::run(against, worker, sieve, stop, observer)? {
            Outcome::Done(counts, _) => rejected = counts.rejected,
            Outcome::Interrupted(_) => return Ok(Outcome::Interrupted(ReadCounts::default())),
        }
    }
    let stage = match (job.classes, job.unique) {
        (true, _) => Stage::Classes(Classes::new(memory)?),
        (false, true) => Stage::Firsts(Firsts::new(memory)),
        (false, false) => Stage::All,
    };
    let mut sorting = Sorting {
        sieve,
        waiting: None,
        stage,
        writer: Writer {
            output,
            automorphisms: job.automorphisms,
        },
    };
    let end = lines::run(&job.puzzles, worker, &mut sorting, stop, observer)?;
    let Outcome::Done(mut counts, inputs) = end else {
        return Ok(end);
    };
    counts.rejected += rejected;
    let is_over = || stop.load(Ordering::Relaxed);
    sorting.finish(job.unique, is_over)?;
    Ok(match is_over() {
        true => Outcome::Interrupted(counts),
        false => Outcome::Done(counts, inputs),
    })
}

/// The last stage of a line.
enum Stage {
    /// It is written.
    All,
    /// It is written if it is the first of its class.
    Firsts(Firsts),
    /// It waits until its class is known.
    Classes(Classes),
}

impl Stage {
    fn take(&mut self, line: Line, writer: &mut Writer) -> Result<(), Error> {
        match self {
            Stage::All => writer.write(&line, None),
            Stage::Firsts(firsts) => firsts.take(line, writer),
            Stage::Classes(classes) => classes.take(line),
        }
    }
}

/// A job at work.
struct Sorting<'a, 'o> {
    sieve: Option<Sieve>,
    /// Lines that are not in the part of the sieve that was looked at.
    waiting: Option<Tape<Line>>,
    stage: Stage,
    writer: Writer<'a, 'o>,
}

impl Sorting<'_, '_> {
    /// Takes a line that the sieve before did not hold back.
    fn sift(&mut self, line: Line) -> Result<(), Error> {
        match &self.sieve {
            Some(sieve) if sieve.has(line.formed.key) => Ok(()),
            Some(sieve) if sieve.has_more() => put_off(&mut self.waiting)?.push(&line),
            _ => self.stage.take(line, &mut self.writer),
        }
    }

    /// Decides all waiting lines. Returns early if stopped.
    fn finish(&mut self, firsts_only: bool, is_over: impl Fn() -> bool) -> Result<(), Error> {
        while let Some(sieve) = &mut self.sieve
            && sieve.advance()?
        {
            let Some(mut lines) = self.waiting.take() else {
                continue;
            };
            for line in lines.read()? {
                if is_over() {
                    return Ok(());
                }
                self.sift(line?)?;
            }
        }
        match &mut self.stage {
            Stage::All => Ok(()),
            Stage::Firsts(firsts) => firsts.finish(&mut self.writer, is_over),
            Stage::Classes(classes) => classes.finish(&mut self.writer, firsts_only, is_over),
        }
    }
}

impl Taker<Formed> for Sorting<'_, '_> {
    fn take(&mut self, answer: Answer<Formed>) -> Result<(), Error> {
        self.sift(Line {
            formed: answer.result,
            comment: answer.comment,
        })
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.writer.output.flush()
    }
}
