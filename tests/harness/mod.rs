//! What all tests share: folders that vanish, runs of the built program, puzzles,
//! random numbers, and one way to skip what cannot be tested here.

// Each test binary takes what it needs.
#![allow(dead_code, unused_imports)]

mod folder;
mod pack;
pub mod puzzles;
mod python;
pub mod random;
mod run;

use std::fs::File;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

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

/// Says why a test is skipped: past the capture of the test runner, which hides
/// what a passing test prints.
pub fn skipped(why: impl std::fmt::Display) {
    let _ = writeln!(stderr(), "skipped: {why}");
}

/// A file of the development data, which is no part of the repository; `None`,
/// with a message, where it is absent.
pub fn development_data(name: &str) -> Option<File> {
    let folder = match std::env::var_os("GRADUS_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => repository().join("../shared/data"),
    };
    let file = File::open(folder.join(name)).ok();
    if file.is_none() {
        skipped(format!("{name} is not there (set GRADUS_DATA)"));
    }
    file
}
