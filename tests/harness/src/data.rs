//! The development data: collections of rated puzzles that are not part of the repository.
//!
//! `GRADUS_DATA` names their directory. Without it, tests skip what they cannot test and
//! benches use puzzles of the repository.

use std::fs::File;
use std::io::{BufRead, BufReader, Write, stderr};
use std::path::PathBuf;

use serde_json::Value;

/// Prints why a test is skipped.
///
/// It writes to the real standard error, because the test runner hides what a passing test
/// prints.
pub fn skipped(why: impl std::fmt::Display) {
    let _ = writeln!(stderr(), "skipped: {why}");
}

/// The directory of the development data, if `GRADUS_DATA` names one.
pub fn directory() -> Option<PathBuf> {
    std::env::var_os("GRADUS_DATA").map(PathBuf::from)
}

/// Opens a file of the development data. Returns `None` if it is missing, after a message.
pub fn development_data(name: &str) -> Option<File> {
    let file = directory().and_then(|directory| File::open(directory.join(name)).ok());
    if file.is_none() {
        skipped(format!("{name} not found (set GRADUS_DATA)"));
    }
    file
}

/// A collection: the file `NAME.tsv.zst` with a header line.
pub struct Collection {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Collection {
    /// The first rows of a collection, if the development data have it.
    pub fn read(name: &str, count: usize) -> Option<Collection> {
        let file = File::open(directory()?.join(format!("{name}.tsv.zst"))).ok()?;
        let text = String::from_utf8(zstd::decode_all(file).unwrap()).unwrap();
        let mut rows = text
            .lines()
            .map(|line| line.split('\t').map(str::to_string).collect());
        Some(Collection {
            names: rows.next()?,
            rows: rows.take(count).collect(),
        })
    }

    /// The cells of some columns, row by row. Returns `None` if a column is missing.
    pub fn columns<const N: usize>(&self, names: [&str; N]) -> Option<Vec<[&str; N]>> {
        let place = |name| self.names.iter().position(|title| title == name);
        let mut places = [0; N];
        for (slot, name) in places.iter_mut().zip(names) {
            *slot = place(name)?;
        }
        let is_complete = |row: &&Vec<String>| places.iter().all(|&place| place < row.len());
        let rows = self.rows.iter().filter(is_complete);
        Some(
            rows.map(|row| places.map(|place| &row[place][..]))
                .collect(),
        )
    }
}

/// The published puzzles of a kind, with their ratings. Returns `None` without the
/// development data, after a message.
pub fn published_puzzles(kind: &str) -> Option<Vec<Value>> {
    let file = development_data("../spec/golden/other-csps.jsonl")?;
    let lines = BufReader::new(file).lines();
    let entries = lines.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    Some(entries.filter(|entry| entry["kind"] == kind).collect())
}
