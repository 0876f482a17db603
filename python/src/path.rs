//! Resolution paths, and the check of their records.

use gradus::check::Verdict;
use gradus::explain::{ExplainTarget, Explanation, NotAccepted, check_text};
use gradus::path::notation::{rule_name, step_text};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::puzzle::read;
use crate::request::{Wish, refused, request};
use crate::table::{packed, unpacked};
use crate::waiting::wait;

/// A puzzle with a path.
#[pyclass(frozen, name = "Path", module = "gradus._native")]
pub(crate) struct ExplainedPath(Explanation);

#[pymethods]
impl ExplainedPath {
    /// The path of a puzzle in a theory, or the trials of a class.
    #[new]
    fn new(
        py: Python<'_>,
        puzzle: &str,
        kind: Option<&str>,
        theory: &str,
        wish: Wish,
    ) -> PyResult<ExplainedPath> {
        let (puzzle, limits) = (read(puzzle, kind)?, request(wish)?.limits);
        let theory: ExplainTarget = theory.parse().map_err(refused)?;
        let explained = wait(py, move || {
            Explanation::of(puzzle, theory, limits)?.with_trials(limits)
        })?;
        explained.map(ExplainedPath).map_err(refused)
    }

    /// The puzzle.
    fn puzzle(&self) -> String {
        self.0.puzzle.to_string()
    }

    /// The theory, or the class.
    fn theory(&self) -> String {
        self.0.path.theory.to_string()
    }

    /// The rating that it proves: a value and a status.
    fn rating(&self) -> Option<(Option<u8>, &'static str)> {
        let rating = self.0.rating?;
        Some((rating.value, rating.status.word()))
    }

    /// The path as text.
    fn text(&self) -> String {
        self.0.text()
    }

    /// The steps: rule, text, length.
    fn steps(&self) -> Vec<(String, String, usize)> {
        let names = self.0.puzzle.domain().names();
        let steps = self.0.path.steps.iter();
        let step = |step| (rule_name(names, step), step_text(names, step));
        steps
            .map(|one| (step(one), one.length()))
            .map(|((rule, text), length)| (rule, text, length))
            .collect()
    }

    /// The grid before a step, counted from 0, as an SVG image.
    fn svg(&self, step: usize) -> Option<String> {
        self.0.svg(step)
    }

    /// A page to step through the path.
    fn html(&self, comment: Option<&str>) -> PyResult<String> {
        match self.0.html(comment) {
            Some(page) => page.map_err(|error| PyRuntimeError::new_err(error.to_string())),
            None => Err(refused("puzzles of this kind cannot be drawn")),
        }
    }

    /// Serialises the path.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let json = serde_json::to_vec(&self.0.save()).map_err(refused)?;
        Ok(PyBytes::new(py, &packed(&json)?))
    }

    /// Deserialises a path.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<ExplainedPath> {
        let json: Vec<u8> = unpacked(bytes)?;
        let saved = serde_json::from_slice(&json).map_err(refused)?;
        let restored = Explanation::restore(saved);
        restored
            .map(ExplainedPath)
            .ok_or_else(|| refused("the path is damaged"))
    }

    /// The record, as JSON.
    fn record(&self) -> PyResult<String> {
        serde_json::to_string(&self.0.record()).map_err(refused)
    }
}

/// Checks a record. Returns true if it is accepted, and what it proves or why it is not.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    record: String,
    budget: Option<u64>,
) -> PyResult<(bool, String)> {
    let budget = match budget {
        Some(0) => u64::MAX,
        budget => budget.unwrap_or(gradus::check::BUDGET),
    };
    let checked = wait(py, move || check_text(Some(&record), budget))?;
    match checked.verdict {
        Ok(Verdict::Solution) => Ok((true, "solution".to_string())),
        Ok(Verdict::Contradiction) => Ok((true, "no solution".to_string())),
        Ok(Verdict::Stuck) => Ok((true, "nothing more applies".to_string())),
        Ok(Verdict::AsFarAsItGoes) => Ok((true, "as far as it goes".to_string())),
        Ok(Verdict::NotVerified(why)) => Ok((false, format!("not verified: {why}"))),
        Err(refused @ NotAccepted::Refused { .. }) => Ok((false, refused.to_string())),
        Err(reason) => Err(PyValueError::new_err(reason.to_string())),
    }
}
