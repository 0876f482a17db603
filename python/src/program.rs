//! The program inside the package.

use std::ffi::OsString;
use std::io::Write;

use pyo3::prelude::*;

/// Runs the program with these arguments, the first of which is its name, and returns its
/// exit code. Signals are left to the program.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = gradus::cli::run_from(arguments);
        // Rust flushes at the end of its own programs only.
        let _ = std::io::stdout().flush();
        code
    })
}
