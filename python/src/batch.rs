//! A batch of puzzles, and the work of a worker.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gradus::Instance;
use gradus::classify::{RatedRow, RatingCache, Task};
use gradus::engine::rating::classify_with;
use gradus::table::Row;
use gradus::table::arrow::Rated;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use serde::{Deserialize, Serialize};

use crate::arrow::texts_outgoing;
use crate::request::Asked;
use crate::table::{Table, packed, unpacked};
use crate::waiting::wait;

/// Names a puzzle that kills its worker: a hook for tests.
const TEST_CRASH: &str = "GRADUS_TEST_CRASH";

/// Puzzles with a number.
#[pyclass(frozen, module = "gradus._native")]
#[derive(Clone)]
pub(crate) struct Batch(Arc<Content>);

#[derive(Serialize, Deserialize)]
struct Content {
    number: u64,
    puzzles: Vec<String>,
    limit: Duration,
    is_suspect: bool,
    asked: Asked,
}

impl Batch {
    pub(crate) fn new(task: Task, asked: Asked) -> Batch {
        Batch(Arc::new(Content {
            number: task.number,
            puzzles: task.puzzles,
            limit: task.limit,
            is_suspect: task.is_suspect,
            asked,
        }))
    }
}

#[pymethods]
impl Batch {
    /// The number, to be returned with the result.
    #[getter]
    fn number(&self) -> u64 {
        self.0.number
    }

    /// The puzzles.
    #[getter]
    fn puzzles(&self) -> Vec<String> {
        self.0.puzzles.clone()
    }

    /// True if the worker of its only puzzle has died twice.
    #[getter]
    fn is_suspect(&self) -> bool {
        self.0.is_suspect
    }

    /// The result of a batch whose first puzzle killed a process.
    fn dead(&self) -> PyResult<Table> {
        let names = self.0.asked.request()?.names;
        let first = self.0.puzzles.first();
        let reason = || Err(gradus::classify::DEADLY.to_string());
        let rows = first.map(|puzzle| rated(0, puzzle, reason()));
        Ok(Table::new(
            &names,
            Vec::new(),
            rows.into_iter().collect(),
            0.0,
        ))
    }

    fn __len__(&self) -> usize {
        self.0.puzzles.len()
    }

    /// The puzzles as a table with one column.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may give its own types.
        drop(requested_schema);
        texts_outgoing(py, &self.0.puzzles, "puzzle")
    }

    /// Serialises the batch.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &packed(&*self.0)?))
    }

    /// Deserialises a batch.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Batch> {
        Ok(Batch(Arc::new(unpacked(bytes)?)))
    }

    /// Rates the first puzzles: at least one, and as many as can be begun in time.
    fn work(&self, py: Python<'_>) -> PyResult<Table> {
        let request = self.0.asked.request()?;
        let names = request.names.clone();
        let (content, memory) = (self.0.clone(), rating_cache(&self.0.asked));
        let (answers, seconds) = wait(py, move || {
            let began = Instant::now();
            let crash = std::env::var(TEST_CRASH).ok();
            let work = |puzzle: &dyn Instance| {
                if crash.is_some() && crash == Some(puzzle.to_string()) {
                    std::process::abort();
                }
                classify_with(puzzle, &request, &*memory)
            };
            let task = Task {
                number: content.number,
                puzzles: content.puzzles.clone(),
                limit: content.limit,
                is_suspect: content.is_suspect,
            };
            let answers = task.work_off(&work);
            (answers, began.elapsed().as_secs_f64())
        })?;
        let puzzles = self.0.puzzles.iter();
        let rows = (0..).zip(puzzles).zip(answers);
        let rows = rows.map(|((row, puzzle), answer)| rated(row, puzzle, answer));
        Ok(Table::new(&names, Vec::new(), rows.collect(), seconds))
    }
}

fn rated(row: u64, puzzle: &str, answer: RatedRow) -> Rated {
    match answer {
        Ok(numbers) => Rated {
            row: Row { row, ..numbers },
            reason: None,
        },
        Err(reason) => Rated {
            row: Row {
                row,
                puzzle: puzzle.to_string(),
                ..Row::default()
            },
            reason: Some(reason),
        },
    }
}

/// The cache of this process for the ratings requested last.
fn rating_cache(asked: &Asked) -> Arc<RatingCache> {
    static LAST: Mutex<Option<(Asked, Arc<RatingCache>)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match &*last {
        Some((known, memory)) if known == asked => memory.clone(),
        _ => {
            let memory = Arc::<RatingCache>::default();
            *last = Some((asked.clone(), memory.clone()));
            memory
        }
    }
}
