//! Jobs run inside the test process, with a work function in the place of the engine.
//!
//! They are a binary of their own because the same journal is locked again and again:
//! a process started meanwhile by another test would inherit the lock for a moment,
//! and the next job would find its journal taken. So no test here may start a process.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

mod exchange;
mod fuzz_input;
mod inside;
mod parquet;
mod rating_cache;
mod runner;
mod slow;

use gradus_harness::Program;

/// The program built with these tests.
const GRADUS: Program = Program::at(env!("CARGO_BIN_EXE_gradus"));
