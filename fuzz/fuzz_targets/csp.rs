//! Constraint satisfaction problems as JSON.

#![no_main]

use gradus_fuzz::assert_same;
use gradus_puzzles::read;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(puzzle) = read(&format!("csp:{text}")) {
        assert_same(&puzzle.to_string());
    }
});
