//! A ratings table as Arrow arrays, and tables of puzzles from such arrays: how tables cross
//! to other programs without a file. The columns have the types that those of a Parquet
//! table are read with. A puzzle that could not be rated is a row without numbers and with
//! a reason.

use polars::prelude::{
    ArrowDataType, ArrowField, Column as PolarsColumn, DataFrame, IntoColumn, NewChunkedArray,
    PlSmallStr, PolarsResult, Series, StringChunked, polars_bail, polars_err,
};
use polars_arrow::array::{
    Array, DictionaryArray, Float64Array, PrimitiveArray, StructArray, UInt8Array, UInt16Array,
    UInt64Array, Utf8Array,
};
use polars_arrow::datatypes::IntegerType;
use serde::{Deserialize, Serialize};

use super::columns::{Columns, Field};
use super::frame::{cell, plain_frame};
use super::kept_arrow::{self, Layout, Misfit};
use super::parquet::{TypeOf, TypedColumn, check_plain, is_made, type_of, typed};
use super::row::{Cell, Row};
use super::selected::{CellKind, Selected};

/// An error in an array.
pub type ArrowError = polars::prelude::PolarsError;

/// The name of the column that says why a puzzle has no numbers.
pub const REASON: &str = "reason";

/// A row of a table in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    /// The puzzle and its numbers, which are missing if it was not rated.
    pub row: Row,
    /// Why it was not rated.
    pub reason: Option<String>,
}

impl Rated {
    /// The content of the column of this name, if it exists.
    pub fn named(&self, columns: &Columns, name: &str) -> Option<Cell<'_>> {
        if name == REASON {
            return Some(self.reason.as_deref().map_or(Cell::Null, Cell::Text));
        }
        let field = columns.iter().find(|field| field.to_string() == name)?;
        Some(self.cell(field))
    }

    fn cell(&self, field: &Field) -> Cell<'_> {
        match (field, &self.reason) {
            // A text that is not a puzzle has no kind.
            (Field::Kind, Some(_)) if gradus_puzzles::read(&self.row.puzzle).is_err() => Cell::Null,
            (Field::Row | Field::Kind | Field::Puzzle | Field::Comment | Field::Kept(..), _)
            | (_, None) => self.row.cell(field),
            (_, Some(_)) => Cell::Null,
        }
    }
}

/// The type of a table with these columns.
fn arrow_type(columns: &Columns) -> ArrowDataType {
    let field = |field: &Field| match field {
        Field::Kept(_, _, kind) => kept_arrow::arrow_field(name(field), kind, Layout::Arrow),
        _ => ArrowField::new(name(field), data_type(field), true),
    };
    let reason = ArrowField::new(PlSmallStr::from_static(REASON), ArrowDataType::Utf8, true);
    ArrowDataType::Struct(columns.iter().map(field).chain([reason]).collect())
}

/// Rows as an array of that type.
pub fn arrow_array(columns: &Columns, rows: &[Rated]) -> PolarsResult<StructArray> {
    let arrays = columns.iter().map(|field| array(field, rows));
    let mut arrays = arrays.collect::<PolarsResult<Vec<_>>>()?;
    let reasons = rows.iter().map(|rated| rated.reason.as_deref());
    let reasons: Box<dyn Array> = Box::new(Utf8Array::<i32>::from_iter(reasons));
    arrays.push(reasons);
    StructArray::try_new(arrow_type(columns), rows.len(), arrays, None)
}

fn name(field: &Field) -> PlSmallStr {
    PlSmallStr::from_string(field.to_string())
}

fn data_type(field: &Field) -> ArrowDataType {
    match type_of(field) {
        TypeOf::Byte => ArrowDataType::UInt8,
        TypeOf::Short => ArrowDataType::UInt16,
        TypeOf::Long => ArrowDataType::UInt64,
        TypeOf::Decimal => ArrowDataType::Float64,
        TypeOf::Text => ArrowDataType::Utf8,
        // The keys that a reader of Parquet gives to words.
        TypeOf::Words(_) => {
            ArrowDataType::Dictionary(IntegerType::UInt8, Box::new(ArrowDataType::Utf8), false)
        }
    }
}

