//! A job that can be interrupted at any time and resumed.
//!
//! The job supplies its request, its work and the rendering of its outputs; this module does
//! the rest, in this order: lock the output, refuse inputs as outputs, describe the job,
//! refuse existing outputs or resume, work, render, remove the journal.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::Error;
use super::journal::{Journal, Offset, path_for};
use super::{Control, StartMode, refuse};
use crate::io::{IfExists, Lock, exists, refuse_inputs, remove_file};
use crate::table::{Asked, changes};

/// Progress is flushed to disk at least this often.
const FLUSH: Duration = Duration::from_millis(200);

/// Progress is also flushed when it takes this many bytes.
const PENDING: usize = 8 << 20;

/// A job that can be resumed.
pub(crate) trait DurableJob {
    /// A piece of progress in the journal.
    type Frame: JournalFrame;
    /// The progress, as the frames of the journal give it.
    type State;
    /// The result.
    type Outcome;

    fn files(&self) -> JobFiles<'_>;

    /// Checks the job and returns its request.
    fn asked(&mut self) -> Result<Asked, Error>;

    /// The outcome if the output exists and the same job has made it.
    fn rendered(&self, asked: &Asked) -> Result<Self::Outcome, Error>;

    /// The state before the first frame.
    fn start(&mut self, control: &mut Control) -> Result<Self::State, Error>;

    /// Returns false if the job was stopped before its state was complete, so that it must not
    /// go on from there.
    fn is_started(&self, _control: &Control) -> bool {
        true
    }

    /// Adds a frame of the journal that ends at this offset.
    fn replay(
        &mut self,
        state: &mut Self::State,
        frame: Self::Frame,
        end: Offset,
    ) -> Result<(), Error>;

    /// Allows for inputs that were mended, once all frames are replayed. Returns false if a
    /// job with other inputs is never resumed.
    fn mend(&self, _state: &Self::State, _then: &mut Asked, _now: &Asked) -> bool {
        false
    }

    /// Checks that the outputs of an interrupted run may be replaced. Returns true if they
    /// may even without permission from the user.
    fn replaces_own(&self, _asked: &Asked) -> Result<bool, Error> {
        Ok(false)
    }

    /// Works until the job is complete or stopped.
    fn work(
        &mut self,
        state: &mut Self::State,
        log: &mut JournalWriter<Self::Frame>,
        control: &mut Control,
    ) -> Result<Flow, Error>;

    /// Writes the outputs from the journal.
    fn render(
        &mut self,
        state: &mut Self::State,
        log: &JournalWriter<Self::Frame>,
        control: &mut Control,
    ) -> Result<(), Error>;

    /// The outcome of a run.
    fn outcome(&self, state: Self::State) -> Self::Outcome;
}

pub(crate) struct JobFiles<'a> {
    /// The files that it reads.
    pub inputs: Vec<&'a Path>,
    /// The files that remain when it is done. The first is locked, and the journal is next to it.
    pub finals: Vec<PathBuf>,
    /// All files that it writes.
    pub all: Vec<PathBuf>,
}

/// How the work of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The job is complete: its outputs are rendered and its journal is removed.
    Complete,
    /// It was stopped, and its outputs are rendered so far.
    Partial,
    /// It was stopped, and its outputs are not rendered.
    Interrupted,
}

pub(crate) fn run<J: DurableJob>(
    job: &mut J,
    mode: StartMode,
    control: &mut Control,
) -> Result<J::Outcome, Error> {
    let JobFiles {
        inputs,
        finals,
        all,
    } = job.files();
    let output = &finals[0];
    let _lock = Lock::take(output)?;
    refuse_inputs(inputs, &all)?;
    let asked = job.asked()?;
    let path = path_for(output);
    let resumes = mode == StartMode::Resume && path.exists();
    let was_done = mode == StartMode::Resume && exists(output);
    if !resumes {
        if was_done {
            return job.rendered(&asked);
        }
        if mode != StartMode::Overwrite {
            refuse(Some(&path), &finals)?;
        }
    }
    let mut state = job.start(control)?;
    if !job.is_started(control) {
        return Ok(job.outcome(state));
    }
    let resumed = if resumes {
        resume(job, &mut state, &path, &asked)?
    } else {
        None
    };
    let mut log = match resumed {
        Some(log) => log,
        // The journal was killed before its first frame, after a job that was complete.
        None if was_done => return job.rendered(&asked),
        None => JournalWriter::begin(&path, &asked, mode.if_exists())?,
    };
    if let Some(repaired) = log.journal.repaired() {
        control.observer.warn(&repaired);
    }
    let worked = match job.work(&mut state, &mut log, control) {
        // The corrected job is another one, which must not find the journal of this one.
        Err(error) if error.is_bad_input() && !log.has_frames => {
            remove_file(&path).map_err(Error::writing(&path))?;
            return Err(error);
        }
        worked => worked,
    };
    // Progress is kept, even after an error.
    let flushed = log.flush();
    let flow = worked?;
    flushed?;
    if flow != Flow::Interrupted {
        job.render(&mut state, &log, control)?;
    }
    if flow == Flow::Complete {
        remove_file(&path).map_err(Error::writing(&path))?;
    }
    Ok(job.outcome(state))
}

