//! IDs of Simon Tatham's collection, and puzzles of all kinds.

#![no_main]

use gradus_fuzz::assert_same;
use gradus_puzzles::read;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(puzzle) = read(text) {
        assert_same(&puzzle.to_string());
    }
});
