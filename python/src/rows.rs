//! Rows of tables in memory: some of them, in files, and from files.

use std::path::PathBuf;
use std::sync::Arc;

use gradus::engine::rating::{Fact, Name, Names};
use gradus::expression::{Condition, Truth, own_columns, row_value};
use gradus::io::IfExists;
use gradus::table::{
    Columns, KIND, REASON, Rated, Table, TableReader, arrow_array, write_parquet as write,
};
use polars_arrow::datatypes::ArrowDataType;
use pyo3::exceptions::{PyFileExistsError, PyIndexError, PyOSError};
use pyo3::prelude::*;

use crate::request::refused;
use crate::table::{RatedTable, TableContent};
use crate::waiting::wait;

/// A table with other rows of the same columns.
fn with_rows(table: &RatedTable, rows: Vec<Rated>) -> RatedTable {
    RatedTable(Arc::new(TableContent {
        ratings: table.0.ratings.clone(),
        kept: table.0.kept.clone(),
        kept_types: table.0.kept_types.clone(),
        rows,
        seconds: 0.0,
    }))
}

/// The rows at some places.
#[pyfunction]
pub(crate) fn taken(table: &RatedTable, places: Vec<usize>) -> PyResult<RatedTable> {
    let row = |place: usize| table.0.rows.get(place).cloned();
    let rows: Option<Vec<Rated>> = places.into_iter().map(row).collect();
    let rows = rows.ok_or_else(|| PyIndexError::new_err("no such row"))?;
    Ok(with_rows(table, rows))
}

/// The rated rows for which a condition holds.
#[pyfunction]
pub(crate) fn filtered(table: &RatedTable, condition: &str) -> PyResult<RatedTable> {
    let names: Names = table.0.ratings.parse().map_err(refused)?;
    let mut scope = own_columns(&names);
    scope.extend(table.0.kept.iter().cloned());
    let condition: Condition = condition.parse().map_err(refused)?;
    let bound = condition.bind(&scope).map_err(refused)?;
    let holds = |rated: &&Rated| {
        let value = |place: usize| {
            let operand = &bound.operands[place];
            row_value(&names, &rated.row, &table.0.kept, operand)
        };
        rated.reason.is_none() && bound.verdict(value) == Truth::Holds
    };
    let rows = table.0.rows.iter().filter(holds).cloned().collect();
    Ok(with_rows(table, rows))
}

/// The columns with their types in Arrow.
#[pyfunction]
pub(crate) fn schema(table: &RatedTable) -> PyResult<Vec<(String, String)>> {
    let array = arrow_array(&table.columns()?, &[]).map_err(refused)?;
    let fields = array.fields().iter();
    let typed = fields.map(|field| (field.name.to_string(), word(field.dtype())));
    Ok(typed.collect())
}

/// The name of a type, as pyarrow has it.
fn word(data_type: &ArrowDataType) -> String {
    match data_type {
        ArrowDataType::Utf8 | ArrowDataType::LargeUtf8 | ArrowDataType::Utf8View => {
            "string".to_string()
        }
        ArrowDataType::Dictionary(_, values, _) => word(values),
        ArrowDataType::Float64 => "double".to_string(),
        other => format!("{other:?}").to_lowercase(),
    }
}

/// Writes a table as a Parquet file.
#[pyfunction]
pub(crate) fn write_parquet(
    py: Python<'_>,
    table: &RatedTable,
    path: PathBuf,
    force: bool,
) -> PyResult<()> {
    let existing = if force {
        IfExists::Replace
    } else {
        IfExists::Fail
    };
    let (columns, content) = (table.columns()?, table.0.clone());
    let name = path.display().to_string();
    let written = wait(py, move || write(&path, &columns, &content.rows, existing))?;
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => PyFileExistsError::new_err(format!(
            "{name} already exists (use force=True to overwrite it)"
        )),
        _ => PyOSError::new_err(format!("cannot write {name}: {error}")),
    })
}

/// Reads a ratings table from a file.
#[pyfunction]
pub(crate) fn read_table(py: Python<'_>, path: PathBuf) -> PyResult<RatedTable> {
    let read = wait(py, move || -> Result<RatedTable, String> {
        let name = path.display().to_string();
        let failed = |error: &dyn std::fmt::Display| format!("cannot read {name}: {error}");
        let table = Table::open(&path).map_err(|error| error.to_string())?;
        let header = table.names.clone();
        let names = Names::new(
            header.iter().filter_map(|name| name.parse::<Name>().ok()),
            header.iter().filter_map(|name| Fact::of(name)),
        );
        let has_kinds = header.iter().any(|name| name == KIND);
        let columns = Columns::of(&names).with_kinds(has_kinds);
        let ours: Vec<String> = columns.0.iter().map(ToString::to_string).collect();
        let kept = header.iter().filter(|name| !ours.contains(name));
        let mut kept: Vec<String> = kept.cloned().collect();
        let reader = TableReader::open(&path, columns.with(&kept));
        let reader = reader.map_err(|error| failed(&error))?;
        let reasons = kept.iter().position(|name| name == REASON);
        let mut rows = Vec::new();
        for row in reader {
            let mut row = row.map_err(|error| failed(&error))?;
            let has_reason = reasons.filter(|place| *place < row.kept.len());
            let reason = has_reason.and_then(|place| row.kept.remove(place));
            rows.push(Rated { row, reason });
        }
        reasons.map(|place| kept.remove(place));
        Ok(RatedTable::new(&names, kept, rows, 0.0))
    })?;
    read.map_err(PyOSError::new_err)
}