/// Opens the journal of the same job and replays it. Returns `None` if the job was
/// interrupted before its first frame.
fn resume<J: DurableJob>(
    job: &mut J,
    state: &mut J::State,
    path: &Path,
    asked: &Asked,
) -> Result<Option<JournalWriter<J::Frame>>, Error> {
    let mut then: Option<Asked> = None;
    let mut if_exists = IfExists::Fail;
    let may_be_mended = job.mend(state, &mut asked.clone(), asked);
    let journal = Journal::reopen(path, |envelope, end| {
        match envelope {
            Envelope::Asked(text) => {
                let read = serde_json::from_str(&text);
                let read = then.insert(read.map_err(|error| Error::read(path, error))?);
                if !may_be_mended {
                    same(path, read, asked)?;
                }
            }
            Envelope::Replaces => if_exists = IfExists::Replace,
            Envelope::Frame(frame) => job.replay(state, frame, end)?,
        }
        Ok(())
    })?;
    let Some((journal, mut then)) = journal.zip(then) else {
        return Ok(None);
    };
    let is_same = then == *asked;
    job.mend(state, &mut then, asked);
    same(path, &then, asked)?;
    let mut log = JournalWriter::new(journal, asked, if_exists);
    if job.replaces_own(asked)? {
        log.if_exists = IfExists::Replace;
    }
    if !is_same {
        log.describe()?;
    }
    Ok(Some(log))
}

/// Fails if two jobs differ.
pub(crate) fn same(path: &Path, then: &Asked, now: &Asked) -> Result<(), Error> {
    match changes(then, now).first() {
        None => Ok(()),
        Some((_, words)) => Err(Error::Changed {
            path: path.to_path_buf(),
            difference: words.clone(),
        }),
    }
}

/// A frame of a journal.
pub(crate) trait JournalFrame: Serialize + DeserializeOwned {
    /// Adds the frame that follows, or returns it if they cannot be merged.
    fn absorb(&mut self, next: Self) -> Option<Self>;
}

/// A frame as the journal has it.
#[derive(Serialize, Deserialize)]
pub(crate) enum Envelope<F> {
    /// The request, as JSON. The last one is valid.
    Asked(String),
    /// The outputs may replace existing files.
    Replaces,
    /// A frame of the job.
    Frame(F),
}

impl<F> Envelope<F> {
    fn asked(asked: &Asked) -> Envelope<F> {
        Envelope::Asked(serde_json::to_string(asked).unwrap_or_default())
    }
}

/// Appends the progress of a job to its journal, flushed to disk within a fifth of a second.
pub(crate) struct JournalWriter<F> {
    journal: Journal,
    /// The request.
    pub(crate) asked: Asked,
    /// Set if the outputs may replace existing files.
    pub(crate) if_exists: IfExists,
    /// Set if the user has allowed that.
    pub(crate) allowed: IfExists,
    pending: Option<F>,
    /// True if the journal has any progress.
    has_frames: bool,
    bytes: usize,
    flushed: Instant,
}

impl<F: JournalFrame> JournalWriter<F> {
    fn new(journal: Journal, asked: &Asked, if_exists: IfExists) -> Self {
        JournalWriter {
            journal,
            asked: asked.clone(),
            if_exists,
            allowed: if_exists,
            pending: None,
            has_frames: true,
            bytes: 0,
            flushed: Instant::now(),
        }
    }

    fn begin(path: &Path, asked: &Asked, if_exists: IfExists) -> Result<Self, Error> {
        let journal = Journal::begin(path, &Envelope::<F>::asked(asked))?;
        let mut log = JournalWriter::new(journal, asked, if_exists);
        log.has_frames = false;
        // A resumed job must know this too.
        log.write_replaces()?;
        Ok(log)
    }

    /// The path of the journal.
    pub(crate) fn path(&self) -> &Path {
        self.journal.path()
    }

    /// Adds a frame of about this many bytes.
    pub(crate) fn add(&mut self, frame: F, bytes: usize) -> Result<(), Error> {
        self.has_frames = true;
        let rest = match &mut self.pending {
            Some(pending) => pending.absorb(frame),
            None => Some(frame),
        };
        if let Some(rest) = rest {
            self.write_pending()?;
            self.pending = Some(rest);
        }
        self.bytes += bytes;
        if self.bytes >= PENDING {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Flushes to disk if it is time.
    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        if self.flushed.elapsed() >= FLUSH {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Flushes to disk.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        self.write_pending()
    }

    fn write_pending(&mut self) -> Result<(), Error> {
        self.bytes = 0;
        match self.pending.take() {
            Some(frame) => self.journal.append(&Envelope::Frame(frame)),
            None => Ok(()),
        }
    }

    /// Cuts off everything after an offset.
    pub(crate) fn cut(&mut self, end: Offset) -> Result<(), Error> {
        self.journal.cut(end)?;
        self.describe()?;
        self.write_replaces()
    }

    fn write_replaces(&mut self) -> Result<(), Error> {
        match self.allowed {
            IfExists::Replace => self.journal.append(&Envelope::<F>::Replaces),
            IfExists::Fail => Ok(()),
        }
    }

    /// Writes the request again.
    fn describe(&mut self) -> Result<(), Error> {
        self.journal.append(&Envelope::<F>::asked(&self.asked))
    }

    /// Calls a function for each frame from the beginning.
    pub(crate) fn each(&self, mut show: impl FnMut(F) -> Result<(), Error>) -> Result<(), Error> {
        let mut frames = self.journal.frames()?;
        while let Some(frame) = frames.next()? {
            if let Envelope::Frame(frame) = frame {
                show(frame)?;
            }
        }
        Ok(())
    }
}
