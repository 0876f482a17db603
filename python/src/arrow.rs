//! Arrow streams in capsules, for the C stream interface. All unsafe code is here.

use std::ffi::CStr;

use gradus::classify::Arriving;
use polars_arrow::array::{Array, StructArray, Utf8Array};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{ArrowArrayStream, ArrowArrayStreamReader, export_iterator};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The name of capsules with a stream.
const STREAM: &CStr = c"arrow_array_stream";

/// A result of polars.
type Fallible<T> = Result<T, gradus::table::ArrowError>;

/// The arrays of a stream.
pub(crate) struct Incoming(ArrowArrayStreamReader<Box<ArrowArrayStream>>);

// SAFETY: the interface allows calls from any thread, one at a time.
unsafe impl Send for Incoming {}

impl Iterator for Incoming {
    type Item = Fallible<Box<dyn Array>>;

    fn next(&mut self) -> Option<Self::Item> {
        // SAFETY: the capsule had a stream, whose arrays fulfil the C data interface.
        unsafe { self.0.next() }
    }
}

/// Takes the stream out of a capsule.
pub(crate) fn incoming(capsule: &Bound<'_, PyCapsule>) -> PyResult<Arriving<Incoming>> {
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast();
    // SAFETY: a capsule of this name has a stream that we may take. An empty one replaces it,
    // so that it is not released twice.
    let stream: ArrowArrayStream = unsafe { pointer.replace(ArrowArrayStream::empty()) };
    // SAFETY: as above.
    let reader = unsafe { ArrowArrayStreamReader::try_new(Box::new(stream)) };
    let reader = reader.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Arriving {
        field: reader.field().clone(),
        batches: Incoming(reader),
    })
}

/// A capsule with a stream of arrays.
pub(crate) fn outgoing<'py>(
    py: Python<'py>,
    field: Field,
    arrays: impl Iterator<Item = Fallible<Box<dyn Array>>> + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let stream = export_iterator(Box::new(arrays), field);
    PyCapsule::new_with_value(py, stream, STREAM)
}

/// A capsule with a table that has one column of text.
pub(crate) fn texts_outgoing<'py>(
    py: Python<'py>,
    texts: &[String],
    column: &str,
) -> PyResult<Bound<'py, PyCapsule>> {
    let column = Field::new(column.into(), ArrowDataType::Utf8, false);
    let table = ArrowDataType::Struct(vec![column]);
    let field = Field::new("".into(), table.clone(), false);
    // Offsets have 32 bits, which limits the bytes of an array.
    let arrays = texts.chunks(ROWS).map(|texts| {
        let texts = Utf8Array::<i32>::from_iter(texts.iter().map(Some));
        let length = texts.len();
        let array = StructArray::new(table.clone(), length, vec![Box::new(texts)], None);
        Box::new(array) as Box<dyn Array>
    });
    let arrays: Vec<_> = arrays.collect();
    outgoing(py, field, arrays.into_iter().map(Ok))
}

/// Rows per array.
const ROWS: usize = 1 << 16;
