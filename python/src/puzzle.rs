//! A single puzzle: its ratings, picture, canonical forms and neighbours.

use gradus::canon::FormChoice;
use gradus::convert::{
    More, Which, expanded, isomorphs_of, minimals_of, neighbours_of, solution_of,
};
use gradus::engine::rating::{Expansion, Limits};
use gradus::engine::solve::count_solutions_within;
use gradus::generators::vicinity::Vicinity;
use gradus::input::{ReadOptions, Records, text_records};
use gradus::{Instance, classify_puzzle};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::request::{Wish, known_kind, refused, request};
use crate::waiting::wait;

/// Reads a puzzle: a line, or a grid of several lines. The kind is for text that shows none.
pub(crate) fn read(text: &str, kind: Option<&str>) -> PyResult<Box<dyn Instance>> {
    let (text, kind) = (text.trim(), known_kind(kind)?);
    let bad = |reason: String| PyValueError::new_err(format!("not a puzzle: {reason}"));
    if !text.contains('\n') {
        let puzzle = gradus::puzzles::read_with(text, kind.as_deref());
        return puzzle.map_err(|error| bad(error.to_string()));
    }
    let reading = ReadOptions {
        kind,
        ..ReadOptions::default()
    };
    let mut records = text_records(text.as_bytes(), &reading);
    let mut next = || -> PyResult<Option<Box<dyn Instance>>> {
        let fields = records.next().map_err(|error| bad(error.to_string()))?;
        let given = fields.map(|fields| fields.parse()).transpose();
        let given = given.map_err(|error| bad(error.reason))?;
        Ok(given.map(|given| given.puzzle))
    };
    match (next()?, next()) {
        (Some(puzzle), Ok(None)) => Ok(puzzle),
        (None, _) => Err(bad("the text is empty".to_string())),
        _ => Err(bad("expected one puzzle, found several".to_string())),
    }
}

/// The puzzle as tables write it.
#[pyfunction]
pub(crate) fn text(puzzle: &str, kind: Option<&str>) -> PyResult<String> {
    Ok(read(puzzle, kind)?.to_string())
}

/// The solution of a puzzle.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    puzzle: &str,
    kind: Option<&str>,
    budget: Option<u64>,
) -> PyResult<String> {
    let puzzle = read(puzzle, kind)?;
    let solved = wait(py, move || solution_of(puzzle.as_ref(), nodes(budget)))?;
    solved.map(|lines| lines.concat()).map_err(refused)
}

/// The number of solutions of a puzzle, at most a limit.
#[pyfunction]
pub(crate) fn count_solutions(
    py: Python<'_>,
    puzzle: &str,
    kind: Option<&str>,
    limit: u64,
    budget: Option<u64>,
) -> PyResult<u64> {
    let puzzle = read(puzzle, kind)?;
    let count = move || count_solutions_within(puzzle.as_ref(), limit, nodes(budget));
    wait(py, count)?.map_err(refused)
}

/// The nodes of a search; 0 means no limit.
fn nodes(budget: Option<u64>) -> u64 {
    match budget {
        Some(0) => u64::MAX,
        budget => budget.unwrap_or(Limits::default().budget),
    }
}

/// Random isomorphs of a puzzle: those of the program for the first puzzle of a file.
#[pyfunction]
pub(crate) fn isomorph(
    py: Python<'_>,
    puzzle: &str,
    count: u64,
    seed: u64,
) -> PyResult<Vec<String>> {
    let puzzle = read(puzzle, None)?;
    wait(py, move || isomorphs_of(puzzle.as_ref(), 0, seed, count))?.map_err(refused)
}

/// The ratings of a puzzle as a JSON object, in the order of the columns.
#[pyfunction]
pub(crate) fn rate(
    py: Python<'_>,
    puzzle: &str,
    kind: Option<&str>,
    wish: Wish,
) -> PyResult<String> {
    let (puzzle, request) = (read(puzzle, kind)?, request(wish)?);
    let numbers = wait(py, move || classify_puzzle(puzzle.as_ref(), &request))?;
    let numbers = numbers.map_err(|rejection| {
        PyValueError::new_err(format!("cannot rate this puzzle: {rejection}"))
    })?;
    serde_json::to_string(&numbers).map_err(refused)
}

/// The givens of a puzzle as an SVG image, if its kind can be drawn.
#[pyfunction]
pub(crate) fn svg(puzzle: &str) -> PyResult<Option<String>> {
    let puzzle = read(puzzle, None)?;
    let drawing = puzzle.domain().drawing();
    Ok(drawing.map(|drawing| drawing.svg(&puzzle.to_string(), &puzzle.givens(), None)))
}

/// The canonical form of a puzzle: minlex or solution.
#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, puzzle: &str, form: &str) -> PyResult<String> {
    let form = match form {
        "minlex" => FormChoice::Minlex,
        "solution" => FormChoice::Solution,
        other => {
            let text = format!("unknown form {other:?} (expected minlex or solution)");
            return Err(PyValueError::new_err(text));
        }
    };
    let puzzle = read(puzzle, None)?;
    wait(py, move || form.text(puzzle.as_ref()))?.map_err(refused)
}

/// The puzzle with the clues that a theory asserts, or, for `one`, with one more clue in
/// every possible way.
#[pyfunction]
pub(crate) fn expand(
    py: Python<'_>,
    puzzle: &str,
    kind: Option<&str>,
    by: &str,
) -> PyResult<Vec<String>> {
    let more = match by {
        "brt" => More::By(Expansion::Brt),
        "w1" => More::By(Expansion::W1),
        "s" => More::By(Expansion::S),
        "one" => More::One,
        other => {
            let text = format!("unknown theory {other:?} (expected brt, w1 or s)");
            return Err(PyValueError::new_err(text));
        }
    };
    let puzzle = read(puzzle, kind)?;
    wait(py, move || {
        expanded(puzzle.as_ref(), more, Limits::default().budget)
    })?
    .map_err(refused)
}

/// The minimal puzzles contained in a puzzle, up to a limit or by random deletions. Returns
/// true if these are all.
#[pyfunction]
pub(crate) fn minimals(
    py: Python<'_>,
    puzzle: &str,
    limit: usize,
    sample: Option<usize>,
    seed: u64,
) -> PyResult<(Vec<String>, bool)> {
    let which = match sample {
        Some(draws) => Which::Sample { draws, seed },
        None => Which::All { limit },
    };
    let puzzle = read(puzzle, None)?;
    wait(py, move || minimals_of(puzzle.as_ref(), which))?.map_err(refused)
}

/// The {-n+m} vicinity of a puzzle.
#[pyfunction]
pub(crate) fn neighbours(
    py: Python<'_>,
    puzzle: &str,
    minus: usize,
    plus: usize,
    minimal: bool,
    same_pattern: bool,
    in_solution: bool,
) -> PyResult<Vec<String>> {
    let vicinity = Vicinity {
        minus,
        plus,
        minimal,
        same_pattern,
        in_solution,
    };
    let fault = if minus == 0 && plus == 0 {
        Some("minus=0 and plus=0 would change nothing")
    } else if same_pattern && minus != plus {
        Some("same_pattern requires minus = plus")
    } else if same_pattern && in_solution {
        Some("same_pattern and in_solution exclude each other")
    } else if minus > 81 || plus > 81 {
        Some("minus and plus must be at most 81")
    } else {
        None
    };
    if let Some(fault) = fault {
        return Err(PyValueError::new_err(fault));
    }
    let puzzle = read(puzzle, None)?;
    wait(py, move || neighbours_of(puzzle.as_ref(), &vicinity))?.map_err(refused)
}
