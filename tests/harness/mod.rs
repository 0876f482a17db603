//! What all tests share: folders that vanish, runs of the built program, puzzles,
//! random numbers, and one way to skip what cannot be tested here.

// Each test binary takes what it needs.
#![allow(dead_code, unused_imports)]

mod data;
mod explored;
mod folder;
mod pack;
pub mod puzzles;
mod python;
pub mod random;
mod run;

use std::path::Path;

pub use data::{development_data, skipped};
pub use explored::Explored;
pub use folder::Folder;
pub use pack::compressed;
pub use puzzles::sukaku;
pub use python::{python, python_has};
pub use run::{
    PATIENCE, Run, fed, finished, gradus, gradus_in, gradus_with, memory_of, run, signal,
};

/// The root of the repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
