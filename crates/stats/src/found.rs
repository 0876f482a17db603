//! Complete rows found in tables: read again from their source, and written as a
//! table of their own.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::origin::TableSource;
use super::scan::TableSet;
use gradus_engine::rating::{Fact, Name, Names};
use gradus_puzzles::{kind_named, kind_of};
use gradus_table::expression::Condition;
use gradus_table::io::{AtomicFile, IfExists, remove_file};
use gradus_table::table::{
    Asked, COMMENT, Columns, Format, Infinite, JobKind, KIND, Keep, Metadata, Row, UnknownFormat,
};

/// An error in reading or writing rows.
#[derive(Debug, Error)]
pub enum RowsError {
    /// A table was not written by `classify`.
    #[error("whole rows cannot be taken from {}", .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// The name of the new table does not determine a format.
    #[error(transparent)]
    Format(#[from] UnknownFormat),
    /// The new table cannot be written.
    #[error("cannot write {}", .0.display())]
    Write(PathBuf, #[source] io::Error),
}

/// Reads the given rows of tables, counted from 0 as the rows in them do, and writes them
/// as a table, in their order, in place of any existing one. Returns the number of rows.
pub fn write_rows(
    tables: &TableSet,
    places: &[(usize, u64)],
    sources: &[TableSource],
    path: &Path,
    infinite: Option<Infinite>,
) -> Result<u64, RowsError> {
    let mut found: BTreeMap<(usize, u64), Row> = BTreeMap::new();
    let mut names = Names::from_iter([]);
    let mut kept = tables.others();
    kept.retain(|name| name != COMMENT && name != KIND && Fact::of(name).is_none());
    for (number, path) in tables.paths().enumerate() {
        let here = places.iter().filter(|(table, _)| *table == number);
        let mut here: Vec<u64> = here.map(|(_, place)| *place).collect();
        if here.is_empty() {
            continue;
        }
        here.sort_unstable();
        here.dedup();
        let header = || tables.names(number).iter();
        names = Names::new(
            header().filter_map(|name| name.parse::<Name>().ok()),
            header().filter_map(|name| Fact::of(name)),
        );
        let has_kinds = header().any(|name| name == KIND);
        let columns = Columns::of(&names).with_kinds(has_kinds);
        let ours: Vec<String> = columns.0.iter().map(ToString::to_string).collect();
        let others: Vec<String> = header().filter(|n| !ours.contains(n)).cloned().collect();
        let chosen = |row: &Row| {
            let cell = |name: &String| {
                let place = others.iter().position(|other| other == name)?;
                row.kept.get(place)?.clone()
            };
            kept.iter().map(cell).collect()
        };
        let rows = tables
            .table(number)
            .rows_at(columns.with(&others, &[]), &here);
        let rows = rows.map_err(|error| RowsError::Read(path.to_path_buf(), error))?;
        for (place, mut row) in here.into_iter().zip(rows) {
            row.kept = chosen(&row);
            found.insert((number, place), row);
        }
    }
    let rows: Vec<Row> = places.iter().filter_map(|at| found.remove(at)).collect();
    let count = rows.len() as u64;
    let of = sources.first().and_then(|source| source.metadata.as_ref());
    let metadata = Metadata {
        kept_types: tables.kept_types(&kept),
        ..chosen_metadata(of, &names, &kept, count, tables.condition(), kinds(&rows))
    };
    let before = of.map_or(Infinite::Null, |of| of.asked.infinite);
    let infinite = infinite.unwrap_or(before);
    let mut metadata = metadata;
    metadata.asked.infinite = infinite;
    let (format, _) = Format::of(path)?;
    let write = || -> io::Result<()> {
        let part = AtomicFile::create(path)?;
        let columns = metadata.columns(&names);
        let written = infinite.columns(&columns);
        let mut writer = format.writer(part.file.try_clone()?, written, &metadata)?;
        rows.iter()
            .try_for_each(|row| writer.write(&infinite.row(&columns, row)))?;
        writer.finish()?;
        if format != Format::Parquet {
            // It belongs to the table that is replaced.
            remove_file(&Metadata::beside(path))?;
        }
        part.commit(IfExists::Replace)
    };
    write().map_err(|error| RowsError::Write(path.to_path_buf(), error))?;
    Ok(count)
}

/// The kinds of puzzles, unless all are 9×9 Sudokus.
fn kinds(rows: &[Row]) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    if rows.iter().any(|row| kind_named(&row.puzzle).is_some()) {
        for kind in rows.iter().map(|row| kind_of(&row.puzzle).to_string()) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    kinds
}

/// The metadata of a table of rows chosen from another. Chosen rows are not a
/// sample, so the generator of the puzzles is omitted.
pub fn chosen_metadata(
    of: Option<&Metadata>,
    names: &Names,
    kept: &[String],
    rows: u64,
    condition: Option<&Condition>,
    kinds: Vec<String>,
) -> Metadata {
    let mut metadata = of.cloned().unwrap_or_else(|| {
        Metadata::from(Asked {
            ratings: names.columns().map(str::to_string).collect(),
            ..Asked::from(JobKind::Classify)
        })
    });
    metadata.asked.shard = None;
    metadata.generated = Vec::new();
    metadata.rows = rows;
    metadata.rejected = 0;
    metadata.rated = None;
    metadata.kinds = kinds;
    metadata.kept = kept.to_vec();
    metadata.kept_types = Vec::new();
    metadata.asked.keep = Keep::default();
    metadata.asked.infinite = Infinite::Null;
    if let Some(condition) = condition {
        let before = metadata.asked.condition.as_deref();
        let before = before.and_then(|text| text.parse::<Condition>().ok());
        let both = before.map_or(condition.clone(), |before| before.and(condition));
        metadata.asked.condition = Some(both.to_string());
    }
    metadata
}
