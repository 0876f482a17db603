//! Jobs that run on another thread while Python sends their batches to workers, or waits.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crossbeam_channel::Receiver;
use gradus::classify::{Exchange, Job, NextTask, Outcome, RatingCache, RatingWorkers, Tally, run};
use gradus::cli::Cluster;
use gradus::engine::rating::{Names, classify_with};
use gradus::hunt;
use gradus::input::ReadOptions;
use gradus::io::find;
use gradus::job::{Error, Observer, Outputs, Shard, Snapshot, StartMode, cores, skip_own_outputs};
use gradus::table::{ArrowColumns, Columns, Rated};
use gradus::{Instance, Request};
use pyo3::create_exception;
use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyCapsule, PyDict};

use crate::arrow::incoming;
use crate::batch::PuzzleBatch;
use crate::hunt::{HuntChoices, tell};
use crate::request::{Wish, known_kind, refused, request, wish};
use crate::table::RatedTable;
use crate::waiting::{self, OnDrop, defect, lock};

create_exception!(
    gradus,
    JobError,
    PyRuntimeError,
    "A job failed. Its progress is saved."
);

#[derive(Clone, Default)]
struct JobProgress {
    rows: u64,
    rows_before: u64,
    rejected: u64,
    share: Option<f64>,
    note: Option<String>,
    /// True while the table is written.
    is_rendering: bool,
    /// Messages since the last call: true for a warning, and the text.
    said: Vec<(bool, String)>,
}

struct Watching(Arc<Mutex<JobProgress>>);

impl Observer for Watching {
    fn progress(&mut self, snapshot: &Snapshot) {
        let mut seen = lock(&self.0);
        seen.rows = snapshot.rows;
        seen.rows_before = snapshot.rows_before;
        seen.rejected = snapshot.rejected;
        seen.share = snapshot.share;
        seen.note = snapshot.note.map(ToString::to_string);
    }

    fn rendering(&mut self, _: u64) {
        lock(&self.0).is_rendering = true;
    }

    fn note(&mut self, message: &str) {
        lock(&self.0).said.push((false, message.to_string()));
    }

    fn warn(&mut self, message: &str) {
        lock(&self.0).said.push((true, message.to_string()));
    }
}

/// The result of the thread.
enum JobEnd {
    Job(Box<Result<Outcome, Error>>),
    Hunt(Box<Result<hunt::Outcome, Error>>),
    Command(u8),
}

/// A running job.
#[pyclass(frozen, module = "gradus._native")]
pub(crate) struct Runner {
    exchange: Arc<Exchange>,
    wish: Wish,
    names: Names,
    stop: Arc<AtomicBool>,
    seen: Arc<Mutex<JobProgress>>,
    end: Mutex<Option<Receiver<thread::Result<JobEnd>>>>,
}

impl Runner {
    fn start(
        request: &Request,
        run: impl FnOnce(&Exchange, &AtomicBool, &mut Watching) -> JobEnd + Send + 'static,
    ) -> Runner {
        let exchange = Arc::<Exchange>::default();
        let stop = Arc::<AtomicBool>::default();
        let seen = Arc::<Mutex<JobProgress>>::default();
        let own = (exchange.clone(), stop.clone(), seen.clone());
        let end = waiting::start(move || {
            let (exchange, stop, seen) = own;
            // However the job ends, no worker must wait for tasks.
            let _closing = OnDrop(|| exchange.close());
            run(&exchange, &stop, &mut Watching(seen))
        });
        Runner {
            exchange,
            wish: wish(request),
            names: request.names.clone(),
            stop,
            seen,
            end: Mutex::new(Some(end)),
        }
    }

    fn take_answers(&self, number: u64, rows: Vec<Rated>, seconds: f64) -> PyResult<()> {
        let answer = |rated: Rated| rated.reason.map_or(Ok(rated.row), Err);
        let answers = rows.into_iter().map(answer).collect();
        let given = self.exchange.give(number, answers, seconds);
        given.map_err(refused)
    }
}

