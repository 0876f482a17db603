//! What the program tells about ratings tables in files: statistics, extremes, agreement,
//! reports. Results are JSON, and sheets as CSV.

use std::ffi::OsString;
use std::path::PathBuf;

use gradus::classify::merge as merge_shards;
use gradus::expression::Condition;
use gradus::io::IfExists;
use gradus::job::{Outputs, StartMode, pool};
use gradus::report::{PAGE, ReportOrder, Respects, write_report};
use gradus::sheet::Sheet;
use gradus::sheet::layout::{self, SummaryPart};
use gradus::stats::published::{self, PublishedTable};
use gradus::stats::{
    Agreement, Column, ExtremeSide, Extremes, Gap, Generator, Repeats, Summary, SummaryError,
    SummaryOptions, TableSet, TablesRead, UnknownName,
};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::request::refused;
use crate::runner::{counts, explained, with_cause};
use crate::waiting::wait;

/// The error of work on tables: a bad argument, or a table that cannot be read.
pub(crate) enum TableError {
    Argument(String),
    Missing(String),
    Table(String),
}

impl TableError {
    fn table(error: impl std::error::Error) -> TableError {
        TableError::Table(with_cause(&error))
    }

    fn argument(error: impl ToString) -> TableError {
        TableError::Argument(error.to_string())
    }
}

impl From<UnknownName> for TableError {
    fn from(error: UnknownName) -> TableError {
        TableError::argument(error)
    }
}

impl From<TableError> for PyErr {
    fn from(error: TableError) -> PyErr {
        match error {
            TableError::Argument(text) => PyValueError::new_err(text),
            TableError::Missing(text) => PyFileNotFoundError::new_err(text),
            TableError::Table(text) => PyOSError::new_err(text),
        }
    }
}

/// The result of work on tables.
type Told<T> = Result<T, TableError>;

/// Opens tables and selects the rows for which a condition holds.
pub(crate) fn open(paths: &[OsString], condition: Option<&str>) -> Told<TableSet> {
    let is_pattern = |path: &OsString| path.to_string_lossy().contains(['*', '?', '[']);
    let missing = |path: &&OsString| !is_pattern(path) && !PathBuf::from(path).exists();
    if let Some(path) = paths.iter().find(missing) {
        let path = path.to_string_lossy();
        return Err(TableError::Missing(format!("{path}: file not found")));
    }
    let mut tables = TableSet::find(paths).map_err(TableError::table)?;
    if let Some(condition) = condition {
        let condition: Condition = condition.parse().map_err(TableError::argument)?;
        tables.choose(&condition).map_err(TableError::argument)?;
    }
    Ok(tables)
}

fn json(value: &impl Serialize) -> Told<String> {
    serde_json::to_string(value).map_err(TableError::table)
}

/// A sheet: its name, its title, its notes, and its content as CSV.
type SheetText = (String, String, Vec<String>, String);

fn texts(sheets: Vec<Sheet>) -> Vec<SheetText> {
    let text = |sheet: Sheet| {
        let csv = sheet.csv();
        (sheet.id, sheet.title, sheet.notes, csv)
    };
    sheets.into_iter().map(text).collect()
}

fn repeats(tables: &TableSet, repeats: &Repeats) -> Vec<String> {
    let names: Vec<String> = tables
        .paths()
        .map(|path| path.display().to_string())
        .collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    repeats.notes(&names)
}

fn columns(names: Vec<(String, String)>) -> Told<Vec<(Column, Column)>> {
    let column = |name: &str| name.parse::<Column>().map_err(TableError::argument);
    let pairs = names.iter().map(|(a, b)| Ok((column(a)?, column(b)?)));
    pairs.collect()
}

fn published_tables(names: &[String]) -> Told<Vec<PublishedTable>> {
    let found = names.iter().map(|name| published::find(name));
    let found: Result<_, _> = found.collect();
    found.map_err(TableError::argument)
}

fn generator(name: Option<&str>) -> Told<Option<Generator>> {
    let generator = name.map(str::parse).transpose();
    generator.map_err(TableError::argument)
}

/// The choices of statistics.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct StatsChoices {
    by: Vec<String>,
    cross: Vec<(String, String)>,
    gap: Vec<String>,
    examples: usize,
    sample: SampleChoices,
    despite_flaws: bool,
}

/// Published tables to compare with, and samples to correct.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SampleChoices {
    published: Vec<String>,
    unbiased: Option<bool>,
    grids_tried: Option<u64>,
    generator: Option<String>,
}

/// Statistics of tables: the summary as JSON, and its sheets.
#[pyfunction]
pub(crate) fn stats(
    py: Python<'_>,
    paths: Vec<OsString>,
    condition: Option<String>,
    choices: StatsChoices,
) -> PyResult<(String, Vec<SheetText>)> {
    Ok(wait(py, move || {
        summary(&paths, condition.as_deref(), choices)
    })??)
}

