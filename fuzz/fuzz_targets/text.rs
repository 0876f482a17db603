//! Lines of text: puzzles of all kinds, grids, comments.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gradus_fuzz::read_text(bytes));
