//! Output: messages for people on stderr, and text on stdout. A closed stderr is not an error.

use std::io::{self, Write};

use anyhow::{Context, Result};

/// Prints an error, or a note such as what was written.
pub(super) fn print_note(message: &str) {
    let _ = writeln!(io::stderr(), "gradus: {message}");
}

pub(super) fn print_warning(message: &str) {
    print_note(&format!("warning: {message}"));
}

pub(super) fn print_text(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.context(CANNOT_PRINT)
}

/// The error for a stdout that does not take more.
pub(super) const CANNOT_PRINT: &str = "cannot write to stdout";
