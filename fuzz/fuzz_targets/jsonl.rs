//! JSON lines: puzzles from any objects, and the rows of a ratings table.

#![no_main]

use gradus_fuzz::{read_table, read_text, with_file};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    read_text(bytes);
    with_file(".jsonl", bytes, read_table);
});
