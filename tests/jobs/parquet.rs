//! Row groups of large Parquet tables.

#![cfg(feature = "polars")]

use std::fs::File;

use gradus::job::StartMode;
use gradus_harness::puzzles::Puzzles;
use polars::prelude::*;

use crate::GRADUS;
use crate::inside::{done, job};

/// Rows of a row group.
const ROW_GROUP: usize = 100_000;

#[test]
fn row_groups_are_compressed_and_have_statistics() {
    let folder = GRADUS.folder();
    let rows = 2 * ROW_GROUP + 5;
    let lines: Vec<String> = Puzzles::default()
        .take(101)
        .filter(|puzzle| !puzzle.starts_with('9'))
        .collect();
    let lines: Vec<&String> = lines.iter().cycle().take(rows).collect();
    folder.write_lines("a.txt", &lines);
    let job = job(&[&folder.path("a.txt")], 2);
    done(&job, &folder.path("a.parquet"), StartMode::Fresh);
    let mut reader = ParquetReader::new(File::open(folder.path("a.parquet")).unwrap());
    let metadata = reader.get_metadata().unwrap().clone();
    let heights: Vec<usize> = metadata.row_groups.iter().map(|g| g.num_rows()).collect();
    assert_eq!(heights, [ROW_GROUP, ROW_GROUP, 5]);
    for column in metadata.row_groups.iter().flat_map(|g| g.parquet_columns()) {
        assert_eq!(format!("{:?}", column.compression()), "Zstd");
        let statistics = column.statistics(&metadata.footer_buf);
        assert!(statistics.is_some_and(|s| s.is_ok()), "{column:?}");
    }
    let frame = reader.finish().unwrap();
    let numbers = frame.column("row").unwrap().u64().unwrap();
    assert!(numbers.into_no_null_iter().eq(0..rows as u64));
}