#[pymethods]
impl Runner {
    /// Starts a job with this many threads or, without a number, with workers that take its
    /// batches.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python calls it with names")]
    #[pyo3(signature = (*, inputs, output, wish, column, keep, kind, condition, limit, shard, strict,
        rejects, before, threads))]
    fn new(
        inputs: Vec<OsString>,
        output: PathBuf,
        wish: Wish,
        column: Option<String>,
        keep: &str,
        kind: Option<&str>,
        condition: Option<&str>,
        limit: Option<u64>,
        shard: Option<&str>,
        strict: bool,
        rejects: Option<PathBuf>,
        before: &str,
        threads: Option<usize>,
    ) -> PyResult<Runner> {
        let outputs = Outputs::new(&output, rejects).map_err(refused)?;
        if outputs.rejects == outputs.table {
            return Err(refused("the table and the rejects must be different files"));
        }
        let found = find(&inputs, |path| outputs.has(path)).map_err(not_found)?;
        let request = request(wish)?;
        let job = Job {
            found: skip_own_outputs(found).map_err(not_found)?,
            reading: ReadOptions {
                column,
                keep: keep.parse().map_err(refused)?,
                kind: known_kind(kind)?,
                ..ReadOptions::default()
            },
            request: request.clone(),
            infinite: Default::default(),
            condition: condition.map(str::parse).transpose().map_err(refused)?,
            shard: match shard {
                Some(text) => text.parse().map_err(refused)?,
                None => Shard::WHOLE,
            },
            limit,
            strict,
            threads: threads.unwrap_or_else(cores).max(1),
        };
        let before = start_mode(before);
        let asked = request.clone();
        Ok(Runner::start(&request, move |exchange, stop, seen| {
            let memory = RatingCache::default();
            let work = |puzzle: &dyn Instance| classify_with(puzzle, &asked, &memory);
            let workers = match threads {
                Some(_) => RatingWorkers::Threads(&work),
                None => RatingWorkers::Exchange(exchange),
            };
            let end = run(&job, &outputs, before, workers, stop, seen);
            JobEnd::Job(Box::new(end))
        }))
    }

    /// Starts a hunt.
    #[staticmethod]
    fn hunt(choices: HuntChoices) -> PyResult<Runner> {
        let (job, outputs, before) = choices.job()?;
        let request = job.request.clone();
        Ok(Runner::start(&request, move |_, stop, seen| {
            JobEnd::Hunt(Box::new(hunt::run(&job, &outputs, before, stop, seen)))
        }))
    }

    /// Waits some seconds for a batch for one of this many workers.
    fn take(&self, py: Python<'_>, workers: usize, wait: f64) -> Option<PuzzleBatch> {
        let wait = Duration::from_secs_f64(wait.clamp(0.0, 60.0));
        match py.detach(|| self.exchange.take(workers, wait)) {
            NextTask::Task(task) => Some(PuzzleBatch::new(task, self.wish.clone())),
            NextTask::Nothing | NextTask::End => None,
        }
    }

    /// Takes the result of a batch.
    fn give(&self, py: Python<'_>, number: u64, table: &RatedTable) -> PyResult<()> {
        let content = table.0.clone();
        py.detach(|| self.take_answers(number, content.rows.clone(), content.seconds))
    }

    /// Takes the result of a batch from a stream of Arrow arrays.
    fn give_arrow(
        &self,
        py: Python<'_>,
        number: u64,
        stream: &Bound<'_, PyCapsule>,
        seconds: f64,
    ) -> PyResult<()> {
        let arriving = incoming(stream)?;
        py.detach(|| {
            let columns = ArrowColumns::new(&arriving.field, "");
            let mut rows = Vec::new();
            for array in arriving.batches {
                let array = array.map_err(refused)?;
                let rated = columns.rated(array, &Columns::of(&self.names));
                rows.extend(rated.map_err(refused)?);
            }
            self.take_answers(number, rows, seconds)
        })
    }

    /// Records that the worker of a batch died.
    fn lose(&self, number: u64) {
        self.exchange.lose(number);
    }

    /// Takes back a batch that was not worked on, for a reason unrelated to its puzzles.
    fn give_back(&self, number: u64) {
        self.exchange.give_back(number);
    }

    /// Ends the job because there are no workers.
    fn fail(&self, reason: String) {
        self.exchange.fail(reason);
    }

    /// The number of batches that workers hold.
    fn out(&self) -> usize {
        self.exchange.out()
    }

    /// Stops the job after the puzzles in progress.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns true if the job has ended.
    fn is_finished(&self) -> bool {
        lock(&self.end).as_ref().is_none_or(|end| !end.is_empty())
    }

    /// The progress: rows, rows of earlier runs, rejected lines, the fraction done, a note,
    /// and true while the table is written.
    fn progress(&self) -> (u64, u64, u64, Option<f64>, Option<String>, bool) {
        let seen = lock(&self.seen);
        (
            seen.rows,
            seen.rows_before,
            seen.rejected,
            seen.share,
            seen.note.clone(),
            seen.is_rendering,
        )
    }

    /// Messages since the last call: true for a warning, and the text.
    fn said(&self) -> Vec<(bool, String)> {
        std::mem::take(&mut lock(&self.seen).said)
    }

    /// Waits for the end of the job. Returns the exit code of a command, or the numbers of a
    /// job, or raises an exception.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let end = lock(&self.end).take();
        let end = end.ok_or_else(|| PyRuntimeError::new_err("the job has already finished"))?;
        let ended = py.detach(|| end.recv().ok().and_then(Result::ok));
        let ended = ended.ok_or_else(defect)?;
        let numbers = PyDict::new(py);
        match ended {
            JobEnd::Command(code) => return Ok(code.into_pyobject(py)?.into_any()),
            JobEnd::Hunt(end) => tell(&end.map_err(explained)?, &numbers)?,
            JobEnd::Job(end) => match end.map_err(explained)? {
                Outcome::Done { tally, before } => {
                    numbers.set_item("end", "done")?;
                    numbers.set_item("rows", tally.rows)?;
                    numbers.set_item("left_out", tally.left_out)?;
                    numbers.set_item("rejected", tally.rejected)?;
                    numbers.set_item("before", before)?;
                    numbers.set_item("tally", tally.to_string())?;
                    numbers.set_item("counts", counts(py, &tally)?)?;
                }
                Outcome::WasDone { rejected } => {
                    numbers.set_item("end", "was done")?;
                    numbers.set_item("rejected", rejected)?;
                }
                Outcome::Interrupted { rows } => {
                    numbers.set_item("end", "interrupted")?;
                    numbers.set_item("rows", rows)?;
                }
            },
        }
        Ok(numbers.into_any())
    }
}