fn summary(
    paths: &[OsString],
    condition: Option<&str>,
    choices: StatsChoices,
) -> Told<(String, Vec<SheetText>)> {
    let tables = open(paths, condition)?;
    let (by, groups) = tables.groups(&choices.by)?;
    let crosses = columns(choices.cross)?;
    let gaps = choices.gap.iter().map(|gap| gap.parse::<Gap>());
    let gaps = gaps
        .collect::<Result<Vec<_>, _>>()
        .map_err(TableError::argument)?;
    let needed = crosses.iter().flat_map(|(a, b)| [*a, *b]);
    let mut needed = needed.chain(gaps.iter().flat_map(|gap| gap.columns()));
    let missing = needed.try_for_each(|column| tables.need(column));
    missing.map_err(TableError::argument)?;
    let columns = tables.columns();
    let usual = Gap::published(|column| columns.contains(&column));
    let sample = choices.sample;
    let mut options = SummaryOptions {
        by,
        groups,
        unbiased: sample.unbiased.unwrap_or(false),
        despite_flaws: choices.despite_flaws,
        grids: sample.grids_tried,
        generator: generator(sample.generator.as_deref())?,
        crosses: usual
            .iter()
            .map(|gap| (gap.minuend, gap.subtrahend))
            .collect(),
        gaps: usual,
        tables: published_tables(&sample.published)?,
    };
    if !crosses.is_empty() {
        options.crosses.clone_from(&crosses);
    }
    if !gaps.is_empty() {
        options.gaps.clone_from(&gaps);
    }
    let reading = TablesRead::of(&tables, &options.plan(choices.examples));
    let reading = reading.map_err(TableError::table)?;
    // Sections that nobody requested are omitted if they have no data.
    let requested = options.clone();
    options.retain(&reading.joint);
    options.by = requested.by;
    if !crosses.is_empty() {
        options.crosses = requested.crosses;
    }
    if !gaps.is_empty() {
        options.gaps = requested.gaps;
    }
    let summary = Summary::of(&reading, &options).map_err(|error| match error {
        SummaryError::Flawed(_) => {
            TableError::Argument(format!("{error} (use despite_flaws=True to continue)"))
        }
        other => TableError::argument(other),
    })?;
    let sheets = layout::parts(&summary, &SummaryPart::ALL);
    Ok((json(&summary)?, texts(sheets)))
}

/// The extreme puzzles of tables: rows as JSON lines, the numbers of puzzles read and of those
/// without a rank, and notes.
#[pyfunction]
pub(crate) fn extremes(
    py: Python<'_>,
    paths: Vec<OsString>,
    condition: Option<String>,
    rank_by: String,
    largest: bool,
    count: usize,
) -> PyResult<(String, u64, u64, Vec<String>)> {
    let told = wait(py, move || -> Told<_> {
        let tables = open(&paths, condition.as_deref())?;
        let by = tables.formula(&rank_by)?;
        let side = if largest {
            ExtremeSide::Top
        } else {
            ExtremeSide::Bottom
        };
        let found = Extremes::of(&tables, &by, side, count);
        let (extremes, again) = found.map_err(TableError::table)?;
        let lines = layout::extreme_rows(&extremes).json_lines();
        let choice = extremes.choice.iter().flat_map(|choice| choice.notes());
        let notes = choice.chain(repeats(&tables, &again)).collect();
        Ok((lines, extremes.rows, extremes.without, notes))
    })?;
    Ok(told?)
}

/// The agreement of a table with a reference, as JSON, and notes.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    table: Vec<OsString>,
    reference: Vec<OsString>,
    condition: Option<String>,
    most: usize,
) -> PyResult<(String, Vec<String>)> {
    let told = wait(py, move || -> Told<_> {
        let (ours, theirs) = (open(&table, condition.as_deref())?, open(&reference, None)?);
        let agreement = pool::install(|| Agreement::of(&ours, &theirs, most));
        let agreement = agreement.map_err(TableError::table)?;
        let choice = agreement.choice.iter().flat_map(|choice| choice.notes());
        let notes = choice
            .chain(repeats(&ours, &agreement.repeats_ours))
            .chain(repeats(&theirs, &agreement.repeats_reference));
        Ok((json(&agreement)?, notes.collect()))
    })?;
    Ok(told?)
}

/// The choices of a report.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ReportChoices {
    title: String,
    sample: SampleChoices,
    extremes: String,
    top: usize,
    paths: usize,
    force: bool,
}

/// Writes a report and returns the path of its page.
#[pyfunction]
pub(crate) fn report(
    py: Python<'_>,
    tables: Vec<OsString>,
    folder: PathBuf,
    condition: Option<String>,
    choices: ReportChoices,
) -> PyResult<PathBuf> {
    let told = wait(py, move || -> Told<PathBuf> {
        let sample = choices.sample;
        let order = ReportOrder {
            title: choices.title,
            unbiased: sample.unbiased,
            grids: sample.grids_tried,
            generator: generator(sample.generator.as_deref())?,
            tables: published_tables(&sample.published)?,
            respects: match choices.extremes.as_str() {
                "main" => Respects::Main,
                "all" => Respects::All,
                "only" => Respects::Only,
                other => {
                    let text = format!("unknown extremes {other:?} (expected main, all or only)");
                    return Err(TableError::Argument(text));
                }
            },
            top: choices.top,
            paths: choices.paths,
            ..ReportOrder::default()
        };
        let existing = if choices.force {
            IfExists::Replace
        } else {
            IfExists::Fail
        };
        let tables = open(&tables, condition.as_deref())?;
        let written = write_report(&folder, &tables, &order, existing);
        written.map_err(TableError::table)?;
        Ok(folder.join(PAGE))
    })?;
    Ok(told?)
}

/// Merges the shards of a job. Returns the number of rows, that of rejected lines, the
/// tally as text, and its counts.
#[pyfunction]
pub(crate) fn merge<'py>(
    py: Python<'py>,
    shards: Vec<PathBuf>,
    output: PathBuf,
    force: bool,
) -> PyResult<(u64, u64, String, Bound<'py, PyDict>)> {
    let outputs = Outputs::new(&output, None).map_err(refused)?;
    let mode = if force {
        StartMode::Overwrite
    } else {
        StartMode::Fresh
    };
    let tally = wait(py, move || merge_shards(&shards, &outputs, None, mode))?;
    let tally = tally.map_err(explained)?;
    let text = tally.to_string();
    Ok((tally.rows, tally.rejected, text, counts(py, &tally)?))
}
