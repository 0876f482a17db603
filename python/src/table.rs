//! A ratings table in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gradus::classify::{RatingCache, classify_in_memory};
use gradus::engine::rating::{Names, classify_with};
use gradus::input::ReadOptions;
use gradus::job::cores;
use gradus::table::{Cell, Columns, Field, KeptType, Rated, arrow_array};
use gradus::{Instance, kind_named};
use polars_arrow::array::Array;
use polars_arrow::datatypes::Field as ArrowField;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::arrow::{incoming, outgoing, texts_outgoing};
use crate::request::{Wish, known_kind, refused, request};
use crate::waiting::{OnDrop, wait_with};

/// Rows per outgoing batch.
const BATCH: usize = 1 << 16;

/// The compression level of serialised data.
const LEVEL: i32 = 1;

/// A ratings table.
#[pyclass(frozen, name = "Table", module = "gradus._native")]
#[derive(Clone)]
pub(crate) struct RatedTable(pub(crate) Arc<TableContent>);

/// The content of a table, also when serialised.
#[derive(Serialize, Deserialize)]
pub(crate) struct TableContent {
    pub(crate) ratings: String,
    pub(crate) kept: Vec<String>,
    pub(crate) kept_types: Vec<KeptType>,
    pub(crate) rows: Vec<Rated>,
    /// Seconds that the rating took.
    pub(crate) seconds: f64,
}

impl RatedTable {
    pub(crate) fn new(
        names: &Names,
        (kept, kept_types): (Vec<String>, Vec<KeptType>),
        rows: Vec<Rated>,
        seconds: f64,
    ) -> RatedTable {
        RatedTable(Arc::new(TableContent {
            ratings: names.to_string(),
            kept,
            kept_types,
            rows,
            seconds,
        }))
    }

    /// The columns but for the reason.
    pub(crate) fn columns(&self) -> PyResult<Columns> {
        let names: Names = self.0.ratings.parse().map_err(refused)?;
        let names_kind =
            |rated: &Rated| rated.reason.is_none() && kind_named(&rated.row.puzzle).is_some();
        let has_kinds = self.0.rows.iter().any(names_kind);
        Ok(Columns::of(&names)
            .with_kinds(has_kinds)
            .with(&self.0.kept, &self.0.kept_types))
    }
}

#[pymethods]
impl RatedTable {
    fn __len__(&self) -> usize {
        self.0.rows.len()
    }

    /// The names of the columns.
    fn names(&self) -> PyResult<Vec<String>> {
        let names = self.columns()?.0.into_iter().map(|field| field.to_string());
        Ok(names.chain([gradus::table::REASON.to_string()]).collect())
    }

    /// Seconds that the rating took.
    fn seconds(&self) -> f64 {
        self.0.seconds
    }

    /// The table as a stream of Arrow arrays.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may give its own types.
        drop(requested_schema);
        let columns = self.columns()?;
        let empty = arrow_array(&columns, &[]).map_err(refused)?;
        let field = ArrowField::new("".into(), empty.dtype().clone(), false);
        let content = self.0.clone();
        let arrays = (0..content.rows.len()).step_by(BATCH).map(move |start| {
            let end = content.rows.len().min(start + BATCH);
            let array = arrow_array(&columns, &content.rows[start..end])?;
            Ok(Box::new(array) as Box<dyn Array>)
        });
        outgoing(py, field, arrays)
    }

    /// Some columns as lists, optionally of the first rows only.
    #[pyo3(signature = (names, limit=None))]
    fn lists<'py>(
        &self,
        py: Python<'py>,
        names: Vec<String>,
        limit: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = self.columns()?;
        let count = self.0.rows.len().min(limit.unwrap_or(usize::MAX));
        let lists = PyDict::new(py);
        for name in names {
            let list = PyList::empty(py);
            let field = columns.0.iter().find(|field| field.to_string() == name);
            let kind = match field {
                Some(Field::Kept(_, _, kind)) => kind.clone(),
                _ => KeptType::Text,
            };
            for rated in &self.0.rows[..count] {
                let cell = rated.named(&columns, &name);
                match cell.ok_or_else(|| PyKeyError::new_err(name.clone()))? {
                    Cell::Null => list.append(py.None())?,
                    Cell::Number(number) => list.append(number)?,
                    Cell::Decimal(text) => list.append(text.parse::<f64>().map_err(refused)?)?,
                    Cell::Text(text) => match kind.json(text) {
                        Value::Number(number) if number.is_f64() => list.append(number.as_f64())?,
                        Value::Number(number) if number.is_i64() => list.append(number.as_i64())?,
                        Value::Number(number) => list.append(number.as_u64())?,
                        Value::Bool(value) => list.append(value)?,
                        _ => list.append(text)?,
                    },
                }
            }
            lists.set_item(name, list)?;
        }
        Ok(lists)
    }

    /// Serialises the table.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &packed(&*self.0)?))
    }

    /// Deserialises a table.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<RatedTable> {
        Ok(RatedTable(Arc::new(unpacked(bytes)?)))
    }
}

/// Puzzles as a stream with one column of this name.
#[pyfunction]
pub(crate) fn stream_of_texts<'py>(
    py: Python<'py>,
    texts: Vec<String>,
    column: &str,
) -> PyResult<Bound<'py, PyCapsule>> {
    texts_outgoing(py, &texts, column)
}

/// Serialises a value.
pub(crate) fn packed(what: &impl Serialize) -> PyResult<Vec<u8>> {
    let plain = postcard::to_stdvec(what).map_err(refused)?;
    zstd::encode_all(plain.as_slice(), LEVEL).map_err(refused)
}

/// Deserialises a value.
pub(crate) fn unpacked<T: for<'de> Deserialize<'de>>(bytes: &[u8]) -> PyResult<T> {
    let plain = zstd::decode_all(bytes).map_err(refused)?;
    postcard::from_bytes(&plain).map_err(refused)
}

/// Rates the puzzles of a stream of Arrow arrays.
#[pyfunction]
pub(crate) fn classify(
    py: Python<'_>,
    stream: &Bound<'_, PyCapsule>,
    wish: Wish,
    column: Option<String>,
    keep: &str,
    kind: Option<&str>,
    threads: Option<usize>,
    tick: Option<Py<PyAny>>,
) -> PyResult<RatedTable> {
    let arriving = incoming(stream)?;
    let request = request(wish)?;
    let reading = ReadOptions {
        column,
        keep: keep.parse().map_err(refused)?,
        kind: known_kind(kind)?,
        ..ReadOptions::default()
    };
    let threads = threads.unwrap_or_else(cores);
    if threads == 0 {
        return Err(PyValueError::new_err("threads is 0 (expected 1 or more)"));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    // The work stops when the caller no longer waits for it.
    let stopping = OnDrop(move || stopped.store(true, Ordering::Relaxed));
    let names = request.names.clone();
    let done = Arc::new(AtomicU64::new(0));
    let seen = done.clone();
    let work = move || {
        let memory = RatingCache::default();
        let work = |puzzle: &dyn Instance| {
            let rated = classify_with(puzzle, &request, &memory);
            done.fetch_add(1, Ordering::Relaxed);
            rated
        };
        classify_in_memory(arriving, &reading, threads, &work, &stop)
    };
    let rated = wait_with(py, work, || match &tick {
        Some(tick) => tick.call1(py, (seen.load(Ordering::Relaxed),)).map(drop),
        None => Ok(()),
    });
    drop(stopping);
    let rated = rated?.map_err(refused)?;
    let kept = (rated.kept, rated.kept_types);
    Ok(RatedTable::new(&names, kept, rated.rows, 0.0))
}
