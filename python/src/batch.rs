//! A batch of puzzles, and the work of a worker.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use gradus::classify::{RatedRow, RatingCache, Task};
use gradus::engine::rating::classify_with;
use gradus::table::{Rated, Row};
use gradus::{Instance, Request};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use crate::arrow::texts_outgoing;
use crate::request::{Wish, request};
use crate::table::{RatedTable, packed, unpacked};
use crate::waiting::{lock, wait};

/// Names a puzzle that kills its worker: a hook for tests.
const TEST_CRASH: &str = "GRADUS_TEST_CRASH";

/// Puzzles with a number.
#[pyclass(frozen, name = "Batch", module = "gradus._native")]
#[derive(Clone)]
pub(crate) struct PuzzleBatch(Arc<(Task, Wish)>);

impl PuzzleBatch {
    pub(crate) fn new(task: Task, wish: Wish) -> PuzzleBatch {
        PuzzleBatch(Arc::new((task, wish)))
    }

    fn task(&self) -> &Task {
        &self.0.0
    }

    fn request(&self) -> PyResult<Request> {
        request(self.0.1.clone())
    }
}

#[pymethods]
impl PuzzleBatch {
    /// The number, to be returned with the result.
    #[getter]
    fn number(&self) -> u64 {
        self.task().number
    }

    /// The puzzles.
    #[getter]
    fn puzzles(&self) -> Vec<String> {
        self.task().puzzles.clone()
    }

    /// True if the worker of its only puzzle has died twice.
    #[getter]
    fn is_suspect(&self) -> bool {
        self.task().is_suspect
    }

    /// The result of a batch whose first puzzle killed a process.
    fn dead(&self) -> PyResult<RatedTable> {
        let names = self.request()?.names;
        let first = self.task().puzzles.first();
        let reason = || Err(gradus::classify::DEADLY.to_string());
        let rows = first.map(|puzzle| rated(0, puzzle, reason()));
        let rows = rows.into_iter().collect();
        Ok(RatedTable::new(&names, Default::default(), rows, 0.0))
    }

    fn __len__(&self) -> usize {
        self.task().puzzles.len()
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
        texts_outgoing(py, &self.task().puzzles, "puzzle")
    }

    /// Serialises the batch.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &packed(&*self.0)?))
    }

    /// Deserialises a batch.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<PuzzleBatch> {
        Ok(PuzzleBatch(Arc::new(unpacked(bytes)?)))
    }

    /// Rates the first puzzles: at least one, and as many as can be started in time.
    fn work(&self, py: Python<'_>) -> PyResult<RatedTable> {
        let request = self.request()?;
        let names = request.names.clone();
        let (content, memory) = (self.0.clone(), rating_cache(&self.0.1));
        let (answers, seconds) = wait(py, move || {
            let began = Instant::now();
            let crash = std::env::var(TEST_CRASH).ok();
            let work = |puzzle: &dyn Instance| {
                if crash.is_some() && crash == Some(puzzle.to_string()) {
                    std::process::abort();
                }
                classify_with(puzzle, &request, &*memory)
            };
            let answers = content.0.work_off(&work);
            (answers, began.elapsed().as_secs_f64())
        })?;
        let puzzles = self.task().puzzles.iter();
        let rows = (0..).zip(puzzles).zip(answers);
        let rows = rows.map(|((row, puzzle), answer)| rated(row, puzzle, answer));
        Ok(RatedTable::new(
            &names,
            Default::default(),
            rows.collect(),
            seconds,
        ))
    }
}

fn rated(row: u64, puzzle: &str, answer: RatedRow) -> Rated {
    let unrated = |reason| {
        let puzzle = puzzle.to_string();
        (
            Row {
                puzzle,
                ..Row::default()
            },
            Some(reason),
        )
    };
    let (numbers, reason) = answer.map_or_else(unrated, |numbers| (numbers, None));
    let row = Row { row, ..numbers };
    Rated { row, reason }
}

/// The cache of this process for the ratings requested last.
fn rating_cache(wish: &Wish) -> Arc<RatingCache> {
    static LAST: Mutex<Option<(Wish, Arc<RatingCache>)>> = Mutex::new(None);
    let mut last = lock(&LAST);
    let known = last.take().filter(|(known, _)| known == wish);
    let (_, memory) = last.insert(known.unwrap_or_else(|| (wish.clone(), Arc::default())));
    memory.clone()
}
