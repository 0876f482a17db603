//! Requests from Python.

use std::time::Duration;

use gradus::Request;
use gradus::engine::rating::{Fact, Limits, Name};
use gradus::puzzles::kind_names;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Ratings separated by commas, and limits or `None` for the default: length, budget, depth and
/// seconds. A budget of 0 means no limit.
pub(crate) type Wish = (
    String,
    Option<usize>,
    Option<u64>,
    Option<usize>,
    Option<u64>,
);

/// The wish for a request, as it is sent to workers.
pub(crate) fn wish(request: &Request) -> Wish {
    let limits = request.limits;
    let budget = match limits.budget {
        u64::MAX => 0,
        budget => budget,
    };
    let names = request.names.to_string();
    (
        names,
        Some(limits.max_length),
        Some(budget),
        Some(limits.max_depth),
        limits.timeout.map(|timeout| timeout.as_secs()),
    )
}

/// Parses a wish.
pub(crate) fn request(
    (ratings, max_length, budget, max_depth, seconds): Wish,
) -> PyResult<Request> {
    let usual = Limits::default();
    let within = |what: &str, number: Option<usize>, most: usize| match number {
        Some(number) if !(1..=most).contains(&number) => Err(refused(format!(
            "{what} is {number} (expected 1 to {most})"
        ))),
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
            timeout: seconds.map(Duration::from_secs),
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
        let known = kind_names().find(|kind| kind.eq_ignore_ascii_case(name));
        known.map(str::to_string).ok_or_else(|| {
            let kinds: Vec<&str> = kind_names().collect();
            let kinds = kinds.join(", ");
            PyValueError::new_err(format!("unknown kind {name:?} (expected {kinds})"))
        })
    };
    name.map(known).transpose()
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
