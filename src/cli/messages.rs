//! Messages for people, on stderr. A closed stderr is no reason to fail.

use std::io::{self, Write};

/// Prints a note, such as what was written.
pub(super) fn print_note(message: &str) {
    let _ = writeln!(io::stderr(), "gradus: {message}");
}

/// Prints a warning.
pub(super) fn print_warning(message: &str) {
    print_note(&format!("warning: {message}"));
}

/// Prints an error.
pub(super) fn print_error(message: &str) {
    print_note(message);
}