fn array(field: &Field, rows: &[Rated]) -> PolarsResult<Box<dyn Array>> {
    let cells = rows.iter().map(|rated| rated.cell(field));
    let numbers = cells.clone().map(Cell::number);
    let texts = cells.clone().map(Cell::text);
    if let Field::Kept(name, _, kind) = field {
        let texts: Vec<_> = texts.map(|text| text.map(Into::into)).collect();
        return kept_arrow::array(kind, &texts, Layout::Arrow).map_err(
            |Misfit(text)| polars_err!(ComputeError: "column {name}: {text:?} has another type"),
        );
    }
    Ok(match type_of(field) {
        TypeOf::Byte => Box::new(UInt8Array::from_iter(numbers.map(|n| n.map(|n| n as u8)))),
        TypeOf::Short => Box::new(UInt16Array::from_iter(numbers.map(|n| n.map(|n| n as u16)))),
        TypeOf::Long => Box::new(UInt64Array::from_iter(numbers)),
        TypeOf::Decimal => Box::new(Float64Array::from_iter(cells.map(Cell::decimal))),
        TypeOf::Text => Box::new(Utf8Array::<i32>::from_iter(texts)),
        TypeOf::Words(words) => {
            let key = |text: Option<&str>| {
                let place = words.iter().position(|word| Some(*word) == text)?;
                u8::try_from(place).ok()
            };
            let keys: UInt8Array = PrimitiveArray::from_iter(texts.map(key));
            let values = Utf8Array::<i32>::from_iter(words.iter().map(Some));
            let words = DictionaryArray::try_from_keys(keys, Box::new(values), false);
            Box::new(words.expect("every key is a place among the words"))
        }
    })
}

/// The columns of a table that another program made.
pub struct ArrowColumns {
    fields: Vec<ArrowField>,
    /// True if the arrays are a single column, and not a table.
    is_single: bool,
}

impl ArrowColumns {
    /// The columns of arrays of this type; anything but a table is one column of this name.
    pub fn new(field: &ArrowField, single: &str) -> ArrowColumns {
        match field.dtype() {
            ArrowDataType::Struct(fields) => ArrowColumns {
                fields: fields.clone(),
                is_single: false,
            },
            other => ArrowColumns {
                fields: vec![ArrowField::new(single.into(), other.clone(), true)],
                is_single: true,
            },
        }
    }

    /// The columns with their types.
    pub(crate) fn types(&self) -> Vec<TypedColumn> {
        let fields = self.fields.iter();
        fields.map(|field| typed(field, Layout::Arrow)).collect()
    }

    /// Returns true if the cells of a column are numbers or texts.
    fn is_plain(&self, name: &str) -> bool {
        let is_plain = |field: &ArrowField| check_plain(name, field.dtype()).is_ok();
        let mut fields = self.fields.iter();
        fields.any(|field| field.name.as_str() == name && is_plain(field))
    }

    /// Some columns of an array.
    pub(crate) fn frame(
        &self,
        array: Box<dyn Array>,
        selected: &[Selected],
    ) -> PolarsResult<DataFrame> {
        let height = array.len();
        let arrays = match (self.is_single, array.as_any().downcast_ref::<StructArray>()) {
            (true, _) => vec![array],
            (false, Some(table)) if table.validity().is_none() => table.values().to_vec(),
            (false, Some(_)) => polars_bail!(ComputeError: "some rows of the table are null"),
            (false, None) => polars_bail!(ComputeError: "a batch of the table is not a table"),
        };
        let mut columns = Vec::new();
        for (field, array) in self.fields.iter().zip(arrays) {
            let is_first = |c: &PolarsColumn| c.name() != field.name();
            let wanted = selected.iter().find(|s| field.name == s.name);
            if let Some(wanted) = wanted
                && columns.iter().all(is_first)
            {
                columns.push(if is_made(field, wanted.kind) {
                    let texts = kept_arrow::texts(&*array);
                    StringChunked::from_iter_options(field.name.clone(), texts).into_column()
                } else {
                    check_plain(&field.name, field.dtype())?;
                    Series::try_from((field, array))?.into()
                });
            }
        }
        let frame = DataFrame::new(height, columns)?;
        let plain = plain_frame(&frame, selected, "the table".as_ref(), 0);
        plain.map_err(|error| polars_err!(ComputeError: "{}", error.into_io()))
    }

    /// The rows of a table with these columns and reasons, as [`arrow_array`] makes it.
    pub fn rated(&self, array: Box<dyn Array>, columns: &Columns) -> PolarsResult<Vec<Rated>> {
        let mut selected = columns.selected();
        for column in &selected {
            if !self.is_plain(&column.name) {
                polars_bail!(ComputeError: "the table has no column {}", column.name);
            }
        }
        let has_reason = self.is_plain(REASON);
        if has_reason {
            selected.push(Selected::new(REASON, CellKind::Text));
        }
        let frame = self.frame(array, &selected)?;
        let cells = frame.columns();
        let count = columns.iter().count();
        let rated = |row: usize| {
            let reason = has_reason.then(|| cell(&cells[count], row).text());
            let reason = reason.flatten().filter(|text| !text.is_empty());
            let reason = reason.map(str::to_string);
            if reason.is_some() {
                let row = Row::default();
                return Ok(Rated { row, reason });
            }
            let cells = cells[..count].iter().map(|column| cell(column, row));
            match Row::from_cells(columns, cells) {
                Ok(row) => Ok(Rated { row, reason }),
                Err(bad) => polars_bail!(ComputeError: "row {row}, {bad}"),
            }
        };
        (0..frame.height()).map(rated).collect()
    }
}
