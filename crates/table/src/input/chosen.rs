//! The columns that are read of a table in frames: those of the puzzles and the comments, and
//! those that are kept.

use std::io;

use polars::prelude::DataFrame;

use super::column_error::ColumnError;
use super::columns::{ReadOptions, Role, Roles};
use super::sample::ColumnSample;
use crate::table::parquet::TypedColumn;
use crate::table::selected::{CellKind, Selected};
use crate::table::{KeptType, ReadError};

/// The columns to be read.
pub(super) struct ChosenColumns {
    /// The puzzles, the comments if there are any, then the kept columns.
    pub selected: Vec<Selected>,
    pub has_comment: bool,
    /// The names that the kept columns have in our table, and their types.
    pub kept: Vec<String>,
    pub types: Vec<KeptType>,
    /// The column of puzzles, if it was chosen by its content.
    pub by_content: Option<String>,
}

impl ChosenColumns {
    /// Chooses among the columns of a table, of which a function returns some of the first rows.
    pub(super) fn of(
        columns: &[TypedColumn],
        reading: &ReadOptions,
        first_rows: impl FnOnce(&[Selected]) -> Result<DataFrame, ReadError>,
    ) -> io::Result<ChosenColumns> {
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        let named = reading.named(&names);
        let puzzle = match named {
            Some(place) => place,
            None => by_content(columns, &names, reading, first_rows)?,
        };
        let (found, roles) = Roles::of(reading, &names, puzzle);
        let is_kept = |(_, role): &(&TypedColumn, &Role)| matches!(role, Role::Kept(_));
        let kept = || {
            columns
                .iter()
                .zip(&found)
                .filter(is_kept)
                .map(|(column, _)| column)
        };
        let mut types = Vec::new();
        for column in kept() {
            match &column.kind {
                Ok(kind) => types.push(kind.clone()),
                Err(kind) => {
                    let others = kept().filter(|column| column.kind.is_ok());
                    let not_kept = ColumnError::NotKept {
                        name: column.name.clone(),
                        kind: kind.clone(),
                        others: others.map(|column| column.name.clone()).collect(),
                    };
                    return Err(not_kept.into());
                }
            }
        }
        let with = |wanted: fn(&Role) -> bool, kind| {
            let columns = names.iter().zip(&found);
            let columns = columns.filter(move |(_, role)| wanted(role));
            columns.map(move |(name, _)| Selected::new(name, kind))
        };
        let mut selected = vec![Selected::new(&names[puzzle], CellKind::Word)];
        selected.extend(with(|role| *role == Role::Comment, CellKind::Text));
        let has_comment = selected.len() > 1;
        selected.extend(with(|role| matches!(role, Role::Kept(_)), CellKind::Kept));
        Ok(ChosenColumns {
            selected,
            has_comment,
            kept: roles.kept,
            types,
            by_content: named.is_none().then(|| names[puzzle].clone()),
        })
    }
}

/// The column of puzzles among those of a table, by the first rows.
fn by_content(
    columns: &[TypedColumn],
    names: &[String],
    reading: &ReadOptions,
    first_rows: impl FnOnce(&[Selected]) -> Result<DataFrame, ReadError>,
) -> io::Result<usize> {
    let mut sample = ColumnSample::new(names, reading.kind.as_deref());
    if reading.column.is_none() {
        let plain = columns.iter().filter(|column| column.is_plain);
        let plain: Vec<Selected> = plain
            .map(|column| Selected::new(&column.name, CellKind::Word))
            .collect();
        let rows = first_rows(&plain).map_err(ReadError::into_io)?;
        for (place, name) in names.iter().enumerate() {
            if let Ok(texts) = rows.column(name).and_then(|column| column.str()) {
                let texts = texts.iter().flatten();
                texts.for_each(|text| sample.add(place, text.as_bytes()));
            }
        }
    }
    Ok(reading.by_content(&sample)?)
}
