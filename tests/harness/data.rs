//! The development data, which is no part of the repository, and one way to skip
//! what cannot be tested without it.

use std::fs::File;
use std::io::{Write, stderr};
use std::path::PathBuf;

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
        None => super::repository().join("../shared/data"),
    };
    let file = File::open(folder.join(name)).ok();
    if file.is_none() {
        skipped(format!("{name} is not there (set GRADUS_DATA)"));
    }
    file
}
