//! A job: puzzles in, canonical forms out.
//!
//! Lines come in the order of the inputs. When the memory is full, its keys stay, and lines
//! that they do not decide wait for the next pass. These come after all that were decided, so
//! that neither the order of the lines nor the numbers of the classes depend on the passes.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::form::{FormChoice, Formed};
use super::keys::{KeyLookup, Keys};
use super::tape::{Tape, put_off};
use crate::job::line_output::Output;
use crate::job::lines::{self, Answer, Outcome, ReadCounts};
use crate::job::{Control, Error};

/// A canon job.
#[derive(Debug)]
pub(crate) struct Job {
    /// The puzzles.
    pub puzzles: lines::Job,
    /// Puzzles whose classes are skipped.
    pub against: Option<lines::Job>,
    /// The form to write.
    pub form: FormChoice,
    /// True to write the order of the automorphism group.
    pub automorphisms: bool,
    /// True to write only the first of each class.
    pub unique: bool,
    /// True to write the number and size of the class.
    pub classes: bool,
    /// Bytes for keys in memory.
    pub memory: u64,
}

/// Runs a job. The final counts are those of the puzzles, and of all lines that were
/// rejected anywhere.
pub(crate) fn run(job: &Job, output: &mut Output, control: &mut Control) -> Result<Outcome, Error> {
    let worker = || job.form.worker();
    // Both halves may be full at the same time.
    let memory = match job.against {
        Some(_) => job.memory / 2,
        None => job.memory,
    };
    let mut rejected = 0;
    let mut sieve = None;
    if let Some(against) = &job.against {
        let sieve = sieve.insert(Sieve {
            keys: Keys::new(memory),
            rest: None,
        });
        let mut take = |answer: Option<Answer<Formed>>| {
            answer.map_or(Ok(()), |answer| sieve.add(answer.result.key))
        };
        match lines::run(against, worker, &mut take, control)? {
            Outcome::Done(counts, _) => rejected = counts.rejected,
            Outcome::Interrupted(_) => return Ok(Outcome::Interrupted(ReadCounts::default())),
        }
    }
    let stage = match (job.classes, job.unique) {
        (true, _) => LineStage::Classes {
            numbers: ClassNumbers {
                keys: Keys::new(memory),
                count: 0,
            },
            lines: Tape::new()?,
        },
        (false, true) => LineStage::Firsts {
            keys: Keys::new(memory),
            rest: None,
        },
        (false, false) => LineStage::All,
    };
    let mut sorting = Sorting {
        sieve,
        waiting: None,
        stage,
        writer: Writer { output, job },
        stop: control.stop,
    };
    let mut take = |answer: Option<Answer<Formed>>| match answer {
        Some(Answer { comment, result }) => sorting.sift(CanonLine {
            formed: result,
            comment,
        }),
        None => sorting.writer.output.flush(),
    };
    let end = lines::run(&job.puzzles, worker, &mut take, control)?;
    let Outcome::Done(mut counts, inputs) = end else {
        return Ok(end);
    };
    counts.rejected += rejected;
    sorting.finish()?;
    Ok(if is_set(control.stop) {
        Outcome::Interrupted(counts)
    } else {
        Outcome::Done(counts, inputs)
    })
}

fn is_set(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// A line that may be written.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct CanonLine {
    formed: Formed,
    comment: Option<String>,
}

/// The classes of other collections, whose lines are skipped.
struct Sieve {
    keys: Keys<()>,
    /// The keys for which there was no room.
    rest: Option<Tape<u128>>,
}

impl Sieve {
    fn add(&mut self, key: u128) -> Result<(), Error> {
        match self.keys.find(key, || ()) {
            KeyLookup::Known(()) | KeyLookup::New => Ok(()),
            KeyLookup::Full => put_off(&mut self.rest)?.push(&key),
        }
    }

