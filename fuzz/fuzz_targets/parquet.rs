//! Parquet: puzzles from any table, and the rows of a ratings table.

#![no_main]

use std::path::Path;
use std::sync::atomic::AtomicBool;

use gradus_fuzz::{read_all, read_table, with_file};
use gradus_table::input::{ReadOptions, open};
use gradus_table::io::{BytesRead, Source};

/// Reads the puzzles of a file.
fn read_puzzles(path: &Path) {
    let source = Source {
        name: "fuzzed".to_string(),
        path: Some(path.to_path_buf()),
        length: path.metadata().ok().map(|metadata| metadata.len()),
        named: true,
    };
    let stop = AtomicBool::new(false);
    let opened = open(
        &source,
        &BytesRead::default(),
        &stop,
        &ReadOptions::default(),
    );
    if let Ok(mut records) = opened {
        read_all(&mut *records);
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    with_file(".parquet", bytes, |path| {
        read_puzzles(path);
        read_table(path);
    });
});