/// The command line of a cluster.
#[pyclass(frozen, module = "gradus._native")]
pub(crate) struct Command(Mutex<Option<Cluster>>);

#[pymethods]
impl Command {
    /// Parses a command line. Returns the command, the scheduler and the number of local
    /// workers, or exits.
    #[staticmethod]
    fn parse(arguments: Vec<OsString>) -> Result<(Command, Option<String>, Option<u16>), PyErr> {
        match Cluster::parse(arguments) {
            Ok(cluster) => {
                let (scheduler, local) = (cluster.scheduler.clone(), cluster.local);
                Ok((Command(Mutex::new(Some(cluster))), scheduler, local))
            }
            Err(code) => Err(pyo3::exceptions::PySystemExit::new_err(code)),
        }
    }

    /// Runs the command.
    fn start(&self) -> PyResult<Runner> {
        let cluster = lock(&self.0).take();
        let cluster =
            cluster.ok_or_else(|| PyRuntimeError::new_err("the command is already running"))?;
        let request = cluster.request();
        Ok(Runner::start(&request, move |exchange, _, _| {
            JobEnd::Command(cluster.run(exchange))
        }))
    }
}

/// What to do with existing files: resume, force, or refuse.
pub(crate) fn start_mode(before: &str) -> StartMode {
    match before {
        "resume" => StartMode::Resume,
        "force" => StartMode::Overwrite,
        _ => StartMode::Fresh,
    }
}

/// The counts of a tally, by rating and value.
pub(crate) fn counts<'py>(py: Python<'py>, tally: &Tally) -> PyResult<Bound<'py, PyDict>> {
    let ratings = PyDict::new(py);
    for (name, counts) in tally.counts() {
        ratings.set_item(name, counts.into_py_dict(py)?)?;
    }
    Ok(ratings)
}

pub(crate) fn not_found(error: impl std::error::Error) -> PyErr {
    let text = with_cause(&error);
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<std::io::Error>());
    match cause.map(std::io::Error::kind) {
        Some(std::io::ErrorKind::NotFound) => PyFileNotFoundError::new_err(text),
        _ => PyOSError::new_err(text),
    }
}

/// An error with its causes.
pub(crate) fn with_cause(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", with_cause(cause)),
        None => error.to_string(),
    }
}

/// The exception for an error of a job, with a hint.
pub(crate) fn explained(error: Error) -> PyErr {
    let text = with_cause(&error);
    match error {
        Error::Exists { resumable, .. } => {
            let resume = if resumable {
                "resume=True to continue the job, "
            } else {
                ""
            };
            let hint = format!("use {resume}force=True to overwrite it");
            PyFileExistsError::new_err(format!("{text} ({hint})"))
        }
        Error::Changed { .. } => {
            JobError::new_err(format!("{text} (use force=True to start over)"))
        }
        Error::Condition(_) => PyValueError::new_err(text),
        Error::Input { .. } | Error::BadLine { .. } | Error::DiskFull(_) | Error::Workers(_) => {
            let hint = "nothing is lost; rerun with resume=True to continue";
            JobError::new_err(format!("{text}; {hint}"))
        }
        _ => JobError::new_err(text),
    }
}
