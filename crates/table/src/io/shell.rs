//! Arguments as one would type them into a shell.

use std::ffi::OsStr;

use super::shown;

/// Longer arguments are cut: they are for people to read.
const LONGEST: usize = 4096;

/// An argument with quotes around it, if it needs them.
pub fn quoted(argument: impl AsRef<OsStr>) -> String {
    let text = shown(argument.as_ref().as_encoded_bytes(), LONGEST);
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+%@".contains(c);
    match text.chars().all(plain) && !text.is_empty() {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}
