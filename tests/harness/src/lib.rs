//! Shared parts of the tests and benches: temporary directories, runs of the built program,
//! a browser, puzzles, random numbers, CPU time and the development data.
//!
//! Cargo tells only the program's own tests and benches where the program is
//! (`CARGO_BIN_EXE_gradus`), so each of them has a constant:
//!
//! ```ignore
//! const GRADUS: Program = Program::at(env!("CARGO_BIN_EXE_gradus"));
//! ```

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

pub mod browser;
pub mod clock;
pub mod data;
mod explored;
mod folder;
mod pack;
pub mod plain;
pub mod puzzles;
mod python;
pub mod random;
mod run;

use std::path::Path;

pub use data::{development_data, skipped};
pub use explored::{Answer, Explored};
pub use folder::Folder;
pub use pack::compressed;
pub use puzzles::sukaku;
pub use python::{python, python_has};
pub use run::{
    PATIENCE, Program, Run, exits_within, fed, finished, memory_of, run, signal, wait_until,
};

/// The root of the repository.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
