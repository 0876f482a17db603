//! Requests from Python.

use gradus::Request;
use gradus::engine::rating::{Fact, Limits, Name};
use gradus::puzzles::kind_names;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

/// Ratings and limits, as they are sent to workers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    ratings: String,
    max_length: usize,
    budget: u64,
    max_depth: usize,
}

impl Asked {
    pub(crate) fn new(request: &Request) -> Asked {
        let limits = request.limits;
        Asked {
            ratings: request.names.to_string(),
            max_length: limits.max_length,
            budget: limits.budget,
            max_depth: limits.max_depth,
        }
    }

    pub(crate) fn request(&self) -> PyResult<Request> {
        Ok(Request {
            names: self.ratings.parse().map_err(refused)?,
            limits: Limits {
                max_length: self.max_length,
                budget: self.budget,
                max_depth: self.max_depth,
            },
        })
    }
}

/// Ratings separated by commas, and limits or `None` for the default. A budget of 0 means no
/// limit.
pub(crate) type Wish = (String, Option<usize>, Option<u64>, Option<usize>);

/// Parses a wish.
pub(crate) fn request((ratings, max_length, budget, max_depth): Wish) -> PyResult<Request> {
    let usual = Limits::default();
    let within = |what: &str, number: Option<usize>, most: usize| match number {
        Some(number) if !(1..=most).contains(&number) => {
            let text = format!("{what} is {number} (expected 1 to {most})");
            Err(PyValueError::new_err(text))
        }
        number => Ok(number),
    };
    Ok(Request {
        names: ratings.parse().map_err(refused)?,
        limits: Limits {
            max_length: within("max_length", max_length, 99)?.unwrap_or(usual.max_length),
            budget: match budget {
                Some(0) => u64::MAX,
                budget => budget.unwrap_or(usual.budget),
            },
            max_depth: within("max_depth", max_depth, 9)?.unwrap_or(usual.max_depth),
        },
    })
}

/// The exception for a bad argument.
pub(crate) fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The kind of this name, in any case.
pub(crate) fn known_kind(name: Option<&str>) -> PyResult<Option<String>> {
    let known = |name: &str| {
        let mut all = kind_names();
        all.find(|kind| kind.eq_ignore_ascii_case(name))
    };
    match name.map(|name| (name, known(name))) {
        None => Ok(None),
        Some((_, Some(kind))) => Ok(Some(kind.to_string())),
        Some((name, None)) => {
            let kinds: Vec<&str> = kind_names().collect();
            let kinds = kinds.join(", ");
            let text = format!("unknown kind {name:?} (expected {kinds})");
            Err(PyValueError::new_err(text))
        }
    }
}

/// The kinds of puzzles with a small example each.
#[pyfunction]
pub(crate) fn kinds() -> Vec<(&'static str, &'static str)> {
    gradus::puzzles::examples().collect()
}

/// The version of the program.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// All ratings and facts: column, heading, meaning, and true if it has a status.
#[pyfunction]
pub(crate) fn columns() -> Vec<(&'static str, &'static str, &'static str, bool)> {
    let ratings = Name::all().map(|name| {
        let entry = name.entry();
        (entry.column, entry.heading, entry.meaning, !name.is_count())
    });
    let facts = Fact::ALL.map(|fact| (fact.column(), fact.column(), fact.meaning(), false));
    ratings.chain(facts).collect()
}

/// The theories of `explain` with their meanings.
#[pyfunction]
pub(crate) fn theories() -> Vec<(String, String)> {
    let paths = gradus::explain::path_theories();
    let trials = gradus::explain::trial_classes();
    paths.into_iter().chain(trials).collect()
}
