//! The program inside the package.

use std::ffi::OsString;
use std::io::Write;

use pyo3::prelude::*;

/// Runs the program and returns its exit code. The first argument is its name. The program
/// handles signals.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = gradus::cli::run_from(arguments);
        // Rust flushes only at the end of its own programs.
        let _ = std::io::stdout().flush();
        code
    })
}