    /// Continues with other keys. Returns false if there are none.
    fn advance(&mut self) -> Result<bool, Error> {
        let Some(mut rest) = self.rest.take() else {
            return Ok(false);
        };
        self.keys.clear();
        rest.read()?.try_for_each(|key| self.add(key?))?;
        Ok(true)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LineClass {
    /// In the order of their first lines, from 1.
    number: u64,
    /// The number of lines in it.
    size: u64,
}

/// The classes of the keys that fit into memory.
struct ClassNumbers {
    keys: Keys<LineClass>,
    /// Classes so far.
    count: u64,
}

impl ClassNumbers {
    fn count(&mut self, key: u128) {
        let number = self.count + 1;
        match self.keys.find(key, || LineClass { number, size: 1 }) {
            KeyLookup::Known(class) => class.size += 1,
            KeyLookup::New => self.count = number,
            // Decided in a later pass.
            KeyLookup::Full => {}
        }
    }
}

/// The last stage of a line.
enum LineStage {
    /// It is written.
    All,
    /// It is written if it is the first of its class.
    Firsts {
        keys: Keys<()>,
        rest: Option<Tape<CanonLine>>,
    },
    /// It waits until its class is known.
    Classes {
        numbers: ClassNumbers,
        lines: Tape<(CanonLine, Option<LineClass>)>,
    },
}

impl LineStage {
    fn take(&mut self, line: CanonLine, writer: &mut Writer) -> Result<(), Error> {
        match self {
            LineStage::All => writer.write(&line, None),
            LineStage::Firsts { keys, rest } => match keys.find(line.formed.key, || ()) {
                KeyLookup::Known(()) => Ok(()),
                KeyLookup::New => writer.write(&line, None),
                KeyLookup::Full => put_off(rest)?.push(&line),
            },
            LineStage::Classes { numbers, lines } => {
                numbers.count(line.formed.key);
                lines.push(&(line, None))
            }
        }
    }

    /// Decides all lines that wait. Returns early if stopped.
    fn finish(&mut self, writer: &mut Writer, stop: &AtomicBool) -> Result<(), Error> {
        while let LineStage::Firsts { keys, rest } = self
            && let Some(mut lines) = rest.take()
        {
            keys.clear();
            for line in lines.read()? {
                if is_set(stop) {
                    return Ok(());
                }
                self.take(line?, writer)?;
            }
        }
        match self {
            LineStage::All | LineStage::Firsts { .. } => Ok(()),
            LineStage::Classes { numbers, lines } => write_classes(numbers, lines, writer, stop),
        }
    }
}

/// Writes all lines with their classes, or the first of each class. Returns early if stopped.
fn write_classes(
    numbers: &mut ClassNumbers,
    lines: &mut Tape<(CanonLine, Option<LineClass>)>,
    writer: &mut Writer,
    stop: &AtomicBool,
) -> Result<(), Error> {
    while numbers.keys.is_full() {
        // Writing the known classes makes room for others.
        let mut known = Tape::new()?;
        for line in lines.read()? {
            if is_set(stop) {
                return Ok(());
            }
            let (line, class) = line?;
            let class = class.or_else(|| numbers.keys.get(line.formed.key).copied());
            known.push(&(line, class))?;
        }
        *lines = known;
        numbers.keys.clear();
        for line in lines.read()? {
            if let (line, None) = line? {
                numbers.count(line.formed.key);
            }
        }
    }
    let mut next = 1;
    for line in lines.read()? {
        if is_set(stop) {
            return Ok(());
        }
        let (line, class) = line?;
        let class = class.or_else(|| numbers.keys.get(line.formed.key).copied());
        let is_first = class.is_some_and(|class| class.number == next);
        next += u64::from(is_first);
        if is_first || !writer.job.unique {
            writer.write(&line, class)?;
        }
    }
    Ok(())
}

/// Writes lines with their annotations.
struct Writer<'a, 'o> {
    output: &'a mut Output<'o>,
    job: &'a Job,
}

impl Writer<'_, '_> {
    /// Writes a line: the form, the order of the group, number and size of the class, as far
    /// as they are requested, and the comment.
    fn write(&mut self, line: &CanonLine, class: Option<LineClass>) -> Result<(), Error> {
        let mut notes = Vec::new();
        if self.job.automorphisms {
            notes.push(line.formed.automorphisms.to_string());
        }
        if let Some(class) = class {
            notes.extend([class.number.to_string(), class.size.to_string()]);
        }
        notes.extend(line.comment.clone());
        let notes = Some(notes.join(" ")).filter(|notes| !notes.is_empty());
        self.output.line(&line.formed.text, notes.as_deref())
    }
}

/// A running job.
struct Sorting<'a, 'o> {
    sieve: Option<Sieve>,
    /// Lines whose keys are not in the part of the sieve in memory.
    waiting: Option<Tape<CanonLine>>,
    stage: LineStage,
    writer: Writer<'a, 'o>,
    stop: &'a AtomicBool,
}

impl Sorting<'_, '_> {
    /// Takes a line that earlier parts of the sieve did not hold back.
    fn sift(&mut self, line: CanonLine) -> Result<(), Error> {
        match &self.sieve {
            Some(sieve) if sieve.keys.get(line.formed.key).is_some() => Ok(()),
            Some(sieve) if sieve.rest.is_some() => put_off(&mut self.waiting)?.push(&line),
            _ => self.stage.take(line, &mut self.writer),
        }
    }

    /// Decides all waiting lines. Returns early if stopped.
    fn finish(&mut self) -> Result<(), Error> {
        while let Some(sieve) = &mut self.sieve
            && sieve.advance()?
        {
            let Some(mut lines) = self.waiting.take() else {
                continue;
            };
            for line in lines.read()? {
                if is_set(self.stop) {
                    return Ok(());
                }
                self.sift(line?)?;
            }
        }
        self.stage.finish(&mut self.writer, self.stop)
    }
}
