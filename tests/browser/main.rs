//! Pages of the program in a real browser.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

#[cfg(feature = "polars")]
mod explore;
#[cfg(feature = "polars")]
mod report;
mod viewer;

use gradus_harness::Program;

/// The program built with these tests.
const GRADUS: Program = Program::at(env!("CARGO_BIN_EXE_gradus"));
