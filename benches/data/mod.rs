//! The collections that the benches run on: files `NAME.tsv.zst` with a header
//! line, in the folder `GRADUS_DATA` (or `../shared/data` beside the checkout).
//! They are no part of the repository; every bench has puzzles of its own to
//! fall back on.

#![allow(dead_code)]

use std::path::PathBuf;

/// A table as it was read.
pub struct Table {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// The cells of some columns, row by row; none if a column is missing.
    pub fn columns<const N: usize>(&self, names: [&str; N]) -> Option<Vec<[&str; N]>> {
        let place = |name| self.names.iter().position(|title| title == name);
        let mut places = [0; N];
        for (slot, name) in places.iter_mut().zip(names) {
            *slot = place(name)?;
        }
        let cells = |row: &Vec<String>| places.iter().all(|&place| place < row.len());
        let rows = self.rows.iter().filter(|row| cells(row));
        Some(
            rows.map(|row| places.map(|place| &row[place][..]))
                .collect(),
        )
    }
}

/// The first rows of a collection, if it is there.
pub fn table(name: &str, count: usize) -> Option<Table> {
    let folder = std::env::var_os("GRADUS_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")),
        PathBuf::from,
    );
    let file = std::fs::File::open(folder.join(format!("{name}.tsv.zst"))).ok()?;
    let text = String::from_utf8(zstd::decode_all(file).unwrap()).unwrap();
    let mut rows = text
        .lines()
        .map(|line| line.split('\t').map(str::to_string).collect());
    Some(Table {
        names: rows.next()?,
        rows: rows.take(count).collect(),
    })
}
