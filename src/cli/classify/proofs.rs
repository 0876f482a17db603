//! `gradus classify --proofs`: resolution paths for the rows that somebody will
//! ask about, written beside the table for `gradus check`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::io::atomic::Part;
use crate::io::{Compression, Encoder};
use crate::job::pump::each;
use crate::table::{Columns, Row, Table, TableReader};
use gradus_engine::proof::prove;
use gradus_engine::rating::{Name, Rating, Request, Status};
use gradus_model::read;
use gradus_path::PathTheory;

/// The rows with the greatest values of each rating have their paths stored: this many.
const TOP: usize = 20;

/// The file of the paths.
pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join("proofs.jsonl.zst")
}

/// Writes paths for the chosen rows of a table: those where W and B differ, and
/// the extremes of each rating. Returns how many there are.
pub(super) fn write(
    folder: &Path,
    table: &Path,
    request: &Request,
    threads: usize,
) -> Result<usize> {
    let theories = theories(request);
    let rows = chosen(table, request, &theories)?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = file(folder);
    let cannot = || format!("cannot write {}", path.display());
    let part = Part::create(&path).with_context(cannot)?;
    let begin = || Encoder::new(part.file()?, Compression::Zstd);
    let mut output = begin().with_context(cannot)?;
    let mut count = 0;
    let work = |row: &Row| lines(row, &theories, request);
    each(threads, &rows, work, |lines| -> Result<()> {
        for line in lines? {
            count += 1;
            writeln!(output, "{line}").with_context(cannot)?;
        }
        Ok(())
    })?;
    let end = || -> io::Result<()> {
        output.finish()?;
        part.commit()
    };
    end().with_context(cannot)?;
    Ok(count)
}

/// The theories that have paths, each with the place of its rating in a row.
fn theories(request: &Request) -> Vec<(Name, PathTheory, usize)> {
    let theory = |(place, name): (usize, Name)| Some((name, name.theory()?, place));
    request
        .names
        .iter()
        .enumerate()
        .filter_map(theory)
        .collect()
}

/// The value of a rating that a path can show.
fn shown(rating: Rating) -> Option<u8> {
    match rating.status {
        Status::Exact | Status::Upper => rating.value,
        _ => None,
    }
}

/// The rows to make paths for, in order.
fn chosen(
    table: &Path,
    request: &Request,
    theories: &[(Name, PathTheory, usize)],
) -> Result<Vec<Row>> {
    let place = |wanted| {
        let found = theories.iter().find(|(name, ..)| *name == wanted);
        found.map(|(_, _, place)| *place)
    };
    let pair = place(Name::W).zip(place(Name::B));
    let mut chosen = BTreeMap::new();
    let mut top: Vec<BTreeMap<(u8, u64), Row>> = vec![BTreeMap::new(); theories.len()];
    let metadata = Table::open(table)?.metadata()?;
    let kept = metadata.map_or_else(Vec::new, |metadata| metadata.kept);
    for row in TableReader::open(table, Columns::of(&request.names).with(&kept))? {
        let row = row.with_context(|| format!("cannot read {}", table.display()))?;
        for ((_, _, place), top) in theories.iter().zip(&mut top) {
            if let Some(value) = shown(row.ratings[*place]) {
                // Of equals the first is kept.
                top.insert((value, u64::MAX - row.row), row.clone());
                if top.len() > TOP {
                    top.pop_first();
                }
            }
        }
        if pair.is_some_and(|(w, b)| row.ratings[w].value != row.ratings[b].value) {
            chosen.insert(row.row, row);
        }
    }
    let extremes = top.into_iter().flat_map(BTreeMap::into_values);
    chosen.extend(extremes.map(|row| (row.row, row)));
    Ok(chosen.into_values().collect())
}

/// The paths of a row, a line each.
fn lines(
    row: &Row,
    theories: &[(Name, PathTheory, usize)],
    request: &Request,
) -> Result<Vec<String>> {
    let puzzle = read(&row.puzzle)
        .with_context(|| format!("row {} of the table holds no puzzle", row.row))?;
    let mut lines = Vec::new();
    for &(_, theory, place) in theories {
        let rating = row.ratings[place];
        if shown(rating).is_some() {
            let record = prove(puzzle.as_ref(), theory, Some(rating), request.limits)?;
            lines.push(serde_json::to_string(&record)?);
        }
    }
    Ok(lines)
}
