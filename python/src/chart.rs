//! Charts, described by the package and drawn by the program.

use gradus::stats::chart::Plot;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A chart as an SVG image, from its description as JSON.
#[pyfunction]
pub(crate) fn plot(description: &str) -> PyResult<String> {
    let plot: Plot = serde_json::from_str(description)
        .map_err(|error| PyValueError::new_err(format!("not a chart: {error}")))?;
    Ok(plot.draw().printed())
}
