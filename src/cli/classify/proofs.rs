//! `gradus classify --proofs`: resolution paths of the most interesting rows, for
//! `gradus check`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::io::{AtomicFile, Compression, Encoder, IfExists, Lines, open_file};
use crate::job::pump::each_until;
use crate::table::{Columns, Row, Table, TableReader};
use gradus_engine::proof::prove;
use gradus_engine::rating::{Name, Rating, Request, Status};
use gradus_path::PathTheory;
use gradus_puzzles::read;

/// The number of rows with the largest values of each rating that get paths.
const TOP: usize = 20;

pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join("proofs.jsonl.zst")
}

/// The paths of a table: for the rows where W and B differ, and the extremes of each
/// rating.
pub(super) struct Proofs {
    request: Request,
    theories: Vec<(Name, PathTheory, usize)>,
    rows: Vec<Row>,
}

impl Proofs {
    /// Selects the rows of a table that get paths.
    pub(super) fn open(table: &Path, request: Request) -> Result<Proofs> {
        let theories = theories(&request);
        let rows = chosen(table, &request, &theories)?;
        Ok(Proofs {
            request,
            theories,
            rows,
        })
    }

    /// Finds the paths and writes them. Returns their number, or `None` if it was stopped before
    /// all were found: then there is no file.
    pub(super) fn write(
        &self,
        path: &Path,
        threads: usize,
        existing: IfExists,
        stop: &AtomicBool,
    ) -> Result<Option<usize>> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let cannot = || format!("cannot write {}", path.display());
        let part = AtomicFile::create(path).with_context(cannot)?;
        let file = part.file.try_clone().with_context(cannot)?;
        let mut output = Encoder::new(file, Compression::Zstd).with_context(cannot)?;
        let (mut rows, mut count) = (0, 0);
        let work = |row: &Row| lines(row, &self.theories, &self.request);
        each_until(stop, threads, &self.rows, work, |lines| -> Result<()> {
            rows += 1;
            for line in lines? {
                count += 1;
                writeln!(output, "{line}").with_context(cannot)?;
            }
            Ok(())
        })?;
        if rows < self.rows.len() {
            return Ok(None);
        }
        output.finish().with_context(cannot)?;
        part.commit(existing).with_context(cannot)?;
        Ok(Some(count))
    }

    /// Checks that a file has the paths of this table: of these puzzles, in this order.
    pub(super) fn check(&self, path: &Path) -> Result<()> {
        #[derive(Deserialize)]
        struct Head {
            puzzle: String,
        }
        let cannot = || format!("cannot read {}", path.display());
        let mut lines = Lines::new(open_file(path).with_context(cannot)?.input);
        let rows = self.rows.iter();
        let has_path = |row: &&Row| {
            let mut places = self.theories.iter().map(|(_, _, place)| *place);
            places.any(|place| shown(row.ratings[place]).is_some())
        };
        let expected: Vec<&str> = rows.filter(has_path).map(|row| &*row.puzzle).collect();
        let mut found: Vec<String> = Vec::new();
        while let Some(line) = lines.next_line().with_context(cannot)? {
            let head = serde_json::from_slice::<Head>(line.bytes);
            let puzzle = head.map(|head| head.puzzle).unwrap_or_default();
            if found.last() != Some(&puzzle) {
                found.push(puzzle);
            }
        }
        if found != expected {
            bail!(
                "{} has the paths of a different table (move it away, or use another directory)",
                path.display()
            );
        }
        Ok(())
    }
}

/// The theories that have paths, each with the index of its rating in a row.
fn theories(request: &Request) -> Vec<(Name, PathTheory, usize)> {
    let theory = |(place, name): (usize, Name)| Some((name, name.theory()?, place));
    let names = request.names.iter().enumerate();
    names.filter_map(theory).collect()
}

/// The value of a rating, if a path can show it.
fn shown(rating: Rating) -> Option<u8> {
    match rating.status {
        Status::Exact | Status::Upper => rating.value,
        _ => None,
    }
}

/// The rows that get paths, in order.
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
    let columns = match Table::open(table)?.metadata()? {
        Some(metadata) => metadata.columns(&request.names),
        None => Columns::of(&request.names),
    };
    for row in TableReader::open(table, columns)? {
        let row = row.with_context(|| format!("cannot read {}", table.display()))?;
        for ((_, _, place), top) in theories.iter().zip(&mut top) {
            if let Some(value) = shown(row.ratings[*place]) {
                // The first of equal rows is kept.
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

/// The paths of a row, one per line.
fn lines(
    row: &Row,
    theories: &[(Name, PathTheory, usize)],
    request: &Request,
) -> Result<Vec<String>> {
    let puzzle = read(&row.puzzle)
        .with_context(|| format!("row {} of the table is not a puzzle", row.row))?;
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
